"""Inputs of the value network (``core/verbs/features.py``), as ``seat`` sees the table.

Seats come in turn order from it.
``bots/network.py`` adds the evaluation (``evaluation.value``) of every seat, so these are the things that it weighs and
those that it leaves out: turn order, the options of this month, and the losses in each coming event as of now.
"""

from __future__ import annotations

from typing import Final

from hanlin.core.jit.bits import count
from hanlin.core.jit.compiled import compiled, inlined
from hanlin.core.verbs.features import Feature
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.evaluation import fewest_helmets, first_open_event, inhabited
from hanlin.games.year_of_the_dragon.events import own_wall_tiles
from hanlin.games.year_of_the_dragon.observation import STEPS
from hanlin.games.year_of_the_dragon.state import NOT_YET, count_in, floors_of, persons_of

PHASES: Final = p.SCORING_PHASE + 1
AHEAD: Final = 6
"""Coming events whose losses are separate inputs."""
_SEAT: Final = 19 + 2 * p.TYPES + AHEAD


def terms(players: int) -> tuple[Feature, ...]:
    """The blocks of what ``write_terms`` writes."""
    seat = (
        "points / 50, track / 30, yuan / 10, rice / 5, fireworks / 5, small / 3 and large privileges / 3, palaces / 6, "
        "inhabited ones / 6, persons / 10, floors / 10, free places / 5, points of monks / 10, 1 before its deed this month, "
        "1 while it is still to come in this phase, wild cards / 2, benefits left / 6, own wall tiles / 6, 1 with fewest "
        "helmets; own cards by type; symbols by type / 4; what each of the next six events will take / 3"
    )
    return (
        Feature("step", STEPS, "what is asked (one-hot)"),
        Feature("actor", players, "who is asked (one-hot; all 0 for chance)"),
        Feature("month", 4, "months left / 12, 1 with the Great Wall, 1 where a large privilege costs 6, left / 5"),
        Feature("phase", PHASES, "the phase (one-hot)"),
        Feature("super event", p.SUPER_EVENTS, "which one is still to come (one-hot)"),
        Feature("held", 2 * p.KINDS, "the kind that waits for a place, and the next one (one-hot each)"),
        Feature("events", p.MONTHS * p.EVENTS, "the events to come, the next first (one-hot each)"),
        Feature("tiles", p.KINDS, "tiles left of each kind / 6"),
        Feature("groups", 2 * p.CARDS, "cards in groups without a dragon, and in groups with one (bits)"),
        Feature("order", players * players, "of each seat: its place in player order (one-hot)"),
        Feature("wall", 1, "length / 12"),
        *(Feature(f"seat +{n}", _SEAT, seat) for n in range(players)),
    )


@compiled
def write_terms(s, seat, out):
    """Write what ``terms(players)`` describes to ``out`` (float32), which holds zeros; return how many numbers."""
    players = int(s.players)
    at = _write_moment(s, seat, out)
    at = _write_table(s, out, at)
    for n in range(players):
        for place in range(players):
            out[at + n * players + place] = int(s.order[place] == (seat + n) % players)
    at += players * players
    out[at] = s.wall_length / 12.0
    at += 1
    for n in range(players):
        at = _write_seat(s, (seat + n) % players, out, at)
    return at


@inlined
def _write_moment(s, seat, out):
    players = int(s.players)
    out[int(s.step)] = 1.0
    at = STEPS
    if s.actor >= 0:
        out[at + (int(s.actor) + players - seat) % players] = 1.0
    at += players
    out[at] = (p.MONTHS - s.month) / 12.0
    out[at + 1] = s.great_wall
    out[at + 2] = int(s.large_price == 6)
    out[at + 3] = s.left / 5.0
    at += 4
    out[at + int(s.phase)] = 1.0
    at += PHASES
    if s.super_event >= 0 and s.month <= p.SUPER_EVENT_MONTH:
        out[at + int(s.super_event)] = 1.0
    at += p.SUPER_EVENTS
    if s.held >= 0:
        out[at + int(s.held)] = 1.0
    if s.held_next >= 0:
        out[at + p.KINDS + int(s.held_next)] = 1.0
    return at + 2 * p.KINDS


