#include "engine/ops/complex.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "engine/autograd/tape.hpp"
#include "engine/ops/elementwise.hpp"
#include "engine/ops/views.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;
using Number = std::complex<double>;

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

Tensor seen_as_real(const Tensor& self) {
    const Tensor part = self.part(false);
    Shape shape = part.shape();
    Strides strides = part.strides();
    shape.push_back(2);
    strides.push_back(1);
    return part.view_as(shape, strides, part.offset());
}

// `self`, whose last dim holds two parts side by side.
Tensor seen_as_complex(const Tensor& self) {
    Shape shape = self.shape();
    Strides strides = self.strides();
    shape.pop_back();
    strides.pop_back();
    for (Int& stride : strides) {
        stride /= 2;
    }
    Tensor result = self.view_as(shape, strides, self.offset() / 2);
    result.impl().dtype = complex_of(self.dtype());
    return result;
}

// For what fills a new tensor of args[size] number by number: the parts of an element are neighbours.
template <std::size_t size>
Value by_neighbours(const Op& op, const Args& args) {
    Args real = parts_of(op, args, false);
    Shape extents = args.ints(size);
    extents.push_back(2);
    real[size] = extents;
    return seen_as_complex(std::get<Tensor>(dispatch(op, std::move(real))));
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

// ---- element by element

struct Sum {
    template <class T>
    static std::complex<T> of(std::complex<T> a, std::complex<T> b) {
        return {a.real() + b.real(), a.imag() + b.imag()};
    }
};

struct Difference {
    template <class T>
    static std::complex<T> of(std::complex<T> a, std::complex<T> b) {
        return {a.real() - b.real(), a.imag() - b.imag()};
    }
};

struct Product {
    template <class T>
    static std::complex<T> of(std::complex<T> a, std::complex<T> b) {
        return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
    }
};

// Smith's method, as both libraries divide: the divisor's larger part is divided out first.
struct Quotient {
    template <class T>
    static std::complex<T> of(std::complex<T> a, std::complex<T> b) {
        const T size_of_real = std::fabs(b.real());
        const T size_of_imag = std::fabs(b.imag());
        if (size_of_real >= size_of_imag) {
            if (size_of_real == 0 && size_of_imag == 0) {
                return {a.real() / size_of_real, a.imag() / size_of_imag};
            }
            const T ratio = b.imag() / b.real();
            const T scale = T{1} / (b.real() + b.imag() * ratio);
            return {(a.real() + a.imag() * ratio) * scale, (a.imag() - a.real() * ratio) * scale};
        }
        const T ratio = b.real() / b.imag();
        const T scale = T{1} / (b.real() * ratio + b.imag());
        return {(a.real() * ratio + a.imag()) * scale, (a.imag() * ratio - a.real()) * scale};
    }
};

Number reciprocal(Number z) {
    if (std::fabs(z.real()) >= std::fabs(z.imag())) {
        const double ratio = z.imag() / z.real();
        const double size = z.real() + z.imag() * ratio;
        return {1 / size, -ratio / size};
    }
    const double ratio = z.real() / z.imag();
    const double size = z.real() * ratio + z.imag();
    return {ratio / size, -1 / size};
}

// By half-angle formulas, which keep a part that is 0 at 0.
Number square_root(Number z) {
    if (z == Number(0) || !std::isfinite(z.real()) || !std::isfinite(z.imag())) {
        return std::sqrt(z);
    }
    const double larger = std::sqrt((std::fabs(z.real()) + std::hypot(z.real(), z.imag())) / 2);
    const double smaller = std::fabs(z.imag()) / (2 * larger);
    return z.real() >= 0 ? Number(larger, std::copysign(smaller, z.imag()))
                         : Number(smaller, std::copysign(larger, z.imag()));
}

struct Power {
    template <class T>
    static std::complex<T> of(std::complex<T> a, std::complex<T> b) {
        using Z = std::complex<T>;
        if (b == Z(0)) {
            return Z(1);
        }
        if (a == Z(0)) {
            return b.real() > 0 ? Z(0) : Z(std::numeric_limits<T>::quiet_NaN());
        }
        const Z exponent = Product::of(b, static_cast<Z>(std::log(Number(a))));
        return static_cast<Z>(std::exp(Number(exponent)));
    }
};

// torch's powers by a number: small ones are products.
struct NumberPower {
    template <class T>
    static std::complex<T> of(std::complex<T> a, std::complex<T> b) {
        using Z = std::complex<T>;
        if (b == Z(T{0.5})) {
            return static_cast<Z>(square_root(Number(a)));
        }
        if (b == Z(-1)) {
            return static_cast<Z>(reciprocal(Number(a)));
        }
        if (b == Z(-2)) {
            return Quotient::of(Z(1), Product::of(a, a));
        }
        if (b == Z(1) || b == Z(2) || b == Z(3)) {
            const Z square = b == Z(1) ? a : Product::of(a, a);
            return b == Z(3) ? Product::of(square, a) : square;
        }
        return Power::of(a, b);
    }
};

// NumPy's: whole ones up to a hundred are products.
struct WholePower {
    template <class T>
    static std::complex<T> of(std::complex<T> a, std::complex<T> b) {
        using Z = std::complex<T>;
        const T size = std::fabs(b.real());
        if (b.imag() != 0 || !(size < 100) || size != std::floor(size) || (a == Z(0) && b.real() < 0)) {
            return Power::of(a, b);
        }
        if (b == Z(1) || b == Z(2)) {
            return b == Z(1) ? a : Product::of(a, a);
        }
        Z result(1);
        for (int rest = static_cast<int>(size); rest > 0; rest /= 2, a = Product::of(a, a)) {
            result = rest % 2 == 0 ? result : Product::of(result, a);
        }
        return b.real() < 0 ? Quotient::of(Z(1), result) : result;
    }
};

template <class T>
using Pairing = std::complex<T> (*)(std::complex<T>, std::complex<T>);

// Through pointers: one loop serves every rule.
Value map_pairs(const Args& args, Pairing<float> narrow, Pairing<double> wide) {
    if (promoted(args) == Dtype::complex128) {
        return map_pair<std::complex<double>, std::complex<double>>(args, wide);
    }
    return map_pair<std::complex<float>, std::complex<float>>(args, narrow);
}

template <class F>
Value by_pair(const Op& op, const Args& args) {
    if (op.signature.count == 3 &&
        !(args.scalar(2).category() == Category::integral && args.scalar(2).integer() == 1)) {
        Args scaled = args;
        scaled[1] = mul(args[1], args[2]);
        return map_pairs(scaled, F::of, F::of);
    }
    return map_pairs(args, F::of, F::of);
}

Value power(const Op& op, const Args& args) {
    if (args.dialect() == Dialect::numpy) {
        return by_pair<WholePower>(op, args);
    }
    return args.is_tensor(1) ? by_pair<Power>(op, args) : by_pair<NumberPower>(op, args);
}

Value difference(const Op& op, const Args& args) {
    const auto is_bool = [&](std::size_t i) { return args.promotion(i).category == Category::boolean; };
    if (args.dialect() == Dialect::torch && (is_bool(0) || is_bool(1))) {
        return op.def->forward(args);  // which refuses
    }
    return by_pair<Difference>(op, args);
}

Value by_element(const Op& op, const Args& args);

template <class F>
Tensor map_to_real(const Tensor& self, F f) {
    return visit_parts(self.dtype(), [&]<class T>(TypeTag<T>) {
        return map_each<std::complex<T>, T>(self, [f](std::complex<T> z) { return static_cast<T>(f(Number(z))); });
    });
}

using Measure = double (*)(Number);
Value abs(const Op&, const Args& args) {
    return map_to_real(args.tensor(0), Measure([](Number z) { return std::hypot(z.real(), z.imag()); }));
}

Number sign(Number z) {
    const double size = std::hypot(z.real(), z.imag());
    return size == 0 ? Number(0) : z / size;
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
    Number (*function)(Number) = nullptr;  // of by_element
};

constexpr Number one(1);

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
    {.name = "masked_fill"},
    {.name = "gather"},
    {.name = "scatter"},
    {.name = "scatter_add"},
    {.name = "index_select"},
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
    {.name = "add", .forward = by_pair<Sum>},
    {.name = "sub", .forward = difference},
    {.name = "mul", .forward = by_pair<Product>, .has_derivative = true},
    {.name = "div", .forward = by_pair<Quotient>, .has_derivative = true},
    {.name = "pow", .forward = power, .has_derivative = true},
    {.name = "matmul", .forward = matmul, .has_derivative = true},
    {.name = "linear", .forward = linear, .has_derivative = true},
    {.name = "prod", .forward = prod, .has_derivative = true},
    {.name = "var", .forward = var},
    {.name = "std", .forward = std_deviation},
    {.name = "abs", .forward = abs},
    {.name = "square",
     .forward = by_element,
     .has_derivative = true,
     .function = [](Number z) { return Product::of(z, z); }},
    {.name = "reciprocal", .forward = by_element, .has_derivative = true, .function = reciprocal},
    {.name = "sqrt", .forward = by_element, .has_derivative = true, .function = square_root},
    {.name = "rsqrt",
     .forward = by_element,
     .has_derivative = true,
     .function = [](Number z) { return Quotient::of(one, square_root(z)); }},
    {.name = "exp", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::exp(z); }},
    {.name = "exp2",
     .forward = by_element,
     .has_derivative = true,
     .function = [](Number z) { return std::exp(z * std::numbers::ln2); }},
    {.name = "log", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::log(z); }},
    {.name = "log2",
     .forward = by_element,
     .has_derivative = true,
     .function = [](Number z) { return std::log(z) / std::numbers::ln2; }},
    {.name = "log10",
     .forward = by_element,
     .has_derivative = true,
     .function = [](Number z) { return std::log(z) / std::numbers::ln10; }},
    {.name = "log1p",
     .forward = by_element,
     .has_derivative = true,
     .function = [](Number z) { return std::log(one + z); }},
    {.name = "expm1",
     .forward = by_element,
     .has_derivative = true,
     .function = [](Number z) { return std::exp(z) - one; }},
    {.name = "sin", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::sin(z); }},
    {.name = "cos", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::cos(z); }},
    {.name = "tan", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::tan(z); }},
    {.name = "sinh", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::sinh(z); }},
    {.name = "cosh", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::cosh(z); }},
    {.name = "tanh", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::tanh(z); }},
    {.name = "asin", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::asin(z); }},
    {.name = "acos", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::acos(z); }},
    {.name = "atan", .forward = by_element, .has_derivative = true, .function = [](Number z) { return std::atan(z); }},
    {.name = "sigmoid",
     .forward = by_element,
     .has_derivative = true,
     .function = [](Number z) { return Quotient::of(one, one + std::exp(-z)); }},
    {.name = "silu",
     .forward = by_element,
     .has_derivative = true,
     .function = [](Number z) { return Quotient::of(z, one + std::exp(-z)); }},
    {.name = "sgn", .forward = by_element, .function = sign},
};

