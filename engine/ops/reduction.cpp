// Reductions over dimensions: sums, products, moments, logic.
#include "engine/ops/reduction.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "engine/kernels/scalar/reduce.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

Reduction reduction_over(Dialect dialect, const Shape& shape, const Shape* dims, bool keepdim, NoDims no_dims) {
    const auto ndim = static_cast<std::int64_t>(shape.size());
    Reduction reduction;
    if (dims == nullptr || (dims->empty() && no_dims == NoDims::all && dialect == Dialect::torch)) {
        reduction.reduced.fill(true);
    } else if (ndim == 0 && dims->size() == 1 && ((*dims)[0] == 0 || (*dims)[0] == -1)) {
        // Both libraries let a single number pass as one-dimensional here.
        reduction.reduced[0] = true;
    } else {
        for (const std::int64_t dim : *dims) {
            const int at = normalize_dim(dialect, dim, ndim);
            if (std::exchange(reduction.reduced[static_cast<std::size_t>(at)], true)) {
                throw dialect == Dialect::torch
                    ? Error(ErrorKind::value,
                            "dim " + std::to_string(at) + " appears multiple times in the list of dims")
                    : Error(ErrorKind::value, "duplicate value in 'axis'");
            }
        }
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (!reduction.reduced[i]) {
            reduction.kept.push_back(shape[i]);
            reduction.result.push_back(shape[i]);
            continue;
        }
        reduction.count *= shape[i];
        reduction.kept.push_back(1);
        if (keepdim) {
            reduction.result.push_back(1);
        }
    }
    return reduction;
}

namespace {

// Strides of the result, one a dimension of the input; those of reduced dimensions mean nothing.
Strides result_strides(Dialect dialect, const Tensor& self, const Reduction& reduction) {
    return dialect == Dialect::torch ? contiguous_strides(reduction.kept)
                                     : kernels::compact_by_stride(reduction.kept, self.strides());
}

}  // namespace

Tensor empty_result(Dialect dialect, const Tensor& self, const Reduction& reduction, Dtype dtype) {
    Tensor result = Tensor::empty(reduction.result, dtype);
    if (dialect == Dialect::numpy) {
        const Strides strides = result_strides(dialect, self, reduction);
        const bool keeps_all = reduction.result.size() == strides.size();
        std::size_t at = 0;
        for (std::size_t i = 0; i < strides.size(); ++i) {
            if (keeps_all || !reduction.reduced[i]) {
                result.impl().strides[at++] = strides[i];
            }
        }
    }
    return result;
}

kernels::ReducePlan plan_of(Dialect dialect, const Tensor& self, const Reduction& reduction) {
    Strides out = result_strides(dialect, self, reduction);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (reduction.reduced[i]) {
            out[i] = 0;
        }
    }
    const auto walk = dialect == Dialect::torch ? kernels::Walk::reduced_first : kernels::Walk::by_stride;
    return kernels::plan_reduction(walk, self.shape(), self.strides(), out);
}

namespace {

template <class T>
Tensor filled_result(Dialect dialect, const Tensor& self, const Reduction& reduction, T value) {
    Tensor result = empty_result(dialect, self, reduction, dtype_of<T>());
    std::fill_n(result.data<T>(), result.numel(), value);
    return result;
}

template <class In, class Out, class F>
Tensor folded(Dialect dialect, const Tensor& self, const Reduction& reduction, Out start, F f) {
    Tensor result = filled_result(dialect, self, reduction, start);
    kernels::fold(plan_of(dialect, self, reduction), self.data<In>(), result.data<Out>(), f);
    return result;
}

Reduction reduction_of(const Args& args, NoDims no_dims = NoDims::all) {
    return reduction_over(args.dialect(), args.tensor(0).shape(), dims_argument(args, 1), args.boolean(2), no_dims);
}

// Both libraries add narrow integers and bools in int64 (NumPy's uint64 for uint8 is not in this subset).
Dtype accumulation_dtype(Dtype dtype) { return is_floating(dtype) ? dtype : Dtype::int64; }

// torch divides in the element type; NumPy in double, then rounds.
void divide_by_count(Dialect dialect, const Tensor& total, double count) {
    visit_dtype(total.dtype(), [&]<class T>(TypeTag<T>) {
        T* x = total.data<T>();
        for (std::int64_t i = 0; i < total.numel(); ++i) {
            if constexpr (std::is_floating_point_v<T>) {
                x[i] = dialect == Dialect::torch ? x[i] / static_cast<T>(count)
                                                 : static_cast<T>(static_cast<double>(x[i]) / count);
            } else {
                x[i] = count == 0 ? T{} : static_cast<T>(static_cast<double>(x[i]) / count);
            }
        }
    });
}

// As torch converts: the memory order stays.
Tensor converted_in_order(const Tensor& self, Dtype dtype) {
    if (self.dtype() == dtype) {
        return self;
    }
    Tensor result = Tensor::empty(self.shape(), dtype);
    result.impl().strides = kernels::compact_by_stride(self.shape(), self.strides());
    copy_into(result, self);
    return result;
}

}  // namespace

