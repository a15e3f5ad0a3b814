#include "engine/core/parallel.hpp"

#if defined(SCONCE_THREADS)

#    include <algorithm>
#    include <atomic>
#    include <exception>
#    include <thread>
#    include <vector>

namespace sconce {

namespace {

using Word = std::atomic<std::uint32_t>;

// Returns when `word` may hold another value than `held`.
void wait(Word& word, std::uint32_t held) {
    // Ops follow one another closely: a short look saves most of the sleeps.
    for (int look = 0; look < 2000; ++look) {
        if (word.load(std::memory_order_acquire) != held) {
            return;
        }
    }
    word.wait(held);
}

struct Loop {
    std::int64_t count;
    std::int64_t grain;
    detail::Range run;
    const void* body;
    std::atomic<std::int64_t> next{0};
    std::atomic_flag failed{};
    std::exception_ptr failure{};

    void work() {
        try {
            for (std::int64_t begin; (begin = next.fetch_add(grain)) < count;) {
                run(body, begin, std::min(begin + grain, count));
            }
        } catch (...) {
            // The ranges that nobody has begun are left.
            next = count;
            if (!failed.test_and_set()) {
                failure = std::current_exception();
            }
        }
    }
};

thread_local bool helps = false;

class Helpers {
  public:
    ~Helpers() {
        leaving_ = true;
        announce();
        for (std::thread& helper : helpers_) {
            helper.join();
        }
    }

    int threads() const { return threads_; }

    void resize(int count) {
        threads_ = std::max(count, 1);
        try {
            while (static_cast<int>(helpers_.size()) + 1 < threads_) {
                helpers_.emplace_back([this, number = static_cast<int>(helpers_.size()) + 1] { help(number); });
            }
        } catch (...) {
            // The system may refuse a thread: those that there are share the work.
            threads_ = static_cast<int>(helpers_.size()) + 1;
        }
    }

    void run(Loop& loop) {
        if (helps || sharing_) {
            loop.run(loop.body, 0, loop.count);
            return;
        }
        sharing_ = true;
        current_ = &loop;
        announce();
        loop.work();
        // A helper counts itself in before it looks for the loop, so none can find it after this.
        current_ = nullptr;
        for (std::uint32_t busy; (busy = busy_.load()) != 0;) {
            wait(busy_, busy);
        }
        sharing_ = false;
        if (loop.failure) {
            std::rethrow_exception(loop.failure);
        }
    }

  private:
    void announce() {
        ++news_;
        news_.notify_all();
    }

    void help(int number) {
        helps = true;
        for (std::uint32_t seen = 0; !leaving_;) {
            ++busy_;
            Loop* const loop = current_;
            if (loop != nullptr && number < threads_) {
                loop->work();
            }
            if (--busy_ == 0) {
                busy_.notify_all();
            }
            wait(news_, seen);
            seen = news_;
        }
    }

    std::vector<std::thread> helpers_;
    std::atomic<int> threads_ = 1;
    std::atomic<bool> leaving_ = false;
    std::atomic<Loop*> current_ = nullptr;
    Word news_ = 0;
    Word busy_ = 0;
    bool sharing_ = false;  // the caller's alone
};

Helpers& helpers() {
    static Helpers only;
    return only;
}

}  // namespace

int thread_count() { return helpers().threads(); }
void set_thread_count(int count) { helpers().resize(count); }
bool on_helper_thread() { return helps; }

void detail::share(std::int64_t count, std::int64_t grain, Range run, const void* body) {
    Loop loop{.count = count, .grain = grain, .run = run, .body = body};
    helpers().run(loop);
}

}  // namespace sconce

#else

namespace sconce {

int thread_count() { return 1; }
void set_thread_count(int) {}
bool on_helper_thread() { return false; }
void detail::share(std::int64_t count, std::int64_t, Range run, const void* body) { run(body, 0, count); }

}  // namespace sconce

#endif
