"""The proven bounds of points hold in all games that can be played or made up here, and OpenSpiel's utilities are these."""

from __future__ import annotations

import json
import math
import re
from importlib.resources import files
from itertools import product
from pathlib import Path

import pyspiel
import pytest
from hypothesis import given, settings, target
from hypothesis import strategies as st

import hanlin
import hanlin.envs.openspiel
from hanlin.core.position.game import games
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.envs.ply_state import PlyState, Setup
from hanlin.games.china.pieces import MOST_SPACES
from hanlin.games.china.scoring import score_alliances, score_region, score_roads
from hanlin.games.year_of_the_dragon.pieces import SUPER_EVENT_NAMES
from helpers.long import examples

OPTIONS = {
    "china": [{}, {"fortresses": True}],
    "forbidden_city": [{"side": "gardens"}, {"side": "rooms"}],
    "year_of_the_dragon": [
        {},
        {"great_wall": True, "super_event": "random", "large_privilege": "6"},
        *({"super_event": name} for name in SUPER_EVENT_NAMES),
    ],
}
WHOLE = [(name, players, options) for name in OPTIONS for players in games()[name].players for options in OPTIONS[name]]
ENVIRONMENTS = (Path(__file__).resolve().parents[2] / "docs" / "environments.md").read_text("utf-8")
long = pytest.mark.long


def range_of(position):
    return position.game.points_range(position.players, position.options)


@pytest.mark.parametrize(("name", "players", "options"), WHOLE)
def test_games_at_random_keep_within_the_bounds(name, players, options):
    start = hanlin.game(name).start(players, **options)
    least, most = range_of(start)
    assert least == 0
    for seed in range(40):
        assert all(least <= points <= most for points in start.playout(seed).scores)


@pytest.mark.parametrize("name", OPTIONS)
def test_winners_of_the_book_are_well_within_the_bounds(name):
    """Six standard deviations above their mean, in thousands of games between strong computer players."""
    figures = json.loads((files(f"hanlin.games.{name}") / "book.json").read_text("utf-8"))["figures"]
    counted = [figure for figure in figures if "points" in figure["topics"]]
    assert {figure["players"] for figure in counted} == set(hanlin.game(name).players)
    for figure in counted:
        chosen = dict(hanlin.game(name).read_option(word) for word in figure["options"].split())
        most = range_of(hanlin.game(name).start(figure["players"], **chosen))[1]
        count, total, squares = figure["topics"]["points"]["all|won"][:3]
        mean = total / count
        assert mean + 6 * math.sqrt(squares / count - mean**2) < most


