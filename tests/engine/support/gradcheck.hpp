// The tape's gradients against central differences, in float64.
#pragma once

#include <catch2/catch_all.hpp>
#include <cmath>
#include <functional>

#include "engine/autograd/walk.hpp"
#include "engine/core/storage.hpp"
#include "tests/engine/support/ops.hpp"

namespace sconce::test {

// What is differentiated: floating results are checked, others ignored. It must write nothing and depend on its inputs only.
using Differentiable = std::function<Value(const TensorList&)>;

struct GradcheckOptions {
    double step = 1e-6;
    double absolute = 1e-7;
    double relative = 1e-6;
    bool second = true;  // also the gradient of the gradient
};

namespace detail {

inline TensorList floating_results(const Value& value) {
    TensorList results;
    if (const auto* one = std::get_if<Tensor>(&value)) {
        results.push_back(*one);
    } else {
        results = std::get<TensorList>(value);
    }
    std::erase_if(results, [](const Tensor& tensor) { return !is_floating(tensor.dtype()); });
    return results;
}

// Uneven weights, so that a gradient that sums to zero, as softmax's does, still shows.
inline Tensor weights_like(const Tensor& tensor) {
    const Tensor weights = Tensor::empty(tensor.shape(), tensor.dtype());
    for (std::int64_t i = 0; i < weights.numel(); ++i) {
        weights.data<double>()[i] = std::cos(0.7 * static_cast<double>(i) + 0.3);
    }
    return weights;
}

inline double weighted_total(const Value& value) {
    double total = 0;
    for (const Tensor& result : floating_results(value)) {
        const std::vector<double> w = values_of(weights_like(result));
        const std::vector<double> x = values_of(result);
        for (std::size_t i = 0; i < x.size(); ++i) {
            total += w[i] * x[i];
        }
    }
    return total;
}

inline TensorList leaves(const TensorList& inputs) {
    TensorList result;
    for (const Tensor& input : inputs) {
        const Tensor copy = apply<"clone">(input);
        if (is_floating(copy.dtype())) {
            make_tape_meta(copy).requires_grad = true;
        }
        result.push_back(copy);
    }
    return result;
}

inline TensorList differentiable_of(const TensorList& inputs) {
    TensorList result;
    std::copy_if(inputs.begin(), inputs.end(), std::back_inserter(result),
                 [](const Tensor& tensor) { return requires_grad(tensor); });
    return result;
}

inline TensorList gradients_of(const Differentiable& f, const TensorList& inputs, bool create_graph) {
    TensorList roots;
    TensorList seeds;
    for (const Tensor& result : floating_results(f(inputs))) {
        if (requires_grad(result)) {
            roots.push_back(result);
            seeds.push_back(weights_like(result));
        }
    }
    TensorList grads = gradients(roots, differentiable_of(inputs), seeds, create_graph, create_graph, true);
    const TensorList wanted = differentiable_of(inputs);
    for (std::size_t i = 0; i < grads.size(); ++i) {
        if (!grads[i]) {
            grads[i] = zeros_of(wanted[i].shape(), wanted[i].dtype());
        }
    }
    return grads;
}

inline void compare_with_differences(const Differentiable& f, const TensorList& given, const GradcheckOptions& options,
                                     const char* order) {
    const TensorList inputs = leaves(given);
    const TensorList grads = gradients_of(f, inputs, false);
    const GradMode unrecorded(false);
    std::size_t wanted = 0;
    for (const Tensor& input : inputs) {
        if (!requires_grad(input)) {
            continue;
        }
        const std::vector<double> analytic = values_of(grads[wanted++]);
        REQUIRE(analytic.size() == static_cast<std::size_t>(input.numel()));
        for (std::size_t i = 0; i < analytic.size(); ++i) {
            double& x = input.data<double>()[i];
            const double before = x;
            x = before + options.step;
            const double above = weighted_total(f(inputs));
            x = before - options.step;
            const double below = weighted_total(f(inputs));
            x = before;
            const double numeric = (above - below) / (2 * options.step);
            INFO(order << " derivative, differentiable input " << wanted - 1 << ", element " << i);
            CHECK(std::abs(analytic[i] - numeric) <= options.absolute + options.relative * std::abs(numeric));
        }
    }
}

}  // namespace detail

// Checks d f and, unless told not to, d(d f) with respect to every floating input. Inputs are float64; others pass through.
// Leaves no storage behind.
inline void gradcheck(const Differentiable& f, const TensorList& inputs, GradcheckOptions options = {}) {
    const std::int64_t before = memory_stats().live_storages;
    for (const Tensor& input : inputs) {
        REQUIRE((!is_floating(input.dtype()) || (input.dtype() == Dtype::float64)));
    }
    detail::compare_with_differences(f, inputs, options, "first");
    if (options.second) {
        const Differentiable gradient = [&f](const TensorList& at) -> Value {
            const GradMode recorded(true);
            // Differences vary plain values: the inputs may have been handed over without recording.
            TensorList tracked = at;
            return detail::gradients_of(f, tracked, true);
        };
        GradcheckOptions loose = options;
        loose.absolute *= 10;
        loose.relative *= 10;
        detail::compare_with_differences(gradient, inputs, loose, "second");
    }
    CHECK(memory_stats().live_storages == before);
}

}  // namespace sconce::test
