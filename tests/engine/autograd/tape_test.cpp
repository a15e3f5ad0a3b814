// The tape: what is recorded, what backward gives, and what goes wrong in PyTorch's words.
#include <catch2/catch_all.hpp>

#include "engine/autograd/walk.hpp"
#include "engine/core/storage.hpp"
#include "engine/ops/functions.hpp"

using namespace sconce;
using Catch::Matchers::ContainsSubstring;

namespace {

Tensor vector_of(std::vector<double> values) {
    const Tensor tensor = Tensor::empty({static_cast<std::int64_t>(values.size())}, Dtype::float64);
    std::copy(values.begin(), values.end(), tensor.data<double>());
    return tensor;
}

Tensor leaf(std::vector<double> values) {
    const Tensor tensor = vector_of(std::move(values));
    make_tape_meta(tensor).requires_grad = true;
    return tensor;
}

std::vector<double> grad_of(const Tensor& tensor) {
    const Tensor& grad = tape_meta(tensor)->grad;
    REQUIRE(grad);
    const Tensor flat = prepared(grad, Dtype::float64);
    return {flat.data<double>(), flat.data<double>() + flat.numel()};
}

Tensor total(const Tensor& tensor) { return apply<"sum">(tensor); }

}  // namespace

TEST_CASE("gradients accumulate over uses and over calls", "[autograd]") {
    const Tensor x = leaf({1, 2, 3});
    const Tensor y = total(add(mul(x, x), x));
    backward({y}, {}, true, false);
    CHECK(grad_of(x) == std::vector<double>{3, 5, 7});
    backward({y}, {}, false, false);
    CHECK(grad_of(x) == std::vector<double>{6, 10, 14});
}

TEST_CASE("broadcast operands get their gradients summed", "[autograd]") {
    const Tensor x = leaf({2});
    const Tensor y = leaf({1, 2, 3});
    backward({total(mul(x, y))}, {}, false, false);
    CHECK(grad_of(x) == std::vector<double>{6});
    CHECK(grad_of(y) == std::vector<double>{2, 2, 2});
}

TEST_CASE("second derivatives come from recording backward", "[autograd]") {
    const Tensor x = leaf({2});
    const Tensor y = total(mul(mul(x, x), x));
    const Tensor first = gradients({y}, {x}, {}, true, true, false)[0];
    CHECK(first.data<double>()[0] == 12);
    const Tensor second = gradients({total(first)}, {x}, {}, false, false, false)[0];
    CHECK(second.data<double>()[0] == 12);
    const Tensor e = exp(x);
    const Tensor slope = gradients({total(e)}, {x}, {}, true, true, false)[0];
    const Tensor bend = gradients({total(slope)}, {x}, {}, false, false, false)[0];
    CHECK(bend.data<double>()[0] == Catch::Approx(std::exp(2.0)));
}

TEST_CASE("gradients() leaves .grad alone and reports unused inputs", "[autograd]") {
    const Tensor x = leaf({1});
    const Tensor z = leaf({1});
    const Tensor y = total(mul(x, Scalar(3)));
    CHECK_THROWS_WITH(gradients({y}, {x, z}, {}, true, false, false),
                      ContainsSubstring("appears to not have been used in the graph"));
    const TensorList both = gradients({y}, {x, z}, {}, false, false, true);
    CHECK(both[0].data<double>()[0] == 3);
    CHECK_FALSE(both[1]);
    CHECK_FALSE(tape_meta(x)->grad);
}

TEST_CASE("a second backward needs retain_graph", "[autograd]") {
    const Tensor x = leaf({1, 2});
    const Tensor y = total(mul(x, x));
    backward({y}, {}, false, false);
    CHECK_THROWS_WITH(backward({y}, {}, false, false),
                      ContainsSubstring("Trying to backward through the graph a second time"));
}

TEST_CASE("errors of backward are PyTorch's", "[autograd]") {
    const Tensor x = leaf({1, 2});
    CHECK_THROWS_WITH(backward({mul(x, x)}, {}, false, false),
                      "grad can be implicitly created only for scalar outputs");
    CHECK_THROWS_WITH(backward({vector_of({1})}, {}, false, false),
                      "element 0 of tensors does not require grad and does not have a grad_fn");
}

