"""Recurrent networks: plain, LSTM (Hochreiter and Schmidhuber, 1997) and GRU (Cho et al., 2014)."""

import math
import numbers
import warnings

from ... import _types
from ..._define import named
from ..._tensor import face
from .. import functional as F
from .. import init
from ..utils.rnn import PackedSequence
from .module import Module
from .utils import fresh, own

__all__ = ["GRU", "GRUCell", "LSTM", "LSTMCell", "RNN", "RNNBase", "RNNCell", "RNNCellBase"]

_zeros, _stack, _cat = face.operation("zeros"), face.operation("stack"), face.operation("cat")
_layer, _cell = face.operation("rnn_layer"), face.operation("rnn_cell")
_onednn_layer = named("MkldnnRnnLayerBackward0", _layer)
_transpose = face.operation("transpose")
_transpose_in_place = named("TransposeBackward1", _transpose)


# By mode: the engine's number of the cell, and the gates' size in hidden sizes.
_MODES = {"RNN_TANH": (0, 1), "RNN_RELU": (1, 1), "LSTM": (2, 4), "GRU": (3, 3)}


class RNNBase(Module):
    """What RNN, LSTM and GRU share.

    Shapes: input (L, N, input_size), (N, L, input_size) for `batch_first`, (L, input_size) for one example; states
    (layers * directions, N, hidden_size); output (L, N, directions * hidden_size).
    """

    __constants__ = [
        "mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout", "bidirectional", "proj_size",
    ]  # fmt: skip

    def __init__(
        self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
        bidirectional=False, proj_size=0, device=None, dtype=None,
    ):  # fmt: skip
        super().__init__()
        if mode not in _MODES:
            raise ValueError("Unrecognized RNN mode: " + mode)
        _check_options(input_size, hidden_size, num_layers, bias, batch_first, dropout, proj_size)
        self.mode, self.input_size, self.hidden_size, self.num_layers = mode, input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, float(dropout)
        self.bidirectional, self.proj_size = bidirectional, proj_size
        gates, shown = _MODES[mode][1] * hidden_size, proj_size or hidden_size
        self._all_weights = []
        for layer in range(num_layers):
            size = input_size if layer == 0 else shown * self._directions
            for suffix in ("", "_reverse")[: self._directions]:
                shapes = {"weight_ih": (gates, size), "weight_hh": (gates, shown)}
                if bias:
                    shapes |= {"bias_ih": (gates,), "bias_hh": (gates,)}
                if proj_size:
                    shapes["weight_hr"] = (proj_size, hidden_size)
                names = {f"{kind}_l{layer}{suffix}": shape for kind, shape in shapes.items()}
                for name, shape in names.items():
                    setattr(self, name, fresh(shape, device, dtype))
                self._all_weights.append(list(names))
        self.reset_parameters()

    @property
    def _directions(self):
        return 2 if self.bidirectional else 1

    @property
    def all_weights(self):
        """The parameters, a list for each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    @property
    def _flat_weights(self):
        return [weight for weights in self.all_weights for weight in weights]

    def flatten_parameters(self):
        """Does nothing: it packs weights for CUDA."""

    def reset_parameters(self):
        """Draw all parameters uniformly, with bound 1 / sqrt(hidden_size)."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def check_input(self, input, batch_sizes):
        """Raise unless the input has the dtype, dimensions and size that the weights need."""
        dtype = self.weight_ih_l0.dtype
        if input.dtype != dtype:
            raise ValueError(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({dtype}). Convert input: "
                f"input.to({dtype}), or convert model: model.to({input.dtype})"
            )
        expected = 3 if batch_sizes is None else 2
        if input.dim() != expected:
            raise RuntimeError(f"input must have {expected} dimensions, got {input.dim()}")
        if self.input_size != input.size(-1):
            raise RuntimeError(
                f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}"
            )

    def _batch(self, input, batch_sizes):
        if batch_sizes is not None:
            return int(batch_sizes[0])
        return input.size(0 if self.batch_first else 1)

    def get_expected_hidden_size(self, input, batch_sizes):
        """The shape that the hidden state must have."""
        layers = self.num_layers * self._directions
        return layers, self._batch(input, batch_sizes), self.proj_size or self.hidden_size

    def check_hidden_size(self, hx, expected_hidden_size, msg="Expected hidden size {}, got {}"):
        """Raise RuntimeError unless `hx` has the shape expected."""
        if hx.size() != expected_hidden_size:
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.size())))

    def check_forward_args(self, input, hidden, batch_sizes):
        """Raise unless the input and the hidden state fit."""
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden, self.get_expected_hidden_size(input, batch_sizes))

    def permute_hidden(self, hx, permutation):
        """The states with their sequences in another order."""
        return hx if permutation is None else hx.index_select(1, permutation)

    def extra_repr(self):
        """The sizes and what differs from the defaults."""
        text = f"{self.input_size}, {self.hidden_size}"
        defaults = {
            "proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False, "dropout": 0, "bidirectional": False,
        }  # fmt: skip
        for name, default in defaults.items():
            value = getattr(self, name)
            if value != default:
                text += f", {name}={value}"
        return text

    _tensor_word = ""  # in the error about the input's dimensions, which torch words in two ways

    def forward(self, input, hx=None):
        """The output at every step, and the last state; `hx` is the first state, zeros unless given."""
        if isinstance(input, PackedSequence):
            data, sizes, order, back = input
            hx = self._no_state(data, int(sizes[0])) if hx is None else self.permute_hidden(hx, order)
            self.check_forward_args(data, hx, sizes)
            output, last = self._run(data, self._parts(hx), sizes.tolist())
            return PackedSequence(output, sizes, order, back), self.permute_hidden(self._whole(last), back)
        if input.dim() not in (2, 3):
            raise ValueError(
                f"{type(self).__name__}: Expected input to be 2D or 3D, got {input.dim()}D {self._tensor_word}instead"
            )
        batched, batch_dim = input.dim() == 3, 0 if self.batch_first else 1
        if not batched:
            input = input.unsqueeze(batch_dim)
        if hx is None:
            hx = self._no_state(input, input.size(batch_dim))
        else:
            self._check_dims(hx, batched)
            hx = hx if batched else self._whole(part.unsqueeze(1) for part in self._parts(hx))
        self.check_forward_args(input, hx, None)
        output, last = self._run(input, self._parts(hx))
        if not batched:
            output, last = output.squeeze(batch_dim), [part.squeeze(1) for part in last]
        return output, self._whole(last)

    # States are one tensor here and a pair in LSTM; `_parts` and `_whole` go between that and a tuple.

    def _parts(self, hx):
        return (hx,)

    def _whole(self, parts):
        return next(iter(parts))

    def _check_dims(self, hx, batched):
        wanted, word = (3, "batched") if batched else (2, "unbatched")
        if hx.dim() != wanted:
            raise RuntimeError(
                f"For {word} {wanted}-D input, hx should also be {wanted}-D but got {hx.dim()}-D tensor"
            )

    def _no_state(self, input, batch):
        layers = self.num_layers * self._directions
        return self._whole(_zeros((layers, batch, size), input.dtype) for size in self._state_sizes())

    def _state_sizes(self):
        return [self.hidden_size]

    def _run(self, input, state, sizes=None):
        """Run all layers.  Shapes: input (L, N, I), or with `sizes` packed (sum of sizes, I); states (layers, N, H)."""
        cell, packed = _MODES[self.mode][0], sizes is not None
        if not packed and self.batch_first:
            input = input.transpose(0, 1)
        last = []
        for layer in range(self.num_layers):
            outputs = []
            for direction in range(self._directions):
                i = layer * self._directions + direction
                weights = {name.partition("_l")[0]: getattr(self, name) for name in self._all_weights[i]}
                gates = F.linear(input, weights["weight_ih"], weights.get("bias_ih"))
                inner = weights["weight_hh"], weights.get("bias_hh"), weights.get("weight_hr")
                # Real PyTorch has oneDNN run whole layers of LSTMs in float32.
                whole = self.mode == "LSTM" and not packed and not self.proj_size and input.dtype is _types.float32
                run, start = _onednn_layer if whole else _layer, tuple(part[i] for part in state)
                output, *ended = run(gates, start, *inner, cell, bool(direction), sizes)
                outputs.append(output)
                last.append(ended)
            input = outputs[0] if len(outputs) == 1 else _cat(outputs, outputs[0].ndim - 1)
            if self.dropout and self.training and layer < self.num_layers - 1:
                input = F.dropout(input, self.dropout, True)
        if not packed and self.batch_first:
            input = (_transpose if self.mode == "LSTM" else _transpose_in_place)(input, 0, 1)
        return input, [_stack(parts, 0) for parts in zip(*last)]


