#include "engine/autograd/walk.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "engine/core/interrupt.hpp"
#include "engine/ops/complex.hpp"
#include "engine/ops/dispatch.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

constexpr const char* released_text =
    "Trying to backward through the graph a second time (or directly access saved tensors after they have already been "
    "freed). "
    "Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify "
    "retain_graph=True if "
    "you need to backward through the graph a second time or if you need to access saved tensors after calling "
    "backward.";

// A gradient may have the argument's shape, or one that it broadcasts to.
void check_sums_to(const Node& node, std::size_t index, const Shape& grad, const Shape& shape) {
    bool fits = shape.size() <= grad.size();
    for (std::size_t i = 0; fits && i < shape.size(); ++i) {
        fits = shape[i] == 1 || shape[i] == grad[grad.size() - shape.size() + i];
    }
    if (!fits) {
        throw Error(ErrorKind::autograd, "Function " + std::string(node.name) +
                                             " returned an invalid gradient at index " + std::to_string(index) +
                                             " - got " + torch_text(grad) + " but expected shape compatible with " +
                                             torch_text(shape));
    }
}

void add_into(Tensor& total, const Tensor& grad) { total = total ? add(total, grad) : grad; }

// A leaf's .grad must not share storage with anything else: the learner may zero it in place.
Tensor owned(const Tensor& grad) {
    const bool sole = grad.shared().use_count() <= 2 && grad.impl().storage.use_count() == 1 && grad.is_contiguous();
    return sole ? grad : apply<"clone">(grad);
}

void check_root(const Tensor& root) {
    if (!requires_grad(root)) {
        throw Error(ErrorKind::autograd, "element 0 of tensors does not require grad and does not have a grad_fn");
    }
}

enum class Stage : std::uint8_t { hooks, step, after };

struct Visit {
    std::shared_ptr<Node> node;
    std::shared_ptr<TensorImpl> leaf;
    std::vector<Tensor> grads;
    std::size_t hooks = 0;
    Stage stage = Stage::hooks;
    Grads results;
};

class Walk {
  public:
    Walk(bool retain_graph, bool create_graph) : retain_graph_(retain_graph), create_graph_(create_graph) {}

