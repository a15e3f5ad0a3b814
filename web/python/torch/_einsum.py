"""Sums of products over named dimensions: einsum, tensordot, inner, kron.

einsum contracts its operands from left to right, each pair as one batched matrix product, as torch does.
"""

from string import ascii_letters

from ._define import define, defines, functions
from ._tensor import Tensor

_OUT = "Tensor? out=None"
_ELLIPSIS = "..."
# torch numbers A-Z before a-z, and lists summed subscripts in that order.
_ORDER = {letter: i for i, letter in enumerate(sorted(ascii_letters))}


def _subscripts(text, operand):
    """The subscripts of one operand, an ellipsis as one of them."""
    found, i = [], 0
    while i < len(text):
        letter = text[i]
        if letter == ".":
            if _ELLIPSIS in found:
                raise RuntimeError(
                    f"einsum(): found '.' for operand {operand} for which an ellipsis was already found"
                )
            if not text.startswith(_ELLIPSIS, i):
                raise RuntimeError(f"einsum(): found '.' for operand {operand} that is not part of any ellipsis")
            found.append(_ELLIPSIS)
            i += 3
            continue
        found.append(letter)
        i += 1
    return found


def _parse(equation, count):
    left, arrow, right = equation.replace(" ", "").partition("->")
    for i, letter in enumerate(equation.partition("->")[0]):
        if letter not in _ORDER and letter not in " .,":
            raise RuntimeError(
                f"einsum(): invalid subscript given at index {i} in the equation string, subscripts must be in [a-zA-Z]"
            )
    terms = [_subscripts(term, i) for i, term in enumerate(left.split(","))]
    if len(terms) != count:
        which = "more" if len(terms) < count else "fewer"
        raise RuntimeError(f"einsum(): {which} operands were provided than specified in the equation")
    return terms, _output(right, equation) if arrow else None


def _output(right, equation):
    found, i = [], 0
    while i < len(right):
        letter = right[i]
        if letter == ".":
            if _ELLIPSIS in found:
                raise RuntimeError("einsum(): found '.' for output but an ellipsis (...) was already found")
            if not right.startswith(_ELLIPSIS, i):
                raise RuntimeError("einsum(): found '.' for output that is not part of any ellipsis (...)")
            found.append(_ELLIPSIS)
            i += 3
            continue
        if letter not in _ORDER:
            at = equation.index("->") + 2 + right.index(letter)
            raise RuntimeError(
                f"einsum(): invalid subscript given at index {at} in the equation string, subscripts must be in [a-zA-Z]"
            )
        if letter in found:
            raise RuntimeError(f"einsum(): output subscript {letter} appears more than once in the output")
        found.append(letter)
        i += 1
    return found


def _check_rank(term, operand, i):
    named = sum(letter != _ELLIPSIS for letter in term)
    said = f"einsum(): the number of subscripts in the equation ({named})"
    if _ELLIPSIS in term:
        if named > operand.ndim:
            raise RuntimeError(f"{said} is more than the number of dimensions ({operand.ndim}) for operand {i}")
    elif named != operand.ndim:
        raise RuntimeError(
            f"{said} does not match the number of dimensions ({operand.ndim}) for operand {i} and no ellipsis was given"
        )
    return operand.ndim - named


def _aligned(operand, labels, places, rank, index):
    """The operand with one dimension for each of `places`, of size 1 where it has no such label."""
    seen, i = {}, 0
    for label in labels:
        if label in seen:
            first = seen[label]
            a, b = operand.shape[i], operand.shape[first]
            if a != b:
                raise RuntimeError(
                    f"einsum(): subscript {label} is repeated for operand {index} but the sizes don't match, {a} != {b}"
                )
            operand = operand.diagonal(0, first, i).movedim(-1, first)
        else:
            seen[label] = i
            i += 1
    at = {places[label]: dim for label, dim in seen.items()}
    for _ in range(rank - len(at)):
        operand = operand.unsqueeze(-1)
    free = iter(range(len(at), rank))
    return operand.permute([at[dim] if dim in at else next(free) for dim in range(rank)])


