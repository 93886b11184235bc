"""The lowest level errs as people do: it overlooks actions and distant events, but evaluates well what it considers."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import hanlin
from hanlin.bots.levels import OnePly, levels, one_ply_action
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic

GAMES = sorted(name for name, game in games().items() if game.package.startswith("hanlin."))


def middle(name: str, plies: int, choices: int = 3):
    """A position some random plies into a game, with a seat to move that has so many actions to choose from."""
    rng = seeded("one_ply", name)
    position = hanlin.game(name).start().settle(rng)
    while position.ply < plies or len(position.legal) < choices:
        position.apply(int(generic.choose(position.state, rng))).settle(rng)
    return position


def chosen(position, glance: OnePly, seed: object) -> str:
    view = position.seen_by(position.actor).state
    code = one_ply_action(position.game, view, position.actor, glance, seeded("choice", seed))
    return next(text for text in position.legal if position.code(text) == code)


def worth(position) -> dict[str, float]:
    """The value of each action right after it in a sampled state: the same in all samples where nothing hidden counts."""
    return {text: float(generic.value(position.copy().play(text).state, position.actor)) for text in position.legal}


def test_built_in_games_have_a_quick_opinion_and_others_a_default():
    novice = levels()["novice"]
    assert set(GAMES) | {"default"} == set(novice.one_ply)
    assert novice.one_ply_for("a game from elsewhere") == novice.one_ply["default"]
    assert [level.name for level in levels().values() if not level.searches] == ["novice"]


def test_who_sees_all_and_misjudges_nothing_takes_the_best():
    position = middle("year_of_the_dragon", 40)
    found = worth(position)
    for seed in range(10):
        assert found[chosen(position, OnePly(notice_probability=1.0, noise=0.0), seed)] == max(found.values())


def test_noise_never_prefers_a_much_worse_action():
    position = middle("year_of_the_dragon", 40)
    found = worth(position)
    taken = Counter(chosen(position, OnePly(notice_probability=1.0, noise=2.0), seed) for seed in range(100))
    assert min(found[text] for text in taken) >= max(found.values()) - 2.0
    assert len(taken) > 1 or sorted(found.values())[-2] < max(found.values()) - 2.0


def test_the_best_is_overlooked_as_often_as_the_numbers_say():
    position = middle("year_of_the_dragon", 40, 5)
    found = worth(position)
    best = [text for text, value in found.items() if value == max(found.values())]
    taken = Counter(chosen(position, OnePly(notice_probability=0.7, noise=0.0), seed) for seed in range(300))
    missed = 1.0 - sum(taken[text] for text in best) / 300
    assert missed == pytest.approx(0.3 ** len(best), abs=0.08)


@pytest.mark.parametrize("name", GAMES)
def test_who_sees_next_to_nothing_still_chooses_between_two(name):
    """The worst action of all is never taken, since another one was considered as well."""
    position = middle(name, 30, 4)
    taken = {chosen(position, OnePly(notice_probability=0.0, noise=0.0), seed) for seed in range(30)}
    assert taken <= set(position.legal)
    assert len(taken) > 1


def with_events(position, months: slice, event: int):
    """The same with another event in some months."""
    other = position.copy()
    other.state.events[months] = event
    return other


def test_distant_events_are_forgotten_and_near_ones_are_not():
    position = middle("year_of_the_dragon", 40)
    month = int(position.state.month)
    assert month < 8
    near, far = slice(month, month + 1), slice(month + 3, 12)
    two_rounds = OnePly(notice_probability=1.0, noise=0.0, horizon=2)
    values = {}
    for name, months in (("near", near), ("far", far)):
        for event in (1, 2, 3, 4):
            changed = with_events(position, months, event)._states.copy()
            generic.forget(changed[0], two_rounds.horizon)
            values[name, event] = float(generic.value(changed[0], position.actor))
    assert len({values["far", event] for event in (1, 2, 3, 4)}) == 1
    assert len({values["near", event] for event in (1, 2, 3, 4)}) > 1
    choices = {chosen(with_events(position, far, event), two_rounds, 1) for event in (1, 2, 3, 4)}
    assert len(choices) == 1


@pytest.mark.parametrize("name", GAMES)
def test_forgetting_changes_nothing_that_is_there(name):
    """Legal actions, actor and points stay as they are, and in most games everything else, too."""
    position = middle(name, 40)
    forgotten = position._states.copy()
    generic.forget(forgotten[0], 1)
    before, after = (np.zeros(position.players, np.int64) for _ in range(2))
    generic.scores(position.state, before)
    generic.scores(forgotten[0], after)
    assert before.tolist() == after.tolist()
    assert int(generic.actor(forgotten[0])) == position.actor
    codes = np.zeros((2, position.game.max_actions), np.int32)
    numbers = [int(generic.actions(s, codes[n])) for n, s in enumerate((position.state, forgotten[0]))]
    assert numbers[0] == numbers[1]
    assert codes[0].tolist() == codes[1].tolist()
    assert (forgotten.tobytes() == position._states.tobytes()) == (name != "year_of_the_dragon")
