// One row of an op table: everything the engine, the faces, the documents and the tests know of an op.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ops/args.hpp"
#include "engine/ops/signature.hpp"

namespace sconce {

class Tape;
using Grads = std::vector<Tensor>;

// How the result's dtype follows from the operands': for documents and conformance loops.
enum class DtypeRule : std::uint8_t { custom, same, promote, floating, boolean, int64 };
enum class ShapeRule : std::uint8_t { custom, same, broadcast, reduce };

// What the tape keeps for backward. `inputs` keeps every tensor argument, `result` the first result.
enum class Keep : std::uint8_t { nothing, inputs, result, both };

struct Domain {
    double low = -3;
    double high = 3;
};

struct OpDef {
    std::string_view signature;
    std::string_view names = "";  // where the faces show it: "torch.mul Tensor.mul numpy.multiply"
    std::string_view doc = "";
    DtypeRule dtype = DtypeRule::custom;
    ShapeRule shape = ShapeRule::custom;
    Value (*forward)(const Args&) = nullptr;
    // Gradients of the tensor arguments in signature order (a number in an Operand's place counts, a Tensor[] counts each
    // item); an empty Tensor where there is none. The walk sums over broadcast axes and casts to the argument's dtype.
    Grads (*backward)(const Tape&, const Tensor& grad) = nullptr;
    Keep keeps = Keep::nothing;
    // The grad_fn name where it is not the op's name in CamelCase with Backward0 behind it.
    std::string_view (*grad_name)(const Args&) = nullptr;
    std::string_view wgsl = "";
    Domain domain{};
    bool view = false;
    // Takes narrow dtypes as they are stored; every other op that is no view gets them widened.
    bool any_dtype = false;
    // Refuses dtypes that do not go together, before they are widened; the forward refuses the others itself.
    void (*check)(const Args&) = nullptr;
    bool in_place = false;
    // Writes the result over argument 0 without a temporary; used in place when nothing is recorded.
    void (*in_place_forward)(const Args&) = nullptr;
};

template <std::size_t N>
constexpr bool well_formed(const OpDef (&table)[N]) {
    std::string_view seen[N];
    for (std::size_t i = 0; i < N; ++i) {
        const Signature signature = parse_signature(table[i].signature);
        if (!signature.valid || table[i].forward == nullptr ||
            (table[i].keeps != Keep::nothing && table[i].backward == nullptr)) {
            return false;
        }
        for (std::size_t j = 0; j < i; ++j) {
            if (seen[j] == signature.name) {
                return false;
            }
        }
        seen[i] = signature.name;
    }
    return true;
}

// A table's row at run time.
struct Op {
    const OpDef* def = nullptr;
    Signature signature;
    std::vector<Value> defaults;  // one a parameter; monostate where the parameter is required or defaults to None
    std::string grad_name;
    int id = 0;
};

}  // namespace sconce
