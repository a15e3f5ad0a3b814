import io
import os
import pickle
import sys
import tempfile
import zipfile
from collections import Counter, OrderedDict

import torch
from torch import nn, optim


def attempt(make):
    try:
        print(make())
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def written(value, **options):
    file = io.BytesIO()
    torch.save(value, file, **options)
    file.seek(0)
    return file


def back(value, **options):
    return torch.load(written(value), **options)


# Values
x = torch.arange(6.0).reshape(2, 3)
for value in (
    x, torch.tensor(3), torch.tensor([True, False]), torch.tensor([1, 2, 300], dtype=torch.int32), torch.zeros(0, 3),
    torch.tensor([255, 0], dtype=torch.uint8), torch.tensor([1.5, -2.5], dtype=torch.float64), x.t(), x[1], x[:, 1:], x[::1, ::2],
    torch.tensor([1.0], requires_grad=True), nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2), requires_grad=False),
    [1, 2.5, "text", None, True, (1, 2), {"k": [x[0]]}], OrderedDict(a=1), Counter("aab"), {1, 2}, b"bytes", 1 << 70,
    torch.float32, torch.Size([1, 2]), torch.device("cpu"), 3 + 4j, bytearray(b"x"), (), ((),), -1, 70000, "ä" * 300,
    float("inf"), -0.0, [[]], x * 2 + torch.ones(1, requires_grad=True).detach(),
):
    print(repr(back(value)), type(back(value)).__name__)
views = back({"x": x, "row": x[1], "t": x.t()})
views["x"][1, 0] = 100
print(views, views["t"].stride(), views["row"].storage_offset(), x[1, 0])
same = [x, x]
loaded = back(same)
print(loaded[0] is loaded[1])
recursive = [1]
recursive.append(recursive)
attempt(lambda: back(recursive)[1][1][0])
p = back(nn.Parameter(torch.ones(2)))
print(p.requires_grad, p.is_leaf, type(p))

# State dicts, optimizers
torch.manual_seed(0)
model = nn.Linear(3, 2)
optimizer = optim.Adam(model.parameters(), lr=0.01)
model(x).sum().backward()
optimizer.step()
checkpoint = back({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3})
print(checkpoint)
other = nn.Linear(3, 2)
print(other.load_state_dict(checkpoint["model"]))
fresh = optim.Adam(other.parameters())
fresh.load_state_dict(checkpoint["optimizer"])
model.zero_grad(), other.zero_grad()
for m, o in ((model, optimizer), (other, fresh)):
    m(x).sum().backward()
    o.step()
print(torch.equal(model.weight, other.weight), fresh)

# Files
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "model.best.pt")
    torch.save(model.state_dict(), path)
    print(zipfile.ZipFile(path).namelist())
    print({k: v.shape for k, v in torch.load(path, weights_only=True, map_location="cpu").items()})
    print(torch.load(path, map_location=torch.device("cpu"), mmap=True).keys())
    with open(path, "rb") as file:
        print(torch.load(file)["bias"])
    with open(path, "wb") as file:
        torch.save([x], file)
    print(torch.load(path))
archive = zipfile.ZipFile(written({"x": x, "row": x[1]}))
print([(i.filename, i.file_size) for i in archive.infolist() if "serialization_id" not in i.filename and "pkl" not in i.filename])
print(archive.read("archive/data/0"), archive.read("archive/version"), archive.read("archive/byteorder"), archive.read("archive/.format_version"))
raw = written([x, torch.ones(3)]).getvalue()
starts = [raw.find(archive_bytes) % 64 for archive_bytes in (archive.read("archive/data/0"), torch.ones(3).numpy().tobytes())]
print(starts)
print(archive.read("archive/data.pkl"))

# Where it is refused


class Home:
    def __init__(self, value):
        self.value = value


# pickle finds a class where its module says; a test is not run as the main module everywhere.
sys.modules["__main__"].Home = Home

attempt(lambda: back(Home(1)))
attempt(lambda: back(nn.Linear(1, 1)))
attempt(lambda: back([os.path.join]))
attempt(lambda: back([os.getcwd]))
attempt(lambda: back(print))
attempt(lambda: torch.load(io.BytesIO(pickle.dumps([1, 2], protocol=2))))
attempt(lambda: torch.load(io.BytesIO(pickle.dumps([1, 2], protocol=2)), weights_only=False))
attempt(lambda: torch.load(io.BytesIO(b"hello")))
attempt(lambda: torch.load(io.BytesIO(b"")))
attempt(lambda: torch.load(io.BytesIO(b"\x80\x02\xff")))
try:
    torch.load("no such file")
except FileNotFoundError as error:
    print(error.strerror, error.filename)
attempt(lambda: torch.load(3))
attempt(lambda: torch.save(1, 3))
attempt(lambda: back(x, map_location="cuda"))
attempt(lambda: back(x, map_location=torch.device("cuda")))
attempt(lambda: back(x, map_location={"cpu": "cuda:1"}))
attempt(lambda: back(x, map_location="foo"))
attempt(lambda: back(x, map_location={"cuda:0": "cpu"}))
attempt(lambda: back(x, map_location=lambda storage, location: storage))
attempt(lambda: back(x, map_location=lambda storage, location: None))
attempt(lambda: back(x, pickle_module=pickle, weights_only=True))
attempt(lambda: torch.load(written(x), mmap=True))
torch.serialization.add_safe_globals([Home])
print(back(Home(5)).value, Home in torch.serialization.get_safe_globals())
torch.serialization.clear_safe_globals()
attempt(lambda: back(Home(1)))
with torch.serialization.safe_globals([Home]):
    print(back(Home([x[0]])).value)
print(Home in torch.serialization.get_safe_globals())

# Whole objects
whole = back(nn.Sequential(nn.Linear(2, 2), nn.ReLU()), weights_only=False)
print(whole, [name for name, _ in whole.named_parameters()])
print(back(Home({"a": x[0]}), weights_only=False).value)
del sys.modules["__main__"].Home
