"""The changes that an action would make on the map, shown while it is pointed at (``core/verbs/protocols.py``)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from hanlin.core.i18n.language import _, listed, ngettext
from hanlin.core.i18n.seat_names import seat_name, spoken
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Consequence
from hanlin.games.china.map import Map
from hanlin.games.china.pieces import EMISSARY, KINDS, MOST_SPACES, PALACE
from hanlin.games.china.snapshot import FinalScoring, Reading, read, scoring_of
from hanlin.games.china.state import STATE
from hanlin.games.china.words import names


def consequences(seen: Position, action: str) -> list[Consequence]:
    """The changes that the action would make, the most important first; as in ``core/verbs/protocols.py``."""
    kind, *rest = action.split()
    r = read(seen.state)
    if kind not in KINDS or r.actor < 0:
        return []
    region, i = r.region_of(rest[0]), int(rest[1]) - 1 if kind != KINDS[EMISSARY] else 0
    return list(_of_placement(names.map_of(seen), r.record, KINDS.index(kind), region, i, spoken()))


@memo(maxsize=256)
def _of_placement(board: Map, record: bytes, kind: int, region: int, i: int, _names: str) -> tuple[Consequence, ...]:
    """The changes by a piece of a kind in a region, on its space number i from 0."""
    now, then = read_record(record), read_record(_after(record, kind, region, i))
    before, after = scoring_of(now.record, False), scoring_of(then.record, False)
    if kind == PALACE:
        return *_of_region(board, now, then, region, before, after), *_of_road(board, now.seat, region, i, before, after)
    if kind == EMISSARY:
        return tuple(_of_emissary(board, now, region, before, after))
    return tuple(_of_fortress(board, region, i))


def read_record(record: bytes) -> Reading:
    """The reading of a record's bytes."""
    return read(np.frombuffer(record, STATE)[0])


def _after(record: bytes, kind: int, region: int, i: int) -> bytes:
    """The record after the active seat has placed the piece, as far as the scoring reads it."""
    s = np.frombuffer(bytearray(record), STATE)[0]
    if kind == PALACE:
        s.palaces[s.seat, region] |= 1 << i
        s.free[region] &= ~(1 << i)
    elif kind == EMISSARY:
        s.emissaries[s.seat, region] += 1
        s.guests[region] += 1
    else:
        s.fortresses[region] |= 1 << i
    return bytes(s.tobytes())


# -- palaces -----------------------------------------------------------------------------------------------------------------


def _of_region(
    board: Map, now: Reading, then: Reading, region: int, before: FinalScoring, after: FinalScoring
) -> Iterator[Consequence]:
    """The scoring of the region, if it is full then; otherwise who leads, and what the active seat scores there."""
    key, title, seat = f"region {board.regions[region].id}", board.regions[region].title, now.seat
    points = after.standing[region]
    if then.scored(region):
        best = points[seat] == max(points)
        text = _("{region} is full: {points}").format(region=title, points=_scored(points, seat))
        yield Consequence(key, text, "good" if best else "warn")
        return
    was, counts = (_counts(r, region) for r in (now, then))
    led, leading = ([other for other, n in enumerate(each) if n == max(each) > 0] for each in (was, counts))
    when_full = then.spaces[region] << int(then.palaces[seat][region] & then.fortresses[region] != 0)
    if leading == [seat] and led != [seat]:
        text = _("you lead in {region}: +{n} when it is full")
        yield Consequence(key, text.format(region=title, n=when_full), "good")
    elif seat in leading and seat not in led:
        others = listed(seat_name(other) for other in leading if other != seat)
        text = _("level with {names} in {region}: +{n} when it is full")
        yield Consequence(key, text.format(names=others, region=title, n=when_full), "good")
    else:
        more = points[seat] - before.standing[region][seat]
        text = _("+{n} for you in {region} as it stands")
        yield Consequence(key, text.format(n=more, region=title), "good" if more > 0 else "")


def _counts(r: Reading, region: int) -> list[int]:
    return [r.palaces[seat][region].bit_count() for seat in range(r.players)]


