// Views, joins, creation, indexing, gather and scatter give what PyTorch and NumPy give: values, strides, gradients, names and
// errors (tools/goldens/make_shapes.py).
#include <catch2/catch_all.hpp>
#include <cmath>
#include <set>

#include "engine/autograd/walk.hpp"
#include "tests/engine/support/json.hpp"
#include "tests/engine/support/ops.hpp"

using namespace sconce;
using sconce::test::Json;

namespace {

double number(const Json& json) { return json.is_text() ? std::strtod(json.text().c_str(), nullptr) : json.number(); }

Shape ints(const Json& list) {
    Shape result;
    for (const Json& item : list.list()) {
        result.push_back(static_cast<std::int64_t>(item.number()));
    }
    return result;
}

Dtype dtype_named(const std::string& name) {
    for (int i = 0; i < dtype_count; ++i) {
        if (dtype_traits[i].name == name) {
            return static_cast<Dtype>(i);
        }
    }
    FAIL("unknown dtype " << name);
    return Dtype::float32;
}

bool flag(const Json& json) { return json.is_number() ? json.number() != 0 : json.truth(); }

Tensor tensor_from(const Json& spec) {
    const bool counted = spec.has("t");
    const Json::List& parts = spec[counted ? "t" : "v"].list();
    const Dtype dtype = dtype_named(parts[0].text());
    const Shape shape = ints(parts[1]);
    const Tensor base = Tensor::empty(shape, dtype);
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        for (std::int64_t i = 0; i < base.numel(); ++i) {
            const double value = counted ? static_cast<double>(i)
                                 : parts[2].list()[static_cast<std::size_t>(i)].is_bool()
                                     ? flag(parts[2].list()[static_cast<std::size_t>(i)])
                                     : number(parts[2].list()[static_cast<std::size_t>(i)]);
            base.data<T>()[i] = static_cast<T>(value);
        }
    });
    if (!counted) {
        return base;
    }
    const Shape order = ints(parts[2]);
    Shape permuted_shape;
    Strides permuted_strides;
    for (const std::int64_t d : order) {
        permuted_shape.push_back(base.size(static_cast<int>(d)));
        permuted_strides.push_back(base.stride(static_cast<int>(d)));
    }
    return base.view_as(permuted_shape, permuted_strides, 0);
}

std::optional<std::int64_t> maybe(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(static_cast<std::int64_t>(json.number()));
}

IndexList items_from(const Json& list) {
    using Kind = IndexItem::Kind;
    IndexList items;
    for (const Json& entry : list.list()) {
        const std::string& kind = entry.list()[0].text();
        IndexItem item;
        if (kind == "int") {
            item.integer = *maybe(entry.list()[1]);
        } else if (kind == "slice") {
            item.kind = Kind::slice;
            item.start = maybe(entry.list()[1]);
            item.stop = maybe(entry.list()[2]);
            item.step = maybe(entry.list()[3]);
        } else if (kind == "bool") {
            item.kind = Kind::boolean;
            item.integer = flag(entry.list()[1]);
        } else if (kind == "tensor") {
            item.kind = Kind::tensor;
            item.tensor = tensor_from(entry.list()[1]);
        } else {
            item.kind = kind == "none" ? Kind::new_axis : Kind::ellipsis;
        }
        items.push_back(item);
    }
    return items;
}

Scalar scalar_from(const Json& json) {
    if (json.is_bool()) {
        return Scalar(flag(json));
    }
    if (json.is_object()) {
        return Scalar(number(json["number"]));
    }
    return Scalar(static_cast<std::int64_t>(json.number()));
}

Value value_from(ParamType type, const Json& json) {
    switch (type) {
        case ParamType::tensor: return tensor_from(json);
        case ParamType::operand:
            return json.is_object() && !json.has("number") ? Value(tensor_from(json)) : Value(scalar_from(json));
        case ParamType::scalar: return scalar_from(json);
        case ParamType::tensor_list: {
            TensorList list;
            for (const Json& item : json["list"].list()) {
                list.push_back(tensor_from(item));
            }
            return list;
        }
        case ParamType::index_list: return items_from(json["index"]);
        case ParamType::integer: return static_cast<std::int64_t>(json.number());
        case ParamType::int_list:
        case ParamType::optional_int_list: return ints(json);
        case ParamType::dtype:
        case ParamType::optional_dtype: return dtype_named(json["dtype"].text());
        default: break;
    }
    FAIL("no way to read this parameter type");
    return {};
}

