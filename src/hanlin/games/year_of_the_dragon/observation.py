"""The observation of a seat for machine learning (``core/verbs/features.py``): everything, since all is public here.

Seats come in turn order round the table from the observer (seat +0); months, cards, types and kinds in the order of their
numbers.
"""

from __future__ import annotations

from typing import Final

from hanlin.core.jit.compiled import compiled, inlined
from hanlin.core.verbs.features import Feature
from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import (
    MOST_PALACES,
    NOTHING,
    PASSED,
    SUPER_EVENT_TO_DRAW,
    count_in,
    floors_of,
    persons_of,
)

STEPS: Final = NOTHING + 1
PHASES: Final = p.GAME_OVER + 1
FIRST_PALACES: Final = 12
"""Palaces of a seat in a block of their own: hardly any seat ever has more."""
BARRED: Final = 36
"""Bits of what can't be chosen: pairs of types, palaces or types, see ``state``."""
MORE_PALACES: Final = MOST_PALACES - FIRST_PALACES
PALACE: Final = 1 + p.KINDS
"""Numbers about a palace."""
SHORT_PALACE: Final = 4
"""Numbers about a palace in the block of the others: its floors, and its three persons at most."""
KIND_SCALE: Final = 15.0
SEAT: Final = 11 + p.TYPES + 1 + p.BENEFITS + p.TYPES + 1 + p.DEEDS
"""Numbers about a seat, before its palaces."""
_VERBS: Final = codes.DEAL
_MOST_GROUPS: Final = 5


def features(players: int) -> tuple[Feature, ...]:
    """The blocks of an observation."""
    seat = (
        "points / 100, track / 60, yuan / 20, rice / 10, fireworks / 10, small / 5 and large privileges / 3, "
        "palaces / 10, persons / 20, "
        "place in player order and in this phase's order (0 first, 1 last); own cards by type, wild cards / "
        "2; wall tiles left by benefit; "
        "symbols by type / 8; passed this month, what it did this month by deed (one-hot); of each of the "
        "first 12 palaces: floors / 3, "
        "persons by kind / 3"
    )
    return (
        Feature("step", STEPS, "what is asked (one-hot)"),
        Feature("actor", players, "who is asked (one-hot; all 0 for chance and at the end)"),
        Feature("month", 1, "month / 12"),
        Feature("options", 2, "1 with the Great Wall, 1 where a large privilege costs 6"),
        Feature("super event", p.SUPER_EVENTS + 1, "which one (one-hot); 1 while it is still to be drawn"),
        Feature("left", 1, "floors, releases, gifts or cards still to come / 5"),
        Feature("held", 2 * p.KINDS, "the kind that waits for a place, and the next one (one-hot each)"),
        Feature("barred", BARRED, "what can't be chosen now (bits)"),
        Feature("hit", players, "seats that must still release a person (bits)"),
        Feature("events", p.MONTHS * p.EVENTS, "the event of each month (one-hot; all 0 while it is not drawn)"),
        Feature("tiles", p.KINDS, "tiles left of each kind / 6"),
        Feature("groups", players * (p.DEEDS + 1), "of each group: its deeds (bits), and whether a dragon stands there"),
        Feature("wall", p.MONTHS * players + 1, "whose tile lies under each month (one-hot), length / 12"),
        *(Feature(f"seat +{n}", SEAT + FIRST_PALACES * PALACE, seat) for n in range(players)),
        Feature("phase", PHASES, "the phase (one-hot)", since=1),
        Feature("turns", 1, "how many seats of this phase's order are done, the active one included / players", since=1),
        Feature("evicted", 1, "the number of the palace that has more persons than floors / 12 (earthquake)", since=1),
        Feature("dragons", players * players, "by seat: the group that its dragon stands on this month (one-hot)", since=1),
        Feature(
            "more palaces",
            players * MORE_PALACES * SHORT_PALACE,
            "by seat, of each of its palaces 13 to 29: floors / 3, the kinds + 1 of its persons / 15 in ascending order",
            since=1,
        ),
    )