def _scored(points: tuple[int, ...], seat: int) -> str:
    """The points of each seat with some, and of the active one, the most first."""
    order = sorted(range(len(points)), key=lambda other: -points[other])
    said = [
        _("you {n}").format(n=points[other]) if other == seat else f"{seat_name(other)} {points[other]}"
        for other in order
        if points[other] or other == seat
    ]
    return ", ".join(said)


def _of_road(board: Map, seat: int, region: int, i: int, before: FinalScoring, after: FinalScoring) -> Iterator[Consequence]:
    """The row of palaces that the active seat makes longer."""
    gained = after.road_points(seat) - before.road_points(seat)
    if gained <= 0:
        return
    space = MOST_SPACES * region + i
    rows = [row for row in after.rows if row.seat == seat]
    length = max(len(row.spaces) for row in rows if space in row.spaces or row not in before.rows)
    text = _("a row of {length} palaces: +{n} at the end")
    yield Consequence(f"space {board.regions[region].id} {i + 1}", text.format(length=length, n=gained), "good")


# -- emissaries and fortresses ------------------------------------------------------------------------------------------------


def _of_emissary(board: Map, r: Reading, region: int, before: FinalScoring, after: FinalScoring) -> Iterator[Consequence]:
    """The alliances that change, and who has the most emissaries in the region."""
    seat = r.seat
    was = {pact.number: pact for pact in before.pacts}
    now = {pact.number: pact for pact in after.pacts}
    for number, pair in enumerate(r.borders, 1):
        if region not in pair:
            continue
        had = was[number].seats if number in was else ()
        has, points = (now[number].seats, now[number].points) if number in now else ((), 0)
        if had != has or (has and points != was[number].points):
            yield Consequence(f"border {number}", *_of_pact(number, seat, had, has, points))
    leaders, title = after.leaders[region], board.regions[region].title
    key = f"court {board.regions[region].id}"
    if seat in leaders and seat not in before.leaders[region]:
        text = _("the most emissaries in {region}: you") if leaders == (seat,) else _("the most emissaries in {region}: shared")
        yield Consequence(key, text.format(region=title), "good")
    elif seat in leaders and leaders != before.leaders[region]:
        yield Consequence(key, _("the most emissaries in {region}: only you").format(region=title), "good")
    elif seat not in leaders:
        missing = max(row[region] for row in r.emissaries[: r.players]) - r.emissaries[seat][region] - 1
        text = ngettext("{n} more emissary to lead level", "{n} more emissaries to lead level", missing)
        yield Consequence(key, text.format(n=missing))


def _of_pact(number: int, seat: int, had: tuple[int, ...], has: tuple[int, ...], points: int) -> tuple[str, str]:
    """The change of an alliance in words, and its tone: ``had`` and ``has`` are the seats that lead in both regions."""
    lost = listed(seat_name(other) for other in had if other not in has)
    if seat in has and seat not in had and len(has) == 1:
        return _("alliance {number} is yours: +{n} at the end").format(number=number, n=points), "good"
    if seat in has and seat not in had:
        others = listed(seat_name(other) for other in has if other != seat)
        return _("alliance {number} with {names}: +{n} each").format(number=number, names=others, n=points), "good"
    if lost and seat in has:
        return _("alliance {number} is yours alone: {names} out").format(number=number, names=lost), "good"
    if lost:
        return _("alliance {number}: {names} out").format(number=number, names=lost), "good"
    if seat in has:
        return _("alliance {number}: {n} points").format(number=number, n=points), "good"
    others = listed(seat_name(other) for other in has)
    return _("alliance {number}: {n} points for {names}").format(number=number, n=points, names=others), "warn"


def _of_fortress(board: Map, region: int, i: int) -> Iterator[Consequence]:
    """The effect of a palace that will be built on it (C8.2, C8.3)."""
    key = f"space {board.regions[region].id} {i + 1}"
    yield Consequence(key, _("a palace here doubles its owner’s points"))
