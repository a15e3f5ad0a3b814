// Random tensors. A generator is a small integer: torch's default generator is 0, all others are made and freed by the faces.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "engine/autograd/tape.hpp"
#include "engine/core/interrupt.hpp"
#include "engine/ops/elementwise.hpp"
#include "engine/random/numpy_generator.hpp"
#include "engine/random/numpy_legacy.hpp"
#include "engine/random/torch_generator.hpp"
#include "engine/random/weighted_choice.hpp"

namespace sconce {

namespace {

using Int = std::int64_t;

// Generators of one kind by their numbers; numbers are never used twice.
template <class Generator>
class Pool {
  public:
    Int add(Generator generator) {
        generators_.emplace(next_, std::make_unique<Generator>(std::move(generator)));
        return next_++;
    }
    Generator& get(Int number) {
        const auto found = generators_.find(number);
        if (found == generators_.end()) {
            throw Error(ErrorKind::freed,
                        "this random generator was already freed (number " + std::to_string(number) + ")");
        }
        return *found->second;
    }
    void remove(Int number) { generators_.erase(number); }

  private:
    std::map<Int, std::unique_ptr<Generator>> generators_;
    Int next_ = 1;
};

Pool<TorchGenerator>& torch_pool() {
    static Pool<TorchGenerator> pool;
    return pool;
}

Pool<NumpyGenerator>& numpy_pool() {
    static Pool<NumpyGenerator> pool;
    return pool;
}

Pool<NumpyLegacy>& legacy_pool() {
    static Pool<NumpyLegacy> pool;
    return pool;
}

TorchGenerator& torch_generator(Int number) {
    static TorchGenerator standard;
    return number == 0 ? standard : torch_pool().get(number);
}

template <class T>
std::span<T> elements(const Tensor& tensor) {
    return {tensor.data<T>(), static_cast<std::size_t>(tensor.numel())};
}

Shape checked_size(const Args& args, std::size_t i) {
    for (const Int extent : args.ints(i)) {
        if (extent < 0) {
            throw args.dialect() == Dialect::torch
                ? Error(ErrorKind::value, "Trying to create tensor with negative dimension " + std::to_string(extent) +
                                              ": " + torch_text(args.ints(i)))
                : Error(ErrorKind::argument, "negative dimensions are not allowed");
        }
    }
    return args.ints(i);
}

// ---- torch

Value manual_seed_forward(const Args& args) {
    torch_generator(args.integer(1)).manual_seed(static_cast<std::uint64_t>(args.scalar(0).integer()));
    return {};
}

Value initial_seed_forward(const Args& args) {
    return Scalar(static_cast<Int>(torch_generator(args.integer(0)).initial_seed()));
}
Value torch_generator_new_forward(const Args&) { return torch_pool().add(TorchGenerator()); }
Value torch_generator_free_forward(const Args& args) {
    torch_pool().remove(args.integer(0));
    return {};
}

// The state travels as a uint8 tensor, as torch's does.
Value get_rng_state_forward(const Args& args) {
    const auto state = torch_generator(args.integer(0)).get_state();
    const Tensor result = Tensor::empty({static_cast<Int>(state.size())}, Dtype::uint8);
    std::copy(state.begin(), state.end(), result.data<std::uint8_t>());
    return result;
}

Value set_rng_state_forward(const Args& args) {
    const Tensor state = prepared(args.tensor(0), Dtype::uint8);
    torch_generator(args.integer(1)).set_state(elements<const std::uint8_t>(state));
    return {};
}

Dtype floating_or_fail(Dtype dtype, std::string_view kernel) {
    if (!is_floating(dtype)) {
        throw Error(ErrorKind::unsupported,
                    "\"" + std::string(kernel) + "\" not implemented for '" + std::string(long_name_of(dtype)) + "'");
    }
    return dtype;
}

Value rand_forward(const Args& args) {
    const Dtype dtype = floating_or_fail(args.dtype_or(1, default_floating()), "check_uniform_bounds");
    const Tensor result = Tensor::empty(checked_size(args, 0), dtype);
    visit_floating(dtype,
                   [&]<class T>(TypeTag<T>) { torch_generator(args.integer(2)).fill_uniform(elements<T>(result)); });
    return result;
}

Value randn_forward(const Args& args) {
    const Dtype dtype = floating_or_fail(args.dtype_or(1, default_floating()), "normal_kernel_cpu");
    const Tensor result = Tensor::empty(checked_size(args, 0), dtype);
    visit_floating(dtype,
                   [&]<class T>(TypeTag<T>) { torch_generator(args.integer(2)).fill_normal(elements<T>(result)); });
    return result;
}

// The values that an integer dtype, or a float's run of exact integers, can hold.
std::pair<double, double> integer_limits(Dtype dtype) {
    switch (dtype) {
        case Dtype::float32: return {-0x1p24, 0x1p24};
        case Dtype::float64: return {-0x1p53, 0x1p53};
        case Dtype::int64: return {-0x1p63, 0x1p63};
        case Dtype::int32: return {-0x1p31, 0x1p31 - 1};
        case Dtype::uint8: return {0, 255};
        case Dtype::boolean: return {0, 1};
        case Dtype::float16: return {-0x1p11, 0x1p11};
        case Dtype::bfloat16: return {-0x1p8, 0x1p8};
        case Dtype::int16: return {-0x1p15, 0x1p15 - 1};
        case Dtype::int8: return {-0x1p7, 0x1p7 - 1};
        case Dtype::uint16: return {0, 0x1p16 - 1};
        default: break;
    }
    throw Error(ErrorKind::value, "check_random_bounds handles only integral, floating-point and boolean types");
}

Value randint_forward(const Args& args) {
    const Int low = args.scalar(0).integer();
    const Int high = args.scalar(1).integer();
    const Dtype dtype = args.dtype_or(3, Dtype::int64);
    if (low >= high) {
        throw Error(ErrorKind::value, "random_ expects 'from' to be less than 'to', but got from=" +
                                          std::to_string(low) + " >= to=" + std::to_string(high));
    }
    const auto [least, most] = integer_limits(dtype);
    for (const auto& [name, bound] : {std::pair<std::string_view, Int>{"from", low}, {"to - 1", high - 1}}) {
        if (static_cast<double>(bound) < least || static_cast<double>(bound) > most) {
            throw Error(ErrorKind::value,
                        std::string(name) + " is out of bounds for " + std::string(native_name_of(dtype)));
        }
    }
    const Tensor result = Tensor::empty(checked_size(args, 2), wide_of(dtype));
    const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    visit_dtype(result.dtype(), [&]<class T>(TypeTag<T>) {
        torch_generator(args.integer(4)).fill_integers(elements<T>(result), low, range);
    });
    return converted(result, dtype);
}

Value randperm_forward(const Args& args) {
    const Int n = args.integer(0);
    if (n < 0) {
        throw Error(ErrorKind::value,
                    "Trying to create tensor with negative dimension " + std::to_string(n) + ": " + torch_text({n}));
    }
    const Tensor result = Tensor::empty({n}, args.dtype_or(1, Dtype::int64));
    visit_dtype(result.dtype(),
                [&]<class T>(TypeTag<T>) { torch_generator(args.integer(2)).fill_permutation(elements<T>(result)); });
    return result;
}

// The same elements with the dimensions by falling stride: the order in which they lie in memory.
Tensor in_memory_order(const Tensor& self) {
    std::vector<std::size_t> order(self.shape().size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return self.strides()[a] > self.strides()[b]; });
    Shape shape;
    Strides strides;
    for (const std::size_t d : order) {
        shape.push_back(self.shape()[d]);
        strides.push_back(self.strides()[d]);
    }
    return self.view_as(shape, strides, self.offset());
}

// The fills write over self; values are drawn in the order of its memory, as torch's iterator visits them.
template <class F>
Value fill_in_place(const Tensor& self, F&& fill) {
    if (grad_enabled() && requires_grad(self)) {
        // What is drawn depends on nothing that was there, as if 0 had been written. A leaf refuses both.
        Args args;
        args.push(self);
        args.push(Scalar(0));
        dispatch_in_place(find_op("fill"), std::move(args));
    }
    if (self.is_contiguous()) {
        fill(self);
    } else {
        const Tensor target = in_memory_order(self);
        const Tensor drawn = Tensor::empty(target.shape(), self.dtype());
        fill(drawn);
        copy_into(target, drawn);
    }
    self.bump_version();
    return {};
}

Value normal_fill_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const double mean = args.real(1);
    const double deviation = args.real(2);
    if (deviation < 0) {
        throw Error(ErrorKind::value, "normal expects std >= 0.0, but found std " + std::to_string(deviation));
    }
    floating_or_fail(self.dtype(), "normal_kernel_cpu");
    return fill_in_place(self, [&](const Tensor& drawn) {
        visit_floating(self.dtype(), [&]<class T>(TypeTag<T>) {
            const NormalPath path = self.is_contiguous() ? NormalPath::automatic : NormalPath::serial;
            torch_generator(args.integer(3)).fill_normal(elements<T>(drawn), mean, deviation, path);
        });
    });
}

