// Tensors joined, taken apart, repeated and rearranged.
#include <algorithm>

#include "engine/autograd/tape.hpp"
#include "engine/ops/views.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

std::string at_text(std::size_t i) { return std::to_string(i); }

// `count` entries of `dim` from `start` on, as a view. Not recorded.
Tensor range_of(const Tensor& self, int dim, Int start, Int count) {
    Shape shape = self.shape();
    shape[static_cast<std::size_t>(dim)] = count;
    return self.view_as(shape, self.strides(), count == 0 ? self.offset() : self.offset() + start * self.stride(dim));
}

Dtype common_dtype(Dialect dialect, const TensorList& tensors) {
    Dtype dtype = tensors[0].dtype();
    for (const Tensor& tensor : tensors) {
        dtype = promote(dialect, dtype, tensor.dtype());
    }
    return dtype;
}

// ---- cat and stack

// torch.cat passes over tensors of shape (0,) whatever the others' shape: an old habit that programs rely on.
bool is_skipped(Dialect dialect, const Tensor& tensor) {
    return dialect == Dialect::torch && tensor.ndim() == 1 && tensor.size(0) == 0;
}

void check_cat_dims(Dialect dialect, const TensorList& tensors, std::size_t first) {
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (tensors[i].ndim() == 0) {
            throw Error(ErrorKind::shape, dialect == Dialect::torch ? "zero-dimensional tensor (at position " +
                                                                          at_text(i) + ") cannot be concatenated"
                                                                    : "zero-dimensional arrays cannot be concatenated");
        }
        if (is_skipped(dialect, tensors[i]) || tensors[i].ndim() == tensors[first].ndim()) {
            continue;
        }
        throw dialect == Dialect::torch
            ? Error(ErrorKind::shape, "Tensors must have same number of dimensions: got " +
                                          std::to_string(tensors[first].ndim()) + " and " +
                                          std::to_string(tensors[i].ndim()))
            : Error(ErrorKind::shape,
                    "all the input arrays must have same number of dimensions, but the array at index " +
                        at_text(first) + " has " + std::to_string(tensors[first].ndim()) +
                        " dimension(s) and the array at index " + at_text(i) + " has " +
                        std::to_string(tensors[i].ndim()) + " dimension(s)");
    }
}

// The tensors of one cat, checked: which dim they join along, and the result's shape.
struct CatPlan {
    int dim = 0;
    Shape shape;
};

CatPlan plan_cat(const Args& args) {
    const TensorList& tensors = args.tensors(0);
    const Dialect dialect = args.dialect();
    const bool torch = dialect == Dialect::torch;
    if (tensors.empty()) {
        throw Error(ErrorKind::argument, torch ? "torch.cat(): expected a non-empty list of Tensors"
                                               : "need at least one array to concatenate");
    }
    std::size_t first = 0;
    while (first + 1 < tensors.size() && is_skipped(dialect, tensors[first])) {
        ++first;
    }
    check_cat_dims(dialect, tensors, first);
    CatPlan plan{.dim = normalize_dim(dialect, args.integer(1), tensors[first].ndim()),
                 .shape = tensors[first].shape()};
    const auto along = static_cast<std::size_t>(plan.dim);
    for (std::size_t i = first + 1; i < tensors.size(); ++i) {
        if (is_skipped(dialect, tensors[i])) {
            continue;
        }
        for (std::size_t d = 0; d < plan.shape.size(); ++d) {
            const Int expected = plan.shape[d];
            const Int got = tensors[i].shape()[d];
            if (d == along || expected == got) {
                continue;
            }
            throw torch
                ? Error(ErrorKind::shape, "Sizes of tensors must match except in dimension " +
                                              std::to_string(plan.dim) + ". Expected size " + std::to_string(expected) +
                                              " but got size " + std::to_string(got) + " for tensor number " +
                                              at_text(i) + " in the list.")
                : Error(
                      ErrorKind::shape,
                      "all the input array dimensions except for the concatenation axis must match exactly, but along "
                      "dimension " +
                          at_text(d) + ", the array at index " + at_text(first) + " has size " +
                          std::to_string(expected) + " and the array at index " + at_text(i) + " has size " +
                          std::to_string(got));
        }
        plan.shape[along] += tensors[i].shape()[along];
    }
    return plan;
}