const Rule* rule_of(const Op& op) {
    static const auto by_id = [] {
        std::vector<const Rule*> found(all_ops().size());
        for (const Rule& rule : rules) {
            found[static_cast<std::size_t>(find_op(rule.name).id)] = &rule;
        }
        return found;
    }();
    return by_id[static_cast<std::size_t>(op.id)];
}

Value by_element(const Op& op, const Args& args) {
    const auto f = rule_of(op)->function;
    return visit_parts(args.tensor(0).dtype(), [&]<class T>(TypeTag<T>) {
        using Z = std::complex<T>;
        return map_each<Z, Z>(args.tensor(0), [f](Z z) { return static_cast<Z>(f(Number(z))); });
    });
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
    const GradMode unrecorded(false);
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

// ---- ops that are there for complex numbers

namespace {

Value view_as_real_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (!sconce::is_complex(self.dtype())) {
        throw Error(ErrorKind::dtype, "view_as_real is only supported for complex tensors");
    }
    return seen_as_real(self);
}

Grads view_as_real_backward(const Tape&, const Tensor& grad) {
    return {apply<"view_as_complex">(apply<"contiguous">(grad))};
}

void check_halves(bool even, const char* what) {
    if (!even) {
        throw Error(ErrorKind::shape, std::string("Tensor must have a ") + what);
    }
}

Value view_as_complex_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.dtype() != Dtype::float32 && self.dtype() != Dtype::float64) {
        throw Error(ErrorKind::dtype,
                    "view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar "
                    "type: " +
                        std::string(long_name_of(self.dtype())));
    }
    if (self.ndim() == 0) {
        throw Error(ErrorKind::shape, "Input tensor must have one or more dimensions");
    }
    check_halves(self.size(-1) == 2, "last dimension of size 2");
    check_halves(self.stride(-1) == 1, "last dimension with stride 1");
    for (int d = 0; d + 1 < self.ndim(); ++d) {
        check_halves(self.stride(d) % 2 == 0, "stride divisible by 2 for all but last dimension");
    }
    check_halves(self.offset() % 2 == 0, "storage_offset divisible by 2");
    return seen_as_complex(self);
}

