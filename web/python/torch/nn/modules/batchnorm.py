"""Normalisation by the statistics of the batch, and of each example's channels."""

from ... import _types
from ..._define import functions
from ..._tensor import face
from .. import functional as F
from ..parameter import UninitializedBuffer
from .lazy import LazyModuleMixin, uninitialized
from .module import Module
from .normalization import make_affine, reset_affine
from .utils import own

__all__ = [
    "BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "LazyBatchNorm1d", "LazyBatchNorm2d", "LazyBatchNorm3d",
    "SyncBatchNorm",
]  # fmt: skip

_full = face.operation("full")


def check_dims(input, *allowed):
    """Raise ValueError unless `input` has one of the `allowed` numbers of dimensions."""
    if input.dim() not in allowed:
        expected = " or ".join(f"{n}D" for n in allowed)
        raise ValueError(f"expected {expected} input (got {input.dim()}D input)")


class _NormBase(Module):
    """What batch and instance normalisation keep: a weight, a bias and running statistics."""

    _version = 2
    __constants__ = ["track_running_stats", "momentum", "eps", "num_features", "affine"]

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *,
        bias=True,
    ):  # fmt: skip
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        make_affine(self, num_features, affine, bias, device, dtype)
        for name, make in (("running_mean", "zeros"), ("running_var", "ones")):
            made = functions[make](num_features, device=device, dtype=dtype) if track_running_stats else None
            self.register_buffer(name, made)
        self.register_buffer("num_batches_tracked", _full((), 0, _types.int64) if track_running_stats else None)
        self.reset_parameters()

    def reset_running_stats(self):
        """Set the running mean to 0, the running variance to 1 and the number of batches to 0."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self):
        """Reset the running statistics, the weight to ones and the bias to zeros."""
        self.reset_running_stats()
        reset_affine(self)

    def _check_input_dim(self, input):
        raise NotImplementedError

    def extra_repr(self):
        """The features and the options."""
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *rest):
        version = local_metadata.get("version", None)
        if (version is None or version < 2) and self.track_running_stats:
            # Checkpoints of version 1 do not count batches.
            fallback = self.num_batches_tracked
            state_dict.setdefault(
                f"{prefix}num_batches_tracked", _full((), 0, _types.int64) if fallback is None else fallback
            )
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)


@own("__init__")
class _BatchNorm(_NormBase):
    def forward(self, input):
        """`input` (N, C, ...) normalised: in training by its own statistics, in evaluation by the running ones."""
        self._check_input_dim(input)
        factor = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                factor = 1.0 / float(self.num_batches_tracked)
        by_batch = self.training or (self.running_mean is None and self.running_var is None)
        keep = not self.training or self.track_running_stats
        return F.batch_norm(
            input, self.running_mean if keep else None, self.running_var if keep else None, self.weight, self.bias,
            by_batch, factor, self.eps,
        )  # fmt: skip


class BatchNorm1d(_BatchNorm):
    """Batch normalisation of (N, C) or (N, C, L) (Ioffe and Szegedy, 2015)."""

    def _check_input_dim(self, input):
        check_dims(input, 2, 3)


class BatchNorm2d(_BatchNorm):
    """Batch normalisation of (N, C, H, W) (Ioffe and Szegedy, 2015)."""

    def _check_input_dim(self, input):
        check_dims(input, 4)


class BatchNorm3d(_BatchNorm):
    """Batch normalisation of (N, C, D, H, W) (Ioffe and Szegedy, 2015)."""

    def _check_input_dim(self, input):
        check_dims(input, 5)


class SyncBatchNorm(_BatchNorm):
    """Batch normalisation across processes; with one process, as here, plain batch normalisation."""

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, process_group=None,
        device=None, dtype=None, *, bias=True,
    ):  # fmt: skip
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")
        if input.size(1) == 0:
            raise ValueError("SyncBatchNorm number of input channels should be non-zero")


class LazyNormMixin(LazyModuleMixin):
    """Takes `num_features` from the first input's dimension 1."""

    def __init__(
        self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, bias=True
    ):
        super().__init__(0, eps, momentum, False, False, bias=False)
        self.affine, self.track_running_stats = affine, track_running_stats
        if affine:
            self.weight = uninitialized(device, dtype)
            if bias:
                self.bias = uninitialized(device, dtype)
        if track_running_stats:
            self.running_mean = UninitializedBuffer(device=device, dtype=dtype)
            self.running_var = UninitializedBuffer(device=device, dtype=dtype)
            self.num_batches_tracked = _full((), 0, _types.int64)

    def reset_parameters(self):
        """As the module it becomes, once the features are known."""
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        """Take `num_features` from `input` and set all values."""
        if self.has_uninitialized_params():
            self.num_features = input.shape[1]
            for value in (self.weight, self.bias, self.running_mean, self.running_var):
                if value is not None:
                    value.materialize((self.num_features,))
            self.reset_parameters()


class LazyBatchNorm1d(LazyNormMixin, BatchNorm1d):
    """A BatchNorm1d whose `num_features` comes from its first input."""

    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(LazyNormMixin, BatchNorm2d):
    """A BatchNorm2d whose `num_features` comes from its first input."""

    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(LazyNormMixin, BatchNorm3d):
    """A BatchNorm3d whose `num_features` comes from its first input."""

    cls_to_become = BatchNorm3d
