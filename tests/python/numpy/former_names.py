import numpy as np
from _show import show

show(globals(), r'''
np.int
np.float
np.object
np.str
np.complex
np.float_
np.Inf
np.NaN
np.PINF, np.NINF
np.complex_
np.infty
np.asfarray
np.alltrue
np.sometrue
np.round_
np.mat
np.string_
np.unicode_
np.longfloat
hasattr(np, "int"), getattr(np, "Inf", None)
''')
