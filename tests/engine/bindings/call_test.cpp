// The call format, driven as the Python face drives it.
#include <catch2/catch_all.hpp>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <set>

#include "engine/bindings/call.hpp"
#include "engine/core/handles.hpp"
#include "engine/core/storage.hpp"
#include "engine/ops/registry.hpp"

using namespace sconce;

namespace {

enum : int { torch = 0, numpy = 1, in_place = 2, watched = 4 };

double call_row(std::string_view name, std::initializer_list<double> slots, int flags = torch,
                std::initializer_list<double> dead = {}) {
    double* at = bindings::row();
    *at++ = find_op(name).id * 8 + flags;
    *at++ = static_cast<double>(slots.size());
    at = std::copy(slots.begin(), slots.end(), at);
    *at++ = static_cast<double>(dead.size());
    std::copy(dead.begin(), dead.end(), at);
    return bindings::call();
}

double vector_of(double a, double b) { return call_row("from_values", {2, a, b, 1, 2, 0}); }

double element(double handle, int i) {
    REQUIRE(call_row("values", {handle}) == 0);
    return bindings::row()[1 + i];
}

}  // namespace

TEST_CASE("a row runs an op and returns a handle", "[call]") {
    const double a = vector_of(1, 2);
    const double b = vector_of(10, 20);
    const double c = call_row("add", {0, a, 0, b});
    REQUIRE(c > 0);
    CHECK(element(c, 0) == 11);
    CHECK(element(c, 1) == 22);
    call_row("nop", {}, torch, {a, b, c});
    CHECK(handles().live() == 0);
    CHECK(memory_stats().live_storages == 0);
}

TEST_CASE("numbers stand for operands, and keep their kind", "[call]") {
    const double a = call_row("from_values", {2, 5, 7, 1, 2, 2});
    const double whole = call_row("mul", {0, a, 2, 3});
    REQUIRE(call_row("describe", {whole}) == 0);
    CHECK(bindings::row()[1] == static_cast<int>(Dtype::int64));
    const double real = call_row("mul", {0, a, 3, 0.5});
    REQUIRE(call_row("describe", {real}) == 0);
    CHECK(bindings::row()[1] == static_cast<int>(Dtype::float32));
    const double wide = call_row("mul", {0, a, 3, 0.5}, numpy);
    REQUIRE(call_row("describe", {wide}) == 0);
    CHECK(bindings::row()[1] == static_cast<int>(Dtype::float64));
    call_row("nop", {}, torch, {a, whole, real, wide});
    CHECK(handles().live() == 0);
}

TEST_CASE("integers beyond 2^53 cross exactly, both ways", "[call]") {
    const std::int64_t big = 0x7123456789abcdef;
    const double a = call_row("full", {0, 4, static_cast<double>(big >> 32), static_cast<double>(big & 0xffffffff), 2});
    REQUIRE(a > 0);
    REQUIRE(call_row("item", {a}) == 0);
    CHECK(bindings::row()[0] == 4);
    CHECK(bindings::row()[1] == static_cast<double>(big >> 32));
    CHECK(bindings::row()[2] == static_cast<double>(big & 0xffffffff));
    call_row("nop", {}, torch, {a});
}

TEST_CASE("a stale handle is an error that names itself", "[call]") {
    const double a = vector_of(1, 2);
    call_row("nop", {}, torch, {a});
    const double b = vector_of(3, 4);
    CHECK(a != b);
    CHECK(call_row("neg", {a}) == -static_cast<int>(ErrorKind::freed));
    CHECK_THAT(bindings::last_error(), Catch::Matchers::ContainsSubstring("already freed"));
    CHECK(call_row("neg", {123456789}) == -static_cast<int>(ErrorKind::freed));
    call_row("nop", {}, torch, {b});
    CHECK(handles().live() == 0);
}

TEST_CASE("malformed rows are refused without harm", "[call]") {
    const double a = vector_of(1, 2);
    CHECK(call_row("add", {0, a}) < 0);
    CHECK(call_row("add", {0, a, 0, a, 2, 1, 99}) < 0);
    CHECK(call_row("add", {7, a, 0, a}) < 0);
    CHECK(call_row("sum", {a, 1e9}) < 0);
    CHECK(call_row("neg", {a}, in_place | numpy) > 0);
    bindings::row()[0] = 1e6;
    bindings::row()[1] = 0;
    bindings::row()[2] = 0;
    CHECK(bindings::call() < 0);
    bindings::row()[1] = std::numeric_limits<double>::quiet_NaN();
    CHECK(bindings::call() < 0);
    bindings::row()[1] = 1e12;
    CHECK(bindings::call() < 0);
    call_row("nop", {}, torch, {a});
    CHECK(handles().live() == 0);
}

