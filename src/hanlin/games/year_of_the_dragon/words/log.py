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
from hanlin.games.year_of_the_dragon.sources import SOURCE_OF_REASON
from hanlin.games.year_of_the_dragon.words import names


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
        return _scores(t, action)
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
    return _line(_("The events from month {number} on: {events}.").format(number=_PEACEFUL + 1, events=drawn), "Y1.1")


def _opens(t: Event, action: str) -> LogLine | None:
    """The first two persons of a seat, in one line. Where they live is seen on the table."""
    if t.what != p.LOG_HIRES or not action.startswith("pick"):
        return None
    kinds = [int(p.YOUNG_OF_TYPE[p.TYPE_NAMES.index(name)]) for name in action.split()[1:]]
    if t.a != kinds[0]:
        return None
    persons, space = listed(map(names.a_kind, kinds)), sum(int(p.SPACES[kind]) for kind in kinds)
    sentence = _("{name} opens with {persons} (track {space})."), _("You open with {persons} (track {space}).")
    return _said(sentence, t, "Y1.3", persons=persons, space=space)


def _super_event(t: Event) -> LogLine:
    return _line(_("The super event of month 7: {event}.").format(event=names.super_event_name(t.a)), "Y9")


def _month(t: Event) -> LogLine:
    if t.c >= 0:
        text = _("Month {number}: {event}, then {super_event}.").format(
            number=t.a, event=names.event_name(t.b), super_event=names.super_event_name(t.c)
        )
    else:
        text = _("Month {number}: {event}.").format(number=t.a, event=names.event_name(t.b))
    return _line(text, "Y2")


def _phase(t: Event) -> LogLine | None:
    if t.a == p.ACTION_PHASE:
        return _line(_("The action cards for month {number} are dealt.").format(number=t.c), "Y3.1")
    if t.a == p.EVENT_PHASE:
        return _line(_("The event: {event}.").format(event=names.event_name(t.b)), names.event_rule(t.b))
    if t.a == p.SUPER_EVENT_PHASE:
        return _line(_("The super event: {event}.").format(event=names.super_event_name(t.b)), names.super_event_rule(t.b))
    if t.a == p.EVENT_AGAIN:
        return _line(_("Solar eclipse: {event} happens again.").format(event=names.event_name(t.b)), "Y9.5")
    return None


# -- points ------------------------------------------------------------------------------------------------------------

_SCORES = {
    p.FOR_RESEARCH: (N_("{name} scores {points} for research."), N_("You score {points} for research.")),
    p.FOR_FESTIVAL: (N_("{name} scores {points} at the dragon festival."), N_("You score {points} at the dragon festival.")),
    p.FOR_MONGOLS: (N_("{name} scores {points} for helmets."), N_("You score {points} for helmets.")),
    p.FOR_PALACES: (N_("{name} scores {points} for palaces."), N_("You score {points} for palaces.")),
    p.FOR_COURT_LADIES: (N_("{name} scores {points} for court ladies."), N_("You score {points} for court ladies.")),
    p.FOR_PRIVILEGES: (N_("{name} scores {points} for privileges."), N_("You score {points} for privileges.")),
    p.FOR_PERSONS_AT_END: (N_("{name} scores {points} for persons at court."), N_("You score {points} for persons at court.")),
    p.FOR_MONKS_AT_END: (
        N_("{name} scores {points} for monks in one palace."),
        N_("You score {points} for monks in one palace."),
    ),
    p.FOR_YUAN_AT_END: (N_("{name} scores {points} for money and goods."), N_("You score {points} for money and goods.")),
    p.FOR_WALL_TILE: (N_("{name} scores {points} from the wall tile."), N_("You score {points} from the wall tile.")),
    p.FOR_WALL: (N_("{name} scores {points} for tiles in the wall."), N_("You score {points} for tiles in the wall.")),
    p.FOR_WALL_AT_END: (
        N_("{name} scores {points} for tiles in the finished wall."),
        N_("You score {points} for tiles in the finished wall."),
    ),
    p.FOR_LANTERNS: (N_("{name} scores {points} at the lantern festival."), N_("You score {points} at the lantern festival.")),
    p.FOR_BUDDHA: (N_("{name} scores {points} for monks in one palace."), N_("You score {points} for monks in one palace.")),
    p.CONCESSION_GIFT: (N_("{name} scores {points} from the Concession."), N_("You score {points} from the Concession.")),
}

_FOR = {
    p.FOR_RESEARCH: N_("{points} for research"),
    p.FOR_FESTIVAL: N_("{points} at the dragon festival"),
    p.FOR_MONGOLS: N_("{points} for helmets"),
    p.FOR_PALACES: N_("{points} for palaces"),
    p.FOR_COURT_LADIES: N_("{points} for court ladies"),
    p.FOR_PRIVILEGES: N_("{points} for privileges"),
    p.FOR_PERSONS_AT_END: N_("{points} for persons at court"),
    p.FOR_MONKS_AT_END: N_("{points} for monks in one palace"),
    p.FOR_YUAN_AT_END: N_("{points} for money and goods"),
    p.FOR_WALL_TILE: N_("{points} from the wall tile"),
    p.FOR_WALL: N_("{points} for tiles in the wall"),
    p.FOR_WALL_AT_END: N_("{points} for tiles in the finished wall"),
    p.FOR_LANTERNS: N_("{points} at the lantern festival"),
    p.FOR_BUDDHA: N_("{points} for monks in one palace"),
    p.CONCESSION_GIFT: N_("{points} from the Concession"),
}
"""The same in a list: what one seat scores in a row."""