TEST_CASE("a kept tensor that changed in place is noticed", "[autograd]") {
    const Tensor x = leaf({1, 2});
    const Tensor y = mul(x, Scalar(1));
    const Tensor z = total(mul(y, y));
    Args args;
    args.push(y);
    args.push(Scalar(1));
    args.push(Scalar(1));
    dispatch_in_place(find_op("add"), std::move(args));
    CHECK_THROWS_WITH(backward({z}, {}, false, false),
                      ContainsSubstring("has been modified by an inplace operation: [torch.DoubleTensor [2]], which is "
                                        "output 0 of Add, is at version 1; expected version 0 instead"));
}

TEST_CASE("in place on a leaf is refused, on a result it joins the graph", "[autograd]") {
    const Tensor x = leaf({1, 2});
    Args refused;
    refused.push(x);
    refused.push(Scalar(2));
    CHECK_THROWS_WITH(dispatch_in_place(find_op("mul"), std::move(refused)),
                      "a leaf Variable that requires grad is being used in an in-place operation.");
    const Tensor y = add(x, Scalar(1));
    Args args;
    args.push(y);
    args.push(x);
    dispatch_in_place(find_op("mul"), std::move(args));
    backward({total(y)}, {}, false, false);
    CHECK(grad_of(x) == std::vector<double>{3, 5});
}

TEST_CASE("a write through a view joins its base's history, and the other views see it", "[autograd]") {
    const auto before = memory_stats().live_storages;
    {
        const Tensor x = leaf({1, 2, 3});
        const Tensor y = mul(x, Scalar(2));
        const Tensor other = apply<"narrow">(y, std::int64_t{0}, std::int64_t{0}, std::int64_t{2});
        Args args;
        args.push(apply<"narrow">(y, std::int64_t{0}, std::int64_t{1}, std::int64_t{2}));
        args.push(Scalar(10));
        dispatch_in_place(find_op("mul"), std::move(args));
        backward({total(mul(other, other))}, {}, false, false);
        // other = (2 x0, 20 x1)
        CHECK(grad_of(x) == std::vector<double>{8, 1600, 0});
    }
    CHECK(memory_stats().live_storages == before);
}

TEST_CASE("a view of a plain tensor brings a gradient into it", "[autograd]") {
    const Tensor w = leaf({1, 2});
    const Tensor x = vector_of({0, 0, 0});
    Args args;
    args.push(apply<"narrow">(x, std::int64_t{0}, std::int64_t{1}, std::int64_t{2}));
    args.push(w);
    args.push(Scalar(1));
    dispatch_in_place(find_op("add"), std::move(args));
    CHECK(requires_grad(x));
    backward({total(mul(x, x))}, {}, false, false);
    CHECK(grad_of(w) == std::vector<double>{2, 4});
}

TEST_CASE("a write through a view of a leaf is refused", "[autograd]") {
    const Tensor x = leaf({1, 2});
    Args args;
    args.push(apply<"narrow">(x, std::int64_t{0}, std::int64_t{0}, std::int64_t{1}));
    args.push(Scalar(1));
    args.push(Scalar(1));
    CHECK_THROWS_WITH(dispatch_in_place(find_op("add"), std::move(args)),
                      "a view of a leaf Variable that requires grad is being used in an in-place operation.");
}

TEST_CASE("nothing is recorded while recording is off", "[autograd]") {
    const Tensor x = leaf({1});
    const GradMode off(false);
    CHECK_FALSE(requires_grad(mul(x, x)));
}

TEST_CASE("graphs that a tensor is written into from itself or its views are freed", "[autograd]") {
    const auto before = memory_stats().live_storages;
    {
        const Tensor x = leaf({1, 2});
        const Tensor y = mul(x, Scalar(1));
        Args itself;
        itself.push(y);
        itself.push(y);
        dispatch_in_place(find_op("mul"), std::move(itself));
        const Tensor part = apply<"narrow">(y, std::int64_t{0}, std::int64_t{0}, std::int64_t{1});
        Args from_view;
        from_view.push(y);
        from_view.push(mul(part, part));
        from_view.push(Scalar(1));
        dispatch_in_place(find_op("add"), std::move(from_view));
    }
    CHECK(memory_stats().live_storages == before);
}

TEST_CASE("a very long graph is built, walked and freed without recursion", "[autograd]") {
    const auto before = memory_stats().live_storages;
    {
        const Tensor x = leaf({1});
        Tensor y = mul(x, Scalar(1));
        for (int i = 0; i < 50000; ++i) {
            y = add(y, Scalar(1));
        }
        backward({total(y)}, {}, true, false);
        CHECK(grad_of(x) == std::vector<double>{1});
    }
    CHECK(memory_stats().live_storages == before);
}
