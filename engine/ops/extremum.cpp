// Largest and smallest elements, and where they are.
#include <algorithm>

#include "engine/kernels/scalar/loops.hpp"
#include "engine/kernels/scalar/reduce.hpp"
#include "engine/ops/reduction.hpp"

namespace sconce {

Grads evenly_shared(const Tape& tape, const Tensor& grad) {
    const Tensor& self = tape.input(0);
    const Tensor result = tape.result();
    const Tensor mask = result.item().real() == result.item().real() ? apply<"eq">(self, result) : apply<"isnan">(self);
    return {mul(div(grad, apply<"sum">(mask)), mask)};
}

namespace {

struct Largest {
    static constexpr std::string_view amax = "amax", max = "max", argmax = "argmax", numpy = "maximum";
    template <class T>
    bool operator()(T a, T b) const {
        return a > b;
    }
};

struct Smallest {
    static constexpr std::string_view amax = "amin", max = "min", argmax = "argmin", numpy = "minimum";
    template <class T>
    bool operator()(T a, T b) const {
        return a < b;
    }
};

// An extreme of nothing does not exist, in each library's words.
void require_elements(const Args& args, const Reduction& reduction, std::string_view name,
                      std::string_view numpy_name) {
    if (reduction.count != 0 || element_count(reduction.result) == 0) {
        return;
    }
    if (args.dialect() == Dialect::numpy) {
        throw Error(ErrorKind::value,
                    "zero-size array to reduction operation " + std::string(numpy_name) + " which has no identity");
    }
    const Tensor& self = args.tensor(0);
    for (std::size_t i = 0; i < self.shape().size(); ++i) {
        if (args.count() > 1 && args.has(1) && reduction.reduced[i] && self.shape()[i] == 0) {
            throw Error(ErrorKind::index, std::string(name) + "(): Expected reduction dim " + std::to_string(i) +
                                              " to have non-zero size.");
        }
    }
    throw Error(ErrorKind::value, std::string(name) +
                                      "(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
                                      "reduction dim with the 'dim' argument.");
}

template <class Before>
Tensor extreme_values(const Args& args, const Reduction& reduction) {
    const Tensor& self = args.tensor(0);
    Tensor result = empty_result(args.dialect(), self, reduction, self.dtype());
    const kernels::ReducePlan plan = plan_of(args.dialect(), self, reduction);
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        // Each result starts as the first element that it takes in.
        const T* in = self.data<T>();
        T* out = result.data<T>();
        kernels::ReducePlan firsts = plan;
        for (int d = 0; d < firsts.ndim; ++d) {
            firsts.extent[d] = firsts.out[d] == 0 ? std::min<std::int64_t>(firsts.extent[d], 1) : firsts.extent[d];
        }
        kernels::for_each_outer(firsts, 0, [&](std::int64_t from, std::int64_t to) { out[to] = in[from]; });
        kernels::extremes(plan, in, out, Before{});
    });
    return result;
}

// ---- amax, amin

template <class Before>
Value amax_forward(const Args& args) {
    const Reduction reduction =
        reduction_over(args.dialect(), args.tensor(0).shape(), dims_argument(args, 1), args.boolean(2));
    require_elements(args, reduction, Before::amax, Before::numpy);
    return extreme_values<Before>(args, reduction);
}

// d amax = grad shared equally among the elements that attain the extreme
Grads amax_backward(const Tape& tape, const Tensor& grad) {
    const Reduction reduction = reduction_of(tape);
    const Tensor mask = apply<"eq">(tape.input(0), with_kept_dims(tape.result(), reduction));
    const Tensor ties = reshape(sum_as(Dialect::torch, mask, reduction, Dtype::int64), reduction.kept);
    return {div(mul(with_kept_dims(grad, reduction), mask), ties)};
}

// ---- max_all, min_all

template <class Before>
Value max_all_forward(const Args& args) {
    const Reduction whole = reduction_over(args.dialect(), args.tensor(0).shape(), nullptr, false);
    require_elements(args, whole, Before::max, Before::numpy);
    return extreme_values<Before>(args, whole);
}

