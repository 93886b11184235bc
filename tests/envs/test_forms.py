"""The forms of an observation: one set of numbers, as a vector and as tables, planes and rows of actions."""

from __future__ import annotations

import pickle
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import hanlin
from hanlin import envs
from hanlin.core.verbs import generic
from hanlin.core.verbs.features import size_of
from hanlin.games.forbidden_city.pieces import ARCHWAY, GARDEN, OPEN
from hanlin.games.forbidden_city.snapshot import palace_of

NAMES = ("china", "forbidden_city", "year_of_the_dragon")
TABLES = [(name, players) for name in NAMES for players in hanlin.game(name).players]


@pytest.mark.parametrize("name", NAMES)
def test_the_checks_of_pettingzoo_and_gymnasium_pass(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(envs.aec(name, 3, observation="structured"), num_cycles=30)
        parallel_api_test(envs.parallel(name, 3, observation="structured"), num_cycles=20)
        seed_test(lambda: envs.aec(name, 3, observation="structured"), num_cycles=10)
        check_env(envs.gym(name, 3, observation="structured"), skip_render_check=True)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_structured_observation_holds_the_numbers_of_the_flat_one(name, players):
    """Tables are views of the vector; of the blocks that become planes each number appears, too."""
    flat = np.arange(size_of(hanlin.game(name).features(players)), dtype=np.float32)
    found: set[float] = set()
    for part in envs.structure(name, players):
        assert part.about
        if part.name not in ("planes", "palaces"):
            read = part.read(flat)
            assert read.shape == part.shape
            assert part.read(np.stack([flat, -flat]))[1].tolist() == (-read).tolist()
            assert not read.flags.writeable
            assert np.shares_memory(read, flat)
            assert found.isdisjoint(read.reshape(-1).tolist())
            found.update(read.reshape(-1).tolist())
    missing = sorted(set(flat.tolist()) - found)
    blocks = {"forbidden_city": ("rooms of spaces", "spaces"), "year_of_the_dragon": ("more palaces",)}.get(name, ())
    size = sum(feature.size for feature in envs.layout(name, players) if feature.name in blocks)
    assert len(missing) == size + (players * 12 * 16 if name == "year_of_the_dragon" else 0)


@pytest.mark.parametrize("name", NAMES)
def test_the_rows_of_actions_are_those_that_are_legal(name):
    one, many = envs.aec(name, 3, observation="structured"), envs.vector(name, 3, envs=3, observation="structured")
    one.reset(seed=2)
    many.reset(2)
    rng = np.random.default_rng(2)
    for ply in range(8):
        position = one.game.position().seen_by(one.game.actor)
        seen = one.observe(one.agent_selection)["observation"]
        n = int(seen["actions_mask"].sum())
        legal = np.flatnonzero(one.game.mask)
        assert sorted(seen["action_numbers"][:n].tolist()) == legal.tolist()
        assert not seen["actions_mask"][n:].any()
        assert not seen["actions"][n:].any()
        rows = np.zeros((n, seen["actions"].shape[1]), np.float32)
        generic.describe_actions(position.state, one.game.actor, one.game.codes, n, rows)
        assert seen["actions"][:n].tobytes() == rows.tobytes()
        idle = one.observe(next(agent for agent in one.agents if agent != one.agent_selection))["observation"]
        assert not idle["actions_mask"].any()
        assert not idle["actions"].any()
        all_seen = many.observed()
        assert all_seen["actions_mask"].sum(axis=1).tolist() == many.counts.tolist()
        assert (all_seen["action_numbers"] * all_seen["actions_mask"] == all_seen["action_numbers"]).all()
        for game in range(3):
            assert set(all_seen["action_numbers"][game, : many.counts[game]]) == set(np.flatnonzero(many.masks[game]))
        if ply % 2:
            one.step(rng.choice(legal))
        else:
            one.step(int(seen["action_numbers"][rng.integers(n)]))
        many.step(many.choose(rng))


@pytest.mark.parametrize("name", NAMES)
def test_all_environments_show_the_same(name):
    """AEC, Parallel, Gymnasium and many games: one position, one structured observation."""
    aec, parallel = envs.aec(name, 3, observation="structured"), envs.parallel(name, 3, observation="structured")
    aec.reset(seed=4)
    seen, _infos = parallel.reset(seed=4)
    many = envs.gym_vector(name, 3, num_envs=2, observation="structured")
    vectors, _infos = many.reset(seed=4)
    agent = aec.agent_selection
    for part, value in aec.observe(agent)["observation"].items():
        assert value.tobytes() == seen[agent]["observation"][part].tobytes()
    again = many.games.form.read(many.games.observations[1])
    assert all(again[part].tolist() == vectors["observation"][part][1].tolist() for part in again)
    many.close()


@pytest.mark.parametrize("name", NAMES)
def test_many_games_give_structured_last_observations(name):
    many = envs.gym_vector(name, num_envs=2, observation="structured")
    seen, _infos = many.reset(seed=3)
    rng = np.random.default_rng(3)
    for _ in range(200):
        seen, _rewards, over, _cut, infos = many.step(np.array([rng.choice(np.flatnonzero(m)) for m in seen["action_mask"]]))
        if over.any():
            break
    assert many.observation_space.contains(seen)
    last = infos["final_obs"][np.flatnonzero(over)[0]]
    assert many.single_observation_space.contains(last)
    assert not last["observation"]["actions_mask"].any()
    many.close()


@pytest.mark.parametrize("players", hanlin.game("forbidden_city").players)
def test_the_planes_show_the_palace(players):
    """Held against the palace as drawings read it: sides, floors, figures, rooms, free spaces, at the actions' own places."""
    env = envs.aec("forbidden_city", players, observation="structured", side="rooms")
    env.reset(seed=players)
    rng = np.random.default_rng(players)
    for _ in range(9 * players):
        env.step(rng.choice(np.flatnonzero(env.game.mask)))
    seat, state = env.game.actor, env.game.position().state
    planes = env.observe(env.agent_selection)["observation"]["planes"]
    palace, wide = palace_of(state), planes.shape[1]
    of_side = (len(planes) - 2 - players) // 4
    free = {((y + wide // 2) % wide, (x + wide // 2) % wide) for x, y in palace.meets}
    assert set(zip(*np.nonzero(planes[0]), strict=True)) == free
    assert planes[1].sum() == len(palace.faces) == planes.any(0).sum() - len(free)
    for (x, y), face in palace.faces.items():
        cell = planes[:, (y + wide // 2) % wide, (x + wide // 2) % wide]
        owner = palace.seats.get((x, y))
        assert cell[2 : 2 + players].tolist() == [int(owner == (seat + n) % players) for n in range(players)]
        for side in range(4):
            part = face.parts[face.owners[side]]
            room = palace._room(palace.room_at((x, y), face.owners[side]))
            numbers = cell[2 + players + side * of_side :][:of_side]
            assert numbers[:2].tolist() == [face.walls[side] == OPEN, face.walls[side] == ARCHWAY]
            assert numbers[2:5].tolist() == [part.floor == floor for floor in (1, 2, 3)]
            assert (numbers[6] * 2, numbers[7]) == (part.advisors, part.dragons)
            counted = part.floor != GARDEN
            found = np.rint(numbers[8:] * ([10, 3, 10, 1] + [5] * players)).tolist()
            advisors = [room.advisors[(seat + n) % players] for n in range(players)]
            assert found == [room.tiles * counted, room.dragons, room.open_edges, room.open_edges == 0, *advisors]
    legal = np.flatnonzero(env.game.mask)
    places = legal[legal < 4 * wide * wide] // 4
    assert len(places)
    assert planes[0].reshape(-1)[places].all()


def test_more_than_twelve_palaces_are_shown_with_their_persons():
    game = hanlin.game("year_of_the_dragon")
    state = game.start(2).state
    state.palaces[0] = 14
    state.palace[0][:14] = 1
    # Two floors with a person of the kinds 0 and 14 each.
    state.palace[0][13] = 2 + 2 * 4 + (1 << 4) + (1 << 32)
    flat = np.zeros(size_of(game.features(2)), np.float32)
    generic.observe(state, 0, flat)
    palaces = next(part for part in envs.structure("year_of_the_dragon", 2) if part.name == "palaces").read(flat)
    third = np.float32(1 / 3)
    assert palaces[0, :, 0].tolist() == [third] * 13 + [np.float32(2 / 3)] + [0] * 15
    assert np.flatnonzero(palaces[0, 13, 1:]).tolist() == [0, 14]
    assert palaces[0, 13, 1] == third
    assert not palaces[1, 12:].any()


@pytest.mark.parametrize("name", NAMES)
def test_environments_of_version_0_go_on(name):
    with pytest.warns(DeprecationWarning, match="out of date"):
        old = gymnasium.make(envs.registered_name(name, 0), players=3)
    new = gymnasium.make(envs.registered_name(name), players=3)
    assert envs.registered_name(name).endswith("-v1")
    first, second = (env.reset(seed=3)[0]["observation"] for env in (old, new))
    assert len(first) == {"china": 568, "forbidden_city": 2907, "year_of_the_dragon": 1001}[name] < len(second)
    assert first.tolist() == second[: len(first)].tolist()
    assert pettingzoo.make("aec", envs.registered_name(name, 0), players=3).metadata["name"] == f"hanlin_{name}_v0"
    many = envs.vector(name, 3, envs=2, observation="v0").reset(1)
    assert many.observed().shape == (2, len(first))


@pytest.mark.parametrize("make", [envs.aec, envs.parallel, envs.gym])
def test_forms_that_there_are_not(make):
    with pytest.raises(hanlin.BadOption, match="flat, structured, v0"):
        make("china", 3, observation="round")
    with pytest.raises(hanlin.BadOption, match="flat, structured, v0"):
        envs.vector("china", 3, envs=1, observation="round")


def test_what_is_computed_from_a_mask_is_plain():
    env = envs.aec("china", 3)
    env.reset(seed=3)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert type(mask.sum()) is np.int64
    assert mask.sum() == len(np.flatnonzero(mask)) > 1
    for each in (mask * 2, mask == 1, 1 - mask, pickle.loads(pickle.dumps(mask))):
        assert type(each) is np.ndarray
    assert np.array_equal(pickle.loads(pickle.dumps(mask)), mask)
