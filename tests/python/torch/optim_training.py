"""Whole trainings: a loader, a network, an optimizer, a schedule, a checkpoint."""

import copy
import io

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim import SGD, Adam, AdamW
from torch.optim.lr_scheduler import CosineAnnealingLR, LambdaLR, StepLR
from torch.utils.data import DataLoader, TensorDataset, random_split


class Net(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.hidden = nn.Linear(2, width)
        self.out = nn.Linear(width, 3)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(x)))


torch.manual_seed(42)
points = torch.randn(120, 2)
labels = (points[:, 0] > 0).long() + (points[:, 1] > 0.5).long()
train, test = random_split(TensorDataset(points, labels), [100, 20])
for make, schedule in (
    (lambda p: SGD(p, lr=0.5, momentum=0.9), lambda o: StepLR(o, 2, 0.5)),
    (lambda p: Adam(p, lr=0.02), lambda o: CosineAnnealingLR(o, 5)),
    (lambda p: AdamW([{"params": list(p), "weight_decay": 0.1}], lr=0.02), lambda o: LambdaLR(o, lambda e: 1 / (e + 1))),
):
    torch.manual_seed(7)
    model = Net(8)
    optimizer = make(model.parameters())
    scheduler = schedule(optimizer)
    for epoch in range(5):
        total = 0.0
        for x, y in DataLoader(train, batch_size=32, shuffle=True):
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x), y)
            loss.backward()
            norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            total += loss.item() * len(x)
        scheduler.step()
        print(f"{epoch} {total / len(train):.4f} {norm:.4f} {scheduler.get_last_lr()[0]:.5f}")
    with torch.no_grad():
        x, y = next(iter(DataLoader(test, batch_size=20)))
        print((model(x).argmax(1) == y).float().mean().item())

    # Go on from a checkpoint, and from a copy, as if nothing had happened.
    file = io.BytesIO()
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict()}, file)
    file.seek(0)
    checkpoint = torch.load(file)
    again = Net(8)
    again.load_state_dict(checkpoint["model"])
    other = make(again.parameters())
    other.load_state_dict(checkpoint["optimizer"])
    copied, copied_optimizer = copy.deepcopy((model, optimizer))
    for m, o in ((model, optimizer), (again, other), (copied, copied_optimizer)):
        for _ in range(3):
            o.zero_grad()
            loss = F.cross_entropy(m(points), labels)
            loss.backward()
            o.step()
        print(f"{loss.item():.4f} {m.out.weight.sum().item():.4f} {type(o).__name__}")
