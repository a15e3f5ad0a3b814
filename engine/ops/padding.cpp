// Borders around tensors, sliding blocks as columns and back, and channels dealt out as pixels.
#include <algorithm>

#include "engine/autograd/tape.hpp"
#include "engine/kernels/scalar/columns.hpp"
#include "engine/kernels/scalar/loops.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

std::string text(Int number) { return std::to_string(number); }

// pad holds (before, after) for the last dim, then for the one in front of it, and so on.
Int before(const Shape& pad, std::size_t from_last) { return pad[2 * from_last]; }
Int after(const Shape& pad, std::size_t from_last) { return pad[2 * from_last + 1]; }

Shape padded_shape(const Shape& shape, const Shape& pad) {
    Shape result = shape;
    for (std::size_t i = 0; i < pad.size() / 2; ++i) {
        result[shape.size() - 1 - i] += before(pad, i) + after(pad, i);
    }
    return result;
}

// ---- a constant

void check_constant_pad(const Shape& shape, const Shape& pad) {
    if (pad.size() % 2 != 0) {
        throw Error(ErrorKind::value,
                    "Length of pad must be even but instead it equals " + text(static_cast<Int>(pad.size())));
    }
    if (pad.size() > 2 * shape.size()) {
        throw Error(ErrorKind::value,
                    "Length of pad should be no more than twice the number of dimensions of the "
                    "input. Pad length is " +
                        text(static_cast<Int>(pad.size())) + " while the input has " +
                        text(static_cast<Int>(shape.size())) + " dimensions.");
    }
}

Value constant_pad_nd_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Shape& pad = args.ints(1);
    check_constant_pad(self.shape(), pad);
    const Shape shape = padded_shape(self.shape(), pad);
    // The part of self that stays, and where it goes.
    Shape kept = self.shape();
    Int from = self.offset();
    Int to = 0;
    const Strides strides = contiguous_strides(shape);
    for (std::size_t i = 0; i < pad.size() / 2; ++i) {
        const std::size_t d = shape.size() - 1 - i;
        const Int cut = std::max<Int>(0, -before(pad, i));
        kept[d] -= cut + std::max<Int>(0, -after(pad, i));
        if (kept[d] < 0 || shape[d] < 0) {
            throw Error(ErrorKind::value, "narrow(): length must be non-negative.");
        }
        from += cut * self.strides()[d];
        to += std::max<Int>(0, before(pad, i)) * strides[d];
    }
    const Tensor result = Tensor::full(shape, args.scalar(2), self.dtype());
    if (element_count(kept) > 0) {
        copy_into(result.view_as(kept, strides, to), self.view_as(kept, self.strides(), from));
    }
    return result;
}
// What was added goes, what was cut comes back as 0.
Grads constant_pad_nd_backward(const Tape& tape, const Tensor& grad) {
    Shape opposite = tape.args().ints(1);
    std::transform(opposite.begin(), opposite.end(), opposite.begin(), [](Int n) { return -n; });
    return {apply<"constant_pad_nd">(grad, opposite, Scalar(0))};
}

// ---- the tensor's own elements

enum Border : Int { reflected, replicated, circular };

// Where each place of the padded dim comes from.
std::vector<Int> sources(Int in, Int left, Int right, Int border) {
    std::vector<Int> result(static_cast<std::size_t>(in + left + right));
    // What is cut does not come back around the circle.
    const Int cut = std::max<Int>(0, -left);
    const Int around = std::max<Int>(1, in - cut - std::max<Int>(0, -right));
    for (std::size_t i = 0; i < result.size(); ++i) {
        Int at = static_cast<Int>(i) - left;
        if (border == circular) {
            at = cut + ((static_cast<Int>(i) - std::max<Int>(0, left)) % around + around) % around;
        } else if (border == replicated) {
            at = std::clamp<Int>(at, 0, in - 1);
        } else {
            at = at < 0 ? -at : at >= in ? 2 * (in - 1) - at : at;
        }
        result[i] = at;
    }
    return result;
}

constexpr std::string_view side_names[] = {"W", "H", "D"};

