"""A position's random stream: it depends only on seed and ply."""

from __future__ import annotations

import copy
import pickle

import pytest

import hanlin

NAMES = ["china", "forbidden_city", "year_of_the_dragon"]


def on(position, plies):
    for _ply in range(plies):
        if position.over:
            break
        position.chance() if position.actor == hanlin.CHANCE else position.play(position.legal[-1])
    return position


@pytest.mark.parametrize("name", NAMES)
def test_copies_pickles_and_earlier_positions_keep_the_stream(name):
    position = on(hanlin.game(name).start(3, seed=5), 40)
    others = [
        position.copy(),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        position.at(40),
        position.for_show(),
    ]
    back = position.copy()
    for _ply in range(9):
        back.pop()
    ends = [on(other, 30).moves for other in [*others, on(back, 9), on(position.at(11), 29)]]
    assert all(end == on(position.copy(), 30).moves for end in ends)


@pytest.mark.parametrize("name", NAMES)
def test_seeds_differ_and_repeat(name):
    first, again, other = (on(hanlin.game(name).start(3, seed=seed), 60).moves for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize("name", NAMES)
def test_no_output_of_a_position_reveals_the_seed(name):
    position = on(hanlin.game(name).start(2 if name != "china" else 3, seed=987654321), 20)
    view = position.seen_by(0)
    assert view._seed is None
    for told in (pickle.dumps(view), position.text().encode(), position.record().encode(), repr(position).encode()):
        assert b"987654321" not in told
        assert (987654321).to_bytes(4, "little") not in told
    plain = hanlin.position(hanlin.game(name).start(3).settle(1).text())
    with pytest.raises(hanlin.HanlinError, match=r"start\(seed=7\)"):
        on(plain, 200)
    text = hanlin.game(name).start(3).settle(1).text()
    assert on(hanlin.position(text, seed=3), 40) == on(hanlin.position(text, seed=3), 40)


@pytest.mark.parametrize("seed", [3.5, "3", True, [1], 2**128, 10**5000], ids=range(6))
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(hanlin.HanlinError, match="seed is a whole number"):
        hanlin.game("china").start(seed=seed)
    if not isinstance(seed, str):
        with pytest.raises(hanlin.HanlinError):
            hanlin.luck(seed)


def test_luck_goes_on_with_each_draw():
    luck = hanlin.luck(7)
    start = hanlin.game("china").start(3)
    assert start.copy().settle(luck) != start.copy().settle(luck)
    assert start.copy().settle(hanlin.luck(7)) == start.copy().settle(hanlin.luck(7))
    assert start.copy().settle(hanlin.luck("seven")) == start.copy().settle(hanlin.luck("seven"))
