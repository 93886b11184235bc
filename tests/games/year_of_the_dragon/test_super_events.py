"""The super events (Y9)."""

from __future__ import annotations

from collections import Counter

import pytest

from hanlin.core.errors import BadOption
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.year_of_the_dragon import GAME
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import palaces_of
from year_of_the_dragon.scenes import (
    amounts,
    court,
    deal_usual,
    hand,
    play_first,
    player_order,
    points,
    releases,
    table,
    tiles,
    to_event,
    told_by,
    track,
)
from year_of_the_dragon.test_setup import after_events


def month_seven(name: str, players: int = 3, event: str = "peace", **options):
    """A table before the event of month 7 with that super event."""
    position = table(players, 7, event, super_event=name, **options)
    for seat in range(players):
        hand(position, seat, "monk", "healer", "wild", "wild")
    return position


def hire_all(position) -> None:
    """Play the person phase of a month, everybody the first that is legal."""
    while position.state.phase in (p.ACTION_PHASE, p.PERSON_PHASE) and position.actor >= 0:
        position.play("pass" if position.state.phase == p.ACTION_PHASE else position.legal[0])


@pytest.mark.rule("Y9")
def test_a_super_event_is_drawn_between_events_and_picks():
    position = after_events(2, super_event="random")
    assert position.actor == CHANCE
    assert position.legal == [f"super-event {name}" for name in p.SUPER_EVENT_NAMES]
    assert set(position.weights.values()) == {1}
    told = told_by(position.play, "super-event flood")
    assert (p.LOG_SUPER_EVENT, -1, p.FLOOD, 0, 0) in told
    assert position.state.super_event == p.FLOOD
    assert position.actor == 0


@pytest.mark.rule("Y9")
def test_a_chosen_super_event_is_not_drawn():
    position = after_events(2, super_event="tornado")
    assert position.actor == 0
    assert position.state.super_event == p.TORNADO
    with pytest.raises(BadOption):
        GAME.start(2, super_event="earthquakes")


@pytest.mark.rule("Y9")
@pytest.mark.parametrize("month", [6, 8])
def test_it_happens_in_month_seven_only(month):
    position = table(2, month, "peace", super_event="lantern-festival")
    told = told_by(to_event, position)
    assert p.SUPER_EVENT_PHASE not in [entry.a for entry in told if entry.what == p.LOG_PHASE]


@pytest.mark.rule("Y9", "Y5.7")
def test_it_comes_after_the_event_and_before_decay_and_scoring():
    position = month_seven("lantern-festival", 2, "mongol-invasion", great_wall=True)
    court(position, 0, (1, "monk-old"), (1, "monk-old"), (1, "monk-old"))
    court(position, 1, (1, "warrior-old"), (2,))
    told = told_by(to_event, position) + play_first(position)
    order = [entry.a for entry in told if entry.what == p.LOG_PHASE]
    assert order == [p.EVENT_PHASE, p.WALL_CHECK, p.SUPER_EVENT_PHASE, p.SCORING_PHASE]
    assert releases(told, p.FOR_MONGOLS) == [0]
    assert releases(told, p.FOR_WALL) == [0, 1]
    assert points(told, 0, p.FOR_LANTERNS) == 2
    assert points(told, 1, p.FOR_LANTERNS) == 0
    decayed = [entry.seat for entry in told if entry.what == p.LOG_LOSES_FLOOR]
    assert decayed == [0, 0, 1, 1], "once for each empty palace"
    assert position.scores[0] == 2 + 1


@pytest.mark.rule("Y9.1")
def test_lantern_festival():
    position = month_seven("lantern-festival")
    court(position, 0, (3, "monk-old", "monk-old", "court-lady"), (2, "farmer-old"))
    told = told_by(to_event, position)
    assert [points(told, seat, p.FOR_LANTERNS) for seat in range(3)] == [8, 0, 0]


@pytest.mark.rule("Y9.2")
def test_buddha():
    position = month_seven("buddha")
    court(position, 0, (3, "monk-old", "monk-young", "court-lady"), (2, "monk-old"), (1, "monk-young"))
    told = told_by(to_event, position)
    assert points(told, 0, p.FOR_BUDDHA) == 9 + 4 + 1
    assert points(told, 1, p.FOR_BUDDHA) == 0


