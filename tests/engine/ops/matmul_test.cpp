// Products and attention against the xtensor references, over sizes that cross every block edge.
#include <catch2/catch_all.hpp>
#include <cmath>
#include <limits>

#include "engine/autograd/walk.hpp"
#include "engine/core/storage.hpp"
#include "engine/kernels/scalar/reference.hpp"
#include "engine/kernels/simd/matmul.hpp"
#include "engine/ops/functions.hpp"

using namespace sconce;

namespace {

// Numbers in [-1, 1] from a formula, so that a failure can be reproduced by hand.
Tensor wave(const Shape& shape, Dtype dtype, double phase) {
    const Tensor tensor = Tensor::empty(shape, dtype);
    visit_floating(dtype, [&]<class T>(TypeTag<T>) {
        for (std::int64_t i = 0; i < tensor.numel(); ++i) {
            tensor.data<T>()[i] = static_cast<T>(std::sin(phase + 1.7 * static_cast<double>(i)));
        }
    });
    return tensor;
}

template <class T, class Reference>
void check_close(const Tensor& result, const Reference& expected, double tolerance) {
    const auto got = as_array<T>(result);
    REQUIRE(got.size() == expected.size());
    double worst = 0;
    auto it = expected.begin();
    for (const T value : got) {
        worst = std::max(worst, std::fabs(static_cast<double>(value) - static_cast<double>(*it++)));
    }
    CHECK(worst <= tolerance);
}

}  // namespace

TEST_CASE("matmul agrees with the reference over sizes and strides", "[matmul]") {
    const auto m = GENERATE(1, 2, 5, 13, 33, 130);
    const auto n = GENERATE(1, 3, 17, 70);
    const auto k = GENERATE(1, 4, 31, 300);
    const Tensor a = wave({m, k}, Dtype::float32, 0.1);
    const Tensor b = wave({k, n}, Dtype::float32, 0.2);
    const auto expected = kernels::reference::matmul<float>(a, b);
    check_close<float>(matmul(a, b), expected, 1e-4);
    const Tensor a_transposed = prepared(transpose(a, 0, 1), Dtype::float32);
    const Tensor b_transposed = prepared(transpose(b, 0, 1), Dtype::float32);
    check_close<float>(matmul(transpose(a_transposed, 0, 1), transpose(b_transposed, 0, 1)), expected, 1e-4);
    const Tensor a_double = converted(a, Dtype::float64);
    const Tensor b_double = converted(b, Dtype::float64);
    check_close<double>(matmul(a_double, b_double), kernels::reference::matmul<double>(a_double, b_double), 1e-12);
}

TEST_CASE("matmul across the edges of its blocks, accumulating and not, with and without adjacent elements",
          "[matmul]") {
    using kernels::MatrixView;
    constexpr std::int64_t m = 101, n = 1037, k = 261;
    // Every other row and column of twice the size is used.
    const Tensor a = wave({2 * m, 2 * k}, Dtype::float32, 0.5);
    const Tensor b = wave({2 * k, 2 * n}, Dtype::float32, 0.6);
    const Tensor c = wave({m, n}, Dtype::float32, 0.7);
    const MatrixView<const float> left{a.data<float>(), 4 * k, 2};
    const MatrixView<const float> right{b.data<float>(), 4 * n, 2};
    const bool accumulate = GENERATE(false, true);
    std::vector<double> expected(m * n);
    for (std::int64_t i = 0; i < m; ++i) {
        for (std::int64_t j = 0; j < n; ++j) {
            double total = accumulate ? c.data<float>()[i * n + j] : 0;
            for (std::int64_t p = 0; p < k; ++p) {
                total += static_cast<double>(left.data[i * left.row + 2 * p]) * right.data[p * right.row + 2 * j];
            }
            expected[i * n + j] = total;
        }
    }
    kernels::matmul(left, right, MatrixView<float>{c.data<float>(), n, 1}, m, n, k, accumulate);
    check_close<float>(c, expected, 1e-4);
}

