"""Many games at once: the games of the library, on any number of threads, filled in place."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import hanlin
from hanlin import envs
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from hanlin.envs.rewards import REWARDS
from hanlin.envs.vector_games import VectorGames, _ranges

NAMES = sorted(games())
ARRAYS = ("actors", "counts", "legal", "masks", "observations", "rewards", "over", "seats")


def played(env: VectorGames, steps: int, seed: int = 1) -> list[bytes]:
    """The observations of a random player in so many steps."""
    rng, story = np.random.default_rng(seed), []
    env.reset(seed)
    for _ in range(steps):
        env.step(env.choose(rng))
        story.append(b"".join(getattr(env, name).tobytes() for name in ARRAYS))
    return story


def observed(position: hanlin.Position, seat: int, out: np.ndarray) -> bytes:
    generic.observe(position.seen_by(seat).state, seat, out)
    return out.tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_games_are_those_of_the_library(name):
    """Played in step with positions that draw the same luck: actors, legal actions, masks, observations, ends, new games."""
    env = envs.vector(name, envs=2, threads=2).reset(5)
    space = hanlin.game(name).action_space(env.players)
    rng, luck = np.random.default_rng(5), [seeded("env", 5, number) for number in range(2)]
    positions = [hanlin.game(name).start().settle(one) for one in luck]
    out, ends = np.zeros(env.observations.shape[1], np.float32), 0

    def agree() -> None:
        for i, position in enumerate(positions):
            numbers = space.numbers_of(position.legal_codes)
            assert env.actors[i] == position.actor
            assert env.legal[i, : env.counts[i]].tolist() == numbers.tolist()
            assert (env.masks[i] == space.mask(position)).all()
            assert env.observations[i].tobytes() == observed(position, position.actor, out)
            assert env.position(i).state.tobytes() == position.state.tobytes()

    while ends < 2:
        agree()
        chosen = env.choose(rng)
        env.step(chosen)
        for i, position in enumerate(positions):
            position.apply(space.code(position, int(chosen[i]))).settle(luck[i])
            assert env.over[i] == position.over
            shares = [(seat in position.winners) / max(1, len(position.winners)) for seat in range(env.players)]
            assert env.rewards[i].tolist() == pytest.approx(shares)
            if position.over:
                ends += 1
                positions[i] = hanlin.game(name).start().settle(luck[i])
    agree()


def test_games_hang_neither_on_threads_nor_on_their_number():
    one, three = (envs.vector("china", 3, envs=7, threads=threads) for threads in (1, 3))
    assert played(one, 90) == played(three, 90)
    few = envs.vector("china", 3, envs=2).reset(4)
    many = envs.vector("china", 3, envs=7, threads=2).reset(4)
    for _ in range(90):
        for env in (few, many):
            env.step(env.legal[:, 0])
        assert all(getattr(few, name).tobytes() == getattr(many, name)[:2].tobytes() for name in ARRAYS)
    assert played(one, 9, 1) == played(one, 9, 1) != played(one, 9, 2)


def test_what_was_drawn_and_not_played_changes_nothing():
    """The places where ``choose`` found its actions are kept for ``step``, which may be given others."""
    one, other = (envs.vector("china", 3, envs=5, threads=2).reset(6) for _ in range(2))
    rng = np.random.default_rng(6)
    for _ in range(90):
        one.choose(rng)
        mixed = one.choose(rng)
        mixed[::2] = one.legal[::2, 0]
        for env in (one, other):
            env.step(mixed)
        assert all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in ARRAYS)


def test_arrays_are_filled_in_place():
    env = envs.vector("china", 3, envs=3)
    before = {name: getattr(env, name) for name in ARRAYS}
    played(env, 3)
    for name, array in before.items():
        assert getattr(env, name) is array
        assert array.flags.c_contiguous
    bare = envs.vector("china", 3, envs=3, masks=False, observations=False)
    played(bare, 3)
    assert bare.masks.shape[0] == bare.observations.shape[0] == 0
    assert bare.legal.tobytes() == env.legal.tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_hiding_changes_the_secret_fields_and_nothing_else(name):
    """Since vector environments put only these right again after a seat has looked."""
    game, changed = hanlin.game(name), 0
    secret = np.zeros(game.dtype.itemsize, np.bool_)
    for a, b in _ranges(game.dtype, game.secret_fields):
        secret[a:b] = True
    for players in game.players:
        rng = seeded("secrets", name, players)
        position = game.start(players).settle(rng)
        while not position.over:
            for seat in range(-1, players):
                whole, seen = (np.frombuffer(p.state.tobytes(), np.uint8) for p in (position, position.seen_by(seat)))
                assert not (whole != seen)[~secret].any()
                changed += (whole != seen).sum()
            position.apply(position.legal_codes[below(rng, len(position.legal_codes))]).settle(rng)
    assert bool(changed) == (game.secret_fields != ())


@pytest.mark.parametrize("wrong", [[0, 0], [0, 0, 10**6], [0, 0, -1], [0.0, 0.0, 0.0], None])
def test_an_illegal_action_changes_nothing(wrong):
    env = envs.vector("china", 3, envs=3, threads=2)
    with pytest.raises(hanlin.HanlinError, match="reset"):
        env.step([0, 0, 0])
    env.reset(1)
    before = [getattr(env, name).tobytes() for name in ARRAYS]
    with pytest.raises(hanlin.IllegalAction):
        env.step(wrong)
    chosen = env.legal[:, 0].copy()
    chosen[2] = np.flatnonzero(env.masks[2] == 0)[0]
    with pytest.raises(hanlin.IllegalAction, match="in game 2"):
        env.step(chosen)
    assert before == [getattr(env, name).tobytes() for name in ARRAYS]
    played(env, 3)


def test_rewards_are_those_of_the_other_environments():
    ends = {}
    for reward in REWARDS:
        env = envs.vector("china", 3, envs=4, reward=reward).reset(2)
        rng = np.random.default_rng(2)
        while not env.over.any():
            env.step(env.choose(rng))
        ends[reward] = env.rewards[env.over]
    for share, margin, points in zip(ends["win"], ends["margin"], ends["points"], strict=True):
        assert share.sum() == pytest.approx(1)
        assert margin.tolist() == [own - max(np.delete(points, seat)) for seat, own in enumerate(points)]
        assert (share > 0).tolist() == (margin >= 0).tolist()
    assert ends["zero_sum"] == pytest.approx((3 * ends["win"] - 1) / 2)
    assert ends["rank"].sum(axis=1) == pytest.approx(0)
    assert ((ends["rank"] == 1) <= (ends["win"] == 1)).all()


def test_one_seat_plays_among_opponents():
    env = envs.vector("china", 4, envs=5, seat=2).reset(1)
    rng = np.random.default_rng(1)
    for _ in range(60):
        assert (env.actors == 2).all()
        env.step(env.choose(rng))
    drawn = envs.vector("china", 4, envs=40, seat="drawn").reset(1)
    assert set(drawn.seats.tolist()) == {0, 1, 2, 3}
    assert (drawn.actors == drawn.seats).all()


def test_games_begin_at_the_given_positions():
    position = hanlin.game("china").start(3).settle(1)
    position.play(position.legal[-1]).settle(1)
    env = VectorGames.from_position(position, envs=3).reset(1)
    assert {env.position(i).text() for i in range(3)} == {position.text()}
    with pytest.raises(hanlin.HanlinError, match="whole position"):
        VectorGames.from_position(position.seen_by(0), envs=3)


@pytest.mark.parametrize(
    "wrong", [{"envs": 0}, {"envs": 2.5}, {"threads": 0}, {"reward": "glory"}, {"seat": 3}, {"seat": "mine"}, {"castles": True}]
)
def test_settings_that_there_are_not(wrong):
    with pytest.raises(hanlin.BadOption):
        envs.vector("china", 3, **{"envs": 2, **wrong})


@pytest.mark.parametrize("name", ["China", "ForbiddenCity", "YearOfTheDragon"])
def test_gymnasium_makes_a_vector_environment(name):
    env = gymnasium.make_vec(f"hanlin/{name}-v1", num_envs=3, vectorization_mode="vector_entry_point", players=3, seat=None)
    seen, _infos = env.reset(seed=3)
    rng, ends = np.random.default_rng(3), 0
    for _ in range(200):
        assert env.observation_space.contains(seen)
        before = {key: value.copy() for key, value in seen.items()}, seen
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        assert env.action_space.contains(actions)
        seen, rewards, over, cut, infos = env.step(actions)
        assert all((before[0][key] == before[1][key]).all() for key in seen)
        assert not cut.any()
        assert (rewards[~over] == 0).all()
        if over.any():
            ends += over.sum()
            assert infos["_final_obs"].tolist() == over.tolist()
            for number in np.flatnonzero(over):
                assert env.single_observation_space.contains(infos["final_obs"][number])
                assert infos["final_obs"][number]["observation"].any()
        if ends:
            break
    assert ends
    env.close()


def test_gymnasiums_statistics_count_its_episodes():
    env = RecordEpisodeStatistics(envs.gym_vector("china", 3, num_envs=4, copy=False))
    seen, _infos = env.reset(seed=3)
    rng, returns = np.random.default_rng(3), []
    while len(returns) < 4:
        seen, _rewards, over, _cut, infos = env.step(np.array([rng.choice(np.flatnonzero(m)) for m in seen["action_mask"]]))
        returns += infos["episode"]["r"][over].tolist() if over.any() else []
    assert all(0 <= one <= 1 for one in returns)