@pytest.mark.rule("Y9.3")
def test_earthquake():
    position = month_seven("earthquake")
    track(position, 1, 9, 5)
    court(position, 1, (3, "monk-old", "court-lady"), (1, "farmer-old"), (2, "healer-old", "monk-old"))
    court(position, 2)
    court(position, 0, (2, "monk-old", "monk-old"))
    to_event(position)
    assert position.actor == 1
    assert position.legal == ["raze 1", "raze 2", "raze 3"]
    position.play("raze 2")
    assert position.legal == ["release 2 farmer-old"]
    assert palaces_of(position.state, 1)[1] == (0, [12]), "it has its number while it is asked whom to release"
    position.play("release 2 farmer-old")
    assert palaces_of(position.state, 1) == [(3, [1, 8]), (2, [8, 10])]
    position.play("raze 2")
    assert position.legal == ["release 2 monk-old", "release 2 healer-old"]
    position.play("release 2 monk-old")
    assert palaces_of(position.state, 1) == [(3, [1, 8]), (1, [10])]
    assert position.actor == 0, "seat 2 has no floor to lose"
    told = told_by(position.play, "raze 1")
    told += told_by(position.play, "release 1 monk-old")
    told += told_by(position.play, "raze 1")
    told += told_by(position.play, "release 1 monk-old")
    assert releases(told, p.FOR_EARTHQUAKE) == [0, 0]
    assert palaces_of(position.state, 0) == []
    assert position.actor == CHANCE


@pytest.mark.rule("Y9.3")
def test_an_earthquake_may_take_empty_floors_first():
    position = month_seven("earthquake", 2)
    court(position, 0, (3, "monk-old"), (1,))
    court(position, 1, (1,))
    to_event(position)
    position.play("raze 1").play("raze 1")
    assert position.actor == 1
    assert position.legal == ["raze 1"]
    position.play("raze 1")
    assert position.actor == CHANCE, "there was one floor only"
    assert palaces_of(position.state, 0) == [(1, [8])]


@pytest.mark.rule("Y9.3")
def test_alike_palaces_in_an_earthquake():
    position = month_seven("earthquake", 2)
    court(position, 0, (2, "monk-old"), (2, "monk-old"), (2, "monk-young"), (2, "monk-old", "court-lady"))
    to_event(position)
    assert position.legal == ["raze 1", "raze 3", "raze 4"]


@pytest.mark.rule("Y9.4")
def test_example_of_the_flood():
    position = month_seven("flood", 2)
    s = position.state
    s.yuan[:2], s.rice[0], s.fireworks[0] = (3, 1), 2, 2
    told = told_by(to_event, position)
    assert (p.LOG_MUST_GIVE, 0, 3, 0, 0) in told
    assert position.legal == ["give yuan", "give rice", "give firework"]
    position.play("give firework").play("give firework")
    assert position.legal == ["give yuan", "give rice"]
    position.play("give yuan")
    assert (s.yuan[0], s.rice[0], s.fireworks[0]) == (2, 2, 0)
    assert position.actor == CHANCE, "half of one is nothing"
    assert s.yuan[1] == 1


@pytest.mark.rule("Y9.5")
def test_example_of_the_solar_eclipse():
    """The second festival is decided by the fireworks that are left."""
    position = month_seven("solar-eclipse", 3, "dragon-festival")
    position.state.fireworks[:3] = 5, 3, 2
    told = told_by(to_event, position)
    assert [points(told, seat, p.FOR_FESTIVAL) for seat in range(3)] == [6 + 6, 3 + 3, 0 + 6]
    # 5, 3, 2 -> 2, 1, 2: then seats 0 and 2 have the most, seat 1 the second most.
    scored = [(entry.seat, entry.a) for entry in told if entry.what == p.LOG_SCORES and entry.b == p.FOR_FESTIVAL]
    assert scored == [(0, 6), (1, 3), (0, 6), (1, 3), (2, 6)]


