// Scaled dot-product attention as one op.
#include "engine/kernels/simd/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/autograd/tape.hpp"
#include "engine/core/parallel.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

Shape leading(const Shape& shape) { return Shape(shape.begin(), shape.end() - 2); }

void check_inputs(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor* mask, bool is_causal) {
    if (query.dtype() != key.dtype() || query.dtype() != value.dtype()) {
        throw Error(ErrorKind::dtype, "Expected query, key, and value to have the same dtype, but got query.dtype: " +
                                          std::string(native_name_of(query.dtype())) +
                                          " key.dtype: " + std::string(native_name_of(key.dtype())) +
                                          " and value.dtype: " + std::string(native_name_of(value.dtype())) +
                                          " instead.");
    }
    if (query.ndim() < 2 || key.ndim() < 2 || value.ndim() < 2) {
        throw Error(ErrorKind::shape,
                    "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: " +
                        std::to_string(query.ndim()) + " key.dim: " + std::to_string(key.ndim()) +
                        " and value.dim: " + std::to_string(value.ndim()) + " instead.");
    }
    if (mask != nullptr) {
        if (mask->dtype() != Dtype::boolean && mask->dtype() != query.dtype() && mask->dtype() != Dtype::float32) {
            throw Error(
                ErrorKind::dtype,
                "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: " +
                    std::string(native_name_of(mask->dtype())) +
                    " and  query.dtype: " + std::string(native_name_of(query.dtype())) + " instead.");
        }
        if (is_causal) {
            throw Error(ErrorKind::value,
                        "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True");
        }
    }
}

// Where each problem of the batch finds its operands. `batch` is the broadcast of all leading dimensions.
struct Batch {
    Shape shape;
    std::vector<Int> query, key, value, bias;
};

// Element offsets of a tensor's matrices, one for each index of `batch`. With grouped queries, `repeats` neighbouring heads of the
// batch share one head of the tensor.
std::vector<Int> offsets(const Tensor& tensor, const Shape& batch, Int repeats) {
    Shape lead = leading(tensor.shape());
    Strides strides = leading(tensor.strides());
    const Int count = element_count(batch);
    std::vector<Int> result(static_cast<std::size_t>(count));
    for (Int i = 0; i < count; ++i) {
        Int rest = i;
        Int at = 0;
        for (std::size_t d = batch.size(); d-- > 0;) {
            Int index = rest % batch[d];
            rest /= batch[d];
            const std::size_t missing = batch.size() - lead.size();
            if (d < missing) {
                continue;
            }
            if (d + 1 == batch.size()) {
                index /= repeats;
            }
            at += lead[d - missing] == 1 ? 0 : index * strides[d - missing];
        }
        result[static_cast<std::size_t>(i)] = at;
    }
    return result;
}

struct Setup {
    Batch batch;
    Int length, keys, width, value_width;
    double scale;
    bool is_causal;
    Tensor bias;
};

// A boolean mask as a number to add: 0 where the query may look, minus infinity where it may not.
Tensor additive(const Tensor& mask, Dtype dtype) {
    if (mask.dtype() != Dtype::boolean) {
        return converted(mask, dtype);
    }
    return converted(where(mask, Scalar(0.0), Scalar(-std::numeric_limits<double>::infinity())), dtype);
}

Int group_size(const Tensor& query, const Tensor& key, bool grouped) {
    if (!grouped || query.ndim() < 3 || key.ndim() < 3) {
        return 1;
    }
    const Int heads = query.size(-3);
    const Int key_heads = key.size(-3);
    if (key_heads == 0 || heads % key_heads != 0) {
        throw Error(
            ErrorKind::shape,
            "Number of heads in key and value must divide the number of heads in query when enable_gqa=True, got " +
                std::to_string(key_heads) + " and " + std::to_string(heads));
    }
    return heads / key_heads;
}

