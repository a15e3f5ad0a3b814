// New tensors from sizes and numbers.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/ops/functions.hpp"
#include "engine/ops/numbers.hpp"
#include "engine/random/fma.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

// ---- constant tensors

// The size, once it is known to be one a tensor can have.
const Shape& checked_size(Dialect dialect, const Shape& size, Dtype dtype) {
    const bool torch = dialect == Dialect::torch;
    for (const Int extent : size) {
        if (extent < 0) {
            throw torch ? Error(ErrorKind::value, "Trying to create tensor with negative dimension " +
                                                      std::to_string(extent) + ": " + torch_text(size))
                        : Error(ErrorKind::value, "negative dimensions are not allowed");
        }
    }
    if (size.size() > static_cast<std::size_t>(max_dims)) {
        throw Error(ErrorKind::unsupported, "tensors of more than " + std::to_string(max_dims) +
                                                " dimensions are not in this subset, got " +
                                                std::to_string(size.size()));
    }
    Int bytes = static_cast<Int>(size_of(dtype));
    bool overflows = false;
    for (const Int extent : size) {
        overflows = overflows || (extent != 0 && __builtin_mul_overflow(bytes, extent, &bytes));
    }
    // torch knows an empty tensor when it sees one; NumPy counts the other extents all the same.
    if (overflows && (!torch || std::find(size.begin(), size.end(), 0) == size.end())) {
        throw torch
            ? Error(ErrorKind::value, "Storage size calculation overflowed with sizes=" + torch_text(size))
            : Error(ErrorKind::value,
                    "array is too big; `arr.size * arr.dtype.itemsize` is larger than the maximum possible size.");
    }
    return size;
}

Value filled(const Args& args, const Scalar& value, Dtype dtype) {
    const Shape& size = checked_size(args.dialect(), args.ints(0), dtype);
    if (args.dialect() == Dialect::numpy && value.is_real() && !is_differentiable(dtype)) {
        // NumPy converts here as between arrays, without a look at what an integer can hold.
        const Tensor result = Tensor::empty(size, dtype);
        copy_into(result, Tensor::full({}, value, Dtype::float64));
        return result;
    }
    return Tensor::full(size, checked_number(args.dialect(), value, dtype), dtype);
}

Dtype floating_or(const Args& args, std::size_t i) {
    return args.dtype_or(i, default_dtype(args.dialect(), Category::floating));
}

// Also empty: a bool made of stray bits would be neither true nor false, and what a lesson prints must not change from run to run.
Value empty_forward(const Args& args) { return filled(args, Scalar(0), floating_or(args, 1)); }

Value zeros_forward(const Args& args) {
    const Shape& size = args.ints(0);
    if (args.dialect() == Dialect::torch &&
        std::any_of(size.begin(), size.end(), [](Int extent) { return extent < 0; })) {
        throw Error(ErrorKind::value, "zeros: Dimension size must be non-negative.");
    }
    return empty_forward(args);
}

Value ones_forward(const Args& args) { return filled(args, Scalar(1), floating_or(args, 1)); }

Value full_forward(const Args& args) {
    const Scalar& value = args.scalar(1);
    return filled(args, value, args.dtype_or(2, default_dtype(args.dialect(), value.category())));
}

Value eye_forward(const Args& args) {
    const Int rows = args.integer(0);
    const Int columns = args.integer(1);
    if (args.dialect() == Dialect::torch) {
        if (rows < 0) {
            throw Error(ErrorKind::value, "n must be greater or equal to 0, got " + std::to_string(rows));
        }
        if (columns < 0) {
            throw Error(ErrorKind::value, "m must be greater or equal to 0, got " + std::to_string(columns));
        }
    }
    const Dtype dtype = floating_or(args, 2);
    const Tensor result = Tensor::full(checked_size(args.dialect(), {rows, columns}, dtype), 0, dtype);
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        for (Int i = 0; i < std::min(rows, columns); ++i) {
            result.data<T>()[i * (columns + 1)] = T{1};
        }
    });
    return result;
}

// ---- arange

std::string plain_number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", value);
    return text;
}

// Entries from `start` to before `end` where all three are integers, in the wrapping arithmetic of the library.
double integer_steps(Int start, Int end, Int step) {
    const auto sign = static_cast<std::uint64_t>((step > 0) - (step < 0));
    const auto reach =
        static_cast<std::uint64_t>(end) - static_cast<std::uint64_t>(start) + static_cast<std::uint64_t>(step) - sign;
    return static_cast<double>(step == -1 ? static_cast<Int>(std::uint64_t{0} - reach)
                                          : static_cast<Int>(reach) / step);
}

Int checked_count(double count) {
    if (!(count >= 0 && count < 9223372036854775808.0)) {
        throw Error(ErrorKind::value, "invalid size, possible overflow?");
    }
    return static_cast<Int>(count);
}

