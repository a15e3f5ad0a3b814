#include "engine/autograd/walk.hpp"

#include <map>
#include <queue>
#include <unordered_map>

#include "engine/core/interrupt.hpp"
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
        const TapeMeta* meta = tape_meta(root);
        Tensor start = grad;
        if (!start) {
            if (root.numel() != 1) {
                throw Error(ErrorKind::autograd, "grad can be implicitly created only for scalar outputs");
            }
            start = Tensor::full(root.shape(), 1, root.dtype());
        } else if (start.shape() != root.shape()) {
            throw Error(ErrorKind::autograd,
                        "Mismatch in shape: grad_output[0] has a shape of torch.Size(" + torch_text(start.shape()) +
                            ") and output[0] has a shape of torch.Size(" + torch_text(root.shape()) + ").");
        }
        Edge edge;
        if (meta->node) {
            edge.node = meta->node;
            edge.output = meta->output;
        } else {
            edge.leaf = root.shared();
        }
        send(edge, start);
    }

    void run() {
        const GradMode grad_mode(create_graph_);
        while (!ready_.empty()) {
            check_interrupt();
            const std::shared_ptr<Node> node = ready_.top();
            ready_.pop();
            const auto found = pending_.find(node.get());
            std::vector<Tensor> grads = std::move(found->second);
            pending_.erase(found);
            step(*node, grads);
        }
    }

    TensorList take_captured() { return std::move(captured_); }

  private:
    struct LaterFirst {
        bool operator()(const std::shared_ptr<Node>& a, const std::shared_ptr<Node>& b) const {
            return a->sequence < b->sequence;
        }
    };

    void send(const Edge& edge, const Tensor& grad) {
        if (edge.leaf) {
            reach_leaf(Tensor(edge.leaf), grad);
            return;
        }
        auto [entry, fresh] = pending_.try_emplace(edge.node.get());
        if (fresh) {
            entry->second.resize(edge.node->outputs.size());
            ready_.push(edge.node);
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

    void step(Node& node, const std::vector<Tensor>& grads) {
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
        if (node.released) {
            throw Error(ErrorKind::autograd, released_text);
        }
        Tensor first = grads[0];
        if (!first) {
            first = Tensor::full(node.outputs[0].shape, 0, node.outputs[0].dtype);
        }
        const Tape tape(node, grads);
        const Grads results = node.op->def->backward(tape, first);
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
    std::priority_queue<std::shared_ptr<Node>, std::vector<std::shared_ptr<Node>>, LaterFirst> ready_;
    std::unordered_map<Node*, std::vector<Tensor>> pending_;
    std::map<std::pair<Node*, int>, std::vector<std::size_t>> node_captures_;
    std::unordered_map<TensorImpl*, std::vector<std::size_t>> leaf_captures_;
    TensorList captured_;
};

void seed_all(Walk& walk, const TensorList& roots, const TensorList& grads) {
    for (std::size_t i = 0; i < roots.size(); ++i) {
        walk.seed(roots[i], i < grads.size() ? grads[i] : Tensor());
    }
}

}  // namespace

void backward(const TensorList& roots, const TensorList& grads, bool retain_graph, bool create_graph) {
    Walk walk(retain_graph, create_graph);
    seed_all(walk, roots, grads);
    walk.run();
}

TensorList gradients(const TensorList& roots, const TensorList& inputs, const TensorList& grads, bool retain_graph,
                     bool create_graph, bool allow_unused) {
    Walk walk(retain_graph, create_graph);
    for (const Tensor& root : roots) {
        check_root(root);
    }
    for (const Tensor& input : inputs) {
        if (!requires_grad(input)) {
            throw Error(ErrorKind::autograd, "One of the differentiated Tensors does not require grad");
        }
    }
    walk.capture(inputs);
    seed_all(walk, roots, grads);
    walk.run();
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

}  // namespace sconce
