"""Multi-head attention (Vaswani et al., 2017)."""

from ...autograd.grad_mode import is_grad_enabled
from .._attention import as_scores, multi_head_attention_forward
from ..init import constant_, xavier_normal_, xavier_uniform_
from .linear import NonDynamicallyQuantizableLinear
from .module import Module
from .utils import fresh

__all__ = ["MultiheadAttention"]


class MultiheadAttention(Module):
    """Attention in `num_heads` heads of embed_dim / num_heads each, projected in and out.

    Shapes: query (L, N, E), key (S, N, kdim), value (S, N, vdim), with N first for `batch_first` and absent for one
    example; results (L, N, E) and the weights (N, L, S).
    """

    __constants__ = ["batch_first"]

    def __init__(
        self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None,
        batch_first=False, device=None, dtype=None,
    ):  # fmt: skip
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                f"embed_dim and num_heads must be greater than 0, got embed_dim={embed_dim} and num_heads={num_heads} "
                "instead"
            )
        super().__init__()
        self.embed_dim = embed_dim
        self.kdim, self.vdim = embed_dim if kdim is None else kdim, embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.num_heads, self.dropout, self.batch_first = num_heads, dropout, batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError("embed_dim must be divisible by num_heads")
        shapes = {"q_proj_weight": embed_dim, "k_proj_weight": self.kdim, "v_proj_weight": self.vdim}
        if self._qkv_same_embed_dim:
            self.in_proj_weight = fresh((3 * embed_dim, embed_dim), device, dtype)
            for name in shapes:
                self.register_parameter(name, None)
        else:
            for name, size in shapes.items():
                self.register_parameter(name, fresh((embed_dim, size), device, dtype))
            self.register_parameter("in_proj_weight", None)
        self.register_parameter("in_proj_bias", fresh(3 * embed_dim, device, dtype) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias, device, dtype)
        self.bias_k = fresh((1, 1, embed_dim), device, dtype) if add_bias_kv else None
        self.bias_v = fresh((1, 1, embed_dim), device, dtype) if add_bias_kv else None
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self):
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            constant_(self.in_proj_bias, 0.0)
            constant_(self.out_proj.bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                xavier_normal_(bias)

    def forward(
        self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True,
        is_causal=False,
    ):  # fmt: skip
        """The attention's output, and its weights (averaged over the heads) or None.

        Masks are True, or minus infinity, where attention is not allowed: `key_padding_mask` (N, S), `attn_mask` (L, S)
        or (N * num_heads, L, S).
        """
        batched = query.dim() == 3
        key_padding_mask = as_scores(key_padding_mask, "key_padding_mask", query.dtype, attn_mask, "attn_mask")
        attn_mask = as_scores(attn_mask, "attn_mask", query.dtype)
        fused = self._runs_fused(query, key, value)
        turn = self.batch_first and batched
        if turn:
            # One transposed tensor for one given: equal inputs are projected in one product.
            turned = {id(x): x.transpose(1, 0) for x in (query, key, value)}
            query, key, value = turned[id(query)], turned[id(key)], turned[id(value)]
        separate = {} if self._qkv_same_embed_dim else {
            "use_separate_proj_weight": True, "q_proj_weight": self.q_proj_weight, "k_proj_weight": self.k_proj_weight,
            "v_proj_weight": self.v_proj_weight,
        }  # fmt: skip
        output, weights = multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k,
            self.bias_v, self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias,
            training=self.training, key_padding_mask=key_padding_mask, need_weights=need_weights or fused,
            attn_mask=attn_mask, average_attn_weights=average_attn_weights, is_causal=is_causal and not fused, **separate,
        )  # fmt: skip
        return (output.transpose(1, 0) if turn else output), (weights if need_weights else None)

    def _runs_fused(self, query, key, value):
        """Whether torch would run its fused kernel for inference.

        That one takes no hint that a mask is causal, and gives NaN where a mask leaves no key.
        """
        if query is not key or key is not value or query.dim() != 3 or self.training or not self.batch_first:
            return False
        if self.num_heads % 2 or self.add_zero_attn or self.bias_k is not None or not self._qkv_same_embed_dim:
            return False
        tensors = (query, self.in_proj_weight, self.in_proj_bias, self.out_proj.weight, self.out_proj.bias)
        if self.in_proj_bias is None or query.dtype is not self.in_proj_weight.dtype:
            return False
        return not (is_grad_enabled() and any(tensor.requires_grad for tensor in tensors))


MultiheadAttention.__module__ = "torch.nn.modules.activation"  # where torch has it
