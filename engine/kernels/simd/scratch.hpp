// Working memory of a kernel, not cleared, and in step with the cache's lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace sconce::kernels {

constexpr std::align_val_t cache_line{64};

struct ScratchFree {
    void operator()(void* memory) const { ::operator delete(memory, cache_line); }
};

template <class T>
using Scratch = std::unique_ptr<T[], ScratchFree>;

template <class T>
Scratch<T> scratch(std::int64_t count) {
    return Scratch<T>(static_cast<T*>(::operator new(static_cast<std::size_t>(count) * sizeof(T), cache_line)));
}

}  // namespace sconce::kernels