def _check_options(input_size, hidden_size, num_layers, bias, batch_first, dropout, proj_size):
    if not isinstance(dropout, numbers.Number) or not 0 <= dropout <= 1 or isinstance(dropout, bool):
        raise ValueError(
            "dropout should be a number in range [0, 1] representing the probability of an element being zeroed"
        )
    if dropout > 0 and num_layers == 1:
        warnings.warn(
            "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers "
            f"greater than 1, but got dropout={dropout} and num_layers={num_layers}",
            stacklevel=4,
        )
    for name, value in (("bias", bias), ("batch_first", batch_first)):
        if not isinstance(value, bool):
            raise TypeError(f"{name} should be of type bool, got: {type(value).__name__}")
    for name, value in (("input_size", input_size), ("hidden_size", hidden_size)):
        if not isinstance(value, int):
            raise TypeError(f"{name} should be of type int, got: {type(value).__name__}")
        if value <= 0:
            raise ValueError(f"{name} must be greater than zero")
    if num_layers <= 0:
        raise ValueError("num_layers must be greater than zero")
    if proj_size < 0:
        raise ValueError("proj_size should be a positive integer or zero to disable projections")
    if proj_size >= hidden_size:
        raise ValueError("proj_size has to be smaller than hidden_size")


@own("forward")
class RNN(RNNBase):
    """h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or with "relu" for tanh; arguments as in RNNBase after `mode`."""

    _tensor_word = "tensor "

    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        if len(args) > 3:
            nonlinearity, args = args[3], args[:3] + args[4:]
        else:
            nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(f"RNN_{nonlinearity.upper()}", *args, **kwargs)
        self.nonlinearity = nonlinearity


