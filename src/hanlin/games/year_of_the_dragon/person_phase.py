"""The person phase (Y4): a card is played, a person comes, and needs a place."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.events import emit
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.court import move_in, release, remove_card, take_tile
from hanlin.games.year_of_the_dragon.state import PLACE


@compiled
def hire(s, seat, kind, wild):
    """Play the card of the person's type, or a wild card (1), and take the tile (Y4.1)."""
    s.wild[seat] -= wild
    s.cards[seat] &= ~((1 - wild) << p.TYPE_OF_KIND[kind])
    take_tile(s, kind)
    emit(p.LOG_HIRES, seat, kind, wild, 0)
    s.held = kind
    s.step = PLACE
    return False


@compiled
def spend(s, seat, card):
    """Play a card that brings nothing (Y4.4)."""
    remove_card(s, seat, card)
    emit(p.LOG_SPENDS, seat, card, 0, 0)
    return True


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
    emit(p.LOG_DECLINES, seat, s.held, 0, 0)
    return placed(s)


@compiled
def placed(s):
    """The held person is dealt with; in the set-up a second one may wait. Returns True if none does."""
    s.held = s.held_next
    s.held_next = -1
    return s.held < 0


@compiled
def place_reason(s):
    """The reason why a person gets a place now."""
    if s.phase == p.PERSON_PHASE:
        return p.FOR_HIRING
    return p.FOR_SETUP if s.phase == p.SETUP else p.SUNRISE_GIFT
