"""Losses and distances."""

import math
import warnings

from .._define import as_step, functions, named
from .._tensor import face
from ..autograd.grad_mode import no_grad
from ._activations import logsigmoid
from ._functions import inner, shared
from ._reduction import legacy_get_string

__all__ = [
    "binary_cross_entropy", "binary_cross_entropy_with_logits", "cosine_embedding_loss", "cosine_similarity",
    "cross_entropy", "gaussian_nll_loss", "hinge_embedding_loss", "huber_loss", "kl_div", "l1_loss",
    "margin_ranking_loss", "mse_loss", "multi_margin_loss", "multilabel_soft_margin_loss", "nll_loss", "normalize",
    "one_hot", "pairwise_distance", "pdist", "poisson_nll_loss", "smooth_l1_loss", "soft_margin_loss",
    "triplet_margin_loss", "triplet_margin_with_distance_loss",
]  # fmt: skip

_NUMBERS = {"none": 0, "mean": 1, "sum": 2}


def _number(reduction, size_average=None, reduce=None):
    """The engine's number of a reduction, after the old arguments have had their say."""
    if size_average is not None or reduce is not None:
        reduction = legacy_get_string(size_average, reduce)
    if reduction == "elementwise_mean":
        warnings.warn(
            "reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.", stacklevel=3
        )
        return 1
    try:
        return _NUMBERS[reduction]
    except (KeyError, TypeError):
        raise ValueError(f"{reduction} is not a valid value for reduction") from None


def _reduced(losses, number):
    return losses.mean() if number == 1 else losses.sum() if number == 2 else losses


def _expanded(input, target):
    """Both of one shape, with a warning where they were not."""
    if target.size() == input.size():
        return input, target
    warnings.warn(
        f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This will likely "
        "lead to incorrect results due to broadcasting. Please ensure they have the same size.",
        stacklevel=3,
    )
    return functions["broadcast_tensors"](input, target)


def _weighted_mean(errors, weight, input, reduction):
    """The errors times a weight each, reduced; the mean divides by the weights' sum."""
    if weight.shape != input.shape:
        raise ValueError("Weights and input must have the same size.")
    errors = errors * weight
    if reduction == "none":
        return errors
    if reduction == "sum":
        return errors.sum()
    if reduction == "mean":
        return errors.sum() / weight.sum()
    raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")


_PAIR = "(Tensor input, Tensor target, int reduction=1"
_mse_loss = inner("mse_loss", f"{_PAIR})", "mse_loss")
_smooth_l1_loss = inner("smooth_l1_loss", f"{_PAIR}, float beta=1.0)", "smooth_l1_loss")
_huber_loss = inner("huber_loss", f"{_PAIR}, float delta=1.0)", "huber_loss")
_soft_margin_loss = inner("soft_margin_loss", f"{_PAIR})", "soft_margin_loss")
_l1_loss = inner("l1_loss", f"{_PAIR})", lambda a, b, number: _reduced((a - b).abs(), number))


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The squared differences, reduced by "mean", "sum" or "none"."""
    input, target = _expanded(input, target)
    if weight is not None:
        return _weighted_mean((input - target).pow(2), weight, input, reduction)
    return _mse_loss(input, target, _number(reduction, size_average, reduce))


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """The absolute differences, reduced by "mean", "sum" or "none"."""
    input, target = _expanded(input, target)
    if weight is not None:
        return _weighted_mean((input - target).abs(), weight, input, reduction)
    return _l1_loss(input, target, _number(reduction, size_average, reduce))


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """Squared differences below beta, absolute ones above it."""
    input, target = _expanded(input, target)
    number = _number(reduction, size_average, reduce)
    return _l1_loss(input, target, number) if beta == 0.0 else _smooth_l1_loss(input, target, number, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """Half the squared differences below delta, delta times absolute ones above it."""
    input, target = _expanded(input, target)
    if weight is None:
        return _huber_loss(input, target, _number(reduction), delta)
    if weight.shape != input.shape:
        raise ValueError("Weights and input must have the same size.")
    losses = _huber_loss(input, target, 0, delta) * weight
    if reduction not in _NUMBERS:
        raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")
    return _reduced(losses, _NUMBERS[reduction])


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    """log(1 + exp(-target * input)) for targets 1 and -1."""
    return _soft_margin_loss(input, target, _number(reduction, size_average, reduce))


# ---- classes

_nll_loss = inner(
    "nll_loss_nd",
    "(Tensor input, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100)",
    "nll_loss",
)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the log-probability of each target class; targets equal to `ignore_index` do not count.

    Shapes: input (N, C), (C,) or (N, C, d1, ...); target (N,), () or (N, d1, ...).
    """
    return _nll_loss(input, target, weight, _number(reduction, size_average, reduce), ignore_index)


