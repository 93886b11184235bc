"""Records: one C struct for machine code, an object with attributes for Python, and quick to read and to copy for both.

NumPy's ``record`` looks every attribute up by hand, and its copies of arrays of them go field by field: of a state that cost
more than the rules that read it.
"""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from functools import cache
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray


class _Kind(type):
    """The class of the classes of records. Pickles name such a class by its layout."""

    layout: np.dtype[Any]


def record(fields: Sequence[Any]) -> np.dtype[Any]:
    """The dtype of a record that is aligned as in C; its fields, as ``np.dtype`` takes them, are attributes."""
    layout = np.dtype(list(fields), align=True)
    return np.dtype((_class_of(layout), layout))


@cache
def _class_of(layout: np.dtype[Any]) -> _Kind:
    """The class of the scalars of a layout: attributes are found as those of any other object."""
    fields = {name: _field(name) for name in layout.names or ()}
    of_its_own = {"__reduce__": _reduced, "__reduce_ex__": lambda of, _protocol: _reduced(of)}
    return _Kind("Record", (np.void,), {"__module__": __name__, "__slots__": (), "layout": layout, **of_its_own, **fields})


def _reduced(of: Any) -> tuple[Any, ...]:
    return _one, (of.dtype, of.tobytes())


def _one(dtype: np.dtype[Any], content: bytes) -> Any:
    """A record within an array. NumPy's own pickles give scalars without one, and machine code writes to a copy of such a
    scalar: a generator that came from a pickle gave the same number for ever."""
    return np.frombuffer(bytearray(content), dtype)[0]


def _field(name: str) -> property:
    def put(of: Any, value: Any) -> None:
        of[name] = value

    return property(itemgetter(name), put)


copyreg.pickle(_Kind, lambda kind: (_class_of, (kind.layout,)))


def copied(records: NDArray[Any]) -> NDArray[Any]:
    """A copy of an array of records, byte by byte, padding included."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype).reshape(records.shape)
