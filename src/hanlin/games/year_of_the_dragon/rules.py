"""The rules of In the Year of the Dragon: what an action does, and what comes next.

An action of a seat is carried out by the function of its verb. Each of them returns True when the seat has nothing more to
decide at this point; then the turn goes on (``carry_on``): to the next seat of the phase that has something to decide, or to
the next phase, month, the end.
"""

from __future__ import annotations

import numpy as np

from hanlin.core.compiled import compiled
from hanlin.core.generic import CHANCE, OVER, register
from hanlin.core.telling import tell
from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.choices import actions, actor, choose, sample, weights
from hanlin.games.year_of_the_dragon.court import (
    build_floor,
    decay,
    gain,
    lose_floor,
    move_in,
    move_marker,
    pay,
    release,
    remove_palace,
    score,
    score_monks,
    take_tile,
)
from hanlin.games.year_of_the_dragon.deals import DEALS, FIRST_ROW, part_of
from hanlin.games.year_of_the_dragon.events import (
    begin_event,
    begin_super_event,
    begin_wall_check,
    event_comes_to,
    event_now,
    is_event_phase,
    release_reason,
    super_event_comes_to,
    wall_check_comes_to,
)
from hanlin.games.year_of_the_dragon.insight import value
from hanlin.games.year_of_the_dragon.state import (
    ACT,
    DEAL,
    DRAW_SUPER_EVENT,
    EVICT,
    FLOOR_TO,
    HIRE,
    MOST_PLAYERS,
    NOT_YET,
    NOTHING,
    PASSED,
    PICK,
    PLACE,
    RAZE,
    STATE,
    SUPER_EVENT_TO_DRAW,
    floors_of,
    persons_of,
)

# -- the verbs ---------------------------------------------------------------------------------------------------------


@compiled
def play(s, action):
    """Carry out a legal action; see ``generic.play``."""
    action = np.int64(action)
    verb = action >> codes.VERB_SHIFT
    argument = action & codes.ARGUMENT_MASK
    through = play_of_chance(s, verb, action) if s.actor == CHANCE else play_of_seat(s, s.actor, verb, argument)
    if through:
        carry_on(s)


@compiled
def play_of_chance(s, verb, action):
    """An outcome of chance; returns True when the seats come next."""
    if verb == codes.EVENT:
        return place_event(s, action & codes.ARGUMENT_MASK)
    if verb == codes.SUPER_EVENT:
        return tie_super_event(s, action & codes.ARGUMENT_MASK)
    return deal(s, action - codes.FIRST_DEAL)


@compiled
def play_of_seat(s, seat, verb, argument):
    """A seat's action; returns True when the seat has nothing more to decide at this point."""
    if verb == codes.ACT:
        return act(s, seat, argument >> 4, argument & 15)
    if verb == codes.HIRE:
        return hire(s, seat, argument & 15, argument >> 4)
    if verb == codes.HOUSE:
        return house(s, seat, argument)
    if verb == codes.FLOOR:
        return floor(s, seat, argument)
    if verb == codes.RELEASE:
        return release_one(s, seat, argument >> 4, argument & 15)
    if verb == codes.REPLACE:
        return replace(s, seat, argument >> 4, argument & 15)
    if verb == codes.DECLINE:
        return decline(s, seat)
    if verb == codes.PASS:
        return pass_by(s, seat)
    if verb == codes.SPEND:
        return spend(s, seat, argument)
    if verb == codes.PICK:
        return pick(s, seat, argument)
    if verb == codes.RAZE:
        return raze(s, seat, argument)
    if verb == codes.GIVE:
        return give(s, seat, argument)
    if verb == codes.DROP:
        return drop(s, seat, argument)
    if verb == codes.WELCOME:
        return welcome(s, seat, argument)
    return concede(s, seat, argument)