@pytest.mark.parametrize("name", OPTIONS)
def test_a_seat_that_all_play_for_keeps_within_the_bounds(name):
    """Whatever the seats are, each of them plays what brings seat 0 the most points at once."""
    position = hanlin.game(name).start(hanlin.game(name).players[0])
    luck = hanlin.luck(3)
    while not position.over:
        position.settle(luck)
        if position.over:
            break
        legal = position.legal[:: 1 + len(position.legal) // 8]
        after = {action: position.copy().play(action) for action in legal}
        position.play(max(legal, key=lambda action: (after[action].scores[0], after[action].value(0))))
    assert max(position.scores) <= range_of(position)[1]


@pytest.mark.parametrize(
    ("name", "options", "reached"),
    [
        ("china", {"regions": "2"}, 3),
        pytest.param("china", {"regions": "3"}, 3, marks=long),
        pytest.param("forbidden_city", {"stack": "3"}, 6, marks=long),
        ("year_of_the_dragon", {"months": "1"}, 6),
        ("year_of_the_dragon", {"months": "2"}, 14),
        pytest.param("year_of_the_dragon", {"months": "3"}, 14, marks=long),
    ],
)
def test_the_whole_tree_of_a_mini_is_within_its_bounds(name, options, reached):
    least, most = range_of(hanlin.game(name).start(2, **options))
    found = all_points(Setup(name, 2, tuple(options.items())))
    assert least <= min(found)
    assert max(found) == reached <= most


def all_points(setup):
    """The points of all seats at all ends of a game, equal states visited once."""
    waiting, met, found = [PlyState(setup)], set(), set()
    while waiting:
        state = waiting.pop()
        if state.actor == OVER:
            found.update(state.position().scores)
            continue
        for number, code in enumerate(state.legal.tolist()):
            after = state.copy()
            after.play(number if state.actor == CHANCE else int(setup.numbers[code]))
            key = after.states[:1].tobytes()
            if key not in met:
                met.add(key)
                waiting.append(after)
    return found


@st.composite
def boards(draw):
    """A board of China at the end of a game that keeps to the numbers of pieces and to C3.5, with no thought of cards."""
    players = draw(st.sampled_from((3, 4, 5)))
    position = hanlin.game("china").start(players, fortresses=draw(st.booleans()))
    s = position.state
    for region in range(len(s.spaces)):
        if position.options["fortresses"] and region < players:
            s.fortresses[region] = 1
        for space in range(int(s.spaces[region])):
            seat = draw(st.integers(0, players))
            if seat < players and s.palaces_left[seat]:
                s.palaces[seat, region] |= 1 << space
                s.palaces_left[seat] -= 1
                s.free[region] &= ~(1 << space)
        room = max(int(s.palaces[seat, region]).bit_count() for seat in range(players))
        for seat in range(players):
            placed = draw(st.integers(0, min(room, int(s.emissaries_left[seat]))))
            s.emissaries[seat, region] = placed
            s.guests[region] += placed
            s.emissaries_left[seat] -= placed
            room -= placed
    return position


@given(boards())
@settings(max_examples=examples(60), deadline=None)
def test_boards_of_china_score_within_the_bounds(position):
    s = position.state
    for region in range(len(s.spaces)):
        score_region(s, region, 1)
    score_alliances(s)
    score_roads(s)
    least, most = range_of(position)
    target(float(max(position.scores)))
    assert all(least <= points <= most for points in position.scores)


def test_a_larger_map_or_more_pieces_raise_the_bounds():
    """What makes more points possible never lowers a bound."""
    china, city, year = (hanlin.game(name) for name in OPTIONS)
    for players in china.players:
        plain, doubled = (range_of(china.start(players, fortresses=each))[1] for each in (False, True))
        assert plain < doubled <= 2 * plain
        assert plain > MOST_SPACES
    assert [range_of(city.start(players))[1] for players in (2, 3, 4)] == sorted(
        range_of(city.start(players))[1] for players in (2, 3, 4)
    )
    for players, wall in product(year.players, (False, True)):
        named = [range_of(year.start(players, great_wall=wall, super_event=name))[1] for name in SUPER_EVENT_NAMES]
        assert range_of(year.start(players, great_wall=wall, super_event="random"))[1] == max(named)
        assert range_of(year.start(players, great_wall=wall))[1] <= min(named)


def test_the_page_on_environments_lists_the_bounds():
    rows = re.findall(r"^\| `(\w+) ?([^`|]*)`[^|]*\|([\d, |]+)\|$", ENVIRONMENTS, re.MULTILINE)
    listed = {
        (name, options, players): int(cell.replace(",", ""))
        for name, options, cells in rows
        if name in OPTIONS
        for players, cell in enumerate(cells.split("|"), 2)
        if cell.strip()
    }
    assert {name for name, _options, _players in listed} == set(OPTIONS)
    for (name, options, players), most in listed.items():
        chosen = dict(hanlin.game(name).read_option(word) for word in options.split())
        assert range_of(hanlin.game(name).start(players, **chosen)) == (0, most)
    assert len(listed) == 3 * 2 + 3 * 2 + 4 * 2 + 5


@pytest.mark.parametrize(
    ("table", "options"),
    [
        ("hanlin_china(players=3,fortresses=true", {"fortresses": True}),
        ("hanlin_forbidden_city(players=2,stack=3", {"stack": "3"}),
        ("hanlin_year_of_the_dragon(players=4,super_event=buddha", {"super_event": "buddha"}),
        ("hanlin_lanterns(players=2,double=true", {"double": True}),
    ],
)
def test_utilities_of_openspiel_are_the_bounds(table, options):
    points, margin = (pyspiel.load_game(f"{table},reward={reward})") for reward in ("points", "margin"))
    game = points.beginning.setup.game
    least, most = range_of(game.start(points.num_players(), **options))
    assert (points.min_utility(), points.max_utility()) == (least, most)
    assert (margin.min_utility(), margin.max_utility()) == (least - most, most - least)
    assert most < math.inf


def test_a_game_without_proven_bounds_has_infinite_ones():
    position = games()["lanterns"].start(2)
    assert Rulebook.__dataclass_fields__["points_range"].default(2, position.options) == (-math.inf, math.inf)