def _scores(t: Event, action: str) -> LogLine:
    points = names.points(t.a)
    item = (_(_FOR[t.b]).format(points=points),)
    line = _said(
        _both(_SCORES[t.b]),
        t,
        p.RULE_OF_REASON[t.b],
        several=(_("{name} scores {items}."), _("You score {items}.")),
        item=item,
        points=points,
    )
    made_of = _sum_of_concession(t, action) if t.b == p.CONCESSION_GIFT else _sum(t)
    return replace(line, points=t.a, sum=made_of, source=names.source_name(SOURCE_OF_REASON[t.b]))


def _sum(t: Event) -> str:
    """The sum behind the points; it names what it counts, since it may be shown alone."""
    points, reason, c = t.a, t.b, t.c
    if reason == p.FOR_RESEARCH:
        return f"1 + {names.books(c)}" if c else "1"
    if reason == p.FOR_FESTIVAL:
        if points == p.FESTIVAL_FIRST:
            return _("most fireworks: {n}").format(n=c)
        return _("second most fireworks: {n}").format(n=c)
    if reason in (p.FOR_PERSONS_AT_END, p.FOR_LANTERNS):
        return f"2 × {names.persons(c)}"
    if reason in (p.FOR_MONKS_AT_END, p.FOR_BUDDHA):
        return _sum_of_monks(t)
    if reason == p.FOR_YUAN_AT_END:
        quotient = f"{names.amount(c, p.YUAN)} ÷ {p.YUAN_A_POINT}"
        return _("{quotient}, rounded down").format(quotient=quotient) if c % p.YUAN_A_POINT else quotient
    counted = {
        p.FOR_MONGOLS: names.helmets,
        p.FOR_PALACES: names.palaces,
        p.FOR_COURT_LADIES: names.court_ladies,
        p.FOR_PRIVILEGES: names.dragons,
        p.FOR_WALL: names.wall_tiles,
        p.FOR_WALL_AT_END: names.wall_tiles,
    }
    return counted[reason](points) if reason in counted else names.benefit_name(p.WALL_POINTS)


def _sum_of_monks(t: Event) -> str:
    return f"{names.buddhas(t.a // t.c)} × {names.floors(t.c)}"


def _sum_of_concession(t: Event, action: str) -> str:
    """The same for a concession, to the type that the action names."""
    of_type = p.TYPE_NAMES.index(action.split()[1])
    if of_type == p.MONK:
        return _sum_of_monks(t)
    return names.books(t.c) if of_type == p.SCHOLAR else names.court_ladies(t.c)


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
    return _said(_both(_GAINS[t.c]), t, p.RULE_OF_REASON[t.c], amount=names.amount(t.a, t.b))


def _pays(t: Event) -> LogLine:
    return _said(_both(_PAYS[t.c]), t, p.RULE_OF_REASON[t.c], amount=names.amount(t.a, t.b))


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
    return _said(
        (_("{name} buys a small privilege."), _("You buy a small privilege."))
        if t.a == 1
        else (_("{name} buys a large privilege."), _("You buy a large privilege.")),
        t,
        "Y3.11",
    )


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
    action = names.card_name(int(p.CARD_OF_DEED[t.b]))
    return _said(
        (_("{name} chooses group {number} ({action})."), _("You choose group {number} ({action}).")),
        t,
        "Y3.2",
        number=t.a + 1,
        action=action,
    )


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
    parade = t.c == p.FOR_PARADE
    sentence = (
        (
            _("{name} moves {spaces} to space {space} (Military parade)."),
            _("You move {spaces} to space {space} (Military parade)."),
        )
        if parade
        else (_("{name} moves {spaces} to space {space}."), _("You move {spaces} to space {space}."))
    )
    return _said(sentence, t, p.RULE_OF_REASON[t.c], spaces=names.spaces(t.a), space=t.b)


def _floors(t: Event) -> LogLine:
    # The floors are named one by one where they are added.
    return replace(
        _said((_("{name} builds {floors}."), _("You build {floors}.")), t, p.RULE_OF_REASON[t.c], floors=names.floors(t.a)),
        clause="",
    )


