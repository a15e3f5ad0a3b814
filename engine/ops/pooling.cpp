// Pooling over windows of the last one to three dims: maximum and average, of a fixed size and adaptive.
#include <algorithm>

#include "engine/autograd/tape.hpp"
#include "engine/kernels/scalar/windows.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;
using kernels::WindowAxis;
using kernels::Windows;

std::string text(Int number) { return std::to_string(number); }

std::string crossed(const Shape& extents) {
    std::string result;
    for (const Int extent : extents) {
        result += (result.empty() ? "" : "x") + text(extent);
    }
    return result;
}

Shape with_spatial(const Shape& shape, const Shape& spatial) {
    Shape result(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(spatial.size()));
    result.insert(result.end(), spatial.begin(), spatial.end());
    return result;
}

Shape spatial_of(const Shape& shape, std::size_t dims) {
    return Shape(shape.end() - static_cast<std::ptrdiff_t>(dims), shape.end());
}

Windows empty_windows(const Shape& shape, std::size_t dims) {
    Windows windows;
    windows.planes = element_count(Shape(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(dims)));
    for (std::size_t d = 0; d < dims; ++d) {
        windows.axis[3 - dims + d].in = shape[shape.size() - dims + d];
    }
    return windows;
}

struct Pool {
    Shape kernel, stride, padding, dilation;
    bool ceil_mode = false;
    std::size_t dims() const { return kernel.size(); }
};

Int floor_div(Int a, Int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

// In ceil mode a last window may hang over, if it starts inside the input or its left padding.
Int out_extent(const Pool& pool, std::size_t d, Int in) {
    const Int room = in + 2 * pool.padding[d] - pool.dilation[d] * (pool.kernel[d] - 1) - 1;
    Int out = floor_div(room + (pool.ceil_mode ? pool.stride[d] - 1 : 0), pool.stride[d]) + 1;
    if (pool.ceil_mode && (out - 1) * pool.stride[d] >= in + pool.padding[d]) {
        --out;
    }
    return out;
}

void check_pool(const Pool& pool) {
    const std::size_t dims = pool.dims();
    for (std::size_t d = 0; d < dims; ++d) {
        if (pool.stride[d] == 0) {
            throw Error(ErrorKind::value, "stride should not be zero");
        }
    }
    for (const Int padding : pool.padding) {
        if (padding < 0) {
            throw Error(ErrorKind::value, "pad must be non-negative, but got pad: " + text(padding));
        }
    }
    for (const Int dilation : pool.dilation) {
        if (dilation <= 0) {
            throw Error(ErrorKind::value,
                        "dilation should be greater than zero, but got dilationH: " + text(pool.dilation[dims - 2]) +
                            " dilationW: " + text(pool.dilation[dims - 1]));
        }
    }
    for (std::size_t d = 0; d < dims; ++d) {
        if (pool.padding[d] > ((pool.kernel[d] - 1) * pool.dilation[d] + 1) / 2) {
            throw Error(ErrorKind::value,
                        "pad should be at most half of effective kernel size, but got pad=" + text(pool.padding[d]) +
                            ", kernel_size=" + text(pool.kernel[d]) + " and dilation=" + text(pool.dilation[d]));
        }
    }
}

void check_output(const Pool& pool, const Shape& shape) {
    const std::size_t dims = pool.dims();
    Shape in(shape.end() - static_cast<std::ptrdiff_t>(dims) - 1, shape.end());
    Shape out{in[0]};
    bool fits = true;
    for (std::size_t d = 0; d < dims; ++d) {
        out.push_back(out_extent(pool, d, in[d + 1]));
        fits = fits && out.back() >= 1;
    }
    if (!fits) {
        throw Error(ErrorKind::shape, "Given input size: (" + crossed(in) + "). Calculated output size: (" +
                                          crossed(out) + "). Output size is too small");
    }
}

// max pooling leaves out the padding; averages count it where `include_padding`.
Windows windows_of(const Pool& pool, const Shape& shape, bool include_padding) {
    Windows windows = empty_windows(shape, pool.dims());
    for (std::size_t d = 0; d < pool.dims(); ++d) {
        WindowAxis& axis = windows.axis[3 - pool.dims() + d];
        const auto out = static_cast<std::size_t>(out_extent(pool, d, axis.in));
        axis.first.assign(out, 0);
        axis.last.assign(out, 0);
        axis.size.assign(out, 0);
        axis.step = pool.dilation[d];
        for (std::size_t o = 0; o < out; ++o) {
            Int first = static_cast<Int>(o) * pool.stride[d] - pool.padding[d];
            const Int end = std::min(first + pool.kernel[d], axis.in + pool.padding[d]);
            const Int reach = first + (pool.kernel[d] - 1) * axis.step + 1;
            axis.size[o] = end - first;
            while (first < 0) {
                first += axis.step;
            }
            axis.first[o] = first;
            axis.last[o] = std::min(reach, axis.in);
            if (!include_padding) {
                axis.size[o] = axis.last[o] - first;
            }
        }
    }
    return windows;
}

// Output o of `out` averages from floor(o in / out) up to ceil((o + 1) in / out).
Windows adaptive_windows(const Shape& shape, const Shape& size) {
    Windows windows = empty_windows(shape, size.size());
    for (std::size_t d = 0; d < size.size(); ++d) {
        WindowAxis& axis = windows.axis[3 - size.size() + d];
        axis.first.clear();
        axis.last.clear();
        axis.size.clear();
        for (Int o = 0; o < size[d]; ++o) {
            axis.first.push_back(o * axis.in / size[d]);
            axis.last.push_back(((o + 1) * axis.in + size[d] - 1) / size[d]);
            axis.size.push_back(axis.last.back() - axis.first.back());
        }
    }
    return windows;
}

Shape pooled_shape(const Shape& shape, const Windows& windows, std::size_t dims) {
    Shape spatial;
    for (std::size_t d = 3 - dims; d < 3; ++d) {
        spatial.push_back(windows.axis[d].out());
    }
    return with_spatial(shape, spatial);
}

[[noreturn]] void not_implemented(const std::string& kernel, Dtype dtype) {
    throw Error(ErrorKind::unsupported,
                "\"" + kernel + "\" not implemented for '" + std::string(long_name_of(dtype)) + "'");
}

// ---- maxima

TensorList largest(const Tensor& self, const Windows& windows, std::size_t dims) {
    const Tensor x = prepared(self, self.dtype());
    const Shape shape = pooled_shape(self.shape(), windows, dims);
    const Tensor values = Tensor::empty(shape, self.dtype());
    const Tensor places = Tensor::empty(shape, Dtype::int64);
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        kernels::max_of_windows(windows, x.data<T>(), values.data<T>(), places.data<Int>());
    });
    return {values, places};
}

