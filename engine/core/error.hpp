// What can go wrong, by kind. A face maps each kind to the class its library raises.
#pragma once

#include <stdexcept>
#include <string>

namespace sconce {

// The ordinals are part of the call format (engine/bindings/README.md).
enum class ErrorKind : int {
    shape = 1,
    value = 2,
    dtype = 3,
    axis = 4,
    index = 5,
    unsupported = 6,
    freed = 7,
    memory = 8,
    interrupted = 9,
    argument = 10,
    type = 11,
    autograd = 12,
    internal = 13,
};

class Error : public std::runtime_error {
  public:
    Error(ErrorKind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
    ErrorKind kind() const { return kind_; }

  private:
    ErrorKind kind_;
};

}  // namespace sconce
