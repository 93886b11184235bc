"""The game log: a sentence for each event of the rules, with points, their sum and their rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from hanlin.core.i18n.language import N_, _, listed, ngettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE
from hanlin.core.verbs.log_sentences import Sentences, said
from hanlin.core.verbs.presentation import LogLine
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.words import log_pictures as pictures
from hanlin.games.year_of_the_dragon.words import names
from hanlin.games.year_of_the_dragon.words.log_points import scores


def log(seen: Position, actor: int, action: str, events: Sequence[Event]) -> list[LogLine]:
    """The lines of one ply. ``seen`` is the view before it; all events are public."""
    lines = []
    month, phase = int(seen.state.month), int(seen.state.phase)
    for t in events:
        if t.what == p.LOG_MONTH:
            month = t.a
        if t.what == p.LOG_PHASE:
            phase = t.a
        line = _events_placed(seen, t) if t.what == p.LOG_EVENT_PLACED else _line_of(t, action, phase, month)
        if line is not None:
            lines.append(replace(line, chapter=_chapter(t, month, phase)))
    return lines


def reckoning(seen: Position, events: Sequence[Event]) -> list[LogLine]:
    """The lines of a scoring that comes in this position, of the month (Y6) or of the game (Y7)."""
    return log(seen, CHANCE, "", events)


def _line_of(t: Event, action: str, phase: int, month: int) -> LogLine | None:
    """The line of one event of ``action``, in ``phase`` of a month (0: the set-up)."""
    if month == 0 and t.what in (p.LOG_HIRES, p.LOG_HOUSES, p.LOG_MOVES):
        return _opens(t, action)
    if t.what == p.LOG_HIRES and t.b < 0:
        return _receives(t)
    if t.what in (p.LOG_WALL_HOLDS, p.LOG_WALL_FALLS):
        return _wall_check(t, "Y8.4" if phase == p.FINAL_WALL_CHECK else "Y8.3")
    if t.what == p.LOG_SCORES:
        return scores(t, action)
    if t.what == p.LOG_DECLINES:
        return _declines(t, by_card=phase == p.PERSON_PHASE)
    return _LINES[t.what](t)


_AT_THE_END = (p.FOR_PERSONS_AT_END, p.FOR_MONKS_AT_END, p.FOR_YUAN_AT_END)


def _chapter(t: Event, month: int, phase: int) -> str:
    """The heading of a line: the set-up, a month, or the end."""
    if month == 0:
        return _("Set-up")
    ending = t.what in (p.LOG_SELLS, p.LOG_OVER) or (t.what == p.LOG_SCORES and t.b in _AT_THE_END)
    return _("The end") if ending or phase == p.FINAL_WALL_CHECK else names.month_name(month)


def _line(text: str, rule: str) -> LogLine:
    """A line about no particular seat."""
    return LogLine(text, rule=rule)


def _said(
    sentence: Sentences, t: Event, rule: str, *, several: Sentences = "", item: tuple[str, ...] = (), **values: object
) -> LogLine:
    """A line about the seat of an event."""
    return said(sentence, t.seat, seat_name(t.seat), rule, several=several, item=item, **values)


def _both(sentences: tuple[str, str]) -> tuple[str, str]:
    """A sentence and the same in the second person, in the current language."""
    return _(sentences[0]), _(sentences[1])


# -- set-up and months -------------------------------------------------------------------------------------------------


_PEACEFUL = 2
"""Months whose event is given (Y1.1)."""


def _events_placed(seen: Position, t: Event) -> LogLine | None:
    """All events that were drawn, in one line, with the last of them."""
    events = seen.state.events.tolist()
    events[t.b - 1] = t.a
    if min(events) < 0:
        return None
    drawn = listed(map(names.event_name, events[_PEACEFUL:]))
    line = _line(_("The events from month {number} on: {events}.").format(number=_PEACEFUL + 1, events=drawn), "Y1.1")
    return pictures.shown(line, *map(pictures.event, events[_PEACEFUL:]))


def _opens(t: Event, action: str) -> LogLine | None:
    """The first two persons of a seat, in one line. Where they live is seen on the table."""
    if t.what != p.LOG_HIRES or not action.startswith("pick"):
        return None
    kinds = [int(p.YOUNG_OF_TYPE[p.TYPE_NAMES.index(name)]) for name in action.split()[1:]]
    if t.a != kinds[0]:
        return None
    sentence = _("{name} opens with {persons}."), _("You open with {persons}.")
    line = _said(sentence, t, "Y1.3", persons=listed(map(names.a_kind, kinds)))
    return pictures.shown(line, *map(pictures.person, kinds), at=[pictures.marker(t.seat)])


def _super_event(t: Event) -> LogLine:
    line = _line(_("The super event of month 7: {event}.").format(event=names.super_event_name(t.a)), "Y9")
    return pictures.shown(line, pictures.super_event(t.a), beside=True, at=["month 7"])


def _month(t: Event) -> LogLine:
    drawn = [pictures.event(t.b)]
    if t.c >= 0:
        text = _("Month {number}: {event}, then {super_event}.").format(
            number=t.a, event=names.event_name(t.b), super_event=names.super_event_name(t.c)
        )
        drawn.append(pictures.super_event(t.c))
    else:
        text = _("Month {number}: {event}.").format(number=t.a, event=names.event_name(t.b))
    return pictures.shown(_line(text, "Y2"), *drawn, beside=True, at=[f"month {t.a}"])


def _phase(t: Event) -> LogLine | None:
    """The event of a month. That its cards are dealt goes without saying: the month's line has just told that it begins."""
    if t.a == p.EVENT_PHASE:
        line = _line(_("The event: {event}.").format(event=names.event_name(t.b)), names.event_rule(t.b))
        drawn = pictures.event(t.b)
    elif t.a == p.SUPER_EVENT_PHASE:
        text = _("The super event: {event}.").format(event=names.super_event_name(t.b))
        line, drawn = _line(text, names.super_event_rule(t.b)), pictures.super_event(t.b)
    elif t.a == p.EVENT_AGAIN:
        line = _line(_("Solar eclipse: {event} happens again.").format(event=names.event_name(t.b)), "Y9.5")
        drawn = pictures.event(t.b)
    else:
        return None
    return pictures.shown(line, drawn, beside=True, at=[f"month {t.c}"])


