"""The review of a game: each decision evaluated by what its player saw, next to the best one, with the same luck."""

from __future__ import annotations

import itertools
import json
import re

import numpy as np
import pytest
from typer.testing import CliRunner

import hanlin
from hanlin.bots.futures import points_of, scoring_plies
from hanlin.cli.commands import app
from hanlin.core.i18n.language import language
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from hanlin.lab.review import Decision, Reader, Review, assembled, chapters_of, decisions_of, review
from hanlin.lab.review_accounts import account, parts_of, seat_reviews
from hanlin.lab.review_falls import all_played, cliffs, costly_text, fall_texts, falls_of, learn, look_back
from hanlin.lab.review_model import Fall, SeatReview, Step
from hanlin.lab.review_page import body, curve, moments_of, page, story_of

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
        assert 0 <= of_seat.lost <= sum(decision.loss for decision in own) + 1e-3
        assert 0 <= of_seat.accuracy <= 1
        assert of_seat.costly == sorted(of_seat.costly, key=lambda ply: -next(d.loss for d in own if d.ply == ply))
        assert len(of_seat.costly) <= 3
    # What a seat has at the end is what it began with, and what the parts of its account add up to.
    begun = found.curve()[0][1]
    for seat, of_seat in enumerate(found.seats):
        parts = of_seat.luck + of_seat.others + of_seat.rest - of_seat.lost
        assert found.final[seat] == pytest.approx(begun[seat] + parts, abs=2e-3)
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
        before = points_of(states, decision.seat)
        code = hanlin.Position(position.game, states.copy(), position.options).code(decision.action)
        for _ in scoring_plies(position, states, decision.seat, code, seeded("greedily", 0), fast=False):
            pass
        sources = reader._future(position, decision, decision.action, 0, names)
        assert sum(sources.values()) == points_of(states, decision.seat) - before
        assert set(names) == set(sources)


def test_a_review_can_be_stopped():
    class Stop(Exception):
        pass

    def stop(done: int, of: int) -> None:
        raise Stop

    with pytest.raises(Stop):
        review(game_of("china", 4), seconds=0.001, progress=stop)


def test_the_page_speaks_the_language_and_hides_nothing_in_markup():
    end = game_of("year_of_the_dragon", 8)
    found = review(end, names=["<b>Ann</b>", "Bob"], seconds=0.002)
    texts = fall_texts(end, found)
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page(found, shown, texts)
    assert "<b>Ann" not in page(found, shown, texts)
    assert "What changed the winning chances" in page(found, shown, texts)
    with language("it"):
        assert "What changed" not in page(found, shown, texts)
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
    assert len(read["luck"]) == len(read["others"]) == len(read["rest"]) == 3
    assert read["falls"] == []
    shown = CliRunner().invoke(app, ["review", str(file), "--seconds", "0.002", "--html"])
    assert shown.stdout.startswith("<!doctype html>")
    assert CliRunner().invoke(app, ["review", str(file), "--seconds", "0.002"]).exit_code == 0
    file.write_text("no record")
    wrong = CliRunner().invoke(app, ["review", str(file)])
    assert wrong.exit_code == 1
    assert "game.hanlin:1" in wrong.output


# -- the account ---------------------------------------------------------------------------------------------------------------


def decision_of(ply, seat, share, *, loss=0.0, luck=0.0, following=None):
    """A decision of a game for two, by the first player's share after the best action."""
    sign = 1 if seat == 0 else -1
    best, own = [share, 1 - share], [share - sign * loss, 1 - share + sign * loss]
    drawn = [luck, -luck]
    after = None if following is None else [following, 1 - following]
    return Decision(ply, seat, "a", "b", own[seat], best[seat], best, own, [], [], own, drawn, after or [])


