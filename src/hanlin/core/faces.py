"""What a game's rooms of words and drawing hand to the table, so that the table knows no game.

``words.py`` of a game offers, all in the current language (``language.py``), all from a seat's view (``Position.seen_by``):

    title() -> str                              the game's name
    blurb() -> str                              two sentences about it
    option(name) -> tuple[str, str]             an option's label and help
    option_value(name, value) -> str            the label of one of its values
    question(seen) -> Question                  what is asked of ``seen.actor``, and every choice, the illegal ones with their reason
    log(seen, actor, action, told) -> list[LogLine]   the chronicle of one ply; ``seen`` is the view before it
    notes(seen, seat) -> list[Note]             what a player should know about a seat now ("if the month ended now …")
    panels(seen) -> list[Panel]                 tables to open on demand
    describe(position) -> str                   the position as readable plain text
    why_not(seen, action) -> Refusal            why that (well-formed) action is not legal

``drawing.py`` offers pure functions to SVG text:

    board(seen) -> str                          the common board; what can be clicked carries data-action="…" with the action's
                                                text, what can't though it looks so carries data-why="…"; choices that need a look
                                                before they count may carry data-variants (see static/table.js)
    seat(seen, seat) -> str                     one player's own area
    card(…)                                     whatever else the two share
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something can't be done: the rule in plain words, and its number."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that the actor may do, or sees but may not do (then ``refusal`` says why)."""

    action: str
    label: str
    effect: str = ""
    """What it would do, in a few words: "+4 yuan"."""
    icon: str = ""
    """The name of a symbol of the game's drawing (``drawing.icon(name) -> str``), or empty."""
    group: str = ""
    """Choices with the same heading stand together."""
    refusal: Refusal | None = None
    on_board: bool = False
    """True where the board offers it as well, so that a long list of buttons may be folded away."""

    @property
    def legal(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the choices in canonical order."""

    text: str
    choices: list[Choice] = field(default_factory=list)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A sentence of the chronicle. With ``points`` it is a line of the seat's score sheet as well."""

    text: str
    seat: int | None = None
    points: int = 0
    sum: str = ""
    """How the points come about: "2 × 2 + 1"."""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A short remark about a seat. ``tone``: "" neutral, "good", "warn"."""

    text: str
    tone: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """A table that opens on demand. Cells are text; a cell may be a whole number. ``about`` explains it in a sentence."""

    id: str
    title: str
    head: list[str]
    rows: list[list[str | int]]
    about: str = ""
