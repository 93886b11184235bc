"""The review of a game: each decision evaluated by what its player saw, next to the best one, with the same luck."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
from typer.testing import CliRunner

import hanlin
from hanlin.cli.main import app
from hanlin.core.i18n.language import language
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from hanlin.lab.review import Decision, Fall, Reader, Review, SeatReview, chapters_of, decisions_of, happened, review
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
def test_every_decision_with_a_choice_is_evaluated(name):
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
    """Two games that differ only in what the seat to move can't know: its decision is evaluated alike."""
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
    one, two = (Reader(world.copy().play(text), fast=False).evaluate(ply) for world in (position, look_alike))
    assert (one.best, one.result, one.best_result, one.lines) == (two.best, two.result, two.best_result, two.lines)


@pytest.mark.parametrize("name", ["china", "year_of_the_dragon"])
def test_the_sources_of_a_future_add_up_to_the_points_it_brought(name):
    """Only actions that change the points are described, which must lose none of the points."""
    end = game_of(name, 30)
    reader = Reader(end, fast=False)
    for ply in decisions_of(end)[-2:]:
        decision = reader.evaluate(ply)
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
    assert "Summary by player" in page(found, shown)
    with language("it"):
        assert "Riepilogo per giocatore" in page(found, shown)
    assert curve(found).startswith("<svg")


def test_the_command_prints_json_or_a_page_and_refuses_non_records(tmp_path):
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


# -- falls --------------------------------------------------------------------------------------------------------------------


def curve_of(*shares, losses=(), chapters=((0, "Month 9"), (4, "Month 10"), (8, "Month 11")), final=None):
    """A review of two players whose first one's share of the win is this, decision by decision; ``losses``: by ply."""
    costs = dict(losses)
    decisions = [
        Decision(ply, 0, "", "", share - costs.get(ply, 0.0), share, [share, 1 - share], [share, 1 - share], [])
        for ply, share in enumerate(shares)
    ]
    seats = [SeatReview(1.0, 0.0, 0.0, list(costs)), SeatReview(1.0, 0.0, 0.0, [])]
    last = shares[-1] if final is None else final
    return Review("year_of_the_dragon", 2, ["Me", "Mei"], decisions, seats, list(chapters), 0.1, [last, 1 - last])


CLIFF_IN_MONTH_10 = (0.97, 0.98, 0.97, 0.98, 0.98, 0.97, 0.97, 0.35, 0.35, 0.34)


def test_a_fall_that_no_marked_decision_explains_is_named():
    found = curve_of(*CLIFF_IN_MONTH_10).falls()
    assert [(fall.seat, fall.title, fall.before, fall.after) for fall in found] == [(0, "Month 10", 0.98, 0.35)]
    assert (found[0].first, found[0].last, found[0].marked) == (4, 7, 0)


def test_a_fall_at_the_end_of_a_chapter_belongs_to_it():
    """The month's event comes after its last decision; only the first of the next month shows what it did."""
    found = curve_of(0.9, 0.9, 0.9, 0.9, 0.98, 0.98, 0.98, 0.98, 0.35, 0.35).falls()
    assert [(fall.title, fall.first, fall.last) for fall in found] == [("Month 10", 4, 8)]


def test_the_last_fall_ends_with_the_result():
    assert [fall.title for fall in curve_of(*10 * [0.9], final=0.0).falls()] == ["Month 11"]


@pytest.mark.parametrize(
    ("marked", "is_named"), [(0.0, True), (0.02, True), (0.31, True), (0.40, True), (0.50, False), (0.63, False)]
)
def test_marked_decisions_explain_a_fall_by_what_they_cost(marked, is_named):
    losses = {6: marked} if marked else {}
    assert bool(curve_of(*CLIFF_IN_MONTH_10, losses=losses).falls()) == is_named


def test_decisions_of_another_month_explain_nothing():
    assert curve_of(*CLIFF_IN_MONTH_10, losses={1: 0.63, 8: 0.63}).falls()


@pytest.mark.parametrize(("after", "falls"), [(0.36, 0), (0.35, 1), (0.2, 1)])
def test_a_fall_of_fifteen_points_is_a_cliff_and_less_is_none(after, falls):
    assert len(curve_of(0.5, 0.5, 0.5, 0.5, 0.5, 0.5, after, after, after).falls()) == falls


def test_a_rise_is_a_fall_of_the_others():
    assert [fall.seat for fall in curve_of(*reversed(CLIFF_IN_MONTH_10)).falls()] == [1]


def test_a_game_without_chapters_is_looked_at_step_by_step():
    found = curve_of(*CLIFF_IN_MONTH_10, chapters=()).falls()
    assert [(fall.title, fall.first, fall.last) for fall in found] == [("", 6, 7)]
    assert "Step 7: from 97% to 35%" in page(curve_of(*CLIFF_IN_MONTH_10, chapters=()), shown)


def test_no_decisions_have_no_falls():
    assert Review("china", 3, [], [], [], [(0, "Round 1")], 0.1, []).falls() == []


def test_the_page_names_a_fall_with_its_event_and_marks_it():
    told = page(curve_of(*CLIFF_IN_MONTH_10), shown, lambda fall: [f"The event: <{fall.title}>."])
    assert "Month 10: from 98% to 35%" in told
    assert "The event: &lt;Month 10&gt;." in told
    assert curve(curve_of(*CLIFF_IN_MONTH_10)).count('class="fall"') == 1
    assert 'class="fall"' not in curve(curve_of(*10 * [0.5]))


def test_a_loss_in_the_drought_is_reported_with_the_drought():
    """The events of a real game between two plies, and only those of the month itself."""
    end = game_of("year_of_the_dragon", None)
    for (first, title), (last, _next) in itertools.pairwise(chapters_of(end)[1:]):
        events = happened(end, Fall(0, title, first, last, 0.9, 0.1, 0.0))
        assert any(line.startswith("The event") for line in events), title
        assert not any(line.startswith("Month") for line in events[1:]), title


def test_every_cliff_of_a_game_is_marked_or_named():
    """Within a chapter no fall of 15 points is without a mark or a name."""
    rng = np.random.default_rng(3)
    for _ in range(200):
        shares = rng.random(12).round(2).tolist()
        losses = {int(ply): float(rng.random()) / 2 for ply in rng.choice(12, 3, replace=False)}
        found = curve_of(*shares, losses=losses, final=float(rng.integers(2)))
        points = found.curve()
        for (ply, one), (_next, two) in itertools.pairwise(points):
            if one[0] - two[0] >= 0.15:
                named = any(fall.seat == 0 and fall.first <= ply < fall.last for fall in found.falls())
                chapter = max(start for start, _title in found.chapters if start <= ply)
                marked = any(chapter <= each for each in losses)
                assert named or marked, (shares, losses, ply)


def test_a_hint_taken_before_a_costly_decision_is_marked():
    found = curve_of(*CLIFF_IN_MONTH_10, losses={6: 0.5})
    assert "A hint was used before this decision." not in page(found, shown)
    found.hinted = [6]
    assert "A hint was used before this decision." in page(found, shown)
    assert found.as_json()["hinted"] == [6]
