"""Normalisation of each channel of each example (Ulyanov et al., 2016)."""

import warnings

from .. import functional as F
from .batchnorm import LazyNormMixin, _NormBase, check_dims

__all__ = [
    "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "LazyInstanceNorm1d", "LazyInstanceNorm2d",
    "LazyInstanceNorm3d",
]  # fmt: skip


class _InstanceNorm(_NormBase):
    _unbatched = 0

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None, *,
        bias=True,
    ):  # fmt: skip
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _check_input_dim(self, input):
        check_dims(input, self._unbatched, self._unbatched + 1)

    def _load_from_state_dict(
        self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
    ):
        if local_metadata.get("version", None) is None and not self.track_running_stats:
            found = [key for name in ("running_mean", "running_var") if (key := prefix + name) in state_dict]
            if found:
                names, kind = " and ".join(f'"{key}"' for key in found), type(self).__name__
                error_msgs.append(
                    f"Unexpected running stats buffer(s) {names} for {kind} with track_running_stats=False. If state_dict "
                    f"is a checkpoint saved before 0.4.0, this may be expected because {kind} does not track running stats "
                    "by default since 0.4.0. Please remove these keys from state_dict. If the running stats are actually "
                    f"needed, instead set track_running_stats=True in {kind} to enable them. See the documentation of "
                    f"{kind} for details."
                )
            for key in found:
                state_dict.pop(key)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
        )

    def _normalised(self, input):
        return F.instance_norm(
            input, self.running_mean, self.running_var, self.weight, self.bias,
            self.training or not self.track_running_stats, 0.0 if self.momentum is None else self.momentum, self.eps,
        )  # fmt: skip

    def forward(self, input):
        """`input` normalised, with or without a first dimension of examples."""
        self._check_input_dim(input)
        dim = input.dim() - self._unbatched
        if input.size(dim) != self.num_features:
            if self.affine:
                raise ValueError(
                    f"expected input's size at dim={dim} to match num_features ({self.num_features}), but got: "
                    f"{input.size(dim)}."
                )
            warnings.warn(
                f"input's size at dim={dim} does not match num_features. You can silence this warning by not passing in "
                "num_features, which is not used because affine=False",
                stacklevel=2,
            )
        if dim == 0:
            return self._normalised(input.unsqueeze(0)).squeeze(0)
        return self._normalised(input)


class InstanceNorm1d(_InstanceNorm):
    """Instance normalisation of (N, C, L) or (C, L)."""

    _unbatched = 2


class InstanceNorm2d(_InstanceNorm):
    """Instance normalisation of (N, C, H, W) or (C, H, W)."""

    _unbatched = 3


class InstanceNorm3d(_InstanceNorm):
    """Instance normalisation of (N, C, D, H, W) or (C, D, H, W)."""

    _unbatched = 4


class LazyInstanceNorm1d(LazyNormMixin, InstanceNorm1d):
    """An InstanceNorm1d whose `num_features` comes from its first input."""

    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(LazyNormMixin, InstanceNorm2d):
    """An InstanceNorm2d whose `num_features` comes from its first input."""

    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(LazyNormMixin, InstanceNorm3d):
    """An InstanceNorm3d whose `num_features` comes from its first input."""

    cls_to_become = InstanceNorm3d
