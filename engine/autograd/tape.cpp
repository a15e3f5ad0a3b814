#include "engine/autograd/tape.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "engine/core/pool.hpp"
#include "engine/ops/complex.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

bool mode = true;
std::uint64_t next_sequence = 0;
std::int64_t last_key = 0;

// Never destroyed: tensors that live as long as the program still bury their keys here.
std::vector<std::int64_t>& forgotten_keys() {
    static auto& keys = *new std::vector<std::int64_t>;
    return keys;
}

void forget(std::int64_t key) {
    if (key != 0) {
        forgotten_keys().push_back(key);
    }
}

// Every place of the signature that can hold a tensor, in order; an empty Tensor where a number or None stands.
template <class F>
void for_each_tensor(const Op& op, const Args& args, F&& f) {
    static const Tensor none;
    for (std::size_t i = 0; i < args.count(); ++i) {
        switch (op.signature.params[i].type) {
            case ParamType::tensor:
            case ParamType::optional_tensor:
            case ParamType::operand: f(i, args.is_tensor(i) ? args.tensor(i) : none); break;
            case ParamType::tensor_list:
                for (const Tensor& item : args.tensors(i)) {
                    f(i, item);
                }
                break;
            default: break;
        }
    }
}

// What PyTorch calls a node in an error: MulBackward0 is "Mul" there.
std::string short_name(const Node& node) {
    const std::size_t end = node.name.find("Backward");
    return std::string(node.name == "CopySlices" ? "torch::autograd::CopySlices" : node.name.substr(0, end));
}

std::string modified_text(const Tensor& tensor, std::uint32_t expected, const Node* node, int output) {
    std::string text =
        "one of the variables needed for gradient computation has been modified by an inplace operation: [torch." +
        std::string(long_name_of(tensor.dtype())) + "Tensor " + torch_text(tensor.shape()) + "]";
    if (node != nullptr) {
        text += ", which is output " + std::to_string(output) + " of " + short_name(*node) + ",";
    }
    return text + " is at version " + std::to_string(tensor.version()) + "; expected version " +
           std::to_string(expected) +
           " instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
           "torch.autograd.set_detect_anomaly(True, check_nan=False).";
}

Edge edge_of(const Tensor& tensor) {
    if (!requires_grad(tensor)) {
        return {};
    }
    const TapeMeta* meta = tape_meta(tensor);
    if (meta->node) {
        return {.node = meta->node, .output = meta->output, .leaf = nullptr};
    }
    return {.node = nullptr, .output = 0, .leaf = tensor.shared()};
}

}  // namespace

bool grad_enabled() { return mode; }
bool set_grad_enabled(bool enabled) { return std::exchange(mode, enabled); }

Node::Node(const Op& recorded) : op(&recorded), sequence(next_sequence++) {}

TapeMeta::~TapeMeta() {
    forget(hook);
    forget(after);
}

Node::~Node() {
    forget(key);
    for (const auto& [output, hook] : hooks) {
        forget(hook);
    }
    static std::vector<std::shared_ptr<Node>>* pending = nullptr;
    std::vector<std::shared_ptr<Node>> mine;
    const bool outermost = pending == nullptr;
    if (outermost) {
        pending = &mine;
    }
    for (NodeInput& input : inputs) {
        if (input.edge.node) {
            pending->push_back(std::move(input.edge.node));
        }
    }
    // Kept tensors may be the last owners of their own nodes; those come back here and queue up as well.
    args = Args();
    result = Tensor();
    if (outermost) {
        while (!mine.empty()) {
            const std::shared_ptr<Node> last = std::move(mine.back());
            mine.pop_back();
        }
        pending = nullptr;
    }
}

void Node::release() {
    released = true;
    args = Args();
    result = Tensor();
    second_result = Tensor();
}

const NodeInput& Tape::input_info(std::size_t param) const {
    for (const NodeInput& input : node_.inputs) {
        if (input.param == param) {
            return input;
        }
    }
    throw Error(ErrorKind::internal,
                "the tape of " + std::string(node_.name) + " has no tensor argument " + std::to_string(param));
}

