"""The evaluation of a position for a seat, in points, for bots that look one decision ahead.

The estimate adds up what the seat has (points, and what persons, monks and goods will count at the end), what it earns every
month, what its persons' skills are likely to bring, and what the events to come will give and take. The events are known, so
most of the game is to be ready for them: ``events_to_come`` goes through them with the goods in stock. What is not settled yet
(a person to place, floors to build, persons to release) counts with an average.

The weights are points; they were tuned by letting the bot that uses them play.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hanlin.core.jit.bits import count
from hanlin.core.jit.compiled import compiled
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.events import own_wall_tiles
from hanlin.games.year_of_the_dragon.state import (
    FLOOR_TO,
    PLACE,
    RAZE,
    RELEASE,
    count_in,
    floors_of,
    persons_of,
)

LOST_PERSON: Final = 3.2
"""A person that an event takes, beyond what it would have done in the months to come."""
LOST_MONTH: Final = 0.35
"""The yield of a person in a month, on average."""
NO_FREE_PLACE: Final = 3.0
"""A new person for whom somebody has to leave."""
ROOM: Final = 1.0
"""A free place for a person that is still to come, beyond what that person will do."""
ROOM_MONTH: Final = 0.15
"""The yield in a month of the person for whom there is a free place."""
ROOM_SOON: Final = 3.0
"""The number of free places wanted at once."""
ROOM_LATER: Final = 0.4
"""The share of its worth that a free place has if it is not wanted soon."""
EMPTY_PALACE: Final = 0.3
"""The probability that an empty palace is moved into: it counts for one palace."""
FLOOR_WORTH: Final = 1.6
"""A floor that is still to be built."""
WILD_CARD: Final = 0.64
"""The extra value of a wild card in hand over another card."""
AHEAD: Final = 0.12
"""Being ahead of one opponent in player order, for each month; also a space on the track."""
PATIENCE: Final = 0.77
"""The discount of a loss in an event for each month until it comes: there is time to prepare."""
HELMET: Final = 1.5
"""A helmet in a Mongol invasion."""
MONK_FLOORS: Final = 2.0
"""The floors that a new monk will live under."""
YUAN_WORTH: Final = 0.34
"""A yuan that no event asks for; at the end it is a third of a point."""
GOODS_WORTH: Final = 0.9
"""Rice or a firework that no event asks for."""

SKILL: Final = np.array([0.22, 0.0, 0.13, 0.15, 0.08, 0.0, 0.10, 0.13, 0.24])
"""The expected yield of a symbol of each type, for each action that is still to come."""
SKILL.setflags(write=False)


@compiled
def value(s, seat):
    """An estimate of the points the seat will end with; see ``generic.value``."""
    worth = float(s.points[seat])
    if s.phase == p.GAME_OVER:
        return worth
    months = months_to_score(s)
    worth += months * s.symbols[seat, p.COURT_LADY]
    worth += months_of_privileges(s, months) * (s.small[seat] + 2.0 * s.large[seat])
    worth += p.POINTS_A_PERSON * float(s.persons[seat])
    worth += palaces_worth(s, seat, months)
    worth += skills_worth(s, seat)
    worth += events_to_come(s, seat)
    worth += place_in_order(s, seat)
    worth += WILD_CARD * s.wild[seat]
    if s.actor == seat:
        worth += unsettled(s, seat, months)
    return worth


@compiled
def lost_person(s):
    """The loss by an event that takes a person."""
    return LOST_PERSON + LOST_MONTH * months_to_score(s)


@compiled
def months_to_score(s):
    """The number of scoring phases to come."""
    if s.phase == p.FINAL_WALL_CHECK:
        return 0.0
    return float(p.MONTHS + 1 - max(1, s.month))


@compiled
def months_of_privileges(s, months):
    """The number of scoring phases that a privilege will see: an assassination attempt ends them (Y9.9)."""
    if s.super_event == p.ASSASSINATION_ATTEMPT and s.month <= p.SUPER_EVENT_MONTH and s.phase < p.SUPER_EVENT_PHASE:
        return months - (p.MONTHS + 1 - p.SUPER_EVENT_MONTH)
    return months


@compiled
def actions_to_come(s, seat):
    """The number of action phases the seat still has."""
    acted = s.phase > p.ACTION_PHASE or (s.phase == p.ACTION_PHASE and s.chosen[seat] >= 0)
    return float(p.MONTHS - s.month + (0 if acted else 1)) if s.month > 0 else float(p.MONTHS)


@compiled
def cards_in_hand(s, seat):
    """Person cards still to be played."""
    return count(s.cards[seat]) + s.wild[seat]


@compiled
def palaces_worth(s, seat, months):
    """The value of palaces: their monthly points, the monks in them, and room for persons to come."""
    worth = 0.0
    room = 0
    empty = 0
    young = p.YOUNG_OF_TYPE[p.MONK]
    for palace in range(s.palaces[seat]):
        number = s.palace[seat, palace]
        floors = floors_of(number)
        persons = persons_of(number)
        room += floors - persons
        if persons > 0:
            worth += months
            worth += floors * float(count_in(number, young) + 2 * count_in(number, young + 1))
        else:
            empty = 1
            worth += min(float(floors), months)  # it decays, unless somebody moves in
    wanted = float(min(room, cards_in_hand(s, seat)))
    soon = min(wanted, ROOM_SOON)
    worth += (ROOM + ROOM_MONTH * months) * (soon + ROOM_LATER * (wanted - soon))
    return worth + EMPTY_PALACE * months * float(min(empty, cards_in_hand(s, seat)))


@compiled
def skills_worth(s, seat):
    """The expected yield of the seat's persons' symbols in the actions and events to come."""
    actions = actions_to_come(s, seat)
    worth = 0.0
    for person in range(p.TYPES):
        worth += s.symbols[seat, person] * SKILL[person]
    return actions * worth


@compiled
def newcomer_worth(s, seat, kind, months):
    """The rough value of one more person of a kind, beyond the two points at the end."""
    person = p.TYPE_OF_KIND[kind]
    symbols = float(p.SYMBOLS[kind])
    worth = AHEAD * p.SPACES[kind] + symbols * SKILL[person] * actions_to_come(s, seat)
    if person == p.COURT_LADY:
        worth += months
    elif person == p.MONK:
        worth += MONK_FLOORS * symbols
    elif person == p.HEALER:
        missing = float(max(0, p.CONTAGION_VICTIMS - s.symbols[seat, p.HEALER]))
        worth += min(symbols, missing) * lost_person(s) * threats(s, p.CONTAGION)
    elif person == p.WARRIOR:
        worth += HELMET * symbols * threats(s, p.MONGOL_INVASION)
    return worth


@compiled
def threats(s, event):
    """The number of times an event is still to come, less for each month until then."""
    weight = 1.0
    times = 0.0
    for month in range(first_open_event(s, -1), p.MONTHS):
        if s.events[month] == event:
            times += weight
        weight *= PATIENCE
    return times


@compiled
def first_open_event(s, seat):
    """The index of the first event that has not come to the seat yet (-1: that has not begun)."""
    if s.month == 0:
        return 0
    begun = s.phase >= p.EVENT_PHASE
    if begun and seat >= 0 and s.phase == p.EVENT_PHASE:
        for turn in range(s.turn + 1, s.players):
            if s.queue[turn] == seat:
                begun = False
    return s.month if begun else s.month - 1


@compiled
def forget(s, rounds):
    """Replace events beyond the next ``rounds`` by months of peace, for players who do not look that far."""
    for month in range(first_open_event(s, -1) + rounds, p.MONTHS):
        s.events[month] = p.PEACE


@compiled
def events_to_come(s, seat):
    """Points and losses of the events that have not come to the seat yet, and what its goods will fetch in the end."""
    worth = 0.0
    weight = 1.0
    yuan = float(s.yuan[seat])
    rice = float(s.rice[seat])
    fireworks = float(s.fireworks[seat])
    for month in range(first_open_event(s, seat), p.MONTHS):
        event = s.events[month]
        losses = 0.0
        if event == p.IMPERIAL_TRIBUTE:
            losses = max(0.0, p.TRIBUTE - yuan)
            yuan = max(0.0, yuan - p.TRIBUTE)
        elif event == p.DROUGHT:
            hungry = float(inhabited(s, seat))
            losses = max(0.0, hungry - rice)
            rice = max(0.0, rice - hungry)
        elif event == p.CONTAGION:
            losses = max(0.0, float(p.CONTAGION_VICTIMS - s.symbols[seat, p.HEALER]))
        elif event == p.MONGOL_INVASION:
            worth += s.symbols[seat, p.WARRIOR]
            losses = 1.0 if fewest_helmets(s, seat) else 0.0
            worth += weight * wall_check(s, seat, month + 1)
        elif event == p.DRAGON_FESTIVAL and fireworks > 0.0:
            worth += weight * festival_points(s, seat, fireworks)
            fireworks = fireworks // 2.0
        worth -= weight * lost_person(s) * min(losses, float(s.persons[seat]))
        weight *= PATIENCE
    worth += final_wall(s, seat)
    return worth + YUAN_WORTH * yuan + GOODS_WORTH * (rice + fireworks)


@compiled
def final_wall(s, seat):
    """The expected points of the wall check after month 12 (Y8.4)."""
    if not s.great_wall:
        return 0.0
    own = own_wall_tiles(s, seat)
    worth = own * s.wall_length / 12.0
    return worth if more_tiles_than_another(s, seat) else worth - LOST_PERSON / 2


@compiled
def more_tiles_than_another(s, seat):
    """True where another seat has fewer tiles in the wall."""
    own = own_wall_tiles(s, seat)
    fewer = 0
    for other in range(s.players):
        fewer += int(own_wall_tiles(s, other) < own)
    return fewer > 0


@compiled
def inhabited(s, seat):
    """The number of palaces that will need rice: those with persons in them."""
    found = 0
    for palace in range(s.palaces[seat]):
        if persons_of(s.palace[seat, palace]) > 0:
            found += 1
    return found


@compiled
def fewest_helmets(s, seat):
    """True where no seat has fewer helmets."""
    fewer = 0
    for other in range(s.players):
        fewer += int(s.symbols[other, p.WARRIOR] < s.symbols[seat, p.WARRIOR])
    return fewer == 0


@compiled
def wall_check(s, seat, month):
    """Points that the wall's check in that month will bring, or cost in the person to release (Y8.3)."""
    if not s.great_wall:
        return 0.0
    own = own_wall_tiles(s, seat)
    if s.wall_length >= month:
        return float(own)
    return own / 2.0 if more_tiles_than_another(s, seat) else -lost_person(s)


