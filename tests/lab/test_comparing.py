"""Games whose actions are compared, and their training data."""

from __future__ import annotations

import numpy as np
import pytest

import hanlin
from bots.test_network import random_weights
from bots.test_search import middle, view_of
from hanlin.bots.evaluation import MOST_SEATS, SEEN
from hanlin.bots.network import correct_own, network
from hanlin.core.position.game import game as find_game
from hanlin.core.verbs import generic
from hanlin.lab import comparing
from hanlin.lab.candidates import features_after_each, features_after_each_fast
from hanlin.lab.comparing import Comparer, joined, lesson_of


@pytest.fixture
def few(monkeypatch):
    for name, number in (("BEST", 4), ("OTHERS", 2), ("DETERMINIZATIONS", 3)):
        monkeypatch.setattr(comparing, name, number)


def net_of(name, players=2):
    game = hanlin.game(name)
    return network(game, random_weights(game, players))


@pytest.mark.parametrize("fast", [False, pytest.param(True, marks=pytest.mark.long)])
def test_stored_candidates_equal_the_networks_features_after_them(fast):
    position = middle("forbidden_city", 2, 25)
    game, seat, net = position.game, position.actor, net_of("forbidden_city")
    codes = np.array(position.legal_codes[:6], np.int32)
    scratch = np.zeros(4, game.dtype)
    scratch[SEEN] = view_of(position)
    n, (parts, features) = len(codes), net.rows.shape
    worth, rows = np.zeros(n, np.float32), np.zeros((n * parts, features), np.float32)
    row_of, terms = np.zeros((n, parts), np.int16), np.zeros((n, len(net.terms)), np.float32)
    run = features_after_each_fast if fast else features_after_each
    known = run(scratch, seat, codes, net, np.zeros(MOST_SEATS), worth, rows, row_of, terms)
    assert len(np.unique(rows[:known], axis=0)) == known < (row_of >= 0).sum()
    for k, code in enumerate(codes):
        after = np.zeros(1, game.dtype)
        after[0] = view_of(position)
        generic.play(after[0], int(code))
        points = np.array([generic.value(after[0], other) for other in range(2)])
        assert worth[k] == pytest.approx(points[seat])
        correct_own(net, after[0], seat, points)
        told = row_of[k][row_of[k] >= 0]
        assert (net.rows[: len(told)] == rows[told]).all()
        assert (net.terms == terms[k]).all()


@pytest.mark.usefixtures("few")
def test_a_compared_game_keeps_each_choice_and_follows_its_seed():
    game, net = find_game("lanterns"), net_of("lanterns")
    comparer = Comparer(game, 2, fast=False)
    found = comparer.play(net, 100, ("a",))
    again = Comparer(game, 2, fast=False).play(net, 100, ("a",))
    other = Comparer(game, 2, fast=False).play(net, 100, ("b",))
    assert lesson_of(found)["found"].tobytes() == lesson_of(again)["found"].tobytes() != lesson_of(other)["found"].tobytes()
    assert all(2 <= len(each.codes) <= 6 and len(set(each.codes)) == len(each.codes) for each in found)
    whole = joined([lesson_of(found[:5]), lesson_of(found[5:])])
    assert {name: numbers.tobytes() for name, numbers in whole.items()} == {
        name: numbers.tobytes() for name, numbers in lesson_of(found).items()
    }
    assert whole["candidates"].sum() == len(whole["worth"])


@pytest.mark.usefixtures("few")
def test_compared_are_the_most_promising_actions_and_some_others(monkeypatch):
    position = middle("forbidden_city", 2, 25)
    asked = []
    points = Comparer._points

    def noted(self, seat, codes, *rest):
        asked.append(list(codes))
        return points(self, seat, codes, *rest)

    monkeypatch.setattr(Comparer, "_points", noted)
    comparer = Comparer(position.game, 2, fast=True)
    comparer._scratch[SEEN] = view_of(position)
    net = net_of("forbidden_city")
    net.trust[0] = 0.0
    comparer._compared(position.actor, np.array(position.legal_codes, np.int32), net, comparing.seeded("others"))
    every, some = asked
    worth = []
    for code in every:
        after = np.zeros(1, position.game.dtype)
        after[0] = position.state
        generic.play(after[0], int(code))
        worth.append(generic.value(after[0], position.actor))
    assert some[:4] == [every[k] for k in np.argsort(-np.array(worth), kind="stable")[:4]]
    assert len(some) == len(set(some)) == 6
