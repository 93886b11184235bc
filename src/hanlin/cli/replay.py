"""``hanlin replay``: a record, checked and shown."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from hanlin.cli.words import read_files
from hanlin.core.errors import BadRecord, HanlinError
from hanlin.core.generic import CHANCE
from hanlin.core.position import Position
from hanlin.core.record import Record, read_record_file


def replay(file: Path, words: Sequence[str], as_json: bool) -> None:
    """Read the record; print it ply by ply as JSON, or how it ended. A bad record: one line with its place, and exit 1.

    HanlinError where the file can't be read, or for a data file that the record doesn't ask for.
    """
    files = read_files(words)
    try:
        record = read_record_file(file, files)
    except BadRecord as error:
        sys.exit(f"{file}:{error.line}: {error.reason}")
    except OSError as error:
        raise HanlinError(f"{file} can't be read: {error.strerror}.") from None
    _check_files(record, files)
    if as_json:
        _print_plies(record)
    else:
        print(record.end)


def _check_files(record: Record, files: dict[str, Path]) -> None:
    for name in files:
        if name not in (option.name for option in record.game.options if option.file):
            raise HanlinError(f"{record.game.name} has no data file of the name {name!r}.")
        if name.capitalize() not in record.tags:
            raise HanlinError(f"This game was played with the {name} that Hanlin ships; leave {name}=… out.")


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
