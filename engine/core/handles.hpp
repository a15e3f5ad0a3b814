// Numbers that stand for tensors outside the engine. A handle carries the generation of its slot, so that a handle kept
// after its tensor died is a clear error and never another tensor. It is a whole number and a half: no count or size passes for
// one, and what is no integer crosses into Python as a float, which is cheaper there to make and to pack than an int.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/tensor.hpp"

namespace sconce {

class HandleTable {
  public:
    double insert(Tensor tensor);
    // Throws ErrorKind::freed for a handle that is stale or was never given out.
    const Tensor& get(double handle) const;
    // Freeing a stale handle is an error as well: it means that somebody freed twice.
    void release(double handle);
    std::size_t live() const { return live_; }
    void clear();

  private:
    struct Slot {
        Tensor tensor;
        std::uint32_t generation = 1;
    };
    std::size_t index_of(double handle) const;

    std::vector<Slot> slots_;
    std::vector<std::uint32_t> free_;
    std::size_t live_ = 0;
};

HandleTable& handles();

}  // namespace sconce
