#include "tests/engine/random/golden.hpp"

#include <catch2/catch_all.hpp>
#include <cstring>
#include <set>

#include "tests/engine/support/json.hpp"
#include "tests/engine/support/sha256.hpp"

namespace sconce::test {

namespace {

template <class T>
T number(const Json& value) {
    if (!value.is_text()) {
        return static_cast<T>(value.number());
    }
    if constexpr (std::is_same_v<T, std::uint64_t>) {
        return std::strtoull(value.text().c_str(), nullptr, 10);
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(std::strtoll(value.text().c_str(), nullptr, 10));
    } else {
        return static_cast<T>(std::strtod(value.text().c_str(), nullptr));
    }
}

template <class T>
std::string compare_data(const Value& got, const Json::List& wanted, std::size_t first) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        T expected = number<T>(wanted[i]);
        if constexpr (std::is_same_v<T, float>) {
            // Listed in the shortest form that reads back as the dtype.
            expected = got.dtype == "float16" ? rounded(expected, 10) : expected;
        }
        const std::uint8_t* place = got.bytes.data() + (first + i) * sizeof(T);
        if (std::memcmp(place, &expected, sizeof(T)) != 0) {
            T actual;
            std::memcpy(&actual, place, sizeof(T));
            std::ostringstream text;
            text.precision(17);
            text << "item " << first + i << ": got " << +actual << ", expected " << +expected;
            return text.str();
        }
    }
    return {};
}

template <class T>
std::string compare_array(const Value& got, const Json& wanted) {
    std::size_t size = 1;
    for (const Json& extent : wanted["shape"].list()) {
        size *= static_cast<std::size_t>(extent.number());
    }
    if (got.bytes.size() != size * sizeof(T)) {
        return "got " + std::to_string(got.bytes.size() / sizeof(T)) + " items, expected " + std::to_string(size);
    }
    if (wanted.has("data")) {
        return compare_data<T>(got, wanted["data"].list(), 0);
    }
    const auto& tail = wanted["tail"].list();
    std::string report = compare_data<T>(got, wanted["head"].list(), 0);
    if (report.empty()) {
        report = compare_data<T>(got, tail, size - tail.size());
    }
    if (report.empty() && sha256(got.bytes) != wanted["sha256"].text()) {
        report = "head and tail agree, the sum of all bytes does not";
    }
    return report;
}

std::string compare_as(const std::string& dtype, const Value& got, const Json& wanted) {
    if (dtype == "float32" || dtype == "float16" || dtype == "bfloat16")
        return compare_array<float>(got, wanted);
    if (dtype == "float64")
        return compare_array<double>(got, wanted);
    if (dtype == "bool" || dtype == "uint8")
        return compare_array<std::uint8_t>(got, wanted);
    if (dtype == "int8")
        return compare_array<std::int8_t>(got, wanted);
    if (dtype == "int16")
        return compare_array<std::int16_t>(got, wanted);
    if (dtype == "uint16")
        return compare_array<std::uint16_t>(got, wanted);
    if (dtype == "int32")
        return compare_array<std::int32_t>(got, wanted);
    if (dtype == "uint32")
        return compare_array<std::uint32_t>(got, wanted);
    if (dtype == "int64")
        return compare_array<std::int64_t>(got, wanted);
    if (dtype == "uint64")
        return compare_array<std::uint64_t>(got, wanted);
    return "unknown dtype " + dtype;
}

std::string compare(const Value& got, const Json& wanted);

std::string compare_items(const Value& got, const Json::List& wanted) {
    if (got.items.size() != wanted.size()) {
        return "got '" + got.dtype + "' with " + std::to_string(got.items.size()) + " items, expected a list of " +
               std::to_string(wanted.size());
    }
    for (std::size_t i = 0; i < got.items.size(); ++i) {
        if (const std::string report = compare(got.items[i], wanted[i]); !report.empty()) {
            return "part " + std::to_string(i) + ": " + report;
        }
    }
    return {};
}

// An empty text if equal, else the first difference.
std::string compare(const Value& got, const Json& wanted) {
    if (wanted.is_object()) {
        const std::string& dtype = wanted["dtype"].text();
        if (got.dtype != dtype) {
            return "got dtype '" + got.dtype + "', expected " + dtype;
        }
        if (dtype == "str") {
            return compare_items(got, wanted["data"].list());
        }
        return compare_as(dtype, got, wanted);
    }
    if (wanted.is_list()) {
        return got.dtype.empty() ? compare_items(got, wanted.list()) : "got '" + got.dtype + "', expected a list";
    }
    if (wanted.is_text() && got.dtype == "str") {
        const std::string actual(got.bytes.begin(), got.bytes.end());
        return actual == wanted.text() ? "" : "got '" + actual + "', expected '" + wanted.text() + "'";
    }
    if (got.dtype == "int64" && got.bytes.size() == sizeof(std::int64_t)) {
        return compare_data<std::int64_t>(got, {wanted}, 0);
    }
    return "got one '" + got.dtype + "', expected a number or text";
}

}  // namespace

void check_golden(const std::string& file, const Cases& cases, const Reasons& not_here) {
    const Json golden = Json::read_file(SCONCE_TEST_DATA "/golden/" + file);
    std::set<std::string> seen;
    for (const Json& entry : golden["cases"].list()) {
        const std::string& id = entry["id"].text();
        seen.insert(id);
        INFO(file << ": " << id << ", seed " << entry["seed"].number() << ": " << entry["expr"].text());
        if (not_here.contains(id)) {
            CHECK_FALSE(cases.contains(id));
            continue;
        }
        const auto found = cases.find(id);
        if (found == cases.end()) {
            FAIL_CHECK("no engine call is written down for this case");
            continue;
        }
        CHECK(compare(found->second(static_cast<std::uint32_t>(entry["seed"].number())), entry["out"]) == "");
    }
    for (const auto& [id, call] : cases) {
        INFO(file << " has no case " << id);
        CHECK(seen.contains(id));
    }
    for (const auto& [id, reason] : not_here) {
        INFO(file << " has no case " << id);
        CHECK(seen.contains(id));
    }
}

}  // namespace sconce::test
