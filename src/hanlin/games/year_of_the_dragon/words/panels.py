"""A player's prospects: "if the month ended now …", the next two months, forecasts, tables."""

from __future__ import annotations

from hanlin.core.i18n.language import _, ngettext, pgettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.lib.memo import remembered
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Note, Panel, labelled
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.forecast import (
    Ahead,
    Cost,
    ahead,
    cost_of,
    monk_points,
    paid,
)
from hanlin.games.year_of_the_dragon.outlook import outlooks
from hanlin.games.year_of_the_dragon.snapshot import Seat, read
from hanlin.games.year_of_the_dragon.words import names


def notes(seen: Position, seat: int) -> list[Note]:
    """Notes that the seat should know now: the coming event, decay, the points of the month, and two months further."""
    r = read(seen.state)
    return list(_remarks(r.seats[seat], ahead(r)))


@remembered(512)
def _remarks(own: Seat, to_come: Ahead) -> tuple[Note, ...]:
    if to_come.setting_up:
        return ()
    found: list[Note] = []
    month = to_come.month
    if month <= p.MONTHS:
        found += _event_notes(own, to_come)
    if not to_come.over:
        found += _decay_note(own)
        found.append(_scoring_note(len(own.palaces), own.symbols[p.COURT_LADY], own.dragons))
    for later in range(month + 1, min(month + 3, p.MONTHS + 1)):
        own = paid(own, to_come.events[later - 2])
        event = to_come.events[later - 1]
        found.append(_later_note(later, event, cost_of(own, to_come, event)))
    return tuple(found)


def _event_notes(own: Seat, to_come: Ahead) -> list[Note]:
    """The event to come, its wall check, and the super event."""
    event = to_come.events[to_come.month - 1]
    found = [_event_note(to_come.month, event, cost_of(own, to_come, event))] if event > p.PEACE else []
    if event == p.MONGOL_INVASION and to_come.great_wall:
        found.append(_wall_note(own, to_come))
    if to_come.month == p.SUPER_EVENT_MONTH and to_come.super_event >= 0:
        found.append(_super_event_note(own, to_come.super_event))
    return found


@remembered(256)
def _event_note(month: int, event: int, cost: Cost) -> Note:
    name = names.event_name(event)
    rule = names.event_rule(event)
    if event == p.DRAGON_FESTIVAL:
        text = _("{event}: {points}").format(event=name, points=names.points(cost.points))
        return Note(text, "good" if cost.points else "", rule)
    if cost.persons:
        danger = names.danger(month, event, cost.persons, cost.missing)
        return Note(f"{danger} ({names.points(cost.points)})" if cost.points else danger, "warn", rule)
    if event == p.MONGOL_INVASION:
        return Note(_("{event}: {points}, nobody leaves").format(event=name, points=names.points(cost.points)), "good", rule)
    text = _("{event}: {owned} of {needed}, nobody leaves")
    return Note(text.format(event=name, owned=min(cost.owned, cost.needed), needed=cost.needed), "good", rule)


def _wall_note(own: Seat, to_come: Ahead) -> Note:
    if to_come.wall >= to_come.month:
        return Note(_("The wall holds: {points}").format(points=names.points(own.wall)), "good" if own.wall else "", "Y8.3")
    if own.wall == to_come.fewest_wall_tiles:
        return Note(_("The wall is too short, and nobody built less: release a person"), "warn", "Y8.3")
    return Note(_("The wall is too short, but others built less"), "", "Y8.3")


def _super_event_note(own: Seat, number: int) -> Note:
    name = names.super_event_name(number)
    rule = names.super_event_rule(number)
    if number == p.LANTERN_FESTIVAL:
        return Note(labelled(name, names.points(2 * own.persons)), "good" if own.persons else "", rule)
    if number == p.BUDDHA:
        points = monk_points(own)
        return Note(labelled(name, names.points(points)), "good" if points else "", rule)
    if number == p.FLOOD:
        n = (own.yuan + own.rice + own.fireworks) // 2
        return Note(_("{event}: {n} to give back").format(event=name, n=n), "warn" if n else "", rule)
    if number == p.ASSASSINATION_ATTEMPT:
        n = own.small + own.large
        text = ngettext("{event}: {n} privilege lost", "{event}: {n} privileges lost", n)
        return Note(text.format(event=name, n=n), "warn" if n else "", rule)
    return Note(labelled(name, names.super_event_effect(number)), "", rule)


def _decay_note(own: Seat) -> list[Note]:
    empty = len(own.palaces) - own.inhabited
    if not empty:
        return []
    text = ngettext("{n} empty palace loses a floor", "{n} empty palaces lose a floor", empty)
    return [Note(text.format(n=empty), "warn", "Y5.7")]


