"""Setting up a position of China: what can be placed where (``core/verbs/protocols.py``, ``Editing``)."""

from __future__ import annotations

from typing import Any

from hanlin.core.errors import BadPosition
from hanlin.core.i18n.language import _, pgettext
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.jit.events import capture
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import read_again
from hanlin.core.verbs.presentation import Counter, LogLine, Tool, labelled
from hanlin.core.verbs.setup_counter import MID_TURN, OVER, whose_turn
from hanlin.drawing import document
from hanlin.drawing import place as placed
from hanlin.games.china.by_colour import one, packed, total, unpacked
from hanlin.games.china.drawing.figures import EMISSARY_ART, FORTRESS_ART, PALACE_ART
from hanlin.games.china.pieces import CARDS, COLOURS, ENDED, HAND, MOST_SPACES, REGIONS, ROW, TURN
from hanlin.games.china.positions import MOST_POINTS
from hanlin.games.china.rules import nothing_fits
from hanlin.games.china.scoring import score_region, score_the_end
from hanlin.games.china.words import names
from hanlin.games.china.words.log import reckoning

SPACE, COURT = "china-space-", "china-dragon-"
"""Prefixes of the ids of the drawn spaces and dragons; the number of the space or region follows."""
SEAT, FORTRESS, TAKE = "seat-", "fortress", "take"
"""The tools."""


# -- what there is ---------------------------------------------------------------------------------------------------------


def beginning(start: Position) -> Position:
    """The empty board before the first turn, with cards dealt."""
    return start.settle(0)


def tools(position: Position) -> list[Tool]:
    """A seat's pieces (a palace on a space, an emissary before a dragon), fortresses, and taking away."""
    s = position.state
    found = [
        Tool(f"{SEAT}{seat + 1}", seat_name(seat), _pieces(seat), seat, int(s.palaces_left[seat]))
        for seat in range(position.players)
    ]
    if position.options["fortresses"]:
        left = int(s.fortresses_left[: position.players].sum())
        found.append(Tool(FORTRESS, names.piece_name(2), _picture("fortress", FORTRESS_ART), left=left))
    return [*found, Tool(TAKE, _("Remove"))]


def _pieces(seat: int) -> str:
    drawn = placed(PALACE_ART[seat], 0, 2, 34) + placed(EMISSARY_ART[seat], 30, 8, 20)
    return document(f"setup-{seat}", 52, 40, drawn, label="", aria_hidden="true")


def _picture(name: str, art: str) -> str:
    return document(f"setup-{name}", 40, 40, placed(art, 0, 0, 40), label="", aria_hidden="true")


def spots(position: Position) -> dict[str, str]:
    """All palace spaces and dragons."""
    s = position.state
    spaces = (MOST_SPACES * region + i for region in range(REGIONS) for i in range(int(s.spaces[region])))
    return {**{f"{SPACE}{space}": "" for space in spaces}, **{f"{COURT}{region}": "" for region in range(REGIONS)}}


def counters(position: Position) -> list[Counter]:
    """The acting seat, the points, and the cards."""
    s, players = position.state, position.players
    phase = int(s.phase)
    now = OVER if phase == ENDED else int(s.seat) if phase == TURN else MID_TURN
    found = [whose_turn(now, [seat_name(seat) for seat in range(players)])]
    group = pgettext("setting up", "Points")
    found += [
        Counter(f"points.{seat + 1}", seat_name(seat), points, most=max(MOST_POINTS, points), seat=seat, group=group)
        for seat, points in enumerate(s.points[:players].tolist())
    ]
    return found + _cards(s, players)


