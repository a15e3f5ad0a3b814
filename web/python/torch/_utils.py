"""What saved files call to build tensors; the names are those real PyTorch writes."""


def _rebuild_tensor(storage, storage_offset, size, stride):
    return storage.view(storage_offset, size, stride)


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    tensor = storage.view(storage_offset, size, stride)
    return tensor.requires_grad_() if requires_grad else tensor


def _rebuild_parameter(data, requires_grad, backward_hooks):
    from .nn import Parameter

    return Parameter(data, requires_grad)


def _rebuild_parameter_with_state(data, requires_grad, backward_hooks, state):
    parameter = _rebuild_parameter(data, requires_grad, backward_hooks)
    parameter.__dict__.update(state[0] if isinstance(state, tuple) else state or {})
    return parameter