Tensor sum_as(Dialect dialect, const Tensor& self, const Reduction& reduction, Dtype dtype) {
    if (dtype == Dtype::boolean) {
        return folded<bool, bool>(dialect, converted(self, dtype), reduction, false,
                                  [](bool a, bool b) { return a || b; });
    }
    if (dtype == Dtype::int64 && !is_floating(self.dtype())) {
        return visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
            return folded<T, std::int64_t>(dialect, self, reduction, std::int64_t{0}, [](std::int64_t a, T b) {
                return wrapping(a, static_cast<std::int64_t>(b), [](auto x, auto y) { return x + y; });
            });
        });
    }
    if (is_floating(dtype) && dialect == Dialect::numpy) {
        return visit_floating(dtype, [&]<class T>(TypeTag<T>) {
            Tensor result = filled_result(dialect, self, reduction, T{});
            visit_dtype(self.dtype(), [&]<class In>(TypeTag<In>) {
                kernels::pairwise_sum(plan_of(dialect, self, reduction), self.data<In>(), result.data<T>());
            });
            return result;
        });
    }
    const Tensor source = converted_in_order(self, dtype);
    return visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_floating_point_v<T>) {
            Tensor result = filled_result(dialect, source, reduction, T{});
            kernels::cascade_sum(plan_of(dialect, source, reduction), source.data<T>(), result.data<T>());
            return result;
        } else {
            return folded<T, T>(dialect, source, reduction, T{},
                                [](T a, T b) { return wrapping(a, b, [](auto x, auto y) { return x + y; }); });
        }
    });
}

namespace {

// ---- sum, mean

Value sum_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    return sum_as(args.dialect(), self, reduction_of(args), args.dtype_or(3, accumulation_dtype(self.dtype())));
}
// d sum = grad, repeated over what was summed
Grads sum_backward(const Tape& tape, const Tensor& grad) {
    return {expand(with_kept_dims(grad, reduction_of(tape)), tape.shape(0))};
}
std::string_view sum_grad_name(const Args& args) { return args.has(1) ? "SumBackward1" : "SumBackward0"; }

Value mean_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Dialect dialect = args.dialect();
    const Dtype wanted = args.dtype_or(3, self.dtype());
    if (dialect == Dialect::torch && !is_floating(wanted)) {
        throw Error(
            ErrorKind::dtype,
            "mean(): could not infer output dtype. " + std::string(args.has(3) ? "Optional" : "Input") +
                " dtype must be either a floating point or complex dtype. Got: " + std::string(long_name_of(wanted)));
    }
    const Reduction reduction = reduction_of(args);
    const Tensor result = sum_as(dialect, self, reduction, args.has(3) ? wanted : to_floating(dialect, wanted));
    divide_by_count(dialect, result, static_cast<double>(reduction.count));
    return result;
}
// d mean = grad / n, repeated over what was averaged
Grads mean_backward(const Tape& tape, const Tensor& grad) {
    const Reduction reduction = reduction_of(tape);
    return {expand(div(with_kept_dims(grad, reduction), Scalar(reduction.count)), tape.shape(0))};
}
std::string_view mean_grad_name(const Args& args) { return args.has(1) ? "MeanBackward1" : "MeanBackward0"; }

// ---- prod

