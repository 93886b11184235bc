"""The words of the book: titles and labels of its plots, and what follows for play (``core/verbs/book.py``)."""

from __future__ import annotations

from hanlin.core.i18n.language import _, ngettext
from hanlin.core.verbs.book import CHOSEN, DRAWN, REST, WON, Figures, Finding, Topic
from hanlin.core.verbs.book_words import (
    Words,
    above_even,
    best_and_worst,
    by_number,
    counted,
    gap_between,
    of_extremes,
    points_topic,
    seat_topic,
    stages_topic,
    winners,
)
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.book import MOST_LOST, PREPARED, TAKING, THINGS, UNPREPARED, against_losing_few
from hanlin.games.year_of_the_dragon.sources import END, SOURCES, STAGES
from hanlin.games.year_of_the_dragon.words import names

EVENTS = tuple(p.EVENT_NAMES[event] for event in (*TAKING, p.DRAGON_FESTIVAL))
ENOUGH_PERSONS = 5 * len(EVENTS) * len(p.TYPE_NAMES) // 6
"""Five of six matches of a first event with one of the first two persons; and with both of them (two different ones)."""
ENOUGH_PAIRS = ENOUGH_PERSONS * (len(p.TYPE_NAMES) - 1) // 2
LOSSES = tuple(str(number) for number in range(MOST_LOST + 1))


def book_topics() -> list[Topic]:
    """The plots of the book, in their order."""
    about = _("Win share by the order in which the first two persons are chosen.")
    return [
        seat_topic(_("Who chooses first"), about, CHOSEN, DRAWN),
        *_openings(),
        *_acquired(),
        *_events(),
        points_topic(_("Points by source"), _("Points per game, on average."), book_source, SOURCES),
        stages_topic(_("Points by month"), _("Points per month, on average."), book_stage, STAGES),
    ]


def _openings() -> list[Topic]:
    drawn = _("Win share when the first two persons were drawn at random.")
    rather = _("The best start: {best}, {high}% of games won. The worst: {worst}, {low}%.")
    return [
        Topic(
            "opening",
            _("The first two persons"),
            drawn,
            _pair,
            most=12,
            follows=best_and_worst("opening", _pair, rather),
        ),
        _by_first_event(
            "opening-pair-event",
            _("The first two persons, by the events of months 3 and 4"),
            drawn,
            _pair,
            ENOUGH_PAIRS,
            _("The best start for a first event: {best} ({high}% of games won)."),
        ),
        Topic(
            "opening-person",
            _("One of the first two"),
            drawn,
            _type,
            follows=best_and_worst(
                "opening-person",
                _type,
                _("A first person worth having: {best} ({high}% of games won). The least useful: {worst} ({low}%)."),
            ),
        ),
        _by_first_event(
            "opening-event",
            _("One of the first two, by the events of months 3 and 4"),
            drawn,
            _type,
            ENOUGH_PERSONS,
            _("The best match of a first event and a first person: {best} ({high}% of games won)."),
        ),
    ]


def _by_first_event(id: str, title: str, about: str, label: Words, least: int, text: str) -> Topic:
    """A plot of win shares by a first event and ``label``, and the best of them in a sentence: {best}, {high}."""

    def without_event(key: str) -> str:
        return label(key.partition(" ")[2])

    follows = above_even(id, lambda key: f"{_event_of(key)}, {without_event(key)}", text)
    return Topic(id, title, about, without_event, most=3, least=least, group=_event_of, follows=follows)


def _acquired() -> list[Topic]:
    average, series = _("A player’s number per game, on average."), winners()
    more = _("The largest difference: {what}. Winners have {more} on average, all others {less}.")
    return [
        Topic(
            "persons",
            _("Persons hired"),
            average,
            _type,
            False,
            series,
            p.TYPE_NAMES,
            follows=gap_between("persons", WON, REST, _type, more),
        ),
        Topic(
            "things",
            _("Books, fireworks, rice, floors"),
            average,
            _thing,
            False,
            series,
            THINGS,
            follows=gap_between("things", WON, REST, _thing, more),
        ),
        Topic(
            "privileges",
            _("Privileges"),
            average,
            _thing,
            False,
            series,
            ("small", "large"),
            follows=gap_between("privileges", WON, REST, _thing, more),
        ),
        Topic(
            "wall",
            _("Wall tiles"),
            average,
            _thing,
            False,
            series,
            follows=gap_between("wall", WON, REST, _thing, more),
        ),
        Topic(
            "months",
            _("When they come"),
            _("Month in which a player gets them, on average; the first two persons count as month 0."),
            _thing,
            False,
            series,
            (*p.TYPE_NAMES, "small", "large", "firework", "floors"),
            most=24,
            follows=gap_between(
                "months",
                REST,
                WON,
                _thing,
                _("The largest difference: {what}, in month {less} for winners and in month {more} for all others."),
            ),
        ),
        Topic(
            "actions",
            _("Actions"),
            _("Times a player chooses each action per game, on average."),
            _action,
            False,
            series,
            (*p.CARD_NAMES, "pass"),
            follows=gap_between(
                "actions",
                WON,
                REST,
                _action,
                _("The largest difference: {what}. Winners choose it {more} times a game, all others {less} times."),
            ),
        ),
    ]


