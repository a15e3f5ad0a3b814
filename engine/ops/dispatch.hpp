// The one way to run an op, from a face as from another op's backward: forward, then the tape.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "engine/ops/op_def.hpp"
#include "engine/ops/registry.hpp"

namespace sconce {

// `args` holds a value for every parameter.
Value dispatch(const Op& op, Args&& args);
// Writes the result over the first argument, which keeps its identity, dtype and shape.
Tensor dispatch_in_place(const Op& op, Args&& args);

// A string usable as a template argument, so that call<"mul"> looks its op up once.
template <std::size_t N>
struct OpName {
    constexpr OpName(const char (&literal)[N]) { std::copy_n(literal, N, text); }
    constexpr std::string_view view() const { return {text, N - 1}; }
    char text[N]{};
};

// Runs an op by name from C++; trailing parameters left off take their defaults. Lists and numbers must have the parameter's
// own type (Shape for int[], std::int64_t for int, Scalar for Scalar and for a number in an Operand's place).
template <OpName name, class... Values>
Value call(Values&&... values) {
    static const Op& op = find_op(name.view());
    Args args(Dialect::torch);
    (args.push(Value(std::forward<Values>(values))), ...);
    for (std::size_t i = sizeof...(Values); i < op.signature.count; ++i) {
        args.push(op.defaults[i]);
    }
    return dispatch(op, std::move(args));
}

template <OpName name, class... Values>
Tensor apply(Values&&... values) {
    return std::get<Tensor>(call<name>(std::forward<Values>(values)...));
}

}  // namespace sconce
