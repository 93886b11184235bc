"""The twelve events, decay, scoring and the end (Y5, Y6, Y7)."""

from __future__ import annotations

import pytest

from hanlin.core.verbs.generic import CHANCE, standing
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import palaces_of
from year_of_the_dragon.scenes import (
    amounts,
    court,
    deal_usual,
    play_first,
    player_order,
    points,
    releases,
    table,
    to_event,
    told_by,
    track,
)

FULL = ((2, "craftsman", "court-lady"), (2, "monk-old", "tax-collector"))
"""Two full palaces without a warrior or healer."""


def event(name: str, players: int = 3, month: int = 3, **options):
    """A table before that event, everybody with four persons."""
    position = table(players, month, name, **options)
    for seat in range(players):
        court(position, seat, *FULL)
    return position


@pytest.mark.rule("Y5")
def test_releases_in_player_order_and_the_player_chooses():
    position = event("contagion")
    track(position, 1, 9, 4)
    to_event(position)
    actors = []
    while position.actor >= 0:
        actors.append(position.actor)
        assert position.legal[0] == "release 1 craftsman"
        position.play(position.legal[-1])
    assert actors == [1, 1, 1, 2, 2, 2, 0, 0, 0]
    assert palaces_of(position.state, 1) == [(2, [0]), (1, [])]


@pytest.mark.rule("Y5")
def test_who_has_fewer_persons_releases_all():
    position = event("contagion", 2)
    court(position, 0, (2, "monk-old"), (1, "farmer-old"))
    court(position, 1, (2,), (3,))
    to_event(position)
    assert position.legal == ["release 1 monk-old", "release 2 farmer-old"]
    position.play("release 1 monk-old")
    assert position.legal == ["release 2 farmer-old"]
    position.play("release 2 farmer-old")
    assert position.actor == CHANCE
    assert position.state.persons[:2].tolist() == [0, 0]


@pytest.mark.rule("Y5.1")
def test_peace():
    position = event("peace")
    before = [position.state[name].tolist() for name in ("yuan", "rice", "fireworks", "persons", "palace")]
    to_event(position)
    assert position.actor == CHANCE
    assert [position.state[name].tolist() for name in ("yuan", "rice", "fireworks", "persons", "palace")] == before


@pytest.mark.rule("Y5.2")
def test_example_of_the_tribute():
    position = event("imperial-tribute", 2)
    position.state.yuan[:2] = 2, 6
    told = told_by(to_event, position) + play_first(position)
    assert amounts(told, p.LOG_PAYS, p.YUAN, p.FOR_TRIBUTE) == {0: 2, 1: 4}
    assert releases(told, p.FOR_TRIBUTE) == [0, 0]
    assert position.state.yuan[:2].tolist() == [0, 2]
    assert position.state.persons[:2].tolist() == [2, 4]


@pytest.mark.rule("Y5.2")
def test_paying_is_not_optional():
    position = to_event(event("imperial-tribute", 2))
    assert position.actor == CHANCE
    assert position.state.yuan[:2].tolist() == [2, 2]


@pytest.mark.rule("Y5.3")
def test_example_of_the_drought():
    position = event("drought", 2)
    court(position, 0, (1, "monk-old"), (2, "farmer-old"), (2,), (1, "court-lady"))
    court(position, 1, (1, "monk-old"), (2, "farmer-old", "farmer-old"), (1, "court-lady"))
    position.state.rice[0] = 4
    told = told_by(to_event, position)
    assert amounts(told, p.LOG_PAYS, p.RICE, p.FOR_DROUGHT) == {0: 3}
    assert position.state.rice[0] == 1
    assert position.actor == 1
    assert position.legal == ["release 1 monk-old", "release 2 farmer-old", "release 3 court-lady"]
    position.play("release 2 farmer-old")
    assert position.legal == ["release 1 monk-old", "release 3 court-lady"]
    position.play("release 1 monk-old")
    assert position.legal == ["release 3 court-lady"]
    position.play("release 3 court-lady")
    assert position.actor == CHANCE
    assert palaces_of(position.state, 1) == [(2, [12])]


@pytest.mark.rule("Y5.3")
def test_the_player_chooses_which_palaces_stay_without_rice():
    position = event("drought", 2)
    court(position, 0, (1, "monk-old"), (2, "farmer-old", "monk-old"), (1, "court-lady"))
    court(position, 1)
    position.state.rice[0] = 2
    to_event(position)
    assert position.state.rice[0] == 0
    assert position.legal == ["release 1 monk-old", "release 2 monk-old", "release 2 farmer-old", "release 3 court-lady"]
    position.play("release 2 monk-old")
    assert position.actor == CHANCE
    assert palaces_of(position.state, 0) == [(1, [8]), (2, [12]), (1, [1])]


