import torch
from torch import nn, optim
from torch.optim.swa_utils import SWALR, AveragedModel, get_ema_avg_fn, get_ema_multi_avg_fn, get_swa_multi_avg_fn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 3))
averages = [
    AveragedModel(model),
    AveragedModel(model, avg_fn=get_ema_avg_fn(0.9)),
    AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.9), use_buffers=True),
    AveragedModel(model, multi_avg_fn=get_swa_multi_avg_fn()),
]
optimizer = optim.SGD(model.parameters(), 0.1)
scheduler = SWALR(optimizer, 0.05, 3)
data = torch.randn(8, 2)
for _ in range(5):
    optimizer.zero_grad()
    model(data).pow(2).mean().backward()
    optimizer.step()
    scheduler.step()
    for average in averages:
        average.update_parameters(model)
    print(scheduler.get_last_lr())
for average in averages:
    print(average.state_dict())
print(averages[0], averages[0](data[:1]).detach())
for make in (
    lambda: get_ema_avg_fn(2.0), lambda: SWALR(optimizer, 0.1, anneal_strategy="sin"), lambda: SWALR(optimizer, 0.1, -1),
    lambda: AveragedModel(model, avg_fn=print, multi_avg_fn=print), lambda: SWALR(optimizer, [0.1, 0.2]),
):
    try:
        make()
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
linear = SWALR(optimizer, 0.01, 4, "linear")
for _ in range(6):
    optimizer.step()
    linear.step()
    print(linear.get_last_lr())
