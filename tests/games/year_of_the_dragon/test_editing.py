"""Setting up a month of the Year of the Dragon: the groups of the action cards (Y3.1)."""

import random

import pytest

import hanlin
from hanlin.server.views import board_editor

GAME = hanlin.game("year_of_the_dragon")


def groups(position):
    found = {each.name: each.value for each in GAME.editing.counters(position) if each.name.startswith("group.")}
    return found, next(field for field in position.text().split("; ") if field.startswith("groups "))


@pytest.mark.rule("Y3.1")
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("great_wall", [False, True])
def test_action_cards_move_to_any_group_and_groups_keep_their_size(players, great_wall):
    begun = position = board_editor.beginning(GAME, players, {"great_wall": great_wall})
    assert set(groups(position)[0].values()) == {0}
    sizes, rng = None, random.Random(players)
    for name in [*groups(position)[0]] * 2:
        wanted = rng.randint(1, players)
        position, refused = board_editor.changed(position, [["count", name, str(wanted)]])
        assert refused == ""
        there = groups(position)[0]
        assert there[name] == wanted
        assert sizes in (None, sorted(there.values()))
        sizes = sorted(there.values())
        assert position.actor >= 0
        assert hanlin.position(position.text()).text() == position.text()
    before, refused = board_editor.changed(position, [["count", "group.1", "0"]])
    assert (refused, before.text()) == ("", begun.text())


@pytest.mark.rule("Y3.2")
def test_cards_under_a_dragon_cannot_be_moved():
    position = board_editor.beginning(GAME, 3, {})
    position = board_editor.changed(position, [["count", "group.1", "2"]])[0]
    acted = position.copy().play(position.legal[0])
    assert groups(position)[0]
    assert groups(acted)[0] == {}