std::string sides(const Shape& shape, std::size_t dims) {
    std::string result;
    for (std::size_t i = dims; i-- > 0;) {
        result += (result.empty() ? "" : ", ") + std::string(side_names[i]) + ": " + text(shape[shape.size() - 1 - i]);
    }
    return result;
}

void check_border(const Tensor& self, const Shape& pad, Int border) {
    const Shape& shape = self.shape();
    const std::size_t dims = pad.size() / 2;
    for (std::size_t d = shape.size() == dims + 2 ? 1 : 0; d < shape.size(); ++d) {
        if (shape[d] == 0 && border != circular) {
            throw Error(ErrorKind::shape, "Expected " + text(static_cast<Int>(dims) + 1) + "D or " +
                                              text(static_cast<Int>(dims) + 2) +
                                              "D (batch mode) tensor with possibly 0 batch size and other non-zero "
                                              "dimensions for input, but got: " +
                                              torch_text(shape));
        }
    }
    for (std::size_t i = 0; i < dims; ++i) {
        const std::size_t d = shape.size() - 1 - i;
        const Int left = before(pad, i);
        const Int right = after(pad, i);
        if (border == reflected && (left >= shape[d] || right >= shape[d])) {
            throw Error(ErrorKind::value, "Argument #" + text(static_cast<Int>(4 + 2 * i)) +
                                              ": Padding size should be less than the corresponding input dimension, "
                                              "but got: padding (" +
                                              text(left) + ", " + text(right) + ") at dimension " +
                                              text(static_cast<Int>(d)) + " of input " + torch_text(shape));
        }
        if (border == circular && (left > shape[d] || right > shape[d])) {
            throw Error(ErrorKind::value, "Padding value causes wrapping around more than once.");
        }
        if (border == circular && shape[d] + left + right < 0) {
            throw Error(ErrorKind::value, "Negative padding value is resulting in an empty dimension");
        }
    }
    const Shape out = padded_shape(shape, pad);
    const bool fits =
        std::all_of(out.end() - static_cast<std::ptrdiff_t>(dims), out.end(), [](Int n) { return n >= 1; });
    if (!fits && border != circular) {
        if (border == replicated && dims > 1) {
            std::string found = sides(out, dims);
            std::erase(found, ',');
            throw Error(ErrorKind::value, "Calculated output " + found + " must be >= 1 in every dimension (input " +
                                              sides(shape, dims) + ")");
        }
        std::string found = sides(out, dims);
        std::erase(found, ',');
        throw Error(ErrorKind::value, "input (" + sides(shape, dims) + ") is too small. Calculated output " + found);
    }
    if (self.dtype() == Dtype::boolean && border != circular) {
        throw Error(ErrorKind::unsupported, std::string("\"") + (border == reflected ? "reflection" : "replication") +
                                                "_pad" + text(static_cast<Int>(dims)) +
                                                "d\" not implemented for 'Bool'");
    }
}

// visit(padded place, place it comes from), both counted over contiguous data, for the last up to three dims.
template <class Visit>
void for_each_source(const Shape& shape, const Shape& pad, Int border, Visit visit) {
    const std::size_t dims = pad.size() / 2;
    std::array<std::vector<Int>, 3> from{std::vector<Int>{0}, std::vector<Int>{0}, std::vector<Int>{0}};
    std::array<Int, 3> extent{1, 1, 1};
    for (std::size_t i = 0; i < dims; ++i) {
        extent[2 - i] = shape[shape.size() - 1 - i];
        from[2 - i] = sources(extent[2 - i], before(pad, i), after(pad, i), border);
    }
    const Int planes = element_count(Shape(shape.begin(), shape.end() - static_cast<std::ptrdiff_t>(dims)));
    Int place = 0;
    for (Int p = 0; p < planes; ++p) {
        for (const Int a : from[0]) {
            for (const Int b : from[1]) {
                const Int row = ((p * extent[0] + a) * extent[1] + b) * extent[2];
                for (const Int c : from[2]) {
                    visit(place++, row + c);
                }
            }
        }
    }
}

