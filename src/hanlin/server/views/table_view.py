"""The view of a table: everything a viewer may see at one moment, as a value. Texts are in the current language.

Everything in a view is computed from ``Position.seen_by`` of the viewer, so nothing else can leave the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

import msgspec
from babel.dates import format_date

from hanlin.contract import Days
from hanlin.core.i18n.language import _, current_language
from hanlin.core.i18n.seat_names import colour_name
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import OVER
from hanlin.core.verbs.presentation import Choice, Fact, Note, Panel, Question, Reason
from hanlin.server.db import Seat
from hanlin.server.tables import clocks
from hanlin.server.tables.events import SPECTATOR
from hanlin.server.tables.lessons import lesson_of
from hanlin.server.tables.log import Chapter, Lines, Moment, addressed, chapters, headings, left_out, moments
from hanlin.server.tables.names import bot_name, bot_of, names_at
from hanlin.server.tables.premoves import NONE, Plan
from hanlin.server.tables.registry import Listed
from hanlin.server.tables.table import Table, seal
from hanlin.server.views.board import SeatShown, panel_titles, seating, shown_to
from hanlin.server.views.log_html import sentence
from hanlin.server.views.plans import Planned, board_with_plan, ghost_to_choose, planned_of
from hanlin.server.views.since_last_turn import News, marked_board, news_since

FEW = 3
"""The most refused choices that are listed among the others."""
LOG_PLIES = 60
"""Plies of the game log on a page; the full log is a separate page."""
AHEAD = 30
"""Later plies of the log that a page of a past step shows."""


class Perspective(msgspec.Struct, frozen=True):
    """The seat from which a browser sees a table.

    ``viewer``: a seat, SPECTATOR, or None for everything (finished and studied games only). ``mine``: the seats of this
    browser. ``curtain``: the seat to which a shared device must be passed first.
    """

    viewer: int | None
    mine: tuple[int, ...]
    curtain: int | None = None

    @property
    def reader(self) -> int | None:
        """The seat that texts call "you"; None for spectators, and where several seats belong to this browser."""
        return self.mine[0] if len(self.mine) == 1 else None

    @property
    def last_look(self) -> bool:
        """True while the seat that acted last still sees its own view, before the device is passed on."""
        return self.curtain is not None and self.viewer is not None and self.viewer >= 0


class SeatView(msgspec.Struct, frozen=True):
    """One seat in the list of players."""

    seat: int
    name: str
    epithet: str
    who: Seat
    score: int
    to_move: bool
    winner: bool
    mine: bool
    svg: str
    notes: tuple[Note, ...]
    facts: tuple[Fact, ...]
    """Its key figures; empty if the game gives none."""
    left: float | None = None
    """Seconds on its clock; None without clocks."""
    ticking: bool = False


class Choices(NamedTuple):
    """The choices of a question, by the list that shows them."""

    shown: list[Choice]
    """Below the question: choices that the board does not offer, with the refused ones if they are few."""
    folded: list[Choice]
    """Choices that the board offers as well, in a list that opens."""
    refused: list[Choice]
    """Refused choices that the board does not show, if they are many, in a list that opens."""


class View(msgspec.Struct, frozen=True):
    """A table from one perspective. ``ply`` is shown, of ``plies``; ``live`` if that is the present."""

    table: Table
    """A snapshot: nothing changes it any more."""
    perspective: Perspective
    seen: Position
    ply: int
    plies: int
    number: int
    question: Question
    to_move: int
    seats: list[SeatView]
    log: list[tuple[int, Lines]]
    """The plies of the game log that the page shows, the latest first."""
    log_cut: bool
    """True if earlier plies are left out."""
    panels: tuple[tuple[str, str], ...]
    """The game's reference tables: their ids and titles."""
    news: News
    undo: int | None
    undo_name: str
    board: str
    lines: list[Lines]
    """The viewer's log of each ply before the one that is shown."""
    all_lines: list[Lines]
    """The viewer's log of each ply up to the present."""
    remark: Reason | None = None
    """The most important reason in this position, for the guide of the active player; None where there is nothing to say."""
    planned: Planned = Planned()
    """The plan of the reader's seat."""

    @property
    def plans(self) -> bool:
        """True while the reader chooses on a ghost of the board."""
        return self.planned.steps is not None

    @property
    def live(self) -> bool:
        return self.ply == self.plies

    @property
    def over(self) -> bool:
        return self.seen.over or (self.live and self.table.over)

    @property
    def asked(self) -> bool:
        """True if this browser must answer the question now."""
        return is_asked(self.perspective, self.to_move) and not self.timed_out

    @property
    def timed_out(self) -> bool:
        """True while the active player is out of time, so that the others decide."""
        return is_late(self.table, self.to_move)

    @property
    def home(self) -> int | None:
        """The seat whose place is the reader's own: the viewer's, or the reader's where everything is visible."""
        viewer = self.perspective.viewer
        return self.perspective.reader if viewer is None else viewer if viewer >= 0 else None

    @property
    def seating(self) -> str:
        """The arrangement of the seats' places around the board; empty if the areas are beside it."""
        return seating(self.table)

    @property
    def forced(self) -> str:
        """The only legal action, or one of those that make no difference, if this browser is asked."""
        legal = self.seen.legal if self.asked else []
        if len(legal) < 2:
            return legal[0] if legal else ""
        return str(self.table.game.words.indifferent(self.seen))

    @property
    def forced_goes_on(self) -> bool:
        """True if the same seat decides after that action, so that nothing becomes final with it."""
        return bool(self.forced) and self.table.position.copy().play(self.forced).actor == self.to_move

    @property
    def chapters(self) -> list[Chapter]:
        """The game log in the order of play: chapters, and in each a line for consecutive actions of a seat."""
        before = left_out(self.all_lines, self.log[-1][0], began(self.table)) if self.log_cut and self.log else 0
        return chapters(reversed(self.log), began(self.table), before)

    @property
    def headline(self) -> Moment | None:
        """The log entry that led to the step that is shown; None at the beginning."""
        for ply in range(len(self.lines) - 1, -1, -1):
            if self.lines[ply]:
                return moments([(ply, as_read(self.perspective, self.lines[ply]))])[0]
        return None

    @property
    def turns(self) -> list[int]:
        """The plies at which the active player changes."""
        found, last = [], None
        for ply, (actor, _text) in enumerate(self.table.position.moves[: self.plies]):
            if actor >= 0 and actor != last:
                found.append(ply)
                last = actor
        return found

    @property
    def headings(self) -> list[tuple[int, str]]:
        """The chapters of the whole game: the ply each begins with, and its title."""
        return headings(self.all_lines, began(self.table))

    @property
    def choices(self) -> Choices:
        """The choices, by the list that shows them; empty if this browser is not asked."""
        return parted(self.question.choices if self.asked or self.plans else [])

    @property
    def since_last_turn(self) -> tuple[tuple[int, int, str], ...]:
        """The others' actions since the viewer's last one, in order: seat, the ply that shows it, and the sentence."""
        acted = ((each.seat, each) for each in self.news.moments if each.seat is not None)
        return tuple((seat, each.after, sentence(self.table.game, each, name_of(self.table, seat))) for seat, each in acted)

    @property
    def asking(self) -> str:
        """The query string of addresses that ask for more of this step, from this perspective."""
        seat = self.as_seat
        return seat if self.live else f"{seat}&at={self.ply}" if seat else f"?at={self.ply}"

    @property
    def as_seat(self) -> str:
        """The query string of addresses that ask for something as the viewer's seat."""
        viewer = self.perspective.viewer
        return f"?as={viewer}" if viewer is not None and viewer >= 0 else ""

    @property
    def plays(self) -> int | None:
        """The seat that may make requests to the others, or resign; None if no seat of this browser may."""
        if not self._goes_on or self.table.is_study or not self.table.begun:
            return None
        return self.perspective.viewer if self.perspective.viewer in self.perspective.mine else self.perspective.mine[0]

    @property
    def days_off(self) -> tuple[str, ...] | None:
        """The viewer's days off, formatted; None without a clock that counts days."""
        if not self._goes_on or self.table.clocks is None or not isinstance(self.table.row.time, Days):
            return None
        days = sorted(clocks.of_seat(self.table.clocks, self.perspective.mine[0]))
        return tuple(format_date(date.fromisoformat(day), "medium", locale=current_language()) for day in days)

    @property
    def _goes_on(self) -> bool:
        return bool(self.perspective.mine) and self.live and not self.over

    @property
    def fact_widths(self) -> tuple[int, ...]:
        """The characters that each fact needs in the rows of the seats, so that they line up; 0: no seat has it."""
        columns = zip(*(each.facts for each in self.seats), strict=True)
        return tuple(max(len(fact.figure) for fact in column) for column in columns)

    @property
    def standing(self) -> list[tuple[SeatView, int]]:
        """The seats with their final scores, the best first; empty before the end."""
        if not self.table.over:
            return []
        places, scores = self.table.places or [1] * len(self.seats), self.table.position.scores
        order = sorted(self.seats, key=lambda each: (places[each.seat], -scores[each.seat]))
        return [(each, scores[each.seat]) for each in order]

    @property
    def seal(self) -> str:
        return seal(self.table.row.seed) if self.table.row.seed else ""

    @property
    def seed(self) -> str:
        """The seed of the shuffles, once the game is over."""
        return self.table.row.seed if self.table.over else ""