def _builds(t: Event) -> LogLine:
    if t.b == 1:
        several = (_("{name} starts {n} new palaces."), _("You start {n} new palaces."))
        return _said((_("{name} starts a new palace."), _("You start a new palace.")), t, "Y3.6", several=several)
    number = str(t.a + 1)
    sentence = (
        _("{name} adds a floor to palace {number} (now {floors})."),
        _("You add a floor to palace {number} (now {floors})."),
    )
    floors = names.storeys(t.b)
    item = (_("{number} (now {floors})").format(number=number, floors=floors),)
    several = (_("{name} adds floors to palaces {items}."), _("You add floors to palaces {items}."))
    return _said(sentence, t, "Y3.6", several=several, item=item, number=number, floors=floors)


def _lays_wall(t: Event) -> LogLine:
    sentence = (
        _("{name} lays the wall tile ‘{benefit}’ under month {number}."),
        _("You lay the wall tile ‘{benefit}’ under month {number}."),
    )
    return _said(sentence, t, "Y8.2", benefit=names.benefit_name(t.a), number=t.b)


# -- persons -----------------------------------------------------------------------------------------------------------


def _hires(t: Event) -> LogLine:
    sentence = (
        (_("{name} hires {person} with a wild card."), _("You hire {person} with a wild card."))
        if t.b == 1
        else (_("{name} hires {person}."), _("You hire {person}."))
    )
    return _said(sentence, t, "Y4.1", person=names.a_kind(t.a))


def _receives(t: Event) -> LogLine:
    """A person who comes without a card, at sunrise."""
    return _said((_("{name} gets {person}."), _("You get {person}.")), t, "Y9.8", person=names.a_kind(t.a))


def _spends(t: Event) -> LogLine:
    return _said(
        (_("{name} plays a card ({card}), but no tiles are left."), _("You play a card ({card}), but no tiles are left.")),
        t,
        "Y4.4",
        card=names.type_name(t.a),
    )


def _houses(t: Event) -> LogLine:
    """A person moves in; it was named when it came."""
    return _said(
        (_("{name} moves {person} into palace {number}."), _("You move {person} into palace {number}.")),
        t,
        "Y4.2",
        person=names.the_kind(t.b),
        number=t.a + 1,
    )


def _declines(t: Event, by_card: bool) -> LogLine:
    """``by_card``: the person was on a card, not welcomed at sunrise. The hiring just before needs no line."""
    sentence = (
        (_("{name} plays a card but declines {person}."), _("You play a card but decline {person}."))
        if by_card
        else (_("{name} declines {person}."), _("You decline {person}."))
    )
    return replace(_said(sentence, t, "Y4.2", person=names.a_kind(t.a)), retells=True)


def _releases(t: Event) -> LogLine:
    person, number = names.a_kind(t.b), t.a + 1
    item = (_("{person} (palace {number})").format(person=person, number=number),)
    sentence, several = (
        (_("{name} releases {person} from palace {number}."), _("You release {person} from palace {number}.")),
        (_("{name} releases {items}."), _("You release {items}.")),
    )
    return _said(sentence, t, p.RULE_OF_REASON[t.c], several=several, item=item, person=person, number=number)


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
    return _said(
        (_("{name} discards a person card ({card})."), _("You discard a person card ({card}).")),
        t,
        "Y9.7",
        several=several,
        item=(card,),
        card=card,
    )


def _concedes(t: Event) -> LogLine:
    sentence = (_("{name} chooses a type for the Concession ({type})."), _("You choose a type for the Concession ({type})."))
    return _said(sentence, t, "Y9.10", type=names.type_name(t.a))


# -- palaces, the wall, the end ----------------------------------------------------------------------------------------


def _loses_floor(t: Event) -> LogLine:
    rule = p.RULE_OF_REASON[t.c]
    if t.b == 0:
        lost = _("{name}'s palace {number} is lost."), _("Your palace {number} is lost.")
        return _said(lost, t, rule, number=t.a + 1)
    sentence = (
        _("{name}'s palace {number} loses a floor (now {floors})."),
        _("Your palace {number} loses a floor (now {floors})."),
    )
    return _said(sentence, t, rule, number=t.a + 1, floors=names.storeys(t.b))


def _wall_check(t: Event, rule: str) -> LogLine:
    if t.what == p.LOG_WALL_HOLDS:
        text = ngettext("The wall holds: {n} tile, {needed} needed.", "The wall holds: {n} tiles, {needed} needed.", t.a)
    else:
        text = ngettext(
            "The wall is too short: {n} tile, {needed} needed. Whoever built least releases a person.",
            "The wall is too short: {n} tiles, {needed} needed. Whoever built least releases a person.",
            t.a,
        )
    return _line(text.format(n=t.a, needed=t.b), rule)


def _markers_back(t: Event) -> LogLine:
    return _line(_("All person markers go back to space 0."), "Y9.6")


def _sells(t: Event) -> LogLine:
    sold = [names.amount(n, good) for n, good in ((t.a, p.RICE), (t.b, p.FIREWORK)) if n]
    return _said(
        (_("{name} sells {goods} for {yuan}."), _("You sell {goods} for {yuan}.")),
        t,
        "Y7",
        goods=listed(sold),
        yuan=names.amount(t.c, p.YUAN),
    )


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