@inlined
def _write_table(s, out, at):
    first = int(first_open_event(s, -1))
    for month in range(first, p.MONTHS):
        if s.events[month] >= 0:
            out[at + (month - first) * p.EVENTS + int(s.events[month])] = 1.0
    at += p.MONTHS * p.EVENTS
    for kind in range(p.KINDS):
        out[at + kind] = s.tiles[kind] / 6.0
    at += p.KINDS
    for group in range(s.players):
        here = at + p.CARDS * (int(s.taken) >> group & 1)
        for card in range(p.CARDS):
            if int(s.groups[group]) & p.DEEDS_OF_CARD[card]:
                out[here + card] = 1.0
    return at + 2 * p.CARDS


@inlined
def _write_seat(s, seat, out, at):
    floors, free, monks = 0, 0, 0
    young = int(p.YOUNG_OF_TYPE[p.MONK])
    for number in range(s.palaces[seat]):
        palace = int(s.palace[seat, number])
        floors += floors_of(palace)
        free += floors_of(palace) - persons_of(palace)
        monks += floors_of(palace) * (count_in(palace, young) + 2 * count_in(palace, young + 1))
    out[at] = s.points[seat] / 50.0
    out[at + 1] = s.track[seat] / 30.0
    out[at + 2] = s.yuan[seat] / 10.0
    out[at + 3] = s.rice[seat] / 5.0
    out[at + 4] = s.fireworks[seat] / 5.0
    out[at + 5] = s.small[seat] / 3.0
    out[at + 6] = s.large[seat] / 3.0
    out[at + 7] = s.palaces[seat] / 6.0
    out[at + 8] = inhabited(s, seat) / 6.0
    out[at + 9] = s.persons[seat] / 10.0
    out[at + 10] = floors / 10.0
    out[at + 11] = free / 5.0
    out[at + 12] = monks / 10.0
    out[at + 13] = int(s.chosen[seat] == NOT_YET)
    for turn in range(max(0, int(s.turn)), s.players):
        if s.queue[turn] == seat:
            out[at + 14] = 1.0
    out[at + 15] = s.wild[seat] / 2.0
    out[at + 16] = count(s.benefits[seat]) / 6.0
    out[at + 17] = own_wall_tiles(s, seat) / 6.0
    out[at + 18] = int(fewest_helmets(s, seat))
    at += 19
    for kind in range(p.TYPES):
        out[at + kind] = int(s.cards[seat]) >> kind & 1
        out[at + p.TYPES + kind] = s.symbols[seat, kind] / 4.0
    at += 2 * p.TYPES
    _write_losses(s, seat, out, at)
    return at + AHEAD


@inlined
def _write_losses(s, seat, out, at):
    """The losses of the seat by the next events, one after the other, with the goods that it has now."""
    yuan, rice = int(s.yuan[seat]), int(s.rice[seat])
    first = int(first_open_event(s, -1))
    for month in range(first, min(first + AHEAD, p.MONTHS)):
        event = s.events[month]
        losses = 0
        if event == p.IMPERIAL_TRIBUTE:
            losses = max(0, p.TRIBUTE - yuan)
            yuan = max(0, yuan - p.TRIBUTE)
        elif event == p.DROUGHT:
            hungry = int(inhabited(s, seat))
            losses = max(0, hungry - rice)
            rice = max(0, rice - hungry)
        elif event == p.CONTAGION:
            losses = max(0, p.CONTAGION_VICTIMS - int(s.symbols[seat, p.HEALER]))
        elif event == p.MONGOL_INVASION:
            losses = int(fewest_helmets(s, seat))
        out[at + month - first] = losses / 3.0
