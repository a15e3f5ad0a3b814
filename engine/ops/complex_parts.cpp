// Complex tensors and their parts: the ops that make one of the other.
#include <cmath>
#include <complex>
#include <numbers>

#include "engine/autograd/tape.hpp"
#include "engine/ops/complex.hpp"
#include "engine/ops/complex_arithmetic.hpp"
#include "engine/ops/views.hpp"

namespace sconce {

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
    for (std::int64_t& stride : strides) {
        stride /= 2;
    }
    Tensor result = self.view_as(shape, strides, self.offset() / 2);
    result.impl().dtype = complex_of(self.dtype());
    return result;
}

namespace {

using Int = std::int64_t;
using Number = std::complex<double>;

Value view_as_real_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (!is_complex(self.dtype())) {
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

Tensor real_of(const Tensor& a) { return apply<"to">(a, part_of(a.dtype())); }

// The parts of grad
Grads complex_backward(const Tape&, const Tensor& grad) {
    const Tensor parts = apply<"view_as_real">(grad);
    const auto pick = [&](Int place) {
        return apply<"squeeze">(apply<"narrow">(parts, Int{-1}, place, Int{1}), Shape{-1});
    };
    return {pick(0), pick(1)};
}

// abs (cos angle + i sin angle), each rounded once: torch takes these from the C library here, not from its vector kernels.
Value polar_forward(const Args& args) {
    check_parts(args);
    const GradMode unrecorded(false);
    const Tensor& abs = args.tensor(0);
    const Tensor angle = converted(args.tensor(1), Dtype::float64);
    return joined(mul(abs, converted(apply<"cos">(angle), abs.dtype())),
                  mul(abs, converted(apply<"sin">(angle), abs.dtype())));
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
    if (!is_complex(self.dtype())) {
        return args.dialect() == Dialect::numpy ? apply<"clone">(self) : self;
    }
    return joined(self.part(false), neg(self.part(true)));
}

Grads conj_backward(const Tape&, const Tensor& grad) { return {conjugated(grad)}; }

Value angle_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const GradMode unrecorded(false);
    if (is_complex(self.dtype())) {
        return map_to_real(self, [](Number z) { return std::atan2(z.imag(), z.real()); });
    }
    const Tensor real = converted(self, to_floating(args.dialect(), self.dtype()));
    const Tensor negative = converted(apply<"lt">(real, Scalar(0)), real.dtype());
    return where(apply<"isnan">(real), real, mul(negative, Scalar(std::numbers::pi)));
}

// grad i z / |z|^2, 0 at 0
Grads angle_backward(const Tape& tape, const Tensor& grad) {
    const Tensor& z = tape.input(0);
    if (!is_complex(z.dtype())) {
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
    if (!is_complex(z.dtype())) {
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
