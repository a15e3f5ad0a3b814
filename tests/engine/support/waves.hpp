// Deterministic, uneven inputs for tests.
#pragma once

#include <cmath>

#include "tests/engine/support/ops.hpp"

namespace sconce::test {

// Both signs, no two alike and none near 0 within the first thousands.
inline Tensor uneven(const Shape& shape, double phase = 0.2, double size = 2) {
    std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = size * std::sin(1.3 * static_cast<double>(i) + phase) + 0.01 * static_cast<double>(i % 7);
    }
    return tensor_of(values, shape);
}

// Numbers strictly between 0 and 1.
inline Tensor fractions(const Shape& shape, double phase = 0.4) {
    const Tensor tensor = uneven(shape, phase, 0.4);
    for (std::int64_t i = 0; i < tensor.numel(); ++i) {
        tensor.data<double>()[i] += 0.5 - 0.03;
    }
    return tensor;
}

}  // namespace sconce::test
