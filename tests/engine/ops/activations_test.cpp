// Activation functions: gradients and their gradients against central differences. Values are held to PyTorch's in tests/python.
#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;
using namespace sconce::test;

TEST_CASE("gradients of activations", "[activation][gradcheck]") {
    struct Case {
        const char* name;
        std::vector<Value> parameters;
    };
    const Case one = GENERATE(values<Case>({
        {"leaky_relu", {Scalar(0.2)}},
        {"elu", {Scalar(0.7), Scalar(1.1), Scalar(0.9)}},
        {"celu", {Scalar(1.4)}},
        {"selu", {}},
        {"gelu", {}},
        {"gelu", {true}},
        {"mish", {}},
        {"softplus", {Scalar(1.5), Scalar(2.0)}},
        {"log_sigmoid", {}},
        {"hardtanh", {Scalar(-1.1), Scalar(0.8)}},
        {"hardswish", {}},
        {"hardsigmoid", {}},
        {"hardshrink", {Scalar(0.6)}},
        {"softshrink", {Scalar(0.6)}},
        {"threshold", {Scalar(0.1), Scalar(3.0)}},
    }));
    INFO(one.name);
    const auto f = [&](const TensorList& in) -> Value {
        std::vector<Value> values{in[0]};
        values.insert(values.end(), one.parameters.begin(), one.parameters.end());
        return run(Dialect::torch, one.name, values);
    };
    gradcheck(f, {uneven({3, 5}, 0.2, 3.7)});
}

TEST_CASE("gradients of activations with partners", "[activation][gradcheck]") {
    gradcheck([](const TensorList& in) { return call<"prelu">(in[0], in[1]); }, {uneven({2, 3, 2}), uneven({3}, 1)});
    gradcheck([](const TensorList& in) { return call<"prelu">(in[0], in[1]); }, {uneven({4}), uneven({1}, 1)});
    gradcheck([](const TensorList& in) { return call<"glu">(in[0], std::int64_t{1}); }, {uneven({2, 4, 3})});
}

// The one loop that backward runs and the slope written in ops are the same function.
TEST_CASE("gelu's slope in one loop and in ops", "[activation]") {
    for (const bool tanh : {false, true}) {
        const Tensor x = uneven({4, 7});
        make_tape_meta(x).requires_grad = true;
        const auto slope = [&](bool create_graph) {
            const Tensor y = apply<"gelu">(x, tanh);
            return values_of(gradients({y}, {x}, {uneven(y.shape(), 0.9)}, false, create_graph, false)[0]);
        };
        const std::vector<double> loop = slope(false);
        const std::vector<double> ops = slope(true);
        for (std::size_t i = 0; i < loop.size(); ++i) {
            CHECK_THAT(loop[i], Catch::Matchers::WithinAbs(ops[i], 1e-13));
        }
    }
}
