import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)


def attempt(name, f):
    try:
        print(f"[{name}]", f())
    except Exception as e:
        print(f"[{name}] {type(e).__name__}: {e}")


# CTC
T, N, C, S = 12, 4, 5, 4
x = torch.randn(T, N, C, requires_grad=True)
lp = x.log_softmax(2)
targets = torch.randint(1, C, (N, S))
il, tl = torch.tensor([12, 10, 9, 12]), torch.tensor([4, 3, 2, 0])
for red in ("none", "mean", "sum"):
    loss = F.ctc_loss(lp, targets, il, tl, reduction=red)
    print(red, loss)
    g, = torch.autograd.grad(loss.sum(), x, retain_graph=True)
    print(g[0], g[10:, 1], g.abs().sum())
flat = torch.cat([t[:n] for t, n in zip(targets, tl)])
print(F.ctc_loss(lp, flat, il, tl), nn.CTCLoss()(lp, flat, tuple(il.tolist()), tuple(tl.tolist())), nn.CTCLoss(blank=1, reduction="sum"))
short = torch.tensor([12, 2, 9, 12])
for z in (False, True):
    l = F.ctc_loss(lp, targets, short, tl, reduction="none", zero_infinity=z)
    g, = torch.autograd.grad(l.sum(), x, retain_graph=True)
    print(l, g[:3, 1], g[0, 0])
print(F.ctc_loss(lp[:, 0], targets[0], torch.tensor(12), torch.tensor(4), reduction="none"))
same = torch.tensor([[1, 1, 2, 2]])
print(F.ctc_loss(lp[:, :1], same, (6,), (4,)), F.ctc_loss(lp[:, :1], same, (5,), (4,)))
raw = torch.randn(T, 1, C, dtype=torch.double).log_softmax(-1).requires_grad_()
l = F.ctc_loss(raw, same, (12,), (4,)); l.backward(); print(l, raw.grad[:3, 0])
attempt("blank", lambda: F.ctc_loss(lp, targets, il, tl, blank=9))
attempt("il", lambda: F.ctc_loss(lp, targets, il[:2], tl))
attempt("tl", lambda: F.ctc_loss(lp, targets, il, tl[:2]))
attempt("long", lambda: F.ctc_loss(lp, targets, torch.tensor([13, 12, 12, 12]), tl))
attempt("target long", lambda: F.ctc_loss(lp, targets, il, torch.tensor([5, 1, 1, 1])))
attempt("flat short", lambda: F.ctc_loss(lp, flat[:3], il, tl))
attempt("float targets", lambda: F.ctc_loss(lp, targets.float(), il, tl))
# multilabel margin
y = torch.tensor([[3, 0, -1, 1], [1, -1, 0, 2]])
a = torch.randn(2, 4, requires_grad=True)
for red in ("none", "mean", "sum"):
    l = F.multilabel_margin_loss(a, y, reduction=red)
    g, = torch.autograd.grad(l.sum(), a)
    print(l, g)
print(nn.MultiLabelMarginLoss()(torch.tensor([0.1, 0.2, 0.4, 0.8]), torch.tensor([3, 0, -1, 1])), nn.MultiLabelMarginLoss())
attempt("mlm size", lambda: F.multilabel_margin_loss(a, y[:, :3]))
attempt("mlm range", lambda: F.multilabel_margin_loss(a, y + 5))
attempt("mlm dtype", lambda: F.multilabel_margin_loss(a, y.float()))
attempt("mlm dim", lambda: F.multilabel_margin_loss(a[None], y[None]))
# embedding bag
w = torch.randn(6, 3, requires_grad=True)
i, off = torch.tensor([1, 2, 4, 5, 4, 3, 2, 0]), torch.tensor([0, 4, 4, 7])
for mode in ("sum", "mean", "max"):
    o = F.embedding_bag(i, w, off, mode=mode)
    g, = torch.autograd.grad((o * torch.arange(12.).view(4, 3)).sum(), w)
    print(mode, o, g)
    o = F.embedding_bag(i, w, off, mode=mode, padding_idx=4)
    g, = torch.autograd.grad((o * torch.arange(12.).view(4, 3)).sum(), w)
    print(mode, o, g)
    print(F.embedding_bag(i.view(2, 4), w, mode=mode), F.embedding_bag(i, w, torch.tensor([0, 3, 8]), mode=mode, include_last_offset=True))
