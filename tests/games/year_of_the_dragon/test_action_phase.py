"""Player order and the action phase (Y2, Y3)."""

from __future__ import annotations

import pytest

from hanlin.core.errors import IllegalAction
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import NOT_YET, PASSED, cards_of_group, palaces_of
from year_of_the_dragon.scenes import (
    amounts,
    court,
    deal,
    deal_usual,
    hand,
    player_order,
    points,
    table,
    to_person_phase,
    told_by,
    track,
)


def acting(players: int = 3, groups: str | None = None, **options):
    """A table whose first seat is to act."""
    position = table(players, **options)
    if groups is None:
        deal_usual(position)
    else:
        deal(position, groups)
    return position


@pytest.mark.rule("Y2")
def test_the_further_along_the_track_the_earlier():
    position = table(4)
    track(position, 3, 9, 5, 7)
    deal_usual(position)
    actors = []
    while position.actor >= 0 and position.state.phase == p.ACTION_PHASE:
        actors.append(position.actor)
        position.play("pass")
    assert actors == [1, 3, 2, 0]


@pytest.mark.rule("Y2")
def test_a_parade_changes_the_order_from_the_next_phase_on():
    position = table(3)
    track(position, 5, 5, 4)
    deal_usual(position)
    assert position.actor == 0
    position.play("pass")
    assert position.actor == 1
    position.play("pass")
    court(position, 2, (2, "warrior-old"))
    position.play("act 3 military-parade")
    assert position.state.phase == p.PERSON_PHASE
    assert position.actor == 2
    assert player_order(position) == [2, 0, 1]


@pytest.mark.rule("Y2")
def test_a_parade_of_the_first_does_not_let_it_act_again():
    position = table(2)
    track(position, 1, 0)
    deal_usual(position)
    position.play("act 2 military-parade")
    assert position.actor == 1
    position.play("act 2 military-parade")
    assert position.state.phase == p.PERSON_PHASE


@pytest.mark.rule("Y2")
def test_the_one_that_came_last_is_on_top():
    position = table(3)
    track(position, 5, 5, 4)
    deal_usual(position)
    position.play("act 3 military-parade")
    assert position.state.track[:3].tolist() == [6, 5, 4]
    position.state.yuan[1] = 9
    position.play("act 3 military-parade")
    assert position.state.track[:3].tolist() == [6, 6, 4]
    assert player_order(position) == [1, 0, 2]


@pytest.mark.rule("Y2")
def test_twelve_months_of_four_phases():
    position = table(2, month=3)
    told = told_by(deal_usual, position)
    for _ in range(2):
        told += told_by(position.play, "pass")
    for seat in (0, 1):
        assert position.actor == seat
        told += told_by(position.play, "hire monk-young")
        told += told_by(position.play, "house 1")
    phases = [entry.a for entry in told if entry.what == p.LOG_PHASE]
    assert phases == [p.ACTION_PHASE, p.PERSON_PHASE, p.EVENT_PHASE, p.SCORING_PHASE]
    assert position.state.month == 4
    assert position.actor == CHANCE


