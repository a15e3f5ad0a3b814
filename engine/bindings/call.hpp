// The call format of README.md, without anything of JavaScript: the native tests use this same door.
#pragma once

#include <cstddef>
#include <string>

namespace sconce::bindings {

inline constexpr std::size_t row_slots = 65536;

double* row();
// Runs the call described by the row. Never throws: see README.md for what the number means.
double call();
// Text of the last error that call() reported.
const std::string& last_error();
// JSON: live_handles, live_storages, live_bytes, peak_bytes, calls.
std::string stats_json();
// Frees every handle and turns recording back on: the state of a fresh engine, random streams aside.
void reset();
// "MulBackward0", or "" for a tensor without grad_fn.
std::string grad_fn_name(double handle);
// The graph behind a tensor as JSON, {"steps": [[number, name, [[step, output], ...]], ...], "leaves": [handle, ...]}, its own step first.
// A step of -1 is none, of -2 - k leaf k, whose handle the caller owns.
std::string grad_graph(double handle);
// Address and size of a contiguous tensor's elements, for bulk copies; 0 when the handle is stale or not contiguous.
std::byte* data_pointer(double handle);
double data_bytes(double handle);

}  // namespace sconce::bindings
