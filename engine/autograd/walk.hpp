// The backward walk over the tape.
#pragma once

#include "engine/autograd/tape.hpp"

namespace sconce {

// Accumulates gradients of `roots`, seeded with `grads` (an empty Tensor means ones, for a one-element root), into every leaf
// that requires one. Throws ErrorKind::autograd in PyTorch's words.
void backward(const TensorList& roots, const TensorList& grads, bool retain_graph, bool create_graph);

// Gradients with respect to `inputs`, leaving every .grad alone; an empty Tensor for an input the roots do not depend on, which
// is an error unless `allow_unused`.
TensorList gradients(const TensorList& roots, const TensorList& inputs, const TensorList& grads, bool retain_graph,
                     bool create_graph, bool allow_unused);

// A walk that stops wherever the caller has its say: at a hook, with one gradient, and at a node of the caller's own, with the
// gradients of its outputs (an empty Tensor where none flowed). Each answer is as many gradients as were asked for: the hook's,
// or one an input of the node. Walks nest, since a hook may start one; what follows speaks of the innermost.
//
// Both return the key of the next stop, 0 at the end. With `inputs` their gradients are collected and no .grad changes; without
// (and `capture` false) they are accumulated as `backward` does.
std::int64_t begin_walk(const TensorList& roots, const TensorList& grads, const TensorList& inputs, bool retain_graph,
                        bool create_graph, bool capture);
std::int64_t resume_walk(const TensorList& answers);
// What the stop hands out; at the end, what was collected.
TensorList walk_gradients();
// An output of the node the walk has stopped at, as a tensor on `detached`'s elements with the node's history.
Tensor tie_to_walk(const Tensor& detached, int output);
void end_walk();
// Forgets walks that were never ended.
void drop_walks();

}  // namespace sconce
