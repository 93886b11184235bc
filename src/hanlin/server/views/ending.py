"""The end of a game: its result, and how each seat's points come together, source by source. No web framework here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hanlin.core.i18n.language import _
from hanlin.server.tables.log import chapters
from hanlin.server.tables.names import one_level_up
from hanlin.server.views.score_sheet import Rank, Source, log_with_start, ranking, source_of, sources_of
from hanlin.server.views.table_view import View, as_read, began, label_of
from hanlin.server.views.verdict import verdict


@dataclass(frozen=True, slots=True)
class Portion:
    """A part of a seat's bar. ``number``: the source's index; ``x`` and ``width``: percent of the longest bar; ``after``: the
    seat's points with it."""

    number: int
    source: str
    points: int
    x: float
    width: float
    after: int


@dataclass(frozen=True, slots=True)
class Row:
    """A seat in the final order, with the portions of its bar."""

    rank: Rank
    label: str
    is_winner: bool
    portions: tuple[Portion, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game, as a reader sees it."""

    verdict: str
    story: str
    winners: tuple[int, ...]
    rows: tuple[Row, ...]
    pours: tuple[Source, ...]
    can_be_harder: bool
    """True if a computer player of the next game can be one level stronger."""


def ending_of(view: View) -> Ending:
    """The end of a finished game."""
    pours, ranks = pours_of(view), ranking(view)
    table = view.table
    longest = max([1, *(sum(max(0, pour.cells[rank.seat].points) for pour in pours) for rank in ranks)])
    rows = tuple(
        Row(
            rank,
            label_of(table, view.perspective, rank.seat),
            rank.seat in table.winners,
            tuple(_portions(pours, rank.seat, longest)),
        )
        for rank in ranks
    )
    bots = [seat.bot for seat in table.row.seats if seat.kind == "bot"]
    harder = any(one_level_up(table.game, table.row.players, bot) != bot for bot in bots)
    return Ending(verdict(view), story(view, pours), tuple(table.winners), rows, tuple(pours), harder)


def pours_of(view: View) -> list[Source]:
    """The points of all seats by source, in the order in which they are shown: those of the final scoring last."""
    read = [as_read(view.perspective, each) for each in view.all_lines]
    lines = log_with_start(view.table, read)
    found = chapters(enumerate(lines), began(view.table))
    last = found[-1].ply if len(found) > 1 and found[-1].title and view.seen.over else len(lines)
    at_end = [
        source_of(view.table, line) for of_ply in lines[last:] for line in of_ply if line.seat is not None and line.points
    ]
    late = {source: place + 1 for place, source in enumerate(dict.fromkeys(at_end))}
    return sorted(sources_of(view.table, read).values(), key=lambda each: late.get(each.source, 0))


def _portions(pours: Sequence[Source], seat: int, longest: int) -> Iterable[Portion]:
    x, total = 0.0, 0
    for number, pour in enumerate(pours):
        points = pour.cells[seat].points
        total += points
        width = 100 * max(0, points) / longest
        if points:
            yield Portion(number, pour.source, points, x, width, total)
        x += width


def story(view: View, pours: Sequence[Source]) -> str:
    """Sum up the game in one sentence: the source that set the winner and the best loser, or the reader, furthest
    apart. Empty where nobody won by points."""
    table, reader = view.table, view.perspective.reader
    winners, places = table.winners, table.places
    losers = sorted((seat for seat in range(len(places)) if seat not in winners), key=lambda seat: places[seat])
    if not winners or not losers or not pours or table.agenda.ended:
        return ""
    winner = reader if reader in winners else winners[0]
    rival = reader if reader in losers else losers[0]
    assert winner is not None
    assert rival is not None
    best = max(pours, key=lambda pour: pour.cells[winner].points - pour.cells[rival].points)
    more, less = best.cells[winner].points, best.cells[rival].points
    if more <= less:
        return ""
    decisive = more - less >= table.position.scores[winner] - table.position.scores[rival]
    if winner == reader:
        text = (
            _("What made the difference: {source} – {more} for you, {less} for {name}.")
            if decisive
            else _("The widest gap: {source} – {more} for you, {less} for {name}.")
        )
    elif rival == reader:
        text = (
            _("What made the difference: {source} – {more} for {winner}, {less} for you.")
            if decisive
            else _("The widest gap: {source} – {more} for {winner}, {less} for you.")
        )
    else:
        text = (
            _("What made the difference: {source} – {more} for {winner}, {less} for {name}.")
            if decisive
            else _("The widest gap: {source} – {more} for {winner}, {less} for {name}.")
        )
    names = [table.name_of(seat) for seat in range(table.row.players)]
    return text.format(source=best.source, more=more, less=less, winner=names[winner], name=names[rival])
