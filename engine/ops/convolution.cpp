// Convolutions over one to three dims. With x the image, w the weight and y what comes out, T = sum of x w y over all places that
// meet is linear in each of the three: convolution, its transposed form and the weight's gradient are T's three slopes, and the
// slopes of each are the other two.
#include <algorithm>

#include "engine/autograd/tape.hpp"
#include "engine/core/interrupt.hpp"
#include "engine/kernels/scalar/columns.hpp"
#include "engine/kernels/simd/matmul.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;
using kernels::BlockPlan;

// The sides of T: x (N, C, in...), w (M, C / groups, kernel...), y (N, M, out...).
struct Problem {
    BlockPlan plan;  // of one group: C / groups channels
    Int batch = 0;
    Int groups = 1;
    Int outputs = 0;  // M / groups

    Int image() const { return plan.channels * BlockPlan::volume(plan.in); }
    Int result() const { return outputs * plan.columns(); }
    Int weights() const { return outputs * plan.rows(); }
};

void put(BlockPlan::Triple& triple, const Shape& extents, std::size_t from) {
    const std::size_t count = extents.size() - from;
    for (std::size_t d = 0; d < count; ++d) {
        triple[3 - count + d] = extents[from + d];
    }
}

Problem problem(const Shape& x, const Shape& w, const Shape& y, const Shape& stride, const Shape& padding,
                const Shape& dilation, Int groups) {
    Problem p;
    p.batch = x[0];
    p.groups = groups;
    p.outputs = w[0] / groups;
    p.plan.channels = w[1];
    put(p.plan.in, x, 2);
    put(p.plan.kernel, w, 2);
    put(p.plan.out, y, 2);
    put(p.plan.stride, stride, 0);
    put(p.plan.padding, padding, 0);
    put(p.plan.dilation, dilation, 0);
    return p;
}

// Calls visit(sample, group, scratch) for each product; scratch holds one group's columns.
template <class T, class Visit>
void for_each_product(const Problem& p, Visit visit) {
    std::vector<T> scratch(static_cast<std::size_t>(p.plan.is_identity() ? 0 : p.plan.rows() * p.plan.columns()));
    for (Int n = 0; n < p.batch; ++n) {
        for (Int g = 0; g < p.groups; ++g) {
            visit(n * p.groups + g, g, scratch.data());
        }
        check_interrupt();
    }
}

template <class T>
const T* columns_of(const Problem& p, const T* image, T* scratch) {
    if (p.plan.is_identity()) {
        return image;
    }
    kernels::gather_columns(p.plan, image, scratch);
    return scratch;
}

// y (M, P) = w (M, K) columns (K, P), on top of what y holds
template <class T>
void convolve(const Problem& p, const T* x, const T* w, T* y) {
    const Int rows = p.plan.rows();
    const Int count = p.plan.columns();
    for_each_product<T>(p, [&](Int at, Int g, T* scratch) {
        const T* columns = columns_of(p, x + at * p.image(), scratch);
        kernels::matmul({w + g * p.weights(), rows, 1}, {columns, count, 1}, {y + at * p.result(), count, 1}, p.outputs,
                        count, rows, true);
    });
}

// x += columns put back, with columns (K, P) = w^T (K, M) y (M, P)
template <class T>
void convolve_back(const Problem& p, const T* y, const T* w, T* x) {
    const Int rows = p.plan.rows();
    const Int count = p.plan.columns();
    for_each_product<T>(p, [&](Int at, Int g, T* scratch) {
        T* image = x + at * p.image();
        const bool direct = p.plan.is_identity();
        kernels::matmul({w + g * p.weights(), 1, rows}, {y + at * p.result(), count, 1},
                        {direct ? image : scratch, count, 1}, rows, count, p.outputs, direct);
        if (!direct) {
            kernels::scatter_columns(p.plan, scratch, image);
        }
    });
}

