import warnings

import torch
import torch.nn.functional as F
from _show import show

torch.manual_seed(3)
x = torch.randn(3, 4)
t = torch.rand(3, 4)
c = torch.tensor([0, 3, 1])
sign = torch.tensor([[1.0, -1, 1, -1], [1, 1, -1, -1], [-1, 1, -1, 1]])
w, pw = torch.tensor([0.5, 1.0, 2.0, 0.25]), torch.tensor([2.0, 0.5, 1.0, 3.0])
img, lab = torch.randn(2, 3, 2, 2), torch.tensor([[[0, 1], [2, 1]], [[1, -100], [0, 2]]])

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    calls = [
        ("F.mse_loss(a, t, reduction=r)", x), ("F.l1_loss(a, t, reduction=r)", x),
        ("F.smooth_l1_loss(a, t, reduction=r)", x), ("F.smooth_l1_loss(a, t, reduction=r, beta=0.3)", x),
        ("F.smooth_l1_loss(a, t, reduction=r, beta=0.0)", x),
        ("F.huber_loss(a, t, reduction=r)", x), ("F.huber_loss(a, t, reduction=r, delta=0.4)", x),
        ("F.huber_loss(a, t, reduction=r, weight=t)", x),
        ("F.mse_loss(a, t, reduction=r, weight=t)", x), ("F.l1_loss(a, t, reduction=r, weight=t)", x),
        ("F.binary_cross_entropy(a.sigmoid(), t, reduction=r)", x),
        ("F.binary_cross_entropy(a.sigmoid(), t, w, reduction=r)", x),
        ("F.binary_cross_entropy_with_logits(a, t, reduction=r)", x),
        ("F.binary_cross_entropy_with_logits(a, t, w, pos_weight=pw, reduction=r)", x),
        ("F.soft_margin_loss(a, sign, reduction=r)", x),
        ("F.kl_div(a.log_softmax(1), t, reduction=r)", x), ("F.kl_div(a, t.log(), reduction=r, log_target=True)", x),
        ("F.poisson_nll_loss(a, t * 4, reduction=r)", x), ("F.poisson_nll_loss(a.exp(), t * 4, False, True, reduction=r)", x),
        ("F.gaussian_nll_loss(a, t, t * 2, reduction=r)", x), ("F.gaussian_nll_loss(a, t, t[:, :1], full=True, reduction=r)", x),
        ("F.hinge_embedding_loss(a, sign, reduction=r)", x), ("F.margin_ranking_loss(a, t, sign, 0.2, reduction=r)", x),
        ("F.triplet_margin_loss(a, t, t * 2, reduction=r)", x), ("F.triplet_margin_loss(a, t, t * 2, swap=True, p=1, reduction=r)", x),
        ("F.triplet_margin_with_distance_loss(a, t, t * 2, reduction=r)", x),
        ("F.cosine_embedding_loss(a, t, torch.tensor([1, -1, 1]), 0.1, reduction=r)", x),
        ("F.multi_margin_loss(a, c, reduction=r)", x), ("F.multi_margin_loss(a, c, p=2, margin=0.5, weight=w, reduction=r)", x),
        ("F.multilabel_soft_margin_loss(a, t.round(), reduction=r)", x),
        ("F.multilabel_soft_margin_loss(a, t.round(), w, reduction=r)", x),
        ("F.cross_entropy(a, c, reduction=r)", x), ("F.cross_entropy(a, c, w, reduction=r)", x),
        ("F.cross_entropy(a, c, label_smoothing=0.1, reduction=r)", x),
        ("F.cross_entropy(a, c, w, label_smoothing=0.1, reduction=r)", x),
        ("F.cross_entropy(a, c, ignore_index=3, reduction=r)", x),
        ("F.cross_entropy(a, c, w, ignore_index=3, label_smoothing=0.2, reduction=r)", x),
        ("F.cross_entropy(a, c, ignore_index=3, label_smoothing=0.2, reduction=r)", x),
        ("F.cross_entropy(a, t.softmax(1), reduction=r)", x), ("F.cross_entropy(a, t.softmax(1), w, reduction=r)", x),
        ("F.cross_entropy(a, t.softmax(1), label_smoothing=0.3, reduction=r)", x),
        ("F.cross_entropy(a, lab, reduction=r)", img), ("F.cross_entropy(a, lab, label_smoothing=0.1, reduction=r)", img),
        ("F.cross_entropy(a, c[0], reduction=r)", x[0]), ("F.nll_loss(a, lab, reduction=r)", img),
        ("F.nll_loss(a.log_softmax(1), c, w, reduction=r)", x),
    ]
    for call, start in calls:
        for r in ("mean", "sum", "none"):
            a = start.clone().requires_grad_()
            y = eval(call)
            y.backward(torch.linspace(0.5, 1, y.numel()).view(y.shape))
            print(call, r, y.detach(), a.grad)
    print(F.kl_div(x, t, reduction="batchmean"), F.mse_loss(x, t, size_average=False), F.l1_loss(x, t, reduce=False))

for call in ("F.mse_loss(x, a)", "F.smooth_l1_loss(x, a)", "F.huber_loss(x, a)", "F.binary_cross_entropy(t, a)",
             "F.binary_cross_entropy_with_logits(x, a)", "F.binary_cross_entropy_with_logits(x, a, pos_weight=pw)"):
    a = (t * 0.8 + 0.1).requires_grad_()
    eval(call).backward()
    print(call, a.grad)

a = x.double().requires_grad_()
for call in ("F.mse_loss(a, t)", "F.binary_cross_entropy_with_logits(a, t)", "F.cross_entropy(a, c)"):
    g, = torch.autograd.grad(eval(call.replace("t)", "t.double())")), a, create_graph=True)
    print(call, torch.autograd.grad(g.pow(2).sum(), a)[0])

