// A counted block of bytes, shared by every view of it, with the version that in-place writes advance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace sconce {

struct MemoryStats {
    std::int64_t live_bytes = 0;
    std::int64_t peak_bytes = 0;
    std::int64_t live_storages = 0;
};

const MemoryStats& memory_stats();
void reset_peak_bytes();

class Storage {
  public:
    // Only allocate() makes one.
    class Token {
        friend class Storage;
        Token() = default;
    };

    // Uninitialised bytes, aligned for SIMD loads; null when there is no memory for them.
    static std::shared_ptr<Storage> allocate(std::uint64_t bytes);

    // `data` is null for what fits inside.
    Storage(Token, std::byte* data, std::size_t bytes) : data_(data != nullptr ? data : inside_), bytes_(bytes) {}
    Storage(const Storage&) = delete;
    Storage& operator=(const Storage&) = delete;
    ~Storage();

    std::byte* data() { return data_; }
    std::size_t bytes() const { return bytes_; }
    std::uint32_t version() const { return version_; }
    void bump_version() { ++version_; }

  private:
    static constexpr std::size_t alignment = 16;
    // Small tensors are most of what a lesson makes, and an allocation is most of what making one costs.
    static constexpr std::size_t inside_bytes = 64;

    std::byte* data_;
    std::size_t bytes_;
    std::uint32_t version_ = 0;
    alignas(alignment) std::byte inside_[inside_bytes];
};

}  // namespace sconce
