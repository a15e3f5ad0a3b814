// Elements chosen by index tensors: gather and scatter, whole slices, masks, and where elements are nonzero.
#include <algorithm>
#include <optional>

#include "engine/autograd/tape.hpp"
#include "engine/ops/elementwise.hpp"
#include "engine/ops/index_plan.hpp"
#include "engine/ops/numbers.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

// ---- gather and scatter: index tensors as long as what they choose

int real_ndim(const Tensor& tensor) { return std::max(tensor.ndim(), 1); }

void check_index_dtype(std::string_view name, const Tensor& index) {
    if (index.numel() != 0 && index.dtype() != Dtype::int64 && index.dtype() != Dtype::int32) {
        throw Error(ErrorKind::dtype, std::string(name) + "(): Expected dtype int32/int64 for index");
    }
}

Int extent_of(const Tensor& tensor, int dim) { return tensor.ndim() == 0 ? 1 : tensor.size(dim); }

// Whether `index` reaches beyond `self` in a dim other than `dim`.
bool reaches_beyond(const Tensor& index, const Tensor& self, int dim) {
    for (int d = 0; d < real_ndim(index); ++d) {
        if (d != dim && extent_of(index, d) > extent_of(self, d)) {
            return true;
        }
    }
    return false;
}

// Strides for `ndim` dims: a vector of one element and a single number may meet, and then there is nothing to step over.
Strides for_ndim(const Strides& strides, std::size_t ndim) {
    return strides.size() == ndim ? strides : Strides(ndim, 0);
}

// The strides of `tensor` without that of `dim`, along which the index decides.
Strides other_strides(const Tensor& tensor, int dim, std::size_t ndim) {
    Strides strides = for_ndim(tensor.strides(), ndim);
    if (!strides.empty()) {
        strides[static_cast<std::size_t>(dim)] = 0;
    }
    return strides;
}

// visit(place in the indexed tensor, number of the block's element) for each entry of the index; `block` strides walk the other side.
template <class Visit>
void for_each_entry(const Tensor& self, int dim, const Tensor& index, const Strides& block, Visit visit) {
    const Tensor entries = converted(index, Dtype::int64);
    const Strides window = other_strides(self, dim, index.shape().size());
    const auto plan = kernels::make_plan<3>(index.shape(), {&entries.strides(), &window, &block});
    const int inner = plan.ndim - 1;
    const Int extent = extent_of(self, dim);
    const Int stride = self.ndim() == 0 ? 0 : self.stride(dim);
    kernels::for_each_run(plan, [&](Int n, const std::array<Int, 3>& at) {
        for (Int i = 0; i < n; ++i) {
            const Int entry = entries.data<Int>()[at[0] + i * plan.stride[0][inner]];
            if (entry < 0 || entry >= extent) {
                throw Error(ErrorKind::value, "index " + std::to_string(entry) + " is out of bounds for dimension " +
                                                  std::to_string(dim) + " with size " + std::to_string(extent));
            }
            visit(at[1] + i * plan.stride[1][inner] + entry * stride, at[2] + i * plan.stride[2][inner]);
        }
    });
}

Value gather_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& index = args.tensor(2);
    const int dim = normalize_dim(args.dialect(), args.integer(1), self.ndim());
    check_index_dtype("gather", index);
    if (index.numel() != 0) {
        if (real_ndim(index) != real_ndim(self)) {
            throw Error(ErrorKind::shape, "Index tensor must have the same number of dimensions as input tensor");
        }
        for (int d = 0; d < real_ndim(index); ++d) {
            if (d != dim && extent_of(index, d) > extent_of(self, d)) {
                throw Error(ErrorKind::shape, "Size does not match at dimension " + std::to_string(d) +
                                                  " expected index " + torch_text(index.shape()) +
                                                  " to be no larger than self " + torch_text(self.shape()) +
                                                  " apart from dimension " + std::to_string(dim));
            }
        }
    }
    const Tensor result = Tensor::empty(index.shape(), self.dtype());
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        const T* from = self.data<T>();
        T* to = result.data<T>();
        for_each_entry(self, dim, index, result.strides(), [&](Int place, Int number) { to[number] = from[place]; });
    });
    return result;
}