Value cat_forward(const Args& args) {
    const CatPlan plan = plan_cat(args);
    const TensorList& tensors = args.tensors(0);
    const Tensor result = Tensor::empty(plan.shape, common_dtype(args.dialect(), tensors));
    Int start = 0;
    for (const Tensor& tensor : tensors) {
        if (!is_skipped(args.dialect(), tensor)) {
            copy_into(range_of(result, plan.dim, start, tensor.size(plan.dim)), tensor);
            start += tensor.size(plan.dim);
        }
    }
    return result;
}

// Each tensor gets the part of grad that it became.
Grads cat_backward(const Tape& tape, const Tensor& grad) {
    const Int dim = normalize_dim(Dialect::torch, tape.args().integer(1), grad.ndim());
    Grads grads;
    Int start = 0;
    for (const NodeInput& input : tape.inputs()) {
        if (input.shape == Shape{0}) {
            grads.push_back(input.edge ? zeros_of(input.shape, grad.dtype()) : Tensor());
            continue;
        }
        const Int length = input.shape[static_cast<std::size_t>(dim)];
        grads.push_back(input.edge ? apply<"narrow">(grad, dim, start, length) : Tensor());
        start += length;
    }
    return grads;
}

Value stack_forward(const Args& args) {
    const TensorList& tensors = args.tensors(0);
    const bool torch = args.dialect() == Dialect::torch;
    if (tensors.empty()) {
        throw torch ? Error(ErrorKind::value, "stack expects a non-empty TensorList")
                    : Error(ErrorKind::argument, "need at least one array to stack");
    }
    const Shape& each = tensors[0].shape();
    for (std::size_t i = 1; i < tensors.size(); ++i) {
        if (tensors[i].shape() != each) {
            throw Error(ErrorKind::shape, torch ? "stack expects each tensor to be equal size, but got " +
                                                      torch_text(each) + " at entry 0 and " +
                                                      torch_text(tensors[i].shape()) + " at entry " + at_text(i)
                                                : "all input arrays must have the same shape");
        }
    }
    const int dim = normalize_dim(args.dialect(), args.integer(1), tensors[0].ndim() + 1);
    Shape shape = each;
    shape.insert(shape.begin() + dim, static_cast<Int>(tensors.size()));
    const Tensor result = Tensor::empty(shape, common_dtype(args.dialect(), tensors));
    Strides strides = result.strides();
    const Int step = result.stride(dim);
    strides.erase(strides.begin() + dim);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        copy_into(result.view_as(each, strides, static_cast<Int>(i) * step), tensors[i]);
    }
    return result;
}

Tensor select(const Tensor& grad, Int dim, Int place) {
    return apply<"squeeze">(apply<"narrow">(grad, dim, place, Int{1}), Shape{dim});
}

// Each tensor gets its slice of grad.
Grads stack_backward(const Tape& tape, const Tensor& grad) {
    const Int dim = normalize_dim(Dialect::torch, tape.args().integer(1), grad.ndim());
    Grads grads;
    Int place = 0;
    for (const NodeInput& input : tape.inputs()) {
        grads.push_back(input.edge ? select(grad, dim, place) : Tensor());
        ++place;
    }
    return grads;
}

// ---- split and unbind

TensorList parts(const Tensor& self, int dim, const Shape& lengths) {
    TensorList result;
    Int start = 0;
    for (const Int length : lengths) {
        result.push_back(range_of(self, dim, start, length));
        start += length;
    }
    return result;
}

// torch gives an even split that the extent does not fill one shorter part at the end.
Value split_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Int step = args.integer(1);
    if (self.ndim() == 0) {
        throw Error(ErrorKind::shape, "split expects at least a 1-dimensional tensor");
    }
    if (step < 0) {
        throw Error(ErrorKind::value,
                    "split expects split_size be non-negative, but got split_size=" + std::to_string(step));
    }
    const int dim = normalize_dim(args.dialect(), args.integer(2), self.ndim());
    const Int extent = self.size(dim);
    if (step == 0 && extent != 0) {
        throw Error(ErrorKind::value, "split_size can only be 0 if dimension size is 0, but got dimension size of " +
                                          std::to_string(extent));
    }
    Shape lengths;
    for (Int start = 0; start < extent; start += step) {
        lengths.push_back(std::min(step, extent - start));
    }
    if (lengths.empty()) {
        lengths.push_back(0);
    }
    return parts(self, dim, lengths);
}