def action_features() -> tuple[Feature, ...]:
    """The blocks of an action's description."""
    return (
        Feature("verb", _VERBS, "the number of the verb, see codes (one-hot)"),
        Feature("group", _MOST_GROUPS, "the group of cards (one-hot)"),
        Feature("deed", p.DEEDS, "what is done there (one-hot)"),
        Feature("kind", p.KINDS, "the kind of person (one-hot)"),
        Feature("type", p.TYPES + 1, "the types or cards; the last is the wild card (bits)"),
        Feature("good", 3, "yuan, rice, firework (one-hot)"),
        Feature("palace", 4, "1 for a new palace, number / 12, floors / 3, persons / 3"),
    )


@compiled
def observe(s, seat, out):
    """Write the observation of a state that shows what ``seat`` sees to ``out`` (float32); returns how many numbers."""
    players = int(s.players)
    out[:] = 0.0
    at = _observe_step(s, seat, out)
    at = _observe_board(s, seat, out, at)
    for n in range(players):
        at = _observe_seat(s, (seat + n) % players, out, at)
    at = _observe_phase(s, seat, out, at)
    for n in range(players):
        at = _observe_more_palaces(s, (seat + n) % players, out, at)
    return at


@inlined
def _observe_step(s, seat, out):
    players = int(s.players)
    out[int(s.step)] = 1.0
    at = STEPS
    if s.actor >= 0:
        out[at + (int(s.actor) - seat) % players] = 1.0
    at += players
    out[at] = s.month / 12.0
    out[at + 1] = s.great_wall
    out[at + 2] = int(s.large_price == 6)
    at += 3
    if s.super_event >= 0:
        out[at + int(s.super_event)] = 1.0
    out[at + p.SUPER_EVENTS] = int(s.super_event == SUPER_EVENT_TO_DRAW)
    at += p.SUPER_EVENTS + 1
    out[at] = s.left / 5.0
    at += 1
    if s.held >= 0:
        out[at + int(s.held)] = 1.0
    if s.held_next >= 0:
        out[at + p.KINDS + int(s.held_next)] = 1.0
    at += 2 * p.KINDS
    for bit in range(BARRED):
        out[at + bit] = int(s.barred) >> bit & 1
    at += BARRED
    for n in range(players):
        out[at + n] = int(s.hit) >> ((seat + n) % players) & 1
    return at + players


@inlined
def _observe_board(s, seat, out, at):
    players = int(s.players)
    for month in range(p.MONTHS):
        if s.events[month] >= 0:
            out[at + month * p.EVENTS + int(s.events[month])] = 1.0
    at += p.MONTHS * p.EVENTS
    for kind in range(p.KINDS):
        out[at + kind] = s.tiles[kind] / 6.0
    at += p.KINDS
    for group in range(players):
        for deed in range(p.DEEDS):
            out[at + deed] = int(s.groups[group]) >> deed & 1
        out[at + p.DEEDS] = int(s.taken) >> group & 1
        at += p.DEEDS + 1
    for month in range(p.MONTHS):
        if s.wall[month] >= 0:
            out[at + month * players + (int(s.wall[month]) - seat) % players] = 1.0
    at += p.MONTHS * players
    out[at] = s.wall_length / 12.0
    return at + 1


@inlined
def _observe_seat(s, seat, out, at):
    last = max(int(s.players) - 1, 1)
    out[at] = s.points[seat] / 100.0
    out[at + 1] = s.track[seat] / 60.0
    out[at + 2] = s.yuan[seat] / 20.0
    out[at + 3] = s.rice[seat] / 10.0
    out[at + 4] = s.fireworks[seat] / 10.0
    out[at + 5] = s.small[seat] / 5.0
    out[at + 6] = s.large[seat] / 3.0
    out[at + 7] = s.palaces[seat] / 10.0
    out[at + 8] = s.persons[seat] / 20.0
    for place in range(s.players):
        if s.order[place] == seat:
            out[at + 9] = place / last
        if s.queue[place] == seat:
            out[at + 10] = place / last
    at += 11
    for card in range(p.TYPES):
        out[at + card] = int(s.cards[seat]) >> card & 1
    out[at + p.TYPES] = s.wild[seat] / 2.0
    at += p.TYPES + 1
    for benefit in range(p.BENEFITS):
        out[at + benefit] = int(s.benefits[seat]) >> benefit & 1
    at += p.BENEFITS
    for of_type in range(p.TYPES):
        out[at + of_type] = s.symbols[seat, of_type] / 8.0
    at += p.TYPES
    if s.chosen[seat] == PASSED:
        out[at] = 1.0
    elif s.chosen[seat] >= 0:
        out[at + 1 + (int(s.chosen[seat]) & 15)] = 1.0
    return _observe_palaces(s, seat, out, at + 1 + p.DEEDS)