Grads view_as_complex_backward(const Tape&, const Tensor& grad) { return {apply<"view_as_real">(grad)}; }

void check_parts(const Args& args) {
    const Dtype a = args.tensor(0).dtype();
    const Dtype b = args.tensor(1).dtype();
    if (!is_floating(a) || !is_floating(b)) {
        throw Error(ErrorKind::dtype, "Expected both inputs to be Half, Float or Double tensors but got " +
                                          std::string(long_name_of(a)) + " and " + std::string(long_name_of(b)));
    }
    if (a != b) {
        throw Error(ErrorKind::dtype, "Expected object of scalar type " + std::string(long_name_of(a)) +
                                          " but got scalar type " + std::string(long_name_of(b)) +
                                          " for second argument");
    }
    if (is_narrow(a)) {
        throw Error(ErrorKind::unsupported, "complex numbers with parts of 16 bits are not in this subset");
    }
}

Value complex_forward(const Args& args) {
    check_parts(args);
    const Shape shape = broadcast_shapes(args.dialect(), args.tensor(0).shape(), args.tensor(1).shape());
    return joined(expanded(args.dialect(), args.tensor(0), shape), expanded(args.dialect(), args.tensor(1), shape));
}

Tensor real_of(const Tensor& a) { return apply<"to">(a, sconce::part_of(a.dtype())); }

