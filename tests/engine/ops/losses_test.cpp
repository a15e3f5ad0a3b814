// Losses between an input and a target: gradients and their gradients against central differences.
#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;
using namespace sconce::test;
using Int = std::int64_t;

TEST_CASE("gradients of losses of differences", "[loss][gradcheck]") {
    const Int reduction = GENERATE(0, 1, 2);
    const TensorList pair{uneven({3, 4}), uneven({3, 4}, 1.1)};
    gradcheck([=](const TensorList& in) { return call<"mse_loss">(in[0], in[1], reduction); }, pair);
    gradcheck([=](const TensorList& in) { return call<"smooth_l1_loss">(in[0], in[1], reduction, 0.7); }, pair);
    gradcheck([=](const TensorList& in) { return call<"huber_loss">(in[0], in[1], reduction, 0.7); }, pair);
}

TEST_CASE("gradients of binary losses", "[loss][gradcheck]") {
    const Int reduction = GENERATE(0, 1, 2);
    const Tensor weight = fractions({3, 4}, 2.0);
    const Tensor positives = fractions({4}, 1.5);
    gradcheck([=](const TensorList& in) { return call<"binary_cross_entropy">(in[0], in[1], weight, reduction); },
              {fractions({3, 4}), fractions({3, 4}, 1.0)});
    for (const Value& positive : {Value(), Value(positives)}) {
        gradcheck(
            [=](const TensorList& in) {
                return call<"binary_cross_entropy_with_logits">(in[0], in[1], weight, positive, reduction);
            },
            {uneven({3, 4}), fractions({3, 4}, 1.0)});
    }
    const Tensor signs = vector_of({1, -1, -1, 1});
    gradcheck([=](const TensorList& in) { return call<"soft_margin_loss">(in[0], signs, reduction); },
              {uneven({3, 4})});
}

TEST_CASE("gradients of multi_margin_loss", "[loss][gradcheck]") {
    const Int reduction = GENERATE(0, 1, 2);
    const Int power = GENERATE(1, 2);
    const Tensor target = vector_of({2, 0, 3}, Dtype::int64);
    gradcheck(
        [=](const TensorList& in) {
            return call<"multi_margin_loss">(in[0], target, power, Scalar(0.8), vector_of({1, 2, 0.5, 1.5}), reduction);
        },
        {uneven({3, 4})});
}
