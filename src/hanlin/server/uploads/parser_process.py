"""The parser process: ``python -m hanlin.server.uploads.parser_process`` reads tasks, one JSON object per line.

It writes ``{"ready": true}`` once it is ready, answers each task with a ``Reading``, and ends with its input. The server kills
it when a task takes too long (``service.py``). Files that it accepts can safely be read by the server itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, BinaryIO

import msgspec

from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.i18n.language import language
from hanlin.core.position.digest import digest
from hanlin.core.position.game import Game, games
from hanlin.core.position.position import Position
from hanlin.core.position.record import read_record
from hanlin.core.text.toml_files import DataFile
from hanlin.server.lib.json_lines import tasks_from_parent
from hanlin.server.uploads.starts import own_options, read_beginning

Files = dict[str, dict[str, str]]
"""The ``name`` and ``text`` of a file for each option that takes one."""


class Start(msgspec.Struct, frozen=True, tag="start"):
    """Start a game with uploaded files."""

    package: str
    """The package of the game."""
    players: int
    """0: any number that the files allow."""
    options: dict[str, Any]
    files: Files
    language: str
    position: str = ""
    """The text of the position to start from; empty for the beginning."""


class Study(msgspec.Struct, frozen=True, tag="study"):
    """Read and replay a record; ``file``: the file that its game needs, its name empty where none was given."""

    record: str
    file: dict[str, str]
    language: str


class Found(msgspec.Struct, frozen=True):
    """A parsed record: its game, options, files, seats, and each ply with its actor, action, and the digest after it."""

    game: str
    players: int
    options: dict[str, Any]
    files: Files
    seats: list[str]
    plies: list[tuple[int, str, str]]
    position: str = ""
    """The text of the position that it began from; empty for the beginning."""


class Reading(msgspec.Struct, frozen=True):
    """The result of a task: an error message (empty for none), and of a ``Study`` the record."""

    refusal: str = ""
    found: Found | None = None


def data_files(files: Mapping[str, Mapping[str, str]]) -> dict[str, DataFile]:
    """Stored files as the games' options take them."""
    return {option: DataFile(file["name"], file["text"]) for option, file in files.items()}


def read(task: Start | Study) -> Reading:
    """Run a task."""
    with language(task.language):
        try:
            return _start(task) if isinstance(task, Start) else Reading(found=_study(task))
        except HanlinError as error:
            return Reading(str(error))


def _start(task: Start) -> Reading:
    of_game: Game = import_module(task.package).GAME
    files = data_files(task.files)
    if task.position:
        read_beginning(of_game, task.position, files)
        return Reading()
    numbers = [task.players] if task.players else of_game.players
    for players in numbers:
        try:
            of_game.start(players, **task.options, **files).settle(0)
        except BadOption:
            if players == numbers[-1]:
                raise
        else:
            break
    return Reading()


def _study(task: Study) -> Found:
    of_files = {option.name for each in games().values() for option in each.options if option.file}
    files = dict.fromkeys(of_files, task.file) if task.file.get("name") else {}
    record = read_record(task.record, data_files(files))
    needed = record.game.tags(record.start.options)
    used = {option.name for option in record.game.options if option.file and option.name.capitalize() in needed}
    return Found(
        game=record.game.name,
        players=record.start.players,
        options=own_options(record.start),
        files={name: file for name, file in files.items() if name in used},
        seats=record.tags["Seats"].split("|") if "Seats" in record.tags else [""] * record.start.players,
        plies=_plies(record.start, record.end),
        position=record.start.text() if "Position" in record.tags else "",
    )


def _plies(start: Position, end: Position) -> list[tuple[int, str, str]]:
    position, plies = start.copy(), []
    for actor, text in end.moves:
        position.apply(position.game.parse(position.state, text))
        plies.append((actor, text, digest(position)))
    return plies


def _say(out: BinaryIO, message: Any) -> None:
    out.write(msgspec.json.encode(message) + b"\n")
    out.flush()


def main() -> None:
    out, tasks = tasks_from_parent()
    games()
    _say(out, {"ready": True})
    while True:
        _say(out, read(msgspec.json.decode(tasks.get(), type=Start | Study)))


if __name__ == "__main__":
    main()
