// Sums, products, moments and running folds give the bits that PyTorch and NumPy give (tools/goldens/make_reductions.py).
#include <catch2/catch_all.hpp>
#include <cstdlib>
#include <cstring>

#include "tests/engine/support/json.hpp"
#include "tests/engine/support/ops.hpp"

using namespace sconce;
using sconce::test::Json;

namespace {

// A wider set made by the same script may be named here.
std::string golden_path() {
    const char* path = std::getenv("SCONCE_REDUCTION_GOLDENS");
    return path != nullptr ? path : SCONCE_TEST_DATA "/reductions/reductions";
}

Shape ints(const Json& list) {
    Shape result;
    for (const Json& item : list.list()) {
        result.push_back(static_cast<std::int64_t>(item.number()));
    }
    return result;
}

// The input of the script: splitmix64 of the index, scaled to [-4, 4) or close to 1.
double element(std::uint64_t index, bool around_one) {
    std::uint64_t z = (index + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    const double unit = static_cast<double>(z >> 11) * 0x1p-53;
    return around_one ? 1 + (unit - 0.5) / 8 : (unit - 0.5) * 8;
}

Tensor input_of(const Json& golden, bool around_one) {
    const Tensor base =
        Tensor::empty(ints(golden["shape"]), golden["dtype"].text() == "float32" ? Dtype::float32 : Dtype::float64);
    visit_floating(base.dtype(), [&]<class T>(TypeTag<T>) {
        for (std::int64_t i = 0; i < base.numel(); ++i) {
            base.data<T>()[i] = static_cast<T>(element(static_cast<std::uint64_t>(i), around_one));
        }
    });
    const Shape order = ints(golden["order"]);
    const Shape steps = ints(golden["steps"]);
    Shape shape;
    Strides strides;
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const int dim = static_cast<int>(order[i]);
        const std::int64_t step = steps[i];
        shape.push_back((base.size(dim) + std::abs(step) - 1) / std::abs(step));
        strides.push_back(base.stride(dim) * step);
        offset += step < 0 ? base.stride(dim) * (base.size(dim) - 1) : 0;
    }
    return base.view_as(shape, strides, offset);
}

std::vector<Value> arguments(const Json& golden, const Tensor& input) {
    const std::string& op = golden["op"].text();
    const Value dims = golden["dims"].is_list() ? Value(ints(golden["dims"])) : Value();
    const Value single = golden["dims"].is_list() ? Value(ints(golden["dims"])[0]) : Value();
    if (op == "cumsum" || op == "cumprod" || op == "prod") {
        return {input, single};
    }
    if (golden.has("correction")) {
        return {input, dims, Scalar(static_cast<std::int64_t>(golden["correction"].number()))};
    }
    return {input, dims, false, golden.has("as") ? Value(Dtype::float64) : Value()};
}

std::string described(const Json& golden) {
    std::string text = golden["library"].text() + " " + golden["op"].text() + " " + golden["dtype"].text();
    for (const char* field : {"shape", "order", "steps", "dims"}) {
        text += std::string(", ") + field + " " + (golden[field].is_list() ? torch_text(ints(golden[field])) : "None");
    }
    return text;
}

}  // namespace

TEST_CASE("reductions give the bits of the real libraries", "[reduction][golden]") {
    const Json goldens = Json::read_file(golden_path() + ".json");
    std::ifstream file(golden_path() + ".bin", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    for (const Json& golden : goldens.list()) {
        const std::string& op = golden["op"].text();
        const Dialect dialect = golden["library"].text() == "torch" ? Dialect::torch : Dialect::numpy;
        const Tensor input = input_of(golden, op == "prod" || op == "cumprod");
        const Tensor result = prepared(test::run_one(dialect, op, arguments(golden, input)),
                                       golden.has("as") ? Dtype::float64 : input.dtype());
        INFO(described(golden));
        REQUIRE(result.numel() == static_cast<std::int64_t>(golden["count"].number()));
        const char* expected = bytes.data() + static_cast<std::size_t>(golden["at"].number());
        const std::size_t size = size_of(result.dtype());
        std::int64_t differing = 0;
        for (std::int64_t i = 0; i < result.numel(); ++i) {
            differing += std::memcmp(result.bytes() + static_cast<std::size_t>(i) * size,
                                     expected + static_cast<std::size_t>(i) * size, size) != 0;
        }
        CHECK(differing == 0);
    }
}
