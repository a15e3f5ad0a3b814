#include "engine/core/tensor.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "engine/core/narrow.hpp"
#include "engine/core/pool.hpp"

namespace sconce {

namespace {

// NumPy's wording of sizes: three significant digits and a binary unit.
std::string readable_bytes(std::uint64_t bytes) {
    constexpr const char* units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double amount = static_cast<double>(bytes);
    int unit = 0;
    while (amount >= 1024 && unit < 6) {
        amount /= 1024;
        ++unit;
    }
    char text[32];
    std::snprintf(text, sizeof text,
                  unit == 0 || amount >= 100 ? "%.0f. %s"
                  : amount >= 10             ? "%.1f %s"
                                             : "%.2f %s",
                  amount, units[unit]);
    return text;
}

std::string spaced(const Shape& shape) {
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i ? ", " : "") + std::to_string(shape[i]);
    }
    return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace

AllocationError::AllocationError(const Shape& shape, Dtype dtype, std::uint64_t bytes)
    : Error(ErrorKind::memory,
            "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: "
            "you tried to allocate " +
                std::to_string(bytes) + " bytes. Error code 12 (Cannot allocate memory)"),
      numpy_text_("Unable to allocate " + readable_bytes(bytes) + " for an array with shape " + spaced(shape) +
                  " and data type " + std::string(name_of(dtype))) {}

Tensor Tensor::empty(const Shape& shape, Dtype dtype) {
    auto impl = make_pooled<TensorImpl>();
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(static_cast<std::uint64_t>(element_count(shape)),
                               static_cast<std::uint64_t>(size_of(dtype)), &bytes)) {
        bytes = ~std::uint64_t{0};
    }
    impl->storage = Storage::allocate(bytes);
    if (!impl->storage) {
        throw AllocationError(shape, dtype, bytes);
    }
    impl->shape = shape;
    impl->strides = contiguous_strides(shape);
    impl->dtype = dtype;
    return Tensor(std::move(impl));
}

Tensor Tensor::full(const Shape& shape, Scalar value, Dtype dtype) {
    Tensor result = empty(shape, dtype);
    const auto fill = [&]<class T>(T element) { std::fill_n(result.data<T>(), result.numel(), element); };
    switch (dtype) {
        case Dtype::float16: fill(half_from_float(value.to<float>())); break;
        case Dtype::bfloat16: fill(bfloat16_from_float(value.to<float>())); break;
        case Dtype::int16: fill(static_cast<std::int16_t>(value.to<std::int64_t>())); break;
        case Dtype::int8: fill(static_cast<std::int8_t>(value.to<std::int64_t>())); break;
        case Dtype::uint16: fill(static_cast<std::uint16_t>(value.to<std::int64_t>())); break;
        case Dtype::complex64: fill(value.to<std::complex<float>>()); break;
        case Dtype::complex128: fill(value.to<std::complex<double>>()); break;
        default: visit_dtype(dtype, [&]<class T>(TypeTag<T>) { fill(value.to<T>()); });
    }
    return result;
}

Tensor Tensor::view_as(const Shape& shape, const Strides& strides, std::int64_t offset) const {
    auto impl = make_pooled<TensorImpl>();
    impl->storage = impl_->storage;
    impl->shape = shape;
    impl->strides = strides;
    impl->offset = offset;
    impl->dtype = impl_->dtype;
    impl->is_view = true;
    return Tensor(std::move(impl));
}

Tensor Tensor::part(bool imaginary) const {
    Strides doubled = strides();
    for (std::int64_t& stride : doubled) {
        stride *= 2;
    }
    Tensor result = view_as(shape(), doubled, 2 * offset() + (imaginary ? 1 : 0));
    result.impl().dtype = part_of(dtype());
    return result;
}

Scalar Tensor::item() const {
    switch (dtype()) {
        case Dtype::float16: return Scalar(float_from_half(*data<std::uint16_t>()));
        case Dtype::bfloat16: return Scalar(float_from_bfloat16(*data<std::uint16_t>()));
        case Dtype::int16: return Scalar(*data<std::int16_t>());
        case Dtype::int8: return Scalar(*data<std::int8_t>());
        case Dtype::uint16: return Scalar(*data<std::uint16_t>());
        case Dtype::complex64: return Scalar(std::complex<double>(*data<std::complex<float>>()));
        case Dtype::complex128: return Scalar(*data<std::complex<double>>());
        default: return visit_dtype(dtype(), [&]<class T>(TypeTag<T>) { return Scalar(*data<T>()); });
    }
}

}  // namespace sconce
