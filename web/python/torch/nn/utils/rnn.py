"""Sequences of different lengths in one tensor: padded, or packed one time step after the other."""

from collections import namedtuple
from collections.abc import Iterable

from ... import _types
from ..._tensor import Tensor, face

__all__ = [
    "PackedSequence", "invert_permutation", "pack_padded_sequence", "pack_sequence", "pad_packed_sequence",
    "pad_sequence", "unpack_sequence", "unpad_sequence",
]  # fmt: skip

_cat = face.operation("cat")


class PackedSequence(
    namedtuple("PackedSequence_", ["data", "batch_sizes", "sorted_indices", "unsorted_indices"])
):
    """The elements of a batch of sequences, step by step: at each step those of the sequences that have one.

    Made by `pack_padded_sequence` and `pack_sequence`.
    """

    __slots__ = ()

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            if not isinstance(data, (list, tuple)) or len(data) != 2:
                raise AssertionError("Expected data to be a list or tuple of length 2")
            data, batch_sizes = data
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        """The sequences with `data.to(...)`; itself where that changes nothing."""
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        return type(self)(data, self.batch_sizes, self.sorted_indices, self.unsorted_indices)

    def cpu(self):
        """The sequences themselves: they are on the CPU."""
        return self

    def cuda(self, *args, **kwargs):
        """On a CUDA device: there is none here."""
        return self.to(device="cuda")

    def float(self):
        """The sequences with data of float32."""
        return self.to(dtype=_types.float32)

    def double(self):
        """The sequences with data of float64."""
        return self.to(dtype=_types.float64)

    @property
    def is_cuda(self):
        """Whether the data is on a CUDA device: never."""
        return False


def invert_permutation(permutation):
    """The permutation that undoes `permutation`, or None for None."""
    return None if permutation is None else permutation.argsort()


def _sizes(lengths):
    """For each time step, how many of the sequences, longest first, are that long."""
    return [sum(length > t for length in lengths) for t in range(lengths[0])]


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Pack padded sequences (T, B, ...), or (B, T, ...) for `batch_first`, of the given lengths.

    With `enforce_sorted` the lengths must not grow; without it the sequences are sorted here.
    """
    lengths = lengths.tolist() if isinstance(lengths, Tensor) else [int(length) for length in lengths]
    if not batch_first:
        input = input.transpose(0, 1)
    order = None
    if not enforce_sorted:
        given = face.operation("from_values")(lengths, (len(lengths),), _types.int64)
        ordered, order = given.sort(descending=True)
        lengths, input = ordered.tolist(), input.index_select(0, order)
    if input.size(0) != len(lengths):
        raise RuntimeError(
            f"Expected `len(lengths)` to be equal to batch_size, but got {len(lengths)} (batch_size={input.size(0)})"
        )
    if any(length <= 0 for length in lengths):
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0")
    if any(a < b for a, b in zip(lengths, lengths[1:])):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
            "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do "
            "not need ONNX exportability."
        )
    sizes = _sizes(lengths)
    data = _cat([input[:size, t] for t, size in enumerate(sizes)], 0)
    batch_sizes = face.operation("from_values")(sizes, (len(sizes),), _types.int64)
    return PackedSequence(data, batch_sizes, order, None)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """Undo packing: the padded sequences (T, B, ...), or (B, T, ...) for `batch_first`, and their lengths."""
    sizes = sequence.batch_sizes.tolist()
    steps = len(sizes)
    if total_length is not None:
        if total_length < steps:
            raise ValueError(
                "Expected total_length to be at least the length of the longest sequence in input, but got "
                f"total_length={total_length} and max sequence length being {steps}"
            )
        steps = total_length
    data, batch = sequence.data, sizes[0]
    padded = data.new_full((steps, batch, *data.shape[1:]), padding_value)
    # The packed rows go to their places (t, b) at once, so that the gradient is one gather.
    places = [t * batch + b for t, size in enumerate(sizes) for b in range(size)]
    index = face.operation("from_values")(places, (len(places),), _types.int64)
    flat = padded.view(steps * batch, *data.shape[1:]).index_put((index,), data)
    padded = flat.view(padded.shape)
    found = [sum(size > b for size in sizes) for b in range(batch)]
    lengths = face.operation("from_values")(found, (batch,), _types.int64)
    if batch_first:
        padded = padded.transpose(0, 1)
    back = sequence.unsorted_indices
    if back is not None:
        return padded.index_select(0 if batch_first else 1, back), lengths[back]
    return padded, lengths


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    """Stack sequences (L, ...) of different lengths: (T, B, ...), or (B, T, ...) for `batch_first`."""
    if not isinstance(sequences, Iterable):
        raise RuntimeError(f"pad_sequence: Expected iterable for input sequences, but got arg of type: {type(sequences)}")
    sequences = tuple(sequences)
    if not sequences:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    first = sequences[0]
    longest, rest = max(s.size(0) for s in sequences), first.shape[1:]
    rows = []
    for sequence in sequences:
        if sequence.shape[1:] != rest:
            raise RuntimeError(
                f"The size of tensor a ({longest}) must match the size of tensor b ({sequence.size(0)}) at non-singleton "
                "dimension 0"
            )
        missing = longest - sequence.size(0)
        if missing:
            padding = first.new_full((missing, *rest), padding_value)
            sequence = _cat([sequence, padding] if padding_side == "right" else [padding, sequence], 0)
        rows.append(sequence)
    return face.operation("stack")(rows, 0 if batch_first else 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """Undo padding: a list of sequences of the given lengths."""
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    return [sequence[: int(length)] for sequence, length in zip(padded_sequences, lengths)]


def pack_sequence(sequences, enforce_sorted=True):
    """Pack sequences (L, ...) of different lengths."""
    lengths = [sequence.size(0) for sequence in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    """Undo packing: a list of sequences."""
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