// w (M, K) += y (M, P) columns^T (P, K), over all samples
template <class T>
void correlate(const Problem& p, const T* x, const T* y, T* w) {
    const Int rows = p.plan.rows();
    const Int count = p.plan.columns();
    for_each_product<T>(p, [&](Int at, Int g, T* scratch) {
        const T* columns = columns_of(p, x + at * p.image(), scratch);
        kernels::matmul({y + at * p.result(), count, 1}, {columns, 1, count}, {w + g * p.weights(), rows, 1}, p.outputs,
                        rows, count, true);
    });
}

// Runs one of the three for the operands' dtype; integers go through float64, whose whole numbers are exact to 2^53.
template <class F>
Tensor run(const Shape& shape, const Tensor& a, const Tensor& b, const Tensor& bias, F f) {
    const Dtype dtype = a.dtype();
    const Dtype inner = is_floating(dtype) ? dtype : Dtype::float64;
    const Tensor left = prepared(a, inner);
    const Tensor right = prepared(b, inner);
    const Tensor result = zeros_of(shape, inner);
    if (bias) {
        Shape spread(shape.size() - 1, 1);
        spread[0] = bias.numel();
        const Tensor flat = prepared(bias, inner);
        copy_into(result, flat.view_as(spread, contiguous_strides(spread), flat.offset()));
    }
    visit_floating(inner, [&]<class T>(TypeTag<T>) { f(left.data<T>(), right.data<T>(), result.data<T>()); });
    return converted(result, dtype);
}

Tensor optional_tensor(const Value& value) {
    const auto* tensor = std::get_if<Tensor>(&value);
    return tensor != nullptr ? *tensor : Tensor();
}

