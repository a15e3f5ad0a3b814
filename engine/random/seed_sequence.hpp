// NumPy's SeedSequence: entropy of any length hashed into good seeds, and independent children.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sconce {

// M. O'Neill, "Developing a seed_seq alternative" (2015), as NumPy specifies it with a pool of four words.
class SeedSequence {
  public:
    // entropy: the words of an integer from the least significant on, {0} for zero; of a list of integers, one after
    // another. spawn_key: the path of child numbers from the root.
    explicit SeedSequence(std::vector<std::uint32_t> entropy, std::vector<std::uint32_t> spawn_key = {});

    // The first words of the one stream that this sequence gives; NumPy's generate_state.
    std::vector<std::uint32_t> generate_u32(std::size_t count) const;
    std::vector<std::uint64_t> generate_u64(std::size_t count) const;

    // The next `count` children; each call goes on where the last one stopped.
    std::vector<SeedSequence> spawn(std::size_t count);

  private:
    std::vector<std::uint32_t> entropy_;
    std::vector<std::uint32_t> spawn_key_;
    std::array<std::uint32_t, 4> pool_{};
    std::uint32_t children_ = 0;
};

}  // namespace sconce
