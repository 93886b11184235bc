"""The checks of OpenSpiel's simulation, for the built-in environments: all players, every value of every option."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import hanlin
from hanlin import envs
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.position.game import games


def values(option):
    """Values of an option other than its default and users' files."""
    if option.file:
        return []
    return [True] if option.is_switch else [choice for choice in option.choices if choice != option.default]


def tables():
    """Every game with every number of players, and each of its options set to each value, and all switches at once."""
    for name, game in games().items():
        settings = [{option.name: value} for option in game.options for value in values(option)]
        together = {option.name: values(option)[-1] for option in game.options if values(option) and option.default is not None}
        for players in game.players:
            for options in [{}, *settings, together]:
                try:
                    game.check_options(players, options)
                except hanlin.BadOption:
                    continue  # A side of the board is not for every number of players.
                yield name, players, options


TABLES = list(tables())[:: 12 if PLAIN else 1]


def label(value):
    return " ".join(f"{key}={value[key]}" for key in value) or "plain" if isinstance(value, dict) else str(value)


@pytest.mark.parametrize(("name", "players", "options"), TABLES, ids=label)
def test_a_random_game_keeps_all_promises(name, players, options):
    env = envs.aec(name, players, **options)
    rng = np.random.default_rng(players)
    env.reset(seed=len(options))
    steps = 0
    while not env.game.over:
        legal = legal_numbers(env)
        if steps % 7 == 0:
            look_closely(env)
        if steps % 16 == 0:
            go_both_ways(env, int(rng.choice(legal)))
        env.step(int(rng.choice(legal)))
        steps += 1
    shares = [env.rewards[agent] for agent in env.possible_agents]
    assert sum(shares) == pytest.approx(1)
    assert all(0 <= share <= 1 for share in shares)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


def legal_numbers(env):
    """The numbers of the mask: those of the legal actions, each once, in ascending order."""
    legal = np.flatnonzero(env.game.mask).tolist()
    assert legal == sorted(env.game.numbers[env.game.codes].tolist())
    assert legal
    return legal


def look_closely(env):
    """Texts are unique and lead back; observations fit their space; nothing is legal for others; a position leads back."""
    position = env.game.position()
    texts = position.legal
    assert len(set(texts)) == len(texts)
    assert [position.game.parse(position.state, text) for text in texts] == env.game.codes.tolist()
    for agent in env.possible_agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].any() == (agent == env.agent_selection)
    if position.game.name != "lanterns":
        again = hanlin.position(position.text())
        assert again.state.tobytes() == position.state.tobytes()


def go_both_ways(env, number):
    """A copy and a pickle go on alike, and leave what they come from as it is."""
    before = env.state().tobytes(), env.game.mask.tobytes(), env.agent_selection
    one, other = env.copy(), pickle.loads(pickle.dumps(env))
    for each in (one, other):
        each.step(number)
    assert one.state().tobytes() == other.state().tobytes()
    assert one.agent_selection == other.agent_selection
    assert (env.state().tobytes(), env.game.mask.tobytes(), env.agent_selection) == before
