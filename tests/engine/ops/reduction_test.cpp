// Reductions and scans: shapes, dtypes, edges, errors in both dialects, gradients.
#include <cmath>
#include <limits>

#include <xtensor/xmath.hpp>
#include "engine/core/array.hpp"
#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/ops.hpp"

using namespace sconce;
using namespace sconce::test;
using Catch::Matchers::WithinRel;
using Values = std::vector<double>;

namespace {

constexpr double quiet_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

Tensor torch_op(std::string_view name, const std::vector<Value>& values) {
    return run_one(Dialect::torch, name, values);
}
Tensor numpy_op(std::string_view name, const std::vector<Value>& values) {
    return run_one(Dialect::numpy, name, values);
}
std::string torch_error(std::string_view name, const std::vector<Value>& values) {
    return error_of(Dialect::torch, name, values).text;
}
std::string numpy_error(std::string_view name, const std::vector<Value>& values) {
    return error_of(Dialect::numpy, name, values).text;
}

std::int64_t integer(std::int64_t value) { return value; }

Tensor counted(const Shape& shape, Dtype dtype = Dtype::float64) {
    std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<double>(i);
    }
    return tensor_of(values, shape, dtype);
}

Tensor waves(const Shape& shape) {
    std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = 1.5 + std::sin(1.3 * static_cast<double>(i) + 0.2);
    }
    return tensor_of(values, shape);
}

const Tensor& empty_row() {
    static const Tensor tensor = tensor_of({}, {0});
    return tensor;
}

}  // namespace

TEST_CASE("which dimensions go, and the shape that is left", "[reduction]") {
    const Tensor x = counted({2, 3, 4});
    CHECK(torch_op("sum", {x}).shape() == Shape{});
    CHECK(torch_op("sum", {x, Shape{}}).shape() == Shape{});
    CHECK(torch_op("sum", {x, Shape{1}}).shape() == Shape{2, 4});
    CHECK(torch_op("sum", {x, Shape{-1, 0}}).shape() == Shape{3});
    CHECK(torch_op("sum", {x, Shape{0, 2}, true}).shape() == Shape{1, 3, 1});
    CHECK(torch_op("sum", {x, Value(), true}).shape() == Shape{1, 1, 1});
    CHECK(numpy_op("sum", {x, Shape{}}).shape() == Shape{2, 3, 4});
    CHECK(torch_op("any", {x, Shape{}}).shape() == Shape{2, 3, 4});
    CHECK(torch_op("argmax", {x, Value(), true}).shape() == Shape{1, 1, 1});
    CHECK(torch_op("argmax", {x, integer(1)}).shape() == Shape{2, 4});
    for (const Dialect dialect : {Dialect::torch, Dialect::numpy}) {
        const Tensor one = tensor_of({3}, {});
        CHECK(run_one(dialect, "sum", {one, Shape{0}}).shape() == Shape{});
        CHECK(run_one(dialect, "amax", {one, Shape{-1}}).shape() == Shape{});
        CHECK(run_one(dialect, "argmax", {one, integer(0)}).shape() == Shape{});
    }
}

// xtensor's reducers are the reference: plain loops, no regard for anybody's order.
TEST_CASE("sums and extremes agree with the xtensor reference over every choice of dimensions and layouts",
          "[reduction][reference]") {
    const Tensor base = waves({4, 5, 3, 6});
    const Tensor permuted = base.view_as({3, 6, 4, 5}, {6, 1, 90, 18}, 0);
    for (const Tensor& x : {base, permuted}) {
        for (unsigned mask = 1; mask < 16; ++mask) {
            Shape dims;
            std::vector<std::size_t> axes;
            for (unsigned d = 0; d < 4; ++d) {
                if (mask >> d & 1) {
                    dims.push_back(d);
                    axes.push_back(d);
                }
            }
            const auto array = as_array<double>(x);
            const xt::xarray<double> total = xt::sum(array, axes);
            const xt::xarray<double> highest = xt::amax(array, axes);
            for (const Dialect dialect : {Dialect::torch, Dialect::numpy}) {
                const Values sums = values_of(run_one(dialect, "sum", {x, dims}));
                const Values maxima = values_of(run_one(dialect, "amax", {x, dims}));
                REQUIRE(sums.size() == total.size());
                for (std::size_t i = 0; i < sums.size(); ++i) {
                    CHECK_THAT(sums[i], WithinRel(total.flat(i), 1e-14));
                    CHECK(maxima[i] == highest.flat(i));
                }
            }
        }
    }
}

