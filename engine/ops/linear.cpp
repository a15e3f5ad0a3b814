// input weight^T + bias as one op: the bias is where the product starts from.
#include "engine/autograd/tape.hpp"
#include "engine/kernels/simd/matmul.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

Int rows_of(const Tensor& input) {
    return input.ndim() == 0 ? 1 : element_count(Shape(input.shape().begin(), input.shape().end() - 1));
}

Tensor transposed(const Tensor& weight) {
    if (weight.ndim() > 2) {
        throw Error(ErrorKind::shape,
                    "t() expects a tensor with <= 2 dimensions, but self is " + std::to_string(weight.ndim()) + "D");
    }
    return weight.ndim() == 2 ? transpose(weight, 0, 1) : weight;
}

// torch multiplies and adds through addmm here, which has words of its own.
void check_with_bias(const Tensor& input, const Tensor& weight, const Tensor& bias) {
    if (weight.ndim() != 2) {
        throw Error(ErrorKind::shape, "mat2 must be a matrix, got " + std::to_string(weight.ndim()) + "-D tensor");
    }
    if (input.size(-1) != weight.size(1)) {
        throw Error(ErrorKind::shape, "mat1 and mat2 shapes cannot be multiplied (" + std::to_string(rows_of(input)) +
                                          "x" + std::to_string(input.size(-1)) + " and " +
                                          std::to_string(weight.size(1)) + "x" + std::to_string(weight.size(0)) + ")");
    }
    if (input.dtype() != weight.dtype() || bias.dtype() != weight.dtype()) {
        const bool bias_differs = input.dtype() == weight.dtype();
        throw Error(ErrorKind::dtype, std::string(bias_differs ? "self" : "mat1") +
                                          " and mat2 must have the same dtype, but got " +
                                          std::string(long_name_of((bias_differs ? bias : input).dtype())) + " and " +
                                          std::string(long_name_of(weight.dtype())));
    }
    const Shape product{rows_of(input), weight.size(0)};
    const Shape& shape = bias.shape();
    bool fits = shape.size() <= 2;
    for (std::size_t i = 0; fits && i < shape.size(); ++i) {
        const Int wanted = product[product.size() - 1 - i];
        const Int found = shape[shape.size() - 1 - i];
        if (found != 1 && found != wanted) {
            throw Error(ErrorKind::shape, "The expanded size of the tensor (" + std::to_string(wanted) +
                                              ") must match the existing size (" + std::to_string(found) +
                                              ") at non-singleton dimension " + std::to_string(1 - i) +
                                              ".  Target sizes: " + torch_text(product) +
                                              ".  Tensor sizes: " + torch_text(shape));
        }
    }
    if (!fits) {
        throw Error(ErrorKind::shape, "expand(" + torch_text(shape) + ", size=" + torch_text(product) +
                                          "): the number of sizes provided (2) must be greater or equal to the number "
                                          "of dimensions in the tensor (" +
                                          std::to_string(shape.size()) + ")");
    }
}

// (..., in) times (out, in)^T plus (out) -> (..., out)
Value linear_forward(const Args& args) {
    const Tensor& input = args.tensor(0);
    const Tensor& weight = args.tensor(1);
    if (input.ndim() == 0 || weight.ndim() == 0) {
        throw Error(ErrorKind::shape, "both arguments to linear need to be at least 1D, but they are " +
                                          std::to_string(input.ndim()) + "D and " + std::to_string(weight.ndim()) +
                                          "D");
    }
    const GradMode unrecorded(false);
    if (!args.has(2)) {
        return matmul(input, transposed(weight));
    }
    const Tensor& bias = args.tensor(2);
    if (weight.ndim() == 1 && bias.ndim() == 0 && input.ndim() != 2) {
        return add(matmul(input, weight), bias);
    }
    check_with_bias(input, weight, bias);
    if (!is_floating(input.dtype())) {
        return add(matmul(input, transposed(weight)), bias);
    }
    const Int rows = rows_of(input);
    const Int in = input.size(-1);
    const Int out = weight.size(0);
    Shape shape(input.shape().begin(), input.shape().end() - 1);
    shape.push_back(out);
    const Tensor result = Tensor::empty(shape, input.dtype());
    const Tensor table = result.view_as({rows, out}, {out, 1}, 0);
    copy_into(table, bias);
    const Tensor x = input.ndim() == 2 ? input : prepared(input, input.dtype());
    visit_floating(input.dtype(), [&]<class T>(TypeTag<T>) {
        kernels::matmul({x.data<T>(), x.ndim() == 2 ? x.stride(0) : in, x.stride(-1)},
                        {weight.data<T>(), weight.stride(1), weight.stride(0)}, {result.data<T>(), out, 1}, rows, out,
                        in, true);
    });
    return result;
}

// d input = grad weight, d weight = grad^T input, d bias = sum of grad's rows
Grads linear_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& input = tape.input(0);
    const Tensor weight = tape.input(1).ndim() == 1 ? unsqueeze(tape.input(1), 0) : tape.input(1);
    const Int rows = rows_of(input);
    const Tensor table = reshape(grad, {rows, weight.size(0)});
    Grads grads(3);
    if (tape.needs(0)) {
        grads[0] = reshape(matmul(table, weight), input.shape());
    }
    if (tape.needs(1)) {
        grads[1] = reshape(matmul(transpose(table, 0, 1), reshape(input, {rows, input.size(-1)})), tape.shape(1));
    }
    if (tape.args().has(2) && tape.needs(2)) {
        grads[2] = tape.shape(2).size() <= 1 && tape.shape(1).size() == 2 ? sum(table, {0}, false) : grad;
    }
    return grads;
}

std::string_view linear_grad_name(const Args& args) {
    const Tensor& input = args.tensor(0);
    if (!args.has(2)) {
        if (args.tensor(1).ndim() == 1) {
            return input.ndim() == 1 ? "DotBackward0" : input.ndim() == 2 ? "MvBackward0" : "UnsafeViewBackward0";
        }
        return input.ndim() == 1 ? "SqueezeBackward4" : input.ndim() == 2 ? "MmBackward0" : "UnsafeViewBackward0";
    }
    if (input.ndim() == 2) {
        return "AddmmBackward0";
    }
    return input.is_contiguous() && args.tensor(1).ndim() == 2 ? "ViewBackward0" : "AddBackward0";
}

constexpr OpDef table[] = {
    {.signature = "linear(Tensor self, Tensor weight, Tensor? bias=None) -> Tensor",
     .names = "F.linear",
     .doc = "self weight^T + bias: (..., in), (out, in) and (out) -> (..., out).",
     .dtype = DtypeRule::same,
     .forward = linear_forward,
     .backward = linear_backward,
     .keeps = Keep::inputs,
     .grad_name = linear_grad_name},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> linear_ops() { return table; }

}  // namespace sconce