@pytest.mark.rule("Y9.5", "Y8.3")
def test_an_eclipse_of_mongols_checks_the_wall_again():
    position = month_seven("solar-eclipse", 2, "mongol-invasion", great_wall=True)
    court(position, 0, (3, "court-lady", "court-lady", "court-lady"), (2, "monk-old", "monk-old"))
    court(position, 1, (3, "warrior-old", "court-lady", "monk-old"))
    position.state.wall[0], position.state.wall_length = 1, 1
    position.state.benefits[1] = 0b111110
    told = told_by(to_event, position) + play_first(position)
    assert points(told, 1, p.FOR_MONGOLS) == 4
    assert releases(told, p.FOR_MONGOLS) == [0, 0]
    assert releases(told, p.FOR_WALL) == [0, 0]
    order = [entry.a for entry in told if entry.what == p.LOG_PHASE]
    assert order == [
        p.EVENT_PHASE,
        p.WALL_CHECK,
        p.SUPER_EVENT_PHASE,
        p.EVENT_AGAIN,
        p.WALL_CHECK_AGAIN,
        p.SCORING_PHASE,
    ]


@pytest.mark.rule("Y9.5", "Y5.3")
def test_an_eclipse_of_a_drought_asks_all_palaces_again():
    position = month_seven("solar-eclipse", 2, "drought")
    court(position, 0, (2, "monk-old", "court-lady"), (1, "monk-old"))
    court(position, 1)
    to_event(position)
    position.play("release 1 monk-old").play("release 2 monk-old")
    assert position.legal == ["release 1 court-lady"]
    position.play("release 1 court-lady")
    assert position.actor == CHANCE
    assert palaces_of(position.state, 0) == [(1, [])], "one decay only"


@pytest.mark.rule("Y9.6", "Y2")
def test_volcanic_eruption():
    position = month_seven("volcanic-eruption", 4)
    track(position, 3, 9, 9, 20)
    to_event(position)
    assert position.state.track[:4].tolist() == [0, 0, 0, 0]
    assert player_order(position) == [3, 1, 2, 0]
    deal_usual(position)
    assert position.actor == 3


@pytest.mark.rule("Y9.7")
def test_tornado():
    position = month_seven("tornado", 2)
    hand(position, 0, "monk", "healer", "wild", "wild")
    hand(position, 1, "monk", "healer", "farmer", "scholar")
    to_event(position)
    assert position.actor == 0
    assert position.legal == ["drop monk", "drop healer", "drop wild"]
    told = told_by(position.play, "drop wild")
    assert (p.LOG_DROPS, 0, p.WILD, 0, 0) in told
    position.play("drop wild")
    assert position.actor == 1
    position.play("drop healer")
    assert position.legal == ["drop monk", "drop farmer", "drop scholar"]
    position.play("drop monk")
    assert position.actor == CHANCE
    assert int(position.state.cards[0]).bit_count() == int(position.state.cards[1]).bit_count() == 2


@pytest.mark.rule("Y9.7", "Y4")
def test_after_a_tornado_there_are_two_person_phases_more():
    position = month_seven("tornado", 2)
    play_first(to_event(position))
    phases = {}
    for month in range(8, 13):
        told = told_by(deal_usual, position)
        while position.actor >= 0:
            told += told_by(position.play, "pass" if "pass" in position.legal else position.legal[0])
        phases[month] = p.PERSON_PHASE in [entry.a for entry in told if entry.what == p.LOG_PHASE]
    assert phases == {8: True, 9: True, 10: False, 11: False, 12: False}
    assert position.over


@pytest.mark.rule("Y9.8")
def test_sunrise():
    position = month_seven("sunrise", 3)
    track(position, 3, 2, 1)
    tiles(position, monk_young=0)
    court(position, 1, (1, "monk-old"))
    to_event(position)
    assert position.legal == [f"welcome {name}" for name in p.KIND_NAMES if not name.endswith("-old") and name != "monk-young"]
    cards = position.state.cards.tolist()
    told = told_by(position.play, "welcome farmer-young")
    assert (p.LOG_HIRES, 0, 11, -1, 0) in told
    assert position.legal == ["house 1"]
    position.play("house 1")
    assert position.state.track[0] == 7
    assert position.actor == 1
    assert "welcome farmer-young" not in position.legal
    position.play("welcome healer-young")
    assert position.legal == ["replace 1 monk-old", "decline"]
    position.play("decline")
    assert position.state.track[1] == 2
    assert position.actor == 2
    assert "welcome healer-young" not in position.legal, "chosen and declined is used up"
    position.play("welcome court-lady").play("house 1")
    assert position.actor == CHANCE
    assert position.state.cards.tolist() == cards


