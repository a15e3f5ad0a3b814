import numpy as np
from _show import show

show(globals(), r'''
np.sqrt(np.int8(4))
np.sqrt(np.uint8(4))
np.sqrt(np.int16(4))
np.sqrt(np.uint16(4))
np.sqrt(True)
np.exp(np.array([True]))
np.rint(np.int8(3))
np.rint(np.array([3],np.int16))
np.arctan2(np.int8(3),np.int8(3))
np.arctan2(np.int8(3),np.int16(3))
np.int8(3)/np.int8(2)
np.array([3],np.int8)/np.array([3],np.int8)
np.array([3],np.int8)/np.array([3],np.int16)
np.array([3],np.float16)/np.array([3],np.int8)
np.array([3],np.float16)/np.array([3],np.int16)
np.array([1],np.float16)*1e6
np.float16(1)*1e6
np.float16(60000)+np.float16(60000)
np.float16(1e6)
np.array([1e6]).astype(np.float16)
np.array([1e6],np.float16)
np.array([1.0],np.float16)==0.1
np.float16(0.1)==0.1
np.float16(0.1)*3
np.float16(0.1)*np.float32(3)
np.float16(0.1)*np.int8(3)
np.float16(0.1)*np.int16(3)
np.float16(0.1)*np.int32(3)
np.float16(0.1)*1j
np.array([1],np.float16)*1j
np.int8(100)+np.int8(100)
np.int8(100)+100
np.int8(100)+300
np.uint16(1)-np.uint16(2)
np.uint16(1)-5
-np.uint16(1)
-np.int8(-128)
abs(np.int8(-128))
np.array([True])**np.array([True])
np.array([True])//np.array([True])
np.array([True])%np.array([True])
np.True_//np.True_
np.True_**np.True_
np.True_%np.True_
np.True_<<np.True_
np.array([True])<<np.array([True])
np.array([True])**2
np.True_**2
np.array([1,2],np.int8).sum()
np.array([1,2],np.int8).prod()
np.array([1,2],np.int8).cumsum()
np.array([1,2],np.int8).mean()
np.array([1,2],np.float16).mean()
np.array([1,2],np.float16).var()
np.array([1,2],np.float16).std()
np.array([1,2],np.float16).sum()
np.median(np.array([1,2],np.float16))
np.median(np.array([1,2],np.int8))
np.array([1,2],np.int8).var()
np.array([1,2],np.float16)@np.array([1,2],np.float16)
np.array([1,2],np.int8)@np.array([100,2],np.int8)
np.linalg.inv(np.eye(2,dtype=np.float16))
np.linalg.norm(np.ones(2,dtype=np.float16))
np.linalg.norm(np.ones(2,dtype=np.int8))
np.int8(1)+np.uint8(1)
np.int8(1)+np.uint16(1)
np.int16(1)+np.uint16(1)
np.int8(1)+np.float32(1)
np.int16(1)+np.complex64(1)
np.float16(1)+np.complex64(1)
np.int8(1) & 300
np.int8(300)
np.array([300],np.int8)
np.array([300]).astype(np.int8)
np.array([70000.5]).astype(np.int16)
np.array([70000.5]).astype(np.uint16)
np.array([-1.5]).astype(np.uint16)
np.array([1e20]).astype(np.int8)
np.array([1e10]).astype(np.int16)
np.array([1e10],np.float32).astype(np.int16)
np.array([3e9]).astype(np.uint16)
np.float16('nan').astype(np.int8)
np.int16('12')
np.int16(3.7)
np.int16(1e6)
np.uint16(-1)
np.dtype('int16')==np.int16
np.finfo(np.float16)
print(np.finfo(np.float16))
{k:getattr(np.finfo(np.float16),k) for k in 'bits eps epsneg iexp machep max maxexp min minexp negep nexp nmant precision resolution smallest_normal smallest_subnormal tiny'.split()}
np.array([0.1,1.5,1000],np.float16)
np.array([0.1,65504,1e-7],np.float16)
np.array([1/3,2/3],np.float16)
np.float16(65504), np.float16(1000), np.float16(999.5), np.float16(12345), np.float16(0.0001), np.float16(0.00009), np.float16(1e-7), np.float16(1/3)
np.array([1000.,2000.,30000.],np.float16)
np.array([100000.],np.float16)
print(np.float16(2048), np.float16(5e4), np.array([5e4, 6e4],np.float16))
np.arange(5,dtype=np.float16)
np.arange(5,dtype=np.int8)
np.arange(0,1,0.1,dtype=np.float16)
np.linspace(0,1,5,dtype=np.float16)
np.linspace(0,10,5,dtype=np.int16)
np.float16(1).tobytes(), np.int16(258).tobytes()
np.array([1,2],np.int16).tobytes()
np.frombuffer(b'\x01\x00\x02\x00',np.int16)
np.frombuffer(b'\x00<\x00@','<f2')
np.array([np.int8(1),np.uint8(2)])
np.array([np.float16(1), 2])
np.array([np.float16(1), 2.5])
np.array([np.int8(1), 200])
np.array([np.int8(1), 2.5])
np.can_cast('i1','i2'), np.can_cast('u2','i2'), np.can_cast('u2','i4'), np.can_cast('f2','f4'), np.can_cast('i2','f2'), np.can_cast('i1','f2'), np.can_cast('i8','f2','same_kind'), np.can_cast('i8','u2','same_kind')
np.int8.__mro__
np.issubdtype(np.int16,np.signedinteger), np.issubdtype(np.uint16,np.unsignedinteger), np.issubdtype(np.float16,np.floating)
np.array([1,2],np.int8).dtype.name
~np.uint16(5), ~np.int8(5)
np.invert(np.array([5],np.uint16))
np.int8(5)<<np.int8(7)
np.array([5],np.int8)<<7
np.array([5],np.int8)<<10
np.array([5],np.uint16)>>1
np.int8(-5)//np.int8(2), np.int8(-5)%np.int8(3), np.int8(5)//np.int8(0)
np.array([-128],np.int8)//np.array([-1],np.int8)
np.abs(np.array([-128],np.int8))
np.array([3],np.int8)**np.array([5],np.int8)
np.array([3],np.int8)**9
np.float16(3)**2.5
np.sign(np.array([-3],np.int8))
np.clip(np.array([1,200],np.int16),0,100)
np.where(np.array([True]),np.int8(1),np.int16(2))
np.where(np.array([True]),np.int8(1),5)
np.maximum(np.array([1],np.int8),np.array([1],np.uint8))
np.bincount(np.array([1,2],np.int8))
np.array([1,2,3])[np.array([1],np.int8)]
np.array([1,2,3])[np.uint16(1)]
np.float16(1.5).item(), np.int8(3).item(), np.float16(2.5).as_integer_ratio(), np.float16(2.0).is_integer()
np.isnan(np.float16('nan')), np.float16('inf'), -np.float16(2), np.float16(-0.0)
hash(np.int8(3))==hash(3)
f"{np.float16(1.5)} {np.float16(0.1)} {np.float16(0.1):.4f}"
round(np.float16(2.34),1)
np.round(np.array([2.345],np.float16),2)
np.nan_to_num(np.array([np.inf,np.nan],np.float16))
np.unique(np.array([3,1,3],np.int16))
np.sort(np.array([3,1,3],np.float16))
np.float16(1)/0
np.array([1],np.float16)/0
np.array([60000],np.float16)*2
np.array([60000,60000],np.float16).sum()
np.exp(np.array([20],np.float16))
np.average(np.array([1,2],np.int8))
np.dot(np.array([1,2],np.float16),np.array([1,2],np.float16))
np.zeros(3,'i2'), np.ones(2,'H'), np.full(2,7,np.int8), np.full(2,300,np.int8) 
np.eye(2,dtype=np.int8)
np.int64(3)+np.int8(4)
np.int8(3) < 300, np.int8(3)==300, np.array([3],np.int8)<300
np.array([3],np.int8)+np.float16(2)
np.array([3],np.int32)+np.float16(2)
np.add(np.array([100],np.int8),100,dtype=np.int16)
np.array([1,2],np.int8).astype('float16')
np.array([2049.0]).astype(np.float16), np.array([2049]).astype(np.float16), np.array([1+2**-11+2**-40]).astype(np.float16), np.float16(1+2**-11+2**-40), np.array([1+2**-11+2**-40],np.float16)
np.int8(np.array([3]))
np.array([1.5],np.float16).tolist()
np.array([[1,2],[3,4]],np.int8)
np.array([],np.int8)
np.divmod(np.int8(7),np.int8(2))
np.trapezoid(np.array([1,2,3],np.float16))
np.diff(np.array([1,2,3],np.uint8))
np.cumsum(np.array([1,2,3],np.float16))
np.array([2048,1,1],np.float16).cumsum()
np.array([2048,1,1],np.float16).sum()
np.array([[2048],[1],[1]],np.float16).sum(0)
np.array([[2048,0],[1,0],[1,0]],np.float16).sum(0)
np.array([[2048,0],[1,0],[1,0]],np.float16).mean(0)
np.array([2048,1,1],np.float16).max()
np.array([1,2],np.float16).argmax()
np.ptp(np.array([1,2],np.int8))
np.histogram(np.array([1,2],np.int8),bins=2)
np.interp(np.float16(1.5),[1,2],[3,4])
np.allclose(np.float16(0.1),0.1)
np.array([1,2],np.float16).nbytes
np.array(3,np.int8).sum()
np.std(np.array([1,2,4],np.float16))
np.percentile(np.array([1,2,4],np.float16),40)
np.quantile(np.array([1,2,4],np.int8),0.4)
np.array([1, 2, 3], np.int8) + 300
a = np.array([1, -2, 3], np.int16)
a += 40000
a = np.array([1, -2, 3], np.int16); a *= 20000
a
a = np.array([1, 2, 3], np.float16); a /= 3
a
a = np.array([1, 2, 3], np.float16); a[0] = 0.1; a[1:] = [1/3, 2049]
a
a = np.array([1, 2, 3], np.uint16)
a[0] = 70000
a = np.array([1, 2, 3], np.uint16); a[1] = 65535
a + 1, a - np.uint16(4)
x = np.arange(5000, dtype=np.float16)
x[4095:4100].tolist(), x.tolist()[-3:], x.tobytes()[-4:], x.nbytes
np.array(list(range(5000)), np.int16)[-3:], np.array([0.1] * 5000, np.float16)[-2:], np.array([1.5] * 5000, np.float16).tolist()[-1]
np.array(list(range(5000)), np.uint16)[-3:], np.array([-1] * 5000, np.int8)[-2:].tolist()
np.array([[0.1, 0.2], [0.3, 12.5]], np.float16)
print(np.array([[0.1, 0.2], [0.3, 12.5]], np.float16), np.float16([0.1]), np.int8([1, 2]))
np.array([1.1, 2.2], np.float16) * np.array([3, 4], np.float16), np.array([1.1, 2.2], np.float16) * 0.1, np.array([1.1, 2.2], np.float16) - 1
np.array([1.1, 2.2], np.float16) ** 2, np.sqrt(np.array([2, 3], np.float16)), np.exp(np.array([1, 2], np.float16)), np.sin(np.array([1, 2], np.float16))
np.array([7, -7], np.int8) // 2, np.array([7, -7], np.int8) % 3, np.array([7, -7], np.int8) / 2, np.array([7, 9], np.uint16) // np.array([2, 4], np.uint16)
np.array([7, -7], np.int16) > 3, np.array([7, 9], np.uint16) == np.array([7, -7], np.int16), np.array([1, 2], np.float16) < 1.5
np.array([100, 27], np.int8) + np.array([100, 1], np.int8), np.array([-128], np.int8) - 1, np.array([65535], np.uint16) + 1, -np.array([1], np.uint16)
np.concatenate([np.array([1], np.int8), np.array([2], np.uint8)]), np.concatenate([np.array([1], np.float16), np.array([2], np.int16)])
np.stack([np.array([1, 2], np.uint16)] * 2), np.where([True, False], np.array([1, 2], np.int8), np.array([0.5, 0.5], np.float16))
np.array([1, 2], np.int16) @ np.array([3, 4], np.int32), np.array([[1, 2]], np.float16) @ np.array([[3], [4]], np.float32)
np.array([[1, 2], [3, 4]], np.float16).sum(axis=1), np.array([[1, 2], [3, 4]], np.int8).max(axis=0), np.array([3, 1, 2], np.uint16).argsort()
np.array([3, 1, 2], np.int16).min(), np.array([3, 1, 2], np.float16).min(), np.array([0, 1], np.uint16).any(), np.array([3, 1], np.int8).prod()
np.array([1, 2], np.int16).astype(np.float16).astype(bool), np.array([True, False]).astype(np.int8), np.array([1.5, -2.5]).astype(np.int16)
np.array([1 + 2j]).astype(np.complex64) * np.array([2], np.int16), np.array([1, 2], np.float16) + np.array([1j], np.complex64)
np.isfinite(np.array([1, np.inf], np.float16)), np.signbit(np.array([-1, 1], np.int8)), np.logical_and(np.array([1, 0], np.int8), 1)
np.zeros((2, 2), np.float16), np.ones(3, np.uint16), np.empty(0, np.int16), np.full((2,), 0.1, np.float16), np.zeros_like(np.array([1], np.int8))
np.int8(5) + 2.5, 2.5 * np.int8(5), np.int8(5) * np.float16(0.1), np.uint16(5) * np.float32(0.1), np.uint16(5) / np.uint16(2), 7 - np.uint16(5)
np.float16(1) / 3, np.float16(2) ** 0.5, np.float16(7) // 2, np.float16(7) % 4, np.float16(0.1) + np.float64(0.2), -np.float16(1), abs(np.float16(-2))
np.int16(300) == 300, np.int16(3) < np.uint16(4), np.float16(0.1) == np.float32(0.1), np.int8(3) != 3.0, np.int16(5) in [5]
[1, 2, 3][np.int8(1)], list(range(np.uint16(3))), int(np.int16(-4)), float(np.float16(0.1)), bool(np.int8(0)), np.int8(3).bit_count()
np.array([5, 6], np.int8)[0], np.array([5, 6], np.float16)[1], type(np.array([5], np.uint16)[0]), np.array([1, 2], np.int16).max()
np.random.default_rng(0).permutation(np.arange(4, dtype=np.int8)), np.random.default_rng(3).choice(np.array([1, 2, 3], np.uint16), 2)
import pickle, copy
pickle.loads(pickle.dumps(np.array([1, 2], np.float16))), copy.deepcopy(np.int16(4)), pickle.loads(pickle.dumps(np.dtype('f2')))
import io; f = io.BytesIO(); np.save(f, np.array([[1, 2]], np.uint16))
f.getvalue(), f.seek(0), np.load(f)
f = io.BytesIO(); np.save(f, np.array([1.5, 0.1], np.float16))
f.getvalue()[:60], f.seek(0), np.load(f)
np.linalg.inv(np.eye(2, dtype=np.int8)), np.linalg.norm(np.array([3, 4], np.int16))
np.linalg.det(np.eye(2, dtype=np.float16))
np.bool_(True) * np.int8(3), np.array([True]) + np.array([3], np.int8), np.int8(3) * True, np.add(np.int8(1), np.int16(2))
np.cumsum(np.array([100, 100], np.int8)), np.cumprod(np.array([2, 3], np.int16)), np.trace(np.eye(3, dtype=np.int16)), np.diff(np.array([5, 3], np.int8))
np.mean(np.array([[1, 2], [3, 5]], np.float16), axis=0), np.array([0.1] * 10, np.float16).mean(), np.array([1, 2, 4, 8], np.float16).std(ddof=1)
np.array(np.int8(3)), np.array([np.int8(3), np.int8(4)]), np.asarray(np.float16(0.1)), np.array([np.uint16(1), np.int16(2)]), np.array([True, np.int8(3)])
np.random.default_rng(0).integers(-5,5,6,dtype=np.int16)
np.random.default_rng(0).integers(0,256,6,dtype=np.int8)
np.random.default_rng(0).integers(0,300,6,dtype=np.uint16)
np.random.default_rng(0).random(2,dtype=np.float16)
np.random.default_rng(0).integers(0,3,6,dtype=np.float16)
np.random.default_rng(0).integers(-1,3,6,dtype=np.uint16)
np.random.RandomState(0).randint(-5,5,6,dtype=np.int16)
np.random.RandomState(0).randint(0,100,6,dtype=np.int8)
np.random.RandomState(0).randint(0,100,6,dtype='uint16')
np.random.default_rng(0).integers(0,10,dtype=np.int8)
np.random.RandomState(0).randint(0,100,dtype='uint16')
np.random.RandomState(0).randint(0,100)
''')