@compiled
def scores(s, out):
    """The points now; see ``generic.scores``."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


@compiled
def standing(s, out):
    """Points, and among equals player order (Y7); see ``generic.standing``."""
    for place in range(s.players):
        seat = s.order[place]
        out[seat] = s.points[seat] * 8 + (7 - place)


@compiled
def hide(s, seat):
    """Nothing: all of the game is public, and what chance has not drawn yet is not in the state."""


@compiled
def guess(s, rng):
    """Nothing: nothing is hidden."""


# -- set-up (Y1) -------------------------------------------------------------------------------------------------------


@compiled
def place_event(s, event):
    """A drawn event goes to the leftmost free space where it equals neither neighbour, or all go back (Y1.1)."""
    month = free_month(s, event)
    if month < p.MONTHS:
        s.events[month] = event
        tell(p.TOLD_EVENT_PLACED, -1, event, month + 1, 0)
        return all_events_lie(s) and events_are_drawn(s)
    for back in range(2, p.MONTHS):
        s.events[back] = -1
    tell(p.TOLD_EVENTS_REDRAWN, -1, event, 0, 0)
    return False


@compiled
def free_month(s, event):
    """The index of the leftmost free space where neither neighbour equals the event, or 12."""
    for month in range(2, p.MONTHS):
        fits = s.events[month - 1] != event and (month == p.MONTHS - 1 or s.events[month + 1] != event)
        if fits and s.events[month] < 0:
            return month
    return p.MONTHS


@compiled
def all_events_lie(s):
    """Whether no month lacks its event."""
    month = 2
    while month < p.MONTHS and s.events[month] >= 0:
        month += 1
    return month == p.MONTHS


@compiled
def events_are_drawn(s):
    """The ten events lie; a super event may still be drawn (Y9). Returns True if none is."""
    if s.super_event == SUPER_EVENT_TO_DRAW:
        s.step = DRAW_SUPER_EVENT
        return False
    begin_picks(s)
    return True


@compiled
def tie_super_event(s, event):
    """The super event that was drawn belongs to month 7 (Y9)."""
    s.super_event = event
    tell(p.TOLD_SUPER_EVENT, -1, event, 0, 0)
    begin_picks(s)
    return True


@compiled
def begin_picks(s):
    """In start order, each seat takes its first two persons (Y1.3)."""
    s.barred = 0
    s.turn = -1


@compiled
def pick(s, seat, pair):
    """Two young tiles of different types; nobody may take that pair again (Y1.3)."""
    s.barred |= 1 << pair
    s.held = p.YOUNG_OF_TYPE[codes.FIRST_OF_PAIR[pair]]
    s.held_next = p.YOUNG_OF_TYPE[codes.SECOND_OF_PAIR[pair]]
    take_tile(s, s.held)
    take_tile(s, s.held_next)
    tell(p.TOLD_HIRES, seat, s.held, -1, 0)
    tell(p.TOLD_HIRES, seat, s.held_next, -1, 0)
    s.step = PLACE
    return False


# -- the order of things (Y2) ------------------------------------------------------------------------------------------


@compiled
def carry_on(s):
    """On to the next decision: of a seat in this phase, or in a later one, or of chance."""
    while True:
        turn = s.turn + 1
        s.turn = turn
        if turn < s.players:
            if comes_to(s, s.queue[turn]):
                return
        elif next_phase(s):
            return


@compiled
def comes_to(s, seat):
    """The phase comes to a seat; returns whether the seat has something to decide."""
    s.actor = seat
    phase = s.phase
    if phase == p.ACTION_PHASE:
        s.step = ACT
        return True
    if phase == p.PERSON_PHASE:
        s.step = HIRE
        return True
    if is_event_phase(phase):
        return event_comes_to(s, seat, event_now(s))
    if phase == p.SUPER_EVENT_PHASE:
        return super_event_comes_to(s, seat, s.super_event)
    if phase == p.SETUP:
        s.step = PICK
        return True
    return wall_check_comes_to(s, seat)


@compiled
def next_phase(s):
    """All seats are through with this phase: begin the next; returns True if chance is to act or the game is over."""
    phase = s.phase
    if phase == p.SETUP:
        begin_month(s)
        return True
    if phase == p.ACTION_PHASE:
        s.taken = 0  # the dragons go back to their owners (Y3.2)
        if has_cards(s):
            begin_phase(s, p.PERSON_PHASE, -1)
            return False
    if phase <= p.PERSON_PHASE:
        begin_event_phase(s, p.EVENT_PHASE)
        return False
    if is_event_phase(phase) and s.great_wall and event_now(s) == p.MONGOL_INVASION:
        begin_phase(s, phase + 1, -1)
        begin_wall_check(s, s.month, p.FOR_WALL)
        return False
    if phase <= p.WALL_CHECK and s.month == p.SUPER_EVENT_MONTH and s.super_event >= 0:
        begin_super_event_phase(s)
        return False
    if phase == p.FINAL_WALL_CHECK:
        finish(s)
        return True
    return end_month(s)


@compiled
def has_cards(s):
    """Whether person cards are left, in all hands as many: not in month 12 (Y4), after a tornado not in 10 and 11 (Y9.7)."""
    return s.cards[0] != 0 or s.wild[0] != 0


@compiled
def begin_phase(s, phase, event):
    """A phase begins and reads the player order (Y2)."""
    s.phase = phase
    s.turn = -1
    for i in range(MOST_PLAYERS):
        s.queue[i] = s.order[i]
    tell(p.TOLD_PHASE, -1, phase, event, s.month)


@compiled
def begin_event_phase(s, phase):
    """The event of the month, for the first time or again (Y5, Y9.5)."""
    event = event_now(s)
    begin_phase(s, phase, event)
    if not begin_event(s, event):
        nobody_is_asked(s)


@compiled
def begin_super_event_phase(s):
    """The super event of month 7 (Y9)."""
    event = s.super_event
    begin_phase(s, p.SUPER_EVENT_PHASE, event)
    if event == p.SOLAR_ECLIPSE:
        begin_event_phase(s, p.EVENT_AGAIN)
    elif not begin_super_event(s, event):
        nobody_is_asked(s)


@compiled
def nobody_is_asked(s):
    """The phase has come to all seats already."""
    s.turn = s.players - 1


@compiled
def begin_month(s):
    """A month begins with the deal of the action cards (Y3.1)."""
    month = s.month + 1
    s.month = month
    s.phase = p.ACTION_PHASE
    s.actor = CHANCE
    s.step = DEAL
    for seat in range(MOST_PLAYERS):
        s.chosen[seat] = NOT_YET
        s.groups[seat] = 0
    super_event = s.super_event if month == p.SUPER_EVENT_MONTH else -1
    tell(p.TOLD_MONTH, -1, month, event_now(s), super_event)


@compiled
def end_month(s):
    """Decay and scoring phase (Y5.7, Y6); returns False before the last wall check, else True: no seat is asked."""
    decay(s)
    tell(p.TOLD_PHASE, -1, p.SCORING_PHASE, -1, s.month)
    for i in range(s.players):
        score_month(s, s.queue[i])
    if s.month < p.MONTHS:
        begin_month(s)
        return True
    if s.great_wall:
        begin_phase(s, p.FINAL_WALL_CHECK, -1)
        begin_wall_check(s, p.WALL_LENGTH, p.FOR_WALL_AT_END)
        return False
    finish(s)
    return True


@compiled
def score_month(s, seat):
    """1 point for each palace, each dragon on court ladies, each dragon on privileges (Y6)."""
    palaces = s.palaces[seat]
    ladies = s.symbols[seat, p.COURT_LADY]
    dragons = s.small[seat] + 2 * s.large[seat]
    score(s, seat, palaces, p.FOR_PALACES, palaces)
    score(s, seat, ladies, p.FOR_COURT_LADIES, ladies)
    score(s, seat, dragons, p.FOR_PRIVILEGES, dragons)


@compiled
def finish(s):
    """The end (Y7): persons, monks, and all that can be sold."""
    s.phase = p.GAME_OVER
    s.actor = OVER
    s.step = NOTHING
    for seat in range(s.players):
        persons = s.persons[seat]
        score(s, seat, p.POINTS_A_PERSON * persons, p.FOR_PERSONS_AT_END, persons)
        score_monks(s, seat, p.FOR_MONKS_AT_END)
        rice = s.rice[seat]
        fireworks = s.fireworks[seat]
        sold = p.GOODS_PRICE * (rice + fireworks)
        if sold > 0:
            tell(p.TOLD_SELLS, seat, rice, fireworks, sold)
        yuan = s.yuan[seat] + sold
        score(s, seat, yuan // p.YUAN_A_POINT, p.FOR_YUAN_AT_END, yuan)
    tell(p.TOLD_OVER, -1, 0, 0, 0)


# -- the action phase (Y3, Y8.2) ---------------------------------------------------------------------------------------


@compiled
def deal(s, number):
    """The cards lie in groups; the action phase begins (Y3.1). Returns True."""
    row = FIRST_ROW[part_of(s.players, s.great_wall)] + number
    for group in range(MOST_PLAYERS):
        s.groups[group] = DEALS[row, group]
    begin_phase(s, p.ACTION_PHASE, -1)
    return True


@compiled
def pass_by(s, seat):
    """Fill up to 3 yuan (Y3.4). In a sunrise or a concession: there is nothing to choose (Y9.8, Y9.10)."""
    if s.phase == p.SUPER_EVENT_PHASE:
        tell(p.TOLD_PASSES, seat, 0, 0, p.SUNRISE_GIFT if s.super_event == p.SUNRISE else p.CONCESSION_GIFT)
        return True
    s.chosen[seat] = PASSED
    tell(p.TOLD_PASSES, seat, 0, 0, p.PASSING)
    missing = p.PASS_YUAN - s.yuan[seat]
    if missing > 0:
        gain(s, seat, missing, p.YUAN, p.PASSING)
    return True


@compiled
def act(s, seat, group, deed):
    """The dragon goes to a group, 3 yuan are paid if one is there already, and one card is carried out (Y3.2, Y3.3)."""
    tell(p.TOLD_ACTS, seat, group, deed, 0)
    if (s.taken >> group) & 1:
        pay(s, seat, p.OCCUPIED_PRICE, p.YUAN, p.FOR_OCCUPIED_GROUP)
    s.taken |= 1 << group
    s.chosen[seat] = 16 * group + deed
    if deed >= p.FIRST_WALL_DEED:
        return build_wall(s, seat, deed - p.FIRST_WALL_DEED)
    if deed == p.BUILD:
        return get_floors(s, seat, 1 + s.symbols[seat, p.CRAFTSMAN], p.FOR_BUILD)
    if deed == p.TAXES:
        gain(s, seat, 2 + s.symbols[seat, p.TAX_COLLECTOR], p.YUAN, p.FOR_TAXES)
    elif deed == p.HARVEST:
        gain(s, seat, 1 + s.symbols[seat, p.FARMER], p.RICE, p.FOR_HARVEST)
    elif deed == p.FIREWORKS_SHOW:
        gain(s, seat, 1 + s.symbols[seat, p.PYROTECHNIST], p.FIREWORK, p.FOR_FIREWORKS_SHOW)
    elif deed == p.MILITARY_PARADE:
        move_marker(s, seat, 1 + s.symbols[seat, p.WARRIOR], p.FOR_PARADE)
    elif deed == p.RESEARCH:
        books = s.symbols[seat, p.SCHOLAR]
        score(s, seat, 1 + books, p.FOR_RESEARCH, books)
    elif deed == p.SMALL_PRIVILEGE:
        pay(s, seat, p.SMALL_PRICE, p.YUAN, p.FOR_PRIVILEGE)
        s.small[seat] += 1
        tell(p.TOLD_BUYS, seat, 1, 0, 0)
    else:
        pay(s, seat, s.large_price, p.YUAN, p.FOR_PRIVILEGE)
        s.large[seat] += 1
        tell(p.TOLD_BUYS, seat, 2, 0, 0)
    return True


@compiled
def build_wall(s, seat, benefit):
    """An own wall tile gives its benefit and is laid under the first event without a wall (Y8.2)."""
    s.benefits[seat] &= ~(1 << benefit)
    s.wall[s.wall_length] = seat
    s.wall_length += 1
    tell(p.TOLD_LAYS_WALL, seat, benefit, s.wall_length, 0)
    if benefit == p.WALL_FLOOR:
        return get_floors(s, seat, 1, p.FOR_WALL_TILE)
    if benefit == p.WALL_RICE:
        gain(s, seat, 1, p.RICE, p.FOR_WALL_TILE)
    elif benefit == p.WALL_FIREWORK:
        gain(s, seat, 1, p.FIREWORK, p.FOR_WALL_TILE)
    elif benefit == p.WALL_YUAN:
        gain(s, seat, 2, p.YUAN, p.FOR_WALL_TILE)
    elif benefit == p.WALL_TRACK:
        move_marker(s, seat, 3, p.FOR_WALL_TILE)
    else:
        score(s, seat, 3, p.FOR_WALL_TILE, 0)
    return True


@compiled
def get_floors(s, seat, floors, reason):
    """Floors that are to be built one by one (Y3.6)."""
    s.left = floors
    s.step = FLOOR_TO
    tell(p.TOLD_FLOORS, seat, floors, 0, reason)
    return False


@compiled
def floor(s, seat, palace):
    """One floor to a palace of one's own or to a new one (Y3.6)."""
    build_floor(s, seat, palace)
    return one_less(s)


