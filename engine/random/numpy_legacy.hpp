// numpy.random.RandomState: what np.random.seed and the functions of np.random give, bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/random/bounded.hpp"
#include "engine/random/mt19937.hpp"

namespace sconce {

// All fills draw in the order of the span. None checks its arguments: the callers' errors are NumPy's own.
class NumpyLegacy {
  public:
    explicit NumpyLegacy(std::uint32_t seed_value = 5489) : source_(seed_value) {}
    explicit NumpyLegacy(std::span<const std::uint32_t> key) { seed(key); }

    // seed(integer) and seed(list): different streams even for one and the same number.
    void seed(std::uint32_t value);
    void seed(std::span<const std::uint32_t> key);  // at least one word

    // With `spare` the whole of get_state(): the words, the position and the normal kept for the next call.
    Mt19937& source() { return source_; }
    const Mt19937& source() const { return source_; }
    std::optional<double>& spare() { return spare_; }
    const std::optional<double>& spare() const { return spare_; }

    double next_double() { return source_.next_double(); }

    void fill_rand(std::span<double> out);  // [0, 1)
    void fill_uniform(std::span<double> out, double low, double high);

    double standard_normal();
    void fill_randn(std::span<double> out);
    void fill_normal(std::span<double> out, double location, double scale);

    double standard_exponential();

    // randint(low, low + range + 1), T one of bool and the integer types of 8 to 64 bits. For bounds that differ by
    // element, keep one Bounded<T, Rejection::masked> for the whole call and draw from source().
    template <class T>
    void fill_randint(std::span<T> out, T low, std::uint64_t range) {
        Bounded<T, Rejection::masked> draw;
        for (T& value : out) {
            value = draw(source_, low, range);
        }
    }

    // The other distributions are in distributions.hpp, but for these, which the two generators draw differently.
    std::int64_t geometric(double p);
    double rayleigh(double scale);

    void fill_bytes(std::span<std::uint8_t> out);

    // The order that shuffle() gives to 0 .. n-1; choice(n, k, replace=False) is its first k.
    std::vector<std::int64_t> permutation(std::int64_t n);

  private:
    Mt19937 source_;
    std::optional<double> spare_;
};

}  // namespace sconce
