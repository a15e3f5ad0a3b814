#include "engine/ops/complex.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "engine/autograd/tape.hpp"
#include "engine/ops/complex_arithmetic.hpp"
#include "engine/ops/elementwise.hpp"
#include "engine/ops/numbers.hpp"
#include "engine/ops/views.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

bool is_complex(const Value& value) {
    if (const auto* tensor = std::get_if<Tensor>(&value)) {
        return *tensor && sconce::is_complex(tensor->dtype());
    }
    if (const auto* list = std::get_if<TensorList>(&value)) {
        return std::any_of(list->begin(), list->end(), [](const Tensor& t) { return sconce::is_complex(t.dtype()); });
    }
    if (const auto* dtype = std::get_if<Dtype>(&value)) {
        return sconce::is_complex(*dtype);
    }
    const auto* number = std::get_if<Scalar>(&value);
    return number != nullptr && number->is_complex();
}

// `is_data` tells a real operand of arithmetic from an index or a mask.
Tensor part_of(const Tensor& tensor, bool imaginary, bool is_data) {
    if (!tensor) {
        return tensor;
    }
    if (is_complex(tensor)) {
        return tensor.part(imaginary);
    }
    return imaginary && is_data ? Tensor::full(tensor.shape(), 0, tensor.dtype()) : tensor;
}

Value part_of(const Param& param, const Value& value, bool imaginary) {
    if (const auto* tensor = std::get_if<Tensor>(&value)) {
        const bool is_data = param.type == ParamType::operand || (*tensor && is_floating(tensor->dtype()));
        return part_of(*tensor, imaginary, is_data);
    }
    if (const auto* list = std::get_if<TensorList>(&value)) {
        TensorList parts;
        for (const Tensor& item : *list) {
            parts.push_back(part_of(item, imaginary, true));
        }
        return parts;
    }
    if (const auto* dtype = std::get_if<Dtype>(&value)) {
        return sconce::part_of(*dtype);
    }
    const auto* number = std::get_if<Scalar>(&value);
    if (number == nullptr || !number->has_value()) {
        return value;
    }
    if (number->is_complex()) {
        return Scalar(imaginary ? number->imag() : number->real());
    }
    // A factor scales both parts alike.
    return imaginary && (param.type == ParamType::operand || param.name == "value") ? Value(Scalar(0)) : value;
}

// ---- rules

// Each part by itself: for what is linear over the real numbers, as moving elements is.
Value by_parts(const Op& op, const Args& args) {
    Args given = args;
    for (const Value& value : args.values()) {
        const auto* dtype = std::get_if<Dtype>(&value);
        if (dtype != nullptr && args.is_tensor(0)) {
            given[0] = converted(args.tensor(0), *dtype);
            if (!sconce::is_complex(*dtype)) {
                return dispatch(op, std::move(given));
            }
        }
    }
    const Value real = dispatch(op, parts_of(op, given, false));
    const Value imag = dispatch(op, parts_of(op, given, true));
    if (const auto* list = std::get_if<TensorList>(&real)) {
        TensorList result;
        for (std::size_t i = 0; i < list->size(); ++i) {
            result.push_back(joined((*list)[i], std::get<TensorList>(imag)[i]));
        }
        return result;
    }
    return joined(std::get<Tensor>(real), std::get<Tensor>(imag));
}

Value masked_fill(const Op& op, const Args& args) {
    const Dtype dtype = args.tensor(0).dtype();
    if (sconce::is_complex(dtype)) {
        return by_parts(op, args);
    }
    Args filled = args;
    const Scalar number = args.is_tensor(2) ? args.tensor(2).item() : args.scalar(2);
    filled[2] = Scalar(checked_number(args.dialect(), number, dtype).real());
    return op.def->forward(filled);
}

// For what is made of other ops alone.
Value as_given(const Op& op, const Args& args) { return op.def->forward(args); }

// True where it is of both parts, or of either.
template <OpName logic, bool both>
Value judged(const Op& op, const Args& args) {
    const Value real = dispatch(op, parts_of(op, args, false));
    const Value imag = dispatch(op, parts_of(op, args, true));
    if (const auto* answer = std::get_if<bool>(&real)) {
        return both ? *answer && std::get<bool>(imag) : *answer || std::get<bool>(imag);
    }
    return apply<logic>(std::get<Tensor>(real), std::get<Tensor>(imag));
}
constexpr auto of_both = judged<"logical_and", true>;
constexpr auto of_either = judged<"logical_or", false>;