Value border_pad_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Shape& pad = args.ints(1);
    const Int border = args.integer(2);
    check_border(self, pad, border);
    const Tensor x = prepared(self, self.dtype());
    const Tensor result = Tensor::empty(padded_shape(self.shape(), pad), self.dtype());
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        T* to = result.data<T>();
        const T* source = x.data<T>();
        for_each_source(self.shape(), pad, border, [=](Int place, Int from) { to[place] = source[from]; });
    });
    return result;
}
Grads border_pad_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"border_pad_backward">(grad, tape.shape(0), tape.args()[1], tape.args()[2])};
}
std::string_view border_pad_grad_name(const Args& args) {
    constexpr std::string_view names[2][3] = {
        {"ReflectionPad1DBackward0", "ReflectionPad2DBackward0", "ReflectionPad3DBackward0"},
        {"ReplicationPad1DBackward0", "ReplicationPad2DBackward0", "ReplicationPad3DBackward0"}};
    // torch copies slices around the tensor for a circle.
    return args.integer(2) == circular ? "CopySlices" : names[args.integer(2)][args.ints(1).size() / 2 - 1];
}

Value border_pad_backward_forward(const Args& args) {
    const Tensor grad = prepared(args.tensor(0), args.tensor(0).dtype());
    const Tensor result = zeros_of(args.ints(1), grad.dtype());
    visit_floating(grad.dtype(), [&]<class T>(TypeTag<T>) {
        T* to = result.data<T>();
        const T* source = grad.data<T>();
        for_each_source(args.ints(1), args.ints(2), args.integer(3),
                        [=](Int place, Int from) { to[from] += source[place]; });
    });
    return result;
}
Grads border_pad_backward_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"border_pad">(grad, tape.args()[2], tape.args()[3])};
}

// ---- sliding blocks

// kernel, dilation, padding, stride from `at` on, each of two numbers
kernels::BlockPlan block_plan(const Args& args, std::size_t at, Int channels, Int height, Int width) {
    kernels::BlockPlan plan;
    plan.channels = channels;
    plan.in = {1, height, width};
    for (std::size_t d = 0; d < 2; ++d) {
        plan.kernel[d + 1] = args.ints(at)[d];
        plan.dilation[d + 1] = args.ints(at + 1)[d];
        plan.padding[d + 1] = args.ints(at + 2)[d];
        plan.stride[d + 1] = args.ints(at + 3)[d];
        const Int reach = plan.dilation[d + 1] * (plan.kernel[d + 1] - 1) + 1;
        const Int room = plan.in[d + 1] + 2 * plan.padding[d + 1] - reach;
        plan.out[d + 1] = room < 0 ? 0 : room / plan.stride[d + 1] + 1;
    }
    return plan;
}

std::string pair_text(Int a, Int b) { return "(" + text(a) + ", " + text(b) + ")"; }
std::string pair_text(const Shape& pair) { return pair_text(pair[0], pair[1]); }

void check_blocks(const Args& args, std::size_t at) {
    struct Rule {
        const char* words;
        const char* name;
        Int least;
    };
    constexpr Rule rules[] = {{"kernel size should be greater than zero", "kernel", 1},
                              {"dilation should be greater than zero", "dilation", 1},
                              {"padding should be non-negative", "pad", 0},
                              {"stride should be greater than zero", "stride", 1}};
    constexpr std::size_t order[] = {0, 3, 1, 2};
    for (const std::size_t i : order) {
        const Shape& pair = args.ints(at + i);
        if (pair[0] < rules[i].least || pair[1] < rules[i].least) {
            const std::string name = rules[i].name;
            std::string words = rules[i].words;
            words += ", but got " + name + "_height: " + text(pair[0]);
            words += " " + name + "_width: " + text(pair[1]);
            throw Error(ErrorKind::value, words);
        }
    }
}