Value uniform_fill_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    floating_or_fail(self.dtype(), "check_uniform_bounds");
    if (args.real(1) > args.real(2)) {
        throw Error(ErrorKind::value, "uniform_ expects to return a [from, to) range, but found from=" +
                                          std::to_string(args.real(1)) + " > to=" + std::to_string(args.real(2)));
    }
    return fill_in_place(self, [&](const Tensor& drawn) {
        visit_floating(self.dtype(), [&]<class T>(TypeTag<T>) {
            torch_generator(args.integer(3)).fill_uniform(elements<T>(drawn), args.real(1), args.real(2));
        });
    });
}

Value bernoulli_fill_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (!(args.real(1) >= 0 && args.real(1) <= 1)) {
        throw Error(ErrorKind::value,
                    "bernoulli_ expects p to be in [0, 1], but got p=" + std::to_string(args.real(1)));
    }
    return fill_in_place(self, [&](const Tensor& drawn) {
        visit_dtype(self.dtype(), [&]<class T>(TypeTag<T>) {
            torch_generator(args.integer(2)).fill_bernoulli(elements<T>(drawn), args.real(1));
        });
    });
}

Value bernoulli_forward(const Args& args) {
    const Tensor probabilities =
        prepared(args.tensor(0), floating_or_fail(args.tensor(0).dtype(), "bernoulli_tensor_cpu_self_"));
    const Tensor result = Tensor::empty(probabilities.shape(), probabilities.dtype());
    visit_floating(result.dtype(), [&]<class T>(TypeTag<T>) {
        torch_generator(args.integer(1)).fill_bernoulli(elements<T>(result), elements<const T>(probabilities));
    });
    return result;
}