// Every element's gradient goes back to where it was read.
Grads gather_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"scatter_add">(zeros_of(tape.shape(0), grad.dtype()), tape.args().integer(1), tape.input(2), grad)};
}

void check_scatter(const Args& args, std::string_view name, int dim) {
    const Tensor& self = args.tensor(0);
    const Tensor& index = args.tensor(2);
    check_index_dtype(name, index);
    if (args.is_tensor(3) && args.tensor(3).dtype() != self.dtype()) {
        throw Error(ErrorKind::dtype, "scatter(): Expected self.dtype to be equal to src.dtype");
    }
    if (index.numel() == 0) {
        return;
    }
    if (real_ndim(index) != real_ndim(self)) {
        throw Error(ErrorKind::shape, "Index tensor must have the same number of dimensions as self tensor");
    }
    if (args.is_tensor(3) && real_ndim(index) != real_ndim(args.tensor(3))) {
        throw Error(ErrorKind::shape, "Index tensor must have the same number of dimensions as src tensor");
    }
    const bool beyond_source = args.is_tensor(3) && reaches_beyond(index, args.tensor(3), -1);
    if (reaches_beyond(index, self, dim) || beyond_source) {
        throw Error(
            ErrorKind::shape,
            "Expected index " + torch_text(index.shape()) + " to be no larger than self " + torch_text(self.shape()) +
                " apart from dimension " + std::to_string(dim) +
                (args.is_tensor(3) ? " and to be no larger size than src " + torch_text(args.tensor(3).shape()) : ""));
    }
}

// Writes or adds `src` into args[0] itself, which must be fresh or the target of an in-place call.
void scatter_into(const Args& args, std::string_view name, bool adds) {
    const Tensor& self = args.tensor(0);
    const Tensor& index = args.tensor(2);
    const int dim = normalize_dim(args.dialect(), args.integer(1), self.ndim());
    check_scatter(args, name, dim);
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        T* to = self.data<T>();
        const bool single = !args.is_tensor(3);
        const T number = single ? checked_number(args.dialect(), args.scalar(3), self.dtype()).to<T>() : T{};
        const T* from = single ? &number : args.tensor(3).data<T>();
        const Strides source = for_ndim(single ? Strides() : args.tensor(3).strides(), index.shape().size());
        if (adds) {
            for_each_entry(self, dim, index, source, [&](Int place, Int k) {
                to[place] = wrapping(to[place], from[k], [](auto x, auto y) { return x + y; });
            });
        } else {
            for_each_entry(self, dim, index, source, [&](Int place, Int k) { to[place] = from[k]; });
        }
    });
}

Value on_copy(const Args& args, void (*write)(const Args&)) {
    Args over = args;
    const Tensor& self = args.tensor(0);
    over[0] = copy_with_strides(self, self.dtype(), contiguous_strides(self.shape()));
    write(over);
    return over[0];
}

void scatter_in_place(const Args& args) { scatter_into(args, "scatter", false); }
void scatter_add_in_place(const Args& args) { scatter_into(args, "scatter_add", true); }
Value scatter_forward(const Args& args) { return on_copy(args, scatter_in_place); }
Value scatter_add_forward(const Args& args) { return on_copy(args, scatter_add_in_place); }

std::string_view scatter_grad_name(const Args& args) {
    return args.is_tensor(3) ? "ScatterBackward0" : "ScatterBackward1";
}

// self: grad, with zeros where something was written over it; src: what grad holds there
Grads scatter_backward(const Tape& tape, const Tensor& grad) {
    const Int dim = tape.args().integer(1);
    return {tape.needs(0) ? apply<"scatter">(grad, dim, tape.input(2), Scalar(0)) : Tensor(), Tensor(),
            tape.needs(3) ? apply<"gather">(grad, dim, tape.input(2)) : Tensor()};
}