// Each output's gradient goes to the place it was taken from.
Tensor to_places(const Tensor& grad, const Tensor& places, const Shape& shape, std::size_t dims) {
    const Int volume = element_count(spatial_of(shape, dims));
    const Int planes = element_count(Shape(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(dims)));
    const Int each = planes == 0 ? 0 : places.numel() / planes;
    const Tensor zeros = zeros_of({planes, volume}, grad.dtype());
    return reshape(apply<"scatter_add">(zeros, Int{1}, reshape(places, {planes, each}), reshape(grad, {planes, each})),
                   shape);
}

Pool pool_from(const Args& args, std::size_t at, bool dilated) {
    Pool pool;
    pool.kernel = args.ints(at);
    pool.stride = args.ints(at + 1);
    pool.padding = args.ints(at + 2);
    pool.dilation = dilated ? args.ints(at + 3) : Shape(pool.kernel.size(), 1);
    pool.ceil_mode = args.boolean(at + (dilated ? 4 : 3));
    return pool;
}

void check_max_pool_input(const Tensor& self, std::size_t dims) {
    const Shape& shape = self.shape();
    const bool batch = shape.size() == dims + 2;
    bool nonempty = batch || shape.size() == dims + 1;
    if (!nonempty && dims == 2) {
        throw Error(ErrorKind::shape, "non-empty 3D or 4D (batch mode) tensor expected for input");
    }
    for (std::size_t d = batch ? 1 : 0; nonempty && d < shape.size(); ++d) {
        nonempty = shape[d] > 0;
    }
    if (!nonempty) {
        throw Error(ErrorKind::shape,
                    "Expected " + text(static_cast<Int>(dims) + 1) + "D or " + text(static_cast<Int>(dims) + 2) +
                        "D (batch mode) tensor with optional 0 dim batch size for input, but got:" + torch_text(shape));
    }
}

Value max_pool_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Pool pool = pool_from(args, 1, true);
    check_pool(pool);
    check_max_pool_input(self, pool.dims());
    check_output(pool, self.shape());
    if (self.dtype() == Dtype::boolean) {
        not_implemented(pool.dims() == 3 ? "max_pool3d_cpu" : "max_pool2d", self.dtype());
    }
    return largest(self, windows_of(pool, self.shape(), false), pool.dims());
}
Grads max_pool_backward(const Tape& tape, const Tensor& grad) {
    return {to_places(grad, tape.second_result(), tape.shape(0), tape.args().ints(1).size())};
}
std::string_view max_pool_grad_name(const Args& args) {
    return args.ints(1).size() == 3 ? "MaxPool3DWithIndicesBackward0" : "MaxPool2DWithIndicesBackward0";
}

