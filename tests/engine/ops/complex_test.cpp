// Complex tensors: their parts, promotion, the rules of ops, and gradients against differences in the two parts.
#include "engine/ops/complex.hpp"

#include <catch2/catch_test_macros.hpp>
#include <complex>
#include <numbers>
#include <utility>

#include "tests/engine/support/gradcheck.hpp"

using namespace sconce;
using namespace sconce::test;

namespace {

using Number = std::complex<double>;

Tensor torch_op(std::string_view name, const std::vector<Value>& values) {
    return run_one(Dialect::torch, name, values);
}

Tensor complex_of(const std::vector<Number>& numbers, Dtype dtype = Dtype::complex128) {
    const Tensor tensor = Tensor::empty({static_cast<std::int64_t>(numbers.size())}, Dtype::complex128);
    std::copy(numbers.begin(), numbers.end(), tensor.data<Number>());
    return converted(tensor, dtype);
}

std::vector<Number> numbers_of(const Tensor& tensor) {
    const Tensor flat = prepared(tensor, Dtype::complex128);
    return {flat.data<Number>(), flat.data<Number>() + flat.numel()};
}

// A function of complex tensors as one of their parts.
Differentiable of_parts(std::function<Tensor(const Tensor&, const Tensor&)> f) {
    return [f = std::move(f)](const TensorList& inputs) -> Value {
        const Tensor result = f(apply<"view_as_complex">(inputs[0]), apply<"view_as_complex">(inputs[1]));
        return is_complex(result.dtype()) ? apply<"view_as_real">(result) : result;
    };
}

}  // namespace

TEST_CASE("a complex tensor's parts are views of its storage", "[complex]") {
    const Tensor z = complex_of({{1, 2}, {3, -4}, {0, 5}});
    CHECK(values_of(z.part(false)) == std::vector<double>{1, 3, 0});
    CHECK(values_of(z.part(true)) == std::vector<double>{2, -4, 5});
    CHECK(values_of(torch_op("view_as_real", {z})) == std::vector<double>{1, 2, 3, -4, 0, 5});
    z.part(true).data<double>()[2] = 7;
    CHECK(numbers_of(z)[1] == Number(3, 7));
    const Tensor pairs = tensor_of({1, 2, 3, 4}, {2, 2}, Dtype::float32);
    const Tensor seen = torch_op("view_as_complex", {pairs});
    CHECK(seen.dtype() == Dtype::complex64);
    CHECK(seen.impl().storage == pairs.impl().storage);
    CHECK(numbers_of(seen) == std::vector<Number>{{1, 2}, {3, 4}});
}

TEST_CASE("conversion keeps a number's value, and drops its imaginary part where it must", "[complex]") {
    const Tensor z = complex_of({{1.5, 2}, {-3, 0}, {0, 1}}, Dtype::complex64);
    CHECK(numbers_of(z) == std::vector<Number>{{1.5, 2}, {-3, 0}, {0, 1}});
    CHECK(values_of(converted(z, Dtype::float32)) == std::vector<double>{1.5, -3, 0});
    CHECK(values_of(converted(z, Dtype::int64)) == std::vector<double>{1, -3, 0});
    CHECK(numbers_of(converted(vector_of({1, 2}, Dtype::int64), Dtype::complex64)) == std::vector<Number>{1, 2});
    const Tensor half = converted(vector_of({0.5, -2}, Dtype::float32), Dtype::bfloat16);
    CHECK(numbers_of(converted(half, Dtype::complex128)) == std::vector<Number>{0.5, -2});
}

TEST_CASE("complex is the highest category, and a float lends it its width", "[complex]") {
    const auto tensor = [](Dtype dtype) {
        return PromotionInput{.dtype = dtype, .ndim = 1, .weak = false, .category = category_of(dtype)};
    };
    const PromotionInput number{.weak = true, .category = Category::complex};
    CHECK(promote(Dialect::torch, tensor(Dtype::float32), tensor(Dtype::complex64)) == Dtype::complex64);
    CHECK(promote(Dialect::torch, tensor(Dtype::float64), tensor(Dtype::complex64)) == Dtype::complex128);
    CHECK(promote(Dialect::torch, tensor(Dtype::int64), tensor(Dtype::complex64)) == Dtype::complex64);
    CHECK(promote(Dialect::numpy, tensor(Dtype::int64), tensor(Dtype::complex64)) == Dtype::complex128);
    CHECK(promote(Dialect::torch, tensor(Dtype::complex128), tensor(Dtype::complex64)) == Dtype::complex128);
    CHECK(promote(Dialect::torch, tensor(Dtype::float64), number) == Dtype::complex128);
    CHECK(promote(Dialect::torch, tensor(Dtype::float32), number) == Dtype::complex64);
    CHECK(promote(Dialect::torch, tensor(Dtype::int64), number) == Dtype::complex64);
    CHECK(promote(Dialect::numpy, tensor(Dtype::int64), number) == Dtype::complex128);
}