Reduction single_dim_reduction(const Args& args, const Shape& shape, bool keepdim) {
    const Shape dims = args.has(1) ? Shape{args.integer(1)} : Shape{};
    return reduction_over(args.dialect(), shape, args.has(1) ? &dims : nullptr, keepdim);
}

Value prod_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Dtype dtype = args.dtype_or(3, accumulation_dtype(self.dtype()));
    const Tensor source = converted(self, dtype);
    const Reduction reduction = single_dim_reduction(args, self.shape(), args.boolean(2));
    return visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_floating_point_v<T>) {
            if (args.dialect() == Dialect::torch) {
                Tensor result = filled_result(args.dialect(), source, reduction, T{1});
                kernels::packed_product(plan_of(args.dialect(), source, reduction), source.data<T>(), result.data<T>());
                return result;
            }
        }
        return folded<T, T>(args.dialect(), source, reduction, T{1},
                            [](T a, T b) { return wrapping(a, b, [](auto x, auto y) { return x * y; }); });
    });
}

bool has_zero(const Tensor& tensor) { return apply<"any">(apply<"eq">(tensor, Scalar(0))).item().to<bool>(); }

// Products of all elements before each along `dim`, 1 for the first.
Tensor products_before(const Tensor& x, std::int64_t dim) {
    Shape one = x.shape();
    one[static_cast<std::size_t>(dim)] = 1;
    const Tensor rest = apply<"narrow">(x, dim, std::int64_t{0}, x.size(static_cast<int>(dim)) - 1);
    return apply<"cumprod">(apply<"cat">(TensorList{Tensor::full(one, 1, x.dtype()), rest}, dim), dim);
}

// Products of all other elements along `dim`, which a division could not give where one of them is 0.
Tensor products_of_others(const Tensor& x, std::int64_t dim) {
    const Shape along{dim};
    return mul(products_before(x, dim), apply<"flip">(products_before(apply<"flip">(x, along), dim), along));
}

// d prod = grad times the product of all other elements: result / x, or without division where an x is 0
Grads prod_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& self = tape.input(0);
    const Reduction reduction = single_dim_reduction(tape.args(), self.shape(), false);
    const Tensor kept_grad = with_kept_dims(grad, reduction);
    if (self.ndim() == 0) {
        return {grad};
    }
    if (!has_zero(self)) {
        return {mul(kept_grad, div(with_kept_dims(tape.result(), reduction), self))};
    }
    if (tape.args().has(1)) {
        return {mul(kept_grad,
                    products_of_others(self, normalize_dim(Dialect::torch, tape.args().integer(1), self.ndim())))};
    }
    return {mul(kept_grad, reshape(products_of_others(reshape(self, Shape{-1}), 0), self.shape()))};
}
std::string_view prod_grad_name(const Args& args) { return args.has(1) ? "ProdBackward1" : "ProdBackward0"; }

// ---- variance

struct MomentTensors {
    Tensor spread;  // variance, or its root
    Tensor mean;
};

double finished(double squares, double degrees, bool root) {
    const double variance = squares / std::max(degrees, 0.0);
    return root ? std::sqrt(variance) : variance;
}

// The moments one result at a time, as torch computes all but the variance of a whole tensor.
MomentTensors moments_by_welford(const Tensor& self, const Reduction& reduction, double correction, bool root) {
    MomentTensors result{Tensor::empty(reduction.result, self.dtype()), Tensor::empty(reduction.result, self.dtype())};
    if (self.numel() == 0) {
        const Tensor nan = Tensor::full(reduction.result, std::numeric_limits<double>::quiet_NaN(), self.dtype());
        return {nan, apply<"clone">(nan)};
    }
    const kernels::ReducePlan plan = plan_of(Dialect::torch, self, reduction);
    const double degrees = static_cast<double>(reduction.count) - correction;
    visit_floating(self.dtype(), [&]<class T>(TypeTag<T>) {
        kernels::for_each_outer(plan, plan.reduced, [&](std::int64_t in, std::int64_t out) {
            const kernels::Moments moments = kernels::welford(plan, self.data<T>(), in);
            result.spread.data<T>()[out] = static_cast<T>(finished(moments.squares, degrees, root));
            result.mean.data<T>()[out] = static_cast<T>(moments.mean);
        });
    });
    return result;
}

