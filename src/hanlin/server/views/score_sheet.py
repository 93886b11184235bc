"""Score sheets: where points came from, by seat, chapter and source. No web framework here."""

from __future__ import annotations

from dataclasses import dataclass, field

from hanlin.core.i18n.language import _, current_language
from hanlin.core.verbs.presentation import LogLine
from hanlin.server.tables.log import Lines, chapters
from hanlin.server.tables.table import Table
from hanlin.server.views.rules import rule_title
from hanlin.server.views.table_view import Perspective, View, as_read, began, latest, shown_ply


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of a score sheet; ``total`` is the score after it."""

    ply: int
    line: LogLine
    total: int


@dataclass(slots=True)
class Cell:
    """Points of one chapter from one source, with the sentences that explain them."""

    points: int = 0
    lines: list[LogLine] = field(default_factory=list)

    @property
    def about(self) -> str:
        return " ".join(f"{line.text} ({line.sum})" if line.sum else line.text for line in self.lines)

    @property
    def rule(self) -> str:
        return self.lines[0].rule if self.lines else ""


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A seat's sheet: chapters down, sources across, sums at the end of both."""

    sources: list[str]
    rows: list[tuple[str, list[Cell], int]]
    sums: list[int]
    total: int


def _at_first(table: Table, seat: int) -> list[LogLine]:
    """A seat's points in the start position, if the game began from a set-up position."""
    points = table.at(0).scores[seat] if table.row.position else 0
    text = _("This game started from a set-up position.")
    return [LogLine(text, seat, points, source=_("Points at the start"))] if points else []


def _log_as_read(table: Table, perspective: Perspective, ply: int) -> list[Lines]:
    """The log lines of each ply before ``ply``, as this browser reads them."""
    return [as_read(perspective, each) for each in table.log(perspective.viewer, ply)]


def log_with_start(table: Table, lines: list[Lines]) -> list[Lines]:
    """The log lines of each ply; points of the start position count to the first one."""
    at_first = tuple(line for seat in range(table.row.players) for line in _at_first(table, seat))
    return [at_first + lines[0], *lines[1:]] if lines else [at_first] if at_first else []


def score_sheet(table: Table, perspective: Perspective, seat: int, at: int | None = None) -> list[SheetLine]:
    """A seat's points and their sums, ply by ply."""
    with table.lock:
        ply = shown_ply(table, perspective, at)
        sheet: list[SheetLine] = []
        for n, lines in enumerate(log_with_start(table, _log_as_read(table, perspective, ply))):
            for line in lines:
                if line.seat == seat and line.points:
                    sheet.append(SheetLine(n, line, line.points + (sheet[-1].total if sheet else 0)))
        return sheet


def score_table(table: Table, perspective: Perspective, seat: int, at: int | None = None) -> ScoreTable:
    """The same as a table. Chapters without points of the seat are left out."""
    with table.lock:
        ply = shown_ply(table, perspective, at)
        lines_by_ply = log_with_start(table, _log_as_read(table, perspective, ply))
        sources: list[str] = []
        rows: list[tuple[str, dict[str, Cell]]] = []
        for chapter in chapters(enumerate(lines_by_ply), began(table)):
            lines = [line for _ply, of_ply in chapter.plies for line in of_ply if line.seat == seat and line.points]
            if lines:
                rows.append((chapter.title or _("The game"), {}))
            for line in lines:
                source = source_of(table, line)
                sources += [source] if source not in sources else []
                cell = rows[-1][1].setdefault(source, Cell())
                cell.points += line.points
                cell.lines.append(line)
    return _summed(sources, rows)


def _summed(sources: list[str], rows: list[tuple[str, dict[str, Cell]]]) -> ScoreTable:
    whole = [(title, [cells.get(source, Cell()) for source in sources]) for title, cells in rows]
    sums = [sum(cells[n].points for _title, cells in whole) for n in range(len(sources))]
    return ScoreTable(sources, [(title, cells, sum(cell.points for cell in cells)) for title, cells in whole], sums, sum(sums))


def source_of(table: Table, line: LogLine) -> str:
    """The source of a line's points, in two or three words."""
    return line.source or rule_title(table.game, line.rule, current_language()) or line.rule or _("Other points")


@dataclass(frozen=True, slots=True)
class Source:
    """The points of a source over the game: its rule, and a cell for each seat."""

    source: str
    rule: str
    cells: list[Cell]

    @property
    def points(self) -> list[int]:
        """The points of each seat."""
        return [cell.points for cell in self.cells]


def sources_of(table: Table, lines_by_ply: list[Lines]) -> dict[str, Source]:
    """The points of all seats by source, in the order in which they were scored first."""
    found: dict[str, Source] = {}
    for line in (line for lines in log_with_start(table, lines_by_ply) for line in lines):
        if line.seat is not None and line.points:
            name = source_of(table, line)
            source = found.setdefault(name, Source(name, line.rule, [Cell() for _seat in range(table.row.players)]))
            source.cells[line.seat].points += line.points
            source.cells[line.seat].lines.append(line)
    return found


def points_by_source(table: Table, perspective: Perspective) -> list[Source]:
    """The points of all seats by source, in the order of the rules."""
    with table.lock:
        return _by_rule(table, table.log(perspective.viewer, latest(table, perspective)))


def _by_rule(table: Table, lines_by_ply: list[Lines]) -> list[Source]:
    return sorted(sources_of(table, lines_by_ply).values(), key=lambda each: (rule_order(each.rule), each.source))


def rule_order(rule: str) -> list[int]:
    """Rules by their numbers, Y9.10 after Y9.9."""
    return [int(part) for part in rule[1:].split(".") if part.isdigit()]


@dataclass(frozen=True, slots=True)
class Share:
    """A source's share of a seat's points. ``number``: the source's index, for its tone; ``percent``: of the highest total of
    any seat."""

    source: str
    number: int
    points: int
    percent: float


@dataclass(frozen=True, slots=True)
class Rank:
    """A seat's final rank: 1 for the winner, or for all who share the victory."""

    place: int
    seat: int
    score: int
    shares: tuple[Share, ...]


def ranking(view: View) -> list[Rank]:
    """The seats in order of rank, with their points by source; empty before the end."""
    sources = _by_rule(view.table, view.all_lines) if view.standing else []
    gained = [sum(of.points[seat] for of in sources if of.points[seat] > 0) for seat in range(view.table.row.players)]
    ranks: list[Rank] = []
    for n, (each, score) in enumerate(view.standing):
        won = each.seat in view.table.winners
        place = 1 if won else ranks[-1].place if ranks and _tied(view, ranks[-1], each.seat, score) else n + 1
        shares = tuple(
            Share(of.source, number, of.points[each.seat], 100 * of.points[each.seat] / max(1, *gained))
            for number, of in enumerate(sources)
            if of.points[each.seat] > 0
        )
        ranks.append(Rank(place, each.seat, score, shares))
    return ranks


def _tied(view: View, before: Rank, seat: int, score: int) -> bool:
    """True if a seat shares the place of the one before it, which has not won."""
    away = view.table.agenda.forfeited
    return before.score == score and before.place > 1 and (before.seat in away) == (seat in away)