// ---- max_dim, min_dim, argmax, argmin

// Calls place(result offset, first element, stride) for each row along `dim`; the result is contiguous without `dim`.
template <class T, class F>
void for_each_row(const Tensor& self, int dim, F&& place) {
    if (self.ndim() == 0) {
        place(std::int64_t{0}, self.data<T>(), std::int64_t{1});
        return;
    }
    Shape outer = self.shape();
    Strides strides = self.strides();
    outer[static_cast<std::size_t>(dim)] = 1;
    const auto plan = kernels::make_plan<1>(outer, {&strides});
    const int inner = plan.ndim - 1;
    std::int64_t at = 0;
    kernels::for_each_run(plan, [&](std::int64_t count, const std::array<std::int64_t, 1>& offset) {
        for (std::int64_t i = 0; i < count; ++i) {
            place(at++, self.data<T>() + offset[0] + i * plan.stride[0][inner], self.stride(dim));
        }
    });
}

struct RowSearch {
    int dim;
    std::int64_t length;
    Shape shape;  // of the result
};

RowSearch search_along(const Args& args, std::int64_t dim, bool keepdim) {
    const Tensor& self = args.tensor(0);
    const bool single = self.ndim() == 0 && (dim == 0 || dim == -1);
    const int at = single ? 0 : normalize_dim(args.dialect(), dim, self.ndim());
    const Shape dims{at};
    return {at, self.ndim() == 0 ? 1 : self.size(at),
            reduction_over(args.dialect(), self.shape(), &dims, keepdim).result};
}

template <class Before>
Value max_dim_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const RowSearch search = search_along(args, args.integer(1), args.boolean(2));
    const Shape dims{search.dim};
    require_elements(args, reduction_over(args.dialect(), self.shape(), &dims, args.boolean(2)), Before::max,
                     Before::numpy);
    Tensor values = Tensor::empty(search.shape, self.dtype());
    Tensor places = Tensor::empty(search.shape, Dtype::int64);
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        for_each_row<T>(self, search.dim, [&](std::int64_t at, const T* row, std::int64_t stride) {
            const std::int64_t place = kernels::extreme_place(row, stride, search.length, Before{});
            places.data<std::int64_t>()[at] = place;
            values.data<T>()[at] = row[place * stride];
        });
    });
    return TensorList{values, places};
}

// d max = grad at the place found
Grads max_dim_backward(const Tape& tape, const Tensor& grad) {
    if (tape.shape(0).empty()) {
        return {grad};
    }
    const int dim =
        normalize_dim(Dialect::torch, tape.args().integer(1), static_cast<std::int64_t>(tape.shape(0).size()));
    const Shape dims{dim};
    const Reduction reduction = reduction_over(Dialect::torch, tape.shape(0), &dims, false);
    return {apply<"scatter">(zeros_of(tape.shape(0), grad.dtype()), std::int64_t{dim},
                             with_kept_dims(tape.second_result(), reduction), with_kept_dims(grad, reduction))};
}

void require_places(const Args& args, const RowSearch& search, std::string_view name) {
    const bool whole = !args.has(1);
    if (search.length != 0 || element_count(search.shape) == 0) {
        return;
    }
    if (args.dialect() == Dialect::numpy) {
        throw Error(ErrorKind::value, "attempt to get " + std::string(name) + " of an empty sequence");
    }
    throw Error(ErrorKind::index, std::string(name) + "(): Expected reduction dim " +
                                      (whole ? std::string("to be specified for input.numel() == 0.")
                                             : std::to_string(search.dim) + " to have non-zero size."));
}

