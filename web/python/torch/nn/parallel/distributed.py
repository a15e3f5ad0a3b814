"""Training in several processes, of which there is one here."""

from ..modules.module import Module

__all__ = ["DistributedDataParallel"]


class DistributedDataParallel(Module):
    """Needs a process group, which cannot be made here: use the module itself.  Raises ValueError when constructed."""

    def __init__(self, module, *args, **kwargs):
        raise ValueError(
            "Default process group has not been initialized, please make sure to call init_process_group.\n"
            "torch.distributed has no processes in this course's PyTorch subset: use the module itself."
        )