Tensor Tape::input(std::size_t param) const {
    const NodeInput& info = input_info(param);
    const Tensor& tensor = node_.args.tensor(param);
    if (tensor.version() != info.version) {
        const TapeMeta* meta = tape_meta(tensor);
        throw Error(ErrorKind::autograd, meta == nullptr
                                             ? modified_text(tensor, info.version, nullptr, 0)
                                             : modified_text(tensor, info.version, meta->node.get(), meta->output));
    }
    return conjugates_ ? conjugated(tensor) : tensor;
}

const IndexList& Tape::indices(std::size_t param) const {
    const IndexList& items = node_.args.indices(param);
    for (const IndexItem& item : items) {
        const auto expected = static_cast<std::uint32_t>(item.integer);
        if (item.tensor && item.tensor.version() != expected) {
            throw Error(ErrorKind::autograd, modified_text(item.tensor, expected, nullptr, 0));
        }
    }
    return items;
}

Value Tape::operand(std::size_t param) const {
    if (node_.args.is_tensor(param)) {
        return input(param);
    }
    const auto* number = std::get_if<Scalar>(&node_.args[param]);
    if (conjugates_ && number != nullptr && number->is_complex()) {
        return Scalar(std::complex<double>(number->real(), -number->imag()));
    }
    return node_.args[param];
}

Tensor Tape::result() const {
    if (node_.result.version() != node_.result_version) {
        throw Error(ErrorKind::autograd, modified_text(node_.result, node_.result_version, &node_, 0));
    }
    if (!grad_enabled()) {
        return conjugates_ ? conjugated(node_.result) : node_.result;
    }
    Tensor connected = node_.result.view_as(node_.result.shape(), node_.result.strides(), node_.result.offset());
    TapeMeta& meta = make_tape_meta(connected);
    meta.requires_grad = true;
    meta.node = node_.shared_from_this();
    return conjugates_ ? conjugated(connected) : connected;
}

bool Tape::needs(std::size_t param) const {
    for (const NodeInput& input : node_.inputs) {
        if (input.param == param && input.edge) {
            return true;
        }
    }
    return false;
}

TapeMeta* tape_meta(const Tensor& tensor) { return static_cast<TapeMeta*>(tensor.impl().autograd.get()); }

TapeMeta& make_tape_meta(const Tensor& tensor) {
    if (!tensor.impl().autograd) {
        tensor.impl().autograd = std::make_unique<TapeMeta>();
    }
    return *tape_meta(tensor);
}

namespace {

void continue_from(const Tensor& tensor, const Tensor& result) {
    const TapeMeta& theirs = *tape_meta(result);
    TapeMeta& mine = make_tape_meta(tensor);
    mine.requires_grad = true;
    mine.node = theirs.node;
    mine.output = theirs.output;
}

// Where a view lies in its base. The parts of complex numbers count one by one where either of the two is real.
struct Place {
    explicit Place(const Tensor& view) : shape(view.shape()), strides(view.strides()), offset(view.offset()) {
        if (is_complex(view.dtype()) && !is_complex(view.impl().base->dtype)) {
            const Tensor parts = view.part(false);
            strides = parts.strides();
            offset = parts.offset();
            shape.push_back(2);
            strides.push_back(1);
        }
    }

    Shape shape;
    Strides strides;
    std::int64_t offset;
};

Tensor converted_view(const Tensor& tensor, Dtype dtype) {
    if (is_complex(tensor.dtype()) == is_complex(dtype)) {
        return tensor;
    }
    return is_complex(dtype) ? apply<"view_as_complex">(tensor) : apply<"view_as_real">(tensor);
}

// The dtype to see a view's base in, for Place to be about it.
Dtype counted_in(const Tensor& view) {
    const Dtype base = view.impl().base->dtype;
    return is_complex(base) && !is_complex(view.dtype()) ? part_of(base) : base;
}

// The view as a fresh window on its base, whose history is a newer one.
void take_again(const Tensor& view) {
    const GradMode recording(true);
    const Place place(view);
    const Tensor base = converted_view(Tensor(view.impl().base), counted_in(view));
    const Tensor window = apply<"as_strided">(base, place.shape, place.strides, place.offset);
    continue_from(view, converted_view(window, view.dtype()));
    view.impl().rewrites = view.impl().base->rewrites;
}

}  // namespace

