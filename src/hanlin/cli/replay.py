"""``hanlin replay``: check and print a record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from hanlin.cli.words import read_record_of
from hanlin.core.position.position import Position
from hanlin.core.position.record import Record

SCHEMA = "hanlin.replay/2"
"""Of each line. In version 1 plies, seats and winners counted from 1, the actor of chance was "*", and ``legal`` was sorted by
letters."""


def replay(file: Path, words: Sequence[str], as_json: bool) -> None:
    """Print a record ply by ply as JSON, or its final position. For a bad record print one line with the place and exit with 1.

    HanlinError if the file can't be read, or for a data file that the record doesn't need.
    """
    record = read_record_of(file, words)
    if as_json:
        _print_plies(record)
    else:
        print(record.end)


def _print_plies(record: Record) -> None:
    moves = record.end.moves
    for ply, position in enumerate(record.positions()):
        if ply < len(moves):
            print(json.dumps(_ply(ply, position, moves[ply])))
    if record.end.over:
        end = {"over": True, "scores": record.end.scores, "winners": record.end.winners}
        print(json.dumps({"schema": SCHEMA, **end}))


def _ply(ply: int, position: Position, move: tuple[int, str]) -> dict[str, object]:
    """A line. Plies and seats count from 0, the actor -1 is chance; ``legal`` is in canonical order."""
    actor, action = move
    return {
        "schema": SCHEMA,
        "ply": ply,
        "actor": actor,
        "action": action,
        "legal": position.legal,
        "scores": position.scores,
    }
