// TorchGenerator::fill_normal: Box-Muller on sixteen values at a time, float32 as torch's AVX2 kernel computes it.

#include <bit>
#include <cmath>
#include <numbers>

#include "engine/random/fma.hpp"
#include "engine/random/libm.hpp"
#include "engine/random/torch_generator.hpp"

namespace sconce {

namespace {

constexpr std::size_t block = 16;
constexpr std::size_t half = block / 2;

using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));
using Double4 = double __attribute__((vector_size(32)));
using Long4 = std::int64_t __attribute__((vector_size(32)));

constexpr Float4 all(float x) { return Float4{x, x, x, x}; }

// Four of exact::fma at once: the sum in double, and one lane again where it may lie between two floats.
inline Float4 fma(Float4 a, Float4 b, Float4 c) {
    const Double4 sum =
        __builtin_convertvector(a, Double4) * __builtin_convertvector(b, Double4) + __builtin_convertvector(c, Double4);
    const Long4 tie = (reinterpret_cast<Long4>(sum) & 0x1fffffff) == 0x10000000;
    Float4 result = __builtin_convertvector(sum, Float4);
    if ((tie[0] | tie[1] | tie[2] | tie[3]) != 0) [[unlikely]] {
        for (int lane = 0; lane < 4; ++lane) {
            result[lane] = exact::fma(a[lane], b[lane], c[lane]);
        }
    }
    return result;
}

inline Float4 select(Int4 mask, Float4 yes, Float4 no) {
    return std::bit_cast<Float4>((mask & std::bit_cast<Int4>(yes)) | (~mask & std::bit_cast<Int4>(no)));
}

// S. Moshier's Cephes polynomials (logf, sinf, cosf), in the steps of J. Pommier's vector form of them with the
// multiply-adds that the compiler of torch's kernel fused. x normal and positive.
inline Float4 log(Float4 x) {
    Int4 bits = std::bit_cast<Int4>(x);
    const Int4 exponent = (bits >> 23) - 0x7f;
    bits = (bits & ~0x7f800000) | 0x3f000000;
    x = std::bit_cast<Float4>(bits);
    const Int4 small = x < all(0.707106781186547524f);
    Float4 e = __builtin_convertvector(exponent, Float4) + 1.0f;
    e = e - select(small, all(1.0f), all(0.0f));
    x = (x - 1.0f) + select(small, x, all(0.0f));
    const Float4 z = x * x;
    Float4 y = all(7.0376836292E-2f);
    for (const float c : {-1.1514610310E-1f, 1.1676998740E-1f, -1.2420140846E-1f, 1.4249322787E-1f, -1.6668057665E-1f,
                          2.0000714765E-1f, -2.4999993993E-1f, 3.3333331174E-1f}) {
        y = fma(y, x, all(c));
    }
    y = fma(y * x, z, e * -2.12194440e-4f);
    y = fma(-z, all(0.5f), y);
    return fma(e, all(0.693359375f), x + y);
}

struct SineCosine {
    Float4 sine;
    Float4 cosine;
};

// 0 <= x < 8192.
inline SineCosine sine_cosine(Float4 x) {
    const Int4 octant = (__builtin_convertvector(x * 1.27323954473516f, Int4) + 1) & ~1;
    const Float4 turns = __builtin_convertvector(octant, Float4);
    x = fma(turns, all(-0.78515625f), x);
    x = fma(turns, all(-2.4187564849853515625e-4f), x);
    x = fma(turns, all(-3.77489497744594108e-8f), x);
    const Float4 z = x * x;
    Float4 c = fma(all(2.443315711809948E-005f), z, all(-1.388731625493765E-003f));
    c = fma(c, z, all(4.166664568298827E-002f)) * z;
    c = fma(c, z, -(z * 0.5f)) + 1.0f;
    Float4 s = fma(all(-1.9515295891E-4f), z, all(8.3321608736E-3f));
    s = fma(s, z, all(-1.6666654611E-1f)) * z;
    s = fma(s, x, x);
    const Int4 swapped = (octant & 2) != 0;
    const Int4 sine_sign = (octant & 4) << 29;
    const Int4 cosine_sign = (~(octant - 2) & 4) << 29;
    return {std::bit_cast<Float4>(std::bit_cast<Int4>(select(swapped, c, s)) ^ sine_sign),
            std::bit_cast<Float4>(std::bit_cast<Int4>(select(swapped, s, c)) ^ cosine_sign)};
}

Float4 load(const float* from) { return Float4{from[0], from[1], from[2], from[3]}; }

void store(float* to, Float4 values) {
    for (int lane = 0; lane < 4; ++lane) {
        to[lane] = values[lane];
    }
}

// Eight uniforms give the radii, the eight after them the angles; the cosines replace the first, the sines the others.
void box_muller(float* data, float mean, float std) {
    for (std::size_t j = 0; j < half; j += 4) {
        const Float4 square = -2.0f * log(1.0f - load(data + j));
        const Float4 radius = {std::sqrt(square[0]), std::sqrt(square[1]), std::sqrt(square[2]), std::sqrt(square[3])};
        const auto [sine, cosine] = sine_cosine(6.2831853071795864769f * load(data + j + half));
        store(data + j, fma(radius * cosine, all(std), all(mean)));
        store(data + j + half, fma(radius * sine, all(std), all(mean)));
    }
}

void box_muller(double* data, double mean, double std) {
    for (std::size_t j = 0; j < half; ++j) {
        const double radius = std::sqrt(-2.0 * exact::log(1.0 - data[j]));
        const double angle = 2.0 * std::numbers::pi * data[j + half];
        data[j] = exact::fma(radius * exact::cos(angle), std, mean);
        data[j + half] = exact::fma(radius * exact::sin(angle), std, mean);
    }
}

template <class T>
void fill(TorchGenerator& generator, std::span<T> out, double mean, double std, NormalPath path) {
    if (out.size() < block || path == NormalPath::serial) {
        for (T& value : out) {
            value = static_cast<T>(exact::fma(generator.next_normal(), std, mean));
        }
        return;
    }
    // With 16 bits torch draws a block at a time, so that an incomplete last block is not drawn twice.
    const std::size_t drawn = path == NormalPath::reduced ? out.size() / block * block : out.size();
    generator.fill_uniform(out.first(drawn));
    for (std::size_t i = 0; i + block <= out.size(); i += block) {
        box_muller(out.data() + i, static_cast<T>(mean), static_cast<T>(std));
    }
    if (out.size() % block != 0) {
        const std::span<T> last = out.last(block);
        generator.fill_uniform(last);
        box_muller(last.data(), static_cast<T>(mean), static_cast<T>(std));
    }
}

}  // namespace

void TorchGenerator::fill_normal(std::span<float> out, double mean, double std, NormalPath path) {
    fill(*this, out, mean, std, path);
}

void TorchGenerator::fill_normal(std::span<double> out, double mean, double std, NormalPath path) {
    fill(*this, out, mean, std, path);
}

}  // namespace sconce
