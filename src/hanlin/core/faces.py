"""What a game's rooms of words and drawing hand to the table, so that the table knows no game.

``words.py`` of a game offers, all in the current language (``language.py``), all from a seat's view (``Position.seen_by``):

    title() -> str                              the game's name
    blurb() -> str                              two sentences about it
    option(name) -> tuple[str, str]             an option's label and help
    option_value(name, value) -> str            the label of one of its values
    question(seen) -> Question                  what is asked of ``seen.actor``, and every choice, also the illegal ones, with
                                                their reason
    log(seen, actor, action, told) -> list[LogLine]   the chronicle of one ply; ``seen`` is the view before it
    notes(seen, seat) -> list[Note]             what a player should know about a seat now ("if the month ended now …")
    panels(seen) -> list[Panel]                 tables to open on demand
    describe(position) -> str                   the position as readable plain text
    why_not(seen, action) -> Refusal            why that (well-formed) action is not legal

and may offer:

    summary(seen, seat) -> list[Fact]           what others want to know of a seat at a glance, for its row among the players:
                                                points first, then the same kinds of facts in the same order for every seat
    symbols() -> list[Symbol]                   every thing of the game with its picture and what it does, for the help sheet;
                                                pictures in a drawing say the same in their data-tip

``drawing.py`` offers pure functions to SVG text. They offer something to click only where ``seen.decides``: not in a view of
the past, nor to who is not asked:

    board(seen) -> str                          the common board, clickable as below; it may take ``shape`` ("wide" or "tall",
                                                for desk and phone) as a keyword as well: the table notices
    seat(seen, seat) -> str                     one player's own area, clickable as well when that seat is to decide
    icon(name) -> str                           a small picture for a choice's ``icon``
    emblem() -> str                             a small picture of the game for its card on the start page
    card(…)                                     whatever else the two share

What can be clicked says so in attributes; the table's one script (``server/static/table.js``) knows no game and reads only
these. Every clickable element also has role="button", tabindex="0", an aria-label (or <title>), and the class ``can``
(``cannot`` where data-why stands):

    data-action="act 2 taxes"         a click plays that action
    data-actions='["palace wei 3 red", "palace wei 3 green"]'
                                      a click plays the only one of these that goes with what is picked; where several are
                                      left, the question shows just those
    data-pick="card red"              a click picks this first (again: lets go) and plays nothing: question and board narrow to
                                      the actions that go with it. An action goes with what ``Choice.goes_with`` names, or
                                      with its element's own data-with="card red|joker" (``|`` between names). A pick that
                                      shares no action with the earlier ones replaces them; several picks that together are
                                      all that the one action left goes with play it
    data-why="…" data-rule="F2.2"     a click, tap or focus says why it can't be done
    data-variants='[["place 1,0 0", "<g>…</g>"], ["", "<g>…</g>", "why not", "F2.2"]]'
                                      one place, several ways: action, picture (SVG text, put inside this element in its
                                      coordinates), and for illegal ways (action "") the reason and its rule; a legal way may
                                      have a third text, what it would do. Hover, focus or the first click shows the first
                                      legal way in place; r, the wheel or a further click turns to the next; Enter, a double
                                      click or the button that appears plays the one shown
    data-tip="…"                      a short explanation on hover, focus and tap
    data-key="tile 7"                 the same thing before and after a move: it glides from where it was to where it is
    data-zoom                         on the root <svg> of a board that wants to be panned and zoomed
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
    goes_with: tuple[str, ...] = ()
    """What may be picked first for it (data-pick of the drawing), such as the card that it plays."""
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
    source: str = ""
    """What the points come from, in two or three words: "Court ladies". It heads a column of the seat's score sheet."""
    chapter: str = ""
    """The heading under which the line stands: "Month 3". It begins a row of the score sheet."""
    clause: str | None = None
    """The sentence without the name at its beginning and the stop at its end: "hires a young monk". Lines of one seat that
    follow each other in a chapter are told as one, the name and then the clauses with commas between; "" is left out there.
    None: the line stands alone."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One figure in the row of a seat. ``tone`` as in a note."""

    icon: str
    """The name of a symbol of the game's drawing, which stands before the figure."""
    figure: str
    """As short as can be: "7", "2 / 5", "−1"; empty where the seat has none, so that rows stay aligned."""
    label: str
    """The same in words, for a tip and for those who listen: "7 yuan"."""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One thing of the game on the help sheet."""

    icon: str
    """The name of a symbol of the game's drawing; empty where there is none."""
    name: str
    text: str
    """What it does, in a sentence."""
    group: str = ""
    """Symbols with the same heading stand together."""
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