def _along_classes(weight, logs, dim):
    return weight.view([-1] + [1] * (logs.ndim - dim - 1))


def _check_smoothing(label_smoothing):
    if not 0.0 <= label_smoothing <= 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")


def _probability_loss(input, target, weight, number, ignore_index, label_smoothing, dim):
    classes = input.shape[dim] if input.ndim else 1
    if not target.dtype.is_floating_point:
        raise RuntimeError(
            f"Expected floating point type for target with class probabilities, got {target.dtype._noun}"
        )
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    if weight is not None and weight.shape != (classes,):
        raise RuntimeError(
            f"cross_entropy: weight tensor should be defined either for all {classes} classes or no classes but got "
            f"weight tensor of shape: {list(weight.shape)}"
        )
    logs = input.log_softmax(dim)
    if label_smoothing > 0.0:
        _check_smoothing(label_smoothing)
        target = target * (1 - label_smoothing) + label_smoothing / classes
    products = logs * target
    if weight is not None:
        products = products * _along_classes(weight, logs, dim)
    if number == 0:
        return -products.sum(dim)
    total = -products.sum()
    # torch divides by a number of its own here.
    return as_step("DivBackward1", total / (input.shape.numel() / classes)) if number == 1 else total


def _smooth_loss(logs, target, weight, number, ignore_index, label_smoothing, dim):
    _check_smoothing(label_smoothing)
    classes = logs.shape[dim]
    loss = _nll_loss(logs, target, weight, number, ignore_index)
    spread = logs if weight is None else logs * _along_classes(weight, logs, dim)
    ignored = target.eq(ignore_index)
    smooth = (-spread.sum(dim)).masked_fill(ignored, 0.0)
    if number == 1 and weight is not None:
        counted = weight[target.masked_fill(ignored, 0)].masked_fill(ignored, 0.0).sum()
        smooth = smooth.sum() / counted
    elif number == 1:
        smooth = smooth.sum() / ignored.logical_not().sum() if bool(ignored.any()) else smooth.mean()
    else:
        smooth = _reduced(smooth, number)
    return loss * (1 - label_smoothing) + smooth * (label_smoothing / classes)


def _cross_entropy_run(input, target, weight, number, ignore_index, label_smoothing):
    shape = input.shape
    dim = 0 if len(shape) <= 1 else 1
    if target.shape == shape:
        return _probability_loss(input, target, weight, number, ignore_index, label_smoothing, dim)
    logs = input.log_softmax(dim)
    if label_smoothing > 0.0:
        return _smooth_loss(logs, target, weight, number, ignore_index, label_smoothing, dim)
    return _nll_loss(logs, target, weight, number, ignore_index)


_cross_entropy = inner(
    "cross_entropy_loss",
    "(Tensor input, Tensor target, Tensor? weight=None, int reduction=1, int ignore_index=-100, "
    "float label_smoothing=0.0)",
    _cross_entropy_run,
)


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    """The negative log-likelihood of the targets under softmax(input).

    Shapes: input (N, C), (C,) or (N, C, d1, ...); target (N,), () or (N, d1, ...) of class indices, or of input's
    shape for probabilities.
    """
    number = _number(reduction, size_average, reduce)
    return _cross_entropy(input, target, weight, number, ignore_index, label_smoothing)


