"""Internals shared by the two Python faces of the engine, `torch` and `numpy`.

bridge.py      the row buffer, the call, the handles that died, the engine's errors
schema.py      the engine's schema as callable operations, and functions made from it
formatting.py  the digits of numbers, as both printers write them
missing.py     what the faces say of names they lack
advice.py      what to use instead of them

The runtime calls `attach(engine)` after loading; until then no module here holds a JavaScript object.
"""

from . import missing
from .bridge import attach, detach

__all__ = ["attach", "detach"]

missing.watch()