// (N, C, H, W) -> (N, C kH kW, blocks), or without N
Value im2col_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    check_blocks(args, 1);
    const Shape& shape = self.shape();
    if (shape.size() < 3) {
        throw Error(ErrorKind::axis, "Dimension out of range (expected to be in range of [" + text(-self.ndim()) +
                                         ", " + text(self.ndim() - 1) + "], but got " + text(self.ndim()) + ")");
    }
    const bool batch = shape.size() == 4;
    if (shape.size() > 4 || element_count(Shape(shape.begin() + (batch ? 1 : 0), shape.end())) == 0) {
        throw Error(ErrorKind::shape,
                    "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other "
                    "non-zero dimensions for input, but got: " +
                        torch_text(shape));
    }
    const kernels::BlockPlan plan = block_plan(args, 1, self.size(-3), self.size(-2), self.size(-1));
    if (plan.out[1] < 1 || plan.out[2] < 1) {
        throw Error(ErrorKind::shape,
                    "Given input with spatial size " + pair_text(plan.in[1], plan.in[2]) +
                        ", kernel_size=" + pair_text(args.ints(1)) + ", dilation=" + pair_text(args.ints(2)) +
                        ", padding=" + pair_text(args.ints(3)) +
                        ", calculated shape of the array of sliding blocks as " + pair_text(plan.out[1], plan.out[2]) +
                        ", but its components must be at least one.");
    }
    if (!is_floating(self.dtype()) && self.dtype() != Dtype::boolean) {
        throw Error(ErrorKind::unsupported,
                    "\"im2col_out_cpu\" not implemented for '" + std::string(long_name_of(self.dtype())) + "'");
    }
    Shape result_shape{plan.rows(), plan.columns()};
    if (batch) {
        result_shape.insert(result_shape.begin(), shape[0]);
    }
    const Tensor x = prepared(self, self.dtype());
    const Tensor result = Tensor::empty(result_shape, self.dtype());
    const Int image = plan.channels * kernels::BlockPlan::volume(plan.in);
    visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
        for (Int n = 0; n < (batch ? shape[0] : 1); ++n) {
            kernels::gather_columns(plan, x.data<T>() + n * image, result.data<T>() + n * plan.rows() * plan.columns());
        }
    });
    return result;
}
Grads im2col_backward(const Tape& tape, const Tensor& grad) {
    const Shape& shape = tape.shape(0);
    const Args& args = tape.args();
    return {apply<"col2im">(grad, Shape(shape.end() - 2, shape.end()), args[1], args[2], args[3], args[4])};
}
std::string_view im2col_grad_name(const Args&) { return "Im2ColBackward0"; }

// (N, C kH kW, blocks) -> (N, C, H, W): overlapping blocks add up
Value col2im_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Shape& size = args.ints(1);
    check_blocks(args, 2);
    const Shape& shape = self.shape();
    const bool batch = shape.size() == 3;
    if (shape.size() < 2 || shape.size() > 3 ||
        element_count(Shape(shape.begin() + (batch ? 1 : 0), shape.end())) == 0) {
        throw Error(ErrorKind::shape,
                    "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and "
                    "non-zero dimensions for input, but got: " +
                        torch_text(shape));
    }
    const Int area = args.ints(2)[0] * args.ints(2)[1];
    if (self.size(-2) % area != 0) {
        throw Error(ErrorKind::shape,
                    "Expected size of input's dimension 1 to be divisible by the product of "
                    "kernel_size, but got input.size(1)=" +
                        text(self.size(-2)) + " and kernel_size=" + pair_text(args.ints(2)) + ".");
    }
    const kernels::BlockPlan plan = block_plan(args, 2, self.size(-2) / area, size[0], size[1]);
    if (plan.columns() != self.size(-1)) {
        throw Error(ErrorKind::shape,
                    "Given output_size=" + pair_text(size) + ", kernel_size=" + pair_text(args.ints(2)) +
                        ", dilation=" + pair_text(args.ints(3)) + ", padding=" + pair_text(args.ints(4)) +
                        ", stride=" + pair_text(args.ints(5)) +
                        ", expected size of input's dimension 2 to match the calculated number of sliding blocks " +
                        text(plan.out[1]) + " * " + text(plan.out[2]) + " = " + text(plan.columns()) +
                        ", but got input.size(2)=" + text(self.size(-1)) + ".");
    }
    if (!is_floating(self.dtype())) {
        throw Error(ErrorKind::unsupported,
                    "\"col2im_out_cpu\" not implemented for '" + std::string(long_name_of(self.dtype())) + "'");
    }
    Shape result_shape{plan.channels, size[0], size[1]};
    if (batch) {
        result_shape.insert(result_shape.begin(), shape[0]);
    }
    const Tensor columns = prepared(self, self.dtype());
    const Tensor result = zeros_of(result_shape, self.dtype());
    const Int image = plan.channels * kernels::BlockPlan::volume(plan.in);
    visit_floating(self.dtype(), [&]<class T>(TypeTag<T>) {
        for (Int n = 0; n < (batch ? shape[0] : 1); ++n) {
            kernels::scatter_columns(plan, columns.data<T>() + n * plan.rows() * plan.columns(),
                                     result.data<T>() + n * image);
        }
    });
    return result;
}
Grads col2im_backward(const Tape& tape, const Tensor& grad) {
    const Args& args = tape.args();
    return {apply<"im2col">(grad, args[2], args[3], args[4], args[5])};
}
std::string_view col2im_grad_name(const Args&) { return "Col2ImBackward0"; }

