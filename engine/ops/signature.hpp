// Signature strings, as `mul(Operand self, Operand other) -> Tensor`, taken apart at compile time.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace sconce {

enum class ParamType {
    tensor,
    optional_tensor,
    tensor_list,
    operand,
    scalar,
    optional_scalar,
    integer,
    optional_integer,
    real,
    optional_real,
    boolean,
    optional_boolean,
    int_list,
    optional_int_list,
    real_list,
    dtype,
    optional_dtype,
    index_list,
    unknown,
};

constexpr ParamType param_type(std::string_view text) {
    constexpr std::pair<std::string_view, ParamType> spellings[] = {
        {"Tensor", ParamType::tensor},
        {"Tensor?", ParamType::optional_tensor},
        {"Tensor[]", ParamType::tensor_list},
        {"Operand", ParamType::operand},
        {"Scalar", ParamType::scalar},
        {"Scalar?", ParamType::optional_scalar},
        {"int", ParamType::integer},
        {"int?", ParamType::optional_integer},
        {"float", ParamType::real},
        {"float?", ParamType::optional_real},
        {"bool", ParamType::boolean},
        {"bool?", ParamType::optional_boolean},
        {"int[]", ParamType::int_list},
        {"int[]?", ParamType::optional_int_list},
        {"float[]", ParamType::real_list},
        {"Dtype", ParamType::dtype},
        {"Dtype?", ParamType::optional_dtype},
        {"Index[]", ParamType::index_list},
    };
    for (const auto& [spelling, type] : spellings) {
        if (spelling == text) {
            return type;
        }
    }
    return ParamType::unknown;
}

struct Param {
    std::string_view type_text;
    std::string_view name;
    std::string_view default_text;  // empty when the parameter is required
    ParamType type = ParamType::unknown;
    bool keyword_only = false;
};

inline constexpr std::size_t max_params = 10;

struct Signature {
    std::string_view name;
    std::string_view returns;
    std::array<Param, max_params> params{};
    std::size_t count = 0;
    bool valid = false;
};

constexpr std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') {
        text.remove_prefix(1);
    }
    while (!text.empty() && text.back() == ' ') {
        text.remove_suffix(1);
    }
    return text;
}

constexpr Signature parse_signature(std::string_view text) {
    Signature signature;
    const std::size_t open = text.find('(');
    const std::size_t arrow = text.find(" -> ");
    if (open == std::string_view::npos || open == 0 || arrow == std::string_view::npos || arrow < open + 1 ||
        text[arrow - 1] != ')') {
        return signature;
    }
    signature.name = text.substr(0, open);
    signature.returns = trimmed(text.substr(arrow + 4));
    std::string_view rest = text.substr(open + 1, arrow - open - 2);
    bool keyword_only = false;
    while (!rest.empty()) {
        // A comma inside brackets belongs to a default such as [0, 1].
        std::size_t end = 0;
        int depth = 0;
        while (end < rest.size() && (rest[end] != ',' || depth > 0)) {
            depth += rest[end] == '[' ? 1 : rest[end] == ']' ? -1 : 0;
            ++end;
        }
        const std::string_view piece = trimmed(rest.substr(0, end));
        rest = end < rest.size() ? rest.substr(end + 1) : std::string_view{};
        if (piece == "*") {
            keyword_only = true;
            continue;
        }
        const std::size_t space = piece.find(' ');
        if (space == std::string_view::npos || signature.count == max_params) {
            return signature;
        }
        Param& param = signature.params[signature.count++];
        param.type_text = piece.substr(0, space);
        param.type = param_type(param.type_text);
        const std::string_view tail = piece.substr(space + 1);
        const std::size_t equals = tail.find('=');
        param.name = tail.substr(0, equals);
        param.default_text = equals == std::string_view::npos ? std::string_view{} : tail.substr(equals + 1);
        param.keyword_only = keyword_only;
        if (param.type == ParamType::unknown || param.name.empty()) {
            return signature;
        }
    }
    signature.valid = !signature.returns.empty();
    return signature;
}

}  // namespace sconce