Value split_with_sizes_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Shape& lengths = args.ints(1);
    if (self.ndim() == 0) {
        throw Error(ErrorKind::shape, "split expects at least a 1-dimensional tensor");
    }
    const int dim = normalize_dim(args.dialect(), args.integer(2), self.ndim());
    Int total = 0;
    for (const Int length : lengths) {
        if (length < 0) {
            throw Error(ErrorKind::value,
                        "split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=" +
                            torch_text(lengths));
        }
        total += length;
    }
    if (total != self.size(dim)) {
        throw Error(ErrorKind::shape, "split_with_sizes expects split_sizes to sum exactly to " +
                                          std::to_string(self.size(dim)) + " (input tensor's size at dimension " +
                                          std::to_string(dim) + "), but got split_sizes=" + torch_text(lengths));
    }
    return parts(self, dim, lengths);
}

// The gradients of the parts, joined; zeros for a part that nothing used.
Grads split_backward(const Tape& tape, const Tensor& grad) {
    const Int dim = normalize_dim(Dialect::torch, tape.args().integer(2), static_cast<Int>(tape.shape(0).size()));
    TensorList grads;
    for (std::size_t i = 0; i < tape.outputs().size(); ++i) {
        const Tensor& part = tape.grad(i);
        grads.push_back(part ? part : zeros_of(tape.outputs()[i].shape, grad.dtype()));
    }
    return {apply<"cat">(grads, dim)};
}

Value unbind_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.ndim() == 0) {
        throw Error(ErrorKind::index,
                    "Dimension specified as " + std::to_string(args.integer(1)) + " but tensor has no dimensions");
    }
    const int dim = normalize_dim(args.dialect(), args.integer(1), self.ndim());
    Shape shape = self.shape();
    Strides strides = self.strides();
    shape.erase(shape.begin() + dim);
    strides.erase(strides.begin() + dim);
    TensorList result;
    for (Int i = 0; i < self.size(dim); ++i) {
        result.push_back(self.view_as(shape, strides, self.offset() + i * self.stride(dim)));
    }
    return result;
}

// The gradients of the slices, stacked; zeros for a slice that nothing used.
Grads unbind_backward(const Tape& tape, const Tensor& grad) {
    TensorList grads;
    for (std::size_t i = 0; i < tape.outputs().size(); ++i) {
        const Tensor& part = tape.grad(i);
        grads.push_back(part ? part : zeros_of(grad.shape(), grad.dtype()));
    }
    const Int dim = normalize_dim(Dialect::torch, tape.args().integer(1), static_cast<Int>(tape.shape(0).size()));
    return {apply<"stack">(grads, dim)};
}

// ---- repeat, flip, roll

Value repeat_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Shape& repeats = args.ints(1);
    const Shape& shape = self.shape();
    if (repeats.size() < shape.size()) {
        throw Error(ErrorKind::shape,
                    "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
    }
    const std::size_t lead = repeats.size() - shape.size();
    Shape target(repeats.size());
    for (std::size_t d = 0; d < repeats.size(); ++d) {
        target[d] = repeats[d] * (d < lead ? 1 : shape[d - lead]);
    }
    for (const Int extent : target) {
        if (extent < 0) {
            throw Error(ErrorKind::value, "Trying to create tensor with negative dimension " + std::to_string(extent) +
                                              ": " + torch_text(target));
        }
    }
    const Tensor result = Tensor::empty(target, self.dtype());
    // Each repeated extent as two dims, (repeats, extent): one copy with the first dim broadcast fills them all.
    Shape pairs;
    Shape once;
    for (std::size_t d = 0; d < repeats.size(); ++d) {
        const Int extent = d < lead ? 1 : shape[d - lead];
        pairs.push_back(repeats[d]);
        pairs.push_back(extent);
        once.push_back(1);
        once.push_back(extent);
    }
    if (result.numel() != 0) {
        copy_into(result.view_as(pairs, contiguous_strides(pairs), 0),
                  self.view_as(once, *view_strides(shape, self.strides(), once), self.offset()));
    }
    return result;
}

