"""Writes which of many equal elements real PyTorch's topk, kthvalue and median pick.

usage: python3 make_selections.py OUT.json [--cases N] [--seed S]

A case is [op, values, k, largest, values out, indices out]; op is "topk", "kthvalue" (largest means nothing) or "median" (nor does k).
"""
import argparse
import json
import pathlib
import random

import torch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--cases", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.set_num_threads(1)
    rng = random.Random(options.seed)
    cases = []
    for _ in range(options.cases):
        count = rng.choice([1, 2, 3, 4, 5, 8, 13, 17, 18, 33, 40, 64, 100, 200])
        kinds = rng.choice([1, 2, 4, 20])
        values = [rng.randrange(kinds) for _ in range(count)]
        if rng.random() < 0.2:
            values.sort()
        tensor = torch.tensor(values, dtype=torch.float32)
        if rng.random() < 0.7:
            k, largest = rng.choice([1, rng.randint(1, count), min(count, 3)]), rng.random() < 0.5
            picked = torch.topk(tensor, k, largest=largest)
            op = "topk"
        elif rng.random() < 0.5:
            k, largest, op = rng.randint(1, count), False, "kthvalue"
            picked = torch.kthvalue(tensor, k)
        else:
            k, largest, op = 0, False, "median"
            picked = torch.median(tensor, 0)
        flat = [[int(x) for x in part.reshape(-1).tolist()] for part in picked]
        cases.append([op, values, k, largest, *flat])
    pathlib.Path(options.out).write_text("[" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "]\n")
    print(len(cases), "cases, torch", torch.__version__)


if __name__ == "__main__":
    main()