Tensor torch_spread(const Tensor& self, const Reduction& reduction, double correction, bool root) {
    if (self.numel() == 0 || element_count(reduction.result) != 1) {
        return moments_by_welford(self, reduction, correction, root).spread;
    }
    Reduction whole = reduction;
    whole.reduced.fill(true);
    const Tensor mean = sum_as(Dialect::torch, self, reduction, self.dtype());
    divide_by_count(Dialect::torch, mean, static_cast<double>(self.numel()));
    const double squares = visit_floating(self.dtype(), [&]<class T>(TypeTag<T>) {
        return kernels::squared_deviations(plan_of(Dialect::torch, self, whole), self.data<T>(),
                                           static_cast<double>(*mean.data<T>()));
    });
    return Tensor::full(reduction.result, finished(squares, static_cast<double>(self.numel()) - correction, root),
                        self.dtype());
}

// The mean of |x - mean|^2, each sum pairwise (NumPy's _var).
Tensor numpy_spread(const Tensor& self, const Reduction& reduction, double correction, bool root) {
    const Dtype dtype = to_floating(Dialect::numpy, self.dtype());
    const Tensor source = converted(self, dtype);
    Reduction keeping = reduction;
    keeping.result = reduction.kept;
    const Tensor mean = sum_as(Dialect::numpy, self, keeping, dtype);
    const auto count = static_cast<double>(reduction.count);
    divide_by_count(Dialect::numpy, mean, count);
    const Tensor squares = Tensor::empty(source.shape(), dtype);
    squares.impl().strides = kernels::compact_by_stride(source.shape(), source.strides());
    const Strides mean_strides = broadcast_strides(mean.shape(), mean.strides(), source.shape());
    const auto plan = kernels::make_plan<3>(source.shape(), {&source.strides(), &mean_strides, &squares.strides()});
    visit_floating(dtype, [&]<class T>(TypeTag<T>) {
        kernels::map_binary(plan, source.data<T>(), mean.data<T>(), squares.data<T>(),
                            [](T x, T m) { return (x - m) * (x - m); });
    });
    const Tensor result = sum_as(Dialect::numpy, squares, reduction, dtype);
    divide_by_count(Dialect::numpy, result, std::max(count - correction, 0.0));
    if (root) {
        visit_floating(dtype, [&]<class T>(TypeTag<T>) {
            T* x = result.data<T>();
            std::transform(x, x + result.numel(), x, [](T value) { return std::sqrt(value); });
        });
    }
    return result;
}

double correction_of(const Args& args) { return args.has(2) ? args.scalar(2).real() : 1.0; }

Reduction spread_reduction(const Args& args) {
    return reduction_over(args.dialect(), args.tensor(0).shape(), dims_argument(args, 1), args.boolean(3));
}

void require_floating(const Tensor& self, const char* what) {
    if (!is_floating(self.dtype())) {
        throw Error(ErrorKind::dtype, std::string(what) + " only support floating point and complex dtypes");
    }
}

Value spread_forward(const Args& args, bool root) {
    const Tensor& self = args.tensor(0);
    if (args.dialect() == Dialect::numpy) {
        return numpy_spread(self, spread_reduction(args), correction_of(args), root);
    }
    require_floating(self, "std and var");
    return torch_spread(self, spread_reduction(args), correction_of(args), root);
}

Value spread_and_mean_forward(const Args& args, bool root, const char* what) {
    require_floating(args.tensor(0), what);
    const MomentTensors moments = moments_by_welford(args.tensor(0), spread_reduction(args), correction_of(args), root);
    return TensorList{moments.spread, moments.mean};
}

// d var = grad 2 (x - mean) / (n - correction). A whole tensor with no degrees of freedom left has an infinite slope.
Tensor var_gradient(const Tape& tape, const Tensor& grad, const Reduction& reduction) {
    const Tensor& self = tape.input(0);
    const double degrees = static_cast<double>(reduction.count) - correction_of(tape.args());
    Shape dims;
    for (std::size_t i = 0; i < self.shape().size(); ++i) {
        if (reduction.reduced[i]) {
            dims.push_back(static_cast<std::int64_t>(i));
        }
    }
    const Tensor mean = apply<"mean">(self, dims, true);
    const Tensor kept_grad = with_kept_dims(grad, reduction);
    if (!tape.args().has(1) && degrees <= 0) {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        const Tensor slope = where(apply<"eq">(self, mean), Tensor::full({}, nan, self.dtype()),
                                   Tensor::full({}, std::numeric_limits<double>::infinity(), self.dtype()));
        return mul(kept_grad, slope);
    }
    return mul(mul(kept_grad, Scalar(2.0 / degrees)), sub(self, mean));
}

