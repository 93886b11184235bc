"""Reviews of games with mistakes that are known: the review finds them, and blames nobody in games without any.

``helpers/planted.py`` made the records. The long form takes all of them, the short one a few; both with a small budget.
"""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path

import pytest

from hanlin.core.position.record import read_record
from hanlin.lab.review import Reader, assembled, decisions_of, explain
from hanlin.lab.review_falls import fall_texts
from helpers.planted import ALL, FORBIDS, ROUND_OF_BLUNDER

FOLDER = Path(__file__).parent / "planted"
QUICK = {"drought_year_of_the_dragon_4_20", "majority_china_3_1", "clean_year_of_the_dragon_2_3", "clean_china_3_2"}
EVENTS = {"drought": "drought", "tribute": "imperial tribute"}
BLAME, REST, DEAL = 0.08, 0.01, 0.1
"""The most that a review may blame one decision of a clean game for, leave unexplained, and call the luck of one deal."""
BLAMED_MORE = {
    "clean_china_3_0": 0.12,
    "clean_year_of_the_dragon_3_1": 0.13,
    "clean_forbidden_city_3_1": 0.1,
    "clean_year_of_the_dragon_5_6": 0.1,
}
"""Clean games in which a decision is blamed for more, and the most there. In the last one rightly: taxes in the last month,
where the seat could build, lose in each of 3,150 games played on from there by ``strong@60``, and building wins them."""


def some(*kinds):
    """The games of these kinds, those that are not quick marked as long."""
    return [
        pytest.param(
            each,
            id=each.name.removesuffix(".hanlin"),
            marks=() if each.name.removesuffix(".hanlin") in QUICK else pytest.mark.long,
        )
        for each in ALL
        if each.kind in kinds or not kinds
    ]


@cache
def reviewed(planted):
    """The whole game and its review."""
    end = read_record((FOLDER / planted.name).read_text("utf-8")).end
    reader = Reader(end, fast=True, iterations=150, rounds=16)
    found = assembled(end, [reader.evaluate(ply) for ply in decisions_of(end)])
    explain(found, reader)
    return end, found


@pytest.mark.parametrize("planted", some())
def test_the_account_of_every_seat_explains_its_curve(planted):
    """Decisions, luck and others add up to the curve, and next to nothing is left."""
    _end, found = reviewed(planted)
    first, last = found.curve()[0][1], found.curve()[-1][1]
    for seat, of in enumerate(found.seats):
        assert last[seat] - first[seat] == pytest.approx(of.luck + of.others + of.rest - of.lost, abs=1e-3)
        assert abs(of.rest) < REST
        assert all(-1e-3 <= shares[seat] <= 1 + 1e-3 for _ply, shares in found.curve())


@pytest.mark.parametrize("planted", some())
def test_luck_is_what_was_drawn(planted):
    """Between two decisions without a draw there is none; a deal of the Dragon's action cards changes little."""
    end, found = reviewed(planted)
    for decision, following in itertools.pairwise(found.decisions):
        drawn = any(end.moves[ply][0] == -1 and len(end.at(ply).legal_codes) > 1 for ply in range(decision.ply, following.ply))
        assert drawn or not any(decision.luck)
        assert planted.game != "year_of_the_dragon" or max(map(abs, decision.luck)) < DEAL


@pytest.mark.parametrize("planted", some("drought", "tribute"))
def test_an_event_that_was_not_prepared_for_is_named(planted):
    """A fall of the seat that neglected it has the event as its cause, and the sentence names it with its month."""
    end, found = reviewed(planted)
    falls = [(fall, text) for fall, text in zip(found.falls, fall_texts(end, found), strict=True) if fall.seat == 0]
    assert any(fall.cause == "event" and f"{EVENTS[planted.kind]} of month" in text for fall, text in falls)


@pytest.mark.parametrize("planted", some("majority", "room"))
def test_a_bad_habit_is_named_as_decisions(planted):
    """The seat with the habit lost most by its own decisions, and where it lost most its habit forbade the better action."""
    end, found = reviewed(planted)
    lost = [seat.lost for seat in found.seats]
    assert lost[0] == max(lost)
    forbids, costly = FORBIDS[planted.kind], [each for each in found.costly() if each.seat == 0]
    states = {each.ply: end.at(each.ply) for each in costly}
    assert any(forbids(states[each.ply].state, states[each.ply].code(each.best)) for each in costly)
    assert all(found.title(each.ply) for each in costly)


@pytest.mark.parametrize("planted", some("blunder"))
def test_a_blunder_is_among_the_costliest_with_its_round(planted):
    _end, found = reviewed(planted)
    rounds = [found.title(ply) for ply in found.seats[0].costly[:2]]
    assert f"Round {ROUND_OF_BLUNDER[planted.game]}" in rounds


@pytest.mark.parametrize("planted", some("clean"))
def test_no_single_decision_of_a_clean_game_is_blamed_much(planted):
    _end, found = reviewed(planted)
    most = BLAMED_MORE.get(planted.name.removesuffix(".hanlin"), BLAME)
    assert max(decision.loss for decision in found.decisions) <= most
