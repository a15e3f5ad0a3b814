"""Multi-head attention as a function, and the forms its masks may have."""

import math
import warnings

from .. import _types
from .._tensor import face
from . import functional as F

_zeros, _cat = face.operation("zeros"), face.operation("cat")


def as_scores(mask, name, dtype, other=None, other_name=""):
    """A mask as what is added to the scores: a bool one as minus infinity where it is True.

    Warns where it has not the dtype of `other`, the mask it is used with.
    """
    if mask is None:
        return None
    if mask.dtype is not _types.bool_ and not mask.is_floating_point():
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if other is not None and other.dtype is not mask.dtype:
        warnings.warn(
            f"Support for mismatched {name} and {other_name} is deprecated. Use same type for both instead.", stacklevel=3
        )
    return mask if mask.is_floating_point() else _zeros(mask.shape, dtype).masked_fill_(mask, float("-inf"))


def _expect(condition, words):
    if not condition:
        raise AssertionError(words)


def _is_batched(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Whether the query has a batch; raises AssertionError where the others do not fit it."""
    if query.dim() not in (2, 3):
        raise AssertionError(
            f"query should be unbatched 2D or batched 3D tensor but received {query.dim()}-D query tensor"
        )
    n, batched = query.dim(), query.dim() == 3
    opening = f"For {'batched' if batched else 'unbatched'} ({n}-D) `query`, expected"
    _expect(
        key.dim() == n and value.dim() == n,
        f"{opening} `key` and `value` to be {n}-D but found {key.dim()}-D and {value.dim()}-D tensors respectively",
    )
    if key_padding_mask is not None:
        _expect(
            key_padding_mask.dim() == n - 1,
            f"{opening} `key_padding_mask` to be `None` or {n - 1}-D but found {key_padding_mask.dim()}-D tensor instead",
        )
    if attn_mask is not None:
        _expect(
            attn_mask.dim() in (2, 3),
            f"{opening} `attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.dim()}-D tensor instead",
        )
        expected = (num_heads, query.shape[0], key.shape[0])
        if not batched and attn_mask.dim() == 3:
            _expect(
                attn_mask.shape == expected,
                f"Expected `attn_mask` shape to be {expected} but got {attn_mask.shape}",
            )
    return batched


def _in_projection_packed(query, key, value, weight, bias):
    """Project with the three weights that lie in one; equal inputs are projected in one product."""
    size = query.size(-1)
    if key is value and query is key:
        return F.linear(query, weight, bias).chunk(3, -1)
    if key is value:
        weights = weight.split([size, 2 * size])
        biases = (None, None) if bias is None else bias.split([size, 2 * size])
        both = F.linear(key, weights[1], biases[1])
        return F.linear(query, weights[0], biases[0]), *both.chunk(2, -1)
    biases = (None,) * 3 if bias is None else bias.chunk(3)
    return tuple(F.linear(x, w, b) for x, w, b in zip((query, key, value), weight.chunk(3), biases))


def _check_attn_mask(mask, length, source, count):
    """The mask as (1, L, S) or (count, L, S)."""
    if mask.dim() not in (2, 3):
        raise RuntimeError(f"attn_mask's dimension {mask.dim()} is not supported")
    expected = (length, source) if mask.dim() == 2 else (count, length, source)
    if mask.shape != expected:
        raise RuntimeError(
            f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, but should be {expected}."
        )
    return mask.unsqueeze(0) if mask.dim() == 2 else mask


def _with_one_more(mask):
    """A mask with a further key that may be attended to."""
    return None if mask is None else _cat([mask, _zeros((*mask.shape[:-1], 1), mask.dtype)], mask.dim() - 1)


def multi_head_attention_forward(
    query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn,
    dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
    use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None,
    static_v=None, average_attn_weights=True, is_causal=False,
):  # fmt: skip
    """What `nn.MultiheadAttention` computes: the output, and the attention's weights or None.

    Shapes: query (L, N, E) or (L, E), key (S, N, kdim), value (S, N, vdim), key_padding_mask (N, S), attn_mask (L, S) or
    (N * num_heads, L, S); output (L, N, E), weights (N, L, S) or for each head (N, num_heads, L, S).
    """
    if static_k is not None or static_v is not None:
        raise NotImplementedError(
            "static_k and static_v of multi_head_attention_forward are not in this course's PyTorch subset"
        )
    batched = _is_batched(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        once = {id(x): x.unsqueeze(1) for x in (query, key, value)}
        query, key, value = once[id(query)], once[id(key)], once[id(value)]
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    length, batch, size = query.shape
    count, head = batch * num_heads, size // num_heads
    padding = as_scores(key_padding_mask, "key_padding_mask", query.dtype, attn_mask, "attn_mask")
    if is_causal and attn_mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
            "`generate_square_subsequent_mask` to create this mask."
        )
    if is_causal and padding is None and not need_weights:
        attn_mask = None  # the mask is what the hint already says
    else:
        attn_mask = as_scores(attn_mask, "attn_mask", query.dtype)
        is_causal = is_causal and padding is None
    _expect(
        size == embed_dim_to_check, f"was expecting embedding dimension of {embed_dim_to_check}, but got {size}"
    )
    _expect(head * num_heads == size, f"embed_dim {size} not divisible by num_heads {num_heads}")
    if use_separate_proj_weight:
        _expect(
            key.shape[:2] == value.shape[:2],
            f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}",
        )
        weights = {"q_proj_weight": q_proj_weight, "k_proj_weight": k_proj_weight, "v_proj_weight": v_proj_weight}
        for name, weight in weights.items():
            _expect(weight is not None, f"use_separate_proj_weight is True but {name} is None")
        biases = (None,) * 3 if in_proj_bias is None else in_proj_bias.chunk(3)
        projected = (F.linear(x, w, b) for x, w, b in zip((query, key, value), weights.values(), biases))
    else:
        _expect(key.shape == value.shape, f"key shape {key.shape} does not match value shape {value.shape}")
        _expect(in_proj_weight is not None, "use_separate_proj_weight is False but in_proj_weight is None")
        projected = _in_projection_packed(query, key, value, in_proj_weight, in_proj_bias)
    q, k, v = projected
    if attn_mask is not None:
        attn_mask = _check_attn_mask(attn_mask, length, key.shape[0], count)
    if bias_k is not None and bias_v is not None:
        k, v = _cat([k, bias_k.repeat(1, batch, 1)], 0), _cat([v, bias_v.repeat(1, batch, 1)], 0)
        attn_mask, padding = _with_one_more(attn_mask), _with_one_more(padding)
    else:
        _expect(bias_k is None, "bias_k is set but bias_v is None")
        _expect(bias_v is None, "bias_v is set but bias_k is None")
    # (S, N, E) to (N * num_heads, S, head)
    q, k, v = (x.reshape(x.shape[0], count, head).transpose(0, 1) for x in (q, k, v))
    if add_zero_attn:
        zero = _zeros((count, 1, head), k.dtype)
        k, v = _cat([k, zero], 1), _cat([v, zero], 1)
        attn_mask, padding = _with_one_more(attn_mask), _with_one_more(padding)
    source = k.size(1)
    if padding is not None:
        for i, expected in enumerate((batch, source)):
            found = padding.shape[i]
            _expect(found == expected, f"Expected key_padded_mask.shape[{i}] to be {expected}, but got {found}")
        padding = padding.view(batch, 1, 1, source).expand(-1, num_heads, -1, -1).reshape(count, 1, source)
        attn_mask = padding if attn_mask is None else attn_mask + padding
    dropout_p = dropout_p if training else 0.0
    if need_weights:
        scores = (q * math.sqrt(1.0 / head)) @ k.transpose(-2, -1)
        scores = scores if attn_mask is None else attn_mask + scores
        weights = F.softmax(scores, dim=-1)
        if dropout_p > 0.0:
            weights = F.dropout(weights, p=dropout_p)
        output = (weights @ v).transpose(0, 1).reshape(length * batch, size)
    else:
        if attn_mask is not None:
            one = attn_mask.size(0) == 1
            attn_mask = attn_mask.unsqueeze(0) if one else attn_mask.view(batch, num_heads, -1, source)
        q, k, v = (x.reshape(batch, num_heads, -1, head) for x in (q, k, v))
        output = F.scaled_dot_product_attention(q, k, v, attn_mask, dropout_p, is_causal)
        output = output.permute(2, 0, 1, 3).reshape(batch * length, size)
    output = F.linear(output, out_proj_weight, out_proj_bias)
    output = output.view(length, batch, output.size(1))
    if not need_weights:
        return (output if batched else output.squeeze(1)), None
    weights = weights.view(batch, num_heads, length, source)
    if average_attn_weights:
        weights = weights.mean(dim=1)
    return (output, weights) if batched else (output.squeeze(1), weights.squeeze(0))
