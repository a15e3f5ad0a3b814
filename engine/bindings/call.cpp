#include "engine/bindings/call.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/autograd/walk.hpp"
#include "engine/core/handles.hpp"
#include "engine/core/storage.hpp"
#include "engine/ops/dispatch.hpp"

namespace sconce::bindings {

namespace {

std::array<double, row_slots> buffer{};
std::string error_text;
double calls = 0;

[[noreturn]] void malformed(const std::string& what) { throw Error(ErrorKind::internal, "malformed call: " + what); }

// Walks the argument slots of the row.
class Reader {
  public:
    Reader(const double* at, const double* end) : at_(at), end_(end) {}

    bool done() const { return at_ == end_; }
    double next() {
        if (at_ == end_) {
            malformed("arguments end early");
        }
        return *at_++;
    }
    std::size_t length() { return checked_length(next()); }
    std::size_t checked_length(double count) {
        if (!(count >= 0 && count <= static_cast<double>(end_ - at_))) {
            malformed("a list is longer than the row");
        }
        return static_cast<std::size_t>(count);
    }

  private:
    const double* at_;
    const double* end_;
};

Dtype dtype_from(double code) {
    if (!(code >= 0 && code < dtype_count)) {
        throw Error(ErrorKind::unsupported, "this dtype is not in the subset (code " + std::to_string(code) + ")");
    }
    return static_cast<Dtype>(static_cast<int>(code));
}

Scalar scalar_from(int kind, Reader& in) {
    const double value = in.next();
    switch (kind) {
        case 1: return Scalar(value != 0);
        case 2: return Scalar(static_cast<std::int64_t>(value));
        case 3: return Scalar(value);
        case 4: {
            const auto high = static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
            const auto low = static_cast<std::uint64_t>(in.next());
            return Scalar(static_cast<std::int64_t>((high << 32) | low));
        }
        case 5: return Scalar(std::complex<double>(value, in.next()));
        default: malformed("unknown kind of number " + std::to_string(kind));
    }
}

std::optional<std::int64_t> optional_int(double value) {
    return std::isnan(value) ? std::nullopt : std::optional(static_cast<std::int64_t>(value));
}

IndexItem index_item(Reader& in) {
    IndexItem item;
    const double kind = in.next();
    const double a = in.next();
    const double b = in.next();
    const double c = in.next();
    if (!(kind >= 0 && kind <= 5)) {
        malformed("unknown kind of index");
    }
    item.kind = static_cast<IndexItem::Kind>(static_cast<int>(kind));
    switch (item.kind) {
        case IndexItem::Kind::integer:
        case IndexItem::Kind::boolean: item.integer = static_cast<std::int64_t>(a); break;
        case IndexItem::Kind::slice:
            item.start = optional_int(a);
            item.stop = optional_int(b);
            item.step = optional_int(c);
            break;
        case IndexItem::Kind::tensor: item.tensor = handles().get(a); break;
        default: break;
    }
    return item;
}

Shape int_list(Reader& in, std::size_t count) {
    Shape list(count);
    for (std::size_t i = 0; i < count; ++i) {
        list[i] = static_cast<std::int64_t>(in.next());
    }
    return list;
}

Value read_value(ParamType type, Reader& in) {
    switch (type) {
        case ParamType::tensor: return handles().get(in.next());
        case ParamType::optional_tensor: {
            const double handle = in.next();
            return handle == 0 ? Value() : Value(handles().get(handle));
        }
        case ParamType::tensor_list: {
            TensorList list(in.length());
            for (Tensor& item : list) {
                item = handles().get(in.next());
            }
            return list;
        }
        case ParamType::operand:
        case ParamType::scalar:
        case ParamType::optional_scalar: {
            const int kind = static_cast<int>(in.next());
            if (kind == 0 && type == ParamType::operand) {
                return handles().get(in.next());
            }
            if (kind == -1 && type == ParamType::optional_scalar) {
                in.next();
                return {};
            }
            return scalar_from(kind, in);
        }
        case ParamType::integer: return static_cast<std::int64_t>(in.next());
        case ParamType::real: return in.next();
        case ParamType::boolean: return in.next() != 0;
        case ParamType::optional_integer: {
            const auto value = optional_int(in.next());
            return value ? Value(*value) : Value();
        }
        case ParamType::optional_real: {
            const double value = in.next();
            return std::isnan(value) ? Value() : Value(value);
        }
        case ParamType::optional_boolean: {
            const double value = in.next();
            return std::isnan(value) ? Value() : Value(value != 0);
        }
        case ParamType::int_list: return int_list(in, in.length());
        case ParamType::optional_int_list: {
            const double count = in.next();
            return count < 0 ? Value() : Value(int_list(in, in.checked_length(count)));
        }
        case ParamType::real_list: {
            std::vector<double> list(in.length());
            for (double& item : list) {
                item = in.next();
            }
            return list;
        }
        case ParamType::dtype: return dtype_from(in.next());
        case ParamType::optional_dtype: {
            const double code = in.next();
            return code < 0 ? Value() : Value(dtype_from(code));
        }
        case ParamType::index_list: {
            IndexList list(in.length());
            for (IndexItem& item : list) {
                item = index_item(in);
            }
            return list;
        }
        case ParamType::unknown: break;
    }
    malformed("unknown parameter type");
}

Args read_args(const Op& op, Dialect dialect, Reader in) {
    Args args(dialect);
    for (std::size_t i = 0; i < op.signature.count; ++i) {
        const Param& param = op.signature.params[i];
        if (!in.done()) {
            args.push(read_value(param.type, in));
        } else if (!param.default_text.empty()) {
            args.push(op.defaults[i]);
        } else {
            malformed(std::string(op.signature.name) + " needs an argument '" + std::string(param.name) + "'");
        }
    }
    if (!in.done()) {
        malformed(std::string(op.signature.name) + " got more arguments than it has parameters");
    }
    return args;
}

class Writer {
  public:
    void put(double value) {
        if (at_ == buffer.size()) {
            throw Error(ErrorKind::memory, "the result does not fit the argument buffer; read it through its storage");
        }
        buffer[at_++] = value;
    }

