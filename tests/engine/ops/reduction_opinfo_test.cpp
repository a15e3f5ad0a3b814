// Reductions, scans, softmax, losses and sorting on PyTorch's own samples.
#include "tests/engine/support/opinfo.hpp"

using namespace sconce;
using namespace sconce::test;

namespace {

struct Entry {
    const char* sample;
    const char* op;
};

constexpr Entry float_entries[] = {
    {"sum", "sum"},
    {"mean", "mean"},
    {"std", "std"},
    {"var", "var"},
    {"amax", "amax"},
    {"max.reduction_no_dim", "max_all"},
    {"max.reduction_with_dim", "max_dim"},
    {"min.reduction_no_dim", "min_all"},
    {"min.reduction_with_dim", "min_dim"},
    {"argmax", "argmax"},
    {"argmin", "argmin"},
    {"any", "any"},
    {"all", "all"},
    {"cumsum", "cumsum"},
    {"cumprod", "cumprod"},
    {"logsumexp", "logsumexp"},
    {"softmax", "softmax"},
    {"softmax.with_dtype", "softmax"},
    {"log_softmax", "log_softmax"},
    {"log_softmax.with_dtype", "log_softmax"},
    {"topk", "topk"},
    {"nn.functional.nll_loss", "nll_loss"},
};

constexpr Entry integer_entries[] = {
    {"sum", "sum"},
    {"amax", "amax"},
    {"max.reduction_no_dim", "max_all"},
    {"max.reduction_with_dim", "max_dim"},
    {"min.reduction_no_dim", "min_all"},
    {"min.reduction_with_dim", "min_dim"},
    {"argmax", "argmax"},
    {"argmin", "argmin"},
    {"any", "any"},
    {"all", "all"},
    {"cumsum", "cumsum"},
    {"cumprod", "cumprod"},
    {"logsumexp", "logsumexp"},
    {"softmax.with_dtype", "softmax"},
    {"log_softmax.with_dtype", "log_softmax"},
    {"topk", "topk"},
};

constexpr Entry bool_entries[] = {
    {"sum", "sum"},
    {"amax", "amax"},
    {"max.reduction_no_dim", "max_all"},
    {"max.reduction_with_dim", "max_dim"},
    {"min.reduction_no_dim", "min_all"},
    {"min.reduction_with_dim", "min_dim"},
    {"any", "any"},
    {"all", "all"},
    {"logsumexp", "logsumexp"},
    {"softmax.with_dtype", "softmax"},
    {"log_softmax.with_dtype", "log_softmax"},
};

bool has_dim(const Json& sample) { return sample["kwargs"].has("dim") || !sample["args"].list().empty(); }

}  // namespace

TEST_CASE("float32 samples", "[reduction][opinfo]") {
    const Entry entry = GENERATE(from_range(std::begin(float_entries), std::end(float_entries)));
    const std::int64_t before = memory_stats().live_storages;
    CHECK(check_samples("float32", entry.sample, entry.op) > 0);
    CHECK(memory_stats().live_storages == before);
}

TEST_CASE("int64 samples", "[reduction][opinfo]") {
    const Entry entry = GENERATE(from_range(std::begin(integer_entries), std::end(integer_entries)));
    CHECK(check_samples("int64", entry.sample, entry.op) > 0);
}

TEST_CASE("bool samples", "[reduction][opinfo]") {
    const Entry entry = GENERATE(from_range(std::begin(bool_entries), std::end(bool_entries)));
    CHECK(check_samples("bool", entry.sample, entry.op) > 0);
}

// The short spelling x.std(False) lies in the place of `dim`.
TEST_CASE("var and std with `unbiased` alone", "[reduction][opinfo]") {
    const std::string name = GENERATE("var", "std");
    const OpInfo info("float32", name + ".unbiased");
    for (const Json& sample : info.samples()) {
        const Tensor input = info.tensor(sample["input"]);
        const bool unbiased = sample["args"].list()[0].truth();
        check_close(run_one(Dialect::torch, name, {input, Value(), Scalar(unbiased ? 1 : 0)}),
                    info.tensor(sample["out"]), {});
    }
}

TEST_CASE("median samples, whole and along a dimension", "[sorting][opinfo]") {
    const std::string dtype = GENERATE("float32", "int64");
    CHECK(check_samples(dtype, "median", "median_all", [](const Json& sample) { return !has_dim(sample); }) > 0);
    CHECK(check_samples(dtype, "median", "median_dim", has_dim) > 0);
}

// An unstable sort may place equal elements as it likes; ours is stable, torch's depends on the processor.
TEST_CASE("sort samples", "[sorting][opinfo]") {
    const std::string dtype = GENERATE("float32", "int64", "bool");
    const OpInfo info(dtype, "sort");
    for (const Json& sample : info.samples()) {
        const std::vector<Value> values = info.arguments(find_op("sort"), sample);
        const TensorList results = results_of(run(Dialect::torch, "sort", values));
        const TensorList expected = info.tensors(sample["out"]);
        check_close(results[0], expected[0], {0, 0});
        const bool stable = sample["kwargs"].has("stable") && sample["kwargs"]["stable"].is_bool() &&
                            sample["kwargs"]["stable"].truth();
        if (stable) {
            check_close(results[1], expected[1], {0, 0});
        }
    }
}