// The arguments, and the float64 tensors among them as leaves.
Args arguments(const Op& op, const Json& golden, Dialect dialect, TensorList& leaves) {
    Args args(dialect);
    const Json::List& given = golden["args"].list();
    const auto track = [&](const Tensor& tensor) {
        if (dialect == Dialect::torch && tensor.dtype() == Dtype::float64) {
            make_tape_meta(tensor).requires_grad = true;
            leaves.push_back(tensor);
        }
    };
    for (std::size_t i = 0; i < op.signature.count; ++i) {
        args.push(i < given.size() ? value_from(op.signature.params[i].type, given[i]) : op.defaults[i]);
        if (args.is_tensor(i)) {
            track(args.tensor(i));
        } else if (const auto* list = std::get_if<TensorList>(&args[i])) {
            std::for_each(list->begin(), list->end(), track);
        }
    }
    return args;
}

// Result strides that the engine promises: of views in both dialects, and of all of torch's results but advanced indexing's, whose
// layout follows an iterator of its own, and those written in place.
bool has_promised_strides(const Json& golden) {
    static const std::set<std::string> views = {"reshape", "permute",   "transpose", "movedim", "expand",
                                                "squeeze", "unsqueeze", "diagonal",  "flip"};
    const std::string& op = golden["op"].text();
    if (golden.has("set")) {
        return false;
    }
    if (op == "index") {
        for (const Json& item : golden["args"].list()[1]["index"].list()) {
            if (item.list()[0].text() == "tensor" || item.list()[0].text() == "bool") {
                return false;
            }
        }
        return true;
    }
    return golden["library"].text() == "torch" || views.contains(op);
}

void check_result(const Json& golden, const Tensor& result, const Json& wanted) {
    const Json::List& parts = wanted.list();
    CHECK(std::string(name_of(result.dtype())) == parts[0].text());
    CHECK(torch_text(result.shape()) == torch_text(ints(parts[1])));
    if (result.shape() != ints(parts[1])) {
        return;
    }
    if (has_promised_strides(golden) && result.numel() > 0) {
        const Shape strides = ints(parts[2]);
        for (int d = 0; d < result.ndim(); ++d) {
            if (result.size(d) > 1) {
                INFO("strides " << torch_text(result.strides()) << ", expected " << torch_text(strides));
                CHECK(result.stride(d) == strides[static_cast<std::size_t>(d)]);
            }
        }
    }
    const std::vector<double> values = test::values_of(result);
    const Json::List& expected = parts[3].list();
    REQUIRE(values.size() == expected.size());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double want = expected[i].is_bool() ? flag(expected[i]) : number(expected[i]);
        wrong += !(values[i] == want || (std::isnan(values[i]) && std::isnan(want)));
    }
    CHECK(wrong == 0);
}

Tensor cosines(const Tensor& like) {
    const Tensor seed = Tensor::empty(like.shape(), Dtype::float64);
    for (std::int64_t i = 0; i < seed.numel(); ++i) {
        seed.data<double>()[i] = std::cos(static_cast<double>(i));
    }
    return converted(seed, like.dtype());
}