// For what only asks whether numbers are zero.
Value by_truth(const Op& op, const Args& args) {
    Args truths = args;
    for (std::size_t i = 0; i < args.count(); ++i) {
        if (args.is_tensor(i)) {
            truths[i] = apply<"ne">(args.tensor(i), Scalar(0));
        } else if (const auto* number = std::get_if<Scalar>(&args[i])) {
            truths[i] = Scalar(number->to<bool>());
        }
    }
    return dispatch(op, std::move(truths));
}

// The real result in the complex dtype asked for.
Value by_conversion(const Op& op, const Args& args) {
    const Value real = dispatch(op, parts_of(op, args, false));
    for (const Value& value : args.values()) {
        if (const auto* dtype = std::get_if<Dtype>(&value)) {
            return converted(std::get<Tensor>(real), *dtype);
        }
    }
    return real;
}

// For what fills a new tensor of args[size] number by number: the parts of an element are neighbours.
template <std::size_t size>
Value by_neighbours(const Op& op, const Args& args) {
    Args real = parts_of(op, args, false);
    Shape extents = args.ints(size);
    extents.push_back(2);
    real[size] = extents;
    const Tensor result = seen_as_complex(std::get<Tensor>(dispatch(op, std::move(real))));
    result.impl().is_view = false;
    return result;
}

// The variance of a complex number is shared by its parts.
Value randn(const Op& op, const Args& args) {
    const Tensor result = std::get<Tensor>(by_neighbours<0>(op, args));
    copy_into(result, mul(result, Scalar(std::numbers::sqrt2 / 2)));
    return result;
}

Value fill_neighbours(const Op& op, const Args& args) {
    Args real = args;
    real[0] = seen_as_real(args.tensor(0));
    if (op.signature.name == "normal_fill") {
        real[2] = args.real(2) * std::numbers::sqrt2 / 2;
    }
    return dispatch(op, std::move(real));
}

Value values(const Op&, const Args& args) { return call<"values">(seen_as_real(args.tensor(0))); }

// ---- arithmetic

Value difference(const Op& op, const Args& args) {
    const auto is_bool = [&](std::size_t i) { return args.promotion(i).category == Category::boolean; };
    if (args.dialect() == Dialect::torch && (is_bool(0) || is_bool(1))) {
        return op.def->forward(args);  // which refuses
    }
    return by_pair(op, args);
}

Value reflected(const Op&, const Args& args) {
    Args turned = args;
    std::swap(turned[0], turned[1]);
    return difference(find_op("sub"), turned);
}

Value abs(const Op&, const Args& args) {
    return map_to_real(args.tensor(0), [](std::complex<double> z) { return std::hypot(z.real(), z.imag()); });
}

// ---- sums of products

// (a + bi)(c + di) = (ac - bd) + (ad + bc)i, for matrices
Value matmul(const Op&, const Args& args) {
    const Tensor& x = args.tensor(0);
    const Tensor& y = args.tensor(1);
    const auto product = [&](bool left, bool right) {
        return sconce::matmul(part_of(x, left, true), part_of(y, right, true));
    };
    return joined(sub(product(false, false), product(true, true)), add(product(false, true), product(true, false)));
}

Value linear(const Op&, const Args& args) {
    const Tensor product = sconce::matmul(args.tensor(0), apply<"t">(args.tensor(1)));
    return args.has(2) ? add(product, args.tensor(2)) : product;
}

// The same of a product that is an op by itself: of its first two arguments, with a bias as the third.
Value by_products(const Op& op, const Args& args) {
    const auto product = [&](bool left, bool right, bool with_bias) {
        Args part = parts_of(op, args, right);
        part[0] = args.tensor(0).part(left);
        if (!with_bias && op.signature.params[2].type == ParamType::optional_tensor) {
            part[2] = Value();
        }
        return std::get<Tensor>(dispatch(op, std::move(part)));
    };
    return joined(sub(product(false, false, true), product(true, true, false)),
                  add(product(false, true, true), product(true, false, false)));
}