TEST_CASE("dtypes of reductions", "[reduction]") {
    for (const Dtype dtype : {Dtype::boolean, Dtype::uint8, Dtype::int32, Dtype::int64}) {
        const Tensor x = tensor_of({1, 0, 1}, {3}, dtype);
        for (const Dialect dialect : {Dialect::torch, Dialect::numpy}) {
            CHECK(run_one(dialect, "sum", {x}).dtype() == Dtype::int64);
            CHECK(run_one(dialect, "sum", {x}).item().integer() == 2);
            CHECK(run_one(dialect, "prod", {x}).dtype() == Dtype::int64);
            CHECK(run_one(dialect, "cumsum", {x, integer(0)}).dtype() == Dtype::int64);
            CHECK(run_one(dialect, "amax", {x}).dtype() == dtype);
            CHECK(run_one(dialect, "count_nonzero", {x}).item().integer() == 2);
        }
        CHECK(numpy_op("mean", {x}).dtype() == Dtype::float64);
        CHECK(numpy_op("std", {x}).dtype() == Dtype::float64);
        CHECK(torch_op("any", {x}).dtype() == (dtype == Dtype::uint8 ? Dtype::uint8 : Dtype::boolean));
        CHECK(numpy_op("any", {x}).dtype() == Dtype::boolean);
    }
    const Tensor x = tensor_of({1, 2}, {2}, Dtype::float32);
    CHECK(torch_op("sum", {x, Value(), false, Dtype::float64}).dtype() == Dtype::float64);
    CHECK(torch_op("sum", {x, Value(), false, Dtype::int64}).item().integer() == 3);
    CHECK(numpy_op("sum", {x, Value(), false, Dtype::boolean}).item().to<bool>());
    CHECK(numpy_op("mean", {x, Value(), false, Dtype::int64}).item().integer() == 1);
    CHECK(numpy_op("std", {x}).dtype() == Dtype::float32);
    // Sums of int64 wrap, as in both libraries.
    const Tensor large = Tensor::full({2}, std::numeric_limits<std::int64_t>::max(), Dtype::int64);
    CHECK(torch_op("sum", {large}).item().integer() == -2);
}

TEST_CASE("reductions of nothing", "[reduction]") {
    const Tensor grid = tensor_of({}, {2, 0});
    for (const Dialect dialect : {Dialect::torch, Dialect::numpy}) {
        CHECK(values_of(run_one(dialect, "sum", {empty_row()})) == Values{0});
        CHECK(values_of(run_one(dialect, "prod", {grid, integer(1)})) == Values{1, 1});
        CHECK(std::isnan(run_one(dialect, "mean", {empty_row()}).item().real()));
        CHECK(std::isnan(run_one(dialect, "std", {empty_row()}).item().real()));
        CHECK(run_one(dialect, "sum", {grid, Shape{0}}).shape() == Shape{0});
        CHECK(run_one(dialect, "amax", {grid, Shape{0}}).shape() == Shape{0});
        CHECK(values_of(run_one(dialect, "any", {empty_row()})) == Values{0});
        CHECK(values_of(run_one(dialect, "all", {empty_row()})) == Values{1});
        CHECK(run_one(dialect, "cumsum", {grid, integer(1)}).shape() == Shape{2, 0});
        CHECK(run_one(dialect, "argmax", {grid, integer(0)}).shape() == Shape{0});
    }
    CHECK(torch_error("max_all", {empty_row()}) ==
          "max(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the "
          "'dim' argument.");
    CHECK(torch_error("amin", {empty_row()}) ==
          "amin(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the "
          "'dim' argument.");
    CHECK(torch_error("amax", {grid, Shape{1}}) == "amax(): Expected reduction dim 1 to have non-zero size.");
    CHECK(error_of(Dialect::torch, "amax", {grid, Shape{1}}).kind == ErrorKind::index);
    CHECK(torch_error("min_dim", {grid, integer(1)}) == "min(): Expected reduction dim 1 to have non-zero size.");
    CHECK(torch_error("argmax", {empty_row()}) ==
          "argmax(): Expected reduction dim to be specified for input.numel() == 0.");
    CHECK(torch_error("argmin", {grid, integer(1)}) == "argmin(): Expected reduction dim 1 to have non-zero size.");
    CHECK(numpy_error("amax", {empty_row()}) == "zero-size array to reduction operation maximum which has no identity");
    CHECK(numpy_error("amin", {grid, Shape{1}}) ==
          "zero-size array to reduction operation minimum which has no identity");
    CHECK(numpy_error("argmax", {empty_row()}) == "attempt to get argmax of an empty sequence");
}

