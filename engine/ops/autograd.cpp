// The tape as ops: what .backward(), torch.autograd.grad, .grad and the grad modes come down to.
#include <set>
#include <string>

#include "engine/autograd/walk.hpp"
#include "engine/ops/dispatch.hpp"

namespace sconce {

namespace {

Value backward_forward(const Args& args) {
    backward(args.tensors(0), args.tensors(1), args.boolean(2), args.boolean(3));
    return {};
}

Value grad_forward(const Args& args) {
    return gradients(args.tensors(0), args.tensors(1), args.tensors(2), args.boolean(3), args.boolean(4),
                     args.boolean(5));
}

Value set_requires_grad_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const bool wanted = args.boolean(1);
    if (wanted && !is_differentiable(self.dtype())) {
        throw Error(ErrorKind::autograd, "only Tensors of floating point dtype can require gradients");
    }
    if (!wanted && !is_leaf(self)) {
        throw Error(
            ErrorKind::autograd,
            "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in "
            "a subgraph that doesn't require differentiation use var_no_grad = var.detach().");
    }
    if (wanted || requires_grad(self)) {
        make_tape_meta(self).requires_grad = wanted;
    }
    return {};
}

// An empty Tensor stands for None.
Value get_grad_forward(const Args& args) {
    const TapeMeta* meta = tape_meta(args.tensor(0));
    return meta != nullptr ? meta->grad : Tensor();
}

Value set_grad_forward(const Args& args) {
    if (!args.has(1)) {
        if (TapeMeta* meta = tape_meta(args.tensor(0))) {
            meta->grad = Tensor();
        }
        return {};
    }
    const Tensor& self = args.tensor(0);
    const Tensor& grad = args.tensor(1);
    if (grad.shape() != self.shape()) {
        throw Error(ErrorKind::autograd, "assigned grad has data of a different size");
    }
    if (grad.dtype() != self.dtype()) {
        throw Error(ErrorKind::autograd, "assigned grad has data of a different type");
    }
    make_tape_meta(self).grad = grad;
    return {};
}

Value set_grad_enabled_forward(const Args& args) { return set_grad_enabled(args.boolean(0)); }
Value is_grad_enabled_forward(const Args&) { return grad_enabled(); }

Value retain_grad_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (!requires_grad(self)) {
        throw Error(ErrorKind::autograd, "can't retain_grad on Tensor that has requires_grad=False");
    }
    TapeMeta& meta = *tape_meta(self);
    if (meta.node) {
        meta.node->retainers.emplace_back(meta.output, self.shared());
    }
    return {};
}

Value same_grad_forward(const Args& args) {
    const TapeMeta* meta = tape_meta(args.tensor(0));
    return meta != nullptr && meta->grad && meta->grad.shared() == args.tensor(1).shared();
}

Value hook_key_forward(const Args& args) { return hook_key(args.tensor(0), args.boolean(1)); }

Value outside_node_forward(const Args& args) {
    return hang_outside_node(find_op("outside_node"), args.tensors(0), args.tensors(1));
}

Value forgotten_keys_forward(const Args&) { return Shape(take_forgotten_keys()); }

Value begin_walk_forward(const Args& args) {
    return begin_walk(args.tensors(0), args.tensors(1), args.tensors(2), args.boolean(3), args.boolean(4),
                      args.boolean(5));
}

Value resume_walk_forward(const Args& args) {
    TensorList answers(static_cast<std::size_t>(args.integer(2)));
    for (std::size_t i = 0; i < args.ints(1).size(); ++i) {
        answers.at(static_cast<std::size_t>(args.ints(1)[i])) = args.tensors(0).at(i);
    }
    return resume_walk(answers);
}

Value walk_gradients_forward(const Args&) { return walk_gradients(); }
Value tie_to_walk_forward(const Args& args) { return tie_to_walk(args.tensor(0), static_cast<int>(args.integer(1))); }
// A node's name is a literal elsewhere; what comes from outside is kept for good. A view that was written to keeps the name of the
// window on its base that it became.
Value name_step_forward(const Args& args) {
    static std::set<std::string> names;
    const Tensor& self = args.tensor(0);
    if (!grad_enabled() || !requires_grad(self) || is_leaf(self)) {
        return {};
    }
    Node& node = *tape_meta(self)->node;
    if (node.name != "AsStridedBackward0") {
        node.name = *names.insert(std::string(args.ints(1).begin(), args.ints(1).end())).first;
    }
    return {};
}

Value end_walk_forward(const Args&) {
    end_walk();
    return {};
}

