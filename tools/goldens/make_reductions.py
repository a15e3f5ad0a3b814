"""Writes what real PyTorch and NumPy give, bit for bit, for reductions over arrays of many shapes and layouts.

usage: python3 make_reductions.py OUT [--cases N] [--seed S] [--large]

OUT.json is a list of cases: library, op, dtype, the shape and axis order and steps of a view, dims (null: all), correction, and where
the result's bytes are in OUT.bin (element counts follow from its length, kept beside). The input is not stored: element i of the
array behind the view is value(i) below, which any language can compute exactly.
Run with one thread: with more, torch splits long sums, and their last digits depend on the machine.
"""
import argparse
import json
import pathlib
import random
import warnings

import numpy as np
import torch


def values(count, around_one):
    """Elements 0 .. count - 1: splitmix64 of the index, scaled to [-4, 4), or to [15/16, 17/16)."""
    z = (np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15))
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    unit = (z >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return 1 + (unit - 0.5) / 8 if around_one else (unit - 0.5) * 8


def random_shape(rng, large):
    ndim = rng.choice([1, 1, 2, 2, 2, 3, 3, 4])
    if large:
        sizes = {1: [40000, 70001, 131072], 2: [300, 1000, 2049], 3: [40, 65, 130], 4: [9, 20, 33]}
    else:
        sizes = {1: [1, 3, 7, 8, 9, 31, 64, 127, 129, 300, 1000, 4099, 9000], 2: [1, 2, 5, 8, 17, 33, 70], 3: [1, 2, 3, 8, 13, 20], 4: [1, 2, 3, 5, 9]}
    return [rng.choice(sizes[ndim]) for _ in range(ndim)]


def random_case(rng, large):
    library = rng.choice(["torch", "numpy"])
    op = rng.choice(["sum", "sum", "sum", "mean", "prod", "var", "std", "cumsum", "cumprod"])
    shape = random_shape(rng, large)
    order = list(range(len(shape)))
    if rng.random() < 0.5:
        rng.shuffle(order)
    steps = [rng.choice([1, 1, 1, 2]) for _ in shape]
    if library == "numpy":
        steps = [-step if rng.random() < 0.15 else step for step in steps]
    case = {"library": library, "op": op, "dtype": rng.choice(["float32", "float64"]), "shape": shape, "order": order, "steps": steps}
    single = op in ("cumsum", "cumprod", "prod")
    if op in ("cumsum", "cumprod") or rng.random() < 0.7:
        count = 1 if single else rng.randint(1, len(shape))
        case["dims"] = rng.sample(range(len(shape)), count)
    else:
        case["dims"] = None
    if op in ("var", "std"):
        case["correction"] = rng.choice([0, 1])
    if op == "sum" and case["dtype"] == "float32" and rng.random() < 0.3:
        case["as"] = "float64"
    return case


def evaluate(case):
    count = int(np.prod(case["shape"]))
    data = values(count, case["op"] in ("prod", "cumprod")).astype(case["dtype"]).reshape(case["shape"])
    view = data.transpose(case["order"])[tuple(slice(None, None, step) for step in case["steps"])]
    dims, op = case["dims"], case["op"]
    if case["library"] == "torch":
        steps = tuple(slice(None, None, step) for step in case["steps"])
        tensor = torch.from_numpy(data).permute(case["order"])[steps]
        if op in ("cumsum", "cumprod"):
            return getattr(torch, op)(tensor, dims[0]).numpy()
        if op == "prod":
            return (torch.prod(tensor) if dims is None else torch.prod(tensor, dims[0])).numpy()
        keywords = {"correction": case["correction"]} if "correction" in case else {}
        if "as" in case:
            keywords["dtype"] = getattr(torch, case["as"])
        return getattr(torch, op)(tensor, dim=dims, **keywords).numpy()
    if op in ("cumsum", "cumprod"):
        return getattr(np, op)(view, axis=dims[0])
    keywords = {"ddof": case["correction"]} if "correction" in case else {}
    if "as" in case:
        keywords["dtype"] = case["as"]
    return np.asarray(getattr(np, op)(view, axis=None if dims is None else tuple(dims), **keywords))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--cases", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    rng = random.Random(options.seed)
    cases, blob = [], bytearray()
    while len(cases) < options.cases:
        case = random_case(rng, options.large)
        result = np.ascontiguousarray(evaluate(case))
        if result.size > 200 and not options.large:
            continue
        case["at"], case["count"] = len(blob), int(result.size)
        blob += result.tobytes() + bytes(-result.nbytes % 8)
        cases.append(case)
    pathlib.Path(options.out + ".json").write_text("[" + ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases) + "]\n")
    pathlib.Path(options.out + ".bin").write_bytes(bytes(blob))
    print(len(cases), "cases,", len(blob), "bytes,", "torch", torch.__version__, "NumPy", np.__version__)


if __name__ == "__main__":
    main()
