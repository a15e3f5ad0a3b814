// Recurrent layers: a whole sequence in one call. Composed of ops that record themselves, so that the graph is the one that torch
// builds.
#include <algorithm>

#include "engine/core/interrupt.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

enum class Cell : std::uint8_t { tanh, relu, lstm, gru };

struct Weights {
    Cell cell;
    Tensor weight;      // (gates, hidden)
    Value bias;         // (gates), or none
    Tensor projection;  // (shown, hidden) of an LSTM, or none
};

TensorList parts(const Tensor& gates, Int count) {
    return std::get<TensorList>(call<"split">(gates, gates.size(1) / count, Int{1}));
}
Tensor sigmoid(const Tensor& x) { return apply<"sigmoid">(x); }
Tensor tanh(const Tensor& x) { return apply<"tanh">(x); }

// The next state (B, H) from the input's share of the gates (B, G) and the state before, which begins with the hidden state.
TensorList advanced(const Tensor& gates, const TensorList& state, const Weights& weights) {
    const Tensor& hidden = state[0];
    const Tensor shares = apply<"linear">(hidden, weights.weight, weights.bias);
    switch (weights.cell) {
        case Cell::tanh: return {tanh(add(gates, shares))};
        case Cell::relu: return {apply<"relu">(add(gates, shares))};
        case Cell::lstm: {
            const TensorList gate = parts(add(gates, shares), 4);
            const Tensor cell = add(mul(sigmoid(gate[1]), state[1]), mul(sigmoid(gate[0]), tanh(gate[2])));
            const Tensor shown = mul(sigmoid(gate[3]), tanh(cell));
            return {weights.projection ? apply<"linear">(shown, weights.projection) : shown, cell};
        }
        default: {
            const TensorList in = parts(gates, 3);
            const TensorList own = parts(shares, 3);
            const Tensor fresh = tanh(add(in[2], mul(sigmoid(add(in[0], own[0])), own[2])));
            return {add(mul(sub(hidden, fresh), sigmoid(add(in[1], own[1]))), fresh)};
        }
    }
}

TensorList rows(const TensorList& state, Int start, Int stop) {
    TensorList result;
    for (const Tensor& part : state) {
        result.push_back(apply<"narrow">(part, Int{0}, start, stop - start));
    }
    return result;
}

// The states of several groups of sequences as one.
TensorList joined(const std::vector<TensorList>& groups) {
    if (groups.size() == 1) {
        return groups[0];
    }
    TensorList result;
    for (std::size_t part = 0; part < groups[0].size(); ++part) {
        TensorList pieces;
        for (const TensorList& group : groups) {
            pieces.push_back(group[part]);
        }
        result.push_back(apply<"cat">(pieces, Int{0}));
    }
    return result;
}

// A step with fewer rows ends the sequences that its rows lack.
TensorList forward_in_time(const TensorList& steps, const TensorList& initial, const Weights& weights,
                           TensorList& outputs) {
    TensorList state = initial;
    std::vector<TensorList> ended;
    for (const Tensor& step : steps) {
        const Int going = state[0].size(0);
        if (step.size(0) < going) {
            ended.push_back(rows(state, step.size(0), going));
            state = rows(state, 0, step.size(0));
        }
        state = advanced(step, state, weights);
        outputs.push_back(state[0]);
        check_interrupt();
    }
    ended.push_back(state);
    std::reverse(ended.begin(), ended.end());
    return joined(ended);
}

// From the last step to the first, where a step with more rows starts sequences.
TensorList backward_in_time(const TensorList& steps, const TensorList& initial, const Weights& weights,
                            TensorList& outputs) {
    TensorList state = initial;
    if (steps.back().size(0) < initial[0].size(0)) {
        state = rows(initial, 0, steps.back().size(0));
    }
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        const Int going = state[0].size(0);
        if (step->size(0) > going) {
            state = joined({state, rows(initial, going, step->size(0))});
        }
        state = advanced(*step, state, weights);
        outputs.push_back(state[0]);
        check_interrupt();
    }
    std::reverse(outputs.begin(), outputs.end());
    return state;
}

Weights weights_of(const Args& args) {
    return {static_cast<Cell>(args.integer(5)), args.tensor(2), args[3], args.has(4) ? args.tensor(4) : Tensor()};
}

Value rnn_cell_forward(const Args& args) { return advanced(args.tensor(0), args.tensors(1), weights_of(args)); }

// The hidden state after each step, and the last state of every sequence.
Value rnn_layer_forward(const Args& args) {
    const Tensor& gates = args.tensor(0);
    const bool packed = args.has(7);
    const Value steps = packed ? call<"split_with_sizes">(gates, args.ints(7)) : call<"unbind">(gates);
    TensorList outputs;
    const auto run = args.boolean(6) ? backward_in_time : forward_in_time;
    TensorList results = run(std::get<TensorList>(steps), args.tensors(1), weights_of(args), outputs);
    results.insert(results.begin(), packed ? apply<"cat">(outputs) : apply<"stack">(outputs));
    return results;
}

constexpr OpDef table[] = {
    {.signature =
         "rnn_cell(Tensor gates, Tensor[] state, Tensor weight, Tensor? bias, Tensor? projection, int cell) -> "
         "Tensor[]",
     .doc = "The next state of a cell: tanh (0), relu (1), LSTM (2) or GRU (3); `gates` is the input's share of them.",
     .forward = rnn_cell_forward,
     .any_dtype = true},
    {.signature = "rnn_layer(Tensor gates, Tensor[] state, Tensor weight, Tensor? bias, Tensor? projection, int cell, "
                  "bool reverse, int[]? sizes=None) -> Tensor[]",
     .doc =
         "A layer over a sequence (L, N, G), or over packed ones (sum of sizes, G): the output, then the last state.",
     .forward = rnn_layer_forward,
     .any_dtype = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> recurrent_ops() { return table; }

}  // namespace sconce
