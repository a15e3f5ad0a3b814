// a b + c of floats with one rounding: what the steps of SLEEF's functions are made of.
#pragma once

namespace sconce::kernels {

// A product of floats is exact in double.
inline float fused_multiply_add(float a, float b, float c) {
    return static_cast<float>(static_cast<double>(a) * b + c);
}

}  // namespace sconce::kernels
