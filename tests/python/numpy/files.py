import io
import os
import tempfile
import zipfile

import numpy as np
from _show import show

S = io.StringIO


def kept(array, write=np.save):
    """What the file holds, and what it gives back."""
    file = io.BytesIO()
    write(file, array)
    start = file.getvalue()[:128]
    file.seek(0)
    return start, np.load(file)


def written(*args, **kwargs):
    file = S()
    np.savetxt(file, *args, **kwargs)
    return file.getvalue()


def archive(write, *args, **kwargs):
    file = io.BytesIO()
    write(file, *args, **kwargs)
    file.seek(0)
    return file


a = np.arange(6.0).reshape(2, 3)
z = np.load(archive(np.savez, np.ones(2), x=np.arange(3)))
folder = tempfile.TemporaryDirectory()
at = lambda name: os.path.join(folder.name, name)  # noqa: E731
table, holes = "1 2 3\n4 5 6\n", "a,b,c\n1,2,3\n4,,x\n"
show(globals(), r'''
kept(a), kept(np.arange(3)), kept(np.float32(2)), kept(np.array([True])), kept(a.T), kept(np.zeros((0, 2))), kept([1, 2]), kept(np.uint8(3))
np.load(io.BytesIO(b"junkjunkjunk"))
np.load(io.BytesIO(b""))
np.load(io.BytesIO(archive(np.save, a).getvalue()[:-3]))
z, z.files, z["x"], z["arr_0"], z["x.npy"], list(z), len(z), "x" in z, z.f.x, dict(z), z.get("x"), list(z.keys())
z["q"]
z.f.q
np.savez(io.BytesIO(), np.ones(1), arr_0=1)
[(one.filename, one.compress_type) for one in zipfile.ZipFile(archive(np.savez_compressed, a, b=a)).infolist()]
np.save(at("one"), a), os.listdir(folder.name), np.load(at("one.npy"))
np.savez(at("two"), a=a, b=1), sorted(os.listdir(folder.name)), np.load(at("two.npz"))["b"]
with np.load(at("two.npz")) as opened: print(opened["a"].sum())
np.savetxt(at("three.txt"), a), np.loadtxt(at("three.txt"))
np.loadtxt("nothing.txt")
np.loadtxt(S(table)), np.loadtxt(S(table), dtype=int), np.loadtxt(S("1,2\n3,4"), delimiter=","), np.loadtxt(["1 2", "3 4"])
np.loadtxt(S("# c\n1 2 # x\n\n3 4")), np.loadtxt(S(table), usecols=(0, 2), unpack=True), np.loadtxt(S(table), skiprows=1)
np.loadtxt(S("1\n2")), np.loadtxt(S("1\n2"), ndmin=2), np.loadtxt(S("1 2"), ndmin=2), np.loadtxt(S("5")), np.loadtxt(S("5"), ndmin=1)
np.loadtxt(S(table), max_rows=1), np.loadtxt(S(table), usecols=1), np.loadtxt(S(table), usecols=-1), np.loadtxt(S("nan inf"))
np.loadtxt(S("1;2"), delimiter=";", converters={0: lambda text: float(text) + 1}), np.loadtxt([b"1 2"])
x, y = np.loadtxt(S("1 2\n3 4"), unpack=True); x, y
np.loadtxt(S("1 2\n3"))
np.loadtxt(S("1 a"))
np.loadtxt(S("1.5"), dtype=int)
np.loadtxt(S(table), usecols=7)
np.loadtxt(S("1,2,\n"), delimiter=",")
np.loadtxt([])
written(a), written(np.arange(3)), written(np.arange(6).reshape(2, 3), fmt="%d", delimiter=",", header="a,b,c", footer="end")
written(np.ones((2, 2)), fmt=["%.2f", "%d"]), written(np.ones((2, 2)), fmt="%.1f : %.2f", header="two\nlines"), written(a, "%g", header="h", comments="")
written(np.ones((1, 1, 1)))
written(5)
written(np.ones((2, 3)), fmt="%d %d")
written(np.ones((2, 2)), fmt=["%d"])
np.genfromtxt(S(holes), delimiter=",", skip_header=1), np.genfromtxt(S(holes), delimiter=","), np.genfromtxt(S("1 2\n3 4"))
np.genfromtxt(S("1 2\n3 4"), dtype=int), np.genfromtxt(S("1,2\n3,\n"), delimiter=",", dtype=int), np.genfromtxt(S("7")), np.genfromtxt(S("1\n2"))
np.genfromtxt(S(holes), delimiter=",", skip_header=1, filling_values=0), np.genfromtxt(S(holes), delimiter=",", skip_header=1, usecols=(0, 1))
np.genfromtxt(S("1,2\n3,4"), delimiter=",", unpack=True), np.genfromtxt(S("1,2\n3,4\n5,6"), delimiter=",", skip_footer=1)
np.genfromtxt(S("1,2\n3,4\n5,6"), delimiter=",", max_rows=2)
np.genfromtxt(S("1 2\n3"))
np.genfromtxt([])
''')  # fmt: skip