TEST_CASE("a packed matrix gives any run of whole panels", "[matmul]") {
    using kernels::MatrixView;
    constexpr std::int64_t m = 9, n = 29, k = 11;
    const Tensor a = wave({m, k}, Dtype::float64, 0.8);
    const Tensor b = wave({k, n}, Dtype::float64, 0.9);
    const auto expected = kernels::reference::matmul<double>(a, b);
    constexpr std::int64_t panel = kernels::PackedMatrix<double>::panel;
    const auto packed = kernels::packed(MatrixView<const double>{b.data<double>(), n, 1}, k, n);
    const std::int64_t first = panel, count = (n - first + panel - 1) / panel * panel;
    std::vector<double> c(static_cast<std::size_t>(m * count), -1);
    kernels::matmul(MatrixView<const double>{a.data<double>(), k, 1}, packed, first,
                    MatrixView<double>{c.data(), count, 1}, m, count);
    for (std::int64_t i = 0; i < m; ++i) {
        for (std::int64_t j = 0; j < count; ++j) {
            const double there = first + j < n ? expected(i, first + j) : 0;
            CHECK(std::fabs(c[static_cast<std::size_t>(i * count + j)] - there) <= 1e-12);
        }
    }
}

TEST_CASE("matmul broadcasts batches and takes vectors", "[matmul]") {
    const Tensor a = wave({2, 1, 3, 4}, Dtype::float64, 0.3);
    const Tensor b = wave({5, 4, 2}, Dtype::float64, 0.4);
    const Tensor c = matmul(a, b);
    REQUIRE(c.shape() == Shape{2, 5, 3, 2});
    double expected = 0;
    for (int p = 0; p < 4; ++p) {
        expected += a.data<double>()[1 * 12 + 2 * 4 + p] * b.data<double>()[3 * 8 + p * 2 + 1];
    }
    CHECK(c.data<double>()[((1 * 5 + 3) * 3 + 2) * 2 + 1] == Catch::Approx(expected));
    CHECK(matmul(wave({4}, Dtype::float64, 0), wave({4}, Dtype::float64, 1)).shape() == Shape{});
    CHECK(matmul(wave({3, 4}, Dtype::float64, 0), wave({4}, Dtype::float64, 1)).shape() == Shape{3});
    CHECK(matmul(wave({4}, Dtype::float64, 0), wave({2, 4, 5}, Dtype::float64, 1)).shape() == Shape{2, 5});
    CHECK(matmul(wave({0, 4}, Dtype::float64, 0), wave({4, 5}, Dtype::float64, 1)).shape() == Shape{0, 5});
    const Tensor none = matmul(wave({2, 0}, Dtype::float64, 0), wave({0, 3}, Dtype::float64, 1));
    CHECK(none.data<double>()[5] == 0);
}

TEST_CASE("matmul says shape clashes in PyTorch's words", "[matmul]") {
    const auto text = [](const Shape& a, const Shape& b) -> std::string {
        try {
            matmul(wave(a, Dtype::float32, 0), wave(b, Dtype::float32, 0));
        } catch (const Error& error) {
            return error.what();
        }
        return "no error";
    };
    CHECK(text({2, 3}, {4, 5}) == "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)");
    CHECK(text({2, 4, 3}, {4, 5}) == "mat1 and mat2 shapes cannot be multiplied (8x3 and 4x5)");
    CHECK(text({2, 4, 8}, {2, 4, 8}) ==
          "Expected size for first two dimensions of batch2 tensor to be: [2, 8] but got: [2, 4].");
    CHECK(text({2, 3}, {4}) == "size mismatch, got input (2), mat (2x3), vec (4)");
    CHECK(text({}, {4, 5}) == "both arguments to matmul need to be at least 1D, but they are 0D and 2D");
}

TEMPLATE_TEST_CASE("tiled attention agrees with the whole table", "[attention]", float, double) {
    using T = TestType;
    const Dtype dtype = sizeof(T) == 4 ? Dtype::float32 : Dtype::float64;
    const double tolerance = sizeof(T) == 4 ? 2e-6 : 1e-12;
    const auto length = GENERATE(1, 5, 64, 150);
    const auto keys = GENERATE(1, 7, 128, 200);
    const bool causal = GENERATE(false, true);
    const Tensor q = wave({length, 8}, dtype, 0.1);
    const Tensor k = wave({keys, 8}, dtype, 0.2);
    const Tensor v = wave({keys, 6}, dtype, 0.3);
    const double scale = 1 / std::sqrt(8.0);
    const Tensor out = apply<"scaled_dot_product_attention">(q, k, v, Value(), 0.0, causal);
    check_close<T>(out, kernels::reference::attention<T>(q, k, v, scale, causal), tolerance);
    if (!causal) {
        const Tensor mask = wave({length, keys}, dtype, 0.4);
        const Tensor masked = apply<"scaled_dot_product_attention">(q, k, v, mask);
        check_close<T>(masked, kernels::reference::attention<T>(q, k, v, scale, false, mask), tolerance);
    }
}

