// Steps of optimizers over whole lists of parameters, each in one pass.
#include <cmath>

#include "engine/autograd/tape.hpp"
#include "engine/core/parallel.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

// What one pass can walk side by side.
bool walks_abreast(const Tensor& param, const Tensor& grad, const Tensor& average, const Tensor& square) {
    const auto like_param = [&](const Tensor& other) {
        return other.dtype() == param.dtype() && other.shape() == param.shape() && other.is_contiguous();
    };
    return (param.dtype() == Dtype::float32 || param.dtype() == Dtype::float64) && param.is_contiguous() &&
           like_param(grad) && like_param(average) && like_param(square);
}

struct Adam {
    double beta1, beta2, eps, shrink, step_size, correction;
};

// Each result rounded where the ops of the formula written out would round it.
template <class T>
void adam_pass(const Adam& adam, Int count, T* param, const T* grad, T* average, T* square) {
    const T weight = static_cast<T>(1 - adam.beta1);
    const T share = static_cast<T>(1 - adam.beta2);
    const T kept = static_cast<T>(adam.beta2);
    const T correction = static_cast<T>(adam.correction);
    const T eps = static_cast<T>(adam.eps);
    const T step = static_cast<T>(-adam.step_size);
    const T shrink = static_cast<T>(adam.shrink);
    parallel_for(count, 1 << 15, [=](Int begin, Int end) {
        for (Int i = begin; i < end; ++i) {
            const T g = grad[i];
            average[i] = interpolated(average[i], g, weight);
            square[i] = multiply_add(share * g, g, square[i] * kept);
            const T denominator = std::sqrt(square[i]) / correction + eps;
            param[i] = param[i] * shrink + step * average[i] / denominator;
        }
    });
}

// Parameters whose tensors do not lie side by side are left alone; their numbers are returned.
Value adam_step_forward(const Args& args) {
    const TensorList& params = args.tensors(0);
    Shape left;
    for (std::size_t i = 0; i < params.size(); ++i) {
        const Tensor& param = params[i];
        const Tensor& grad = args.tensors(1).at(i);
        const Tensor& average = args.tensors(2).at(i);
        const Tensor& square = args.tensors(3).at(i);
        if (!walks_abreast(param, grad, average, square)) {
            left.push_back(static_cast<Int>(i));
            continue;
        }
        const Adam adam{.beta1 = args.real(6),
                        .beta2 = args.real(7),
                        .eps = args.real(8),
                        .shrink = args.real(9),
                        .step_size = args.reals(4).at(i),
                        .correction = args.reals(5).at(i)};
        visit_floating(param.dtype(), [&]<class T>(TypeTag<T>) {
            adam_pass(adam, param.numel(), param.data<T>(), grad.data<T>(), average.data<T>(), square.data<T>());
        });
        for (const Tensor* written : {&param, &average, &square}) {
            written->bump_version();
        }
    }
    return left;
}

constexpr OpDef table[] = {
    {.signature = "adam_step(Tensor[] params, Tensor[] grads, Tensor[] averages, Tensor[] squares, float[] step_sizes, "
                  "float[] corrections, float beta1, float beta2, float eps, float shrink) -> int[]",
     .doc =
         "One step of Adam (Kingma and Ba 2015) in place: averages of the gradients and of their squares, then param "
         "shrink - step_size average / (sqrt(square) / correction + eps). Returns which parameters were left alone, "
         "for "
         "they or what belongs to them are not contiguous or differ in dtype.",
     .forward = adam_step_forward},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> optimizing_ops() { return table; }

}  // namespace sconce
