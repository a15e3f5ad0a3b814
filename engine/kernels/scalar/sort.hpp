// Orders of elements within a row. NaN counts as larger than every number, as in both libraries.
#pragma once

#include <cstdint>

namespace sconce::kernels {

template <class T>
struct Entry {
    T value;
    std::int64_t place;
};

template <class T>
bool ascending(T a, T b) {
    return a < b || (a == a && b != b);
}

template <class T>
bool descending(T a, T b) {
    return a > b || (a != a && b == b);
}

}  // namespace sconce::kernels