psw = torch.rand(8, requires_grad=True)
o = F.embedding_bag(i, w, off, mode="sum", per_sample_weights=psw)
print(o, torch.autograd.grad(o.sum(), [w, psw]))
print(torch.autograd.grad(F.embedding_bag(i, w, off, mode="mean", scale_grad_by_freq=True).sum(), w), torch.autograd.grad(F.embedding_bag(i, w, off, mode="sum", scale_grad_by_freq=True).sum(), w))
attempt("bag offsets none", lambda: F.embedding_bag(i, w))
attempt("bag 2d", lambda: F.embedding_bag(i.view(2, 4), w, off))
attempt("bag 3d", lambda: F.embedding_bag(i.view(2, 2, 2), w))
attempt("bag off0", lambda: F.embedding_bag(i, w, off + 1))
attempt("bag offn", lambda: F.embedding_bag(i, w, torch.tensor([0, 20])))
attempt("bag mode", lambda: F.embedding_bag(i, w, off, mode="min"))
attempt("bag float", lambda: F.embedding_bag(i.float(), w, off))
attempt("bag psw", lambda: F.embedding_bag(i, w, off, per_sample_weights=psw))
attempt("bag psw shape", lambda: F.embedding_bag(i, w, off, mode="sum", per_sample_weights=psw[:3]))
attempt("bag pad", lambda: F.embedding_bag(i, w, off, padding_idx=9))
attempt("bag int32", lambda: F.embedding_bag(i.int(), w, off.int()))
attempt("bag mixed", lambda: F.embedding_bag(i.int(), w, off))
bag = nn.EmbeddingBag(6, 3, max_norm=1.0)
bag(i, off); print(bag.weight.norm(dim=1) <= 1.0001, bag)
e = nn.Embedding(4, 2, max_norm=1.0, norm_type=1)
with torch.no_grad():
    e.weight.copy_(torch.arange(8.).view(4, 2))
o = e(torch.tensor([[1, 3], [3, 1]])); print(o, e.weight, e)
o.sum().backward(); print(e.weight.grad)
# unpool
p = nn.MaxPool2d(2, stride=2, return_indices=True); u = nn.MaxUnpool2d(2, stride=2); print(u, nn.MaxUnpool1d(3, 2, 1), nn.MaxUnpool3d(2))
img = torch.arange(1., 17).view(1, 1, 4, 4).requires_grad_()
o, ix = p(img); r = u(o, ix); print(r); r.pow(2).sum().backward(); print(img.grad)
o, ix = p(torch.arange(1., 26).view(1, 5, 5)); print(u(o, ix, output_size=torch.Size([5, 5])))
o, ix = F.max_pool1d(torch.arange(8.).view(1, 1, 8), 2, return_indices=True); print(F.max_unpool1d(o, ix, 2), F.max_unpool1d(o, ix, 2, output_size=(1, 1, 9)))
o3, i3 = F.max_pool3d(torch.randn(1, 1, 2, 2, 2, requires_grad=True), 2, return_indices=True); print(F.max_unpool3d(o3, i3, 2))
attempt("unpool size", lambda: F.max_unpool2d(o3[0], i3[0], 2, output_size=(9, 9)))
attempt("unpool len", lambda: F.max_unpool2d(o3[0], i3[0], 2, output_size=(9, 9, 9)))
attempt("unpool idx", lambda: F.max_unpool2d(o3[0], i3[0] + 50, 2))
attempt("unpool shape", lambda: F.max_unpool2d(o3[0], i3[0][..., :0], 2))
attempt("unpool dtype", lambda: F.max_unpool2d(o3[0], i3[0].int(), 2))
attempt("unpool dims", lambda: F.max_unpool2d(torch.ones(2, 2), torch.ones(2, 2).long(), 2))
attempt("adaptive", lambda: (nn.AdaptiveMaxPool2d(2)(torch.arange(16.).view(1, 4, 4)), nn.AdaptiveMaxPool1d(2, return_indices=True)(torch.arange(5.).view(1, 5))))
