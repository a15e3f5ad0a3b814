// Pooling: each output looks at a window of a plane of up to three dims.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "engine/core/interrupt.hpp"

namespace sconce::kernels {

// Along one dim: output o sees places first[o], first[o] + step, ... below last[o]; `size` is what its average divides by.
struct WindowAxis {
    std::vector<std::int64_t> first{0};
    std::vector<std::int64_t> last{1};
    std::vector<std::int64_t> size{1};
    std::int64_t step = 1;
    std::int64_t in = 1;

    std::int64_t out() const { return static_cast<std::int64_t>(first.size()); }
};

// Planes (in...) against (out...); fewer dims than three lie last.
struct Windows {
    std::array<WindowAxis, 3> axis;
    std::int64_t planes = 0;
    std::int64_t divisor = 0;  // instead of the window's size, where it is not 0

    std::int64_t in() const { return axis[0].in * axis[1].in * axis[2].in; }
    std::int64_t out() const { return axis[0].out() * axis[1].out() * axis[2].out(); }
};

// visit(input plane offset, output place, i, j, k) for every output of every plane.
template <class Visit>
void for_each_window(const Windows& windows, Visit visit) {
    std::int64_t place = 0;
    for (std::int64_t p = 0; p < windows.planes; ++p) {
        for (std::size_t i = 0; i < windows.axis[0].first.size(); ++i) {
            for (std::size_t j = 0; j < windows.axis[1].first.size(); ++j) {
                for (std::size_t k = 0; k < windows.axis[2].first.size(); ++k, ++place) {
                    visit(p * windows.in(), place, i, j, k);
                }
            }
        }
        check_interrupt();
    }
}

// visit(place in the plane) for every place of a window.
template <class Visit>
void for_each_place(const Windows& windows, std::size_t i, std::size_t j, std::size_t k, Visit visit) {
    const auto& [a, b, c] = windows.axis;
    for (std::int64_t x = a.first[i]; x < a.last[i]; x += a.step) {
        for (std::int64_t y = b.first[j]; y < b.last[j]; y += b.step) {
            const std::int64_t row = (x * b.in + y) * c.in;
            for (std::int64_t z = c.first[k]; z < c.last[k]; z += c.step) {
                visit(row + z);
            }
        }
    }
}

inline std::int64_t window_divisor(const Windows& windows, std::size_t i, std::size_t j, std::size_t k) {
    return windows.divisor != 0 ? windows.divisor
                                : windows.axis[0].size[i] * windows.axis[1].size[j] * windows.axis[2].size[k];
}

// y = the largest element of each window (NaN wins) and its place in the plane.
template <class T>
void max_of_windows(const Windows& windows, const T* x, T* y, std::int64_t* places) {
    for_each_window(windows, [&](std::int64_t plane, std::int64_t out, std::size_t i, std::size_t j, std::size_t k) {
        const auto& [a, b, c] = windows.axis;
        std::int64_t best = (a.first[i] * b.in + b.first[j]) * c.in + c.first[k];
        T highest = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                         : std::numeric_limits<T>::lowest();
        for_each_place(windows, i, j, k, [&](std::int64_t at) {
            const T value = x[plane + at];
            if (value > highest || value != value) {
                highest = value;
                best = at;
            }
        });
        y[out] = highest;
        places[out] = best;
    });
}

// y = the sum of each window over its divisor; 0 where it is empty.
template <class T>
void mean_of_windows(const Windows& windows, const T* x, T* y) {
    for_each_window(windows, [&](std::int64_t plane, std::int64_t out, std::size_t i, std::size_t j, std::size_t k) {
        T total{};
        for_each_place(windows, i, j, k, [&](std::int64_t at) { total = static_cast<T>(total + x[plane + at]); });
        const auto divisor = static_cast<T>(window_divisor(windows, i, j, k));
        y[out] = divisor == T{} ? T{} : static_cast<T>(total / divisor);
    });
}

// x += each y over its divisor, all over its window.
template <class T>
void spread_over_windows(const Windows& windows, const T* y, T* x) {
    for_each_window(windows, [&](std::int64_t plane, std::int64_t out, std::size_t i, std::size_t j, std::size_t k) {
        const T share = y[out] / static_cast<T>(window_divisor(windows, i, j, k));
        for_each_place(windows, i, j, k, [&](std::int64_t at) { x[plane + at] += share; });
    });
}

}  // namespace sconce::kernels