// d std = d var / (2 std), and 0 where std is 0
Tensor variance_share(const Tape& tape, const Tensor& grad) {
    const Tensor result = tape.result();
    return apply<"masked_fill">(div(grad, mul(result, Scalar(2))), apply<"eq">(result, Scalar(0)), Scalar(0));
}

Value var_forward(const Args& args) { return spread_forward(args, false); }
Grads var_backward(const Tape& tape, const Tensor& grad) { return {var_gradient(tape, grad, reduction_of(tape))}; }

Value std_forward(const Args& args) { return spread_forward(args, true); }
Grads std_backward(const Tape& tape, const Tensor& grad) {
    return {var_gradient(tape, variance_share(tape, grad), reduction_of(tape))};
}

// d (spread, mean): the two gradients add
Grads spread_and_mean_backward(const Tape& tape, bool root) {
    const Reduction reduction = reduction_of(tape);
    Tensor total;
    if (const Tensor& grad = tape.grad(0)) {
        total = var_gradient(tape, root ? variance_share(tape, grad) : grad, reduction);
    }
    if (const Tensor& grad = tape.grad(1)) {
        const Tensor share = expand(div(with_kept_dims(grad, reduction), Scalar(reduction.count)), tape.shape(0));
        total = total ? add(total, share) : share;
    }
    return {total};
}

Value var_mean_forward(const Args& args) { return spread_and_mean_forward(args, false, "var_mean"); }
Grads var_mean_backward(const Tape& tape, const Tensor&) { return spread_and_mean_backward(tape, false); }
Value std_mean_forward(const Args& args) { return spread_and_mean_forward(args, true, "std_mean"); }
Grads std_mean_backward(const Tape& tape, const Tensor&) { return spread_and_mean_backward(tape, true); }

// ---- logic and counting

template <class F>
Value logical(const Args& args, bool start, F f) {
    const Tensor& self = args.tensor(0);
    const Reduction reduction = reduction_of(args, NoDims::none);
    const Tensor result = visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        return folded<T, bool>(args.dialect(), self, reduction, start, [f](bool a, T b) { return f(a, b != T{}); });
    });
    // torch answers bytes in bytes, from the time before it had bools.
    return args.dialect() == Dialect::torch && self.dtype() == Dtype::uint8 ? converted(result, Dtype::uint8) : result;
}

Value any_forward(const Args& args) {
    return logical(args, false, [](bool a, bool b) { return a || b; });
}
Value all_forward(const Args& args) {
    return logical(args, true, [](bool a, bool b) { return a && b; });
}

Value count_nonzero_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    return visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        return folded<T, std::int64_t>(args.dialect(), self, reduction_of(args), std::int64_t{0},
                                       [](std::int64_t a, T b) { return a + (b != T{} ? 1 : 0); });
    });
}

// ---- logsumexp

// The largest element is taken out first, so that exp cannot overflow.
Value logsumexp_forward(const Args& args) {
    const GradMode unrecorded(false);
    const Tensor self = converted(args.tensor(0), to_floating(args.dialect(), args.tensor(0).dtype()));
    const Reduction reduction = reduction_of(args);
    if (self.numel() == 0) {
        return Tensor::full(reduction.result, -std::numeric_limits<double>::infinity(), self.dtype());
    }
    const Tensor highest = apply<"amax">(self, args.ints(1), true);
    const Tensor shift = apply<"masked_fill">(highest, apply<"isinf">(highest), Scalar(0));
    const Tensor total = sum(exp(sub(self, shift)), args.ints(1), args.boolean(2));
    return add(log(total), reshape(shift, reduction.result));
}
// d logsumexp = grad softmax(x) = grad exp(x - result)
Grads logsumexp_backward(const Tape& tape, const Tensor& grad) {
    const Reduction reduction = reduction_of(tape);
    return {mul(with_kept_dims(grad, reduction), exp(sub(tape.input(0), with_kept_dims(tape.result(), reduction))))};
}

