"""The pieces of In the Year of the Dragon: their names in the notation, their numbers, and the codes of events.

Everything is counted from 0 in the order of the rules page (Y0), so that names, tables and masks share one numbering.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray


def table(*numbers: int) -> NDArray[np.int64]:
    """A fixed table of the rules that both speeds can read."""
    array = np.array(numbers, np.int64)
    array.setflags(write=False)
    return array


# -- persons (Y0) ------------------------------------------------------------------------------------------------------

CRAFTSMAN: Final = 0
COURT_LADY: Final = 1
PYROTECHNIST: Final = 2
TAX_COLLECTOR: Final = 3
WARRIOR: Final = 4
MONK: Final = 5
HEALER: Final = 6
FARMER: Final = 7
SCHOLAR: Final = 8
TYPES: Final = 9
WILD: Final = 9
"""The number of the wild card among the ten sorts of person cards."""

TYPE_NAMES: Final = (
    "craftsman",
    "court-lady",
    "pyrotechnist",
    "tax-collector",
    "warrior",
    "monk",
    "healer",
    "farmer",
    "scholar",
)

KINDS: Final = 15
"""A kind of person is a type with its level: 9 young and 6 old ones, in the order of Y0, young before old."""

KIND_NAMES: Final = (
    "craftsman",
    "court-lady",
    "pyrotechnist-young",
    "pyrotechnist-old",
    "tax-collector",
    "warrior-young",
    "warrior-old",
    "monk-young",
    "monk-old",
    "healer-young",
    "healer-old",
    "farmer-young",
    "farmer-old",
    "scholar-young",
    "scholar-old",
)

TYPE_OF_KIND: Final = table(0, 1, 2, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8)
YOUNG_OF_TYPE: Final = table(0, 1, 2, 4, 5, 7, 9, 11, 13)
"""The young kind of each type; the old one, where there is one, is the next number."""

SPLIT: Final = tuple(name.endswith("-young") for name in KIND_NAMES if not name.endswith("-old"))
"""True for a type with two levels."""

SPACES: Final = table(2, 1, 5, 3, 3, 5, 3, 6, 2, 4, 1, 4, 1, 4, 2)
"""The number on a kind's tile: spaces on the person track."""

SYMBOLS: Final = table(1, 1, 1, 2, 3, 1, 2, 1, 2, 1, 2, 1, 2, 2, 3)
"""The symbols on a kind's tile."""

YOUNG_KINDS: Final = 0b010101010110111
"""The young kinds as a mask of kinds."""

OLD_KINDS: Final = 0b101010101001000
"""The old kinds as a mask of kinds."""

KINDS_OF_TYPE: Final = table(0x1, 0x2, 0xC, 0x10, 0x60, 0x180, 0x600, 0x1800, 0x6000)
"""The kinds of each type as a mask of kinds."""

KINDS_OF_TYPES: Final = table(
    *(sum(int(KINDS_OF_TYPE[person]) for person in range(TYPES) if types >> person & 1) for types in range(1 << TYPES))
)
"""For each mask of types (a hand of cards, say), the kinds of these types as a mask of kinds."""


def tiles_at_start(players: int) -> list[int]:
    """The number of tiles of each kind in play (Y0.1, Y0.2)."""
    fewer = 5 - players
    counts = []
    for kind, name in enumerate(KIND_NAMES):
        split = SPLIT[int(TYPE_OF_KIND[kind])]
        counts.append(10 - 2 * fewer if not split else (4 if name.endswith("-old") else 6) - fewer)
    return counts


# -- events (Y0.3) and super events (Y9) -------------------------------------------------------------------------------

PEACE: Final = 0
IMPERIAL_TRIBUTE: Final = 1
DROUGHT: Final = 2
DRAGON_FESTIVAL: Final = 3
MONGOL_INVASION: Final = 4
CONTAGION: Final = 5
EVENTS: Final = 6

EVENT_NAMES: Final = ("peace", "imperial-tribute", "drought", "dragon-festival", "mongol-invasion", "contagion")

