// A tensor: a strided window on a storage. Copying a Tensor copies a reference.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/dtype.hpp"
#include "engine/core/scalar.hpp"
#include "engine/core/shape.hpp"
#include "engine/core/storage.hpp"

namespace sconce {

// No memory for a tensor, in both dialects' words.
class AllocationError : public Error {
  public:
    AllocationError(const Shape& shape, Dtype dtype, std::uint64_t bytes);
    const std::string& numpy_text() const { return numpy_text_; }

  private:
    std::string numpy_text_;
};

// What the tape hangs on a tensor; defined in engine/autograd.
struct AutogradMeta {
    virtual ~AutogradMeta() = default;
};

struct TensorImpl {
    std::shared_ptr<Storage> storage;
    Shape shape;
    Strides strides;
    std::int64_t offset = 0;
    Dtype dtype = Dtype::float32;
    bool is_view = false;
    // The tensor a view was taken from, and how often that one's history had been rewritten by then.
    std::shared_ptr<TensorImpl> base;
    std::uint32_t rewrites = 0;
    std::unique_ptr<AutogradMeta> autograd;
};

class Tensor {
  public:
    Tensor() = default;
    explicit Tensor(std::shared_ptr<TensorImpl> impl) : impl_(std::move(impl)) {}

    // Uninitialised and contiguous.
    static Tensor empty(const Shape& shape, Dtype dtype);
    // Filled with one value.
    static Tensor full(const Shape& shape, Scalar value, Dtype dtype);
    // Shares this tensor's storage.
    Tensor view_as(const Shape& shape, const Strides& strides, std::int64_t offset) const;
    // The real or the imaginary parts of a complex tensor, in its storage.
    Tensor part(bool imaginary) const;

    explicit operator bool() const { return impl_ != nullptr; }
    TensorImpl& impl() const { return *impl_; }
    const std::shared_ptr<TensorImpl>& shared() const { return impl_; }

    const Shape& shape() const { return impl_->shape; }
    const Strides& strides() const { return impl_->strides; }
    std::int64_t offset() const { return impl_->offset; }
    Dtype dtype() const { return impl_->dtype; }
    int ndim() const { return static_cast<int>(impl_->shape.size()); }
    std::int64_t size(int dim) const { return impl_->shape[static_cast<std::size_t>(dim < 0 ? dim + ndim() : dim)]; }
    std::int64_t stride(int dim) const {
        return impl_->strides[static_cast<std::size_t>(dim < 0 ? dim + ndim() : dim)];
    }
    std::int64_t numel() const { return element_count(impl_->shape); }
    bool is_contiguous() const { return sconce::is_contiguous(impl_->shape, impl_->strides); }

    // First element of the window.
    template <class T>
    T* data() const {
        return reinterpret_cast<T*>(impl_->storage->data()) + impl_->offset;
    }
    std::byte* bytes() const {
        return impl_->storage->data() + impl_->offset * static_cast<std::int64_t>(size_of(impl_->dtype));
    }

    std::uint32_t version() const { return impl_->storage->version(); }
    void bump_version() const { impl_->storage->bump_version(); }

    // The one element of a one-element tensor.
    Scalar item() const;

  private:
    std::shared_ptr<TensorImpl> impl_;
};

using TensorList = std::vector<Tensor>;

}  // namespace sconce
