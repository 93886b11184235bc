"""Features for machine learning: named blocks of numbers (the verbs ``observe`` and ``describe_actions``), and their shapes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Feature:
    """A block of ``size`` numbers of an observation, one after the other; ``about`` says what they are and their scale.

    ``since``: the version of the game's environments that it came with. Later blocks stand after earlier ones, so that the
    observation of an earlier version is the first part of this one.
    """

    name: str
    size: int
    about: str
    since: int = 0


def size_of(features: Sequence[Feature], version: int | None = None) -> int:
    """The total size of the blocks, or of those that were there in a version of the game's environments."""
    return sum(feature.size for feature in features if version is None or feature.since <= version)


def first_of(features: Sequence[Feature], name: str) -> int:
    """The index of the first number of a block."""
    return size_of(features[: [feature.name for feature in features].index(name)])


@dataclass(frozen=True, slots=True)
class Shaped:
    """An array of the structured form of an observation: a table or a stack of planes.

    ``read`` makes it from flat observations, whose last axis it replaces by ``shape``: most often a view of the same numbers,
    none of which is below ``low``.
    """

    name: str
    shape: tuple[int, ...]
    about: str
    read: Callable[[Floats], Floats]
    low: float = 0.0


def table(
    name: str, about: str, first: int, shape: tuple[int, ...], steps: tuple[int, ...] | None = None, low: float = 0.0
) -> Shaped:
    """A table whose first number has the index ``first``: a read-only view of the flat numbers.

    ``steps``: how many numbers it is from one entry to the next along each axis; None: there is nothing between them.
    """
    if steps is None:
        steps = tuple(int(np.prod(shape[axis + 1 :])) for axis in range(len(shape)))

    def read(flat: Floats) -> Floats:
        along = tuple(flat.strides[-1] * step for step in steps)
        found: Floats = as_strided(flat[..., first:], flat.shape[:-1] + shape, flat.strides[:-1] + along, writeable=False)
        return found

    return Shaped(name, shape, about, read, low)