LANTERN_FESTIVAL: Final = 0
BUDDHA: Final = 1
EARTHQUAKE: Final = 2
FLOOD: Final = 3
SOLAR_ECLIPSE: Final = 4
VOLCANIC_ERUPTION: Final = 5
TORNADO: Final = 6
SUNRISE: Final = 7
ASSASSINATION_ATTEMPT: Final = 8
CONCESSION: Final = 9
SUPER_EVENTS: Final = 10

SUPER_EVENT_NAMES: Final = (
    "lantern-festival",
    "buddha",
    "earthquake",
    "flood",
    "solar-eclipse",
    "volcanic-eruption",
    "tornado",
    "sunrise",
    "assassination-attempt",
    "concession",
)

MONTHS: Final = 12
SUPER_EVENT_MONTH: Final = 7

# -- action cards (Y0.4) and what one can do with them -----------------------------------------------------------------

TAXES: Final = 0
BUILD: Final = 1
HARVEST: Final = 2
FIREWORKS_SHOW: Final = 3
MILITARY_PARADE: Final = 4
RESEARCH: Final = 5
PRIVILEGE: Final = 6
BUILD_WALL: Final = 7
CARDS: Final = 8

CARD_NAMES: Final = (
    "taxes",
    "build",
    "harvest",
    "fireworks-show",
    "military-parade",
    "research",
    "privilege",
    "build-wall",
)

# The benefits of the six wall tiles (Y8.1).
WALL_RICE: Final = 0
WALL_FIREWORK: Final = 1
WALL_FLOOR: Final = 2
WALL_YUAN: Final = 3
WALL_TRACK: Final = 4
WALL_POINTS: Final = 5
BENEFITS: Final = 6

BENEFIT_NAMES: Final = ("rice", "firework", "floor", "yuan", "track", "points")

# A deed is what a card lets one do: the first six cards are one deed each, privilege is two, build-wall is six.
SMALL_PRIVILEGE: Final = 6
LARGE_PRIVILEGE: Final = 7
FIRST_WALL_DEED: Final = 8
DEEDS: Final = 14

DEED_NAMES: Final = (
    *CARD_NAMES[:6],
    "privilege small",
    "privilege large",
    *(f"build-wall {benefit}" for benefit in BENEFIT_NAMES),
)

DEEDS_OF_CARD: Final = table(0x1, 0x2, 0x4, 0x8, 0x10, 0x20, 0xC0, 0x3F00)
"""The deeds of each card as a mask of deeds."""

CARD_OF_DEED: Final = table(0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 7, 7, 7)

GROUP_SIZES: Final = {
    (2, 3): (2, 1),
    (2, 7): (4, 3),
    (3, 7): (3, 2, 2),
    (4, 7): (2, 2, 2, 1),
    (5, 7): (2, 2, 1, 1, 1),
    (2, 8): (4, 4),
    (3, 8): (3, 3, 2),
    (4, 8): (2, 2, 2, 2),
    (5, 8): (2, 2, 2, 1, 1),
}
"""(players, cards) -> how many cards are in each group (Y3.1)."""

# -- money and goods ---------------------------------------------------------------------------------------------------

YUAN: Final = 0
RICE: Final = 1
FIREWORK: Final = 2
GOOD_NAMES: Final = ("yuan", "rice", "firework")

START_YUAN: Final = 6
START_PALACES: Final = 2
START_FLOORS: Final = 2
MOST_FLOORS: Final = 3
OCCUPIED_PRICE: Final = 3
PASS_YUAN: Final = 3
SMALL_PRICE: Final = 2
TRIBUTE: Final = 4
CONTAGION_VICTIMS: Final = 3
FESTIVAL_FIRST: Final = 6
FESTIVAL_SECOND: Final = 3
WALL_LENGTH: Final = 12
POINTS_A_PERSON: Final = 2
GOODS_PRICE: Final = 2
YUAN_A_POINT: Final = 3
EARTHQUAKE_FLOORS: Final = 2
TORNADO_CARDS: Final = 2

