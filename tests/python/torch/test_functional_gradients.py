"""Gradients of activations, losses, linear, embedding and normalisations."""

import torch
import torch.nn.functional as F
from _gradients import check, r, u

c = torch.tensor([0, 2, 1])
table, places = r(5, 3), torch.tensor([[0, 2], [2, 4]])
mean, var = torch.randn(4).double(), torch.rand(4).double() + 0.5
signs = torch.tensor([1.0, -1, 1]).double()
pair = r(2, 3), r(2, 3)
check([
    *[(getattr(F, name), (r(2, 4),)) for name in (
        "leaky_relu", "elu", "selu", "celu", "gelu", "silu", "mish", "hardtanh", "hardswish", "hardsigmoid", "softplus", "softshrink",
        "hardshrink", "tanhshrink", "softsign", "logsigmoid", "glu", "relu6", "rrelu")],
    (lambda x: F.gelu(x, approximate="tanh"), (r(3, 4),)),
    (F.prelu, (r(2, 3, 2), r(3))),
    *[(getattr(F, name), pair) for name in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "cosine_similarity", "pairwise_distance")],
    (F.binary_cross_entropy, (u(3, 4), u(3, 4))),
    (lambda x, y: F.binary_cross_entropy_with_logits(x, y, pos_weight=mean.abs()), (r(3, 4), u(3, 4))),
    (lambda x: F.cross_entropy(x, c, mean.abs(), label_smoothing=0.1), (r(3, 4),)),
    (lambda x, y: F.cross_entropy(x, y), (r(3, 4), u(3, 4))),
    (lambda x: F.multi_margin_loss(x, c, p=2), (r(3, 4),)),
    (lambda x: F.soft_margin_loss(x, signs), (r(3),)),
    (lambda x: F.hinge_embedding_loss(x, signs), (r(3),)),
    (F.triplet_margin_loss, (r(3, 4), r(3, 4), r(3, 4))),
    (lambda x, y: F.kl_div(x, y, reduction="sum"), (r(3, 4), u(3, 4))),
    (F.normalize, (r(3, 4),)),
    (torch.cdist, (r(3, 2), r(4, 2))),
    (F.linear, (r(2, 1, 3), r(2, 3), r(2))),
    (F.bilinear, (r(2, 2), r(2, 3), r(2, 2, 3), r(2))),
    (lambda w: F.embedding(places, w), (table,)),
    (lambda x, w, b: F.layer_norm(x, (3, 2), w, b), (r(2, 3, 2), r(3, 2), r(3, 2))),
    (lambda x, w: F.rms_norm(x, (4,), w, 0.1), (r(3, 4), r(4))),
    (lambda x, w, b: F.group_norm(x, 2, w, b), (r(1, 4, 2), r(4), r(4))),
    (lambda x, w, b: F.batch_norm(x, None, None, w, b, training=True), (r(2, 4, 2), r(4), r(4))),
    (lambda x, w, b: F.batch_norm(x, mean, var, w, b), (r(3, 4), r(4), r(4))),
    (lambda x, w, b: F.instance_norm(x, weight=w, bias=b), (r(1, 4, 2), r(4), r(4))),
])
