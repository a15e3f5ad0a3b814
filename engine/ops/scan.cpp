// Running sums and products along a dimension.
#include "engine/autograd/tape.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

// out[i] = f(out[i - 1], in[i]) along `dim`, accumulated in Acc.
template <class T, class Acc, class F>
void running(const Tensor& self, const Tensor& result, int dim, Acc start, F f) {
    Shape outer = self.shape();
    outer[static_cast<std::size_t>(dim)] = 1;
    const std::int64_t count = self.size(dim);
    const std::int64_t in_step = self.stride(dim);
    const std::int64_t out_step = result.stride(dim);
    const auto plan = kernels::make_plan<2>(outer, {&self.strides(), &result.strides()});
    const int inner = plan.ndim - 1;
    kernels::for_each_run(plan, [&](std::int64_t rows, const std::array<std::int64_t, 2>& at) {
        for (std::int64_t row = 0; row < rows; ++row) {
            const T* x = self.data<T>() + at[0] + row * plan.stride[0][inner];
            T* y = result.data<T>() + at[1] + row * plan.stride[1][inner];
            Acc total = start;
            for (std::int64_t i = 0; i < count; ++i) {
                total = f(total, static_cast<Acc>(x[i * in_step]));
                y[i * out_step] = static_cast<T>(total);
            }
        }
    });
}

template <class F>
Value scan(const Args& args, int start, F f) {
    const Tensor& self = args.tensor(0);
    const Dtype dtype = args.dtype_or(2, is_floating(self.dtype()) ? self.dtype() : Dtype::int64);
    const bool single = self.ndim() == 0;
    const int dim = normalize_dim(args.dialect(), args.integer(1), single ? 1 : self.ndim());
    const Tensor source = converted(single ? self.view_as({1}, {1}, self.offset()) : self, dtype);
    Tensor result = Tensor::empty(source.shape(), dtype);
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        // torch carries floats in double between elements, NumPy does not.
        if constexpr (std::is_same_v<T, float>) {
            if (args.dialect() == Dialect::torch) {
                running<T, double>(source, result, dim, static_cast<double>(start), f);
                return;
            }
        }
        running<T, T>(source, result, dim, static_cast<T>(start), f);
    });
    // NumPy makes an array of one element out of a single number.
    if (single && args.dialect() == Dialect::torch) {
        result.impl().shape = {};
        result.impl().strides = {};
    }
    return result;
}

Value cumsum_forward(const Args& args) {
    return scan(args, 0, []<class A>(A a, A b) { return wrapping(a, b, [](auto x, auto y) { return x + y; }); });
}

Value cumprod_forward(const Args& args) {
    return scan(args, 1, []<class A>(A a, A b) { return wrapping(a, b, [](auto x, auto y) { return x * y; }); });
}

int scanned_dim(const Tape& tape) {
    return normalize_dim(Dialect::torch, tape.args().integer(1), static_cast<std::int64_t>(tape.shape(0).size()));
}

Tensor sums_from_the_end(const Tensor& x, std::int64_t dim) {
    const Shape along{dim};
    return apply<"flip">(apply<"cumsum">(apply<"flip">(x, along), dim), along);
}

// d cumsum: each element is in its own sum and all later ones, so grad is summed from the end
Grads cumsum_backward(const Tape& tape, const Tensor& grad) {
    if (grad.numel() <= 1) {
        return {grad};
    }
    return {sums_from_the_end(grad, scanned_dim(tape))};
}

// Without a division by x, where an x is 0: grad_k = (product of x_j, j < k) s_k with s_k = grad_k + x_(k+1) s_(k+1).
Tensor cumprod_gradient_with_zeros(const Tensor& x, const Tensor& grad, std::int64_t dim) {
    const auto at = [dim](const Tensor& t, std::int64_t k) { return apply<"narrow">(t, dim, k, std::int64_t{1}); };
    const std::int64_t count = x.size(static_cast<int>(dim));
    TensorList shares(static_cast<std::size_t>(count));
    Tensor share;
    for (std::int64_t k = count - 1; k >= 0; --k) {
        share = share ? add(at(grad, k), mul(at(x, k + 1), share)) : at(grad, k);
        shares[static_cast<std::size_t>(k)] = share;
    }
    Tensor before;
    for (std::int64_t k = 1; k < count; ++k) {
        before = before ? mul(before, at(x, k - 1)) : at(x, 0);
        Tensor& mine = shares[static_cast<std::size_t>(k)];
        mine = mul(before, mine);
    }
    return apply<"cat">(shares, dim);
}

// d cumprod = (sums from the end of grad result) / x
Grads cumprod_backward(const Tape& tape, const Tensor& grad) {
    if (grad.numel() <= 1) {
        return {grad};
    }
    const Tensor& self = tape.input(0);
    const int dim = scanned_dim(tape);
    if (apply<"any">(apply<"eq">(self, Scalar(0))).item().to<bool>()) {
        return {cumprod_gradient_with_zeros(self, grad, dim)};
    }
    return {div(sums_from_the_end(mul(tape.result(), grad), dim), self)};
}

constexpr OpDef table[] = {
    {.signature = "cumsum(Tensor self, int dim, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.cumsum Tensor.cumsum",
     .doc = "Running sum along `dim`. Integers and bools add up in int64.",
     .shape = ShapeRule::same,
     .forward = cumsum_forward,
     .backward = cumsum_backward,
     .in_place = true},
    {.signature = "cumprod(Tensor self, int dim, *, Dtype? dtype=None) -> Tensor",
     .names = "torch.cumprod Tensor.cumprod",
     .doc = "Running product along `dim`. Integers and bools multiply in int64.",
     .shape = ShapeRule::same,
     .forward = cumprod_forward,
     .backward = cumprod_backward,
     .keeps = Keep::both,
     .in_place = true},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> scan_ops() { return table; }

}  // namespace sconce
