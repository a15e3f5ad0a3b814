// Softmax, log_softmax, logsumexp and the negative log likelihood.
#include <cmath>
#include <limits>

#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/ops.hpp"

using namespace sconce;
using namespace sconce::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Values = std::vector<double>;

namespace {

constexpr double quiet_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

Tensor torch_op(std::string_view name, const std::vector<Value>& values) {
    return run_one(Dialect::torch, name, values);
}

std::int64_t integer(std::int64_t value) { return value; }

// Deterministic, uneven, both signs.
Tensor waves(const Shape& shape, Dtype dtype = Dtype::float64) {
    std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = 3 * std::sin(1.3 * static_cast<double>(i) + 0.2) + 0.01 * static_cast<double>(i % 7);
    }
    return tensor_of(values, shape, dtype);
}

}  // namespace

// The definition, straight: exp(x_i) / sum exp(x_j), in double.
TEST_CASE("softmax follows its definition over every dimension", "[softmax]") {
    const Dtype dtype = GENERATE(Dtype::float32, Dtype::float64);
    const Shape shape{3, 17, 5};
    const Tensor x = waves(shape, dtype);
    const Values in = values_of(x);
    const double tolerance = dtype == Dtype::float32 ? 1e-6 : 1e-14;
    for (int dim = 0; dim < 3; ++dim) {
        const Values out = values_of(torch_op("softmax", {x, integer(dim)}));
        const Values logs = values_of(torch_op("log_softmax", {x, integer(dim - 3)}));
        std::int64_t inner = 1;
        for (int d = dim + 1; d < 3; ++d) {
            inner *= shape[static_cast<std::size_t>(d)];
        }
        const std::int64_t count = shape[static_cast<std::size_t>(dim)];
        for (std::int64_t i = 0; i < x.numel(); ++i) {
            const std::int64_t first = i - i / inner % count * inner;
            double total = 0;
            for (std::int64_t k = 0; k < count; ++k) {
                total += std::exp(in[static_cast<std::size_t>(first + k * inner)]);
            }
            const double expected = std::exp(in[static_cast<std::size_t>(i)]) / total;
            REQUIRE_THAT(out[static_cast<std::size_t>(i)], WithinRel(expected, tolerance));
            REQUIRE_THAT(logs[static_cast<std::size_t>(i)], WithinAbs(std::log(expected), 10 * tolerance));
        }
    }
}

TEST_CASE("softmax of large, infinite and missing values", "[softmax]") {
    CHECK(values_of(torch_op("softmax", {vector_of({1000, 1000}, Dtype::float32), integer(0)})) == Values{0.5, 0.5});
    CHECK(values_of(torch_op("softmax", {vector_of({-inf, 1}), integer(0)})) == Values{0, 1});
    CHECK(values_of(torch_op("log_softmax", {vector_of({-inf, 1}), integer(0)})) == Values{-inf, 0});
    for (const Values& row : {Values{-inf, -inf}, Values{inf, 1}, Values{quiet_nan, 1}}) {
        for (const char* name : {"softmax", "log_softmax"}) {
            const Values out = values_of(torch_op(name, {vector_of(row), integer(0)}));
            CHECK(std::isnan(out[0]));
            // Only log_softmax tells a finite element beside an infinite one apart.
            CHECK((std::isnan(out[1]) || (row[0] == inf && std::string_view(name) == "log_softmax")));
        }
    }
    CHECK(torch_op("softmax", {tensor_of({}, {2, 0}), integer(1)}).shape() == Shape{2, 0});
    CHECK(torch_op("softmax", {tensor_of({}, {0, 3}), integer(1)}).shape() == Shape{0, 3});
    CHECK(values_of(torch_op("softmax", {tensor_of({7}, {}), integer(0)})) == Values{1});
}

TEST_CASE("softmax dtypes and errors", "[softmax]") {
    CHECK(torch_op("softmax", {waves({2, 3}, Dtype::float32), integer(1), Dtype::float64}).dtype() == Dtype::float64);
    CHECK(torch_op("softmax", {tensor_of({1, 2}, {2}, Dtype::int64), integer(0), Dtype::float32}).dtype() ==
          Dtype::float32);
    const Tensor integers = tensor_of({0, 1, 2, 3}, {2, 2}, Dtype::int64);
    const Caught last = error_of(Dialect::torch, "softmax", {integers, integer(1)});
    CHECK(last.text == "\"softmax_lastdim_kernel_impl\" not implemented for 'Long'");
    CHECK(last.kind == ErrorKind::unsupported);
    CHECK(error_of(Dialect::torch, "log_softmax", {integers, integer(0)}).text ==
          "\"log_softmax_kernel_impl\" not implemented for 'Long'");
    CHECK(error_of(Dialect::torch, "softmax", {waves({2, 3}), integer(5)}).text ==
          "Dimension out of range (expected to be in range of [-2, 1], but got 5)");
}

