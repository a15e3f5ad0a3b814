#include "engine/core/interrupt.hpp"

#include "engine/core/error.hpp"
#include "engine/core/parallel.hpp"

namespace sconce {

namespace {
Poll current = nullptr;
}

void set_poll(Poll poll) { current = poll; }

void check_interrupt() {
    if (current != nullptr && !on_helper_thread() && current()) {
        throw Error(ErrorKind::interrupted, "stopped");
    }
}

}  // namespace sconce
