// Comparison and logic, element by element.
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

template <class F>
Value compare(const Args& args, F f) {
    return visit_dtype(promoted(args), [&]<class T>(TypeTag<T>) { return map_pair<T, bool>(args, f); });
}

Value eq_forward(const Args& args) {
    return compare(args, [](auto a, auto b) { return a == b; });
}
Value ne_forward(const Args& args) {
    return compare(args, [](auto a, auto b) { return a != b; });
}
Value lt_forward(const Args& args) {
    return compare(args, [](auto a, auto b) { return a < b; });
}
Value le_forward(const Args& args) {
    return compare(args, [](auto a, auto b) { return a <= b; });
}
Value gt_forward(const Args& args) {
    return compare(args, [](auto a, auto b) { return a > b; });
}
Value ge_forward(const Args& args) {
    return compare(args, [](auto a, auto b) { return a >= b; });
}

// Truth first, then logic: one loop serves all dtypes.
Value logical_and_forward(const Args& args) {
    return map_pair<bool, bool>(args, [](bool a, bool b) { return a && b; });
}
Value logical_or_forward(const Args& args) {
    return map_pair<bool, bool>(args, [](bool a, bool b) { return a || b; });
}
Value logical_xor_forward(const Args& args) {
    return map_pair<bool, bool>(args, [](bool a, bool b) { return a != b; });
}

template <class F>
Value bitwise(const Args& args, std::string_view torch_name, std::string_view numpy_name, F f) {
    return visit_dtype(promoted(args), [&]<class T>(TypeTag<T>) -> Tensor {
        if constexpr (std::is_integral_v<T>) {
            return map_pair<T, T>(args, [f](T a, T b) { return static_cast<T>(f(a, b)); });
        } else {
            throw args.dialect() == Dialect::torch
                ? Error(ErrorKind::unsupported, "\"" + std::string(torch_name) + "_cpu\" not implemented for '" +
                                                    std::string(long_name_of(dtype_of<T>())) + "'")
                : Error(ErrorKind::type,
                        "ufunc '" + std::string(numpy_name) +
                            "' not supported for the input types, and the inputs could not be "
                            "safely coerced to any supported types according to the casting rule ''safe''");
        }
    });
}

Value bitwise_and_forward(const Args& args) {
    return bitwise(args, "bitwise_and", "bitwise_and", [](auto a, auto b) { return a & b; });
}
Value bitwise_or_forward(const Args& args) {
    return bitwise(args, "bitwise_or", "bitwise_or", [](auto a, auto b) { return a | b; });
}
Value bitwise_xor_forward(const Args& args) {
    return bitwise(args, "bitwise_xor", "bitwise_xor", [](auto a, auto b) { return a ^ b; });
}

constexpr OpDef table[] = {
    {.signature = "eq(Operand self, Operand other) -> Tensor",
     .names = "torch.eq Tensor.eq numpy.equal",
     .doc = "self == other.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::broadcast,
     .forward = eq_forward,
     .wgsl = "a == b",
     .in_place = true},
    {.signature = "ne(Operand self, Operand other) -> Tensor",
     .names = "torch.ne torch.not_equal Tensor.ne Tensor.not_equal numpy.not_equal",
     .doc = "self != other.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::broadcast,
     .forward = ne_forward,
     .wgsl = "a != b",
     .in_place = true},
    {.signature = "lt(Operand self, Operand other) -> Tensor",
     .names = "torch.lt torch.less Tensor.lt Tensor.less numpy.less",
     .doc = "self < other.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::broadcast,
     .forward = lt_forward,
     .wgsl = "a < b",
     .in_place = true},
    {.signature = "le(Operand self, Operand other) -> Tensor",
     .names = "torch.le torch.less_equal Tensor.le Tensor.less_equal numpy.less_equal",
     .doc = "self <= other.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::broadcast,
     .forward = le_forward,
     .wgsl = "a <= b",
     .in_place = true},
    {.signature = "gt(Operand self, Operand other) -> Tensor",
     .names = "torch.gt torch.greater Tensor.gt Tensor.greater numpy.greater",
     .doc = "self > other.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::broadcast,
     .forward = gt_forward,
     .wgsl = "a > b",
     .in_place = true},
    {.signature = "ge(Operand self, Operand other) -> Tensor",
     .names = "torch.ge torch.greater_equal Tensor.ge Tensor.greater_equal numpy.greater_equal",
     .doc = "self >= other.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::broadcast,
     .forward = ge_forward,
     .wgsl = "a >= b",
     .in_place = true},
    {.signature = "logical_and(Operand self, Operand other) -> Tensor",
     .names = "torch.logical_and Tensor.logical_and numpy.logical_and",
     .doc = "Whether both elements are nonzero.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::broadcast,
     .forward = logical_and_forward,
     .in_place = true},
    {.signature = "logical_or(Operand self, Operand other) -> Tensor",
     .names = "torch.logical_or Tensor.logical_or numpy.logical_or",
     .doc = "Whether at least one element is nonzero.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::broadcast,
     .forward = logical_or_forward,
     .in_place = true},
    {.signature = "logical_xor(Operand self, Operand other) -> Tensor",
     .names = "torch.logical_xor Tensor.logical_xor numpy.logical_xor",
     .doc = "Whether exactly one element is nonzero.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::broadcast,
     .forward = logical_xor_forward,
     .in_place = true},
    {.signature = "bitwise_and(Operand self, Operand other) -> Tensor",
     .names = "torch.bitwise_and Tensor.bitwise_and numpy.bitwise_and",
     .doc = "Bits set in both; for bools, and.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = bitwise_and_forward,
     .in_place = true},
    {.signature = "bitwise_or(Operand self, Operand other) -> Tensor",
     .names = "torch.bitwise_or Tensor.bitwise_or numpy.bitwise_or",
     .doc = "Bits set in either; for bools, or.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = bitwise_or_forward,
     .in_place = true},
    {.signature = "bitwise_xor(Operand self, Operand other) -> Tensor",
     .names = "torch.bitwise_xor Tensor.bitwise_xor numpy.bitwise_xor",
     .doc = "Bits set in exactly one; for bools, exclusive or.",
     .dtype = DtypeRule::promote,
     .shape = ShapeRule::broadcast,
     .forward = bitwise_xor_forward,
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> comparison_ops() { return table; }

}  // namespace sconce
