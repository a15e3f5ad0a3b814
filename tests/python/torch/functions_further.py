"""torch's own names of functions that torch.nn.functional has, old names, and layers that no other script names."""

import copy
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from _show import show

torch.manual_seed(0)
x = torch.arange(24.0).view(2, 3, 4) / 10 - 1
square = torch.arange(32.0).view(1, 2, 4, 4) / 10 - 1
cube = torch.arange(64.0).view(1, 1, 4, 4, 4) / 10 - 3
t = torch.tensor([1.0, -1.0, 1.0])
p, q = torch.tensor([[0.2, 0.8], [0.5, 0.5]]), torch.tensor([[0.3, 0.7], [0.6, 0.4]])
show(globals(), r"""
torch.adaptive_avg_pool1d(x, 2), torch.adaptive_max_pool1d(x, 2), torch.avg_pool1d(x, 2), torch.max_pool1d(x, 2)
torch.max_pool2d(square, 2), torch.max_pool3d(cube, 2), F.adaptive_max_pool3d(cube, 2), F.lp_pool3d(cube.abs(), 2, 2)
torch.conv1d(x, torch.ones(1, 3, 2)), torch.conv3d(cube, torch.ones(1, 1, 3, 3, 3)), torch.conv_transpose2d(square, torch.ones(2, 1, 2, 2))
torch.conv_transpose3d(cube, torch.ones(1, 1, 2, 2, 2), stride=2).sum(), F.conv_transpose3d(cube, torch.ones(1, 1, 2, 2, 2)).shape
torch.batch_norm(x, None, None, None, None, True, 0.1, 1e-5, False), torch.instance_norm(x, None, None, None, None, True, 0.1, 1e-5, False)
torch.cosine_embedding_loss(p, q, torch.tensor([1, -1])), torch.hinge_embedding_loss(x[0, 0, :3], t), torch.margin_ranking_loss(t, -t, t)
torch.kl_div(p.log(), q, 0), torch.poisson_nll_loss(p, q, True, False, 1e-8, 1), torch.triplet_margin_loss(p, q, p + 1)
torch.pdist(x[0]), torch.threshold_(x.clone(), 0, 7), torch.dropout_(x.clone(), 0.0, True).equal(x), torch.is_autocast_cpu_enabled()
torch.alpha_dropout(x, 0.0, True).equal(x), torch.feature_dropout(x, 0.5, False).equal(x), torch.feature_alpha_dropout(x, 0.5, False).equal(x)
torch.grid_sampler(square, torch.zeros(1, 2, 2, 2), 0, 0, False)
F.upsample_nearest(square, scale_factor=2).shape, F.upsample_bilinear(square, size=(2, 2))
nn.AdaptiveMaxPool3d(1)(cube), nn.LPPool1d(2, 2)(x.abs()), nn.LPPool3d(2, 2)(cube.abs()), nn.InstanceNorm3d(1)(cube).std()
nn.CircularPad1d(1)(x[:1]), nn.CircularPad3d(1)(cube).sum(), nn.ConstantPad2d(1, 3.5)(square)[0, 0], nn.ZeroPad3d(1)(cube).shape
nn.ReflectionPad1d(1)(x[:1]), nn.ReflectionPad3d(1)(cube).sum(), nn.ReplicationPad1d((2, 0))(x[:1]), nn.ReplicationPad3d(1)(cube).sum()
torch.Tensor.ger(t, t), t.bitwise_not
""".replace(", t.bitwise_not", ""))  # fmt: skip

for lazy, given in (
    (nn.LazyConv1d(2, 2), x), (nn.LazyConv3d(1, 2), cube), (nn.LazyConvTranspose2d(1, 2), square),
    (nn.LazyConvTranspose3d(1, 2), cube), (nn.LazyBatchNorm3d(), cube), (nn.LazyInstanceNorm2d(), square),
    (nn.LazyInstanceNorm3d(affine=True), cube),
):  # fmt: skip
    print(lazy, lazy(given).shape, lazy)
print(isinstance(nn.LazyLinear(2).weight, nn.UninitializedParameter), isinstance(nn.LSTM(2, 3), nn.RNNBase))
print(isinstance(nn.GRUCell(2, 3), nn.RNNCellBase), isinstance(nn.LazyBatchNorm1d().running_mean, nn.UninitializedBuffer))

# The old names of initialisers warn, and do the same.
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for name, given in (
        ("uniform", ()), ("normal", ()), ("constant", (2.0,)), ("eye", ()), ("xavier_uniform", ()), ("xavier_normal", ()),
        ("kaiming_uniform", ()), ("kaiming_normal", ()), ("orthogonal", ()), ("sparse", (0.5,)),
    ):  # fmt: skip
        torch.manual_seed(1)
        old = getattr(nn.init, name)(torch.empty(3, 3), *given)
        torch.manual_seed(1)
        print(name, old.equal(getattr(nn.init, f"{name}_")(torch.empty(3, 3), *given)))
    print(nn.init.dirac(torch.empty(2, 2, 3)))
print([str(warning.message) for warning in caught][::5])


class Kept(nn.Module):
    """A module with a state of its own beside its tensors."""

    def __init__(self):
        super().__init__()
        self.register_module("inner", nn.BatchNorm1d(2))
        self.steps = 3

    def extra_repr(self):
        return f"steps={self.steps}"

    def get_extra_state(self):
        return {"steps": self.steps}

    def set_extra_state(self, state):
        self.steps = state["steps"]


kept = Kept()
print(kept, [tuple(buffer.shape) for buffer in kept.buffers()], kept.state_dict()["_extra_state"], kept.call_super_init)
kept.steps = 9
other = Kept()
print(other.load_state_dict(kept.state_dict()), other, copy.deepcopy(other).steps, nn.Module.dump_patches)
parameter = nn.Parameter(torch.ones(2))
parameter.grad = torch.tensor([3.0, 4.0])
nn.utils.clip_grads_with_norm_(parameter, 1.0, torch.tensor(5.0))
print(parameter.grad)
torch.manual_seed(2)
print(list(torch.utils.data.WeightedRandomSampler([0.1, 0.9, 0.0], 8)))
