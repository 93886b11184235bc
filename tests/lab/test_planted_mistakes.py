"""Reviews of games with mistakes that are known: the review finds them, and blames nobody in games without any.

``helpers/planted.py`` made the records. The long form takes all of them, the short one a few.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from hanlin.core.position.record import read_record
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.lab.review import Reader, assembled, decisions_of, explain
from hanlin.lab.review_falls import all_played, fall_texts
from helpers.planted import ALL, ROUND_OF_BLUNDER

FOLDER = Path(__file__).parent / "planted"
QUICK = {
    "drought_year_of_the_dragon_2_0",
    "blunder_china_3_4",
    "clean_year_of_the_dragon_2_3",
    "tribute_year_of_the_dragon_2_3",
}
ANSWERS = {
    "drought": (p.FOR_DROUGHT, "drought", ("harvest", "farmer")),
    "tribute": (p.FOR_TRIBUTE, "imperial tribute", ("taxes", "pass", "tax-collector")),
}
"""By the mistake: the reason of the losses, the event in words, and parts of the actions that prepare for it."""


def some(kind, *, but=False):
    """The games with a mistake of that kind, those that are not quick marked as long."""
    return [
        pytest.param(
            each,
            id=each.name.removesuffix(".hanlin"),
            marks=() if each.name.removesuffix(".hanlin") in QUICK else pytest.mark.long,
        )
        for each in ALL
        if (each.kind in kind) != but
    ]


@cache
def reviewed(planted):
    """The whole game and its review."""
    end = read_record((FOLDER / planted.name).read_text("utf-8")).end
    reader = Reader(end, fast=True, iterations=200)
    found = assembled(end, [reader.evaluate(ply) for ply in decisions_of(end)])
    explain(found, reader)
    return end, found


@pytest.mark.parametrize("planted", some((), but=True))
def test_the_account_of_every_seat_adds_up_to_its_curve(planted):
    _end, found = reviewed(planted)
    first, last = found.curve()[0][1], found.curve()[-1][1]
    for seat, of in enumerate(found.seats):
        assert last[seat] - first[seat] == pytest.approx(of.luck + of.others + of.rest - of.lost, abs=1e-3)
        assert all(-1e-6 <= shares[seat] <= 1 + 1e-6 for _ply, shares in found.curve())


@pytest.mark.parametrize("planted", some(("drought", "tribute")))
def test_neglect_of_an_event_is_named_with_what_would_help(planted):
    """A fall names the event, or the choice that would have prepared for it is better: where the event took three persons or
    more from a seat that had chances left and did not win."""
    end, found = reviewed(planted)
    reason, event, answers = ANSWERS[planted.kind]
    lost = 0
    for ply, (_before, _actor, _action, events) in enumerate(all_played(end)):
        share = [of[0] for at, of in found.curve() if at <= ply or at == found.curve()[0][0]][-1]
        for told in events:
            if told.what == p.LOG_MUST_RELEASE and told.seat == 0 and told.c == reason and share >= 0.2:
                lost += told.a
    named = any(fall.seat == 0 and event in text for fall, text in zip(found.falls, fall_texts(end, found), strict=True))
    better = [decision.best for decision in found.costly() if decision.seat == 0]
    better += [fall.better for fall in found.falls if fall.seat == 0]
    assert lost < 3 or found.final[0] > 0 or named or any(answer in action for action in better for answer in answers)


@pytest.mark.parametrize("planted", some(("blunder",)))
def test_a_blunder_is_among_the_costliest_with_its_round(planted):
    _end, found = reviewed(planted)
    rounds = [found.title(ply) for ply in found.seats[0].costly[:2]]
    assert f"Round {ROUND_OF_BLUNDER[planted.game]}" in rounds


@pytest.mark.parametrize("planted", some(("clean",)))
def test_no_single_decision_of_a_clean_game_is_blamed_much(planted):
    _end, found = reviewed(planted)
    assert max(decision.loss for decision in found.decisions) < (0.25 if planted.game == "year_of_the_dragon" else 0.15)