TEST_CASE("attention gradients agree with those of the plain formula", "[attention]") {
    const auto before = memory_stats().live_storages;
    {
        const bool causal = GENERATE(false, true);
        const auto leaf = [](const Shape& shape, double phase) {
            const Tensor tensor = wave(shape, Dtype::float64, phase);
            make_tape_meta(tensor).requires_grad = true;
            return tensor;
        };
        const Tensor q = leaf({2, 70, 5}, 0.1);
        const Tensor k = leaf({2, 140, 5}, 0.2);
        const Tensor v = leaf({1, 140, 3}, 0.3);
        const Tensor weight = wave({2, 70, 3}, Dtype::float64, 0.9);
        const Tensor fused = apply<"scaled_dot_product_attention">(q, k, v, Value(), 0.0, causal);
        Tensor scores = mul(matmul(q, transpose(k, -2, -1)), Scalar(1 / std::sqrt(5.0)));
        if (causal) {
            const Tensor allowed = apply<"tril">(Tensor::full({70, 140}, true, Dtype::boolean));
            scores = apply<"masked_fill">(scores, apply<"logical_not">(allowed),
                                          Scalar(-std::numeric_limits<double>::infinity()));
        }
        const Tensor plain = matmul(apply<"softmax">(scores, std::int64_t{-1}), v);
        const TensorList expected = gradients({plain}, {q, k, v}, {weight}, false, false, false);
        const TensorList got = gradients({fused}, {q, k, v}, {weight}, false, false, false);
        for (std::size_t i = 0; i < 3; ++i) {
            REQUIRE(got[i].shape() == expected[i].shape());
            check_close<double>(got[i], as_array<double>(prepared(expected[i], Dtype::float64)), 1e-12);
        }
        const auto single = [](const Tensor& tensor) {
            const Tensor copy = converted(tensor, Dtype::float32);
            make_tape_meta(copy).requires_grad = true;
            return copy;
        };
        const TensorList inputs = {single(q), single(k), single(v)};
        const Tensor narrow =
            apply<"scaled_dot_product_attention">(inputs[0], inputs[1], inputs[2], Value(), 0.0, causal);
        const TensorList narrow_grads =
            gradients({narrow}, inputs, {converted(weight, Dtype::float32)}, false, false, false);
        for (std::size_t i = 0; i < 3; ++i) {
            check_close<float>(narrow_grads[i], as_array<double>(prepared(expected[i], Dtype::float64)), 1e-5);
        }
    }
    CHECK(memory_stats().live_storages == before);
}

TEST_CASE("attention masks: forbidden keys get nothing, a row without keys gives zeros", "[attention]") {
    const Tensor q = wave({3, 4}, Dtype::float32, 0.1);
    const Tensor k = wave({5, 4}, Dtype::float32, 0.2);
    const Tensor v = wave({5, 2}, Dtype::float32, 0.3);
    const Tensor mask = Tensor::full({3, 5}, false, Dtype::boolean);
    mask.data<bool>()[0] = true;
    mask.data<bool>()[5 + 4] = true;
    const Tensor out = apply<"scaled_dot_product_attention">(q, k, v, mask);
    CHECK(out.data<float>()[0] == v.data<float>()[0]);
    CHECK(out.data<float>()[2] == v.data<float>()[8]);
    CHECK(out.data<float>()[4] == 0);
    CHECK(out.data<float>()[5] == 0);
}

TEST_CASE("grouped queries share heads of key and value", "[attention]") {
    const Tensor q = wave({4, 3, 2}, Dtype::float64, 0.1);
    const Tensor k = wave({2, 3, 2}, Dtype::float64, 0.2);
    const Tensor v = wave({2, 3, 2}, Dtype::float64, 0.3);
    const Tensor out = apply<"scaled_dot_product_attention">(q, k, v, Value(), 0.0, false, Value(), true);
    const auto row = [](const Tensor& t, std::int64_t head) { return t.view_as({3, 2}, {2, 1}, head * 6); };
    const auto expected =
        kernels::reference::attention<double>(row(q, 3), row(k, 1), row(v, 1), 1 / std::sqrt(2.0), false);
    check_close<double>(row(out, 3), expected, 1e-12);
}
