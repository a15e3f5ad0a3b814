// Loops on several threads give what they give on one. In a build without threads the same cases run on the caller's alone.
#include <atomic>
#include <catch2/catch_all.hpp>
#include <stdexcept>

#include "engine/autograd/walk.hpp"
#include "engine/core/error.hpp"
#include "engine/core/interrupt.hpp"
#include "engine/core/parallel.hpp"
#include "tests/engine/support/ops.hpp"
#include "tests/engine/support/waves.hpp"

using namespace sconce;

namespace {

struct Threads {
    explicit Threads(int count) { set_thread_count(count); }
    ~Threads() { set_thread_count(1); }
};

}  // namespace

TEST_CASE("every index of a shared loop is met once", "[parallel]") {
    const Threads threads(GENERATE(1, 2, 4));
    for (const std::int64_t count : {0, 1, 7, 1000}) {
        for (const std::int64_t grain : {1, 3, 2000}) {
            std::vector<std::atomic<int>> met(static_cast<std::size_t>(count));
            parallel_for(count, grain, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t i = begin; i < end; ++i) {
                    ++met[static_cast<std::size_t>(i)];
                }
            });
            CHECK(std::ranges::all_of(met, [](const std::atomic<int>& times) { return times == 1; }));
        }
    }
}

TEST_CASE("a loop inside a shared loop runs where it is", "[parallel]") {
    const Threads threads(3);
    std::atomic<int> sum = 0;
    parallel_for(20, 1, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            parallel_for(10, 1, [&](std::int64_t first, std::int64_t last) { sum += static_cast<int>(last - first); });
        }
    });
    CHECK(sum == 200);
}

TEST_CASE("what a range throws reaches the caller, and the next loop runs", "[parallel]") {
    const Threads threads(GENERATE(1, 3));
    const auto fail = [](std::int64_t begin, std::int64_t end) {
        if (begin <= 50 && 50 < end) {
            throw Error(ErrorKind::value, "fifty");
        }
    };
    for (int again = 0; again < 3; ++again) {
        CHECK_THROWS_WITH(parallel_for(100, 1, fail), "fifty");
    }
    std::atomic<int> sum = 0;
    parallel_for(100, 1, [&](std::int64_t begin, std::int64_t end) { sum += static_cast<int>(end - begin); });
    CHECK(sum == 100);
}

TEST_CASE("Stop ends a shared loop, and helpers do not ask for it", "[parallel]") {
    const Threads threads(3);
    set_poll([] { return !on_helper_thread(); });
    CHECK_THROWS_AS(parallel_for(64, 1, [](std::int64_t, std::int64_t) { check_interrupt(); }), Error);
    set_poll(nullptr);
}

TEST_CASE("results do not depend on the number of threads", "[parallel]") {
    const auto wave = [](const Shape& shape, double phase) {
        const Tensor tensor = converted(test::uneven(shape, phase), Dtype::float32);
        make_tape_meta(tensor).requires_grad = true;
        return tensor;
    };
    const auto run = [&](int count) {
        const Threads threads(count);
        const Tensor a = wave({300, 270}, 0.1);
        const Tensor b = wave({270, 310}, 0.2);
        const Tensor q = wave({3, 200, 40}, 0.3);
        const Tensor k = wave({3, 200, 40}, 0.4);
        const Tensor batch = wave({9, 60, 64}, 0.5);
        const Tensor attention = apply<"scaled_dot_product_attention">(q, k, k, Value(), 0.0, true);
        TensorList results{matmul(a, b),
                           matmul(transpose(b, 0, 1), transpose(a, 0, 1)),
                           matmul(batch, transpose(batch, -2, -1)),
                           attention,
                           apply<"softmax">(a, std::int64_t{1}),
                           apply<"log_softmax">(batch, std::int64_t{1}),
                           apply<"layer_norm">(a, Shape{270}, Value(), Value(), 1e-5)};
        for (const Tensor& grad : gradients({attention}, {q, k}, {q}, false, false, false)) {
            results.push_back(grad);
        }
        results.push_back(gradients({results[4]}, {a}, {a}, false, false, false)[0]);
        return results;
    };
    const TensorList alone = run(1);
    const int count = GENERATE(2, 4);
    const TensorList together = run(count);
    for (std::size_t i = 0; i < alone.size(); ++i) {
        CHECK(test::values_of(alone[i]) == test::values_of(together[i]));
    }
}
