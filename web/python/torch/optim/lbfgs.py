"""L-BFGS with the line search of strong Wolfe conditions."""

from .._tensor import face
from ..autograd.grad_mode import enable_grad, no_grad
from .optimizer import Optimizer, add_, check_lr, to_number

__all__ = ["LBFGS"]

_cat = face.operation("cat")


def _cubic_interpolate(x1, f1, g1, x2, f2, g2, bounds=None):
    """Where the cubic through two points with their slopes is least, kept inside the bounds."""
    low, high = bounds if bounds is not None else (x1, x2) if x1 <= x2 else (x2, x1)
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1**2 - g1 * g2
    if square < 0:
        return (low + high) / 2.0
    d2 = square.sqrt()
    if x1 <= x2:
        least = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        least = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(least, low), high)


class _Point:
    """A step length with the loss, gradient and slope found there."""

    __slots__ = ("f", "g", "slope", "t")

    def __init__(self, t, f, g, slope):
        self.t, self.f, self.g, self.slope = t, f, g, slope


def _interpolate(a, b, bounds=None):
    return _cubic_interpolate(a.t, a.f, a.slope, b.t, b.f, b.slope, bounds)


def _strong_wolfe(evaluate, t, d, f, g, slope, max_ls, c1=1e-4, c2=0.9, tolerance_change=1e-9):
    """A step along `d` that meets the strong Wolfe conditions (Nocedal and Wright, algorithms 3.5 and 3.6).

    `evaluate(t)` gives the loss and gradient at step `t`. Returns (loss, gradient, step, evaluations).
    """

    def at(t):
        loss, gradient = evaluate(t)
        return _Point(t, loss, gradient, gradient.dot(d))

    def sufficient(point):
        return point.f <= f + c1 * point.t * slope

    def flat(point):
        return abs(point.slope) <= -c2 * slope

    longest = d.abs().max()
    start = before = _Point(0, f, g.clone(), slope)
    new, evaluations, steps, done = at(t), 1, 0, False
    while steps < max_ls:
        if not sufficient(new) or (steps > 1 and new.f >= before.f):
            bracket = [before, new]
            break
        if flat(new):
            bracket, done = [new], True
            break
        if new.slope >= 0:
            bracket = [before, new]
            break
        t = _interpolate(before, new, (new.t + 0.01 * (new.t - before.t), new.t * 10))
        before, new = new, at(t)
        evaluations += 1
        steps += 1
    if steps == max_ls:
        bracket = [start, new]

    slow = False
    low, high = (0, 1) if bracket[0].f <= bracket[-1].f else (1, 0)
    while not done and steps < max_ls:
        if abs(bracket[1].t - bracket[0].t) * longest < tolerance_change:
            break
        t = _interpolate(*bracket)
        left, right = min(p.t for p in bracket), max(p.t for p in bracket)
        margin = 0.1 * (right - left)
        # A step too near an end of the bracket, twice in a row or beyond it, is moved inside.
        if min(right - t, t - left) < margin:
            if slow or t >= right or t <= left:
                t = right - margin if abs(t - right) < abs(t - left) else left + margin
                slow = False
            else:
                slow = True
        else:
            slow = False
        new = at(t)
        evaluations += 1
        steps += 1
        if not sufficient(new) or new.f >= bracket[low].f:
            bracket[high] = new
            low, high = (0, 1) if bracket[0].f <= bracket[1].f else (1, 0)
        else:
            if flat(new):
                done = True
            elif new.slope * (bracket[high].t - bracket[low].t) >= 0:
                bracket[high] = bracket[low]
            bracket[low] = new
    best = bracket[low]
    return best.f, best.g, best.t, evaluations