// ---- NumPy

std::vector<std::uint32_t> words_of(const std::vector<double>& reals) { return {reals.begin(), reals.end()}; }

Value np_generator_new_forward(const Args& args) {
    return numpy_pool().add(NumpyGenerator(SeedSequence(words_of(args.reals(0)))));
}
Value np_generator_free_forward(const Args& args) {
    numpy_pool().remove(args.integer(0));
    return {};
}

Value np_generator_spawn_forward(const Args& args) {
    Shape numbers;
    for (NumpyGenerator& child : numpy_pool().get(args.integer(0)).spawn(static_cast<std::size_t>(args.integer(1)))) {
        numbers.push_back(numpy_pool().add(std::move(child)));
    }
    return numbers;
}

template <class F>
Value np_floating(const Args& args, F&& fill) {
    const Tensor result = Tensor::empty(checked_size(args, 1), args.dtype(2));
    visit_floating(result.dtype(),
                   [&]<class T>(TypeTag<T>) { fill(numpy_pool().get(args.integer(0)), elements<T>(result)); });
    return result;
}

Value np_random_forward(const Args& args) {
    return np_floating(args, [](NumpyGenerator& g, auto out) { g.fill_random(out); });
}
Value np_standard_normal_forward(const Args& args) {
    return np_floating(args, [](NumpyGenerator& g, auto out) { g.fill_standard_normal(out); });
}
Value np_standard_exponential_forward(const Args& args) {
    return np_floating(args, [](NumpyGenerator& g, auto out) { g.fill_standard_exponential(out); });
}