@own("forward")
class LSTM(RNNBase):
    """Long short-term memory; the state is the pair (hidden, cell).  Arguments as in RNNBase after `mode`."""

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def get_expected_cell_size(self, input, batch_sizes):
        """The shape that the cell state must have."""
        return self.num_layers * self._directions, self._batch(input, batch_sizes), self.hidden_size

    def check_forward_args(self, input, hidden, batch_sizes):
        """Raise unless the input and both states fit."""
        self.check_input(input, batch_sizes)
        expected = self.get_expected_hidden_size(input, batch_sizes), self.get_expected_cell_size(input, batch_sizes)
        for i in (0, 1):
            self.check_hidden_size(hidden[i], expected[i], f"Expected hidden[{i}] size {{}}, got {{}}")

    def permute_hidden(self, hx, permutation):
        """The states with their sequences in another order."""
        return hx if permutation is None else tuple(part.index_select(1, permutation) for part in hx)

    def _parts(self, hx):
        return tuple(hx)

    def _whole(self, parts):
        return tuple(parts)

    def _check_dims(self, hx, batched):
        wanted, word = (3, "batched") if batched else (2, "unbatched")
        if any(part.dim() != wanted for part in hx):
            raise RuntimeError(
                f"For {word} {wanted}-D input, hx and cx should also be {wanted}-D but got "
                f"({hx[0].dim()}-D, {hx[1].dim()}-D) tensors"
            )

    def _state_sizes(self):
        return [self.proj_size or self.hidden_size, self.hidden_size]


