#include "engine/ops/widening.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "engine/core/narrow.hpp"
#include "engine/ops/complex.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

using sconce::is_narrow;

bool is_narrow(const Value& value) {
    const auto* tensor = std::get_if<Tensor>(&value);
    return tensor != nullptr && *tensor && is_narrow(tensor->dtype());
}

// Whether kernels must not see it as it is: the dtypes behind the common ones, narrow or complex, and complex numbers.
bool is_uncommon(const Value& value) {
    if (const auto* tensor = std::get_if<Tensor>(&value)) {
        return *tensor && tensor->dtype() >= Dtype::float16;
    }
    if (const auto* number = std::get_if<Scalar>(&value)) {
        return number->is_complex();
    }
    if (const auto* list = std::get_if<TensorList>(&value)) {
        return std::any_of(list->begin(), list->end(), [](const Tensor& t) { return t.dtype() >= Dtype::float16; });
    }
    const auto* dtype = std::get_if<Dtype>(&value);
    return dtype != nullptr && *dtype >= Dtype::float16;
}

// How the arguments of a call are made wide.
class Widening {
  public:
    explicit Widening(const Args& args) {
        if (args.dialect() != Dialect::numpy) {
            return;
        }
        for (const Value& value : args.values()) {
            if (const auto* tensor = std::get_if<Tensor>(&value)) {
                look(*tensor);
            } else if (const auto* list = std::get_if<TensorList>(&value)) {
                std::for_each(list->begin(), list->end(), [this](const Tensor& tensor) { look(tensor); });
            }
        }
    }

    Value operator()(const Value& value) const {
        if (const auto* tensor = std::get_if<Tensor>(&value)) {
            return wide(*tensor);
        }
        if (const auto* list = std::get_if<TensorList>(&value)) {
            TensorList all;
            for (const Tensor& item : *list) {
                all.push_back(wide(item));
            }
            return all;
        }
        if (const auto* dtype = std::get_if<Dtype>(&value)) {
            return wide_of(*dtype);
        }
        if (const auto* number = std::get_if<Scalar>(&value); number != nullptr && number->has_value() && halves_) {
            return Scalar(float_from_half(half_from_double(number->real())));
        }
        return value;
    }

  private:
    void look(const Tensor& tensor) {
        if (tensor && is_floating(tensor.dtype())) {
            halves_ = tensor.dtype() == Dtype::float16 && (halves_ || !floats_);
            floats_ = true;
        }
    }

    Tensor wide(const Tensor& tensor) const {
        if (!tensor) {
            return tensor;
        }
        const Dtype dtype = tensor.dtype();
        return converted(tensor, floats_ && is_narrow(dtype) ? Dtype::float32 : wide_of(dtype));
    }

    // NumPy: floats that narrow integers meet hold them, and all floats are halves, to which Python's numbers are rounded.
    bool floats_ = false;
    bool halves_ = false;
};

// The tensors among the arguments, promoted among those of the result's category; the result's own dtype where there is none.
// In NumPy narrow integers raise a float: float16 with int16 gives float32.
Dtype asked_for(const Op& op, const Args& args, Dtype result) {
    if (op.def->dtype == DtypeRule::same && args.is_tensor(0) && wide_of(args.tensor(0).dtype()) == result) {
        return args.tensor(0).dtype();
    }
    PromotionInput total;
    bool any = false;
    const bool raises = args.dialect() == Dialect::numpy && is_floating(result);
    const auto take = [&](const Tensor& tensor) {
        if (!tensor || (category_of(tensor.dtype()) != category_of(result) && !(raises && is_narrow(tensor.dtype())))) {
            return;
        }
        const PromotionInput input{
            .dtype = tensor.dtype(), .ndim = tensor.ndim(), .weak = false, .category = category_of(tensor.dtype())};
        if (any) {
            total.dtype = promote(args.dialect(), total, input);
            total.ndim = std::max(total.ndim, input.ndim);
        } else {
            total = input;
        }
        any = true;
    };
    for (const Value& value : args.values()) {
        if (const auto* dtype = std::get_if<Dtype>(&value)) {
            return wide_of(*dtype) == result ? *dtype : result;
        }
        if (const auto* tensor = std::get_if<Tensor>(&value)) {
            take(*tensor);
        } else if (const auto* list = std::get_if<TensorList>(&value)) {
            for (const Tensor& item : *list) {
                take(item);
            }
        }
    }
    return any && wide_of(total.dtype) == result ? total.dtype : result;
}

Dtype first_narrow(const Args& args) {
    for (const Value& value : args.values()) {
        if (const auto* tensor = std::get_if<Tensor>(&value); tensor != nullptr && is_narrow(value)) {
            return tensor->dtype();
        }
    }
    return Dtype::float32;
}

// An error speaks of the dtype that was given, not of the one it was computed in.
std::string respelled(std::string text, Dtype narrow) {
    const std::string_view wide = long_name_of(wide_of(narrow));
    for (std::size_t at = text.find(wide); at != std::string::npos; at = text.find(wide, at)) {
        const bool whole = (at == 0 || std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0) &&
                           std::isalnum(static_cast<unsigned char>(text[at + wide.size()])) == 0;
        if (whole) {
            text.replace(at, wide.size(), long_name_of(narrow));
        }
        at += wide.size();
    }
    return text;
}

Value forward_on(const Op& op, const Args& args, const Args& wide) {
    try {
        return op.def->forward(wide);
    } catch (const Error& error) {
        const Dtype narrow = first_narrow(args);
        if (!is_narrow(narrow)) {
            throw;
        }
        throw Error(error.kind(), respelled(error.what(), narrow));
    }
}

}  // namespace

bool needs_widening(const Op& op, const Args& args) {
    return !op.def->view && !op.def->any_dtype &&
           std::any_of(args.values().begin(), args.values().end(),
                       [](const Value& value) { return is_uncommon(value); });
}

Value forward_widened(const Op& op, const Args& args) {
    if (op.def->check != nullptr) {
        op.def->check(args);
    }
    if (has_complex(args)) {
        return forward_complex(op, args);
    }
    const Widening widened(args);
    Args wide(args.dialect());
    for (const Value& value : args.values()) {
        wide.push(widened(value));
    }
    Value result = forward_on(op, args, wide);
    if (auto* tensor = std::get_if<Tensor>(&result)) {
        if (*tensor) {
            *tensor = converted(*tensor, asked_for(op, args, tensor->dtype()));
        }
    } else if (auto* list = std::get_if<TensorList>(&result)) {
        for (Tensor& item : *list) {
            item = converted(item, asked_for(op, args, item.dtype()));
        }
    } else if (op.signature.returns == "()" && args.count() > 0 && is_narrow(args[0])) {
        // What returns nothing writes into its first argument.
        copy_into(args.tensor(0), wide.tensor(0));
    }
    return result;
}

}  // namespace sconce
