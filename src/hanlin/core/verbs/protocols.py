"""The modules of a game that speak, draw and set up positions, as protocols: one complete class for each.

A game's package has a module or package ``words`` with the functions of ``Words``, and one ``drawing`` with those of
``Drawing``; it may have ``editing`` with those of ``Editing``. The other concerns of a game are the rules (the verbs in
``generic.py``), its texts and limits (the fields of ``rulebook.Rulebook``), ``Learning`` and ``Acceleration``
(``extensions.py``). What a plug-in leaves out of words and drawing has a default (``defaults.py``), so callers never ask
whether it is there; ``hanlin check NAME`` lists it. A type checker holds a game that leaves out nothing to these protocols with
four lines in its package::

    if TYPE_CHECKING:
        from hanlin.core.verbs.protocols import Drawing, Words
        from mygame import drawing, words
        _MODULES: tuple[Words, Drawing] = (words, drawing)

What can be clicked says so in attributes; the table's one script (``server/static/table.js``) knows no game and reads only
these. Every clickable element also has role="button", tabindex="0", an aria-label (or <title>), and the class ``can``
(``cannot`` with data-why):

    data-action="act 2 taxes"         a click plays that action
    data-actions='["palace wei 3 red", "palace wei 3 green"]'
                                      a click plays the only one of these that goes with what is picked; where several are
                                      left, a menu at that place offers them
    data-pick="card red"              a click picks this first (again: lets go) and plays nothing: question and board narrow to
                                      the actions that go with it. An action goes with what ``Choice.goes_with`` names, or
                                      with its element's own data-with="card red|joker" (``|`` between names). A pick that
                                      shares no action with the earlier ones replaces them; several picks that together are
                                      all that the one action left goes with play it
    data-drop="house 2"               on a place: what offers actions may be dragged onto it, which plays its action and then
                                      this one, if it is legal then
    data-token="person monk-young"    on a thing at a seat's place: when it is new there, it flies in from the part of the board
                                      of this data-key (with data-source); when it is gone, it walks off
    data-count="3" data-piece="coin"  on a pile at a place with a data-key: as many pictures of this name as it has more or
                                      fewer fly to it or from it; without data-piece the thing itself grows
    data-why="…" data-rule="F2.2"     a click, tap or focus says why it can't be done
    data-variants='[["place 1,0 0", "<g>…</g>"], ["", "<g>…</g>", "why not", "F2.2"]]'
                                      one place, several ways: action, picture (SVG text, put inside this element in its
                                      coordinates), and for illegal ways (action "") the reason and its rule; a legal way may
                                      have a third text, what it would do. Hover, focus or the first click shows the first
                                      legal way in place; r, the wheel or a further click turns to the next; Enter, a double
                                      click or the button that appears plays the one shown
    data-tip="…"                      a short explanation on hover, focus and tap
    data-key="tile 7"                 the same thing before and after a move: it glides from where it was to where it is
    data-whole                        with data-key on the <g> around a drawing whose frame follows what happens: it moves and
                                      grows as one, with all its contents
    data-zoom                         on the root <svg> of a board that wants to be panned and zoomed
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from hanlin.core.jit.events import Event
from hanlin.core.verbs.badges import Badge
from hanlin.core.verbs.book import Decision, Measure, Played, Scored, Topic
from hanlin.core.verbs.presentation import (
    Consequence,
    Counter,
    Fact,
    GameFacts,
    LogLine,
    Note,
    Panel,
    Question,
    Reason,
    Refusal,
    Setback,
    Symbol,
    Tool,
)

if TYPE_CHECKING:
    from hanlin.core.position.position import Position


class Words(Protocol):
    """Texts of a game: everything in the current language (``language.py``), from a seat's view (``Position.seen_by``).

    Those from ``summary`` on may be left out even of a finished game.
    """

    def title(self) -> str:
        """The game's name."""

    def blurb(self) -> str:
        """Two sentences about it."""

    def option(self, name: str, /) -> tuple[str, str]:
        """An option's label and help."""

    def option_value(self, name: str, value: Any, /) -> str:
        """The label of one of its values."""

    def question(self, seen: Position, /) -> Question:
        """The question to ``seen.actor``, and every choice, also the illegal ones, with their reason."""

    def log(self, seen: Position, actor: int, action: str, events: Sequence[Event], /) -> list[LogLine]:
        """The game log of one ply from its events; ``seen`` is the view before it."""

    def notes(self, seen: Position, seat: int, /) -> list[Note]:
        """Short remarks about a seat now ("if the month ended now …")."""

    def panels(self, seen: Position, /) -> list[Panel]:
        """Tables to open on demand."""

    def describe(self, position: Position, /) -> str:
        """The position as readable plain text."""

    def why_not(self, seen: Position, action: str, /) -> Refusal:
        """The reason why a well-formed action is not legal; ``seen`` is the view of the actor."""

    def summary(self, seen: Position, seat: int, /) -> list[Fact]:
        """The key figures of a seat, for its row among the players.

        Points first, then the same kinds of facts in the same order for every seat.
        """

    def panel_titles(self, seen: Position, /) -> dict[str, str]:
        """The titles of ``panels`` by their ids, in the same order, without their contents."""

    def reckoning(self, seen: Position, events: Sequence[Event], /) -> list[LogLine]:
        """The score lines of one of the game's ``endings`` from its events, in the position ``seen``."""

    def reasons(self, seen: Position, action: str, after: Position, events: Sequence[Event], /) -> list[Reason]:
        """The gains, dangers avoided and costs of an action, for hints: true of the position, naming events, places and rivals.

        ``seen`` is the view of the active player, ``after`` that of the same player when the action was played, with its
        ``events``; where hidden information decided, it was sampled. For the action "" (``after`` is ``seen``, no events): what
        matters in the position as it stands, for the guide.
        """

    def setbacks(self, played: Sequence[tuple[Position, int, str, Sequence[Event]]], seat: int, /) -> list[Setback]:
        """The losses of a seat during some plies, the largest first, for the review of a game.

        ``played``: for each ply the position before it, the actor, the action and the events.
        """

    def consequences(self, seen: Position, action: str, /) -> list[Consequence]:
        """The changes that a legal action would make as far as the active player can know them, the most important first.

        ``seen`` is the view of the active player. Nothing hidden and nothing random enters.
        """

    def indifferent(self, seen: Position, /) -> str:
        """The legal action that a page may play for the active player, because nothing depends on the choice any more; or "".

        ``seen`` is the view of the active player. Not for a single legal action, which a page plays anyway.
        """

    def facts(self) -> GameFacts:
        """The author, the length and the weight of the game, for its panel on the start page."""

    def book_topics(self) -> list[Topic]:
        """The plots of the game's book (``core/verbs/book.py``), in their order."""

    def book_source(self, key: str, /) -> str:
        """A source of points of the game's book, in two or three words."""

    def book_stage(self, key: str, /) -> str:
        """A stage of a game, for points by month or round: "Month 3"."""

    def book_decision(self, key: str, /) -> str:
        """The description of a decision that the book's explorer shows: "Month 1 with a farmer and a monk"."""

    def book_choice(self, key: str, choice: str, /) -> str:
        """The words for a choice of that decision."""

    def puzzle_themes(self) -> dict[str, str]:
        """The titles of all themes of the game's puzzles (``core/verbs/puzzles.py``) by their ids, in the order of a list."""

    def badge(self, badge: Badge, /) -> tuple[str, str]:
        """The title of a badge (``core/verbs/badges.py``), and what it asks for."""

    def symbols(self) -> list[Symbol]:
        """Every thing of the game with its picture and what it does, for the help sheet.

        Pictures in a drawing say the same in their data-tip.
        """


