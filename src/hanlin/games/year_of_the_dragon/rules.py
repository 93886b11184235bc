"""The rules of In the Year of the Dragon: apply an action of chance or of a seat, and continue to the next decision.

An action of a seat is applied by the function of its verb, which is in the module of its phase: ``setup``, ``action_phase``,
``person_phase``, ``events``, ``super_events``. Each of them returns True when the seat has nothing more to decide at this
point; then the turn goes on (``year.advance``): to the next seat of the phase that has something to decide, or to the next
phase, month, the end.
"""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.compiled import compiled
from hanlin.core.verbs.generic import CHANCE, register
from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.action_phase import act, deal, floor, pass_by
from hanlin.games.year_of_the_dragon.choices import actions, actor, choose, sample, weights
from hanlin.games.year_of_the_dragon.evaluation import forget, progress, value
from hanlin.games.year_of_the_dragon.events import release_one
from hanlin.games.year_of_the_dragon.person_phase import decline, hire, house, replace, spend
from hanlin.games.year_of_the_dragon.scoring import scores, standing
from hanlin.games.year_of_the_dragon.secrecy import guess, hide
from hanlin.games.year_of_the_dragon.setup import pick, place_event, tie_super_event
from hanlin.games.year_of_the_dragon.state import EVICT, STATE
from hanlin.games.year_of_the_dragon.super_events import concede, drop, evict, give, nothing_to_choose, raze, welcome
from hanlin.games.year_of_the_dragon.year import advance, begin_phase


@compiled
def play(s, action):
    """Carry out a legal action; see ``generic.play``."""
    action = np.int64(action)
    verb = action >> codes.VERB_SHIFT
    argument = action & codes.ARGUMENT_MASK
    through = play_of_chance(s, verb, action) if s.actor == CHANCE else play_of_seat(s, s.actor, verb, argument)
    if through:
        advance(s)


@compiled
def play_of_chance(s, verb, action):
    """An outcome of chance; returns True when the seats come next."""
    if verb == codes.EVENT:
        return place_event(s, action & codes.ARGUMENT_MASK)
    if verb == codes.SUPER_EVENT:
        return tie_super_event(s, action & codes.ARGUMENT_MASK)
    deal(s, action - codes.FIRST_DEAL)
    begin_phase(s, p.ACTION_PHASE, -1)
    return True


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
        if s.step == EVICT:
            return evict(s, seat, argument >> 4, argument & 15)
        return release_one(s, seat, argument >> 4, argument & 15)
    if verb == codes.REPLACE:
        return replace(s, seat, argument >> 4, argument & 15)
    if verb == codes.DECLINE:
        return decline(s, seat)
    if verb == codes.PASS:
        return pass_by(s, seat) if s.phase == p.ACTION_PHASE else nothing_to_choose(s, seat)
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
    forget=forget,
)