@own("forward")
class GRU(RNNBase):
    """Gated recurrent units.  Arguments as in RNNBase after `mode`, without `proj_size`."""

    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)


class RNNCellBase(Module):
    """What the cells share.  Shapes: input (N, input_size) or (input_size), states (N, hidden_size)."""

    __constants__ = ["input_size", "hidden_size", "bias"]

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        gates = num_chunks * hidden_size
        self.weight_ih = fresh((gates, input_size), device, dtype)
        self.weight_hh = fresh((gates, hidden_size), device, dtype)
        for name in ("bias_ih", "bias_hh"):
            self.register_parameter(name, fresh(gates, device, dtype) if bias else None)
        self.reset_parameters()

    reset_parameters = RNNBase.reset_parameters

    def extra_repr(self):
        """The sizes and what differs from the defaults."""
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            text += f", nonlinearity={self.nonlinearity}"
        return text

    def _advance(self, mode, input, hx, states):
        """The new states, as a tuple; `hx` is None or a tuple of `states` of them."""
        kind = type(self).__name__
        if input.dim() not in (1, 2):
            raise ValueError(f"{kind}: Expected input to be 1D or 2D, got {input.dim()}D instead")
        for i, part in enumerate(hx or ()):
            if part.dim() not in (1, 2):
                name = "hidden" if states == 1 else f"hx[{i}]"
                raise ValueError(f"{kind}: Expected {name} to be 1D or 2D, got {part.dim()}D instead")
        batched = input.dim() == 2
        if not batched:
            input, hx = input.unsqueeze(0), hx and tuple(part.unsqueeze(0) for part in hx)
        if hx is None:
            hx = (_zeros((input.size(0), self.hidden_size), input.dtype),) * states
        self._check_sizes(input, hx)
        gates = F.linear(input, self.weight_ih, self.bias_ih)
        new = _cell(gates, hx, self.weight_hh, self.bias_hh, None, _MODES[mode][0])
        return new if batched else tuple(part.squeeze(0) for part in new)

    def _check_sizes(self, input, hx):
        if input.size(1) != self.input_size:
            raise RuntimeError(
                f"input has inconsistent input_size: got {input.size(1)} expected {self.input_size}"
            )
        for i, part in enumerate(hx):
            if part.size(0) != input.size(0):
                raise RuntimeError(
                    f"Input batch size {input.size(0)} doesn't match hidden{i} batch size {part.size(0)}"
                )
            if part.size(1) != self.hidden_size:
                raise RuntimeError(
                    f"hidden{i} has inconsistent hidden_size: got {part.size(1)}, expected {self.hidden_size}"
                )


def _one(hx):
    return None if hx is None else (hx,)


class RNNCell(RNNCellBase):
    """One step of RNN: h' = tanh(W_ih x + b_ih + W_hh h + b_hh), or with "relu" for tanh."""

    __constants__ = ["input_size", "hidden_size", "bias", "nonlinearity"]

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        """The next hidden state; `hx` is zeros unless given."""
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._advance(f"RNN_{self.nonlinearity.upper()}", input, _one(hx), 1)[0]


class LSTMCell(RNNCellBase):
    """One step of LSTM."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        """The next hidden and cell states; `hx` is a pair, zeros unless given."""
        return self._advance("LSTM", input, None if hx is None else tuple(hx), 2)


class GRUCell(RNNCellBase):
    """One step of GRU."""

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        """The next hidden state; `hx` is zeros unless given."""
        return self._advance("GRU", input, _one(hx), 1)[0]
