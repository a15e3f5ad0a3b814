# Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict.
from collections import OrderedDict

import torch
from torch import nn


def fails(action):
    try:
        print("no error:", action())
    except Exception as error:
        print(type(error).__name__, error)


torch.manual_seed(0)
seq = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
print(len(seq), seq[0], seq[-1], seq[0:2], seq[::2], list(seq.state_dict()))
print(nn.Sequential(OrderedDict([("a", nn.Linear(1, 1)), ("act", nn.Tanh())])).act)
print(seq.append(nn.Sigmoid()) is seq, seq.insert(1, nn.Tanh()) is seq, seq)
print(seq.pop(1), seq.extend([nn.ReLU()]) is seq, len(seq))
seq[1] = nn.GELU()
del seq[0]
print(seq, [type(m).__name__ for m in seq])
del seq[1:]
print(seq + nn.Sequential(nn.ReLU()), seq * 2, 3 * nn.Sequential(nn.ReLU()))
seq += nn.Sequential(nn.Tanh())
seq *= 2
print(seq, [n for n in dir(seq) if n.isdigit()])
fails(lambda: seq[10])
fails(lambda: seq["a"])
fails(lambda: seq + [nn.ReLU()])
fails(lambda: seq * 1.5)
fails(lambda: seq * 0)
fails(lambda: seq.insert(9, nn.ReLU()))
fails(lambda: seq.insert(0, 3))
fails(lambda: seq.append(3))
fails(lambda: nn.Sequential(3))
fails(lambda: nn.Sequential([nn.ReLU()]))
print(nn.Sequential()(torch.ones(1)))

print("-- ModuleList")
many = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
print(many, len(many), many[-1], many[:2], many[1:] + [nn.ReLU()])
many.append(nn.ReLU()).extend([nn.Tanh(), nn.Tanh()])
many.insert(0, nn.Identity())
many += [nn.Sequential(nn.ReLU(), nn.Linear(1, 1))] * 2
print(many, many.pop(0), [n for n, _ in many.named_parameters()])
many[0] = nn.ReLU()
del many[-1], many[0:2]
print(many, nn.Linear in map(type, many), many[0] in many)
fails(lambda: many[100])
fails(lambda: many.extend(3))
fails(lambda: many.append("x"))
fails(lambda: many(torch.ones(1)))
fails(lambda: nn.ModuleList(nn.Linear(2, 2)))

print("-- ModuleDict")
named = nn.ModuleDict({"conv": nn.Conv1d(1, 1, 1), "act": nn.ReLU()})
named["more"] = nn.Tanh()
named.update([["x", nn.Identity()]])
print(named, list(named), len(named), "act" in named, list(named.keys()), [type(m).__name__ for m in named.values()])
print([(k, type(m).__name__) for k, m in named.items()], named.pop("x"), named["act"])
del named["act"]
fails(lambda: named["none"])
fails(lambda: named.update(3))
fails(lambda: named.update([3]))
fails(lambda: named.update([[1, 2, 3]]))
fails(lambda: named.__setitem__("keys", nn.ReLU()))
fails(lambda: named.__setitem__("m", 1))
named.clear()
print(named)

print("-- ParameterList")
held = nn.ParameterList([nn.Parameter(torch.ones(2)), torch.zeros(2, 3)])
held.append(torch.ones(1)).extend([5, "text"])
held += [torch.ones(2)]
print(held, len(held), held[0], held[1].requires_grad, held[-1], held[3:5], [n for n, _ in held.named_parameters()])
held[0] = torch.full((2,), 4.0)
print(held[0], len(list(held.parameters())), [type(v).__name__ for v in held])
fails(lambda: held[9])
fails(lambda: held(1))
fails(lambda: held.extend(3))
fails(lambda: held.extend(torch.ones(2)))

print("-- ParameterDict")
both = nn.ParameterDict({"w": torch.ones(2), "b": nn.Parameter(torch.zeros(1))})
both["other"] = 3
print(both, len(both), list(both), list(both.keys()), both["w"], "b" in both, both.get("none", 7), both.get("other"))
print(both.setdefault("new", torch.ones(1)), both.pop("other"), both.popitem(), list(reversed(both)))
print((both | {"z": torch.ones(1)}).keys(), both.copy(), [n for n, _ in both.named_parameters()])
both |= {"y": torch.ones(3)}
both.update([("q", torch.ones(1))])
print(list(both.items())[-1], both.fromkeys(["a", "b"], torch.ones(1)))
fails(lambda: both[3])
fails(lambda: both.update(3))
fails(lambda: both(1))
fails(lambda: both["none"])
both.clear()
print(both, len(both))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(4, 4), nn.ReLU()) for _ in range(6)])
        self.heads = nn.ModuleDict({"a": nn.Linear(4, 1), "b": nn.Linear(4, 2)})
        self.gains = nn.ParameterList([torch.ones(1) for _ in range(2)])


net = Net()
print(net, sum(p.numel() for p in net.parameters()), list(net.state_dict())[-4:])
