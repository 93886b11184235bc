"""``hanlin replay``: check and print a record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from hanlin.cli.words import read_record_of
from hanlin.core.position.position import Position
from hanlin.core.position.record import Record
from hanlin.core.verbs.generic import CHANCE


def replay(file: Path, words: Sequence[str], as_json: bool) -> None:
    """Print a record ply by ply as JSON, or its final position. For a bad record print one line with the place and exit with 2.

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
        winners = [seat + 1 for seat in record.end.winners]
        print(json.dumps({"over": True, "scores": record.end.scores, "winners": winners}))


def _ply(ply: int, position: Position, move: tuple[int, str]) -> dict[str, object]:
    actor, action = move
    return {
        "ply": ply + 1,
        "actor": "*" if actor == CHANCE else actor + 1,
        "action": action,
        "legal": sorted(position.legal),
        "scores": position.scores,
    }
