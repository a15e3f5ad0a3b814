#include "engine/ops/registry.hpp"

namespace sconce {

std::span<const OpDef> sorting_ops() { return {}; }

}  // namespace sconce