// Halves are multiplied until one element is left.
Tensor folded(Tensor rest, Int dim) {
    while (rest.size(static_cast<int>(dim)) > 1) {
        const Int size = rest.size(static_cast<int>(dim));
        const Int half = size / 2;
        Tensor product = mul(apply<"narrow">(rest, dim, Int{0}, half), apply<"narrow">(rest, dim, half, half));
        if (size % 2 != 0) {
            product = apply<"cat">(TensorList{product, apply<"narrow">(rest, dim, size - 1, Int{1})}, dim);
        }
        rest = product;
    }
    return rest;
}

Value prod(const Op&, const Args& args) {
    const Tensor self = converted(args.tensor(0), args.dtype_or(3, args.tensor(0).dtype()));
    const bool whole = !args.has(1);
    const Tensor rest = whole ? reshape(self, {-1}) : self;
    const Int dim = whole || self.ndim() == 0 ? 0 : normalize_dim(args.dialect(), args.integer(1), self.ndim());
    if (rest.ndim() == 0) {
        return apply<"clone">(rest);
    }
    Shape kept = rest.shape();
    kept[static_cast<std::size_t>(dim)] = 1;
    const Tensor result =
        rest.size(static_cast<int>(dim)) == 0 ? Tensor::full(kept, 1, rest.dtype()) : folded(rest, dim);
    Shape shape = whole ? Shape(static_cast<std::size_t>(args.boolean(2) ? self.ndim() : 0), 1) : kept;
    if (!whole && !args.boolean(2)) {
        shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(dim));
    }
    return reshape(result, shape);
}

// The distances' mean square: those of the two parts together.
Value var(const Op&, const Args& args) {
    const Op& op = find_op("var");
    return add(dispatch(op, parts_of(op, args, false)), dispatch(op, parts_of(op, args, true)));
}
Value std_deviation(const Op& op, const Args& args) { return apply<"sqrt">(std::get<Tensor>(var(op, args))); }

// The spread and the mean of std_mean and var_mean.
template <OpName name>
Value with_mean(const Op&, const Args& args) {
    return TensorList{std::get<Tensor>(dispatch(find_op(name.view()), Args(args))),
                      apply<"mean">(args.tensor(0), args[1], args.boolean(3))};
}

// ---- comparison

// |a - b| <= atol + rtol |b|, equal infinities and, if wanted, two numbers with a NaN alike
Value isclose(const Op&, const Args& args) {
    const Tensor& a = args.tensor(0);
    const Tensor& b = args.tensor(1);
    if (args.dialect() == Dialect::torch && a.dtype() != b.dtype()) {
        throw Error(ErrorKind::dtype,
                    std::string(long_name_of(a.dtype())) + " did not match " + std::string(long_name_of(b.dtype())));
    }
    const Tensor distance = apply<"abs">(sub(a, b));
    const Tensor allowed = add(mul(apply<"abs">(b), Scalar(args.real(2))), Scalar(args.real(3)));
    const Tensor near = apply<"logical_and">(apply<"le">(distance, allowed), apply<"isfinite">(distance));
    const Tensor close = apply<"logical_or">(apply<"eq">(a, b), near);
    if (!args.boolean(4)) {
        return close;
    }
    return apply<"logical_or">(close, apply<"logical_and">(apply<"isnan">(a), apply<"isnan">(b)));
}

Value allclose(const Op& op, const Args& args) {
    const Tensor close = apply<"all">(std::get<Tensor>(isclose(op, args)));
    return close.item().to<bool>();
}

struct Rule {
    std::string_view name;
    Value (*forward)(const Op&, const Args&) = by_parts;
    bool has_derivative = false;
};

constexpr Rule function_rule{.name = {}, .forward = by_element, .has_derivative = true};

