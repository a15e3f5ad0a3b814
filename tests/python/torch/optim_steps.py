import torch
from torch import optim


def train(make, steps=200):
    torch.manual_seed(1)
    w = torch.randn(5, 7, requires_grad=True)
    b = torch.randn(3, requires_grad=True)
    s = torch.tensor(0.7, requires_grad=True)
    target = torch.randn(5, 7)
    optimizer = make([w, b, s])
    for _ in range(steps):
        optimizer.zero_grad()
        loss = ((w - target) ** 2).sum() + (b * b * b * b).sum() + (s - 3).abs() + (w[0] * s).sum() * 0.1
        loss.backward()
        optimizer.step()
    print(optimizer)
    # item() shows every digit: the updates round as the real kernels do.
    print([x.item() for x in (loss, w[0, 0], w[3, 4], b[1], s)])
    state = optimizer.state_dict()
    print({number: sorted(kept) for number, kept in state["state"].items()}, state["param_groups"])


for make in (
    lambda p: optim.SGD(p, lr=0.01),
    lambda p: optim.SGD(p, 0.01, 0.9, 0.1, 0.01),
    lambda p: optim.SGD(p, 0.01, 0.9, nesterov=True, weight_decay=0.1),
    lambda p: optim.SGD(p, 0.0001, maximize=True),
    lambda p: optim.Adam(p),
    lambda p: optim.Adam(p, 0.05, amsgrad=True, weight_decay=0.1),
    lambda p: optim.AdamW(p, 0.01),
    lambda p: optim.AdamW(p, 0.01, (0.4, 0.8), amsgrad=True),
    lambda p: optim.Adamax(p),
    lambda p: optim.NAdam(p, 0.01, weight_decay=0.1, decoupled_weight_decay=True),
    lambda p: optim.RAdam(p, 0.01, weight_decay=0.1),
    lambda p: optim.RMSprop(p),
    lambda p: optim.RMSprop(p, momentum=0.9, centered=True, weight_decay=0.01),
    lambda p: optim.Adagrad(p, 0.1, lr_decay=0.01),
    lambda p: optim.Adadelta(p),
    lambda p: optim.Rprop(p),
    lambda p: optim.ASGD(p, t0=50),
):
    train(make)


def rosenbrock(**options):
    x = torch.tensor([-1.5, 2.0], requires_grad=True)
    optimizer = optim.LBFGS([x], **options)

    def closure():
        optimizer.zero_grad()
        loss = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
        loss.backward()
        return loss

    for i in range(5):
        loss = optimizer.step(closure)
        print(i, loss.item(), x.tolist())
    print(sorted(optimizer.state_dict()["state"][0]), optimizer)


rosenbrock(lr=0.001)
rosenbrock(line_search_fn="strong_wolfe")
rosenbrock(line_search_fn="strong_wolfe", history_size=2, max_iter=5)