def as_read(perspective: Perspective, lines: Lines) -> Lines:
    """The log lines of a ply as this browser reads them: "You" for its seat."""
    return lines if perspective.reader is None else addressed(lines, perspective.reader)


def label_of(table: Table, perspective: Perspective, seat: int) -> str:
    """Name a seat at this table as this browser reads it: "You" for its own."""
    return _("You") if seat == perspective.reader else name_of(table, seat)


def parted(choices: Sequence[Choice]) -> Choices:
    """Split choices by the list that shows them."""
    off_board = [choice for choice in choices if not choice.on_board]
    folded = [choice for choice in choices if choice.on_board] if len(off_board) < len(choices) else []
    refused = [choice for choice in off_board if choice.refusal is not None]
    if len(refused) <= FEW:
        return Choices(off_board, folded, [])
    return Choices([choice for choice in off_board if choice.refusal is None], folded, refused)


def name_of(table: Table | Listed, seat: int) -> str:
    """Name a seat at this table; by its colour if it has no name."""
    return names_at(table.row).get(seat) or colour_name(table.game.colours[seat])


def epithet(table: Table, seat: int) -> str:
    """The small text next to a name: the colour of a named seat, and the level of a computer player."""
    bot = bot_of(table.row.seats[seat])
    colour = colour_name(table.game.colours[seat]) if seat in names_at(table.row) else ""
    return " · ".join(word for word in (colour, bot_name(bot) if bot else "") if word)


