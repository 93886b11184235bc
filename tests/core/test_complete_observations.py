"""Observations are complete: equal ones are of equal views, field by field and over thousands of pairs."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

import numpy as np
import pytest

import hanlin
from hanlin.core.jit.rng import below, seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.features import size_of
from helpers.long import LONG

NAMES = ("china", "forbidden_city", "year_of_the_dragon")
TABLES = [(name, players) for name in NAMES for players in hanlin.game(name).players]

SETTLED = {
    "china": {"players", "spaces", "colour", "of_colours", "borders", "roads", "ids"},
    "forbidden_city": {
        *("players", "kinds", "start_parts", "kind_sides", "kind_tiles", "kind_turns", "kind_parts", "kind_floor", "tile_kind"),
        *("kind_part", "start_sides", "start_part", "start_floor", "kind_advisors", "kind_dragons", "kind_name"),
    },
    "year_of_the_dragon": {"players", "great_wall", "large_price", "deals"},
}
"""Fields that stay as they are in a game: its options, map and tiles."""
FOLLOWING = {
    "china": {"free", "most", "guests", "vacant", "bare", "hosts"},
    "forbidden_city": {
        *("parts", "passages", "twins", "passage", "blocked", "facing", "room", "free", "free_space", "number_at", "joined"),
        "twin",
    },
    "year_of_the_dragon": {"available"},
}
"""Fields that follow from others: the pieces; the placed tiles in their order; the tiles left."""
TOGETHER = {
    "china": [("hands", "known")],
    "forbidden_city": [
        ("under", "unders"),
        ("placed", "placed_space", "placed_tile", "placed_seat", *FOLLOWING["forbidden_city"]),
    ],
    "year_of_the_dragon": [("palace", "palaces"), ("queue",), ("order",), ("actor", "turn")],
}
"""Fields that mean something only together."""
RARE = {
    "china": [],
    "forbidden_city": [
        {"tries": 2},
        {"passes": 1},
        {"hand_known": [0, 1, 0, 0]},
        {"unders": [0, 1, 0, 0]},
        *({"unders": [0, 2, 0, 0], "under": [[0] * 30, [*kinds, *[0] * 28], [0] * 30, [0] * 30]} for kinds in ((1, 3), (3, 1))),
    ],
    "year_of_the_dragon": [{"at": 0}, {"at": 28}, {"held": 0}, {"held": 14}, {"held_next": 0}, {"hit": 4}, {"super_event": 3}],
}
"""Values of fields that hardly ever have any; each of these views must look different from all others."""
OPTIONS = {
    "china": {"fortresses": True},
    "forbidden_city": {},
    "year_of_the_dragon": {"great_wall": True, "super_event": "earthquake"},
}


def observed(state, seat, game, players):
    out = np.zeros(size_of(game.features(players)), np.float32)
    generic.observe(state, seat, out)
    return out.tobytes()


def seen(position, seat):
    """The bytes of what a seat sees; who knew which cards is forgotten when all hands are open (C0.5)."""
    state = position.seen_by(seat)._states.copy()
    if position.over and position.game.name == "china":
        state["known"] = 0
    return state.tobytes()


def played(name, players, number, **options):
    """The positions of a random game, those at which chance acts included."""
    rng = seeded("complete", name, players, number)
    position = hanlin.game(name).start(players, **options)
    while not position.over:
        yield position
        if position.actor == generic.CHANCE:
            position.apply(int(generic.sample(position.state, rng)))
        else:
            position.apply(position.legal_codes[below(rng, len(position.legal_codes))])
    yield position


def groups(game):
    """Each set of fields that belong together, and each other field by itself."""
    together = TOGETHER[game.name]
    alone = set(game.dtype.names) - SETTLED[game.name] - FOLLOWING[game.name] - {name for group in together for name in group}
    return [*together, *((name,) for name in sorted(alone))]


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_a_view_shows_in_the_observation(name):
    """Whatever field of one view is given the value of another view of the game, the observation changes."""
    game = hanlin.game(name)
    players = game.players[1]
    views, shown = [], set()
    for number in range(6 if LONG else 3):
        for ply, position in enumerate(played(name, players, number, **OPTIONS[name])):
            if ply % 7 == 0 or position.over or getattr(position.state, "at", 0) > 0:
                views.append(position.seen_by(0)._states.copy())
    rng = np.random.default_rng(1)
    pairs = rng.integers(len(views), size=(400 if LONG else 60, 2))
    for one, other in pairs:
        before = observed(views[one][0], 0, game, players)
        for group in groups(game):
            mixed = views[one].copy()
            for field in group:
                mixed[0][field] = views[other][0][field]
            if mixed.tobytes() != views[one].tobytes():
                shown.add(group)
                assert observed(mixed[0], 0, game, players) != before, (name, group)
    rare = {field for fields in RARE[name] for field in fields}
    assert all(set(group) & rare for group in set(groups(game)) - shown)
    looks = [observed(views[0][0], 0, game, players)]
    for fields in RARE[name]:
        changed = views[0].copy()
        for field, value in fields.items():
            changed[0][field] = value
        looks.append(observed(changed[0], 0, game, players))
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_equal_observations_are_of_equal_views(name, players):
    """Of all pairs of positions that are one action apart, or of other games: thousands for each table."""
    game = hanlin.game(name)
    found = defaultdict(set)
    views = 0
    for number in range(12 if LONG else 2):
        options = {option.name: bool(number % 2) for option in game.options if option.is_switch}
        rng = seeded("siblings", name, players, number)
        for ply, position in enumerate(played(name, players, number, **options)):
            near = [position]
            if ply % (5 if LONG else 17) == 3 and position.actor >= 0:
                codes = position.legal_codes
                near += [position.copy().apply(codes[below(rng, len(codes))]) for _ in range(40 if LONG else 8)]
            for one in near:
                for seat in {0, max(one.actor, 0)}:
                    key = number % 2, seat, observed(one.seen_by(seat).state, seat, game, players)
                    found[key].add(seen(one, seat))
                    views += 1
    assert max(map(len, found.values())) == 1
    assert views * (views - 1) // 2 > 5000
    assert len(found) > views // 3


@pytest.mark.parametrize("players", hanlin.game("forbidden_city").players)
def test_another_rotation_of_the_last_tile_is_observed(players):
    """The pairs by which the observation of version 0 was found wanting."""
    game = hanlin.game("forbidden_city")
    pairs, alike_before = 0, 0
    before = 4 * size_of(game.features(players), 0)
    for position in played("forbidden_city", players, 5):
        codes = sorted(position.legal_codes) if position.actor >= 0 and position.ply % 3 == 0 else []
        turned = next(((one, other) for one, other in pairwise(codes) if one >> 2 == other >> 2), None)
        if turned is not None:
            one, other = (position.copy().apply(code) for code in turned)
            for seat in range(2):
                first, second = (observed(after.seen_by(seat).state, seat, game, players) for after in (one, other))
                alike_before += first[:before] == second[:before]
                assert first != second
                pairs += 1
    assert pairs > 10
    assert alike_before > 0