def test_costs_luck_others_and_rest_add_up_to_the_curve():
    rng = np.random.default_rng(5)
    for _ in range(50):
        decisions = [
            decision_of(
                ply,
                int(rng.integers(2)),
                float(rng.uniform(0.2, 0.8)),
                loss=float(rng.choice([0, 0.1])),
                luck=float(rng.normal(0, 0.03)),
                following=float(rng.uniform(0.2, 0.8)),
            )
            for ply in range(12)
        ]
        shares, steps = account(decisions, [1.0, 0.0])
        points = [*shares, [1.0, 0.0]]
        for seat in range(2):
            for n, step in enumerate(steps):
                sum_of_parts = step.cost[seat] + step.luck[seat] + step.others[seat] + step.rest[seat]
                assert points[n + 1][seat] - points[n][seat] == pytest.approx(sum_of_parts, abs=1e-9)
            parts = parts_of(seat, decisions, steps)
            whole = parts.decisions + parts.luck + parts.others + parts.rest
            assert points[-1][seat] - points[0][seat] == pytest.approx(whole, abs=1e-9)
        for after in shares:
            assert sum(after) == pytest.approx(1, abs=1e-3)
            assert all(-1e-9 <= share <= 1 + 1e-9 for share in after)


def test_each_part_of_the_account_holds_what_it_is_named_for():
    decisions = [
        *(decision_of(n, n % 2, 0.5, following=0.5) for n in range(8)),
        decision_of(8, 0, 0.5, loss=0.2, luck=0.05, following=0.35),  # 0.5 - 0.2 + 0.05: nothing else changed
        decision_of(9, 1, 0.25, luck=-0.04, following=0.21),  # the other seat takes 0.1
        decision_of(10, 0, 0.21),
    ]
    _shares, steps = account(decisions, [0.21, 0.79])
    first, second = (seat for seat in seat_reviews(decisions, steps, 2))
    assert (first.lost, first.luck, first.others, first.rest) == (0.2, 0.01, -0.1, 0.0)
    assert (second.lost, second.luck, second.others, second.rest) == (0.0, -0.01, 0.3, 0.0)


def test_decisions_that_the_next_ones_answer_leave_the_curve_calm():
    """Each decision of two players gains 0.2 against quick play, which the answer takes back: nobody falls."""
    decisions = [decision_of(n, n % 2, 0.6 if n % 2 == 0 else 0.4, following=0.6 if n % 2 == 0 else 0.4) for n in range(20)]
    shares, steps = account(decisions, [0.5, 0.5])
    assert max(of[0] for of in shares[:-4]) - min(of[0] for of in shares[:-4]) < 0.05
    assert all(abs(step.rest[0]) < 1e-3 for step in steps[:-1])


def test_a_loss_counts_as_far_as_the_share_was_there_to_be_lost():
    """In its view a decision cost 0.5, but with what was hidden the seat had 0.8 left, so that at most 0.2 were lost."""
    this = decision_of(0, 0, 0.9, loss=0.5, following=0.8)
    this.value, this.following = [0.8, 0.2], [0.8, 0.2]
    shares, steps = account([this, decision_of(1, 1, 0.8)], [0.8, 0.2])
    assert shares[0] == [1.0, 0.0]
    assert (steps[0].cost, steps[0].rest) == ([-0.2, 0.2], [0.0, 0.0])
    assert seat_reviews([this], steps[:1], 2)[0].lost == 0.2


def test_luck_is_booked_where_something_is_drawn_only():
    end = game_of("year_of_the_dragon", 24)
    found = review(end, seconds=0.002)
    for decision, following in itertools.pairwise(found.decisions):
        drawn = any(end.moves[ply][0] == -1 and len(end.at(ply).legal_codes) > 1 for ply in range(decision.ply, following.ply))
        assert drawn or not any(decision.luck)


# -- falls --------------------------------------------------------------------------------------------------------------------


def lost_in_a_drought(shares, *, losses=(), chapters=None, name="year_of_the_dragon"):
    """A whole game for two, reviewed with that curve of the first player, and its months or rounds."""
    end = game_of(name, None)
    plies = decisions_of(end)
    costs = dict(losses)
    points = np.interp(np.linspace(0, 1, len(plies)), np.linspace(0, 1, len(shares)), shares)
    decisions = [
        decision_of(ply, end.at(ply).actor, round(float(share), 4), loss=costs.get(n, 0.0))
        for n, (ply, share) in enumerate(zip(plies, points, strict=True))
    ]
    return end, assembled(end, decisions, chapters=chapters)


