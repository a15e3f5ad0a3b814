#include "engine/random/libm.hpp"

#include <catch2/catch_all.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "engine/random/fma.hpp"
#include "tests/engine/support/json.hpp"
#include "tests/engine/support/sha256.hpp"

namespace sconce::test {

namespace {

// S. Vigna's splitmix64, as the golden file's maker has it.
class Uniforms {
  public:
    std::uint64_t word() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    double next(double low, double high) { return low + (high - low) * (static_cast<double>(word() >> 11) * 0x1p-53); }

  private:
    std::uint64_t state_ = 0;
};

double call(const std::string& function, Uniforms& u, const Json::List& bounds) {
    const double x = u.next(bounds[0].number(), bounds[1].number());
    if (function == "log") {
        return exact::log(x);
    }
    if (function == "log1p") {
        return exact::log1p(x);
    }
    if (function == "exp") {
        return exact::exp(x);
    }
    if (function == "sin") {
        return exact::sin(x);
    }
    if (function == "cos") {
        return exact::cos(x);
    }
    if (function == "pow") {
        return exact::pow(x, u.next(bounds[2].number(), bounds[3].number()));
    }
    throw std::runtime_error("no function " + function);
}

}  // namespace

TEST_CASE("elementary functions equal the C library of the real streams", "[random]") {
    const Json golden = Json::read_file(SCONCE_TEST_DATA "/golden/libm.json");
    const auto count = static_cast<std::size_t>(golden["meta"]["count"].number());
    for (const Json& entry : golden["cases"].list()) {
        const std::string& function = entry["function"].text();
        Uniforms u;
        std::vector<double> results(count);
        for (double& result : results) {
            result = call(function, u, entry["bounds"].list());
        }
        INFO(function << " from " << entry["bounds"].list()[0].number());
        for (std::size_t i = 0; i < entry["head"].list().size(); ++i) {
            CHECK(results[i] == std::strtod(entry["head"].list()[i].text().c_str(), nullptr));
        }
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(results.data());
        CHECK(sha256({bytes, count * sizeof(double)}) == entry["sha256"].text());
    }
}

TEST_CASE("elementary functions at the ends of their domains", "[random]") {
    CHECK(exact::log(1.0) == 0.0);
    CHECK(exact::log(0.0) == -std::numeric_limits<double>::infinity());
    CHECK(exact::log(0x1p-1074) == -1074 * std::log(2.0));
    CHECK(exact::log1p(0.0) == 0.0);
    CHECK(exact::exp(0.0) == 1.0);
    CHECK(exact::exp(-1000.0) == 0.0);
    CHECK(exact::pow(0.0, 2.0) == 0.0);
    CHECK(exact::pow(1.0, 0.5) == 1.0);
    CHECK(exact::sin(0.0) == 0.0);
    CHECK(exact::cos(0.0) == 1.0);
}

// std::fma is exact wherever it exists, in hardware or not; ours must give the same without calling it.
TEST_CASE("fused multiply-adds round once", "[random]") {
    Uniforms u;
    const auto any_float = [&] {
        const auto bits = static_cast<std::uint32_t>(u.word());
        return std::ldexp(1.0f + static_cast<float>(bits >> 9) * 0x1p-23f, static_cast<int>(bits & 31) - 16) *
               ((bits & 256) != 0 ? -1.0f : 1.0f);
    };
    for (int i = 0; i < 200000; ++i) {
        const float a = any_float();
        const float b = any_float();
        // Near minus the product the sum cancels; beside a multiple of its last place it is all but a tie.
        const float near = -(a * b);
        const float c = i % 3 == 0 ? any_float() : i % 3 == 1 ? near : std::nextafter(near, 0.0f);
        REQUIRE(exact::fma(a, b, c) == std::fma(a, b, c));

        const double x = u.next(-4.0, 4.0);
        const double y = u.next(-4.0, 4.0);
        const double z = i % 3 == 0 ? u.next(-4.0, 4.0) : i % 3 == 1 ? -(x * y) : u.next(-0x1p60, 0x1p60);
        REQUIRE(exact::fma(x, y, z) == std::fma(x, y, z));
    }
    // (1 + 2^-12)^2 is a tie of floats; rounding to double first would lose what the small addend decides.
    CHECK(exact::fma(1.0f + 0x1p-12f, 1.0f + 0x1p-12f, 0x1p-60f) ==
          std::fma(1.0f + 0x1p-12f, 1.0f + 0x1p-12f, 0x1p-60f));
    CHECK(exact::fma(1.0f + 0x1p-12f, 1.0f + 0x1p-12f, -0x1p-60f) ==
          std::fma(1.0f + 0x1p-12f, 1.0f + 0x1p-12f, -0x1p-60f));
    CHECK(exact::fma(1.0 + 0x1p-27, 1.0 + 0x1p-26, -0x1p-100) == std::fma(1.0 + 0x1p-27, 1.0 + 0x1p-26, -0x1p-100));
}

}  // namespace sconce::test