// grad summed over the repetitions
Grads repeat_backward(const Tape& tape, const Tensor& grad) {
    const Shape& repeats = tape.args().ints(1);
    const Shape& shape = tape.shape(0);
    const std::size_t lead = repeats.size() - shape.size();
    Shape pairs;
    Shape copies;
    for (std::size_t d = 0; d < repeats.size(); ++d) {
        copies.push_back(static_cast<Int>(pairs.size()));
        pairs.push_back(repeats[d]);
        if (d >= lead) {
            pairs.push_back(shape[d - lead]);
        }
    }
    if (copies.empty()) {
        return {grad};
    }
    return {reshape(sum(reshape(grad, pairs), copies, false), shape)};
}

// torch copies; NumPy walks backwards through the same memory.
Value flip_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const std::vector<bool> flipped = dim_mask(args, 1, self.ndim());
    Strides strides = self.strides();
    Int offset = self.offset();
    for (std::size_t d = 0; d < flipped.size(); ++d) {
        if (flipped[d] && self.shape()[d] > 0) {
            offset += (self.shape()[d] - 1) * strides[d];
            strides[d] = -strides[d];
        }
    }
    const Tensor backwards = self.view_as(self.shape(), strides, self.numel() == 0 ? self.offset() : offset);
    if (args.dialect() == Dialect::numpy) {
        return backwards;
    }
    return copy_with_strides(backwards, self.dtype(), packed_strides(self.shape(), self.strides()));
}

// grad flipped back
Grads flip_backward(const Tape& tape, const Tensor& grad) { return {apply<"flip">(grad, tape.args()[1])}; }

// The last `shift` entries of a dim come first; the rest follows.
Tensor rolled(const Tensor& self, Int shift, int dim) {
    const Tensor result = Tensor::empty(self.shape(), self.dtype());
    const Int extent = self.size(dim);
    if (extent == 0) {
        return result;
    }
    const Int front = ((shift % extent) + extent) % extent;
    copy_into(range_of(result, dim, 0, front), range_of(self, dim, extent - front, front));
    copy_into(range_of(result, dim, front, extent - front), range_of(self, dim, 0, extent - front));
    return result;
}

Value roll_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Shape& shifts = args.ints(1);
    const Shape& dims = args.ints(2);
    if (shifts.empty()) {
        throw Error(ErrorKind::value, "`shifts` required");
    }
    if (dims.empty() && shifts.size() == 1) {
        const Tensor flat = prepared(self, self.dtype());
        const Shape line{self.numel()};
        return rolled(flat.view_as(line, contiguous_strides(line), flat.offset()), shifts[0], 0)
            .view_as(self.shape(), contiguous_strides(self.shape()), 0);
    }
    if (shifts.size() != dims.size()) {
        throw Error(ErrorKind::value, "shifts and dimensions must align. shifts: " + at_text(shifts.size()) +
                                          ", dims:" + at_text(dims.size()));
    }
    Tensor result = self;
    for (std::size_t i = 0; i < dims.size(); ++i) {
        if (self.ndim() == 0 && args.dialect() == Dialect::torch) {
            throw Error(ErrorKind::index,
                        "Dimension specified as " + std::to_string(dims[i]) + " but tensor has no dimensions");
        }
        result = rolled(result, shifts[i], normalize_dim(args.dialect(), dims[i], self.ndim()));
    }
    return result;
}

// grad rolled back
Grads roll_backward(const Tape& tape, const Tensor& grad) {
    Shape back = tape.args().ints(1);
    for (Int& shift : back) {
        shift = -shift;
    }
    return {apply<"roll">(grad, back, tape.args().ints(2))};
}

// ---- triangles

// Rows of the result keep the columns from `low` to before `high`, both given the row's number.
template <class Keep>
Value triangle(const Args& args, std::string_view name, Keep keep) {
    Tensor self = args.tensor(0);
    if (self.ndim() < 2) {
        if (args.dialect() == Dialect::torch || self.ndim() == 0) {
            throw Error(ErrorKind::shape, std::string(name) + ": input tensor must have at least 2 dimensions");
        }
        // NumPy broadcasts a vector to the rows of a square.
        self = expanded(args.dialect(), self, {self.size(0), self.size(0)});
    }
    const Int rows = self.size(-2);
    const Int columns = self.size(-1);
    const Int shift = std::clamp<Int>(args.integer(1), -rows, columns);
    const Tensor result = copy_with_strides(self, self.dtype(), contiguous_strides(self.shape()));
    const Int matrices = rows * columns == 0 ? 0 : result.numel() / (rows * columns);
    const auto item = size_of(self.dtype());
    std::byte* row = result.bytes();
    for (Int i = 0; i < matrices * rows; ++i) {
        const auto [low, high] = keep(std::clamp<Int>(i % rows + shift, -1, columns), columns);
        std::fill_n(row, static_cast<std::size_t>(low) * item, std::byte{0});
        std::fill(row + static_cast<std::size_t>(high) * item, row + static_cast<std::size_t>(columns) * item,
                  std::byte{0});
        row += static_cast<std::size_t>(columns) * item;
    }
    return result;
}