class Book(Protocol):
    """The measures of a game's book (``core/verbs/book.py``), in a module ``book``.

    It may also have ``is_opening(s)``: in every second game of a book the first decisions are drawn at random as long as it is
    true; and
    ``VARIANTS``, the options other than the usual ones of which a book has a chapter.
    """

    def measure(self, played: Played, /) -> Iterable[Measure]:
        """All values that a finished game adds to the book; those of every game by ``book.common_measures``."""

    def scored(self, played: Played, /) -> Iterable[Scored]:
        """All points of a game, by seat, source and stage."""

    def decision(self, position: Position, /) -> Decision | None:
        """The decision to be made, if it is one of an opening that the explorer shows."""

    def is_opening_over(self, s: Any, /) -> bool:
        """True where ``decision`` gives nothing any more."""


class Drawing(Protocol):
    """Pictures of a game: pure functions to SVG.

    They offer something to click only where ``seen.decides``: not in a view of the past, nor to an inactive viewer.

    ``board`` and ``seat`` return a text, or a ``hanlin.drawing.Drawing`` (``str()`` of it is the text) so that the pages of a
    table stay small and cheap: the page holds pictures and other constant parts of a game once (``page_art``), and
    the drawings refer to them (``Drawing.on_page``). Layers that do not depend on the viewer are equal texts for everybody, and
    an unchanged layer is the same text again at the next ply. ``Game.drawing`` offers both: ``board`` gives the text,
    ``board_in_layers`` what the game returned; ``seat`` likewise.

    Style rules for the game's own places and pieces are in ``look.css`` beside the drawing; pages add them to theirs.

    Both may take ``shape``, and the table notices: "wide" for a desk, "tall" for a phone, "low" for a phone on its side (about
    460 × 300 pixels), where texts below 12 pixels are not shown until one zooms in. Touch targets in a "tall" or "low" area
    are 44 pixels large where the viewer's own area is 360 pixels wide.
    """

    def board(self, seen: Position, /) -> Any:
        """The common board, clickable as above."""

    def seat(self, seen: Position, seat: int, /) -> Any:
        """One player's own area, clickable as well when that seat decides.

        It may take ``own``, and the table notices: True for the reader's own place, False for another player's, drawn smaller.
        """

    def icon(self, name: str, /) -> str:
        """A small picture for a choice's ``icon``; empty where there is none of that name."""

    def emblem(self) -> str:
        """A small picture of the game for its card on the start page."""

    def page_art(self, seen: Position, /) -> str:
        """Invisible SVG that a page holds once for all drawings of a game, in any shape. Optional."""

    def seating(self) -> str:
        """How the places of the seats lie around the board: "street" below it, "banners" round it, "corners"; "" beside it.

        Optional.
        """

    def rings(self, seen: Position, /) -> str:
        """The layer of the board that shows what is new to the viewer (``Drawing.rings``); empty where it has none.

        It may take ``shape``. A game that offers this promises that nothing else of a seat's view differs from everybody's, as
        far as it is not its own: the board and the question while it does not act, and always the other seats' areas, notes
        and facts, and the game log of public plies. Then the table renders it once for all viewers. The viewer of the
        whole reads in the log what everybody reads, and of a secret what the one seat reads that saw it. May be left out.
        """


