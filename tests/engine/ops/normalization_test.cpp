// Normalisations: gradients and their gradients against central differences, and the fused backward against the one in ops.
#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;
using namespace sconce::test;
using Int = std::int64_t;

namespace {

struct Norm {
    const char* name;
    Differentiable f;
    TensorList inputs;
};

std::vector<Norm> norms() {
    const Tensor mean = uneven({4}, 2, 0.3);
    const Tensor variance = fractions({4}, 1);
    return {
        {"layer",
         [](const TensorList& in) { return call<"layer_norm">(in[0], Shape{4, 3}, in[1], in[2], 0.1); },
         {uneven({2, 4, 3}), uneven({4, 3}, 1), uneven({4, 3}, 2)}},
        {"layer, plain", [](const TensorList& in) { return call<"layer_norm">(in[0], Shape{5}); }, {uneven({2, 5})}},
        {"rms",
         [](const TensorList& in) { return call<"rms_norm">(in[0], Shape{3}, in[1], 0.1); },
         {uneven({2, 4, 3}), uneven({3}, 1)}},
        {"group",
         [](const TensorList& in) { return call<"group_norm">(in[0], Int{2}, in[1], in[2], 0.1); },
         {uneven({2, 4, 3}), uneven({4}, 1), uneven({4}, 2)}},
        {"batch, training",
         [](const TensorList& in) { return call<"batch_norm">(in[0], in[1], in[2], Value(), Value(), true, 0.1, 0.1); },
         {uneven({3, 4, 2}), uneven({4}, 1), uneven({4}, 2)}},
        {"batch, evaluation",
         [=](const TensorList& in) { return call<"batch_norm">(in[0], in[1], in[2], mean, variance, false, 0.1, 0.1); },
         {uneven({3, 4}), uneven({4}, 1), uneven({4}, 2)}},
    };
}

}  // namespace

TEST_CASE("gradients of normalisations", "[norm][gradcheck]") {
    for (const Norm& norm : norms()) {
        INFO(norm.name);
        gradcheck(norm.f, norm.inputs, {.absolute = 1e-6, .relative = 1e-5});
    }
}

TEST_CASE("the fused backward of normalisations and the one in ops", "[norm]") {
    for (const Norm& norm : norms()) {
        INFO(norm.name);
        const TensorList inputs = detail::leaves(norm.inputs);
        const TensorList fused = detail::gradients_of(norm.f, inputs, false);
        const TensorList in_ops = detail::gradients_of(norm.f, inputs, true);
        for (std::size_t i = 0; i < fused.size(); ++i) {
            const std::vector<double> a = values_of(fused[i]);
            const std::vector<double> b = values_of(in_ops[i]);
            for (std::size_t k = 0; k < a.size(); ++k) {
                CHECK_THAT(a[k], Catch::Matchers::WithinAbs(b[k], 1e-12));
            }
        }
    }
}

TEST_CASE("batch_norm moves the running moments of training alone", "[norm]") {
    const Tensor mean = vector_of({0, 0});
    const Tensor variance = vector_of({1, 1});
    const Tensor x = tensor_of({1, 10, 3, 10}, {2, 2});
    const std::uint32_t version = mean.version();
    call<"batch_norm">(x, Value(), Value(), mean, variance, true, 0.25, 1e-5);
    // Means 2 and 10, unbiased variances 2 and 0.
    CHECK(values_of(mean) == std::vector<double>{0.5, 2.5});
    CHECK(values_of(variance) == std::vector<double>{1.25, 0.75});
    CHECK(mean.version() > version);
    call<"batch_norm">(x, Value(), Value(), mean, variance, false, 0.25, 1e-5);
    CHECK(values_of(mean) == std::vector<double>{0.5, 2.5});
}