TEST_CASE("softmax reads any layout", "[softmax]") {
    const Tensor x = waves({4, 3});
    const Tensor transposed = x.view_as({3, 4}, {1, 3}, 0);
    CHECK(values_of(torch_op("softmax", {transposed, integer(1)})) ==
          values_of(torch_op("softmax", {prepared(transposed, Dtype::float64), integer(1)})));
}

TEST_CASE("gradients of softmax and its logarithm", "[softmax][gradcheck]") {
    for (const std::int64_t dim : {0, 1, 2}) {
        gradcheck([dim](const TensorList& in) { return call<"softmax">(in[0], dim); }, {waves({2, 5, 3})});
        gradcheck([dim](const TensorList& in) { return call<"log_softmax">(in[0], dim); }, {waves({2, 5, 3})});
    }
    gradcheck([](const TensorList& in) { return call<"softmax">(in[0], std::int64_t{0}); }, {waves({11})});
    gradcheck([](const TensorList& in) { return call<"logsumexp">(in[0], Shape{1}); }, {waves({3, 4})});
    gradcheck([](const TensorList& in) { return call<"logsumexp">(in[0], Shape{0, 1}, true); }, {waves({3, 4})});
}

// What the second seed lesson prints: the gradient's collapse when scores grow.
TEST_CASE("the gradient of a saturated softmax keeps its digits", "[softmax]") {
    const Tensor x = vector_of({-7.41776454, -17.53749711, -20.26319422, 16.21952839, 13.11834341}, Dtype::float32);
    make_tape_meta(x).requires_grad = true;
    const Tensor p = apply<"softmax">(x, std::int64_t{0});
    backward({p}, {vector_of({1, 0, 0, 0, 0}, Dtype::float32)}, false, false);
    CHECK_THAT(values_of(apply<"sum">(apply<"abs">(tape_meta(x)->grad)))[0], WithinRel(1.0384115789463522e-10, 1e-7));
}

TEST_CASE("logsumexp at the edges", "[softmax]") {
    CHECK(values_of(torch_op("logsumexp", {vector_of({-inf, -inf}), Shape{0}})) == Values{-inf});
    CHECK(values_of(torch_op("logsumexp", {vector_of({inf, 1}), Shape{0}})) == Values{inf});
    CHECK_THAT(values_of(torch_op("logsumexp", {vector_of({1000, 1000}), Shape{0}}))[0],
               WithinRel(1000 + std::log(2.0), 1e-15));
    CHECK(values_of(torch_op("logsumexp", {tensor_of({}, {2, 0}), Shape{1}})) == Values{-inf, -inf});
    CHECK(torch_op("logsumexp", {tensor_of({1, 2}, {2}, Dtype::int64), Shape{0}}).dtype() == Dtype::float32);
    CHECK_FALSE(torch_op("logsumexp", {waves({3, 4}), Shape{1}}).impl().is_view);
}

TEST_CASE("nll_loss: weights, ignored targets, reductions", "[nll_loss]") {
    const Tensor x = tensor_of({0, 1, 2, 3, 4, 5}, {2, 3});
    const Tensor target = vector_of({0, 1}, Dtype::int64);
    const Tensor weight = vector_of({1, 2, 3});
    CHECK(values_of(torch_op("nll_loss", {x, target})) == Values{-2});
    CHECK(values_of(torch_op("nll_loss", {x, target, Value(), integer(0)})) == Values{0, -4});
    CHECK(values_of(torch_op("nll_loss", {x, target, Value(), integer(2)})) == Values{-4});
    CHECK_THAT(values_of(torch_op("nll_loss", {x, target, weight}))[0], WithinRel(-8.0 / 3.0, 1e-15));
    CHECK(values_of(torch_op("nll_loss", {x, vector_of({-100, 1}, Dtype::int64), Value(), integer(0)})) ==
          Values{0, -4});
    CHECK(std::isnan(values_of(torch_op("nll_loss", {x, vector_of({-100, -100}, Dtype::int64)}))[0]));
    CHECK(values_of(torch_op("nll_loss", {vector_of({0, 1, 2}), tensor_of({1}, {}, Dtype::int64)})) == Values{-1});
    CHECK(torch_op("nll_loss", {vector_of({0, 1, 2}), vector_of({1}, Dtype::int64), Value(), integer(0)})
              .shape()
              .empty());
}