TEST_CASE("arithmetic of complex numbers", "[complex]") {
    const Tensor a = complex_of({{1, 2}, {0, -1}});
    const Tensor b = complex_of({{3, -4}, {2, 0}});
    CHECK(numbers_of(torch_op("mul", {a, b})) == std::vector<Number>{{11, 2}, {0, -2}});
    CHECK(numbers_of(torch_op("div", {b, a})) == std::vector<Number>{{-1, -2}, {0, 2}});
    CHECK(numbers_of(torch_op("add", {a, b, Scalar(2)})) == std::vector<Number>{{7, -6}, {4, -1}});
    CHECK(numbers_of(torch_op("mul", {vector_of({1, 2}), Scalar(Number(0, 1))})) ==
          std::vector<Number>{{0, 1}, {0, 2}});
    CHECK(numbers_of(torch_op("pow", {a, Scalar(3)})) == std::vector<Number>{{-11, -2}, {0, 1}});
    CHECK(values_of(torch_op("abs", {b})) == std::vector<double>{5, 2});
    CHECK(numbers_of(torch_op("sum", {a})) == std::vector<Number>{{1, 1}});
    CHECK(numbers_of(torch_op("prod", {a})) == std::vector<Number>{{2, -1}});
    CHECK(numbers_of(torch_op("matmul", {a, b})) == std::vector<Number>{{11, 0}});
    CHECK(values_of(torch_op("eq", {a, Scalar(Number(1, 2))})) == std::vector<double>{1, 0});
    CHECK(torch_op("angle", {complex_of({{0, 2}})}).item().real() == std::numbers::pi / 2);
}

TEST_CASE("what has no meaning for complex numbers is refused", "[complex]") {
    const Tensor z = complex_of({{1, 2}});
    CHECK(error_of(Dialect::torch, "relu", {z}).kind == ErrorKind::unsupported);
    CHECK(error_of(Dialect::torch, "lt", {z, z}).kind == ErrorKind::unsupported);
    CHECK(error_of(Dialect::torch, "view_as_real", {vector_of({1})}).text ==
          "view_as_real is only supported for complex tensors");
    Args args(Dialect::torch);
    args.push(vector_of({1}));
    args.push(z);
    CHECK_THROWS_AS(dispatch_in_place(find_op("mul"), std::move(args)), Error);
}

TEST_CASE("gradients through complex ops are those of their parts", "[complex]") {
    const TensorList inputs{tensor_of({0.5, -1.25, 2, 0.75}, {2, 2}), tensor_of({1.5, 0.5, -0.75, 1}, {2, 2})};
    const std::vector<std::function<Tensor(const Tensor&, const Tensor&)>> functions = {
        [](const Tensor& a, const Tensor& b) { return mul(a, b); },
        [](const Tensor& a, const Tensor& b) { return div(a, b); },
        [](const Tensor& a, const Tensor& b) { return matmul(a, b); },
        [](const Tensor& a, const Tensor& b) { return mul(exp(a), log(b)); },
        [](const Tensor& a, const Tensor& b) { return mul(pow(a, Scalar(3)), apply<"sqrt">(b)); },
        [](const Tensor& a, const Tensor& b) { return mul(apply<"conj">(a), apply<"abs">(b)); },
        [](const Tensor& a, const Tensor& b) { return mul(apply<"angle">(a), apply<"sgn">(b)); },
        [](const Tensor& a, const Tensor& b) { return mul(apply<"tanh">(a), apply<"reciprocal">(b)); },
        [](const Tensor& a, const Tensor& b) { return apply<"cat">(TensorList{a, mul(b, Scalar(Number(1, 2)))}); },
        [](const Tensor& a, const Tensor& b) { return mul(sum(a, {0}, true), b); },
        [](const Tensor& a, const Tensor& b) {
            const Tensor parts = apply<"view_as_real">(b);
            return mul(a, apply<"polar">(parts.ndim() == 2 ? sum(parts, {1}, false) : parts, sum(parts, {0}, false)));
        },
    };
    for (const auto& f : functions) {
        gradcheck(of_parts(f), inputs);
    }
}

TEST_CASE("an in-place write through a view of the other kind reaches the base's history", "[complex]") {
    const auto write = [](const TensorList& inputs) -> Value {
        const Tensor base = mul(inputs[0], Scalar(1));
        const Tensor turned = apply<"view_as_complex">(base);
        Args args(Dialect::torch);
        args.push(turned);
        args.push(Scalar(Number(0.5, 2)));
        dispatch_in_place(find_op("mul"), std::move(args));
        return mul(base, base);
    };
    gradcheck(write, {tensor_of({1, 2, 3, 4}, {2, 2})}, {.second = false});
    const auto write_parts = [](const TensorList& inputs) -> Value {
        const Tensor base = mul(apply<"view_as_complex">(inputs[0]), Scalar(Number(1, 1)));
        const Tensor parts = apply<"view_as_real">(base);
        Args args(Dialect::torch);
        args.push(parts);
        args.push(tensor_of({1, 2, 3, 4}, {2, 2}));
        dispatch_in_place(find_op("mul"), std::move(args));
        return apply<"abs">(base);
    };
    gradcheck(write_parts, {tensor_of({1, 2, 3, 4}, {2, 2})}, {.second = false});
}

TEST_CASE("only real numbers start a walk by themselves", "[complex]") {
    const Tensor z = complex_of({{1, 2}});
    make_tape_meta(z).requires_grad = true;
    CHECK_THROWS_WITH(backward({mul(z, Scalar(2))}, {}, false, false),
                      "grad can be implicitly created only for real scalar outputs but got torch.complex128");
    backward({mul(z, Scalar(Number(0, 1)))}, {complex_of({1})}, false, false);
    // conj(i)
    CHECK(numbers_of(tape_meta(z)->grad) == std::vector<Number>{{0, -1}});
}
