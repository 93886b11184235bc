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
from dataclasses import fields, is_dataclass
from functools import lru_cache, wraps
from itertools import count
from typing import Any, Generic, ParamSpec, TypeVar, cast
from weakref import ReferenceType, ref

import msgspec

from hanlin.core.i18n.language import current_language
from hanlin.core.i18n.seat_names import spoken

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
P = ParamSpec("P")

BUDGET = 96 * 1024 * 1024
"""Bytes that the results of all functions marked ``memo`` may have together."""
ENTRY = 120
"""Bytes that a cache takes for an entry, besides its key and its value."""
MOST_PARTS, FEW_PARTS, OF_ARGUMENTS = 2_000, 30, 6
"""The parts that are measured of a value, of a result of ``memo`` (many are made for one page), and of its arguments, which
results often share. (With 100 of both, measuring took 40 % of the time to draw a view.)"""
_PLAIN = frozenset({str, bytes, int, float, bool, type(None)})


def size_of(value: Any, most: int = MOST_PARTS) -> int:
    """About how many bytes a value takes, with what its containers and records hold; of more than ``most`` parts the rest is
    estimated. What an object of another kind holds is somebody else's, and not counted.
    """
    total, waiting, seen = 0, [value], 0
    if is_dataclass(value):
        waiting = [value, *[getattr(value, field.name, None) for field in fields(value)]]
    while waiting:
        each = waiting.pop()
        seen += 1
        total += sys.getsizeof(each, 64)
        if seen >= most:
            return total + total * len(waiting) // seen
        if type(each) in _PLAIN:
            continue
        if isinstance(each, (tuple, list, set, frozenset)):
            waiting.extend(each)
        elif isinstance(each, dict):
            waiting.extend(each)
            waiting.extend(each.values())
        elif isinstance(each, msgspec.Struct):
            waiting.extend([getattr(each, name) for name in each.__struct_fields__])
    return total


class Kept(Generic[K, V]):
    """Values by key, the least recently used of which go when they have more than so many bytes together. Thread-safe."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        """The size of the values and their keys."""
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
        """Store a value (of so many bytes, if that is known) unless it exceeds the whole budget."""
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
    """A cache that many owners share within one number of bytes; the part of a deleted owner is freed. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._kept: Kept[tuple[int, Hashable], Any] = Kept(most)
        self._numbers = count()
        self._keys: dict[int, set[Hashable]] = {}
        self._gone: deque[int] = deque()

    @property
    def bytes(self) -> int:
        """The size of everything that still has an owner."""
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

    def drop(self, owner: int, key: Hashable) -> None:
        self._kept.drop((owner, key))

    def leave(self, owner: int) -> None:
        """Note that an owner was deleted. Its entries are freed later, since this may be called at any moment."""
        self._gone.append(owner)

    def _clean(self) -> None:
        while self._gone:
            with suppress(IndexError):
                owner = self._gone.popleft()
                for key in self._keys.pop(owner, ()):
                    self._kept.drop((owner, key))


class Part:
    """One owner's part of a ``Common``: it ends with this object."""

    def __init__(self, common: Common, number: int) -> None:
        self._common = common
        self._number = number

    def get(self, key: Hashable) -> Any:
        """The value of a key; None where there is none."""
        return self._common.get(self._number, key)

    def put(self, key: Hashable, value: Any, size: int | None = None) -> None:
        """Keep a value, of so many bytes where that is known."""
        self._common.put(self._number, key, value, size)

    def drop(self, key: Hashable) -> None:
        """Keep the value of a key no longer."""
        self._common.drop(self._number, key)

    def __del__(self) -> None:
        self._common.leave(self._number)


class Ledger:
    """The budget for the results of all ``memo`` functions together, in bytes. Thread-safe.

    Each function notes what it made since its cache was emptied, which is never less than what its cache holds. When all have
    noted more than the budget, the cache with the most is emptied. A result that is known costs no more than its lookup.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        """The size of all results since the caches were emptied: never less than what they hold."""
        self._of: dict[int, int] = {}
        self._caches: dict[int, ReferenceType[Any]] = {}
        self._lock = threading.Lock()

    def join(self, number: int, cache: Any) -> None:
        """A further cache of ``lru_cache``, known by a number."""
        with self._lock:
            self._caches[number] = ref(cache)
            self._of[number] = 0

    def note(self, cache: int, size: int) -> None:
        """A cache holds a result more."""
        with self._lock:
            self._of[cache] = self._of.get(cache, 0) + size
            self.bytes += size
            while self.bytes > self.most:
                self._clear(max(self._of, key=self._of.__getitem__))

    def forget(self) -> None:
        """Empty all caches."""
        with self._lock:
            for cache in list(self._of):
                self._clear(cache)

    def _clear(self, cache: int) -> None:
        kept = self._caches[cache]()
        self.bytes -= self._of[cache]
        self._of[cache] = 0
        if kept is None:  # Its owner was deleted.
            del self._of[cache], self._caches[cache]
        else:
            kept.cache_clear()


_numbers = count()
ledger = Ledger(BUDGET)
"""Of all functions in this process that are marked ``memo``."""


def memo(maxsize: int, typed: bool = False, kept_in: Ledger | None = None) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Like ``functools.lru_cache(maxsize)``, with the results counted towards the ledger's budget."""

    def decorate(make: Callable[P, V]) -> Callable[P, V]:
        book, number = kept_in or ledger, next(_numbers)

        @wraps(make)
        def made(*args: P.args, **kwargs: P.kwargs) -> V:
            value = make(*args, **kwargs)
            book.note(number, size_of(value, FEW_PARTS) + size_of(args, OF_ARGUMENTS) + ENTRY)
            return value

        kept = lru_cache(maxsize=maxsize, typed=typed)(made)
        book.join(number, kept)
        return cast(Callable[P, V], kept)

    return decorate


def remembered(size: int, *, names: bool = False) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """Keep the last ``size`` results of a function from small values to text or a drawing, apart for each language.

    ``names``: also apart for each table's names, for texts that name players. They count as those of ``memo``.
    """
    key = spoken if names else current_language

    def decorate(function: Callable[P, V]) -> Callable[P, V]:
        def make(code: str, *args: Any, **values: Any) -> V:
            return function(*args, **values)

        kept: Callable[..., V] = memo(size)(make)

        @wraps(function)
        def asked(*args: P.args, **values: P.kwargs) -> V:
            return kept(key(), *args, **values)

        return asked

    return decorate