// The parts of grad
Grads complex_backward(const Tape&, const Tensor& grad) {
    const Tensor parts = apply<"view_as_real">(grad);
    const auto pick = [&](Int place) {
        return apply<"squeeze">(apply<"narrow">(parts, Int{-1}, place, Int{1}), Shape{-1});
    };
    return {pick(0), pick(1)};
}

// abs (cos angle + i sin angle)
Value polar_forward(const Args& args) {
    check_parts(args);
    const GradMode unrecorded(false);
    const Tensor& abs = args.tensor(0);
    const Tensor& angle = args.tensor(1);
    return joined(mul(abs, apply<"cos">(angle)), mul(abs, apply<"sin">(angle)));
}

// With z the result: Re(conj(grad) sgn z), Re(conj(grad) i z)
Grads polar_backward(const Tape& tape, const Tensor& grad) {
    const Tensor z = tape.result();
    const Tensor conjugate = apply<"conj">(grad);
    return {tape.needs(0) ? real_of(mul(conjugate, apply<"sgn">(z))) : Tensor(),
            tape.needs(1) ? real_of(mul(conjugate, mul(z, Scalar(Number(0, 1))))) : Tensor()};
}

Value conj_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const GradMode unrecorded(false);
    if (!sconce::is_complex(self.dtype())) {
        return args.dialect() == Dialect::numpy ? apply<"clone">(self) : self;
    }
    return joined(self.part(false), neg(self.part(true)));
}

