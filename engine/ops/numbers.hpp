// Python numbers on their way into elements.
#pragma once

#include "engine/core/dialect.hpp"

namespace sconce {

// `number` itself when an element of `dtype` can hold it, as far as the dialect insists: torch refuses what overflows, NumPy what
// an integer cannot express. Throws ErrorKind::value in the dialect's words.
const Scalar& checked_number(Dialect dialect, const Scalar& number, Dtype dtype);

}  // namespace sconce
