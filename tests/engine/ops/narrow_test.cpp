// The dtypes that are stored narrow and computed wide.
#include "engine/core/narrow.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <cmath>
#include <limits>

#include "tests/engine/support/ops.hpp"

using namespace sconce;
using namespace sconce::test;

namespace {

Tensor torch_op(std::string_view name, const std::vector<Value>& values) {
    return run_one(Dialect::torch, name, values);
}

std::vector<double> read_out(const Tensor& tensor) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(tensor.numel()));
    for (std::int64_t i = 0; i < tensor.numel(); ++i) {
        values.push_back(tensor.view_as({}, {}, tensor.offset() + i).item().real());
    }
    return values;
}

}  // namespace

TEST_CASE("every half goes to float and comes back", "[narrow]") {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const float wide = float_from_half(half);
        if (std::isnan(wide)) {
            REQUIRE((half & 0x7c00) == 0x7c00);
            REQUIRE(std::isnan(float_from_half(half_from_float(wide))));
        } else {
            REQUIRE(half_from_float(wide) == half);
            REQUIRE(std::isinf(wide) == ((half & 0x7fff) == 0x7c00));
        }
        const float other = float_from_bfloat16(half);
        REQUIRE((std::isnan(other) || bfloat16_from_float(other) == half));
    }
}

TEST_CASE("rounding to 16 bits goes to the nearest, ties to even", "[narrow]") {
    // Between neighbours a and b of either format, (a + b) / 2 is a float; it belongs to the one with an even last bit.
    for (std::uint16_t bits = 0; bits < 0x7bff; ++bits) {
        const float low = float_from_half(bits);
        const float high = float_from_half(static_cast<std::uint16_t>(bits + 1));
        const float middle = low + (high - low) / 2;
        REQUIRE(half_from_float(middle) == (bits % 2 == 0 ? bits : bits + 1));
        REQUIRE(half_from_float(std::nextafter(middle, low)) == bits);
        REQUIRE(half_from_float(std::nextafter(middle, high)) == bits + 1);
        REQUIRE(half_from_float(-middle) == (half_from_float(middle) | 0x8000));
    }
    CHECK(half_from_float(65519.996F) == 0x7bff);
    CHECK(half_from_float(65520.0F) == 0x7c00);
    CHECK(bfloat16_from_float(1.00390625F) == 0x3f80);
    CHECK(bfloat16_from_float(1.01171875F) == 0x3f82);
    CHECK(bfloat16_from_float(std::numeric_limits<float>::max()) == 0x7f80);
}

TEST_CASE("a double is rounded to a half once", "[narrow]") {
    // Beyond the middle of two halves by less than a float sees: by way of a float it would be a tie.
    for (std::uint16_t bits = 0; bits < 0x7bff; ++bits) {
        const double low = float_from_half(bits);
        const double high = float_from_half(static_cast<std::uint16_t>(bits + 1));
        const double middle = low + (high - low) / 2;
        REQUIRE(half_from_double(middle) == (bits % 2 == 0 ? bits : bits + 1));
        REQUIRE(half_from_double(std::nextafter(middle, low)) == bits);
        REQUIRE(half_from_double(std::nextafter(middle, high)) == bits + 1);
        REQUIRE(half_from_double(-std::nextafter(middle, high)) == ((bits + 1) | 0x8000));
    }
    CHECK(half_from_double(1e300) == 0x7c00);
    CHECK(half_from_double(-1e-300) == 0x8000);
    CHECK(std::isnan(float_from_half(half_from_double(std::nan("")))));
    const Tensor number = tensor_of({1 + 0x1p-11 + 0x1p-40}, {1}, Dtype::float64);
    CHECK(read_out(run_one(Dialect::numpy, "to", {number, Dtype::float16})) == std::vector<double>{1 + 0x1p-10});
    CHECK(read_out(run_one(Dialect::torch, "to", {number, Dtype::float16})) == std::vector<double>{1});
}

