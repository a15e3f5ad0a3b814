"""torch.load runs nothing a file asks for, with weights_only=False too."""

import io
import pickle
import sys
import zipfile

import torch

ran = []


class Evil:
    def __init__(self, function, *args):
        self.call = function, args

    def __reduce__(self):
        return self.call


def archive(data):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as written:
        written.writestr("archive/data.pkl", data)
        written.writestr("archive/version", "3\n")
    file.seek(0)
    return file


def refused(data, **options):
    try:
        torch.load(archive(data), **options)
    except pickle.UnpicklingError as error:
        return str(error)
    raise AssertionError(f"was loaded: {data}")


main = sys.modules["__main__"]
main.ran, main.note = ran, ran.append
note = lambda *args: ran.append(args)  # noqa: E731
note.__module__, note.__qualname__ = "__main__", "note"
main.note = note

attacks = {
    "a call": pickle.dumps(Evil(eval, "1"), protocol=2),
    "a process": b"\x80\x02csubprocess\nPopen\n(X\x01\x00\x00\x00xtR.",
    "blocked": b"\x80\x02cos\nsystem\n(X\x01\x00\x00\x00xtR.",
    "an import": b"\x80\x02cimportlib\nimport_module\n(X\x02\x00\x00\x00ostR.",
    "getattr": b"\x80\x02c__builtin__\ngetattr\n(X\x01\x00\x00\x00xtR.",
    "a program's function": b"\x80\x02c__main__\nnote\n(K\x01tR.",
    "torch's function": b"\x80\x02ctorch\nmanual_seed\n(K\x01tR.",
    "torch's import": b"\x80\x02ctorch.optim.lr_scheduler\nwraps\n(K\x01tR.",
    "torch's import of a class": b"\x80\x02ctorch.optim.optimizer\nOrderedDict\nq\x00K\x01b.",
    "no such module": b"\x80\x02ctorch.nowhere\nthing\n(K\x01tR.",
    "a state for a function": b"\x80\x02c__main__\nnote\n}b.",
    "a state for a class": b"\x80\x02ctorch\nTensor\nN}X\x01\x00\x00\x00xK\x01s\x86b.",
    "an item of a list": b"\x80\x02](K\x01K\x02u.",
    "an element of a dict": b"\x80\x02}(K\x01K\x02e.",
    "a persistent id": b"\x80\x02K\x01Q.",
    "another persistent id": b"\x80\x02X\x01\x00\x00\x00x\x85Q.",
}
for name, data in attacks.items():
    for weights_only in (True, False):
        text = refused(data, weights_only=weights_only)
        assert ("Weights only load failed" in text) == weights_only, (name, text)
assert not ran
assert "os.system whose module os is blocked" in refused(attacks["blocked"], weights_only=False)
assert "never runs other code" in refused(attacks["a call"], weights_only=False)

# A program's own class that only imported another is not a way to it.
import subprocess  # noqa: E402

main.Popen = subprocess.Popen
refused(b"\x80\x02c__main__\nPopen\n(X\x01\x00\x00\x00xtR.", weights_only=False)

# A storage cannot be read beyond its bytes.
with zipfile.ZipFile(file := io.BytesIO(), "w") as written:
    pickled = (
        b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n((X\x07\x00\x00\x00storagectorch\nFloatStorage\nX\x01\x00\x00\x000"
        b"X\x03\x00\x00\x00cpuK%ctQK\x00K%c\x85K\x01\x85\x89ccollections\nOrderedDict\n)RtR."
    )
    written.writestr("archive/data.pkl", pickled % (b"\x02", b"\x40"))
    written.writestr("archive/data/0", bytes(8))
file.seek(0)
try:
    torch.load(file)
    raise AssertionError("read beyond a storage")
except RuntimeError as error:
    assert "out of bounds" in str(error), error
del main.Popen, main.note, main.ran