@compiled
def one_less(s):
    """One of what the seat has to do is done; returns True if it was the last."""
    s.left -= 1
    return s.left == 0


# -- the person phase (Y4) ---------------------------------------------------------------------------------------------


@compiled
def hire(s, seat, kind, wild):
    """Play the card of the person's type, or a wild card (1), and take the tile (Y4.1)."""
    if wild:
        s.wild[seat] -= 1
    else:
        s.cards[seat] &= ~(1 << p.TYPE_OF_KIND[kind])
    take_tile(s, kind)
    tell(p.TOLD_HIRES, seat, kind, wild, 0)
    s.held = kind
    s.step = PLACE
    return False


@compiled
def spend(s, seat, card):
    """Play a card that brings nothing (Y4.4)."""
    remove_card(s, seat, card)
    tell(p.TOLD_SPENDS, seat, card, 0, 0)
    return True


@compiled
def remove_card(s, seat, card):
    """A person card leaves the hand."""
    if card == p.WILD:
        s.wild[seat] -= 1
    else:
        s.cards[seat] &= ~(1 << card)


@compiled
def house(s, seat, palace):
    """The held person moves into a palace with room (Y4.2)."""
    move_in(s, seat, palace, s.held, place_reason(s))
    return placed(s)


@compiled
def replace(s, seat, palace, kind):
    """All palaces are full: the held person takes the place of another, who leaves the game (Y4.2)."""
    release(s, seat, palace, kind, p.FOR_REPLACING)
    return house(s, seat, palace)