    // Gradients reaching these are returned instead of accumulated; then no leaf's .grad changes.
    void capture(const TensorList& inputs) {
        capturing_ = true;
        captured_.resize(inputs.size());
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const TapeMeta* meta = tape_meta(inputs[i]);
            if (meta != nullptr && meta->node) {
                node_captures_[{meta->node.get(), meta->output}].push_back(i);
            } else {
                leaf_captures_[&inputs[i].impl()].push_back(i);
            }
        }
    }

    void seed(const Tensor& root, const Tensor& grad) {
        check_root(root);
        Tensor start = grad;
        if (!start) {
            if (root.numel() != 1) {
                throw Error(ErrorKind::autograd, "grad can be implicitly created only for scalar outputs");
            }
            if (is_complex(root.dtype())) {
                throw Error(ErrorKind::autograd,
                            "grad can be implicitly created only for real scalar outputs but got torch." +
                                std::string(name_of(root.dtype())));
            }
            start = Tensor::full(root.shape(), 1, root.dtype());
        } else if (start.shape() != root.shape()) {
            throw Error(ErrorKind::autograd,
                        "Mismatch in shape: grad_output[0] has a shape of torch.Size(" + torch_text(start.shape()) +
                            ") and output[0] has a shape of torch.Size(" + torch_text(root.shape()) + ").");
        }
        send(edge_from(root), start);
    }

    // Walks on: to the end (0), or to where the caller has its say (a key).
    std::int64_t run() {
        const GradMode grad_mode(create_graph_);
        while (visit_ || next()) {
            if (const std::int64_t key = visit_->leaf ? step_leaf() : step_node()) {
                return key;
            }
            visit_.reset();
        }
        return 0;
    }

    // For a walk that collects: only steps that lead to one of its inputs are run.
    void find_needed(const TensorList& roots) {
        std::vector<Node*> nodes = reachable(roots);
        std::sort(nodes.begin(), nodes.end(), [](const Node* a, const Node* b) { return a->sequence < b->sequence; });
        for (Node* node : nodes) {
            const bool runs = std::any_of(node->inputs.begin(), node->inputs.end(), [&](const NodeInput& input) {
                return input.edge.leaf ? leaf_captures_.contains(input.edge.leaf.get())
                                       : needed_.contains(input.edge.node.get());
            });
            const auto captured = node_captures_.lower_bound({node, 0});
            if (runs || (captured != node_captures_.end() && captured->first.first == node)) {
                needed_.emplace(node, runs);
            }
        }
    }

    // For a walk that may stop: when each leaf with hooks will have received all of its gradient.
    void find_hooked_leaves(const TensorList& roots) {
        const auto reach = [&](const Edge& edge, std::uint64_t consumer) {
            if (edge.leaf && is_hooked(*edge.leaf)) {
                auto [entry, fresh] = leaf_turns_.try_emplace(edge.leaf.get(), consumer);
                entry->second = std::min(entry->second, consumer);
            }
        };
        for (const Tensor& root : roots) {
            reach(edge_from(root), std::numeric_limits<std::uint64_t>::max());
        }
        for (const Node* node : reachable(roots)) {
            for (const NodeInput& input : node->inputs) {
                reach(input.edge, turn_of(*node) - 1);
            }
        }
    }

    void answer(const TensorList& answers) {
        Visit& visit = *visit_;
        const std::size_t expected =
            visit.leaf || visit.stage == Stage::hooks ? visit.stage != Stage::after : visit.node->inputs.size();
        if (answers.size() != expected) {
            throw Error(ErrorKind::internal, "the walk asked for " + std::to_string(expected) + " gradients, not " +
                                                 std::to_string(answers.size()));
        }
        if (visit.stage == Stage::hooks) {
            const int output = visit.leaf ? 0 : visit.node->hooks[visit.hooks - 1].first;
            visit.grads[static_cast<std::size_t>(output)] = answers[0];
        } else if (!visit.leaf) {
            visit.results = answers;
        }
    }

    const TensorList& offered() const { return visit_ ? offered_ : captured_; }

    Tensor tie(const Tensor& detached, int output) const {
        const Tensor tied = detached.view_as(detached.shape(), detached.strides(), detached.offset());
        TapeMeta& meta = make_tape_meta(tied);
        meta.requires_grad = true;
        meta.node = visit_->node;
        meta.output = output;
        return tied;
    }

    TensorList take_captured() { return std::move(captured_); }

  private:
    // What a visit has come to: the caller's hooks, the step itself, what follows it.
    // Nodes go in the opposite order of their making. A leaf with hooks goes right after the last node that feeds it.
    struct Ready {
        std::uint64_t turn = 0;
        std::shared_ptr<Node> node;
        std::shared_ptr<TensorImpl> leaf;
        bool operator<(const Ready& other) const { return turn < other.turn; }
    };
    static std::uint64_t turn_of(const Node& node) { return 2 * node.sequence + 1; }

    static Edge edge_from(const Tensor& root) {
        const TapeMeta* meta = tape_meta(root);
        Edge edge;
        if (meta->node) {
            edge.node = meta->node;
            edge.output = meta->output;
        } else {
            edge.leaf = root.shared();
        }
        return edge;
    }

    static std::vector<Node*> reachable(const TensorList& roots) {
        std::unordered_set<Node*> seen;
        std::vector<Node*> found;
        const auto reach = [&](const Edge& edge) {
            if (edge.node && seen.insert(edge.node.get()).second) {
                found.push_back(edge.node.get());
            }
        };
        for (const Tensor& root : roots) {
            reach(edge_from(root));
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
            for (const NodeInput& input : found[i]->inputs) {
                reach(input.edge);
            }
        }
        return found;
    }

    bool is_hooked(TensorImpl& leaf) const {
        const auto& meta = static_cast<const TapeMeta&>(*leaf.autograd);
        return capturing_ ? meta.hook != 0 && leaf_captures_.contains(&leaf) : meta.hook != 0 || meta.after != 0;
    }

    bool next() {
        if (ready_.empty()) {
            return false;
        }
        check_interrupt();
        const Ready ready = ready_.top();
        ready_.pop();
        visit_.emplace();
        visit_->node = ready.node;
        visit_->leaf = ready.leaf;
        const auto found = pending_.find(ready.node ? static_cast<void*>(ready.node.get()) : ready.leaf.get());
        visit_->grads = std::move(found->second);
        pending_.erase(found);
        return true;
    }

    void send(const Edge& edge, const Tensor& grad) {
        const auto turn = edge.leaf ? leaf_turns_.find(edge.leaf.get()) : leaf_turns_.end();
        if (edge.leaf && turn == leaf_turns_.end()) {
            reach_leaf(Tensor(edge.leaf), grad);
            return;
        }
        if (capturing_ && edge.node && !needed_.contains(edge.node.get())) {
            return;
        }
        auto [entry, fresh] = pending_.try_emplace(edge.node ? static_cast<void*>(edge.node.get()) : edge.leaf.get());
        if (fresh) {
            entry->second.resize(edge.node ? edge.node->outputs.size() : 1);
            ready_.push({.turn = edge.node ? turn_of(*edge.node) : turn->second, .node = edge.node, .leaf = edge.leaf});
        }
        add_into(entry->second[static_cast<std::size_t>(edge.output)], grad);
    }

    void reach_leaf(const Tensor& leaf, const Tensor& grad) {
        if (capturing_) {
            if (const auto found = leaf_captures_.find(&leaf.impl()); found != leaf_captures_.end()) {
                for (const std::size_t i : found->second) {
                    add_into(captured_[i], grad);
                }
            }
            return;
        }
        accumulate(*tape_meta(leaf), grad);
    }

    void accumulate(TapeMeta& meta, const Tensor& grad) const {
        if (!meta.grad) {
            meta.grad = create_graph_ ? grad : owned(grad);
        } else if (create_graph_) {
            meta.grad = add(meta.grad, grad);
        } else {
            Args args;
            args.push(meta.grad);
            args.push(grad);
            args.push(Scalar(1));
            dispatch_in_place(find_op("add"), std::move(args));
        }
    }

    std::int64_t offer(std::int64_t key, TensorList grads) {
        offered_ = std::move(grads);
        return key;
    }

    std::int64_t step_leaf() {
        Visit& visit = *visit_;
        const Tensor leaf(visit.leaf);
        const TapeMeta& meta = *tape_meta(leaf);
        if (visit.hooks++ == 0 && meta.hook != 0) {
            return offer(meta.hook, visit.grads);
        }
        if (visit.stage == Stage::hooks) {
            visit.stage = Stage::after;
            reach_leaf(leaf, visit.grads[0]);
            if (!capturing_ && meta.after != 0) {
                return offer(meta.after, {});
            }
        }
        return 0;
    }

    std::int64_t step_node() {
        Visit& visit = *visit_;
        Node& node = *visit.node;
        while (visit.stage == Stage::hooks && visit.hooks < node.hooks.size()) {
            const auto& [output, key] = node.hooks[visit.hooks++];
            if (const Tensor& grad = visit.grads[static_cast<std::size_t>(output)]) {
                return offer(key, {grad});
            }
        }
        if (visit.stage == Stage::hooks) {
            visit.stage = Stage::step;
            keep(node, visit.grads);
            if (capturing_ && !needed_.at(&node)) {
                return 0;
            }
            if (node.key != 0) {
                return offer(node.key, visit.grads);
            }
            visit.results = evaluate(node, visit.grads);
        }
        distribute(node, visit.results);
        return 0;
    }

    // Gradients of a node's outputs that were asked for: as inputs of the walk, or by retain_grad.
    void keep(Node& node, const std::vector<Tensor>& grads) {
        for (std::size_t i = 0; i < grads.size() && capturing_; ++i) {
            const auto found = node_captures_.find({&node, static_cast<int>(i)});
            if (found != node_captures_.end() && grads[i]) {
                for (const std::size_t k : found->second) {
                    add_into(captured_[k], grads[i]);
                }
            }
        }
        if (!capturing_ && !node.retainers.empty()) {
            for (const auto& [output, weak] : node.retainers) {
                if (const auto impl = weak.lock(); impl && grads[static_cast<std::size_t>(output)]) {
                    accumulate(*tape_meta(Tensor(impl)), grads[static_cast<std::size_t>(output)]);
                }
            }
        }
    }

    // A complex derivative takes part by its conjugate.
    static bool is_conjugated(const Node& node) {
        const bool complex = is_complex(node.outputs[0].dtype) ||
                             std::any_of(node.inputs.begin(), node.inputs.end(),
                                         [](const NodeInput& input) { return is_complex(input.dtype); });
        return complex && has_complex_derivative(*node.op);
    }

    static Grads evaluate(Node& node, const std::vector<Tensor>& grads) {
        if (node.released) {
            throw Error(ErrorKind::autograd, released_text);
        }
        Tensor first = grads[0];
        if (!first) {
            first = Tensor::full(node.outputs[0].shape, 0, node.outputs[0].dtype);
        }
        return node.op->def->backward(Tape(node, grads, is_conjugated(node)), first);
    }

    void distribute(Node& node, const Grads& results) {
        for (std::size_t i = 0; i < node.inputs.size() && i < results.size(); ++i) {
            const NodeInput& input = node.inputs[i];
            if (!input.edge || !results[i]) {
                continue;
            }
            Tensor grad = results[i];
            if (grad.shape() != input.shape) {
                check_sums_to(node, i, grad.shape(), input.shape);
                grad = sum_to(grad, input.shape);
            }
            if (grad.dtype() != input.dtype) {
                grad = apply<"to">(grad, input.dtype);
            }
            send(input.edge, grad);
        }
        if (!retain_graph_ && node.op->def->keeps != Keep::nothing) {
            node.release();
        }
    }

    bool retain_graph_;
    bool create_graph_;
    bool capturing_ = false;
    std::optional<Visit> visit_;
    TensorList offered_;
    std::priority_queue<Ready> ready_;
    // By node, or by leaf with hooks.
    std::unordered_map<void*, std::vector<Tensor>> pending_;
    std::unordered_map<TensorImpl*, std::uint64_t> leaf_turns_;
    // Nodes that lead to an input of the walk, or are one; whether they are run, too.
    std::unordered_map<Node*, bool> needed_;
    std::map<std::pair<Node*, int>, std::vector<std::size_t>> node_captures_;
    std::unordered_map<TensorImpl*, std::vector<std::size_t>> leaf_captures_;
    TensorList captured_;
};

