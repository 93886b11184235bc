"""The promise of ``rings`` (``core/verbs/protocols.py``): other seats' things look alike to all, so tables draw them once."""

from __future__ import annotations

from random import Random

import pytest

from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs.defaults import gives

PROMISING = [name for name, game in games().items() if gives(game.drawing, "rings")]


def played(name, players, seed):
    """A game of random decisions: before each action the position, and after it its events."""
    position, rng, choose = games()[name].start(players), seeded(seed), Random(seed)
    while not position.over:
        before = position.copy()
        with capture() as told:
            if position.actor < 0:
                position.chance(rng)
            else:
                position.apply(choose.choice(position.legal_codes))
        yield before, position, told


def test_all_shipped_games_promise_it():
    assert set(PROMISING) >= {"china", "forbidden_city", "year_of_the_dragon"}


@pytest.mark.parametrize("name", PROMISING)
def test_seats_see_of_others_and_of_the_board_what_everybody_sees(name):
    words, drawing = games()[name].words, games()[name].drawing
    decisions = [before for before, _after, _told in played(name, 3, 5) if before.actor >= 0]
    for position in decisions[:: max(1, len(decisions) // 12)]:
        public = position.seen_by(-1).for_show()
        for viewer in range(3):
            asked = viewer == position.actor
            seen = position.seen_by(viewer) if asked else position.seen_by(viewer).for_show()
            for seat in {0, 1, 2} - {viewer}:
                assert str(drawing.seat_in_layers(seen, seat)) == str(drawing.seat_in_layers(public, seat))
                assert words.notes(seen, seat) == words.notes(public, seat)
                assert words.summary(seen, seat) == words.summary(public, seat)
            if not asked:
                board = drawing.board_in_layers(public).ringed(drawing.rings(seen))
                assert str(board) == str(drawing.board_in_layers(seen))
                assert words.question(seen) == words.question(public)


@pytest.mark.parametrize("name", PROMISING)
def test_the_log_reads_alike_for_all_who_saw_an_action_alike(name):
    words = games()[name].words
    for before, after, told in played(name, 3, 6):
        public = after.seen_by(-1).last_move
        for viewer in range(3):
            if after.seen_by(viewer).last_move == public:
                own, theirs = (words.log(before.seen_by(of), *public, told) for of in (viewer, -1))
                assert own == theirs


@pytest.mark.parametrize("name", PROMISING)
def test_an_omniscient_reader_gets_the_lines_of_the_seat_that_saw(name):
    words = games()[name].words
    for before, after, told in played(name, 3, 7):
        viewer = after.secrets().get(before.ply, -1)
        seen = words.log(before.seen_by(viewer), *after.seen_by(viewer).last_move, told)
        assert words.log(before, *after.last_move, told) == seen
