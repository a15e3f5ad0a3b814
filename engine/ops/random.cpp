#include "engine/ops/registry.hpp"

namespace sconce {

std::span<const OpDef> random_ops() { return {}; }

}  // namespace sconce
