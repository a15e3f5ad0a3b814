// Sorting, selection by rank, distinct elements.
#include <cmath>
#include <cstdlib>
#include <limits>

#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/json.hpp"
#include "tests/engine/support/ops.hpp"

using namespace sconce;
using namespace sconce::test;
using Values = std::vector<double>;

namespace {

constexpr double quiet_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

std::vector<double> numbers(const Json& list) {
    std::vector<double> result;
    for (const Json& item : list.list()) {
        result.push_back(item.number());
    }
    return result;
}

TensorList both(Dialect dialect, std::string_view name, const std::vector<Value>& values) {
    return std::get<TensorList>(run(dialect, name, values));
}

TensorList torch_op(std::string_view name, const std::vector<Value>& values) {
    return both(Dialect::torch, name, values);
}

std::int64_t integer(std::int64_t value) { return value; }

}  // namespace

TEST_CASE("sort puts NaN last, or first when descending, and is stable", "[sorting]") {
    const Tensor x = vector_of({3, quiet_nan, 1, -inf, 3, quiet_nan, inf}, Dtype::float32);
    const TensorList up = torch_op("sort", {x});
    CHECK(values_of(up[1]) == Values{3, 2, 0, 4, 6, 1, 5});
    const TensorList down = torch_op("sort", {x, integer(-1), true});
    CHECK(values_of(down[1]) == Values{1, 5, 6, 0, 4, 2, 3});
    CHECK(values_of(torch_op("sort", {vector_of({1, 0, 1, 0}, Dtype::boolean)})[1]) == Values{1, 3, 0, 2});
}

TEST_CASE("sort along any dimension and any layout", "[sorting]") {
    const Tensor x = tensor_of({5, 2, 9, 1, 7, 3}, {2, 3});
    CHECK(values_of(torch_op("sort", {x, integer(0)})[0]) == Values{1, 2, 3, 5, 7, 9});
    const Tensor t = x.view_as({3, 2}, {1, 3}, 0);
    const TensorList sorted = torch_op("sort", {t, integer(0)});
    CHECK(values_of(sorted[0]) == Values{2, 1, 5, 3, 9, 7});
    CHECK(values_of(sorted[1]) == Values{1, 0, 0, 2, 2, 1});
}

TEST_CASE("a single number and empty tensors sort", "[sorting]") {
    const TensorList one = torch_op("sort", {tensor_of({4}, {})});
    CHECK(one[0].shape().empty());
    CHECK(values_of(one[1]) == Values{0});
    CHECK(torch_op("sort", {tensor_of({}, {2, 0})})[0].shape() == Shape{2, 0});
    CHECK(error_of(Dialect::numpy, "sort", {tensor_of({4}, {})}).text ==
          "axis -1 is out of bounds for array of dimension 0");
    CHECK(error_of(Dialect::torch, "sort", {tensor_of({4, 5}, {2}), integer(3)}).kind == ErrorKind::axis);
}

TEST_CASE("topk, kthvalue and median pick among equals as PyTorch does", "[sorting][golden]") {
    const char* wider = std::getenv("SCONCE_SELECTION_GOLDENS");
    const Json goldens = Json::read_file(wider != nullptr ? wider : SCONCE_TEST_DATA "/selections/selections.json");
    for (const Json& golden : goldens.list()) {
        const Json::List& parts = golden.list();
        const Tensor x = vector_of(numbers(parts[1]), Dtype::float32);
        const auto k = static_cast<std::int64_t>(parts[2].number());
        const std::string& op = parts[0].text();
        const TensorList found = op == "topk"       ? torch_op("topk", {x, k, integer(-1), parts[3].truth()})
                                 : op == "kthvalue" ? torch_op("kthvalue", {x, k})
                                                    : torch_op("median_dim", {x, integer(0)});
        INFO(op << " of " << x.numel() << " elements, k = " << k);
        CHECK(values_of(found[0]) == numbers(parts[4]));
        CHECK(values_of(found[1]) == numbers(parts[5]));
    }
}