@compiled
def decline(s, seat):
    """All palaces are full: the held person leaves the game, and the marker stays (Y4.2)."""
    tell(p.TOLD_DECLINES, seat, s.held, 0, 0)
    return placed(s)


@compiled
def placed(s):
    """The held person is dealt with; in the set-up a second one may wait. Returns True if none does."""
    s.held = s.held_next
    s.held_next = -1
    return s.held < 0


@compiled
def place_reason(s):
    """Why a person gets a place now."""
    if s.phase == p.PERSON_PHASE:
        return p.FOR_HIRING
    return p.FOR_SETUP if s.phase == p.SETUP else p.SUNRISE_GIFT


# -- the event phase (Y5, Y9) ------------------------------------------------------------------------------------------


@compiled
def release_one(s, seat, palace, kind):
    """A person is released: for an event, for the wall, or because an earthquake took its floor (Y9.3)."""
    if s.step == EVICT:
        release(s, seat, palace, kind, p.FOR_EARTHQUAKE)
        return floor_is_razed(s, seat, palace)
    release(s, seat, palace, kind, release_reason(s))
    if is_event_phase(s.phase) and event_now(s) == p.DROUGHT:
        s.barred |= 1 << palace  # each palace without rice releases one person only (Y5.3)
    return one_less(s)