// self: grad; src: what grad holds where it was added
Grads scatter_add_backward(const Tape& tape, const Tensor& grad) {
    return {grad, Tensor(), tape.needs(3) ? apply<"gather">(grad, tape.args().integer(1), tape.input(2)) : Tensor()};
}

// ---- slices by number

bool is_whole(const Tensor& index) { return index.dtype() == Dtype::int64 || index.dtype() == Dtype::int32; }

// The first entry outside [0, extent), if any.
std::optional<Int> first_outside(const Tensor& index, Int extent) {
    const Tensor entries = prepared(index, Dtype::int64);
    const Int* const begin = entries.data<Int>();
    const Int* const end = begin + entries.numel();
    const Int* const found = std::find_if(begin, end, [extent](Int entry) { return entry < 0 || entry >= extent; });
    return found == end ? std::nullopt : std::optional(*found);
}

// x[:, ..., index, ...] with the index at `dim`.
IndexList items_at(int dim, const Tensor& index) {
    IndexItem whole;
    whole.kind = IndexItem::Kind::slice;
    IndexList items(static_cast<std::size_t>(dim), whole);
    const IndexList last = tensor_items({index});
    items.push_back(last[0]);
    return items;
}

// One slice number is as good as a list of one.
Tensor as_vector(const Tensor& index) { return index.ndim() == 0 ? index.view_as({1}, {1}, index.offset()) : index; }

Value index_select_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& index = args.tensor(2);
    const int dim = normalize_dim(args.dialect(), args.integer(1), self.ndim());
    if (index.ndim() > 1) {
        throw Error(ErrorKind::index, "index_select(): Index is supposed to be a vector");
    }
    if (!is_whole(index)) {
        throw Error(ErrorKind::dtype, "index_select(): Expected dtype int32 or int64 for index");
    }
    if (first_outside(index, extent_of(self, dim))) {
        throw Error(ErrorKind::index, "index out of range in self");
    }
    if (self.ndim() == 0) {
        return indexed(args.dialect(), as_vector(self), items_at(0, as_vector(index))).view_as({}, {}, 0);
    }
    return indexed(args.dialect(), self, items_at(dim, as_vector(index)));
}

// The gradients of the slices added up where they came from.
Grads index_select_backward(const Tape& tape, const Tensor& grad) {
    const Shape& shape = tape.shape(0);
    return {apply<"index_add">(zeros_of(shape, grad.dtype()), tape.args().integer(1), tape.input(2), grad)};
}

void check_index_add(const Args& args, int dim) {
    const Tensor& self = args.tensor(0);
    const Tensor& index = args.tensor(2);
    const Tensor& source = args.tensor(3);
    if (index.ndim() > 1) {
        throw Error(ErrorKind::index,
                    "index_add_(): Index is supposed to be a vector, but got dim: " + std::to_string(index.ndim()) +
                        " with type: " + std::string(long_name_of(index.dtype())) +
                        " and size: " + torch_text(index.shape()));
    }
    if (!is_whole(index)) {
        throw Error(ErrorKind::dtype, "index_add_(): Expected dtype int32/int64 for index but got: " +
                                          std::string(long_name_of(index.dtype())));
    }
    if (source.dtype() != self.dtype()) {
        throw Error(ErrorKind::dtype, "index_add_(): self (" + std::string(long_name_of(self.dtype())) +
                                          ") and source (" + std::string(long_name_of(source.dtype())) +
                                          ") must have the same scalar type");
    }
    Shape wanted = self.shape();
    if (!wanted.empty()) {
        wanted[static_cast<std::size_t>(dim)] = source.ndim() == self.ndim() ? source.size(dim) : -1;
    }
    if (wanted != source.shape()) {
        throw Error(
            ErrorKind::shape,
            "source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = " +
                torch_text(self.shape()) + " source.shape = " + torch_text(source.shape()));
    }
    if (index.numel() != extent_of(source, dim)) {
        throw Error(ErrorKind::shape, "index_add_(): Number of indices (" + std::to_string(index.numel()) +
                                          ") should be equal to source.size(dim): (" +
                                          std::to_string(extent_of(source, dim)) +
                                          "), for dim: " + std::to_string(dim));
    }
    if (const auto entry = first_outside(index, extent_of(self, dim))) {
        throw Error(ErrorKind::value, "index " + std::to_string(*entry) + " is out of bounds for dimension " +
                                          std::to_string(dim) + " with size " + std::to_string(extent_of(self, dim)));
    }
}

