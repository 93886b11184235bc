"""What a placement would change, room by room, against what the rules then do."""

from __future__ import annotations

import pytest

from forbidden_city.faces_games import decisions, misfits
from forbidden_city.palaces import Table, face, halved
from hanlin.core.i18n.language import language, languages
from hanlin.core.verbs.presentation import Consequence
from hanlin.games.forbidden_city import GAME
from hanlin.games.forbidden_city.pieces import GREY
from hanlin.games.forbidden_city.snapshot import palace_of
from hanlin.games.forbidden_city.words.consequences import Change, changes, consequences
from hanlin.games.forbidden_city.words.names import seat_name


def told(table: Table, seat: int, x: int, y: int, tile, rotation: int = 0) -> list[Consequence]:
    """What the seat's own view says of a placement."""
    assert f"place {x},{y} {rotation}" in table.legal(seat, tile)
    return consequences(view_of(table, seat), f"place {x},{y} {rotation}")


def view_of(table: Table, seat: int):
    position = GAME.start(table.players)
    position._states[:] = table.states
    return position.seen_by(seat)


def texts(found: list[Consequence]) -> list[str]:
    return [each.text for each in found]


def test_a_new_room_has_its_caption_at_the_space():
    found = told(Table(), 0, 0, -2, face("white", "owwo", advisors=1))
    assert Consequence("space 0,-2", "new: 1 · you lead · 2 open edges", "good") in found


def test_a_room_that_grows_says_value_leader_and_open_sides():
    """The room in the north of the start tile is next to the temple, which adds 1."""
    table = Table()
    table.put(1, 0, -2, face("green", "owow", advisors=1))
    (found,) = told(table, 0, 0, -3, face("green", "owow", advisors=2))
    assert found.text == "3 → 4 · you take the lead · 1 open edge"
    assert found.tone == "good"
    assert found.key.startswith("room ")


def test_a_room_that_somebody_else_leads_warns():
    table = Table()
    table.put(1, 0, -2, face("green", "owow", advisors=2))
    (found,) = told(table, 0, 0, -3, face("green", "owow", advisors=1))
    assert found == Consequence(found.key, f"3 → 4 · {seat_name(1)} leads · 1 open edge", "good")
    (found,) = told(table, 0, 0, -3, face("green", "owow"))
    assert found.tone == "warn"


def test_a_shared_lead_and_no_advisors_are_said():
    table = Table()
    table.put(1, 0, -2, face("green", "owow", advisors=1))
    assert texts(told(table, 0, 0, -3, face("green", "owow", advisors=1))) == ["3 → 4 · you are tied · 1 open edge"]
    empty = Table()
    empty.put(1, 0, -2, face("green", "owow"))
    assert texts(told(empty, 0, 0, -3, face("green", "owow"))) == ["3 → 4 · no advisors · 1 open edge"]


def test_a_room_that_closes_says_who_is_paid_the_reader_first():
    table = Table()
    table.put(1, 0, -2, face("green", "owow", advisors=2))
    (found,) = told(table, 0, 0, -3, face("green", "wwow", advisors=1))
    assert found == Consequence(found.key, f"closes: you +2, {seat_name(1)} +4", "warn")


def test_a_room_that_closes_without_advisors_pays_nobody():
    table = Table()
    table.put(1, 0, -2, face("green", "owow"))
    (found,) = told(table, 0, 0, -3, face("green", "wwow"))
    assert (found.text, found.tone) == ("closes: nobody scores", "")


def test_a_wall_that_shuts_one_side_of_another_room_is_said():
    table = Table()
    table.put(1, 0, -2, face("green", "oooo", advisors=1))
    found = told(table, 0, 1, -2, face("white", "owww", advisors=1))
    assert f"3 · {seat_name(1)} leads · 2 open edges" in texts(found)
    assert "new: 1 · you lead · 1 open edge" in texts(found)


def test_rooms_that_join_are_added_up():
    table = Table()
    table.put(1, 0, -2, face("white", "ooww", advisors=1))
    table.put(0, 2, -1, face("white", "owww", advisors=1))
    table.put(0, 2, -2, face("white", "wwoo"))
    assert texts(told(table, 0, 1, -2, face("white", "wowo"))) == ["1 + 2 → 4 · you are tied · 1 open edge"]


def test_halves_of_a_tile_are_rooms_of_their_own():
    found = told(Table(), 0, 0, -2, halved("white", "green", "wwoo", advisors=(1, 1)))
    assert {each.key.split()[0] for each in found} == {"room", "space"}


def test_what_is_said_is_what_the_rules_then_do():
    """Values, leaders and open edges after the placement, and the payments of rooms that it closes."""
    checked = closed = 0
    for position in decisions():
        seat, seen = position.actor, position.seen_by(position.actor)
        for action in position.legal[::3]:
            if not action.startswith("place"):
                continue
            after = position.copy().play(action)
            then = palace_of(after.state)
            known = {room.number: room for room in then.rooms()}
            assert then.latest is not None
            found = changes(palace_of(position.state), then.latest, then.faces[then.latest], seat)
            gained = [new - old for old, new in zip(position.scores, after.scores, strict=True)]
            shut = [change.after for change in found if not change.after.open_edges]
            assert gained == [sum(room.pays[each][0] for room in shut) for each in range(position.players)]
            assert all(known[change.after.number] == change.after for change in found)
            assert {room.number for room in then.just_closed if room.floor != GREY} == {room.number for room in shut}
            assert len(consequences(seen, action)) == len(found)
            checked, closed = checked + len(found), closed + len(shut)
    assert min(checked - closed, closed) > 30


def test_rooms_that_stay_as_they_are_are_not_mentioned():
    for position in decisions()[::10]:
        if not position.legal[0].startswith("place"):
            continue
        palace = palace_of(position.state)
        then = palace_of(position.copy().play(position.legal[0]).state)
        assert then.latest is not None
        for change in changes(palace, then.latest, then.faces[then.latest], position.actor):
            assert change.before != (change.after,)
            assert isinstance(change, Change)


@pytest.mark.parametrize("code", languages())
def test_captions_are_short_in_every_language(code):
    position = decisions()[40]
    with language(code):
        for action in position.legal:
            for each in consequences(position.seen_by(position.actor), action):
                assert 0 < len(each.text) <= 70
                assert "{" not in each.text


def test_a_tile_that_is_revealed_changes_no_room():
    for position in misfits():
        assert consequences(position.seen_by(position.actor), position.legal[0]) == []


def test_others_and_wrong_actions_have_no_consequences():
    position = decisions()[10]
    assert consequences(position.seen_by((position.actor + 1) % position.players), position.legal[0]) == []
    assert consequences(position.seen_by(position.actor), "place 90,90 0") == []
