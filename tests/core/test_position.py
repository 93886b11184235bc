"""Position: the face of the library. Wrong input raises a sentence and changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

import hanlin
from hanlin.core.i18n.language import language
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic

GAMES = sorted(games())


def test_the_three_games_are_there():
    assert {"china", "forbidden_city", "year_of_the_dragon"} <= set(GAMES)


def test_the_five_lines_of_the_readme():
    position = hanlin.game("year_of_the_dragon").start(players=4, great_wall=True, super_event="flood")
    while not position.settle(7).over:
        position.play(position.legal[0])
    assert len(position.scores) == 4
    assert position.winners


def test_unknown_game_lists_the_games():
    with pytest.raises(hanlin.UnknownGame, match=r"china, forbidden_city, .*year_of_the_dragon"):
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
def test_chance_actions_are_revealed_to_no_seat(name):
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


def played_on(name, plies, seed="on", **options):
    rng = seeded(name, plies, seed)
    position = hanlin.game(name).start(**options)
    while not position.over and position.ply < plies:
        if position.actor == hanlin.CHANCE:
            position.chance(rng)
        else:
            position.play(position.legal[below(rng, len(position.legal))])
    return position


@pytest.mark.parametrize("name", GAMES)
def test_a_view_cannot_be_played_on_by_any_method(name):
    """``apply`` and ``chance`` once played on in a view, where hidden things are missing."""
    for view in (hanlin.game(name).start().seen_by(0), hanlin.game(name).start().settle(1).seen_by(0)):
        before = view.copy()
        code = [*view.legal_codes, 0][0]
        doors = [
            lambda view=view: view.play([*view.legal, "pass"][0]),
            lambda view=view, code=code: view.apply(code),
            lambda view=view: view.settle(1),
            lambda view=view: view.chance(seeded(1)),
            lambda view=view: view.pop(),
            lambda view=view: view.at(0),
        ]
        for door in doors:
            with pytest.raises(hanlin.IllegalAction, match="view"):
                door()
        with pytest.raises(ValueError, match=r"read-only|not writeable"):
            view.state.players = 3
        assert view == before


@pytest.mark.parametrize("name", GAMES)
def test_legal_is_never_stale(name):
    """``legal`` follows every change of the state, also when a field is set by hand."""
    position = played_on(name, 20)
    if position.actor == hanlin.CHANCE:
        position.settle(1)
    other = position.copy()
    assert other.legal
    other.play(other.legal[0]).settle(2)
    listed = position.legal
    for field in position.state.dtype.names:
        position.state[field] = other.state[field]
    assert position.legal == other.legal
    listed.clear()
    assert position.legal == other.legal != []


WRONG_TYPES = {
    "play(None)": lambda position: position.play(None),
    "play(4)": lambda position: position.play(4),
    "code([])": lambda position: position.code([]),
    "apply('pass')": lambda position: position.apply("pass"),
    "settle('abc')": lambda position: position.settle("abc"),
    "settle(None)": lambda position: position.settle(None),
    "settle(2.5)": lambda position: position.settle(2.5),
    "chance('abc')": lambda position: position.copy().chance("abc"),
    "seen_by('0')": lambda position: position.seen_by("0"),
    "seen_by(None)": lambda position: position.seen_by(None),
    "seen_by(0.0)": lambda position: position.seen_by(0.0),
    "seen_by(-2)": lambda position: position.seen_by(-2),
    "svg('0')": lambda position: position.svg("0"),
    "explain('0')": lambda position: position.explain("0"),
    "at('0')": lambda position: position.at("0"),
    "at(-1)": lambda position: position.at(-1),
    "at(99)": lambda position: position.at(99),
    "record('Ann')": lambda position: position.record("Ann"),
    "record([1, 2])": lambda position: position.record(list(range(position.players))),
    "start(4.0)": lambda position: position.game.start(4.0),
    "start('4')": lambda position: position.game.start("4"),
    "start([])": lambda position: position.game.start([]),
    "game(None)": lambda position: hanlin.game(None),
    "game(['china'])": lambda position: hanlin.game(["china"]),
    "read_record(None)": lambda position: hanlin.read_record(None),
    "read_record(b'')": lambda position: hanlin.read_record(b"[Game"),
    "action_space('3')": lambda position: position.game.action_space("3"),
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("call", WRONG_TYPES)
def test_a_wrong_type_is_refused_saying_what_was_expected(name, call):
    """``play(None)``, ``start(4.0)``, ``settle("abc")`` and their like once ended in some error of Python's own."""
    for position in (hanlin.game(name).start(), hanlin.game(name).start().settle(1)):
        before = position.copy()
        with pytest.raises(hanlin.HanlinError, match=r"[a-z]{3}.*\.$"):
            WRONG_TYPES[call](position)
        assert position == before