def _events() -> list[Topic]:
    ready = ((PREPARED, _("prepared")), (UNPREPARED, _("not prepared")))
    return [
        Topic(
            "prepared",
            _("Who is prepared"),
            _("Share of players who lose nobody to the event, or score in the festival."),
            _event,
            order=EVENTS,
            is_even=False,
        ),
        Topic(
            "events",
            _("What an event costs"),
            _("Win share of players who lose nobody to the event, or score in the festival, and of the others."),
            _event,
            series=ready,
            order=EVENTS,
            follows=gap_between(
                "events",
                PREPARED,
                UNPREPARED,
                _event,
                _("Prepare for this above all: {what}. Those who did won {more}% of their games, the others {less}%."),
                shares=True,
            ),
        ),
        Topic(
            "cost",
            _("What an event costs in points"),
            _("Final points above or below the average of the table."),
            _event,
            False,
            ready,
            EVENTS,
            follows=gap_between(
                "cost",
                PREPARED,
                UNPREPARED,
                _event,
                _(
                    "In points this matters most: {what}. Compared with the average of the table, prepared players end at "
                    "{more}, the others at {less}."
                ),
            ),
        ),
        Topic(
            "leaving",
            _("Persons lost to an event"),
            _("Persons a player loses each time, on average."),
            _event,
            False,
            order=EVENTS,
        ),
        Topic(
            "lost",
            _("Persons lost in all"),
            _("Win share by the number of persons a player loses to events."),
            counted(MOST_LOST),
            order=LOSSES,
            advice=_against_losing_few,
            follows=by_number("lost", MOST_LOST, _lost),
        ),
    ]


def _lost(n: int) -> str:
    if n == 0:
        return _("Players who lost nobody won {high}% of their games, those who lost {worst} only {low}%.")
    return ngettext(
        "Players who lost {best} person won {high}% of their games, those who lost {worst} only {low}%.",
        "Players who lost {best} persons won {high}% of their games, those who lost {worst} only {low}%.",
        n,
    )


def _against_losing_few(figures: Figures) -> Finding | None:
    found = against_losing_few(figures)
    if found is None:
        return None
    text = ngettext(
        "The rulebook praises those who stand up best to the events, but it can pay to lose somebody: {high}% of games won "
        "with {best} person lost, {low}% with {worst}.",
        "The rulebook praises those who stand up best to the events, but it can pay to lose somebody: {high}% of games won "
        "with {best} persons lost, {low}% with {worst}.",
        int(found.best),
    )
    return of_extremes(found, counted(MOST_LOST), text)


def book_source(key: str) -> str:
    """A source of points."""
    return names.source_name(key)


def book_stage(key: str) -> str:
    """A month, or the end."""
    return _("End of the game") if key == END else names.month_name(int(key))


def book_decision(key: str) -> str:
    """The description of a decision that the explorer shows."""
    verb, _blank, rest = key.partition(" ")
    if verb == "pick":
        return _("First event: {event}").format(event=_event(rest)) if rest else _("The first two persons")
    if rest:
        return _("Month 1 with {persons}").format(persons=_pair(rest))
    return names.month_name(1)


def book_choice(key: str, choice: str) -> str:
    """The words for a choice of a decision."""
    verb = key.partition(" ")[0]
    if verb == "pick":
        return _pair(choice)
    if verb == "hire":
        return names.kind_name(p.KIND_NAMES.index(choice))
    return _action("pass") if choice == "pass" else names.deed_name(p.DEED_NAMES.index(choice))


def _pair(key: str) -> str:
    first, second = (p.TYPE_NAMES.index(name) for name in key.split())
    return names.two_types(first, second)


def _type(key: str) -> str:
    return names.type_name(p.TYPE_NAMES.index(key))


def _event_of(key: str) -> str:
    return _event(key.split()[0])


def _event(key: str) -> str:
    return names.event_name(p.EVENT_NAMES.index(key))


def _action(key: str) -> str:
    return _("Pass") if key == "pass" else names.card_name(p.CARD_NAMES.index(key))


def _thing(key: str) -> str:
    if key in p.TYPE_NAMES:
        return _type(key)
    if key.startswith("wall-"):
        return names.benefit_name(p.BENEFIT_NAMES.index(key.removeprefix("wall-")))
    return {
        "small": _("Small privilege"),
        "large": _("Large privilege"),
        "books": _("Books"),
        "firework": _("Fireworks"),
        "rice": _("Rice"),
        "floors": _("Floors"),
    }[key]
