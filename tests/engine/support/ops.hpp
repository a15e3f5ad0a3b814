// Short ways to make tensors and run ops in tests.
#pragma once

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include "engine/autograd/tape.hpp"
#include "engine/ops/functions.hpp"

namespace sconce::test {

inline Tensor tensor_of(const std::vector<double>& values, const Shape& shape, Dtype dtype = Dtype::float64) {
    const Tensor tensor = Tensor::empty(shape, dtype);
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
        std::transform(values.begin(), values.end(), tensor.data<T>(),
                       [](double value) { return static_cast<T>(value); });
    });
    return tensor;
}

inline Tensor vector_of(const std::vector<double>& values, Dtype dtype = Dtype::float64) {
    return tensor_of(values, {static_cast<std::int64_t>(values.size())}, dtype);
}

inline std::vector<double> values_of(const Tensor& tensor) {
    const Tensor flat = prepared(tensor, Dtype::float64);
    return {flat.data<double>(), flat.data<double>() + flat.numel()};
}

// Runs an op in either dialect; parameters left off take their defaults.
inline Value run(Dialect dialect, std::string_view name, const std::vector<Value>& values) {
    const Op& op = find_op(name);
    Args args(dialect);
    for (std::size_t i = 0; i < op.signature.count; ++i) {
        args.push(i < values.size() ? values[i] : op.defaults[i]);
    }
    return dispatch(op, std::move(args));
}

inline Tensor run_one(Dialect dialect, std::string_view name, const std::vector<Value>& values) {
    return std::get<Tensor>(run(dialect, name, values));
}

// The error an op gives: its kind, and its text in the last argument of CHECK.
struct Caught {
    ErrorKind kind = ErrorKind::internal;
    std::string text = "no error";
};

inline Caught error_of(Dialect dialect, std::string_view name, const std::vector<Value>& values) {
    try {
        run(dialect, name, values);
    } catch (const Error& error) {
        return {error.kind(), error.what()};
    }
    return {};
}

}  // namespace sconce::test
