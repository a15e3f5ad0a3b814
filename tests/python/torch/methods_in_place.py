"""Every method that changes a tensor, against what it leaves there and what it refuses."""

import torch

x = torch.tensor([[-1.5, 0.25, 0.5], [0.75, 2.0, -0.5]])
y = torch.tensor([[0.4, -2.0, 0.25], [1.0, 3.0, -0.5]])
unary = (
    "abs_ absolute_ acos_ acosh_ arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ asin_ asinh_ atan_ atanh_ ceil_ cos_ cosh_ "
    "deg2rad_ digamma_ erf_ exp_ exp2_ expm1_ fix_ floor_ frac_ lgamma_ log_ log10_ log1p_ log2_ logit_ "
    "logical_not_ nan_to_num_ neg_ negative_ rad2deg_ reciprocal_ relu_ round_ rsqrt_ sgn_ sigmoid_ sign_ sin_ sinc_ sinh_ "
    "sqrt_ square_ tan_ tanh_ trunc_ zero_ detach_"
)
binary = (
    "add_ arctan2_ atan2_ copysign_ div_ divide_ eq_ float_power_ floor_divide_ fmod_ ge_ greater_ greater_equal_ gt_ "
    "heaviside_ hypot_ le_ less_ less_equal_ logical_and_ logical_or_ logical_xor_ lt_ mul_ multiply_ ne_ "
    "not_equal_ pow_ remainder_ sub_ subtract_ true_divide_ xlogy_ clamp_max_ clamp_min_"
)
whole = "bitwise_and_ bitwise_or_ bitwise_xor_ bitwise_left_shift_ bitwise_right_shift_ gcd_ lcm_"


def report(name, tensor, *given, **more):
    made = tensor.clone()
    try:
        result = getattr(made, name)(*given, **more)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        print(name, text if len(text) < 400 else text[:80])
    else:
        print(name, made.tolist() if made.dtype in (torch.int64, torch.bool) else made, result is made)


for name in unary.split():
    report(name, x)
for name in binary.split():
    report(name, x.double() if name == "float_power_" else x, y)
    report(name, x.double() if name == "float_power_" else x, 2)
for name in ("floor_", "round_", "trunc_", "neg_", "abs_", "sign_", "sqrt_", "exp_", "bitwise_not_", "square_", "reciprocal_"):
    report(name, torch.tensor([3, -4, 5]))
for name in whole.split():
    report(name, torch.tensor([12, 7, 9]), torch.tensor([2, 3, 1]))
for name in ("bitwise_and_", "bitwise_or_", "bitwise_xor_"):
    report(name, torch.tensor([True, False]), torch.tensor([True, True]))
    report(name, torch.tensor([6, 3]), 5)
    report(name, x, y)
report("ldexp_", x, torch.tensor([1, 2, 3]))
report("lerp_", x, y, 0.25)
report("addcmul_", x, y, y, value=0.5)
report("addcdiv_", x, y, y, value=0.5)
report("clamp_", x, -0.5, 1)
report("clip_", x, max=0.5)
report("fill_", x, 2)
report("renorm_", x, 2, 0, 1.0)
report("addbmm_", torch.ones(2, 2), torch.ones(3, 2, 4), torch.ones(3, 4, 2))
report("addmm_", torch.ones(2, 2), x, y.mT)
report("addmv_", torch.ones(2), x, torch.ones(3), beta=2)
report("addr_", torch.ones(2, 3), torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0, 3.0]), alpha=0.5)
report("baddbmm_", torch.ones(1, 2, 2), x[None], y.mT[None])
report("index_add_", x, 1, torch.tensor([0, 2]), torch.ones(2, 2), alpha=3)
report("index_copy_", x, 0, torch.tensor([1]), torch.zeros(1, 3))
report("index_fill_", x, 1, torch.tensor([0]), 7.0)
report("index_put_", x, (torch.tensor([0, 1]), torch.tensor([2, 0])), torch.tensor([8.0, 9.0]))
report("index_put_", x, (torch.tensor([0, 0]), torch.tensor([2, 2])), torch.tensor([8.0, 9.0]), accumulate=True)
report("masked_fill_", x, x > 0, 0)
report("masked_scatter_", x, x > 0, torch.arange(6.0))
report("scatter_", x, 1, torch.tensor([[0], [2]]), torch.tensor([[5.0], [6.0]]))
report("scatter_", x, 0, torch.tensor([[1, 1, 0]]), 4.0)
report("scatter_add_", x, 1, torch.tensor([[0, 0], [2, 1]]), torch.ones(2, 2))
for how in ("sum", "mean", "amax", "amin"):
    report("scatter_reduce_", x, 1, torch.tensor([[0, 0], [2, 1]]), torch.full((2, 2), 2.0), how)
    report("scatter_reduce_", x, 1, torch.tensor([[0, 0], [2, 1]]), torch.full((2, 2), 2.0), how, include_self=False)
report("tril_", x)
report("triu_", x, 1)
report("cumsum_", x, 0)
report("cumprod_", x, 1)
report("fill_diagonal_", x, 1.0)
report("squeeze_", x[None])
report("unsqueeze_", x, 0)
report("t_", x)
report("transpose_", x, 0, 1)
report("swapaxes_", x, 0, 1)
report("swapdims_", x, 0, 1)
report("resize_", x, (3, 2))
report("put_", x, torch.tensor([0, 5]), torch.tensor([1.0, 2.0]))
report("requires_grad_", x)

# A leaf that wants gradients, and a value that backward needs, may not be changed.
leaf = torch.ones(2, requires_grad=True)
for name in ("abs_", "exp_", "zero_", "relu_", "tanh_"):
    try:
        getattr(leaf, name)()
    except RuntimeError as error:
        print(name, error)
for name in "abs_ exp_ sin_ tanh_ sigmoid_ sqrt_ square_ relu_ reciprocal_ neg_ log_ cos_ erf_ expm1_ log1p_ rsqrt_ sinh_ tan_".split():
    leaf = torch.tensor([0.5, 2.0], requires_grad=True)
    getattr(leaf * 1, name)().sum().backward()
    print(name, leaf.grad)
