#include "engine/random/libm.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/random/fma.hpp"
#include "engine/random/libm_tables.hpp"

// The last bit depends on the order of operations and on which of them the compiler of that library fused, so each
// fma() below stands where it did, and the others must stay apart. Where the product is exact a plain sum is the same.
namespace sconce::exact {

namespace {

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }
double double_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }
std::uint32_t top_half(double x) { return static_cast<std::uint32_t>(bits_of(x) >> 32); }

constexpr double ln2_high = 0x1.62e42fefa3800p-1;
constexpr double ln2_low = 0x1.ef35793c76730p-45;

// x = 2^exponent * z, z in interval `index` of the 128 that start at `origin`.
struct Reduced {
    double z;
    double exponent;
    std::size_t index;
};

Reduced reduce(std::uint64_t bits, std::uint64_t origin) {
    const std::uint64_t offset = bits - origin;
    return {double_of(bits - (offset & (std::uint64_t{0xfff} << 52))),
            static_cast<double>(static_cast<std::int64_t>(offset) >> 52), static_cast<std::size_t>(offset >> 45) % 128};
}

// log(1 + r) for -1/16 <= r < 0.0647, where the table's own error would show.
double log_near_one(double r) {
    constexpr double c[11] = {-0x1p-1,
                              0x1.5555555555577p-2,
                              -0x1.ffffffffffdcbp-3,
                              0x1.999999995dd0cp-3,
                              -0x1.55555556745a7p-3,
                              0x1.24924a344de3p-3,
                              -0x1.fffffa4423d65p-4,
                              0x1.c7184282ad6cap-4,
                              -0x1.999eb43b068ffp-4,
                              0x1.78182f7afd085p-4,
                              -0x1.5521375d145cdp-4};
    const double r2 = r * r;
    const double r3 = r * r2;
    double p = fma(r3, c[10], fma(r2, c[9], fma(r, c[8], c[7])));
    p = fma(r3, p, fma(r2, c[6], fma(r, c[5], c[4])));
    p = fma(r3, p, fma(r2, c[3], fma(r, c[2], c[1])));
    const double scaled = r * 0x1p27;
    const double r_high = r + scaled - scaled;
    const double r_low = r - r_high;
    const double square = r_high * r_high * c[0];
    const double high = r + square;
    double low = r - high + square;
    low = fma(c[0] * r_low, r_high + r, low);
    return fma(r3, p, low) + high;
}

constexpr double exp_shift = 0x1.8p52;

// e^(x + rest) for |x| < 512 and a tiny rest.
double exp_of_sum(double x, double rest) {
    const double shifted = fma(0x1.71547652b82fep7, x, exp_shift);
    const std::uint64_t k = bits_of(shifted);
    const double steps = shifted - exp_shift;
    const double r = fma(steps, -0x1.cf79abc9e3b3ap-47, x - steps * 0x1.62e42fefa0000p-8) + rest;
    const tables::ExpStep& step = tables::exp_steps[k % 128];
    const double scale = double_of(step.head_bits + (k << 45));
    const double r2 = r * r;
    const double low = fma(r2, fma(r, 0x1.555555555543cp-3, 0x1.ffffffffffdbdp-2), step.tail + r);
    const double tail = fma(r2 * r2, fma(r, 0x1.1111167a4d017p-7, 0x1.55555cf172b91p-5), low);
    return fma(scale, tail, scale);
}

// An angle less whole quarter turns, as head + tail; quarters is their count modulo 4.
struct Angle {
    double head;
    double tail;
    unsigned quarters;
};

// 2.43 < |x| < 10^8. Pi/2 in four parts short enough that the first two products are exact.
Angle reduce_angle(double x) {
    const double shifted = fma(x, 0x1.45f306dc9c883p-1, exp_shift);
    const double turns = shifted - exp_shift;
    const double y = x - turns * 0x1.921fb58p0 + turns * 0x1.dde973cp-27;
    const double head3 = y + turns * 0x1.cb3b398p-55;
    const double tail3 = (y - head3) + turns * 0x1.cb3b398p-55;
    const double head = fma(turns, 0x1.d747f23e32ed7p-83, head3);
    const double tail = tail3 + fma(turns, 0x1.d747f23e32ed7p-83, head3 - head);
    return {head, tail, static_cast<unsigned>(bits_of(shifted) & 3)};
}

// Sine and cosine of k/128 from the table, and the polynomials of the remainder: S. Gal, B. Bachelis, "An accurate
// elementary mathematical library for the IEEE floating point standard", ACM TOMS 17 (1991).
constexpr double table_shift = 0x1.8p45;

