"""Friends, the lobby's search for players, and challenges."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from hanlin.contract.fields import Days, Live, Name, Speed


class TieChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change between you and another account: ``ask`` to be friends, ``accept`` or ``decline`` a request, ``take_back`` your
    own, ``end`` the friendship, ``block`` and ``unblock``. A person is not told of a decline or a block."""

    name: Name
    what: Annotated[str, Meta(pattern="^(ask|accept|decline|take_back|end|block|unblock)$", examples=["ask"])]


class Visibility(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hide from your friends whether you are here, or show it."""

    invisible: bool


class FriendState(msgspec.Struct, frozen=True):
    """A friend. ``presence``: ``here``, ``table`` (at a table), or null (away, or invisible)."""

    name: Annotated[str, Meta(examples=["Ben"])]
    presence: Annotated[str, Meta(examples=["table"])] | None


class FriendsState(msgspec.Struct, frozen=True):
    """Your friends. ``asked``: those you have asked, without an answer; ``asking``: those who ask you; ``blocked``: those you
    have blocked; ``invisible``: your friends don't see whether you are here."""

    friends: list[FriendState]
    asked: list[str]
    asking: list[str]
    blocked: list[str]
    invisible: bool


class NewSeek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that you look for. ``speed``: ``live`` (15 minutes each and 20 seconds per turn), ``days`` (3 days per turn) or
    ``none`` (no time limit). ``fill``: after a minute computer players may take the seats that are still free."""

    game: Annotated[str, Meta(max_length=64, examples=["china"])]
    speed: Speed
    players: Annotated[int, Meta(ge=2, le=99, examples=[3])]
    fill: bool = False


class SeekState(msgspec.Struct, frozen=True):
    """Your search for a game, and its begin (seconds since 1970). ``table``: the table that was found, if any."""

    game: Annotated[str, Meta(examples=["china"])]
    speed: Speed
    players: int
    fill: bool
    since: float
    table: Annotated[str, Meta(examples=["8f3a01bc42"])] | None


class QueueState(msgspec.Struct, frozen=True):
    """The number of people who look for the same game."""

    game: Annotated[str, Meta(examples=["china"])]
    speed: Speed
    players: int
    waiting: int


class LookingState(msgspec.Struct, frozen=True):
    """The lobby: your own search (null for none), what you and those look for whom you may be matched with, and the number of
    people here."""

    mine: SeekState | None
    queue: list[QueueState]
    here: int


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge to another account: a table for you both, and computer players where the game needs more."""

    name: Name
    game: Annotated[str, Meta(max_length=64, examples=["china"])]
    time: Live | Days | None = None
    """The clocks; null for none."""


class ChallengeState(msgspec.Struct, frozen=True):
    """A challenge that waits for your answer: its table, the name of its sender, and the game."""

    table: Annotated[str, Meta(examples=["8f3a01bc42"])]
    by: Annotated[str, Meta(examples=["Ann"])]
    game: Annotated[str, Meta(examples=["china"])]
    players: int
    time: Live | Days | None
    created: float