// Columns up to and with row + diagonal.
Value tril_forward(const Args& args) {
    return triangle(args, "tril", [](Int last, Int columns) { return std::pair(Int{0}, std::min(last + 1, columns)); });
}

// Columns from row + diagonal on.
Value triu_forward(const Args& args) {
    return triangle(args, "triu", [](Int first, Int columns) { return std::pair(std::max<Int>(first, 0), columns); });
}

// The same triangle of grad
Grads tril_backward(const Tape& tape, const Tensor& grad) { return {apply<"tril">(grad, tape.args().integer(1))}; }
Grads triu_backward(const Tape& tape, const Tensor& grad) { return {apply<"triu">(grad, tape.args().integer(1))}; }

constexpr OpDef table[] = {
    {.signature = "cat(Tensor[] tensors, int dim=0) -> Tensor",
     .names = "torch.cat torch.concat torch.concatenate",
     .doc = "Tensors joined along `dim`; their other extents must agree.",
     .dtype = DtypeRule::promote,
     .forward = cat_forward,
     .backward = cat_backward},
    {.signature = "stack(Tensor[] tensors, int dim=0) -> Tensor",
     .names = "torch.stack",
     .doc = "Tensors of one shape joined along a new dim.",
     .dtype = DtypeRule::promote,
     .forward = stack_forward,
     .backward = stack_backward},
    {.signature = "split(Tensor self, int split_size, int dim=0) -> Tensor[]",
     .doc = "Views of `split_size` entries of `dim` each; the last may have fewer.",
     .dtype = DtypeRule::same,
     .forward = split_forward,
     .backward = split_backward,
     .view = true},
    {.signature = "split_with_sizes(Tensor self, int[] split_sizes, int dim=0) -> Tensor[]",
     .names = "torch.split_with_sizes Tensor.split_with_sizes",
     .doc = "Views of as many entries of `dim` as each size says.",
     .dtype = DtypeRule::same,
     .forward = split_with_sizes_forward,
     .backward = split_backward,
     .view = true},
    {.signature = "unbind(Tensor self, int dim=0) -> Tensor[]",
     .names = "torch.unbind Tensor.unbind",
     .doc = "Views of all slices along `dim`, without that dim.",
     .dtype = DtypeRule::same,
     .forward = unbind_forward,
     .backward = unbind_backward,
     .view = true},
    {.signature = "repeat(Tensor self, int[] repeats) -> Tensor",
     .names = "Tensor.repeat",
     .doc = "Copies of the tensor side by side, as many along each dim as `repeats` says.",
     .dtype = DtypeRule::same,
     .forward = repeat_forward,
     .backward = repeat_backward},
    {.signature = "flip(Tensor self, int[] dims) -> Tensor",
     .names = "torch.flip Tensor.flip",
     .doc = "The order of entries reversed along each of `dims`.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = flip_forward,
     .backward = flip_backward},
    {.signature = "roll(Tensor self, int[] shifts, int[] dims=[]) -> Tensor",
     .names = "torch.roll Tensor.roll",
     .doc = "Entries moved along each of `dims`, those pushed out coming in at the other end; without dims along the "
            "flattened tensor.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = roll_forward,
     .backward = roll_backward},
    {.signature = "tril(Tensor self, int diagonal=0) -> Tensor",
     .names = "torch.tril Tensor.tril",
     .doc = "Matrices with zeros above the given diagonal.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = tril_forward,
     .backward = tril_backward,
     .in_place = true},
    {.signature = "triu(Tensor self, int diagonal=0) -> Tensor",
     .names = "torch.triu Tensor.triu",
     .doc = "Matrices with zeros below the given diagonal.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = triu_forward,
     .backward = triu_backward,
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> joining_ops() { return table; }

}  // namespace sconce
