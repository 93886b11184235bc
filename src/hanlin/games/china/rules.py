"""The rules of China: the effect of each action (C1–C6). Legal actions are in ``choices``, points in ``scoring``."""

from __future__ import annotations

from hanlin.core.jit.bits import count
from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.events import emit
from hanlin.core.verbs.generic import register
from hanlin.games.china.by_colour import number, one, total
from hanlin.games.china.by_region import one_in
from hanlin.games.china.choices import actions, actor, can_take, choose, in_turn, sample, weights
from hanlin.games.china.evaluation import progress, value
from hanlin.games.china.pieces import (
    CARD,
    DEAL,
    DONE,
    DRAW,
    DREW,
    EMISSARY,
    ENDED,
    EXCHANGE,
    EXCHANGED,
    FILL,
    FORTRESS,
    GAME_OVER,
    HAND,
    LARGEST_CODE,
    LAST_ROUND,
    MOST_SPACES,
    PAID,
    PALACE,
    PASSED,
    PLACE_EMISSARY,
    PLACE_FORTRESS,
    PLACED,
    REFILL,
    RESHUFFLED,
    ROW,
    SECOND,
    TAKE,
    TAKE_PILE,
    TOOK,
    TURN,
    TURN_OVER,
    TURNED_UP,
)
from hanlin.games.china.scoring import score_region, score_the_end, scores, standing
from hanlin.games.china.secrecy import guess, hide, seen_only_by
from hanlin.games.china.setup import deal_on
from hanlin.games.china.state import STATE


@compiled
def play(s, action):
    """Carry out a legal action."""
    if action < EXCHANGE:
        place(s, action)
    elif action < TAKE:
        exchange(s, action - EXCHANGE)
    elif action < TAKE_PILE:
        take_from_row(s, action - TAKE)
    elif action == TAKE_PILE:
        s.phase = DRAW
    elif action == DONE:
        next_card(s)
    elif action < CARD:
        emit(PASSED, s.seat, 0, 0, 0)
        end_turn(s)
    else:
        card_from_pile(s, action - CARD)
    # The one place from where the final scoring is called: in machine code it would be copied to each.
    if s.phase == ENDED:
        score_the_end(s)


# -- placing (C3) ----------------------------------------------------------------------------------------------------------


@compiled
def place(s, action):
    """Pay for a piece, place it, and see what follows (C3)."""
    code = int(action) & LARGEST_CODE
    if code < PLACE_EMISSARY:
        kind, at = PALACE, code // 5
        region, space = at // MOST_SPACES, at % MOST_SPACES
    elif code < PLACE_FORTRESS:
        kind, region, space = EMISSARY, (code - PLACE_EMISSARY) // 5, -1
    else:
        kind, at = FORTRESS, (code - PLACE_FORTRESS) // 5
        region, space = at // MOST_SPACES, at % MOST_SPACES
    colour = code % 5
    first = s.phase == TURN
    if first:
        s.region = region
        s.second = int(not is_empty(s, region))
    pay(s, colour, 1 if colour == s.colour[region] else 2)
    emit(PLACED, s.seat, kind, region, space + 1)
    put(s, kind, region, space)
    if nothing_fits(s):
        end_game(s, 1)
    elif first:
        s.phase = SECOND
    else:
        next_card(s)


@compiled
def is_empty(s, region):
    """True where no piece of any kind is in the region (C3.2). Where an emissary is there is a palace."""
    all_spaces = (1 << int(s.spaces[region])) - 1
    return (int(s.free[region]) ^ all_spaces) | int(s.fortresses[region]) == 0


@compiled
def discard(s, seat, colour, n):
    """n cards of a colour leave the hand, those that all know first (see ``state``), to the discards (C3.8, C5.1)."""
    card = one(colour)
    s.hands[seat] -= n * card
    s.hand_size[seat] -= n
    s.known[seat] -= min(n, number(s.known[seat], colour)) * card
    s.discards += n * card


@compiled
def pay(s, colour, n):
    """Pay for a piece with one card of the region's colour or two of another (C3.3)."""
    discard(s, in_turn(s), colour, n)
    emit(PAID, s.seat, colour, n, s.region)


@compiled
def put(s, kind, region, space):
    """Move a piece from the supply of the seat in turn to the board; a region that is full now is scored (C3.7)."""
    seat = in_turn(s)
    if kind == EMISSARY:
        s.emissaries_left[seat] -= 1
        s.emissaries[seat, region] += 1
        s.guests[region] += 1
    elif kind == PALACE:
        s.palaces_left[seat] -= 1
        put_palace(s, seat, region, 1 << space)
    else:
        s.fortresses_left[seat] -= 1
        s.fortresses[region] = int(s.fortresses[region]) | 1 << space
        s.bare -= one_in(region)
    s.hosts = (s.hosts & ~one_in(region)) | int(s.guests[region] < s.most[region]) * one_in(region)