def _cards(s: Any, players: int) -> list[Counter]:
    """The hands and the row, place by place, and how many cards the pile has."""
    group = _("Cards")
    colours = ((-1, "–"), *enumerate(names.cap(names.colour_name(of)) for of in range(len(COLOURS))))
    found = []
    for seat in range(players):
        for n, of in enumerate(_listed(s.hands[seat], HAND), 1):
            label = labelled(seat_name(seat), _("card {n}").format(n=n))
            found.append(Counter(f"hand.{seat + 1}.{n}", label, of, seat=seat, choices=colours, group=group))
    for n, of in enumerate(_listed(s.row, ROW), 1):
        label = labelled(_("Row"), _("card {n}").format(n=n))
        found.append(Counter(f"row.{n}", label, of, choices=colours, group=group))
    return [*found, Counter("pile", _("Cards in the pile"), int(s.pile_left), most=sum(CARDS), group=group)]


def _listed(cards: int, room: int) -> list[int]:
    """The colours of some cards one by one, and -1 for each place that is empty."""
    held = [of for of, n in enumerate(unpacked(cards)) for _card in range(n)]
    return held + [-1] * (room - len(held))


def counted(position: Position) -> list[LogLine]:
    """The points of full regions and, when the game is over, of its final scoring."""
    copy = position.copy()
    with capture() as events:
        _score(copy.state, position.over)
    return [line for line in reckoning(position, events) if line.points]


def _score(s: Any, over: bool) -> None:
    """Compute the points that the board has given until now (C3.7) or, at the end, altogether (C7)."""
    for region in range(REGIONS):
        if s.free[region] == 0:
            score_region(s, region, 0)
    if over:
        score_the_end(s)


def _points(position: Position, over: bool) -> list[int]:
    """The points that each seat has from the board."""
    s = position.copy().state
    s.points[:] = 0
    _score(s, over)
    return [int(points) for points in s.points[: position.players]]


# -- changes ---------------------------------------------------------------------------------------------------------------


def place(position: Position, tool: str, spot: str, by: int) -> str:
    """Put a piece somewhere or take it away; points follow where a region becomes full, or is full no longer (C3.7)."""
    after = position.copy()
    s = after.state
    if spot.startswith(SPACE):
        region, i = divmod(int(spot.removeprefix(SPACE)), MOST_SPACES)
        _at_space(s, tool, region, 1 << i, by)
    else:
        _at_court(s, tool, int(spot.removeprefix(COURT)), by)
    return _scored(position, after)


def _at_space(s: Any, tool: str, region: int, bit: int, by: int) -> None:
    mine = int(tool.removeprefix(SEAT)) - 1 if tool.startswith(SEAT) else -1
    owners = [seat for seat in range(int(s.players)) if int(s.palaces[seat, region]) & bit]
    fortified = bool(int(s.fortresses[region]) & bit)
    if tool == FORTRESS:
        _fortify(s, region, bit, by > 0 and not fortified)
        return
    for seat in owners:
        s.palaces[seat, region] = int(s.palaces[seat, region]) & ~bit
    if by > 0 and mine >= 0 and mine not in owners:
        s.palaces[mine, region] = int(s.palaces[mine, region]) | bit
    elif tool == TAKE and fortified and not owners:
        _fortify(s, region, bit, False)


def _fortify(s: Any, region: int, bit: int, stands: bool) -> None:
    """Place a fortress of the first seat that has one, or give it back to one that has none."""
    there = bool(int(s.fortresses[region]) & bit)
    if there == stands:
        return
    s.fortresses[region] = int(s.fortresses[region]) ^ bit
    for seat in range(int(s.players)):
        if bool(s.fortresses_left[seat]) == stands:
            s.fortresses_left[seat] = int(not stands)
            return


def _at_court(s: Any, tool: str, region: int, by: int) -> None:
    if tool == FORTRESS:
        raise BadPosition(_("A fortress must be on a palace space (C8.1)."))
    there = [seat for seat in range(int(s.players)) if s.emissaries[seat, region]]
    if tool == TAKE:
        seat, by = (there[-1] if there else 0), -1
    else:
        seat = int(tool.removeprefix(SEAT)) - 1
    s.emissaries[seat, region] = max(0, int(s.emissaries[seat, region]) + by)