@compiled
def festival_points(s, seat, fireworks):
    """The points of a dragon festival with so many fireworks, if the others have what they have now."""
    more = 0
    most = 0
    for other in range(s.players):
        if other != seat and s.fireworks[other] > fireworks:
            most = max(most, s.fireworks[other])
            more += 1
    if more == 0:
        return float(p.FESTIVAL_FIRST)
    for other in range(s.players):
        if other != seat and fireworks < s.fireworks[other] < most:
            return 0.0
    return float(p.FESTIVAL_SECOND)


@compiled
def place_in_order(s, seat):
    """The value of choosing before others."""
    behind = 0
    for other in range(s.players):
        if s.order[s.players - 1 - other] == seat:
            behind = other
    return AHEAD * behind * months_to_score(s)


@compiled
def unsettled(s, seat, months):
    """The value of the seat's unfinished step: a person in hand, floors to build, floors or persons to lose."""
    if s.step == FLOOR_TO:
        return FLOOR_WORTH * s.left
    if s.step == RELEASE or s.step == RAZE:
        return -lost_person(s) * s.left
    if s.step == PLACE:
        worth = newcomer_worth(s, seat, s.held, months) - NO_FREE_PLACE * (1.0 - min(1.0, float(free_places(s, seat))))
        return worth + newcomer_worth(s, seat, s.held_next, months) if s.held_next >= 0 else worth
    return 0.0


@compiled
def free_places(s, seat):
    """Empty floors."""
    places = 0
    for palace in range(s.palaces[seat]):
        places += floors_of(s.palace[seat, palace]) - persons_of(s.palace[seat, palace])
    return places


@compiled
def progress(s):
    """The progress of the game, from 0 to 1: a twelfth for each month, and the share of the current month that has passed."""
    if s.phase == p.GAME_OVER:
        return 1.0
    if s.month == 0:
        return 0.0
    within = 0.0
    if s.phase == p.PERSON_PHASE:
        within = 0.5
    elif s.phase != p.ACTION_PHASE:
        within = 0.9
    return (s.month - 1 + within) / p.MONTHS
