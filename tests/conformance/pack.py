#!/usr/bin/env python3
"""Pack the golden OpInfo files for opinfo.mjs: python3 tests/conformance/pack.py GOLDEN/opinfo

A pack is the gzip of: the length of the JSON (u32, little-endian), the JSON, zeros up to a multiple of 8, and all tensors'
elements. The JSON is a list of entries as the golden files have them, the tensors' offsets counted in the pack.
"""

import gzip
import json
import pathlib
import sys

TARGET = pathlib.Path(__file__).parent.parent / "data/opinfo"


def rebase(value, base):
    """Add `base` to the offset of every tensor in `value`."""
    if isinstance(value, dict) and isinstance(value.get("t"), list):
        value["t"][2] += base
    elif isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            rebase(part, base)


def to_eight(data):
    return data + bytes(-len(data) % 8)


def pack(name, paths):
    entries, blob = [], b""
    for path in paths:
        read = json.loads(path.read_text())
        rebase(read, len(blob))
        entries += read if isinstance(read, list) else [read]
        blob += to_eight(path.with_suffix(".bin").read_bytes())
    text = json.dumps(entries, separators=(",", ":")).encode()
    whole = to_eight(len(text).to_bytes(4, "little") + text) + blob
    (TARGET / f"{name}.pack.gz").write_bytes(gzip.compress(whole, 9, mtime=0))
    print(f"{name}: {len(entries)} entries")


def main():
    golden = pathlib.Path(sys.argv[1])
    for dtype in ("float32", "int64", "bool"):
        pack(dtype, sorted((golden / dtype).glob("*.json")))
    pack("errors", [golden / "errors.json"])


main()
