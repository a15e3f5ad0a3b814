#include "engine/random/seed_sequence.hpp"

#include <utility>

namespace sconce {

namespace {

// Multiplies by a constant that changes at every call, so that equal words hash differently.
class Hash {
  public:
    Hash(std::uint32_t start, std::uint32_t multiplier) : constant_(start), multiplier_(multiplier) {}

    std::uint32_t operator()(std::uint32_t value) {
        value ^= constant_;
        constant_ *= multiplier_;
        value *= constant_;
        return value ^ (value >> 16);
    }

  private:
    std::uint32_t constant_;
    std::uint32_t multiplier_;
};

std::uint32_t mix(std::uint32_t x, std::uint32_t y) {
    const std::uint32_t value = 0xca01f9ddu * x - 0x4973f715u * y;
    return value ^ (value >> 16);
}

}  // namespace

SeedSequence::SeedSequence(std::vector<std::uint32_t> entropy, std::vector<std::uint32_t> spawn_key)
    : entropy_(std::move(entropy)), spawn_key_(std::move(spawn_key)) {
    std::vector<std::uint32_t> words = entropy_;
    // A child is told from a parent with more entropy by filling the parent's part of the pool first.
    if (!spawn_key_.empty() && words.size() < pool_.size()) {
        words.resize(pool_.size());
    }
    words.insert(words.end(), spawn_key_.begin(), spawn_key_.end());

    Hash hash(0x43b0d7e5u, 0x931e8875u);
    for (std::size_t i = 0; i < pool_.size(); ++i) {
        pool_[i] = hash(i < words.size() ? words[i] : 0);
    }
    for (std::size_t from = 0; from < pool_.size(); ++from) {
        for (std::size_t to = 0; to < pool_.size(); ++to) {
            if (from != to) {
                pool_[to] = mix(pool_[to], hash(pool_[from]));
            }
        }
    }
    for (std::size_t from = pool_.size(); from < words.size(); ++from) {
        for (std::uint32_t& to : pool_) {
            to = mix(to, hash(words[from]));
        }
    }
}

std::vector<std::uint32_t> SeedSequence::generate_u32(std::size_t count) const {
    Hash hash(0x8b51f9ddu, 0x58f38dedu);
    std::vector<std::uint32_t> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = hash(pool_[i % pool_.size()]);
    }
    return out;
}

std::vector<std::uint64_t> SeedSequence::generate_u64(std::size_t count) const {
    const std::vector<std::uint32_t> halves = generate_u32(2 * count);
    std::vector<std::uint64_t> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = halves[2 * i] | static_cast<std::uint64_t>(halves[2 * i + 1]) << 32;
    }
    return out;
}

std::vector<SeedSequence> SeedSequence::spawn(std::size_t count) {
    std::vector<SeedSequence> out;
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<std::uint32_t> key = spawn_key_;
        key.push_back(children_++);
        out.emplace_back(entropy_, std::move(key));
    }
    return out;
}

}  // namespace sconce