# -- goods -------------------------------------------------------------------------------------------------------------

_GAINS = {
    p.PASSING: (N_("{name} takes {amount}, up to 3 yuan."), N_("You take {amount}, up to 3 yuan.")),
    p.FOR_TAXES: (N_("{name} collects {amount} in taxes."), N_("You collect {amount} in taxes.")),
    p.FOR_HARVEST: (N_("{name} harvests {amount}."), N_("You harvest {amount}.")),
    p.FOR_FIREWORKS_SHOW: (N_("{name} gets {amount}."), N_("You get {amount}.")),
    p.FOR_WALL_TILE: (N_("{name} gets {amount} from the wall tile."), N_("You get {amount} from the wall tile.")),
    p.CONCESSION_GIFT: (N_("{name} gets {amount} from the Concession."), N_("You get {amount} from the Concession.")),
}

_PAYS = {
    p.FOR_OCCUPIED_GROUP: (
        N_("{name} pays {amount} for a group with a dragon."),
        N_("You pay {amount} for a group with a dragon."),
    ),
    p.FOR_PRIVILEGE: (N_("{name} pays {amount} for a privilege."), N_("You pay {amount} for a privilege.")),
    p.FOR_TRIBUTE: (N_("{name} pays {amount} to the emperor."), N_("You pay {amount} to the emperor.")),
    p.FOR_DROUGHT: (N_("{name} feeds the palaces with {amount}."), N_("You feed the palaces with {amount}.")),
    p.FOR_FESTIVAL: (N_("{name} gives back {amount}."), N_("You give back {amount}.")),
    p.FOR_FLOOD: (N_("{name} loses {amount} in the flood."), N_("You lose {amount} in the flood.")),
}