@pytest.mark.parametrize(("name", "option"), [("china", "map"), ("forbidden_city", "tiles")])
@pytest.mark.parametrize("value", [5, 2.5, True, b"text", ["a"], object()])
def test_a_file_that_is_none_is_refused_by_the_name_of_its_option(name, option, value):
    with pytest.raises(hanlin.HanlinError, match=f"{option} takes the path of a file"):
        hanlin.game(name).start(**{option: value})


@pytest.mark.parametrize("name", GAMES)
def test_every_code_of_numpy_is_as_good_as_a_number(name):
    position = hanlin.game(name).start(np.int64(hanlin.game(name).players[0])).settle(np.int32(1))
    assert position == hanlin.game(name).start(hanlin.game(name).players[0]).settle(1)
    assert position.seen_by(np.int64(0)) == position.seen_by(0)
    assert position.copy().apply(np.int32(position.legal_codes[0])) == position.copy().play(position.legal[0])


@pytest.mark.parametrize("name", GAMES)
def test_legal_codes_and_texts_are_the_same_actions(name):
    for plies in (0, 30, 60):
        position = played_on(name, plies)
        assert [position.code(text) for text in position.legal] == position.legal_codes
        for code, text in zip(position.legal_codes, position.legal, strict=True):
            assert position.copy().apply(code) == position.copy().play(text)
        if position.actor >= 0:
            other = (position.actor + 1) % position.players
            assert position.seen_by(position.actor).legal_codes == position.legal_codes
            assert position.seen_by(other).legal_codes == []


def test_legal_is_whole_while_another_thread_lists_it(monkeypatch):
    position = hanlin.game("forbidden_city").start().settle(1)
    view, list_actions, seen = position.seen_by(position.actor), generic.actions, []

    def interrupted(state, out):
        if not seen:  # What another thread reads just now, while this one has not finished.
            seen.append([])
            seen.extend((view.legal, view.legal_codes))
        return list_actions(state, out)

    monkeypatch.setattr(generic, "actions", interrupted)
    assert view.legal == position.legal
    assert seen[1:] == [position.legal, position.legal_codes]


@pytest.mark.parametrize("name", GAMES)
def test_whether_an_action_is_legal_and_why_it_is_not(name):
    position = hanlin.game(name).start().settle(1)
    for text in position.legal:
        assert position.is_legal(text)
        assert position.why_not(text) is None
    for text in ("", "fly to the moon", position.legal[0] + " ", "place 0,0", None):
        assert not position.is_legal(text)
        assert position.why_not(text).text
    other = position.seen_by(1)
    assert "turn" in other.why_not(position.legal[0]).text
    with pytest.raises(hanlin.IllegalAction, match="turn"):
        other.code(position.legal[0])


REFUSED = {
    "china": ("exchange red", {}),
    "forbidden_city": ("place 0,0 0", {}),
    "year_of_the_dragon": ("act 1 taxes", {}),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_illegal_action_carries_its_reason_and_its_rule(name):
    text, options = REFUSED[name]
    position = hanlin.game(name).start(**options).settle(1)
    refusal = position.why_not(text)
    if refusal is None:
        position.play(text)
        refusal = position.why_not(text)
    with pytest.raises(hanlin.IllegalAction) as caught:
        position.play(text)
    assert (caught.value.reason, caught.value.rule) == (refusal.text, refusal.rule)
    assert refusal.rule[0] in "CFY"
    assert f"({refusal.rule})" in str(caught.value)
    assert refusal.text.removesuffix(".") in str(caught.value)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_the_score_sheet_adds_up_and_cites_rules(name, seed):
    position = played_on(name, 10**6, seed)
    assert position.over
    lines = position.explain()
    for seat in range(position.players):
        assert sum(line.points for line in lines if line.seat == seat) == position.scores[seat]
    for line in lines:
        assert line.text
        assert line.rule
        assert line.sum
    assert position.explain(0) == position.explain(-1) == lines


def test_a_score_sheet_covers_the_game_so_far_in_the_language_in_use():
    position = played_on("year_of_the_dragon", 10**6)
    with language("it"):
        italian = position.explain()
    assert [line.points for line in italian] == [line.points for line in position.explain()]
    assert italian != position.explain()
    assert len(position.at(position.ply // 2).explain()) < len(italian)
    assert position.at(0).explain() == []
    with pytest.raises(hanlin.HanlinError, match="whole position"):
        position.seen_by(0).explain()


def test_the_package_exports_its_public_names():
    assert {"Position", "game", "games", "read_record", "__version__"} <= set(dir(hanlin))
    assert all(hasattr(hanlin, name) for name in dir(hanlin))
    assert hanlin.games() is games()
    assert isinstance(hanlin.game("china").start(), hanlin.Position)
    record = hanlin.read_record(played_on("china", 40).record())
    assert isinstance(record, hanlin.Record)
    assert record.end.ply == 40
    assert hanlin.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="no attribute 'positions'"):
        _ = hanlin.positions


@pytest.mark.parametrize("name", sorted(games()))
def test_a_game_is_a_key_for_what_is_kept_of_it(name):
    assert {games()[name]: 1}[games()[name]] == 1