TEST_CASE("nll_loss errors in PyTorch's words", "[nll_loss]") {
    const Tensor x = tensor_of({0, 1, 2, 3, 4, 5}, {2, 3});
    const auto text = [&](const Tensor& self, const Tensor& target, Value weight = {}) {
        return error_of(Dialect::torch, "nll_loss", {self, target, std::move(weight)}).text;
    };
    CHECK(text(x, vector_of({0, 5}, Dtype::int64)) == "Target 5 is out of bounds.");
    CHECK(text(x, vector_of({0, -1}, Dtype::int64)) == "Target -1 is out of bounds.");
    CHECK(text(x, vector_of({0, 1, 2}, Dtype::int64)) ==
          "Expected input batch_size (2) to match target batch_size (3).");
    CHECK(text(x, vector_of({0, 1}, Dtype::float32)) == "expected target dtype to be Long or Byte, but got Float");
    CHECK(text(x, tensor_of({0, 1}, {2, 1}, Dtype::int64)) ==
          "0D or 1D target tensor expected, multi-target not supported");
    CHECK(text(x, vector_of({0, 1}, Dtype::int64), vector_of({1, 1})) ==
          "weight tensor should be defined either for all 3 classes or no classes but got weight tensor of shape: [2]");
    CHECK(text(tensor_of({1}, {}), tensor_of({0}, {}, Dtype::int64)) == "Expected 1 or more dimensions (got 0)");
    CHECK(text(vector_of({1, 2}), vector_of({0, 1}, Dtype::int64)) ==
          "For 1D input, 1D target must have size 1, but got target size: 2");
    CHECK(text(tensor_of({0, 1, 2, 3, 4, 5}, {1, 2, 3}), tensor_of({0, 1}, {1, 2}, Dtype::int64)) ==
          "Expected target size [1, 3], got [1, 2]");
    CHECK(text(tensor_of({1, 2}, {1, 2}, Dtype::int64), vector_of({0}, Dtype::int64)) ==
          "\"nll_loss_out_frame\" not implemented for 'Long'");
}

TEST_CASE("gradients of nll_loss", "[nll_loss][gradcheck]") {
    const Tensor target = vector_of({2, -100, 0}, Dtype::int64);
    for (const std::int64_t reduction : {0, 1, 2}) {
        gradcheck([&](const TensorList& in) { return call<"nll_loss">(in[0], in[1], vector_of({1, 2, 3}), reduction); },
                  {waves({3, 3}), target});
    }
    gradcheck(
        [](const TensorList& in) { return call<"nll_loss">(apply<"log_softmax">(in[0], std::int64_t{1}), in[1]); },
        {waves({2, 3, 4}), tensor_of({0, 1, 2, 0, 1, 2, 0, 1}, {2, 4}, Dtype::int64)});
    gradcheck([](const TensorList& in) { return call<"nll_loss">(in[0], in[1]); },
              {waves({4}), tensor_of({3}, {}, Dtype::int64)});
}

TEST_CASE("grad_fn names of softmax and losses", "[softmax]") {
    const Tensor x = waves({2, 3});
    make_tape_meta(x).requires_grad = true;
    const auto name = [](const Tensor& tensor) { return tape_meta(tensor)->node->name; };
    CHECK(name(apply<"softmax">(x, std::int64_t{1})) == "SoftmaxBackward0");
    CHECK(name(apply<"log_softmax">(x, std::int64_t{1})) == "LogSoftmaxBackward0");
    CHECK(name(apply<"logsumexp">(x, Shape{1})) == "LogsumexpBackward0");
    CHECK(name(apply<"nll_loss">(x, vector_of({0, 1}, Dtype::int64))) == "NllLossBackward0");
    CHECK(name(apply<"nll_loss">(unsqueeze(x, 2), tensor_of({0, 1}, {2, 1}, Dtype::int64))) == "NllLoss2DBackward0");
}
