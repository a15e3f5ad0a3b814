#include <catch2/catch_all.hpp>

#include "engine/random/distributions.hpp"
#include "engine/random/numpy_generator.hpp"
#include "engine/random/weighted_choice.hpp"
#include "tests/engine/random/golden.hpp"

namespace sconce::test {

namespace {

using Rng = NumpyGenerator;

Rng rng(std::vector<std::uint32_t> words) { return Rng(SeedSequence(std::move(words))); }

// Cases that seed with one integer.
std::function<Value(std::uint32_t)> seeded(std::function<Value(Rng&)> call) {
    return [call](std::uint32_t seed) {
        Rng generator = rng({seed});
        return call(generator);
    };
}

template <class T>
Value random(Rng& r, std::size_t n) {
    return filled<T>(n, [&](std::span<T> out) { r.fill_random(out); });
}

template <class T>
Value standard_normal(Rng& r, std::size_t n) {
    return filled<T>(n, [&](std::span<T> out) { r.fill_standard_normal(out); });
}

Value normal(Rng& r, double location, double scale, std::size_t n) {
    return filled<double>(n, [&](std::span<double> out) { r.fill_normal(out, location, scale); });
}

Value uniform(Rng& r, double low, double high, std::size_t n) {
    return filled<double>(n, [&](std::span<double> out) { r.fill_uniform(out, low, high); });
}

// integers(low, low + range, size=n, dtype, endpoint=True)
template <class T>
Value integers(Rng& r, T low, std::uint64_t range, std::size_t n) {
    return filled<T>(n, [&](std::span<T> out) { r.fill_integers(out, low, range); });
}

template <class T>
std::function<Value(std::uint32_t)> integers_case(T low, std::uint64_t range, std::size_t n) {
    return seeded([=](Rng& r) { return integers<T>(r, low, range, n); });
}

// Rows of a matrix of `columns` columns holding 0, 1, 2 ..
Value rows(const std::vector<std::int64_t>& order, std::int64_t columns) {
    std::vector<std::int64_t> out;
    for (const std::int64_t row : order) {
        for (std::int64_t j = 0; j < columns; ++j) {
            out.push_back(row * columns + j);
        }
    }
    return array(out);
}

// The same matrix with its columns in that order.
Value columns(const std::vector<std::int64_t>& order, std::int64_t row_count, std::int64_t column_count) {
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < row_count; ++i) {
        for (const std::int64_t j : order) {
            out.push_back(i * column_count + j);
        }
    }
    return array(out);
}

Value integer_list(const std::vector<std::int64_t>& items) {
    std::vector<Value> out;
    for (const std::int64_t item : items) {
        out.push_back(scalar(item));
    }
    return list(std::move(out));
}

const std::vector<double> probabilities = {0.1, 0.2, 0.3, 0.15, 0.25};

Value weighted(Rng& r, std::size_t n) {
    return filled<std::int64_t>(n,
                                [&](std::span<std::int64_t> out) { choose_weighted(r.source(), probabilities, out); });
}

std::string decimal(Pcg64::Wide value) {
    std::string digits;
    for (; value != 0; value /= 10) {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    }
    return digits;
}

Value three_randoms(std::vector<Rng> children) {
    std::vector<Value> out;
    for (Rng& child : children) {
        out.push_back(random<double>(child, 3));
    }
    return list(std::move(out));
}

// n numbers, each from one call.
template <class F>
std::function<Value(std::uint32_t)> draws(std::size_t n, F f) {
    return seeded([=](Rng& source) {
        using T = std::invoke_result_t<F, Rng&>;
        return filled<T>(n, [&](std::span<T> out) {
            for (T& value : out) {
                value = f(source);
            }
        });
    });
}

const Cases cases = {
    {"pcg64_raw", seeded([](Rng& r) {
         return filled<std::uint64_t>(8, [&](std::span<std::uint64_t> out) {
             for (std::uint64_t& word : out) {
                 word = r.source().next_u64();
             }
         });
     })},
    {"pcg64_state", seeded([](Rng& r) {
         const Pcg64::State& state = r.source().state();
         return list({text(decimal(state.state)), text(decimal(state.increment))});
     })},
    {"seedseq_state32", [](std::uint32_t seed) { return array(SeedSequence({seed}).generate_u32(8)); }},
    {"seedseq_state64", [](std::uint32_t seed) { return array(SeedSequence({seed}).generate_u64(4)); }},
    {"seedseq_spawn",
     [](std::uint32_t seed) {
         std::vector<Rng> children;
         for (SeedSequence& child : SeedSequence({seed}).spawn(2)) {
             children.emplace_back(std::move(child));
         }
         return three_randoms(std::move(children));
     }},
    {"seed_list",
     [](std::uint32_t seed) {
         Rng r = rng({seed, 2, 3});
         return random<double>(r, 4);
     }},
    {"seed_big",
     [](std::uint32_t seed) {
         Rng r = rng({seed, 0, 64});
         return random<double>(r, 4);
     }},
    {"spawn", seeded([](Rng& r) { return three_randoms(r.spawn(2)); })},
    {"random_scalar", seeded([](Rng& r) { return random<double>(r, 1); })},
    {"random_10", seeded([](Rng& r) { return random<double>(r, 10); })},
    {"random_3x4", seeded([](Rng& r) { return random<double>(r, 12); })},
    {"random_f32", seeded([](Rng& r) { return random<float>(r, 20); })},
    {"random_long", seeded([](Rng& r) { return random<double>(r, 20000); })},
    {"std_normal_1", seeded([](Rng& r) { return standard_normal<double>(r, 1); })},
    {"std_normal_1000", seeded([](Rng& r) { return standard_normal<double>(r, 1000); })},
    {"std_normal_long", seeded([](Rng& r) { return standard_normal<double>(r, 100000); })},
    {"std_normal_f32_200", seeded([](Rng& r) { return standard_normal<float>(r, 200); })},
    {"std_normal_f32_long", seeded([](Rng& r) { return standard_normal<float>(r, 100000); })},
    {"normal_20", seeded([](Rng& r) { return normal(r, 2.0, 3.0, 20); })},
    {"normal_3x4", seeded([](Rng& r) { return normal(r, 0.0, 1.0, 12); })},
    {"normal_bcast", seeded([](Rng& r) {
         return filled<double>(3, [&](std::span<double> out) {
             r.fill_normal(out.subspan(0, 1), 0.0, 1.0);
             r.fill_normal(out.subspan(1, 1), 10.0, 2.0);
             r.fill_normal(out.subspan(2, 1), 100.0, 3.0);
         });
     })},
    {"integers_2", integers_case<std::int64_t>(0, 1, 20)},
    {"integers_10", integers_case<std::int64_t>(0, 9, 20)},
    {"integers_100", integers_case<std::int64_t>(0, 99, 20)},
    {"integers_27", integers_case<std::int64_t>(0, 26, 20)},
    {"integers_256", integers_case<std::int64_t>(0, 255, 20)},
    {"integers_1000003", integers_case<std::int64_t>(0, 1000002, 20)},
    {"integers_scalar", integers_case<std::int64_t>(0, 9, 1)},
    {"integers_5_scalars", seeded([](Rng& r) {
         std::vector<Value> out;
         for (int i = 0; i < 5; ++i) {
             out.push_back(integers<std::int64_t>(r, 0, 9, 1));
         }
         return list(std::move(out));
     })},
    {"integers_lo_hi", integers_case<std::int64_t>(-5, 9, 20)},
    {"integers_endpoint", integers_case<std::int64_t>(1, 5, 20)},
    {"integers_shape", integers_case<std::int64_t>(0, 8, 12)},
    {"integers_2**31", integers_case<std::int64_t>(0, 0x7fffffff, 8)},
    {"integers_2**32-1", integers_case<std::int64_t>(0, 0xfffffffe, 8)},
    {"integers_2**32", integers_case<std::int64_t>(0, 0xffffffff, 8)},
    {"integers_2**32+1", integers_case<std::int64_t>(0, 0x100000000, 8)},
    {"integers_2**33", integers_case<std::int64_t>(0, 0x1ffffffff, 8)},
    {"integers_2**40", integers_case<std::int64_t>(0, 0xffffffffff, 8)},
    {"integers_2**63-1", integers_case<std::int64_t>(0, 0x7ffffffffffffffe, 8)},
    {"integers_full_i64", integers_case<std::int64_t>(INT64_MIN, UINT64_MAX, 8)},
    {"integers_dtype_bool", integers_case<bool>(false, 1, 17)},
    {"integers_dtype_int8", integers_case<std::int8_t>(0, 99, 17)},
    {"integers_dtype_uint8", integers_case<std::uint8_t>(0, 255, 17)},
    {"integers_dtype_int16", integers_case<std::int16_t>(0, 999, 17)},
    {"integers_dtype_uint16", integers_case<std::uint16_t>(0, 65535, 17)},
    {"integers_dtype_int32", integers_case<std::int32_t>(0, 999, 17)},
    {"integers_dtype_uint32", integers_case<std::uint32_t>(0, 0xffffffff, 17)},
    {"integers_dtype_int64", integers_case<std::int64_t>(0, 999, 17)},
    {"integers_dtype_uint64", integers_case<std::uint64_t>(0, UINT64_MAX, 17)},
    {"integers_bcast", seeded([](Rng& r) {
         Bounded<std::int64_t, Rejection::lemire> draw;
         const std::int64_t first = draw(r.source(), 1, 0);
         const std::int64_t second = draw(r.source(), 5, 4);
         return array(std::vector<std::int64_t>{first, second, draw(r.source(), 10, 989)});
     })},
    {"integers_then_random", seeded([](Rng& r) {
         Value a = integers<std::int64_t>(r, 0, 9, 3);
         Value b = random<double>(r, 3);
         return list({a, b, integers<std::int64_t>(r, 0, 9, 3)});
     })},
    {"uniform_20", seeded([](Rng& r) { return uniform(r, -1.0, 1.0, 20); })},
    {"uniform_def", seeded([](Rng& r) { return uniform(r, 0.0, 1.0, 6); })},
    {"choice_scalar", integers_case<std::int64_t>(0, 9, 1)},
    {"choice_10_5", integers_case<std::int64_t>(0, 9, 5)},
    {"choice_norep", seeded([](Rng& r) { return array(r.choose(10, 5, true)); })},
    {"choice_norep_all", seeded([](Rng& r) { return array(r.choose(10, 10, true)); })},
    {"choice_norep_noshuffle", seeded([](Rng& r) { return array(r.choose(10, 5, false)); })},
    {"choice_norep_1000_10", seeded([](Rng& r) { return array(r.choose(1000, 10, true)); })},
    {"choice_norep_1000_500", seeded([](Rng& r) { return array(r.choose(1000, 500, true)); })},
    {"choice_norep_100000_10", seeded([](Rng& r) { return array(r.choose(100000, 10, true)); })},
    {"choice_p", seeded([](Rng& r) { return weighted(r, 20); })},
    {"choice_p_scalar", seeded([](Rng& r) { return weighted(r, 1); })},
    {"choice_p_norep", seeded([](Rng& r) { return array(choose_weighted_distinct(r.source(), probabilities, 3)); })},
    {"choice_2d", seeded([](Rng& r) {
         std::vector<std::int64_t> order(2);
         r.fill_integers(std::span(order), std::int64_t{0}, 3);
         return rows(order, 3);
     })},
    {"choice_2d_axis1", seeded([](Rng& r) {
         std::vector<std::int64_t> order(2);
         r.fill_integers(std::span(order), std::int64_t{0}, 2);
         return columns(order, 4, 3);
     })},
    {"permutation_10", seeded([](Rng& r) { return array(r.permutation(10)); })},
    {"permutation_100", seeded([](Rng& r) { return array(r.permutation(100)); })},
    {"permutation_list", seeded([](Rng& r) {
         std::vector<std::int64_t> out;
         for (const std::int64_t i : r.permutation(5)) {
             out.push_back(10 * (i + 1));
         }
         return array(out);
     })},
    {"permutation_2d", seeded([](Rng& r) { return rows(r.permutation(4), 3); })},
    {"permutation_2d_axis1", seeded([](Rng& r) { return columns(r.permutation(3), 4, 3); })},
    {"permuted_axis1", seeded([](Rng& r) {
         std::vector<std::int64_t> out;
         for (std::int64_t row = 0; row < 3; ++row) {
             for (const std::int64_t j : r.permutation(4)) {
                 out.push_back(4 * row + j);
             }
         }
         return array(out);
     })},
    {"shuffle_10", seeded([](Rng& r) { return array(r.permutation(10)); })},
    {"shuffle_list", seeded([](Rng& r) { return integer_list(r.permutation(10)); })},
    {"shuffle_2d", seeded([](Rng& r) { return rows(r.permutation(4), 3); })},
    {"shuffle_2d_axis1", seeded([](Rng& r) { return columns(r.permutation(3), 4, 3); })},
    {"exponential_20", seeded([](Rng& r) {
         return filled<double>(20, [&](std::span<double> out) {
             r.fill_standard_exponential(out);
             for (double& value : out) {
                 value *= 2.0;
             }
         });
     })},
    {"std_exponential_20", seeded([](Rng& r) {
         return filled<double>(20, [&](std::span<double> out) { r.fill_standard_exponential(out); });
     })},
    {"std_exponential_inv", seeded([](Rng& r) {
         return filled<double>(20, [&](std::span<double> out) { r.fill_standard_exponential_inverse(out); });
     })},
    {"std_exponential_f32",
     seeded([](Rng& r) { return filled<float>(20, [&](std::span<float> out) { r.fill_standard_exponential(out); }); })},
    {"std_exponential_long", seeded([](Rng& r) {
         return filled<double>(50000, [&](std::span<double> out) { r.fill_standard_exponential(out); });
     })},
    {"mix", seeded([](Rng& r) {
         Value a = normal(r, 0.0, 1.0, 3);
         Value b = integers<std::int64_t>(r, 0, 6, 3);
         // Without a size NumPy returns a Python float, whatever the dtype.
         Value c = scalar(static_cast<double>(r.source().next_float()));
         Value d = array(r.permutation(5));
         return list({a, b, c, d, normal(r, 0.0, 1.0, 1)});
     })},
    {"gamma", draws(10, [](Rng& r) { return 3.0 * draw::standard_gamma(r, 2.0); })},
    {"gamma_lt1", draws(10, [](Rng& r) { return draw::standard_gamma(r, 0.5); })},
    {"beta", draws(10, [](Rng& r) { return draw::beta(r, 2.0, 3.0); })},
    {"binomial", draws(20, [](Rng& r) { return draw::binomial(r, 10, 0.3); })},
    {"binomial_big", draws(10, [](Rng& r) { return draw::binomial(r, 1000, 0.4); })},
    {"poisson", draws(20, [](Rng& r) { return draw::poisson(r, 3.0); })},
    {"poisson_big", draws(10, [](Rng& r) { return draw::poisson(r, 50.0); })},
    {"geometric", draws(10, [](Rng& r) { return r.geometric(0.2); })},
    {"lognormal", draws(10, [](Rng& r) { return draw::log_normal(r, 0.0, 1.0); })},
    {"laplace", draws(10, [](Rng& r) { return draw::laplace(r, 0.0, 1.0); })},
    {"gumbel", draws(10, [](Rng& r) { return draw::gumbel(r, 0.0, 1.0); })},
    {"logistic", draws(10, [](Rng& r) { return draw::logistic(r, 0.0, 1.0); })},
    {"standard_t", draws(10, [](Rng& r) { return draw::standard_t(r, 5.0); })},
    {"chisquare", draws(10, [](Rng& r) { return draw::chi_square(r, 3.0); })},
    {"triangular", draws(10, [](Rng& r) { return draw::triangular(r, 0.0, 0.5, 1.0); })},
    {"cauchy", draws(10, [](Rng& r) { return draw::standard_cauchy(r); })},
    {"rayleigh", draws(10, [](Rng& r) { return r.rayleigh(1.0); })},
    {"weibull", draws(10, [](Rng& r) { return draw::weibull(r, 2.0); })},
    {"dirichlet", seeded([](Rng& r) {
         const double concentrations[3] = {1.0, 2.0, 3.0};
         return filled<double>(12, [&](std::span<double> out) {
             for (std::size_t row = 0; row < 4; ++row) {
                 draw::dirichlet(r, concentrations, out.subspan(3 * row, 3));
             }
         });
     })},
    {"multinomial", seeded([](Rng& r) {
         const double chances[3] = {0.2, 0.3, 0.5};
         return filled<std::int64_t>(12, [&](std::span<std::int64_t> out) {
             for (std::size_t row = 0; row < 4; ++row) {
                 draw::multinomial(r, 20, chances, out.subspan(3 * row, 3));
             }
         });
     })},
    {"choice_str", seeded([](Rng& r) {
         std::vector<std::int64_t> order(8);
         r.fill_integers(std::span(order), std::int64_t{0}, 2);
         Value out{"str", {}, {}};
         for (const std::int64_t i : order) {
             out.items.push_back(text(std::string(1, "abc"[i])));
         }
         return out;
     })},
};

const Reasons not_here = {
    {"mvn_cholesky", "a matter of linear algebra over standard normals"},
};

}  // namespace

TEST_CASE("NumPy's Generator gives NumPy's streams", "[random]") {
    check_golden("numpy_generator.json", cases, not_here);
}

}  // namespace sconce::test
