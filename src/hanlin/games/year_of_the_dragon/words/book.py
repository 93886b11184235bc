"""The words of the book: titles and labels of its plots, and what follows for play (``core/verbs/book.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.verbs.book import REST, WON, Figures, Topic, widest_gap
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.book import PREPARED, TAKING, UNPREPARED
from hanlin.games.year_of_the_dragon.words import names


def book_topics() -> list[Topic]:
    """The plots of the book, in their order."""
    winners = ((WON, _("winners")), (REST, _("all others")))
    return [
        Topic(
            "seat",
            _("Who chooses first"),
            _("Win share by the order in which the first two persons are chosen."),
            lambda key: _("Seat {n}").format(n=int(key) + 1),
            series=(("chosen", _("openings as strong players choose")), ("drawn", _("openings drawn at random"))),
            order=("0", "1", "2", "3", "4"),
        ),
        Topic(
            "opening",
            _("The first two persons"),
            _("Win share when the first two persons were drawn at random."),
            _pair,
        ),
        Topic(
            "opening-disaster",
            _("The first two persons, by the event of month 3"),
            _("Win share of the best pairs for each event, drawn at random as well."),
            _pair_before,
            most=20,
        ),
        Topic(
            "persons",
            _("Persons hired"),
            _("Persons a player hires per game, on average."),
            _type,
            False,
            winners,
            p.TYPE_NAMES,
        ),
        Topic(
            "months",
            _("When they are hired"),
            _("Month of hiring, on average; the first two persons count as month 0."),
            _type,
            False,
            winners,
            p.TYPE_NAMES,
        ),
        Topic(
            "actions",
            _("Actions"),
            _("Times a player chooses each action per game, on average."),
            _action,
            False,
            winners,
            (*p.CARD_NAMES, "pass"),
        ),
        Topic(
            "privileges",
            _("Privileges"),
            _("Privileges a player buys per game, on average."),
            lambda key: _("Small privilege") if key == "small" else _("Large privilege"),
            False,
            winners,
        ),
        Topic(
            "events",
            _("What an event costs"),
            _("Win share of players who lost nobody to the event, and of those who lost somebody."),
            _event,
            series=((PREPARED, _("lost nobody")), (UNPREPARED, _("lost somebody"))),
            order=tuple(p.EVENT_NAMES[event] for event in TAKING),
        ),
        Topic("leaving", _("Persons lost"), _("Persons a player loses each time, on average."), _event, False),
        Topic("points", _("Points by source"), _("Points per game, on average."), _source, False, winners, ("all",)),
    ]


def book_findings(figures: Figures) -> list[str]:
    """What follows for play from the figures, in a few sentences; only what is larger than its uncertainty."""
    found = [_best_opening(figures), _dearest_event(figures), _gap_in_points(figures), _gap_in_persons(figures)]
    return [sentence for sentence in found if sentence]


def _best_opening(figures: Figures) -> str:
    shown = figures.shown("opening")
    if not shown:
        return ""
    ranked = sorted(shown, key=lambda key: shown[key].mean, reverse=True)
    best, worst = ranked[0], ranked[-1]
    # The best and the worst of some twenty pairs differ by chance, too: ask for more than two overlapping intervals do.
    if shown[best].mean - shown[worst].mean <= 1.5 * (shown[best].margin + shown[worst].margin):
        return ""
    return _("Begin with {best} (win share {high}%) rather than with {worst} ({low}%).").format(
        best=_pair(best),
        worst=_pair(worst),
        high=round(100 * shown[best].mean),
        low=round(100 * shown[worst].mean),
    )


def _dearest_event(figures: Figures) -> str:
    gap = widest_gap(figures, "events", PREPARED, UNPREPARED)
    if gap is None:
        return ""
    return _(
        "Prepare for this above all: {event}. Players who lost nobody won {with_}% of their games, the others {without}%."
    ).format(event=_event(gap.key), with_=round(100 * gap.high), without=round(100 * gap.low))


def _gap_in_points(figures: Figures) -> str:
    gap = widest_gap(figures, "points", WON, REST, leave_out=("all",))
    if gap is None:
        return ""
    return _("Winners gain most here: {source} ({n} points more than the others).").format(
        source=_source(gap.key), n=round(gap.high - gap.low)
    )


def _gap_in_persons(figures: Figures) -> str:
    gap = widest_gap(figures, "persons", WON, REST)
    if gap is None:
        return ""
    return _("Winners hire more of these: {person}.").format(person=_type(gap.key))


def _pair(key: str) -> str:
    first, second = (p.TYPE_NAMES.index(name) for name in key.split())
    return names.two_types(first, second)


def _pair_before(key: str) -> str:
    event, _blank, pair = key.partition(" ")
    return _("{event}: {persons}").format(event=_event(event), persons=_pair(pair))


def _type(key: str) -> str:
    return names.type_name(p.TYPE_NAMES.index(key))


def _event(key: str) -> str:
    return names.event_name(p.EVENT_NAMES.index(key))


def _action(key: str) -> str:
    return _("Pass") if key == "pass" else names.card_name(p.CARD_NAMES.index(key))


def _source(key: str) -> str:
    return {
        "all": _("All points"),
        "palaces": _("Palaces"),
        "court-ladies": _("Court ladies"),
        "privileges": _("Privileges"),
        "research": _("Research"),
        "festival": _("Dragon festival"),
        "mongols": _("Mongol invasion"),
        "persons": _("Persons at the end"),
        "monks": _("Monks at the end"),
        "yuan": _("Yuan and goods at the end"),
        "wall": _("The wall"),
    }[key]