@compiled
def raze(s, seat, palace):
    """Earthquake (Y9.3): a floor is removed; a person without one has to go."""
    lose_floor(s, seat, palace, p.FOR_EARTHQUAKE)
    number = s.palace[seat, palace]
    if persons_of(number) > floors_of(number):
        s.at = palace
        s.step = EVICT
        return False
    return floor_is_razed(s, seat, palace)


@compiled
def floor_is_razed(s, seat, palace):
    """A palace without floors is gone at once; returns True if no floor is left to raze (Y9.3)."""
    s.at = -1
    s.step = RAZE
    if s.palace[seat, palace] == 0:
        remove_palace(s, seat, palace)
    return one_less(s) or s.palaces[seat] == 0


@compiled
def give(s, seat, good):
    """Flood (Y9.4): one yuan, rice or firework goes back."""
    pay(s, seat, 1, good, p.FOR_FLOOD)
    return one_less(s)


@compiled
def drop(s, seat, card):
    """Tornado (Y9.7): a person card is discarded."""
    remove_card(s, seat, card)
    tell(p.TOLD_DROPS, seat, card, 0, 0)
    return one_less(s)


@compiled
def welcome(s, seat, kind):
    """Sunrise (Y9.8): a young person comes without a card; nobody else can choose its type, even if it is declined."""
    s.barred |= 1 << p.TYPE_OF_KIND[kind]
    take_tile(s, kind)
    tell(p.TOLD_HIRES, seat, kind, -1, 0)
    s.held = kind
    s.step = PLACE
    return False


@compiled
def concede(s, seat, person):
    """Concession (Y9.10): the symbols of one type of one's own persons bring their benefit at once."""
    symbols = s.symbols[seat, person]
    reason = p.CONCESSION_GIFT
    tell(p.TOLD_CONCEDES, seat, person, symbols, 0)
    if person == p.CRAFTSMAN:
        return get_floors(s, seat, symbols, reason)
    if person == p.TAX_COLLECTOR:
        gain(s, seat, symbols, p.YUAN, reason)
    elif person == p.FARMER:
        gain(s, seat, symbols, p.RICE, reason)
    elif person == p.PYROTECHNIST:
        gain(s, seat, symbols, p.FIREWORK, reason)
    elif person == p.WARRIOR:
        move_marker(s, seat, symbols, reason)
    elif person == p.MONK:
        score_monks(s, seat, reason)
    elif person != p.HEALER:  # scholars and court ladies; healers bring nothing
        score(s, seat, symbols, reason, symbols)
    return True


register(
    STATE,
    actor=actor,
    actions=actions,
    weights=weights,
    choose=choose,
    sample=sample,
    play=play,
    scores=scores,
    standing=standing,
    hide=hide,
    guess=guess,
    value=value,
)