def _pair(a, b, summed):
    """The product of two aligned tensors, summed over the dimensions `summed`, which stay with size 1."""
    if not summed:
        return a * b
    batch, left, right, inner = [], [], [], []
    for dim, (m, n) in enumerate(zip(a.shape, b.shape)):
        if dim in summed:
            if m != 1 and n != 1:
                inner.append(dim)
            elif m != 1:
                a = a.sum(dim, True)
            elif n != 1:
                b = b.sum(dim, True)
        elif m != 1 and n != 1:
            batch.append(dim)
        elif m != 1:
            left.append(dim)
        else:
            right.append(dim)
    done = [dim for dim in range(a.ndim) if dim in summed]
    a_size, b_size = a.shape, b.shape

    def extent(sizes, dims):
        product = 1
        for dim in dims:
            product *= sizes[dim]
        return product

    lanes, total = extent(a_size, batch), extent(a_size, inner)
    a = a.permute([*batch, *left, *done, *right]).reshape(lanes, extent(a_size, left), total)
    b = b.permute([*batch, *done, *right, *left]).reshape(lanes, total, extent(b_size, right))
    order = [*batch, *left, *done, *right]
    size = [a_size[d] for d in batch] + [a_size[d] for d in left] + [1] * len(done) + [b_size[d] for d in right]
    return functions["bmm"](a, b).view(size).permute([order.index(dim) for dim in range(len(order))])


def _contract(operands, kept):
    """Multiply aligned operands from left to right, summing a dimension after `kept` once no later one has it."""
    rank = operands[0].ndim
    having = [sum(operand.shape[dim] != 1 for operand in operands) for dim in range(rank)]
    result, *rest = operands
    for other in rest:
        summed, of_result, of_other = [], [], []
        for dim in range(kept, rank):
            m, n = result.shape[dim], other.shape[dim]
            if m != 1 and n != 1:
                having[dim] -= 1
                if having[dim] == 1:
                    summed.append(dim)
                    having[dim] = 0
            elif having[dim] == 1 and (m != 1 or n != 1):
                (of_result if m != 1 else of_other).append(dim)
                having[dim] = 0
        result = result.sum(of_result, True) if of_result else result
        other = other.sum(of_other, True) if of_other else other
        result = _pair(result, other, summed)
    if rank == kept:
        return result
    return result.view(result.shape[:kept]) if rest else result.sum(tuple(range(kept, rank)))


def _einsum(equation, operands):
    if not operands:
        raise RuntimeError("einsum(): must provide at least one operand")
    terms, output = _parse(equation, len(operands))
    covered = max(_check_rank(term, operand, i) for i, (term, operand) in enumerate(zip(terms, operands)))
    dots = [f"...{i}" for i in range(covered)]
    counts, with_ellipsis = {}, any(_ELLIPSIS in term for term in terms)
    for term in terms:
        for label in term:
            counts[label] = counts.get(label, 0) + 1
    if output is None:
        output = [_ELLIPSIS] * with_ellipsis
        output += sorted((k for k, n in counts.items() if n == 1 and k != _ELLIPSIS), key=_ORDER.get)
    for label in output:
        if label != _ELLIPSIS and label not in counts:
            raise RuntimeError(
                f"einsum(): output subscript {label} does not appear in the equation for any input operand"
            )

    def spread(term, width):
        return [part for label in term for part in (dots[covered - width :] if label == _ELLIPSIS else [label])]

    kept = spread(output, covered)
    summed = [] if _ELLIPSIS in output else dots.copy()
    summed += sorted((label for label in counts if label not in kept and label != _ELLIPSIS), key=_ORDER.get)
    places = {label: dim for dim, label in enumerate(kept + summed)}
    aligned, sizes = [], [1] * len(places)
    for i, (term, operand) in enumerate(zip(terms, operands)):
        width = operand.ndim - sum(label != _ELLIPSIS for label in term)
        aligned.append(_aligned(operand, spread(term, width), places, len(places), i))
        for label, dim in places.items():
            size = aligned[-1].shape[dim]
            if size != 1 and sizes[dim] not in (1, size):
                raise RuntimeError(
                    f"einsum(): subscript {label if label in _ORDER else _ELLIPSIS} has size {size} for operand {i} "
                    f"which does not broadcast with previously seen size {sizes[dim]}"
                )
            sizes[dim] = max(size, sizes[dim]) if size and sizes[dim] else 0
    return _contract(aligned, len(kept))


def _letter(number):
    if not 0 <= number < 52:
        raise ValueError("not within the range [0, 52)")
    return "".join(sorted(ascii_letters))[number]


