"""What somebody may see of a table at one moment. No web framework here; texts come in the current language.

Everything in a view is made from ``Position.seen_by`` of the viewer, so nothing else can leave the server.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from itertools import groupby

from hanlin.core.faces import Choice, Fact, LogLine, Note, Panel, Question
from hanlin.core.generic import OVER
from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.core.seats import seat_name
from hanlin.server.store import Seat
from hanlin.server.tables import Listed, Table, seal

SPECTATOR = -1
FEW = 3
"""How many refused choices stand among the others."""
CHRONICLE = 40
"""How many plies of the chronicle a page shows before the whole is asked for."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Through whose eyes a browser looks at a table.

    ``viewer``: a seat, SPECTATOR, or None for everything there is (finished and studied games only). ``curtain``: the seat
    to whom the screen is to be passed first. ``mine``: the seats of this browser.
    """

    viewer: int | None
    mine: tuple[int, ...]
    curtain: int | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
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
    notes: list[Note]
    facts: list[Fact]
    """What to know of it at a glance; empty where the game does not say."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of a score sheet; ``total`` is the score after it."""

    ply: int
    line: LogLine
    total: int


@dataclass(frozen=True)
class View:
    """A table as one chair sees it. ``ply`` is the one that is shown, of ``plies``; ``live`` where that is the present."""

    table: Table
    chair: Chair
    seen: Position
    ply: int
    plies: int
    number: int
    question: Question
    to_move: int
    seats: list[SeatView]
    chronicle: list[tuple[int, list[LogLine]]]
    chronicle_cut: bool
    panels: list[Panel]
    undo: int | None
    undo_name: str
    board: str

    @property
    def live(self) -> bool:
        return self.ply == self.plies

    @property
    def over(self) -> bool:
        return self.seen.over

    @property
    def asked(self) -> bool:
        """True where this browser is to answer the question now."""
        return is_asked(self.chair, self.to_move)

    @property
    def shown_choices(self) -> list[Choice]:
        """What stands below the question: what the board does not offer, with what is refused as long as that is little."""
        beside = [choice for choice in self._choices if not choice.on_board]
        return beside if not self.refused_choices else [choice for choice in beside if choice.legal]

    @property
    def refused_choices(self) -> list[Choice]:
        """Many things that can't be done now, and that the board does not show: kept in a list that opens."""
        refused = [choice for choice in self._choices if not choice.on_board and not choice.legal]
        return refused if len(refused) > FEW else []

    @property
    def folded_choices(self) -> list[Choice]:
        """Choices that the board offers as well: kept in a list that opens."""
        return [choice for choice in self._choices if choice.on_board]

    @property
    def _choices(self) -> list[Choice]:
        return self.question.choices if self.asked else []

    def grouped(self, choices: list[Choice]) -> list[tuple[str, list[Choice]]]:
        """Choices with their headings; neighbours under the same heading stand together."""
        return [(heading, list(group)) for heading, group in groupby(choices, lambda choice: choice.group)]

    @property
    def fact_rooms(self) -> list[int]:
        """How many letters each fact needs in the rows of the seats, so that they stand under each other; 0: nobody has it."""
        return [max(len(fact.figure) for fact in column) for column in zip(*(each.facts for each in self.seats), strict=True)]

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


def name_of(table: Table | Listed, seat: int) -> str:
    """What a seat is called at this table: the person's own name, or the seat's colour, as the chronicle calls it."""
    return table.row.seats[seat].name or seat_name(table.game.colours[seat])


def epithet(table: Table, seat: int) -> str:
    """What stands small beside the name: the kind of opponent, or the colour of somebody who goes by an own name."""
    who = table.row.seats[seat]
    if who.kind == "bot":
        return bot_name(who.bot)
    return seat_name(table.game.colours[seat]) if who.name else ""


def bot_name(bot: str) -> str:
    """What kind of opponent that is, in the current language."""
    known = {"random": _("plays at random"), "greedy": _("plays greedily")}
    return known.get(bot, bot)


def has_secrets(table: Table, seat: int) -> bool:
    """True where the seat sees more than a spectator, so that others should not look at its screen."""
    own, public = table.seen_by(seat), table.seen_by(SPECTATOR)
    return bool(own.state.tobytes() != public.state.tobytes() or own.moves != public.moves)


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
        open_now = wanted == asked or not has_secrets(table, asked)
        return Chair(asked, mine) if open_now else Chair(SPECTATOR, mine, curtain=asked)
    if wanted in mine:
        return Chair(wanted, mine)
    return Chair(SPECTATOR if has_secrets(table, mine[0]) else mine[0], mine)


