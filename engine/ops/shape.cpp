#include "engine/ops/registry.hpp"

namespace sconce {

std::span<const OpDef> shape_ops() { return {}; }

}  // namespace sconce
