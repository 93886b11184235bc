"""Two worlds of a game that differ only in what somebody can't know, for as long as the game can go on alike in both.

A plan is a whole game, and places in it at which other outcomes of hidden draws are put in the place of those that were:
"world 0" has the deal of the plan throughout, "world 1" another one from ``first`` to ``until``.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from hanlin.core.position.digest import digest
from hanlin.server.db.schema import entries

WATCHER = -1


class Swap(NamedTuple):
    """From the ply ``first`` to the ply ``until`` the plies before ``first`` are those of ``other`` in world 1; ``eyes``: who
    (seats, and WATCHER) can't tell."""

    first: int
    until: int
    other: list[tuple[int, str]]
    eyes: frozenset[int]


def whole_game(game, players, rng):
    """A random game, over."""
    position = game.start(players)
    while not position.over:
        if position.actor < 0:
            position.settle(rng.randrange(2**31))
        else:
            position.play(rng.choice(position.legal))
    return position


def other_world(position, viewer):
    """The same game with another outcome of something that the viewer does not know; None where there is none."""
    moves, seen = position.moves, position.seen_by(viewer)
    for ply in sorted(unknown(position, viewer), reverse=True):
        prefix, before = moves[ply][1].rpartition(" ")[0], position.at(ply)
        for text in before.legal:
            if text != moves[ply][1] and text.rpartition(" ")[0] == prefix:
                other = replayed(before.copy().play(text), moves[ply + 1 :])
                if other is not None and other.seen_by(viewer) == seen:
                    return other
    return None


def replayed(position, moves):
    """The position after more moves; None where one of them is not legal there."""
    for actor, text in moves:
        if position.actor != actor or text not in position.legal:
            return None
        position.play(text)
    return position


def unknown(position, viewer):
    """The plies of which the viewer does not know the outcome."""
    moves, seen = position.moves, position.seen_by(viewer).moves
    return {ply for ply, move in enumerate(moves) if move != seen[ply]}


def quiet(position):
    """The actions that need no outcome of chance."""
    return [text for text in position.legal if position.copy().play(text).actor >= 0]


def same_for(here, there, players):
    """The seats with the same view of two positions."""
    seen = [(eyes, here.seen_by(eyes), there.seen_by(eyes)) for eyes in range(WATCHER, players)]
    return frozenset(eyes for eyes, one, other in seen if one == other and one.moves == other.moves)


def swap_at(game, first, target, last):
    """A swap of things hidden from ``target`` at a ply of a whole game, until somebody else finds out, at most to
    ``last``; None where nothing is hidden from them there."""
    other = other_world(game.at(first), target)
    if other is None:
        return None
    moves, position, until = other.moves, other.copy(), first
    eyes = same_for(game.at(first), other, game.players)
    while until < last and replayed(position, [game.moves[until]]) is not None:
        left = eyes & same_for(game.at(until + 1), position, game.players)
        if left != eyes:
            break
        until += 1
    # Worlds change hands where somebody decides, since a server that starts lets chance act.
    while until > first and game.at(until).actor < 0:
        until -= 1
    return Swap(first, until, moves, eyes) if until > first else None


def plan(game, players, rng, swaps):
    """A whole game and so many swaps in it, each hidden from another target, where the game hides anything."""
    whole, found = whole_game(game, players, rng), []
    decided = [ply for ply in range(whole.ply) if whole.moves[ply][0] >= 0]
    for n in range(swaps):
        here, target = decided[len(decided) * (2 * n + 1) // (2 * swaps) :], (n % (players + 1)) - 1
        tries = (swap_at(whole, ply, target, decided[-1]) for ply in here[: len(decided) // (2 * swaps)])
        swap = next((each for each in tries if each is not None), None)
        if swap is not None and (not found or found[-1].until <= swap.first):
            found.append(swap)
        elif swap is None and target == WATCHER:  # Nobody holds anything that is hidden: only a restart.
            found.append(Swap(here[0], here[1], whole.moves[: here[0]], frozenset(range(WATCHER, players))))
    return whole, found


def deal_anew(store, table, game, moves):
    """Replace the outcomes of draws in a table's entries, and update the digests."""
    position = game.start(store.table(table).players)
    with store.engine.begin() as connection:
        for entry in store.entries(table):
            if entry.kind not in ("action", "undo"):
                continue
            text = entry.action
            if entry.kind == "undo":
                position = position.at(position.ply - 1)
            else:
                text = moves[position.ply][1] if entry.actor < 0 else text
                position = position.copy().play(text)
            there = (entries.c.table == table) & (entries.c.number == entry.number)
            connection.execute(entries.update().where(there).values(action=text, digest=digest(position)))


def source(name, world):
    """The generator of a world."""
    return random.Random(f"{name} {world}" if world else name)
