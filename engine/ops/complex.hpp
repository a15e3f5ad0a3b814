// Complex tensors: an op computes them by a rule of its own, most often from their two parts; no other kernel knows of them.
#pragma once

#include "engine/ops/functions.hpp"

namespace sconce {

// Whether a tensor, a dtype or a number among `args` is complex.
bool has_complex(const Args& args);
// The op's forward on arguments of which at least one is complex. Throws what the library says of an op that complex
// numbers have no meaning for.
Value forward_complex(const Op& op, const Args& args);
// `args` with the real or the imaginary parts in place of complex numbers; a real number's imaginary part is 0.
Args parts_of(const Op& op, const Args& args, bool imaginary);
// The complex tensor with these parts. Not recorded.
Tensor joined(const Tensor& real, const Tensor& imag);
// A complex tensor as a real one with its parts side by side in a last dim of two, and back, in one storage. Not recorded.
Tensor seen_as_real(const Tensor& self);
Tensor seen_as_complex(const Tensor& self);

// Whether op has a derivative that is a complex number. torch's gradient of such an op is grad times its conjugate, which the op's
// backward, written for real numbers, gives of conjugate arguments.
bool has_complex_derivative(const Op& op);
// The complex conjugate; a real tensor as it is.
Tensor conjugated(const Tensor& a);

}  // namespace sconce
