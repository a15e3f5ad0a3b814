// Orders of elements within a row. NaN counts as larger than every number, as in both libraries.
//
// Which of several equal elements a partial selection takes is the selection algorithm's doing, and torch shows it (the indices of topk
// and kthvalue). torch's topk runs the GNU C++ library's algorithms, so they are written out here for every compiler: introselect, introsort (D. R.
// Musser, "Introspective sorting and selection algorithms", Software: Practice and Experience 27 (1997)) and selection by a heap, with that
// library's choices of pivot, threshold and depth.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace sconce::kernels {

template <class T>
struct Entry {
    T value;
    std::int64_t place;
};

template <class T>
bool ascending(T a, T b) {
    return a < b || (a == a && b != b);
}

template <class T>
bool descending(T a, T b) {
    return a > b || (a != a && b == b);
}

namespace gnu {

// Sinks `value` from `hole` of a heap of `count`: first down to a leaf along the larger children, then up to where it belongs.
template <class E, class Before>
void refill_heap(E* heap, std::int64_t hole, std::int64_t count, E value, Before before) {
    const std::int64_t top = hole;
    for (std::int64_t child = 2 * hole + 2; child <= count; child = 2 * hole + 2) {
        if (child == count || before(heap[child], heap[child - 1])) {
            --child;
        }
        heap[hole] = heap[child];
        hole = child;
    }
    for (std::int64_t parent = (hole - 1) / 2; hole > top && before(heap[parent], value); parent = (hole - 1) / 2) {
        heap[hole] = heap[parent];
        hole = parent;
    }
    heap[hole] = value;
}

// The first `kept` elements in order come to the front, as a heap.
template <class E, class Before>
void select_by_heap(E* begin, E* kept, E* end, Before before) {
    const std::int64_t count = kept - begin;
    for (std::int64_t parent = count / 2 - 1; parent >= 0; --parent) {
        refill_heap(begin, parent, count, begin[parent], before);
    }
    for (E* at = kept; at < end; ++at) {
        if (before(*at, *begin)) {
            refill_heap(begin, 0, count, std::exchange(*at, *begin), before);
        }
    }
}

template <class E, class Before>
void partial_sort(E* begin, E* kept, E* end, Before before) {
    select_by_heap(begin, kept, end, before);
    for (E* last = kept - 1; last > begin; --last) {
        refill_heap(begin, 0, last - begin, std::exchange(*last, *begin), before);
    }
}

template <class E, class Before>
void insertion_sort(E* begin, E* end, Before before) {
    for (E* at = begin + 1; at < end; ++at) {
        const E value = *at;
        E* hole = at;
        for (; hole > begin && before(value, hole[-1]); --hole) {
            *hole = hole[-1];
        }
        *hole = value;
    }
}

// Splits by the median of three elements; returns where the second part begins.
template <class E, class Before>
E* split(E* begin, E* end, Before before) {
    E* a = begin + 1;
    E* b = begin + (end - begin) / 2;
    E* c = end - 1;
    E* median = before(*a, *b) ? (before(*b, *c)   ? b
                                  : before(*a, *c) ? c
                                                   : a)
                               : (before(*a, *c)   ? a
                                  : before(*b, *c) ? c
                                                   : b);
    std::swap(*begin, *median);
    E* low = begin + 1;
    E* high = end;
    while (true) {
        while (before(*low, *begin)) {
            ++low;
        }
        --high;
        while (before(*begin, *high)) {
            --high;
        }
        if (low >= high) {
            return low;
        }
        std::swap(*low, *high);
        ++low;
    }
}

inline int depth_limit(std::int64_t count) {
    return 2 * (static_cast<int>(std::bit_width(static_cast<std::uint64_t>(count))) - 1);
}

// Brings the element of rank nth - begin to `nth`, and none after it that belongs before.
template <class E, class Before>
void nth_element(E* begin, E* nth, E* end, Before before) {
    if (begin == end || nth == end) {
        return;
    }
    for (int depth = depth_limit(end - begin); end - begin > 3; --depth) {
        if (depth == 0) {
            select_by_heap(begin, nth + 1, end, before);
            std::swap(*begin, *nth);
            return;
        }
        E* cut = split(begin, end, before);
        (cut <= nth ? begin : end) = cut;
    }
    insertion_sort(begin, end, before);
}

template <class E, class Before>
void sort_down_to_runs(E* begin, E* end, int depth, Before before) {
    for (; end - begin > 16; --depth) {
        if (depth == 0) {
            partial_sort(begin, end, end, before);
            return;
        }
        E* cut = split(begin, end, before);
        sort_down_to_runs(cut, end, depth - 1, before);
        end = cut;
    }
}

template <class E, class Before>
void sort(E* begin, E* end, Before before) {
    if (begin < end) {
        sort_down_to_runs(begin, end, depth_limit(end - begin), before);
        insertion_sort(begin, end, before);
    }
}

}  // namespace gnu

// Brings the element of rank k to its place, as torch's kthvalue does (R. Sedgewick, "Implementing quicksort programs", Communications of
// the ACM 21 (1978)).
template <class E, class Before>
void select_by_partition(E* begin, E* end, std::int64_t k, Before before) {
    std::int64_t left = 0;
    std::int64_t right = end - begin - 1;
    const auto order = [&](std::int64_t a, std::int64_t b) {
        if (before(begin[b], begin[a])) {
            std::swap(begin[a], begin[b]);
        }
    };
    while (right > left) {
        if (right == left + 1) {
            order(left, right);
            return;
        }
        std::swap(begin[left + (right - left) / 2], begin[left + 1]);
        order(left + 1, right);
        order(left, right);
        order(left + 1, left);
        const E pivot = begin[left];
        std::int64_t low = left + 1;
        std::int64_t high = right;
        while (true) {
            do {
                ++low;
            } while (before(begin[low], pivot));
            do {
                --high;
            } while (before(pivot, begin[high]));
            if (high < low) {
                break;
            }
            std::swap(begin[low], begin[high]);
        }
        std::swap(begin[left], begin[high]);
        if (high <= k) {
            left = low;
        }
        if (high >= k) {
            right = high - 1;
        }
    }
}

// The first `kept` elements in order come to the front, sorted, as torch's topk leaves them.
template <class E, class Before>
void select_sorted(E* begin, std::int64_t kept, E* end, Before before) {
    if (kept == 0) {
        return;
    }
    if (kept * 64 <= end - begin) {
        gnu::partial_sort(begin, begin + kept, end, before);
        return;
    }
    gnu::nth_element(begin, begin + kept - 1, end, before);
    gnu::sort(begin, begin + kept - 1, before);
}

}  // namespace sconce::kernels
