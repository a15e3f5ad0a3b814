// choice(n, p=...) of both NumPy generators.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "engine/random/bounded.hpp"

namespace sconce {

namespace detail {

inline std::vector<double> cumulative(std::span<const double> probabilities) {
    std::vector<double> sums(probabilities.size());
    std::partial_sum(probabilities.begin(), probabilities.end(), sums.begin());
    const double total = sums.back();
    for (double& sum : sums) {
        sum /= total;
    }
    return sums;
}

template <BitSource S>
std::int64_t pick(S& source, const std::vector<double>& sums) {
    return std::upper_bound(sums.begin(), sums.end(), source.next_double()) - sums.begin();
}

}  // namespace detail

// With replacement. probabilities: at least one, not negative, summing to one.
template <BitSource S>
void choose_weighted(S& source, std::span<const double> probabilities, std::span<std::int64_t> out) {
    const std::vector<double> sums = detail::cumulative(probabilities);
    for (std::int64_t& item : out) {
        item = detail::pick(source, sums);
    }
}

// Without replacement; at least `size` of the probabilities are above zero. As many draws as are missing, the first of
// equal ones kept, until there are enough.
template <BitSource S>
std::vector<std::int64_t> choose_weighted_distinct(S& source, std::span<const double> probabilities, std::size_t size) {
    std::vector<double> left(probabilities.begin(), probabilities.end());
    std::vector<std::int64_t> found;
    while (found.size() < size) {
        const std::vector<double> sums = detail::cumulative(left);
        for (std::size_t missing = size - found.size(); missing > 0; --missing) {
            const std::int64_t item = detail::pick(source, sums);
            if (left[static_cast<std::size_t>(item)] > 0.0) {
                left[static_cast<std::size_t>(item)] = 0.0;
                found.push_back(item);
            }
        }
    }
    return found;
}

}  // namespace sconce