def began(table: Table) -> int:
    """The ply of the first decision."""
    moves = table.position.moves
    return next((ply for ply, (actor, _text) in enumerate(moves) if actor >= 0), len(moves))


def has_secrets(table: Table, seat: int) -> bool:
    """True if the seat sees more than a spectator, so that others must not see its screen."""
    own, public = table.seen_by(seat), table.seen_by(SPECTATOR)
    return bool(own.state.tobytes() != public.state.tobytes() or own.moves != public.moves)


def drew_since(table: Table, seat: int) -> bool:
    """True if the seat has drawn something secret since its last action."""
    own, public = table.seen_by(seat).moves, table.seen_by(SPECTATOR).moves
    acted = [ply for ply, (actor, _text) in enumerate(own) if actor == seat]
    return bool(acted) and own[acted[-1] :] != public[acted[-1] :]


def perspective_of(table: Table, owner: str, wanted: int | None = None) -> Perspective:
    """The perspective of the browser whose key has the hash ``owner``; ``wanted``: the seat that its user asked for."""
    mine = tuple(table.owned_by(owner))
    if table.is_study or table.over:
        sees = wanted if wanted is not None and 0 <= wanted < table.row.players else None
        return Perspective(sees, mine)
    if not mine:
        return Perspective(SPECTATOR, mine)
    if len(mine) == 1:
        return Perspective(mine[0], mine)
    asked = table.to_move
    if asked in mine:
        if wanted == asked or not has_secrets(table, asked):
            return Perspective(asked, mine)
        looks = wanted in mine and drew_since(table, wanted)
        return Perspective(wanted if looks else SPECTATOR, mine, curtain=asked)
    if wanted in mine:
        return Perspective(wanted, mine)
    return Perspective(SPECTATOR if has_secrets(table, mine[0]) else mine[0], mine)