// Parameters shared by the forward and backward ops: query, key, value, attn_mask, is_causal, scale, enable_gqa from `at` on.
Setup set_up(const Args& args, std::size_t at) {
    const Tensor& query = args.tensor(at);
    const Tensor& key = args.tensor(at + 1);
    const Tensor& value = args.tensor(at + 2);
    const bool grouped = args.boolean(at + 6);
    Setup setup;
    setup.length = query.size(-2);
    setup.width = query.size(-1);
    setup.keys = key.size(-2);
    setup.value_width = value.size(-1);
    setup.is_causal = args.boolean(at + 4);
    setup.scale = args.has(at + 5) ? args.real(at + 5) : 1 / std::sqrt(static_cast<double>(setup.width));
    if (key.size(-1) != setup.width) {
        // What the plain formula's matmul would say.
        matmul(query, transpose(key, -2, -1));
    }
    if (value.size(-2) != setup.keys) {
        matmul(matmul(query, transpose(key, -2, -1)), value);
    }
    const Int key_group = group_size(query, key, grouped);
    const Int value_group = group_size(query, value, grouped);
    Shape key_lead = leading(key.shape());
    Shape value_lead = leading(value.shape());
    if (key_group > 1) {
        key_lead.back() *= key_group;
    }
    if (value_group > 1) {
        value_lead.back() *= value_group;
    }
    setup.batch.shape = broadcast_shapes(
        Dialect::torch, broadcast_shapes(Dialect::torch, leading(query.shape()), key_lead), value_lead);
    setup.batch.query = offsets(query, setup.batch.shape, 1);
    setup.batch.key = offsets(key, setup.batch.shape, key_group);
    setup.batch.value = offsets(value, setup.batch.shape, value_group);
    if (args.has(at + 3)) {
        Shape table = setup.batch.shape;
        table.push_back(setup.length);
        table.push_back(setup.keys);
        const Tensor mask = additive(args.tensor(at + 3), query.dtype());
        // torch reads three dimensions as four, and its words about the mask count them so.
        Shape shown = table;
        if (query.ndim() == 3) {
            shown.insert(shown.begin(), 1);
        }
        const Shape scores = broadcast_shapes(Dialect::torch, shown, mask.shape());
        if (scores != shown) {
            throw Error(ErrorKind::shape, "output with shape " + torch_text(shown) +
                                              " doesn't match the broadcast shape " + torch_text(scores));
        }
        // What the mask has in front of the table's dimensions is 1 by now.
        const auto extra = static_cast<std::ptrdiff_t>(std::max(mask.shape().size(), table.size()) - table.size());
        const Shape extents(mask.shape().begin() + extra, mask.shape().end());
        const Strides strides(mask.strides().begin() + extra, mask.strides().end());
        setup.bias = mask.view_as(table, broadcast_strides(extents, strides, table), mask.offset());
        setup.batch.bias = offsets(setup.bias, setup.batch.shape, 1);
    }
    return setup;
}

template <class T>
kernels::MatrixView<const T> matrix(const Tensor& tensor, Int offset) {
    return {tensor.data<T>() + offset, tensor.stride(-2), tensor.stride(-1)};
}

template <class T>
kernels::AttentionProblem<T> problem(const Setup& s, const Tensor& query, const Tensor& key, const Tensor& value,
                                     Int head) {
    const auto i = static_cast<std::size_t>(head);
    return {.query = matrix<T>(query, s.batch.query[i]),
            .key = matrix<T>(key, s.batch.key[i]),
            .value = matrix<T>(value, s.batch.value[i]),
            .bias = s.bias ? matrix<T>(s.bias, s.batch.bias[i]) : kernels::MatrixView<const T>{nullptr, 0, 0},
            .length = s.length,
            .keys = s.keys,
            .width = s.width,
            .value_width = s.value_width,
            .scale = static_cast<T>(s.scale),
            .is_causal = s.is_causal};
}

// Heads for one thread at a time. A few large heads are shared each by itself.
Int grain_of(const Setup& s, Int heads) {
    const Int work = s.length * s.keys * (s.width + s.value_width);
    return heads < thread_count() ? heads : grain_for(work, 1 << 18);
}

// (..., L, E), (..., S, E), (..., S, D) -> output (..., L, D) and the rows' log-sums (..., L)
Value flash_forward(const Args& args) {
    const Setup s = set_up(args, 0);
    const Tensor& query = args.tensor(0);
    Shape rows = s.batch.shape;
    rows.push_back(s.length);
    Shape shape = rows;
    shape.push_back(s.value_width);
    const Tensor output = Tensor::empty(shape, query.dtype());
    const Tensor log_sum = Tensor::empty(rows, query.dtype());
    const Int heads = element_count(s.batch.shape);
    visit_floating(query.dtype(), [&]<class T>(TypeTag<T>) {
        parallel_for(heads, grain_of(s, heads), [&](Int begin, Int end) {
            for (Int i = begin; i < end; ++i) {
                kernels::attention_forward(problem<T>(s, query, args.tensor(1), args.tensor(2), i),
                                           output.data<T>() + i * s.length * s.value_width,
                                           log_sum.data<T>() + i * s.length);
            }
        });
    });
    return TensorList{output, log_sum};
}