template <class Before>
Value argmax_forward(const Args& args) {
    Tensor self = args.tensor(0);
    if (self.dtype() == Dtype::boolean && args.dialect() == Dialect::torch) {
        throw Error(ErrorKind::dtype, std::string(Before::argmax) + "(): does not support bool input");
    }
    RowSearch search;
    if (args.has(1)) {
        search = search_along(args, args.integer(1), args.boolean(2));
    } else {
        search = {0, self.numel(), Shape(args.boolean(2) ? self.shape().size() : 0, 1)};
    }
    require_places(args, search, Before::argmax);
    if (!args.has(1)) {
        const Tensor flat = prepared(self, self.dtype());
        self = flat.view_as({flat.numel()}, {1}, flat.offset());
    }
    Tensor places = Tensor::empty(search.shape, Dtype::int64);
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        for_each_row<T>(self, search.dim, [&](std::int64_t at, const T* row, std::int64_t stride) {
            places.data<std::int64_t>()[at] = kernels::extreme_place(row, stride, search.length, Before{});
        });
    });
    return places;
}

std::string_view max_all_grad_name(const Args&) { return "MaxBackward1"; }
std::string_view min_all_grad_name(const Args&) { return "MinBackward1"; }
std::string_view max_dim_grad_name(const Args&) { return "MaxBackward0"; }
std::string_view min_dim_grad_name(const Args&) { return "MinBackward0"; }

constexpr OpDef table[] = {
    {.signature = "amax(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
     .names = "torch.amax Tensor.amax numpy.max numpy.amax",
     .doc = "Largest element over the dimensions `dim`, or over all; NaN wins. Gradients are shared among ties.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = amax_forward<Largest>,
     .backward = amax_backward,
     .keeps = Keep::both},
    {.signature = "amin(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
     .names = "torch.amin Tensor.amin numpy.min numpy.amin",
     .doc = "Smallest element over the dimensions `dim`, or over all; NaN wins. Gradients are shared among ties.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = amax_forward<Smallest>,
     .backward = amax_backward,
     .keeps = Keep::both},
    {.signature = "max_all(Tensor self) -> Tensor",
     .doc = "Largest element of the whole tensor; NaN wins. Gradients are shared among ties.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = max_all_forward<Largest>,
     .backward = evenly_shared,
     .keeps = Keep::both,
     .grad_name = max_all_grad_name},
    {.signature = "min_all(Tensor self) -> Tensor",
     .doc = "Smallest element of the whole tensor; NaN wins. Gradients are shared among ties.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = max_all_forward<Smallest>,
     .backward = evenly_shared,
     .keeps = Keep::both,
     .grad_name = min_all_grad_name},
    {.signature = "max_dim(Tensor self, int dim, bool keepdim=False) -> (Tensor, Tensor)",
     .doc = "Largest elements along `dim` and their places: the first of equals, a NaN before all.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = max_dim_forward<Largest>,
     .backward = max_dim_backward,
     .keeps = Keep::result,
     .grad_name = max_dim_grad_name},
    {.signature = "min_dim(Tensor self, int dim, bool keepdim=False) -> (Tensor, Tensor)",
     .doc = "Smallest elements along `dim` and their places: the first of equals, a NaN before all.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = max_dim_forward<Smallest>,
     .backward = max_dim_backward,
     .keeps = Keep::result,
     .grad_name = min_dim_grad_name},
    {.signature = "argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
     .names = "torch.argmax Tensor.argmax numpy.argmax",
     .doc =
         "Place of the largest element along `dim`, or in the flattened tensor: the first of equals, a NaN before all.",
     .dtype = DtypeRule::int64,
     .shape = ShapeRule::reduce,
     .forward = argmax_forward<Largest>},
    {.signature = "argmin(Tensor self, int? dim=None, bool keepdim=False) -> Tensor",
     .names = "torch.argmin Tensor.argmin numpy.argmin",
     .doc = "Place of the smallest element along `dim`, or in the flattened tensor: the first of equals, a NaN before "
            "all.",
     .dtype = DtypeRule::int64,
     .shape = ShapeRule::reduce,
     .forward = argmax_forward<Smallest>},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> extremum_ops() { return table; }

}  // namespace sconce
