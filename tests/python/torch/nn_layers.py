# Every layer, activation and loss: what forward gives in training and evaluation, and the gradient of its input.
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


def show(label, value):
    if isinstance(value, tuple):
        for part in value:
            show(label, part)
        return
    flat = value.detach().flatten().double()
    print(f"{label} {tuple(value.shape)} {[round(v, 3) + 0.0 for v in flat[:4].tolist()]} {round(flat.sum().item(), 2) + 0.0}")


LAYERS = """
BatchNorm1d(3) ~ 4,3 | BatchNorm1d(3) ~ 4,3,5 | BatchNorm2d(3, affine=False) ~ 2,3,2,2 | BatchNorm2d(3, track_running_stats=False) ~ 2,3,2,2
BatchNorm1d(2, momentum=None) ~ 4,2 | BatchNorm3d(2) ~ 2,2,2,2,2 | InstanceNorm1d(3) ~ 2,3,4 | InstanceNorm2d(3, affine=True, track_running_stats=True) ~ 2,3,4,4
InstanceNorm2d(3) ~ 3,4,4 | GroupNorm(2, 4) ~ 2,4,3 | GroupNorm(1, 4, affine=False) ~ 2,4 | LayerNorm(4) ~ 2,4 | LayerNorm((2, 4), bias=False) ~ 3,2,4 | RMSNorm(4) ~ 2,4
Dropout(0.5) ~ 4,4 | Dropout1d(0.5) ~ 2,3,4 | Dropout2d(0.5) ~ 2,3,2,2 | AlphaDropout(0.5) ~ 4,4
Linear(3, 5) ~ 2,3 | Linear(3, 5) ~ 2,4,3 | Linear(3, 5, bias=False) ~ 3 | Flatten() ~ 2,3,4 | Flatten(0, 1) ~ 2,3,4 | Unflatten(1, (2, 3)) ~ 2,6 | Identity() ~ 2
Conv1d(2, 4, 3) ~ 1,2,5 | Conv1d(2, 4, 3) ~ 2,5 | Conv2d(2, 4, 3) ~ 1,2,5,5 | Conv2d(4, 4, (3, 5), stride=2, padding=(1, 2), groups=2, bias=False) ~ 1,4,9,9
Conv2d(2, 4, 3, padding="same", padding_mode="reflect") ~ 1,2,5,5 | Conv2d(2, 4, (2, 3), padding="same") ~ 1,2,5,5 | Conv2d(2, 2, 3, dilation=2) ~ 1,2,6,6
Conv2d(2, 4, 3, padding=1, padding_mode="circular") ~ 1,2,5,5 | ConvTranspose1d(2, 4, 3, stride=2, output_padding=1) ~ 1,2,5
ConvTranspose2d(2, 4, 3, stride=2, padding=1, output_padding=1) ~ 1,2,5,5
MaxPool1d(2) ~ 1,2,5 | MaxPool2d((2, 3), stride=1, padding=1) ~ 1,2,4,4 | MaxPool2d(2, return_indices=True) ~ 1,1,4,4 | MaxPool2d(2, ceil_mode=True) ~ 1,1,5,5
AvgPool1d(2) ~ 1,2,4 | AvgPool2d(3, 2, 1) ~ 1,1,4,4 | AvgPool2d(2, count_include_pad=False, padding=1) ~ 1,1,4,4
AdaptiveAvgPool1d(2) ~ 1,2,5 | AdaptiveAvgPool2d((1, 2)) ~ 1,2,4,4 | AdaptiveAvgPool2d(1) ~ 1,2,4,4 | AdaptiveMaxPool1d(2) ~ 1,2,5 | AdaptiveMaxPool2d((None, 2)) ~ 1,2,4,4
Upsample(scale_factor=2) ~ 1,1,2,2 | Upsample(size=(4, 4), mode="bilinear") ~ 1,1,2,2 | UpsamplingBilinear2d(size=3) ~ 1,1,2,2
ZeroPad2d(1) ~ 1,2,2 | ConstantPad1d(2, 3.5) ~ 2,2 | ReflectionPad2d(1) ~ 1,3,3 | ReplicationPad2d((1, 2, 3, 4)) ~ 1,2,2 | CircularPad2d(1) ~ 1,2,2
PixelShuffle(2) ~ 1,4,2,2 | PixelUnshuffle(2) ~ 1,1,4,4 | Unfold(2) ~ 1,2,3,3 | Fold((3, 3), 2) ~ 1,8,4
ReLU() ~ 6 | ReLU6() ~ 6 | LeakyReLU(0.2) ~ 6 | PReLU() ~ 2,3 | PReLU(3) ~ 2,3 | ELU(0.5) ~ 6 | SELU() ~ 6 | CELU(2.0) ~ 6 | GELU() ~ 6 | GELU("tanh") ~ 6 | SiLU() ~ 6 | Mish() ~ 6
Sigmoid() ~ 6 | LogSigmoid() ~ 6 | Hardsigmoid() ~ 6 | Hardswish() ~ 6 | Hardtanh(-0.5, 0.5) ~ 6 | Tanh() ~ 6 | Tanhshrink() ~ 6 | Softplus(2.0, 1.0) ~ 6 | Softsign() ~ 6
Softshrink() ~ 6 | Hardshrink(0.2) ~ 6 | Softmax(dim=-1) ~ 2,3 | LogSoftmax(1) ~ 2,3 | Softmin(1) ~ 2,3 | Softmax2d() ~ 1,3,2,2 | Threshold(0.1, 2) ~ 6 | GLU() ~ 2,4
"""
for text in [part.strip() for line in LAYERS.strip().split("\n") for part in line.split("|")]:
    made, shape = text.split(" ~ ")
    torch.manual_seed(0)
    layer = eval("nn." + made)
    x = torch.randn([int(n) for n in shape.split(",")], requires_grad=True)
    y = layer(x)
    show(made, y)
    first = y[0] if isinstance(y, tuple) else y
    if first.grad_fn is not None:
        first.square().sum().backward()
        show("  grad", x.grad)
    for name, buffer in layer.named_buffers():
        show("  " + name, buffer)
    show("  eval", layer.eval()(x))

