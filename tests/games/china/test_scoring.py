"""Points for palaces, alliances and roads, and the end of the game (C4, C7, C8)."""

from __future__ import annotations

import pytest

from china import oracle
from china.tables import only_roads, points_told, random_walk, region_number, table, told_by
from hanlin.core.jit.events import capture
from hanlin.core.verbs import generic
from hanlin.games.china.pieces import (
    ALLIANCE,
    ALLIANCE_POINTS,
    PALACE_POINTS,
    ROAD_POINTS,
    ROAD_SPACE,
    SCORING,
    STANDS,
)
from hanlin.games.china.scoring import palace_counts, palace_points, score_the_end
from hanlin.games.china.snapshot import final_scoring

RED, VIOLET, GREEN, BLUE, YELLOW = range(5)
"""Seats by the colours of the worked examples."""


def score_of(position, region) -> list[int]:
    s = position.state
    r = region_number(s, region)
    points = [palace_points(s, r, seat, palace_counts(s, r)) for seat in range(s.players)]
    assert points == oracle.region_points(s, r)
    return points


# -- palaces -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C4.1")
def test_example_four_two_and_one_palaces():
    assert score_of(table(palaces={"wei": [0, 0, 0, 0, 1, 1, 2]}), "wei") == [7, 4, 2, 0]


@pytest.mark.rule("C4.2")
def test_example_two_two_and_one_palaces():
    assert score_of(table(palaces={"qi": [0, 0, 1, 1, 2]}), "qi") == [5, 5, 2, 0]


@pytest.mark.rule("C4.2")
def test_example_three_two_two_and_one_palaces():
    assert score_of(table(palaces={"chu": [0, 0, 0, 1, 1, 2, 2, 3]}), "chu") == [8, 3, 3, 2]


@pytest.mark.rule("C4.1")
def test_all_five_places():
    owners = [0, 0, 0, 1, 1, 2]
    assert score_of(table(palaces={"chin": owners}, players=5), "chin") == [6, 3, 2, 0, 0]
    assert score_of(table(palaces={"chu": [0, 1, 2, 3, 4]}, players=5), "chu") == [5] * 5


@pytest.mark.rule("C4.1", "C3.7")
def test_events_give_the_score_sheet():
    position = table("3 yellow", palaces={"qi": [0, 0, 1, 2]})
    told = told_by(position, "palace qi 5 yellow")
    qi = region_number(position.state, "qi")
    assert (SCORING, -1, qi, 5, 0) in told
    assert [t[1:] for t in told if t.what == STANDS] == [(0, qi, 3, 1), (1, qi, 1, 2), (2, qi, 1, 2)]
    assert [t[1:] for t in told if t.what == PALACE_POINTS] == [(0, 5, qi, 0), (1, 3, qi, 0), (2, 3, qi, 0)]


@pytest.mark.rule("C8.2")
def test_a_palace_on_a_fortress_doubles_once():
    one = table(palaces={"wei": [0, 0, 0, 0, 1, 1, 2]}, fortress={"wei": 7}, fortresses=True)
    assert score_of(one, "wei") == [7, 4, 4, 0]
    s = one.state
    s.fortresses[region_number(s, "wei")] = 0b1110111
    assert score_of(one, "wei") == [14, 8, 4, 0]


@pytest.mark.rule("C8.2")
def test_a_fortress_without_an_own_palace_doubles_nothing():
    position = table(palaces={"wei": [0, 0, 1]}, fortress={"wei": 5}, fortresses=True)
    assert score_of(position, "wei") == [3, 2, 0, 0]


# -- the final scoring -------------------------------------------------------------------------------------------------


def finished(position):
    """The events of the position's final scoring."""
    with capture() as told:
        score_the_end(position.state)
    return told


@pytest.mark.rule("C7.1")
def test_unfilled_regions_score_at_the_end_and_full_ones_not_again():
    position = table("3 yellow", palaces={"qi": [0, 0, 1, 1, 2], "wei": [3, 3, 0]})
    told = finished(position)
    assert [(t.a, t.c) for t in told if t.what == SCORING] == [(region_number(position.state, "wei"), 1)]
    assert points_told(told, PALACE_POINTS) == {3: [3], 0: [2]}


