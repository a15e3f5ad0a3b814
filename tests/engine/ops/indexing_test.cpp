// Indexing, gather and scatter beyond what the golden cases hold: second derivatives, writes that overlap, NumPy's views.
#include <catch2/catch_all.hpp>

#include "tests/engine/support/gradcheck.hpp"

using namespace sconce;
using sconce::test::error_of;
using sconce::test::gradcheck;
using sconce::test::run_one;
using sconce::test::tensor_of;
using sconce::test::values_of;
using sconce::test::vector_of;

namespace {

constexpr Dialect torch = Dialect::torch;
constexpr Dialect numpy = Dialect::numpy;
using Int = std::int64_t;
using Kind = IndexItem::Kind;

IndexItem at(Int place) {
    return {.kind = Kind::integer, .integer = place, .start = {}, .stop = {}, .step = {}, .tensor = {}};
}
IndexItem from(std::optional<Int> start, std::optional<Int> stop, std::optional<Int> step = {}) {
    return {.kind = Kind::slice, .integer = 0, .start = start, .stop = stop, .step = step, .tensor = {}};
}
IndexItem by(const Tensor& tensor) {
    return {.kind = Kind::tensor, .integer = 0, .start = {}, .stop = {}, .step = {}, .tensor = tensor};
}
IndexItem mark(Kind kind) { return {.kind = kind, .integer = 0, .start = {}, .stop = {}, .step = {}, .tensor = {}}; }

Tensor places(const std::vector<double>& values) { return vector_of(values, Dtype::int64); }

Tensor counted(const Shape& shape) {
    const Tensor tensor = Tensor::empty(shape, Dtype::float64);
    for (Int i = 0; i < tensor.numel(); ++i) {
        tensor.data<double>()[i] = 0.25 * static_cast<double>(i) - 1;
    }
    return tensor;
}

Tensor written(Dialect dialect, const Tensor& self, const IndexList& items, const Value& value,
               bool accumulate = false) {
    Args args(dialect);
    args.push(self);
    args.push(items);
    args.push(value);
    args.push(accumulate);
    return dispatch_in_place(find_op("index_put"), std::move(args));
}

test::Caught writing_error(Dialect dialect, const Tensor& self, const IndexList& items, const Value& value) {
    try {
        written(dialect, self, items, value);
    } catch (const Error& error) {
        return {error.kind(), error.what()};
    }
    return {};
}

}  // namespace

TEST_CASE("gradients of indexing, first and second", "[indexing][grad]") {
    const Tensor cube = counted({2, 3, 4});
    const auto check = [&](const IndexList& items) {
        gradcheck(
            [&](const TensorList& in) {
                const Tensor picked = apply<"index">(in[0], items);
                return mul(picked, picked);
            },
            {cube});
    };
    SECTION("int") { check({at(-1)}); }
    SECTION("slices") { check({from({}, {}), from(1, {}, 2)}); }
    SECTION("None and Ellipsis") { check({mark(Kind::new_axis), mark(Kind::ellipsis), at(0)}); }
    SECTION("a tensor with repetition") { check({from({}, {}), by(places({0, 2, 2, -1}))}); }
    SECTION("tensors apart") { check({by(places({0, 1})), from({}, {}), by(places({1, 1}))}); }
    SECTION("a mask") { check({by(tensor_of({1, 0, 1, 0, 1, 1}, {2, 3}, Dtype::boolean))}); }
}

TEST_CASE("gradients of writing, first and second", "[indexing][grad]") {
    const auto squared = [](const Tensor& tensor) { return mul(tensor, tensor); };
    const Tensor self = counted({3, 2});
    SECTION("index_put over a slice") {
        gradcheck(
            [&](const TensorList& in) {
                return squared(apply<"index_put">(in[0], IndexList{from(0, 2)}, in[1], false));
            },
            {self, counted({2})});
    }
    SECTION("index_put adds") {
        gradcheck(
            [&](const TensorList& in) {
                return squared(apply<"index_put">(in[0], IndexList{by(places({1, 1, 0}))}, in[1], true));
            },
            {self, counted({3, 2})});
    }
    SECTION("index_put of a value with extents of one in front") {
        gradcheck(
            [&](const TensorList& in) { return squared(apply<"index_put">(in[0], IndexList{at(1)}, in[1], false)); },
            {self, counted({1, 1, 2})});
    }
    SECTION("copy") {
        gradcheck([&](const TensorList& in) { return squared(apply<"copy">(in[0], in[1])); }, {self, counted({2})});
    }
    SECTION("fill") {
        gradcheck([&](const TensorList& in) { return squared(apply<"fill">(in[0], in[1])); }, {self, counted({})});
    }
}