TEST_CASE("uint16 wraps and promotes as each library has it", "[narrow]") {
    const Tensor numbers = tensor_of({65535, -1, 70000, 2.75}, {4}, Dtype::float64);
    const Tensor words = converted(numbers, Dtype::uint16);
    CHECK(read_out(words) == std::vector<double>{65535, 65535, 4464, 2});
    const auto numpy_op = [](std::string_view name, const std::vector<Value>& values) {
        return run_one(Dialect::numpy, name, values);
    };
    CHECK(read_out(numpy_op("add", {words, Scalar(1), Scalar(1)})) == std::vector<double>{0, 0, 4465, 3});
    CHECK(read_out(numpy_op("gt", {words, Scalar(40000)})) == std::vector<double>{1, 1, 0, 0});
    CHECK(read_out(numpy_op("floor_divide", {words, Scalar(2)})) == std::vector<double>{32767, 32767, 2232, 1});
    CHECK_THROWS_WITH(numpy_op("full", {Shape{2}, Scalar(70000), Dtype::uint16}),
                      "Python integer 70000 out of bounds for uint16");
    const auto met = [&](Dtype other) {
        return numpy_op("add", {words, Tensor::full({4}, 1, other), Scalar(1)}).dtype();
    };
    // NEP 50's lattice.
    CHECK(met(Dtype::int8) == Dtype::int32);
    CHECK(met(Dtype::int16) == Dtype::int32);
    CHECK(met(Dtype::uint8) == Dtype::uint16);
    CHECK(met(Dtype::boolean) == Dtype::uint16);
    CHECK(met(Dtype::float16) == Dtype::float32);
    CHECK(met(Dtype::float32) == Dtype::float32);
    CHECK(met(Dtype::int64) == Dtype::int64);
    CHECK_THROWS_WITH(
        torch_op("add", {words, Tensor::full({4}, 1, Dtype::int32), Scalar(1)}),
        "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote UInt16 and Int");
    CHECK(torch_op("add", {words, Tensor::full({4}, 1, Dtype::float16), Scalar(1)}).dtype() == Dtype::float16);
    CHECK(torch_op("sum", {words, Value(), false, Value()}).item().integer() == 65535 + 65535 + 4464 + 2);
}

TEST_CASE("NumPy's floats hold the narrow integers they meet, and round Python's numbers", "[narrow]") {
    const Tensor half = Tensor::full({1}, 1, Dtype::float16);
    const auto add = [&](const Tensor& a, const Value& b) { return run_one(Dialect::numpy, "add", {a, b, Scalar(1)}); };
    CHECK(add(half, Tensor::full({1}, 1, Dtype::int8)).dtype() == Dtype::float16);
    CHECK(add(half, Tensor::full({1}, 1, Dtype::int16)).dtype() == Dtype::float32);
    CHECK(add(half, Tensor::full({1}, 1, Dtype::int32)).dtype() == Dtype::float64);
    CHECK(add(Tensor::full({1}, 1, Dtype::float32), Tensor::full({1}, 1, Dtype::int16)).dtype() == Dtype::float32);
    // 2049 is no half: it becomes 2048 first.
    CHECK(add(half, Scalar(2049)).item().real() == 2048);
    const Tensor tenth = Tensor::full({1}, 0.1, Dtype::float16);
    CHECK(run_one(Dialect::numpy, "eq", {tenth, Scalar(0.1)}).item().integer() == 1);
}

TEST_CASE("narrow dtypes convert through the wide one", "[narrow]") {
    const Tensor numbers = tensor_of({0, -1.5, 300, 65520, -129, 2.75}, {6}, Dtype::float64);
    CHECK(read_out(converted(numbers, Dtype::float16)) ==
          std::vector<double>{0, -1.5, 300, std::numeric_limits<double>::infinity(), -129, 2.75});
    CHECK(read_out(converted(numbers, Dtype::int8)) == std::vector<double>{0, -1, 44, -16, 127, 2});
    CHECK(read_out(converted(converted(numbers, Dtype::int16), Dtype::float32)) ==
          std::vector<double>{0, -1, 300, -16, -129, 2});
    CHECK(read_out(converted(numbers, Dtype::boolean)) == std::vector<double>{0, 1, 1, 1, 1, 1});
    const Tensor columns = converted(numbers, Dtype::float16).view_as({3, 2}, {1, 3}, 0);
    CHECK(read_out(prepared(columns, Dtype::float32))[1] == std::numeric_limits<float>::infinity());
}

TEST_CASE("an op on narrow operands rounds its result once", "[narrow]") {
    const Tensor half = converted(tensor_of({1, 2048, 3}, {3}, Dtype::float32), Dtype::float16);
    const Tensor sum = torch_op("add", {half, Scalar(1.5), Scalar(1)});
    CHECK(sum.dtype() == Dtype::float16);
    // 2049.5 lies between 2048 and 2050.
    CHECK(read_out(sum) == std::vector<double>{2.5, 2050, 4.5});
    const Tensor total = torch_op("sum", {half, Value(), false, Value()});
    CHECK(total.dtype() == Dtype::float16);
    CHECK(total.item().real() == 2052);
    const Tensor bytes = converted(tensor_of({100, -100}, {2}, Dtype::int32), Dtype::int8);
    const Tensor doubled = torch_op("add", {bytes, bytes, Scalar(1)});
    CHECK(doubled.dtype() == Dtype::int8);
    CHECK(read_out(doubled) == std::vector<double>{-56, 56});
    CHECK(torch_op("sum", {bytes, Value(), false, Value()}).dtype() == Dtype::int64);
    CHECK(torch_op("div", {bytes, Scalar(2)}).dtype() == Dtype::float32);
    CHECK(torch_op("add", {half, converted(half, Dtype::bfloat16), Scalar(1)}).dtype() == Dtype::float32);
    CHECK(torch_op("add", {bytes, converted(bytes, Dtype::uint8), Scalar(1)}).dtype() == Dtype::int16);
    CHECK(torch_op("eq", {half, Scalar(3)}).dtype() == Dtype::boolean);
}