// ---- channels and pixels

void check_shuffle(const Tensor& self, Int factor, const std::string& name, const char* parameter) {
    if (self.ndim() < 3) {
        throw Error(ErrorKind::shape, name + " expects input to have at least 3 dimensions, but got input with " +
                                          text(self.ndim()) + " dimension(s)");
    }
    if (factor <= 0) {
        throw Error(ErrorKind::value, name + " expects a positive " + parameter + ", but got " + text(factor));
    }
}

// self seen as `seen`, its dims moved around, and as `shape` again
Tensor dealt(const Tensor& self, const Shape& seen, const Shape& order, const Shape& shape) {
    const GradMode unrecorded(false);
    return apply<"clone">(reshape(apply<"permute">(reshape(self, seen), order), shape));
}

// (..., C r^2, H, W) -> (..., C, H r, W r)
Value pixel_shuffle_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Int r = args.integer(1);
    check_shuffle(self, r, "pixel_shuffle", "upscale_factor");
    const Int channels = self.size(-3);
    const Int h = self.size(-2);
    const Int w = self.size(-1);
    if (channels % (r * r) != 0) {
        throw Error(ErrorKind::shape,
                    "pixel_shuffle expects its input's 'channel' dimension to be divisible by the "
                    "square of upscale_factor, but input.size(-3)=" +
                        text(channels) + " is not divisible by " + text(r * r));
    }
    Shape shape = self.shape();
    const Int lead = element_count(Shape(shape.begin(), shape.end() - 3));
    const std::size_t at = shape.size() - 3;
    shape[at] = channels / (r * r);
    shape[at + 1] = h * r;
    shape[at + 2] = w * r;
    return dealt(self, {lead, channels / (r * r), r, r, h, w}, {0, 1, 4, 2, 5, 3}, shape);
}
Grads pixel_shuffle_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"pixel_unshuffle">(grad, tape.args()[1])};
}

// (..., C, H r, W r) -> (..., C r^2, H, W)
Value pixel_unshuffle_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Int r = args.integer(1);
    check_shuffle(self, r, "pixel_unshuffle", "downscale_factor");
    for (const auto& [dim, name] : {std::pair(-2, "height"), std::pair(-1, "width")}) {
        if (self.size(dim) % r != 0) {
            throw Error(ErrorKind::shape, std::string("pixel_unshuffle expects ") + name +
                                              " to be divisible by downscale_factor, but input.size(" + text(dim) +
                                              ")=" + text(self.size(dim)) + " is not divisible by " + text(r));
        }
    }
    Shape shape = self.shape();
    const Int channels = self.size(-3);
    const Int h = self.size(-2) / r;
    const Int w = self.size(-1) / r;
    const Int lead = element_count(Shape(shape.begin(), shape.end() - 3));
    const std::size_t at = shape.size() - 3;
    shape[at] = channels * r * r;
    shape[at + 1] = h;
    shape[at + 2] = w;
    return dealt(self, {lead, channels, h, r, w, r}, {0, 1, 3, 5, 2, 4}, shape);
}
Grads pixel_unshuffle_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"pixel_shuffle">(grad, tape.args()[1])};
}