void check_gradients(const Json& golden, const TensorList& results, const TensorList& leaves) {
    TensorList roots;
    TensorList seeds;
    for (const Tensor& result : results) {
        if (requires_grad(result) && !is_leaf(result)) {
            roots.push_back(result);
            seeds.push_back(cosines(result));
        }
    }
    CHECK(!roots.empty());
    if (roots.empty()) {
        return;
    }
    CHECK(tape_meta(roots[0])->node->name == golden["grad_fn"].text());
    const TensorList grads = gradients(roots, leaves, seeds, false, false, true);
    const Json::List& wanted = golden["grads"].list();
    REQUIRE(grads.size() == wanted.size());
    for (std::size_t i = 0; i < grads.size(); ++i) {
        if (wanted[i].is_null()) {
            CHECK(!grads[i]);
            continue;
        }
        REQUIRE(grads[i]);
        CHECK(grads[i].shape() == leaves[i].shape());
        const std::vector<double> values = test::values_of(grads[i]);
        REQUIRE(values.size() == wanted[i].list().size());
        for (std::size_t k = 0; k < values.size(); ++k) {
            CHECK(std::abs(values[k] - number(wanted[i].list()[k])) <= 1e-12 * std::max(1.0, std::abs(values[k])));
        }
    }
}

std::string class_of(Dialect dialect, ErrorKind kind) {
    const bool torch = dialect == Dialect::torch;
    switch (kind) {
        case ErrorKind::axis: return torch ? "IndexError" : "AxisError";
        case ErrorKind::index: return "IndexError";
        case ErrorKind::unsupported: return "NotImplementedError";
        case ErrorKind::argument: return "ValueError";
        case ErrorKind::type: return "TypeError";
        default: return torch ? "RuntimeError" : "ValueError";
    }
}

void check_error(const Json& golden, Dialect dialect, const Error& error) {
    const Json::List& wanted = golden["error"].list();
    CHECK(std::string(error.what()) == wanted[1].text());
    // Arithmetic errors of Python itself have no kind of their own; the face knows them by their text.
    const std::string expected = wanted[0].text() == "OverflowError" || wanted[0].text() == "ZeroDivisionError"
                                     ? "ValueError"
                                     : wanted[0].text();
    CHECK(class_of(dialect, error.kind()) == expected);
}

void check_case(const Json& golden) {
    const Dialect dialect = golden["library"].text() == "torch" ? Dialect::torch : Dialect::numpy;
    const Op& op = find_op(golden["op"].text());
    TensorList leaves;
    Args args = arguments(op, golden, dialect, leaves);
    Value value;
    try {
        if (golden.has("set")) {
            args[0] = dialect == Dialect::torch ? apply<"clone">(args.tensor(0))
                                                : test::run_one(dialect, "clone", {args.tensor(0)});
            value = dispatch_in_place(op, std::move(args));
        } else {
            value = dispatch(op, std::move(args));
        }
    } catch (const Error& error) {
        INFO("the engine says: " << error.what());
        CHECK(golden.has("error"));
        if (golden.has("error")) {
            check_error(golden, dialect, error);
        }
        return;
    }
    INFO("the library says: " << (golden.has("error") ? golden["error"].list()[1].text() : "no error"));
    CHECK(!golden.has("error"));
    if (golden.has("error")) {
        return;
    }
    TensorList results;
    if (const auto* one = std::get_if<Tensor>(&value)) {
        results.push_back(*one);
        check_result(golden, *one, golden["out"]);
    } else {
        results = std::get<TensorList>(value);
        REQUIRE(results.size() == golden["out"].list().size());
        for (std::size_t i = 0; i < results.size(); ++i) {
            check_result(golden, results[i], golden["out"].list()[i]);
        }
    }
    if (golden.has("grad_fn")) {
        check_gradients(golden, results, leaves);
    }
}

}  // namespace

TEST_CASE("views, joins, creation and indexing agree with the real libraries", "[shape][golden]") {
    const char* path = std::getenv("SCONCE_SHAPE_GOLDENS");
    std::ifstream file(path != nullptr ? path : SCONCE_TEST_DATA "/shapes/cases.json");
    REQUIRE(file);
    std::string line;
    std::size_t count = 0;
    while (std::getline(file, line)) {
        if (line.size() < 2) {
            continue;
        }
        if (line.back() == ',') {
            line.pop_back();
        }
        ++count;
        INFO(line.substr(0, 600));
        const std::int64_t before = memory_stats().live_storages;
        check_case(Json::parse(line));
        CHECK(memory_stats().live_storages == before);
    }
    CHECK(count > 1400);
}
