"""The words of the book: titles and labels of its plots, and what follows for play (``core/verbs/book.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.verbs.book import REST, WON, Figures, Topic, widest_gap
from hanlin.games.forbidden_city.book import MOST_COUNTED

COUNTS = tuple(str(number) for number in range(MOST_COUNTED + 1))
KINDS = ("own", "shared", "other", "empty")


def book_topics() -> list[Topic]:
    """The plots of the book, in their order."""
    winners = ((WON, _("winners")), (REST, _("all others")))
    return [
        Topic(
            "seat",
            _("Who plays first"),
            _("Win share by turn order."),
            lambda key: _("Seat {n}").format(n=int(key) + 1),
            order=COUNTS,
        ),
        Topic("tiles", _("Size of a room"), _("Value of a closed room by its tiles."), _tiles, False, order=COUNTS),
        Topic("dragons", _("Dragons"), _("Value of a closed room by its dragons."), _count, False, order=COUNTS),
        Topic(
            "archways",
            _("Archways"),
            _("Value of a closed room by the rooms behind its archways."),
            _count,
            False,
            order=COUNTS,
        ),
        Topic(
            "closed",
            _("Rooms closed"),
            _("Rooms a player closes per game, on average."),
            _kind,
            False,
            winners,
            KINDS,
        ),
        Topic(
            "closing",
            _("What closing brings"),
            _("Coins for the player who closes the room, minus those of the best rival."),
            _kind,
            False,
            order=KINDS,
        ),
        Topic("points", _("Coins by source"), _("Coins per game, on average."), _source, False, winners, ("all",)),
    ]


def book_findings(figures: Figures) -> list[str]:
    """What follows for play from the figures, in a few sentences; only what is larger than its uncertainty."""
    found = [_worth(figures), _closing(figures), _gap_in_coins(figures)]
    return [sentence for sentence in found if sentence]


def _worth(figures: Figures) -> str:
    small, dragon = figures.get("dragons", "0"), figures.get("dragons", "1")
    if not small.is_shown or not dragon.is_shown:
        return ""
    if dragon.mean - small.mean <= dragon.margin + small.margin:
        return ""
    return _("A closed room with one dragon is worth {more} coins, one without {less}.").format(
        more=round(dragon.mean, 1), less=round(small.mean, 1)
    )


def _closing(figures: Figures) -> str:
    gap = widest_gap(figures, "closed", WON, REST)
    if gap is None:
        return ""
    return _("Winners close more of these: {rooms} ({more} a game, the others {less}).").format(
        rooms=_kind(gap.key), more=round(gap.high, 1), less=round(gap.low, 1)
    )


def _gap_in_coins(figures: Figures) -> str:
    gap = widest_gap(figures, "points", WON, REST, leave_out=("all",))
    if gap is None:
        return ""
    return _("Winners gain most here: {source} ({n} coins more than the others).").format(
        source=_source(gap.key), n=round(gap.high - gap.low)
    )


def _tiles(key: str) -> str:
    return ngettext("{n} tile", "{n} tiles", int(key)).format(n=_count(key))


def _count(key: str) -> str:
    return _("{n} or more").format(n=key) if key == str(MOST_COUNTED) else key


def _kind(key: str) -> str:
    return {
        "own": _("Own rooms"),
        "shared": _("Tied rooms"),
        "other": _("Rooms of others"),
        "empty": _("Rooms without advisors"),
    }[key]


def _source(key: str) -> str:
    return {
        "all": _("All coins"),
        "most": _("Most advisors"),
        "shared": _("Tied for most advisors"),
        "second": _("Second-most advisors"),
        "left": _("Tiles left"),
    }[key]
