"""Tables: setting one up, taking a seat, and the table as a seat sees it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from hanlin.contract.fields import Days, Live, Name, SeatNumber


class SentFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A custom file, such as a map."""

    name: Annotated[str, Meta(max_length=100, examples=["mine.toml"])]
    text: Annotated[str, Meta(max_length=500_000)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new table.

    ``seats``: for each seat ``me`` (the sender), ``person`` (another player at the same screen), ``open`` (free to join) or
    ``bot:NAME``; by default the first is ``me`` and the others are open.
    """

    game: Annotated[str, Meta(max_length=64, examples=["china"])]
    players: Annotated[int, Meta(ge=1, le=99, examples=[3])] | None = None
    options: Annotated[dict[str, bool | str], Meta(examples=[{"fortresses": True}])] = {}
    files: Annotated[dict[str, SentFile], Meta(examples=[{}])] = {}
    """Custom maps or tiles, by option."""
    seats: (
        Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=99, examples=[["me", "open", "bot:greedy"]])]
        | None
    ) = None
    listed: bool = False
    watching: bool = True
    time: Live | Days | None = None
    """The clocks; null for none."""
    chat: bool = True
    """True if the table has a chat."""
    hints: bool | None = None
    """True if hints are allowed; null: only while all players share one device."""
    shuffled: bool = False
    """True if the seats are assigned at random."""
    pause: Annotated[float, Meta(ge=0, le=10, examples=[0])] = 0.0
    """Seconds that computer players wait before each move."""
    position: Annotated[str, Meta(max_length=16000)] | None = None
    """The text of the position that the game starts from (``Position.text``); null for the normal start. It determines players
    and options; if these are sent, too, they must agree. Views and finished games are refused."""


class TableName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a table; empty for none."""

    name: Annotated[str, Meta(max_length=100, examples=["Our evening"])]


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that computer players wait before each move."""

    pause: Annotated[float, Meta(ge=0, le=10, examples=[0.4])]


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new game from a ply of a finished one: for all players at one screen, or for one ``seat`` against the computer."""

    ply: Annotated[int, Meta(ge=0, le=2**31 - 1, examples=[30])]
    seat: SeatNumber | None = None


class NewStudy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An uploaded record: the text of a .hanlin file, and the custom map or tiles that its game needs."""

    record: Annotated[str, Meta(max_length=1_000_000, examples=['[Game "china"]\n[Players "3"]\n\n* deal 1 red\n'])]
    file: SentFile | None = None


class Place(msgspec.Struct, frozen=True):
    """A new table: ``link`` is the invitation; ``seat`` is your seat, null for none."""

    id: Annotated[str, Meta(examples=["8f3a01bc42"])]
    link: Annotated[str, Meta(examples=["http://127.0.0.1:8642/t/8f3a01bc42"])]
    seat: int | None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat; null for the first free one. The default name is that of the guest."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Start the game; ``fill`` gives the open seats to a computer player. With null all seats must be taken."""

    fill: Annotated[str, Meta(max_length=64, examples=["bot:greedy"])] | None = None


class SeatState(msgspec.Struct, frozen=True):
    """The holder of a seat: ``person``, ``bot``, ``open``, or ``record`` in an uploaded game."""

    kind: Annotated[str, Meta(examples=["person"])]
    name: Annotated[str, Meta(examples=["Ann"])]
    bot: Annotated[str, Meta(examples=[""])]


class SeatedState(msgspec.Struct, frozen=True):
    """A player at a table. ``profile``: the name for /api/people; null for guests, computer players and hidden profiles."""

    seat: SeatNumber
    name: str
    profile: Annotated[str, Meta(examples=["Ann"])] | None


class ClockState(msgspec.Struct, frozen=True):
    """The clocks of a table.

    ``left``: the seconds of each seat at ``since`` (seconds since 1970 on the server's clock, see its Date header).
    ``running``: the seat whose clock is running since then, null for none. ``due``: when it runs out, null without
    consequences. ``out``: the seat that is out of time, null for none. Spectators, who see the table as it was before the
    last decision, see the clocks at the start of that decision, stopped.
    """

    time: Live | Days
    left: list[float]
    running: int | None
    since: float
    due: float | None
    out: int | None
    holidays: list[list[str]] = []
    """For each seat its additional holidays; empty if there are none."""


class AskedState(msgspec.Struct, frozen=True):
    """A request to the other players: ``undo`` (go back to before action ``ply``, counted from 0), ``end``, or
    ``claim`` (end as it stands, see ``Decide``).

    ``awaited``: a seat of each player who has not answered yet.
    """

    what: str
    seat: int
    ply: int
    awaited: list[int]


class VacantState(msgspec.Struct, frozen=True):
    """A vacant seat, about which the others decide: its player is out of time (``time``) or resigned (``left``)."""

    seat: int
    why: str


class TableState(msgspec.Struct, frozen=True):
    """A table as a seat sees it.

    ``actor``: a seat from 0, -1 chance, -2 over. ``moves``: each [actor, text], hidden words as ``?``. ``seat``: the seat of
    this view, -1 for spectators (who are one decision behind), null if nothing is hidden (a finished game).
    ``next``: the table of the next game.
    """

    id: Annotated[str, Meta(examples=["8f3a01bc42"])]
    game: Annotated[str, Meta(examples=["china"])]
    players: Annotated[int, Meta(examples=[3])]
    options: Annotated[dict[str, Any], Meta(examples=[{"fortresses": True}])]
    seat: Annotated[int, Meta(examples=[0])] | None
    number: Annotated[int, Meta(examples=[14])]
    actor: Annotated[int, Meta(examples=[0])]
    legal: Annotated[list[str], Meta(examples=[["palace yan 1 green", "emissary yan green"]])]
    scores: Annotated[list[int], Meta(examples=[[0, 0, 0]])]
    winners: Annotated[list[int], Meta(examples=[[]])]
    moves: Annotated[list[tuple[int, str]], Meta(examples=[[[-1, "deal 1 green"], [-1, "deal 2 ?"]]])]
    started: Annotated[bool, Meta(examples=[True])]
    clocks: ClockState | None
    state: Annotated[str, Meta(examples=["running"])]
    """``open`` (before the start), ``running``, ``over``, or ``closed`` (closed before the start)."""
    seats: list[SeatState]
    listed: bool
    watching: bool
    next: str | None
    asked: AskedState | None = None
    """The open request to the other players."""
    vacant: list[VacantState] = []
    """Vacant seats, until the others have decided: POST …/vacant."""
    ended: str | None = None
    """Reason for an early end: ``agreed``, ``claimed`` (``winners`` are then those by the points so far, without the players
    who were out of time or had resigned), or ``left`` if no player stayed."""


class Seen(msgspec.Struct, frozen=True):
    """The position as a seat sees it, as text: ``hanlin.position(text, files)`` reads it."""

    text: str
    files: dict[str, dict[str, str]]
    """``name`` and ``text`` of the file of each option that takes one."""
    number: int
    seat: int | None
    moves: list[tuple[int, str]]


class TableRowState(msgspec.Struct, frozen=True):
    """A table in a list. ``mine``: your seats; ``to_move``: the active seat, -2 for none."""

    id: str
    game: str
    players: int
    state: str
    to_move: int
    seats: list[SeatState]
    mine: list[int]
    last: float
    name: str = ""
    """The name that its host has given it, or empty."""


class Lobby(msgspec.Struct, frozen=True):
    """Your tables, and the public ones."""

    mine: list[TableRowState]
    open: list[TableRowState]
    running: list[TableRowState]


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Reason for a refusal (RFC 9457). ``state``: the present state, where the command was for an earlier one."""

    type: str
    title: str
    status: int
    detail: str
    rule: str = ""
    """The number of the rule that forbids an action."""
    number: int | None = None
    state: TableState | None = None
