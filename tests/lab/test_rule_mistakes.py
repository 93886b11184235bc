"""Reviews of games with one decision that is a mistake by the rules, whatever Hanlin's judges think of it.

``helpers/rule_mistakes.py`` made the games without looking at a review, and none was left out since.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

import hanlin
from hanlin.core.position.record import read_record
from hanlin.lab.review import Reader, assembled, decisions_of, explain
from hanlin.lab.review_falls import fall_texts
from hanlin.lab.review_page import moments_of
from helpers.rule_mistakes import COSTLY, MISTAKES, Mistake, Planter

FOLDER = Path(__file__).parent / "planted" / "by_rules"
PLANTED = {file.stem: Mistake(**json.loads(file.read_text("utf-8"))) for file in sorted(FOLDER.glob("*.json"))}
QUICK = ("year_of_the_dragon_3_2001", "year_of_the_dragon_4_2001")
"""Games that the short form reviews."""
RECALL = 0.7
"""The least part of planted mistakes that reviews of all games show; those with a small budget show."""
NEW = [("year_of_the_dragon", 3, 9000), ("forbidden_city", 2, 9000)]
"""Game, players and first seed of games that the long form plants anew."""


def review_of(end):
    """A review with a small budget."""
    reader = Reader(end, fast=True, iterations=150, rounds=16)
    found = assembled(end, [reader.evaluate(ply) for ply in decisions_of(end)])
    explain(found, reader)
    return found


@cache
def reviewed(name):
    """A kept game and its review."""
    end = read_record((FOLDER / f"{name}.hanlin").read_text("utf-8")).end
    return end, review_of(end)


def is_shown(mistake, end, found):
    """True where the review names the decision, of that seat: as a loss among its moments, or as what a fall goes back to."""
    decision = next(each for each in found.decisions if each.ply == mistake.ply)
    moments = moments_of(found, mistake.seat, fall_texts(end, found), lambda ply, action: f"{ply} {action}")
    falls = [fall for fall in found.falls if fall.decision == mistake.ply and fall.cause in ("decision", "event")]
    assert decision.seat == mistake.seat
    assert all(fall.seat == mistake.seat for fall in falls)
    return bool(falls) or (decision.loss > 0 and any(moment.decision == mistake.ply for moment in moments))


@pytest.mark.parametrize("name", sorted(PLANTED))
def test_a_planted_mistake_is_one_by_the_rules(name):
    """The action is of its kind, that which it replaced is not, and games played on showed that it was costly."""
    mistake = PLANTED[name]
    end = read_record((FOLDER / f"{name}.hanlin").read_text("utf-8")).end
    position = end.at(mistake.ply)
    assert (position.actor, end.moves[mistake.ply][1]) == (mistake.seat, mistake.action)
    legal = [int(code) for code in position.legal_codes]
    found = MISTAKES[mistake.game](position.state, mistake.seat, legal)
    assert position.code(mistake.action) in found[mistake.kind]
    assert position.code(mistake.instead_of) not in found[mistake.kind]
    assert mistake.cost >= COSTLY


def test_no_decision_of_a_kind_is_one_where_all_are():
    """Where every action is of a kind, nothing could have been done, and it is no mistake."""
    position = hanlin.game("year_of_the_dragon").start(3)
    assert MISTAKES["year_of_the_dragon"](position.state, 0, []) == {}


@pytest.mark.parametrize("name", QUICK)
def test_the_review_shows_a_planted_mistake(name):
    end, found = reviewed(name)
    assert is_shown(PLANTED[name], end, found)


@pytest.mark.long
def test_reviews_show_most_planted_mistakes():
    shown = [is_shown(mistake, *reviewed(name)) for name, mistake in PLANTED.items()]
    assert sum(shown) >= RECALL * len(shown)


@pytest.mark.long
@pytest.mark.parametrize(("game", "players", "first"), NEW)
def test_reviews_show_most_mistakes_planted_anew(game, players, first):
    planter = Planter(game, players)
    planted = [found for seed in range(first, first + 16) if (found := planter.plant(seed)) is not None]
    assert planted
    shown = [is_shown(mistake, end, review_of(end)) for mistake, end in planted]
    assert sum(shown) >= len(shown) / 2
