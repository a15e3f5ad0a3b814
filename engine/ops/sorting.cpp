// Sorting, and picking by rank.
#include <algorithm>
#include <limits>

#include "engine/autograd/tape.hpp"
#include "engine/core/interrupt.hpp"
#include "engine/kernels/scalar/loops.hpp"
#include "engine/kernels/scalar/sort.hpp"
#include "engine/ops/functions.hpp"
#include "engine/ops/reduction.hpp"

namespace sconce {

namespace {

// Values and places, shaped as the input but for `length` along `dim`.
struct Ranked {
    Tensor values;
    Tensor places;
};

// `self` as rows along `dim`; a single number is a row of one.
struct Rows {
    Tensor source;
    int dim;
    std::int64_t length;
};

Rows rows_of(const Args& args, std::int64_t dim) {
    const Tensor& self = args.tensor(0);
    if (self.ndim() == 0 && args.dialect() == Dialect::torch) {
        return {self.view_as({1}, {1}, self.offset()), normalize_dim(Dialect::torch, dim, 1), 1};
    }
    const int at = normalize_dim(args.dialect(), dim, self.ndim());
    return {self, at, self.size(at)};
}

// Fills the first `kept` places of each result row with what `arrange(begin, end)` leaves at the front of the row's entries.
template <class T, class Arrange>
void rank_rows(const Rows& rows, const Ranked& result, std::int64_t kept, Arrange arrange) {
    using Entry = kernels::Entry<T>;
    Shape outer = rows.source.shape();
    outer[static_cast<std::size_t>(rows.dim)] = 1;
    const std::int64_t in_step = rows.source.stride(rows.dim);
    const std::int64_t out_step = result.values.stride(rows.dim);
    const auto plan = kernels::make_plan<2>(outer, {&rows.source.strides(), &result.values.strides()});
    const int inner = plan.ndim - 1;
    std::vector<Entry> entries(static_cast<std::size_t>(rows.length));
    kernels::for_each_run(plan, [&](std::int64_t count, const std::array<std::int64_t, 2>& at) {
        for (std::int64_t row = 0; row < count; ++row) {
            const T* x = rows.source.data<T>() + at[0] + row * plan.stride[0][inner];
            for (std::int64_t i = 0; i < rows.length; ++i) {
                entries[static_cast<std::size_t>(i)] = {x[i * in_step], i};
            }
            arrange(entries.data(), entries.data() + rows.length);
            const std::int64_t to = at[1] + row * plan.stride[1][inner];
            for (std::int64_t i = 0; i < kept; ++i) {
                result.values.data<T>()[to + i * out_step] = entries[static_cast<std::size_t>(i)].value;
                result.places.data<std::int64_t>()[to + i * out_step] = entries[static_cast<std::size_t>(i)].place;
            }
            check_interrupt();
        }
    });
}

Ranked ranked(const Rows& rows, std::int64_t kept) {
    Shape shape = rows.source.shape();
    shape[static_cast<std::size_t>(rows.dim)] = kept;
    return {Tensor::empty(shape, rows.source.dtype()), Tensor::empty(shape, Dtype::int64)};
}

// The results without `dim` where it was picked from, or as a single number.
TensorList finished(const Ranked& result, const Shape& shape) {
    for (const Tensor& tensor : {result.values, result.places}) {
        tensor.impl().shape = shape;
        tensor.impl().strides = contiguous_strides(shape);
    }
    return {result.values, result.places};
}

// Calls use(before) with the order wanted, as a comparison of entries.
template <class Use>
void with_order(bool descending, Use use) {
    if (descending) {
        use([](const auto& a, const auto& b) { return kernels::descending(a.value, b.value); });
    } else {
        use([](const auto& a, const auto& b) { return kernels::ascending(a.value, b.value); });
    }
}

constexpr auto sort_stably = [](auto* begin, auto* end, bool descending) {
    with_order(descending, [=](auto before) { std::stable_sort(begin, end, before); });
};

Value sort_forward(const Args& args) {
    const Rows rows = rows_of(args, args.integer(1));
    const Ranked result = ranked(rows, rows.length);
    visit_dtype(rows.source.dtype(), [&]<class T>(TypeTag<T>) {
        rank_rows<T>(rows, result, rows.length,
                     [&](auto* begin, auto* end) { sort_stably(begin, end, args.boolean(2)); });
    });
    return finished(result, args.tensor(0).shape());
}

Value topk_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Rows rows = rows_of(args, args.integer(2));
    const std::int64_t k = args.integer(1);
    if (k < 0 || k > rows.length) {
        throw Error(ErrorKind::value, "selected index k out of range");
    }
    if (self.dtype() == Dtype::boolean) {
        throw Error(ErrorKind::dtype, "topk does not support bool dtypes on CPU");
    }
    // torch gives the one element of a single number even for k = 0.
    const std::int64_t kept = self.ndim() == 0 ? 1 : k;
    const Ranked result = ranked(rows, kept);
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        rank_rows<T>(rows, result, kept, [&](auto* begin, auto* end) {
            with_order(args.boolean(3), [=](auto before) { kernels::select_sorted(begin, kept, end, before); });
        });
    });
    return finished(result, self.ndim() == 0 ? Shape{} : result.values.shape());
}