TEST_CASE("errors of reductions, in each library's words", "[reduction]") {
    const Tensor x = counted({2, 3});
    const Tensor integers = counted({2, 3}, Dtype::int64);
    CHECK(torch_error("sum", {x, Shape{5}}) ==
          "Dimension out of range (expected to be in range of [-2, 1], but got 5)");
    CHECK(numpy_error("sum", {x, Shape{5}}) == "axis 5 is out of bounds for array of dimension 2");
    CHECK(torch_error("sum", {x, Shape{0, -2}}) == "dim 0 appears multiple times in the list of dims");
    CHECK(numpy_error("sum", {x, Shape{0, -2}}) == "duplicate value in 'axis'");
    CHECK(error_of(Dialect::numpy, "sum", {x, Shape{0, 0}}).kind == ErrorKind::value);
    CHECK(torch_error("sum", {tensor_of({1}, {}), Shape{1}}) ==
          "Dimension out of range (expected to be in range of [-1, 0], but got 1)");
    CHECK(numpy_error("sum", {tensor_of({1}, {}), Shape{1}}) == "axis 1 is out of bounds for array of dimension 0");
    CHECK(torch_error("mean", {integers}) ==
          "mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: "
          "Long");
    CHECK(torch_error("mean", {x, Value(), false, Dtype::int64}) ==
          "mean(): could not infer output dtype. Optional dtype must be either a floating point or complex dtype. Got: "
          "Long");
    CHECK(torch_error("std", {integers}) == "std and var only support floating point and complex dtypes");
    CHECK(torch_error("var_mean", {integers}) == "var_mean only support floating point and complex dtypes");
    CHECK(torch_error("argmax", {tensor_of({1, 0}, {2}, Dtype::boolean)}) == "argmax(): does not support bool input");
    CHECK(torch_error("cumsum", {x, integer(5)}) ==
          "Dimension out of range (expected to be in range of [-2, 1], but got 5)");
    CHECK(numpy_error("cumsum", {x, integer(5)}) == "axis 5 is out of bounds for array of dimension 2");
}

TEST_CASE("NaN wins and the first of equals is found", "[reduction]") {
    const Tensor x = vector_of({1, quiet_nan, 7, quiet_nan}, Dtype::float32);
    for (const char* name : {"amax", "amin"}) {
        CHECK(std::isnan(torch_op(name, {x}).item().real()));
        CHECK(std::isnan(numpy_op(name, {x}).item().real()));
    }
    CHECK(torch_op("argmax", {x}).item().integer() == 1);
    CHECK(numpy_op("argmin", {x}).item().integer() == 1);
    const TensorList found =
        std::get<TensorList>(run(Dialect::torch, "max_dim", {tensor_of({1, 5, 5, 9, 2, 9}, {2, 3}), integer(1)}));
    CHECK(values_of(found[0]) == Values{5, 9});
    CHECK(values_of(found[1]) == Values{1, 0});
    CHECK(numpy_op("argmax", {tensor_of({0, 1, 1}, {3}, Dtype::boolean)}).item().integer() == 1);
    const Tensor transposed = counted({3, 4}).view_as({4, 3}, {1, 4}, 0);
    CHECK(torch_op("argmax", {transposed}).item().integer() == 11);
    CHECK(values_of(torch_op("argmax", {transposed, integer(0)})) == Values{3, 3, 3});
    CHECK(values_of(torch_op("argmin", {transposed, integer(1), true})) == Values{0, 0, 0, 0});
}

TEST_CASE("variance: corrections, one element, infinities", "[reduction]") {
    const Tensor x = counted({2, 3});
    CHECK_THAT(torch_op("var", {x}).item().real(), WithinRel(3.5, 1e-15));
    CHECK_THAT(torch_op("var", {x, Value(), Scalar(0)}).item().real(), WithinRel(35.0 / 12, 1e-15));
    CHECK(values_of(torch_op("std", {x, Shape{1}})) == Values{1, 1});
    CHECK(values_of(torch_op("std", {x, Shape{1}, Scalar(3)})) == Values{inf, inf});
    CHECK(values_of(numpy_op("std", {x, Shape{1}, Scalar(3)})) == Values{inf, inf});
    CHECK(std::isnan(torch_op("std", {vector_of({2})}).item().real()));
    CHECK(numpy_op("var", {tensor_of({7}, {}, Dtype::int64), Value(), Scalar(0)}).item().real() == 0);
    CHECK(std::isnan(torch_op("var", {vector_of({1, inf})}).item().real()));
    const TensorList both = std::get<TensorList>(run(Dialect::torch, "std_mean", {x, Shape{0}}));
    CHECK_THAT(values_of(both[0])[1], WithinRel(std::sqrt(4.5), 1e-15));
    CHECK(values_of(both[1]) == Values{1.5, 2.5, 3.5});
}