torch.set_printoptions(precision=3)
a, b = torch.randn(4, 5, requires_grad=True), torch.randn(4, 5)
for call in ("F.cosine_similarity(a, b)", "F.cosine_similarity(a, b, dim=0)", "F.cosine_similarity(a[None], b[:, None], -1)",
             "F.pairwise_distance(a, b)", "F.pairwise_distance(a, b, p=1, keepdim=True)", "F.normalize(a)",
             "F.normalize(a, p=1, dim=0)", "torch.cdist(a, b)", "torch.cdist(a, b, p=1)", "torch.cdist(a, b, p=float('inf'))",
             "F.pdist(a)", "torch.cdist(torch.randn(2, 30, 3), torch.randn(2, 28, 3)).sum()"):
    a.grad = None
    y = eval(call)
    if y.requires_grad:
        y.pow(3).mean().backward()
    print(call, y.detach(), None if a.grad is None else a.grad + 1)
print(F.cosine_similarity(torch.zeros(1, 3), torch.ones(1, 3)))
print(F.one_hot(torch.tensor([[0, 2], [1, 0]])), F.one_hot(torch.tensor([1]), 4), F.one_hot(torch.tensor([], dtype=torch.long), 3).shape)

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    F.mse_loss(torch.zeros(2, 3), torch.zeros(3)), F.l1_loss(torch.zeros(2, 3), torch.zeros(3))
    F.kl_div(x, t), F.kl_div(x, t, reduction="batchmean")
    F.huber_loss(torch.zeros(2, 3), torch.zeros(2, 1)), F.smooth_l1_loss(torch.zeros(2, 3), torch.zeros(2, 1))
    F.mse_loss(x, t, size_average=True)
for warning in caught:
    print(warning.category.__name__, warning.message)

show(globals(), """
F.mse_loss(c, c)
F.mse_loss(x, c[:, None].expand(3, 4))
F.mse_loss(x, x.double())
F.mse_loss(torch.rand(2, 3), torch.rand(4))
F.mse_loss(x, t, reduction='foo')
F.mse_loss('a', t)
F.mse_loss(x, t, weight=w)
F.l1_loss(c, c + 1)
F.smooth_l1_loss(c, c)
F.smooth_l1_loss(x, t, beta=-1.)
F.huber_loss(c, c)
F.huber_loss(x, t, delta=0.)
F.binary_cross_entropy(x, t)
F.binary_cross_entropy(t, x)
F.binary_cross_entropy(torch.rand(2), torch.tensor([1, 0]))
F.binary_cross_entropy(torch.rand(2), torch.rand(3))
F.binary_cross_entropy_with_logits(torch.rand(2), torch.tensor([1, 0]))
F.binary_cross_entropy_with_logits(torch.rand(2), torch.rand(3))
F.multi_margin_loss(x, torch.tensor([0, 5, 1]))
F.multi_margin_loss(x, torch.tensor([0, 1]))
F.multi_margin_loss(x, c, p=3)
F.multi_margin_loss(x, c, weight=t)
F.kl_div(x, t, reduction='x')
F.cross_entropy(x, c.int())
F.cross_entropy(x, c.float())
F.cross_entropy(x, c + 5)
F.cross_entropy(x, c[:2])
F.cross_entropy(x, t, ignore_index=1)
F.cross_entropy(x, c, label_smoothing=1.5)
F.cross_entropy(x, c, weight=torch.rand(3))
F.cross_entropy(x, t, weight=torch.rand(3))
F.cross_entropy(x, torch.ones(3, 4).long())
F.cross_entropy(torch.tensor([[1, 2, 3]]), torch.tensor([1]))
F.cross_entropy(x, c, reduction='foo')
F.nll_loss(x, c, reduction='foo')
F.cross_entropy('a', c)
F.cosine_embedding_loss(torch.rand(2, 3), torch.rand(2, 3), torch.tensor(1))
F.cosine_embedding_loss(torch.rand(3), torch.rand(3), torch.tensor([1]))
F.triplet_margin_loss(torch.rand(2, 3), torch.rand(3), torch.rand(2, 3))
F.triplet_margin_loss(x, t, t, margin=-1)
F.margin_ranking_loss(x, t, c)
F.gaussian_nll_loss(x, t, -t)
F.gaussian_nll_loss(x, t, torch.rand(2))
F.gaussian_nll_loss(x, t, t, reduction='foo')
F.poisson_nll_loss(x, t, reduction='foo')
F.cosine_similarity(c, c, 0)
torch.cdist(torch.rand(3), torch.rand(3, 2))
torch.cdist(torch.rand(3, 2), torch.rand(3, 4))
torch.cdist(torch.rand(3, 2), torch.rand(3, 2), p=-1.)
F.pdist(torch.rand(3))
F.one_hot(torch.tensor([1.]))
F.one_hot(torch.tensor([], dtype=torch.long))
F.one_hot(torch.tensor([-1]))
F.one_hot(torch.tensor([5]), 3)
""")
a = x.clone().requires_grad_()
for call in ("mse_loss(a, t)", "l1_loss(a, t)", "smooth_l1_loss(a, t)", "huber_loss(a, t)", "binary_cross_entropy(a.sigmoid(), t)",
             "binary_cross_entropy_with_logits(a, t)", "soft_margin_loss(a, sign)", "multi_margin_loss(a, c)", "cross_entropy(a, c)",
             "nll_loss(a, c)", "cross_entropy(img.clone().requires_grad_(), lab)", "normalize(a)"):
    print(call, eval("F." + call).grad_fn.name())
