// The arguments of one call, typed as the op's signature says.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
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

class Args {
  public:
    explicit Args(Dialect dialect = Dialect::torch) : dialect_(dialect) {}

    Dialect dialect() const { return dialect_; }
    std::size_t count() const { return count_; }
    void push(Value value) { values_[count_++] = std::move(value); }
    Value& operator[](std::size_t i) { return values_[i]; }
    const Value& operator[](std::size_t i) const { return values_[i]; }

    bool has(std::size_t i) const { return values_[i].index() != 0; }
    bool is_tensor(std::size_t i) const { return std::holds_alternative<Tensor>(values_[i]); }
    const Tensor& tensor(std::size_t i) const { return std::get<Tensor>(values_[i]); }
    const TensorList& tensors(std::size_t i) const { return std::get<TensorList>(values_[i]); }
    const Scalar& scalar(std::size_t i) const { return std::get<Scalar>(values_[i]); }
    std::int64_t integer(std::size_t i) const { return std::get<std::int64_t>(values_[i]); }
    double real(std::size_t i) const { return std::get<double>(values_[i]); }
    bool boolean(std::size_t i) const { return std::get<bool>(values_[i]); }
    const Shape& ints(std::size_t i) const { return std::get<Shape>(values_[i]); }
    const std::vector<double>& reals(std::size_t i) const { return std::get<std::vector<double>>(values_[i]); }
    const IndexList& indices(std::size_t i) const { return std::get<IndexList>(values_[i]); }
    Dtype dtype(std::size_t i) const { return std::get<Dtype>(values_[i]); }
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
    Dialect dialect_;
    std::size_t count_ = 0;
    std::array<Value, max_params> values_{};
};

}  // namespace sconce
