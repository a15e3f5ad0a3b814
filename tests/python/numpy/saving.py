import numpy as np, io, os, tempfile
d = tempfile.mkdtemp(); p = os.path.join(d, "a.npy")
a = np.arange(6, dtype=np.float32).reshape(2, 3)
np.save(p, a); print(np.load(p), np.load(p).dtype, os.path.getsize(p))
np.save(os.path.join(d, "b"), np.array([True, False])); print(sorted(os.listdir(d)), np.load(os.path.join(d, "b.npy")))
f = io.BytesIO(); np.save(f, np.arange(3)); np.save(f, np.array(2.5)); f.seek(0); print(np.load(f), np.load(f)); print(f.getvalue()[:20], len(f.getvalue()))
z = os.path.join(d, "c.npz"); np.savez(z, a, x=np.ones(2), y=np.zeros((1, 2))); r = np.load(z); print(r.files, r['x'], r['arr_0'].shape, 'y' in r, len(r)); np.savez_compressed(z, q=a); print(np.load(z)['q'].sum(), [k for k in np.load(z)])
try:
    r['nope']
except KeyError as e:
    print(e)
print(np.loadtxt(io.StringIO("1,2\n3,4"), delimiter=','), np.loadtxt(io.StringIO("# c\n1 2 3")), np.loadtxt(io.StringIO("a b\n1 2\n3 4"), skiprows=1, usecols=1), np.loadtxt(io.StringIO("1 2\n3 4"), unpack=True, dtype=int), np.loadtxt(io.StringIO("1\n2\n"), ndmin=2))
for t in ("1 x", "1 2\n3"):
    try:
        np.loadtxt(io.StringIO(t))
    except ValueError as e:
        print(e)
s = io.StringIO(); np.savetxt(s, np.eye(2), fmt="%.1f", delimiter=",", header="a,b"); print(s.getvalue()); s = io.StringIO(); np.savetxt(s, [1.5, 2]); print(s.getvalue()); s = io.StringIO(); np.savetxt(s, np.arange(4).reshape(2, 2), fmt="%d"); print(s.getvalue())
t = os.path.join(d, "t.csv"); np.savetxt(t, a, delimiter=","); print(np.loadtxt(t, delimiter=",").dtype, open(t).read()[:30])
print(np.genfromtxt(io.StringIO("1,2\n,4"), delimiter=','), np.genfromtxt(io.StringIO("1 2"), dtype=int), np.fromstring("1 2 3", sep=" "), np.fromstring("1,2", dtype=int, sep=","))
try:
    np.load("/tmp/none.npy")
except FileNotFoundError as e:
    print(type(e).__name__)