// torch computes start + i * step in double, in one rounding. Its AVX2 loop starts each vector anew from a value rounded to the
// element type, two vectors at a time while two are full; the rest goes element by element.
template <class T>
void torch_arange(T* out, Int count, double start, double step) {
    constexpr Int lanes = 32 / sizeof(T);
    const Int full = count / (2 * lanes) * (2 * lanes);
    for (Int i = 0; i < full; ++i) {
        const Int lane = i % lanes;
        const auto base = static_cast<double>(static_cast<T>(exact::fma(step, static_cast<double>(i - lane), start)));
        out[i] = static_cast<T>(exact::fma(step, static_cast<double>(lane), base));
    }
    for (Int i = full; i < count; ++i) {
        out[i] = static_cast<T>(exact::fma(step, static_cast<double>(i), start));
    }
}

Value torch_arange_forward(const Args& args, Dtype dtype) {
    const Scalar& start = args.scalar(0);
    const Scalar& end = args.scalar(1);
    const Scalar& step = args.scalar(2);
    if (dtype == Dtype::boolean) {
        throw Error(ErrorKind::unsupported, "\"arange_cpu\" not implemented for 'Bool'");
    }
    const double from = start.real();
    const double to = end.real();
    const double by = step.real();
    if (!(by > 0 || by < 0)) {
        throw Error(ErrorKind::value, "step must be nonzero");
    }
    if (!std::isfinite(from) || !std::isfinite(to)) {
        throw Error(ErrorKind::value, "unsupported range: " + plain_number(from) + " -> " + plain_number(to));
    }
    if (by > 0 ? to < from : to > from) {
        throw Error(ErrorKind::value, "upper bound and lower bound inconsistent with step sign");
    }
    const bool whole = !start.is_real() && !end.is_real() && !step.is_real();
    const Int count =
        checked_count(whole && dtype == Dtype::int64 ? integer_steps(start.integer(), end.integer(), step.integer())
                                                     : std::ceil((to - from) / by));
    if (!is_floating(dtype)) {
        checked_number(args.dialect(), start, Dtype::int64);
        checked_number(args.dialect(), step, Dtype::int64);
    }
    const Tensor result = Tensor::empty({count}, dtype);
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        if constexpr (std::is_floating_point_v<T>) {
            torch_arange(result.data<T>(), count, from, by);
        } else {
            auto value = static_cast<std::uint64_t>(start.integer());
            for (Int i = 0; i < count; ++i, value += static_cast<std::uint64_t>(step.integer())) {
                result.data<T>()[i] = static_cast<T>(value);
            }
        }
    });
    return result;
}

// NumPy makes two elements from Python numbers and continues with their difference in the element type.
Value numpy_arange_forward(const Args& args, Dtype dtype) {
    const Scalar& start = args.scalar(0);
    const Scalar& end = args.scalar(1);
    const Scalar& step = args.scalar(2);
    if (step.real() == 0) {
        throw Error(ErrorKind::value, "division by zero");
    }
    const double wanted = std::ceil((end.real() - start.real()) / step.real());
    if (std::isnan(wanted)) {
        throw Error(ErrorKind::value, "arange: cannot compute length");
    }
    if (wanted >= 9223372036854775808.0) {
        throw Error(ErrorKind::value, "Maximum allowed size exceeded");
    }
    const bool reals = start.is_real() || step.is_real();
    const Scalar next = reals ? Scalar(start.real() + step.real()) : Scalar(start.integer() + step.integer());
    const Int count = std::max<Int>(static_cast<Int>(std::max(wanted, 0.0)), 0);
    if (dtype == Dtype::boolean && count > 2) {
        throw Error(ErrorKind::type, "arange() is only supported for booleans when the result has at most length 2.");
    }
    const Tensor result = Tensor::empty({count}, dtype);
    if (count > 0) {
        checked_number(args.dialect(), start, dtype);
        checked_number(args.dialect(), next, dtype);
    }
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        T* out = result.data<T>();
        const T first = start.to<T>();
        if constexpr (std::is_same_v<T, bool>) {
            for (Int i = 0; i < count; ++i) {
                out[i] = i == 0 ? first : next.to<T>();
            }
        } else if constexpr (std::is_floating_point_v<T>) {
            const T delta = next.to<T>() - first;
            for (Int i = 0; i < count; ++i) {
                out[i] = first + static_cast<T>(i) * delta;
            }
        } else {
            const auto delta = static_cast<std::uint64_t>(next.to<T>()) - static_cast<std::uint64_t>(first);
            for (Int i = 0; i < count; ++i) {
                out[i] = static_cast<T>(static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(i) * delta);
            }
        }
    });
    return result;
}

Value arange_forward(const Args& args) {
    Category category = Category::integral;
    for (std::size_t i = 0; i < 3; ++i) {
        category = std::max(category, args.scalar(i).category());
    }
    const Dtype dtype = args.dtype_or(3, default_dtype(args.dialect(), category));
    return args.dialect() == Dialect::torch ? torch_arange_forward(args, dtype) : numpy_arange_forward(args, dtype);
}

// ---- linspace

