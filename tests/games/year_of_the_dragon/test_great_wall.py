"""The Great Wall (Y8)."""

from __future__ import annotations

import pytest

from hanlin.core.verbs.generic import CHANCE
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.events import own_wall_tiles
from hanlin.games.year_of_the_dragon.state import palaces_of
from year_of_the_dragon.scenes import amounts, court, deal_usual, play_first, points, releases, table, to_event, told_by


def walled(players: int = 3, month: int = 3, event: str = "peace", **options):
    return table(players, month, event, great_wall=True, **options)


def lay(position, *seats: int) -> None:
    """Place wall tiles of these seats, the benefits in order."""
    s = position.state
    for seat in seats:
        s.wall[s.wall_length] = seat
        s.wall_length += 1
        s.benefits[seat] &= int(s.benefits[seat]) - 1


@pytest.mark.rule("Y8.1")
def test_six_tiles_and_an_eighth_card():
    position = walled(3)
    assert position.state.benefits[:3].tolist() == [0b111111] * 3
    assert all(text.count("build-wall") == 1 for text in position.legal)
    deal_usual(position)
    assert [text for text in position.legal if "build-wall" in text] == [
        f"act 2 build-wall {benefit}" for benefit in ("rice", "firework", "floor", "yuan", "track", "points")
    ]


@pytest.mark.rule("Y8.1")
def test_no_wall_without_the_expansion():
    position = table(3)
    assert not any("build-wall" in text for text in position.legal)
    assert position.state.benefits.tolist() == [0] * 5


@pytest.mark.rule("Y8.1")
@pytest.mark.parametrize(
    ("benefit", "field", "gain"),
    [("rice", "rice", 1), ("firework", "fireworks", 1), ("yuan", "yuan", 2), ("track", "track", 3), ("points", "points", 3)],
)
def test_benefits(benefit, field, gain):
    position = walled(3)
    deal_usual(position)
    before = int(position.state[field][0])
    position.play(f"act 2 build-wall {benefit}")
    assert position.state[field][0] == before + gain
    assert position.actor == 1


@pytest.mark.rule("Y8.1")
def test_the_floor_is_built_at_once():
    position = walled(3)
    court(position, 0, (2, "craftsman"), (3,))
    deal_usual(position)
    position.play("act 2 build-wall floor")
    assert position.actor == 0
    assert position.legal == ["floor 1", "floor new"]
    position.play("floor new")
    assert palaces_of(position.state, 0) == [(2, [0]), (3, []), (1, [])]
    assert position.actor == 1


@pytest.mark.rule("Y8.2")
def test_a_tile_is_laid_under_the_first_event_without_a_wall():
    position = walled(3)
    deal_usual(position)
    told = told_by(position.play, "act 2 build-wall points")
    assert (p.LOG_LAYS_WALL, 0, p.WALL_POINTS, 1, 0) in told
    position.play("act 2 build-wall track")
    position.play("act 2 build-wall rice")
    s = position.state
    assert s.wall[:4].tolist() == [0, 1, 2, -1]
    assert s.wall_length == 3
    assert s.benefits[:3].tolist() == [0b011111, 0b101111, 0b111110]
    assert [own_wall_tiles(s, seat) for seat in range(3)] == [1, 1, 1]


@pytest.mark.rule("Y8.2")
def test_a_benefit_is_there_once():
    position = walled(3)
    position.state.benefits[0] = 0b010010
    deal_usual(position)
    assert [text for text in position.legal if "build-wall" in text] == ["act 2 build-wall firework", "act 2 build-wall track"]


@pytest.mark.rule("Y8.2")
def test_the_wall_card_needs_a_tile_and_fewer_than_twelve_laid():
    position = walled(3)
    position.state.benefits[0] = 0
    deal_usual(position)
    assert not any("build-wall" in text for text in position.legal)
    full = walled(3)
    lay(full, *[0] * 4, *[1] * 4, *[2] * 4)
    deal_usual(full)
    assert not any("build-wall" in text for text in full.legal)


@pytest.mark.rule("Y8.3")
def test_a_wall_that_reaches_the_mongols_scores():
    position = walled(3, 4, "mongol-invasion")
    for seat in range(3):
        court(position, seat, (2, "court-lady", "court-lady"), (1, "warrior-young"))
    lay(position, 0, 0, 0, 1)
    told = told_by(to_event, position) + play_first(position)
    assert [points(told, seat, p.FOR_WALL) for seat in range(3)] == [3, 1, 0]
    assert releases(told, p.FOR_WALL) == []
    assert releases(told, p.FOR_MONGOLS) == [0, 1, 2]


