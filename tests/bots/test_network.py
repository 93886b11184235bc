"""The trained evaluation: its features, its output, and that its weights are those that were trained."""

from __future__ import annotations

import shutil
from dataclasses import replace

import numpy as np
import pytest

import hanlin
from bots.test_search import GAMES, middle, view_of
from hanlin.bots import weights as room
from hanlin.bots.evaluation import MOST_SEATS, evaluate_after_action
from hanlin.bots.levels import recipe
from hanlin.bots.network import POINTS_UNIT, WEIGHTS, correct, network, shapes
from hanlin.bots.search import Budget, Searcher
from hanlin.core.errors import HanlinError
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from hanlin.core.verbs.features import size_of
from hanlin.core.verbs.generic import CHANCE

JUDGED = [(name, players) for name in GAMES if hanlin.game(name).terms(2) for players in hanlin.game(name).players]


def random_weights(game, players, seed=1):
    rng = np.random.default_rng(seed)
    wanted = shapes(game, players, 8, 4, 4 if game.most_parts else 0)
    return {name: rng.normal(0, 0.3, shape).astype(np.float32) for name, shape in wanted.items()}


@pytest.mark.parametrize(("name", "players"), JUDGED)
def test_features_fill_their_layout_and_keep_to_the_scale(name, players):
    game = hanlin.game(name)
    terms, parts = game.terms(players), game.parts()
    assert all(feature.size > 0 and feature.about for feature in (*terms, *parts))
    for plies in (4, 40, 70):
        position = middle(name, players, plies)
        seen = []
        for seat in range(players):
            told = np.zeros(size_of(terms) + 1, np.float32)
            told[-1] = np.nan
            rows = np.full((game.most_parts, size_of(parts)), np.nan, np.float32)
            assert generic.write_terms(position.state, seat, told) == len(told) - 1
            n = generic.write_parts(position.state, seat, rows)
            assert np.isfinite(told[:-1]).all()
            assert np.isfinite(rows[:n]).all()
            assert np.isnan(rows[n:]).all()
            assert max(np.abs(told[:-1]).max(), np.abs(rows[:n]).max(initial=0)) <= 6
            seen.append(sorted(told[:-1]))
        # Every seat's numbers are there, wherever one sits: only their order changes.
        assert all(np.allclose(seen[0], other) for other in seen)