TEST_CASE("gradients of gather and scatter, first and second", "[indexing][grad]") {
    const auto squared = [](const Tensor& tensor) { return mul(tensor, tensor); };
    const Tensor self = counted({3, 4});
    const Tensor index = tensor_of({0, 2, 2, 1, 0, 0}, {2, 3}, Dtype::int64);
    const Tensor source = counted({2, 3});
    SECTION("gather") {
        gradcheck([&](const TensorList& in) { return squared(apply<"gather">(in[0], Int{0}, index)); }, {self});
    }
    SECTION("scatter") {
        const Tensor once = tensor_of({0, 2, 1, 1, 0, 2}, {2, 3}, Dtype::int64);
        gradcheck([&](const TensorList& in) { return squared(apply<"scatter">(in[0], Int{0}, once, in[1])); },
                  {self, source});
        gradcheck([&](const TensorList& in) { return squared(apply<"scatter">(in[0], Int{0}, once, Scalar(3.0))); },
                  {self});
    }
    SECTION("scatter_add") {
        gradcheck([&](const TensorList& in) { return squared(apply<"scatter_add">(in[0], Int{0}, index, in[1])); },
                  {self, source});
    }
    SECTION("index_select") {
        gradcheck(
            [&](const TensorList& in) { return squared(apply<"index_select">(in[0], Int{1}, places({3, 0, 3}))); },
            {self});
    }
    SECTION("index_add") {
        gradcheck(
            [&](const TensorList& in) {
                return squared(apply<"index_add">(in[0], Int{0}, places({2, 2}), in[1], Scalar(-1.5)));
            },
            {self, counted({2, 4})});
    }
    SECTION("take") {
        gradcheck([&](const TensorList& in) { return squared(apply<"take">(in[0], places({0, 11, -1, 5}))); }, {self});
    }
    SECTION("masked_select, broadcast") {
        const Tensor mask = vector_of({1, 0, 1, 1}, Dtype::boolean);
        gradcheck([&](const TensorList& in) { return squared(apply<"masked_select">(in[0], mask)); }, {self});
        gradcheck([&](const TensorList& in) { return squared(apply<"masked_select">(in[0], mask)); }, {counted({1})});
    }
}

TEST_CASE("a basic index is a view in both dialects, an advanced one a copy", "[indexing]") {
    const Tensor x = counted({4});
    const Tensor backwards = run_one(numpy, "index", {x, IndexList{from({}, {}, -2)}});
    CHECK(backwards.impl().storage == x.impl().storage);
    CHECK(values_of(backwards) == std::vector<double>{-0.25, -0.75});
    written(numpy, backwards, {mark(Kind::ellipsis)}, Scalar(9.0));
    CHECK(values_of(x) == std::vector<double>{-1, 9, -0.5, 9});
    CHECK(run_one(torch, "index", {x, IndexList{by(places({0, 1}))}}).impl().storage != x.impl().storage);
}

TEST_CASE("writing what overlaps: refused in torch, done as if apart in NumPy", "[indexing]") {
    const Tensor x = counted({5});
    const Tensor front = run_one(torch, "index", {x, IndexList{from({}, -1)}});
    const auto refused = writing_error(torch, x, {from(1, {})}, front);
    CHECK(refused.kind == ErrorKind::value);
    CHECK_THAT(refused.text, Catch::Matchers::StartsWith(
                                 "unsupported operation: some elements of the input tensor and the written-to tensor"));
    CHECK_THAT(writing_error(torch, x, {by(places({0, 1}))}, run_one(torch, "index", {x, IndexList{from(1, 3)}})).text,
               Catch::Matchers::StartsWith("unsupported operation: some elements"));
    written(numpy, x, {from(1, {})}, front);
    CHECK(values_of(x) == std::vector<double>{-1, -1, -0.75, -0.5, -0.25});
    written(numpy, x, {from({}, {}, -1)}, x);
    CHECK(values_of(x) == std::vector<double>{-0.25, -0.5, -0.75, -1, -1});
    written(numpy, x, {by(places({1, 2, 3, 4, 0}))}, x);
    CHECK(values_of(x) == std::vector<double>{-1, -0.25, -0.5, -0.75, -1});
}

TEST_CASE("one place of memory for many elements takes no write", "[indexing]") {
    const Tensor wide = run_one(torch, "expand", {tensor_of({1}, {1}), Shape{3}});
    CHECK_THAT(writing_error(torch, wide, {from(0, 2)}, Scalar(1.0)).text,
               Catch::Matchers::StartsWith("unsupported operation: more than one element of the written-to tensor "
                                           "refers to a single memory location."));
}