_multi_margin_loss = inner(
    "multi_margin_loss",
    "(Tensor input, Tensor target, int p=1, Number margin=1, Tensor? weight=None, int reduction=1)",
    "multi_margin_loss",
)


def multi_margin_loss(
    input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"
):
    """The mean over classes of max(0, margin - x[target] + x[class])^p."""
    number = _number(reduction, size_average, reduce)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    return _multi_margin_loss(input, target, p, margin, weight, number)


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """Binary cross-entropy with logits, averaged over the classes in the last dimension."""
    number = _number(reduction, size_average, reduce)
    losses = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    if weight is not None:
        losses = losses * weight
    return _reduced(losses.sum(dim=input.ndim - 1) / input.shape[-1], number)


# ---- probabilities

_binary_cross_entropy = inner(
    "binary_cross_entropy",
    "(Tensor input, Tensor target, Tensor? weight=None, int reduction=1)",
    "binary_cross_entropy",
)
_binary_cross_entropy_with_logits = shared(
    "binary_cross_entropy_with_logits",
    "(Tensor input, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=0)",
    "binary_cross_entropy_with_logits",
)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """-(y log x + (1 - y) log(1 - x)) for probabilities x and targets y of one shape."""
    number = _number(reduction, size_average, reduce)
    if target.shape != input.shape:
        raise ValueError(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}) is deprecated. "
            "Please ensure they have the same size."
        )
    if weight is not None:
        weight = functions["broadcast_tensors"](weight, target)[0]
    return _binary_cross_entropy(input, target, weight, number)


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """Binary cross-entropy of sigmoid(input); `pos_weight` multiplies the terms of positive targets."""
    number = _number(reduction, size_average, reduce)
    if target.shape != input.shape:
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    return _binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


def _kl_div_run(input, target, number, log_target):
    if log_target:
        return _reduced(target.exp() * (target - input), number)
    # 0 log 0 is 0, and so is its slope here.
    positive = target.masked_fill(target.eq(0), 1.0)
    return _reduced(target * positive.log() - target * input, number)


_kl_div = shared(
    "kl_div", "(Tensor input, Tensor target, int reduction=0, *, bool log_target=False)", _kl_div_run
)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """target (log target - input) for log-probabilities `input`; "batchmean" divides the sum by the first extent."""
    if reduction == "mean" and size_average is None and reduce is None:
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size."
            "'batchmean' divides only by the batch size, and aligns with the KL div math definition."
            "'mean' will be changed to behave the same as 'batchmean' in the next major release.",
            stacklevel=2,
        )
    number = _number("sum" if reduction == "batchmean" else reduction, size_average, reduce)
    loss = _kl_div(input, target, number, log_target=log_target)
    return loss / input.shape[0] if reduction == "batchmean" and input.ndim else loss


def _poisson_run(input, target, log_input, full, eps, number):
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + stirling.masked_fill(target.le(1), 0.0)
    return _reduced(loss, number)


_poisson_nll_loss = shared(
    "poisson_nll_loss",
    "(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction)",
    _poisson_run,
)


def poisson_nll_loss(
    input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"
):
    """The negative log-likelihood of counts under Poisson rates, or their logarithms."""
    number = _number(reduction, size_average, reduce)
    return _poisson_nll_loss(input, target, log_input, full, eps, number)


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    """The negative log-likelihood under normals of mean `input` and variance `var`, at least `eps`."""
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        var = var * functions["ones_like"](input)
    elif bool(var.lt(0).any()):
        raise ValueError("var has negative entry/entries")
    if var.shape != input.shape:
        if input.shape[:-1] == var.shape:
            var = var.unsqueeze(-1)
        else:
            pairs = zip(input.shape, var.shape)
            if input.ndim != var.ndim or sum(b for a, b in pairs if a != b) != 1:
                raise ValueError("var is of incorrect size")
    if reduction not in _NUMBERS:
        raise ValueError(f"{reduction} is not valid")
    var = var.clone()
    with no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return _reduced(loss, _NUMBERS[reduction])