Value flash_backward_forward(const Args& args) {
    const Setup s = set_up(args, 3);
    const Tensor& query = args.tensor(3);
    const Tensor& key = args.tensor(4);
    const Tensor& value = args.tensor(5);
    // Expanded or permuted gradients come here with any strides; the output and log-sums are ours and contiguous.
    const Tensor grad = prepared(args.tensor(0), query.dtype());
    TensorList grads;
    std::vector<std::vector<Int>> at;
    for (const Tensor* input : {&query, &key, &value}) {
        grads.push_back(zeros_of(input->shape(), query.dtype()));
        const bool grouped = input != &query;
        at.push_back(offsets(grads.back(), s.batch.shape, grouped ? group_size(query, *input, args.boolean(9)) : 1));
    }
    const Int heads = element_count(s.batch.shape);
    // Heads that add to the same gradient take turns.
    const bool apart = std::ranges::all_of(
        grads, [&](const Tensor& own) { return own.numel() == heads * own.size(-2) * own.size(-1); });
    visit_floating(query.dtype(), [&]<class T>(TypeTag<T>) {
        parallel_for(heads, apart ? grain_of(s, heads) : heads, [&](Int begin, Int end) {
            for (Int i = begin; i < end; ++i) {
                const auto head = static_cast<std::size_t>(i);
                const Int row = i * s.length;
                kernels::attention_backward(problem<T>(s, query, key, value, i),
                                            {.grad = {grad.data<T>() + row * s.value_width, s.value_width, 1},
                                             .output = args.tensor(1).data<T>() + row * s.value_width,
                                             .log_sum = args.tensor(2).data<T>() + row,
                                             .query = {grads[0].data<T>() + at[0][head], s.width, 1},
                                             .key = {grads[1].data<T>() + at[1][head], s.width, 1},
                                             .value = {grads[2].data<T>() + at[2][head], s.value_width, 1}});
            }
        });
    });
    return grads;
}

Grads flash_backward(const Tape& tape, const Tensor& grad) {
    const Args& args = tape.args();
    const TensorList grads = std::get<TensorList>(
        call<"attention_backward">(grad, tape.result(), tape.second_result(), tape.input(0), tape.input(1),
                                   tape.input(2), args[3], args[4], args[5], args[6]));
    return {grads[0], grads[1], grads[2], Tensor()};
}

// torch has the tiled kernel for (B, H, T, D), adds a dim to (B, T, D) for it, and takes the formula for a single matrix.
std::string_view flash_grad_name(const Args& args) {
    const int ndim = args.tensor(0).ndim();
    return ndim == 2 ? "MmBackward0" : ndim == 3 ? "SqueezeBackward1" : "ScaledDotProductFlashAttentionForCpuBackward0";
}

Grads flash_backward_backward(const Tape&, const Tensor&) {
    throw Error(ErrorKind::autograd,
                "derivative for aten::_scaled_dot_product_flash_attention_for_cpu_backward is not implemented");
}

// The formula with the table of weights: for gradients of the mask, which the tiles do not give.
Tensor plain_attention(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask, double scale) {
    const Tensor scores = add(mul(matmul(query, transpose(key, -2, -1)), Scalar(scale)), mask);
    return matmul(apply<"softmax">(scores, Int{-1}), value);
}

Value scaled_dot_product_attention_forward(const Args& args) {
    const Tensor& query = args.tensor(0);
    const Tensor& key = args.tensor(1);
    const Tensor& value = args.tensor(2);
    const Tensor* mask = args.has(3) ? &args.tensor(3) : nullptr;
    check_inputs(query, key, value, mask, args.boolean(5));
    if (args.real(4) != 0) {
        throw Error(ErrorKind::unsupported,
                    "scaled_dot_product_attention: dropout_p other than 0 is not in this subset, got " +
                        std::to_string(args.real(4)));
    }
    if (mask != nullptr && grad_enabled() && requires_grad(*mask)) {
        const double scale = args.has(6) ? args.real(6) : 1 / std::sqrt(static_cast<double>(query.size(-1)));
        return plain_attention(query, key, value, *mask, scale);
    }
    return std::get<TensorList>(call<"flash_attention">(query, key, value, args[3], args[5], args[6], args[7]))[0];
}

constexpr OpDef table[] = {
    {.signature = "scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float "
                  "dropout_p=0.0, bool "
                  "is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor",
     .names = "F.scaled_dot_product_attention",
     .doc = "softmax(query key^T scale + mask) value, computed tile by tile without the table of weights. query (..., "
            "L, E), key (..., S, E), "
            "value (..., S, D) -> (..., L, D); scale is 1/sqrt(E) unless given; a boolean attn_mask (..., L, S) says "
            "where to look, a float one is "
            "added; is_causal lets query i see keys up to i (Vaswani et al. 2017, arXiv:1706.03762; Dao et al. 2022, "
            "arXiv:2205.14135).",
     .dtype = DtypeRule::same,
     .forward = scaled_dot_product_attention_forward},
    {.signature = "flash_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask, bool is_causal, float? "
                  "scale, bool enable_gqa) -> (Tensor, Tensor)",
     .doc = "The tiled kernel: output and the logarithm of each row's sum of exponentials.",
     .forward = flash_forward,
     .backward = flash_backward,
     .keeps = Keep::both,
     .grad_name = flash_grad_name},
    {.signature = "attention_backward(Tensor grad, Tensor output, Tensor log_sum, Tensor query, Tensor key, Tensor "
                  "value, Tensor? attn_mask, bool is_causal, "
                  "float? scale, bool enable_gqa) -> (Tensor, Tensor, Tensor)",
     .doc = "Gradients of query, key and value, recomputing the weights tile by tile.",
     .forward = flash_backward_forward,
     .backward = flash_backward_backward},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> attention_ops() { return table; }

}  // namespace sconce
