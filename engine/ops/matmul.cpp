#include "engine/ops/registry.hpp"

namespace sconce {

std::span<const OpDef> matmul_ops() { return {}; }

}  // namespace sconce