TEST_CASE("writing in place advances the version, and the tape notices", "[indexing][grad]") {
    const Tensor leaf = counted({3});
    make_tape_meta(leaf).requires_grad = true;
    SECTION("of the tensor") {
        const Tensor doubled = mul(leaf, Scalar(2.0));
        const Tensor result = mul(doubled, doubled);
        written(torch, doubled, {at(0)}, Scalar(0.0));
        CHECK_THROWS_WITH(backward({apply<"sum">(result)}, {}, false, false),
                          Catch::Matchers::ContainsSubstring("is at version 1; expected version 0"));
    }
    SECTION("of the index") {
        const Tensor index = places({0, 1});
        const Tensor picked = apply<"index">(leaf, IndexList{by(index)});
        written(torch, index, {at(0)}, Scalar(2));
        CHECK_THROWS_WITH(backward({apply<"sum">(picked)}, {}, false, false),
                          Catch::Matchers::ContainsSubstring("[torch.LongTensor [2]] is at version 1"));
    }
    SECTION("of a leaf, which is refused") {
        CHECK(writing_error(torch, leaf, {at(0)}, Scalar(0.0)).text ==
              "a view of a leaf Variable that requires grad is being used in an in-place operation.");
        CHECK(writing_error(torch, leaf, {by(places({0}))}, Scalar(0.0)).text ==
              "a leaf Variable that requires grad is being used in an in-place operation.");
    }
}

TEST_CASE("a value that takes part in a gradient is written with its history", "[indexing][grad]") {
    const Tensor weight = vector_of({2, 3});
    make_tape_meta(weight).requires_grad = true;
    const Tensor buffer = Tensor::full({2, 2}, 1, Dtype::float64);
    written(torch, buffer, {at(1)}, mul(weight, weight));
    CHECK(tape_meta(buffer)->node->name == "CopySlices");
    backward({apply<"sum">(buffer)}, {}, false, false);
    CHECK(values_of(tape_meta(weight)->grad) == std::vector<double>{4, 6});
}

TEST_CASE("big picks go through tables and runs alike", "[indexing]") {
    const Int rows = 300;
    const Int columns = 70;
    const Tensor table = counted({rows, columns});
    const Tensor turned = run_one(torch, "t", {table});
    std::vector<double> order;
    for (Int i = 0; i < 1000; ++i) {
        order.push_back(static_cast<double>(i * 7919 % rows));
    }
    const Tensor picked = run_one(torch, "index", {table, IndexList{by(places(order))}});
    const Tensor across = run_one(torch, "index", {turned, IndexList{from({}, {}), by(places(order))}});
    REQUIRE(picked.shape() == Shape{1000, columns});
    REQUIRE(across.shape() == Shape{columns, 1000});
    Int wrong = 0;
    for (Int i = 0; i < 1000; ++i) {
        for (Int j = 0; j < columns; ++j) {
            const double expected =
                table.data<double>()[static_cast<Int>(order[static_cast<std::size_t>(i)]) * columns + j];
            wrong += picked.data<double>()[i * columns + j] != expected;
            wrong += across.data<double>()[j * 1000 + i] != expected;
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("gradients of joining along a dim", "[gathering][gradcheck]") {
    const Int join = GENERATE(0, 1, 2, 3, 4);
    const bool include_self = GENERATE(false, true);
    const Tensor index = tensor_of({0, 1, 2, 0, 1, 0, 0, 2}, {4, 2}, Dtype::int64);
    INFO(join);
    gradcheck(
        [=](const TensorList& in) { return call<"scatter_reduce">(in[0], Int{0}, index, in[1], join, include_self); },
        {counted({3, 2}), add(mul(counted({4, 2}), Scalar(1.1)), Scalar(0.03))});
}

// The part of the source that the index does not reach has no gradient.
TEST_CASE("gradients of joining a part of the source", "[gathering][gradcheck]") {
    gradcheck(
        [](const TensorList& in) {
            return call<"scatter_reduce">(in[0], Int{0}, tensor_of({0, 1}, {2, 1}, Dtype::int64), in[1], Int{1}, true);
        },
        {counted({3, 2}), add(counted({4, 2}), Scalar(3))});
}

// A product's factor that is 0 gets the product of the others, and nothing where there is another 0.
TEST_CASE("the gradient of a product with zeros", "[gathering]") {
    const Tensor self = vector_of({2});
    const Tensor source = vector_of({0, 3});
    for (const Tensor& leaf : {self, source}) {
        make_tape_meta(leaf).requires_grad = true;
    }
    const Tensor result = apply<"scatter_reduce">(self, Int{0}, places({0, 0}), source, Int{1}, true);
    const TensorList grads = gradients({result}, {self, source}, {}, false, false, false);
    CHECK(values_of(grads[0]) == std::vector<double>{0});
    CHECK(values_of(grads[1]) == std::vector<double>{6, 0});
}

TEST_CASE("gradients of filling slices and of overlapping slices", "[indexing][gradcheck]") {
    gradcheck([](const TensorList& in) { return call<"index_fill">(in[0], Int{0}, places({0, 2}), in[1]); },
              {counted({3, 2}), vector_of({0.5}).view_as({}, {}, 0)});
    gradcheck([](const TensorList& in) { return call<"unfold">(in[0], Int{0}, Int{3}, Int{2}); }, {counted({7, 2})});
    gradcheck([](const TensorList& in) { return call<"unfold">(in[0], Int{0}, Int{1}, Int{1}); }, {counted({})});
}
