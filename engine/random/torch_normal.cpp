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
using Double2 = double __attribute__((vector_size(16)));
using Long2 = std::int64_t __attribute__((vector_size(16)));

constexpr Float4 all(float x) { return Float4{x, x, x, x}; }

// Four fused multiply-adds: right unless a sum in double lies between two floats, which it remembers.
class QuickFma {
  public:
    Float4 operator()(Float4 a, Float4 b, Float4 c) {
        const Float4 low = half_of<0, 1>(a, b, c);
        const Float4 high = half_of<2, 3>(a, b, c);
        return std::bit_cast<Float4>(std::bit_cast<Int4>(low) |
                                     std::bit_cast<Int4>(__builtin_shufflevector(high, high, 2, 3, 0, 1)));
    }

    bool wrong_perhaps() const { return (ties_[0] | ties_[1]) != 0; }

  private:
    // WebAssembly converts two lanes at a time, and back with zeros above them; this is the shape it is known by.
    template <int i, int j>
    Float4 half_of(Float4 a, Float4 b, Float4 c) {
        const auto wide = [](Float4 x) {
            return __builtin_convertvector(__builtin_shufflevector(x, x, i, j), Double2);
        };
        const Double2 sum = wide(a) * wide(b) + wide(c);
        ties_ |= (reinterpret_cast<Long2>(sum) & 0x1fffffff) == 0x10000000;
        return __builtin_convertvector(__builtin_shufflevector(sum, Double2{}, 0, 1, 2, 3), Float4);
    }

    Long2 ties_{};
};

struct ExactFma {
    Float4 operator()(Float4 a, Float4 b, Float4 c) const {
        Float4 result;
        for (int lane = 0; lane < 4; ++lane) {
            result[lane] = exact::fma(a[lane], b[lane], c[lane]);
        }
        return result;
    }
};

inline Float4 select(Int4 mask, Float4 yes, Float4 no) {
    return std::bit_cast<Float4>((mask & std::bit_cast<Int4>(yes)) | (~mask & std::bit_cast<Int4>(no)));
}

// S. Moshier's Cephes polynomials (logf, sinf, cosf), in the steps of J. Pommier's vector form of them with the
// multiply-adds that the compiler of torch's kernel fused; where the product is exact a plain sum is the same. x normal
// and positive.
template <class Fma>
Float4 log(Fma& fma, Float4 x) {
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
    y = y - z * 0.5f;
    return (x + y) + e * 0.693359375f;
}

struct Pair {
    Float4 cosine;
    Float4 sine;
};

// 0 <= x <= 2 pi.
template <class Fma>
Pair cosine_sine(Fma& fma, Float4 x) {
    const Int4 octant = (__builtin_convertvector(x * 1.27323954473516f, Int4) + 1) & ~1;
    const Float4 turns = __builtin_convertvector(octant, Float4);
    x = x - turns * 0.78515625f;
    x = x - turns * 2.4187564849853515625e-4f;
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
    return {std::bit_cast<Float4>(std::bit_cast<Int4>(select(swapped, s, c)) ^ cosine_sign),
            std::bit_cast<Float4>(std::bit_cast<Int4>(select(swapped, c, s)) ^ sine_sign)};
}

template <class Fma>
Pair box_muller(Fma& fma, Float4 u1, Float4 u2, Float4 mean, Float4 std) {
    const Float4 square = -2.0f * log(fma, u1);
    const Float4 radius = {std::sqrt(square[0]), std::sqrt(square[1]), std::sqrt(square[2]), std::sqrt(square[3])};
    const auto [cosine, sine] = cosine_sine(fma, 6.2831853071795864769f * u2);
    return {fma(radius * cosine, std, mean), fma(radius * sine, std, mean)};
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
        const Float4 u1 = 1.0f - load(data + j);
        const Float4 u2 = load(data + j + half);
        QuickFma quick;
        Pair normals = box_muller(quick, u1, u2, all(mean), all(std));
        if (quick.wrong_perhaps()) [[unlikely]] {
            ExactFma exact;
            normals = box_muller(exact, u1, u2, all(mean), all(std));
        }
        store(data + j, normals.cosine);
        store(data + j + half, normals.sine);
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
