// Resizing of the last one to three dims: nearest, linear and cubic.
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/autograd/tape.hpp"
#include "engine/core/interrupt.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

enum Mode : Int { nearest, nearest_exact, linear, cubic };

constexpr std::size_t taps_of(Int mode) { return mode == cubic ? 4 : mode == linear ? 2 : 1; }

// Each output of one dim is a weighted sum of `taps` inputs.
template <class T>
struct Axis {
    Int in = 1;
    std::vector<Int> place{0};
    std::vector<T> weight{T{1}};
    Int out(std::size_t taps) const { return static_cast<Int>(place.size() / taps); }
};

// Keys' cubic convolution with a = -3/4 at distance x from the first of its four places (Keys 1981).
template <class T>
std::array<T, 4> cubic_weights(T t) {
    constexpr T a{-0.75};
    const auto near = [](T x) { return ((a + 2) * x - (a + 3)) * x * x + 1; };
    const auto far = [](T x) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; };
    return {far(t + 1), near(t), near(1 - t), far(2 - t)};
}

template <class T>
T step_of(Int in, Int out, bool align_corners, double scale) {
    if (align_corners) {
        return out > 1 ? static_cast<T>(in - 1) / static_cast<T>(out - 1) : T{0};
    }
    return scale > 0 ? static_cast<T>(1 / scale) : static_cast<T>(in) / static_cast<T>(out);
}

// T is what torch computes places in: the dtype itself, and float for the nearest ones.
template <class T>
Axis<T> axis_of(Int in, Int out, Int mode, bool align_corners, double scale) {
    const std::size_t taps = taps_of(mode);
    Axis<T> axis{.in = in, .place = {}, .weight = {}};
    axis.place.reserve(static_cast<std::size_t>(out) * taps);
    axis.weight.reserve(static_cast<std::size_t>(out) * taps);
    const auto add = [&](Int place, T weight) {
        axis.place.push_back(std::clamp<Int>(place, 0, in - 1));
        axis.weight.push_back(weight);
    };
    for (Int o = 0; o < out; ++o) {
        if (mode == nearest || mode == nearest_exact) {
            const auto step = step_of<float>(in, out, false, scale);
            const float shift = mode == nearest ? 0.0F : 0.5F;
            add(static_cast<Int>(std::floor((static_cast<float>(o) + shift) * step)), T{1});
            continue;
        }
        const T step = step_of<T>(in, out, align_corners, scale);
        T at = align_corners ? step * static_cast<T>(o) : step * (static_cast<T>(o) + T{0.5}) - T{0.5};
        if (mode == linear) {
            at = std::max(at, T{0});
            const Int first = in == out ? o : std::min(static_cast<Int>(at), in - 1);
            const T share = in == out ? T{0} : std::clamp(at - static_cast<T>(first), T{0}, T{1});
            add(first, T{1} - share);
            add(first + 1, share);
            continue;
        }
        const Int first = std::min(static_cast<Int>(std::floor(at)), in - 1);
        const std::array<T, 4> weights = cubic_weights(std::clamp(at - static_cast<T>(first), T{0}, T{1}));
        for (Int k = 0; k < 4; ++k) {
            add(first - 1 + k, weights[static_cast<std::size_t>(k)]);
        }
    }
    return axis;
}

template <class T>
using Axes = std::array<Axis<T>, 3>;

// size, mode, align_corners, scales from `at` on; fewer dims than three lie last.
template <class T>
Axes<T> axes_of(const Args& args, std::size_t at, const Shape& in, const Shape& out) {
    Axes<T> axes;
    // Dims that are not resized have one tap of weight 1, as many as the mode has.
    const Int mode = args.integer(at);
    for (std::size_t d = 0; d + out.size() < 3; ++d) {
        axes[d].place.assign(taps_of(mode), 0);
        axes[d].weight.assign(taps_of(mode), T{0});
        axes[d].weight[0] = T{1};
    }
    for (std::size_t d = 0; d < out.size(); ++d) {
        const std::vector<double>& scales = args.reals(at + 2);
        axes[3 - out.size() + d] =
            axis_of<T>(in[d], out[d], mode, args.boolean(at + 1), scales.empty() ? 0 : scales[d]);
    }
    return axes;
}