@pytest.mark.rule("Y5.3")
def test_palaces_already_hit_are_struck_out_before_alike_ones():
    """Palaces 1 and 2 are alike; after 1 was hit, 2 is offered, though 1 comes first."""
    position = event("drought", 2)
    court(position, 0, (2, "monk-old", "monk-old"), (2, "monk-old", "monk-old"), (2, "monk-old", "farmer-old"))
    court(position, 1)
    to_event(position)
    assert position.legal == ["release 1 monk-old", "release 3 monk-old", "release 3 farmer-old"]
    position.play("release 1 monk-old")
    assert position.legal == ["release 2 monk-old", "release 3 monk-old", "release 3 farmer-old"]
    position.play("release 3 farmer-old")
    assert position.legal == ["release 2 monk-old"]


@pytest.mark.rule("Y5.3")
def test_a_palace_struck_out_does_not_hide_one_that_is_alike():
    """After a release palace 1 is like palace 2, which must still lose somebody."""
    position = event("drought", 2)
    court(position, 0, (2, "monk-old", "monk-old"), (2, "monk-old"))
    court(position, 1)
    to_event(position).play("release 1 monk-old")
    assert position.legal == ["release 2 monk-old"]


@pytest.mark.rule("Y5.4")
def test_example_of_the_festival():
    position = event("dragon-festival", 4)
    position.state.fireworks[:4] = 3, 3, 2, 1
    told = told_by(to_event, position)
    assert [points(told, seat, p.FOR_FESTIVAL) for seat in range(4)] == [6, 6, 3, 0]
    assert amounts(told, p.LOG_PAYS, p.FIREWORK, p.FOR_FESTIVAL) == {0: 2, 1: 2, 2: 1}
    assert position.state.fireworks[:4].tolist() == [1, 1, 1, 1]


@pytest.mark.rule("Y5.4")
@pytest.mark.parametrize(
    ("fireworks", "scores", "left"),
    [
        ((5, 2, 2), [6, 3, 3], [2, 1, 1]),
        ((0, 0, 0), [0, 0, 0], [0, 0, 0]),
        ((0, 4, 0), [0, 6, 0], [0, 2, 0]),
        ((2, 2, 2), [6, 6, 6], [1, 1, 1]),
        ((1, 0, 1), [6, 0, 6], [0, 0, 0]),
        ((1, 2, 7), [0, 3, 6], [1, 1, 3]),
    ],
)
def test_festivals(fireworks, scores, left):
    position = event("dragon-festival", 3)
    position.state.fireworks[:3] = fireworks
    told = told_by(to_event, position)
    assert [points(told, seat, p.FOR_FESTIVAL) for seat in range(3)] == scores
    assert position.state.fireworks[:3].tolist() == left


@pytest.mark.rule("Y5.5")
def test_example_of_the_mongols():
    position = event("mongol-invasion", 5)
    court(position, 0, (3, "warrior-young", "warrior-young", "warrior-young"))
    court(position, 1, (3, "warrior-young", "warrior-old"))
    court(position, 2, (3, "warrior-old", "monk-old"))
    court(position, 3, (3, "warrior-young", "monk-old"))
    court(position, 4, (3, "warrior-young"))
    told = told_by(to_event, position)
    assert [points(told, seat, p.FOR_MONGOLS) for seat in range(5)] == [3, 3, 2, 1, 1]
    assert position.actor == 3
    assert position.legal == ["release 1 warrior-young", "release 1 monk-old"]
    position.play("release 1 warrior-young")
    assert position.actor == 4
    position.play("release 1 warrior-young")
    assert position.actor == CHANCE


@pytest.mark.rule("Y5.5")
def test_all_release_one_when_all_have_equally_many_helmets():
    position = event("mongol-invasion", 3)
    told = told_by(to_event, position) + play_first(position)
    assert releases(told, p.FOR_MONGOLS) == [0, 1, 2]


@pytest.mark.rule("Y5.5")
def test_the_fewest_helmets_are_fixed_before_any_release():
    """Seat 0 releases its warrior first; that does not save seat 1, nor doom seat 2."""
    position = event("mongol-invasion", 3)
    court(position, 0, (2, "warrior-young", "monk-old"))
    court(position, 1, (2, "warrior-young", "monk-old"))
    court(position, 2, (2, "warrior-old"))
    to_event(position)
    position.play("release 1 warrior-young")
    assert position.actor == 1
    position.play("release 1 monk-old")
    assert position.actor == CHANCE


