"""What somebody may see of a table at one moment. No web framework here; texts come in the current language.

Everything in a view is made from ``Position.seen_by`` of the viewer, so nothing else can leave the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

import msgspec
from babel.dates import format_date

from hanlin.contract import Days
from hanlin.core.i18n.language import current_language
from hanlin.core.i18n.seat_names import colour_name
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import OVER
from hanlin.core.verbs.presentation import Choice, Fact, LogLine, Note, Panel, Question
from hanlin.server.db import Seat
from hanlin.server.tables import clocks
from hanlin.server.tables.log import Chapter, Lines, Moment, chapters, moments
from hanlin.server.tables.names import bot_name, bot_of, names_at
from hanlin.server.tables.service import Listed
from hanlin.server.tables.table import SPECTATOR, Table, seal
from hanlin.server.views.board import SeatShown, panel_titles, shown_to
from hanlin.server.views.log_html import told
from hanlin.server.views.since_last_turn import News, marked_board, news_since

FEW = 3
"""How many refused choices stand among the others."""
CHRONICLE = 60
"""How many plies of the chronicle a page shows before the whole is asked for."""
AHEAD = 30
"""How many plies a page of the past shows of what came later."""


class Chair(msgspec.Struct, frozen=True):
    """Through whose eyes a browser looks at a table.

    ``viewer``: a seat, SPECTATOR, or None for everything there is (finished and studied games only). ``curtain``: the seat
    to whom the screen is to be passed first. ``mine``: the seats of this browser.
    """

    viewer: int | None
    mine: tuple[int, ...]
    curtain: int | None = None

    @property
    def last_look(self) -> bool:
        """True where the seat that acted last still sees its own view, before the screen is passed on."""
        return self.curtain is not None and self.viewer is not None and self.viewer >= 0


class SeatView(msgspec.Struct, frozen=True):
    """One seat beside the board."""

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
    """What to know of it at a glance; empty where the game does not say."""
    left: float | None = None
    """Seconds on its clock; None without clocks."""
    ticking: bool = False


class Choices(NamedTuple):
    """The choices of a question, by where they stand."""

    shown: list[Choice]
    """Below the question: what the board does not offer, with what is refused as long as that is little."""
    folded: list[Choice]
    """What the board offers as well: kept in a list that opens."""
    refused: list[Choice]
    """Many things that can't be done now, and that the board does not show: kept in a list that opens."""


class SheetLine(msgspec.Struct, frozen=True):
    """A line of a score sheet; ``total`` is the score after it."""

    ply: int
    line: LogLine
    total: int