@compiled
def put_palace(s, seat, region, space):
    """Place a palace on a space, given as a mask (C3.4), perhaps on a fortress (C8.1)."""
    mine = int(s.palaces[seat, region]) | space
    free = int(s.free[region]) & ~space
    s.palaces[seat, region] = mine
    s.free[region] = free
    s.vacant -= one_in(region)
    s.bare -= one_in(region) * int(s.fortresses[region] & space == 0)
    s.most[region] = max(int(s.most[region]), count(mine))
    if free == 0:
        score_region(s, region, 0)


@compiled
def nothing_fits(s):
    """True if no player could place any piece with any cards (C6.4)."""
    if s.vacant != 0 and s.palaces_left[in_turn(s)] > 0:
        return False
    for seat in range(s.players):
        if s.vacant != 0 and s.palaces_left[seat] > 0:
            return False
        if s.hosts != 0 and s.emissaries_left[seat] > 0:
            return False
        if s.bare != 0 and s.fortresses_left[seat] > 0:
            return False
    return True


# -- cards (C5, C6) ----------------------------------------------------------------------------------------------------------


@compiled
def exchange(s, colour):
    """Discard a card; one is taken for it next (C5.1)."""
    emit(EXCHANGED, s.seat, colour, 0, 0)
    discard(s, in_turn(s), colour, 1)
    s.phase = REFILL


@compiled
def take_from_row(s, colour):
    """A card of the row goes to the hand, where all know it."""
    emit(TOOK, s.seat, colour, 0, 0)
    seat = in_turn(s)
    card = one(colour)
    s.row -= card
    s.hands[seat] += card
    s.known[seat] += card
    s.hand_size[seat] += 1
    after_card(s)


@compiled
def after_card(s):
    """After a card was taken: in an exchange it was the only one (C5.1), otherwise the hand is filled on (C6.1)."""
    if s.region < 0:
        fill_row(s)
    else:
        next_card(s)


@compiled
def next_card(s):
    """Fill the hand to three cards, as far as there are cards (C6.1, C6.3), then the row."""
    if s.hand_size[in_turn(s)] < HAND and can_take(s):
        s.phase = REFILL
    else:
        fill_row(s)


@compiled
def fill_row(s):
    """Fill the row to four cards while there is a pile (C6.1, C6.3); then the turn is over."""
    if s.pile_left > 0 and total(s.row) < ROW:
        s.phase = FILL
    else:
        end_turn(s)


@compiled
def end_turn(s):
    """The next seat begins its turn, unless the last round is over (C2, C6.3)."""
    last = int(s.players) - 1
    over = s.run_out == 2 and s.seat == last
    next_seat = 0 if s.seat == last else int(s.seat) + 1
    emit(TURN_OVER, s.seat, -1 if over else next_seat, 0, 0)
    s.region = -1
    s.second = 0
    if over:
        end_game(s, 0)
    else:
        s.seat = next_seat
        s.phase = TURN


@compiled
def end_game(s, reason):
    """The game is over; the final scoring follows. ``reason`` as in GAME_OVER."""
    emit(GAME_OVER, -1, reason, 0, 0)
    s.phase = ENDED


@compiled
def card_from_pile(s, colour):
    """Chance: the top card of the pile is dealt, drawn, or comes into the row."""
    phase = s.phase
    card = one(colour)
    s.pile -= card
    s.pile_left -= 1
    if phase in (DEAL, DRAW):
        s.hands[in_turn(s)] += card
        s.hand_size[in_turn(s)] += 1
        emit(DREW, s.seat, 0, 0, 0)
    else:
        s.row += card
        emit(TURNED_UP, -1, colour, 0, 0)
    if s.pile_left == 0:
        run_out(s)
    if phase == DRAW:
        after_card(s)
    elif phase == FILL:
        fill_row(s)
    elif phase == DEAL:
        deal_on(s)
    elif total(s.row) == ROW:
        s.phase = TURN


@compiled
def run_out(s):
    """The pile's last card has left it (C6.5): first the discards become the pile (C6.2), then the last round begins (C6.3)."""
    s.run_out += 1
    if s.run_out == 1:
        s.pile = s.discards
        s.pile_left = total(s.pile)
        s.discards = 0
        emit(RESHUFFLED, -1, s.pile_left, 0, 0)
    else:
        emit(LAST_ROUND, s.seat, int(s.players) - 1 - int(s.seat), 0, 0)


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
    progress=progress,
    seen_only_by=seen_only_by,
)
