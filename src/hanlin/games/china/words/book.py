"""The words of the book: titles and labels of its plots, and what follows for play (``core/verbs/book.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _, ngettext, pgettext
from hanlin.core.verbs.book import CHOSEN, REST, WON, Figures, Finding, Topic
from hanlin.core.verbs.book_words import (
    best_and_worst,
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
from hanlin.games.china.book import MOST_COUNTED, against_roads
from hanlin.games.china.setup import board_of
from hanlin.games.china.sources import END, LAST_ROUND, SOURCES, STAGES
from hanlin.games.china.words import names

COUNTS = tuple(str(number) for number in range(MOST_COUNTED + 1))


def book_topics() -> list[Topic]:
    """The plots of the book, in their order."""
    return [
        seat_topic(_("Who plays first"), _("Win share by turn order."), CHOSEN),
        *_regions(),
        *_pieces(),
        Topic(
            "pile",
            _("When the pile runs out"),
            _("Rounds played by then, on average."),
            _moment,
            False,
            order=("first", "second", "end"),
        ),
        points_topic(_("Points by source"), _("Points per game, on average."), book_source, SOURCES)._replace(
            advice=_against_roads
        ),
        stages_topic(_("Points by round"), _("Points per round, on average."), book_stage, STAGES),
    ]


def _regions() -> list[Topic]:
    count = counted(MOST_COUNTED)
    return [
        Topic(
            "opening",
            _("The region of the first palace"),
            _("Win share of the first player when the first palace was placed at random."),
            _region,
            follows=best_and_worst(
                "opening", _region, _("Begin in {best} ({high}% of games won) rather than in {worst} ({low}%).")
            ),
        ),
        Topic(
            "closing",
            _("Which region fills up first"),
            _("Position in the order in which the regions fill up, on average."),
            _region,
            False,
            follows=most_and_least(
                "closing", _region, _("Of the regions that fill up, {worst} tends to be early and {best} late.")
            ),
        ),
        Topic(
            "full",
            _("Regions that fill up"),
            _("Share of games in which the region is full before the end."),
            _region,
            is_even=False,
        ),
        Topic(
            "region-points",
            _("What a region is worth"),
            _("Points for the most and the second-most palaces."),
            _region,
            False,
            (("first", _("most palaces")), ("second", _("second-most palaces"))),
            follows=gap_between(
                "region-points",
                "first",
                "second",
                _region,
                _("Being first rather than second matters most in {what}: {more} points against {less}."),
            ),
        ),
        Topic(
            "leads",
            _("Regions with the most palaces"),
            _("Win share by the number of regions in which a player leads."),
            count,
            order=COUNTS,
            follows=by_number(
                "leads",
                MOST_COUNTED,
                lambda n: ngettext(
                    "Players who led in {best} region won {high}% of their games, those who led in {worst} only {low}%.",
                    "Players who led in {best} regions won {high}% of their games, those who led in {worst} only {low}%.",
                    n,
                ),
            ),
        ),
        Topic(
            "scored",
            _("Regions that score"),
            _("Win share by the number of regions in which a player scores for palaces."),
            count,
            order=COUNTS,
            follows=by_number(
                "scored",
                MOST_COUNTED,
                lambda n: ngettext(
                    "Players who scored in {best} region won {high}% of their games, those who scored in {worst} only {low}%.",
                    "Players who scored in {best} regions won {high}% of their games, those who scored in {worst} only {low}%.",
                    n,
                ),
            ),
        ),
    ]


def _pieces() -> list[Topic]:
    count, series = counted(MOST_COUNTED), winners()
    return [
        Topic(
            "emissaries",
            _("Emissaries placed"),
            _("Win share by the number of emissaries a player places."),
            count,
            order=COUNTS,
            follows=by_number(
                "emissaries",
                MOST_COUNTED,
                lambda n: ngettext(
                    "Players who placed {best} emissary won {high}% of their games, those who placed {worst} only {low}%.",
                    "Players who placed {best} emissaries won {high}% of their games, those who placed {worst} only {low}%.",
                    n,
                ),
            ),
        ),
        Topic(
            "alliances",
            _("Alliances scored"),
            _("Win share by the number of alliances a player scores."),
            count,
            order=COUNTS,
            follows=by_number(
                "alliances",
                MOST_COUNTED,
                lambda n: ngettext(
                    "Players with {best} alliance won {high}% of their games, those with {worst} only {low}%.",
                    "Players with {best} alliances won {high}% of their games, those with {worst} only {low}%.",
                    n,
                ),
            ),
        ),
        Topic(
            "rows",
            _("The longest row"),
            _("Win share by the number of palaces in a player’s longest row."),
            count,
            order=COUNTS,
            follows=by_number(
                "rows",
                MOST_COUNTED,
                lambda n: ngettext(
                    "Players whose longest row had {best} palace won {high}% of their games, those with {worst} only {low}%.",
                    "Players whose longest row had {best} palaces won {high}% of their games, those with {worst} only {low}%.",
                    n,
                ),
            ),
        ),
        Topic(
            "pieces",
            _("Pieces placed"),
            _("A player’s number per game, on average."),
            _piece,
            False,
            series,
            ("palace", "emissary"),
            follows=gap_between(
                "pieces",
                WON,
                REST,
                _piece,
                _("The largest difference: {what}. Winners place {more} on average, all others {less}."),
            ),
        ),
        Topic(
            "rounds",
            _("When pieces are placed"),
            _("Round of the table, on average."),
            _piece,
            False,
            series,
            ("palace", "emissary", "fortress"),
            follows=gap_between(
                "rounds",
                REST,
                WON,
                _piece,
                _("The largest difference: {what}, in round {less} for winners and in round {more} for all others."),
            ),
        ),
        Topic(
            "fortress",
            _("The fortress"),
            _("Win share of players who place their fortress, and of those who do not."),
            lambda key: _("placed") if key == "placed" else _("not placed"),
            order=("placed", "kept"),
            follows=best_and_worst(
                "fortress",
                lambda key: _("placed") if key == "placed" else _("not placed"),
                _("Fortress {best}: {high}% of games won; {worst}: {low}%."),
            ),
        ),
    ]


def _against_roads(figures: Figures) -> Finding | None:
    found = against_roads(figures)
    if found is None:
        return None
    text = _("The rulebook calls roads very important, but they rarely decide: winners score {more} points, others {less}.")
    return Finding(text.format(more=short(found.more), less=short(found.less)))


def book_source(key: str) -> str:
    """A source of points."""
    return names.source_name(key)


def book_stage(key: str) -> str:
    """A round of the table, or the final scoring."""
    if key == END:
        return _("End of the game")
    return _("Round {n} and later").format(n=key) if key == str(LAST_ROUND) else _("Round {n}").format(n=key)


def book_decision(key: str) -> str:
    """The description of a decision that the explorer shows."""
    verb, _blank, rest = key.partition(" ")
    if verb == "first":
        return _("First turn with these cards") if rest else _("First turn")
    if verb == "second":
        return _("A second piece after {regions}").format(regions=_regions_of(rest)) if rest else _("A second piece")
    return _("Second turn after {regions}").format(regions=_regions_of(rest)) if rest else _("Second turn")


def book_choice(_key: str, choice: str) -> str:
    """The words for a choice of a decision."""
    if choice == "exchange":
        return _("Exchange a card")
    if choice == "done":
        return _("No second piece")
    kind, region = choice.split()
    return _("{region}: {piece}").format(region=_region(region), piece=_piece(kind))


def _regions_of(key: str) -> str:
    return ", ".join(dict.fromkeys(_region(region) for region in key.split()))


def _region(key: str) -> str:
    return next((region.title for region in board_of({"map": None}).regions if region.id == key), key)


def _piece(key: str) -> str:
    return {"palace": pgettext("China", "Palace"), "emissary": _("Emissary"), "fortress": _("Fortress")}[key]


def _moment(key: str) -> str:
    return {"first": _("The first time"), "second": _("The second time"), "end": _("End of the game")}[key]
