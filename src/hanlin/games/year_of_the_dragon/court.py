"""Changes of one seat's court: persons come and go, palaces rise and fall, markers move, goods change hands."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.events import emit
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import FLOOR, FLOOR_TO, floors_of, person_in

# -- goods -----------------------------------------------------------------------------------------------------------


@compiled
def gain(s, seat, amount, good, reason):
    """Yuan, rice or fireworks from the supply."""
    change(s, seat, amount, good)
    emit(p.LOG_GAINS, seat, amount, good, reason)


@compiled
def pay(s, seat, amount, good, reason):
    """Yuan, rice or fireworks back to the supply; no event for 0."""
    change(s, seat, -amount, good)
    if amount > 0:
        emit(p.LOG_PAYS, seat, amount, good, reason)


@compiled
def change(s, seat, amount, good):
    """So many more of a good."""
    if good == p.YUAN:
        s.yuan[seat] += amount
    elif good == p.RICE:
        s.rice[seat] += amount
    else:
        s.fireworks[seat] += amount


# -- the person track --------------------------------------------------------------------------------------------------


@compiled
def move_marker(s, seat, spaces, reason):
    """The person marker moves on, on top of those in the space it reaches (Y1.4), and so before them in player order (Y2)."""
    space = s.track[seat] + spaces
    s.track[seat] = space
    emit(p.LOG_MOVES, seat, spaces, space, reason)
    # From the last to the first, the marker changes places with each that is not beyond it; no branch: it is unpredictable.
    order = s.order
    track = s.track
    passing = order[s.players - 1]
    for place in range(s.players - 2, -1, -1):
        ahead = order[place]
        overtakes = (passing == seat) & (track[ahead] <= space)
        order[place + 1] = ahead if overtakes else passing
        passing = passing if overtakes else ahead
    order[0] = passing


# -- palaces -----------------------------------------------------------------------------------------------------------


@compiled
def get_floors(s, seat, floors, reason):
    """Floors that are to be built one by one (Y3.6)."""
    s.left = floors
    s.step = FLOOR_TO
    emit(p.LOG_FLOORS, seat, floors, 0, reason)
    return False


@compiled
def build_floor(s, seat, palace):
    """One more floor (Y3.6); a palace number past the last starts a new one."""
    palaces = s.palaces[seat]
    s.palaces[seat] = palaces + int(palace >= palaces)
    palace = min(palace, palaces)
    s.palace[seat, palace] += FLOOR
    emit(p.LOG_BUILDS, seat, palace, floors_of(s.palace[seat, palace]), 0)


@compiled
def lose_floor(s, seat, palace, reason):
    """One floor less. A palace without floors stays for the moment, see ``remove_palace``."""
    s.palace[seat, palace] -= FLOOR
    emit(p.LOG_LOSES_FLOOR, seat, palace, floors_of(s.palace[seat, palace]), reason)


@compiled
def remove_palace(s, seat, palace):
    """A palace without floors is gone; later ones move down."""
    last = s.palaces[seat] - 1
    for i in range(palace, last):
        s.palace[seat, i] = s.palace[seat, i + 1]
    s.palace[seat, last] = 0
    s.palaces[seat] = last


@compiled
def decay(s):
    """Decay (Y5.7): each empty palace of all seats loses one floor."""
    for seat in range(s.players):
        palaces = s.palaces[seat]
        standing = 0
        for palace in range(palaces):
            number = s.palace[seat, palace]
            empty = number <= p.MOST_FLOORS  # no bit of a person is set
            number -= FLOOR * int(empty)
            if empty:
                emit(p.LOG_LOSES_FLOOR, seat, palace, number, p.FOR_DECAY)
            s.palace[seat, standing] = number
            standing += int(number > 0)
        for palace in range(standing, palaces):
            s.palace[seat, palace] = 0
        s.palaces[seat] = standing


@compiled
def inhabited_palaces(s, seat):
    """The number of the seat's palaces with persons in them."""
    count = 0
    for palace in range(s.palaces[seat]):
        count += int(s.palace[seat, palace] > p.MOST_FLOORS)
    return count


# -- persons -----------------------------------------------------------------------------------------------------------


@compiled
def take_tile(s, kind):
    """A person tile leaves the common board for good."""
    left = s.tiles[kind] - 1
    s.tiles[kind] = left
    s.available &= ~(int(left == 0) << kind)


@compiled
def move_in(s, seat, palace, kind, reason):
    """The person gets a place and the marker moves by its number (Y4.3)."""
    spaces = p.SPACES[kind]
    s.palace[seat, palace] += person_in(kind)
    s.persons[seat] += 1
    s.symbols[seat, p.TYPE_OF_KIND[kind]] += p.SYMBOLS[kind]
    emit(p.LOG_HOUSES, seat, palace, kind, spaces)
    move_marker(s, seat, spaces, reason)


@compiled
def release(s, seat, palace, kind, reason):
    """A person leaves the game (Y4.5)."""
    s.palace[seat, palace] -= person_in(kind)
    s.persons[seat] -= 1
    s.symbols[seat, p.TYPE_OF_KIND[kind]] -= p.SYMBOLS[kind]
    emit(p.LOG_RELEASES, seat, palace, kind, reason)


# -- cards in hand, and what is left to do -----------------------------------------------------------------------------


@compiled
def remove_card(s, seat, card):
    """A person card leaves the hand."""
    if card == p.WILD:
        s.wild[seat] -= 1
    else:
        s.cards[seat] &= ~(1 << card)


@compiled
def one_less(s):
    """One of what the seat has to do is done; returns True if it was the last."""
    s.left -= 1
    return s.left == 0