# -- phases ------------------------------------------------------------------------------------------------------------

SETUP: Final = 0
ACTION_PHASE: Final = 1
PERSON_PHASE: Final = 2
EVENT_PHASE: Final = 3
WALL_CHECK: Final = 4
"""The check of the wall after a Mongol invasion (Y8.3)."""
SUPER_EVENT_PHASE: Final = 5
EVENT_AGAIN: Final = 6
"""The event of month 7 for the second time, in a solar eclipse (Y9.5)."""
WALL_CHECK_AGAIN: Final = 7
FINAL_WALL_CHECK: Final = 8
"""The check of the wall after month 12 (Y8.4)."""
GAME_OVER: Final = 9
SCORING_PHASE: Final = 10
"""Nothing is decided in it, so no state is ever in it: it occurs only in events."""

# -- events of the rules (core/jit/events.py) ------------------------------------------------------------------------------
# Palaces count from 0 and months from 1 in events. "reason" is one of the reasons below.

LOG_EVENT_PLACED: Final = 1
"""seat -1 · a: event · b: month it was laid to."""
LOG_EVENTS_REDRAWN: Final = 2
"""seat -1 · a: the event that fitted nowhere; all ten go back (Y1.1)."""
LOG_SUPER_EVENT: Final = 3
"""seat -1 · a: the super event that was drawn (set-up)."""
LOG_MONTH: Final = 4
"""seat -1 · a: the month that begins · b: its event · c: its super event, or -1."""
LOG_PHASE: Final = 5
"""seat -1 · a: the phase that begins (ACTION_PHASE … SCORING_PHASE) · b: the event (in EVENT_PHASE and EVENT_AGAIN) or the
super event (in SUPER_EVENT_PHASE), otherwise -1 · c: month. An action phase begins when its groups are dealt."""
LOG_SCORES: Final = 6
"""seat · a: points (never 0) · b: reason · c: what they are made of, see the reason."""
LOG_GAINS: Final = 7
"""seat · a: how many · b: YUAN, RICE or FIREWORK · c: reason."""
LOG_PAYS: Final = 8
"""seat · a: how many · b: YUAN, RICE or FIREWORK · c: reason. Also what is given back."""
LOG_MOVES: Final = 9
"""seat · a: spaces on the person track · b: the space reached · c: reason."""
LOG_ACTS: Final = 10
"""seat · a: group, from 0 · b: deed. Before its payment and its yield."""
LOG_PASSES: Final = 11
"""seat · c: reason (PASSING, SUNRISE_GIFT: no type was free, CONCESSION_GIFT: no person)."""
LOG_FLOORS: Final = 12
"""seat · a: floors that the seat now builds · c: reason."""
LOG_BUILDS: Final = 13
"""seat · a: palace · b: its floors now (1: a new palace)."""
LOG_HIRES: Final = 14
"""seat · a: kind · b: 1 with a wild card, 0 with the type's own card, -1 without a card (set-up, sunrise)."""
LOG_SPENDS: Final = 15
"""seat · a: type of the card, or WILD, that brings nothing (Y4.4)."""
LOG_HOUSES: Final = 16
"""seat · a: palace · b: kind · c: spaces that its marker will move by."""
LOG_DECLINES: Final = 17
"""seat · a: kind of the tile that leaves the game (Y4.2)."""
LOG_RELEASES: Final = 18
"""seat · a: palace · b: kind · c: reason."""
LOG_MUST_RELEASE: Final = 19
"""seat · a: how many persons the seat must release · c: reason."""
LOG_LOSES_FLOOR: Final = 20
"""seat · a: palace · b: its floors now; with 0 it disappears at once, or when the persons in it are released · c: reason."""
LOG_LAYS_WALL: Final = 21
"""seat · a: benefit · b: the wall's length now, which is the month of the new tile."""
LOG_WALL_HOLDS: Final = 22
"""seat -1 · a: length of the wall · b: length that is asked for. Then come the points (Y8.3, Y8.4)."""
LOG_WALL_FALLS: Final = 23
"""seat -1 · a: length of the wall · b: length that is asked for · c: a player's fewest own tiles. Then come the releases."""
LOG_BUYS: Final = 24
"""seat · a: dragons of the privilege, 1 or 2. The price is a separate event."""
LOG_LOSES_PRIVILEGES: Final = 25
"""seat · a: small ones · b: large ones (Y9.9)."""
LOG_DROPS: Final = 26
"""seat · a: type of the card, or WILD (Y9.7)."""
LOG_MARKERS_BACK: Final = 27
"""seat -1: all person markers are in space 0 (Y9.6)."""
LOG_MUST_GIVE: Final = 28
"""seat · a: how many yuan, rice and fireworks the seat gives back (Y9.4)."""
LOG_CONCEDES: Final = 29
"""seat · a: type that brings its benefit · b: its symbols (Y9.10)."""
LOG_SELLS: Final = 30
"""seat · a: rice · b: fireworks · c: yuan they count as, at the end of the game (Y7)."""
LOG_OVER: Final = 31
"""seat -1: the game is over; all points were emitted."""

