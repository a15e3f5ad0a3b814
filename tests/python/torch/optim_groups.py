import copy
import warnings

import torch
from torch import optim
from torch.optim.optimizer import register_optimizer_step_post_hook, required

warnings.simplefilter("always")
shown = warnings.showwarning
warnings.showwarning = lambda message, category, *rest: print(f"{category.__name__}: {message}")


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def leaf(*values):
    return torch.tensor(values, requires_grad=True)


a, b, c = leaf(1.0, 2.0), leaf(3.0), leaf(4.0)

# What is refused
attempt(lambda: optim.SGD([], lr=0.1))
attempt(lambda: optim.SGD(a, lr=0.1))
attempt(lambda: optim.SGD({a, b}, lr=0.1) and "a set of tensors is a list to it")
attempt(lambda: optim.SGD([{"params": {a, b}}], lr=0.1))
attempt(lambda: optim.SGD([a, 3], lr=0.1))
attempt(lambda: optim.SGD([a, "x"], lr=0.1))
attempt(lambda: optim.SGD([a * 2], lr=0.1))
attempt(lambda: optim.SGD([{"params": a}, {"params": [b, a]}], lr=0.1))
attempt(lambda: optim.SGD([a, a], lr=0.1))
attempt(lambda: optim.SGD([("a", a), b], lr=0.1))
attempt(lambda: optim.SGD([a, {"params": b}], lr=0.1))
attempt(lambda: optim.SGD([{"params": a}, 3], lr=0.1))
for cls in (optim.SGD, optim.Adam, optim.AdamW, optim.Adamax, optim.NAdam, optim.RAdam, optim.RMSprop, optim.Adagrad,
            optim.Adadelta, optim.Rprop, optim.ASGD, optim.LBFGS):
    attempt(lambda: cls([a], lr=-0.1))
    attempt(lambda: cls([a], lr=torch.tensor([1.0, 2.0])))
    attempt(lambda: cls([a], weight_decay=-1.0))
    print(cls([a]))
attempt(lambda: optim.SGD([a], momentum=-1.0))
attempt(lambda: optim.SGD([a], nesterov=True))
attempt(lambda: optim.SGD([a], nesterov=True, momentum=0.9, dampening=0.1))
attempt(lambda: optim.SGD([a], fused=True, foreach=True))
attempt(lambda: optim.SGD([a], fused=True, differentiable=True))
attempt(lambda: optim.Adam([a], betas=(1.0, 0.9)))
attempt(lambda: optim.Adam([a], betas=(0.9, -1.0)))
attempt(lambda: optim.Adam([a], betas=(0, 0.9)))
attempt(lambda: optim.Adam([a], eps=-1.0))
attempt(lambda: optim.Adam([a], lr=torch.tensor(0.1), foreach=True))
attempt(lambda: optim.RMSprop([a], alpha=-1.0))
attempt(lambda: optim.RMSprop([a], momentum=-1.0))
attempt(lambda: optim.Adagrad([a], lr_decay=-1.0))
attempt(lambda: optim.Adagrad([a], initial_accumulator_value=-1.0))
attempt(lambda: optim.Adadelta([a], rho=2.0))
attempt(lambda: optim.NAdam([a], momentum_decay=-2.0))
attempt(lambda: optim.Rprop([a], etas=(2.0, 3.0)))
attempt(lambda: optim.LBFGS([{"params": a}, {"params": b}]))
attempt(lambda: optim.Optimizer([a], {"lr": 0.1}).step())

# Groups, names, state
o = optim.SGD([{"params": [a], "lr": 0.5}, {"params": b}], lr=0.1, momentum=0.9)
print(o)
attempt(lambda: o.add_param_group({"params": b}))
attempt(lambda: o.add_param_group([b]))
attempt(lambda: o.add_param_group({"params": [("c", c)]}))
o.add_param_group({"params": c, "weight_decay": 0.5})
print(len(o.param_groups), o.param_groups[2])
print(o.state_dict())
(a.sum() * 2 + b.sum() * c.sum()).backward()
o.step()
print(o.state_dict())
print(a, b, c)
named = optim.Adam([("a", leaf(1.0)), ("b", leaf(2.0))])
print(named.state_dict()["param_groups"])
print(named.param_groups[0]["params"])

# Loading
other = optim.SGD([{"params": [leaf(1.0, 2.0)]}, {"params": [leaf(3.0)]}, {"params": [leaf(4.0)]}], lr=7.0, momentum=0.1)
other.load_state_dict(o.state_dict())
print(other)
print(list(other.state.values()))
attempt(lambda: optim.SGD([leaf(1.0)]).load_state_dict(o.state_dict()))
attempt(lambda: optim.SGD([{"params": [leaf(1.0), leaf(2.0)]}, {"params": []}, {"params": []}]).load_state_dict(o.state_dict()))
adam = optim.Adam([leaf(1.0)])
adam.param_groups[0]["params"][0].grad = torch.ones(1)
adam.step()
saved = copy.deepcopy(adam.state_dict())
saved["state"][0]["step"] = 5
fresh = optim.Adam([torch.ones(1, dtype=torch.float64, requires_grad=True)])
fresh.load_state_dict(saved)
print(fresh.state_dict())

# Gradients
o.zero_grad(set_to_none=False)
print(a.grad, b.grad)
o.zero_grad()
print(a.grad, b.grad)
o.step()
print(a)
a.grad = torch.ones(2)
print(o.step(lambda: 3.5), a)

# Hooks
o.register_step_pre_hook(lambda opt, args, kwargs: print("before", type(opt).__name__, args[1:], kwargs))
handle = o.register_step_post_hook(lambda opt, args, kwargs: print("after"))
o.step()
handle.remove()
o.step()
o.register_state_dict_post_hook(lambda opt, state: {"only": len(state["state"])})
print(o.state_dict())
everywhere = register_optimizer_step_post_hook(lambda opt, args, kwargs: print("any", type(opt).__name__))
adam.step()
everywhere.remove()
attempt(lambda: optim.Adam([a], capturable=True).step())


class Plain(optim.Optimizer):
    def __init__(self, params, lr=required):
        super().__init__(params, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.add_(p.grad, alpha=-group["lr"])


attempt(lambda: Plain([a]))
p = Plain([a], lr=0.25)
a.grad = torch.tensor([4.0, 8.0])
p.step()
print(a, p)
warnings.showwarning = shown  # which else would keep this script alive