def latest(table: Table, perspective: Perspective) -> int:
    """The latest ply that may be shown. Spectators are one decision behind, so that they can give nothing away."""
    if perspective.mine or perspective.viewer != SPECTATOR or table.over:
        return table.ply
    moves = table.position.moves
    return next((ply for ply in range(len(moves) - 1, -1, -1) if moves[ply][0] >= 0), table.ply)


def shown_ply(table: Table, perspective: Perspective, at: int | None) -> int:
    """The ply to show: ``at``, limited to what may be shown; the present by default."""
    plies = latest(table, perspective)
    return plies if at is None else max(0, min(at, plies))


def is_behind(table: Table, perspective: Perspective) -> bool:
    """True for spectators while they are one decision behind."""
    return latest(table, perspective) < table.ply


def present(table: Table, perspective: Perspective) -> Position:
    """The table's current position, as seen from this perspective."""
    return table.position if perspective.viewer is None else table.seen_at(perspective.viewer, latest(table, perspective))


def seen_from(table: Table, viewer: int | None, ply: int) -> Position:
    """The position before a ply, as the viewer saw it."""
    return table.at(ply) if viewer is None else table.seen_at(viewer, ply)


def view_of(
    table: Table,
    perspective: Perspective,
    at: int | None = None,
    shape: str = "wide",
    whole_log: bool = False,
    *,
    plan: Plan = NONE,
    plans: bool = False,
) -> View:
    """The view of a table from a perspective, at a ply (the present by default). ``plan``: what its seat has planned;
    ``plans``: the seat's player wants to choose the next action of it."""
    with table.lock, table.called():
        plies = latest(table, perspective)
        ply = shown_ply(table, perspective, at)
        seen = seen_from(table, perspective.viewer, ply)
        to_move = OVER if ply != plies else table.to_move if plies == table.ply else seen.actor
        until = plies if whole_log else min(plies, ply + AHEAD)
        lines = table.log(perspective.viewer, until)
        first = 0 if whole_log else max(0, ply - LOG_PLIES)
        undo = table.undoable() if ply == plies else None
        asked = is_asked(perspective, to_move) and not is_late(table, to_move)
        planner = planner_of(table, perspective) if ply == plies else None
        ghost = ghost_to_choose(table, planner, plan) if plans and planner is not None else None
        shown = shown_to(table, ghost or seen, ply, perspective.viewer, shape, asked or ghost is not None, perspective.reader)
        board = shown.board if planner is None or ghost else board_with_plan(table, planner, plan, shape) or shown.board
        news = news_since(table, perspective.viewer, shape, perspective.reader, plies) if to_move >= 0 else News((), {})
        unveiled = perspective.curtain is None or perspective.viewer in (SPECTATOR, undo)
        may_undo = undo is not None and undo in perspective.mine and unveiled
        return View(
            table=table.snapshot(),
            perspective=perspective,
            seen=seen,
            ply=ply,
            plies=plies,
            number=table.number,
            question=shown.question,
            to_move=to_move,
            seats=_seat_views(table, perspective, seen, to_move, shown.seats),
            log=[(n, as_read(perspective, lines[n])) for n in range(until - 1, first - 1, -1) if lines[n]],
            log_cut=first > 0,
            panels=panel_titles(table, seen),
            news=news,
            undo=undo if may_undo else None,
            undo_name=name_of(table, undo) if may_undo and undo is not None else "",
            board=marked_board(board, news),
            lines=lines if until == ply else table.log(perspective.viewer, ply),
            all_lines=lines if until == plies else table.log(perspective.viewer, plies),
            remark=remark_of(seen) if asked and lesson_of(table.game) is not None else None,
            planned=Planned() if planner is None else planned_of(table, planner, plan, ghost),
        )


