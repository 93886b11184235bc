"""Opponents of the environments: bots, functions, programs and past selves, in one game and in many."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import hanlin
from hanlin import envs
from hanlin.bots.bot import bot
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic

NAMES = sorted(games())
ARRAYS = ("actors", "counts", "legal", "masks", "observations", "rewards", "over", "truncated", "seats", "opponents")
PROGRAM = Path(__file__).parents[1] / "helpers" / "subprocess_bots.py"


def lowest(observations, masks):
    """A batch policy: the legal action with the lowest number."""
    return masks.argmax(axis=1)


def middle(observations, masks):
    """A batch policy that looks at what it is given."""
    legal = [np.flatnonzero(mask) for mask in masks]
    return np.array([row[int(abs(seen.sum()) * 7) % len(row)] for row, seen in zip(legal, observations, strict=True)])


def last(view, seconds, seed):
    """A function as for ``hanlin.bots.serve``."""
    assert view.seat == view.actor
    return view.legal[-1 - seed % 2 * (len(view.legal) > 1)]


def played(env, steps, seed=1):
    """The arrays after each step of a random learner."""
    rng, story = np.random.default_rng(seed), []
    env.reset(seed)
    for _ in range(steps):
        assert (env.actors == env.seats).all()
        env.step(env.choose(rng))
        story.append(b"".join(getattr(env, name).tobytes() for name in ARRAYS))
    return story


KINDS = {
    "greedy": ["greedy"],
    "novice": ["novice", "random"],
    "policy": [middle],
    "function": [last],
    "bot": [bot("random"), "greedy"],
    "pool": [envs.PastSelves("random", middle, last), "greedy"],
}


@pytest.mark.parametrize("kind", KINDS)
def test_equal_seeds_give_equal_games_on_any_number_of_threads(kind):
    one, three = (
        envs.vector("china", 3, envs=4, threads=threads, seat="drawn", opponents=KINDS[kind], max_cycles=17)
        for threads in (1, 3)
    )
    assert played(one, 40) == played(three, 40)
    assert played(one, 4) == played(one, 4) != played(one, 4, 2)
    assert (one.opponents == -1).sum(axis=1).tolist() == [1] * 4


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_levels_with_few_iterations_are_reproducible(name):
    one, two = (envs.vector(name, envs=3, threads=threads, opponents=["strong@8"], max_cycles=9) for threads in (1, 2))
    assert played(one, 20) == played(two, 20) == played(one, 20)


@pytest.mark.parametrize("name", NAMES)
def test_opponents_see_and_draw_as_in_a_game_played_by_hand(name):
    """A game with a greedy opponent in the loop and a policy from outside, against positions with the same random stream."""
    rows = []

    def policy(observations, masks):
        rows.append((observations[0].copy(), masks[0].copy()))
        return lowest(observations, masks)

    env = envs.vector(name, 3, envs=1, seat="drawn", opponents=["greedy", envs.PastSelves("random", policy)]).reset(5)
    greedy, space, luck, rng = bot("greedy"), hanlin.game(name).action_space(3), seeded("env", 5, 0), np.random.default_rng(5)
    out, games_played, asked = np.zeros(env.observations.shape[1], np.float32), 0, 0
    while games_played < 2 or not asked:
        learner = below(luck, 3)
        pools = {}
        for seat in range(3):
            if seat == (learner + 2) % 3:
                pools[seat] = ("random", policy)[below(luck, 2)]
        position = hanlin.game(name).start(3).settle(luck)
        while not position.over:
            who, view = position.actor, position.seen_by(position.actor)
            if who == learner:
                assert (env.seats[0], env.actors[0]) == (learner, learner)
                assert [env.policies[k] if k >= 0 else None for k in env.opponents[0]] == [
                    None if seat == learner else pools.get(seat, "greedy") for seat in range(3)
                ]
                chosen = env.choose(rng)
                code = space.code(position, int(chosen[0]))
                rows.clear()
                env.step(chosen)
            elif who == (learner + 1) % 3:
                code = greedy.decide(position.game, view.state, who, luck)
            elif pools[who] == "random":
                code = int(generic.choose(position.state, luck))
            else:
                generic.observe(view.state, who, out)
                seen, mask = rows.pop(0)
                assert seen.tobytes() == out.tobytes()
                assert (mask == space.mask(position)).all()
                code = space.code(position, int(mask.argmax()))
                asked += 1
            position.apply(code).settle(luck)
        assert env.over[0]
        games_played += 1


@pytest.mark.parametrize("settings", [{}, {"opponents": [lowest, "random"]}])
def test_games_are_truncated_with_the_last_observation_kept(settings):
    env, whole = (
        envs.vector("china", 3, envs=4, last_observations=True, max_cycles=most, **settings).reset(2) for most in (3, None)
    )
    assert env.terminated is env.over
    for step in range(3):
        chosen = env.legal[:, 0].copy()
        env.step(chosen)
        whole.step(chosen)
        assert env.truncated.tolist() == [step == 2] * 4
        assert not env.over.any()
        assert not env.rewards.any()
    assert (env.last_observations == whole.observations).all()
    assert (env.last_masks == whole.masks).all()
    assert {env.position(i).ply for i in range(4)} == {0}
    assert (env.observations != whole.observations).any(axis=1).all()
    assert not env.step(env.legal[:, 0].copy()).truncated.any()


def test_an_end_in_the_last_step_is_no_truncation():
    env = envs.vector("china", 3, envs=3, opponents=["random"]).reset(1)
    lengths, rng = [0] * 3, np.random.default_rng(1)
    while not env.over.all():
        env.step(env.choose(rng))
        lengths = [n + 1 for n in lengths]
        if env.over.any():
            break
    first = int(np.flatnonzero(env.over)[0])
    limited = envs.vector("china", 3, envs=3, opponents=["random"], max_cycles=lengths[first]).reset(1)
    rng = np.random.default_rng(1)
    for _ in range(lengths[first]):
        limited.step(limited.choose(rng))
    assert limited.over.tolist() == env.over.tolist()
    assert limited.truncated.tolist() == (~env.over).tolist()
    assert (limited.rewards.sum(axis=1) == env.over).all()


def test_a_rotating_seat_is_the_next_one_in_each_game():
    env = envs.vector("china", 4, envs=5, seat="rotating", max_cycles=1).reset(1)
    for game in range(6):
        assert env.seats.tolist() == [(i + game) % 4 for i in range(5)]
        env.step(env.legal[:, 0].copy())
    one = envs.gym("china", 3, seat="rotating")
    assert [one.reset(seed=1) and one.seat, *(one.reset() and one.seat for _ in range(3))] == [0, 1, 2, 0]
    one.reset(seed=1)
    assert one.seat == 0


def test_past_selves_are_drawn_by_games_that_start_later():
    pool = envs.PastSelves("random")
    env = envs.vector("china", 3, envs=30, opponents=[pool], max_cycles=2).reset(1)

    def step():
        env.step(env.legal[:, 0].copy())
        return {env.policies[k] for k in np.unique(env.opponents[env.opponents >= 0])}

    pool.add(lowest)
    assert step() == {"random"}, "games that are under way keep their opponents"
    assert step() == {"random", lowest}
    pool.weigh([0, 1])
    step()
    assert step() == {lowest}
    pool.add("greedy", weight=3)
    step()
    step()
    shares = np.mean([env.policies[k] == "greedy" for k in env.opponents[env.opponents >= 0]])
    assert 0.5 < shares < 0.95
    assert (pool.members, pool.weights) == (("random", lowest, "greedy"), (0, 1, 3))


def test_a_pool_keeps_its_newest_and_indices_are_used_again():
    pool = envs.PastSelves("random", most=2)
    env = envs.vector("china", 3, envs=4, opponents=[pool], max_cycles=1).reset(1)
    for n in range(5):
        pool.add(lambda observations, masks, n=n: masks.argmax(axis=1))
        for _ in range(2):
            env.step(env.legal[:, 0].copy())
    assert len(pool) == 2
    assert len(env.policies) <= 4
    assert set(pool.members) <= set(env.policies)
    for wrong in ([1], [0, 0], [1, -1], [1, float("nan")]):
        with pytest.raises(hanlin.BadOption, match="weight"):
            pool.weigh(wrong)
    for wrong in ((), (3,), (pool,)):
        with pytest.raises(hanlin.BadOption):
            envs.PastSelves(*wrong)


def test_one_game_among_opponents_of_all_kinds():
    plies = []

    def counting(view, seconds, seed):
        plies.append(len(view.moves))
        assert seconds == 0.25
        return view.legal[0]

    program = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))} good"
    env = envs.gym("china", 5, opponents=[program, counting, middle, envs.PastSelves("random", bot("greedy"))], seconds=0.25)
    stories = []
    for _ in range(2):
        seen, info = env.reset(seed=4)
        story, over = [env.opponents[4]], False
        while not over and len(story) < 12:
            story.append(seen["observation"].tobytes())
            seen, _reward, over, _cut, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        stories.append(story)
    env.close()
    assert stories[0] == stories[1]
    assert list(env.opponents.values())[:3] == [program, counting, middle]
    assert plies[0] < plies[1] < plies[2]


@pytest.mark.filterwarnings("ignore")
def test_gymnasiums_checks_pass_with_opponents_and_truncation():
    check_env(envs.gym("china", 3, opponents=[middle, "greedy"], seat="rotating", max_cycles=20), skip_render_check=True)
    env = envs.gym("china", 3, opponents=[lowest], max_cycles=2)
    env.reset(seed=1)
    ends = [env.step(int(np.flatnonzero(env.game.mask)[0]))[1:4] for _ in range(2)]
    assert ends == [(0.0, False, False), (0.0, False, True)]


def test_gymnasiums_vector_environment_with_opponents_and_truncation():
    env = RecordEpisodeStatistics(
        envs.gym_vector("china", 3, num_envs=4, opponents=[middle, "greedy"], seat="rotating", max_cycles=5)
    )
    seen, infos = env.reset(seed=3)
    rng, lengths = np.random.default_rng(3), []
    for step in range(1, 11):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]])
        seen, rewards, over, cut, infos = env.step(actions)
        assert env.observation_space.contains(seen)
        assert (cut.tolist(), over.any(), rewards.any()) == ([step % 5 == 0] * 4, False, False)
        if cut.any():
            lengths += infos["episode"]["l"].tolist()
            assert infos["_final_obs"].all()
            for end in infos["final_obs"]:
                assert env.single_observation_space.contains(end)
                assert end["action_mask"].any()
    assert lengths == [5] * 8


class Illegal:
    """A policy that chooses illegally, and answers too few."""

    def __init__(self, answer):
        self.answer = answer

    def __call__(self, observations, masks):
        return self.answer(observations, masks)


@pytest.mark.parametrize("answer", [lambda o, m: m.argmin(axis=1), lambda o, m: m.argmax(), lambda o, m: m.argmax(axis=1) / 2])
def test_an_opponent_that_chooses_illegally_is_named(answer):
    env = envs.vector("china", 3, envs=3, seat=2, opponents=[Illegal(answer)])
    with pytest.raises(hanlin.IllegalAction, match="The opponent Illegal"):
        env.reset(1)
    with pytest.raises(hanlin.HanlinError, match="reset"):
        env.step([0, 0, 0])
    with pytest.raises(hanlin.IllegalAction, match="The opponent Illegal"):
        envs.gym("china", 3, seat=2, opponents=[Illegal(answer)]).reset(seed=1)
    with pytest.raises(hanlin.IllegalAction, match="The opponent <lambda> chose 'pass'"):
        envs.gym("china", 3, seat=2, opponents=[lambda view, seconds, seed: "pass"]).reset(seed=1)


@pytest.mark.parametrize(
    "make", [envs.gym, lambda *a, **k: envs.vector(*a, envs=2, **k), lambda *a, **k: envs.gym_vector(*a, **k)]
)
@pytest.mark.parametrize("wrong", ["greedy", [], [3], [lambda: 0], [None], ["nobody"], [["greedy"]], [int]])
def test_what_can_not_be_an_opponent_is_refused(make, wrong):
    with pytest.raises(hanlin.HanlinError, match=r"list|opponent|bot"):
        make("china", 3, opponents=wrong)


def test_settings_that_do_not_go_together_are_refused():
    for wrong, words in (
        ({"opponents": ["cmd:true"]}, "program"),
        ({"opponents": ["greedy"], "seat": "all"}, "no opponents"),
        ({"opponents": [lowest], "masks": False}, "needs both"),
        ({"max_cycles": 0}, "max_cycles"),
        ({"max_cycles": True}, "max_cycles"),
        ({"seat": "first"}, "rotating"),
    ):
        with pytest.raises(hanlin.BadOption, match=words):
            envs.vector("china", 3, envs=2, **wrong)
    with pytest.raises(hanlin.BadOption, match="one learner"):
        envs.gym_vector("china", 3, seat="all")
    pool = envs.PastSelves("random")
    bare = envs.vector("china", 3, envs=2, opponents=[pool], observations=False).reset(1)
    pool.add(lowest)
    with pytest.raises(hanlin.BadOption, match="needs both"):
        bare.step(bare.legal[:, 0].copy())


def test_a_refusal_tells_settings_from_options():
    words = r"^china has no option castles, .* no setting .*; options: .*fortresses.*; settings: .*{}.*, max_cycles.*\.$"
    with pytest.raises(hanlin.BadOption, match=words.format("opponents")):
        envs.gym("china", 3, castles=True)
    with pytest.raises(hanlin.BadOption, match=words.format("illegal")):
        envs.parallel("china", 3, castles=True)
    for make in (envs.aec, envs.parallel):
        with pytest.raises(hanlin.BadOption, match="no setting opponents; use"):
            make("china", 3, opponents=["greedy"])


@pytest.mark.parametrize("form", ["structured", "v0"])
def test_a_policy_gets_the_form_of_observation_that_the_learner_gets(form):
    asked = []

    def policy(observations, masks):
        parts = observations.values() if form == "structured" else [observations]
        assert all(len(part) == len(masks) for part in parts)
        numbers = observations["action_numbers"][:, 0] if form == "structured" else masks.argmax(axis=1)
        assert masks[np.arange(len(masks)), numbers].all()
        asked.append(len(masks))
        return numbers

    many = envs.vector("china", 3, envs=3, opponents=[policy], observation=form).reset(1)
    for _ in range(12):
        many.step(many.legal[:, 0].copy())
    one = envs.gym("china", 3, opponents=[policy], observation=form, seat=2)
    seen, _info = one.reset(seed=1)
    assert one.observation_space.contains(seen)
    assert max(asked) > 1
    assert asked[-1] == 1