class View(msgspec.Struct, frozen=True):
    """A table as one chair sees it. ``ply`` is the one that is shown, of ``plies``; ``live`` where that is the present."""

    table: Table
    """The table as it was when the view was made: nothing changes it any more."""
    chair: Chair
    seen: Position
    ply: int
    plies: int
    number: int
    question: Question
    to_move: int
    seats: list[SeatView]
    chronicle: list[tuple[int, Lines]]
    chronicle_cut: bool
    panels: tuple[tuple[str, str], ...]
    """The tables of facts on offer: their ids and titles."""
    news: News
    undo: int | None
    undo_name: str
    board: str
    log: list[Lines]
    """What whoever looks may read of the plies before the one that is shown."""
    whole_log: list[Lines]
    """The same of all plies up to the present."""

    @property
    def live(self) -> bool:
        return self.ply == self.plies

    @property
    def over(self) -> bool:
        return self.seen.over or (self.live and self.table.over)

    @property
    def asked(self) -> bool:
        """True where this browser is to answer the question now."""
        return is_asked(self.chair, self.to_move)

    @property
    def forced(self) -> str:
        """The one thing that can be done, where nothing else can and this browser is asked."""
        legal = self.seen.legal if self.asked else []
        return legal[0] if len(legal) == 1 else ""

    @property
    def chapters(self) -> list[Chapter]:
        """The chronicle in the order of play: chapters, and in each a line for what a seat does in a row."""
        return chapters(reversed(self.chronicle), began(self.table))

    @property
    def headline(self) -> Moment | None:
        """Who did what at the step that is shown; None at the beginning."""
        for ply in range(len(self.log) - 1, -1, -1):
            if self.log[ply]:
                return moments([(ply, self.log[ply])])[0]
        return None

    @property
    def turns(self) -> list[int]:
        """The plies at which another seat than before begins to act."""
        found, last = [], None
        for ply, (actor, _text) in enumerate(self.table.position.moves[: self.plies]):
            if actor >= 0 and actor != last:
                found.append(ply)
                last = actor
        return found

    @property
    def headings(self) -> list[tuple[int, str]]:
        """The chapters of the whole game: the ply each begins with, and its title."""
        told = chapters(enumerate(self.whole_log), began(self.table))
        return [(chapter.ply, chapter.title) for chapter in told if chapter.title]

    @property
    def choices(self) -> Choices:
        """What can be chosen, parted by where it stands; nothing where this browser is not asked."""
        return parted(self.question.choices if self.asked else [])

    @property
    def told_since(self) -> tuple[tuple[int, int, str], ...]:
        """What others did since the viewer's last action, in order: who, the ply that shows it, and the sentence."""
        told_of = ((each.seat, each) for each in self.news.moments if each.seat is not None)
        return tuple((seat, each.after, told(self.table.game, each, name_of(self.table, seat))) for seat, each in told_of)

    @property
    def asking(self) -> str:
        """What an address says to ask for more of this moment, by these eyes; of the present whatever it is by then."""
        eyes = self.eyes
        return eyes if self.live else f"{eyes}&at={self.ply}" if eyes else f"?at={self.ply}"

    @property
    def eyes(self) -> str:
        """What an address says to ask for something as the seat that looks."""
        viewer = self.chair.viewer
        return f"?as={viewer}" if viewer is not None and viewer >= 0 else ""

    @property
    def plays(self) -> int | None:
        """The seat that may ask the others for something, or give up; None where nobody of this browser may."""
        if not self._goes_on or self.table.is_study or not self.table.begun:
            return None
        return self.chair.viewer if self.chair.viewer in self.chair.mine else self.chair.mine[0]

    @property
    def days_off(self) -> tuple[str, ...] | None:
        """The days on which the clock of who looks rests, as people read them; None where no clock counts days for them."""
        if not self._goes_on or self.table.clocks is None or not isinstance(self.table.row.time, Days):
            return None
        days = sorted(clocks.of_seat(self.table.clocks, self.chair.mine[0]))
        return tuple(format_date(date.fromisoformat(day), "medium", locale=current_language()) for day in days)

    @property
    def _goes_on(self) -> bool:
        return bool(self.chair.mine) and self.live and not self.over

    @property
    def fact_rooms(self) -> tuple[int, ...]:
        """How many letters each fact needs in the rows of the seats, so that they stand under each other; 0: nobody has it."""
        columns = zip(*(each.facts for each in self.seats), strict=True)
        return tuple(max(len(fact.figure) for fact in column) for column in columns)

    @property
    def standing(self) -> list[tuple[SeatView, int]]:
        """After the end the seats with their last scores, the best first; empty before."""
        if not self.table.over:
            return []
        winners, scores = self.table.position.winners, self.table.position.scores
        order = sorted(self.seats, key=lambda each: (each.seat not in winners, -scores[each.seat]))
        return [(each, scores[each.seat]) for each in order]

    @property
    def seal(self) -> str:
        return seal(self.table.row.seed) if self.table.row.seed else ""

    @property
    def seed(self) -> str:
        """The secret, once the game is over."""
        return self.table.row.seed if self.table.over else ""


def parted(choices: Sequence[Choice]) -> Choices:
    """Choices, parted by where they stand."""
    beside = [choice for choice in choices if not choice.on_board]
    folded = [choice for choice in choices if choice.on_board] if len(beside) < len(choices) else []
    refused = [choice for choice in beside if choice.refusal is not None]
    if len(refused) <= FEW:
        return Choices(beside, folded, [])
    return Choices([choice for choice in beside if choice.refusal is None], folded, refused)


def name_of(table: Table | Listed, seat: int) -> str:
    """What a seat is called at this table: by its name, or by its colour where it has none."""
    return names_at(table.row).get(seat) or colour_name(table.game.colours[seat])


def epithet(table: Table, seat: int) -> str:
    """What stands small beside the name: the colour of somebody who goes by a name, and the kind of opponent."""
    bot = bot_of(table.row.seats[seat])
    colour = colour_name(table.game.colours[seat]) if seat in names_at(table.row) else ""
    return " · ".join(word for word in (colour, bot_name(bot) if bot else "") if word)


def began(table: Table) -> int:
    """The ply of the first decision."""
    moves = table.position.moves
    return next((ply for ply, (actor, _text) in enumerate(moves) if actor >= 0), len(moves))


def has_secrets(table: Table, seat: int) -> bool:
    """True where the seat sees more than a spectator, so that others should not look at its screen."""
    own, public = table.seen_by(seat), table.seen_by(SPECTATOR)
    return bool(own.state.tobytes() != public.state.tobytes() or own.moves != public.moves)


def drew_since(table: Table, seat: int) -> bool:
    """True where chance has brought the seat something since its last action that only it may know."""
    own, public = table.seen_by(seat).moves, table.seen_by(SPECTATOR).moves
    acted = [ply for ply, (actor, _text) in enumerate(own) if actor == seat]
    return bool(acted) and own[acted[-1] :] != public[acted[-1] :]


def chair(table: Table, owner: str, wanted: int | None = None) -> Chair:
    """Where the browser with that key's hash sits; ``wanted`` is the seat that its person says to be."""
    mine = tuple(table.owned_by(owner))
    if table.is_study or table.over:
        sees = wanted if wanted is not None and 0 <= wanted < table.row.players else None
        return Chair(sees, mine)
    if not mine:
        return Chair(SPECTATOR, mine)
    if len(mine) == 1:
        return Chair(mine[0], mine)
    asked = table.to_move
    if asked in mine:
        if wanted == asked or not has_secrets(table, asked):
            return Chair(asked, mine)
        looks = wanted in mine and drew_since(table, wanted)
        return Chair(wanted if looks else SPECTATOR, mine, curtain=asked)
    if wanted in mine:
        return Chair(wanted, mine)
    return Chair(SPECTATOR if has_secrets(table, mine[0]) else mine[0], mine)