Int out_extent(Int in, Int kernel, Int stride, Int padding, Int dilation) {
    return (in + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
}

Value convolution_forward(const Args& args) {
    const Tensor& x = args.tensor(0);
    const Tensor& w = args.tensor(1);
    Shape shape{x.size(0), w.size(0)};
    for (std::size_t d = 0; d + 2 < x.shape().size(); ++d) {
        shape.push_back(
            out_extent(x.shape()[d + 2], w.shape()[d + 2], args.ints(3)[d], args.ints(4)[d], args.ints(5)[d]));
    }
    const Problem p = problem(x.shape(), w.shape(), shape, args.ints(3), args.ints(4), args.ints(5), args.integer(6));
    return run(shape, x, w, optional_tensor(args[2]),
               [&]<class T>(const T* image, const T* weight, T* out) { convolve(p, image, weight, out); });
}

// All dims but the channels.
Tensor bias_grad(const Tensor& grad) {
    Shape dims{0};
    for (int d = 2; d < grad.ndim(); ++d) {
        dims.push_back(d);
    }
    return sum(grad, dims, false);
}

Shape spatial(const Shape& shape) { return Shape(shape.begin() + 2, shape.end()); }

// With stride, padding, dilation and groups behind them in all three signatures:
Tensor slope_x(const Tensor& y, const Tensor& w, const Value* geometry, const Shape& x) {
    return apply<"convolution_transposed">(y, w, Value(), geometry[0], geometry[1], geometry[2], geometry[3],
                                           spatial(x));
}
Tensor slope_y(const Tensor& x, const Tensor& w, const Value* geometry) {
    return apply<"convolution">(x, w, Value(), geometry[0], geometry[1], geometry[2], geometry[3]);
}
Tensor slope_w(const Tensor& x, const Tensor& y, const Value* geometry, const Shape& w) {
    return apply<"convolution_weight">(x, y, geometry[0], geometry[1], geometry[2], geometry[3], spatial(w));
}

bool wants_bias(const Tape& tape) { return tape.args().has(2) && tape.needs(2); }

Grads convolution_backward(const Tape& tape, const Tensor& grad) {
    const Value* geometry = tape.args().values().data() + 3;
    return {tape.needs(0) ? slope_x(grad, tape.input(1), geometry, tape.shape(0)) : Tensor(),
            tape.needs(1) ? slope_w(tape.input(0), grad, geometry, tape.shape(1)) : Tensor(),
            wants_bias(tape) ? bias_grad(grad) : Tensor()};
}

Value convolution_transposed_forward(const Args& args) {
    const Tensor& y = args.tensor(0);
    const Tensor& w = args.tensor(1);
    const Int groups = args.integer(6);
    Shape shape{y.size(0), w.size(1) * groups};
    shape.insert(shape.end(), args.ints(7).begin(), args.ints(7).end());
    const Problem p = problem(shape, w.shape(), y.shape(), args.ints(3), args.ints(4), args.ints(5), groups);
    return run(shape, y, w, optional_tensor(args[2]),
               [&]<class T>(const T* out, const T* weight, T* image) { convolve_back(p, out, weight, image); });
}
// Output padding as wide as the stride leaves room for more outputs than there were.
Tensor cut_to(Tensor result, const Shape& shape) {
    for (std::size_t d = 2; d < shape.size(); ++d) {
        if (result.shape()[d] != shape[d]) {
            result = apply<"narrow">(result, static_cast<Int>(d), Int{0}, shape[d]);
        }
    }
    return result;
}

Grads convolution_transposed_backward(const Tape& tape, const Tensor& grad) {
    const Value* geometry = tape.args().values().data() + 3;
    return {tape.needs(0) ? cut_to(slope_y(grad, tape.input(1), geometry), tape.shape(0)) : Tensor(),
            tape.needs(1) ? slope_w(grad, tape.input(0), geometry, tape.shape(1)) : Tensor(),
            wants_bias(tape) ? bias_grad(grad) : Tensor()};
}

Value convolution_weight_forward(const Args& args) {
    const Tensor& x = args.tensor(0);
    const Tensor& y = args.tensor(1);
    const Int groups = args.integer(5);
    Shape shape{y.size(1), x.size(1) / groups};
    shape.insert(shape.end(), args.ints(6).begin(), args.ints(6).end());
    const Problem p = problem(x.shape(), shape, y.shape(), args.ints(2), args.ints(3), args.ints(4), groups);
    return run(shape, x, y, Tensor(),
               [&]<class T>(const T* image, const T* out, T* weight) { correlate(p, image, out, weight); });
}
Grads convolution_weight_backward(const Tape& tape, const Tensor& grad) {
    const Value* geometry = tape.args().values().data() + 2;
    return {tape.needs(0) ? slope_x(tape.input(1), grad, geometry, tape.shape(0)) : Tensor(),
            tape.needs(1) ? cut_to(slope_y(tape.input(0), grad, geometry), tape.shape(1)) : Tensor()};
}

std::string_view convolution_grad_name(const Args&) { return "ConvolutionBackward0"; }
std::string_view convolution_backward_grad_name(const Args&) { return "ConvolutionBackwardBackward0"; }

// ---- what torch.conv* and torch.conv_transpose* check first

std::string crossed(const Shape& extents) {
    std::string text;
    for (const Int extent : extents) {
        text += (text.empty() ? "" : " x ") + std::to_string(extent);
    }
    return text;
}

// One number for all dims, or one a dim.
Shape spread(const Shape& given, Int dims, std::string_view name) {
    if (given.size() == 1) {
        return Shape(static_cast<std::size_t>(dims), given[0]);
    }
    if (static_cast<Int>(given.size()) != dims) {
        throw Error(ErrorKind::value, "expected " + std::string(name) + " to be a single integer value or a list of " +
                                          std::to_string(dims) +
                                          " values to match the convolution dimensions, but got " + std::string(name) +
                                          "=" + torch_text(given));
    }
    return given;
}

Tensor batched(const Tensor& input, Int dims, std::string_view name) {
    if (input.ndim() == dims + 2) {
        return input;
    }
    if (input.ndim() != dims + 1) {
        throw Error(ErrorKind::shape, "Expected " + std::to_string(dims + 1) + "D (unbatched) or " +
                                          std::to_string(dims + 2) + "D (batched) input to " + std::string(name) +
                                          std::to_string(dims) +
                                          "d, but got input of size: " + torch_text(input.shape()));
    }
    return unsqueeze(input, 0);
}

struct Geometry {
    Shape stride, padding, dilation, output_padding;
};

bool any_below(const Shape& values, Int least) {
    return std::any_of(values.begin(), values.end(), [least](Int value) { return value < least; });
}

void check_channels(const Tensor& x, const Tensor& w, const Tensor& bias, const Geometry& geometry, Int groups,
                    bool is_transposed) {
    const std::string weight_text = torch_text(w.shape());
    if (any_below(geometry.padding, 0)) {
        throw Error(ErrorKind::value, "negative padding is not supported");
    }
    if (any_below(geometry.output_padding, 0)) {
        throw Error(ErrorKind::value, "negative output_padding is not supported");
    }
    if (any_below(geometry.stride, 1)) {
        throw Error(ErrorKind::value, "non-positive stride is not supported");
    }
    if (any_below(geometry.dilation, 1)) {
        throw Error(ErrorKind::value, "dilation should be greater than zero");
    }
    if (x.ndim() != w.ndim()) {
        const std::string rank = std::to_string(w.ndim());
        throw Error(ErrorKind::shape, "Expected " + rank + "-dimensional input for " + rank + "-dimensional weight" +
                                          weight_text + ", but got " + std::to_string(x.ndim()) +
                                          "-dimensional input of size " + torch_text(x.shape()) + " instead");
    }
    const std::string given_groups = "Given groups=" + std::to_string(groups);
    if (w.size(0) < groups) {
        throw Error(ErrorKind::shape, given_groups + ", expected weight to be at least " + std::to_string(groups) +
                                          " at dimension 0, but got weight of size " + weight_text + " instead");
    }
    if (w.size(0) % groups != 0) {
        throw Error(ErrorKind::shape, given_groups + ", expected weight to be divisible by " + std::to_string(groups) +
                                          " at dimension 0, but got weight of size [" + weight_text + "] instead");
    }
    const std::string given = is_transposed ? "Given transposed=1, weight of size " + weight_text
                                            : given_groups + ", weight of size " + weight_text;
    const Int channels = is_transposed ? w.size(0) : w.size(1) * groups;
    if (x.size(1) != channels) {
        throw Error(ErrorKind::shape, given + ", expected input" + torch_text(x.shape()) + " to have " +
                                          std::to_string(channels) + " channels, but got " + std::to_string(x.size(1)) +
                                          " channels instead");
    }
    const Int outputs = is_transposed ? w.size(1) * groups : w.size(0);
    if (bias && (bias.ndim() != 1 || bias.size(0) != outputs)) {
        throw Error(ErrorKind::shape, (is_transposed ? given : "Given weight of size " + weight_text) +
                                          ", expected bias to be 1-dimensional with " + std::to_string(outputs) +
                                          " elements, but got bias of size " + torch_text(bias.shape()) + " instead");
    }
}

void check_dtypes(const Tensor& x, const Tensor& w) {
    if (x.dtype() == w.dtype()) {
        return;
    }
    const std::string input(long_name_of(x.dtype()));
    const std::string weight(long_name_of(w.dtype()));
    throw Error(ErrorKind::dtype,
                x.dtype() == Dtype::float32
                    ? "Input type (torch." + input + "Tensor) and weight type (torch." + weight +
                          "Tensor) should be the same or input should be a MKLDNN tensor and weight is a dense tensor"
                    : "expected scalar type " + input + " but found " + weight);
}

void check_bias_dtype(const Tensor& x, const Tensor& bias) {
    if (bias && bias.dtype() != x.dtype()) {
        throw Error(ErrorKind::dtype, "Input type (" + std::string(native_name_of(x.dtype())) + ") and bias type (" +
                                          std::string(native_name_of(bias.dtype())) + ") should be the same");
    }
}

void check_ranks(const Tensor& w, Int groups) {
    if (groups <= 0) {
        throw Error(ErrorKind::value, "non-positive groups is not supported");
    }
    if (w.ndim() < 3) {
        throw Error(ErrorKind::shape, "weight should have at least three dimensions");
    }
}

Tensor unbatched(const Tensor& result, const Tensor& input, Int dims) {
    return input.ndim() == dims + 2 ? result : apply<"squeeze">(result, Shape{0});
}

// padding='same': as much on the left as on the right, and one more on the right where the sum is odd.
Tensor same_padded(const Tensor& x, const Tensor& w, Geometry& geometry) {
    if (std::any_of(geometry.stride.begin(), geometry.stride.end(), [](Int s) { return s != 1; })) {
        throw Error(ErrorKind::value, "padding='same' is not supported for strided convolutions");
    }
    const std::size_t dims = geometry.stride.size();
    Shape extra(2 * dims, 0);
    for (std::size_t d = 0; d < dims; ++d) {
        const Int total = geometry.dilation[d] * (w.shape()[d + 2] - 1);
        geometry.padding[d] = total / 2;
        extra[2 * (dims - 1 - d) + 1] = total % 2;
    }
    const bool even = std::all_of(extra.begin(), extra.end(), [](Int e) { return e == 0; });
    return even ? x : apply<"constant_pad_nd">(x, extra, Scalar(0));
}

Value conv_forward(const Args& args) {
    const Int dims = args.integer(7);
    const Tensor& w = args.tensor(1);
    const Tensor bias = optional_tensor(args[2]);
    const Int groups = args.integer(6);
    Tensor x = batched(args.tensor(0), dims, "conv");
    check_bias_dtype(x, bias);
    check_ranks(w, groups);
    const Int rank = w.ndim() - 2;
    Geometry geometry{.stride = spread(args.ints(3), rank, "stride"),
                      .padding = spread(args.ints(4), rank, "padding"),
                      .dilation = spread(args.ints(5), rank, "dilation"),
                      .output_padding = {}};
    check_channels(x, w, bias, geometry, groups, false);
    if (args.boolean(8)) {
        x = same_padded(x, w, geometry);
    }
    Shape padded;
    Shape reach;
    bool fits = true;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dims); ++d) {
        padded.push_back(x.shape()[d + 2] + 2 * geometry.padding[d]);
        reach.push_back(geometry.dilation[d] * (w.shape()[d + 2] - 1) + 1);
        fits = fits && reach.back() <= padded.back();
    }
    if (!fits) {
        throw Error(ErrorKind::shape, "Calculated padded input size per channel: (" + crossed(padded) +
                                          "). Kernel size: (" + crossed(reach) +
                                          "). Kernel size can't be greater than actual input size");
    }
    check_dtypes(x, w);
    return unbatched(apply<"convolution">(x, w, args[2], geometry.stride, geometry.padding, geometry.dilation, groups),
                     args.tensor(0), dims);
}

