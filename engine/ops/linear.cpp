// Products of one rank each, and their sums with a tensor as one op: linear, addmm and their like.
#include "engine/autograd/tape.hpp"
#include "engine/kernels/simd/matmul.hpp"
#include "engine/ops/views.hpp"

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

void check_addmm_dtypes(const Tensor& self, const Tensor& mat1, const Tensor& mat2) {
    if (mat1.dtype() == mat2.dtype() && self.dtype() == mat2.dtype()) {
        return;
    }
    const bool self_first = mat1.dtype() == self.dtype() || mat1.dtype() == mat2.dtype();
    throw Error(ErrorKind::dtype, std::string(self_first ? "self" : "mat1") +
                                      " and mat2 must have the same dtype, but got " +
                                      std::string(long_name_of((self_first ? self : mat1).dtype())) + " and " +
                                      std::string(long_name_of(mat2.dtype())));
}

// What addmm demands; all dimensions of mat1 but the last count as rows.
void check_addmm(const Tensor& self, const Tensor& mat1, const Tensor& mat2) {
    if (mat2.ndim() != 2) {
        throw Error(ErrorKind::shape, "mat2 must be a matrix, got " + std::to_string(mat2.ndim()) + "-D tensor");
    }
    if (mat1.size(-1) != mat2.size(0)) {
        throw Error(ErrorKind::shape, "mat1 and mat2 shapes cannot be multiplied (" + std::to_string(rows_of(mat1)) +
                                          "x" + std::to_string(mat1.size(-1)) + " and " + std::to_string(mat2.size(0)) +
                                          "x" + std::to_string(mat2.size(1)) + ")");
    }
    check_addmm_dtypes(self, mat1, mat2);
    expanded(Dialect::torch, self, {rows_of(mat1), mat2.size(1)});
}

// self + mat1 mat2 for floats, the rows of mat1 (..., k) taken as one matrix: self is where the product starts from.
Tensor added_to_product(const Tensor& self, const Tensor& mat1, const Tensor& mat2) {
    const Int rows = rows_of(mat1);
    const Int in = mat1.size(-1);
    const Int out = mat2.size(1);
    Shape shape(mat1.shape().begin(), mat1.shape().end() - 1);
    shape.push_back(out);
    const Tensor result = Tensor::empty(shape, mat1.dtype());
    copy_into(result.view_as({rows, out}, {out, 1}, 0), self);
    const Tensor x = mat1.ndim() == 2 ? mat1 : prepared(mat1, mat1.dtype());
    visit_floating(mat1.dtype(), [&]<class T>(TypeTag<T>) {
        kernels::matmul({x.data<T>(), x.ndim() == 2 ? x.stride(0) : in, x.stride(-1)},
                        {mat2.data<T>(), mat2.stride(0), mat2.stride(1)}, {result.data<T>(), out, 1}, rows, out, in,
                        true);
    });
    return result;
}

