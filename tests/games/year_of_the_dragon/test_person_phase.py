"""The person phase (Y4)."""

from __future__ import annotations

import pytest

from hanlin.core.errors import IllegalAction
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import palaces_of
from year_of_the_dragon.scenes import (
    court,
    deal_usual,
    hand,
    no_tiles,
    player_order,
    table,
    tiles,
    to_person_phase,
    told_by,
    track,
)


def hiring(players: int = 2, *cards: str, **options):
    """A table whose first seat is to play a person card of these."""
    position = table(players, **options)
    if cards:
        hand(position, 0, *cards)
    return to_person_phase(position)


@pytest.mark.rule("Y4.1")
def test_young_or_old_with_the_own_card_anybody_with_a_wild_one():
    position = hiring(2, "monk", "tax-collector", "wild")
    own = ["hire tax-collector", "hire monk-young", "hire monk-old"]
    assert position.legal == own + [f"hire {name} wild" for name in p.KIND_NAMES]
    tiles(position, monk_old=0)
    position = position.copy()
    assert position.legal == own[:2] + [f"hire {name} wild" for name in p.KIND_NAMES if name != "monk-old"]


@pytest.mark.rule("Y4.1")
def test_the_tile_is_taken_and_the_card_is_gone():
    position = hiring(2, "monk", "wild", "wild")
    before = position.state.tiles.tolist()
    position.play("hire monk-old")
    assert position.state.tiles[8] == before[8] - 1
    assert position.state.cards[0] == 0
    assert position.state.wild[0] == 2
    position.play("house 1")
    assert position.actor == 1
    position.play("hire court-lady wild")
    assert position.state.wild[1] == 1
    assert int(position.state.cards[1]).bit_count() == 9


@pytest.mark.rule("Y4.1", "Y2")
def test_in_player_order():
    position = table(3)
    track(position, 2, 8, 5)
    to_person_phase(position)
    actors = []
    for _ in range(3):
        actors.append(position.actor)
        position.play("hire warrior-young").play("house 1")
    assert actors == [1, 2, 0]


@pytest.mark.rule("Y4.2")
def test_a_person_must_move_in_where_there_is_room():
    position = hiring()
    court(position, 0, (2, "monk-old", "monk-old"), (3, "farmer-old"), (1,))
    position.play("hire monk-old")
    assert position.legal == ["house 2", "house 3"]
    position.play("house 3")
    assert palaces_of(position.state, 0) == [(2, [8, 8]), (3, [12]), (1, [8])]


@pytest.mark.rule("Y4.2")
def test_in_full_palaces_one_is_released_or_the_new_one_goes():
    position = hiring()
    court(position, 0, (2, "monk-old", "farmer-young"), (1, "monk-old"))
    position.play("hire monk-old")
    assert position.legal == ["replace 1 monk-old", "replace 1 farmer-young", "replace 2 monk-old", "decline"]
    told = told_by(position.play, "replace 1 farmer-young")
    assert palaces_of(position.state, 0) == [(2, [8, 8]), (1, [8])]
    assert (p.LOG_RELEASES, 0, 0, p.KIND_NAMES.index("farmer-young"), p.FOR_REPLACING) in told
    assert position.state.track[0] == 2


@pytest.mark.rule("Y4.2", "Y4.3")
def test_an_equal_one_may_be_replaced_for_the_steps():
    position = hiring()
    court(position, 0, (1, "monk-young"))
    position.play("hire monk-young").play("replace 1 monk-young")
    assert palaces_of(position.state, 0) == [(1, [7])]
    assert position.state.track[0] == 6


@pytest.mark.rule("Y4.2")
def test_the_marker_stays_when_the_new_one_goes():
    position = hiring()
    court(position, 0, (1, "monk-young"))
    position.play("hire monk-young")
    told = told_by(position.play, "decline")
    assert position.state.track[0] == 0
    assert (p.LOG_DECLINES, 0, 7, 0, 0) in told
    assert position.actor == 1


@pytest.mark.rule("Y4.2")
def test_without_any_palace_one_can_only_decline():
    position = hiring()
    court(position, 0)
    assert position.play("hire court-lady").legal == ["decline"]


@pytest.mark.rule("Y4.3")
def test_the_marker_advances_by_the_number_of_the_tile():
    for kind, name in enumerate(p.KIND_NAMES):
        position = hiring()
        position.play(f"hire {name}").play("house 1")
        assert position.state.track[0] == p.SPACES[kind]
    track(position, 0, 0)
    assert player_order(position) == [0, 1]


@pytest.mark.rule("Y4.4")
def test_a_card_without_tiles_may_be_played_and_brings_nothing():
    position = hiring(2, "craftsman", "monk", "wild")
    tiles(position, monk_young=0, monk_old=0)
    assert position.legal[:3] == ["hire craftsman", "spend monk", "hire craftsman wild"]
    assert "spend wild" not in position.legal
    told = told_by(position.play, "spend monk")
    assert (p.LOG_SPENDS, 0, p.MONK, 0, 0) in told
    assert position.state.cards[0] == 1
    assert position.state.persons[0] == 0
    assert position.actor == 1


@pytest.mark.rule("Y4.4")
def test_a_type_with_old_tiles_only_is_not_gone():
    position = hiring(2, "monk")
    tiles(position, monk_young=0)
    assert position.legal == ["hire monk-old"]


@pytest.mark.rule("Y4.4")
def test_a_wild_card_is_wasted_only_when_no_tile_is_left():
    position = hiring(2, "wild")
    no_tiles(position)
    assert position.legal == ["spend wild"]
    tiles(position, scholar_old=1)
    position = position.copy()
    assert position.legal == ["hire scholar-old wild"]
    no_tiles(position)
    position = position.copy()
    position.play("spend wild")
    assert position.state.wild[0] == 0


@pytest.mark.rule("Y4.5")
def test_who_leaves_does_not_come_back_and_hiring_brings_no_goods():
    position = hiring()
    court(position, 0, (1, "farmer-young"))
    before = position.state.tiles.copy()
    goods = [position.state[name][0] for name in ("yuan", "rice", "fireworks", "points")]
    position.play("hire farmer-old").play("replace 1 farmer-young")
    before[12] -= 1
    assert position.state.tiles.tolist() == before.tolist()
    assert [position.state[name][0] for name in ("yuan", "rice", "fireworks", "points")] == goods


@pytest.mark.rule("Y4.2")
def test_nobody_moves_between_palaces():
    position = hiring()
    court(position, 0, (2, "monk-old"), (1, "farmer-old"))
    position.play("hire monk-old")
    for text in ("replace 1 monk-old", "decline", "house 2"):
        with pytest.raises(IllegalAction):
            position.play(text)


@pytest.mark.rule("Y4")
def test_no_person_phase_in_month_twelve():
    position = table(2, month=12)
    deal_usual(position)
    told = told_by(position.play, "pass") + told_by(position.play, "pass")
    assert p.PERSON_PHASE not in [entry.a for entry in told if entry.what == p.LOG_PHASE]
    assert position.over
