"""Moments of random games: all games, numbers of players and options, each kind of decision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from hanlin.core.jit.events import Event, capture
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import Game, games
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE

GAMES = sorted(games())
KEPT = 3
"""Decisions that are kept of each kind."""


class Ply(NamedTuple):
    """One ply: the position before, what was played and its events, and the position after."""

    before: Position
    action: str
    told: list[Event]
    after: Position


def tables(game: Game) -> list[dict[str, object]]:
    """One table for each number of players, the options taking turns: each value of each option comes at least once."""
    choices = [option for option in game.options if not option.file]
    rounds = max([1, *(2 if option.is_switch else len(option.choices) for option in choices)])
    found: list[dict[str, object]] = []
    for n in range(max(rounds, len(game.players))):
        players = game.players[n % len(game.players)]
        chosen: dict[str, object] = {}
        for option in choices:
            values = (False, True) if option.is_switch else option.choices
            value = values[n % len(values)]
            if not _fits(game, players, {**chosen, option.name: value}):
                continue
            chosen[option.name] = value
        found.append({"players": players, **chosen})
    return found


def _fits(game: Game, players: int, options: dict[str, object]) -> bool:
    try:
        game.check_options(players, options)
    except Exception:
        return False
    return True


def plies(name: str, number: int) -> Iterator[Ply]:
    """A random game at table ``number`` of ``tables``, ply by ply."""
    game = games()[name]
    position = game.start(**tables(game)[number])  # type: ignore[arg-type]
    rng = seeded("faces", name, number)
    while not position.over:
        before = position.copy()
        with capture() as told:
            if position.actor == CHANCE:
                position.chance(rng)
            else:
                legal = position.legal
                position.play(legal[below(rng, len(legal))])
        yield Ply(before, position.moves[-1][1], list(told), position.copy())


TABLES = [(name, number) for name in GAMES for number in range(len(tables(games()[name])))]


@cache
def whole_game(name: str, number: int) -> list[Ply]:
    """All plies of that game."""
    return list(plies(name, number))


@cache
def decisions(name: str) -> list[Position]:
    """Positions in which a seat decides: some of each set of first words of what it may do, from all tables."""
    kept: dict[tuple[str, ...], list[Position]] = {}
    for number in range(len(tables(games()[name]))):
        for ply in whole_game(name, number):
            if ply.before.actor >= 0:
                kind = tuple(sorted({text.split()[0] for text in ply.before.legal}))
                if len(kept.setdefault(kind, [])) < KEPT:
                    kept[kind].append(ply.before)
    return [position for found in kept.values() for position in found]


def own_view(position: Position) -> Position:
    """The position as the seat that decides sees it."""
    return position.seen_by(position.actor)
