# Every module class: its repr, and the parameters and buffers it starts with under a seed.
import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")
MADE = """
Linear(3, 5) | Linear(3, 2, bias=False) | Linear(4, 2, dtype=torch.float64) | Bilinear(2, 3, 4) | Identity(1, a=2)
Flatten() | Flatten(0, 1) | Unflatten(1, (2, 3)) | Embedding(5, 3) | Embedding(5, 3, padding_idx=-1, max_norm=1.0)
Embedding(4, 2, norm_type=1.0, scale_grad_by_freq=True, sparse=True) | EmbeddingBag(4, 3) | EmbeddingBag(4, 3, mode="sum", padding_idx=1)
LayerNorm(4) | LayerNorm((2, 3), eps=1e-3, bias=False) | LayerNorm(4, elementwise_affine=False) | RMSNorm(4) | RMSNorm((2, 3), eps=1e-6)
BatchNorm1d(3) | BatchNorm2d(3, affine=False) | BatchNorm3d(2, track_running_stats=False) | BatchNorm1d(2, momentum=None)
InstanceNorm1d(3) | InstanceNorm2d(3, affine=True, track_running_stats=True) | GroupNorm(2, 4) | GroupNorm(1, 4, affine=False)
LocalResponseNorm(2) | Dropout() | Dropout(0.1, inplace=True) | Dropout1d(0.2) | Dropout2d() | Dropout3d() | AlphaDropout() | FeatureAlphaDropout()
Conv1d(2, 4, 3) | Conv2d(2, 4, 3) | Conv2d(4, 4, (3, 5), stride=2, padding=(1, 2), dilation=2, groups=2, bias=False)
Conv2d(2, 4, 3, padding="same", padding_mode="reflect") | Conv3d(1, 2, 2) | ConvTranspose1d(2, 4, 3, stride=2, output_padding=1)
ConvTranspose2d(2, 4, 3, stride=2, padding=1, output_padding=1) | ConvTranspose3d(1, 2, 2) | Conv1d(2, 2, 3, padding="valid")
MaxPool1d(2) | MaxPool2d((2, 3), stride=1, padding=1) | MaxPool3d(2) | AvgPool1d(2) | AvgPool2d(3, 2, 1) | AvgPool3d(2)
AdaptiveAvgPool1d(1) | AdaptiveAvgPool2d((1, 2)) | AdaptiveAvgPool3d(1) | AdaptiveMaxPool1d(1) | AdaptiveMaxPool2d((None, 2)) | LPPool2d(2, 3)
Upsample(scale_factor=2) | Upsample(size=(4, 4), mode="bilinear") | UpsamplingNearest2d(scale_factor=2) | UpsamplingBilinear2d(size=3)
ZeroPad2d(1) | ZeroPad1d((1, 2)) | ConstantPad1d(2, 3.5) | ConstantPad3d(1, 0) | ReflectionPad2d(1) | ReplicationPad2d((1, 2, 3, 4)) | CircularPad2d(1)
PixelShuffle(2) | PixelUnshuffle(2) | ChannelShuffle(2) | Fold((4, 4), 2) | Unfold(3, padding=1) | CosineSimilarity() | PairwiseDistance(p=1)
ReLU() | ReLU(inplace=True) | ReLU6() | ReLU6(True) | LeakyReLU() | LeakyReLU(0.2, True) | PReLU() | PReLU(3, 0.1) | RReLU() | ELU() | ELU(0.5, inplace=True)
SELU() | CELU() | GELU() | GELU("tanh") | SiLU() | SiLU(True) | Mish() | Sigmoid() | LogSigmoid() | Hardsigmoid() | Hardsigmoid(True)
Hardswish() | Hardtanh() | Hardtanh(-2, 2, True) | Tanh() | Tanhshrink() | Softplus() | Softplus(2.0, 10) | Softsign() | Softshrink() | Hardshrink(0.2)
Softmax() | Softmax(dim=1) | LogSoftmax(-1) | Softmin(0) | Softmax2d() | Threshold(0.1, 20) | Threshold(0.1, 2, True) | GLU() | GLU(1)
MSELoss() | L1Loss(reduction="sum") | SmoothL1Loss(beta=0.5) | HuberLoss(delta=2.0) | CrossEntropyLoss() | CrossEntropyLoss(torch.ones(3), label_smoothing=0.1)
NLLLoss() | BCELoss() | BCEWithLogitsLoss(pos_weight=torch.ones(2)) | KLDivLoss(reduction="batchmean") | CosineEmbeddingLoss() | MarginRankingLoss()
HingeEmbeddingLoss() | TripletMarginLoss() | PoissonNLLLoss() | GaussianNLLLoss() | MultiLabelSoftMarginLoss() | MultiMarginLoss() | SoftMarginLoss()
MSELoss(size_average=False) | MSELoss(reduce=False) | TripletMarginWithDistanceLoss() | MultiLabelMarginLoss() | CTCLoss()
RNN(2, 3) | RNN(2, 3, 2, "relu", batch_first=True, bidirectional=True) | LSTM(2, 3, num_layers=2, dropout=0.5) | LSTM(2, 4, proj_size=2) | LSTM(2, 3, bias=False)
GRU(2, 3, bidirectional=True) | RNNCell(2, 3) | RNNCell(2, 3, nonlinearity="relu") | LSTMCell(2, 3, bias=False) | GRUCell(2, 3)
MultiheadAttention(4, 2) | MultiheadAttention(4, 2, bias=False, kdim=3, vdim=2, batch_first=True) | MultiheadAttention(4, 2, add_bias_kv=True)
TransformerEncoderLayer(4, 2, 3) | TransformerDecoderLayer(4, 2, 3, activation="gelu", norm_first=True, batch_first=True)
TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 3, activation=nn.GELU()), 2, nn.LayerNorm(4)) | Transformer(4, 2, 1, 1, 3, bias=False)
Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Sequential(nn.Tanh())) | Sequential() | ModuleList([nn.Linear(1, 1), nn.Linear(1, 1), nn.ReLU()]) | ModuleList()
ModuleDict({"a": nn.Linear(1, 2), "b": nn.ModuleList([nn.ReLU() for _ in range(3)])}) | ParameterList([torch.ones(2, 3), torch.randn(2), 4])
ParameterDict({"b": torch.randn(2), "a": nn.Parameter(torch.zeros(2, 2)), "c": "text"}) | SyncBatchNorm(2)
"""


def shown(tensor):
    values = tensor.detach().flatten()[:4].tolist()
    return f"{tuple(tensor.shape)} {tensor.dtype} {[float(f'{value:.7g}') for value in values]}"


for text in [part.strip() for line in MADE.strip().split("\n") for part in line.split("|")]:
    torch.manual_seed(0)
    module = eval("nn." + text)
    print(module)
    for name, parameter in module.named_parameters():
        print(" ", name, shown(parameter), parameter.requires_grad, torch.equal(parameter, parameter))
    for name, buffer in module.named_buffers():
        print(" ", name, shown(buffer))
    # What was drawn is known by what comes next.
    print("  next", f"{torch.rand(1).item():.7g}", sorted(module.state_dict()))