constexpr OpDef table[] = {
    {.signature = "sum(Tensor self, int[]? dim=None, bool keepdim=False, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.sum Tensor.sum numpy.sum",
     .doc = "Sum over the dimensions `dim`, or over all. Integers and bools add up in int64.",
     .shape = ShapeRule::reduce,
     .forward = sum_forward,
     .backward = sum_backward,
     .grad_name = sum_grad_name},
    {.signature = "mean(Tensor self, int[]? dim=None, bool keepdim=False, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.mean Tensor.mean numpy.mean",
     .doc = "Arithmetic mean over the dimensions `dim`, or over all; NaN where there is nothing to average.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::reduce,
     .forward = mean_forward,
     .backward = mean_backward,
     .grad_name = mean_grad_name},
    {.signature = "prod(Tensor self, int? dim=None, bool keepdim=False, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.prod Tensor.prod numpy.prod",
     .doc = "Product over the dimension `dim`, or over all. Integers and bools multiply in int64.",
     .shape = ShapeRule::reduce,
     .forward = prod_forward,
     .backward = prod_backward,
     .keeps = Keep::both,
     .grad_name = prod_grad_name},
    {.signature = "var(Tensor self, int[]? dim=None, *, Scalar? correction=1, bool keepdim=False) -> Tensor",
     .names = "torch.var Tensor.var",
     .doc = "Variance over the dimensions `dim`, or over all: squared deviations from the mean, divided by n - "
            "correction.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::reduce,
     .forward = var_forward,
     .backward = var_backward,
     .keeps = Keep::inputs},
    {.signature = "std(Tensor self, int[]? dim=None, *, Scalar? correction=1, bool keepdim=False) -> Tensor",
     .names = "torch.std Tensor.std",
     .doc = "Standard deviation over the dimensions `dim`, or over all: the square root of var.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::reduce,
     .forward = std_forward,
     .backward = std_backward,
     .keeps = Keep::both},
    {.signature =
         "var_mean(Tensor self, int[]? dim=None, *, Scalar? correction=1, bool keepdim=False) -> (Tensor, Tensor)",
     .names = "torch.var_mean",
     .doc = "Variance and mean over the dimensions `dim`, or over all.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = var_mean_forward,
     .backward = var_mean_backward,
     .keeps = Keep::inputs},
    {.signature =
         "std_mean(Tensor self, int[]? dim=None, *, Scalar? correction=1, bool keepdim=False) -> (Tensor, Tensor)",
     .names = "torch.std_mean",
     .doc = "Standard deviation and mean over the dimensions `dim`, or over all.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::reduce,
     .forward = std_mean_forward,
     .backward = std_mean_backward,
     .keeps = Keep::both},
    {.signature = "any(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
     .names = "torch.any Tensor.any numpy.any",
     .doc = "Whether some element is nonzero, over the dimensions `dim` or over all.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::reduce,
     .forward = any_forward},
    {.signature = "all(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
     .names = "torch.all Tensor.all numpy.all",
     .doc = "Whether every element is nonzero, over the dimensions `dim` or over all.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::reduce,
     .forward = all_forward},
    {.signature = "count_nonzero(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor",
     .names = "torch.count_nonzero Tensor.count_nonzero numpy.count_nonzero",
     .doc = "How many elements are nonzero, over the dimensions `dim` or over all.",
     .dtype = DtypeRule::int64,
     .shape = ShapeRule::reduce,
     .forward = count_nonzero_forward},
    {.signature = "logsumexp(Tensor self, int[] dim, bool keepdim=False) -> Tensor",
     .names = "torch.logsumexp Tensor.logsumexp",
     .doc = "log of the sum of exp over the dimensions `dim`, without overflow.",
     .dtype = DtypeRule::floating,
     .shape = ShapeRule::reduce,
     .forward = logsumexp_forward,
     .backward = logsumexp_backward,
     .keeps = Keep::both},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> reduction_ops() { return table; }

}  // namespace sconce
