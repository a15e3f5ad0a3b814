"""Connectionist temporal classification (Graves et al., 2006): the loss of a sequence over all its alignments."""

import math

from .._define import functions, make_function
from .._tensor import Tensor
from ..autograd.function import Function, once_differentiable
from ._losses import _number

__all__ = ["ctc_loss"]

_NEVER = -math.inf


def _either(*logs):
    """The logarithm of the sum of probabilities given by their logarithms."""
    return functions["stack"](logs).logsumexp(0)


def _later(logs, by):
    """(N, L) moved `by` places to the right, what comes in impossible."""
    fill = logs.new_full((logs.shape[0], by), _NEVER)
    return functions["cat"]([fill, logs], 1)[:, : logs.shape[1]]


class _CtcLoss(Function):
    """Minus the log-probability of each target; states are the labels with a blank around each."""

    _node = "CtcLossBackward0"

    @staticmethod
    def forward(ctx, log_probs, states, skips, steps, ends, zero_infinity):
        """log_probs (T, N, C), states and skips (N, L), steps and ends (N,): of each sample, its steps and its last state."""
        emitted = log_probs.gather(2, states.expand(log_probs.shape[0], *states.shape))
        places = functions["arange"](states.shape[1])
        inside = places <= ends.unsqueeze(1)
        state = emitted[0].masked_fill(~(inside & (places < 2)), _NEVER)
        alphas = [state]
        for now in emitted[1:]:
            leap = _later(state, 2).masked_fill(~skips, _NEVER)
            state = _either(state, _later(state, 1), leap) + now
            alphas.append(state)
        alpha = functions["stack"](alphas)
        samples = functions["arange"](states.shape[0])
        last = alpha[steps.sub(1).clamp(min=0), samples]
        final = last.gather(1, ends.unsqueeze(1)).squeeze(1)
        before = last.gather(1, ends.sub(1).clamp(min=0).unsqueeze(1)).squeeze(1).masked_fill(ends == 0, _NEVER)
        losses = -_either(final, before)
        # Without steps only the empty target is possible.
        losses = losses.where(steps > 0, losses.new_zeros(()).where(ends == 0, math.inf))
        ctx.save_for_backward(log_probs, states, skips, steps, ends, emitted, alpha, losses)
        ctx.zero_infinity = zero_infinity
        return losses

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        """exp(log_probs) minus the share of each label's states: the gradient before the log-softmax, as torch gives it."""
        log_probs, states, skips, steps, ends, emitted, alpha, losses = ctx.saved_tensors
        count, places = log_probs.shape[0], functions["arange"](states.shape[1])
        outlets = ((places == ends.unsqueeze(1)) | (places == (ends - 1).unsqueeze(1))).flip(1)
        leaps = skips.flip(1)
        leaps = functions["cat"]([leaps.new_zeros(leaps.shape[0], 2), leaps[:, :-2]], 1)[:, : leaps.shape[1]]
        state, betas = emitted.new_full(states.shape, _NEVER), []
        for t in range(count - 1, -1, -1):
            now = emitted[t].flip(1)
            leap = _later(state, 2).masked_fill(~leaps, _NEVER)
            moved = _either(state, _later(state, 1), leap) + now
            state = now.masked_fill(~outlets, _NEVER).where((steps - 1 == t).unsqueeze(1), moved)
            betas.append(state.flip(1))
        beta = functions["stack"](betas[::-1])
        shares = (alpha + beta + losses.unsqueeze(1) - emitted).exp()
        # A state no alignment goes through has no share, whatever the infinities say.
        shares = shares.masked_fill((alpha == _NEVER) | (beta == _NEVER), 0.0)
        taken = functions["zeros_like"](log_probs).scatter_add(2, states.expand_as(emitted), shares)
        result = (log_probs.exp() - taken) * grad.unsqueeze(1)
        result = result.masked_fill((functions["arange"](count).unsqueeze(1) >= steps).unsqueeze(2), 0.0)
        lost = (losses == math.inf).unsqueeze(1)
        inside = (functions["arange"](count).unsqueeze(1) < steps).unsqueeze(2)
        result = result.masked_fill(lost & inside, 0.0 if ctx.zero_infinity else math.nan)
        return result, None, None, None, None, None


