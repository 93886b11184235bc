"""A position as readable plain text."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import labelled
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.snapshot import Reading, Seat, read
from hanlin.games.year_of_the_dragon.words import names
from hanlin.games.year_of_the_dragon.words.question import question


def describe(position: Position) -> str:
    """The whole table in lines of text: the year, the groups, each court, and the question."""
    r = read(position.state)
    lines = [_headline(r), _year(r)]
    if r.great_wall:
        built = " ".join(seat_name(owner) for owner in r.wall) or "–"
        lines.append(_("Wall: {tiles}").format(tiles=built))
    lines += [_group(r, group) for group in range(len(r.groups))]
    lines.append(_tiles(r))
    for seat in r.order:
        lines += ["", *_court(r, seat)]
    lines += ["", _asked(r, position)]
    return "\n".join(lines)


def _headline(r: Reading) -> str:
    name = _("In the Year of the Dragon")
    if r.phase == p.GAME_OVER:
        return _("{game}, the year is over").format(game=name)
    if r.month == 0:
        return _("{game}, before the first month").format(game=name)
    event = names.event_name(r.events[r.month - 1])
    return _("{game}, month {number} ({event})").format(game=name, number=r.month, event=event)


def _year(r: Reading) -> str:
    months = []
    for month, event in enumerate(r.events, start=1):
        name = names.event_name(event)
        if month == p.SUPER_EVENT_MONTH and r.super_event != -1:
            name += f" + {names.super_event_name(r.super_event)}"
        months.append(f"[{month} {name}]" if month == r.month else f"{month} {name}")
    return _("Year: {months}").format(months=" · ".join(months))


def _group(r: Reading, group: int) -> str:
    cards = " · ".join(names.card_name(card) for card in r.groups[group])
    dragons = [seat_name(seat) for seat in r.order if r.seats[seat].group == group]
    text = labelled(names.group_name(group), cards)
    return f"{text} ({', '.join(dragons)})" if dragons else text


def _tiles(r: Reading) -> str:
    left = " · ".join(f"{names.kind_name(kind)} {r.tiles[kind]}" for kind in range(p.KINDS))
    return _("Tiles: {tiles}").format(tiles=left)


def _court(r: Reading, seat: int) -> list[str]:
    own = r.seats[seat]
    goods = ", ".join((names.points(own.points), _("space {space}").format(space=own.track), *_goods(own)))
    lines = [labelled(seat_name(seat), goods)]
    for number, (floors, kinds) in enumerate(own.palaces, start=1):
        people = ", ".join(names.kind_name(kind) for kind in kinds) or _("nobody")
        lines.append(f"  {number}. {'▣' * floors}{' ' * (3 - floors)} {people}")
    cards = [names.type_name(of_type) for of_type in own.cards] + [names.type_name(p.WILD)] * own.wild
    lines.append("  " + _("Cards: {cards}").format(cards=", ".join(cards) or "–"))
    return lines


def _goods(own: Seat) -> list[str]:
    amounts = [names.amount(own.yuan, p.YUAN), names.amount(own.rice, p.RICE), names.amount(own.fireworks, p.FIREWORK)]
    if own.dragons:
        amounts.append(names.dragons(own.dragons))
    return amounts


def _asked(r: Reading, position: Position) -> str:
    asked = question(position).text
    return labelled(seat_name(r.actor), asked) if r.actor >= 0 and position.seat in (None, r.actor) else asked