void index_add_in_place(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& index = args.tensor(2);
    const Tensor& source = args.tensor(3);
    const int dim = normalize_dim(args.dialect(), args.integer(1), self.ndim());
    check_index_add(args, dim);
    Args add(args.dialect());
    add.push(self.ndim() == 0 ? as_vector(self) : self);
    add.push(items_at(dim, as_vector(index)));
    const Scalar& alpha = args.scalar(4);
    add.push(alpha.kind() == Scalar::Kind::integer && alpha.integer() == 1 ? source : mul(source, alpha));
    add.push(true);
    find_op("index_put").def->in_place_forward(add);
}

Value index_add_forward(const Args& args) { return on_copy(args, index_add_in_place); }

// self: grad; source: alpha times the slices of grad that it was added to
Grads index_add_backward(const Tape& tape, const Tensor& grad) {
    Tensor source;
    if (tape.needs(3)) {
        const Tensor slices = apply<"index_select">(grad, tape.args().integer(1), tape.input(2));
        source = mul(reshape(slices, tape.shape(3)), tape.args().scalar(4));
    }
    return {grad, Tensor(), source};
}

void index_fill_in_place(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& index = args.tensor(2);
    const int dim = normalize_dim(args.dialect(), args.integer(1), self.ndim());
    if (args.is_tensor(3) && args.tensor(3).ndim() != 0) {
        throw Error(ErrorKind::shape, "index_fill_ only supports a 0-dimensional value tensor, but got tensor with " +
                                          std::to_string(args.tensor(3).ndim()) + " dimension(s).");
    }
    if (index.ndim() > 1) {
        throw Error(ErrorKind::shape, "Index has to be a vector/scalar");
    }
    if (index.dtype() != Dtype::int64) {
        throw Error(ErrorKind::index, "index_fill_(): Expected dtype int64 for index.");
    }
    Args put(args.dialect());
    put.push(self.ndim() == 0 ? as_vector(self) : self);
    put.push(items_at(dim, as_vector(index)));
    put.push(args.is_tensor(3) ? Value(converted(args.tensor(3), self.dtype())) : args[3]);
    put.push(false);
    find_op("index_put").def->in_place_forward(put);
}

Value index_fill_forward(const Args& args) { return on_copy(args, index_fill_in_place); }

std::string_view index_fill_grad_name(const Args& args) {
    return args.is_tensor(3) ? "IndexFillBackward1" : "IndexFillBackward0";
}

// self: grad, with zeros where the value went; the value: the sum of grad there, a slice named twice counting once
Grads index_fill_backward(const Tape& tape, const Tensor& grad) {
    const Int dim = tape.args().integer(1);
    Grads grads(3);
    if (tape.needs(0)) {
        grads[0] = apply<"index_fill">(grad, dim, tape.input(2), Scalar(0));
    }
    if (tape.needs(3)) {
        const Tensor filled =
            apply<"index_fill">(zeros_of(grad.shape(), Dtype::boolean), dim, tape.input(2), Scalar(true));
        grads[2] = apply<"sum">(where(filled, grad, Scalar(0.0)));
    }
    return grads;
}

// ---- joining along a dim

enum class Join : std::uint8_t { sum, prod, mean, largest, smallest };

Join join_of(const Args& args) { return static_cast<Join>(args.integer(4)); }

// What joins with any element to that element.
template <class T>
T neutral(Join join) {
    using Limits = std::numeric_limits<T>;
    switch (join) {
        case Join::prod: return T{1};
        case Join::largest: return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
        case Join::smallest: return Limits::has_infinity ? Limits::infinity() : Limits::max();
        default: return T{};
    }
}