def _gains(t: Event) -> LogLine:
    line = _said(_both(_GAINS[t.c]), t, p.RULE_OF_REASON[t.c], amount=names.amount(t.a, t.b))
    return pictures.shown(line, pictures.amount(t.a, t.b), at=[pictures.goods(t.seat, t.b)])


def _pays(t: Event) -> LogLine:
    line = _said(_both(_PAYS[t.c]), t, p.RULE_OF_REASON[t.c], amount=names.amount(t.a, t.b))
    return pictures.shown(line, pictures.amount(t.a, t.b), at=[pictures.goods(t.seat, t.b)])


def _must_give(t: Event) -> LogLine:
    return _said(
        (
            _("{name} must give back {n} in all of yuan, rice and fireworks."),
            _("You must give back {n} in all of yuan, rice and fireworks."),
        ),
        t,
        "Y9.4",
        n=t.a,
    )


def _buys(t: Event) -> LogLine:
    deed = p.SMALL_PRIVILEGE if t.a == 1 else p.LARGE_PRIVILEGE
    sentence = _("{name} buys a privilege ({privilege})."), _("You buy a privilege ({privilege}).")
    line = _said(sentence, t, "Y3.11", privilege=names.deed_name(deed))
    return pictures.shown(line, pictures.privilege(deed), at=[pictures.privileges(t.seat, t.a)])


def _loses_privileges(t: Event) -> LogLine:
    n = t.a + t.b
    return _said(
        (
            ngettext("{name} gives back {n} privilege.", "{name} gives back {n} privileges.", n),
            ngettext("You give back {n} privilege.", "You give back {n} privileges.", n),
        ),
        t,
        "Y9.9",
        n=n,
    )


# -- action phase ------------------------------------------------------------------------------------------------------


def _acts(t: Event) -> LogLine:
    card = int(p.CARD_OF_DEED[t.b])
    line = _said((_("{name} chooses {action}."), _("You choose {action}.")), t, "Y3.2", action=names.card_name(card))
    return pictures.shown(line, pictures.action(card), beside=True, at=[pictures.dragon(t.seat), pictures.card(card)])


def _passes(t: Event) -> LogLine:
    if t.c == p.SUNRISE_GIFT:
        sentence = (_("{name} gets nobody: no types are left."), _("You get nobody: no types are left."))
    elif t.c == p.CONCESSION_GIFT:
        sentence = (
            _("{name} has nobody at court and gets nothing from the Concession."),
            _("You have nobody at court and get nothing from the Concession."),
        )
    else:
        sentence = (_("{name} passes."), _("You pass."))
    return _said(sentence, t, p.RULE_OF_REASON[t.c])


def _moves(t: Event) -> LogLine:
    """A move on the person track. The tile of a person that comes to court shows how far it goes."""
    sentence = _("{name} moves {spaces} ahead on the person track."), _("You move {spaces} ahead on the person track.")
    line = _said(sentence, t, p.RULE_OF_REASON[t.c], spaces=names.spaces(t.a))
    if t.c not in (p.FOR_PARADE, p.FOR_WALL_TILE):
        return replace(line, clause="")
    return pictures.shown(line, pictures.spaces(t.a), at=[pictures.marker(t.seat)])


def _floors(t: Event) -> LogLine:
    # The floors are named one by one where they are added.
    return replace(
        _said((_("{name} builds {floors}."), _("You build {floors}.")), t, p.RULE_OF_REASON[t.c], floors=names.floors(t.a)),
        clause="",
    )


def _builds(t: Event) -> LogLine:
    at = [pictures.palace(t.seat, t.a)]
    if t.b == 1:
        several = (_("{name} starts {n} new palaces."), _("You start {n} new palaces."))
        line = _said((_("{name} starts a new palace."), _("You start a new palace.")), t, "Y3.6", several=several)
        return pictures.shown(line, at=at)
    floors = names.storeys(t.b)
    sentence = _("{name} adds a floor to a palace (now {floors})."), _("You add a floor to a palace (now {floors}).")
    several = (_("{name} adds floors to palaces (now {items})."), _("You add floors to palaces (now {items})."))
    line = _said(sentence, t, "Y3.6", several=several, item=(floors,), floors=floors)
    return pictures.shown(line, pictures.pavilion(t.b), at=at)


