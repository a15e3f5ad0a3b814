#include <catch2/catch_all.hpp>

#include "tests/engine/support/sha256.hpp"

namespace sconce::test {

// The examples of FIPS 180.
TEST_CASE("SHA-256 gives the standard's own examples", "[support]") {
    const auto of = [](const std::string& text) {
        return sha256({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    };
    CHECK(of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

}  // namespace sconce::test