bool requires_grad(const Tensor& tensor) {
    const TensorImpl& impl = tensor.impl();
    if (impl.base && impl.rewrites != impl.base->rewrites) {
        take_again(tensor);
    }
    const TapeMeta* meta = tape_meta(tensor);
    return meta != nullptr && meta->requires_grad;
}

void mark_view(const Tensor& view, const Tensor& source) {
    TensorImpl& impl = view.impl();
    if (!impl.is_view || impl.base || impl.storage != source.impl().storage || view.shared() == source.shared()) {
        return;
    }
    impl.base = source.impl().base ? source.impl().base : source.shared();
    impl.rewrites = impl.base->rewrites;
}

Tensor unrooted(const Tensor& tensor) {
    const Tensor copy = tensor.view_as(tensor.shape(), tensor.strides(), tensor.offset());
    if (requires_grad(tensor)) {
        continue_from(copy, tensor);
    }
    return copy;
}

void rewrite_history(const Tensor& self, const Tensor& result) {
    if (!self.impl().base) {
        continue_from(self, result);
        ++self.impl().rewrites;
        return;
    }
    const Tensor base(self.impl().base);
    const Place place(self);
    const Dtype dtype = counted_in(self);
    const Tensor written = apply<"as_strided_scatter">(converted_view(base, dtype), converted_view(result, dtype),
                                                       place.shape, place.strides, place.offset);
    continue_from(base, converted_view(written, base.dtype()));
    tape_meta(base)->node->name = "CopySlices";
    ++base.impl().rewrites;
    take_again(self);
}

bool is_leaf(const Tensor& tensor) {
    const TapeMeta* meta = tape_meta(tensor);
    return meta == nullptr || meta->node == nullptr;
}

std::int64_t hook_key(const Tensor& tensor, bool after) {
    if (!requires_grad(tensor)) {
        throw Error(ErrorKind::autograd, "cannot register a hook on a tensor that doesn't require gradient");
    }
    TapeMeta& meta = *tape_meta(tensor);
    if (after && meta.node) {
        throw Error(ErrorKind::autograd, "post accumulate grad hooks cannot be registered on non-leaf tensors");
    }
    if (meta.node) {
        for (const auto& [output, key] : meta.node->hooks) {
            if (output == meta.output) {
                return key;
            }
        }
        meta.node->hooks.emplace_back(meta.output, ++last_key);
        return last_key;
    }
    std::int64_t& key = after ? meta.after : meta.hook;
    if (key == 0) {
        key = ++last_key;
    }
    return key;
}

std::int64_t hang_outside_node(const Op& op, const TensorList& outputs, const TensorList& inputs) {
    auto node = make_pooled<Node>(op);
    node->name = "Function";
    node->key = ++last_key;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        node->inputs.push_back({.param = i,
                                .shape = inputs[i].shape(),
                                .dtype = inputs[i].dtype(),
                                .version = inputs[i].version(),
                                .edge = edge_of(inputs[i])});
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const Tensor& output = outputs[i];
        node->outputs.push_back({.shape = output.shape(), .dtype = output.dtype()});
        const bool in_place = std::any_of(inputs.begin(), inputs.end(),
                                          [&](const Tensor& input) { return input.shared() == output.shared(); });
        if (in_place && is_leaf(output) && requires_grad(output)) {
            throw Error(ErrorKind::autograd,
                        "a leaf Variable that requires grad has been used in an in-place operation.");
        }
        const Tensor result = in_place ? output.view_as(output.shape(), output.strides(), output.offset()) : output;
        TapeMeta& meta = make_tape_meta(result);
        meta.requires_grad = true;
        meta.node = node;
        meta.output = static_cast<int>(i);
        if (in_place) {
            rewrite_history(output, result);
        }
    }
    return node->key;
}

