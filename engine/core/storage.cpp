#include "engine/core/storage.hpp"

#include <algorithm>
#include <cstdlib>

#include "engine/core/pool.hpp"

namespace sconce {

namespace {

MemoryStats stats;

}  // namespace

const MemoryStats& memory_stats() { return stats; }
void reset_peak_bytes() { stats.peak_bytes = stats.live_bytes; }

std::shared_ptr<Storage> Storage::allocate(std::uint64_t bytes) {
    // One request above half the address space cannot succeed, and sanitizers abort on absurd sizes instead of returning null.
    constexpr std::uint64_t limit = sizeof(std::size_t) == 4 ? (std::uint64_t{1} << 31) : (std::uint64_t{1} << 40);
    if (bytes > limit) {
        return nullptr;
    }
    std::byte* data = nullptr;
    if (bytes > inside_bytes) {
        const std::size_t rounded = (static_cast<std::size_t>(bytes) + alignment - 1) / alignment * alignment;
        data = static_cast<std::byte*>(std::aligned_alloc(alignment, rounded));
        if (data == nullptr) {
            return nullptr;
        }
    }
    stats.live_bytes += static_cast<std::int64_t>(bytes);
    stats.peak_bytes = std::max(stats.peak_bytes, stats.live_bytes);
    ++stats.live_storages;
    return make_pooled<Storage>(Token(), data, static_cast<std::size_t>(bytes));
}

Storage::~Storage() {
    if (data_ != inside_) {
        std::free(data_);
    }
    stats.live_bytes -= static_cast<std::int64_t>(bytes_);
    --stats.live_storages;
}

}  // namespace sconce
