"""Margins between several right classes and the others."""

from .._define import functions
from ..autograd._composed import step
from ._functions import inner
from ._losses import _number, _reduced

__all__ = ["multilabel_margin_loss"]


@step("MultilabelMarginLoss")
def _margins(input, target, number):
    x, y = (input, target) if input.ndim > 1 else (input.reshape(1, -1), target.reshape(1, -1))
    # The first -1 ends a row's classes.
    given = (y >= 0).to(y.dtype).cumprod(1).bool()
    classes = y.masked_fill(~given, 0)
    right = functions["zeros"](x.shape).scatter_add(1, classes, given.to(functions["zeros"](0).dtype)).bool()
    gaps = 1 - x.gather(1, classes).unsqueeze(2) + x.unsqueeze(1)
    counted = given.unsqueeze(2) & ~right.unsqueeze(1)
    losses = gaps.clamp(min=0).masked_fill(~counted, 0.0).sum((1, 2)) / x.shape[1]
    return _reduced(losses if input.ndim > 1 else losses.squeeze(0), number)


def _multilabel_margin_run(input, target, number):
    if input.ndim > 2 or not input.shape.numel():
        raise RuntimeError(
            "Expected non-empty vector or matrix with optional 0-dim batch size, but got: " + str(list(input.shape))
        )
    if target.shape != input.shape:
        raise RuntimeError(
            f"inconsistent target size: {list(target.shape)} for input of size: {list(input.shape)}"
        )
    if str(target.dtype) != "torch.int64":
        raise RuntimeError(f"expected scalar type Long but found {target.dtype._noun}")
    if target.shape.numel() and not -1 <= int(target.min()) <= int(target.max()) < input.shape[-1]:
        raise RuntimeError("argument #2 'target' is out of range")
    return _margins(input, target, number)


_multilabel_margin_loss = inner(
    "multilabel_margin_loss", "(Tensor input, Tensor target, int reduction=1)", _multilabel_margin_run
)


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """max(0, 1 - x[right] + x[wrong]) summed over a row's right and wrong classes, over their number.

    Shapes: input and target (N, C) or (C); a row of target lists the right classes, ended by -1.
    """
    return _multilabel_margin_loss(input, target, _number(reduction, size_average, reduce))
