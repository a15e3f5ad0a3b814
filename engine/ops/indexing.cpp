#include "engine/ops/registry.hpp"

namespace sconce {

std::span<const OpDef> indexing_ops() { return {}; }

}  // namespace sconce
