"""Features for machine learning: named blocks of numbers (the verbs ``observe`` and ``describe_actions``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feature:
    """A block of ``size`` numbers of an observation, one after the other; ``about`` says what they are and their scale."""

    name: str
    size: int
    about: str


def size_of(features: Sequence[Feature]) -> int:
    """The total size of the blocks."""
    return sum(feature.size for feature in features)
