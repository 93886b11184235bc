"""A game in sixty lines of plain Python plays in every tool: library, commands, environments, the table."""

from __future__ import annotations

import os
import re
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest
from litestar.testing import TestClient

import hanlin
from hanlin.bots import bot
from hanlin.cli.commands import main
from hanlin.core.i18n import language
from hanlin.core.position import game as core_game
from hanlin.core.position import simple
from hanlin.core.verbs.features import size_of
from hanlin.server.asgi import attach_services, make_routes, make_services

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "pig"


@pytest.fixture(scope="module")
def pig():
    """The example, installed beside the real games."""
    points = [EntryPoint("pig", "pig:GAME", "hanlin.games")]
    real = core_game.entry_points
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLE))
        patch.setattr(core_game, "entry_points", lambda group: [*points, *real(group=group)])
        patch.setattr(language, "_packages", list(language._packages))
        core_game.games.cache_clear()
        yield hanlin.game("pig")
    core_game.games.cache_clear()
    del sys.modules["pig"]


def played(game, players, seed):
    position, rng = game.start(players, seed=seed).settle(), np.random.default_rng(seed)
    while not position.over:
        position.play(position.legal[rng.integers(len(position.legal))]).settle()
    return position


def test_the_example_is_as_short_as_it_is_said_to_be():
    lines = (EXAMPLE / "pig" / "__init__.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 60


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_replay_from_their_records_and_texts(pig, players):
    position = played(pig, players, 5)
    assert max(position.scores) >= 30
    assert position.winners == [position.scores.index(max(position.scores))]
    assert hanlin.read_record(position.record()).end.moves == position.moves
    assert hanlin.position(position.text()).same_state(position)
    assert hanlin.position(position.at(20).text()).legal == position.at(20).legal


def test_a_roll_of_one_loses_the_turn_and_chances_are_equal(pig):
    position = pig.start(2).play("roll")
    assert position.actor == hanlin.CHANCE
    assert position.weights == dict.fromkeys("123456", 1)
    position.play("5").play("roll").play("1")
    assert (position.actor, position.scores, position.legal) == (1, [0, 0], ["roll"])


def test_illegal_actions_and_texts_are_refused_and_change_nothing(pig):
    position = pig.start(2)
    for wrong in ("hold", "jump", "6", ""):
        with pytest.raises(hanlin.IllegalAction):
            position.play(wrong)
    assert position.ply == 0
    with pytest.raises(hanlin.BadPosition, match="plies"):
        hanlin.position("pig 2; plies roll | hold")


def test_forgotten_states_are_played_again(pig, monkeypatch):
    monkeypatch.setattr(simple, "REMEMBERED", 4)
    assert played(pig, 3, 7).record() == played(pig, 3, 7).record()


def test_a_game_that_is_too_long_says_what_to_change():
    class Endless(hanlin.SimpleGame):
        name, players, moves, longest = "endless", (2,), ("wait",), 3
        start, actor, legal = (lambda self, players: 0), (lambda self, state: 0), (lambda self, state: ["wait"])
        play, points = (lambda self, state, action: state + 1), (lambda self, state: [state, 0])

    Endless.__module__ = "lanterns"
    position = Endless().game().start(2)
    for _ply in range(3):
        position.play("wait")
    assert position.scores == [3, 0]
    with pytest.raises(hanlin.HanlinError, match="raise ``longest``"):
        position.play("wait")


def test_computer_players_search_it(pig):
    position = pig.start(2, seed=1).settle()
    while len(position.legal) < 2:
        position.play("roll").settle()
    assert bot("strong@30").choose(position.seen_by(position.actor), hanlin.luck(1)) in position.legal


def test_commands_play_it(pig, monkeypatch, capsys):
    monkeypatch.setenv("HANLIN_PLAIN", os.environ.get("HANLIN_PLAIN", ""))
    for words, said in (
        ("simulate pig --players 3 --games 5 --bots random,greedy,random --seed 1", "5 games"),
        ("arena pig --players 2 --games 2 --bots strong@20,random --seed 1", "strong@20"),
        ("check pig", "may be added: words"),
    ):
        monkeypatch.setattr(sys, "argv", ["hanlin", *words.split()])
        with pytest.raises(SystemExit) as end:
            main()
        assert end.value.code == 0
        assert said in capsys.readouterr().out


def test_environments_step_it(pig):
    env = hanlin.envs.aec("pig", players=2)
    env.reset(seed=3)
    while env.agents:
        seen, _reward, over, cut, _info = env.last()
        env.step(None if over or cut else int(seen["action_mask"].nonzero()[0][-1]))
    vector = hanlin.envs.vector("pig", players=2, envs=3).reset(seed=1)
    rng = np.random.default_rng(1)
    for _step in range(200):
        vector.step(vector.choose(rng))
        assert vector.observations.shape == (3, size_of(pig.learning.features(2)))


def test_people_play_it_at_a_table(pig, tmp_path):
    routes = make_routes()
    with TestClient(attach_services(routes, make_services(tmp_path, {"pig": pig}, worker=False))) as client:
        assert "Pig" in client.get("/").text
        page = client.post("/new/pig", data={"players": "2", "seat0": "person", "seat1": "person", "pause": "0"}).text
        assert 'data-action="roll"' in page
        table = re.search(r'data-table="(\w+)"', page)[1]
        command = {"seat": 0, "number": int(re.search(r'data-number="(\d+)"', page)[1]), "client": "a" * 16, "action": "roll"}
        assert client.post(f"/t/{table}/play", json=command).status_code == 200
        assert "roll" in client.get(f"/t/{table}").text