def seen_from(table: Table, viewer: int | None, ply: int) -> Position:
    """The position before a ply, as the viewer saw it."""
    if viewer is not None and ply == table.ply:
        return table.seen_by(viewer)
    position = table.at(ply)
    return position if viewer is None else position.seen_by(viewer)


def look(table: Table, place: Chair, at: int | None = None, shape: str = "wide", whole_log: bool = False) -> View:
    """The view of a table from a chair, at a ply (the present one by default)."""
    with table.lock:
        plies = table.ply
        ply = plies if at is None else max(0, min(at, plies))
        seen = seen_from(table, place.viewer, ply)
        words = table.game.words
        to_move = table.to_move if ply == plies else OVER
        log = table.log(place.viewer, ply)
        first = 0 if whole_log else max(0, ply - CHRONICLE)
        undo = table.undoable() if ply == plies else None
        drawn = seen if is_asked(place, to_move) else seen.for_show()
        may_undo = undo is not None and undo in place.mine and (place.curtain is None or place.viewer == SPECTATOR)
        return View(
            table=table,
            chair=place,
            seen=seen,
            ply=ply,
            plies=plies,
            number=table.number,
            question=words.question(seen),
            to_move=to_move,
            seats=[_seat_view(table, place, drawn, seat, to_move) for seat in range(table.row.players)],
            chronicle=[(n, log[n]) for n in range(ply - 1, first - 1, -1) if log[n]],
            chronicle_cut=first > 0,
            panels=list(words.panels(seen)),
            undo=undo if may_undo else None,
            undo_name=name_of(table, undo) if may_undo and undo is not None else "",
            board=draw_board(table, drawn, shape),
        )


def is_asked(place: Chair, to_move: int) -> bool:
    """True where who sits there is to decide. ``to_move``: who moves in what is shown, OVER where that is not the present."""
    return place.curtain is None and to_move >= 0 and place.viewer == to_move


def draw_board(table: Table, seen: Position, shape: str) -> str:
    """The board; a tall one for phones where the game has one."""
    board = table.game.drawing.board
    if "shape" in inspect.signature(board).parameters:
        return str(board(seen, shape=shape))
    return str(board(seen))


def _seat_view(table: Table, place: Chair, seen: Position, seat: int, to_move: int) -> SeatView:
    return SeatView(
        seat=seat,
        name=name_of(table, seat),
        epithet=epithet(table, seat),
        who=table.row.seats[seat],
        score=seen.scores[seat],
        to_move=to_move == seat,
        winner=seat in seen.winners,
        mine=seat in place.mine,
        svg=str(table.game.drawing.seat(seen, seat)),
        notes=list(table.game.words.notes(seen, seat)),
        facts=list(summary(seen, seat)) if (summary := getattr(table.game.words, "summary", None)) else [],
    )


@dataclass(frozen=True, slots=True)
class RulePoints:
    """What one rule gave to each seat over the game."""

    rule: str
    points: list[int]


def points_by_rule(table: Table, place: Chair) -> list[RulePoints]:
    """Where the points of all seats came from, the rules in their order."""
    with table.lock:
        given: dict[str, list[int]] = {}
        for lines in table.log(place.viewer, table.ply):
            for line in lines:
                if line.seat is not None and line.points:
                    given.setdefault(line.rule, [0] * table.row.players)[line.seat] += line.points
        return [RulePoints(rule, given[rule]) for rule in sorted(given, key=rule_order)]


def rule_order(rule: str) -> list[int]:
    """Rules by their numbers, Y9.10 after Y9.9."""
    return [int(part) for part in rule[1:].split(".") if part.isdigit()]


def score_sheet(table: Table, place: Chair, seat: int, at: int | None = None) -> list[SheetLine]:
    """How a seat's points came about, ply by ply."""
    with table.lock:
        ply = table.ply if at is None else max(0, min(at, table.ply))
        sheet: list[SheetLine] = []
        for n, lines in enumerate(table.log(place.viewer, ply)):
            for line in lines:
                if line.seat == seat and line.points:
                    sheet.append(SheetLine(n, line, line.points + (sheet[-1].total if sheet else 0)))
        return sheet
