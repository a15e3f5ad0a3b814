#include "engine/kernels/scalar/cast.hpp"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "engine/core/narrow.hpp"
#include "engine/kernels/scalar/loops.hpp"

namespace sconce::kernels {

namespace {

// Out-of-range floats have no defined integer in C++; both libraries give what x86 gives, the smallest int64 (narrowed).
template <class Out, class In>
Out convert(In value) {
    if constexpr (std::is_same_v<Out, bool>) {
        return value != In{};
    } else if constexpr (std::is_floating_point_v<In> && std::is_integral_v<Out>) {
        const auto wide = static_cast<double>(value);
        constexpr double limit = 9223372036854775808.0;
        if constexpr (std::is_same_v<Out, std::int32_t>) {
            if (!(wide > -2147483649.0 && wide < 2147483648.0)) {
                return std::numeric_limits<std::int32_t>::min();
            }
        }
        const std::int64_t whole =
            wide >= -limit && wide < limit ? static_cast<std::int64_t>(wide) : std::numeric_limits<std::int64_t>::min();
        return static_cast<Out>(whole);
    } else {
        return static_cast<Out>(value);
    }
}

// Between a narrow dtype and the wide one it is computed in.
void unpack(const Plan<2>& plan, const Tensor& source, const Tensor& target) {
    const auto map = [&]<class In, class Out>(TypeTag<In>, TypeTag<Out>, auto f) {
        map_unary(plan, source.data<In>(), target.data<Out>(), f);
    };
    switch (source.dtype()) {
        case Dtype::float16: map(TypeTag<std::uint16_t>{}, TypeTag<float>{}, float_from_half); break;
        case Dtype::bfloat16: map(TypeTag<std::uint16_t>{}, TypeTag<float>{}, float_from_bfloat16); break;
        case Dtype::int16: map(TypeTag<std::int16_t>{}, TypeTag<std::int32_t>{}, std::identity{}); break;
        case Dtype::uint16: map(TypeTag<std::uint16_t>{}, TypeTag<std::int32_t>{}, std::identity{}); break;
        default:
            map(TypeTag<std::int8_t>{}, TypeTag<std::int32_t>{},
                [](std::int8_t x) { return static_cast<std::int32_t>(x); });
    }
}

void pack(const Plan<2>& plan, const Tensor& source, const Tensor& target) {
    const auto map = [&]<class In, class Out>(TypeTag<In>, TypeTag<Out>, auto f) {
        map_unary(plan, source.data<In>(), target.data<Out>(), f);
    };
    switch (target.dtype()) {
        case Dtype::float16: map(TypeTag<float>{}, TypeTag<std::uint16_t>{}, half_from_float); break;
        case Dtype::bfloat16: map(TypeTag<float>{}, TypeTag<std::uint16_t>{}, bfloat16_from_float); break;
        case Dtype::int16:
            map(TypeTag<std::int32_t>{}, TypeTag<std::int16_t>{},
                [](std::int32_t x) { return static_cast<std::int16_t>(x); });
            break;
        case Dtype::uint16:
            map(TypeTag<std::int32_t>{}, TypeTag<std::uint16_t>{},
                [](std::int32_t x) { return static_cast<std::uint16_t>(x); });
            break;
        default:
            map(TypeTag<std::int32_t>{}, TypeTag<std::int8_t>{},
                [](std::int32_t x) { return static_cast<std::int8_t>(x); });
    }
}

}  // namespace

namespace {

// At least one of the two is complex, and they are not of one dtype.
void copy_parts(const Tensor& target, const Tensor& source, const Strides& source_strides) {
    const auto copy = [&](const Tensor& to, bool imaginary) {
        if (is_complex(source.dtype())) {
            Strides doubled = source_strides;
            for (std::int64_t& stride : doubled) {
                stride *= 2;
            }
            copy_strided(to, source.part(imaginary), doubled);
        } else if (imaginary) {
            copy_strided(to, Tensor::full({}, 0, to.dtype()), Strides(source_strides.size(), 0));
        } else {
            copy_strided(to, source, source_strides);
        }
    };
    if (!is_complex(target.dtype())) {
        copy(target, false);
        return;
    }
    copy(target.part(false), false);
    copy(target.part(true), true);
}

}  // namespace

void copy_strided(const Tensor& target, const Tensor& source, const Strides& source_strides) {
    const Plan<2> plan = make_plan<2>(target.shape(), {&source_strides, &target.strides()});
    if (target.dtype() == source.dtype() && plan.ndim == 1 && plan.stride[0][0] == 1 && plan.stride[1][0] == 1) {
        std::memmove(target.bytes(), source.bytes(),
                     static_cast<std::size_t>(plan.extent[0]) * size_of(target.dtype()));
        return;
    }
    if (target.dtype() == source.dtype()) {
        visit_storage(source.dtype(), [&]<class T>(TypeTag<T>) {
            map_unary(plan, source.data<T>(), target.data<T>(), std::identity{});
        });
        return;
    }
    if (is_complex(source.dtype()) && target.dtype() == Dtype::boolean) {
        visit_parts(source.dtype(), [&]<class T>(TypeTag<T>) {
            map_unary(plan, source.data<std::complex<T>>(), target.data<bool>(),
                      [](std::complex<T> z) { return z.real() != 0 || z.imag() != 0; });
        });
        return;
    }
    if (is_complex(source.dtype()) || is_complex(target.dtype())) {
        copy_parts(target, source, source_strides);
        return;
    }
    if (is_narrow(source.dtype())) {
        if (target.dtype() == wide_of(source.dtype())) {
            unpack(plan, source, target);
            return;
        }
        const Tensor wide = Tensor::empty(target.shape(), wide_of(source.dtype()));
        copy_strided(wide, source, source_strides);
        copy_strided(target, wide, wide.strides());
        return;
    }
    if (is_narrow(target.dtype())) {
        if (source.dtype() == wide_of(target.dtype())) {
            pack(plan, source, target);
            return;
        }
        const Tensor wide = Tensor::empty(target.shape(), wide_of(target.dtype()));
        copy_strided(wide, source, source_strides);
        copy_strided(target, wide, wide.strides());
        return;
    }
    visit_dtype(source.dtype(), [&]<class In>(TypeTag<In>) {
        visit_dtype(target.dtype(), [&]<class Out>(TypeTag<Out>) {
            map_unary(plan, source.data<In>(), target.data<Out>(), [](In value) { return convert<Out>(value); });
        });
    });
}

}  // namespace sconce::kernels
