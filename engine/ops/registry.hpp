// All op tables together: ids are places in this list, read by the faces from the schema at start-up and never stored.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/ops/op_def.hpp"

namespace sconce {

const std::vector<Op>& all_ops();
// Throws ErrorKind::internal for an unknown name.
const Op& find_op(std::string_view name);
// The tables as JSON (engine/bindings/README.md has the format).
std::string schema_json();

// One per family, defined at the end of the family's file.
std::span<const OpDef> elementwise_ops();
std::span<const OpDef> choosing_ops();
std::span<const OpDef> fused_ops();
std::span<const OpDef> optimizing_ops();
std::span<const OpDef> unary_ops();
std::span<const OpDef> special_ops();
std::span<const OpDef> comparison_ops();
std::span<const OpDef> reduction_ops();
std::span<const OpDef> extremum_ops();
std::span<const OpDef> norm_ops();
std::span<const OpDef> scan_ops();
std::span<const OpDef> softmax_ops();
std::span<const OpDef> sorting_ops();
std::span<const OpDef> shape_ops();
std::span<const OpDef> window_ops();
std::span<const OpDef> joining_ops();
std::span<const OpDef> indexing_ops();
std::span<const OpDef> gathering_ops();
std::span<const OpDef> selecting_ops();
std::span<const OpDef> creation_ops();
std::span<const OpDef> inspection_ops();
std::span<const OpDef> matmul_ops();
std::span<const OpDef> attention_ops();
std::span<const OpDef> random_ops();
std::span<const OpDef> autograd_ops();
std::span<const OpDef> activation_ops();
std::span<const OpDef> loss_ops();
std::span<const OpDef> linear_ops();
std::span<const OpDef> recurrent_ops();
std::span<const OpDef> embedding_ops();
std::span<const OpDef> normalization_ops();
std::span<const OpDef> convolution_ops();
std::span<const OpDef> pooling_ops();
std::span<const OpDef> padding_ops();
std::span<const OpDef> resampling_ops();
std::span<const OpDef> complex_ops();

}  // namespace sconce
