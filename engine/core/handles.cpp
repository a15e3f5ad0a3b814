#include "engine/core/handles.hpp"

#include <string>

namespace sconce {

namespace {

// 20 bits of index, 32 of generation and the half stay exact in a float64.
constexpr std::uint64_t index_bits = 20;
constexpr std::uint64_t index_limit = std::uint64_t{1} << index_bits;

}  // namespace

HandleTable& handles() {
    static HandleTable table;
    return table;
}

double HandleTable::insert(Tensor tensor) {
    std::uint32_t index = 0;
    if (free_.empty()) {
        if (slots_.size() >= index_limit) {
            throw Error(ErrorKind::memory, "more than " + std::to_string(index_limit) + " tensors are alive at once");
        }
        index = static_cast<std::uint32_t>(slots_.size());
        slots_.emplace_back();
    } else {
        index = free_.back();
        free_.pop_back();
    }
    Slot& slot = slots_[index];
    slot.tensor = std::move(tensor);
    ++live_;
    return static_cast<double>((static_cast<std::uint64_t>(slot.generation) << index_bits) | index) + 0.5;
}

std::size_t HandleTable::index_of(double handle) const {
    if (handle >= 1 && handle < 4503599627370496.0) {
        const auto bits = static_cast<std::uint64_t>(handle);
        const std::size_t index = bits & (index_limit - 1);
        if (handle - static_cast<double>(bits) == 0.5 && index < slots_.size() &&
            slots_[index].generation == bits >> index_bits && slots_[index].tensor) {
            return index;
        }
    }
    throw Error(ErrorKind::freed, "this tensor was already freed (handle " + std::to_string(handle) + ")");
}

const Tensor& HandleTable::get(double handle) const { return slots_[index_of(handle)].tensor; }

void HandleTable::release(double handle) {
    const std::size_t index = index_of(handle);
    // The destructor may free further tensors of the graph; the slot must be consistent before it runs.
    const Tensor dying = std::move(slots_[index].tensor);
    slots_[index].tensor = Tensor();
    ++slots_[index].generation;
    free_.push_back(static_cast<std::uint32_t>(index));
    --live_;
}

void HandleTable::clear() {
    for (std::size_t index = 0; index < slots_.size(); ++index) {
        if (slots_[index].tensor) {
            slots_[index].tensor = Tensor();
            ++slots_[index].generation;
            free_.push_back(static_cast<std::uint32_t>(index));
        }
    }
    live_ = 0;
}

}  // namespace sconce
