"""Values that a game's words and drawings give to the table, so that the table knows no game.

The functions that give them are those of ``protocols.py``. Pages are remembered by what they say, so these are compared and
asked for their hashes all the time: Msgspec's structs do that without Python.
"""

from __future__ import annotations

import msgspec

from hanlin.core.i18n.language import _


def labelled(label: str, what: object) -> str:
    """A label with what belongs to it, with the colon as the language sets it: "Monk: 2"."""
    return _("{label}: {what}").format(label=label, what=what)


class Refusal(msgspec.Struct, frozen=True, cache_hash=True):
    """A refused action: the rule in plain words, and its number."""

    text: str
    rule: str


class Choice(msgspec.Struct, frozen=True, cache_hash=True):
    """One thing that the actor may do, or sees but may not do (then ``refusal`` says why)."""

    action: str
    label: str
    effect: str = ""
    """Its effect, in a few words: "+4 yuan"."""
    icon: str = ""
    """The name of a symbol of the game's drawing (``drawing.icon(name) -> str``), or empty."""
    group: str = ""
    """Choices with the same heading are grouped."""
    refusal: Refusal | None = None
    goes_with: tuple[str, ...] = ()
    """Things that may be picked first for it (data-pick of the drawing), such as the card that it plays."""
    on_board: bool = False
    """True where the board offers it as well, so that a long list of buttons may be folded away."""

    @property
    def legal(self) -> bool:
        """True where it may be chosen."""
        return self.refusal is None


class Question(msgspec.Struct, frozen=True):
    """The question to a player, and the choices: in canonical order, or places of a board as one reads it."""

    text: str
    choices: list[Choice] = []
    rule: str = ""


class Address(msgspec.Struct, frozen=True, cache_hash=True):
    """A line of the log in the second person, with ``text``, ``clause`` and ``several`` as in ``LogLine``."""

    text: str
    clause: str | None = None
    several: str = ""


class LogLine(msgspec.Struct, frozen=True, cache_hash=True):
    """A sentence of the game log. With ``points`` it is a line of the seat's score sheet as well."""

    text: str
    seat: int | None = None
    points: int = 0
    sum: str = ""
    """The sum behind the points: "2 × 2 + 1"."""
    rule: str = ""
    source: str = ""
    """The source of the points, in two or three words: "Court ladies". It heads a column of the seat's score sheet."""
    chapter: str = ""
    """The heading of the line: "Month 3". It begins a row of the score sheet."""
    clause: str | None = None
    """The sentence without the name at its beginning and the stop at its end: "hires a young monk". Lines of one seat that
    follow each other in a chapter become one sentence, the name and then a list of the clauses; "" is left out there. It
    is the whole sentence, with its stop, where the subject is not the seat. None: the line is separate."""
    several: str = ""
    """The clause for two or more lines in a row that have the same ``several``: "takes {items} from the row". {items} is the
    list of their ``item``, {n} their number."""
    item: tuple[str, ...] = ()
    """Its part of {items}: "a red card"; where the same may come again, also the form for two, for three …"""
    retells: bool = False
    """True where the clause says what the clause before it said as well, which is left out then."""
    to: tuple[tuple[int, Address], ...] = ()
    """The same to each seat that the line speaks of: "You hire a young monk." to the seat that hires."""
    addressed: bool = False
    """True where the texts are in the second person: the subject of ``clause`` is the reader."""
    at: str = ""
    """The parts of the table that the line is about, by their data-key, with a bar between several: "tile 7|tile 9"."""
    icon: str = ""
    """The name of a picture of the game's drawing (``drawing.icon(name)``) that a page shows instead of ``shown``; with a bar
    between several."""
    shown: str = ""
    """The words in ``text``, ``clause`` and ``several`` that the picture shows, after a number where they begin with one, with
    a bar between those of several pictures; those who listen to the page still hear them. Words that a sentence does not have
    are left out, and words that come twice get the pictures in their order."""
    beside: bool = False
    """True where a page shows the pictures before their words, not instead of them."""


