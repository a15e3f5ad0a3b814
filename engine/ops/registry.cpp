#include "engine/ops/registry.hpp"

#include <cstdlib>
#include <unordered_map>

namespace sconce {

namespace {

std::string camel_case(std::string_view name) {
    std::string result;
    bool upper = true;
    for (const char c : name) {
        if (c == '_') {
            upper = true;
        } else {
            result += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
            upper = c >= '0' && c <= '9';  // log1p is Log1P
        }
    }
    return result;
}

// Defaults are few and simple: None, True, False, numbers, and lists of integers.
Value parse_default(const Param& param) {
    const std::string text(param.default_text);
    if (text.empty() || text == "None") {
        return {};
    }
    const double number = std::strtod(text.c_str(), nullptr);
    switch (param.type) {
        case ParamType::boolean:
        case ParamType::optional_boolean: return text == "True";
        case ParamType::integer:
        case ParamType::optional_integer: return static_cast<std::int64_t>(number);
        case ParamType::real:
        case ParamType::optional_real: return number;
        case ParamType::operand:
        case ParamType::scalar:
        case ParamType::optional_scalar:
            if (text.find_first_of(".e") == std::string::npos) {
                return Scalar(static_cast<std::int64_t>(number));
            }
            return Scalar(number);
        case ParamType::int_list:
        case ParamType::optional_int_list: {
            Shape list;
            const char* at = text.c_str() + 1;
            while (*at != '\0' && *at != ']') {
                char* end = nullptr;
                list.push_back(std::strtoll(at, &end, 10));
                at = *end == ',' ? end + 1 : end;
            }
            return list;
        }
        case ParamType::tensor_list: return TensorList{};
        case ParamType::real_list: return std::vector<double>{};
        case ParamType::index_list: return IndexList{};
        default: return {};
    }
}

std::vector<Op> build() {
    std::vector<Op> ops;
    const std::span<const OpDef> families[] = {
        inspection_ops(),  elementwise_ops(), choosing_ops(), fused_ops(),      unary_ops(),     special_ops(),
        comparison_ops(),  reduction_ops(),   extremum_ops(), norm_ops(),       scan_ops(),      softmax_ops(),
        sorting_ops(),     shape_ops(),       window_ops(),   joining_ops(),    indexing_ops(),  gathering_ops(),
        selecting_ops(),   creation_ops(),    matmul_ops(),   attention_ops(),  random_ops(),    autograd_ops(),
        activation_ops(),  loss_ops(),        linear_ops(),   recurrent_ops(),  embedding_ops(), normalization_ops(),
        convolution_ops(), pooling_ops(),     padding_ops(),  resampling_ops(), complex_ops(),   optimizing_ops(),
    };
    for (const auto& family : families) {
        for (const OpDef& def : family) {
            Op op{.def = &def,
                  .signature = parse_signature(def.signature),
                  .defaults = {},
                  .grad_name = {},
                  .id = static_cast<int>(ops.size())};
            for (std::size_t i = 0; i < op.signature.count; ++i) {
                op.defaults.push_back(parse_default(op.signature.params[i]));
            }
            op.grad_name = camel_case(op.signature.name) + "Backward0";
            ops.push_back(std::move(op));
        }
    }
    return ops;
}

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        if (c == '\n') {
            out += "\\n";
        } else {
            out += c;
        }
    }
    out += '"';
}

void append_field(std::string& out, std::string_view key, std::string_view text) {
    append_quoted(out, key);
    out += ':';
    append_quoted(out, text);
    out += ',';
}

constexpr std::string_view text_of(DtypeRule rule) {
    constexpr std::string_view texts[] = {"custom", "same", "promote", "floating", "boolean", "int64"};
    return texts[static_cast<int>(rule)];
}

constexpr std::string_view text_of(ShapeRule rule) {
    constexpr std::string_view texts[] = {"custom", "same", "broadcast", "reduce"};
    return texts[static_cast<int>(rule)];
}

void append_op(std::string& out, const Op& op) {
    out += '{';
    append_field(out, "name", op.signature.name);
    append_field(out, "signature", op.def->signature);
    append_field(out, "doc", op.def->doc);
    append_field(out, "returns", op.signature.returns);
    append_field(out, "dtype", text_of(op.def->dtype));
    append_field(out, "shape", text_of(op.def->shape));
    append_field(out, "wgsl", op.def->wgsl);
    out += "\"names\":[";
    std::string_view names = op.def->names;
    for (bool first = true; !names.empty(); first = false) {
        const std::size_t end = names.find(' ');
        out += first ? "" : ",";
        append_quoted(out, names.substr(0, end));
        names = end == std::string_view::npos ? std::string_view{} : names.substr(end + 1);
    }
    out += "],\"params\":[";
    for (std::size_t i = 0; i < op.signature.count; ++i) {
        const Param& param = op.signature.params[i];
        out += i ? ",{" : "{";
        append_field(out, "name", param.name);
        append_field(out, "type", param.type_text);
        if (!param.default_text.empty()) {
            append_field(out, "default", param.default_text);
        }
        out += std::string("\"kwonly\":") + (param.keyword_only ? "true}" : "false}");
    }
    out += std::string("],\"in_place\":") + (op.def->in_place ? "true" : "false");
    out += std::string(",\"view\":") + (op.def->view ? "true" : "false");
    out += std::string(",\"differentiable\":") + (op.def->backward != nullptr ? "true" : "false");
    out += ",\"domain\":[" + std::to_string(op.def->domain.low) + "," + std::to_string(op.def->domain.high) + "]}";
}

}  // namespace

const std::vector<Op>& all_ops() {
    static const std::vector<Op> ops = build();
    return ops;
}

const Op& find_op(std::string_view name) {
    static const auto index = [] {
        std::unordered_map<std::string_view, const Op*> map;
        for (const Op& op : all_ops()) {
            map.emplace(op.signature.name, &op);
        }
        return map;
    }();
    const auto found = index.find(name);
    if (found == index.end()) {
        throw Error(ErrorKind::internal, "no op is named " + std::string(name));
    }
    return *found->second;
}

std::string schema_json() {
    std::string out = "[";
    for (const Op& op : all_ops()) {
        out += op.id ? ",\n" : "";
        append_op(out, op);
    }
    return out + "]";
}

}  // namespace sconce