double sine_of(double x, double rest) {
    if (std::fabs(x) < 0.126) {
        const double x2 = x * x;
        double p = fma(-0x1.addffc2fcdf59p-26, x2, 0x1.71de27b9a7ed9p-19);
        p = fma(p, x2, -0x1.a01a019db08b8p-13);
        p = fma(p, x2, 0x1.1111111110ecep-7);
        p = fma(p, x2, -0x1.5555555555555p-3);
        return x + fma(fma(p, x, -0.5 * rest), x2, rest);
    }
    if (x <= 0.0) {
        rest = -rest;
    }
    const double shifted = table_shift + std::fabs(x);
    const double r = std::fabs(x) - (shifted - table_shift);
    const double* point = tables::sine_points[bits_of(shifted) & 0xffffffff];
    const double r2 = r * r;
    const double s =
        r + fma(r * r2, fma(r2, 8.33333214285722277379541354343671E-03, -1.66666666666664880952546298448555E-01), rest);
    const double c =
        fma(r, rest,
            r2 * fma(r2, fma(r2, 1.38888874007937613028114285595617E-03, -4.16666666666664434524222570944589E-02),
                     4.99999999999999999999950396842453E-01));
    const double correction = fma(point[2], s, fma(-point[0], c, fma(s, point[3], point[1])));
    return std::copysign(point[0] + correction, x);
}

double cosine_of(double x, double rest) {
    if (x < 0.0) {
        rest = -rest;
    }
    const double shifted = table_shift + std::fabs(x);
    const double r = std::fabs(x) - (shifted - table_shift) + rest;
    const double* point = tables::sine_points[bits_of(shifted) & 0xffffffff];
    const double r2 = r * r;
    const double s =
        fma(r * r2, fma(r2, 8.33333214285722277379541354343671E-03, -1.66666666666664880952546298448555E-01), r);
    const double c =
        r2 * fma(r2, fma(r2, 1.38888874007937613028114285595617E-03, -4.16666666666664434524222570944589E-02),
                 4.99999999999999999999950396842453E-01);
    const double correction = fma(-point[0], s, fma(-point[2], c, fma(-s, point[1], point[3])));
    return point[2] + correction;
}

}  // namespace

double log(double x) {
    std::uint64_t bits = bits_of(x);
    if (x >= 1.0 - 0x1p-4 && x < 1.0 + 0x1.09p-4) {
        return log_near_one(x - 1.0);
    }
    if (x < std::numeric_limits<double>::min()) {
        if (x == 0.0) {
            return -std::numeric_limits<double>::infinity();
        }
        bits = bits_of(x * 0x1p52) - (std::uint64_t{52} << 52);
    }
    const auto [z, k, i] = reduce(bits, 0x3fe6000000000000);
    const double* interval = tables::log_intervals[i];
    const double r = fma(z, interval[0], -1.0);
    const double w = k * ln2_high + interval[1];
    const double high = w + r;
    const double low = fma(k, ln2_low, w - high + r);
    const double r2 = r * r;
    const double p = fma(r2, fma(r, -0x1.55575e506c89fp-3, 0x1.999b324f10111p-3),
                         fma(r, -0x1.fffffffeb459p-3, 0x1.555555551305bp-2));
    return fma(r * r2, p, fma(r2, -0x1.0000000000001p-1, low)) + high;
}