def _lays_wall(t: Event) -> LogLine:
    sentence = (
        _("{name} lays a wall tile under month {number} ({benefit})."),
        _("You lay a wall tile under month {number} ({benefit})."),
    )
    line = _said(sentence, t, "Y8.2", benefit=names.benefit_name(t.a), number=t.b)
    return pictures.shown(line, pictures.wall_tile(t.a), at=[f"wall {t.b}"])


# -- persons -----------------------------------------------------------------------------------------------------------


def _hires(t: Event) -> LogLine:
    sentence = (
        (_("{name} hires {person} with a wild card."), _("You hire {person} with a wild card."))
        if t.b == 1
        else (_("{name} hires {person}."), _("You hire {person}."))
    )
    line = _said(sentence, t, "Y4.1", person=names.a_kind(t.a))
    return pictures.shown(line, pictures.person(t.a), at=[pictures.pile(t.a)])


def _receives(t: Event) -> LogLine:
    """A person who comes without a card, at sunrise."""
    line = _said((_("{name} gets {person}."), _("You get {person}.")), t, "Y9.8", person=names.a_kind(t.a))
    return pictures.shown(line, pictures.person(t.a), at=[pictures.pile(t.a)])


def _spends(t: Event) -> LogLine:
    sentence = _("{name} plays a card ({card}), but no tiles are left."), _("You play a card ({card}), but no tiles are left.")
    return pictures.shown(_said(sentence, t, "Y4.4", card=names.type_name(t.a)), pictures.hand_card(t.a))


def _houses(t: Event) -> LogLine:
    """A person moves in. It was named when it came, and where it lives is seen on the table."""
    line = _said(
        (_("{name} moves {person} into palace {number}."), _("You move {person} into palace {number}.")),
        t,
        "Y4.2",
        person=names.the_kind(t.b),
        number=t.a + 1,
    )
    line = pictures.shown(line, pictures.person(t.b, names.the_kind(t.b)), at=[pictures.palace(t.seat, t.a)])
    return replace(line, clause="")


def _declines(t: Event, by_card: bool) -> LogLine:
    """``by_card``: the person was on a card, not welcomed at sunrise. The hiring just before needs no line."""
    sentence = (
        (_("{name} plays a card but declines {person}."), _("You play a card but decline {person}."))
        if by_card
        else (_("{name} declines {person}."), _("You decline {person}."))
    )
    line = replace(_said(sentence, t, "Y4.2", person=names.a_kind(t.a)), retells=True)
    return pictures.shown(line, pictures.person(t.a), at=[pictures.pile(t.a)])


def _releases(t: Event) -> LogLine:
    person = names.a_kind(t.b)
    sentence, several = (
        (_("{name} releases {person}."), _("You release {person}.")),
        (_("{name} releases {items}."), _("You release {items}.")),
    )
    line = _said(sentence, t, p.RULE_OF_REASON[t.c], several=several, item=(person,), person=person)
    return pictures.shown(line, pictures.person(t.b), at=[pictures.palace(t.seat, t.a)])


def _must_release(t: Event) -> LogLine:
    line = _said(
        (_("{name} must release {persons}."), _("You must release {persons}.")),
        t,
        p.RULE_OF_REASON[t.c],
        persons=names.persons(t.a),
    )
    # The person is named when it is released.
    return replace(line, clause="")


def _drops(t: Event) -> LogLine:
    card = names.type_name(t.a)
    several = (_("{name} discards {n} person cards ({items})."), _("You discard {n} person cards ({items})."))
    sentence = _("{name} discards a person card ({card})."), _("You discard a person card ({card}).")
    line = _said(sentence, t, "Y9.7", several=several, item=(card,), card=card)
    return pictures.shown(line, pictures.hand_card(t.a))