template <class T>
T joined(Join join, T a, T b) {
    switch (join) {
        case Join::prod: return wrapping(a, b, [](auto x, auto y) { return x * y; });
        case Join::largest: return a > b || a != a ? a : b;
        case Join::smallest: return a < b || a != a ? a : b;
        default: return wrapping(a, b, [](auto x, auto y) { return x + y; });
    }
}

// How many elements meet at each place: those of src, and self's own where it is counted.
Tensor meeting(const Tensor& self, std::int64_t dim, const Tensor& index, bool include_self, Dtype dtype) {
    return apply<"scatter_add">(Tensor::full(self.shape(), include_self ? 1 : 0, dtype), dim, index,
                                Tensor::full(index.shape(), 1, dtype));
}

void scatter_reduce_in_place(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& index = args.tensor(2);
    const Tensor& src = args.tensor(3);
    const Join join = join_of(args);
    const int dim = normalize_dim(args.dialect(), args.integer(1), self.ndim());
    check_scatter(args, "scatter", dim);
    const Strides source = for_ndim(src.strides(), index.shape().size());
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        T* to = self.data<T>();
        const T* from = src.data<T>();
        if (!args.boolean(5)) {
            for_each_entry(self, dim, index, source, [&](Int place, Int) { to[place] = neutral<T>(join); });
        }
        for_each_entry(self, dim, index, source,
                       [&](Int place, Int k) { to[place] = joined(join, to[place], from[k]); });
    });
    if (join == Join::mean) {
        const Tensor count =
            apply<"clamp">(meeting(self, dim, index, args.boolean(5), self.dtype()), Scalar(1), Value());
        copy_into(self, is_floating(self.dtype()) ? div(self, count) : apply<"floor_divide">(self, count));
    }
}

Value scatter_reduce_forward(const Args& args) {
    const GradMode unrecorded(false);
    return on_copy(args, scatter_reduce_in_place);
}

// The part of `src` that the index reads.
Tensor read_part(const Tensor& src, const Shape& shape) {
    Tensor part = src;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        if (part.shape()[d] != shape[d]) {
            part = apply<"narrow">(part, static_cast<Int>(d), Int{0}, shape[d]);
        }
    }
    return part;
}

// The gradient of that part among zeros for the rest.
Tensor unread_part(const Tensor& grad, const Shape& shape) {
    if (grad.shape() == shape) {
        return grad;
    }
    Shape pad;
    for (std::size_t d = shape.size(); d-- > 0;) {
        pad.push_back(0);
        pad.push_back(shape[d] - grad.shape()[d]);
    }
    return apply<"constant_pad_nd">(grad, pad);
}

// Gradients of self and of the part of src that the index reads.
std::pair<Tensor, Tensor> joined_gradients(const Tape& tape, const Tensor& grad) {
    const Int dim = tape.args().integer(1);
    const bool include_self = tape.args().boolean(5);
    const Join join = join_of(tape.args());
    const Tensor& self = tape.input(0);
    const Tensor& index = tape.input(2);
    const Tensor src = read_part(tape.input(3), index.shape());
    const auto at_source = [&](const Tensor& values) { return apply<"gather">(values, dim, index); };
    if (join == Join::sum) {
        return {grad, at_source(grad)};
    }
    if (join == Join::mean) {
        const Tensor count = apply<"clamp">(meeting(self, dim, index, include_self, grad.dtype()), Scalar(1), Value());
        const Tensor share = div(grad, count);
        return {share, at_source(share)};
    }
    const Tensor result = tape.result();
    if (join == Join::prod) {
        // A factor's gradient is the product of the others: the product divided by it, or made without it where it is the one 0.
        const auto product = [&](const Tensor& a, const Tensor& b) {
            return apply<"scatter_reduce">(a, dim, index, b, static_cast<Int>(join), include_self);
        };
        const Tensor own = apply<"masked_fill">(self, apply<"eq">(self, Scalar(0)), Scalar(1));
        const Tensor zero = apply<"eq">(src, Scalar(0));
        const Tensor zeros =
            apply<"scatter_add">(zeros_of(self.shape(), Dtype::int64), dim, index, apply<"to">(zero, Dtype::int64));
        const Tensor single = apply<"logical_and">(zero, apply<"eq">(at_source(zeros), Scalar(1)));
        const Tensor without = product(self, apply<"masked_fill">(src, single, Scalar(1)));
        const Tensor divided = div(at_source(mul(grad, result)), apply<"masked_fill">(src, zero, Scalar(1)));
        return {div(mul(grad, product(own, src)), own), where(single, at_source(mul(grad, without)), divided)};
    }
    // Shared among those that are the extreme.
    const Tensor own = apply<"to">(apply<"eq">(self, result), grad.dtype());
    const Tensor theirs = apply<"to">(apply<"eq">(src, at_source(result)), grad.dtype());
    const Tensor share = div(grad, apply<"scatter_add">(own, dim, index, theirs));
    return {mul(own, share), mul(theirs, at_source(share))};
}