// W. Kahan's correction for 1 + x, then log of it by the odd series in s = f / (2 + f): FreeBSD's msun (Sun Microsystems,
// 1993) with its polynomial summed in pairs.
double log1p(double x) {
    constexpr double ln2_head = 6.93147180369123816490e-01;
    constexpr double ln2_tail = 1.90821492927058770002e-10;
    if (std::fabs(x) < 0x1p-29) {
        return std::fabs(x) < 0x1p-54 ? x : fma(-(x * x), 0.5, x);
    }
    double k = 0.0;
    double f = x;
    double lost = 0.0;
    std::uint32_t fraction = 1;
    if (top_half(x) >= 0x3fda827a && !(top_half(x) >= 0x80000000 && top_half(x) <= 0xbfd2bec3)) {
        const bool exact = x >= 0x1p53;
        const double u = exact ? x : 1.0 + x;
        int exponent = static_cast<int>(top_half(u) >> 20) - 1023;
        if (!exact) {
            lost = (exponent > 0 ? 1.0 - (u - x) : x - (u - 1.0)) / u;
        }
        fraction = top_half(u) & 0xfffff;
        const std::uint64_t low = bits_of(u) & 0xffffffff;
        if (fraction < 0x6a09e) {
            f = double_of(std::uint64_t{fraction | 0x3ff00000} << 32 | low) - 1.0;
        } else {
            f = double_of(std::uint64_t{fraction | 0x3fe00000} << 32 | low) - 1.0;
            exponent += 1;
            fraction = (0x100000 - fraction) >> 2;
        }
        k = exponent;
    }
    const double half_square = 0.5 * f * f;
    if (fraction == 0) {
        if (f == 0.0) {
            return k * ln2_head + fma(k, ln2_tail, lost);
        }
        const double rest = half_square * fma(-0.66666666666666666, f, 1.0);
        return k * ln2_head - ((rest - fma(k, ln2_tail, lost)) - f);
    }
    const double s = f / (2.0 + f);
    const double z = s * s;
    const double z2 = z * z;
    const double z4 = z2 * z2;
    const double p2 = fma(z, 2.857142874366239149e-01, 3.999999999940941908e-01);
    const double p4 = fma(z, 1.818357216161805012e-01, 2.222219843214978396e-01);
    const double p6 = fma(z, 1.479819860511658591e-01, 1.531383769920937332e-01);
    const double series = fma(z4 * z2, p6, fma(z4, p4, fma(z, 6.666666666666735130e-01, z2 * p2)));
    const double product = s * (half_square + series);
    if (k == 0.0) {
        return f - (half_square - product);
    }
    return k * ln2_head - ((half_square - (product + fma(k, ln2_tail, lost))) - f);
}

double exp(double x) {
    if (!(std::fabs(x) < 512.0)) {
        return std::exp(x);
    }
    if (std::fabs(x) < 0x1p-54) {
        return 1.0 + x;
    }
    return exp_of_sum(x, 0.0);
}

// Only for results in the normal range; the rest is the C library's.
double pow(double x, double y) {
    if (!(x >= std::numeric_limits<double>::min() && x < std::numeric_limits<double>::infinity()) ||
        !(std::fabs(y) < 0x1p63 && std::fabs(y) > 0x1p-65) || x == 1.0) {
        return std::pow(x, y);
    }
    const auto [z, k, i] = reduce(bits_of(x), 0x3fe6955500000000);
    const double* interval = tables::pow_intervals[i];
    const double r = fma(z, interval[0], -1.0);
    const double t1 = k * ln2_high + interval[1];
    const double t2 = t1 + r;
    const double half = -0.5 * r;
    const double half2 = r * half;
    const double high = t2 + half2;
    double p = fma(r, 0x1.0002b8b263fc3p0, -0x1.2495b9b4845e9p0);
    p = fma(half2, p, fma(r, -0x1.555555529a47ap-1, 0x1.999999959554ep-1));
    p = fma(half2, p, fma(r, 0x1.0000000000006p-1, -0x1.5555555555560p-1));
    const double low =
        fma(r * half2, p, fma(k, ln2_low, interval[2]) + (t1 - t2 + r) + fma(half, r, -half2) + (t2 - high + half2));
    const double log_head = high + low;
    const double log_tail = high - log_head + low;
    const double head = y * log_head;
    if (!(std::fabs(head) < 512.0)) {
        return std::pow(x, y);
    }
    const double tail = fma(y, log_tail, fma(y, log_head, -head));
    return std::fabs(head) < 0x1p-54 ? 1.0 + head : exp_of_sum(head, tail);
}

double sin(double x) {
    const double size = std::fabs(x);
    if (size < 0x1p-26) {
        return x;
    }
    if (size < 0.855469) {
        return sine_of(x, 0.0);
    }
    if (size < 2.426265) {
        return std::copysign(cosine_of(0x1.921fb54442d18p0 - size, 0x1.1a62633145c07p-54), x);
    }
    const Angle angle = reduce_angle(x);
    const double y = angle.quarters & 1 ? cosine_of(angle.head, angle.tail) : sine_of(angle.head, angle.tail);
    return angle.quarters & 2 ? -y : y;
}

double cos(double x) {
    const double size = std::fabs(x);
    if (size < 0x1p-27) {
        return 1.0;
    }
    if (size < 0.855469) {
        return cosine_of(x, 0.0);
    }
    if (size < 2.426265) {
        const double y = 0x1.921fb54442d18p0 - size;
        const double head = y + 0x1.1a62633145c07p-54;
        return sine_of(head, (y - head) + 0x1.1a62633145c07p-54);
    }
    const Angle angle = reduce_angle(x);
    const double y = angle.quarters & 1 ? sine_of(angle.head, angle.tail) : cosine_of(angle.head, angle.tail);
    return (angle.quarters + 1) & 2 ? -y : y;
}

}  // namespace sconce::exact
