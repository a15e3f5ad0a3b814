#include "engine/ops/widening.hpp"

#include <algorithm>
#include <cctype>
#include <string>

#include "engine/ops/complex.hpp"
#include "engine/ops/functions.hpp"

namespace sconce {

namespace {

bool is_narrow(const Value& value) {
    const auto* tensor = std::get_if<Tensor>(&value);
    return tensor != nullptr && *tensor && sconce::is_narrow(tensor->dtype());
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

Tensor widened(const Tensor& tensor) { return tensor ? converted(tensor, wide_of(tensor.dtype())) : tensor; }

Value widened(const Value& value) {
    if (const auto* tensor = std::get_if<Tensor>(&value)) {
        return widened(*tensor);
    }
    if (const auto* list = std::get_if<TensorList>(&value)) {
        TensorList wide;
        for (const Tensor& item : *list) {
            wide.push_back(widened(item));
        }
        return wide;
    }
    if (const auto* dtype = std::get_if<Dtype>(&value)) {
        return wide_of(*dtype);
    }
    return value;
}

// The tensors among the arguments, promoted among those of the result's category; the result's own dtype where there is none.
Dtype asked_for(const Args& args, Dtype result) {
    PromotionInput total;
    bool any = false;
    const auto take = [&](const Tensor& tensor) {
        if (!tensor || category_of(tensor.dtype()) != category_of(result)) {
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
        if (!sconce::is_narrow(narrow)) {
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
    if (has_complex(args)) {
        return forward_complex(op, args);
    }
    Args wide(args.dialect());
    for (const Value& value : args.values()) {
        wide.push(widened(value));
    }
    Value result = forward_on(op, args, wide);
    if (auto* tensor = std::get_if<Tensor>(&result)) {
        if (*tensor) {
            *tensor = converted(*tensor, asked_for(args, tensor->dtype()));
        }
    } else if (auto* list = std::get_if<TensorList>(&result)) {
        for (Tensor& item : *list) {
            item = converted(item, asked_for(args, item.dtype()));
        }
    } else if (op.signature.returns == "()" && args.count() > 0 && is_narrow(args[0])) {
        // What returns nothing writes into its first argument.
        copy_into(args.tensor(0), wide.tensor(0));
    }
    return result;
}

}  // namespace sconce
