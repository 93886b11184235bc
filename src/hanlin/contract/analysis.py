"""Hints and reviews."""

from __future__ import annotations

from typing import Any

import msgspec

from hanlin.contract.fields import Number, SeatNumber


class AskHint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a hint in the state with that number."""

    seat: SeatNumber
    number: Number


class AdvisedState(msgspec.Struct, frozen=True):
    """One of the best actions: ``text``: in words; ``share``: its expected share of the win, from 0 to 1; ``points``: its
    expected final score, null in a quick hint; ``line``: how the game might continue, as [seat, action] pairs, with hidden
    information sampled; ``told``: the line in words; ``reason``: what the action brings, avoids and costs, in one sentence;
    ``equals``: other actions that are about as good and alike; ``equal_texts``: these in words, without those that ``text``
    describes as well."""

    action: str
    text: str
    share: float
    points: float | None
    line: list[tuple[int, str]]
    told: list[str]
    reason: str = ""
    equals: list[str] = []
    equal_texts: list[str] = []


class HintState(msgspec.Struct, frozen=True):
    """A hint: the best actions, best first. ``quick``: from a small search. ``pending``: a full search is running or queued,
    and its hint will replace this one. ``confidence``: ``quick``, ``close`` (the first ``alike`` actions lie within the error
    of their comparison) or ``clear``."""

    seat: int
    number: int
    quick: bool
    best: list[AdvisedState]
    pending: bool = False
    confidence: str = "quick"
    alike: int = 1


class ReviewState(msgspec.Struct, frozen=True):
    """The review of a finished game. ``state``: ``none``, ``wanted`` (``done`` of ``total`` decisions are evaluated), ``done``
    or ``failed``. ``review``: the result, as ``hanlin review --json`` prints it, null until it is done. ``message``: the
    progress in words, with an estimate of the time left, while it is ``wanted``."""

    state: str
    done: int = 0
    total: int = 0
    review: dict[str, Any] | None = None
    message: str | msgspec.UnsetType = msgspec.UNSET
