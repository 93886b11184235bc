"""Memory that is bounded in bytes: a cache of least recently used values, and the size of what is kept.

``Kept`` holds values by key within a number of bytes. ``memo`` is ``functools.lru_cache`` whose results count towards one
budget that all such caches share: ``lru_cache`` alone bounds how many results there are, not how large they are.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import lru_cache, wraps
from itertools import count
from typing import Any, Generic, ParamSpec, TypeVar, cast

import msgspec

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")

BUDGET = 96 * 1024 * 1024
"""Bytes that the results of all functions marked ``memo`` may have together."""
ENTRY = 120
"""Bytes that a cache takes for an entry, beside its key and its value."""
DEEPEST = 8
"""Levels of containers whose contents are measured."""


def size_of(value: Any, depth: int = DEEPEST) -> int:
    """About how many bytes a value takes, with what it consists of. What several values share counts for each of them."""
    size = sys.getsizeof(value, 64)
    if isinstance(value, (str, bytes, int, float, bool, type(None))) or depth == 0 or callable(value):
        return size
    if isinstance(value, (tuple, list, set, frozenset)):
        return size + sum([size_of(each, depth - 1) for each in value])
    if isinstance(value, dict):
        return size + sum([size_of(key, depth - 1) + size_of(each, depth - 1) for key, each in value.items()])
    if isinstance(value, msgspec.Struct):
        return size + sum([size_of(getattr(value, name), depth - 1) for name in value.__struct_fields__])
    own = getattr(value, "__dict__", None)
    size += 0 if own is None else size_of(own, depth - 1)
    slots = [name for kind in type(value).__mro__ for name in _slots(kind)]
    return size + sum([size_of(getattr(value, name, None), depth - 1) for name in slots])


def _slots(kind: type) -> tuple[str, ...]:
    found = kind.__dict__.get("__slots__", ())
    names = (found,) if isinstance(found, str) else tuple(found)
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))


class Kept(Generic[K, V]):
    """Values by key, the least recently used of which go when they have more than so many bytes together. Thread-safe."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        """What the values and their keys take."""
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """The value of a key, which is used now; None where there is none."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V, size: int | None = None) -> None:
        """Keep a value (of so many bytes, where that is known); one that is larger than all that may be kept is not."""
        size = (size_of(value) if size is None else size) + size_of(key) + ENTRY
        with self._lock:
            self._drop(key)
            if size > self.most:
                return
            self._values[key] = value, size
            self.bytes += size
            while self.bytes > self.most:
                self._drop(next(iter(self._values)))

    def drop(self, key: K) -> None:
        """Keep the value of a key no longer."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self.bytes = 0

    def _drop(self, key: K) -> None:
        found = self._values.pop(key, None)
        if found is not None:
            self.bytes -= found[1]


class Common:
    """What many owners keep within one number of bytes; the part of an owner that is gone is given up. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._kept: Kept[tuple[int, Hashable], Any] = Kept(most)
        self._numbers = count()
        self._keys: dict[int, set[Hashable]] = {}
        self._gone: deque[int] = deque()

    @property
    def bytes(self) -> int:
        """What everything takes that somebody owns still."""
        self._clean()
        return self._kept.bytes

    def __len__(self) -> int:
        self._clean()
        return len(self._kept)

    def part(self) -> Part:
        """The part of a new owner."""
        return Part(self, next(self._numbers))

    def get(self, owner: int, key: Hashable) -> Any:
        return self._kept.get((owner, key))

    def put(self, owner: int, key: Hashable, value: Any, size: int | None) -> None:
        self._clean()
        self._keys.setdefault(owner, set()).add(key)
        self._kept.put((owner, key), value, size)

    def leave(self, owner: int) -> None:
        """An owner is gone. What it had is given up later: this may come in the midst of anything."""
        self._gone.append(owner)

    def _clean(self) -> None:
        while self._gone:
            with suppress(IndexError):
                owner = self._gone.popleft()
                for key in self._keys.pop(owner, ()):
                    self._kept.drop((owner, key))


class Part:
    """What one owner keeps in a ``Common``: it ends with this object."""

    def __init__(self, common: Common, number: int) -> None:
        self._common = common
        self._number = number

    def get(self, key: Hashable) -> Any:
        """The value of a key; None where there is none."""
        return self._common.get(self._number, key)

    def put(self, key: Hashable, value: Any, size: int | None = None) -> None:
        """Keep a value, of so many bytes where that is known."""
        self._common.put(self._number, key, value, size)

    def __del__(self) -> None:
        self._common.leave(self._number)


class Ledger:
    """What the results of all ``memo`` functions take together, at most so many bytes. Thread-safe.

    Each function notes what it made since its cache was emptied, which is never less than what its cache holds. When all have
    noted more than the budget, the cache with the most is emptied. A result that is known costs no more than its lookup.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        """What was made since the caches were emptied: never less than what they hold."""
        self._of: dict[int, int] = {}
        self._empty: dict[int, Callable[[], None]] = {}
        self._lock = threading.Lock()

    def join(self, empty: Callable[[], None]) -> int:
        """A further cache, which ``empty`` empties; its number."""
        with self._lock:
            number = len(self._empty)
            self._empty[number] = empty
            self._of[number] = 0
            return number

    def note(self, cache: int, size: int) -> None:
        """A cache holds a result more."""
        with self._lock:
            self._of[cache] += size
            self.bytes += size
            while self.bytes > self.most:
                self._clear(max(self._of, key=self._of.__getitem__))

    def forget(self) -> None:
        """Empty all caches."""
        with self._lock:
            for cache in self._of:
                self._clear(cache)

    def _clear(self, cache: int) -> None:
        self._empty[cache]()
        self.bytes -= self._of[cache]
        self._of[cache] = 0


ledger = Ledger(BUDGET)
"""Of all functions in this process that are marked ``memo``."""


def memo(maxsize: int, typed: bool = False, kept_in: Ledger | None = None) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """As ``functools.lru_cache(maxsize)``, which answers what it knows; what is made counts towards the ledger's budget."""

    def decorate(make: Callable[P, V]) -> Callable[P, V]:
        book = kept_in or ledger

        @wraps(make)
        def made(*args: P.args, **kwargs: P.kwargs) -> V:
            value = make(*args, **kwargs)
            book.note(number, size_of(value) + size_of(args) + (size_of(kwargs) if kwargs else 0) + ENTRY)
            return value

        kept = lru_cache(maxsize=maxsize, typed=typed)(made)
        number = book.join(kept.cache_clear)
        return cast(Callable[P, V], kept)

    return decorate
