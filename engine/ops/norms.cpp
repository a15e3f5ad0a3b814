// Norms of vectors: (sum |x|^p)^(1/p), with the limits at 0, infinity and minus infinity.
#include <cmath>
#include <cstdio>

#include "engine/ops/reduction.hpp"

namespace sconce {

namespace {

// The elements in the dtype that the norm is computed in. Recorded where the walk builds a graph.
Tensor elements(const Tensor& self, const Args& args) { return args.has(4) ? apply<"to">(self, args.dtype(4)) : self; }

Tensor extreme(const Tensor& values, const Args& args, bool largest) {
    const Value& dim = args[2];
    return largest ? apply<"amax">(values, dim, args.boolean(3)) : apply<"amin">(values, dim, args.boolean(3));
}

void check_dtype(Dtype dtype, const Args& args) {
    if (!is_floating(dtype)) {
        throw Error(ErrorKind::dtype, "linalg.vector_norm: Expected a floating point or complex tensor as input. Got " +
                                          std::string(long_name_of(dtype)));
    }
    const Dtype asked = args.dtype_or(4, dtype);
    if (!is_floating(asked)) {
        throw Error(ErrorKind::dtype, "linalg.vector_norm: dtype should be floating point or complex, but got " +
                                          std::string(long_name_of(asked)));
    }
    if (promote(Dialect::torch, dtype, asked) != asked) {
        throw Error(ErrorKind::dtype, "linalg.vector_norm: the dtype of the input (" +
                                          std::string(long_name_of(dtype)) +
                                          ") should be convertible without narrowing to the specified dtype (" +
                                          std::string(long_name_of(asked)) + ")");
    }
}

// Nothing has neither a largest element nor a power below 0.
void check_identity(const Args& args, double order) {
    const Tensor& self = args.tensor(0);
    if (self.numel() != 0 || (order >= 0 && !std::isinf(order))) {
        return;
    }
    char number[32];
    std::snprintf(number, sizeof number, "%g", order);
    const std::string text = "linalg.vector_norm cannot compute the " + std::string(number) + " norm on ";
    const bool whole = !args.has(2) || args.ints(2).empty();
    if (whole) {
        throw Error(ErrorKind::shape, text + "an empty tensor because the operation does not have an identity");
    }
    for (const std::int64_t dim : args.ints(2)) {
        if (self.size(normalize_dim(args.dialect(), dim, self.ndim())) == 0) {
            throw Error(ErrorKind::shape,
                        text + "the dimension " + std::to_string(dim) +
                            "because this dimension is empty and the operation does not have an identity");
        }
    }
}

Value vector_norm_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const double order = args.scalar(1).real();
    check_dtype(self.dtype(), args);
    check_identity(args, order);
    const GradMode unrecorded(false);
    const Tensor x = elements(self, args);
    const auto summed = [&](const Tensor& terms) { return apply<"sum">(terms, args[2], args.boolean(3)); };
    if (order == 2) {
        return apply<"sqrt">(summed(apply<"square">(x)));
    }
    if (order == 0) {
        return summed(apply<"to">(apply<"ne">(x, Scalar(0)), x.dtype()));
    }
    const Tensor size = apply<"abs">(x);
    if (std::isinf(order)) {
        return extreme(size, args, order > 0);
    }
    return order == 1 ? summed(size) : pow(summed(pow(size, Scalar(order))), Scalar(1 / order));
}

Tensor zero_where(const Tensor& condition, const Tensor& values) { return where(condition, Scalar(0.0), values); }

// d |x|_p = grad sign(x) (|x| / norm)^(p - 1); shared among the extremes where p is infinite; 0 where x or the norm is
Grads vector_norm_backward(const Tape& tape, const Tensor& given) {
    const double order = tape.args().scalar(1).real();
    const Reduction reduction = reduction_of(tape, 2);
    const Tensor x = elements(tape.input(0), tape.args());
    const Tensor grad = with_kept_dims(given, reduction);
    if (order == 0) {
        return {zeros_of(x.shape(), x.dtype())};
    }
    const Tensor sign = apply<"sign">(x);
    if (order == 1) {
        return {mul(grad, sign)};
    }
    const Tensor norm = with_kept_dims(tape.result(), reduction);
    const Tensor nothing = apply<"eq">(norm, Scalar(0));
    if (order == 2) {
        return {mul(grad, zero_where(nothing, div(x, norm)))};
    }
    const Tensor size = apply<"abs">(x);
    if (std::isinf(order)) {
        const Tensor extremes = apply<"eq">(size, norm);
        const Tensor count = reshape(sum_as(Dialect::torch, extremes, reduction, x.dtype()), reduction.kept);
        return {mul(mul(sign, extremes), div(grad, count))};
    }
    const Tensor share = mul(sign, pow(size, Scalar(order - 1)));
    if (order < 1) {
        return {mul(mul(zero_where(apply<"eq">(x, Scalar(0)), share), grad), pow(norm, Scalar(1 - order)))};
    }
    return {mul(share, zero_where(nothing, div(grad, pow(norm, Scalar(order - 1)))))};
}

constexpr OpDef table[] = {
    {.signature = "linalg_vector_norm(Tensor self, Scalar ord=2, int[]? dim=None, bool keepdim=False, *, Dtype? "
                  "dtype=None) -> Tensor",
     .doc = "(sum |x|^ord)^(1/ord) over `dim`, with its limits at 0 (how many are not zero) and at infinities.",
     .shape = ShapeRule::reduce,
     .forward = vector_norm_forward,
     .backward = vector_norm_backward,
     .keeps = Keep::both},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> norm_ops() { return table; }

}  // namespace sconce