constexpr Rule rules[] = {
    {.name = "neg"},
    {.name = "sum"},
    {.name = "mean"},
    {.name = "cumsum"},
    {.name = "cat"},
    {.name = "stack"},
    {.name = "repeat"},
    {.name = "flip"},
    {.name = "roll"},
    {.name = "tril"},
    {.name = "triu"},
    {.name = "where"},
    {.name = "masked_fill", .forward = masked_fill},
    {.name = "gather"},
    {.name = "scatter"},
    {.name = "scatter_add"},
    {.name = "index_select"},
    {.name = "index_fill"},
    {.name = "index_add"},
    {.name = "take"},
    {.name = "masked_select"},
    {.name = "embedding"},
    {.name = "constant_pad_nd"},
    {.name = "border_pad"},
    {.name = "border_pad_backward"},
    {.name = "eq", .forward = of_both},
    {.name = "ne", .forward = of_either},
    {.name = "isnan", .forward = of_either},
    {.name = "isinf", .forward = of_either},
    {.name = "isfinite", .forward = of_both},
    {.name = "all_finite", .forward = of_both},
    {.name = "equal", .forward = of_both},
    {.name = "isclose", .forward = isclose},
    {.name = "allclose", .forward = allclose},
    {.name = "any", .forward = by_truth},
    {.name = "all", .forward = by_truth},
    {.name = "count_nonzero", .forward = by_truth},
    {.name = "nonzero", .forward = by_truth},
    {.name = "logical_and", .forward = by_truth},
    {.name = "logical_or", .forward = by_truth},
    {.name = "logical_xor", .forward = by_truth},
    {.name = "logical_not", .forward = by_truth},
    {.name = "eye", .forward = by_conversion},
    {.name = "linspace", .forward = by_conversion},
    {.name = "from_values", .forward = by_neighbours<1>},
    {.name = "rand", .forward = by_neighbours<0>},
    {.name = "randn", .forward = randn},
    {.name = "uniform_fill", .forward = fill_neighbours},
    {.name = "normal_fill", .forward = fill_neighbours},
    {.name = "values", .forward = values},
    {.name = "add", .forward = by_pair},
    {.name = "sub", .forward = difference},
    {.name = "rsub", .forward = reflected},
    {.name = "mul", .forward = by_pair, .has_derivative = true},
    {.name = "div", .forward = by_pair, .has_derivative = true},
    {.name = "pow", .forward = by_pair, .has_derivative = true},
    {.name = "matmul", .forward = matmul, .has_derivative = true},
    {.name = "conv", .forward = as_given},
    {.name = "conv_transpose", .forward = as_given},
    {.name = "convolution", .forward = by_products, .has_derivative = true},
    {.name = "convolution_transposed", .forward = by_products, .has_derivative = true},
    {.name = "convolution_weight", .forward = by_products, .has_derivative = true},
    {.name = "linear", .forward = linear, .has_derivative = true},
    {.name = "dot", .forward = as_given, .has_derivative = true},
    {.name = "mv", .forward = as_given, .has_derivative = true},
    {.name = "mm", .forward = as_given, .has_derivative = true},
    {.name = "bmm", .forward = as_given, .has_derivative = true},
    {.name = "addmm", .forward = as_given, .has_derivative = true},
    {.name = "addmv", .forward = as_given, .has_derivative = true},
    {.name = "baddbmm", .forward = as_given, .has_derivative = true},
    {.name = "addbmm", .forward = as_given, .has_derivative = true},
    {.name = "addr", .forward = as_given, .has_derivative = true},
    {.name = "addcmul", .forward = as_given, .has_derivative = true},
    {.name = "addcdiv", .forward = as_given, .has_derivative = true},
    {.name = "lerp", .forward = as_given, .has_derivative = true},
    {.name = "prod", .forward = prod, .has_derivative = true},
    {.name = "var", .forward = var},
    {.name = "std", .forward = std_deviation},
    {.name = "var_mean", .forward = with_mean<"var">},
    {.name = "std_mean", .forward = with_mean<"std">},
    {.name = "abs", .forward = abs},
    {.name = "sgn", .forward = by_element},
};

const Rule* rule_of(const Op& op) {
    static const auto by_id = [] {
        std::vector<const Rule*> found(all_ops().size());
        for (const Op& one : all_ops()) {
            found[static_cast<std::size_t>(one.id)] = has_function(one.signature.name) ? &function_rule : nullptr;
        }
        for (const Rule& rule : rules) {
            found[static_cast<std::size_t>(find_op(rule.name).id)] = &rule;
        }
        return found;
    }();
    return by_id[static_cast<std::size_t>(op.id)];
}

