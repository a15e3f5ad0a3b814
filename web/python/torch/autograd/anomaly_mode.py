"""Anomaly detection's switches. They are kept, and gradients of NaN are not searched for here."""

__all__ = ["detect_anomaly", "set_detect_anomaly"]

_enabled, _check_nan = False, True


def _put(mode, check_nan):
    global _enabled, _check_nan
    before = _enabled, _check_nan
    _enabled, _check_nan = mode, check_nan
    return before


def is_anomaly_enabled():
    """Whether anomaly detection was asked for."""
    return _enabled


class set_detect_anomaly:
    """Ask for anomaly detection, at once; as a block, for its length."""

    def __init__(self, mode, check_nan=True):
        self._before = _put(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, *_):
        _put(*self._before)


class detect_anomaly(set_detect_anomaly):
    """A block in which anomaly detection is asked for."""

    def __init__(self, check_nan=True):
        import warnings

        super().__init__(True, check_nan)
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
            "debugging.",
            stacklevel=2,
        )