@pytest.mark.parametrize("name", sorted({name for name, _ in JUDGED}))
def test_a_network_says_what_its_layers_come_to(name):
    game = hanlin.game(name)
    position = middle(name, game.players[0], 40)
    found = random_weights(game, position.players)
    net = network(game, found)
    points = np.array([generic.value(position.state, seat) for seat in range(position.players)])
    told = np.zeros(size_of(game.terms(position.players)), np.float32)
    rows = np.zeros((game.most_parts, size_of(game.parts())), np.float32)
    generic.write_terms(position.state, 0, told)
    n = generic.write_parts(position.state, 0, rows)
    hidden = np.concatenate([(points - points.mean()) / POINTS_UNIT, told]) @ found["first"] + found["bias"]
    hidden += np.maximum(rows[:n] @ found["part"] + found["part_bias"], 0).sum(0) @ found["joined"]
    hidden2 = np.maximum(np.maximum(hidden, 0) @ found["second"] + found["second_bias"], 0)
    said = hidden2 @ found["last"] + found["last_bias"]
    logits = np.zeros(position.players)
    corrected = points.copy()
    correct(net, position.state, corrected, logits)
    assert corrected == pytest.approx(points + POINTS_UNIT * said[: position.players], rel=1e-3, abs=1e-3)
    assert logits == pytest.approx(said[position.players :], rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("name", sorted({name for name, _ in JUDGED}))
def test_a_network_evaluates_alike_at_both_speeds(name):
    position = middle(name, hanlin.game(name).players[0], 25)
    how = replace(recipe(name, True), breadth=3, rollout_moves=1, longer_rollouts=())

    def lines(fast, net, how):
        searcher = Searcher(position.game, how, fast, net=net)
        return searcher.think(view_of(position), position.actor, Budget(iterations=16), 1).lines

    found = random_weights(position.game, position.players)
    one, other = (lines(fast, network(position.game, found), how) for fast in (False, True))
    assert one == other
    silent = {**found, "last": np.zeros_like(found["last"]), "last_bias": np.zeros_like(found["last_bias"])}
    how = replace(how, network_priors=False)  # a tree's priors by the network see the lead, those by value the own points
    assert lines(True, network(position.game, silent), how) == lines(True, None, how) != one


@pytest.mark.parametrize("name", sorted({name for name, _ in JUDGED}))
def test_a_networks_cache_of_positions_changes_no_answer(name):
    game = hanlin.game(name)
    players = game.players[0]
    net = network(game, random_weights(game, players))
    for plies in (4, 25, 26, 60, 25):
        position = middle(name, players, plies)
        for code in position.legal_codes[:12]:
            after = np.zeros(1, game.dtype)
            after[0] = position.state
            generic.play(after[0], int(code))
            answers = []
            for asked in (net, net, net.with_own_buffers()):
                answer = np.zeros((2, players))
                correct(asked, after[0], *answer)
                answers.append(answer.tobytes())
            assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("fast", [False, True])
@pytest.mark.parametrize("name", sorted({name for name, _ in JUDGED}))
def test_a_search_is_independent_of_earlier_network_queries(name, fast):
    game = hanlin.game(name)
    found = random_weights(game, game.players[0])
    how = replace(recipe(name, True), breadth=3, rollout_moves=1, longer_rollouts=())
    used, fresh = (Searcher(game, how, fast, net=network(game, found)) for _ in range(2))
    for plies in (60, 26):
        position = middle(name, game.players[0], plies)
        thought = used.think(view_of(position), position.actor, Budget(iterations=12), 1)
    assert thought.lines == fresh.think(view_of(position), position.actor, Budget(iterations=12), 1).lines


def test_what_was_learned_chooses_whom_to_compare():
    position = middle("forbidden_city", 2, 25)
    told = random_weights(position.game, 2)
    how = replace(recipe("forbidden_city", True), breadth=4, rollout_moves=0, longer_rollouts=())

    def compared(net):
        searcher = Searcher(position.game, how, False, net=net)
        return {line.code for line in searcher.think(view_of(position), position.actor, Budget(iterations=1), 1).lines}

    assert compared(network(position.game, {name: 20 * numbers for name, numbers in told.items()})) != compared(None)


@pytest.mark.parametrize("players", [2, 4])
def test_comparison_features_hide_draws_after_the_decision(players):
    position = middle("forbidden_city", players, 25)
    game, seat = position.game, position.actor
    net = network(game, random_weights(game, players))
    how = recipe("forbidden_city", True).packed()[0]
    scratch, points, shares = np.zeros(2, game.dtype), np.zeros(MOST_SEATS), np.zeros(MOST_SEATS)
    found = set()
    for deal in range(6):
        scratch[0] = position.state
        generic.play(scratch[0], position.legal_codes[0])
        rng = seeded("draw", deal)
        while generic.actor(scratch[0]) == CHANCE:
            generic.play(scratch[0], generic.sample(scratch[0], rng))
        evaluate_after_action(scratch, 0, 1, seat, how, net, shares, points, np.zeros(MOST_SEATS, np.int64))
        found.add((points.tobytes(), shares.tobytes()))
        assert points[seat] != generic.value(scratch[0], seat)
        assert shares[:players].sum() == pytest.approx(1.0)
    assert len(found) == 1


@pytest.mark.parametrize("name", sorted(games()))
def test_weights_that_are_there_fit_their_game(name):
    game = hanlin.game(name)
    for players, about in room.known(game).items():
        found = room.weights(game, players)
        hidden, hidden2, of_parts = (len(found[name]) for name in ("bias", "second_bias", "part_bias"))
        assert {name: numbers.shape for name, numbers in found.items()} == shapes(game, players, hidden, hidden2, of_parts)
        assert {numbers.dtype for numbers in found.values()} == {np.dtype(np.float32)}
        assert all(np.isfinite(numbers).all() for numbers in found.values())
        assert {"seed", "hours", "games"} <= set(about)
    files = list(room.folder_of(game).glob("*.npz"))
    assert {file.name for file in files} == {about["file"] for about in room.known(game).values()}
    assert sum(file.stat().st_size for file in files) < 2_000_000


def test_weights_that_were_changed_are_refused(tmp_path, monkeypatch):
    game = hanlin.game("year_of_the_dragon")
    data = room.packed(random_weights(game, 2))
    (tmp_path / "2.npz").write_bytes(data)
    (tmp_path / "weights.toml").write_text(f'[2]\nfile = "2.npz"\nsha256 = "{room.hashlib.sha256(data).hexdigest()}"\n')
    monkeypatch.setattr(room, "folder_of", lambda game: tmp_path)
    for cached in (room.known, room.weights):
        cached.cache_clear()
    try:
        assert room.learned_network(game, 3) is None
        net = room.learned_network(game, 2)
        assert all(getattr(net, name).tobytes() == random_weights(game, 2)[name].tobytes() for name in WEIGHTS)
        room.weights.cache_clear()
        (tmp_path / "2.npz").write_bytes(data[:-1] + b"!")
        with pytest.raises(HanlinError, match="match their digest"):
            room.weights(game, 2)
    finally:
        shutil.rmtree(tmp_path)
        for cached in (room.known, room.weights):
            cached.cache_clear()