// (N, g C, ...) -> (N, C g, ...): the groups' channels take turns
Value channel_shuffle_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Int groups = args.integer(1);
    if (self.ndim() <= 2) {
        throw Error(ErrorKind::shape, "channel_shuffle expects input with > 2 dims, but got input with sizes " +
                                          torch_text(self.shape()));
    }
    if (groups <= 0) {
        throw Error(ErrorKind::value,
                    "Number of groups to divide channels in must be positive. Value of groups:" + text(groups));
    }
    const Int channels = self.size(1);
    if (channels % groups != 0) {
        throw Error(ErrorKind::shape, "Number of channels must be divisible by groups. Got " + text(channels) +
                                          " channels and " + text(groups) + " groups.");
    }
    const Int rest = element_count(Shape(self.shape().begin() + 2, self.shape().end()));
    return dealt(self, {self.size(0), groups, channels / groups, rest}, {0, 2, 1, 3}, self.shape());
}
Grads channel_shuffle_backward(const Tape& tape, const Tensor& grad) {
    return {apply<"channel_shuffle">(grad, tape.shape(0)[1] / tape.args().integer(1))};
}

constexpr OpDef table[] = {
    {.signature = "constant_pad_nd(Tensor self, int[] pad, Scalar value=0) -> Tensor",
     .names = "torch.constant_pad_nd",
     .doc = "self with `value` around it; `pad` holds (before, after) from the last dim on, and negative ones cut.",
     .dtype = DtypeRule::same,
     .forward = constant_pad_nd_forward,
     .backward = constant_pad_nd_backward},
    {.signature = "border_pad(Tensor self, int[] pad, int border) -> Tensor",
     .doc = "self with its own elements around it: reflected (0), the nearest (1) or from the other end (2).",
     .dtype = DtypeRule::same,
     .forward = border_pad_forward,
     .backward = border_pad_backward,
     .grad_name = border_pad_grad_name},
    {.signature = "border_pad_backward(Tensor grad, int[] size, int[] pad, int border) -> Tensor",
     .doc = "Gradient of border_pad.",
     .dtype = DtypeRule::same,
     .forward = border_pad_backward_forward,
     .backward = border_pad_backward_backward},
    {.signature = "im2col(Tensor self, int[] kernel_size, int[] dilation, int[] padding, int[] stride) -> Tensor",
     .doc = "The sliding blocks of (N, C, H, W) as columns (N, C kH kW, blocks).",
     .dtype = DtypeRule::same,
     .forward = im2col_forward,
     .backward = im2col_backward,
     .grad_name = im2col_grad_name},
    {.signature = "col2im(Tensor self, int[] output_size, int[] kernel_size, int[] dilation, int[] padding, int[] "
                  "stride) -> Tensor",
     .doc = "Columns (N, C kH kW, blocks) added up where they lie in (N, C, H, W).",
     .dtype = DtypeRule::same,
     .forward = col2im_forward,
     .backward = col2im_backward,
     .grad_name = col2im_grad_name},
    {.signature = "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor",
     .names = "torch.pixel_shuffle F.pixel_shuffle",
     .doc = "(..., C r^2, H, W) -> (..., C, H r, W r) (Shi et al. 2016, arXiv:1609.05158).",
     .dtype = DtypeRule::same,
     .forward = pixel_shuffle_forward,
     .backward = pixel_shuffle_backward},
    {.signature = "pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor",
     .names = "torch.pixel_unshuffle F.pixel_unshuffle",
     .doc = "(..., C, H r, W r) -> (..., C r^2, H, W).",
     .dtype = DtypeRule::same,
     .forward = pixel_unshuffle_forward,
     .backward = pixel_unshuffle_backward},
    {.signature = "channel_shuffle(Tensor self, int groups) -> Tensor",
     .names = "torch.channel_shuffle F.channel_shuffle",
     .doc = "Channels (N, groups C, ...) with the groups' taking turns (arXiv:1707.01083).",
     .dtype = DtypeRule::same,
     .forward = channel_shuffle_forward,
     .backward = channel_shuffle_backward},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> padding_ops() { return table; }

}  // namespace sconce