Grads scatter_reduce_backward(const Tape& tape, const Tensor& grad) {
    auto [own, theirs] = joined_gradients(tape, grad);
    if (!tape.args().boolean(5)) {
        own = apply<"scatter">(own, tape.args().integer(1), tape.input(2), Scalar(0));
    }
    return {own, Tensor(), unread_part(theirs, tape.shape(3))};
}

constexpr OpDef table[] = {
    {.signature = "gather(Tensor self, int dim, Tensor index) -> Tensor",
     .names = "torch.gather Tensor.gather",
     .doc = "For each entry of `index` the element of `self` at its own place, with the entry in place of `dim`.",
     .dtype = DtypeRule::same,
     .forward = gather_forward,
     .backward = gather_backward,
     .keeps = Keep::inputs},
    {.signature = "scatter(Tensor self, int dim, Tensor index, Operand src) -> Tensor",
     .names = "torch.scatter Tensor.scatter",
     .doc = "`self` with the elements of `src` written where gather would have read them.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = scatter_forward,
     .backward = scatter_backward,
     .keeps = Keep::inputs,
     .grad_name = scatter_grad_name,
     .in_place = true,
     .in_place_forward = scatter_in_place},
    {.signature = "scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor",
     .names = "torch.scatter_add Tensor.scatter_add",
     .doc = "`self` with the elements of `src` added where gather would have read them.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = scatter_add_forward,
     .backward = scatter_add_backward,
     .keeps = Keep::inputs,
     .in_place = true,
     .in_place_forward = scatter_add_in_place},
    {.signature = "index_select(Tensor self, int dim, Tensor index) -> Tensor",
     .names = "torch.index_select Tensor.index_select",
     .doc = "The slices of `dim` that `index`, a vector, names, in its order.",
     .dtype = DtypeRule::same,
     .forward = index_select_forward,
     .backward = index_select_backward,
     .keeps = Keep::inputs},
    {.signature = "index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor",
     .names = "torch.index_add Tensor.index_add",
     .doc = "`self` with alpha times the slices of `source` added to the slices that `index` names.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = index_add_forward,
     .backward = index_add_backward,
     .keeps = Keep::inputs,
     .in_place = true,
     .in_place_forward = index_add_in_place},
    {.signature = "index_fill(Tensor self, int dim, Tensor index, Operand value) -> Tensor",
     .doc = "`self` with `value` in the slices of `dim` that `index` names.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = index_fill_forward,
     .backward = index_fill_backward,
     .keeps = Keep::inputs,
     .grad_name = index_fill_grad_name,
     .in_place = true,
     .in_place_forward = index_fill_in_place},
    {.signature =
         "scatter_reduce(Tensor self, int dim, Tensor index, Tensor src, int reduce, bool include_self=True) -> Tensor",
     .doc = "`self` joined with `src` where gather would have read it: by sum (0), product, mean, largest or smallest.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = scatter_reduce_forward,
     .backward = scatter_reduce_backward,
     .keeps = Keep::both,
     .in_place = true,
     .in_place_forward = scatter_reduce_in_place},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> gathering_ops() { return table; }

}  // namespace sconce
