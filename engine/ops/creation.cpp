#include "engine/ops/registry.hpp"

namespace sconce {

std::span<const OpDef> creation_ops() { return {}; }

}  // namespace sconce
