#include <catch2/catch_all.hpp>

#include <cmath>
#include <numeric>

#include "engine/core/error.hpp"
#include "engine/random/torch_generator.hpp"
#include "tests/engine/random/golden.hpp"

namespace sconce::test {

namespace {

using Gen = TorchGenerator;
using Case = std::function<Value(std::uint32_t)>;

Case seeded(std::function<Value(Gen&)> call) {
    return [call](std::uint32_t seed) {
        Gen generator(seed);
        return call(generator);
    };
}

template <class T = float>
Value rand(Gen& g, std::size_t n) {
    return filled<T>(n, [&](std::span<T> out) { g.fill_uniform(out); });
}

template <class T = float>
Value randn(Gen& g, std::size_t n, double mean = 0.0, double std = 1.0, NormalPath path = NormalPath::automatic) {
    return filled<T>(n, [&](std::span<T> out) { g.fill_normal(out, mean, std, path); });
}

template <class T = std::int64_t>
Value randint(Gen& g, std::int64_t low, std::uint64_t range, std::size_t n) {
    return filled<T>(n, [&](std::span<T> out) { g.fill_integers(out, low, range); });
}

template <class T = std::int64_t>
Value randperm(Gen& g, std::size_t n) {
    return filled<T>(n, [&](std::span<T> out) { g.fill_permutation(out); });
}

template <class T = float>
Case rand_case(std::size_t n) {
    return seeded([n](Gen& g) { return rand<T>(g, n); });
}

template <class T = float>
Case randn_case(std::size_t n, double mean = 0.0, double std = 1.0) {
    return seeded([=](Gen& g) { return randn<T>(g, n, mean, std); });
}

template <class T = std::int64_t>
Case randint_case(std::int64_t low, std::uint64_t range, std::size_t n) {
    return seeded([=](Gen& g) { return randint<T>(g, low, range, n); });
}

template <class T = std::int64_t>
Case randperm_case(std::size_t n) {
    return seeded([n](Gen& g) { return randperm<T>(g, n); });
}

template <class T>
Case random_case(std::size_t n) {
    return seeded([n](Gen& g) { return filled<T>(n, [&](std::span<T> out) { g.fill_random(out); }); });
}

Value randn_16bit(const char* dtype, int mantissa_bits, Gen& g, std::size_t n) {
    std::vector<float> values(n);
    g.fill_normal(std::span(values), 0.0, 1.0, NormalPath::reduced);
    for (float& value : values) {
        value = rounded(value, mantissa_bits);
    }
    Value out = array(values);
    out.dtype = dtype;
    return out;
}

// torch.normal(mean, std) with tensors: a standard normal, then times std, then plus mean, each rounded.
Case normal_of(std::size_t n, std::function<float(std::size_t)> mean, std::function<float(std::size_t)> std) {
    return seeded([=](Gen& g) {
        std::vector<float> values(n);
        g.fill_normal(std::span(values));
        for (std::size_t i = 0; i < n; ++i) {
            values[i] *= std(i);
            values[i] += mean(i);
        }
        return array(values);
    });
}

std::function<float(std::size_t)> from(float first) {
    return [first](std::size_t i) { return first + static_cast<float>(i); };
}

std::function<float(std::size_t)> constant(float value) {
    return [value](std::size_t) { return value; };
}

template <class T, class P>
Case bernoulli_case(std::size_t n, P p) {
    return seeded([=](Gen& g) {
        return filled<T>(n, [&](std::span<T> out) {
            if constexpr (std::is_arithmetic_v<P>) {
                g.fill_bernoulli(out, p);
            } else {
                g.fill_bernoulli(out, std::span(std::as_const(p)));
            }
        });
    });
}

// dropout of ones: `group` neighbours live or die together.
Case dropout_case(std::size_t n, double p, std::size_t group = 1) {
    return seeded([=](Gen& g) {
        std::vector<float> noise(n / group);
        g.fill_bernoulli(std::span(noise), 1.0 - p);
        std::vector<float> out(n);
        for (std::size_t i = 0; i < n; ++i) {
            out[i] = noise[i / group] / static_cast<float>(1.0 - p);
        }
        return array(out);
    });
}

const std::vector<float> weights = {0.1f, 0.2f, 0.3f, 0.15f, 0.25f};
const std::vector<float> reversed = {0.25f, 0.15f, 0.3f, 0.2f, 0.1f};
const std::vector<float> equal(5, 1.0f / 5.0f);

template <class T>
Value multinomial(Gen& g, const std::vector<std::vector<T>>& rows, std::size_t n, bool replacement) {
    std::vector<std::int64_t> out(rows.size() * n);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        g.multinomial(std::span<const T>(rows[row]), std::span(out).subspan(row * n, n), replacement);
    }
    return array(out);
}

Case multinomial_case(std::vector<std::vector<float>> rows, std::size_t n, bool replacement) {
    return seeded([=](Gen& g) { return multinomial(g, rows, n, replacement); });
}

std::vector<float> softmax_of_line() {
    std::vector<float> out(65);
    double sum = 0.0;
    for (int i = 0; i < 65; ++i) {
        sum += std::exp(-2.0 + i / 16.0);
    }
    for (int i = 0; i < 65; ++i) {
        out[i] = static_cast<float>(std::exp(-2.0 + i / 16.0) / sum);
    }
    return out;
}

std::int64_t random_int64(Gen& g) {
    std::int64_t value;
    g.fill_random(std::span(&value, 1));
    return value;
}

Value batches(const std::vector<std::int64_t>& order, std::size_t size) {
    std::vector<Value> out;
    for (std::size_t i = 0; i < order.size(); i += size) {
        std::vector<Value> batch;
        for (std::size_t j = i; j < std::min(i + size, order.size()); ++j) {
            batch.push_back(scalar(order[j]));
        }
        out.push_back(list(std::move(batch)));
    }
    return list(std::move(out));
}

std::vector<std::int64_t> order_of(Gen& g, std::size_t n) {
    std::vector<std::int64_t> order(n);
    g.fill_permutation(std::span(order));
    return order;
}

// One epoch of DataLoader(shuffle=True): the workers' seed, then the seed of the generator that shuffles.
std::vector<std::int64_t> epoch(Gen& g, std::size_t n) {
    random_int64(g);
    Gen sampler(static_cast<std::uint64_t>(random_int64(g)));
    return order_of(sampler, n);
}

const Cases cases = {
    {"mt_state_head", seeded([](Gen& g) {
         const auto state = g.get_state();
         return array(std::span<const std::uint8_t>(state).first(64));
     })},
    {"initial_seed", seeded([](Gen& g) { return scalar(static_cast<std::int64_t>(g.initial_seed())); })},
    {"raw32", randint_case(0, 0xffffffff, 8)},
    {"random_i64", random_case<std::int64_t>(8)},
    {"random_i32", random_case<std::int32_t>(8)},
    {"random_u8", random_case<std::uint8_t>(8)},
    {"random_f32", random_case<float>(8)},
    {"random_f64", random_case<double>(8)},
    {"random_bool", random_case<bool>(16)},
    {"rand_1", rand_case(1)},
    {"rand_3", rand_case(3)},
    {"rand_8", rand_case(8)},
    {"rand_15", rand_case(15)},
    {"rand_16", rand_case(16)},
    {"rand_17", rand_case(17)},
    {"rand_24", rand_case(24)},
    {"rand_64", rand_case(64)},
    {"rand_64_f64", rand_case<double>(64)},
    {"rand_2x3x4", rand_case(24)},
    {"rand_long", rand_case(20000)},
    {"rand_f64_long", rand_case<double>(20000)},
    {"randn_1", randn_case(1)},
    {"randn_3", randn_case(3)},
    {"randn_8", randn_case(8)},
    {"randn_15", randn_case(15)},
    {"randn_16", randn_case(16)},
    {"randn_17", randn_case(17)},
    {"randn_24", randn_case(24)},
    {"randn_31", randn_case(31)},
    {"randn_32", randn_case(32)},
    {"randn_33", randn_case(33)},
    {"randn_64", randn_case(64)},
    {"randn_1000", randn_case(1000)},
    {"randn_1_f64", randn_case<double>(1)},
    {"randn_3_f64", randn_case<double>(3)},
    {"randn_8_f64", randn_case<double>(8)},
    {"randn_15_f64", randn_case<double>(15)},
    {"randn_16_f64", randn_case<double>(16)},
    {"randn_17_f64", randn_case<double>(17)},
    {"randn_24_f64", randn_case<double>(24)},
    {"randn_31_f64", randn_case<double>(31)},
    {"randn_32_f64", randn_case<double>(32)},
    {"randn_33_f64", randn_case<double>(33)},
    {"randn_64_f64", randn_case<double>(64)},
    {"randn_1000_f64", randn_case<double>(1000)},
    {"randn_2x4x8", randn_case(64)},
    {"randn_bf16_24", seeded([](Gen& g) { return randn_16bit("bfloat16", 7, g, 24); })},
    {"randn_f16_24", seeded([](Gen& g) { return randn_16bit("float16", 10, g, 24); })},
    {"randn_noncontig", seeded([](Gen& g) {
         std::vector<float> memory(32);
         g.fill_normal(std::span(memory), 0.0, 1.0, NormalPath::serial);
         std::vector<float> transposed;
         for (std::size_t i = 0; i < 32; ++i) {
             transposed.push_back(memory[i % 8 * 4 + i / 8]);
         }
         return array(transposed);
     })},
    {"randn_cache_3_5", seeded([](Gen& g) {
         Value a = randn(g, 3);
         return list({a, randn(g, 5)});
     })},
    {"randn_cache_3_16_3", seeded([](Gen& g) {
         Value a = randn(g, 3);
         Value b = randn(g, 16);
         return list({a, b, randn(g, 3)});
     })},
    {"randn_cache_rand", seeded([](Gen& g) {
         Value a = randn(g, 1);
         Value b = rand(g, 2);
         return list({a, b, randn(g, 1)});
     })},
    {"randn_cache_mixed_dtype", seeded([](Gen& g) {
         Value a = randn(g, 1);
         return list({a, randn<double>(g, 2)});
     })},
    {"randn_cache_reseed", seeded([](Gen& g) {
         Value a = randn(g, 1);
         g.manual_seed(5);
         return list({a, randn(g, 2)});
     })},
    {"rand_like", rand_case(5)},
    {"randn_like", randn_case(6)},
    {"randint_10", randint_case(0, 10, 20)},
    {"randint_lo_hi", randint_case(-5, 10, 20)},
    {"randint_2d", randint_case(0, 27, 32)},
    {"randint_scalarish", randint_case(0, 100, 1)},
    {"randint_like", randint_case<float>(0, 10, 6)},
    {"randint_2**28", randint_case(0, 1ull << 28, 8)},
    {"randint_2**28+1", randint_case(0, (1ull << 28) + 1, 8)},
    {"randint_2**30", randint_case(0, 1ull << 30, 8)},
    {"randint_2**31", randint_case(0, 1ull << 31, 8)},
    {"randint_2**32-1", randint_case(0, (1ull << 32) - 1, 8)},
    {"randint_2**32", randint_case(0, 1ull << 32, 8)},
    {"randint_2**32+1", randint_case(0, (1ull << 32) + 1, 8)},
    {"randint_2**40", randint_case(0, 1ull << 40, 8)},
    {"randint_2**63-1", randint_case(0, (1ull << 63) - 1, 8)},
    {"randint_dtype_int32", randint_case<std::int32_t>(0, 2, 20)},
    {"randint_dtype_uint8", randint_case<std::uint8_t>(0, 2, 20)},
    {"randint_dtype_float32", randint_case<float>(0, 2, 20)},
    {"randint_dtype_float64", randint_case<double>(0, 2, 20)},
    {"randint_dtype_bool", randint_case<bool>(0, 2, 20)},
    {"randperm_1", randperm_case(1)},
    {"randperm_2", randperm_case(2)},
    {"randperm_5", randperm_case(5)},
    {"randperm_10", randperm_case(10)},
    {"randperm_100", randperm_case(100)},
    {"randperm_1000", randperm_case(1000)},
    {"randperm_5_i32", randperm_case<std::int32_t>(5)},
    {"normal_float_size", randn_case(20, 2.0, 3.0)},
    {"normal_float_size_small", randn_case(5, 2.0, 3.0)},
    {"normal_tensor_float", normal_of(5, from(0.0f), constant(0.5f))},
    {"normal_tensor_float_20", normal_of(20, from(0.0f), constant(0.5f))},
    {"normal_float_tensor", normal_of(5, constant(0.0f), from(1.0f))},
    {"normal_tensor_tensor", normal_of(5, from(0.0f), from(1.0f))},
    {"normal_tensor_tensor_20", normal_of(20, from(0.0f), from(1.0f))},
    {"normal_inplace_5", randn_case(5, 1.0, 2.0)},
    {"normal_inplace_20", randn_case(20, 1.0, 2.0)},
    {"uniform_inplace",
     seeded([](Gen& g) { return filled<float>(20, [&](std::span<float> out) { g.fill_uniform(out, -0.3, 0.3); }); })},
    {"uniform_inplace_f64",
     seeded([](Gen& g) { return filled<double>(20, [&](std::span<double> out) { g.fill_uniform(out, -0.3, 0.3); }); })},
    {"exponential",
     seeded([](Gen& g) { return filled<float>(20, [&](std::span<float> out) { g.fill_exponential(out); }); })},
    {"exponential_lam",
     seeded([](Gen& g) { return filled<float>(20, [&](std::span<float> out) { g.fill_exponential(out, 2.5); }); })},
    {"exponential_f64",
     seeded([](Gen& g) { return filled<double>(20, [&](std::span<double> out) { g.fill_exponential(out); }); })},
    {"geometric",
     seeded([](Gen& g) { return filled<float>(20, [&](std::span<float> out) { g.fill_geometric(out, 0.3); }); })},
    {"cauchy", seeded([](Gen& g) { return filled<float>(20, [&](std::span<float> out) { g.fill_cauchy(out); }); })},
    {"log_normal",
     seeded([](Gen& g) { return filled<float>(20, [&](std::span<float> out) { g.fill_log_normal(out); }); })},
    {"bernoulli_tensor", bernoulli_case<float>(40, std::vector<float>(40, 0.3f))},
    {"bernoulli_tensor_f64", bernoulli_case<double>(40, std::vector<double>(40, 0.3))},
    {"bernoulli_scalar", bernoulli_case<float>(40, 0.3)},
    {"bernoulli_inplace", bernoulli_case<float>(40, 0.3)},
    {"bernoulli_inplace_default", bernoulli_case<float>(40, 0.5)},
    {"bernoulli_inplace_tensor", bernoulli_case<float>(40, std::vector<float>(40, 0.3f))},
    {"bernoulli_inplace_f64", bernoulli_case<double>(40, 0.3)},
    {"multinomial_1", multinomial_case({weights}, 1, false)},
    {"multinomial_1_x10", seeded([](Gen& g) {
         std::vector<Value> out;
         for (int i = 0; i < 10; ++i) {
             out.push_back(multinomial<float>(g, {weights}, 1, false));
         }
         return list(std::move(out));
     })},
    {"multinomial_3", multinomial_case({weights}, 3, false)},
    {"multinomial_1_rep", multinomial_case({weights}, 1, true)},
    {"multinomial_20_rep", multinomial_case({weights}, 20, true)},
    {"multinomial_2d_1", multinomial_case({weights, reversed, equal}, 1, false)},
    {"multinomial_2d_6_rep", multinomial_case({weights, reversed, equal}, 6, true)},
    {"multinomial_softmax_65", multinomial_case(std::vector(4, softmax_of_line()), 1, false)},
    {"multinomial_f64_rep", seeded([](Gen& g) {
         return multinomial<double>(g, {{weights.begin(), weights.end()}}, 10, true);
     })},
    {"poisson", seeded([](Gen& g) {
         return filled<float>(10, [&](std::span<float> out) {
             for (float& value : out) {
                 value = static_cast<float>(g.poisson(3.0));
             }
         });
     })},
    {"dropout_0.1", dropout_case(40, 0.1)},
    {"dropout_0.2", dropout_case(40, 0.2)},
    {"dropout_0.5", dropout_case(40, 0.5)},
    {"dropout_module", dropout_case(40, 0.25)},
    {"dropout1d", dropout_case(36, 0.5, 3)},
    {"dropout2d", dropout_case(48, 0.5, 4)},
    {"gen_randn", randn_case(5)},
    {"gen_randn_20", randn_case(20)},
    {"gen_rand", rand_case(5)},
    {"gen_randint", randint_case(0, 10, 5)},
    {"gen_randperm", randperm_case(10)},
    {"gen_multinomial", multinomial_case({weights}, 3, true)},
    {"gen_uniform", rand_case(5)},
    {"gen_independent", seeded([](Gen& g) {
         Gen other(7);
         Value a = rand(other, 2);
         Value b = rand(g, 2);
         return list({a, b, rand(other, 2)});
     })},
    {"gen_state_restore", seeded([](Gen& g) {
         const auto state = g.get_state();
         Value a = randn(g, 3);
         g.set_state(state);
         return list({a, randn(g, 3)});
     })},
    {"gen_bigseed",
     [](std::uint32_t seed) {
         Gen g(seed + 2147483647ull);
         return rand(g, 4);
     }},
    {"gen_bigseed_64",
     [](std::uint32_t seed) {
         Gen g(seed + (1ull << 33));
         return rand(g, 4);
     }},
    {"gen_negseed",
     [](std::uint32_t seed) {
         Gen g(static_cast<std::uint64_t>(-1 - static_cast<std::int64_t>(seed)));
         return rand(g, 4);
     }},
    {"fork_rng", seeded([](Gen& g) {
         Gen fork = g;
         Value a = rand(fork, 2);
         return list({a, rand(g, 2)});
     })},
    {"dataloader_shuffle", seeded([](Gen& g) { return batches(epoch(g, 10), 4); })},
    {"dataloader_two_epochs", seeded([](Gen& g) {
         Value first = batches(epoch(g, 6), 2);
         return list({first, batches(epoch(g, 6), 2)});
     })},
    {"dataloader_gen", seeded([](Gen& g) {
         random_int64(g);
         return batches(order_of(g, 10), 4);
     })},
    {"dataloader_then_rand", seeded([](Gen& g) {
         random_int64(g);
         return rand(g, 2);
     })},
    {"random_split", seeded([](Gen& g) { return batches(order_of(g, 10), 7); })},
    {"categorical", multinomial_case({weights}, 10, true)},
    {"dist_normal", normal_of(5, constant(0.0f), constant(1.0f))},
    {"dist_normal_20", normal_of(20, constant(1.0f), constant(2.0f))},
};

const Reasons not_here = {
    {"dropout_eval", "draws nothing"},
    {"alpha_dropout", "a matter of ops over bernoulli"},
    {"gumbel_softmax", "a matter of ops over exponential"},
    {"sdpa_dropout_zero", "a matter of ops over randn"},
};

}  // namespace

