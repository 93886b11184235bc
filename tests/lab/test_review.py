"""A game read afterwards: each decision judged by what its player saw, the best beside what was played, in the same luck."""

from __future__ import annotations

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import hanlin
from hanlin.cli.main import app
from hanlin.core import generic
from hanlin.core.game import games
from hanlin.core.language import language
from hanlin.core.rng import seeded
from hanlin.lab.review import Reader, decisions_of, review
from hanlin.lab.review_page import curve, page

GAMES = sorted(games())


def game_of(name: str, decisions: int | None, seed: object = 1):
    """A game at random, up to so many decisions (None: to the end)."""
    rng = seeded("review", name, seed)
    position = hanlin.game(name).start(hanlin.game(name).players[0]).settle(rng)
    taken = 0
    while not position.over and (decisions is None or taken < decisions):
        position.apply(int(generic.choose(position.state, rng))).settle(rng)
        taken += 1
    return position


def shown(ply, action):
    return f"<i>{ply}: {action}</i>"


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_with_a_choice_is_judged(name):
    end = game_of(name, 6)
    heard = []
    found = review(end, seconds=0.005, progress=lambda done, of: heard.append((done, of)))
    assert [decision.ply for decision in found.decisions] == decisions_of(end)
    assert heard == [(n + 1, len(found.decisions)) for n in range(len(found.decisions))]
    for decision in found.decisions:
        position = end.at(decision.ply)
        assert decision.seat == position.actor
        assert decision.action == end.moves[decision.ply][1]
        assert decision.best in position.legal
        assert 0 <= decision.result <= decision.best_result <= 1
        assert decision.loss >= 0
        assert sum(decision.shares) == pytest.approx(1, abs=0.01)
        if decision.best == decision.action:
            assert decision.loss == 0


def test_losses_accuracy_and_luck_add_up():
    end = game_of("year_of_the_dragon", None)
    found = review(end, seconds=0.002)
    assert sum(found.final) == pytest.approx(1)
    for seat, of_seat in enumerate(found.seats):
        own = [decision for decision in found.decisions if decision.seat == seat]
        assert of_seat.lost == pytest.approx(sum(decision.loss for decision in own), abs=1e-3)
        assert 0 <= of_seat.accuracy <= 1
        assert of_seat.costly == sorted(of_seat.costly, key=lambda ply: -next(d.loss for d in own if d.ply == ply))
        assert len(of_seat.costly) <= 3
    # What a seat has at the end is what it began with, less what it gave away, more what others and the draws gave it.
    begun = found.decisions[0].shares
    for seat in range(end.players):
        moved = sum(decision.played_shares[seat] - decision.shares[seat] for decision in found.decisions)
        assert found.final[seat] == pytest.approx(begun[seat] + moved + found.seats[seat].luck, abs=0.01)
    assert any(decision.why for decision in found.decisions)


def test_a_review_uses_nothing_that_a_player_did_not_see():
    """Two games that differ only in what the seat to move can't know: its decision is judged alike."""
    end = game_of("china", 5)
    ply = decisions_of(end)[-1]
    position = end.at(ply)
    other = np.zeros(1, position.game.dtype)
    for attempt in range(60):
        other[0] = position.seen_by(position.actor).state
        generic.guess(other[0], seeded("other", attempt))
        if other.tobytes() != position.state.tobytes():
            break
    assert other.tobytes() != position.state.tobytes()
    look_alike = position.copy()
    look_alike._states[0] = other[0]
    text = end.moves[ply][1]
    one, two = (Reader(world.copy().play(text), fast=False).judge(ply) for world in (position, look_alike))
    assert (one.best, one.result, one.best_result, one.lines) == (two.best, two.result, two.best_result, two.lines)


@pytest.mark.parametrize("name", ["china", "year_of_the_dragon"])
def test_the_sources_of_a_future_add_up_to_the_points_it_brought(name):
    """Only actions that change the points are told in words: none of the points may be lost by that."""
    end = game_of(name, 30)
    reader = Reader(end, fast=False)
    for ply in decisions_of(end)[-2:]:
        decision = reader.judge(ply)
        position, names = end.at(ply), {}
        states = np.frombuffer(position.seen_by(decision.seat).state.tobytes(), position.game.dtype).copy()
        generic.guess(states[0], seeded("future", ply, 0))
        before = reader._points(states, decision.seat)
        code = hanlin.Position(position.game, states.copy(), position.options).code(decision.action)
        for _ in reader._played_on(states, code, 0):
            pass
        sources = reader._future(position, decision, decision.action, 0, names)
        assert sum(sources.values()) == reader._points(states, decision.seat) - before
        assert set(names) == set(sources)


def test_a_review_can_be_stopped():
    class Stop(Exception):
        pass

    def stop(done: int, of: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        review(game_of("china", 4), seconds=0.001, progress=stop)


def test_the_page_speaks_the_language_and_hides_nothing_in_markup():
    found = review(game_of("year_of_the_dragon", 8), names=["<b>Ann</b>", "Bob"], seconds=0.002)
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page(found, shown)
    assert "<b>Ann" not in page(found, shown)
    assert "What came of each player" in page(found, shown)
    with language("it"):
        assert "Com’è andata a ciascuno" in page(found, shown)
    assert curve(found).startswith("<svg")


def test_the_command_prints_json_and_a_page_and_refuses_what_is_no_record(tmp_path):
    file = tmp_path / "game.hanlin"
    file.write_text(game_of("china", 3).record(["Ann", "Bob", "Cid"]), "utf-8")
    told = CliRunner().invoke(app, ["review", str(file), "--seconds", "0.002", "--json"])
    assert told.exit_code == 0, told.output
    read = json.loads(told.stdout)
    assert read["names"] == ["Ann", "Bob", "Cid"]
    assert read["judged_by"] == "what each player saw at the time"
    assert {"ply", "seat", "action", "best", "loss", "why"} <= set(read["decisions"][0])
    shown = CliRunner().invoke(app, ["review", str(file), "--seconds", "0.002", "--html"])
    assert shown.stdout.startswith("<!doctype html>")
    assert CliRunner().invoke(app, ["review", str(file), "--seconds", "0.002"]).exit_code == 0
    file.write_text("no record")
    wrong = CliRunner().invoke(app, ["review", str(file)])
    assert wrong.exit_code == 2
    assert "game.hanlin:1" in wrong.output
