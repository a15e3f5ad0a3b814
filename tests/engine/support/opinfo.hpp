// PyTorch's own sample inputs with what PyTorch gives for them: tests/data/opinfo, in the format that the head of opinfo_dump.py
// describes: {"t": [dtype, shape, byte offset, strides or null, requires_grad]} for tensors, plain JSON for most else.
#pragma once

#include <catch2/catch_all.hpp>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>

#include "engine/autograd/walk.hpp"
#include "tests/engine/support/json.hpp"
#include "tests/engine/support/ops.hpp"

namespace sconce::test {

class OpInfo {
  public:
    OpInfo(const std::string& dtype, const std::string& name)
        : path_(std::string(SCONCE_TEST_DATA "/opinfo/") + dtype + "/" + name),
          document_(Json::read_file(path_ + ".json")) {
        std::ifstream file(path_ + ".bin", std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(file), {});
    }

    const Json::List& samples() const { return document_["samples"].list(); }

    static bool is_tensor(const Json& json) { return json.is_object() && json.has("t"); }

    Tensor tensor(const Json& json) const {
        const Json::List& parts = json["t"].list();
        const Shape shape = ints(parts[1]);
        const Dtype dtype = dtype_named(parts[0].text());
        Tensor tensor = Tensor::empty(shape, dtype);
        std::memcpy(tensor.bytes(), bytes_.data() + static_cast<std::size_t>(parts[2].number()),
                    static_cast<std::size_t>(tensor.numel()) * size_of(dtype));
        if (parts[3].is_list()) {
            tensor = laid_out(tensor, ints(parts[3]));
        }
        make_tape_meta(tensor).requires_grad = parts[4].is_bool() && parts[4].truth();
        return tensor;
    }

    // Every tensor of a value, in order.
    TensorList tensors(const Json& json) const {
        TensorList found;
        collect(json, found);
        return found;
    }

    static Shape ints(const Json& json) {
        Shape result;
        if (json.is_number()) {
            result.push_back(static_cast<std::int64_t>(json.number()));
            return result;
        }
        for (const Json& item : (json.is_object() ? json["tuple"] : json).list()) {
            result.push_back(static_cast<std::int64_t>(item.number()));
        }
        return result;
    }

    static Dtype dtype_named(const std::string& name) {
        for (int i = 0; i < dtype_count; ++i) {
            if (dtype_traits[i].name == name) {
                return static_cast<Dtype>(i);
            }
        }
        throw std::runtime_error("the engine has no dtype " + name);
    }

    // A sample's arguments, in the order of `op`'s parameters.
    std::vector<Value> arguments(const Op& op, const Json& sample) const {
        std::vector<Value> values(op.defaults);
        values[0] = tensor(sample["input"]);
        std::size_t at = 1;
        for (const Json& given : sample["args"].list()) {
            values.at(at) = value(op.signature.params[at], given);
            ++at;
        }
        for (const auto& [name, given] : sample["kwargs"].members()) {
            for (std::size_t i = 0; i < op.signature.count; ++i) {
                const Param& param = op.signature.params[i];
                if (param.name == name) {
                    values[i] = value(param, given);
                } else if (name == "unbiased" && param.name == "correction") {
                    values[i] = Scalar(given.truth() ? 1 : 0);
                }
            }
        }
        return values;
    }

  private:
    std::string path_;
    Json document_;
    std::string bytes_;

    // The same elements with the strides given.
    static Tensor laid_out(const Tensor& from, const Strides& strides) {
        std::int64_t reach = 1;
        for (std::size_t i = 0; i < strides.size(); ++i) {
            reach += strides[i] * (from.shape()[i] - 1);
        }
        const Tensor memory = Tensor::empty({std::max<std::int64_t>(reach, 1)}, from.dtype());
        const Tensor target = memory.view_as(from.shape(), strides, 0);
        copy_into(target, from);
        return target;
    }

    void collect(const Json& json, TensorList& found) const {
        if (is_tensor(json)) {
            found.push_back(tensor(json));
        } else if (json.is_object() && json.has("tuple")) {
            collect(json["tuple"], found);
        } else if (json.is_list()) {
            for (const Json& item : json.list()) {
                collect(item, found);
            }
        }
    }