def _listed(args):
    """The equation and operands of `einsum(op1, [0, 1], op2, [1, 2], [0, 2])`."""

    def text(subscripts):
        return "".join(_ELLIPSIS if item is Ellipsis else _letter(item) for item in subscripts)

    equation = ",".join(text(subscripts) for subscripts in args[1::2])
    if len(args) % 2:
        return f"{equation}->{text(args[-1])}", args[:-1:2]
    return equation, args[::2]


def einsum(*args):
    """The sum of products that an equation such as "bij,bjk->bik" names; see Einstein's summation convention.

    `einsum(equation, *operands)`, or `einsum(op1, [0, 1], op2, [1, 2], [0, 2])` with lists for the subscripts.
    """
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, or at least one operand and its "
            "subscripts list"
        )
    if isinstance(args[0], Tensor):
        equation, operands = _listed(args)
    else:
        equation, operands = args[0], args[1:]
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = operands[0]
    return _einsum(equation, operands)


def tensordot(a, b, dims=2, out=None):
    """Sums of products over `dims`: the last `dims` dimensions of `a` with the first of `b`, or two lists of dimensions."""
    if isinstance(dims, Tensor):
        dims = dims.tolist() if dims.numel() > 1 else dims.item()
    if isinstance(dims, (tuple, list)):
        given = dims if isinstance(dims[0], (tuple, list)) else [[dims[0]], [dims[1]]]
        dims_a, dims_b = list(given[0]), list(given[1])
    else:
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.dim(), b.dim()):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        dims_a, dims_b = list(range(-dims, 0)), list(range(dims))
    product = _tensordot(a, b, dims_a, dims_b)
    if out is None:
        return product
    from ._define import into

    return into(out, product)


def _tensordot(a, b, dims_a, dims_b):
    if len(dims_a) != len(dims_b):
        raise RuntimeError("both dimension lists should have same length")
    if a.dtype is not b.dtype:
        raise RuntimeError("both inputs should have same dtype")
    total = 1
    for i, (p, q) in enumerate(zip(dims_a, dims_b)):
        m, n = a.shape[p], b.shape[q]
        if n == 1:
            a = a.sum(p, True)
        elif m == 1:
            b = b.sum(q, True)
        elif m != n:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {m} in dim {p} and second has size {n} in dim {q}"
            )
        total *= a.shape[p]
    dims_a, dims_b = [d % a.ndim for d in dims_a], [d % b.ndim for d in dims_b]
    free_a = [d for d in range(a.ndim) if d not in dims_a]
    free_b = [d for d in range(b.ndim) if d not in dims_b]
    size = [a.shape[d] for d in free_a] + [b.shape[d] for d in free_b]
    a = a.permute(free_a + dims_a).reshape(-1 if total else a.shape.numel(), total)
    b = b.permute(dims_b + free_b).reshape(total, -1 if total else b.shape.numel())
    return functions["mm"](a, b).reshape(size)


@defines("inner", f"(Tensor input, Tensor other, *, {_OUT})")
def inner(a, other):
    """Sums of products over the last dimensions; a product where one of the tensors has no dimension."""
    if not a.ndim or not other.ndim:
        return a * other
    if a.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            f"inner() the last dimension must match on both input tensors but got shapes {list(a.shape)} and "
            f"{list(other.shape)}"
        )
    return _tensordot(a, other, [-1], [-1])


@defines("kron", f"(Tensor input, Tensor other, *, {_OUT})", step="UnsafeViewBackward0")
def kron(a, other):
    """The Kronecker product: every element of the first times the whole second."""
    rank = max(a.ndim, other.ndim)
    left = a.reshape((1,) * (rank - a.ndim) + tuple(a.shape))
    right = other.reshape((1,) * (rank - other.ndim) + tuple(other.shape))
    size = [m * n for m, n in zip(left.shape, right.shape)]
    spread_left = left.reshape([part for m in left.shape for part in (m, 1)])
    spread_right = right.reshape([part for n in right.shape for part in (1, n)])
    return (spread_left * spread_right).reshape(size)


define("vdot", (f"(Tensor input, Tensor other, *, {_OUT})", lambda a, b: functions["dot"](a.conj(), b)), step="VdotBackward0",
       doc="The sum of the products of two vectors' elements.")  # fmt: skip
functions["einsum"], functions["tensordot"] = einsum, tensordot
einsum.__module__ = tensordot.__module__ = "torch.functional"
