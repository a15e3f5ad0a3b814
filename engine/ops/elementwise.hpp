// Shared machinery of element-by-element ops: promotion, broadcasting, one loop per dtype.
#pragma once

#include "engine/kernels/scalar/loops.hpp"
#include "engine/ops/functions.hpp"
#include "engine/random/fma.hpp"

namespace sconce {

// A tensor or number ready for a loop over elements of T, broadcast to a given shape.
template <class T>
struct LoopOperand {
    Tensor keeps_alive;
    T number{};
    Strides strides;
    const T* data() const { return keeps_alive ? keeps_alive.data<T>() : &number; }
};

template <class T>
LoopOperand<T> loop_operand(const Args& args, std::size_t i, const Shape& shape) {
    LoopOperand<T> operand;
    if (args.is_tensor(i)) {
        operand.keeps_alive = converted(args.tensor(i), dtype_of<T>());
        operand.strides = broadcast_strides(operand.keeps_alive.shape(), operand.keeps_alive.strides(), shape);
    } else {
        operand.number = args.scalar(i).to<T>();
        operand.strides = Strides(shape.size(), 0);
    }
    return operand;
}

inline Shape operand_shape(const Args& args, std::size_t i) {
    return args.is_tensor(i) ? args.tensor(i).shape() : Shape{};
}

// result = f(args[0], args[1]) for elements of type T, stored as Out.
template <class T, class Out, class F>
Tensor map_pair(const Args& args, F f) {
    if (args.is_tensor(0) && args.is_tensor(1)) {
        const Tensor& a = args.tensor(0);
        const Tensor& b = args.tensor(1);
        if (a.dtype() == dtype_of<T>() && b.dtype() == dtype_of<T>() && a.shape() == b.shape() && a.is_contiguous() &&
            b.is_contiguous()) {
            Tensor result = Tensor::empty(a.shape(), dtype_of<Out>());
            kernels::map_flat(a.numel(), a.data<T>(), b.data<T>(), result.data<Out>(), f);
            return result;
        }
    }
    const Shape a = operand_shape(args, 0);
    const Shape b = operand_shape(args, 1);
    const Shape shape = a == b ? a : broadcast_shapes(args.dialect(), a, b);
    const LoopOperand<T> left = loop_operand<T>(args, 0, shape);
    const LoopOperand<T> right = loop_operand<T>(args, 1, shape);
    Tensor result = Tensor::empty(shape, dtype_of<Out>());
    const auto plan = kernels::make_plan<3>(shape, {&left.strides, &right.strides, &result.strides()});
    kernels::map_binary(plan, left.data(), right.data(), result.data<Out>(), f);
    return result;
}

// result = f(self) for elements of type T, stored as Out.
template <class T, class Out, class F>
Tensor map_each(const Tensor& self, F f) {
    const Tensor source = converted(self, dtype_of<T>());
    Tensor result = Tensor::empty(source.shape(), dtype_of<Out>());
    const auto plan = kernels::make_plan<2>(source.shape(), {&source.strides(), &result.strides()});
    kernels::map_unary(plan, source.data<T>(), result.data<Out>(), f);
    return result;
}

inline Dtype promoted(const Args& args) { return promote(args.dialect(), args.promotion(0), args.promotion(1)); }

// Signed overflow wraps in both libraries; unsigned arithmetic makes it defined.
template <class T, class F>
T wrapping(T a, T b, F f) {
    if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(f(static_cast<U>(a), static_cast<U>(b)));
    } else {
        return static_cast<T>(f(a, b));
    }
}

template <class F>
Value arithmetic(const Args& args, F f) {
    return visit_dtype(promoted(args), [&]<class T>(TypeTag<T>) { return map_pair<T, T>(args, f); });
}

// a b + c with one rounding, as the loops of torch's CPU kernels that multiply and add have it.
template <class T>
T multiply_add(T a, T b, T c) {
    const T once = exact::fma(a, b, c);
    return once == once ? once : a * b + c;
}

// From a to b, from the nearer end, so that both ends are met exactly.
template <class T>
T interpolated(T a, T b, T weight) {
    const T way = b - a;
    return std::fabs(weight) < T{0.5} ? multiply_add(weight, way, a) : multiply_add(weight - T{1}, way, b);
}

}  // namespace sconce
