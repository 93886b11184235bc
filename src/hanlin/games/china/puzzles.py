"""The themes of puzzles (``core/verbs/puzzles.py``): what the solution brings that the tempting answer does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hanlin.core.verbs.puzzles import Moment
from hanlin.games.china.pieces import COLOURS
from hanlin.games.china.snapshot import FinalScoring, read, scoring_of

LAST_CARDS = 6
"""Cards in the pile when it runs out for the second time: the game is about to end."""
SPOILT = 3
"""Points that rivals have less than after the tempting answer."""


def themes(moments: Sequence[Moment]) -> list[str]:
    """The themes of a puzzle, the main one first."""
    return list(dict.fromkeys(theme for moment in moments for theme in _of(moment)))


def _of(moment: Moment) -> Iterator[str]:
    seat, now = moment.seen.actor, read(moment.seen.state)
    then = read(moment.after.state)
    found, other = (scoring_of(read(after.state).record, False) for after in (moment.after, moment.after_other))
    verb, *rest = moment.action.split()
    if verb in ("palace", "emissary", "fortress"):
        region = now.region_of(rest[0])
        if then.scored(region) and not now.scored(region):
            yield "complete"
        gains = {
            "majority": sum(own[seat] for own in found.standing) - sum(own[seat] for own in other.standing),
            "alliance": found.alliance_points(seat) - other.alliance_points(seat),
            "road": found.road_points(seat) - other.road_points(seat),
            "spoil": _of_rivals(other, seat) - _of_rivals(found, seat) - SPOILT + 1,
        }
        yield from sorted((theme for theme, gain in gains.items() if gain > 0), key=lambda theme: -gains[theme])
        if found.alliance_points(seat) <= other.alliance_points(seat) and _leads(found, seat) > _leads(other, seat):
            yield "emissaries"
        if _completes(moment.other, moment) and not then.scored(now.region_of(moment.other.split()[1])):
            yield "waiting"
        if verb == "fortress" or (verb == "palace" and now.fortresses[region] >> int(rest[1]) - 1 & 1):
            yield "fortress"
        if COLOURS.index(rest[-1]) != now.colour[region]:
            yield "joker"
        yield "building"
    elif verb in ("take", "exchange"):
        yield "cards"
    else:
        yield "waiting"
    if now.run_out >= 2 or (now.run_out == 1 and now.pile_left <= LAST_CARDS):
        yield "last-round"


def _leads(found: FinalScoring, seat: int) -> int:
    """The regions in which a seat has the most emissaries."""
    return sum(seat in of for of in found.leaders)


def _completes(action: str, moment: Moment) -> bool:
    """True if the tempting answer completes a region."""
    now, then = read(moment.seen.state), read(moment.after_other.state)
    verb, *rest = action.split()
    return verb == "palace" and then.scored(now.region_of(rest[0]))


def _of_rivals(found: FinalScoring, seat: int) -> int:
    """The points of the best rival if the game ended now."""
    return max(total for other, total in enumerate(found.totals) if other != seat)
