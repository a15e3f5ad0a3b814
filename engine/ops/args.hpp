// The arguments of one call, typed as the op's signature says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "engine/core/dialect.hpp"
#include "engine/core/tensor.hpp"
#include "engine/ops/signature.hpp"

namespace sconce {

// One item between the brackets of x[...].
struct IndexItem {
    enum class Kind : std::uint8_t { integer, slice, new_axis, ellipsis, boolean, tensor };
    Kind kind = Kind::integer;
    std::int64_t integer = 0;  // also the bool
    std::optional<std::int64_t> start, stop, step;
    Tensor tensor;
};
using IndexList = std::vector<IndexItem>;

using Value = std::variant<std::monostate, Tensor, Scalar, std::int64_t, double, bool, Dtype, Shape, TensorList,
                           std::vector<double>, IndexList>;

// Holds as many values as were pushed: an op has two or three arguments out of max_params, and every call makes one of these.
class Args {
  public:
    explicit Args(Dialect dialect = Dialect::torch) : dialect_(dialect) {}
    Args(const Args& other) : dialect_(other.dialect_) {
        for (const Value& value : other.values()) {
            push(value);
        }
    }
    Args(Args&& other) noexcept : dialect_(other.dialect_) { take(other); }
    Args& operator=(Args other) noexcept {
        clear();
        dialect_ = other.dialect_;
        take(other);
        return *this;
    }
    ~Args() { clear(); }

    Dialect dialect() const { return dialect_; }
    std::size_t count() const { return count_; }
    std::span<const Value> values() const { return {at(0), count_}; }
    void push(Value value) { std::construct_at(at(count_++), std::move(value)); }
    Value& operator[](std::size_t i) { return *at(i); }
    const Value& operator[](std::size_t i) const { return *at(i); }

    bool has(std::size_t i) const { return i < count_ && at(i)->index() != 0; }
    bool is_tensor(std::size_t i) const { return i < count_ && std::holds_alternative<Tensor>(*at(i)); }
    const Tensor& tensor(std::size_t i) const { return std::get<Tensor>(*at(i)); }
    const TensorList& tensors(std::size_t i) const { return std::get<TensorList>(*at(i)); }
    const Scalar& scalar(std::size_t i) const { return std::get<Scalar>(*at(i)); }
    std::int64_t integer(std::size_t i) const { return std::get<std::int64_t>(*at(i)); }
    double real(std::size_t i) const { return std::get<double>(*at(i)); }
    bool boolean(std::size_t i) const { return std::get<bool>(*at(i)); }
    const Shape& ints(std::size_t i) const { return std::get<Shape>(*at(i)); }
    const std::vector<double>& reals(std::size_t i) const { return std::get<std::vector<double>>(*at(i)); }
    const IndexList& indices(std::size_t i) const { return std::get<IndexList>(*at(i)); }
    Dtype dtype(std::size_t i) const { return std::get<Dtype>(*at(i)); }
    Dtype dtype_or(std::size_t i, Dtype fallback) const { return has(i) ? dtype(i) : fallback; }

    // An operand (tensor or number) as promotion sees it.
    PromotionInput promotion(std::size_t i) const {
        if (is_tensor(i)) {
            const Tensor& t = tensor(i);
            return {.dtype = t.dtype(), .ndim = t.ndim(), .weak = false, .category = category_of(t.dtype())};
        }
        return {.weak = true, .category = scalar(i).category()};
    }

  private:
    Value* at(std::size_t i) { return std::launder(reinterpret_cast<Value*>(storage_) + i); }
    const Value* at(std::size_t i) const { return std::launder(reinterpret_cast<const Value*>(storage_) + i); }
    void clear() {
        std::destroy_n(at(0), count_);
        count_ = 0;
    }
    void take(Args& other) {
        for (std::size_t i = 0; i < other.count_; ++i) {
            push(std::move(other[i]));
        }
        other.clear();
    }

    Dialect dialect_;
    std::size_t count_ = 0;
    alignas(Value) std::byte storage_[max_params * sizeof(Value)];
};

}  // namespace sconce