def _states(targets, lengths, blank):
    """Labels (N, S) with a blank around each, and which states can be reached from the label before the blank."""
    batch, longest = lengths.shape[0], int(lengths.max()) if lengths.shape[0] else 0
    states = targets.new_full((batch, 2 * longest + 1), blank)
    if longest:
        if targets.ndim == 1:
            starts = lengths.cumsum(0) - lengths
            places = (starts.unsqueeze(1) + functions["arange"](longest)).clamp(max=max(targets.shape[0] - 1, 0))
            targets = targets[places]
        states[:, 1::2] = targets[:, :longest]
    inside = functions["arange"](states.shape[1]) <= 2 * lengths.unsqueeze(1)
    states = states.masked_fill(~inside, blank)
    skips = functions["zeros"](states.shape, dtype=bool)
    skips[:, 2:] = (states[:, 2:] != states[:, :-2]) & (states[:, 2:] != blank)
    return states, skips


def _lengths(given):
    return given.long() if isinstance(given, Tensor) else functions["tensor"](list(given), dtype=int)


def _check_lengths(targets, steps, lengths, count):
    where = "(while checking arguments for ctc_loss_allocate_outputs)"
    for length in steps.tolist():
        if length > count:
            raise RuntimeError(
                f"Expected input_lengths to have value at most {count}, but got value {length} {where}"
            )
    given = targets.shape[-1]
    if targets.ndim == 1:
        total = int(lengths.sum())
        if given != total:
            raise RuntimeError(
                f"Expected tensor to have size {total} at dimension 0, but got size {given} for argument #2 'targets' {where}"
            )
    elif lengths.shape[0] and given < int(lengths.max()):
        raise RuntimeError(
            f"Expected tensor to have size at least {int(lengths.max())} at dimension 1, but got size {given} for argument #2 "
            f"'targets' {where}"
        )


def _ctc_run(log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity):
    batched = log_probs.ndim == 3
    steps, lengths = _lengths(input_lengths), _lengths(target_lengths)
    if not batched:
        log_probs, steps, lengths = log_probs.unsqueeze(1), steps.reshape(1), lengths.reshape(1)
        targets = targets.unsqueeze(0) if targets.ndim == 1 else targets
    count, batch, classes = log_probs.shape
    if not 0 <= blank < classes:
        raise RuntimeError("blank must be in label range")
    if steps.shape[0] != batch:
        raise RuntimeError("input_lengths must be of size batch_size")
    if lengths.shape[0] != batch:
        raise RuntimeError("target_lengths must be of size batch_size")
    _check_lengths(targets, steps, lengths, count)
    states, skips = _states(targets.long(), lengths, blank)
    losses = _CtcLoss.apply(log_probs, states, skips, steps, 2 * lengths, zero_infinity)
    if zero_infinity:
        losses = functions["where"](losses == math.inf, 0.0, losses)
    if reduction == 1:
        return (losses / lengths.clamp(min=1).to(losses.dtype)).mean()
    if reduction == 2:
        return losses.sum()
    return losses if batched else losses.squeeze(0)


_HEAD = "(Tensor log_probs, Tensor targets, "
_TAIL = ", int blank=0, int reduction=1, bool zero_infinity=False)"
_ctc = make_function("ctc_loss", [
    (f"{_HEAD}int[] input_lengths, int[] target_lengths{_TAIL}", _ctc_run),
    (f"{_HEAD}Tensor input_lengths, Tensor target_lengths{_TAIL}", _ctc_run),
])  # fmt: skip


def ctc_loss(
    log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False
):
    """Minus the log-probability of targets over all alignments with the steps of log_probs (T, N, C).

    `targets` is (N, S), or all samples' labels one after the other.
    """
    return _ctc(log_probs, targets, input_lengths, target_lengths, blank, _number(reduction), zero_infinity)