def test_every_fall_of_fifteen_points_within_a_chapter_is_listed():
    rng = np.random.default_rng(3)
    for _ in range(20):
        shares = rng.random(14).round(2).tolist()
        _end, found = lost_in_a_drought(shares)
        for chapter, points in found.chapters_of_curve():
            for seat in range(2):
                for (first, before), (last, after) in itertools.pairwise([(ply, of[seat]) for ply, of in points]):
                    if before - after >= 0.15:
                        assert any(
                            fall.seat == seat and fall.chapter == chapter and fall.first <= first and last <= fall.last
                            for fall in found.falls
                        )


@pytest.mark.parametrize(("after", "falls"), [(0.36, 0), (0.35, 1), (0.2, 1)])
def test_a_fall_of_fifteen_points_is_a_cliff_and_less_is_none(after, falls):
    assert len(cliffs(list(enumerate([0.5, 0.5, 0.5, after, after])))) == falls


def test_falls_follow_their_contract():
    end, found = lost_in_a_drought([0.9, 0.9, 0.9, 0.1, 0.1])
    texts = fall_texts(end, found)
    listed = found.as_json(texts)["falls"]
    assert listed
    keys = ["seat", "from", "to", "ply_from", "ply_to", "chapter", "cause", "decision", "text"]
    for fall in listed:
        assert list(fall) == keys
        assert fall["from"] - fall["to"] >= 0.15
        assert fall["ply_from"] < fall["ply_to"]
        assert fall["cause"] in ("decision", "event", "others", "luck")
        assert fall["text"].endswith((".", "!"))
        assert fall["chapter"] in [title for _ply, title in chapters_of(end)]


def test_a_game_that_is_only_begun_has_no_falls():
    assert Review("china", 3, [], [], [], [(0, "Round 1")], 0.1, []).falls == []
    assert assembled(hanlin.game("china").start(3), []).falls == []


def test_looking_back_takes_own_decisions_before_the_end_of_the_fall():
    end, found = lost_in_a_drought([0.9, 0.9, 0.9, 0.1, 0.1])
    fall = max(found.falls, key=lambda each: each.before - each.after)
    fall.decision, fall.cause = None, "event"
    back = look_back(end, found, fall)
    assert back is not None
    assert back.plies == sorted(back.plies, reverse=True)
    assert all(ply < fall.last and end.at(ply).actor == fall.seat for ply in back.plies)
    for ply, moves in zip(back.plies, back.moves, strict=True):
        assert moves == sum(actor >= 0 for actor, _text in end.moves[ply + 1 : fall.last])
    learn(fall, (back.plies[0], end.at(back.plies[0]).legal[-1], 0.3))
    assert fall.decision == back.plies[0]
    assert "That was worth 30%" in fall_texts(end, found)[found.falls.index(fall)]


def test_nothing_is_looked_back_for_where_luck_decided():
    end, found = lost_in_a_drought([0.9, 0.1])
    fall = Fall(0, 1, 20, 40, 0.9, 0.1, "luck")
    assert look_back(end, found, fall) is None


def test_a_decision_worth_most_of_a_fall_is_its_cause():
    """The others' moves changed more in that month, since luck made up for some of it."""
    end, found = lost_in_a_drought([0.9, 0.9, 0.1, 0.1], name="forbidden_city", chapters=[(0, "Round 1")])
    by_others = [Step([0.0, 0.0], [0.0, 0.0], [-0.1, 0.1], [0.0, 0.0]) for _ in found.decisions]
    fall = next(each for each in falls_of(end, found, by_others) if each.seat == 0 and each.cause == "others")
    assert fall.decision is None
    inside = next(each for each in found.decisions if each.seat == 0 and fall.first <= each.ply < fall.last)
    inside.best_result = inside.result + 0.6 * (fall.before - fall.after)
    again = next(each for each in falls_of(end, found, by_others) if (each.seat, each.first) == (0, fall.first))
    assert (again.cause, again.decision) == ("decision", inside.ply)


def test_losses_by_events_name_the_event_and_its_month():
    """All of a whole game: who releases two or more persons is named with the month."""
    end = game_of("year_of_the_dragon", None)
    played = all_played(end)
    found = [each for seat in range(2) for each in end.game.words.setbacks(played, seat)]
    assert found
    assert all(each.is_event and "month" in each.text for each in found)
    assert [each.weight for each in end.game.words.setbacks(played, 0)] == sorted(
        (each.weight for each in end.game.words.setbacks(played, 0)), reverse=True
    )


