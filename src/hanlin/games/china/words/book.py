"""The words of the book: titles and labels of its plots, and what follows for play (``core/verbs/book.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.verbs.book import REST, WON, Figures, Topic, widest_gap
from hanlin.games.china.book import MOST_COUNTED
from hanlin.games.china.setup import board_of

COUNTS = tuple(str(number) for number in range(MOST_COUNTED + 1))


def book_topics() -> list[Topic]:
    """The plots of the book, in their order."""
    winners = ((WON, _("winners")), (REST, _("all others")))
    return [
        Topic(
            "seat",
            _("Who plays first"),
            _("Win share by turn order."),
            lambda key: _("Seat {n}").format(n=int(key) + 1),
            series=(("chosen", _("openings as strong players choose")), ("drawn", _("openings drawn at random"))),
            order=COUNTS,
        ),
        Topic(
            "opening",
            _("The region of the first palace"),
            _("Win share when the first palaces were placed at random."),
            _region,
        ),
        Topic(
            "closing",
            _("Which region fills up first"),
            _("Position in the order in which the regions fill up, on average."),
            _region,
            False,
        ),
        Topic("full", _("Regions that fill up"), _("Share of games in which the region is full before the end."), _region),
        Topic(
            "region-points",
            _("What a region is worth"),
            _("Points for the most and the second-most palaces."),
            _region,
            False,
            (("first", _("most palaces")), ("second", _("second-most palaces"))),
        ),
        Topic(
            "leads",
            _("Regions with the most palaces"),
            _("Win share by the number of regions in which a player leads."),
            _count,
            order=COUNTS,
        ),
        Topic(
            "emissaries",
            _("Emissaries placed"),
            _("Win share by the number of emissaries a player places."),
            _count,
            order=COUNTS,
        ),
        Topic(
            "alliances",
            _("Alliances scored"),
            _("Win share by the number of alliances a player scores."),
            _count,
            order=COUNTS,
        ),
        Topic(
            "rows",
            _("The longest row"),
            _("Win share by the number of palaces in a player’s longest row."),
            _count,
            order=COUNTS,
        ),
        Topic(
            "pile",
            _("When the pile runs out"),
            _("Rounds played by then, on average."),
            _moment,
            False,
            order=("first", "second", "end"),
        ),
        Topic("points", _("Points by source"), _("Points per game, on average."), _source, False, winners, ("all",)),
    ]


def book_findings(figures: Figures) -> list[str]:
    """What follows for play from the figures, in a few sentences; only what is larger than its uncertainty."""
    found = [_gap_in_points(figures), _best_count(figures, "emissaries"), _best_count(figures, "rows"), _worth(figures)]
    return [sentence for sentence in found if sentence]


def _gap_in_points(figures: Figures) -> str:
    gap = widest_gap(figures, "points", WON, REST, leave_out=("all",))
    if gap is None:
        return ""
    return _("Winners gain most here: {source} ({n} points more than the others).").format(
        source=_source(gap.key), n=round(gap.high - gap.low)
    )


def _best_count(figures: Figures, topic: str) -> str:
    shown = figures.shown(topic)
    best = max(shown, key=lambda key: shown[key].mean, default="")
    if not best or shown[best].mean - shown[best].margin <= 1 / figures.players:
        return ""
    values = {"n": _count(best), "share": round(100 * shown[best].mean)}
    if topic == "emissaries":
        return _("Players who placed this many emissaries won {share}% of their games: {n}.").format(**values)
    return _("Players whose longest row had this many palaces won {share}% of their games: {n}.").format(**values)


def _worth(figures: Figures) -> str:
    shown = figures.shown("region-points", "first")
    ranked = sorted(shown, key=lambda key: -shown[key].mean)
    if len(ranked) < 2:
        return ""
    best, second = ranked[:2]
    if shown[best].mean - shown[second].mean <= shown[best].margin + shown[second].margin:
        return ""
    return _("The most palaces pay best in {region}: {n} points.").format(region=_region(best), n=round(shown[best].mean, 1))


def _region(key: str) -> str:
    return next(region.title for region in board_of({"map": None}).regions if region.id == key)


def _count(key: str) -> str:
    return _("{n} or more").format(n=key) if key == str(MOST_COUNTED) else key


def _moment(key: str) -> str:
    return {"first": _("The first time"), "second": _("The second time"), "end": _("End of the game")}[key]


def _source(key: str) -> str:
    return {"all": _("All points"), "palaces": _("Regions"), "alliances": _("Alliances"), "roads": _("Rows")}[key]
