// Loops whose ranges several threads share, where the build has threads: the native ones have.
#pragma once

#include <algorithm>
#include <cstdint>

namespace sconce {

// How many threads share a loop, the caller among them; 1 in a build without threads.
int thread_count();
// Starts the helpers that make it `count` threads, at least 1; a build without threads stays at 1.
void set_thread_count(int count);
bool on_helper_thread();

// How many items of so much work each repay waking a thread, where `enough` work does.
inline std::int64_t grain_for(std::int64_t work, std::int64_t enough) {
    return std::max<std::int64_t>(enough / std::max<std::int64_t>(work, 1), 1);
}

namespace detail {

using Range = void (*)(const void* body, std::int64_t begin, std::int64_t end);
void share(std::int64_t count, std::int64_t grain, Range run, const void* body);

}  // namespace detail

// body(begin, end) over ranges that make up [0, count), of at most `grain` each where threads share them. Which thread runs a range, and
// when, is open: what a range computes must not depend on the others, nor on where it begins. What one throws is thrown here
// after the last has ended. A loop inside `body` is not shared again.
template <class Body>
void parallel_for(std::int64_t count, std::int64_t grain, const Body& body) {
    if (count <= grain || thread_count() == 1) {
        if (count > 0) {
            body(std::int64_t{0}, count);
        }
        return;
    }
    detail::share(
        count, grain,
        [](const void* given, std::int64_t begin, std::int64_t end) { (*static_cast<const Body*>(given))(begin, end); },
        &body);
}

}  // namespace sconce
