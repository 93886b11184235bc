"""Pieces and set-up (Y0, Y1)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.year_of_the_dragon import GAME
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import palaces_of
from year_of_the_dragon.scenes import deal_usual, player_order, random_game, step, table


def after_events(players: int = 3, **options):
    """A table where the ten events are laid out in an order without neighbours that are equal."""
    position = GAME.start(players, **options)
    for name in ("imperial-tribute", "drought", "dragon-festival", "mongol-invasion", "contagion") * 2:
        position.play(f"event {name}")
    return position


@pytest.mark.rule("Y0.1")
def test_ten_tiles_of_each_type():
    counts = dict(zip(p.KIND_NAMES, p.tiles_at_start(5), strict=True))
    assert counts["monk-young"] == 6
    assert counts["monk-old"] == 4
    assert counts["craftsman"] == counts["court-lady"] == counts["tax-collector"] == 10
    by_type = Counter()
    for kind, count in enumerate(p.tiles_at_start(5)):
        by_type[int(p.TYPE_OF_KIND[kind])] += count
    assert set(by_type.values()) == {10}


@pytest.mark.rule("Y0.1")
def test_the_persons_of_the_table_in_the_rules():
    persons = {
        name: (int(p.SPACES[kind]), int(p.SYMBOLS[kind]), p.TYPE_NAMES[p.TYPE_OF_KIND[kind]])
        for kind, name in enumerate(p.KIND_NAMES)
    }
    assert persons == {
        "craftsman": (2, 1, "craftsman"),
        "court-lady": (1, 1, "court-lady"),
        "pyrotechnist-young": (5, 1, "pyrotechnist"),
        "pyrotechnist-old": (3, 2, "pyrotechnist"),
        "tax-collector": (3, 3, "tax-collector"),
        "warrior-young": (5, 1, "warrior"),
        "warrior-old": (3, 2, "warrior"),
        "monk-young": (6, 1, "monk"),
        "monk-old": (2, 2, "monk"),
        "healer-young": (4, 1, "healer"),
        "healer-old": (1, 2, "healer"),
        "farmer-young": (4, 1, "farmer"),
        "farmer-old": (1, 2, "farmer"),
        "scholar-young": (4, 2, "scholar"),
        "scholar-old": (2, 3, "scholar"),
    }


@pytest.mark.rule("Y0.1")
def test_masks_of_kinds_agree_with_the_names():
    for kind, name in enumerate(p.KIND_NAMES):
        assert bool(p.YOUNG_KINDS >> kind & 1) == (not name.endswith("-old"))
        assert [person for person in range(p.TYPES) if int(p.KINDS_OF_TYPE[person]) >> kind & 1] == [p.TYPE_OF_KIND[kind]]
    assert [p.KIND_NAMES[kind].removesuffix("-young") for kind in p.YOUNG_OF_TYPE] == list(p.TYPE_NAMES)


@pytest.mark.rule("Y0.2")
@pytest.mark.parametrize(("players", "young", "old", "other"), [(5, 6, 4, 10), (4, 5, 3, 8), (3, 4, 2, 6), (2, 3, 1, 4)])
def test_fewer_players_have_fewer_tiles(players, young, old, other):
    s = GAME.start(players).state
    for kind, name in enumerate(p.KIND_NAMES):
        expected = (
            other if "-" not in name or name in ("court-lady", "tax-collector") else old if name.endswith("-old") else young
        )
        assert s.tiles[kind] == expected, name


@pytest.mark.rule("Y0.3")
def test_two_tiles_of_each_event():
    for seed in range(20):
        position = GAME.start(2).settle(seed)
        assert Counter(position.state.events.tolist()) == dict.fromkeys(range(6), 2)


@pytest.mark.rule("Y0.4")
def test_each_action_card_lies_in_one_group():
    position = table(4)
    for text in (position.legal[0], position.legal[77], position.legal[-1]):
        assert sorted(text.removeprefix("deal ").replace("|", " ").split()) == sorted(p.CARD_NAMES[:7])


@pytest.mark.rule("Y0.5")
def test_eleven_person_cards():
    s = GAME.start(3).state
    for seat in range(3):
        assert int(s.cards[seat]).bit_count() == 9
        assert s.wild[seat] == 2


@pytest.mark.rule("Y0.6")
def test_only_person_tiles_can_run_out():
    position = table(2)
    s = position.state
    s.yuan[:2], s.rice[:2], s.fireworks[:2], s.large[:2] = 1000, 500, 500, 9
    deal_usual(position)
    position.play("act 1 taxes")
    position.play("act 2 privilege large")
    assert s.yuan[0] == 1002
    assert s.large[1] == 10


@pytest.mark.rule("Y0.6")
def test_everything_lies_open():
    position = random_game(3, 5, great_wall=True)
    for seat in (-1, 0, 1, 2):
        assert position.seen_by(seat).state.tobytes() == position.state.tobytes()
        assert position.seen_by(seat).moves == position.moves


@pytest.mark.rule("Y1.1")
def test_the_first_two_months_are_peace():
    for seed in range(10):
        assert GAME.start(2).settle(seed).state.events[:2].tolist() == [p.PEACE, p.PEACE]


@pytest.mark.rule("Y1.1")
def test_a_drawn_event_skips_the_space_next_to_its_equal():
    position = GAME.start(2)
    position.play("event drought").play("event drought").play("event contagion")
    assert position.state.events.tolist() == [0, 0, p.DROUGHT, p.CONTAGION, p.DROUGHT, *[-1] * 7]


@pytest.mark.rule("Y1.1")
def test_a_drawn_event_fits_where_neither_neighbour_equals_it():
    """The gap at month 4 has a drought on either side; contagion fills it, and the next tile continues behind."""
    position = GAME.start(2)
    for name in ("drought", "drought", "contagion", "contagion"):
        position.play(f"event {name}")
    assert position.state.events[2:6].tolist() == [p.DROUGHT, p.CONTAGION, p.DROUGHT, p.CONTAGION]


@pytest.mark.rule("Y1.1")
def test_all_ten_go_back_when_the_tenth_fits_nowhere():
    position = GAME.start(2)
    others = ("imperial-tribute", "dragon-festival", "mongol-invasion", "contagion")
    for name in (*others, *others, "drought"):
        position.play(f"event {name}")
    assert position.legal == ["event drought"]
    with capture() as told:
        position.play("event drought")
    assert position.state.events.tolist() == [0, 0, *[-1] * 10]
    assert [entry.what for entry in told] == [p.LOG_EVENTS_REDRAWN]
    assert list(position.weights.values()) == [2] * 5
    assert position.actor == CHANCE
    assert len(position.moves) == 10


@pytest.mark.rule("Y1.1")
def test_only_the_tenth_tile_can_fit_nowhere_about_one_deal_in_ten():
    redrawn = deals = 0
    rng = seeded("redraws")
    for _ in range(200):
        position = GAME.start(2)
        while position.actor == CHANCE and position.state.events[2:].min() < 0:
            before = (position.state.events >= 0).sum()
            position.chance(rng)
            if (position.state.events >= 0).sum() < before:
                assert before == 11
                redrawn += 1
        deals += 1
        events = position.state.events.tolist()
        assert all(a != b for a, b in pairwise(events[1:]))
    assert 0.05 < redrawn / (deals + redrawn) < 0.16


@pytest.mark.rule("Y1.1")
def test_an_event_is_drawn_by_the_tiles_left_of_it():
    position = GAME.start(2).play("event contagion")
    assert position.weights == {
        "event imperial-tribute": 2,
        "event drought": 2,
        "event dragon-festival": 2,
        "event mongol-invasion": 2,
        "event contagion": 1,
    }
    assert "event contagion" not in position.play("event contagion").legal


@pytest.mark.rule("Y1.2")
def test_players_start_with_six_yuan_and_two_two_floor_palaces():
    position = after_events(5)
    for seat in range(5):
        assert position.state.yuan[seat] == 6
        assert palaces_of(position.state, seat) == [(2, []), (2, [])]


@pytest.mark.rule("Y1.3")
def test_picking_in_seat_order_and_no_pair_twice():
    position = after_events(3)
    assert position.actor == 0
    assert len(position.legal) == 36
    assert position.legal[0] == "pick craftsman court-lady"
    assert position.legal[-1] == "pick farmer scholar"
    position.play("pick farmer scholar").play("house 1").play("house 1")
    assert position.actor == 1
    assert "pick farmer scholar" not in position.legal
    assert len(position.legal) == 35
    position.play("pick monk farmer").play("house 1").play("house 2")
    assert position.actor == 2
    assert len(position.legal) == 34
    assert palaces_of(position.state, 0) == [(2, [11, 13]), (2, [])]
    assert palaces_of(position.state, 1) == [(2, [7]), (2, [11])]
    assert position.state.tiles[11] == 2


@pytest.mark.rule("Y1.3")
def test_the_second_of_a_pair_chooses_between_changed_palaces():
    position = after_events(2).play("pick farmer scholar")
    assert position.legal == ["house 1"]
    assert position.play("house 1").legal == ["house 1", "house 2"]


@pytest.mark.rule("Y1.4", "Y1.3")
def test_example_of_the_first_picks():
    """Tax collector and scholar, tax collector and farmer, farmer and scholar: 7, 7 on top of the first, 8."""
    position = after_events(4)
    for pick in ("tax-collector scholar", "tax-collector farmer", "farmer scholar"):
        position.play(f"pick {pick}").play("house 1").play("house 1")
    assert position.state.track[:3].tolist() == [7, 7, 8]
    assert player_order(position)[:3] == [2, 1, 0]
    for pick in ("tax-collector scholar", "tax-collector farmer", "farmer scholar"):
        assert f"pick {pick}" not in position.legal


@pytest.mark.rule("Y1.4")
def test_a_marker_goes_on_top():
    position = after_events(2)
    position.play("pick craftsman court-lady").play("house 1").play("house 1")
    position.play("pick court-lady healer").play("house 1").play("house 1")
    assert position.state.track[:2].tolist() == [3, 5]
    rng = seeded("on top")
    while position.actor == CHANCE:
        step(position, rng)
    assert position.actor == 1