class Editing(Protocol):
    """The setting up of positions: what can be placed where. A game may do without it.

    A game's package has a module ``editing`` that offers these functions; the page ``/setup/GAME`` is made from them. A
    position that is set up is its text (``Position.text``) and nothing else, so each change gives a text, which
    ``hanlin.position`` then reads: all that can't be is refused by the reader in its own words, and nothing has changed. The
    positions given here are whole (no views) and were read from a text, so nothing was played in them;
    ``position.copy().state`` may be changed at will, and ``hanlin.core.position.position_text.read_again`` makes a
    position follow from its own fields again.

    Places are elements of the drawings that have an ``id``: those of ``drawing.board``, and of ``drawing.seat`` where that
    shows some. The page makes them clickable, so drawings need nothing more than the id (on a ``<g>``).

    The last three functions may be left out.
    """

    def beginning(self, start: Position, /) -> Position:
        """The position with which setting up begins, for a game that starts at ``start`` (before its first action)."""

    def tools(self, position: Position, /) -> list[Tool]:
        """Things that can be placed, in the order of the keys 1 to 9; the first is chosen at the beginning."""

    def spots(self, position: Position, /) -> dict[str, str]:
        """The places, by the id of the drawn element, each with what it is called ("": as the drawing calls it)."""

    def counters(self, position: Position, /) -> list[Counter]:
        """The numbers that are no pieces on the board."""

    def place(self, position: Position, tool: str, spot: str, by: int, /) -> str:
        """The text after a tool was used at a place: ``by`` is 1 to place (again, where that makes sense: to take back), -1 to
        take. BadPosition where the tool has nothing to do there; what else can't be the reader says."""

    def count(self, position: Position, counter: str, value: int, /) -> str:
        """The text with another number at a counter."""

    def counted(self, position: Position, /) -> list[LogLine]:
        """The sums behind the seats' points, as far as the board still shows them."""

    def board(self, position: Position, /, *, shape: str = "wide") -> str:
        """The board with places that ``drawing.board`` does not show, such as those next to pieces."""

    def area(self, position: Position, seat: int, /, *, shape: str = "wide") -> str:
        """The same for a seat's area."""