class Fact(msgspec.Struct, frozen=True, cache_hash=True):
    """One figure in the row of a seat. ``tone`` as in a note."""

    icon: str
    """The name of a symbol of the game's drawing, shown before the figure."""
    figure: str
    """The figure, as short as possible: "7", "2 / 5", "−1"; empty where the seat has none, so that rows stay aligned."""
    label: str
    """The same in words, for a tip and for those who listen: "7 yuan"."""
    tone: str = ""


class GameFacts(msgspec.Struct, frozen=True, cache_hash=True):
    """What a player wants to know of a game before choosing it. A field that is left out is not shown."""

    author: str = ""
    """Its designer."""
    minutes: tuple[int, int] | None = None
    """The least and the most that a game takes."""
    weight: str = ""
    """How much there is to think about: "light", "medium" or "heavy"."""


class Symbol(msgspec.Struct, frozen=True, cache_hash=True):
    """One thing of the game on the help sheet."""

    icon: str
    """The name of a symbol of the game's drawing; empty where there is none."""
    name: str
    text: str
    """Its effect, in a sentence."""
    group: str = ""
    """Symbols with the same heading are grouped."""
    rule: str = ""


class Note(msgspec.Struct, frozen=True, cache_hash=True):
    """A short remark about a seat. ``tone``: "" neutral, "good", "warn"."""

    text: str
    tone: str = ""
    rule: str = ""


class Consequence(msgspec.Struct, frozen=True, cache_hash=True):
    """One thing that an action would change, shown at its place on the board while the action is pointed at."""

    key: str
    """The ``data-key`` of the part of the board that it is about; empty where it is about none."""
    text: str
    """The change, as short as a caption: "+3 for you", "Lan loses the lead"."""
    tone: str = ""
    """As in a note: "" neutral, "good" or "warn" for the active player."""


class Setback(msgspec.Struct, frozen=True):
    """A loss that a seat suffered during some plies, for the review of a game."""

    text: str
    """The loss in one sentence, with the name of the seat and of what took it: an event, a region, a room."""
    weight: float
    """Its size in points, roughly."""
    is_event: bool = False
    """True for an event that was known before and could be prepared for."""
    to: tuple[tuple[int, str], ...] = ()
    """The same sentence to each seat that it speaks of: "took six of your persons"."""

    def read_by(self, reader: int | None) -> str:
        """The sentence as the player of a seat reads it; None: as everybody does."""
        return dict(self.to).get(reader, self.text) if reader is not None else self.text


class Panel(msgspec.Struct, frozen=True):
    """A table that opens on demand. Cells are text; a cell may be a whole number. ``about`` explains it in a sentence."""

    id: str
    title: str
    head: list[str]
    rows: list[list[str | int]]
    about: str = ""


class Reason(msgspec.Struct, frozen=True, cache_hash=True):
    """One thing that an action brings, avoids or costs, or that matters in a position."""

    text: str
    """A clause without a capital at its beginning and a stop at its end, that reads on after "This action …": "pays the tribute
    of month 5". About a position it is a sentence of that form: "month 5 asks for 4 yuan, you have 1"."""
    points: float
    """Its worth for the player in points, estimated; below 0 for a cost."""
    source: str = ""
    """The source of these points as in ``LogLine``, where they are of one."""
    actions: tuple[str, ...] = ()
    """About a position: the legal actions that have to do with it; their places are marked."""


class Tool(msgspec.Struct, frozen=True, cache_hash=True):
    """A thing to place and take when a position is set up."""

    name: str
    """A word of small letters, digits and hyphens."""
    label: str
    picture: str = ""
    """A small SVG for its button."""
    seat: int | None = None
    """Its owner."""
    left: int | None = None
    """The number that are left, where one number limits the supply."""
    group: str = ""
    """Tools with the same heading are grouped."""


class Counter(msgspec.Struct, frozen=True, cache_hash=True):
    """A number of a position that is no piece on the board: points, coins, the month. With ``choices`` it is one of them."""

    name: str
    """A word of small letters, digits, dots and hyphens."""
    label: str
    value: int
    least: int = 0
    most: int = 999
    seat: int | None = None
    choices: tuple[tuple[int, str], ...] = ()
    """Each value with its label, in their order."""
    group: str = ""
    """Counters with the same heading are grouped; those without one come first."""