def _scored(before: Position, after: Position) -> str:
    """The text of what was placed, with the points that its board has given."""
    was_over = before.over
    after.state.phase = ENDED  # Nothing is to happen next, so only the board and the cards are looked at.
    settled = read_again(after)
    s = settled.state
    over = was_over or bool(nothing_fits(s))
    gained = zip(_points(settled, over), _points(before, was_over), strict=True)
    for seat, (now, then) in enumerate(gained):
        s.points[seat] = max(0, int(s.points[seat]) + now - then)
    s.phase = ENDED if over else before.state.phase
    return settled.text()


def count(position: Position, counter: str, value: int) -> str:
    """Another moment, other points, another card."""
    after = position.copy()
    s, (what, *rest) = after.state, counter.split(".")
    if what == "now":
        return _moment(position, after, value)
    if what == "points":
        s.points[int(rest[0]) - 1] = value
    elif what == "hand":
        seat = int(rest[0]) - 1
        s.hands[seat] = _swapped(s, int(s.hands[seat]), _listed(s.hands[seat], HAND)[int(rest[1]) - 1], value)
        s.hand_size[seat] = total(s.hands[seat])
        s.known[seat] = packed(map(min, unpacked(s.known[seat]), unpacked(s.hands[seat])))
    elif what == "row":
        s.row = _swapped(s, int(s.row), _listed(s.row, ROW)[int(rest[0]) - 1], value)
    else:
        _fill_pile(s, value)
    _settle_pile(s)
    return after.text()


def _moment(before: Position, after: Position, value: int) -> str:
    """Begin the turn of a seat, or end the game."""
    s = after.state
    if value == MID_TURN:
        return before.text()
    for seat, (end, now) in enumerate(zip(_points(before, value == OVER), _points(before, before.over), strict=True)):
        s.points[seat] = max(0, int(s.points[seat]) + end - now)
    s.region, s.second = -1, 0
    if value == OVER:
        s.phase = ENDED
        return after.text()
    s.phase, s.seat = TURN, value
    for seat in range(before.players):
        while total(s.hands[seat]) < HAND and s.pile_left:
            s.hands[seat] = _swapped(s, int(s.hands[seat]), -1, _most(s.pile))
        s.hand_size[seat] = total(s.hands[seat])
    _settle_pile(s)
    return after.text()


def _most(cards: int) -> int:
    """The colour of which there are most cards."""
    numbers = unpacked(cards)
    return numbers.index(max(numbers))


def _swapped(s: Any, cards: int, old: int, new: int) -> int:
    """Cards with one for another (-1: none): the old one goes to the pile, or to the discards where there is none any more; the
    new one comes from there. Where there is none to come, the cards are too many, which the reader says."""
    if old >= 0:
        cards -= one(old)
        if s.run_out == 2:
            s.discards = int(s.discards) + one(old)
        else:
            s.pile, s.pile_left = int(s.pile) + one(old), int(s.pile_left) + 1
    if new >= 0:
        cards += one(new)
        if unpacked(s.pile)[new]:
            s.pile, s.pile_left = int(s.pile) - one(new), int(s.pile_left) - 1
        elif unpacked(s.discards)[new]:
            s.discards = int(s.discards) - one(new)
    return cards


def _fill_pile(s: Any, wanted: int) -> None:
    """So many cards in the pile, as far as the discards have them; the most frequent discards go first."""
    while int(s.pile_left) > wanted:
        of = one(_most(s.pile))
        s.pile, s.discards, s.pile_left = int(s.pile) - of, int(s.discards) + of, int(s.pile_left) - 1
    while int(s.pile_left) < wanted and total(s.discards):
        of = one(_most(s.discards))
        s.pile, s.discards, s.pile_left = int(s.pile) + of, int(s.discards) - of, int(s.pile_left) + 1


def _settle_pile(s: Any) -> None:
    """The pile is empty for good where it has run out twice, and only then (C6.3)."""
    if s.pile_left == 0:
        s.run_out = 2
    elif s.run_out == 2:
        s.run_out = 1
