// Rows of a table by their numbers.
#include <algorithm>
#include <cstring>

#include "engine/autograd/tape.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

void check_embedding(const Tensor& weight, const Tensor& indices) {
    if (weight.ndim() != 2) {
        throw Error(ErrorKind::shape, "'weight' must be 2-D");
    }
    if (indices.dtype() != Dtype::int64 && indices.dtype() != Dtype::int32) {
        const std::string name(long_name_of(indices.dtype()));
        throw Error(ErrorKind::dtype,
                    "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; "
                    "but got " +
                        (indices.dtype() == Dtype::boolean ? "CPUBoolType" : "torch." + name + "Tensor") +
                        " instead (while checking arguments for embedding)");
    }
}

// weight (V, D), indices (...) -> (..., D)
Value embedding_forward(const Args& args) {
    const Tensor& weight = args.tensor(0);
    check_embedding(weight, args.tensor(1));
    const Tensor places = prepared(args.tensor(1), Dtype::int64);
    const Tensor rows = prepared(weight, weight.dtype());
    Shape shape = places.shape();
    shape.push_back(weight.size(1));
    const Tensor result = Tensor::empty(shape, weight.dtype());
    const auto bytes = static_cast<std::size_t>(weight.size(1)) * size_of(weight.dtype());
    for (Int i = 0; i < places.numel(); ++i) {
        const Int place = places.data<Int>()[i];
        if (place < 0 || place >= weight.size(0)) {
            throw Error(ErrorKind::index, "index out of range in self");
        }
        std::memcpy(result.bytes() + static_cast<std::size_t>(i) * bytes,
                    rows.bytes() + static_cast<std::size_t>(place) * bytes, bytes);
    }
    return result;
}

// What each looked-up row's gradient counts: 0 for the padding row, 1 / occurrences by frequency. Empty where all count 1.
Tensor row_shares(const Tensor& places, Int rows, Int padding, bool by_frequency, Dtype dtype) {
    if (padding < 0 && !by_frequency) {
        return {};
    }
    std::vector<Int> occurrences(static_cast<std::size_t>(by_frequency ? rows : 0));
    for (Int i = 0; by_frequency && i < places.numel(); ++i) {
        ++occurrences[static_cast<std::size_t>(places.data<Int>()[i])];
    }
    const Tensor shares = Tensor::empty({places.numel(), 1}, dtype);
    visit_floating(dtype, [&]<class T>(TypeTag<T>) {
        for (Int i = 0; i < places.numel(); ++i) {
            const Int place = places.data<Int>()[i];
            const T count = by_frequency ? static_cast<T>(occurrences[static_cast<std::size_t>(place)]) : T{1};
            shares.data<T>()[i] = place == padding ? T{0} : T{1} / count;
        }
    });
    return shares;
}

// d weight: each row sums the gradients of the places that looked it up
Grads embedding_backward(const Tape& tape, const Tensor& grad) {
    const Shape& table = tape.shape(0);
    const Tensor places = prepared(tape.input(1), Dtype::int64);
    const Int count = places.numel();
    Tensor rows = reshape(grad, {count, table[1]});
    if (const Tensor shares =
            row_shares(places, table[0], tape.args().integer(2), tape.args().boolean(3), wide_of(tape.dtype(0)))) {
        rows = mul(rows, shares);
        rows = rows.dtype() == tape.dtype(0) ? rows : apply<"to">(rows, tape.dtype(0));
    }
    if (grad_enabled() || is_narrow(tape.dtype(0))) {
        return {apply<"index_add">(zeros_of(table, tape.dtype(0)), Int{0}, reshape(places, {count}), rows), Tensor()};
    }
    const Tensor total = zeros_of(table, tape.dtype(0));
    const Tensor source = prepared(rows, tape.dtype(0));
    visit_floating(tape.dtype(0), [&]<class T>(TypeTag<T>) {
        for (Int i = 0; i < count; ++i) {
            T* to = total.data<T>() + places.data<Int>()[i] * table[1];
            const T* from = source.data<T>() + i * table[1];
            for (Int d = 0; d < table[1]; ++d) {
                to[d] += from[d];
            }
        }
    });
    return {total, Tensor()};
}

constexpr OpDef table[] = {
    {.signature = "embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False, bool "
                  "sparse=False) -> Tensor",
     .names = "torch.embedding",
     .doc = "The rows of weight (V, D) that indices (...) name, as (..., D). The row padding_idx gets no gradient.",
     .dtype = DtypeRule::same,
     .forward = embedding_forward,
     .backward = embedding_backward,
     .keeps = Keep::inputs},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> embedding_ops() { return table; }

}  // namespace sconce
