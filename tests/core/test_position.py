"""Position: the face of the library. Wrong input raises a sentence and changes nothing."""

from __future__ import annotations

import pytest

import hanlin
from hanlin.core.game import games
from hanlin.core.rng import below, seeded

GAMES = sorted(games())


def test_the_three_games_are_there():
    assert GAMES == ["china", "forbidden_city", "year_of_the_dragon"]


def test_the_five_lines_of_the_readme():
    position = hanlin.game("year_of_the_dragon").start(players=4, great_wall=True, super_event="flood")
    while not position.settle(7).over:
        position.play(position.legal[0])
    assert len(position.scores) == 4
    assert position.winners


def test_unknown_game_lists_the_games():
    with pytest.raises(hanlin.UnknownGame, match="china, forbidden_city, year_of_the_dragon"):
        hanlin.game("go")


@pytest.mark.parametrize("players", [1, 6, True, 2.5, "3"])
def test_a_wrong_number_of_players(players):
    with pytest.raises(hanlin.BadOption, match="2 to 5"):
        hanlin.game("year_of_the_dragon").start(players)


def test_unknown_option_lists_the_options():
    with pytest.raises(hanlin.BadOption, match="great_wall, super_event, large_privilege"):
        hanlin.game("year_of_the_dragon").start(4, walls=True)


@pytest.mark.parametrize("option", [{"great_wall": "yes"}, {"super_event": "rain"}, {"large_privilege": 5}])
def test_a_wrong_value_says_what_is_right(option):
    with pytest.raises(hanlin.BadOption, match=r"choose one of|switch"):
        hanlin.game("year_of_the_dragon").start(4, **option)


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_changes_nothing_and_names_what_is_legal(name):
    position = hanlin.game(name).start().settle(1)
    before = (position.state.tobytes(), list(position.moves))
    for text in ["", "pass", "fly to the moon", position.legal[0] + " ", position.legal[0].upper(), "draw 1 ?"]:
        if text not in position.legal:
            with pytest.raises(hanlin.IllegalAction, match="Legal for seat 1"):
                position.play(text)
    assert (position.state.tobytes(), position.moves) == before


@pytest.mark.parametrize("name", GAMES)
def test_copies_are_independent(name):
    position = hanlin.game(name).start().settle(1)
    copy = position.copy()
    copy.play(copy.legal[0])
    assert len(position.moves) == len(copy.moves) - 1
    assert position.state.tobytes() != copy.state.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_chance_has_weights_and_seats_have_none(name):
    position = hanlin.game(name).start()
    assert position.actor == hanlin.CHANCE
    assert list(position.weights) == position.legal
    assert all(weight > 0 for weight in position.weights.values())
    assert position.settle(1).weights == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_view_shows_legal_actions_to_their_actor_only(name):
    position = hanlin.game(name).start().settle(1)
    assert position.seen_by(position.actor).legal == position.legal
    others = [seat for seat in range(position.players) if seat != position.actor]
    assert all(position.seen_by(seat).legal == [] for seat in [*others, -1])


@pytest.mark.parametrize("name", GAMES)
def test_what_chance_may_do_is_told_to_no_seat(name):
    position = hanlin.game(name).start()
    for seat in [-1, *range(position.players)]:
        view = position.seen_by(seat)
        assert view.legal == []
        assert view.weights == {}


@pytest.mark.parametrize("name", GAMES)
def test_a_view_can_not_be_played_on_nor_turned_into_another(name):
    view = hanlin.game(name).start().settle(1).seen_by(0)
    with pytest.raises(hanlin.IllegalAction, match="view"):
        view.play("pass")
    with pytest.raises(hanlin.IllegalAction, match="view"):
        view.settle(1)
    with pytest.raises(hanlin.HanlinError, match="view already"):
        view.seen_by(1)


def test_seats_that_are_not_there():
    with pytest.raises(hanlin.HanlinError, match="seats are 0 to 1"):
        hanlin.game("year_of_the_dragon").start(2).seen_by(2)


@pytest.mark.parametrize("name", GAMES)
def test_equal_seeds_give_equal_games(name):
    def play(seed):
        rng = seeded(seed)
        position = hanlin.game(name).start().settle(rng)
        while not position.over and len(position.moves) < 80:
            position.play(position.legal[below(rng, len(position.legal))]).settle(rng)
        return position.record()

    assert play("a") == play("a")
    assert play("a") != play("b")


@pytest.mark.parametrize("name", GAMES)
def test_a_position_prints_and_draws_itself(name):
    position = hanlin.game(name).start().settle(1)
    assert len(str(position).splitlines()) > 3
    for picture in (position.svg(0), position.svg(), position._repr_svg_()):
        assert picture.lstrip().startswith("<svg")


def test_the_end_is_said():
    rng = seeded("end")
    position = hanlin.game("year_of_the_dragon").start(2).settle(rng)
    while not position.over:
        position.play(position.legal[below(rng, len(position.legal))]).settle(rng)
    assert position.actor == hanlin.OVER
    assert position.legal == []
    with pytest.raises(hanlin.IllegalAction, match="over"):
        position.play("pass")
