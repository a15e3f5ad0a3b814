"""Microseconds an operation, called from Python; the last line printed is JSON.

Each figure is the median of 9 rounds of 5,000 calls, the empty loop taken off, results dropped as in a learner's code.
"""

import json
import statistics
import time

import numpy as np
import torch
from sconce_face import bridge

ROUNDS, CALLS = 9, 5000


def crossings():
    return json.loads(bridge.stats_text())["calls"]


def empty():
    for _ in range(CALLS):
        pass


def timed(loop):
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        loop()
        rounds.append((time.perf_counter() - start) / CALLS * 1e6)
    return statistics.median(rounds)


def case(expression, **names):
    """The loop is compiled with the operands as locals, as in a function of the learner's."""
    source = f"def loop({', '.join(names)}):\n    for _ in range({CALLS}):\n        {expression}\n"
    scope = {}
    exec(source, scope)
    loop = lambda: scope["loop"](**names)
    loop()
    before = crossings()
    loop()
    per_call = (crossings() - before) / CALLS
    return {"us": round(timed(loop) - floor, 2), "crossings": round(per_call, 2)}


floor = timed(empty)
a, b = torch.ones(4), torch.ones(4)
ga, gb = torch.ones(4, requires_grad=True), torch.ones(4, requires_grad=True)
m, n = torch.ones(4, 8), torch.ones(8, 4)
gm, gn = torch.ones(4, 8, requires_grad=True), torch.ones(8, 4, requires_grad=True)
one = torch.ones(1)
x, y = np.ones(4), np.ones(4)

results = {
    "add, 4 elements": case("a + b", a=a, b=b),
    "add, 4 elements, with grad": case("a + b", a=ga, b=gb),
    "add a number": case("a + 1.5", a=a),
    "matmul 4x8 @ 8x4": case("a @ b", a=m, b=n),
    "matmul 4x8 @ 8x4, with grad": case("a @ b", a=gm, b=gn),
    "index a[2]": case("a[2]", a=a),
    "slice m[1:3]": case("m[1:3]", m=m),
    "view": case("m.view(2, 16)", m=m),
    "view, with grad": case("m.view(2, 16)", m=gm),
    "item": case("a.item()", a=one),
    "shape": case("a.shape", a=a),
    "sum": case("a.sum()", a=a),
    "exp": case("a.exp()", a=a),
    "numpy add, 4 elements": case("a + b", a=x, b=y),
}

del a, b, ga, gb, m, n, gm, gn, one, x, y
bridge.send(bridge.op_code("nop") if hasattr(bridge, "op_code") else 0, ())
stats = json.loads(bridge.stats_text())
print(json.dumps({"ops": results, "loop_us": round(floor, 3), "live_handles": stats["live_handles"], "live_bytes": stats["live_bytes"]}))
