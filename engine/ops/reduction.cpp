#include "engine/ops/registry.hpp"

namespace sconce {

std::span<const OpDef> reduction_ops() { return {}; }

}  // namespace sconce
