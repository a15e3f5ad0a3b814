#include "engine/kernels/scalar/cast.hpp"

#include <cmath>
#include <cstring>
#include <limits>

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

}  // namespace

void copy_strided(const Tensor& target, const Tensor& source, const Strides& source_strides) {
    const Plan<2> plan = make_plan<2>(target.shape(), {&source_strides, &target.strides()});
    if (target.dtype() == source.dtype() && plan.ndim == 1 && plan.stride[0][0] == 1 && plan.stride[1][0] == 1) {
        std::memmove(target.bytes(), source.bytes(),
                     static_cast<std::size_t>(plan.extent[0]) * size_of(target.dtype()));
        return;
    }
    visit_dtype(source.dtype(), [&]<class In>(TypeTag<In>) {
        visit_dtype(target.dtype(), [&]<class Out>(TypeTag<Out>) {
            map_unary(plan, source.data<In>(), target.data<Out>(), [](In value) { return convert<Out>(value); });
        });
    });
}

}  // namespace sconce::kernels
