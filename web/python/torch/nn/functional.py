"""Functions of networks: activations, layers, convolution and pooling, losses, attention."""

import math

from .._define import functional as _functional, functions as _functions
from .._tensor import face
from ._activations import *  # noqa: F403
from ._functions import inner as _inner
from ._layers import *  # noqa: F403
from ._losses import *  # noqa: F403
from ._spatial import *  # noqa: F403

_attention = face.operation("scaled_dot_product_attention")


def _weighted_values(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa):
    """Attention by its formula, with the table of weights: dropout needs it."""
    if scale is None:
        scale = 1 / math.sqrt(query.shape[-1])
    if is_causal:
        attn_mask = _functions["ones"](query.shape[-2], key.shape[-2], dtype=bool).tril()
    if enable_gqa:
        key = key.repeat_interleave(query.shape[-3] // key.shape[-3], -3)
        value = value.repeat_interleave(query.shape[-3] // value.shape[-3], -3)
    # torch shares the scale out between the two.
    root = math.sqrt(scale) if scale >= 0 else -math.sqrt(-scale)
    scores = (query * abs(root)) @ (key.transpose(-2, -1) * root)
    if attn_mask is not None:
        if not attn_mask.dtype.is_floating_point:
            attn_mask = _functions["zeros_like"](attn_mask, dtype=query.dtype).masked_fill(~attn_mask, -math.inf)
        scores = scores + attn_mask
    weights = scores.softmax(-1)
    if attn_mask is not None:
        # A row with every key masked looks nowhere.
        weights = weights.masked_fill(scores.eq(-math.inf).all(-1, keepdim=True), 0.0)
    return _functions["dropout"](weights, dropout_p, True) @ value


def _scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa):
    if attn_mask is not None and is_causal:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if dropout_p < 0:
        raise RuntimeError("scaled_dot_product_attention_flash_attention: Currently do not support dropout > 0")
    if dropout_p > 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {dropout_p:g}")
    if enable_gqa:
        heads = query.shape[-3] if query.ndim > 2 else query.size(-3)
        if heads % key.shape[-3] or heads % value.shape[-3]:
            raise RuntimeError("Number of heads in key and value must divide the number of heads in ")
    if dropout_p > 0:
        # No queries, for the checks of shapes and dtypes alone.
        none = query.detach()[..., :0, :] if query.ndim > 1 else query
        _attention(none, key.detach(), value.detach(), None, 0.0, is_causal, scale, enable_gqa)
        return _weighted_values(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)
    return _attention(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)


scaled_dot_product_attention = _inner(
    "scaled_dot_product_attention",
    "(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, *, "
    "float? scale=None, bool enable_gqa=False)",
    _scaled_dot_product_attention,
)
scaled_dot_product_attention.__doc__ += (
    "\n\nsoftmax(query @ key.mT * scale + mask) @ value, with scale 1 / sqrt(E) unless given.\n\n"
    "Shapes: query (..., L, E), key (..., S, E), value (..., S, Ev), attn_mask broadcastable to (..., L, S): bool,\n"
    "True where attention is allowed, or added to the scores; result (..., L, Ev)."
)

# What the schema lists for `F` and nothing above wraps.
for _name, _function in _functional.items():
    globals().setdefault(_name, _function)
for _function in list(globals().values()):
    if (getattr(_function, "__module__", None) or "").startswith("torch.nn._"):
        _function.__module__ = __name__


_LATE = {
    "multi_head_attention_forward": "_attention", "grid_sample": "_grid", "affine_grid": "_grid", "ctc_loss": "_alignment",
    "embedding_bag": "_bags", "max_unpool1d": "_unpooling", "max_unpool2d": "_unpooling", "max_unpool3d": "_unpooling",
    "multilabel_margin_loss": "_margins",
}  # fmt: skip


def __getattr__(name):
    if name in _LATE:
        from importlib import import_module

        found = globals()[name] = getattr(import_module(f"torch.nn.{_LATE[name]}"), name)
        found.__module__ = __name__
        return found
    raise AttributeError(name)


def __dir__():
    return [*globals(), *_LATE]