TEST_CASE("topk with NaN, with k at its ends, and its errors", "[sorting]") {
    const Tensor x = vector_of({3, quiet_nan, 1, quiet_nan});
    CHECK(values_of(torch_op("topk", {x, integer(3)})[1]) == Values{1, 3, 0});
    CHECK(values_of(torch_op("topk", {x, integer(3), integer(-1), false})[1]) == Values{2, 0, 3});
    CHECK(torch_op("topk", {tensor_of({1, 2, 3, 4, 5, 6}, {2, 3}), integer(0)})[0].shape() == Shape{2, 0});
    CHECK(error_of(Dialect::torch, "topk", {x, integer(5)}).text == "selected index k out of range");
    CHECK(error_of(Dialect::torch, "topk", {x, integer(-1)}).text == "selected index k out of range");
    CHECK(error_of(Dialect::torch, "topk", {vector_of({1, 0}, Dtype::boolean), integer(1)}).text ==
          "topk does not support bool dtypes on CPU");
}

TEST_CASE("kthvalue and median", "[sorting]") {
    const Tensor x = tensor_of({0, 1, 2, 3, 4, 5}, {2, 3});
    CHECK(values_of(torch_op("kthvalue", {x, integer(2)})[0]) == Values{1, 4});
    CHECK(torch_op("kthvalue", {x, integer(2), integer(-1), true})[0].shape() == Shape{2, 1});
    CHECK(values_of(run_one(Dialect::torch, "median_all", {x})) == Values{2});
    CHECK(values_of(torch_op("median_dim", {vector_of({1, quiet_nan, 3, quiet_nan}), integer(0)})[1]) == Values{1});
    CHECK(std::isnan(run_one(Dialect::torch, "median_all", {vector_of({})}).item().real()));
    CHECK(error_of(Dialect::torch, "kthvalue", {x, integer(5)}).text ==
          "kthvalue(): selected number k out of range for dimension 1");
    const Caught empty = error_of(Dialect::torch, "median_dim", {tensor_of({}, {2, 0}), integer(1)});
    CHECK(empty.text == "median(): Expected reduction dim 1 to have non-zero size.");
    CHECK(empty.kind == ErrorKind::index);
}

TEST_CASE("unique gives values, places and counts", "[sorting]") {
    const TensorList found = torch_op("unique", {tensor_of({3, 1, 3, 2, 1, 3}, {2, 3})});
    CHECK(values_of(found[0]) == Values{1, 2, 3});
    CHECK(values_of(found[1]) == Values{2, 0, 2, 1, 0, 2});
    CHECK(found[1].shape() == Shape{2, 3});
    CHECK(values_of(found[2]) == Values{2, 1, 3});
    CHECK(torch_op("unique", {vector_of({quiet_nan, quiet_nan, 1})})[0].numel() == 3);
    CHECK(torch_op("unique", {vector_of({})})[0].numel() == 0);
}

TEST_CASE("gradients of sorting and selection", "[sorting][gradcheck]") {
    const Tensor x = tensor_of({0.3, -1.2, 2.5, 0.7, 1.9, -0.4}, {2, 3});
    gradcheck([](const TensorList& in) { return call<"sort">(in[0], std::int64_t{1}); }, {x});
    gradcheck([](const TensorList& in) { return call<"sort">(in[0], std::int64_t{0}, true); }, {x});
    gradcheck([](const TensorList& in) { return call<"topk">(in[0], std::int64_t{2}); }, {x});
    gradcheck([](const TensorList& in) { return call<"kthvalue">(in[0], std::int64_t{2}); }, {x});
    gradcheck([](const TensorList& in) { return call<"median_dim">(in[0], std::int64_t{1}, true); }, {x});
    gradcheck([](const TensorList& in) { return call<"median_all">(in[0]); }, {x});
    gradcheck([](const TensorList& in) { return call<"sort">(in[0]); }, {tensor_of({1.5}, {})});
}

TEST_CASE("grad_fn names of sorting and selection", "[sorting]") {
    const Tensor x = vector_of({3, 1, 2});
    make_tape_meta(x).requires_grad = true;
    const auto name = [](const Value& value) { return tape_meta(std::get<TensorList>(value)[0])->node->name; };
    CHECK(name(call<"sort">(x)) == "SortBackward0");
    CHECK(name(call<"topk">(x, std::int64_t{1})) == "TopkBackward0");
    CHECK(name(call<"kthvalue">(x, std::int64_t{1})) == "KthvalueBackward0");
    CHECK(name(call<"median_dim">(x, std::int64_t{0})) == "MedianBackward1");
    CHECK(tape_meta(apply<"median_all">(x))->node->name == "MedianBackward0");
}
