// Narrow dtypes (float16, bfloat16, int16, int8, uint16): an op computes them through float32 or int32 and rounds its result once, as torch's
// CPU kernels do. Done here for every op, so that no kernel knows of them. Complex numbers go on to engine/ops/complex.hpp.
#pragma once

#include "engine/ops/op_def.hpp"

namespace sconce {

// Whether `op` must not see `args` as they are.
bool needs_widening(const Op& op, const Args& args);
// The op's forward on widened arguments, its result in the dtype that `args` as they are ask for.
Value forward_widened(const Op& op, const Args& args);

}  // namespace sconce