def latest(table: Table, place: Chair) -> int:
    """The ply that is the present for who sits there. Who only looks on is a choice behind, and can't whisper what comes."""
    if place.mine or place.viewer != SPECTATOR or table.over:
        return table.ply
    moves = table.position.moves
    return next((ply for ply in range(len(moves) - 1, -1, -1) if moves[ply][0] >= 0), table.ply)


def shown_ply(table: Table, place: Chair, at: int | None) -> int:
    """The ply that who sits there is shown: the one asked for, as far as it is there for them; the present by default."""
    plies = latest(table, place)
    return plies if at is None else max(0, min(at, plies))


def is_behind(table: Table, place: Chair) -> bool:
    """Whether who sits there is a choice behind."""
    return latest(table, place) < table.ply


def present(table: Table, place: Chair) -> Position:
    """The table's position as who sits there sees it now."""
    return table.position if place.viewer is None else table.seen_at(place.viewer, latest(table, place))


def seen_from(table: Table, viewer: int | None, ply: int) -> Position:
    """The position before a ply, as the viewer saw it."""
    return table.at(ply) if viewer is None else table.seen_at(viewer, ply)


def look(table: Table, place: Chair, at: int | None = None, shape: str = "wide", whole_log: bool = False) -> View:
    """The view of a table from a chair, at a ply (the present one by default)."""
    with table.lock, table.called():
        plies = latest(table, place)
        ply = shown_ply(table, place, at)
        seen = seen_from(table, place.viewer, ply)
        to_move = OVER if ply != plies else table.to_move if plies == table.ply else seen.actor
        until = plies if whole_log else min(plies, ply + AHEAD)
        log = table.log(place.viewer, until)
        first = 0 if whole_log else max(0, ply - CHRONICLE)
        undo = table.undoable() if ply == plies else None
        shown = shown_to(table, seen, ply, place.viewer, shape, is_asked(place, to_move))
        news = news_since(table, place.viewer, shape) if to_move >= 0 else News((), {})
        may_undo = undo is not None and undo in place.mine and (place.curtain is None or place.viewer in (SPECTATOR, undo))
        return View(
            table=table.still(),
            chair=place,
            seen=seen,
            ply=ply,
            plies=plies,
            number=table.number,
            question=shown.question,
            to_move=to_move,
            seats=_seat_views(table, place, seen, to_move, shown.seats),
            chronicle=[(n, log[n]) for n in range(until - 1, first - 1, -1) if log[n]],
            chronicle_cut=first > 0,
            panels=panel_titles(table, seen),
            news=news,
            undo=undo if may_undo else None,
            undo_name=name_of(table, undo) if may_undo and undo is not None else "",
            board=marked_board(shown.board, news),
            log=log if until == ply else table.log(place.viewer, ply),
            whole_log=log if until == plies else table.log(place.viewer, plies),
        )


def is_asked(place: Chair, to_move: int) -> bool:
    """True where who sits there is to decide. ``to_move``: who moves in what is shown, OVER where that is not the present."""
    return place.curtain is None and to_move >= 0 and place.viewer == to_move


def panels(table: Table, place: Chair, at: int | None = None) -> list[Panel]:
    """The tables of facts at a ply (the present one by default), as who sits there may read them."""
    with table.lock, table.called():
        return list(table.game.words.panels(seen_from(table, place.viewer, shown_ply(table, place, at))))


def _seat_views(table: Table, place: Chair, seen: Position, to_move: int, shown: Sequence[SeatShown]) -> list[SeatView]:
    scores, winners, behind = seen.scores, seen.winners, is_behind(table, place)
    return [
        SeatView(
            seat=seat,
            name=name_of(table, seat),
            epithet=epithet(table, seat),
            who=table.row.seats[seat],
            score=scores[seat],
            to_move=to_move == seat,
            winner=seat in winners,
            mine=seat in place.mine,
            svg=of.svg,
            notes=of.notes,
            facts=of.facts,
            left=time_left(table, seat, behind),
            ticking=not behind and _ticks(table, seat),
        )
        for seat, of in enumerate(shown)
    ]


def time_left(table: Table, seat: int, behind: bool = False) -> float | None:
    """Seconds on a seat's clock now, as who is a choice ``behind`` may know it; None without clocks."""
    there = table.clocks_shown(behind)
    if there is None or table.row.time is None:
        return None
    return clocks.remaining(there, table.row.time, seat, table.clock())


def _ticks(table: Table, seat: int) -> bool:
    """Whether a seat's clock runs just now, and does not rest."""
    there, now = table.clocks, table.clock()
    if there is None or table.row.time is None or there.out >= 0 or not there.running == seat == table.to_move:
        return False
    return clocks.counted(table.row.time, now, now + 1, clocks.of_seat(there, seat)) > 0