// How torch refuses, where it is not by the op's name; quoted names go on as that does.
struct Refusal {
    std::string_view name;
    std::string_view text;
    ErrorKind kind = ErrorKind::unsupported;
};

constexpr Refusal refusals[] = {
    {"max_all", "\"max_all\""},
    {"min_all", "\"min_all\""},
    {"amax", "\"max_values_cpu\""},
    {"amin", "\"min_values_cpu\""},
    {"median_all", "\"median_cpu\""},
    {"median_dim", "\"median_out\""},
    {"unique", "\"unique\""},
    {"softmax", "\"softmax_lastdim_kernel_impl\""},
    {"log_softmax", "\"log_softmax_lastdim_kernel_impl\""},
    {"erf", "\"erf_vml_cpu\""},
    {"round", "\"round_vml_cpu\""},
    {"floor_divide", "\"div_floor_cpu\""},
    {"gelu", "\"GeluKernelImpl\""},
    {"selu", "\"elu_cpu\""},
    {"layer_norm", "\"LayerNormKernelImpl\""},
    {"mse_loss", "\"mse_cpu\""},
    {"softshrink", "\"softshrink_check\""},
    {"max_dim", "max(): does not support complex input", ErrorKind::value},
    {"min_dim", "min(): does not support complex input", ErrorKind::value},
    {"argmax", "argmax(): does not support complex input", ErrorKind::value},
    {"argmin", "argmin(): does not support complex input", ErrorKind::value},
    {"maximum", "maximum not implemented for complex tensors.", ErrorKind::value},
    {"minimum", "minimum not implemented for complex tensors.", ErrorKind::value},
    {"sort", " Sort does not support complex dtypes on CPU", ErrorKind::value},
    {"topk", " topk does not support complex dtypes on CPU", ErrorKind::value},
    {"clamp", "clamp is not supported for complex types"},
    {"relu", "clamp is not supported for complex types"},
    {"hardtanh", "clamp is not supported for complex types"},
    {"floor", "floor is not supported for complex inputs"},
    {"ceil", "ceil is not supported for complex inputs"},
    {"trunc", "trunc is not supported for complex inputs"},
    {"sign", "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead."},
};

[[noreturn]] void refuse(const Op& op, const Args& args) {
    Dtype dtype = default_dtype(args.dialect(), Category::complex);
    for (const Value& value : args.values()) {
        if (const auto* tensor = std::get_if<Tensor>(&value); tensor != nullptr && is_complex(value)) {
            dtype = tensor->dtype();
        }
    }
    Refusal refusal{op.signature.name, {}};
    for (const Refusal& known : refusals) {
        if (known.name == op.signature.name) {
            refusal = known;
        }
    }
    std::string text(refusal.text);
    if (text.empty()) {
        text = "\"" + std::string(refusal.name) + "_cpu\"";
    }
    if (text.front() == '"') {
        text += " not implemented for '" + std::string(long_name_of(dtype)) + "'";
    }
    throw Error(refusal.kind, text);
}

}  // namespace

bool has_complex(const Args& args) {
    return std::any_of(args.values().begin(), args.values().end(),
                       [](const Value& value) { return is_complex(value); });
}

Value forward_complex(const Op& op, const Args& args) {
    // An op without a backward is recorded by the ops it is made of.
    const GradMode recorded(grad_enabled() && op.def->backward == nullptr);
    const Rule* rule = rule_of(op);
    if (rule == nullptr) {
        refuse(op, args);
    }
    return rule->forward(op, args);
}

Args parts_of(const Op& op, const Args& args, bool imaginary) {
    Args parts(args.dialect());
    for (std::size_t i = 0; i < args.count(); ++i) {
        parts.push(part_of(op.signature.params[i], args[i], imaginary));
    }
    return parts;
}

Tensor joined(const Tensor& real, const Tensor& imag) {
    const Tensor result = Tensor::empty(real.shape(), complex_of(real.dtype()));
    copy_into(result.part(false), real);
    copy_into(result.part(true), imag);
    return result;
}

bool has_complex_derivative(const Op& op) {
    const Rule* rule = rule_of(op);
    return rule != nullptr && rule->has_derivative;
}

Tensor conjugated(const Tensor& a) { return a && sconce::is_complex(a.dtype()) ? apply<"conj">(a) : a; }

}  // namespace sconce