# ---- distances and margins


def _pairwise_run(x1, x2, p, eps, keepdim):
    return as_step("NormBackward1", (x1 - x2 + eps).norm(p, -1, keepdim))


pairwise_distance = shared(
    "pairwise_distance",
    "(Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False)",
    _pairwise_run,
)


def _cosine_run(x1, x2, dim, eps):
    if not (x1.dtype.is_floating_point or x2.dtype.is_floating_point):
        kind = (x1 + x2).dtype._noun
        raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {kind}")
    x1, x2 = functions["broadcast_tensors"](x1, x2)

    def unit(x):
        length = x.norm(2, dim, keepdim=True)
        # The floor holds the value alone: the gradient is the norm's.
        with no_grad():
            short = length.lt(eps)
        return x / (length.clone().masked_fill(short, eps) if bool(short.any()) else length)

    return (unit(x1) * unit(x2)).sum(dim)


cosine_similarity = shared(
    "cosine_similarity", "(Tensor x1, Tensor x2, int dim=1, float eps=1e-08)", _cosine_run
)


def _cosine_embedding_run(x1, x2, target, margin, number):
    if target.ndim not in (0, 1):
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if target.ndim == 1 and (x1.ndim != 2 or x2.ndim != 2):
        raise RuntimeError(
            f"1D target tensor expects 2D input tensors, but found inputs with sizes {list(x1.shape)} and "
            f"{list(x2.shape)}."
        )
    if target.ndim == 0 and (x1.ndim != 1 or x2.ndim != 1):
        raise RuntimeError(
            f"0D target tensor expects 1D input tensors, but found inputs with sizes {list(x1.shape)} and "
            f"{list(x2.shape)}."
        )
    dim = target.ndim
    small = 1e-12
    cosine = (x1 * x2).sum(dim) / (((x1 * x1).sum(dim) + small) * ((x2 * x2).sum(dim) + small)).sqrt()
    zeros = functions["zeros_like"](cosine)
    alike = functions["where"](target.eq(1), 1 - cosine, zeros)
    apart = functions["where"](target.eq(-1), (cosine - margin).clamp_min(0), zeros)
    return _reduced(alike + apart, number)


_cosine_embedding_loss = shared(
    "cosine_embedding_loss",
    "(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=0)",
    _cosine_embedding_run,
)


def cosine_embedding_loss(
    input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"
):
    """1 - cos for targets 1, max(0, cos - margin) for targets -1."""
    return _cosine_embedding_loss(input1, input2, target, margin, _number(reduction, size_average, reduce))


_margin_ranking_loss = shared(
    "margin_ranking_loss",
    "(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=0)",
    lambda x1, x2, target, margin, number: _reduced((-target * (x1 - x2) + margin).clamp_min(0), number),
)


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    """max(0, -target (input1 - input2) + margin)."""
    number = _number(reduction, size_average, reduce)
    if not input1.ndim == input2.ndim == target.ndim:
        raise RuntimeError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: "
            f"{input1.shape}, input2: {input2.shape}, target: {target.shape} "
        )
    return _margin_ranking_loss(input1, input2, target, margin, number)


def _hinge_run(input, target, margin, number):
    zeros = functions["zeros_like"](input)
    where = functions["where"]
    apart = where(target.ne(1), (margin - input).clamp_min(0), zeros)
    return _reduced(apart + where(target.ne(-1), input, zeros), number)