@pytest.mark.rule("Y5.6")
def test_example_of_the_contagion():
    position = event("contagion", 2)
    court(position, 0, (3, "healer-young", "healer-young", "monk-old"))
    court(position, 1)
    told = told_by(to_event, position)
    assert (p.LOG_MUST_RELEASE, 0, 1, 0, p.FOR_CONTAGION) in told
    assert position.legal == ["release 1 monk-old", "release 1 healer-young"]
    position.play("release 1 healer-young")
    assert position.actor == CHANCE


@pytest.mark.rule("Y5.6")
def test_three_mortars_or_more_protect_everybody():
    position = event("contagion", 2)
    court(position, 0, (3, "healer-young", "healer-old"))
    court(position, 1, (3, "healer-old", "healer-old"))
    to_event(position)
    assert position.actor == CHANCE
    assert position.state.persons[:2].tolist() == [2, 2]


@pytest.mark.rule("Y5.7")
def test_decay():
    position = event("peace", 2)
    court(position, 0, (1,), (3,), (2, "monk-old"), (1,), (2,))
    told = told_by(to_event, position)
    assert palaces_of(position.state, 0) == [(2, []), (2, [8]), (1, [])]
    assert points(told, 0, p.FOR_PALACES) == 3
    lost = [(entry.a, entry.b) for entry in told if entry.what == p.LOG_LOSES_FLOOR]
    assert lost == [(0, 0), (1, 2), (3, 0), (4, 1)]


@pytest.mark.rule("Y5.7")
def test_a_palace_emptied_by_the_event_decays_at_once():
    position = event("mongol-invasion", 2)
    court(position, 0, (1, "monk-old"))
    to_event(position)
    play_first(position)
    assert palaces_of(position.state, 0) == []


@pytest.mark.rule("Y6")
def test_example_of_the_scoring_phase():
    """Three palaces, two court ladies, one large privilege: 7 points."""
    position = event("peace", 2)
    court(position, 0, (2, "court-lady"), (1, "court-lady"), (3, "monk-old"))
    position.state.large[0] = 1
    told = told_by(to_event, position)
    assert points(told, 0, p.FOR_PALACES, p.FOR_COURT_LADIES, p.FOR_PRIVILEGES) == 7
    assert position.scores[0] == 7


@pytest.mark.rule("Y6")
def test_palaces_score_even_empty_and_small_privileges_one():
    position = event("peace", 2)
    court(position, 0, (3,), (2,))
    position.state.small[0] = 2
    to_event(position)
    assert position.scores[0] == 2 + 2


@pytest.mark.rule("Y7")
def test_example_of_the_end():
    position = table(2, 12, "peace")
    court(
        position,
        0,
        (2, "monk-young", "healer-old"),
        (3, "monk-old", "farmer-old", "farmer-old"),
        (2, "healer-old", "healer-old"),
    )
    s = position.state
    s.rice[0], s.fireworks[0], s.yuan[0] = 1, 2, 4
    deal_usual(position)
    told = told_by(position.play, "pass") + told_by(position.play, "pass")
    assert position.over
    assert points(told, 0, p.FOR_PERSONS_AT_END) == 14
    assert points(told, 0, p.FOR_MONKS_AT_END) == 8
    assert points(told, 0, p.FOR_YUAN_AT_END) == 3
    assert position.scores[0] == 3 + 25


@pytest.mark.rule("Y7")
def test_among_equals_the_one_ahead_in_player_order_wins():
    position = table(3, 12, "peace")
    for seat in range(3):
        court(position, seat)
    track(position, 4, 9, 9)
    assert player_order(position) == [1, 2, 0]
    deal_usual(position)
    for _ in range(3):
        position.play("pass")
    assert position.over
    assert position.scores == [2, 2, 2]
    assert position.winners == [1]
    out = [0, 0, 0]
    standing(position.state, out)
    assert sorted(range(3), key=lambda seat: -out[seat]) == [1, 2, 0]


@pytest.mark.rule("Y7")
def test_points_come_before_player_order():
    position = table(2, 12, "peace")
    track(position, 0, 30)
    position.state.points[0] = 50
    deal_usual(position)
    position.play("pass").play("pass")
    assert position.winners == [0]