// Draws with two parameters (args 1 and 2), numbers or tensors that broadcast; args 3 is the size, which numbers may leave
// empty for a single draw.
template <class Fill, class One>
Value two_parameters(const Args& args, Fill&& fill, One&& one) {
    if (!args.is_tensor(1) && !args.is_tensor(2)) {
        const Tensor result = Tensor::empty(checked_size(args, 3), Dtype::float64);
        fill(elements<double>(result), args.scalar(1).real(), args.scalar(2).real());
        return result;
    }
    Args pair(Dialect::numpy);
    pair.push(args[1]);
    pair.push(args[2]);
    Shape shape = broadcast_shapes(Dialect::numpy, operand_shape(pair, 0), operand_shape(pair, 1));
    if (!args.ints(3).empty()) {
        const Shape size = checked_size(args, 3);
        if (broadcast_shapes(Dialect::numpy, shape, size) != size) {
            throw Error(ErrorKind::shape, "Output size " + numpy_text(size) +
                                              " is not compatible with broadcast dimensions of inputs " +
                                              numpy_text(shape) + ".");
        }
        shape = size;
    }
    const LoopOperand<double> a = loop_operand<double>(pair, 0, shape);
    const LoopOperand<double> b = loop_operand<double>(pair, 1, shape);
    const Tensor result = Tensor::empty(shape, Dtype::float64);
    const auto plan = kernels::make_plan<3>(shape, {&a.strides, &b.strides, &result.strides()});
    const int inner = plan.ndim - 1;
    kernels::for_each_run(plan, [&](Int n, const std::array<Int, 3>& at) {
        for (Int i = 0; i < n; ++i) {
            result.data<double>()[at[2] + i * plan.stride[2][inner]] =
                one(a.data()[at[0] + i * plan.stride[0][inner]], b.data()[at[1] + i * plan.stride[1][inner]]);
        }
    });
    return result;
}

void check_scale(const Args& args) {
    bool negative = false;
    if (args.is_tensor(2)) {
        const Tensor scale = prepared(args.tensor(2), Dtype::float64);
        for (const double value : elements<double>(scale)) {
            negative = negative || std::signbit(value);
        }
    } else {
        negative = std::signbit(args.scalar(2).real());
    }
    if (negative) {
        throw Error(ErrorKind::argument, "scale < 0");
    }
}

Value np_normal_forward(const Args& args) {
    check_scale(args);
    NumpyGenerator& g = numpy_pool().get(args.integer(0));
    return two_parameters(
        args, [&](std::span<double> out, double location, double scale) { g.fill_normal(out, location, scale); },
        [&](double location, double scale) { return location + scale * g.standard_normal(); });
}

Value np_uniform_forward(const Args& args) {
    NumpyGenerator& g = numpy_pool().get(args.integer(0));
    return two_parameters(
        args, [&](std::span<double> out, double low, double high) { g.fill_uniform(out, low, high); },
        [&](double low, double high) { return low + (high - low) * g.source().next_double(); });
}

// [low, high) as low and the largest offset, checked against the dtype in NumPy's words.
std::pair<Int, std::uint64_t> integer_range(Dtype dtype, Int low, Int high, bool endpoint) {
    const auto [least, most] = integer_limits(dtype);
    const std::string name(name_of(dtype));
    if (static_cast<double>(low) < least) {
        throw Error(ErrorKind::argument, "low is out of bounds for " + name);
    }
    if (endpoint ? static_cast<double>(high) > most : static_cast<double>(high) - 1 > most) {
        throw Error(ErrorKind::argument, "high is out of bounds for " + name);
    }
    if (endpoint ? low > high : low >= high) {
        throw Error(ErrorKind::argument, endpoint ? "low > high" : "low >= high");
    }
    return {low, static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) - (endpoint ? 0 : 1)};
}

