// Elements picked by their number in the flattened tensor, by a mask, or for not being zero.
#include <algorithm>

#include "engine/autograd/tape.hpp"
#include "engine/ops/index_plan.hpp"
#include "engine/ops/views.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

Value take_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& index = args.tensor(1);
    if (index.dtype() != Dtype::int64) {
        throw Error(ErrorKind::dtype,
                    "take(): Expected a long tensor for index, but got " + std::string(long_name_of(index.dtype())));
    }
    const Int count = self.numel();
    if (count == 0 && index.numel() != 0) {
        throw Error(ErrorKind::index, "take(): tried to take from an empty tensor");
    }
    const Tensor entries = prepared(index, Dtype::int64);
    const Tensor rows = prepared(self, self.dtype());
    const Tensor result = Tensor::empty(index.shape(), self.dtype());
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        for (Int i = 0; i < entries.numel(); ++i) {
            const Int entry = entries.data<Int>()[i];
            if (entry < -count || entry >= count) {
                throw Error(ErrorKind::index, "out of range: tried to access index " + std::to_string(entry) +
                                                  " on a tensor of " + std::to_string(count) + " elements.");
            }
            result.data<T>()[i] = rows.data<T>()[entry < 0 ? entry + count : entry];
        }
    });
    return result;
}

// Every element's gradient goes back to where it was read.
Grads take_backward(const Tape& tape, const Tensor& grad) {
    const Shape& shape = tape.shape(0);
    const Tensor flat = zeros_of({element_count(shape)}, grad.dtype());
    return {reshape(apply<"index_put">(flat, tensor_items({tape.input(1)}), grad, true), shape)};
}

// The mask's items on the shape that self and mask broadcast to.
IndexList mask_items(const Tensor& mask, const Shape& shape) {
    return tensor_items({expanded(Dialect::torch, mask, shape)});
}

Value masked_select_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& mask = args.tensor(1);
    if (mask.dtype() != Dtype::boolean) {
        throw Error(ErrorKind::dtype, "masked_select: expected BoolTensor for mask");
    }
    Shape shape = broadcast_shapes(args.dialect(), mask.shape(), self.shape());
    if (shape.empty()) {
        shape = {1};
    }
    return indexed(args.dialect(), expanded(args.dialect(), self, shape), mask_items(mask, shape));
}

// grad where the mask chose, zeros elsewhere; the walk sums over what was broadcast
Grads masked_select_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& mask = tape.input(1);
    Shape shape = broadcast_shapes(Dialect::torch, mask.shape(), tape.shape(0));
    if (shape.empty()) {
        shape = {1};
    }
    return {
        sum_to(apply<"index_put">(zeros_of(shape, grad.dtype()), mask_items(mask, shape), grad, false), tape.shape(0)),
        Tensor()};
}

Value nonzero_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.ndim() == 0) {
        return Tensor::empty({self.item().to<bool>() ? 1 : 0, 0}, Dtype::int64);
    }
    const TensorList columns = nonzero_columns(self);
    const Int count = columns[0].numel();
    const Tensor result = Tensor::empty({count, self.ndim()}, Dtype::int64);
    // Column after column in memory, as torch lays them.
    result.impl().strides = {1, std::max<Int>(count, 1)};
    for (int d = 0; d < self.ndim(); ++d) {
        copy_into(result.view_as({count}, {1}, d * count), columns[static_cast<std::size_t>(d)]);
    }
    return result;
}

constexpr OpDef table[] = {
    {.signature = "take(Tensor self, Tensor index) -> Tensor",
     .names = "torch.take Tensor.take",
     .doc = "Elements of the flattened tensor by number, in the shape of `index`.",
     .dtype = DtypeRule::same,
     .forward = take_forward,
     .backward = take_backward,
     .keeps = Keep::inputs},
    {.signature = "masked_select(Tensor self, Tensor mask) -> Tensor",
     .names = "torch.masked_select Tensor.masked_select",
     .doc = "A vector of the elements where the boolean `mask` is True; the two broadcast.",
     .dtype = DtypeRule::same,
     .forward = masked_select_forward,
     .backward = masked_select_backward,
     .keeps = Keep::inputs},
    {.signature = "nonzero(Tensor self) -> Tensor",
     .names = "torch.nonzero Tensor.nonzero",
     .doc = "The coordinates of all nonzero elements, one row each.",
     .dtype = DtypeRule::int64,
     .forward = nonzero_forward},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> selecting_ops() { return table; }

}  // namespace sconce
