// Matrix products of any rank.
#include "engine/kernels/simd/matmul.hpp"

#include <algorithm>

#include "engine/autograd/tape.hpp"
#include "engine/core/interrupt.hpp"
#include "engine/core/parallel.hpp"
#include "engine/ops/complex.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

// Integers have no packed kernel; products wrap as both libraries' do.
template <class T>
void integer_matmul(kernels::MatrixView<const T> a, kernels::MatrixView<const T> b, kernels::MatrixView<T> c, Int m,
                    Int n, Int k) {
    for (Int i = 0; i < m; ++i) {
        for (Int j = 0; j < n; ++j) {
            std::uint64_t total = 0;
            for (Int p = 0; p < k; ++p) {
                total += static_cast<std::uint64_t>(a.data[i * a.row + p * a.column]) *
                         static_cast<std::uint64_t>(b.data[p * b.row + j * b.column]);
            }
            c.data[i * c.row + j] = static_cast<T>(total);
        }
        check_interrupt();
    }
}

template <class T>
void multiply(kernels::MatrixView<const T> a, kernels::MatrixView<const T> b, kernels::MatrixView<T> c, Int m, Int n,
              Int k) {
    if constexpr (std::is_floating_point_v<T>) {
        kernels::matmul(a, b, c, m, n, k);
    } else {
        integer_matmul(a, b, c, m, n, k);
    }
}

std::string product(const Shape& shape, std::size_t from, std::size_t to) {
    Int rows = 1;
    for (std::size_t i = from; i < to; ++i) {
        rows *= shape[i];
    }
    return std::to_string(rows);
}

Shape leading(const Shape& shape) { return shape.size() <= 2 ? Shape{} : Shape(shape.begin(), shape.end() - 2); }

// torch sends each rank combination through another function, and each has its own words.
[[noreturn]] void torch_mismatch(const Tensor& a, const Tensor& b) {
    const auto text = [](Int n) { return std::to_string(n); };
    if (a.ndim() == 1 && b.ndim() == 1) {
        throw Error(ErrorKind::shape, "inconsistent tensor size, expected tensor [" + text(a.size(0)) + "] and src [" +
                                          text(b.size(0)) + "] to have the same number of elements, but got " +
                                          text(a.size(0)) + " and " + text(b.size(0)) + " elements respectively");
    }
    if (a.ndim() == 2 && b.ndim() == 1) {
        throw Error(ErrorKind::shape, "size mismatch, got input (" + text(a.size(0)) + "), mat (" + text(a.size(0)) +
                                          "x" + text(a.size(1)) + "), vec (" + text(b.size(0)) + ")");
    }
    if (a.ndim() <= 2 && b.ndim() == 2) {
        throw Error(ErrorKind::shape, "mat1 and mat2 shapes cannot be multiplied (" +
                                          (a.ndim() == 1 ? "1" : text(a.size(0))) + "x" + text(a.size(-1)) + " and " +
                                          text(b.size(0)) + "x" + text(b.size(1)) + ")");
    }
    if (a.ndim() >= 3 && b.ndim() == 2) {
        throw Error(ErrorKind::shape, "mat1 and mat2 shapes cannot be multiplied (" +
                                          product(a.shape(), 0, a.shape().size() - 1) + "x" + text(a.size(-1)) +
                                          " and " + text(b.size(0)) + "x" + text(b.size(1)) + ")");
    }
    if (a.ndim() >= 3 && b.ndim() == 1) {
        const std::string rows = product(a.shape(), 0, a.shape().size() - 1);
        throw Error(ErrorKind::shape, "size mismatch, got input (" + rows + "), mat (" + rows + "x" + text(a.size(-1)) +
                                          "), vec (" + text(b.size(0)) + ")");
    }
    const Shape batch = broadcast_shapes(Dialect::torch, leading(a.shape()), leading(b.shape()));
    throw Error(ErrorKind::shape, "Expected size for first two dimensions of batch2 tensor to be: [" +
                                      product(batch, 0, batch.size()) + ", " + text(a.size(-1)) + "] but got: [" +
                                      product(batch, 0, batch.size()) + ", " + text(b.size(-2)) + "].");
}

constexpr std::string_view gufunc = "gufunc signature (n?,k),(k,m?)->(n?,m?)";

[[noreturn]] void numpy_mismatch(const Tensor& a, const Tensor& b) {
    const Int inner = b.ndim() == 1 ? b.size(0) : b.size(-2);
    throw Error(ErrorKind::shape, "matmul: Input operand 1 has a mismatch in its core dimension 0, with " +
                                      std::string(gufunc) + " (size " + std::to_string(inner) + " is different from " +
                                      std::to_string(a.size(-1)) + ")");
}