template <class F>
Value integers(const Tensor& result, F&& fill) {
    const auto draw = [&]<class T>(TypeTag<T>) { fill(elements<T>(result)); };
    switch (result.dtype()) {
        case Dtype::int64: draw(TypeTag<std::int64_t>{}); break;
        case Dtype::int32: draw(TypeTag<std::int32_t>{}); break;
        case Dtype::int16: draw(TypeTag<std::int16_t>{}); break;
        case Dtype::int8: draw(TypeTag<std::int8_t>{}); break;
        case Dtype::uint16: draw(TypeTag<std::uint16_t>{}); break;
        case Dtype::uint8: draw(TypeTag<std::uint8_t>{}); break;
        case Dtype::boolean: draw(TypeTag<bool>{}); break;
        default:
            throw Error(ErrorKind::type,
                        "Unsupported dtype dtype('" + std::string(name_of(result.dtype())) + "') for integers");
    }
    return result;
}

Value np_integers_forward(const Args& args) {
    const auto [low, range] =
        integer_range(args.dtype(4), args.scalar(1).integer(), args.scalar(2).integer(), args.boolean(5));
    const Int first = low;
    const std::uint64_t offset = range;
    return integers(Tensor::empty(checked_size(args, 3), args.dtype(4)), [&]<class T>(std::span<T> out) {
        numpy_pool().get(args.integer(0)).fill_integers(out, static_cast<T>(first), offset);
    });
}

Value from_integers(const std::vector<Int>& items) {
    const Tensor result = Tensor::empty({static_cast<Int>(items.size())}, Dtype::int64);
    std::copy(items.begin(), items.end(), result.data<Int>());
    return result;
}

Value np_permutation_forward(const Args& args) {
    return from_integers(numpy_pool().get(args.integer(0)).permutation(args.integer(1)));
}

Value np_choose_forward(const Args& args) {
    return from_integers(numpy_pool().get(args.integer(0)).choose(args.integer(1), args.integer(2), args.boolean(3)));
}

template <class Source>
Value choose_by_weight(Source& source, const Args& args) {
    const Tensor weights = prepared(args.tensor(1), Dtype::float64);
    const std::span<const double> p = elements<const double>(weights);
    if (!args.boolean(3)) {
        return from_integers(choose_weighted_distinct(source, p, static_cast<std::size_t>(args.integer(2))));
    }
    const Tensor result = Tensor::empty({args.integer(2)}, Dtype::int64);
    choose_weighted(source, p, elements<Int>(result));
    return result;
}

Value np_choose_weighted_forward(const Args& args) {
    return choose_by_weight(numpy_pool().get(args.integer(0)).source(), args);
}

// ---- NumPy's legacy generator

NumpyLegacy legacy_seeded(const Args& args, std::size_t at) {
    const std::vector<std::uint32_t> words = words_of(args.reals(at));
    return args.boolean(at + 1) ? NumpyLegacy(std::span<const std::uint32_t>(words))
                                : NumpyLegacy(words.empty() ? 0 : words[0]);
}

Value np_legacy_new_forward(const Args& args) { return legacy_pool().add(legacy_seeded(args, 0)); }
Value np_legacy_free_forward(const Args& args) {
    legacy_pool().remove(args.integer(0));
    return {};
}
Value np_legacy_seed_forward(const Args& args) {
    legacy_pool().get(args.integer(0)) = legacy_seeded(args, 1);
    return {};
}

Value np_legacy_rand_forward(const Args& args) {
    const Tensor result = Tensor::empty(checked_size(args, 1), Dtype::float64);
    legacy_pool().get(args.integer(0)).fill_rand(elements<double>(result));
    return result;
}

Value np_legacy_randn_forward(const Args& args) {
    const Tensor result = Tensor::empty(checked_size(args, 1), Dtype::float64);
    legacy_pool().get(args.integer(0)).fill_randn(elements<double>(result));
    return result;
}

