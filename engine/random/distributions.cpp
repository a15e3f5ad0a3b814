#include "engine/random/distributions.hpp"

#include <numbers>

namespace sconce::draw {

double log_gamma(double x) {
    if (x == 1.0 || x == 2.0) {
        return 0.0;
    }
    constexpr double c[10] = {8.333333333333333e-02,  -2.777777777777778e-03, 7.936507936507937e-04,
                              -5.952380952380952e-04, 8.417508417508418e-04,  -1.917526917526918e-03,
                              6.410256410256410e-03,  -2.955065359477124e-02, 1.796443723688307e-01,
                              -1.39243221690590e+00};
    const double shift = x < 7.0 ? std::floor(7.0 - x) : 0.0;
    double top = x + shift;
    const double inverse_square = (1.0 / top) * (1.0 / top);
    double series = c[9];
    for (int k = 8; k >= 0; --k) {
        series = series * inverse_square + c[k];
    }
    constexpr double log_two_pi = 1.8378770664093453;
    double value = series / top + 0.5 * log_two_pi + (top - 0.5) * exact::log(top) - top;
    for (double steps = shift; steps > 0.0; --steps) {
        top -= 1.0;
        value -= exact::log(top);
    }
    return value;
}

}  // namespace sconce::draw
