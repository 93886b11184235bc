"""What programs send and get: the JSON that other programs rely on. Seats count from 0."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(max_length=100, description="At most 24 letters; no quotation marks, no bars.", examples=["Ann"])]
SeatNumber = Annotated[int, Meta(ge=0, le=99, description="A seat, counted from 0.", examples=[1])]
Number = Annotated[
    int,
    Meta(ge=0, le=2**31 - 1, description="How many entries the table had in the state that the command is for.", examples=[14]),
]
Client = Annotated[
    str,
    Meta(
        min_length=8,
        max_length=64,
        description="An id made by the client. A command that is sent again with it is answered again, not done again.",
        examples=["6f0c2a9e51"],
    ),
]


class GuestName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wants to play."""

    name: Name


class Token(msgspec.Struct, frozen=True):
    """A token to be sent with every request: ``Authorization: Bearer TOKEN``."""

    token: Annotated[str, Meta(examples=["hanlin-Jx3…"])]


class Scope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a further token may do: ``play`` (all that its person may) or ``read`` (only look)."""

    scope: Annotated[str, Meta(pattern="^(play|read)$", examples=["read"])]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be set up.

    ``seats``: for each ``me`` (whoever asks), ``person`` (somebody else at the same screen), ``open`` (for others to take) or
    ``bot:NAME``; the first is ``me`` and the others are open where they are left out.
    """

    game: Annotated[str, Meta(max_length=64, examples=["china"])]
    players: Annotated[int, Meta(ge=1, le=99, examples=[3])] | None = None
    options: Annotated[dict[str, bool | str], Meta(examples=[{"fortresses": True}])] = {}
    seats: (
        Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=99, examples=[["me", "open", "bot:greedy"]])]
        | None
    ) = None
    listed: bool = False
    watching: bool = True
    time: None = None
    """Clocks: only null, no clock, is known here."""
    shuffled: bool = False
    """Whether it is drawn who sits where."""
    pause: Annotated[float, Meta(ge=0, le=10, examples=[0])] = 0.0
    """Seconds that opponents wait before each move."""


class Place(msgspec.Struct, frozen=True):
    """Where a new table is: its ``link`` is the invitation; ``seat`` is one's own, null for none."""

    id: Annotated[str, Meta(examples=["8f3a01bc42"])]
    link: Annotated[str, Meta(examples=["http://127.0.0.1:8888/t/8f3a01bc42"])]
    seat: int | None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Taking a seat; null for the first that is free. Without a name the guest's own counts."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Beginning the game; ``fill`` gives the open seats to opponents, null only begins where all are taken."""

    fill: Annotated[str, Meta(max_length=64, examples=["bot:greedy"])] | None = None


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be done at a table."""

    seat: SeatNumber
    number: Number
    client: Client
    action: Annotated[str, Meta(max_length=200, examples=["place courtier 4"])] = ""
    ply: Annotated[int, Meta(ge=0, le=2**31 - 1)] | None = None
    """The ply that the view showed: a command made while looking back is refused, whatever the table's number is now."""


class SeatState(msgspec.Struct, frozen=True):
    """Who sits somewhere: ``person``, ``bot``, ``open``, or ``record`` in a game that is only studied."""

    kind: str
    name: str
    bot: str


class TableState(msgspec.Struct, frozen=True):
    """A table as a seat sees it.

    ``actor``: a seat from 0, -1 chance, -2 over. ``moves``: each [actor, text], hidden words as ``?``. ``seat``: whose view
    this is, -1 for a spectator's, null for everything there is (a finished game). ``next``: the table of the next game.
    """

    id: str
    game: str
    players: int
    options: dict[str, Any]
    seat: int | None
    number: int
    actor: int
    legal: list[str]
    scores: list[int]
    winners: list[int]
    moves: list[tuple[int, str]]
    started: bool
    clocks: None
    state: str
    """``open`` (seats are free), ``running``, ``over``, or ``closed`` (put away before it began)."""
    seats: list[SeatState]
    listed: bool
    watching: bool
    next: str | None


class Seen(msgspec.Struct, frozen=True):
    """The position as a seat sees it, as text: ``hanlin.position(text, files)`` reads it."""

    text: str
    files: dict[str, dict[str, str]]
    """For each option that takes a file its file's ``name`` and ``text``."""
    number: int
    seat: int | None
    moves: list[tuple[int, str]]


class TableRowState(msgspec.Struct, frozen=True):
    """A table in a list. ``mine``: one's own seats; ``to_move``: the seat that it waits for, -2 for none."""

    id: str
    game: str
    players: int
    state: str
    to_move: int
    seats: list[SeatState]
    mine: list[int]
    last: float


class Lobby(msgspec.Struct, frozen=True):
    """The tables that somebody finds: the own ones, and those that are listed for everybody."""

    mine: list[TableRowState]
    open: list[TableRowState]
    running: list[TableRowState]


class OptionState(msgspec.Struct, frozen=True):
    """An option of a game: a switch without choices, one of the choices, or a file."""

    name: str
    default: Any
    choices: list[str]
    file: bool


class GameState(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    players: list[int]
    options: list[OptionState]
    rules_version: str


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was refused (RFC 9457). ``state``: the present state, where the command was for an earlier one."""

    type: str
    title: str
    status: int
    detail: str
    rule: str = ""
    """The number of the rule that forbids an action."""
    number: int | None = None
    state: TableState | None = None