void check_linear(const Args& args) {
    const Tensor& input = args.tensor(0);
    const Tensor& weight = args.tensor(1);
    if (args.has(2)) {
        check_addmm_dtypes(args.tensor(2), input, weight);
    } else if (input.dtype() != weight.dtype()) {
        throw Error(ErrorKind::dtype, "expected m1 and m2 to have the same dtype, but got: " +
                                          std::string(native_name_of(input.dtype())) +
                                          " != " + std::string(native_name_of(weight.dtype())));
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
    const Tensor turned = weight.ndim() == 2 ? transpose(weight, 0, 1) : weight;
    check_addmm(bias, input, turned);
    return is_floating(input.dtype()) ? added_to_product(bias, input, turned) : add(matmul(input, turned), bias);
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

// ---- dot, mv, mm, bmm: matmul for one rank each

std::string rank(const Tensor& tensor) { return std::to_string(tensor.ndim()); }

// `kernel` is what torch's error calls the loop.
Value product(const Args& args, std::string_view kernel) {
    if (args.tensor(0).dtype() == Dtype::boolean && args.tensor(1).dtype() == Dtype::boolean) {
        throw Error(ErrorKind::unsupported, "\"" + std::string(kernel) + "\" not implemented for 'Bool'");
    }
    return find_op("matmul").def->forward(args);
}
Grads product_backward(const Tape& tape, const Tensor& grad) { return find_op("matmul").def->backward(tape, grad); }

Value dot_forward(const Args& args) {
    const Tensor& a = args.tensor(0);
    const Tensor& b = args.tensor(1);
    if (a.ndim() != 1 || b.ndim() != 1) {
        throw Error(ErrorKind::shape, "1D tensors expected, but got " + rank(a) + "D and " + rank(b) + "D tensors");
    }
    return product(args, "dot");
}

void check_mv(const Tensor& mat, const Tensor& vec, const std::string& self) {
    if (mat.ndim() != 2 || vec.ndim() != 1) {
        throw Error(ErrorKind::shape,
                    "vector + matrix @ vector expected, got " + self + ", " + rank(mat) + ", " + rank(vec));
    }
}

Value mv_forward(const Args& args) {
    check_mv(args.tensor(0), args.tensor(1), "1");
    return product(args, "addmv_impl_cpu");
}

Value mm_forward(const Args& args) {
    for (std::size_t i = 0; i < 2; ++i) {
        if (args.tensor(i).ndim() != 2) {
            throw Error(ErrorKind::shape, std::string(i == 0 ? "self" : "mat2") + " must be a matrix");
        }
    }
    return product(args, "addmm_impl_cpu_");
}

void check_batches(const Tensor& a, const Tensor& b) {
    for (const Tensor* batch : {&a, &b}) {
        if (batch->ndim() != 3) {
            throw Error(ErrorKind::shape, std::string(batch == &a ? "batch1" : "batch2") + " must be a 3D tensor");
        }
    }
}

void check_bmm(const Tensor& a, const Tensor& b) {
    check_batches(a, b);
    if (a.size(0) != b.size(0) || a.size(2) != b.size(1)) {
        throw Error(ErrorKind::shape, "Expected size for first two dimensions of batch2 tensor to be: " +
                                          torch_text({a.size(0), a.size(2)}) +
                                          " but got: " + torch_text({b.size(0), b.size(1)}) + ".");
    }
}

Value bmm_forward(const Args& args) {
    check_bmm(args.tensor(0), args.tensor(1));
    return product(args, "bmm");
}

// ---- beta self + alpha product

bool is_one(const Scalar& number) { return number.real() == 1; }
Tensor times(const Tensor& tensor, const Scalar& factor) { return is_one(factor) ? tensor : mul(tensor, factor); }

// Integers are scaled by whole numbers.
Scalar factor_for(const Tensor& tensor, const Scalar& factor) {
    return category_of(tensor.dtype()) >= Category::floating ? factor : Scalar(factor.integer());
}

// Without a look at self where beta is 0: what it holds then does not matter, NaN included.
Tensor combined(const Args& args, const Tensor& product) {
    const Tensor self = expanded(args.dialect(), args.tensor(0), product.shape());
    const Scalar beta = factor_for(self, args.scalar(3));
    const Tensor sized = times(product, factor_for(product, args.scalar(4)));
    return beta.real() == 0 ? sized : add(times(self, beta), sized);
}

Value addmm_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& mat1 = args.tensor(1);
    const Tensor& mat2 = args.tensor(2);
    if (mat1.ndim() != 2) {
        throw Error(ErrorKind::shape, "mat1 must be a matrix, got " + rank(mat1) + "-D tensor");
    }
    check_addmm(self, mat1, mat2);
    const GradMode unrecorded(false);
    const bool plain = is_one(args.scalar(3)) && is_one(args.scalar(4)) && is_floating(mat1.dtype());
    return plain ? added_to_product(self, mat1, mat2) : combined(args, matmul(mat1, mat2));
}

Value addmv_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& mat = args.tensor(1);
    const Tensor& vec = args.tensor(2);
    check_mv(mat, vec, rank(self));
    if (self.ndim() > 1) {
        throw Error(ErrorKind::shape, "vector + matrix @ vector expected, got " + rank(self) + ", 2, 1");
    }
    const Int extent = self.ndim() == 1 ? self.size(0) : 1;
    if (mat.size(1) != vec.size(0) || (extent != 1 && extent != mat.size(0))) {
        throw Error(ErrorKind::shape, "size mismatch, got input (" + std::to_string(extent) + "), mat (" +
                                          std::to_string(mat.size(0)) + "x" + std::to_string(mat.size(1)) + "), vec (" +
                                          std::to_string(vec.size(0)) + ")");
    }
    if (self.dtype() != vec.dtype() || mat.dtype() != vec.dtype()) {
        throw Error(ErrorKind::dtype, "addmv input tensors must have the same dtype, but got " +
                                          std::string(long_name_of(self.dtype())) + ", " +
                                          std::string(long_name_of(mat.dtype())) + ", and " +
                                          std::string(long_name_of(vec.dtype())));
    }
    const GradMode unrecorded(false);
    return combined(args, matmul(mat, vec));
}

