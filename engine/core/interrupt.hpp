// Long loops ask now and then whether the learner pressed Stop.
#pragma once

namespace sconce {

using Poll = bool (*)();

// `poll` returns true to stop. Null, the start value, never stops.
void set_poll(Poll poll);
// Throws ErrorKind::interrupted when the poll says so. A thread that helps never asks: the one that called is asked meanwhile.
void check_interrupt();

}  // namespace sconce