LOSSES = """
MSELoss() | MSELoss(reduction="sum") | L1Loss(reduction="none") | SmoothL1Loss(beta=0.5) | HuberLoss(delta=0.5) | BCEWithLogitsLoss() | BCEWithLogitsLoss(pos_weight=torch.full((3,), 2.0))
PoissonNLLLoss() | MultiLabelSoftMarginLoss() | KLDivLoss(reduction="batchmean") | BCELoss()
"""
torch.manual_seed(0)
for made in [part.strip() for line in LOSSES.strip().split("\n") for part in line.split("|")]:
    x, target = torch.randn(4, 3, requires_grad=True), torch.rand(4, 3)
    loss = eval("nn." + made)(x.sigmoid() if made == "BCELoss()" else x, target)
    show(made, loss)
    loss.sum().backward()
    show("  grad", x.grad)
classes = torch.tensor([0, 2, 1, 2])
signs = torch.tensor([1.0, -1.0, 1.0, -1.0])
for made in ("CrossEntropyLoss()", "CrossEntropyLoss(torch.tensor([1.0, 2.0, 3.0]), label_smoothing=0.1, ignore_index=1)", "MultiMarginLoss()"):
    x = torch.randn(4, 3, requires_grad=True)
    loss = eval("nn." + made)(x, classes)
    show(made, loss)
    loss.backward()
    show("  grad", x.grad)
x, y, z = (torch.randn(4, 3) for _ in range(3))
show("NLLLoss", nn.NLLLoss()(x.log_softmax(1), classes))
show("CosineEmbeddingLoss", nn.CosineEmbeddingLoss(0.1)(x, y, signs))
show("MarginRankingLoss", nn.MarginRankingLoss(0.3)(x[:, 0], y[:, 0], signs))
show("HingeEmbeddingLoss", nn.HingeEmbeddingLoss()(x[:, 0], signs))
show("TripletMarginLoss", nn.TripletMarginLoss()(x, y, z))
show("GaussianNLLLoss", nn.GaussianNLLLoss()(x, y, z.square() + 0.1))
show("SoftMarginLoss", nn.SoftMarginLoss()(x, y.sign()))
show("CosineSimilarity", nn.CosineSimilarity()(x, y))
show("PairwiseDistance", nn.PairwiseDistance()(x, y))
show("Bilinear", nn.Bilinear(3, 3, 2)(x, y))
embedding = nn.Embedding(5, 3, padding_idx=1)
show("Embedding", embedding(torch.tensor([[0, 1], [4, 1]])))
embedding(torch.tensor([0, 1, 0])).sum().backward()
show("  grad", embedding.weight.grad)
show("from_pretrained", nn.Embedding.from_pretrained(torch.arange(6.0).view(3, 2))(torch.tensor([2, 0])))
show("GRU dropout", nn.GRU(3, 4, 2, dropout=0.5)(torch.randn(5, 2, 3)))
attention = nn.MultiheadAttention(8, 2, dropout=0.5)
x = torch.randn(4, 2, 8)
show("attention dropout", attention(x, x, x))
show("encoder dropout", nn.TransformerEncoderLayer(8, 2, 16)(x))
lazy = nn.Sequential(nn.LazyConv2d(2, 3), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(2))
print(lazy, lazy[0].weight)
show("lazy", lazy(torch.randn(2, 1, 5, 5)))
print(lazy)