@pytest.mark.rule("C7.2")
def test_example_an_alliance_of_blue_over_border_three():
    position = table(players=4, emissaries={"wei": {BLUE: 1, RED: 1}, "chin": {BLUE: 2, RED: 1, GREEN: 1}})
    told = finished(position)
    assert points_told(told, ALLIANCE_POINTS) == {BLUE: [6]}
    assert (ALLIANCE, -1, 3, 2, 4) in told
    assert (ALLIANCE_POINTS, BLUE, 6, 3, 2) in told


@pytest.mark.rule("C7.2")
def test_example_no_alliance_over_border_four():
    position = table(players=4, emissaries={"chin": {BLUE: 2, RED: 1, GREEN: 1}, "shu": {VIOLET: 2, BLUE: 1}})
    assert not points_told(finished(position), ALLIANCE_POINTS)


@pytest.mark.rule("C7.2")
def test_example_two_tied_leaders():
    position = table(emissaries={"wei": {0: 1, 1: 1}, "han": {0: 2, 1: 2, 2: 1}})
    assert points_told(finished(position), ALLIANCE_POINTS) == {0: [7], 1: [7]}


@pytest.mark.rule("C7.2")
def test_alliances_go_by_number_and_need_an_emissary_on_both_sides():
    position = table(emissaries={"zhao": {0: 1}, "yan": {0: 1}, "chin": {0: 1}, "wei": {1: 1}})
    told = finished(position)
    assert [t.a for t in told if t.what == ALLIANCE] == [1, 2]


@pytest.mark.rule("C7.3")
def test_example_five_palaces_in_a_row_with_a_branch():
    position = table(palaces={"chin": [0, None, 0, 0, 0, None], "shu": [0, 0]})
    only_chin = {text: region_number(position.state, text) for text in ("chin", "shu")}
    position.state.palaces[0, only_chin["chin"]] = 0b011100
    position.state.palaces[0, only_chin["shu"]] = 0b000111
    told = finished(position)
    assert points_told(told, ROAD_POINTS) == {0: [5]}
    row = [(t.a, t.b) for t in told if t.what == ROAD_SPACE]
    assert len(row) == 5
    assert {region for region, _ in row} == set(only_chin.values())


CHAIN = ("wei 1", "wei 2"), ("wei 2", "wei 3"), ("wei 3", "wei 4")


@pytest.mark.rule("C7.3")
@pytest.mark.parametrize(
    ("roads", "palaces", "points"),
    [
        (CHAIN, {"wei": [0, 0, 0, 0]}, 4),
        (CHAIN[:2], {"wei": [0, 0, 0, 0]}, 0),
        ((*CHAIN, ("wei 4", "wei 1")), {"wei": [0, 0, 0, 0]}, 4),
        ((("wei 1", "wei 2"), ("wei 1", "wei 3"), ("wei 1", "wei 4")), {"wei": [0, 0, 0, 0]}, 0),
        (CHAIN, {"wei": [0, 0, None, 0]}, 0),
        (CHAIN, {"wei": [0, 0, 1, 0]}, 0),
    ],
    ids=["a row", "too few roads", "a ring of four", "a star of four", "a gap", "another's palace"],
)
def test_rows(roads, palaces, points):
    position = table(palaces=palaces)
    only_roads(position.state, *roads)
    assert oracle.road_points(position.state, 0) == points
    assert points_told(finished(position), ROAD_POINTS) == ({0: [points]} if points else {})


@pytest.mark.rule("C7.3")
def test_the_longest_row_of_a_tree_first_is_not_always_best():
    """Two rows of four, joined in the middle: the longest row has six palaces, but then the other two are lost."""
    first = ("chu 1", "chu 2"), ("chu 2", "chu 3"), ("chu 3", "chu 4")
    position = table(palaces={"chu": [0] * 4, "wei": [0] * 4})
    only_roads(position.state, *first, *CHAIN, ("chu 2", "wei 2"))
    assert points_told(finished(position), ROAD_POINTS) == {0: [4, 4]}


