"""The action space: every legal action has a unique number with the same meaning in every state."""

from __future__ import annotations

import numpy as np
import pytest

import hanlin
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import games

TABLES = [(name, players) for name, game in games().items() for players in game.players]
each_table = pytest.mark.parametrize(("name", "players"), TABLES)


def decisions(name, players, choose, seed=1):
    """The positions of a game in which a seat decides; ``choose(legal, rng)`` picks what it does."""
    rng = seeded("numbers", name, players, seed)
    position = hanlin.game(name).start(players)
    while not position.settle(rng).over:
        yield position
        position.play(choose(position.legal, rng))


def at_random(legal, rng):
    return legal[below(rng, len(legal))]


def farthest_east(legal, rng):
    """Lays tiles in a long row, as far from the start tile as it goes."""
    return max(legal, key=lambda text: int(text.split()[1].split(",")[0]) if text.startswith("place") else -999)


@each_table
def test_legal_actions_have_numbers_of_their_own(name, players):
    space = hanlin.game(name).action_space(players)
    seen: dict[str, int] = {}
    for position in decisions(name, players, at_random):
        numbers = space.numbers_of(position.legal_codes)
        assert len(set(numbers.tolist())) == len(numbers)
        assert numbers.min() >= 0
        assert numbers.max() < space.size == len(space)
        for text, number in zip(position.legal, numbers.tolist(), strict=True):
            assert seen.setdefault(text, number) == number
    assert len(set(seen.values())) == len(seen)


@each_table
def test_a_mask_shows_legal_actions_and_numbers_name_them(name, players):
    space = hanlin.game(name).action_space(players)
    for position in decisions(name, players, at_random, seed=2):
        mask = space.mask(position)
        assert mask.sum() == len(position.legal)
        assert sorted(space.code(position, number) for number in np.flatnonzero(mask)) == sorted(position.legal_codes)
        with pytest.raises(hanlin.IllegalAction, match="mask"):
            space.code(position, int(np.flatnonzero(~mask)[0]))
        if position.ply > 60:
            break
    for wrong in (-1, space.size, "0", 1.0, True, None):
        with pytest.raises(hanlin.IllegalAction, match="mask"):
            space.code(position, wrong)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_window_of_forbidden_city_holds_the_longest_row(players):
    space = hanlin.game("forbidden_city").action_space(players)
    reached = 0
    for position in decisions("forbidden_city", players, farthest_east):
        numbers = space.numbers_of(position.legal_codes)
        assert len(set(numbers.tolist())) == len(numbers)
        reached = max([reached, *(int(text.split()[1].split(",")[0]) for text in position.legal if text.startswith("place"))])
    assert reached > 20


@each_table
def test_chance_has_no_numbers(name, players):
    position = hanlin.game(name).start(players)
    space = hanlin.game(name).action_space(players)
    assert position.actor == hanlin.CHANCE
    assert not space.mask(position).any()
    with pytest.raises(hanlin.IllegalAction):
        space.code(position, 0)


def test_a_game_is_one_thing_that_can_be_a_key():
    """A game with a dictionary among its fields once had no hash, and so no action space."""
    assert len({game: name for name, game in games().items()}) == len(games())
    assert all(game.action_space(game.players[0]).size for game in games().values())


def test_the_numbers_are_read_only_and_the_space_is_made_once():
    space = hanlin.game("china").action_space(4)
    assert hanlin.game("china").action_space(4) is space
    with pytest.raises(ValueError, match="read-only"):
        space.numbers[0] = 1


@each_table
def test_numbers_and_texts_name_each_other(name, players):
    space = hanlin.game(name).action_space(players)
    table = space.table()
    assert [number for number, _text in table] == list(range(space.size))
    assert len({text for _number, text in table}) == space.size
    for position in decisions(name, players, at_random, seed=3):
        for text, number in zip(position.legal, space.numbers_of(position.legal_codes).tolist(), strict=True):
            assert space.number(text) == number
            assert space.text(number) == table[number][1]
            if name != "forbidden_city":
                assert space.text(number) == text
        if position.ply > 60:
            break
    for wrong in (-1, space.size, "0", 1.0, True, None):
        with pytest.raises(hanlin.HanlinError, match="whole numbers from 0"):
            space.text(wrong)
    for wrong in ("", "nothing", None, 3, "draw red"):
        with pytest.raises(hanlin.IllegalAction, match="action"):
            space.number(wrong)


def test_games_and_action_spaces_are_shown_in_a_line():
    for name, players in TABLES:
        assert len(repr(hanlin.game(name))) < 80
        assert len(repr(hanlin.game(name).action_space(players))) < 80