Grads conj_backward(const Tape&, const Tensor& grad) { return {conjugated(grad)}; }

Value angle_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const GradMode unrecorded(false);
    if (sconce::is_complex(self.dtype())) {
        return map_to_real(self, Measure([](Number z) { return std::atan2(z.imag(), z.real()); }));
    }
    const Tensor real = converted(self, to_floating(args.dialect(), self.dtype()));
    const Tensor negative = converted(apply<"lt">(real, Scalar(0)), real.dtype());
    return where(apply<"isnan">(real), real, mul(negative, Scalar(std::numbers::pi)));
}

// grad i z / |z|^2, 0 at 0
Grads angle_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& z = tape.input(0);
    if (!sconce::is_complex(z.dtype())) {
        return {mul(grad, Scalar(0))};
    }
    const Tensor turned = mul(mul(grad, Scalar(Number(0, 1))), z);
    const Tensor size = apply<"square">(apply<"abs">(z));
    return {where(apply<"eq">(size, Scalar(0)), Scalar(0), div(turned, size))};
}

Value sgn_forward(const Args& args) {
    const GradMode unrecorded(false);
    return call<"sign">(args.tensor(0));
}

// With s = sgn z: (grad - Re(grad conj(s)) s) / |z|, 0 at 0
Grads sgn_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& z = tape.input(0);
    if (!sconce::is_complex(z.dtype())) {
        return {mul(grad, Scalar(0))};
    }
    const Tensor s = tape.result();
    const Tensor size = apply<"abs">(z);
    const Tensor along = mul(real_of(mul(grad, conjugated(s))), s);
    return {where(apply<"eq">(size, Scalar(0)), Scalar(0), div(sub(grad, along), size))};
}

constexpr OpDef table[] = {
    {.signature = "view_as_real(Tensor self) -> Tensor",
     .names = "torch.view_as_real",
     .doc = "A complex tensor seen as a real one, with a last dim of two: the real and the imaginary part.",
     .forward = view_as_real_forward,
     .backward = view_as_real_backward,
     .view = true},
    {.signature = "view_as_complex(Tensor self) -> Tensor",
     .names = "torch.view_as_complex",
     .doc = "A real tensor with a last dim of two seen as a complex one.",
     .forward = view_as_complex_forward,
     .backward = view_as_complex_backward,
     .view = true},
    {.signature = "complex(Tensor real, Tensor imag) -> Tensor",
     .names = "torch.complex",
     .doc = "The complex tensor with a real and an imaginary part.",
     .shape = ShapeRule::broadcast,
     .forward = complex_forward,
     .backward = complex_backward,
     .any_dtype = true},
    {.signature = "polar(Tensor abs, Tensor angle) -> Tensor",
     .names = "torch.polar",
     .doc = "The complex tensor with an absolute value and an angle in radians.",
     .shape = ShapeRule::broadcast,
     .forward = polar_forward,
     .backward = polar_backward,
     .keeps = Keep::result,
     .any_dtype = true},
    {.signature = "conj(Tensor self) -> Tensor",
     .doc = "The complex conjugate.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = conj_forward,
     .backward = conj_backward,
     .any_dtype = true},
    {.signature = "angle(Tensor self) -> Tensor",
     .names = "torch.angle Tensor.angle",
     .doc = "The angle of each complex number in radians; of a real number 0, or pi where it is negative.",
     .shape = ShapeRule::same,
     .forward = angle_forward,
     .backward = angle_backward,
     .keeps = Keep::inputs,
     .any_dtype = true},
    {.signature = "sgn(Tensor self) -> Tensor",
     .names = "torch.sgn Tensor.sgn",
     .doc = "Each complex number divided by its absolute value; the sign of a real number.",
     .dtype = DtypeRule::same,
     .shape = ShapeRule::same,
     .forward = sgn_forward,
     .backward = sgn_backward,
     .keeps = Keep::both,
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> complex_ops() { return table; }

}  // namespace sconce