std::vector<std::int64_t> take_forgotten_keys() { return std::exchange(forgotten_keys(), {}); }

bool should_record(const Op& op, const Args& args) {
    if (!mode || op.def->backward == nullptr) {
        return false;
    }
    for (const Value& value : args.values()) {
        if (const auto* tensor = std::get_if<Tensor>(&value)) {
            if (*tensor && requires_grad(*tensor)) {
                return true;
            }
        } else if (const auto* list = std::get_if<TensorList>(&value)) {
            if (std::any_of(list->begin(), list->end(),
                            [](const Tensor& item) { return item && requires_grad(item); })) {
                return true;
            }
        }
    }
    return false;
}

void record(const Op& op, Args&& args, Value& result) {
    std::span<const Tensor> results;
    if (const auto* tensor = std::get_if<Tensor>(&result)) {
        results = {tensor, 1};
    } else if (const auto* list = std::get_if<TensorList>(&result)) {
        results = *list;
    }
    if (results.empty() || !is_differentiable(results[0].dtype())) {
        return;
    }
    auto node = make_pooled<Node>(op);
    node->name = op.def->grad_name != nullptr ? op.def->grad_name(args) : op.grad_name;
    const bool keep_inputs = op.def->keeps == Keep::inputs || op.def->keeps == Keep::both;
    node->inputs.reserve(args.count());
    for_each_tensor(op, args, [&](std::size_t param, const Tensor& tensor) {
        if (tensor) {
            node->inputs.push_back({.param = param,
                                    .shape = tensor.shape(),
                                    .dtype = tensor.dtype(),
                                    .version = tensor.version(),
                                    .edge = edge_of(tensor)});
        } else {
            node->inputs.push_back({.param = param, .shape = {}, .dtype = Dtype::float32, .version = 0, .edge = {}});
        }
    });
    node->args = std::move(args);
    for (std::size_t i = 0; i < node->args.count(); ++i) {
        if (auto* items = std::get_if<IndexList>(&node->args[i])) {
            for (IndexItem& item : *items) {
                item.integer = item.tensor ? item.tensor.version() : item.integer;
            }
        }
    }
    for (std::size_t i = 0; keep_inputs && i < node->args.count(); ++i) {
        // A leaf must stay itself, for second derivatives to reach it.
        const auto* kept = std::get_if<Tensor>(&node->args[i]);
        if (kept != nullptr && *kept && kept->impl().base && !(requires_grad(*kept) && is_leaf(*kept))) {
            node->args[i] = unrooted(*kept);
        }
    }
    if (!keep_inputs) {
        for (std::size_t i = 0; i < node->args.count(); ++i) {
            if (node->args.is_tensor(i) || std::holds_alternative<TensorList>(node->args[i])) {
                node->args[i] = Value();
            }
        }
    }
    node->outputs.reserve(results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
        const Tensor& tensor = results[i];
        node->outputs.push_back({.shape = tensor.shape(), .dtype = tensor.dtype()});
        if (is_differentiable(tensor.dtype())) {
            TapeMeta& meta = make_tape_meta(tensor);
            meta.requires_grad = true;
            meta.node = node;
            meta.output = static_cast<int>(i);
        }
    }
    if (op.def->keeps == Keep::result || op.def->keeps == Keep::both) {
        // Kept without its own node, or node and result would keep each other alive.
        const Tensor& first = results[0];
        node->result = first.view_as(first.shape(), first.strides(), first.offset());
        node->result_version = first.version();
        if (results.size() > 1) {
            const Tensor& second = results[1];
            node->second_result = second.view_as(second.shape(), second.strides(), second.offset());
        }
    }
}

}  // namespace sconce
