// Convolutions against their definition, and gradients and their gradients against central differences.
#include "tests/engine/support/gradcheck.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;
using namespace sconce::test;
using Int = std::int64_t;

namespace {

struct Geometry {
    Shape x, w, stride, padding, dilation;
    Int groups;
};

const std::vector<Geometry> geometries = {
    {{2, 2, 7}, {3, 2, 3}, {1}, {0}, {1}, 1},
    {{1, 4, 9}, {2, 2, 3}, {2}, {2}, {2}, 2},
    {{2, 2, 4, 5}, {2, 2, 3, 2}, {1, 2}, {1, 0}, {1, 1}, 1},
    {{1, 2, 5, 4}, {4, 1, 2, 2}, {2, 1}, {1, 2}, {1, 2}, 2},
    {{1, 3, 2, 2}, {2, 3, 1, 1}, {1, 1}, {0, 0}, {1, 1}, 1},
    {{1, 1, 3, 3, 3}, {2, 1, 2, 2, 2}, {1, 2, 1}, {0, 1, 0}, {1, 1, 1}, 1},
};

}  // namespace

TEST_CASE("gradients of convolutions", "[convolution][gradcheck]") {
    for (const Geometry& g : geometries) {
        INFO(torch_text(g.x) << " by " << torch_text(g.w));
        gradcheck(
            [&](const TensorList& in) {
                return call<"convolution">(in[0], in[1], in[2], g.stride, g.padding, g.dilation, g.groups);
            },
            {uneven(g.x), uneven(g.w, 1), uneven({g.w[0]}, 2)});
    }
}

TEST_CASE("gradients of transposed convolutions", "[convolution][gradcheck]") {
    for (const Geometry& g : geometries) {
        INFO(torch_text(g.x) << " by " << torch_text(g.w));
        const Tensor y =
            apply<"convolution">(uneven(g.x), uneven(g.w), Value(), g.stride, g.padding, g.dilation, g.groups);
        const Shape size(g.x.begin() + 2, g.x.end());
        gradcheck(
            [&](const TensorList& in) {
                return call<"convolution_transposed">(in[0], in[1], in[2], g.stride, g.padding, g.dilation, g.groups,
                                                      size);
            },
            {uneven(y.shape()), uneven(g.w, 1), uneven({g.x[1]}, 2)});
    }
}

// y[n, m, i, j] = sum over c, a, b of x[n, c, i s + a d - p, j s + b d - p] w[m, c, a, b]
TEST_CASE("a convolution follows its definition", "[convolution]") {
    const Tensor x = uneven({2, 3, 6, 5});
    const Tensor w = uneven({4, 3, 3, 2}, 1);
    const Tensor y = apply<"convolution">(x, w, Value(), Shape{2, 1}, Shape{1, 2}, Shape{1, 3}, Int{1});
    REQUIRE(y.shape() == Shape{2, 4, 3, 6});
    const std::vector<double> found = values_of(y);
    std::size_t at = 0;
    for (Int n = 0; n < 2; ++n) {
        for (Int m = 0; m < 4; ++m) {
            for (Int i = 0; i < 3; ++i) {
                for (Int j = 0; j < 6; ++j, ++at) {
                    double total = 0;
                    for (Int c = 0; c < 3; ++c) {
                        for (Int a = 0; a < 3; ++a) {
                            for (Int b = 0; b < 2; ++b) {
                                const Int row = 2 * i + a - 1;
                                const Int column = j + 3 * b - 2;
                                if (row >= 0 && row < 6 && column >= 0 && column < 5) {
                                    total += x.data<double>()[((n * 3 + c) * 6 + row) * 5 + column] *
                                             w.data<double>()[((m * 3 + c) * 3 + a) * 2 + b];
                                }
                            }
                        }
                    }
                    CHECK_THAT(found[at], Catch::Matchers::WithinAbs(total, 1e-12));
                }
            }
        }
    }
}