Value np_legacy_normal_forward(const Args& args) {
    check_scale(args);
    NumpyLegacy& g = legacy_pool().get(args.integer(0));
    return two_parameters(
        args, [&](std::span<double> out, double location, double scale) { g.fill_normal(out, location, scale); },
        [&](double location, double scale) { return location + scale * g.standard_normal(); });
}

Value np_legacy_uniform_forward(const Args& args) {
    NumpyLegacy& g = legacy_pool().get(args.integer(0));
    return two_parameters(
        args, [&](std::span<double> out, double low, double high) { g.fill_uniform(out, low, high); },
        [&](double low, double high) { return low + (high - low) * g.source().next_double(); });
}

Value np_legacy_randint_forward(const Args& args) {
    const auto [low, range] = integer_range(args.dtype(4), args.scalar(1).integer(), args.scalar(2).integer(), false);
    const Int first = low;
    const std::uint64_t offset = range;
    return integers(Tensor::empty(checked_size(args, 3), args.dtype(4)), [&]<class T>(std::span<T> out) {
        legacy_pool().get(args.integer(0)).fill_randint(out, static_cast<T>(first), offset);
    });
}

Value np_legacy_permutation_forward(const Args& args) {
    return from_integers(legacy_pool().get(args.integer(0)).permutation(args.integer(1)));
}
Value np_legacy_choose_weighted_forward(const Args& args) {
    return choose_by_weight(legacy_pool().get(args.integer(0)).source(), args);
}