// The entry that `choose(begin, end)` finds in each row along a dimension.
template <class Choose>
Value pick(const Args& args, std::int64_t dim, bool keepdim, std::string_view name, Choose choose) {
    const Tensor& self = args.tensor(0);
    const Rows rows = rows_of(args, dim);
    if (rows.length == 0) {
        throw Error(ErrorKind::index, std::string(name) + "(): Expected reduction dim " + std::to_string(rows.dim) +
                                          " to have non-zero size.");
    }
    const Ranked result = ranked(rows, 1);
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        rank_rows<T>(rows, result, 1, [&](auto* begin, auto* end) { *begin = *choose(begin, end); });
    });
    const Shape dims{rows.dim};
    return finished(result, reduction_over(Dialect::torch, self.shape(), &dims, keepdim).result);
}

Value kthvalue_forward(const Args& args) {
    const Rows rows = rows_of(args, args.integer(2));
    const std::int64_t k = args.integer(1);
    if (rows.length > 0 && (k < 1 || k > rows.length)) {
        throw Error(ErrorKind::value,
                    "kthvalue(): selected number k out of range for dimension " + std::to_string(rows.dim));
    }
    return pick(args, args.integer(2), args.boolean(3), "kthvalue", [k](auto* begin, auto* end) {
        with_order(false, [=](auto before) { kernels::select_by_partition(begin, end, k - 1, before); });
        return begin + (k - 1);
    });
}

// The lower of the two middle elements, of equals the one that a stable sort would put there; the first NaN where there is one.
Value median_dim_forward(const Args& args) {
    return pick(args, args.integer(1), args.boolean(2), "median", [](auto* begin, auto* end) {
        if (auto* nan = std::find_if(begin, end, [](const auto& entry) { return entry.value != entry.value; });
            nan != end) {
            return nan;
        }
        auto* middle = begin + (end - begin - 1) / 2;
        std::nth_element(begin, middle, end, [](const auto& a, const auto& b) {
            return a.value < b.value || (a.value == b.value && a.place < b.place);
        });
        return middle;
    });
}

Value median_all_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.numel() == 0) {
        return Tensor::full({}, std::numeric_limits<double>::quiet_NaN(), self.dtype());
    }
    Args flat(args.dialect());
    const Tensor source = prepared(self, self.dtype());
    flat.push(source.view_as({source.numel()}, {1}, source.offset()));
    flat.push(std::int64_t{0});
    flat.push(false);
    return std::get<TensorList>(median_dim_forward(flat))[0];
}

// Each gradient goes back to the place its element came from.
Grads placed_back(const Tape& tape, const Tensor& grad, std::int64_t dim, bool dim_is_gone) {
    const Shape& shape = tape.shape(0);
    if (shape.empty()) {
        return {grad};
    }
    const int at = normalize_dim(Dialect::torch, dim, static_cast<std::int64_t>(shape.size()));
    const Tensor& places = tape.second_result();
    const bool gone = dim_is_gone && places.shape().size() < shape.size();
    return {apply<"scatter">(zeros_of(shape, grad.dtype()), std::int64_t{at}, gone ? unsqueeze(places, at) : places,
                             gone ? unsqueeze(grad, at) : grad)};
}

