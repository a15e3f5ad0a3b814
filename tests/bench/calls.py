"""Microseconds an operation, called from Python; `figures` measures them.

Rounds of 5,000 calls of each operation take turns. The first ones, in which the browser is still compiling, are left out; each
figure is the median of the rest with the empty loop taken off. Results are dropped as in a learner's code.
"""

import json
import statistics
import time

import numpy as np
import torch
from sconce_face import bridge, schema

WARM, CALLS = 10, 5000


def crossings():
    return json.loads(bridge.stats_text())["calls"]


def loop_of(expression, **names):
    """The loop is compiled with the operands as locals, as in a function of the learner's."""
    source = f"def loop({', '.join(names)}):\n    for _ in range({CALLS}):\n        {expression}\n"
    scope = {}
    exec(source, scope)
    return lambda: scope["loop"](**names)


def timed(loop):
    start = time.perf_counter()
    loop()
    return (time.perf_counter() - start) / CALLS * 1e6


def measure(loops, rounds_counted):
    rounds = {name: [] for name in loops}
    for _ in range(WARM + rounds_counted):
        for name, loop in loops.items():
            rounds[name].append(timed(loop))
    medians = {name: statistics.median(times[WARM:]) for name, times in rounds.items()}
    floor = medians.pop("nothing")
    results = {}
    for name, median in medians.items():
        before = crossings()
        loops[name]()
        results[name] = {"us": round(median - floor, 2), "crossings": round((crossings() - before) / CALLS, 2)}
    return floor, results


def loops():
    a, b = torch.ones(4), torch.ones(4)
    ga, gb = torch.ones(4, requires_grad=True), torch.ones(4, requires_grad=True)
    m, n = torch.ones(4, 8), torch.ones(8, 4)
    gm, gn = torch.ones(4, 8, requires_grad=True), torch.ones(8, 4, requires_grad=True)
    x, y = np.ones(4), np.ones(4)
    return {
        "nothing": loop_of("pass"),
        "add, 4 elements": loop_of("a + b", a=a, b=b),
        "add, 4 elements, with grad": loop_of("a + b", a=ga, b=gb),
        "add a number": loop_of("a + 1.5", a=a),
        "matmul 4x8 @ 8x4": loop_of("a @ b", a=m, b=n),
        "matmul 4x8 @ 8x4, with grad": loop_of("a @ b", a=gm, b=gn),
        "index a[2]": loop_of("a[2]", a=a),
        "slice m[1:3]": loop_of("m[1:3]", m=m),
        "view": loop_of("m.view(2, 16)", m=m),
        "view, with grad": loop_of("m.view(2, 16)", m=gm),
        "reshape": loop_of("m.reshape(2, 16)", m=m),
        "transpose": loop_of("m.transpose(0, 1)", m=m),
        "item": loop_of("a.item()", a=torch.ones(1)),
        "shape": loop_of("a.shape", a=a),
        "sum": loop_of("a.sum()", a=a),
        "sum, over a dimension": loop_of("m.sum(dim=1)", m=m),
        "exp": loop_of("a.exp()", a=a),
        "numpy add, 4 elements": loop_of("a + b", a=x, b=y),
        "numpy add a number": loop_of("a + 1.5", a=x),
        "numpy index a[2]": loop_of("a[2]", a=x),
        "numpy slice a[1:3]": loop_of("a[1:3]", a=x),
    }


def figures(rounds):
    floor, results = measure(loops(), rounds)
    schema.settle()
    stats = json.loads(bridge.stats_text())
    live = {name: stats[name] for name in ("live_handles", "live_bytes")}
    return {"ops": results, "loop_us": round(floor, 3), **live}
