// Vector norms: gradients against central differences.
#include <catch2/catch_all.hpp>
#include <limits>

#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;
using namespace sconce::test;
using Int = std::int64_t;

TEST_CASE("gradients of vector norms", "[norm][gradcheck]") {
    const double inf = std::numeric_limits<double>::infinity();
    const double order = GENERATE_COPY(0.0, 0.5, 1.0, 1.5, 2.0, 3.0, inf, -inf, -1.0);
    INFO(order);
    gradcheck([order](const TensorList& in) { return call<"linalg_vector_norm">(in[0], Scalar(order)); },
              {uneven({3, 4})});
    gradcheck(
        [order](const TensorList& in) { return call<"linalg_vector_norm">(in[0], Scalar(order), Shape{0}, true); },
        {uneven({3, 4})});
    gradcheck([order](const TensorList& in) { return call<"linalg_vector_norm">(in[0], Scalar(order)); }, {uneven({})});
}

TEST_CASE("the gradient of a norm of zeros is zero", "[norm]") {
    const double order = GENERATE(1.5, 2.0, 3.0);
    const Tensor x = Tensor::full({3}, 0, Dtype::float64);
    make_tape_meta(x).requires_grad = true;
    const Tensor norm = apply<"linalg_vector_norm">(x, Scalar(order));
    CHECK(values_of(gradients({norm}, {x}, {}, false, false, false)[0]) == std::vector<double>(3, 0));
}
