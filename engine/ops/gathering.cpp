#include "engine/ops/registry.hpp"

namespace sconce {

std::span<const OpDef> gathering_ops() { return {}; }

}  // namespace sconce