  private:
    std::size_t at_ = 0;
};

void write_scalar(const Scalar& scalar, Writer& out) {
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    switch (scalar.kind()) {
        case Scalar::Kind::boolean:
            out.put(1);
            out.put(static_cast<double>(scalar.integer()));
            break;
        case Scalar::Kind::real:
            out.put(3);
            out.put(scalar.real());
            break;
        case Scalar::Kind::complex:
            out.put(5);
            out.put(scalar.real());
            out.put(scalar.imag());
            break;
        default:
            if (scalar.integer() >= -exact && scalar.integer() <= exact) {
                out.put(2);
                out.put(static_cast<double>(scalar.integer()));
            } else {
                out.put(4);
                out.put(static_cast<double>(scalar.integer() >> 32));
                out.put(static_cast<double>(scalar.integer() & 0xffffffff));
            }
    }
}

double new_handle(const Tensor& tensor) { return tensor ? handles().insert(tensor) : 0; }

double write_result(const Value& result) {
    if (const auto* tensor = std::get_if<Tensor>(&result)) {
        if (*tensor) {
            return handles().insert(*tensor);
        }
        // None, where the signature says Tensor?.
        buffer[0] = 0;
        return 0;
    }
    Writer out;
    if (const auto* list = std::get_if<TensorList>(&result)) {
        out.put(static_cast<double>(list->size()));
        for (const Tensor& item : *list) {
            out.put(new_handle(item));
        }
    } else if (const auto* scalar = std::get_if<Scalar>(&result)) {
        write_scalar(*scalar, out);
    } else if (const auto* integer = std::get_if<std::int64_t>(&result)) {
        out.put(static_cast<double>(*integer));
    } else if (const auto* real = std::get_if<double>(&result)) {
        out.put(*real);
    } else if (const auto* boolean = std::get_if<bool>(&result)) {
        out.put(*boolean ? 1 : 0);
    } else if (const auto* ints = std::get_if<Shape>(&result)) {
        out.put(static_cast<double>(ints->size()));
        for (const std::int64_t item : *ints) {
            out.put(static_cast<double>(item));
        }
    } else if (const auto* reals = std::get_if<std::vector<double>>(&result)) {
        out.put(static_cast<double>(reals->size()));
        for (const double item : *reals) {
            out.put(item);
        }
    }
    return 0;
}

// What the README calls notes.
double run_watched(const Op& op, Args&& args) {
    if (!args.is_tensor(0) || op.signature.returns != "Tensor") {
        malformed(std::string(op.signature.name) + " has no result to watch");
    }
    const Tensor self = args.tensor(0);
    const auto* number = args.count() > 1 ? std::get_if<Scalar>(&args[1]) : nullptr;
    const bool any_int =
        self.dtype() == Dtype::float32 || self.dtype() == Dtype::float64 || self.dtype() == Dtype::int64;
    const bool narrow = number != nullptr && number->kind() == Scalar::Kind::integer && !any_int;
    const Tensor result = std::get<Tensor>(dispatch(op, std::move(args)));
    const bool floating = is_floating(result.dtype());
    const bool finite = !floating || std::get<bool>(sconce::call<"all_finite">(result));
    const bool like_self = result.dtype() == self.dtype() && result.shape() == self.shape();
    buffer[0] =
        (finite ? 0 : 1) + (result.ndim() == 0 ? 2 : 0) + (narrow ? 4 : 0) + (floating ? 0 : 8) + (like_self ? 16 : 0);
    return handles().insert(result);
}

double run() {
    const auto code = static_cast<std::uint64_t>(buffer[0]);
    const Dialect dialect = code & 1 ? Dialect::numpy : Dialect::torch;
    const bool in_place = (code & 2) != 0;
    const bool watched = (code & 4) != 0;
    const double slots = buffer[1];
    if (!(slots >= 0 && slots + 3 <= static_cast<double>(buffer.size()))) {
        malformed("the row is longer than the buffer");
    }
    const double* const first = buffer.data() + 2;
    const double* const end = first + static_cast<std::size_t>(slots);
    Reader dead(end, buffer.data() + buffer.size());
    for (std::size_t count = dead.length(); count > 0; --count) {
        const double handle = dead.next();
        if (handle != 0) {
            handles().release(handle);
        }
    }
    if (code / 8 >= all_ops().size()) {
        malformed("unknown op id");
    }
    const Op& op = all_ops()[code / 8];
    Args args = read_args(op, dialect, Reader(first, end));
    if (in_place) {
        if (!op.def->in_place || !args.is_tensor(0)) {
            malformed(std::string(op.signature.name) + " has no in-place form");
        }
        const double self = op.signature.params[0].type == ParamType::operand ? first[1] : first[0];
        dispatch_in_place(op, std::move(args));
        return self;
    }
    if (watched) {
        return run_watched(op, std::move(args));
    }
    return write_result(dispatch(op, std::move(args)));
}

double fail(ErrorKind kind, std::string text) {
    error_text = std::move(text);
    return -static_cast<double>(static_cast<int>(kind));
}

}  // namespace

double* row() { return buffer.data(); }

double call() {
    const bool numpy = (static_cast<std::uint64_t>(buffer[0]) & 1) != 0;
    ++calls;
    try {
        return run();
    } catch (const AllocationError& error) {
        return fail(error.kind(), numpy ? error.numpy_text() : error.what());
    } catch (const Error& error) {
        return fail(error.kind(), error.what());
    } catch (const std::bad_alloc&) {
        return fail(ErrorKind::memory, "the engine is out of memory");
    } catch (const std::exception& error) {
        return fail(ErrorKind::internal, std::string("unexpected failure in the engine: ") + error.what());
    }
}

const std::string& last_error() { return error_text; }

std::string stats_json() {
    const MemoryStats& memory = memory_stats();
    return "{\"live_handles\":" + std::to_string(handles().live()) +
           ",\"live_storages\":" + std::to_string(memory.live_storages) +
           ",\"live_bytes\":" + std::to_string(memory.live_bytes) +
           ",\"peak_bytes\":" + std::to_string(memory.peak_bytes) +
           ",\"calls\":" + std::to_string(static_cast<std::int64_t>(calls)) + "}";
}

void reset() {
    handles().clear();
    drop_walks();
    set_grad_enabled(true);
    set_default_floating(Dtype::float32);
    reset_peak_bytes();
}

namespace {

// The caller's own node is named by its key.
std::string name_of_step(const Node& node) {
    return node.key != 0 ? "#" + std::to_string(node.key) : std::string(node.name);
}

// Where the gradients of a node go: an edge for each argument that could have one. Arithmetic counts numbers as well, and an empty edge
// stands for them.
std::vector<Edge> edges_of(const Node& node) {
    std::vector<Edge> edges;
    const auto at = [&](std::size_t param) {
        const auto found = std::find_if(node.inputs.begin(), node.inputs.end(),
                                        [&](const NodeInput& input) { return input.param == param; });
        return found == node.inputs.end() ? Edge() : found->edge;
    };
    constexpr std::string_view arithmetic[] = {"AddBackward0", "SubBackward0", "MulBackward0", "DivBackward0"};
    if (std::find(std::begin(arithmetic), std::end(arithmetic), node.name) != std::end(arithmetic)) {
        return {at(0), at(1)};
    }
    if (node.name == "PowBackward0") {
        return {at(0)};
    }
    for (const NodeInput& input : node.inputs) {
        if (input.edge || category_of(input.dtype) >= Category::floating) {
            edges.push_back(input.edge);
        }
    }
    return edges;
}

}  // namespace

std::string grad_fn_name(double handle) {
    try {
        const TapeMeta* meta = tape_meta(handles().get(handle));
        return meta == nullptr || !meta->node ? "" : name_of_step(*meta->node);
    } catch (const Error&) {
        return "";
    }
}

std::string grad_graph(double handle) {
    std::vector<std::shared_ptr<Node>> steps;
    std::unordered_map<const Node*, std::size_t> place_of;
    std::vector<std::shared_ptr<TensorImpl>> leaves;
    const auto place = [&](const std::shared_ptr<Node>& node) {
        const auto [found, added] = place_of.try_emplace(node.get(), steps.size());
        if (added) {
            steps.push_back(node);
        }
        return std::to_string(found->second);
    };
    if (const TapeMeta* meta = tape_meta(handles().get(handle)); meta != nullptr && meta->node) {
        place(meta->node);
    }
    std::string text = "{\"steps\":[";
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Node& node = *steps[i];
        text += (i == 0 ? "[" : ",[") + std::to_string(node.sequence) + ",\"" + name_of_step(node) + "\",[";
        bool first = true;
        for (const Edge& edge : edges_of(node)) {
            std::string target = "-1";
            if (edge.node) {
                target = place(edge.node);
            } else if (edge.leaf) {
                const auto leaf = std::find(leaves.begin(), leaves.end(), edge.leaf);
                target = std::to_string(-2 - (leaf - leaves.begin()));
                if (leaf == leaves.end()) {
                    leaves.push_back(edge.leaf);
                }
            }
            text += (first ? "[" : ",[") + target + "," + std::to_string(edge.output) + "]";
            first = false;
        }
        text += "]]";
    }
    text += "],\"leaves\":[";
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        // A handle is a whole number and a half: six decimals hold it.
        text += (i == 0 ? "" : ",") + std::to_string(handles().insert(Tensor(leaves[i])));
    }
    return text + "]}";
}

std::byte* data_pointer(double handle) {
    try {
        const Tensor& tensor = handles().get(handle);
        return tensor.is_contiguous() ? tensor.bytes() : nullptr;
    } catch (const Error&) {
        return nullptr;
    }
}

double data_bytes(double handle) {
    try {
        const Tensor& tensor = handles().get(handle);
        return static_cast<double>(tensor.numel()) * static_cast<double>(size_of(tensor.dtype()));
    } catch (const Error&) {
        return 0;
    }
}

}  // namespace sconce::bindings