def planner_of(table: Table, perspective: Perspective) -> int | None:
    """The seat for which a browser can plan, or see what it has planned: its only one, in a game that goes on."""
    viewer = perspective.viewer
    if (
        not table.is_stored
        or table.is_study
        or table.over
        or viewer is None
        or perspective.mine != (viewer,)
        or viewer in table.agenda.gone
    ):
        return None
    return viewer


def remark_of(seen: Position) -> Reason | None:
    """Find what matters most to the active player in a position: the reason with the greatest effect, for good or ill."""
    return max(seen.game.words.reasons(seen, "", seen, ()), key=lambda reason: abs(reason.points), default=None)


def is_asked(perspective: Perspective, to_move: int) -> bool:
    """True if this perspective must decide now. ``to_move``: the active player of the view, OVER in the past."""
    return perspective.curtain is None and to_move >= 0 and perspective.viewer == to_move


def is_late(table: Table, seat: int) -> bool:
    """True if a seat is out of time by the clock, and may not act until the others have decided."""
    there = table.clocks
    return there is not None and there.out == seat >= 0 and table.late(table.clock())


def panels(table: Table, perspective: Perspective, at: int | None = None) -> list[Panel]:
    """The game's reference tables at a ply (the present by default), as seen from this perspective."""
    with table.lock:
        seen = seen_from(table, perspective.viewer, shown_ply(table, perspective, at))
    with table.called(perspective.reader):  # A forecast may take some time: not under the lock.
        return list(table.game.words.panels(seen))


def _seat_views(
    table: Table, perspective: Perspective, seen: Position, to_move: int, shown: Sequence[SeatShown]
) -> list[SeatView]:
    scores, behind = seen.scores, is_behind(table, perspective)
    winners = table.winners if seen.ply == table.ply else seen.winners
    return [
        SeatView(
            seat=seat,
            name=name_of(table, seat),
            epithet=epithet(table, seat),
            who=table.row.seats[seat],
            score=scores[seat],
            to_move=to_move == seat,
            winner=seat in winners,
            mine=seat in perspective.mine,
            svg=of.svg,
            notes=of.notes,
            facts=of.facts,
            left=time_left(table, seat, behind),
            ticking=not behind and _ticks(table, seat),
        )
        for seat, of in enumerate(shown)
    ]


def time_left(table: Table, seat: int, behind: bool = False) -> float | None:
    """Seconds left on a seat's clock; ``behind``: as of one decision ago. None without clocks."""
    there = table.clocks_shown(behind)
    if there is None or table.row.time is None:
        return None
    return clocks.remaining(there, table.row.time, seat, table.clock())


def _ticks(table: Table, seat: int) -> bool:
    """True while a seat's clock runs (not on days off)."""
    there, now = table.clocks, table.clock()
    if there is None or table.row.time is None or there.out >= 0 or not there.running == seat == table.to_move:
        return False
    return clocks.counted(table.row.time, now, now + 1, clocks.of_seat(there, seat)) > 0