@pytest.mark.parametrize("name", ["china", "forbidden_city"])
def test_losses_in_scorings_are_named(name):
    end = game_of(name, None, 2)
    played = all_played(end)
    found = [each for seat in range(end.players) for each in end.game.words.setbacks(played, seat)]
    assert found
    assert not any(each.is_event for each in found)
    assert all(each.text.endswith(".") for each in found)


# -- the page -----------------------------------------------------------------------------------------------------------------


def test_the_page_shows_falls_and_marks_them():
    _end, found = lost_in_a_drought([0.9, 0.9, 0.9, 0.1, 0.1])
    told = page(found, shown, ["<Why>."] * len(found.falls))
    assert told.count("&lt;Why&gt;.") == len(found.falls) > 0
    assert curve(found).count('class="fall"') == len(found.falls)
    _end, even = lost_in_a_drought([0.5, 0.5])
    even.falls = []
    assert 'class="fall"' not in curve(even)


def test_the_reader_sees_the_own_seat_first_with_three_moments():
    end, found = lost_in_a_drought([0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1], losses={3: 0.2, 4: 0.2})
    texts = fall_texts(end, found)
    for seat in range(2):
        moments = moments_of(found, seat, texts, shown)
        assert len(moments) == 3
        assert [moment.ply for moment in moments] == sorted(moment.ply for moment in moments)
        drawn = []
        told = body(found, shown, texts, own=seat, board=lambda ply, drawn=drawn: drawn.append(ply) or f"<svg id='b{ply}'/>")
        assert drawn == [moment.ply for moment in moments]
        assert told.index("The moments that decided your game") < told.index("What changed the winning chances")
        rows = told[told.index("What changed the winning chances") :]
        names = ["Red", "Purple"]
        assert rows.index("You") < rows.index(names[1 - seat])


def test_a_fall_by_an_earlier_decision_hides_no_costly_one():
    """A costly decision is not shown twice within the fall that it explains, but next to one with another cause."""
    _end, found = lost_in_a_drought([0.5, 0.5], losses={6: 0.3})
    costly, seat = found.costly()[0].ply, found.costly()[0].seat
    for decision, plies in ((costly, [costly]), (costly - 1, [costly - 1, costly])):
        found.falls = [Fall(seat, 0, costly, costly + 2, 0.6, 0.2, "decision", decision)]
        assert [moment.ply for moment in moments_of(found, seat, [""], shown)] == plies


def test_falls_speak_to_the_reader_only():
    """The sentences of the reader's own falls and moves are in the second person; without a reader they name all seats."""
    end, found = lost_in_a_drought([0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1], losses={3: 0.2, 4: 0.2})
    names = ["Red", "Purple"]
    for seat in range(2):
        texts = [text for fall, text in zip(found.falls, fall_texts(end, found, seat), strict=True) if fall.seat == seat]
        assert texts
        assert not any(names[seat] in text for text in texts)
        assert any(re.search(r"\b[Yy]ou\b", text) for text in texts)
    assert not any(re.search(r"\b[Yy]ou\b", text) for text in fall_texts(end, found))


def test_one_sentence_tells_what_decided_the_game():
    """It is about the reader who lost, and about a loser for everybody else."""
    end, found = lost_in_a_drought([0.9, 0.1, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1], losses={3: 0.2, 4: 0.2})
    for reader in (None, 0, 1):
        story = story_of(found, end, shown, reader)
        assert story.endswith(".")
        assert "Better" not in story
    assert costly_text("You pass.", "Month 11", 0.12) == "You pass in Month 11: that cost 12% of winning chances."
    found.falls, found.seats = [], [SeatReview(1.0, 0.0, 0.0, []) for _seat in range(2)]
    assert story_of(found, end, shown, None) == ""


def test_a_hint_before_a_costly_decision_is_marked():
    _end, found = lost_in_a_drought([0.5, 0.5], losses={6: 0.3})
    texts = [""] * len(found.falls)
    ply = found.costly()[0].ply
    assert "A hint was used before this decision." not in page(found, shown, texts)
    found.hinted = [ply]
    assert "A hint was used before this decision." in page(found, shown, texts)
    assert found.as_json()["hinted"] == [ply]