// visit(output place, input row, row weight, last axis place, its first tap) for each pair of taps of the first two dims.
template <class T, class Visit>
void for_each_row(const Axes<T>& axes, Int planes, std::size_t taps, Visit visit) {
    const auto& [a, b, c] = axes;
    Int place = 0;
    for (Int p = 0; p < planes; ++p) {
        for (std::size_t i = 0; i < a.place.size(); i += taps) {
            for (std::size_t j = 0; j < b.place.size(); j += taps) {
                visit(p, i, j, place);
                place += c.out(taps);
            }
        }
        check_interrupt();
    }
}

template <class T, class E>
void resample(const Axes<T>& axes, Int planes, std::size_t taps, const E* x, E* y) {
    const auto& [a, b, c] = axes;
    const Int outs = c.out(taps);
    for_each_row(axes, planes, taps, [&](Int p, std::size_t i, std::size_t j, Int place) {
        for (Int o = 0; o < outs; ++o) {
            const std::size_t k = static_cast<std::size_t>(o) * taps;
            if (taps == 1) {
                y[place + o] = x[((p * a.in + a.place[i]) * b.in + b.place[j]) * c.in + c.place[k]];
                continue;
            }
            T total{};
            for (std::size_t s = 0; s < taps; ++s) {
                T plane{};
                for (std::size_t t = 0; t < taps; ++t) {
                    const E* row = x + ((p * a.in + a.place[i + s]) * b.in + b.place[j + t]) * c.in;
                    T line{};
                    for (std::size_t u = 0; u < taps; ++u) {
                        line += static_cast<T>(row[c.place[k + u]]) * c.weight[k + u];
                    }
                    plane += line * b.weight[j + t];
                }
                total += plane * a.weight[i + s];
            }
            y[place + o] = static_cast<E>(total);
        }
    });
}

template <class T>
void resample_back(const Axes<T>& axes, Int planes, std::size_t taps, const T* y, T* x) {
    const auto& [a, b, c] = axes;
    const Int outs = c.out(taps);
    for_each_row(axes, planes, taps, [&](Int p, std::size_t i, std::size_t j, Int place) {
        for (std::size_t s = 0; s < taps; ++s) {
            for (std::size_t t = 0; t < taps; ++t) {
                const T weight = a.weight[i + s] * b.weight[j + t];
                if (weight == T{0}) {
                    continue;
                }
                T* row = x + ((p * a.in + a.place[i + s]) * b.in + b.place[j + t]) * c.in;
                for (Int o = 0; o < outs; ++o) {
                    const std::size_t k = static_cast<std::size_t>(o) * taps;
                    for (std::size_t u = 0; u < taps; ++u) {
                        row[c.place[k + u]] += y[place + o] * weight * c.weight[k + u];
                    }
                }
            }
        }
    });
}

Int planes_of(const Shape& shape, std::size_t dims) {
    return element_count(Shape(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(dims)));
}

Shape with_spatial(const Shape& shape, const Shape& spatial) {
    Shape result(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(spatial.size()));
    result.insert(result.end(), spatial.begin(), spatial.end());
    return result;
}

Shape spatial_of(const Shape& shape, std::size_t dims) {
    return Shape(shape.end() - static_cast<std::ptrdiff_t>(dims), shape.end());
}

void check_sizes(const Shape& in, const Shape& out) {
    const auto bad = [](Int n) { return n <= 0; };
    if (std::none_of(in.begin(), in.end(), bad) && std::none_of(out.begin(), out.end(), bad)) {
        return;
    }
    const auto named = [](const Shape& extents) {
        constexpr std::string_view names[] = {"D", "H", "W"};
        std::string text;
        for (std::size_t d = 0; d < extents.size(); ++d) {
            text += std::string(text.empty() ? "" : ", ") + std::string(names[3 - extents.size() + d]) + ": " +
                    std::to_string(extents[d]);
        }
        return text;
    };
    throw Error(ErrorKind::shape, "Input and output sizes should be greater than 0, but got input (" + named(in) +
                                      ") output (" + named(out) + ")");
}