@pytest.mark.rule("Y9.8")
def test_sunrise_without_a_free_type():
    position = month_seven("sunrise", 2)
    tiles(position, **{name.replace("-", "_"): 0 for name in p.KIND_NAMES if not name.endswith("-old")})
    tiles(position, craftsman=1)
    to_event(position)
    position.play("welcome craftsman").play("house 1")
    assert position.legal == ["pass"]
    told = told_by(position.play, "pass")
    assert (p.LOG_PASSES, 1, 0, 0, p.SUNRISE_GIFT) in told
    assert position.state.yuan[1] == 6
    assert position.actor == CHANCE


@pytest.mark.rule("Y9.9")
def test_assassination_attempt():
    position = month_seven("assassination-attempt", 2)
    position.state.small[:2] = 2, 0
    position.state.large[:2] = 1, 0
    told = told_by(to_event, position)
    assert [entry for entry in told if entry.what == p.LOG_LOSES_PRIVILEGES] == [(p.LOG_LOSES_PRIVILEGES, 0, 2, 1, 0)]
    assert position.state.small[0] == position.state.large[0] == 0
    assert points(told, 0, p.FOR_PRIVILEGES) == 0
    assert position.state.yuan[0] == 6


@pytest.mark.rule("Y9.10")
def test_example_of_the_concession():
    """Rice for all sacks; Buddhas times floors; a point for each book."""
    position = month_seven("concession", 3)
    track(position, 3, 2, 1)
    court(position, 0, (3, "farmer-young", "farmer-old", "craftsman"))
    court(position, 1, (3, "monk-old", "court-lady"), (1, "monk-young"))
    court(position, 2, (2, "scholar-young", "scholar-old"))
    to_event(position)
    assert position.legal == ["concede craftsman", "concede farmer"]
    told = told_by(position.play, "concede farmer")
    assert amounts(told, p.LOG_GAINS, p.RICE, p.CONCESSION_GIFT) == {0: 3}
    assert position.legal == ["concede court-lady", "concede monk"]
    told = told_by(position.play, "concede monk")
    assert points(told, 1, p.CONCESSION_GIFT) == 6 + 1
    told = told_by(position.play, "concede scholar")
    assert points(told, 2, p.CONCESSION_GIFT) == 5
    assert position.actor == CHANCE


@pytest.mark.rule("Y9.10")
@pytest.mark.parametrize(
    ("persons", "field", "gain"),
    [
        (("tax-collector", "tax-collector"), "yuan", 6),
        (("pyrotechnist-young", "pyrotechnist-old"), "fireworks", 3),
        (("farmer-old",), "rice", 2),
        (("court-lady", "court-lady"), "points", 2),
        (("scholar-old",), "points", 3),
        (("healer-old",), "points", 0),
    ],
)
def test_concessions(persons, field, gain):
    position = month_seven("concession", 2)
    court(position, 0, (3, *persons))
    court(position, 1)
    to_event(position)
    before = int(position.state[field][0])
    assert position.legal == [f"concede {persons[0].removesuffix('-old').removesuffix('-young')}"]
    position.play(position.legal[0])
    assert position.state[field][0] == before + gain


@pytest.mark.rule("Y9.10", "Y2")
def test_a_concession_of_warriors_moves_the_marker():
    position = month_seven("concession", 2)
    track(position, 3, 2)
    court(position, 0)
    court(position, 1, (3, "warrior-old", "warrior-old"))
    to_event(position)
    assert position.legal == ["pass"]
    told = told_by(position.play, "pass")
    assert (p.LOG_PASSES, 0, 0, 0, p.CONCESSION_GIFT) in told
    position.play("concede warrior")
    assert position.state.track[1] == 6
    assert player_order(position) == [1, 0]


@pytest.mark.rule("Y9.10", "Y3.6")
def test_floors_of_a_concession_are_built_at_once():
    position = month_seven("concession", 2)
    court(position, 0, (2, "craftsman", "craftsman"))
    to_event(position).play("concede craftsman")
    assert position.legal == ["floor 1", "floor new"]
    position.play("floor new").play("floor 2")
    assert position.actor == 1
    assert palaces_of(position.state, 0) == [(2, [0, 0]), (2, [])]


def test_every_super_event_is_met_in_play():
    """Each of the ten, from the deal of month 7 on, ends in month 8."""
    seen = Counter()
    for name in p.SUPER_EVENT_NAMES:
        position = month_seven(name, 2, "imperial-tribute")
        deal_usual(position)
        hire_all(position)
        play_first(position)
        assert position.state.month == 8
        seen[name] += 1
    assert len(seen) == 10
