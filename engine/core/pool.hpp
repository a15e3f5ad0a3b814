// Memory for the few classes that every call makes and frees: what is freed waits for the next object of its class, which
// takes a fraction of what asking the general allocator takes. For the calling thread alone: helpers of `parallel.hpp` make no tensors.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace sconce {

#if defined(__has_feature)
#    if __has_feature(address_sanitizer)
#        define SCONCE_NO_POOL  // it looks for uses after free
#    endif
#endif

template <class T>
struct Pool {
    using value_type = T;

    Pool() = default;
    template <class U>
    explicit(false) Pool(const Pool<U>&) {}

    T* allocate(std::size_t count) {
        if (count == 1 && free != nullptr) {
            return reinterpret_cast<T*>(std::exchange(free, free->next));
        }
        return std::allocator<T>().allocate(count);
    }

    void deallocate(T* block, std::size_t count) {
#ifndef SCONCE_NO_POOL
        if (count == 1) {
            free = ::new (static_cast<void*>(block)) Free{free};
            return;
        }
#endif
        std::allocator<T>().deallocate(block, count);
    }

    bool operator==(const Pool&) const = default;

  private:
    struct Free {
        Free* next;
    };
    inline static Free* free = nullptr;
};

template <class T, class... Arguments>
std::shared_ptr<T> make_pooled(Arguments&&... arguments) {
    return std::allocate_shared<T>(Pool<T>(), std::forward<Arguments>(arguments)...);
}

}  // namespace sconce