    Value value(const Param& param, const Json& json) const {
        if (json.is_null()) {
            return {};
        }
        if (is_tensor(json)) {
            return tensor(json);
        }
        switch (param.type) {
            case ParamType::int_list:
            case ParamType::optional_int_list: return ints(json);
            case ParamType::integer:
            case ParamType::optional_integer:
                if (json.is_text()) {
                    return static_cast<std::int64_t>(json.text() == "none" ? 0 : json.text() == "mean" ? 1 : 2);
                }
                return static_cast<std::int64_t>(json.number());
            case ParamType::real:
            case ParamType::optional_real: return json.number();
            case ParamType::boolean:
            case ParamType::optional_boolean: return json.truth();
            case ParamType::dtype:
            case ParamType::optional_dtype: return dtype_named(json["dtype"].text());
            case ParamType::scalar:
            case ParamType::optional_scalar:
            case ParamType::operand:
                if (json.is_bool()) {
                    return Scalar(json.truth());
                }
                if (json.number() == std::floor(json.number())) {
                    return Scalar(static_cast<std::int64_t>(json.number()));
                }
                return Scalar(json.number());
            default: throw std::runtime_error("no way to read parameter " + std::string(param.name));
        }
    }
};

struct Tolerance {
    double relative = 1.3e-6;
    double absolute = 1e-5;
};

inline void check_close(const Tensor& actual, const Tensor& expected, Tolerance tolerance) {
    REQUIRE(actual.dtype() == expected.dtype());
    REQUIRE(actual.shape() == expected.shape());
    const std::vector<double> a = values_of(actual);
    const std::vector<double> b = values_of(expected);
    std::size_t worst = a.size();
    for (std::size_t i = 0; i < a.size(); ++i) {
        const bool same = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])) ||
                          std::abs(a[i] - b[i]) <= tolerance.absolute + tolerance.relative * std::abs(b[i]);
        worst = same ? worst : i;
    }
    INFO("element " << worst << ": " << (worst < a.size() ? a[worst] : 0) << ", expected "
                    << (worst < a.size() ? b[worst] : 0));
    CHECK(worst == a.size());
}

inline TensorList results_of(const Value& value) {
    if (const auto* one = std::get_if<Tensor>(&value)) {
        return {*one};
    }
    return std::get<TensorList>(value);
}

// Runs `op` on every sample that `wanted` lets through; compares results, dtypes and shapes, and the gradients of
// sum(result * cos(0, 1, 2, ...)). Returns how many samples ran.
template <class Wanted>
int check_samples(const std::string& dtype, const std::string& name, const std::string& op_name, Wanted wanted,
                  Tolerance tolerance = {}) {
    const OpInfo info(dtype, name);
    const Op& op = find_op(op_name);
    int ran = 0;
    for (std::size_t k = 0; k < info.samples().size(); ++k) {
        const Json& sample = info.samples()[k];
        if (!wanted(sample)) {
            continue;
        }
        ++ran;
        INFO(dtype << " " << name << " sample " << k);
        std::vector<Value> values = info.arguments(op, sample);
        const TensorList results = results_of(run(Dialect::torch, op_name, values));
        const TensorList expected = info.tensors(sample["out"]);
        REQUIRE(results.size() == expected.size());
        for (std::size_t i = 0; i < results.size(); ++i) {
            check_close(results[i], expected[i], tolerance);
        }
        if (!sample.has("grads")) {
            continue;
        }
        TensorList roots;
        TensorList seeds;
        for (const Tensor& result : results) {
            if (requires_grad(result)) {
                roots.push_back(result);
                seeds.push_back(Tensor::empty(result.shape(), result.dtype()));
                visit_floating(result.dtype(), [&]<class T>(TypeTag<T>) {
                    for (std::int64_t i = 0; i < result.numel(); ++i) {
                        seeds.back().data<T>()[i] = static_cast<T>(std::cos(static_cast<T>(i)));
                    }
                });
            }
        }
        TensorList inputs;
        for (const Value& value : values) {
            if (const auto* tensor = std::get_if<Tensor>(&value); tensor != nullptr && requires_grad(*tensor)) {
                inputs.push_back(*tensor);
            }
        }
        const TensorList grads = gradients(roots, inputs, seeds, false, false, true);
        const TensorList expected_grads = info.tensors(sample["grads"]);
        REQUIRE(grads.size() == expected_grads.size());
        for (std::size_t i = 0; i < grads.size(); ++i) {
            INFO("gradient " << i);
            REQUIRE(grads[i]);
            check_close(grads[i], expected_grads[i], tolerance);
        }
    }
    return ran;
}

inline int check_samples(const std::string& dtype, const std::string& name, const std::string& op_name) {
    return check_samples(dtype, name, op_name, [](const Json&) { return true; });
}

}  // namespace sconce::test
