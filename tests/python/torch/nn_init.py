# nn.init: every value that each initialiser draws, and what it refuses.
import warnings

import torch
from torch import nn
from torch.nn import init

warnings.simplefilter("ignore")


def fails(action):
    try:
        print("no error:", action())
    except Exception as error:
        print(type(error).__name__, error)


def exact(tensor):
    return " ".join(f"{value:.9g}" for value in tensor.flatten().tolist())


DRAWN = [
    ("uniform_", {}), ("uniform_", {"a": -0.1, "b": 0.1}), ("normal_", {}), ("normal_", {"mean": 0.0, "std": 0.02}),
    ("trunc_normal_", {}), ("trunc_normal_", {"std": 0.02}), ("trunc_normal_", {"mean": 1.0, "std": 2.0, "a": 0.5, "b": 3.0}),
    ("trunc_normal_", {"std": 1.0, "a": 1.5, "b": 2.0}), ("constant_", {"val": 0.3}), ("ones_", {}), ("zeros_", {}), ("eye_", {}),
    ("xavier_uniform_", {}), ("xavier_uniform_", {"gain": 2.0}), ("xavier_normal_", {}),
    ("kaiming_uniform_", {}), ("kaiming_uniform_", {"a": 5**0.5}), ("kaiming_uniform_", {"mode": "fan_out", "nonlinearity": "relu"}),
    ("kaiming_normal_", {}), ("kaiming_normal_", {"nonlinearity": "tanh"}), ("sparse_", {"sparsity": 0.25}),
]
for seed in (0, 1337):
    for name, options in DRAWN:
        torch.manual_seed(seed)
        made = torch.empty(6, 8)
        print(name, options, getattr(init, name)(made, **options) is made, exact(made))
        if name not in ("sparse_", "constant_", "ones_", "zeros_", "eye_"):
            generator = torch.Generator().manual_seed(seed)
            again = getattr(init, name)(torch.empty(6, 8), **options, generator=generator)
            print(torch.equal(again, made), f"{torch.rand(1).item():.9g}")

print("-- other shapes and dtypes")
torch.manual_seed(3)
for shape in ((4, 3, 3, 3), (5, 2, 3)):
    print(exact(init.kaiming_normal_(torch.empty(shape), nonlinearity="relu")))
    print(exact(init.xavier_uniform_(torch.empty(shape, dtype=torch.float64))))
    print(init.dirac_(torch.empty(shape)).flatten().tolist())
print(init.dirac_(torch.empty(4, 2, 3), groups=2))
print(exact(init.normal_(torch.empty(5), 0.0, 0.02)), init.eye_(torch.empty(2, 3)))

print("-- orthogonal")
for shape in ((3, 3), (2, 5), (5, 2), (4, 2, 2)):
    torch.manual_seed(1)
    made = init.orthogonal_(torch.empty(shape), gain=1.5)
    flat = made.view(shape[0], -1)
    small = flat @ flat.T if flat.shape[0] <= flat.shape[1] else flat.T @ flat
    print(made, torch.allclose(small, 2.25 * torch.eye(len(small)), atol=1e-5))
print(init.orthogonal_(torch.empty(0, 2)).shape)

print("-- parameters, gains, errors")
weight = nn.Parameter(torch.empty(2, 2))
torch.manual_seed(0)
print(init.xavier_uniform_(weight) is weight, weight.requires_grad, weight.grad_fn, weight)
for name in ("linear", "conv2d", "conv_transpose1d", "sigmoid", "tanh", "relu", "leaky_relu", "selu"):
    print(name, init.calculate_gain(name))
print(init.calculate_gain("leaky_relu", 0.2))
fails(lambda: init.calculate_gain("softplus"))
fails(lambda: init.calculate_gain("leaky_relu", True))
fails(lambda: init.kaiming_uniform_(torch.empty(2, 2), mode="both"))
fails(lambda: init.xavier_normal_(torch.empty(3)))
fails(lambda: init.eye_(torch.empty(3)))
fails(lambda: init.dirac_(torch.empty(3, 3)))
fails(lambda: init.dirac_(torch.empty(3, 3, 3), groups=2))
fails(lambda: init.orthogonal_(torch.empty(3)))
fails(lambda: init.sparse_(torch.empty(3), 0.1))
fails(lambda: init.uniform_(torch.empty(3), 2, 1))
fails(lambda: init.normal_(torch.empty(3), 0, -1))
warnings.simplefilter("always")
for action in (
    lambda: init.xavier_uniform(torch.empty(2, 2)), lambda: init.normal(torch.empty(2)), lambda: init.kaiming_normal_(torch.empty(0, 2)),
    lambda: init.trunc_normal_(torch.empty(2), mean=9.0), lambda: init.constant(torch.empty(2), 3),
):
    with warnings.catch_warnings(record=True) as caught:
        action()
    print([(w.category.__name__, str(w.message)) for w in caught])
print(init._calculate_fan_in_and_fan_out(torch.empty(4, 3, 2, 2)))
