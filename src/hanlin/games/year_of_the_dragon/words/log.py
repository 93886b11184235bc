"""The chronicle of a game: a sentence for each thing that the rules told, with points, their sum and their rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hanlin.core.faces import LogLine
from hanlin.core.language import N_, _, ngettext
from hanlin.core.position import Position
from hanlin.core.seats import seat_name
from hanlin.core.telling import Told
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.words import names


def log(seen: Position, actor: int, action: str, told: Sequence[Told]) -> list[LogLine]:
    """The lines of one ply. ``seen`` is the view before it; everything that is told is public."""
    lines = []
    phase = int(seen.state.phase)
    for event in told:
        if event.what == p.TOLD_PHASE:
            phase = event.a
        line = _line_of(event, action, phase)
        if line is not None:
            lines.append(line)
    return lines


def _line_of(t: Told, action: str, phase: int) -> LogLine | None:
    """The line of one thing that was told in the course of ``action``, in ``phase``."""
    if t.what == p.TOLD_HIRES and t.b < 0:
        return _receives(t, "Y9.8" if action.startswith("welcome") else "Y1.3")
    if t.what in (p.TOLD_WALL_HOLDS, p.TOLD_WALL_FALLS):
        return _wall_check(t, "Y8.4" if phase == p.FINAL_WALL_CHECK else "Y8.3")
    if t.what == p.TOLD_SCORES:
        return _scores(t, action)
    return _LINES[t.what](t)


def _line(text: str, told: Told, rule: str = "") -> LogLine:
    return LogLine(text, told.seat if told.seat >= 0 else None, rule=rule)


# -- set-up and months -------------------------------------------------------------------------------------------------------


def _event_placed(t: Told) -> LogLine:
    return _line(_("Month {number}: {event}.").format(number=t.b, event=names.event_name(t.a)), t, "Y1.1")


def _events_redrawn(t: Told) -> LogLine:
    text = _("{event} fits nowhere: all ten events are drawn again.").format(event=names.event_name(t.a))
    return _line(text, t, "Y1.1")


def _super_event(t: Told) -> LogLine:
    return _line(_("The super event of month 7: {event}.").format(event=names.super_event_name(t.a)), t, "Y9")


def _month(t: Told) -> LogLine:
    if t.c >= 0:
        text = _("Month {number} begins. It brings: {event}, {super_event}.").format(
            number=t.a, event=names.event_name(t.b), super_event=names.super_event_name(t.c)
        )
    else:
        text = _("Month {number} begins. It brings: {event}.").format(number=t.a, event=names.event_name(t.b))
    return _line(text, t, "Y2")


def _phase(t: Told) -> LogLine | None:
    if t.a == p.ACTION_PHASE:
        return _line(_("The action cards of month {number} are dealt.").format(number=t.c), t, "Y3.1")
    if t.a == p.EVENT_PHASE:
        return _line(_("The event: {event}.").format(event=names.event_name(t.b)), t, _EVENT_RULES[t.b])
    if t.a == p.SUPER_EVENT_PHASE:
        return _line(_("The super event: {event}.").format(event=names.super_event_name(t.b)), t, f"Y9.{t.b + 1}")
    if t.a == p.EVENT_AGAIN:
        return _line(_("The sun goes dark, and it comes again: {event}.").format(event=names.event_name(t.b)), t, "Y9.5")
    return None


_EVENT_RULES = ("Y5.1", "Y5.2", "Y5.3", "Y5.4", "Y5.5", "Y5.6")


# -- points ------------------------------------------------------------------------------------------------------------------

_SCORES = {
    p.FOR_RESEARCH: N_("{name} scores {points} with research."),
    p.FOR_FESTIVAL: N_("{name} scores {points} at the dragon festival."),
    p.FOR_MONGOLS: N_("{name} scores {points} for helmets."),
    p.FOR_PALACES: N_("{name} scores {points} for palaces."),
    p.FOR_COURT_LADIES: N_("{name} scores {points} for court ladies."),
    p.FOR_PRIVILEGES: N_("{name} scores {points} for privileges."),
    p.FOR_PERSONS_AT_END: N_("{name} scores {points} for the persons at court."),
    p.FOR_MONKS_AT_END: N_("{name} scores {points} for monks of one palace."),
    p.FOR_YUAN_AT_END: N_("{name} scores {points} for money."),
    p.FOR_WALL_TILE: N_("{name} scores {points} with the wall tile."),
    p.FOR_WALL: N_("{name} scores {points} for own tiles in the wall."),
    p.FOR_WALL_AT_END: N_("{name} scores {points} for own tiles in the finished wall."),
    p.FOR_LANTERNS: N_("{name} scores {points} at the lantern festival."),
    p.FOR_BUDDHA: N_("{name} scores {points} for monks of one palace."),
    p.CONCESSION_GIFT: N_("{name} scores {points} by concession."),
}


def _scores(t: Told, action: str) -> LogLine:
    text = _(_SCORES[t.b]).format(name=seat_name(t.seat), points=names.points(t.a))
    return LogLine(
        text, t.seat, t.a, _sum_of_concession(t, action) if t.b == p.CONCESSION_GIFT else _sum(t), p.RULE_OF_REASON[t.b]
    )


def _sum(t: Told) -> str:
    """How the points come about, from what was told; it says what it counts, since it may stand alone."""
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


def _sum_of_monks(t: Told) -> str:
    return f"{names.buddhas(t.a // t.c)} × {names.floors(t.c)}"


def _sum_of_concession(t: Told, action: str) -> str:
    """The same for a concession, to the type that the action names."""
    of_type = p.TYPE_NAMES.index(action.split()[1])
    if of_type == p.MONK:
        return _sum_of_monks(t)
    return names.books(t.c) if of_type == p.SCHOLAR else names.court_ladies(t.c)


# -- goods -------------------------------------------------------------------------------------------------------------------

_GAINS = {
    p.PASSING: N_("{name} fills up the purse: {amount}."),
    p.FOR_TAXES: N_("{name} collects taxes: {amount}."),
    p.FOR_HARVEST: N_("{name} brings in the harvest: {amount}."),
    p.FOR_FIREWORKS_SHOW: N_("{name} prepares a show: {amount}."),
    p.FOR_WALL_TILE: N_("{name} takes {amount} with the wall tile."),
    p.CONCESSION_GIFT: N_("{name} takes {amount} by concession."),
}

_PAYS = {
    p.FOR_OCCUPIED_GROUP: N_("{name} pays {amount} for a group with a dragon."),
    p.FOR_PRIVILEGE: N_("{name} pays {amount} for a privilege."),
    p.FOR_TRIBUTE: N_("{name} pays {amount} to the emperor."),
    p.FOR_DROUGHT: N_("{name} feeds the palaces with {amount}."),
    p.FOR_FESTIVAL: N_("{name} returns {amount}."),
    p.FOR_FLOOD: N_("The flood takes {amount} from {name}."),
}


def _gains(t: Told) -> LogLine:
    template = _(_GAINS[t.c]) if t.c in _GAINS else _("{name} takes {amount}.")
    return _line(template.format(name=seat_name(t.seat), amount=names.amount(t.a, t.b)), t, p.RULE_OF_REASON[t.c])


def _pays(t: Told) -> LogLine:
    template = _(_PAYS[t.c]) if t.c in _PAYS else _("{name} pays {amount}.")
    return _line(template.format(name=seat_name(t.seat), amount=names.amount(t.a, t.b)), t, p.RULE_OF_REASON[t.c])


def _must_give(t: Told) -> LogLine:
    return _line(_("{name} must give back {n} of yuan, rice and fireworks.").format(name=seat_name(t.seat), n=t.a), t, "Y9.4")


def _buys(t: Told) -> LogLine:
    template = _("{name} buys a small privilege.") if t.a == 1 else _("{name} buys a large privilege.")
    return _line(template.format(name=seat_name(t.seat)), t, "Y3.11")


def _loses_privileges(t: Told) -> LogLine:
    text = ngettext("{name} gives back {n} privilege.", "{name} gives back {n} privileges.", t.a + t.b)
    return _line(text.format(name=seat_name(t.seat), n=t.a + t.b), t, "Y9.9")


# -- action phase ------------------------------------------------------------------------------------------------------------


def _acts(t: Told) -> LogLine:
    text = _("{name} chooses group {number}: {action}.").format(
        name=seat_name(t.seat), number=t.a + 1, action=names.card_name(int(p.CARD_OF_DEED[t.b]))
    )
    return _line(text, t, "Y3.2")


def _passes(t: Told) -> LogLine:
    if t.c == p.SUNRISE_GIFT:
        text = _("{name} finds no type left to welcome.")
    elif t.c == p.CONCESSION_GIFT:
        text = _("{name} has nobody at court to make a concession to.")
    else:
        text = _("{name} passes.")
    return _line(text.format(name=seat_name(t.seat)), t, p.RULE_OF_REASON[t.c])


def _moves(t: Told) -> LogLine:
    if t.c == p.FOR_PARADE:
        template = _("{name} holds a parade: {spaces}, to space {space}.")
    else:
        template = _("{name} moves {spaces}, to space {space}.")
    return _line(template.format(name=seat_name(t.seat), spaces=names.spaces(t.a), space=t.b), t, p.RULE_OF_REASON[t.c])


def _floors(t: Told) -> LogLine:
    text = _("{name} builds {floors}.").format(name=seat_name(t.seat), floors=names.floors(t.a))
    return _line(text, t, p.RULE_OF_REASON[t.c])


def _builds(t: Told) -> LogLine:
    if t.b == 1:
        text = _("{name} founds a new palace.").format(name=seat_name(t.seat))
    else:
        text = _("{name} builds; palace {number} now has {floors}.").format(
            name=seat_name(t.seat), number=t.a + 1, floors=names.storeys(t.b)
        )
    return _line(text, t, "Y3.6")


def _lays_wall(t: Told) -> LogLine:
    text = _("{name} builds the wall under month {number} and takes its benefit: {benefit}.").format(
        name=seat_name(t.seat), number=t.b, benefit=names.benefit_name(t.a)
    )
    return _line(text, t, "Y8.2")


# -- persons -----------------------------------------------------------------------------------------------------------------


def _hires(t: Told) -> LogLine:
    template = _("{name} hires {person} with a wild card.") if t.b == 1 else _("{name} hires {person}.")
    return _line(template.format(name=seat_name(t.seat), person=names.a_kind(t.a)), t, "Y4.1")


def _receives(t: Told, rule: str) -> LogLine:
    """A person who comes without a card, in the set-up or at sunrise."""
    return _line(_("{name} receives {person}.").format(name=seat_name(t.seat), person=names.a_kind(t.a)), t, rule)


def _spends(t: Told) -> LogLine:
    text = _("{name} plays a card that brings nobody ({card}).").format(name=seat_name(t.seat), card=names.type_name(t.a))
    return _line(text, t, "Y4.4")


def _houses(t: Told) -> LogLine:
    text = _("{name} lodges {person} in palace {number}.").format(
        name=seat_name(t.seat), person=names.a_kind(t.b), number=t.a + 1
    )
    return _line(text, t, "Y4.2")


def _declines(t: Told) -> LogLine:
    return _line(_("{name} lets {person} go.").format(name=seat_name(t.seat), person=names.a_kind(t.a)), t, "Y4.2")


def _releases(t: Told) -> LogLine:
    text = _("{name} releases {person} from palace {number}.").format(
        name=seat_name(t.seat), person=names.a_kind(t.b), number=t.a + 1
    )
    return _line(text, t, p.RULE_OF_REASON[t.c])


def _must_release(t: Told) -> LogLine:
    text = _("{name} must release {persons}.").format(name=seat_name(t.seat), persons=names.persons(t.a))
    return _line(text, t, p.RULE_OF_REASON[t.c])


def _drops(t: Told) -> LogLine:
    text = _("{name} discards a person card ({card}).").format(name=seat_name(t.seat), card=names.type_name(t.a))
    return _line(text, t, "Y9.7")


def _concedes(t: Told) -> LogLine:
    text = _("{name} chooses a type for the concession ({type}).").format(name=seat_name(t.seat), type=names.type_name(t.a))
    return _line(text, t, "Y9.10")


# -- palaces, the wall, the end ----------------------------------------------------------------------------------------------


def _loses_floor(t: Told) -> LogLine:
    if t.b == 0:
        text = _("Palace {number} of {name} falls to ruin.").format(name=seat_name(t.seat), number=t.a + 1)
    else:
        text = _("Palace {number} of {name} loses a floor; it has {floors} now.").format(
            name=seat_name(t.seat), number=t.a + 1, floors=names.storeys(t.b)
        )
    return _line(text, t, p.RULE_OF_REASON[t.c])


def _wall_check(t: Told, rule: str) -> LogLine:
    if t.what == p.TOLD_WALL_HOLDS:
        text = ngettext("The wall holds: {n} tile, {needed} needed.", "The wall holds: {n} tiles, {needed} needed.", t.a)
    else:
        text = ngettext(
            "The wall is too short: {n} tile, {needed} needed. Whoever built least pays for it.",
            "The wall is too short: {n} tiles, {needed} needed. Whoever built least pays for it.",
            t.a,
        )
    return _line(text.format(n=t.a, needed=t.b), t, rule)


def _markers_back(t: Told) -> LogLine:
    return _line(_("All person markers go back to space 0."), t, "Y9.6")


def _sells(t: Told) -> LogLine:
    sold = [names.amount(n, good) for n, good in ((t.a, p.RICE), (t.b, p.FIREWORK)) if n]
    goods = _("{first} and {second}").format(first=sold[0], second=sold[1]) if len(sold) == 2 else sold[0]
    text = _("{name} sells {goods} for {yuan}.").format(name=seat_name(t.seat), goods=goods, yuan=names.amount(t.c, p.YUAN))
    return _line(text, t, "Y7")


def _over(t: Told) -> LogLine:
    return _line(_("The Year of the Dragon is over."), t, "Y7")


_LINES: dict[int, Callable[[Told], LogLine | None]] = {
    p.TOLD_EVENT_PLACED: _event_placed,
    p.TOLD_EVENTS_REDRAWN: _events_redrawn,
    p.TOLD_SUPER_EVENT: _super_event,
    p.TOLD_MONTH: _month,
    p.TOLD_PHASE: _phase,
    p.TOLD_GAINS: _gains,
    p.TOLD_PAYS: _pays,
    p.TOLD_MOVES: _moves,
    p.TOLD_ACTS: _acts,
    p.TOLD_PASSES: _passes,
    p.TOLD_FLOORS: _floors,
    p.TOLD_BUILDS: _builds,
    p.TOLD_HIRES: _hires,
    p.TOLD_SPENDS: _spends,
    p.TOLD_HOUSES: _houses,
    p.TOLD_DECLINES: _declines,
    p.TOLD_RELEASES: _releases,
    p.TOLD_MUST_RELEASE: _must_release,
    p.TOLD_LOSES_FLOOR: _loses_floor,
    p.TOLD_LAYS_WALL: _lays_wall,
    p.TOLD_BUYS: _buys,
    p.TOLD_LOSES_PRIVILEGES: _loses_privileges,
    p.TOLD_DROPS: _drops,
    p.TOLD_MARKERS_BACK: _markers_back,
    p.TOLD_MUST_GIVE: _must_give,
    p.TOLD_CONCEDES: _concedes,
    p.TOLD_SELLS: _sells,
    p.TOLD_OVER: _over,
}
