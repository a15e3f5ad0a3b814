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

}  // namespace sconce
