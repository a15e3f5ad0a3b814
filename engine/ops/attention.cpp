#include "engine/ops/registry.hpp"

namespace sconce {

std::span<const OpDef> attention_ops() { return {}; }

}  // namespace sconce