_hinge_embedding_loss = shared(
    "hinge_embedding_loss", "(Tensor input, Tensor target, float margin=1.0, int reduction=0)", _hinge_run
)


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    """input for targets 1, max(0, margin - input) for targets -1."""
    return _hinge_embedding_loss(input, target, margin, _number(reduction, size_average, reduce))


def _check_same_ndim(anchor, positive, negative):
    if not anchor.ndim == positive.ndim == negative.ndim:
        raise RuntimeError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
            f"anchor {anchor.ndim}D, positive {positive.ndim}D, and negative {negative.ndim}D inputs"
        )


def _triplet_run(anchor, positive, negative, margin, p, eps, swap, number):
    _check_same_ndim(anchor, positive, negative)
    near, far = pairwise_distance(anchor, positive, p, eps), pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = functions["min"](far, pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp_min(0), number)


_triplet_margin_loss = shared(
    "triplet_margin_loss",
    "(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, float eps=1e-06, "
    "bool swap=False, int reduction=0)",
    _triplet_run,
)


def triplet_margin_loss(
    anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"
):
    """max(0, margin + d(anchor, positive) - d(anchor, negative)) with the p-norm's distance."""
    number = _number(reduction, size_average, reduce)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    return _triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, number)


def triplet_margin_with_distance_loss(
    anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"
):
    """The triplet loss with a distance of the caller's own."""
    if reduction not in _NUMBERS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    _check_same_ndim(anchor, positive, negative)
    distance = distance_function or pairwise_distance
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = functions["minimum"](far, distance(positive, negative))
    return _reduced((margin + near - far).clamp_min(0), _NUMBERS[reduction])


def _cdist_run(x1, x2, p, compute_mode):
    for name, x in (("X1", x1), ("X2", x2)):
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, {name} got: {x.ndim}D")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(
            f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}"
        )
    if p < 0:
        raise RuntimeError("cdist only supports non-negative p values")
    many = max(x1.shape[-2], x2.shape[-2]) > 25
    forced = compute_mode == "use_mm_for_euclid_dist"
    if p == 2 and (forced or (many and compute_mode == "use_mm_for_euclid_dist_if_necessary")):
        square1, square2 = x1.pow(2).sum(-1, True), x2.pow(2).sum(-1, True)
        cat, ones = functions["cat"], functions["ones_like"]
        left = cat([x1 * -2, square1, ones(square1)], -1)
        right = cat([x2, ones(square2), square2], -1)
        return (left @ right.mT).clamp_min(0).sqrt()
    return (x1.unsqueeze(-2) - x2.unsqueeze(-3)).norm(p, -1)


cdist = shared(
    "cdist",
    "(Tensor x1, Tensor x2, float p=2.0, str compute_mode='use_mm_for_euclid_dist_if_necessary')",
    _cdist_run,
)


def _pdist_run(input, p):
    if input.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input.ndim}D")
    first = [i for i in range(len(input)) for _ in range(i + 1, len(input))]
    second = [j for i in range(len(input)) for j in range(i + 1, len(input))]
    return (input[first] - input[second]).norm(p, -1)


pdist = shared("pdist", "(Tensor input, float p=2)", named("PdistBackward0", _pdist_run))


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """The input divided by its p-norm along `dim`."""
    quotient = input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    return quotient if out is None else out.copy_(quotient)


def _one_hot_run(input, num_classes):
    if str(input.dtype) != "torch.int64":
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if input.shape.numel() == 0 and num_classes == -1:
        raise RuntimeError("Can not infer total number of classes from empty tensor.")
    if input.shape.numel() and int(input.min()) < 0:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        num_classes = int(input.max()) + 1
    elif input.shape.numel() and int(input.max()) >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    return input.unsqueeze(-1).eq(face.operation("arange")(0, num_classes, 1)).to(input.dtype)


one_hot = inner("one_hot", "(Tensor input, int num_classes=-1)", _one_hot_run)