def _concedes(t: Event) -> LogLine:
    sentence = (_("{name} chooses a type for the Concession ({type})."), _("You choose a type for the Concession ({type})."))
    return pictures.shown(_said(sentence, t, "Y9.10", type=names.type_name(t.a)), pictures.hand_card(t.a), beside=True)


# -- palaces, the wall, the end ----------------------------------------------------------------------------------------


def _loses_floor(t: Event) -> LogLine:
    rule, at = p.RULE_OF_REASON[t.c], [pictures.palace(t.seat, t.a)]
    if t.b == 0:
        lost = _("{name}'s palace {number} is lost."), _("Your palace {number} is lost.")
        return pictures.shown(_said(lost, t, rule, number=t.a + 1), at=at)
    sentence = (
        _("{name}'s palace {number} loses a floor (now {floors})."),
        _("Your palace {number} loses a floor (now {floors})."),
    )
    line = _said(sentence, t, rule, number=t.a + 1, floors=names.storeys(t.b))
    return pictures.shown(line, pictures.pavilion(t.b), at=at)


def _wall_check(t: Event, rule: str) -> LogLine:
    if t.what == p.LOG_WALL_HOLDS:
        text = ngettext("The wall holds: {n} tile, {needed} needed.", "The wall holds: {n} tiles, {needed} needed.", t.a)
    else:
        text = ngettext(
            "The wall is too short: {n} tile, {needed} needed. Whoever built least releases a person.",
            "The wall is too short: {n} tiles, {needed} needed. Whoever built least releases a person.",
            t.a,
        )
    return pictures.shown(_line(text.format(n=t.a, needed=t.b), rule), at=[f"wall {month}" for month in range(1, t.a + 1)])


def _markers_back(t: Event) -> LogLine:
    return _line(_("All person markers go back to space 0."), "Y9.6")


def _sells(t: Event) -> LogLine:
    sold = [(n, good) for n, good in ((t.a, p.RICE), (t.b, p.FIREWORK)) if n]
    line = _said(
        (_("{name} sells {goods} for {yuan}."), _("You sell {goods} for {yuan}.")),
        t,
        "Y7",
        goods=listed([names.amount(*each) for each in sold]),
        yuan=names.amount(t.c, p.YUAN),
    )
    return pictures.shown(line, *[pictures.amount(*each) for each in [*sold, (t.c, p.YUAN)]])


def _over(t: Event) -> LogLine:
    return _line(_("The Year of the Dragon is over."), "Y7")


_LINES: dict[int, Callable[[Event], LogLine | None]] = {
    p.LOG_EVENTS_REDRAWN: lambda _event: None,  # The events that lie in the end have lines.
    p.LOG_SUPER_EVENT: _super_event,
    p.LOG_MONTH: _month,
    p.LOG_PHASE: _phase,
    p.LOG_GAINS: _gains,
    p.LOG_PAYS: _pays,
    p.LOG_MOVES: _moves,
    p.LOG_ACTS: _acts,
    p.LOG_PASSES: _passes,
    p.LOG_FLOORS: _floors,
    p.LOG_BUILDS: _builds,
    p.LOG_HIRES: _hires,
    p.LOG_SPENDS: _spends,
    p.LOG_HOUSES: _houses,
    p.LOG_RELEASES: _releases,
    p.LOG_MUST_RELEASE: _must_release,
    p.LOG_LOSES_FLOOR: _loses_floor,
    p.LOG_LAYS_WALL: _lays_wall,
    p.LOG_BUYS: _buys,
    p.LOG_LOSES_PRIVILEGES: _loses_privileges,
    p.LOG_DROPS: _drops,
    p.LOG_MARKERS_BACK: _markers_back,
    p.LOG_MUST_GIVE: _must_give,
    p.LOG_CONCEDES: _concedes,
    p.LOG_SELLS: _sells,
    p.LOG_OVER: _over,
}