TEST_CASE("running sums and products", "[reduction]") {
    const Tensor x = counted({2, 3}, Dtype::int64);
    CHECK(values_of(torch_op("cumsum", {x, integer(0)})) == Values{0, 1, 2, 3, 5, 7});
    CHECK(values_of(torch_op("cumprod", {x, integer(-1)})) == Values{0, 0, 0, 3, 12, 60});
    CHECK(torch_op("cumsum", {tensor_of({3}, {}), integer(0)}).shape() == Shape{});
    CHECK(numpy_op("cumsum", {tensor_of({3}, {}), integer(0)}).shape() == Shape{1});
    // 2^24 + 1 does not fit a float32: torch carries doubles, NumPy does not.
    const Tensor steps = vector_of({16777216, 1, 1}, Dtype::float32);
    CHECK(values_of(torch_op("cumsum", {steps, integer(0)}))[2] == 16777218);
    CHECK(values_of(numpy_op("cumsum", {steps, integer(0)}))[2] == 16777216);
}

TEST_CASE("NumPy's results keep the memory order of the input", "[reduction]") {
    const Tensor x = counted({2, 3, 4}).view_as({4, 3, 2}, {1, 4, 12}, 0);
    const Tensor total = numpy_op("sum", {x, Shape{1}});
    CHECK(total.strides() == Strides{1, 4});
    CHECK(values_of(total) == Values{12, 48, 15, 51, 18, 54, 21, 57});
    CHECK(torch_op("sum", {x, Shape{1}}).is_contiguous());
}

TEST_CASE("gradients of sums, means, products", "[reduction][gradcheck]") {
    const Tensor x = waves({2, 3, 4});
    gradcheck([](const TensorList& in) { return call<"sum">(in[0]); }, {x});
    gradcheck([](const TensorList& in) { return call<"sum">(in[0], Shape{0, 2}); }, {x});
    gradcheck([](const TensorList& in) { return call<"sum">(in[0], Shape{1}, true); }, {x});
    gradcheck([](const TensorList& in) { return call<"mean">(in[0]); }, {x});
    gradcheck([](const TensorList& in) { return call<"mean">(mul(in[0], in[0]), Shape{-1}); }, {x});
    gradcheck([](const TensorList& in) { return call<"prod">(in[0]); }, {waves({2, 3})});
    gradcheck([](const TensorList& in) { return call<"prod">(in[0], std::int64_t{1}); }, {waves({2, 3})});
    gradcheck([](const TensorList& in) { return call<"sum">(in[0], Shape{0}); }, {tensor_of({2}, {})});
}

TEST_CASE("gradients of products through zeros", "[reduction][gradcheck]") {
    for (const Values& values : {Values{1, 0, 3, 2}, Values{0, 0, 3, 2}, Values{0, 1, 2, 0}}) {
        const Tensor x = vector_of(values);
        gradcheck([](const TensorList& in) { return call<"prod">(in[0]); }, {x}, {.step = 1e-4, .absolute = 1e-6});
        gradcheck([](const TensorList& in) { return call<"prod">(in[0], std::int64_t{0}, true); }, {x},
                  {.step = 1e-4, .absolute = 1e-6});
        gradcheck([](const TensorList& in) { return call<"cumprod">(in[0], std::int64_t{0}); }, {x},
                  {.step = 1e-4, .absolute = 1e-6});
    }
    gradcheck([](const TensorList& in) { return call<"cumprod">(in[0], std::int64_t{1}); },
              {tensor_of({1, 0, 2, 3, 0.5, 2}, {2, 3})}, {.step = 1e-4, .absolute = 1e-6});
}

