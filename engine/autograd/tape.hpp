// The tape: one node per recorded op, holding what its backward needs and where each gradient goes next.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/tensor.hpp"
#include "engine/ops/op_def.hpp"

namespace sconce {

struct Node;

// Where a gradient flows: into an earlier node's output, or into a leaf's .grad.
struct Edge {
    std::shared_ptr<Node> node;
    int output = 0;
    std::shared_ptr<TensorImpl> leaf;
    explicit operator bool() const { return node != nullptr || leaf != nullptr; }
};

// One tensor argument as the node remembers it; the tensor itself lives in the node's args when it was kept.
struct NodeInput {
    std::size_t param = 0;
    Shape shape;
    Dtype dtype = Dtype::float32;
    std::uint32_t version = 0;
    Edge edge;
};

struct NodeOutput {
    Shape shape;
    Dtype dtype = Dtype::float32;
};

struct Node : std::enable_shared_from_this<Node> {
    explicit Node(const Op& op);
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;
    // Releases the chain behind it without recursion: a thousand-step loop must not overflow the stack.
    ~Node();

    // Drops what was kept for backward.
    void release();

    const Op* op;
    std::uint64_t sequence;
    Args args;
    std::vector<NodeInput> inputs;
    std::vector<NodeOutput> outputs;
    Tensor result;
    Tensor second_result;
    std::uint32_t result_version = 0;
    std::string_view name;  // a literal, or the op's own
    // Non-leaf results that asked to keep their gradient: output and tensor.
    std::vector<std::pair<int, std::weak_ptr<TensorImpl>>> retainers;
    bool released = false;
    // Not 0 for a node whose backward only the caller knows: the walk stops there and hands its gradients out under this key.
    std::int64_t key = 0;
    // Outputs whose gradient is handed out, under a key, before the node's own step.
    std::vector<std::pair<int, std::int64_t>> hooks;
};

struct TapeMeta : AutogradMeta {
    TapeMeta() = default;
    TapeMeta(const TapeMeta&) = delete;
    TapeMeta& operator=(const TapeMeta&) = delete;
    ~TapeMeta() override;

    bool requires_grad = false;
    std::shared_ptr<Node> node;
    int output = 0;
    Tensor grad;
    // For a leaf, the keys under which its gradient is handed out before, and it itself after, the gradient was added to .grad.
    std::int64_t hook = 0;
    std::int64_t after = 0;
};

// What a backward function sees of its node.
class Tape {
  public:
    // `conjugates` gives complex arguments and results as their conjugates.
    Tape(Node& node, const std::vector<Tensor>& grads, bool conjugates = false)
        : node_(node), grads_(grads), conjugates_(conjugates) {}

    const Args& args() const { return node_.args; }
    // The kept tensor argument `param`. Throws ErrorKind::autograd when it was released or modified in place since.
    Tensor input(std::size_t param) const;
    // A tensor argument, or the number in its place, ready to be handed to another op.
    Value operand(std::size_t param) const;
    // The kept items of an Index[]; their tensors are held to the same promise.
    const IndexList& indices(std::size_t param) const;
    // The kept first result, connected to the graph so that second derivatives flow.
    Tensor result() const;
    // The kept second result of a two-output op, cut off from the graph.
    const Tensor& second_result() const { return node_.second_result; }
    // The gradient of one output of a multi-output op; empty when nothing flowed into it.
    const Tensor& grad(std::size_t output) const { return grads_[output]; }
    const Shape& shape(std::size_t param) const { return input_info(param).shape; }
    Dtype dtype(std::size_t param) const { return input_info(param).dtype; }
    const std::vector<NodeInput>& inputs() const { return node_.inputs; }
    const std::vector<NodeOutput>& outputs() const { return node_.outputs; }
    // Whether any gradient is wanted for argument `param`.
    bool needs(std::size_t param) const;

  private:
    const NodeInput& input_info(std::size_t param) const;

    Node& node_;
    const std::vector<Tensor>& grads_;
    bool conjugates_;
};

bool grad_enabled();
// Returns the mode before.
bool set_grad_enabled(bool enabled);

class GradMode {
  public:
    explicit GradMode(bool enabled) : before_(set_grad_enabled(enabled)) {}
    ~GradMode() { set_grad_enabled(before_); }
    GradMode(const GradMode&) = delete;
    GradMode& operator=(const GradMode&) = delete;

  private:
    bool before_;
};

// Null when the tensor has never met the tape.
TapeMeta* tape_meta(const Tensor& tensor);
TapeMeta& make_tape_meta(const Tensor& tensor);
bool requires_grad(const Tensor& tensor);
// Makes `view`, an op's result in `source`'s storage, known as a view of it.
void mark_view(const Tensor& view, const Tensor& source);
// The same elements with the same history, but neither the tensor itself nor known as a view: what a node may keep without
// keeping alive a tensor that may come to own the node.
Tensor unrooted(const Tensor& tensor);
// After an in-place write that was recorded as `result`: self continues from result's node, and where self is a view, its base is
// rewritten as the base with the view's elements replaced (torch's CopySlices).
void rewrite_history(const Tensor& self, const Tensor& result);
bool is_leaf(const Tensor& tensor);

// The core calls nobody back. What a caller adds to a graph - hooks, and nodes of its own - is known here by keys, and a walk
// stops to hand gradients out under them (walk.hpp).

// The key of the gradient that flows into `tensor`, which requires one; `after` asks for a leaf's second key instead.
std::int64_t hook_key(const Tensor& tensor, bool after);
// Hangs a node of the caller's own, recorded as `op`, between `inputs` and `outputs`; returns its key. An output that is one of
// the inputs was written in place.
std::int64_t hang_outside_node(const Op& op, const TensorList& outputs, const TensorList& inputs);
// The keys whose graph has died since the last call.
std::vector<std::int64_t> take_forgotten_keys();

// Whether running `op` on `args` now must be recorded.
bool should_record(const Op& op, const Args& args);
// Hangs a new node on the differentiable results of `op`.
void record(const Op& op, Args&& args, Value& result);

}  // namespace sconce