@inlined
def _observe_palaces(s, seat, out, at):
    for number in range(min(FIRST_PALACES, int(s.palaces[seat]))):
        palace = int(s.palace[seat, number])
        here = at + number * PALACE
        out[here] = floors_of(palace) / 3.0
        for kind in range(p.KINDS):
            out[here + 1 + kind] = count_in(palace, kind) / 3.0
    return at + FIRST_PALACES * PALACE


@inlined
def _observe_more_palaces(s, seat, out, at):
    for number in range(FIRST_PALACES, int(s.palaces[seat])):
        palace = int(s.palace[seat, number])
        here = at + (number - FIRST_PALACES) * SHORT_PALACE
        out[here] = floors_of(palace) / 3.0
        for kind in range(p.KINDS):
            for _ in range(count_in(palace, kind)):
                here += 1
                out[here] = (kind + 1) / KIND_SCALE
    return at + MORE_PALACES * SHORT_PALACE


@inlined
def _observe_phase(s, seat, out, at):
    players = int(s.players)
    out[at + int(s.phase)] = 1.0
    at += PHASES
    out[at] = (s.turn + 1) / players
    out[at + 1] = (s.at + 1) / 12.0
    at += 2
    for n in range(players):
        chosen = int(s.chosen[(seat + n) % players])
        if chosen >= 0 and chosen != PASSED:
            out[at + n * players + (chosen >> 4)] = 1.0
    return at + players * players


@compiled
def describe_actions(s, seat, listed, n, out):
    """Write a description of each of ``listed[:n]``, legal for ``seat``, to the rows of ``out`` (float32)."""
    for k in range(n):
        out[k, :] = 0.0
        _describe(s, seat, int(listed[k]), out[k])


@compiled
def _describe(s, seat, code, out):
    """One action."""
    verb, argument = code >> codes.VERB_SHIFT, code & codes.ARGUMENT_MASK
    out[verb] = 1.0
    groups, deeds = _VERBS, _VERBS + _MOST_GROUPS
    kinds, types = deeds + p.DEEDS, deeds + p.DEEDS + p.KINDS
    goods = types + p.TYPES + 1
    if verb == codes.ACT:
        out[groups + (argument >> 4)] = 1.0
        out[deeds + (argument & 15)] = 1.0
    elif verb == codes.PICK:
        out[types + int(codes.FIRST_OF_PAIR[argument])] = 1.0
        out[types + int(codes.SECOND_OF_PAIR[argument])] = 1.0
    elif verb == codes.HIRE:
        out[kinds + (argument & 15)] = 1.0
        out[types + (p.WILD if argument >= codes.WITH_WILD else int(p.TYPE_OF_KIND[argument & 15]))] = 1.0
    elif verb in (codes.SPEND, codes.DROP, codes.CONCEDE):
        out[types + argument] = 1.0
    elif verb == codes.WELCOME:
        out[kinds + argument] = 1.0
    elif verb == codes.GIVE:
        out[goods + argument] = 1.0
    elif verb in (codes.REPLACE, codes.RELEASE):
        out[kinds + (argument & 15)] = 1.0
        _describe_palace(s, seat, argument >> 4, out, goods + 3)
    elif verb in (codes.HOUSE, codes.RAZE, codes.FLOOR):
        _describe_palace(s, seat, argument, out, goods + 3)


@compiled
def _describe_palace(s, seat, number, out, at):
    if number >= s.palaces[seat]:
        out[at] = 1.0
    else:
        palace = int(s.palace[seat, number])
        out[at + 1] = (number + 1) / 12.0
        out[at + 2] = floors_of(palace) / 3.0
        out[at + 3] = persons_of(palace) / 3.0