void check_output_padding(const Geometry& geometry) {
    // One dim is seen as two here.
    const auto pair = [](const Shape& values, Int first) {
        return values.size() == 1 ? Shape{first, values[0]} : values;
    };
    const Shape extra = pair(geometry.output_padding, 0);
    const Shape stride = pair(geometry.stride, 1);
    const Shape dilation = pair(geometry.dilation, 1);
    for (std::size_t d = 0; d < extra.size(); ++d) {
        if (extra[d] >= stride[d] && extra[d] >= dilation[d]) {
            std::string found;
            constexpr std::string_view sides[] = {"height", "width"};
            for (const auto& [name, values] :
                 {std::pair("output_padding", extra), std::pair("stride", stride), std::pair("dilation", dilation)}) {
                for (std::size_t side = 0; side < 2; ++side) {
                    found += std::string(found.empty() ? "" : " ") + name + "_" + std::string(sides[side]) + ": " +
                             std::to_string(values[values.size() - 2 + side]);
                }
            }
            throw Error(ErrorKind::value,
                        "output padding must be smaller than either stride or dilation, but got " + found);
        }
    }
}

Value conv_transpose_forward(const Args& args) {
    const Int dims = args.integer(8);
    const Tensor& w = args.tensor(1);
    const Tensor bias = optional_tensor(args[2]);
    const Int groups = args.integer(6);
    const Tensor y = batched(args.tensor(0), dims, "conv_transpose");
    check_bias_dtype(y, bias);
    check_ranks(w, groups);
    const Int rank = w.ndim() - 2;
    const Geometry geometry{.stride = spread(args.ints(3), rank, "stride"),
                            .padding = spread(args.ints(4), rank, "padding"),
                            .dilation = spread(args.ints(7), rank, "dilation"),
                            .output_padding = spread(args.ints(5), rank, "output_padding")};
    check_channels(y, w, bias, geometry, groups, true);
    check_dtypes(y, w);
    check_output_padding(geometry);
    Shape size;
    for (std::size_t d = 0; d < static_cast<std::size_t>(dims); ++d) {
        size.push_back((y.shape()[d + 2] - 1) * geometry.stride[d] - 2 * geometry.padding[d] +
                       geometry.dilation[d] * (w.shape()[d + 2] - 1) + geometry.output_padding[d] + 1);
    }
    if (any_below(size, 1)) {
        throw Error(ErrorKind::shape, "Given input size per channel: (" + crossed(spatial(y.shape())) +
                                          "). Calculated output size per channel: (" + crossed(size) +
                                          "). Output size is too small");
    }
    return unbatched(apply<"convolution_transposed">(y, w, args[2], geometry.stride, geometry.padding,
                                                     geometry.dilation, groups, size),
                     args.tensor(0), dims);
}

