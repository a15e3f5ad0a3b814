import torch
from torch.utils.data import *
from torch.nn.utils.rnn import pad_sequence

torch.manual_seed(0)


class Sentences(Dataset):
    def __init__(self):
        self.data = [("good movie", 1), ("bad", 0), ("really not good at all", 0), ("loved it so much", 1), ("meh ok", 0)]
        self.vocab = {"<pad>": 0}
        for s, _ in self.data:
            for w in s.split():
                self.vocab.setdefault(w, len(self.vocab))

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        s, y = self.data[i]
        return torch.tensor([self.vocab[w] for w in s.split()]), y


def collate(batch):
    xs, ys = zip(*batch)
    lengths = torch.tensor([len(x) for x in xs])
    return pad_sequence(xs, batch_first=True), lengths, torch.tensor(ys, dtype=torch.float32)


ds = Sentences()
for xb, lb, yb in DataLoader(ds, batch_size=2, collate_fn=collate):
    print(xb, lb, yb)
try:
    for b in DataLoader(ds, batch_size=2):
        print(b)
except RuntimeError as e:
    print(str(e))
w = torch.tensor([3.0, 1.0, 1.0, 3.0, 1.0])
sampler = WeightedRandomSampler(w, num_samples=10, replacement=True)
print(list(sampler))
print(list(RandomSampler(range(6))), list(SequentialSampler(range(3))), list(BatchSampler(SequentialSampler(range(7)), 3, False)))
print(list(SubsetRandomSampler([4, 8, 15])))
dl = DataLoader(ds, sampler=sampler, batch_size=5, collate_fn=collate)
print(len(dl), [tuple(b[0].shape) for b in dl])
print([d for d in DataLoader(list(range(7)), batch_size=3)], [d for d in DataLoader([1.5, 2.5], batch_size=None)])
print(next(iter(DataLoader([{"x": torch.ones(2), "y": i, "n": f"s{i}"} for i in range(3)], batch_size=2))))
tds = TensorDataset(torch.arange(10.).view(5, 2), torch.arange(5))
print(next(iter(DataLoader(tds, batch_size=3))))
a, b = random_split(range(10), [0.7, 0.3], generator=torch.Generator().manual_seed(0))
print(list(a), list(b), Subset(tds, [1, 2])[0], len(ConcatDataset([tds, tds])), (tds + tds)[7])


class Stream(IterableDataset):
    def __iter__(self):
        yield from range(4)


print(list(DataLoader(Stream(), batch_size=3)))
try:
    DataLoader(ds, batch_size=2, shuffle=True, sampler=sampler)
except ValueError as e:
    print(e)
try:
    DataLoader(ds, batch_size=0)
except ValueError as e:
    print(e)
try:
    TensorDataset(torch.ones(3), torch.ones(4))
except AssertionError as e:
    print("A", e)
try:
    random_split(range(5), [2, 2])
except ValueError as e:
    print(e)
try:
    next(iter(DataLoader([None, 1])))
except TypeError as e:
    print(e)
g = torch.Generator()
g.manual_seed(5)
for ep in range(2):
    print([x.tolist() for x in DataLoader(torch.arange(8), batch_size=4, shuffle=True, generator=g)])
class Custom(Dataset):
    pass
try:
    Custom()[0]
except NotImplementedError as e:
    print("NI", e)
try:
    len(Custom())
except TypeError as e:
    print(e)
print(default_collate([(1, 2.0), (3, 4.0)]))
print(DataLoader(ds).dataset is ds, type(DataLoader(ds).sampler).__name__, DataLoader(ds).batch_size)
for i, (x, y) in enumerate(DataLoader(tds, 2, drop_last=True)):
    print(i, x.shape, y)