void seed_all(Walk& walk, const TensorList& roots, const TensorList& grads) {
    for (std::size_t i = 0; i < roots.size(); ++i) {
        walk.seed(roots[i], i < grads.size() ? grads[i] : Tensor());
    }
}

void check_all(const TensorList& roots, const TensorList& inputs) {
    for (const Tensor& root : roots) {
        check_root(root);
    }
    for (const Tensor& input : inputs) {
        if (!requires_grad(input)) {
            throw Error(ErrorKind::autograd, "One of the differentiated Tensors does not require grad");
        }
    }
}

// For a caller that has no hooks and no nodes of its own.
void run_through(Walk& walk) {
    if (walk.run() != 0) {
        throw Error(ErrorKind::internal, "this graph has hooks: walk it with begin_walk");
    }
}

std::vector<std::unique_ptr<Walk>>& open_walks() {
    static std::vector<std::unique_ptr<Walk>> walks;
    return walks;
}

Walk& innermost() {
    if (open_walks().empty()) {
        throw Error(ErrorKind::internal, "no walk is under way");
    }
    return *open_walks().back();
}

}  // namespace

void backward(const TensorList& roots, const TensorList& grads, bool retain_graph, bool create_graph) {
    Walk walk(retain_graph, create_graph);
    seed_all(walk, roots, grads);
    run_through(walk);
}