TEST_CASE("in place keeps the handle and writes through", "[call]") {
    const double a = vector_of(1, 2);
    const double view = call_row("view", {a, 1, 2});
    CHECK(call_row("mul", {0, a, 2, 10}, in_place) == a);
    CHECK(element(view, 1) == 20);
    CHECK(call_row("add", {0, a, 0, view}, in_place) == a);
    CHECK(element(a, 0) == 20);
    call_row("nop", {}, torch, {a, view});
    CHECK(handles().live() == 0);
}

TEST_CASE("a watched row leaves notes on its result", "[call]") {
    enum : int { not_finite = 1, no_dims = 2, narrow = 4, not_floating = 8, like_first = 16 };
    const auto notes = [](std::string_view op, std::initializer_list<double> slots) {
        const double result = call_row(op, slots, numpy | watched);
        REQUIRE(result > 0);
        const int left = static_cast<int>(bindings::row()[0]);
        call_row("nop", {}, torch, {result});
        return left;
    };
    const double a = vector_of(1, 2);
    const double wide = call_row("from_values", {2, 5, 7, 1, 2, 2});
    const double bytes = call_row("from_values", {2, 5, 7, 1, 2, 4});
    const double alone = call_row("full", {0, 3, 2.5, 0});
    CHECK(notes("add", {0, a, 0, a}) == like_first);
    CHECK(notes("add", {0, a, 2, 3}) == like_first);
    CHECK(notes("div", {0, a, 2, 0}) == (not_finite | like_first));
    CHECK(notes("add", {0, alone, 0, alone}) == (no_dims | like_first));
    CHECK(notes("add", {0, alone, 0, a}) == 0);
    CHECK(notes("add", {0, wide, 2, 3}) == (not_floating | like_first));
    CHECK(notes("add", {0, wide, 3, 0.5}) == 0);
    CHECK(notes("add", {0, bytes, 2, 3}) == (narrow | not_floating | like_first));
    CHECK(notes("lt", {0, a, 0, a}) == not_floating);
    CHECK(call_row("item", {alone}, numpy | watched) < 0);
    call_row("nop", {}, torch, {a, wide, bytes, alone});
    CHECK(handles().live() == 0);
}

TEST_CASE("each library says shape clashes in its own words", "[call]") {
    const double a = call_row("zeros", {1, 3});
    const double b = call_row("zeros", {1, 4});
    CHECK(call_row("add", {0, a, 0, b}) == -static_cast<int>(ErrorKind::shape));
    CHECK(bindings::last_error() ==
          "The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 0");
    CHECK(call_row("add", {0, a, 0, b}, numpy) == -static_cast<int>(ErrorKind::shape));
    CHECK(bindings::last_error() == "operands could not be broadcast together with shapes (3,) (4,) ");
    call_row("nop", {}, torch, {a, b});
}

TEST_CASE("a request for more memory than there is fails in words", "[call]") {
    CHECK(call_row("zeros", {1, 1e12}) == -static_cast<int>(ErrorKind::memory));
    CHECK(bindings::last_error() ==
          "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to "
          "allocate 4000000000000 bytes. Error code 12 (Cannot allocate memory)");
    CHECK(call_row("zeros", {1, 1e12, 1}, numpy) == -static_cast<int>(ErrorKind::memory));
    CHECK(bindings::last_error() ==
          "Unable to allocate 7.28 TiB for an array with shape (1000000000000,) and data type float64");
    CHECK(call_row("zeros", {3, 1e9, 1e9, 1e9}) < 0);
    CHECK(handles().live() == 0);
}

TEST_CASE("op names are unique over all families and every row has a signature", "[schema]") {
    std::set<std::string_view> names;
    for (const Op& op : all_ops()) {
        CHECK(names.insert(op.signature.name).second);
        CHECK(op.signature.valid);
    }
    const std::string schema = schema_json();
    CHECK(schema.front() == '[');
    CHECK(schema.back() == ']');
}
