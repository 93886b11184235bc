"""Lanterns: a game of a few lines that no shelf holds. It shows that the table knows no game.

Each seat holds two hidden lanterns of the sizes 1 to 3 (two of each size for every player). A turn lights one for its size in
points, or skips; after lighting one the seat draws another, as long as the pool has some. It is over after three turns each.
"""

from __future__ import annotations

import numpy as np

from hanlin.core import generic
from hanlin.core.data import data_file
from hanlin.core.errors import BadData
from hanlin.core.game import Game
from hanlin.core.generic import CHANCE, OVER
from hanlin.core.options import Option
from hanlin.core.rng import below
from hanlin.core.telling import tell

SIZES = 3
SKIP = 3
DRAW = 10
TURNS = 3
HAND = 2
LIT = 1
"""Told: a seat lit a lantern of size ``a``."""

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("players", np.int32),
                ("turn", np.int32),
                ("double", np.int32),
                ("drawing", np.int32),
                ("points", np.int32, 4),
                ("pool", np.int32, SIZES),
                ("unknown", np.int32, 4),
                ("hands", np.int32, (4, SIZES)),
            ],
            align=True,
        ),
    )
)


def actor(s):
    if s.drawing >= 0:
        return CHANCE
    return OVER if s.turn >= TURNS * s.players else int(s.turn % s.players)


def actions(s, out):
    codes = []
    if s.drawing >= 0:
        codes = [DRAW + int(s.drawing) * SIZES + size for size in range(SIZES) if s.pool[size]]
    elif actor(s) >= 0:
        codes = [size for size in range(SIZES) if s.hands[actor(s), size]] + [SKIP]
    out[: len(codes)] = codes
    return len(codes)


def weights(s, out):
    there = [int(count) for count in s.pool if count]
    out[: len(there)] = there
    return len(there)


def choose(s, rng):
    out = np.zeros(8, np.int32)
    return int(out[below(rng, actions(s, out))])


def sample(s, rng):
    ball = below(rng, int(s.pool.sum()))
    for size in range(SIZES):
        ball -= int(s.pool[size])
        if ball < 0:
            return DRAW + int(s.drawing) * SIZES + size
    raise AssertionError("the pool is empty")


def play(s, action):
    if action >= DRAW:
        size = (action - DRAW) % SIZES
        s.pool[size] -= 1
        s.hands[s.drawing, size] += 1
        s.drawing = next_to_fill(s)
        return
    seat = actor(s)
    s.turn += 1
    if action != SKIP:
        s.hands[seat, action] -= 1
        gain = (action + 1) * (2 if s.double else 1)
        s.points[seat] += gain
        tell(LIT, seat, gain, 0, 0)
        s.drawing = seat if s.pool.sum() else -1


def next_to_fill(s):
    """During the first deal the next seat whose hand is not full; afterwards nobody."""
    if s.turn == 0:
        for seat in range(s.players):
            if s.hands[seat].sum() < HAND:
                return seat
    return -1


def scores(s, out):
    out[: s.players] = s.points[: s.players]


def hide(s, seat):
    for other in range(s.players):
        if other != seat:
            s.unknown[other] = s.hands[other].sum()
            s.pool += s.hands[other]
            s.hands[other] = 0


def guess(s, rng):
    for other in range(s.players):
        while s.unknown[other]:
            s.drawing = other
            size = (sample(s, rng) - DRAW) % SIZES
            s.pool[size] -= 1
            s.hands[other, size] += 1
            s.unknown[other] -= 1
    s.drawing = -1


def value(s, seat):
    return float(s.points[seat])


generic.register(
    STATE,
    actor=actor,
    actions=actions,
    weights=weights,
    choose=choose,
    sample=sample,
    play=play,
    scores=scores,
    standing=scores,
    hide=hide,
    guess=guess,
    value=value,
)


def first_state(players, options):
    states = np.zeros(1, STATE)
    states[0].players = players
    states[0].double = options["double"]
    states[0].pool = 2 * players
    if options["scroll"]:
        states[0].pool = np.array(read_scroll(options["scroll"]))
    return states


def read_scroll(source):
    """A file with three numbers: how many lanterns of each size there are."""
    file = data_file(source, "scroll")
    words = file.text.split()
    if len(words) != SIZES or not all(word.isdigit() for word in words):
        raise BadData(f"{file.name}: a scroll holds three numbers.")
    return [int(word) for word in words]


def text(s, action):
    if action >= DRAW:
        return f"draw {(action - DRAW) // SIZES + 1} {(action - DRAW) % SIZES + 1}"
    return "skip" if action == SKIP else f"light {action + 1}"


def parse(s, words):
    match words.split(" "):
        case ["skip"]:
            return SKIP
        case ["light", size] if size in ("1", "2", "3"):
            return int(size) - 1
        case ["draw", seat, size] if seat in ("1", "2", "3", "4") and size in ("1", "2", "3"):
            return DRAW + (int(seat) - 1) * SIZES + int(size) - 1
    raise ValueError("write light 1, light 2, light 3 or skip.")


def seen_only_by(s, action):
    return (action - DRAW) // SIZES if action >= DRAW else -1


GAME = Game(
    name="lanterns",
    package="fake_game",
    players=(2, 3, 4),
    options=(
        Option(name="double"),
        Option(name="wind", default="calm", choices=("calm", "storm")),
        Option(name="scroll", default=None, file=True),
    ),
    rules_version="1",
    dtype=STATE,
    max_actions=8,
    max_outcomes=8,
    first_state=first_state,
    text=text,
    parse=parse,
    seen_only_by=seen_only_by,
    action_numbers=lambda players: np.arange(DRAW, dtype=np.int32),
)
