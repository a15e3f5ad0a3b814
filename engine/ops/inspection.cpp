// Questions about a tensor: its description, its numbers, and whether two are alike.
#include <algorithm>
#include <cmath>

#include "engine/autograd/tape.hpp"
#include "engine/core/parallel.hpp"
#include "engine/ops/elementwise.hpp"

namespace sconce {

namespace {

Value nop_forward(const Args&) { return {}; }

Value describe_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    Shape text{static_cast<std::int64_t>(self.dtype()),
               requires_grad(self),
               is_leaf(self),
               self.is_contiguous(),
               self.version(),
               self.ndim()};
    for (const std::int64_t extent : self.shape()) {
        text.push_back(extent);
    }
    for (const std::int64_t stride : self.strides()) {
        text.push_back(stride);
    }
    text.push_back(self.offset());
    text.push_back(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(self.impl().storage->data())));
    text.push_back(static_cast<std::int64_t>(self.impl().storage->bytes()));
    return text;
}

Value item_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (self.numel() != 1) {
        throw args.dialect() == Dialect::torch
            ? Error(ErrorKind::value,
                    "a Tensor with " + std::to_string(self.numel()) + " elements cannot be converted to Scalar")
            : Error(ErrorKind::value, "can only convert an array of size 1 to a Python scalar");
    }
    return self.item();
}

Value values_forward(const Args& args) {
    const Tensor flat = prepared(args.tensor(0), args.tensor(0).dtype());
    std::vector<double> values(static_cast<std::size_t>(flat.numel()));
    visit_dtype(flat.dtype(), [&]<class T>(TypeTag<T>) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<double>(flat.data<T>()[i]);
        }
    });
    return values;
}

Value all_finite_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    if (!is_floating(self.dtype())) {
        return true;
    }
    return visit_floating(self.dtype(), [&]<class T>(TypeTag<T>) {
        const Tensor flat = prepared(self, dtype_of<T>());
        const T* values = flat.data<T>();
        // 0 x is 0 for finite x alone, and the sum of zeros vectorises where a test with an early exit would not.
        T total{};
        for (std::int64_t i = 0; i < flat.numel(); ++i) {
            total += values[i] * T{0};
        }
        return total == T{0};
    });
}

Value same_storage_forward(const Args& args) { return args.tensor(0).impl().storage == args.tensor(1).impl().storage; }

bool all_true(const Tensor& tensor) {
    for (std::int64_t i = 0; i < tensor.numel(); ++i) {
        if (!tensor.data<bool>()[i]) {
            return false;
        }
    }
    return true;
}

Value equal_forward(const Args& args) {
    const Tensor& self = args.tensor(0);
    const Tensor& other = args.tensor(1);
    if (self.shape() != other.shape()) {
        return false;
    }
    return all_true(apply<"eq">(self, other));
}

// |a - b| <= atol + rtol |b|, infinities equal to themselves.
Value isclose_forward(const Args& args) {
    const double rtol = args.real(2);
    const double atol = args.real(3);
    const bool equal_nan = args.boolean(4);
    if (args.dialect() == Dialect::torch && args.tensor(0).dtype() != args.tensor(1).dtype()) {
        throw Error(ErrorKind::dtype, std::string(long_name_of(args.tensor(0).dtype())) + " did not match " +
                                          std::string(long_name_of(args.tensor(1).dtype())));
    }
    return visit_dtype(promoted(args), [&]<class T>(TypeTag<T>) {
        return map_pair<T, bool>(args, [=](T left, T right) {
            if constexpr (std::is_integral_v<T>) {
                if (left == right) {
                    return true;
                }
            }
            const auto a = static_cast<double>(left);
            const auto b = static_cast<double>(right);
            if (a == b) {
                return true;
            }
            if (a != a || b != b) {
                return equal_nan && a != a && b != b;
            }
            return !std::isinf(a) && !std::isinf(b) && std::fabs(a - b) <= atol + rtol * std::fabs(b);
        });
    });
}

Value allclose_forward(const Args& args) { return all_true(std::get<Tensor>(isclose_forward(args))); }

Value thread_count_forward(const Args&) { return static_cast<std::int64_t>(thread_count()); }
Value set_thread_count_forward(const Args& args) {
    set_thread_count(static_cast<int>(std::clamp<std::int64_t>(args.integer(0), 1, 16)));
    return {};
}

constexpr OpDef table[] = {
    {.signature = "nop() -> ()", .doc = "Does nothing; carries dead handles.", .forward = nop_forward},
    {.signature = "describe(Tensor self) -> int[]",
     .doc = "dtype, requires_grad, is_leaf, is_contiguous, version, ndim, extents, strides, storage offset, storage "
            "address.",
     .forward = describe_forward,
     .any_dtype = true},
    {.signature = "item(Tensor self) -> Scalar",
     .names = "Tensor.item",
     .doc = "The one element as a Python number.",
     .forward = item_forward,
     .any_dtype = true},
    {.signature = "values(Tensor self) -> float[]",
     .doc = "All elements in row-major order; for small tensors.",
     .forward = values_forward},
    {.signature = "all_finite(Tensor self) -> bool",
     .doc = "Whether no element is infinite or NaN.",
     .forward = all_finite_forward},
    {.signature = "same_storage(Tensor self, Tensor other) -> bool",
     .doc = "Whether the two share memory.",
     .forward = same_storage_forward,
     .any_dtype = true},
    {.signature = "equal(Tensor self, Tensor other) -> bool",
     .names = "torch.equal Tensor.equal",
     .doc = "Whether shapes and all elements are the same.",
     .forward = equal_forward},
    {.signature =
         "isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor",
     .names = "torch.isclose Tensor.isclose",
     .doc = "Whether |self - other| <= atol + rtol |other|, element by element.",
     .dtype = DtypeRule::boolean,
     .shape = ShapeRule::broadcast,
     .forward = isclose_forward},
    {.signature =
         "allclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> bool",
     .names = "torch.allclose Tensor.allclose",
     .doc = "Whether isclose holds everywhere.",
     .forward = allclose_forward},
    {.signature = "thread_count() -> int",
     .doc = "How many threads share a large loop; 1 in a page.",
     .forward = thread_count_forward},
    {.signature = "set_thread_count(int count) -> ()",
     .doc = "Asks for that many threads, of which a build without threads has one, and others 16 at most.",
     .forward = set_thread_count_forward},
};
static_assert(well_formed(table));

}  // namespace

std::span<const OpDef> inspection_ops() { return table; }

}  // namespace sconce