void check_adaptive(const Tensor& self, const Shape& size, const std::string& name, bool maximum) {
    const std::size_t dims = size.size();
    const Shape& shape = self.shape();
    if (shape.size() != dims + 1 && shape.size() != dims + 2) {
        throw Error(ErrorKind::shape, name + "(): Expected " + text(static_cast<Int>(dims) + 1) + "D or " +
                                          text(static_cast<Int>(dims) + 2) + "D tensor, but got" +
                                          (maximum ? ": " : " ") + torch_text(shape));
    }
    for (const Int extent : size) {
        if (extent < 0 && !maximum) {
            std::string received;
            for (const Int each : size) {
                received += received.empty() ? "" : ", ";
                received += text(each);
            }
            std::string words = name;
            words += ": elements of output_size must be greater than or equal to 0 but received {";
            words += received;
            words += "}";
            throw Error(ErrorKind::value, words);
        }
        if (extent < 0) {
            throw Error(ErrorKind::value, "Trying to create tensor with negative dimension " + text(extent) + ": " +
                                              torch_text(with_spatial(shape, size)));
        }
    }
    for (std::size_t d = shape.size() - dims; d < shape.size(); ++d) {
        if (shape[d] == 0) {
            throw Error(ErrorKind::shape, name +
                                              "(): Expected input to have non-zero size for non-batch dimensions, but "
                                              "input has sizes " +
                                              torch_text(shape) + " with dimension " + text(static_cast<Int>(d)) +
                                              " being empty");
        }
    }
    if (!is_floating(self.dtype())) {
        not_implemented(name, self.dtype());
    }
}

std::string adaptive_name(const char* kind, std::size_t dims) {
    return std::string("adaptive_") + kind + "_pool" + std::to_string(dims) + "d";
}

Value adaptive_max_pool_forward(const Args& args) {
    const Shape& size = args.ints(1);
    check_adaptive(args.tensor(0), size, adaptive_name("max", size.size()), true);
    return largest(args.tensor(0), adaptive_windows(args.tensor(0).shape(), size), size.size());
}
std::string_view adaptive_max_pool_grad_name(const Args& args) {
    return args.ints(1).size() == 3 ? "AdaptiveMaxPool3DBackward0" : "AdaptiveMaxPool2DBackward0";
}

// ---- averages

Tensor averaged(const Tensor& self, const Windows& windows, std::size_t dims) {
    const Tensor x = prepared(self, self.dtype());
    const Tensor result = Tensor::empty(pooled_shape(self.shape(), windows, dims), self.dtype());
    visit_dtype(self.dtype(),
                [&]<class T>(TypeTag<T>) { kernels::mean_of_windows(windows, x.data<T>(), result.data<T>()); });
    return result;
}

Tensor spread(const Tensor& grad, const Windows& windows, const Shape& shape) {
    const Tensor y = prepared(grad, grad.dtype());
    const Tensor result = zeros_of(shape, grad.dtype());
    visit_floating(grad.dtype(),
                   [&]<class T>(TypeTag<T>) { kernels::spread_over_windows(windows, y.data<T>(), result.data<T>()); });
    return result;
}

// kernel, stride, padding, ceil_mode, count_include_pad, divisor_override from `at` on
Windows average_windows(const Args& args, std::size_t at, const Shape& shape) {
    Windows windows = windows_of(pool_from(args, at, false), shape, args.boolean(at + 4));
    windows.divisor = args.has(at + 5) ? args.integer(at + 5) : 0;
    return windows;
}

Value avg_pool_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Pool pool = pool_from(args, 1, false);
    if (args.has(6) && args.integer(6) == 0) {
        throw Error(ErrorKind::value, "divisor must be not zero");
    }
    if (self.shape().size() <= pool.dims()) {
        throw Error(ErrorKind::axis, "Dimension out of range (expected to be in range of [" + text(-self.ndim()) +
                                         ", " + text(self.ndim() - 1) + "], but got " +
                                         text(-static_cast<Int>(pool.dims()) - 1) + ")");
    }
    check_pool(pool);
    check_output(pool, self.shape());
    if (self.dtype() == Dtype::boolean) {
        not_implemented(pool.dims() == 3 ? "avg_pool3d_out_frame" : "avg_pool2d", self.dtype());
    }
    return averaged(self, average_windows(args, 1, self.shape()), pool.dims());
}
Grads avg_pool_backward(const Tape& tape, const Tensor& grad) {
    const Args& args = tape.args();
    return {apply<"avg_pool_backward">(grad, spatial_of(tape.shape(0), args.ints(1).size()), args[1], args[2], args[3],
                                       args[4], args[5], args[6])};
}
std::string_view avg_pool_grad_name(const Args& args) {
    return args.ints(1).size() == 3 ? "AvgPool3DBackward0" : "AvgPool2DBackward0";
}