@pytest.mark.rule("Y8.3")
def test_a_short_wall_costs_a_person_of_the_fewest_tiles():
    position = walled(3, 5, "mongol-invasion")
    for seat in range(3):
        court(position, seat, (2, "court-lady", "court-lady"), (1, "warrior-young"))
    court(position, 2, (2, "court-lady", "court-lady"), (1, "warrior-old"))
    lay(position, 0, 0, 1, 2)
    told = told_by(to_event, position) + play_first(position)
    assert points(told, 0, p.FOR_WALL) == 0
    assert releases(told, p.FOR_MONGOLS) == [0, 1]
    assert releases(told, p.FOR_WALL) == [1, 2]
    reasons = [entry.c for entry in told if entry.what == p.LOG_RELEASES]
    assert reasons == [p.FOR_MONGOLS] * 2 + [p.FOR_WALL] * 2


@pytest.mark.rule("Y8.3")
def test_the_check_comes_before_decay():
    """The only person is lost to the wall; the palace it left decays in the same month."""
    position = walled(2, 5, "mongol-invasion")
    court(position, 0, (2, "warrior-young"))
    court(position, 1, (2, "monk-old"), (2, "monk-old"))
    lay(position, 1)
    to_event(position)
    assert position.actor == 1
    position.play("release 1 monk-old")
    assert position.actor == 0
    position.play("release 1 warrior-young")
    assert position.actor == CHANCE
    assert palaces_of(position.state, 0) == [(1, [])]
    assert palaces_of(position.state, 1) == [(1, []), (2, [8])]


@pytest.mark.rule("Y8.3")
def test_other_events_ask_for_no_wall():
    position = walled(2, 5, "contagion")
    told = told_by(to_event, position)
    assert not {entry.what for entry in told} & {p.LOG_WALL_FALLS, p.LOG_WALL_HOLDS}


@pytest.mark.rule("Y8.4")
def test_after_month_twelve_twelve_tiles_are_asked_for():
    position = walled(3, 12, "peace")
    for seat in range(3):
        court(position, seat, (1, "court-lady"), (1, "monk-old"))
    lay(position, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2)
    told = told_by(to_event, position)
    assert (p.LOG_WALL_FALLS, -1, 11, 12, 1) in told
    assert position.actor == 2
    before = position.scores[2]
    told = told_by(position.play, "release 2 monk-old")
    assert releases(told, p.FOR_WALL_AT_END) == [2]
    assert position.over
    assert palaces_of(position.state, 2) == [(1, [1]), (1, [])], "no decay follows"
    assert points(told, 2, p.FOR_PERSONS_AT_END) == 2
    assert position.scores[2] == before + 2 + 2


@pytest.mark.rule("Y8.4")
def test_a_whole_wall_scores_at_the_end():
    position = walled(2, 12, "peace")
    lay(position, *[0] * 6, *[1] * 6)
    told = told_by(to_event, position)
    assert [points(told, seat, p.FOR_WALL_AT_END) for seat in range(2)] == [6, 6]
    assert position.over


@pytest.mark.rule("Y8.4", "Y8.3")
def test_mongols_in_month_twelve_mean_two_checks():
    position = walled(2, 12, "mongol-invasion")
    court(position, 0, (3, "court-lady", "court-lady", "monk-old"))
    court(position, 1, (3, "court-lady", "court-lady", "warrior-old"))
    lay(position, 1)
    told = told_by(to_event, position) + play_first(position)
    assert releases(told, p.FOR_MONGOLS) == [0]
    assert releases(told, p.FOR_WALL) == [0]
    assert releases(told, p.FOR_WALL_AT_END) == [0]
    scored = [entry.a for entry in told if entry.what == p.LOG_PHASE]
    assert scored == [p.EVENT_PHASE, p.WALL_CHECK, p.SCORING_PHASE, p.FINAL_WALL_CHECK]
    assert position.over


@pytest.mark.rule("Y8.2")
def test_wall_tiles_bring_the_points_of_the_wall_not_of_research():
    position = walled(3)
    deal_usual(position)
    told = told_by(position.play, "act 2 build-wall points")
    assert points(told, 0, p.FOR_WALL_TILE) == 3
    assert amounts(told, p.LOG_GAINS, p.YUAN, p.FOR_WALL_TILE) == {}
