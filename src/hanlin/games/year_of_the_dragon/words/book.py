"""The words of the book: titles and labels of its plots, and what follows for play (``core/verbs/book.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _, listed
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
            _("The share of the win by the order in which the first two persons are chosen."),
            lambda key: _("Seat {n}").format(n=int(key) + 1),
            series=(("chosen", _("openings as strong players choose")), ("drawn", _("openings drawn at random"))),
            order=("0", "1", "2", "3", "4"),
        ),
        Topic(
            "opening",
            _("The first two persons"),
            _("The share of the win in games in which every opening was drawn at random."),
            _pair,
        ),
        Topic(
            "opening-disaster",
            _("The first two persons, by the event of month 3"),
            _("The pairs that did best before each event, again drawn at random."),
            _pair_before,
            most=20,
        ),
        Topic(
            "persons", _("Persons hired"), _("How many of each a player hires in a game."), _type, False, winners, p.TYPE_NAMES
        ),
        Topic(
            "months",
            _("When they are hired"),
            _("The month of hiring on average; the first two persons count as month 0."),
            _type,
            False,
            winners,
            p.TYPE_NAMES,
        ),
        Topic(
            "actions", _("Actions"), _("How often each is chosen in a game."), _action, False, winners, (*p.CARD_NAMES, "pass")
        ),
        Topic(
            "privileges",
            _("Privileges"),
            _("How many are bought in a game."),
            lambda key: _("Small privilege") if key == "small" else _("Large privilege"),
            False,
            winners,
        ),
        Topic(
            "events",
            _("What an event costs"),
            _("The share of the win of players whom an event took nobody, and of those whom it took somebody."),
            _event,
            series=((PREPARED, _("nobody left")), (UNPREPARED, _("somebody left"))),
            order=tuple(p.EVENT_NAMES[event] for event in TAKING),
        ),
        Topic("leaving", _("Persons that leave"), _("How many leave a player each time."), _event, False),
        Topic("points", _("Points by source"), _("Points at the end of the game."), _source, False, winners, ("all",)),
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
    if shown[best].mean - shown[worst].mean < shown[best].margin + shown[worst].margin:
        return ""
    return _("Begin with {best} ({high}% of the wins) rather than with {worst} ({low}%).").format(
        best=listed([_pair(key) for key in ranked[:1]]),
        worst=_pair(worst),
        high=round(100 * shown[best].mean),
        low=round(100 * shown[worst].mean),
    )


def _dearest_event(figures: Figures) -> str:
    gap = widest_gap(figures, "events", PREPARED, UNPREPARED)
    if gap is None:
        return ""
    return _("Prepare for this above all: {event}. Who loses nobody wins {with_}% of the games, the others {without}%.").format(
        event=_event(gap.key), with_=round(100 * gap.high), without=round(100 * gap.low)
    )


def _gap_in_points(figures: Figures) -> str:
    gap = widest_gap(figures, "points", WON, REST, leave_out=("all",))
    if gap is None:
        return ""
    return _("Winners are ahead most by this: {source} ({n} points more than the others).").format(
        source=_source(gap.key), n=round(gap.high - gap.low)
    )


def _gap_in_persons(figures: Figures) -> str:
    gap = widest_gap(figures, "persons", WON, REST)
    if gap is None:
        return ""
    return _("Winners hire more of these than the others: {person}.").format(person=_type(gap.key))


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
        "festival": _("Dragon festivals"),
        "mongols": _("Mongol invasions"),
        "persons": _("Persons at the end"),
        "monks": _("Monks at the end"),
        "yuan": _("Yuan and goods at the end"),
        "wall": _("The wall"),
    }[key]