void check_ranks(const Args& args) {
    const Tensor& a = args.tensor(0);
    const Tensor& b = args.tensor(1);
    if (a.ndim() > 0 && b.ndim() > 0) {
        return;
    }
    if (args.dialect() == Dialect::torch) {
        throw Error(ErrorKind::shape, "both arguments to matmul need to be at least 1D, but they are " +
                                          std::to_string(a.ndim()) + "D and " + std::to_string(b.ndim()) + "D");
    }
    throw Error(
        ErrorKind::shape,
        "matmul: Input operand " + std::string(a.ndim() == 0 ? "0" : "1") +
            " does not have enough dimensions (has 0, gufunc core with signature (n?,k),(k,m?)->(n?,m?) requires 1)");
}

void check_inner(const Args& args) {
    const Tensor& a = args.tensor(0);
    const Tensor& b = args.tensor(1);
    // torch's dot looks at the dtypes first.
    const bool dtypes_first =
        args.dialect() == Dialect::torch && a.ndim() == 1 && b.ndim() == 1 && a.dtype() != b.dtype();
    if (dtypes_first || a.size(-1) == (b.ndim() == 1 ? b.size(0) : b.size(-2))) {
        return;
    }
    if (args.dialect() == Dialect::torch) {
        torch_mismatch(a, b);
    }
    numpy_mismatch(a, b);
}

Dtype product_dtype(const Args& args) {
    const Dtype a = args.tensor(0).dtype();
    const Dtype b = args.tensor(1).dtype();
    if (args.dialect() == Dialect::numpy) {
        return promote(Dialect::numpy, a, b);
    }
    if (a != b) {
        const bool vectors = args.tensor(0).ndim() == 1 && args.tensor(1).ndim() == 1;
        const bool batched = args.tensor(0).ndim() > 2 && args.tensor(1).ndim() > 2;
        if (args.tensor(0).ndim() >= 2 && args.tensor(1).ndim() == 1) {
            throw Error(ErrorKind::dtype, "addmv input tensors must have the same dtype, but got " +
                                              std::string(long_name_of(b)) + ", " + std::string(long_name_of(a)) +
                                              ", and " + std::string(long_name_of(b)));
        }
        throw Error(
            ErrorKind::dtype,
            vectors ? "dot : expected both vectors to have same dtype, but found " + std::string(long_name_of(a)) +
                          " and " + std::string(long_name_of(b))
            : batched
                ? "expected scalar type " + std::string(long_name_of(a)) + " but found " + std::string(long_name_of(b))
                : "expected m1 and m2 to have the same dtype, but got: " + std::string(native_name_of(a)) +
                      " != " + std::string(native_name_of(b)));
    }
    if (a == Dtype::boolean) {
        throw Error(ErrorKind::unsupported, "\"addmm_impl_cpu_\" not implemented for 'Bool'");
    }
    return a;
}

Shape batch_shape(Dialect dialect, const Tensor& a, const Tensor& b) {
    const Shape left = leading(a.shape());
    const Shape right = leading(b.shape());
    try {
        return broadcast_shapes(dialect, left, right);
    } catch (const Error&) {
        if (dialect == Dialect::torch) {
            throw;
        }
    }
    const auto remapped = [](const Tensor& t, const Shape& lead) {
        std::string text = numpy_text(t.shape()) + "->(";
        for (const Int extent : lead) {
            text += std::to_string(extent) + ",";
        }
        return text + "newaxis,newaxis)";
    };
    throw Error(
        ErrorKind::shape,
        "operands could not be broadcast together with remapped shapes [original->remapped]: " + remapped(a, left) +
            " " + remapped(b, right) + "  and requested shape " + numpy_text(Shape{a.size(-2), b.size(-1)}));
}

