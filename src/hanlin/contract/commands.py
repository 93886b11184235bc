"""Commands at a table, plans, and requests to the other players."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from hanlin.contract.fields import Client, Number, SeatNumber


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command at a table."""

    seat: SeatNumber
    number: Number
    client: Client
    action: Annotated[str, Meta(max_length=200, examples=["place courtier 4"])] = ""
    ply: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    """The ply that was shown: a command made while looking at an earlier position is refused."""


class Premove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A plan for the next decision of your seat, while others decide: ``actions`` in their order, at most 8. They are played
    when the seat is asked, as far as they are possible then and mean the same."""

    seat: SeatNumber
    number: Number
    actions: Annotated[
        list[Annotated[str, Meta(max_length=200, examples=["place courtier 4"])]], Meta(min_length=1, max_length=8)
    ]


class PremoveState(msgspec.Struct, frozen=True):
    """Your plan. ``possible`` is false where it would be dropped as things are, ``dropped`` true after that happened, until you
    act. ``next``: the actions that can be planned after these; none where nothing more can be planned now."""

    seat: int
    number: int
    actions: list[str]
    possible: bool
    dropped: bool
    next: list[str]


class Ask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to all other players: go back to before your last action (``undo``), or ``end`` the game."""

    seat: SeatNumber
    number: Number
    client: Client
    what: Annotated[str, Meta(pattern="^(undo|end)$", examples=["undo"])]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to a request. The player who made the request withdraws it with false."""

    seat: SeatNumber
    number: Number
    client: Client
    agree: bool


class Resign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Resign from a running game; the other players decide about the seat."""

    seat: SeatNumber
    number: Number
    client: Client


class Decide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The decision about the seat ``vacant``: ``wait`` for its player (unless they resigned), give it to a computer player
    (``opponent``, see ``bot``), ``grant`` it two more minutes (where a clock counts days: one day), ``end`` the game without a
    winner, or ``claim`` the win: the game ends as it stands, ranked by points, and those who are out of time or have resigned
    come last. To end or to claim, all remaining players must agree."""

    seat: SeatNumber
    """Your own seat."""
    number: Number
    client: Client
    vacant: SeatNumber
    choice: Annotated[str, Meta(pattern="^(wait|opponent|end|grant|claim)$", examples=["opponent"])]
    bot: Annotated[str, Meta(max_length=64, examples=["bot:casual"])] = "bot:casual"


class Holidays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your holidays in a correspondence game, on which your clock is stopped (UTC dates, from tomorrow on). They replace the
    previous ones."""

    seat: SeatNumber
    number: Number
    client: Client
    days: Annotated[
        list[Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", examples=["2026-12-25"])]],
        Meta(max_length=366, examples=[["2026-12-25"]]),
    ]