Grads sort_backward(const Tape& tape, const Tensor& grad) {
    return placed_back(tape, grad, tape.args().integer(1), false);
}
Grads topk_backward(const Tape& tape, const Tensor& grad) {
    return placed_back(tape, grad, tape.args().integer(2), false);
}
Grads kthvalue_backward(const Tape& tape, const Tensor& grad) {
    return placed_back(tape, grad, tape.args().integer(2), true);
}
Grads median_dim_backward(const Tape& tape, const Tensor& grad) {
    return placed_back(tape, grad, tape.args().integer(1), true);
}

// Sorted distinct elements, the place of each input element among them, and how often each occurs. Every NaN is distinct.
Value unique_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor source = prepared(self, self.dtype());
    const Rows rows{source.view_as({source.numel()}, {1}, source.offset()), 0, source.numel()};
    const Ranked sorted = ranked(rows, rows.length);
    Tensor inverse = Tensor::empty(self.shape(), Dtype::int64);
    return visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        rank_rows<T>(rows, sorted, rows.length, [](auto* begin, auto* end) { sort_stably(begin, end, false); });
        const T* in_order = sorted.values.data<T>();
        std::vector<std::int64_t> starts;
        for (std::int64_t i = 0; i < rows.length; ++i) {
            if (i == 0 || in_order[i] != in_order[i - 1]) {
                starts.push_back(i);
            }
            inverse.data<std::int64_t>()[sorted.places.data<std::int64_t>()[i]] =
                static_cast<std::int64_t>(starts.size()) - 1;
        }
        const auto count = static_cast<std::int64_t>(starts.size());
        starts.push_back(rows.length);
        Tensor values = Tensor::empty({count}, self.dtype());
        Tensor counts = Tensor::empty({count}, Dtype::int64);
        for (std::int64_t i = 0; i < count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            values.data<T>()[i] = in_order[starts[at]];
            counts.data<std::int64_t>()[i] = starts[at + 1] - starts[at];
        }
        return TensorList{values, inverse, counts};
    });
}

std::string_view median_all_grad_name(const Args&) { return "MedianBackward0"; }
std::string_view median_dim_grad_name(const Args&) { return "MedianBackward1"; }

constexpr OpDef table[] = {
    {.signature = "sort(Tensor self, int dim=-1, bool descending=False, bool stable=False) -> (Tensor, Tensor)",
     .names = "torch.sort Tensor.sort",
     .doc = "Elements in order along `dim`, and the places they came from. NaN counts as the largest. Always stable.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = sort_forward,
     .backward = sort_backward,
     .keeps = Keep::result},
    {.signature = "topk(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor, Tensor)",
     .names = "torch.topk Tensor.topk",
     .doc = "The `k` largest (or smallest) elements along `dim` in order, and their places.",
     .dtype = DtypeRule::same,
     .forward = topk_forward,
     .backward = topk_backward,
     .keeps = Keep::result},
    {.signature = "kthvalue(Tensor self, int k, int dim=-1, bool keepdim=False) -> (Tensor, Tensor)",
     .names = "torch.kthvalue Tensor.kthvalue",
     .doc = "The `k`-th smallest element along `dim`, counted from 1, and its place.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = kthvalue_forward,
     .backward = kthvalue_backward,
     .keeps = Keep::result},
    {.signature = "median_all(Tensor self) -> Tensor",
     .doc = "Middle element of the whole tensor, the lower one of two; NaN where there is one.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = median_all_forward,
     .backward = evenly_shared,
     .keeps = Keep::both,
     .grad_name = median_all_grad_name},
    {.signature = "median_dim(Tensor self, int dim, bool keepdim=False) -> (Tensor, Tensor)",
     .doc = "Middle element along `dim`, the lower one of two, and its place; NaN where there is one.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = median_dim_forward,
     .backward = median_dim_backward,
     .keeps = Keep::result,
     .grad_name = median_dim_grad_name},
    {.signature = "unique(Tensor self) -> Tensor[]",
     .doc = "Sorted distinct elements, the place of each input element among them, and how often each occurs.",
     .dtype = DtypeRule::same,
     .forward = unique_forward},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> sorting_ops() { return table; }

}  // namespace sconce