TEST_CASE("torch's CPU generator gives torch's streams", "[random]") {
    check_golden("torch_streams.json", cases, not_here);
}

// With this seed a fused sum lies between two floats in double precision, which takes the exact path. Values of torch 2.14.1.
TEST_CASE("normals whose fused sums tie in double precision", "[random]") {
    const std::vector<float> wanted = {-1.0430777e+00f, -7.8625876e-01f, 5.3409666e-01f,  -1.2281708e+00f,
                                       -6.940019e-01f,  -1.2357155e+00f, 1.3274065e+00f,  8.911626e-01f,
                                       3.4982685e-02f,  -8.1639516e-01f, -7.663297e-01f,  -6.273028e-01f,
                                       -6.932301e-01f,  -5.22184e-01f,   -4.8446983e-01f, 7.702887e-01f};
    std::vector<float> got(wanted.size());
    Gen(1393).fill_normal(std::span(got));
    CHECK(got == wanted);
}

TEST_CASE("a torch generator's state restores the stream and the cached normal", "[random]") {
    for (const std::size_t drawn : {0, 1, 623, 624, 625}) {
        Gen g(42);
        rand(g, drawn);
        randn(g, 1);
        const auto state = g.get_state();
        Gen restored;
        restored.set_state(state);
        CHECK(restored.initial_seed() == 42);
        CHECK(restored.get_state() == state);
        CHECK(randn(restored, 700).bytes == randn(g, 700).bytes);
        CHECK(randn(restored, 2).bytes == randn(g, 2).bytes);
    }
}

TEST_CASE("a torch generator refuses a state that is none", "[random]") {
    Gen g;
    const auto message = [&](std::span<const std::uint8_t> bytes) -> std::string {
        try {
            g.set_state(bytes);
        } catch (const Error& error) {
            return error.what();
        }
        return "accepted";
    };
    auto state = g.get_state();
    CHECK(message(std::span(state).first(100)) ==
          "Expected a CPUGeneratorImplState of size 5056 but found the input RNG state size to be 100");
    for (const std::size_t place : {std::size_t{9}, std::size_t{12}, std::size_t{17}}) {
        auto broken = state;
        broken[place] ^= 0xff;
        CHECK(message(broken) == "Invalid mt19937 state");
    }
    CHECK(message(state) == "accepted");
}

}  // namespace sconce::test
