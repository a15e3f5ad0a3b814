import numpy as np
from numpy.testing import (
    assert_, assert_allclose, assert_almost_equal, assert_array_almost_equal, assert_array_equal, assert_equal,
)  # fmt: skip


def refused(check, *args, **kwargs):
    try:
        check(*args, **kwargs)
    except AssertionError as error:
        print(f"--- {check.__name__}: {error}")
    else:
        print(f"--- {check.__name__} agrees")


a, b = np.array([1.0, 2, 3]), np.array([1.0, 2.5, 3])
for check in (assert_allclose, assert_array_equal, assert_array_almost_equal, assert_equal, assert_almost_equal):
    refused(check, a, b)
    refused(check, a, a + 1e-9)
    refused(check, 1.0, 1.5)
    refused(check, [1, np.nan], [1, 2.0])
    refused(check, [np.nan, 1], [np.nan, 1])
    refused(check, np.array([np.inf, 1]), np.array([1, 1.0]))
    refused(check, np.array([0.0, 1]), np.array([0.0, 0]), err_msg="a reason")
    refused(check, np.arange(12), np.arange(12) + 1)
    refused(check, np.arange(12).reshape(3, 4), np.zeros((3, 4), int))
    refused(check, np.ones((2, 2)), np.zeros((2, 2)), verbose=check is assert_array_almost_equal)
    refused(check, np.array([1, 2]), np.array([1, 2, 3]))
    refused(check, a, 2)
    refused(check, np.float32([1, 2]), np.float32([1, 2.1]))
    refused(check, np.array([1, 2]), np.array([1.0, 3]))
for check in (assert_array_equal, assert_equal):
    refused(check, np.array([True, False]), np.array([True, True]))
    refused(check, np.ones(2), np.ones(2, np.float32), strict=True)
    refused(check, np.ones(1), np.ones((1, 1)), strict=True)
refused(assert_allclose, a, b, rtol=1e-3, atol=0.25, err_msg="why")
refused(assert_allclose, a, b, rtol=0.2, atol=0.25)
refused(assert_array_almost_equal, a, b, decimal=0)
refused(assert_array_almost_equal, a, b, decimal=1)
refused(assert_almost_equal, 1.0, 1.1, decimal=3, err_msg="em")
refused(assert_almost_equal, 1.0, 1.1, decimal=0)
refused(assert_equal, 3, 4)
refused(assert_equal, "a", "b")
refused(assert_equal, np.nan, 1.0)
refused(assert_equal, np.nan, float("nan"))
refused(assert_equal, (1, 2), (1, 3), err_msg="tuples")
refused(assert_equal, [1], [1, 2])
refused(assert_equal, {"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]})
refused(assert_equal, {"a": 1}, {"b": 1})
refused(assert_, False)
refused(assert_, False, "not so")
refused(assert_, True)
