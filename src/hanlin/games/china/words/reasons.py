"""Reasons for actions: what they change in regions, alliances and roads, by the rules' own scoring of the position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from hanlin.core.i18n.language import _, listed, ngettext, pgettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Reason
from hanlin.games.china.pieces import COLOURS, REGIONS
from hanlin.games.china.snapshot import FinalScoring, Pact, Reading, read, scoring_of
from hanlin.games.china.words import names

OPEN: Final = 0.6
"""The part that counts of points of a region that is not full, and of the final scoring: others may still change it."""
JOKER: Final = -1.0
"""A second card for a piece."""
CARD: Final = 0.5
"""A card that pays in a region with free spaces."""
LEAD: Final = 0.1
"""The weight of a remark about the regions that a seat leads."""
NEARLY_FULL: Final = 2
"""Free spaces at most of a region that may soon be full."""


def reasons(seen: Position, action: str, after: Position, events: Sequence[Event]) -> list[Reason]:
    """The gains, dangers avoided and costs of an action; for the action "" the regions that may soon be full."""
    assert seen.seat is not None
    seat, now, then = seen.seat, read(seen.state), read(after.state)
    if not action:
        return list(_nearly_full(seen, now, seat))
    verb, *rest = action.split()
    if verb in ("take", "exchange"):
        return list(_of_card(seen, now, seat, verb, rest[0]))
    if verb not in ("palace", "emissary", "fortress"):
        return []
    region = now.region_of(rest[0])
    # What is scored at once is counted as points of the region; the end of the game would score it again.
    before, found = scoring_of(now.record, False), scoring_of(then.record, False)
    return [
        *_of_region(seen, now, then, seat, region, before, found),
        *_of_alliances(seen, seat, before, found),
        *_of_roads(seat, before, found),
        *_of_payment(now, region, COLOURS.index(rest[-1])),
    ]


def palaces_of(r: Reading, region: int) -> list[int]:
    """The number of palaces of each seat in a region."""
    return [r.palaces[seat][region].bit_count() for seat in range(r.players)]


# -- inside -------------------------------------------------------------------------------------------------------------------


def _of_region(
    seen: Position, now: Reading, then: Reading, seat: int, region: int, before: FinalScoring, after: FinalScoring
) -> Iterator[Reason]:
    """The points for palaces in a region, now that it is full or as it stands."""
    was, counts = palaces_of(now, region), palaces_of(then, region)
    if was == counts:
        return
    title, points = names.region_title(seen, region), after.standing[region]
    if then.scored(region):
        text = ngettext("completes {region}: {n} point for you", "completes {region}: {n} points for you", points[seat])
        yield Reason(text.format(region=title, n=points[seat]), points[seat], pgettext("China", "Palaces"))
        for other, n in enumerate(points):
            if n and other != seat:
                text = ngettext("gives {name} {n} point in {region}", "gives {name} {n} points in {region}", n)
                yield Reason(text.format(name=seat_name(other), n=n, region=title), -n / (now.players - 1))
        return
    most, most_before = max(counts), max(was)
    gained = OPEN * (points[seat] - before.standing[region][seat])
    leaders = [other for other, n in enumerate(counts) if n == most]
    if not any(was):
        text = _("is the first in {region}, which has {n} spaces").format(region=title, n=then.spaces[region])
        yield Reason(text, gained, pgettext("China", "Palaces"))
    elif counts[seat] == most and was[seat] < most_before:
        yield Reason(_lead(title, leaders, was, seat, _when_full(then, region, seat)), gained, pgettext("China", "Palaces"))
    elif leaders == [seat] and was[seat] == most_before and was.count(most_before) > 1:
        n = _when_full(then, region, seat)
        text = ngettext(
            "takes the sole lead in {region}, {n} point when it is full",
            "takes the sole lead in {region}, {n} points when it is full",
            n,
        )
        yield Reason(text.format(region=title, n=n), gained, pgettext("China", "Palaces"))
    elif gained > 0:
        n = points[seat] - before.standing[region][seat]
        text = ngettext("brings {n} more point in {region} as it stands", "brings {n} more points in {region} as it stands", n)
        yield Reason(text.format(n=n, region=title), gained, pgettext("China", "Palaces"))


def _when_full(r: Reading, region: int, seat: int) -> int:
    """The points of the leader of a region when it is full: one for each palace, twice that with a palace on a fortress."""
    return r.spaces[region] << int(r.palaces[seat][region] & r.fortresses[region] != 0)


def _lead(title: str, leaders: list[int], was: list[int], seat: int, n: int) -> str:
    """A lead that the seat takes from somebody, or shares from now on."""
    if len(leaders) == 1:
        behind = listed(seat_name(other) for other, had in enumerate(was) if had == max(was) and other != seat)
        text = ngettext(
            "takes the lead in {region} from {names}, {n} point when it is full",
            "takes the lead in {region} from {names}, {n} points when it is full",
            n,
        )
        return text.format(region=title, names=behind, n=n)
    others = listed(seat_name(other) for other in leaders if other != seat)
    text = ngettext(
        "draws level with {names} in {region}, {n} point when it is full",
        "draws level with {names} in {region}, {n} points when it is full",
        n,
    )
    return text.format(region=title, names=others, n=n)


def _of_alliances(seen: Position, seat: int, before: FinalScoring, after: FinalScoring) -> Iterator[Reason]:
    """Alliances that are made, grow, and break."""
    was = {pact.number: pact for pact in before.pacts}
    now = {pact.number: pact for pact in after.pacts}
    for number, pact in now.items():
        if seat in pact.seats and (number not in was or seat not in was[number].seats):
            text = ngettext(
                "makes an alliance of {first} and {second}: {n} point at the end",
                "makes an alliance of {first} and {second}: {n} points at the end",
                pact.points,
            )
            yield Reason(text.format(n=pact.points, **_between(seen, pact)), OPEN * pact.points, _("Alliances"))
    for number, pact in was.items():
        lost = [other for other in pact.seats if number not in now or other not in now[number].seats]
        if lost and seat not in lost:
            text = _("breaks the alliance of {names} between {first} and {second}")
            named = listed(seat_name(other) for other in lost)
            yield Reason(text.format(names=named, **_between(seen, pact)), OPEN * pact.points / max(len(after.points) - 1, 1))
    own = [number for number, pact in now.items() if number in was and seat in pact.seats and seat in was[number].seats]
    more = sum(now[number].points - was[number].points for number in own)
    if more > 0:
        text = ngettext(
            "brings {n} more point for your alliances at the end", "brings {n} more points for your alliances at the end", more
        )
        yield Reason(text.format(n=more), OPEN * more, _("Alliances"))
    yield from _of_emissaries(seen, seat, before, after)


def _between(seen: Position, pact: Pact) -> dict[str, str]:
    first, second = names.map_of(seen).borders[pact.number - 1]
    return {"first": names.region_title(seen, first), "second": names.region_title(seen, second)}


def _of_emissaries(seen: Position, seat: int, before: FinalScoring, after: FinalScoring) -> Iterator[Reason]:
    """A region in which the seat has the most emissaries from now on."""
    for region in range(REGIONS):
        if seat in after.leaders[region] and seat not in before.leaders[region]:
            rivals = [other for other in before.leaders[region] if other not in after.leaders[region]]
            title = names.region_title(seen, region)
            text = (
                _("takes the lead in emissaries in {region} from {names}")
                if rivals
                else _("puts you in the lead in emissaries in {region}")
            )
            yield Reason(text.format(region=title, names=listed(map(seat_name, rivals))), OPEN)


def _of_roads(seat: int, before: FinalScoring, after: FinalScoring) -> Iterator[Reason]:
    """Rows of palaces along roads."""
    gained = after.road_points(seat) - before.road_points(seat)
    if gained > 0:
        longest = max(len(row.spaces) for row in after.rows if row.seat == seat)
        text = ngettext(
            "makes a row of {length} palaces: {n} more point at the end",
            "makes a row of {length} palaces: {n} more points at the end",
            gained,
        )
        yield Reason(text.format(length=longest, n=gained), OPEN * gained, _("Rows"))


def _of_payment(r: Reading, region: int, colour: int) -> Iterator[Reason]:
    """A pair of cards that pays for a piece (C3.3)."""
    if colour != r.colour[region]:
        yield Reason(_("costs {cards}").format(cards=names.price(colour, r.colour[region])), JOKER)


def _of_card(seen: Position, r: Reading, seat: int, verb: str, card: str) -> Iterator[Reason]:
    """The regions where a taken card pays, and its use with those in hand; the cost of an exchange."""
    if card == "pile":
        return
    colour = names.colour_number(card)
    free = [region for region in range(REGIONS) if r.colour[region] == colour and not r.scored(region)]
    where = listed(names.region_title(seen, region) for region in free)
    if verb == "exchange":
        if free:
            yield Reason(_("gives up a card for {regions}").format(regions=where), -CARD * len(free))
        return
    if free:
        yield Reason(_("gives you a card for {regions}").format(regions=where), CARD * len(free))
    if r.hands[seat][colour] == 1:
        yield Reason(_("makes a pair with your other card: a joker for any region"), -JOKER)


def _leads(counts: list[int], seat: int) -> bool:
    """True where a seat alone has the most palaces."""
    return counts[seat] == max(counts) > 0 and counts.count(counts[seat]) == 1


# -- a position ---------------------------------------------------------------------------------------------------------------


def _nearly_full(seen: Position, r: Reading, seat: int) -> Iterator[Reason]:
    """Regions with one or two free spaces, each with the actions that have to do with it; and those in which the seat leads."""
    standing = scoring_of(r.record, False).standing
    led = [region for region in range(REGIONS) if not r.scored(region) and _leads(palaces_of(r, region), seat)]
    if led:
        text = _("you have the most palaces in {regions}")
        yield Reason(text.format(regions=listed(names.region_title(seen, region) for region in led)), LEAD)
    for region in range(REGIONS):
        free, points = r.free[region].bit_count(), standing[region]
        if not 0 < free <= NEARLY_FULL or not any(points):
            continue
        text = ngettext(
            "{region} has {free} free space left, and as it stands you score {n} there",
            "{region} has {free} free spaces left, and as it stands you score {n} there",
            free,
        )
        text = text.format(region=names.region_title(seen, region), free=free, n=points[seat])
        id, colour = r.ids[region], COLOURS[r.colour[region]]
        inside = tuple(action for action in seen.legal if action.split()[:2] == ["palace", id] or action == f"take {colour}")
        yield Reason(text, max(points) / free, actions=inside)
