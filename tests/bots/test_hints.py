"""A hint: from what the seat sees alone, the same for the same seed, and in words that its player reads."""

from __future__ import annotations

import numpy as np
import pytest

import hanlin
from hanlin.bots import hint, reasons
from hanlin.bots.hints import BEST, in_words, reasoned
from hanlin.bots.reasons import Gain
from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import language, languages
from hanlin.core.i18n.seat_names import called
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from hanlin.core.verbs.presentation import Reason


def position_of(name, decisions, players=0):
    rng = seeded("hint", name)
    position = hanlin.game(name).start(hanlin.game(name).players[players]).settle(rng)
    while decisions or len(position.legal_codes) < 2:
        position.apply(int(generic.choose(position.state, rng))).settle(rng)
        decisions = max(0, decisions - 1)
    return position


@pytest.mark.parametrize("name", sorted(games()))
def test_a_hint_names_the_best_actions_and_how_it_may_go_on(name):
    position = position_of(name, 2)
    seen = position.seen_by(position.actor)
    found = hint(seen, "a seed", fast=False)
    assert found.seat == position.actor
    assert found.quick
    assert 1 <= len(found.best) <= BEST
    assert len({advice.action for advice in found.best}) == len(found.best)
    assert [advice.share for advice in found.best] == sorted((advice.share for advice in found.best), reverse=True)
    for advice in found.best:
        assert advice.action in position.legal
        assert 0 <= advice.share <= 1
        assert advice.line[0] == (position.actor, advice.action)
        told = in_words(seen, advice.line, "a seed")
        assert len(told) == len(advice.line)
        assert all(told)
        assert advice.reason[0].isupper()
        assert advice.reason.endswith(".")
        assert set(advice.equals) <= set(position.legal) - {other.action for other in found.best}
    assert found.confidence == "quick"


def test_a_hint_uses_nothing_that_its_player_does_not_see():
    """Two games that look alike to the seat and are not: the same seed gives the same hint."""
    position = position_of("china", 6)
    other = np.zeros(1, position.game.dtype)
    for attempt in range(60):
        other[0] = position.seen_by(position.actor).state
        generic.guess(other[0], seeded("other", attempt))
        if other.tobytes() != position.state.tobytes():
            break
    assert other.tobytes() != position.state.tobytes()
    look_alike = position.copy()
    look_alike._states[0] = other[0]
    one, two = (hint(world.seen_by(world.actor), "s", fast=False) for world in (position, look_alike))
    assert one == two


def test_compiled_hints_predict_final_points_and_follow_the_seed():
    position = position_of("year_of_the_dragon", 6)
    seen = position.seen_by(position.actor)
    one, two = (hint(seen, "s", fast=True) for _ in range(2))
    assert one == two
    assert not one.quick
    assert all(advice.points is not None for advice in one.best)
    assert all(advice.reason for advice in one.best)
    assert one.confidence == ("close" if one.alike > 1 else "clear")
    assert len(one.best) >= one.alike
    codes = [position.code(advice.action) for advice in one.best[:2]]
    gained, lost = (reasons.gains(seen, *pair, "s") for pair in (codes, codes[::-1]))
    assert [(gain.names, gain.points) for gain in gained] == [(gain.names, -gain.points) for gain in lost]
    assert all({tongue for tongue, _name in gain.names} == set(languages()) for gain in gained)
    assert [advice.share for advice in one.best] == sorted((advice.share for advice in one.best), reverse=True)


def test_a_reason_is_in_the_language_of_the_context_with_names():
    position = position_of("china", 40)
    seen = position.seen_by(position.actor)
    found = hint(seen, "a seed", fast=False)
    for code in languages():
        with language(code), called({seat: f"Player {seat}" for seat in range(5)}):
            told = reasoned(seen, found)
            assert told == hint(seen, "a seed", fast=False)
            assert told.best[0].reason[0].isupper()
    with language("de"):
        assert [each.reason for each in reasoned(seen, found).best] != [each.reason for each in found.best]


def test_ways_to_turn_a_tile_that_read_alike_are_one_suggestion():
    position = position_of("forbidden_city", 9)
    for _ in range(8):
        seen = position.seen_by(position.actor)
        found = hint(seen, "a seed", fast=False)
        read = [(in_words(seen, advice.line[:1], "a seed", seen.seat)[0], advice.reason) for advice in found.best]
        assert len(set(read)) == len(read)
        assert all(text.startswith("You ") for text, _reason in read)
        position.play(found.best[0].action).settle(seeded("on"))
        if position.over:
            break


BRINGS, COSTS = Reason("brings 3 rice", 2.7), Reason("costs 3 yuan", -1.5)
FEEDS = Reason("feeds all 3 palaces in month 8", 6.0)


@pytest.mark.parametrize(
    ("own", "other", "gained", "first", "is_close", "said"),
    [
        ([FEEDS, BRINGS], [], (), True, False, "Feeds all 3 palaces in month 8; brings 3 rice."),
        ([FEEDS, COSTS], [], (), True, False, "Feeds all 3 palaces in month 8, but costs 3 yuan."),
        ([FEEDS, COSTS], [FEEDS], (), False, False, "Feeds all 3 palaces in month 8, but costs 3 yuan."),
        ([FEEDS], [FEEDS, COSTS], (), True, False, "Feeds all 3 palaces in month 8."),
        ([BRINGS], [BRINGS, COSTS], (), False, False, "Brings 3 rice; the first choice costs 3 yuan."),
        ([], [COSTS], (), True, False, "The second choice costs 3 yuan."),
        ([BRINGS], [BRINGS], (), True, False, "Brings 3 rice."),
        ([FEEDS, BRINGS], [FEEDS], (), True, False, "Feeds all 3 palaces in month 8; brings 3 rice."),
        ([BRINGS], [BRINGS], (), False, True, "Brings 3 rice."),
        ([BRINGS], [BRINGS], (), False, False, "Brings 3 rice, but not as good as the first choice on balance."),
        ([], [], [("Monks", 4.0)], True, False, "Brings about 4 more points from “Monks”."),
        ([], [], [("Monks", -4.0)], True, False, "A little of everything, best on balance."),
        ([], [], [("Monks", -4.0)], False, False, "Brings about 4 points less from “Monks”."),
        ([], [], (), False, False, "Not as good as the first choice on balance."),
        ([], [], [("Monks", 4.0)], True, True, "About as good as the others."),
    ],
)
def test_a_reason_says_what_tells_an_action_from_the_other(own, other, gained, first, is_close, said):
    gains = [Gain((("en", name),), points) for name, points in gained]
    assert reasons.sentence(own, other, [], gains, first, is_close) == said


def test_what_most_actions_bring_counts_less():
    typical = [[FEEDS]] * 4
    assert reasons.sentence([FEEDS, BRINGS], [], typical, (), True, False).startswith("Brings 3 rice")


def test_only_the_active_player_gets_a_hint():
    position = position_of("china", 1)
    for seen in (position, position.seen_by(-1), position.seen_by((position.actor + 1) % position.players)):
        with pytest.raises(HanlinError, match="whose turn it is"):
            hint(seen, fast=False)
