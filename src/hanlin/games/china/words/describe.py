"""The position as readable plain text."""

from __future__ import annotations

from collections.abc import Sequence

from hanlin.core.i18n.language import _, listed, ngettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import OVER
from hanlin.core.verbs.presentation import labelled
from hanlin.games.china.pieces import COLOURS, REGIONS
from hanlin.games.china.snapshot import Reading, hand_of, read
from hanlin.games.china.words import names
from hanlin.games.china.words.options import title


def describe(position: Position) -> str:
    """The position as readable plain text."""
    r = read(position.state)
    lines = [_heading(position, r), "", *_regions_text(position, r), ""]
    lines += [_("Row: {cards}").format(cards=_counted(r.row)), _("Discards: {cards}").format(cards=_counted(r.discards))]
    lines += [_("Pile: {n}").format(n=r.pile_left), ""]
    lines += [_seat_text(position, r, seat) for seat in range(r.players)]
    return "\n".join(lines)


def _heading(position: Position, r: Reading) -> str:
    if r.actor == OVER:
        state = _("the game is over")
        winners = listed(seat_name(seat) for seat in position.winners)
        state = _("{state}, won by {winners}").format(state=state, winners=winners)
    elif r.actor < 0:
        state = _("a card is being drawn")
    else:
        state = _("{name} to play").format(name=seat_name(r.seat))
    return labelled(title(), state)


def _regions_text(position: Position, r: Reading) -> list[str]:
    lines = []
    for region in range(REGIONS):
        palaces = []
        for seat in range(r.players):
            spaces = [str(i + 1) for i in range(r.spaces[region]) if r.palaces[seat][region] >> i & 1]
            if spaces:
                palaces.append(f"{seat_name(seat)} {'·'.join(spaces)}")
        guests = [f"{seat_name(seat)} {r.emissaries[seat][region]}" for seat in range(r.players) if r.emissaries[seat][region]]
        forts = [str(i + 1) for i in range(r.spaces[region]) if r.fortresses[region] >> i & 1]
        parts = [
            _("palaces {list}").format(list=", ".join(palaces) or "–"),
            _("emissaries {list}").format(list=", ".join(guests) or "–"),
        ]
        if forts:
            parts.append(_("fortresses on {list}").format(list=" ".join(forts)))
        built = r.spaces[region] - r.free[region].bit_count()
        title = names.region_title(position, region)
        head = f"{title} ({names.colour_name(r.colour[region])}) {built}/{r.spaces[region]}"
        lines.append(f"{head:<22} {'; '.join(parts)}")
    return lines


def _counted(cards: Sequence[int]) -> str:
    return ", ".join(f"{names.colour_name(of)} {n}" for of, n in enumerate(cards) if n) or "–"


def _seat_text(position: Position, r: Reading, seat: int) -> str:
    cards, hidden = hand_of(r, seat)
    hand = _counted([cards.count(of) for of in range(len(COLOURS))]) if cards else ""
    if hidden:
        unseen = ngettext("{n} face down", "{n} face down", hidden).format(n=hidden)
        hand = f"{hand}, {unseen}" if hand else unseen
    return _("{name}: {points} points; hand: {hand}; {palaces} palaces and {emissaries} emissaries left").format(
        name=seat_name(seat),
        points=r.points[seat],
        hand=hand or "–",
        palaces=r.palaces_left[seat],
        emissaries=r.emissaries_left[seat],
    )