Value baddbmm_forward(const Args& args) {
    check_bmm(args.tensor(1), args.tensor(2));
    if (args.tensor(0).dtype() != args.tensor(1).dtype()) {
        throw Error(ErrorKind::dtype, "Input dtypes must be the same, got: input " +
                                          std::string(native_name_of(args.tensor(0).dtype())) +
                                          ", batch1: " + std::string(native_name_of(args.tensor(1).dtype())) +
                                          ", batch2: " + std::string(native_name_of(args.tensor(2).dtype())));
    }
    const GradMode unrecorded(false);
    return combined(args, matmul(args.tensor(1), args.tensor(2)));
}

Value addbmm_forward(const Args& args) {
    const Tensor& a = args.tensor(1);
    const Tensor& b = args.tensor(2);
    check_batches(a, b);
    if (a.size(0) != b.size(0)) {
        throw Error(ErrorKind::shape, "batch1 and batch2 must have same number of batches, got " +
                                          std::to_string(a.size(0)) + " and " + std::to_string(b.size(0)));
    }
    if (a.size(2) != b.size(1)) {
        throw Error(ErrorKind::shape, "Incompatible matrix sizes for bmm (" + std::to_string(a.size(1)) + "x" +
                                          std::to_string(a.size(2)) + " and " + std::to_string(b.size(1)) + "x" +
                                          std::to_string(b.size(2)) + ")");
    }
    if (args.tensor(0).dtype() != b.dtype()) {
        throw Error(ErrorKind::dtype, "self and mat2 must have the same dtype, but got " +
                                          std::string(long_name_of(args.tensor(0).dtype())) + " and " +
                                          std::string(long_name_of(b.dtype())));
    }
    const GradMode unrecorded(false);
    return combined(args, sum(matmul(a, b), {0}, false));
}

Value addr_forward(const Args& args) {
    for (std::size_t i = 1; i <= 2; ++i) {
        if (args.tensor(i).ndim() != 1) {
            throw Error(ErrorKind::shape, "addr: Expected 1-D argument vec" + std::to_string(i) + ", but got " +
                                              rank(args.tensor(i)) + "-D");
        }
    }
    const GradMode unrecorded(false);
    const Tensor products = mul(unsqueeze(args.tensor(1), 1), args.tensor(2));
    if (!is_floating(products.dtype()) && (args.scalar(3).is_real() || args.scalar(4).is_real())) {
        throw Error(ErrorKind::value, std::string("For integral input tensors, argument ") +
                                          (args.scalar(3).is_real() ? "beta" : "alpha") +
                                          " must not be a floating point number.");
    }
    return combined(args, products);
}