Value set_default_dtype_forward(const Args& args) {
    if (!is_floating(args.dtype(0))) {
        throw Error(ErrorKind::type, "only floating-point types are supported as the default type");
    }
    set_default_floating(args.dtype(0));
    return {};
}

constexpr OpDef table[] = {
    {.signature =
         "backward(Tensor[] tensors, Tensor[] grad_tensors=[], bool retain_graph=False, bool create_graph=False) -> ()",
     .doc = "Adds the gradients of `tensors` to the .grad of every leaf.",
     .forward = backward_forward,
     .any_dtype = true},
    {.signature = "grad(Tensor[] outputs, Tensor[] inputs, Tensor[] grad_outputs=[], bool retain_graph=False, bool "
                  "create_graph=False, bool "
                  "allow_unused=False) -> Tensor[]",
     .doc = "Gradients of `outputs` with respect to `inputs`; handle 0 for an unused input.",
     .forward = grad_forward,
     .any_dtype = true},
    {.signature = "set_requires_grad(Tensor self, bool value) -> ()",
     .doc = "Sets a leaf's requires_grad.",
     .forward = set_requires_grad_forward,
     .any_dtype = true},
    {.signature = "get_grad(Tensor self) -> Tensor?",
     .doc = "The accumulated gradient, handle 0 for None.",
     .forward = get_grad_forward,
     .any_dtype = true},
    {.signature = "set_grad(Tensor self, Tensor? grad) -> ()",
     .doc = "Replaces .grad.",
     .forward = set_grad_forward,
     .any_dtype = true},
    {.signature = "set_grad_enabled(bool mode) -> bool",
     .doc = "Turns recording on or off; returns the mode before.",
     .forward = set_grad_enabled_forward,
     .any_dtype = true},
    {.signature = "is_grad_enabled() -> bool",
     .doc = "Whether ops are recorded.",
     .forward = is_grad_enabled_forward,
     .any_dtype = true},
    {.signature = "retain_grad(Tensor self) -> ()",
     .doc = "Keeps the gradient of a non-leaf.",
     .forward = retain_grad_forward,
     .any_dtype = true},
    {.signature = "same_grad(Tensor self, Tensor grad) -> bool",
     .doc = "Whether `grad` is the tensor that is kept as .grad.",
     .forward = same_grad_forward,
     .any_dtype = true},
    {.signature = "hook_key(Tensor self, bool after=False) -> int",
     .doc = "The key under which a walk hands out the gradient of `self`, or with `after` the leaf once it is added.",
     .forward = hook_key_forward,
     .any_dtype = true},
    {.signature = "outside_node(Tensor[] outputs, Tensor[] inputs) -> int",
     .doc = "Hangs a node between inputs and outputs whose backward the caller computes; returns its key.",
     .forward = outside_node_forward,
     .any_dtype = true},
    {.signature = "forgotten_keys() -> int[]",
     .doc = "The keys whose graph has died since the last call.",
     .forward = forgotten_keys_forward,
     .any_dtype = true},
    {.signature = "begin_walk(Tensor[] outputs, Tensor[] grad_outputs, Tensor[] inputs, bool retain_graph, bool "
                  "create_graph, bool capture) -> int",
     .doc = "Starts a backward walk that stops at hooks and outside nodes; returns the key of the first stop, 0 at the "
            "end.",
     .forward = begin_walk_forward,
     .any_dtype = true},
    {.signature = "resume_walk(Tensor[] grads, int[] places, int count) -> int",
     .doc = "Answers a stop with `count` gradients, those given at `places` and none elsewhere; returns the next key.",
     .forward = resume_walk_forward,
     .any_dtype = true},
    {.signature = "walk_gradients() -> Tensor[]",
     .doc = "What the walk's stop hands out, handle 0 for none; at the end, the gradients of its inputs.",
     .forward = walk_gradients_forward,
     .any_dtype = true},
    {.signature = "tie_to_walk(Tensor self, int output) -> Tensor",
     .doc = "The elements of `self` as an output of the node the walk has stopped at.",
     .forward = tie_to_walk_forward,
     .any_dtype = true},
    {.signature = "name_step(Tensor self, int[] letters) -> ()",
     .doc = "Gives the step that computed `self` another name: for what is one step elsewhere and several here.",
     .forward = name_step_forward,
     .any_dtype = true},
    {.signature = "end_walk() -> ()",
     .doc = "Ends the innermost walk.",
     .forward = end_walk_forward,
     .any_dtype = true},
    {.signature = "set_default_dtype(Dtype d) -> ()",
     .doc = "The dtype that new floating tensors take.",
     .forward = set_default_dtype_forward,
     .any_dtype = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> autograd_ops() { return table; }

}  // namespace sconce
