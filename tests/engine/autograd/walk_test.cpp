// A walk that stops: hooks and nodes of the caller's own.
#include <catch2/catch_all.hpp>

#include "engine/autograd/walk.hpp"
#include "tests/engine/support/ops.hpp"

using namespace sconce;
using namespace sconce::test;
using Catch::Matchers::ContainsSubstring;

namespace {

Tensor leaf(const std::vector<double>& values) {
    const Tensor tensor = vector_of(values);
    make_tape_meta(tensor).requires_grad = true;
    return tensor;
}

using Values = std::vector<double>;

}  // namespace

TEST_CASE("a leaf's hook is handed its whole gradient, once", "[autograd]") {
    const Tensor x = leaf({1, 2});
    const std::int64_t key = hook_key(x, false);
    CHECK(hook_key(x, false) == key);
    const std::int64_t after = hook_key(x, true);
    const Tensor y = apply<"sum">(add(mul(x, x), x));

    REQUIRE(begin_walk({y}, {}, {}, false, false, false) == key);
    CHECK(values_of(walk_gradients()[0]) == Values{3, 5});
    CHECK(!tape_meta(x)->grad);
    REQUIRE(resume_walk({vector_of({10, 20})}) == after);
    CHECK(walk_gradients().empty());
    CHECK(values_of(tape_meta(x)->grad) == Values{10, 20});
    CHECK(resume_walk({}) == 0);
    end_walk();
}

TEST_CASE("a hook changes what flows on", "[autograd]") {
    const Tensor x = leaf({1, 2});
    const Tensor middle = mul(x, Scalar(2));
    const std::int64_t key = hook_key(middle, false);
    CHECK_THROWS_WITH(hook_key(middle, true), ContainsSubstring("cannot be registered on non-leaf"));
    CHECK_THROWS_WITH(hook_key(vector_of({1}), false), ContainsSubstring("doesn't require gradient"));
    const Tensor y = apply<"sum">(mul(middle, middle));
    CHECK_THROWS_WITH(backward({y}, {}, true, false), ContainsSubstring("begin_walk"));

    REQUIRE(begin_walk({y}, {}, {x, middle}, false, false, true) == key);
    CHECK(values_of(walk_gradients()[0]) == Values{4, 8});
    REQUIRE(resume_walk({vector_of({1, 1})}) == 0);
    CHECK(values_of(walk_gradients()[0]) == Values{2, 2});
    CHECK(values_of(walk_gradients()[1]) == Values{1, 1});
    end_walk();
    CHECK(!tape_meta(x)->grad);
}

TEST_CASE("the caller computes the backward of its own node", "[autograd]") {
    const Tensor x = leaf({1, 2});
    const Tensor w = leaf({3, 4});
    const Tensor inside = mul(x, Scalar(2));
    const Tensor out = vector_of({7, 8});
    const Tensor unused = vector_of({0});
    const std::int64_t key = hang_outside_node(find_op("outside_node"), {out, unused}, {inside, w, vector_of({1})});
    CHECK(requires_grad(out));
    CHECK(!is_leaf(out));
    const Tensor y = apply<"sum">(mul(out, Scalar(5)));

    REQUIRE(begin_walk({y}, {}, {}, false, false, false) == key);
    const TensorList given = walk_gradients();
    CHECK(values_of(given[0]) == Values{5, 5});
    CHECK(!given[1]);
    CHECK_THROWS_WITH(resume_walk({}), ContainsSubstring("asked for 3"));

    // A walk within: what it does leaves the outer one alone.
    const Tensor other = leaf({1});
    REQUIRE(begin_walk({mul(other, other)}, {}, {}, false, false, false) == 0);
    end_walk();
    CHECK(values_of(tape_meta(other)->grad) == Values{2});

    REQUIRE(resume_walk({vector_of({1, 10}), Tensor(), Tensor()}) == 0);
    end_walk();
    CHECK(values_of(tape_meta(x)->grad) == Values{2, 20});
    CHECK(!tape_meta(w)->grad);
    CHECK_THROWS_WITH(walk_gradients(), ContainsSubstring("no walk"));
}

TEST_CASE("a walk that collects runs only what leads to its inputs", "[autograd]") {
    const Tensor x = leaf({1, 2});
    const Tensor other = leaf({3, 4});
    const Tensor aside = vector_of({5, 6});
    hang_outside_node(find_op("outside_node"), {aside}, {other});
    const Tensor middle = mul(x, Scalar(3));
    const Tensor y = apply<"sum">(mul(middle, aside));
    CHECK(values_of(gradients({y}, {middle}, {}, true, false, false)[0]) == Values{5, 6});
    CHECK(values_of(gradients({y}, {x}, {}, true, false, false)[0]) == Values{15, 18});
    REQUIRE(begin_walk({y}, {}, {other}, true, false, true) != 0);
    end_walk();
    REQUIRE(begin_walk({y}, {}, {x}, true, false, true) == 0);
    CHECK(values_of(walk_gradients()[0]) == Values{15, 18});
    end_walk();
}

TEST_CASE("second derivatives flow through the caller's node", "[autograd]") {
    const Tensor x = leaf({3});
    const Tensor out = vector_of({9});
    const std::int64_t key = hang_outside_node(find_op("outside_node"), {out}, {x});

    REQUIRE(begin_walk({out}, {}, {x}, true, true, true) == key);
    const Tensor grad = walk_gradients()[0];
    const GradMode recording(true);
    CHECK(!is_leaf(tie_to_walk(vector_of({9}), 0)));
    REQUIRE(resume_walk({mul(grad, mul(x, Scalar(2)))}) == 0);
    const Tensor first = walk_gradients()[0];
    end_walk();
    CHECK(values_of(first) == Values{6});
    CHECK(values_of(gradients({first}, {x}, {}, false, false, false)[0]) == Values{2});
}

TEST_CASE("an output written in place goes on from the caller's node", "[autograd]") {
    const Tensor x = leaf({1, 2});
    const Tensor inside = mul(x, Scalar(3));
    const std::int64_t key = hang_outside_node(find_op("outside_node"), {inside}, {inside});
    REQUIRE(begin_walk({apply<"sum">(inside)}, {}, {}, false, false, false) == key);
    REQUIRE(resume_walk({vector_of({2, 2})}) == 0);
    end_walk();
    CHECK(values_of(tape_meta(x)->grad) == Values{6, 6});
    CHECK_THROWS_WITH(hang_outside_node(find_op("outside_node"), {x}, {x}), ContainsSubstring("a leaf Variable"));
}

TEST_CASE("the keys of a graph that died are told", "[autograd]") {
    take_forgotten_keys();
    std::int64_t node = 0;
    std::int64_t hook = 0;
    {
        const Tensor x = leaf({1});
        const Tensor out = vector_of({1});
        node = hang_outside_node(find_op("outside_node"), {out}, {x});
        hook = hook_key(out, false);
        CHECK(take_forgotten_keys().empty());
    }
    std::vector<std::int64_t> keys = take_forgotten_keys();
    std::sort(keys.begin(), keys.end());
    CHECK(keys == std::vector<std::int64_t>{node, hook});
    CHECK(take_forgotten_keys().empty());
}