TensorList gradients(const TensorList& roots, const TensorList& inputs, const TensorList& grads, bool retain_graph,
                     bool create_graph, bool allow_unused) {
    Walk walk(retain_graph, create_graph);
    check_all(roots, inputs);
    walk.capture(inputs);
    walk.find_needed(roots);
    seed_all(walk, roots, grads);
    run_through(walk);
    TensorList result = walk.take_captured();
    for (std::size_t i = 0; i < result.size(); ++i) {
        if (!result[i] && !allow_unused) {
            throw Error(ErrorKind::autograd,
                        "The differentiated Tensor at index " + std::to_string(i) +
                            " appears to not have been used in the graph. Set allow_unused=True if this is the "
                            "desired behavior.");
        }
    }
    return result;
}

std::int64_t begin_walk(const TensorList& roots, const TensorList& grads, const TensorList& inputs, bool retain_graph,
                        bool create_graph, bool capture) {
    auto walk = std::make_unique<Walk>(retain_graph, create_graph);
    check_all(roots, inputs);
    if (capture) {
        walk->capture(inputs);
        walk->find_needed(roots);
    }
    walk->find_hooked_leaves(roots);
    seed_all(*walk, roots, grads);
    const std::int64_t key = walk->run();
    open_walks().push_back(std::move(walk));
    return key;
}

std::int64_t resume_walk(const TensorList& answers) {
    Walk& walk = innermost();
    walk.answer(answers);
    return walk.run();
}

TensorList walk_gradients() { return innermost().offered(); }

Tensor tie_to_walk(const Tensor& detached, int output) { return innermost().tie(detached, output); }

void end_walk() {
    innermost();
    open_walks().pop_back();
}

void drop_walks() { open_walks().clear(); }

}  // namespace sconce