constexpr OpDef table[] = {
    {.signature = "manual_seed(Scalar seed, int generator=0) -> ()",
     .doc = "Seeds a torch generator.",
     .forward = manual_seed_forward},
    {.signature = "initial_seed(int generator=0) -> Scalar",
     .doc = "The seed a torch generator started from.",
     .forward = initial_seed_forward},
    {.signature = "torch_generator_new() -> int",
     .doc = "A torch generator of its own.",
     .forward = torch_generator_new_forward},
    {.signature = "torch_generator_free(int generator) -> ()",
     .doc = "Forgets a torch generator.",
     .forward = torch_generator_free_forward},
    {.signature = "get_rng_state(int generator=0) -> Tensor",
     .doc = "A torch generator's state as uint8 (5056,).",
     .forward = get_rng_state_forward},
    {.signature = "set_rng_state(Tensor new_state, int generator=0) -> ()",
     .doc = "Puts a state back.",
     .forward = set_rng_state_forward},
    {.signature = "rand(int[] size, *, Dtype? dtype=None, int generator=0) -> Tensor",
     .doc = "Uniform on [0, 1).",
     .forward = rand_forward},
    {.signature = "randn(int[] size, *, Dtype? dtype=None, int generator=0) -> Tensor",
     .doc = "Standard normal.",
     .forward = randn_forward},
    {.signature = "randint(Scalar low, Scalar high, int[] size, *, Dtype? dtype=None, int generator=0) -> Tensor",
     .doc = "Integers of [low, high).",
     .forward = randint_forward,
     .any_dtype = true},
    {.signature = "randperm(int n, *, Dtype? dtype=None, int generator=0) -> Tensor",
     .doc = "0 .. n-1 in random order.",
     .forward = randperm_forward},
    {.signature = "normal_fill(Tensor self, float mean=0.0, float std=1.0, int generator=0) -> ()",
     .doc = "Tensor.normal_.",
     .forward = normal_fill_forward},
    {.signature = "uniform_fill(Tensor self, float low=0.0, float high=1.0, int generator=0) -> ()",
     .doc = "Tensor.uniform_.",
     .forward = uniform_fill_forward},
    {.signature = "bernoulli_fill(Tensor self, float p=0.5, int generator=0) -> ()",
     .doc = "Tensor.bernoulli_.",
     .forward = bernoulli_fill_forward},
    {.signature = "bernoulli(Tensor self, int generator=0) -> Tensor",
     .doc = "1 with the probability each element gives, else 0.",
     .forward = bernoulli_forward},
    {.signature = "np_generator_new(float[] words) -> int",
     .doc = "default_rng of a seed's 32-bit words, least significant first.",
     .forward = np_generator_new_forward},
    {.signature = "np_generator_free(int generator) -> ()",
     .doc = "Forgets a generator.",
     .forward = np_generator_free_forward},
    {.signature = "np_generator_spawn(int generator, int n_children) -> int[]",
     .doc = "Numbers of new, independent generators.",
     .forward = np_generator_spawn_forward},
    {.signature = "np_random(int generator, int[] size, Dtype dtype) -> Tensor",
     .doc = "Uniform on [0, 1).",
     .forward = np_random_forward},
    {.signature = "np_standard_normal(int generator, int[] size, Dtype dtype) -> Tensor",
     .doc = "Standard normal.",
     .forward = np_standard_normal_forward},
    {.signature = "np_standard_exponential(int generator, int[] size, Dtype dtype) -> Tensor",
     .doc = "Exponential of scale 1.",
     .forward = np_standard_exponential_forward},
    {.signature = "np_normal(int generator, Operand loc, Operand scale, int[] size) -> Tensor",
     .doc = "Normal.",
     .forward = np_normal_forward},
    {.signature = "np_uniform(int generator, Operand low, Operand high, int[] size) -> Tensor",
     .doc = "Uniform on [low, high).",
     .forward = np_uniform_forward},
    {.signature =
         "np_integers(int generator, Scalar low, Scalar high, int[] size, Dtype dtype, bool endpoint) -> Tensor",
     .doc = "Integers of [low, high), or [low, high] with endpoint.",
     .forward = np_integers_forward,
     .any_dtype = true},
    {.signature = "np_permutation(int generator, int n) -> Tensor",
     .doc = "0 .. n-1 in random order.",
     .forward = np_permutation_forward},
    {.signature = "np_choose(int generator, int population, int size, bool shuffle) -> Tensor",
     .doc = "Distinct numbers below population.",
     .forward = np_choose_forward},
    {.signature = "np_choose_weighted(int generator, Tensor p, int size, bool replace) -> Tensor",
     .doc = "Places of p with probability p.",
     .forward = np_choose_weighted_forward},
    {.signature = "np_legacy_new(float[] words, bool is_array) -> int",
     .doc = "RandomState of a number or of a list.",
     .forward = np_legacy_new_forward},
    {.signature = "np_legacy_free(int generator) -> ()",
     .doc = "Forgets a RandomState.",
     .forward = np_legacy_free_forward},
    {.signature = "np_legacy_seed(int generator, float[] words, bool is_array) -> ()",
     .doc = "Seeds a RandomState again.",
     .forward = np_legacy_seed_forward},
    {.signature = "np_legacy_rand(int generator, int[] size) -> Tensor",
     .doc = "Uniform on [0, 1).",
     .forward = np_legacy_rand_forward},
    {.signature = "np_legacy_randn(int generator, int[] size) -> Tensor",
     .doc = "Standard normal.",
     .forward = np_legacy_randn_forward},
    {.signature = "np_legacy_normal(int generator, Operand loc, Operand scale, int[] size) -> Tensor",
     .doc = "Normal.",
     .forward = np_legacy_normal_forward},
    {.signature = "np_legacy_uniform(int generator, Operand low, Operand high, int[] size) -> Tensor",
     .doc = "Uniform on [low, high).",
     .forward = np_legacy_uniform_forward},
    {.signature = "np_legacy_randint(int generator, Scalar low, Scalar high, int[] size, Dtype dtype) -> Tensor",
     .doc = "Integers of [low, high).",
     .forward = np_legacy_randint_forward,
     .any_dtype = true},
    {.signature = "np_legacy_permutation(int generator, int n) -> Tensor",
     .doc = "0 .. n-1 in random order.",
     .forward = np_legacy_permutation_forward},
    {.signature = "np_legacy_choose_weighted(int generator, Tensor p, int size, bool replace) -> Tensor",
     .doc = "Places of p with probability p.",
     .forward = np_legacy_choose_weighted_forward},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> random_ops() { return table; }

}  // namespace sconce
