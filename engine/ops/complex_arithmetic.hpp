// Arithmetic of complex numbers, element by element, as the two libraries compute it. The rules of engine/ops/complex.cpp lead here.
#pragma once

#include <complex>

#include "engine/ops/functions.hpp"

namespace sconce {

// add, sub, mul, div and pow on arguments that promote to a complex dtype.
Value by_pair(const Op& op, const Args& args);
// A function of one complex tensor: every op that has_function.
Value by_element(const Op& op, const Args& args);
bool has_function(std::string_view op);
// A real number of each element.
Tensor map_to_real(const Tensor& self, double (*f)(std::complex<double>));

}  // namespace sconce
