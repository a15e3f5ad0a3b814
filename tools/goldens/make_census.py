#!/usr/bin/env python3
"""Writes tests/data/census/names.json: the names that teaching code uses, each with the number of repositories that use it.

    python3 tools/goldens/make_census.py CENSUS.md

CENSUS.md holds tables of names counted over 54 public repositories. A method whose receiver the counting could not know is
written as Tensor's; operators and indexing are no names and left out.
"""

import json
import re
import sys
from pathlib import Path

# What the names of a section lack in front.
OWNERS = {
    "Tensor/ndarray method or attribute": "Tensor.",
    "nn.Module method or attribute": "torch.nn.Module.",
    "Optimizer method": "torch.optim.Optimizer.",
}
SHORT = {"F": "torch.nn.functional", "np": "numpy"}


def full(name, section):
    """The name as a program would write it with nothing imported under another name."""
    owner = next((owner for start, owner in OWNERS.items() if section.startswith(start)), None)
    if owner is not None:
        return owner + name
    first, dot, rest = name.partition(".")
    return SHORT.get(first, first) + dot + rest


def names(text):
    """{name: repositories} in the order of the census."""
    found, section = {}, ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line[3:]
        row = re.match(r"\| (\S+?)\*? \| (\d+) \| \d+ \| \d+ \| \d+ \|", line)
        if row and not section.startswith("operators"):
            found[full(row[1], section)] = int(row[2])
    # Of the names that the real libraries lack, those of a module that one only installs beside them.
    for name, count in re.findall(r"(torch\.utils\.tensorboard\.\S+) \((\d+) repos\)", text):
        found[name] = int(count)
    return found


def main():
    found = names(Path(sys.argv[1]).read_text())
    rows = ",\n".join(f"  {json.dumps(name)}: {count}" for name, count in found.items())
    target = Path(__file__).parents[2] / "tests/data/census/names.json"
    target.write_text(f"{{\n{rows}\n}}\n")


main()