// (..., n, k) @ (..., k, m) -> (..., n, m); one-dimensional operands lose their added axis again.
Value matmul_forward(const Args& args) {
    check_ranks(args);
    check_inner(args);
    const Dtype asked = product_dtype(args);
    if (is_complex(asked)) {
        return forward_complex(find_op("matmul"), args);
    }
    const Dtype dtype = wide_of(asked);
    const Tensor a = converted(args.tensor(0), dtype);
    const Tensor b = converted(args.tensor(1), dtype);
    const bool row_vector = a.ndim() == 1;
    const bool column_vector = b.ndim() == 1;
    const Int k = a.size(-1);
    const Int n = row_vector ? 1 : a.size(-2);
    const Int m = column_vector ? 1 : b.size(-1);
    Shape shape = batch_shape(args.dialect(), a, b);
    const std::size_t batch_dims = shape.size();
    const Shape batch = shape;
    if (!row_vector) {
        shape.push_back(n);
    }
    if (!column_vector) {
        shape.push_back(m);
    }
    const Tensor result = Tensor::empty(shape, dtype);
    const Strides steps_a = broadcast_strides(leading(a.shape()), leading(a.strides()), batch);
    const Strides steps_b = broadcast_strides(leading(b.shape()), leading(b.strides()), batch);
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        kernels::MatrixView<const T> left{a.data<T>(), row_vector ? 0 : a.stride(-2), a.stride(-1)};
        kernels::MatrixView<const T> right{b.data<T>(), column_vector ? b.stride(0) : b.stride(-2),
                                           column_vector ? 0 : b.stride(-1)};
        kernels::MatrixView<T> out{result.data<T>(), m, 1};
        // A batch on the left that lies row after row, against one matrix, is a single tall product.
        if (!row_vector && batch_dims > 0 && b.ndim() <= 2 && a.is_contiguous()) {
            multiply<T>(left, right, out, element_count(batch) * n, m, k);
            return;
        }
        const Int count = element_count(batch);
        // A few large products are shared each by itself.
        parallel_for(count, count < thread_count() ? count : grain_for(n * m * k, 1 << 18), [&](Int begin, Int end) {
            for (Int i = begin; i < end; ++i) {
                Int at_a = 0;
                Int at_b = 0;
                Int rest = i;
                for (std::size_t d = batch_dims; d-- > 0;) {
                    at_a += rest % batch[d] * steps_a[d];
                    at_b += rest % batch[d] * steps_b[d];
                    rest /= batch[d];
                }
                multiply<T>({left.data + at_a, left.row, left.column}, {right.data + at_b, right.row, right.column},
                            {out.data + i * n * m, m, 1}, n, m, k);
            }
        });
    });
    return converted(result, asked);
}

// d(a b) = grad b^T, a^T grad; added axes of vectors come back for the products and the walk sums over broadcast batches
Grads matmul_backward(const Tape& tape, const Tensor& grad) {
    const bool row_vector = tape.shape(0).size() == 1;
    const bool column_vector = tape.shape(1).size() == 1;
    if (row_vector && column_vector) {
        return {tape.needs(0) ? mul(grad, tape.input(1)) : Tensor(),
                tape.needs(1) ? mul(grad, tape.input(0)) : Tensor()};
    }
    Tensor full = grad;
    if (row_vector) {
        full = unsqueeze(full, -2);
    }
    if (column_vector) {
        full = unsqueeze(full, -1);
    }
    Grads grads(2);
    if (tape.needs(0)) {
        const Tensor b = column_vector ? unsqueeze(tape.input(1), -1) : tape.input(1);
        const Tensor da = matmul(full, transpose(b, -2, -1));
        grads[0] = row_vector ? sum_to(reshape(da,
                                               [&] {
                                                   Shape shape = da.shape();
                                                   shape.erase(shape.end() - 2);
                                                   return shape;
                                               }()),
                                       tape.shape(0))
                              : da;
    }
    if (tape.needs(1)) {
        const Tensor a = row_vector ? unsqueeze(tape.input(0), -2) : tape.input(0);
        const Tensor db = matmul(transpose(a, -2, -1), full);
        grads[1] =
            column_vector ? sum_to(reshape(db, Shape(db.shape().begin(), db.shape().end() - 1)), tape.shape(1)) : db;
    }
    return grads;
}

std::string_view matmul_grad_name(const Args& args) {
    const int a = args.tensor(0).ndim();
    const int b = args.tensor(1).ndim();
    if (a == 1 && b == 1) {
        return "DotBackward0";
    }
    if (a == 2 && b == 1) {
        return "MvBackward0";
    }
    if (a == 1 && b == 2) {
        return "SqueezeBackward4";
    }
    if (a == 2 && b > 2 && requires_grad(args.tensor(1))) {
        return "CloneBackward0";  // torch turns the two around, and the product back
    }
    return a == 2 && b == 2 ? "MmBackward0" : "UnsafeViewBackward0";
}

constexpr OpDef table[] = {
    {.signature = "matmul(Tensor self, Tensor other) -> Tensor",
     .names = "torch.matmul Tensor.matmul numpy.matmul",
     .doc = "Matrix product over the last two dimensions, (..., n, k) @ (..., k, m) -> (..., n, m); dimensions in "
            "front broadcast, "
            "vectors count as one row or one column.",
     .dtype = DtypeRule::promote,
     .forward = matmul_forward,
     .backward = matmul_backward,
     .keeps = Keep::inputs,
     .grad_name = matmul_grad_name,
     .any_dtype = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> matmul_ops() { return table; }

}  // namespace sconce