@pytest.mark.rule("C8.3")
def test_a_row_over_a_fortress_counts_double_once():
    position = table(palaces={"wei": [0] * 4}, fortress={"wei": 2}, fortresses=True)
    only_roads(position.state, *CHAIN)
    told = finished(position)
    assert (ROAD_POINTS, 0, 8, 4, 1) in told
    assert [(t.b, t.c) for t in told if t.what == ROAD_SPACE] in (
        [(1, 0), (2, 1), (3, 0), (4, 0)],
        [(4, 0), (3, 0), (2, 1), (1, 0)],
    )
    twice = table(palaces={"wei": [0] * 4}, fortress={"wei": 2}, fortresses=True)
    only_roads(twice.state, *CHAIN)
    twice.state.fortresses[region_number(twice.state, "wei")] = 0b0110
    assert points_told(finished(twice), ROAD_POINTS) == {0: [8]}


@pytest.mark.rule("C7.3", "C8.3")
def test_a_fortress_without_a_palace_breaks_a_row():
    position = table(palaces={"wei": [0, 0, None, 0, 0]}, fortress={"wei": 3}, fortresses=True)
    only_roads(position.state, *CHAIN, ("wei 4", "wei 5"))
    assert not points_told(finished(position), ROAD_POINTS)


@pytest.mark.rule("C7.3", "C8.3")
def test_with_fortresses_fewer_palaces_can_be_worth_more():
    stem = [("chu 1", "chu 2"), ("chu 2", "chu 3"), ("chu 3", "chu 4"), ("chu 4", "chu 5"), ("chu 5", "chu 6")]
    branch = [("chu 3", "wei 1")]
    position = table(palaces={"chu": [0] * 6, "wei": [0]}, fortress={"wei": 1}, fortresses=True)
    only_roads(position.state, *stem, *branch)
    told = finished(position)
    assert points_told(told, ROAD_POINTS) == {0: [10]}
    assert [t.b for t in told if t.what == ROAD_POINTS] == [5], "five palaces, not the row of six"


@pytest.mark.rule("C7.4")
def test_most_points_win_then_most_pieces_left_or_all_share():
    position = table("3 red", palaces={"wei": [0, 0, 1, 1]}, fortresses=True)
    position.play("emissary wei red")
    s = position.state
    s.palaces_left[:4] = [1, 0, 0, 0]
    s.emissaries_left[:4] = s.fortresses_left[:4] = 0
    s.hosts = 0
    position.play("palace wei 5 red")
    assert position.over
    assert position.winners == [0]
    s.points[:4] = [9, 9, 8, 9]
    s.palaces_left[:4] = [3, 2, 20, 2]
    s.emissaries_left[:4] = [1, 2, 8, 1]
    s.fortresses_left[:4] = [0, 0, 1, 1]
    assert position.winners == [0, 1, 3]
    s.fortresses_left[0] = 1
    assert position.winners == [0]
    s.points[3] = 10
    assert position.winners == [3]


# -- from scratch ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C7.1", "C7.2", "C7.3")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("fortresses", [False, True])
def test_points_agree_with_a_second_opinion(players, fortresses):
    for seed in range(4):
        position = random_walk(players, seed, fortresses=fortresses)
        s = position.state
        assert position.scores == oracle.final_points(s)


def test_points_on_the_way_agree_with_a_second_opinion():
    for seed in range(20):
        s = random_walk(3 + seed % 3, seed, 60 + 9 * seed, fortresses=seed % 2 == 0).state
        if generic.actor(s) != generic.OVER:
            assert list(s.points[: s.players]) == oracle.points_so_far(s)


@pytest.mark.parametrize("seed", range(6))
def test_the_points_of_events_add_up_to_the_scores(seed):
    with capture() as told:
        position = random_walk(3 + seed % 3, seed, fortresses=seed % 2 == 0)
    points = [0] * position.players
    for what in (PALACE_POINTS, ALLIANCE_POINTS, ROAD_POINTS):
        for seat, parts in points_told(told, what).items():
            points[seat] += sum(parts)
    assert points == position.scores


@pytest.mark.parametrize("seed", range(6))
def test_the_final_scoring_foretold_agrees_with_a_second_opinion(seed):
    position = random_walk(3 + seed % 3, seed, 200, fortresses=seed % 2 == 0)
    view = final_scoring(position.state)
    seats = range(position.players)
    assert view.points == tuple(int(n) for n in position.state.points[: position.players])
    assert [view.total(seat) for seat in seats] == oracle.final_points(position.state)