class LBFGS(Optimizer):
    """Limited-memory BFGS (Nocedal 1980): a quasi-Newton step from the last `history_size` gradients.

    One parameter group only; `step` needs a closure that clears the gradients, computes the loss and calls backward().
    line_search_fn  None or "strong_wolfe"
    """

    def __init__(
        self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100,
        line_search_fn=None, *, maximize=False,
    ):  # fmt: skip
        check_lr(lr)
        defaults = {
            "lr": lr, "max_iter": max_iter, "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
            "tolerance_grad": tolerance_grad, "tolerance_change": tolerance_change, "history_size": history_size,
            "line_search_fn": line_search_fn, "maximize": maximize,
        }  # fmt: skip
        super().__init__(params, defaults)
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def _gradient(self):
        """All gradients as one vector, zeros where there is none."""
        parts = [p.new_zeros(p.numel()) if p.grad is None else p.grad.view(-1) for p in self._params]
        flat = _cat(parts, 0)
        return flat.neg_() if self.param_groups[0]["maximize"] else flat

    def _move(self, t, d):
        offset = 0
        for p in self._params:
            count = p.numel()
            add_(p, d[offset : offset + count].view_as(p), t)
            offset += count

    def _loss(self, closure):
        return self._signed(closure())

    def _signed(self, loss):
        loss = to_number(loss)
        return -loss if self.param_groups[0]["maximize"] else loss

    def _evaluate(self, closure, kept, t, d):
        self._move(t, d)
        loss, gradient = self._loss(closure), self._gradient()
        for p, before in zip(self._params, kept):
            p.copy_(before)
        return loss, gradient

    def _direction(self, gradient, state, size):
        """Minus the inverse Hessian of the history times the gradient, by the two-loop recursion."""
        if state["n_iter"] == 1:
            state.update(old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return gradient.neg()
        y, s = gradient.sub(state["prev_flat_grad"]), state["d"].mul(state["t"])
        changes, steps, inverse = state["old_dirs"], state["old_stps"], state["ro"]
        ys = y.dot(s)
        if ys > 1e-10:
            if len(changes) == size:
                for kept in (changes, steps, inverse):
                    kept.pop(0)
            changes.append(y)
            steps.append(s)
            inverse.append(1.0 / ys)
            state["H_diag"] = ys / y.dot(y)
        factors = state.setdefault("al", [None] * size)
        q = gradient.neg()
        for i in range(len(changes) - 1, -1, -1):
            factors[i] = steps[i].dot(q) * inverse[i]
            add_(q, changes[i], -factors[i])
        r = q.mul(state["H_diag"])
        for i in range(len(changes)):
            add_(r, steps[i], factors[i] - changes[i].dot(r) * inverse[i])
        return r

    def step(self, closure):
        """Up to `max_iter` iterations; returns the loss the closure gave first."""
        with no_grad():
            return self._step(enable_grad()(closure))

    def _step(self, closure):
        group = self.param_groups[0]
        if not self._params:
            return closure()
        lr, max_iter, max_eval = to_number(group["lr"]), group["max_iter"], group["max_eval"]
        tolerance_grad, tolerance_change = group["tolerance_grad"], group["tolerance_change"]
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        first = closure()
        loss = self._signed(first)
        evaluations, iterations = 1, 0
        state["func_evals"] += 1
        gradient = self._gradient()
        if gradient.abs().max() <= tolerance_grad:
            return first
        converged = False
        while iterations < max_iter:
            iterations += 1
            state["n_iter"] += 1
            d = state["d"] = self._direction(gradient, state, group["history_size"])
            if state.get("prev_flat_grad") is None:
                state["prev_flat_grad"] = gradient.clone()
            else:
                state["prev_flat_grad"].copy_(gradient)
            before = state["prev_loss"] = loss
            t = state["t"] = min(1.0, 1.0 / gradient.abs().sum()) * lr if state["n_iter"] == 1 else lr
            slope = gradient.dot(d)
            if slope > -tolerance_change:
                break
            more = 0
            if group["line_search_fn"] is not None:
                if group["line_search_fn"] != "strong_wolfe":
                    raise RuntimeError("only 'strong_wolfe' is supported")
                kept = [p.clone() for p in self._params]
                loss, gradient, t, more = _strong_wolfe(
                    lambda t: self._evaluate(closure, kept, t, d), t, d, loss, gradient, slope, max_eval - evaluations
                )
                state["t"] = t
                self._move(t, d)
                converged = gradient.abs().max() <= tolerance_grad
            else:
                self._move(t, d)
                if iterations != max_iter:
                    loss, gradient = self._loss(closure), self._gradient()
                    converged = gradient.abs().max() <= tolerance_grad
                    more = 1
            evaluations += more
            state["func_evals"] += more
            if iterations == max_iter or evaluations >= max_eval or converged:
                break
            if d.mul(t).abs().max() <= tolerance_change or abs(loss - before) < tolerance_change:
                break
        return first