constexpr OpDef table[] = {
    {.signature = "conv(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, int "
                  "groups, int dims, bool same) -> Tensor",
     .doc = "conv1d, conv2d and conv3d: checks, then `convolution`.",
     .forward = conv_forward},
    {.signature = "conv_transpose(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] "
                  "output_padding, int groups, int[] dilation, int dims) -> Tensor",
     .doc = "conv_transpose1d, 2d and 3d: checks, then `convolution_transposed`.",
     .forward = conv_transpose_forward},
    {.signature = "convolution(Tensor self, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, "
                  "int groups) -> Tensor",
     .doc = "self (N, C, in...), weight (M, C / groups, kernel...) -> (N, M, out...).",
     .dtype = DtypeRule::same,
     .forward = convolution_forward,
     .backward = convolution_backward,
     .keeps = Keep::inputs,
     .grad_name = convolution_grad_name},
    {.signature = "convolution_transposed(Tensor self, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] "
                  "dilation, int groups, int[] size) -> Tensor",
     .doc = "self (N, M, out...), weight (M, C / groups, kernel...) -> (N, C, size...): a convolution's gradient.",
     .dtype = DtypeRule::same,
     .forward = convolution_transposed_forward,
     .backward = convolution_transposed_backward,
     .keeps = Keep::inputs,
     .grad_name = convolution_grad_name},
    {.signature = "convolution_weight(Tensor self, Tensor grad, int[] stride, int[] padding, int[] dilation, int "
                  "groups, int[] kernel) -> Tensor",
     .doc = "self (N, C, in...), grad (N, M, out...) -> (M, C / groups, kernel...): the gradient of a weight.",
     .dtype = DtypeRule::same,
     .forward = convolution_weight_forward,
     .backward = convolution_weight_backward,
     .keeps = Keep::inputs,
     .grad_name = convolution_backward_grad_name},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> convolution_ops() { return table; }

}  // namespace sconce
