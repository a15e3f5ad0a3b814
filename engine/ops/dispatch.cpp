#include "engine/ops/dispatch.hpp"

#include "engine/autograd/tape.hpp"
#include "engine/ops/functions.hpp"
#include "engine/ops/widening.hpp"

namespace sconce {

namespace {

void check_castable(Dialect dialect, const Op& op, Dtype from, Dtype to) {
    if (category_of(from) <= category_of(to)) {
        return;
    }
    if (dialect == Dialect::torch) {
        throw Error(ErrorKind::dtype, "result type " + std::string(long_name_of(from)) +
                                          " can't be cast to the desired output type " + std::string(long_name_of(to)));
    }
    // The ufunc's own name is the one after "numpy." in the row.
    std::string_view name = op.signature.name;
    if (const std::size_t at = op.def->names.find("numpy."); at != std::string_view::npos) {
        name = op.def->names.substr(at + 6);
        name = name.substr(0, name.find(' '));
    }
    throw Error(ErrorKind::dtype, "Cannot cast ufunc '" + std::string(name) + "' output from dtype('" +
                                      std::string(name_of(from)) + "') to dtype('" + std::string(name_of(to)) +
                                      "') with casting rule 'same_kind'");
}

void check_target(Dialect dialect, const Tensor& self, const Tensor& result) {
    if (result.shape() == self.shape()) {
        return;
    }
    if (dialect == Dialect::numpy) {
        throw Error(ErrorKind::shape, "non-broadcastable output operand with shape " + numpy_text(self.shape()) +
                                          " doesn't match the broadcast shape " + numpy_text(result.shape()));
    }
    throw Error(ErrorKind::shape, "output with shape " + torch_text(self.shape()) +
                                      " doesn't match the broadcast shape " + torch_text(result.shape()));
}

// An op may hand its argument back, as contiguous does with a contiguous tensor. Nothing happened then: a node would cut the
// tensor off from its own history.
bool hands_back(const Args& args, const Value& result) {
    const auto* tensor = std::get_if<Tensor>(&result);
    return tensor != nullptr && args.count() > 0 && args.is_tensor(0) && tensor->shared() == args.tensor(0).shared();
}

void mark_views(const Value& result, const Tensor& source) {
    if (const auto* tensor = std::get_if<Tensor>(&result)) {
        mark_view(*tensor, source);
    } else if (const auto* list = std::get_if<TensorList>(&result)) {
        for (const Tensor& item : *list) {
            mark_view(item, source);
        }
    }
}

}  // namespace

Value dispatch(const Op& op, Args&& args) {
    Value result = needs_widening(op, args) ? forward_widened(op, args) : op.def->forward(args);
    if (op.def->backward != nullptr && args.count() > 0 && args.is_tensor(0)) {
        mark_views(result, args.tensor(0));
    }
    if (should_record(op, args) && !hands_back(args, result)) {
        record(op, std::move(args), result);
    }
    return result;
}

Tensor dispatch_in_place(const Op& op, Args&& args) {
    const Tensor self = args.tensor(0);
    const Dialect dialect = args.dialect();
    const bool recording = should_record(op, args);
    const Tensor owner = self.impl().base ? Tensor(self.impl().base) : self;
    if (recording && requires_grad(owner) && is_leaf(owner)) {
        // torch writes x[0] = ... through a view of x, and says so.
        const bool through_view =
            self.impl().base || (op.def->grad_name != nullptr && op.def->grad_name(args) == "CopySlices");
        throw Error(ErrorKind::autograd, std::string(through_view ? "a view of a leaf" : "a leaf") +
                                             " Variable that requires grad is being used in an in-place operation.");
    }
    if (!recording && op.def->in_place_forward != nullptr && !needs_widening(op, args)) {
        op.def->in_place_forward(args);
        self.bump_version();
        return self;
    }
    if (recording && op.def->keeps != Keep::nothing) {
        // Backward needs the values from before the write.
        Tensor before = apply<"clone">(self.view_as(self.shape(), self.strides(), self.offset()));
        if (TapeMeta* meta = tape_meta(self)) {
            TapeMeta& copy = make_tape_meta(before);
            copy.requires_grad = meta->requires_grad;
            copy.node = meta->node;
            copy.output = meta->output;
        }
        args[0] = before;
        for (std::size_t i = 1; i < args.count(); ++i) {
            if (args.is_tensor(i) && args.tensor(i).shared() == self.shared()) {
                args[i] = unrooted(self);
            }
        }
    }
    const Tensor result = std::get<Tensor>(dispatch(op, std::move(args)));
    check_castable(dialect, op, result.dtype(), self.dtype());
    check_target(dialect, self, result);
    copy_into(self, result);
    self.bump_version();
    if (recording && requires_grad(result)) {
        rewrite_history(self, result);
    }
    return self;
}

}  // namespace sconce