TEST_CASE("gradients of variances", "[reduction][gradcheck]") {
    const Tensor x = waves({3, 4});
    gradcheck([](const TensorList& in) { return call<"var">(in[0]); }, {x});
    gradcheck([](const TensorList& in) { return call<"var">(in[0], Shape{1}, Scalar(0)); }, {x});
    gradcheck([](const TensorList& in) { return call<"std">(in[0]); }, {x});
    gradcheck([](const TensorList& in) { return call<"std">(in[0], Shape{0}, Scalar(1), true); }, {x});
    gradcheck([](const TensorList& in) { return call<"var_mean">(in[0], Shape{0}); }, {x});
    gradcheck([](const TensorList& in) { return call<"std_mean">(in[0]); }, {x});
}

TEST_CASE("gradients of extremes and scans", "[reduction][gradcheck]") {
    const Tensor x = waves({3, 4});
    gradcheck([](const TensorList& in) { return call<"amax">(in[0], Shape{1}); }, {x});
    gradcheck([](const TensorList& in) { return call<"amin">(in[0]); }, {x});
    gradcheck([](const TensorList& in) { return call<"max_all">(in[0]); }, {x});
    gradcheck([](const TensorList& in) { return call<"min_dim">(in[0], std::int64_t{0}, true); }, {x});
    gradcheck([](const TensorList& in) { return call<"max_dim">(in[0], std::int64_t{1}); }, {x});
    gradcheck([](const TensorList& in) { return call<"cumsum">(in[0], std::int64_t{1}); }, {x});
    gradcheck([](const TensorList& in) { return call<"cumprod">(in[0], std::int64_t{0}); }, {x});
}

namespace {

Values gradient(const char* name, const Values& values, std::vector<Value> more = {}) {
    const Tensor x = vector_of(values);
    make_tape_meta(x).requires_grad = true;
    more.insert(more.begin(), x);
    const Value result = run(Dialect::torch, name, more);
    const auto* list = std::get_if<TensorList>(&result);
    const Tensor root = list != nullptr ? (*list)[0] : std::get<Tensor>(result);
    backward({root}, {Tensor::full(root.shape(), 1, root.dtype())}, false, false);
    return values_of(tape_meta(x)->grad);
}

}  // namespace

TEST_CASE("gradients where functions have corners", "[reduction]") {
    CHECK(gradient("max_all", {1, 1, 0}) == Values{0.5, 0.5, 0});
    CHECK(gradient("max_all", {1, quiet_nan, quiet_nan}) == Values{0, 0.5, 0.5});
    CHECK(gradient("amax", {1, 1, 0}) == Values{0.5, 0.5, 0});
    CHECK(gradient("max_dim", {1, 1, 0}, {integer(0)}) == Values{1, 0, 0});
    CHECK(gradient("std", {1, 1}) == Values{0, 0});
    CHECK(gradient("var", {2, 1}, {Value(), Scalar(3)}) == Values{inf, inf});
    CHECK(std::isnan(gradient("var", {2})[0]));
    CHECK(gradient("prod", {0, 0, 3}) == Values{0, 0, 0});
    CHECK(gradient("cumprod", {1, 0, 3}, {integer(0)}) == Values{1, 4, 0});
}

TEST_CASE("grad_fn names of reductions", "[reduction]") {
    const Tensor x = counted({2, 3});
    make_tape_meta(x).requires_grad = true;
    const auto name = [&](const char* op, std::vector<Value> more = {}) {
        more.insert(more.begin(), x);
        const Value result = run(Dialect::torch, op, more);
        const auto* list = std::get_if<TensorList>(&result);
        return tape_meta(list != nullptr ? (*list)[0] : std::get<Tensor>(result))->node->name;
    };
    CHECK(name("sum") == "SumBackward0");
    CHECK(name("sum", {Shape{0}}) == "SumBackward1");
    CHECK(name("mean") == "MeanBackward0");
    CHECK(name("mean", {Shape{0}}) == "MeanBackward1");
    CHECK(name("prod") == "ProdBackward0");
    CHECK(name("prod", {integer(0)}) == "ProdBackward1");
    CHECK(name("var") == "VarBackward0");
    CHECK(name("std", {Shape{0}}) == "StdBackward0");
    CHECK(name("var_mean") == "VarMeanBackward0");
    CHECK(name("amax") == "AmaxBackward0");
    CHECK(name("max_all") == "MaxBackward1");
    CHECK(name("min_all") == "MinBackward1");
    CHECK(name("max_dim", {integer(0)}) == "MaxBackward0");
    CHECK(name("min_dim", {integer(0)}) == "MinBackward0");
    CHECK(name("cumsum", {integer(0)}) == "CumsumBackward0");
    CHECK(name("cumprod", {integer(0)}) == "CumprodBackward0");
}