@remembered(256)
def _scoring_note(palaces: int, ladies: int, dragons: int) -> Note:
    """The points of each month: for palaces, court ladies, and dragons on privileges."""
    parts = [
        said(n)
        for said, n in (
            (names.palaces, palaces),
            (names.court_ladies, ladies),
            (names.dragons, dragons),
        )
        if n
    ]
    text = _("Per month now: {points}").format(points=names.points(palaces + ladies + dragons))
    if parts:
        text = f"{text} ({', '.join(parts)})"
    return Note(text, "", "Y6")


@remembered(256)
def _later_note(month: int, event: int, cost: Cost) -> Note:
    """One of the two months after the coming one, in which the events before it are paid with what there is now."""
    if cost.persons:
        return Note(names.danger(month, event, cost.persons, cost.missing), "warn", names.event_rule(event))
    if not cost.needed:
        text = _("Month {number}: {event}").format(number=month, event=names.event_name(event))
        owned = {p.DRAGON_FESTIVAL: names.amount(cost.owned, p.FIREWORK), p.MONGOL_INVASION: names.helmets(cost.owned)}
        return Note(f"{text} ({owned[event]})" if event in owned else text, "", names.event_rule(event))
    text = _("Month {number}: {event}, {owned} of {needed}").format(
        number=month, event=names.event_name(event), owned=min(cost.owned, cost.needed), needed=cost.needed
    )
    return Note(text, "", names.event_rule(event))


# -- panels ------------------------------------------------------------------------------------------------------------------


def panel_titles(_seen: Position) -> dict[str, str]:
    """The titles of the tables."""
    return dict(_titles())


@remembered(8)
def _titles() -> tuple[tuple[str, str], ...]:
    tiles = pgettext("persons", "Tiles left")
    return ("forecast", _("Score forecast")), ("tiles", tiles), ("cards", _("Cards left")), ("year", _("The year"))


def panels(seen: Position) -> list[Panel]:
    """Tables to open: the score forecast, the tiles left, the cards left, the year."""
    tables = (_forecast, _tiles, _cards, _year)
    return [make(id, title, seen) for (id, title), make in zip(panel_titles(seen).items(), tables, strict=True)]


def _forecast(id: str, title: str, seen: Position) -> Panel:
    """Points now, what is certain to come after the known events, and what actions bring on average."""
    rows: list[list[str | int]] = []
    for seat, of in enumerate(outlooks(read(seen.state), seen.state)):
        rows.append([seat_name(seat), of.total, of.now, of.certain, of.actions, of.events, of.leaving])
    head = [_("Player"), _("Forecast"), _("Points"), _("Certain"), _("Actions"), _("Events"), _("Leave")]
    about = _(
        "Certain: the points now, those of the court to the end of the year, and the known events paid with what each player "
        "has: what they take, and how many persons leave. Actions: what actions and new persons bring on average if everyone "
        "plays on."
    )
    return Panel(id, title, head, rows, about)


def _tiles(id: str, title: str, seen: Position) -> Panel:
    r = read(seen.state)
    start = p.tiles_at_start(r.players)
    rows: list[list[str | int]] = [
        [names.kind_name(kind), r.tiles[kind], start[kind], int(p.SPACES[kind]), int(p.SYMBOLS[kind])]
        for kind in range(p.KINDS)
    ]
    head = [_("Person"), _("Left"), _("Out of"), _("Spaces"), _("Symbols")]
    return Panel(id, title, head, rows, _("Tiles of each kind that can still be hired."))


def _cards(id: str, title: str, seen: Position) -> Panel:
    r = read(seen.state)
    rows: list[list[str | int]] = []
    for seat, own in enumerate(r.seats):
        held = [names.type_name(of_type) for of_type in own.cards]
        if own.wild:
            held.append(_("Wild card × {n}").format(n=own.wild))
        rows.append([seat_name(seat), own.cards_left, ", ".join(held) or "–"])
    head = [_("Player"), _("Cards"), _("In hand")]
    return Panel(id, title, head, rows, _("Everyone starts with the same eleven cards; played cards are public."))


def _year(id: str, title: str, seen: Position) -> Panel:
    r = read(seen.state)
    rows: list[list[str | int]] = []
    for month, event in enumerate(r.events, start=1):
        rows.append([month, names.event_name(event), names.event_effect(event)])
        if month == p.SUPER_EVENT_MONTH and r.super_event != -1:
            rows.append([month, names.super_event_name(r.super_event), names.super_event_effect(r.super_event)])
    return Panel(id, title, [_("Month"), _("Event"), _("Effect")], rows)
