"""Training on several processes: a page runs one, so the names exist for programs that import them, and calls say so."""

from types import SimpleNamespace

ReduceOp = SimpleNamespace(SUM="SUM", PRODUCT="PRODUCT", MIN="MIN", MAX="MAX", AVG="AVG", BAND="BAND", BOR="BOR", BXOR="BXOR")


def is_available():
    """Whether processes can be joined: no."""
    return False


def is_initialized():
    """Whether a process group exists: no."""
    return False


is_torchelastic_launched = is_nccl_available = is_gloo_available = is_mpi_available = is_initialized


def _needs_group(name):
    def refuse(*args, **kwargs):
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = "Raises ValueError: there is no process group."
    return refuse


for _name in (
    "get_rank", "get_world_size", "get_backend", "barrier", "all_reduce", "all_gather", "all_gather_into_tensor",
    "broadcast", "broadcast_object_list", "reduce", "reduce_scatter", "reduce_scatter_tensor", "gather", "scatter", "send",
    "recv", "isend", "irecv", "all_to_all", "all_gather_object", "new_group", "monitored_barrier",
):  # fmt: skip
    globals()[_name] = _needs_group(_name)


def init_process_group(backend=None, *args, **kwargs):
    """Raises NotImplementedError: a page runs one process."""
    raise NotImplementedError(
        "torch.distributed.init_process_group is not in this course's PyTorch subset: a page runs one process; train without it"
    )


def destroy_process_group(group=None):
    """Raises ValueError: there is no process group."""
    raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