Value avg_pool_backward_forward(const Args& args) {
    const Shape shape = with_spatial(args.tensor(0).shape(), args.ints(1));
    return spread(args.tensor(0), average_windows(args, 2, shape), shape);
}
Grads avg_pool_backward_backward(const Tape& tape, const Tensor& grad) {
    const Args& args = tape.args();
    return {apply<"avg_pool">(grad, args[2], args[3], args[4], args[5], args[6], args[7])};
}

Value adaptive_avg_pool_forward(const Args& args) {
    const Shape& size = args.ints(1);
    check_adaptive(args.tensor(0), size, adaptive_name("avg", size.size()), false);
    return averaged(args.tensor(0), adaptive_windows(args.tensor(0).shape(), size), size.size());
}
Grads adaptive_avg_pool_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"adaptive_avg_pool_backward">(grad, spatial_of(tape.shape(0), tape.args().ints(1).size()))};
}
std::string_view adaptive_avg_pool_grad_name(const Args& args) {
    return args.ints(1).size() == 3 ? "AdaptiveAvgPool3DBackward0" : "AdaptiveAvgPool2DBackward0";
}

Value adaptive_avg_pool_backward_forward(const Args& args) {
    const Tensor& grad = args.tensor(0);
    const Shape shape = with_spatial(grad.shape(), args.ints(1));
    return spread(grad, adaptive_windows(shape, spatial_of(grad.shape(), args.ints(1).size())), shape);
}
Grads adaptive_avg_pool_backward_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"adaptive_avg_pool">(grad, spatial_of(tape.shape(0), tape.args().ints(1).size()))};
}

constexpr OpDef table[] = {
    {.signature = "max_pool(Tensor self, int[] kernel_size, int[] stride, int[] padding, int[] dilation, bool "
                  "ceil_mode) -> (Tensor, Tensor)",
     .doc = "The largest element of each window of the last dims, and its place in the plane.",
     .dtype = DtypeRule::same,
     .forward = max_pool_forward,
     .backward = max_pool_backward,
     .keeps = Keep::result,
     .grad_name = max_pool_grad_name},
    {.signature = "adaptive_max_pool(Tensor self, int[] output_size) -> (Tensor, Tensor)",
     .doc = "The largest elements of windows that divide the last dims evenly, and their places.",
     .dtype = DtypeRule::same,
     .forward = adaptive_max_pool_forward,
     .backward = max_pool_backward,
     .keeps = Keep::result,
     .grad_name = adaptive_max_pool_grad_name},
    {.signature = "avg_pool(Tensor self, int[] kernel_size, int[] stride, int[] padding, bool ceil_mode, bool "
                  "count_include_pad, int? divisor_override) -> Tensor",
     .doc = "The average of each window of the last dims.",
     .dtype = DtypeRule::same,
     .forward = avg_pool_forward,
     .backward = avg_pool_backward,
     .grad_name = avg_pool_grad_name},
    {.signature = "avg_pool_backward(Tensor grad, int[] size, int[] kernel_size, int[] stride, int[] padding, bool "
                  "ceil_mode, bool count_include_pad, int? divisor_override) -> Tensor",
     .doc = "Gradient of avg_pool.",
     .dtype = DtypeRule::same,
     .forward = avg_pool_backward_forward,
     .backward = avg_pool_backward_backward},
    {.signature = "adaptive_avg_pool(Tensor self, int[] output_size) -> Tensor",
     .doc = "The averages of windows that divide the last dims evenly.",
     .dtype = DtypeRule::same,
     .forward = adaptive_avg_pool_forward,
     .backward = adaptive_avg_pool_backward,
     .grad_name = adaptive_avg_pool_grad_name},
    {.signature = "adaptive_avg_pool_backward(Tensor grad, int[] size) -> Tensor",
     .doc = "Gradient of adaptive_avg_pool.",
     .dtype = DtypeRule::same,
     .forward = adaptive_avg_pool_backward_forward,
     .backward = adaptive_avg_pool_backward_backward},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> pooling_ops() { return table; }

}  // namespace sconce
