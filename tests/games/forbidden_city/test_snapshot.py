"""The memoized snapshot of a palace agrees with a palace rebuilt from its tiles."""

from __future__ import annotations

from forbidden_city.faces_games import decisions, games
from hanlin.games.forbidden_city import drawing
from hanlin.games.forbidden_city.palace import Palace
from hanlin.games.forbidden_city.snapshot import read
from hanlin.games.forbidden_city.spots import spots


def test_cached_rooms_equal_those_counted_again():
    for game in games():
        laid = read(game[-1][0].state).palace.laid
        grown = Palace(game[-1][0].players)
        for tile in laid:
            grown.place(tile.place, tile.face, tile.seat)
            anew = grown.copy()
            anew.known.clear()
            assert grown.rooms() == anew.rooms()
            assert all(room is again for room, again in zip(grown.rooms(), grown.rooms(), strict=True))


def test_a_tile_closes_the_rooms_that_it_closes_when_it_is_laid():
    """Also one of its own, closed by walls of adjacent tiles."""
    closed = 0
    for position in decisions()[::2]:
        there, found = read(position.state), spots(position.seen_by(position.actor))
        for spot in found.here:
            for way in spot.ways:
                if way.clash is None:
                    face = found.kinds.turned[found.kind][way.rotation]
                    assert list(way.closes) == there.palace.copy().place(way.place, face, position.actor)
                    closed += len(way.closes)
    assert closed > 50


def test_the_tiles_of_earlier_plies_are_the_same_layers_of_the_board():
    for game in games():
        before = drawing.board(game[len(game) // 2][0].seen_by(-1)).layers
        after = drawing.board(game[len(game) // 2 + 4][0].seen_by(-1)).layers
        assert len([layer for layer in after if 'data-key="tile' in layer and layer not in before]) <= 2
