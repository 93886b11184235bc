"""The words of the book: titles and labels of its plots, and what follows for play (``core/verbs/book.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.verbs.book import REST, WON, Claim, Figures, Finding, Topic
from hanlin.core.verbs.book_words import (
    by_number,
    counted,
    gap_between,
    most_and_least,
    points_topic,
    seat_topic,
    short,
    stages_topic,
    winners,
)
from hanlin.games.forbidden_city.book import KINDS, LARGE, MOST_COUNTED, SMALL, SMALL_TILES, against_small_rooms
from hanlin.games.forbidden_city.sources import END, SOURCES, STAGES
from hanlin.games.forbidden_city.words import names

COUNTS = tuple(str(number) for number in range(MOST_COUNTED + 1))


def book_topics() -> list[Topic]:
    """The plots of the book, in their order."""
    return [
        seat_topic(_("Who plays first"), _("Win share by turn order.")),
        *_rooms(),
        *_closing(),
        *_seats(),
        points_topic(_("Coins by source"), _("Coins per game, on average."), book_source, SOURCES),
        stages_topic(_("Coins by round"), _("Coins in these rounds, on average."), book_stage, STAGES),
    ]


def _rooms() -> list[Topic]:
    count = counted(MOST_COUNTED)
    return [
        Topic(
            "tiles",
            _("Size of a room"),
            _("Value of a closed room by its tiles."),
            _tiles,
            False,
            order=COUNTS,
        ),
        Topic(
            "sizes",
            _("How large rooms get"),
            _("Closed rooms of each size per game, on average."),
            _tiles,
            False,
            order=COUNTS,
            follows=most_and_least("sizes", _tiles, _("The most common size: {best} ({high} rooms a game).")),
        ),
        Topic(
            "dragons",
            _("Dragons"),
            _("Value of a closed room by its dragons."),
            count,
            False,
            order=COUNTS,
            follows=by_number(
                "dragons",
                MOST_COUNTED,
                lambda n: ngettext(
                    "With {best} dragon a room is worth {high} coins, with {worst} only {low}.",
                    "With {best} dragons a room is worth {high} coins, with {worst} only {low}.",
                    n,
                ),
                short,
            ),
        ),
        Topic(
            "archways",
            _("Archways"),
            _("Value of a closed room by the rooms behind its archways."),
            count,
            False,
            order=COUNTS,
            follows=by_number(
                "archways",
                MOST_COUNTED,
                lambda n: ngettext(
                    "With {best} room behind its archways a room is worth {high} coins, with {worst} only {low}.",
                    "With {best} rooms behind its archways a room is worth {high} coins, with {worst} only {low}.",
                    n,
                ),
                short,
            ),
        ),
    ]


def _closing() -> list[Topic]:
    count, series = counted(MOST_COUNTED), winners()
    return [
        Topic(
            "closed",
            _("Rooms closed"),
            _("Rooms a player closes per game, on average."),
            _kind,
            False,
            series,
            KINDS,
            follows=gap_between(
                "closed", WON, REST, _kind, _("The largest difference: {what}. Winners close {more} a game, all others {less}.")
            ),
        ),
        Topic(
            "closing",
            _("What closing brings"),
            _("Coins for the player who closes the room, minus those of the best rival."),
            _kind,
            False,
            order=KINDS,
        ),
        Topic(
            "closing-round",
            _("When rooms are closed"),
            _("Round, on average."),
            _kind,
            False,
            order=KINDS,
            follows=most_and_least(
                "closing-round", _kind, _("Closed earliest: {worst} (round {low}); latest: {best} (round {high}).")
            ),
        ),
        Topic(
            "others-closed",
            _("Closing rooms of others"),
            _("Win share by the number of rooms of others that a player closes."),
            count,
            order=COUNTS,
            follows=by_number(
                "others-closed",
                MOST_COUNTED,
                lambda n: ngettext(
                    "Players who closed {best} room of others won {high}% of their games, those with {worst} only {low}%.",
                    "Players who closed {best} rooms of others won {high}% of their games, those with {worst} only {low}%.",
                    n,
                ),
            ),
        ),
    ]


def _seats() -> list[Topic]:
    count, series = counted(MOST_COUNTED), winners()
    return [
        Topic(
            "won-rooms",
            _("Rooms led alone"),
            _("Win share by the number of closed rooms in which a player alone has the most advisors."),
            count,
            order=COUNTS,
            follows=by_number(
                "won-rooms",
                MOST_COUNTED,
                lambda n: ngettext(
                    "Players who led alone in {best} room won {high}% of their games, those with {worst} only {low}%.",
                    "Players who led alone in {best} rooms won {high}% of their games, those with {worst} only {low}%.",
                    n,
                ),
            ),
        ),
        Topic(
            "room-sizes",
            _("Small and large rooms led alone"),
            _("A player’s number per game, on average."),
            _size,
            False,
            series,
            (SMALL, LARGE),
            advice=_against_small_rooms,
            follows=gap_between(
                "room-sizes",
                WON,
                REST,
                _size,
                _("The largest difference: rooms of {what}. Winners lead alone in {more}, all others in {less}."),
            ),
        ),
        Topic(
            "largest",
            _("The largest room led alone"),
            _("Win share by its tiles."),
            _tiles,
            order=COUNTS,
            follows=by_number(
                "largest",
                MOST_COUNTED,
                lambda n: ngettext(
                    "Players whose largest room had {best} tile won {high}% of their games, those with {worst} only {low}%.",
                    "Players whose largest room had {best} tiles won {high}% of their games, those with {worst} only {low}%.",
                    n,
                ),
            ),
        ),
        Topic(
            "reserve",
            _("The last two tiles"),
            _("Win share by the coins that a player’s two remaining tiles bring."),
            count,
            order=COUNTS,
            follows=by_number(
                "reserve",
                MOST_COUNTED,
                lambda n: ngettext(
                    "Players whose last two tiles brought {best} coin won {high}% of their games, others with {worst} {low}%.",
                    "Players whose last two tiles brought {best} coins won {high}% of their games, others with {worst} {low}%.",
                    n,
                ),
            ),
        ),
    ]


def _against_small_rooms(figures: Figures) -> Finding | None:
    found = against_small_rooms(figures)
    if found is None:
        return None
    text = _(
        "Contrary to the rulebook’s tip, small rooms rarely decide: winners lead in no more of them than others. "
        "Large ones do: {more} against {less}."
    )
    values = {"more": short(found.more), "less": short(found.less)}
    return Finding(text.format(**values), Claim("room-sizes", (LARGE, WON), (LARGE, REST)))


def book_source(key: str) -> str:
    """A source of coins."""
    return names.source_name(key)


def book_stage(key: str) -> str:
    """Some rounds, or the end."""
    return _("End of the game") if key == END else _("Rounds {rounds}").format(rounds=key.replace("-", "–"))


def book_decision(key: str) -> str:
    """The description of a decision that the explorer shows."""
    _word, number, *advisors = key.split()
    if not advisors:
        return _("Tile {n}").format(n=number)
    text = ngettext("Tile {n}, with {advisors} advisor", "Tile {n}, with {advisors} advisors", int(advisors[0]))
    return text.format(n=number, advisors=advisors[0])


def book_choice(_key: str, choice: str) -> str:
    """The words for a choice of a decision."""
    return {
        "own": _("Joins a room that you lead"),
        "shared": _("Joins a tied room"),
        "other": _("Joins a room that another player leads"),
        "empty": _("Joins a room without advisors"),
        "alone": _("Joins no room"),
    }[choice]


def _tiles(key: str) -> str:
    return ngettext("{n} tile", "{n} tiles", int(key)).format(n=counted(MOST_COUNTED)(key))


def _size(key: str) -> str:
    if key == SMALL:
        return _("up to {n} tiles").format(n=SMALL_TILES)
    return _("more than {n} tiles").format(n=SMALL_TILES)


def _kind(key: str) -> str:
    return {
        "own": _("Own rooms"),
        "shared": _("Tied rooms"),
        "other": _("Rooms of others"),
        "empty": _("Rooms without advisors"),
    }[key]