// d (beta self + alpha a b) = beta grad, alpha grad b^T, alpha a^T grad, with a as a column and b as a row (addr) or b as a column
// (addmv) where they are vectors; what broadcasts is summed by the walk
Grads added_product_backward(const Tape& tape, const Tensor& grad) {
    const Scalar& alpha = tape.args().scalar(4);
    const bool columns = tape.shape(1).size() == 1;
    const bool vector = tape.shape(2).size() == 1;
    const Tensor a = columns ? unsqueeze(tape.input(1), -1) : tape.input(1);
    const Tensor b = vector ? unsqueeze(tape.input(2), columns ? 0 : -1) : tape.input(2);
    const Tensor full = vector && !columns ? unsqueeze(grad, -1) : grad;
    Grads grads{times(grad, tape.args().scalar(3)), Tensor(), Tensor()};
    if (tape.needs(1)) {
        const Tensor da = times(matmul(full, transpose(b, -2, -1)), alpha);
        grads[1] = columns ? reshape(da, tape.shape(1)) : da;
    }
    if (tape.needs(2)) {
        const Tensor db = times(matmul(transpose(a, -2, -1), full), alpha);
        grads[2] = vector ? reshape(db, tape.shape(2)) : db;
    }
    return grads;
}

constexpr OpDef table[] = {
    {.signature = "linear(Tensor self, Tensor weight, Tensor? bias=None) -> Tensor",
     .names = "F.linear",
     .doc = "self weight^T + bias: (..., in), (out, in) and (out) -> (..., out).",
     .dtype = DtypeRule::same,
     .forward = linear_forward,
     .backward = linear_backward,
     .keeps = Keep::inputs,
     .grad_name = linear_grad_name,
     .check = check_linear},
    {.signature = "dot(Tensor self, Tensor tensor) -> Tensor",
     .names = "torch.dot Tensor.dot",
     .doc = "The sum of the products of two vectors' elements.",
     .dtype = DtypeRule::same,
     .forward = dot_forward,
     .backward = product_backward,
     .keeps = Keep::inputs,
     .any_dtype = true},
    {.signature = "mv(Tensor self, Tensor vec) -> Tensor",
     .names = "torch.mv Tensor.mv",
     .doc = "The product of a matrix and a vector.",
     .dtype = DtypeRule::same,
     .forward = mv_forward,
     .backward = product_backward,
     .keeps = Keep::inputs,
     .any_dtype = true},
    {.signature = "mm(Tensor self, Tensor mat2) -> Tensor",
     .names = "torch.mm Tensor.mm",
     .doc = "The product of two matrices.",
     .dtype = DtypeRule::same,
     .forward = mm_forward,
     .backward = product_backward,
     .keeps = Keep::inputs,
     .any_dtype = true},
    {.signature = "bmm(Tensor self, Tensor mat2) -> Tensor",
     .names = "torch.bmm Tensor.bmm",
     .doc = "The products of two batches of matrices (B, N, M) and (B, M, P).",
     .dtype = DtypeRule::same,
     .forward = bmm_forward,
     .backward = product_backward,
     .keeps = Keep::inputs,
     .any_dtype = true},
    {.signature = "addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
     .names = "torch.addmm Tensor.addmm",
     .doc = "beta * input + alpha * mat1 @ mat2.",
     .dtype = DtypeRule::same,
     .forward = addmm_forward,
     .backward = added_product_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
     .names = "torch.addmv Tensor.addmv",
     .doc = "beta * input + alpha * mat @ vec.",
     .dtype = DtypeRule::same,
     .forward = addmv_forward,
     .backward = added_product_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
     .names = "torch.baddbmm Tensor.baddbmm",
     .doc = "beta * input + alpha * batch1 @ batch2, matrix by matrix.",
     .dtype = DtypeRule::same,
     .forward = baddbmm_forward,
     .backward = added_product_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
     .names = "torch.addbmm Tensor.addbmm",
     .doc = "beta * input + alpha * the sum of batch1 @ batch2.",
     .dtype = DtypeRule::same,
     .forward = addbmm_forward,
     .backward = added_product_backward,
     .keeps = Keep::inputs,
     .in_place = true},
    {.signature = "addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
     .names = "torch.addr Tensor.addr",
     .doc = "beta * input + alpha * the outer product of two vectors.",
     .dtype = DtypeRule::same,
     .forward = addr_forward,
     .backward = added_product_backward,
     .keeps = Keep::inputs,
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> linear_ops() { return table; }

}  // namespace sconce