@pytest.mark.rule("Y3.1")
@pytest.mark.parametrize(
    ("players", "wall", "outcomes", "sizes"),
    [
        (2, False, 35, [4, 3]),
        (3, False, 210, [3, 2, 2]),
        (4, False, 630, [2, 2, 2, 1]),
        (5, False, 1260, [2, 2, 1, 1, 1]),
        (2, True, 70, [4, 4]),
        (3, True, 560, [3, 3, 2]),
        (4, True, 2520, [2, 2, 2, 2]),
        (5, True, 5040, [2, 2, 2, 1, 1]),
    ],
)
def test_the_deals(players, wall, outcomes, sizes):
    position = table(players, great_wall=wall)
    legal = position.legal
    assert len(set(legal)) == len(legal) == outcomes
    assert set(position.weights.values()) == {1}
    for text in (legal[0], legal[outcomes // 3], legal[-1]):
        groups = [group.split() for group in text.removeprefix("deal ").split("|")]
        assert [len(group) for group in groups] == sizes
        assert all(group == sorted(group, key=p.CARD_NAMES.index) for group in groups)
        assert sorted((card for group in groups for card in group), key=p.CARD_NAMES.index) == list(
            p.CARD_NAMES[: 8 if wall else 7]
        )
        copy = position.copy().play(text)
        assert [[p.CARD_NAMES[card] for card in cards_of_group(copy.state, group)] for group in range(players)] == groups


@pytest.mark.rule("Y3.2")
def test_one_card_of_one_group():
    position = acting(3)
    assert position.legal == [
        "act 1 taxes",
        "act 1 build",
        "act 1 privilege small",
        "act 2 harvest",
        "act 2 fireworks-show",
        "act 3 military-parade",
        "act 3 research",
        "pass",
    ]
    position.play("act 2 harvest")
    assert position.actor == 1
    assert position.state.taken == 0b010
    assert position.state.chosen[:3].tolist() == [16 + p.HARVEST, NOT_YET, NOT_YET]


@pytest.mark.rule("Y3.2")
def test_several_can_use_one_card_and_the_dragons_come_back():
    position = acting(3)
    for seat in range(3):
        position.state.yuan[seat] = 6
        position.play("act 2 harvest")
    assert position.state.rice[:3].tolist() == [1, 1, 1]
    assert position.state.yuan[:3].tolist() == [6, 3, 3]
    assert position.state.taken == 0


@pytest.mark.rule("Y3.3")
def test_example_of_the_third_dragon():
    position = acting(4)
    position.play("act 2 harvest").play("act 2 harvest")
    told = told_by(position.play, "act 2 fireworks-show")
    assert amounts(told, p.LOG_PAYS, p.YUAN, p.FOR_OCCUPIED_GROUP) == {2: 3}
    assert position.state.yuan[:3].tolist() == [6, 3, 3]


@pytest.mark.rule("Y3.3")
def test_without_three_yuan_a_group_with_a_dragon_is_closed():
    position = acting(3)
    position.play("act 1 taxes")
    position.state.yuan[1] = 2
    assert position.legal == ["act 2 harvest", "act 2 fireworks-show", "act 3 military-parade", "act 3 research", "pass"]
    with pytest.raises(IllegalAction):
        position.play("act 1 taxes")
    position.state.yuan[1] = 3
    position = position.copy()
    assert position.legal[:2] == ["act 1 taxes", "act 1 build"]
    position.play("act 1 taxes")
    assert position.state.yuan[1] == 2


@pytest.mark.rule("Y3.3", "Y8.2")
def test_the_wall_costs_it_as_well():
    position = acting(3, great_wall=True)
    position.play("act 2 harvest")
    position.state.yuan[1] = 2
    assert not any("build-wall" in text for text in position.legal)
    position.state.yuan[1] = 4
    position = position.copy()
    told = told_by(position.play, "act 2 build-wall yuan")
    assert amounts(told, p.LOG_PAYS, p.YUAN, p.FOR_OCCUPIED_GROUP) == {1: 3}
    assert position.state.yuan[1] == 3


@pytest.mark.rule("Y3.4")
def test_example_of_passing():
    position = acting(3)
    position.state.yuan[0] = 1
    told = told_by(position.play, "pass")
    assert amounts(told, p.LOG_GAINS, p.YUAN, p.PASSING) == {0: 2}
    assert position.state.yuan[0] == 3
    assert position.state.chosen[0] == PASSED
    assert position.state.taken == 0


@pytest.mark.rule("Y3.4")
@pytest.mark.parametrize("yuan", [3, 4, 11])
def test_passing_with_three_yuan_or_more_gains_nothing(yuan):
    position = acting(2)
    position.state.yuan[0] = yuan
    assert position.legal[-1] == "pass"
    position.play("pass")
    assert position.state.yuan[0] == yuan


@pytest.mark.rule("Y3.5")
def test_example_of_taxes():
    position = acting(2)
    s = position.state
    s.yuan[:2] = 0, 4
    court(position, 1, (2, "tax-collector", "tax-collector"))
    position.play("act 1 taxes")
    assert s.yuan[0] == 2
    told = told_by(position.play, "act 1 taxes")
    assert amounts(told, p.LOG_PAYS, p.YUAN, p.FOR_OCCUPIED_GROUP) == {1: 3}
    assert amounts(told, p.LOG_GAINS, p.YUAN, p.FOR_TAXES) == {1: 8}
    assert s.yuan[1] == 4 - 3 + 8


@pytest.mark.rule("Y3.6")
def test_example_of_building():
    """Two craftsmen: three floors; a palace of one floor becomes three, and a new palace of one floor."""
    position = acting(2)
    court(position, 0, (2, "craftsman", "craftsman"), (1,))
    position.play("act 1 build")
    assert position.actor == 0
    assert position.legal == ["floor 1", "floor 2", "floor new"]
    position.play("floor 2").play("floor 2")
    assert position.legal == ["floor 1", "floor new"]
    position.play("floor new")
    assert palaces_of(position.state, 0) == [(2, [0, 0]), (3, []), (1, [])]
    assert position.actor == 1


@pytest.mark.rule("Y3.6")
def test_palaces_have_three_floors_at_most_in_any_number():
    position = acting(2)
    court(position, 0, (3, "craftsman", "craftsman", "monk-old"), (3, "craftsman"), (3,))
    position.play("act 1 build")
    for palaces in range(3, 7):
        assert position.actor == 0
        assert len(palaces_of(position.state, 0)) == palaces
        assert position.legal[-1] == "floor new"
        position.play("floor new")
    assert [floors for floors, _ in palaces_of(position.state, 0)] == [3, 3, 3, 1, 1, 1, 1]
    assert position.actor == 1


@pytest.mark.rule("Y3.6")
def test_all_floors_gained_are_built():
    position = acting(2)
    court(position, 0, (2, "craftsman"))
    position.play("act 1 build").play("floor 1")
    assert "pass" not in position.legal
    position.play("floor new")
    assert position.actor == 1


@pytest.mark.rule("Y3.7")
def test_example_of_the_harvest():
    position = acting(3)
    court(position, 0, (2, "farmer-young", "farmer-old"))
    position.play("act 2 harvest")
    assert position.state.rice[0] == 4


@pytest.mark.rule("Y3.8")
def test_a_fireworks_show():
    position = acting(3)
    court(position, 0, (3, "pyrotechnist-young", "pyrotechnist-old", "farmer-old"))
    position.play("act 2 fireworks-show")
    assert position.state.fireworks[0] == 4
    position.play("act 2 fireworks-show")
    assert position.state.fireworks[1] == 1


@pytest.mark.rule("Y3.9")
def test_example_of_the_parade():
    position = acting(3)
    court(position, 0, (2, "warrior-old", "warrior-old"))
    told = told_by(position.play, "act 3 military-parade")
    assert position.state.track[0] == 5
    assert (p.LOG_MOVES, 0, 5, 5, p.FOR_PARADE) in told


@pytest.mark.rule("Y3.10")
def test_example_of_research():
    position = acting(3)
    court(position, 0, (2, "scholar-young", "scholar-old"))
    told = told_by(position.play, "act 3 research")
    assert position.scores[0] == 6
    assert points(told, 0, p.FOR_RESEARCH) == 6


@pytest.mark.rule("Y3.11")
@pytest.mark.parametrize(("option", "price"), [("7", 7), ("6", 6), (6, 6)])
def test_privileges(option, price):
    position = acting(3, large_privilege=option)
    s = position.state
    s.yuan[:3] = price + 1
    position.play("act 1 privilege large")
    assert (s.yuan[0], s.small[0], s.large[0]) == (1, 0, 1)
    assert "act 1 privilege large" not in position.legal
    position.play("act 1 privilege small")
    assert (s.yuan[1], s.small[1], s.large[1]) == (price + 1 - 3 - 2, 1, 0)
    s.yuan[2] = price + 3
    position = position.copy()
    assert "act 1 privilege large" in position.legal


@pytest.mark.rule("Y3.11")
def test_who_can_pay_for_no_privilege_can_not_choose_the_card():
    position = acting(3)
    position.state.yuan[0] = 1
    assert not any("privilege" in text for text in position.legal)
    position.play("act 1 taxes")
    position.state.yuan[1] = 4
    assert [text for text in position.legal if text.startswith("act 1")] == ["act 1 taxes", "act 1 build"]
    position.state.yuan[1] = 5
    position = position.copy()
    assert "act 1 privilege small" in position.legal


@pytest.mark.rule("Y3.11")
def test_any_number_of_privileges():
    position = acting(2)
    position.state.large[0] = 5
    position.state.yuan[0] = 7
    position.play("act 2 privilege large")
    assert position.state.large[0] == 6


def test_after_the_action_phase_comes_the_person_phase():
    position = table(2)
    hand(position, 0, "monk", "wild")
    to_person_phase(position)
    assert position.state.phase == p.PERSON_PHASE
    assert "hire monk-old" in position.legal