std::string kernel_name(Int mode, std::size_t dims) {
    constexpr std::string_view lines[] = {"linear", "bilinear", "trilinear"};
    const std::string kind = mode == linear ? std::string(lines[dims - 1]) : mode == cubic ? "bicubic" : "nearest";
    return "upsample_" + kind + std::to_string(dims) + "d" + (dims == 2 && mode != cubic ? "_channels_last" : "");
}

Value interpolate_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Shape& size = args.ints(1);
    const Int mode = args.integer(2);
    const Shape in = spatial_of(self.shape(), size.size());
    check_sizes(in, size);
    const bool picks = taps_of(mode) == 1;
    if (!is_floating(self.dtype()) && !(picks && self.dtype() == Dtype::uint8)) {
        throw Error(ErrorKind::unsupported, "\"" + kernel_name(mode, size.size()) + "\" not implemented for '" +
                                                std::string(long_name_of(self.dtype())) + "'");
    }
    const Tensor x = prepared(self, self.dtype());
    const Tensor result = Tensor::empty(with_spatial(self.shape(), size), self.dtype());
    const Int planes = planes_of(self.shape(), size.size());
    if (picks) {
        const Axes<float> axes = axes_of<float>(args, 2, in, size);
        visit_dtype(self.dtype(),
                    [&]<class T>(TypeTag<T>) { resample<float, T>(axes, planes, 1, x.data<T>(), result.data<T>()); });
        return result;
    }
    visit_floating(self.dtype(), [&]<class T>(TypeTag<T>) {
        resample<T, T>(axes_of<T>(args, 2, in, size), planes, taps_of(mode), x.data<T>(), result.data<T>());
    });
    return result;
}
Grads interpolate_backward(const Tape& tape, const Tensor& grad) {
    const Args& args = tape.args();
    return {
        apply<"interpolate_backward">(grad, spatial_of(tape.shape(0), args.ints(1).size()), args[2], args[3], args[4])};
}
std::string_view interpolate_grad_name(const Args& args) {
    constexpr std::string_view names[4][3] = {
        {"UpsampleNearest1DBackward0", "UpsampleNearest2DBackward0", "UpsampleNearest3DBackward0"},
        {"UpsampleNearestExact1DBackward0", "UpsampleNearestExact2DBackward0", "UpsampleNearestExact3DBackward0"},
        {"UpsampleLinear1DBackward0", "UpsampleBilinear2DBackward0", "UpsampleTrilinear3DBackward0"},
        {"", "UpsampleBicubic2DBackward0", ""}};
    return names[args.integer(2)][args.ints(1).size() - 1];
}

Value interpolate_backward_forward(const Args& args) {
    const Tensor grad = prepared(args.tensor(0), args.tensor(0).dtype());
    const Shape& in = args.ints(1);
    const Int mode = args.integer(2);
    const Tensor result = zeros_of(with_spatial(grad.shape(), in), grad.dtype());
    visit_floating(grad.dtype(), [&]<class T>(TypeTag<T>) {
        const Axes<T> axes = axes_of<T>(args, 2, in, spatial_of(grad.shape(), in.size()));
        resample_back(axes, planes_of(grad.shape(), in.size()), taps_of(mode), grad.data<T>(), result.data<T>());
    });
    return result;
}
Grads interpolate_backward_backward(const Tape& tape, const Tensor& grad) {
    const Args& args = tape.args();
    return {apply<"interpolate">(grad, spatial_of(tape.shape(0), args.ints(1).size()), args[2], args[3], args[4])};
}

constexpr OpDef table[] = {
    {.signature = "interpolate(Tensor self, int[] size, int mode, bool align_corners, float[] scales) -> Tensor",
     .doc = "self resized over its last dims: nearest (0), nearest-exact (1), linear (2) or cubic (3).",
     .dtype = DtypeRule::same,
     .forward = interpolate_forward,
     .backward = interpolate_backward,
     .grad_name = interpolate_grad_name},
    {.signature = "interpolate_backward(Tensor grad, int[] size, int mode, bool align_corners, float[] scales) -> "
                  "Tensor",
     .doc = "Gradient of interpolate.",
     .dtype = DtypeRule::same,
     .forward = interpolate_backward_forward,
     .backward = interpolate_backward_backward},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> resampling_ops() { return table; }

}  // namespace sconce