# -- reasons: why something is gained, paid, scored, lost --------------------------------------------------------------
# For LOG_SCORES, c is: the symbols on one's persons for FOR_RESEARCH (points = 1 + c) · one's fireworks for FOR_FESTIVAL ·
# helmets, palaces, dragons, persons, own wall tiles, where the points count them · floors of the palace for monks, an event
# for each palace (points = Buddhas × c) · yuan for FOR_YUAN_AT_END (points = c // 3) · for CONCESSION_GIFT floors with monks,
# symbols otherwise · 0 for FOR_WALL_TILE.

FOR_SETUP: Final = 0
FOR_OCCUPIED_GROUP: Final = 1
PASSING: Final = 2
FOR_TAXES: Final = 3
FOR_BUILD: Final = 4
FOR_HARVEST: Final = 5
FOR_FIREWORKS_SHOW: Final = 6
FOR_PARADE: Final = 7
FOR_RESEARCH: Final = 8
FOR_PRIVILEGE: Final = 9
FOR_HIRING: Final = 10
FOR_REPLACING: Final = 11
FOR_TRIBUTE: Final = 12
FOR_DROUGHT: Final = 13
FOR_FESTIVAL: Final = 14
FOR_MONGOLS: Final = 15
FOR_CONTAGION: Final = 16
FOR_DECAY: Final = 17
FOR_PALACES: Final = 18
FOR_COURT_LADIES: Final = 19
FOR_PRIVILEGES: Final = 20
FOR_PERSONS_AT_END: Final = 21
FOR_MONKS_AT_END: Final = 22
FOR_YUAN_AT_END: Final = 23
FOR_WALL_TILE: Final = 24
FOR_WALL: Final = 25
FOR_WALL_AT_END: Final = 26
FOR_LANTERNS: Final = 27
FOR_BUDDHA: Final = 28
FOR_EARTHQUAKE: Final = 29
FOR_FLOOD: Final = 30
SUNRISE_GIFT: Final = 31
CONCESSION_GIFT: Final = 32

RULE_OF_REASON: Final = (
    "Y1.3",
    "Y3.3",
    "Y3.4",
    "Y3.5",
    "Y3.6",
    "Y3.7",
    "Y3.8",
    "Y3.9",
    "Y3.10",
    "Y3.11",
    "Y4.3",
    "Y4.2",
    "Y5.2",
    "Y5.3",
    "Y5.4",
    "Y5.5",
    "Y5.6",
    "Y5.7",
    "Y6",
    "Y6",
    "Y6",
    "Y7",
    "Y7",
    "Y7",
    "Y8.1",
    "Y8.3",
    "Y8.4",
    "Y9.1",
    "Y9.2",
    "Y9.3",
    "Y9.4",
    "Y9.8",
    "Y9.10",
)
"""The number of the rule behind each reason."""
