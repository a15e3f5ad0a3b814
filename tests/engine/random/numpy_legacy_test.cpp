#include <catch2/catch_all.hpp>

#include "engine/random/distributions.hpp"
#include "engine/random/numpy_legacy.hpp"
#include "engine/random/weighted_choice.hpp"
#include "tests/engine/random/golden.hpp"

namespace sconce::test {

namespace {

using State = NumpyLegacy;

std::function<Value(std::uint32_t)> seeded(std::function<Value(State&)> call) {
    return [call](std::uint32_t seed) {
        State state(seed);
        return call(state);
    };
}

Value rand(State& s, std::size_t n) {
    return filled<double>(n, [&](std::span<double> out) { s.fill_rand(out); });
}

Value randn(State& s, std::size_t n) {
    return filled<double>(n, [&](std::span<double> out) { s.fill_randn(out); });
}

template <class T>
Value randint(State& s, T low, std::uint64_t range, std::size_t n) {
    return filled<T>(n, [&](std::span<T> out) { s.fill_randint(out, low, range); });
}

std::function<Value(std::uint32_t)> rand_case(std::size_t n) {
    return seeded([n](State& s) { return rand(s, n); });
}

std::function<Value(std::uint32_t)> randn_case(std::size_t n) {
    return seeded([n](State& s) { return randn(s, n); });
}

template <class T>
std::function<Value(std::uint32_t)> randint_case(T low, std::uint64_t range, std::size_t n) {
    return seeded([=](State& s) { return randint<T>(s, low, range, n); });
}

Value rows(const std::vector<std::int64_t>& order, std::int64_t columns) {
    std::vector<std::int64_t> out;
    for (const std::int64_t row : order) {
        for (std::int64_t j = 0; j < columns; ++j) {
            out.push_back(row * columns + j);
        }
    }
    return array(out);
}

const std::vector<double> probabilities = {0.1, 0.2, 0.3, 0.15, 0.25};

Value first(std::vector<std::int64_t> items, std::size_t n) {
    items.resize(n);
    return array(items);
}

// n numbers, each from one call.
template <class F>
std::function<Value(std::uint32_t)> draws(std::size_t n, F f) {
    return seeded([=](State& source) {
        using T = std::invoke_result_t<F, State&>;
        return filled<T>(n, [&](std::span<T> out) {
            for (T& value : out) {
                value = f(source);
            }
        });
    });
}

const Cases cases = {
    {"mt_key_head",
     seeded([](State& s) { return array(std::span<const std::uint32_t>(s.source().words()).first(8)); })},
    {"mt_raw32", seeded([](State& s) {
         return filled<std::uint64_t>(8, [&](std::span<std::uint64_t> out) {
             for (std::uint64_t& word : out) {
                 word = s.source().next_u32();
             }
         });
     })},
    {"seed_array",
     [](std::uint32_t seed) {
         const std::uint32_t key[3] = {seed, 1, 2};
         State s{std::span<const std::uint32_t>(key)};
         return rand(s, 4);
     }},
    {"randomstate", randn_case(4)},
    {"rand_scalar", rand_case(1)},
    {"rand_5", rand_case(5)},
    {"rand_3x2", rand_case(6)},
    {"random_sample", rand_case(5)},
    {"random", rand_case(6)},
    {"rand_long", rand_case(20000)},
    {"randn_scalar", randn_case(1)},
    {"randn_5", randn_case(5)},
    {"randn_3x4", randn_case(12)},
    {"randn_1000", randn_case(1000)},
    {"randn_long", randn_case(100000)},
    {"randn_odd_then", seeded([](State& s) {
         Value a = randn(s, 3);
         Value b = rand(s, 2);
         return list({a, b, randn(s, 2)});
     })},
    {"standard_normal", randn_case(7)},
    {"normal",
     seeded([](State& s) { return filled<double>(20, [&](std::span<double> out) { s.fill_normal(out, 2.0, 3.0); }); })},
    {"normal_bcast", seeded([](State& s) {
         return filled<double>(3, [&](std::span<double> out) {
             s.fill_normal(out.subspan(0, 1), 0.0, 1.0);
             s.fill_normal(out.subspan(1, 1), 10.0, 2.0);
             s.fill_normal(out.subspan(2, 1), 100.0, 3.0);
         });
     })},
    {"uniform", seeded([](State& s) {
         return filled<double>(20, [&](std::span<double> out) { s.fill_uniform(out, -1.0, 1.0); });
     })},
    {"randint_2", randint_case<std::int64_t>(0, 1, 20)},
    {"randint_10", randint_case<std::int64_t>(0, 9, 20)},
    {"randint_100", randint_case<std::int64_t>(0, 99, 20)},
    {"randint_27", randint_case<std::int64_t>(0, 26, 20)},
    {"randint_256", randint_case<std::int64_t>(0, 255, 20)},
    {"randint_1000003", randint_case<std::int64_t>(0, 1000002, 20)},
    {"randint_scalar", randint_case<std::int64_t>(0, 9, 1)},
    {"randint_lo_hi", randint_case<std::int64_t>(-5, 9, 20)},
    {"randint_2**31-1", randint_case<std::int64_t>(0, 0x7ffffffe, 8)},
    {"randint_2**32-1", randint_case<std::int64_t>(0, 0xfffffffe, 8)},
    {"randint_2**32", randint_case<std::int64_t>(0, 0xffffffff, 8)},
    {"randint_2**33", randint_case<std::int64_t>(0, 0x1ffffffff, 8)},
    {"randint_2**40", randint_case<std::int64_t>(0, 0xffffffffff, 8)},
    {"randint_2**63-1", randint_case<std::int64_t>(0, 0x7ffffffffffffffe, 8)},
    {"randint_dtype_bool", randint_case<bool>(false, 1, 17)},
    {"randint_dtype_int8", randint_case<std::int8_t>(0, 99, 17)},
    {"randint_dtype_uint8", randint_case<std::uint8_t>(0, 255, 17)},
    {"randint_dtype_int16", randint_case<std::int16_t>(0, 999, 17)},
    {"randint_dtype_uint16", randint_case<std::uint16_t>(0, 65535, 17)},
    {"randint_dtype_int32", randint_case<std::int32_t>(0, 999, 17)},
    {"randint_dtype_uint32", randint_case<std::uint32_t>(0, 0xffffffff, 17)},
    {"randint_dtype_uint64", randint_case<std::uint64_t>(0, UINT64_MAX, 17)},
    {"random_integers_mix", seeded([](State& s) {
         Value a = randint<std::int64_t>(s, 0, 9, 3);
         Value b = rand(s, 2);
         return list({a, b, randint<std::int64_t>(s, 0, 9, 3)});
     })},
    {"choice_scalar", randint_case<std::int64_t>(0, 9, 1)},
    {"choice_10_5", randint_case<std::int64_t>(0, 9, 5)},
    {"choice_norep", seeded([](State& s) { return first(s.permutation(10), 5); })},
    {"choice_norep_1000_10", seeded([](State& s) { return first(s.permutation(1000), 10); })},
    {"choice_p", seeded([](State& s) {
         return filled<std::int64_t>(
             20, [&](std::span<std::int64_t> out) { choose_weighted(s.source(), probabilities, out); });
     })},
    {"choice_p_norep", seeded([](State& s) { return array(choose_weighted_distinct(s.source(), probabilities, 3)); })},
    {"permutation_10", seeded([](State& s) { return array(s.permutation(10)); })},
    {"permutation_100", seeded([](State& s) { return array(s.permutation(100)); })},
    {"permutation_2d", seeded([](State& s) { return rows(s.permutation(4), 3); })},
    {"permutation_list", seeded([](State& s) {
         std::vector<std::int64_t> out;
         for (const std::int64_t i : s.permutation(5)) {
             out.push_back(10 * (i + 1));
         }
         return array(out);
     })},
    {"shuffle_10", seeded([](State& s) { return array(s.permutation(10)); })},
    {"shuffle_list", seeded([](State& s) {
         std::vector<Value> out;
         for (const std::int64_t i : s.permutation(10)) {
             out.push_back(scalar(i));
         }
         return list(std::move(out));
     })},
    {"shuffle_2d", seeded([](State& s) { return rows(s.permutation(4), 3); })},
    {"exponential", seeded([](State& s) {
         return filled<double>(20, [&](std::span<double> out) {
             for (double& value : out) {
                 value = 2.0 * s.standard_exponential();
             }
         });
     })},
    {"gamma", draws(10, [](State& s) { return 3.0 * draw::standard_gamma(s, 2.0); })},
    {"gamma_lt1", draws(10, [](State& s) { return draw::standard_gamma(s, 0.5); })},
    {"beta", draws(10, [](State& s) { return draw::beta(s, 2.0, 3.0); })},
    {"binomial", draws(20, [](State& s) { return draw::binomial(s, 10, 0.3); })},
    {"binomial_big", draws(10, [](State& s) { return draw::binomial(s, 1000, 0.4); })},
    {"poisson", draws(20, [](State& s) { return draw::poisson(s, 3.0); })},
    {"poisson_big", draws(10, [](State& s) { return draw::poisson(s, 50.0); })},
    {"geometric", draws(10, [](State& s) { return s.geometric(0.2); })},
    {"lognormal", draws(10, [](State& s) { return draw::log_normal(s, 0.0, 1.0); })},
    {"laplace", draws(10, [](State& s) { return draw::laplace(s, 0.0, 1.0); })},
    {"gumbel", draws(10, [](State& s) { return draw::gumbel(s, 0.0, 1.0); })},
    {"dirichlet", seeded([](State& s) {
         const double concentrations[3] = {1.0, 2.0, 3.0};
         return filled<double>(12, [&](std::span<double> out) {
             for (std::size_t row = 0; row < 4; ++row) {
                 draw::dirichlet(s, concentrations, out.subspan(3 * row, 3));
             }
         });
     })},
    {"multinomial", seeded([](State& s) {
         const double chances[3] = {0.2, 0.3, 0.5};
         return filled<std::int64_t>(12, [&](std::span<std::int64_t> out) {
             for (std::size_t row = 0; row < 4; ++row) {
                 draw::multinomial(s, 20, chances, out.subspan(3 * row, 3));
             }
         });
     })},
    {"choice_str", seeded([](State& s) {
         std::vector<std::int64_t> order(8);
         s.fill_randint(std::span(order), std::int64_t{0}, 2);
         Value out{"str", {}, {}};
         for (const std::int64_t i : order) {
             out.items.push_back(text(std::string(1, "abc"[i])));
         }
         return out;
     })},
    {"bytes", seeded([](State& s) {
         std::uint8_t bytes[8];
         s.fill_bytes(bytes);
         std::string digits;
         for (const std::uint8_t byte : bytes) {
             digits += "0123456789abcdef"[byte >> 4];
             digits += "0123456789abcdef"[byte & 15];
         }
         return text(digits);
     })},
};

}  // namespace

TEST_CASE("NumPy's legacy generator gives NumPy's streams", "[random]") {
    check_golden("numpy_legacy.json", cases, {});
}

}  // namespace sconce::test