// torch counts the first half from the start and the second back from the end, each value in one rounding.
template <class T>
void torch_linspace(T* out, Int steps, const Scalar& start, const Scalar& end) {
    using Step = std::conditional_t<std::is_floating_point_v<T>, T, double>;
    const auto first = static_cast<Step>(start.to<T>());
    const auto last = static_cast<Step>(end.to<T>());
    const Step step = (last - first) / static_cast<Step>(steps - 1);
    for (Int i = 0; i < steps; ++i) {
        const Step value = i < steps / 2 ? exact::fma(step, static_cast<Step>(i), first)
                                         : exact::fma(-step, static_cast<Step>(steps - 1 - i), last);
        out[i] = static_cast<T>(value);
    }
}

// NumPy multiplies in float64 and sets the last value to the end itself.
void numpy_linspace(double* out, Int steps, double start, double end) {
    const double delta = end - start;
    const auto gaps = static_cast<double>(steps - 1);
    const double step = delta / gaps;
    for (Int i = 0; i < steps; ++i) {
        const auto place = static_cast<double>(i);
        out[i] = (steps == 1 ? place * delta : step == 0 ? place / gaps * delta : place * step) + start;
    }
    if (steps > 1) {
        out[steps - 1] = end;
    }
}

Value linspace_forward(const Args& args) {
    const Scalar& start = args.scalar(0);
    const Scalar& end = args.scalar(1);
    const Int steps = args.integer(2);
    const bool torch = args.dialect() == Dialect::torch;
    if (steps < 0) {
        throw Error(ErrorKind::value, torch
                                          ? "number of steps must be non-negative"
                                          : "Number of samples, " + std::to_string(steps) + ", must be non-negative.");
    }
    const Dtype dtype = floating_or(args, 3);
    if (!torch) {
        const Tensor exact_values = Tensor::empty({steps}, Dtype::float64);
        double* values = exact_values.data<double>();
        numpy_linspace(values, steps, start.real(), end.real());
        if (!is_floating(dtype)) {
            std::transform(values, values + steps, values, [](double value) { return std::floor(value); });
        }
        return converted(exact_values, dtype);
    }
    checked_number(args.dialect(), start, dtype);
    checked_number(args.dialect(), end, dtype);
    if (dtype == Dtype::boolean) {
        throw Error(ErrorKind::unsupported, "\"linspace_cpu\" not implemented for 'Bool'");
    }
    const Tensor result = Tensor::empty({steps}, dtype);
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        if (steps == 1) {
            *result.data<T>() = start.to<T>();
        } else if constexpr (!std::is_same_v<T, bool>) {
            torch_linspace(result.data<T>(), steps, start, end);
        }
    });
    return result;
}

// ---- values from outside

Value from_values_forward(const Args& args) {
    const std::vector<double>& values = args.reals(0);
    const Dtype dtype = args.dtype(2);
    const Shape& size = checked_size(args.dialect(), args.ints(1), dtype);
    if (element_count(size) != static_cast<Int>(values.size())) {
        throw Error(ErrorKind::argument, "from_values: got " + std::to_string(values.size()) +
                                             " values, expected as many as a tensor of shape " + torch_text(size) +
                                             " holds");
    }
    const Tensor result = Tensor::empty(size, dtype);
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        std::transform(values.begin(), values.end(), result.data<T>(), [](double value) {
            if constexpr (std::is_same_v<T, bool>) {
                return value != 0;
            } else {
                return static_cast<T>(value);
            }
        });
    });
    return result;
}

constexpr OpDef table[] = {
    {.signature = "empty(int[] size, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.empty",
     .doc = "A tensor whose values are for you to set; here they start at 0.",
     .forward = empty_forward,
     .any_dtype = true},
    {.signature = "zeros(int[] size, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.zeros",
     .doc = "A tensor of zeros.",
     .forward = zeros_forward,
     .any_dtype = true},
    {.signature = "ones(int[] size, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.ones",
     .doc = "A tensor of ones.",
     .forward = ones_forward,
     .any_dtype = true},
    {.signature = "full(int[] size, Scalar fill_value, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.full",
     .doc = "A tensor filled with one value, whose dtype it takes unless `dtype` says otherwise.",
     .forward = full_forward,
     .any_dtype = true},
    {.signature = "arange(Scalar start, Scalar end, Scalar step, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.arange",
     .doc = "Values from `start` to before `end`, `step` apart.",
     .forward = arange_forward},
    {.signature = "linspace(Scalar start, Scalar end, int steps, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.linspace",
     .doc = "`steps` values evenly spaced from `start` to `end`, both included.",
     .forward = linspace_forward},
    {.signature = "eye(int n, int m, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.eye",
     .doc = "An n by m matrix with ones on the diagonal and zeros elsewhere.",
     .forward = eye_forward},
    {.signature = "from_values(float[] values, int[] size, Dtype dtype) -> Tensor",
     .doc = "A tensor of the values given in row-major order; for small tensors.",
     .forward = from_values_forward},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> creation_ops() { return table; }

}  // namespace sconce
