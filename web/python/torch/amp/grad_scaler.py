"""Where torch.amp's GradScaler says it is from."""

from ._scaler import GradScaler, OptState

__all__ = ["GradScaler", "OptState"]
