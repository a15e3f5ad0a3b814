#include "engine/ops/complex_arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

// Functions are computed in double, and rounded once.
using Number = std::complex<double>;

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

Number sign(Number z) {
    const double size = std::hypot(z.real(), z.imag());
    return size == 0 ? Number(0) : z / size;
}

struct Function {
    std::string_view op;
    Number (*of)(Number);
};

constexpr Number one(1);

constexpr Function functions[] = {
    {"square", [](Number z) { return Product::of(z, z); }},
    {"reciprocal", reciprocal},
    {"sqrt", square_root},
    {"rsqrt", [](Number z) { return Quotient::of(one, square_root(z)); }},
    {"exp", [](Number z) { return std::exp(z); }},
    {"exp2", [](Number z) { return std::exp(z * std::numbers::ln2); }},
    {"expm1", [](Number z) { return std::exp(z) - one; }},
    {"log", [](Number z) { return std::log(z); }},
    {"log2", [](Number z) { return std::log(z) / std::numbers::ln2; }},
    {"log10", [](Number z) { return std::log(z) / std::numbers::ln10; }},
    {"log1p", [](Number z) { return std::log(one + z); }},
    {"sin", [](Number z) { return std::sin(z); }},
    {"cos", [](Number z) { return std::cos(z); }},
    {"tan", [](Number z) { return std::tan(z); }},
    {"sinh", [](Number z) { return std::sinh(z); }},
    {"cosh", [](Number z) { return std::cosh(z); }},
    {"tanh", [](Number z) { return std::tanh(z); }},
    {"asin", [](Number z) { return std::asin(z); }},
    {"acos", [](Number z) { return std::acos(z); }},
    {"atan", [](Number z) { return std::atan(z); }},
    {"asinh", [](Number z) { return std::asinh(z); }},
    {"acosh", [](Number z) { return std::acosh(z); }},
    {"atanh", [](Number z) { return std::atanh(z); }},
    {"sigmoid", [](Number z) { return Quotient::of(one, one + std::exp(-z)); }},
    {"silu", [](Number z) { return Quotient::of(z, one + std::exp(-z)); }},
    {"sgn", sign},
};

const Function* function_of(std::string_view op) {
    const auto* found = std::find_if(std::begin(functions), std::end(functions),
                                     [&](const Function& function) { return function.op == op; });
    return found == std::end(functions) ? nullptr : found;
}

}  // namespace

Value by_pair(const Op& op, const Args& args) {
    const std::string_view name = op.signature.name;
    if (name == "mul") {
        return map_pairs(args, Product::of, Product::of);
    }
    if (name == "div") {
        return map_pairs(args, Quotient::of, Quotient::of);
    }
    if (name == "pow") {
        if (args.dialect() == Dialect::numpy) {
            return map_pairs(args, WholePower::of, WholePower::of);
        }
        return args.is_tensor(1) ? map_pairs(args, Power::of, Power::of)
                                 : map_pairs(args, NumberPower::of, NumberPower::of);
    }
    const Scalar& alpha = args.scalar(2);
    Args scaled = args;
    if (alpha.category() != Category::integral || alpha.integer() != 1) {
        scaled[1] = mul(args[1], alpha);
    }
    return name == "add" ? map_pairs(scaled, Sum::of, Sum::of) : map_pairs(scaled, Difference::of, Difference::of);
}

Value by_element(const Op& op, const Args& args) {
    const auto f = function_of(op.signature.name)->of;
    return visit_parts(args.tensor(0).dtype(), [&]<class T>(TypeTag<T>) {
        using Z = std::complex<T>;
        return map_each<Z, Z>(args.tensor(0), [f](Z z) { return static_cast<Z>(f(Number(z))); });
    });
}

bool has_function(std::string_view op) { return function_of(op) != nullptr; }

Tensor map_to_real(const Tensor& self, double (*f)(std::complex<double>)) {
    return visit_parts(self.dtype(), [&]<class T>(TypeTag<T>) {
        return map_each<std::complex<T>, T>(self, [f](std::complex<T> z) { return static_cast<T>(f(Number(z))); });
    });
}

}  // namespace sconce
