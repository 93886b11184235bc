"""Parsing of command line arguments: lists, seeds, options of a game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hanlin.cli.running import FAILED
from hanlin.core.errors import BadRecord, HanlinError
from hanlin.core.position.game import Game
from hanlin.core.position.record import Record, read_record_file


def read_list(text: str) -> list[str]:
    """Split a list at its commas and strip blanks; HanlinError for an empty item."""
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise HanlinError(f"The list {text!r} has an empty item; separate names with single commas.")
    return words


def read_seed(text: str) -> str:
    """A seed as it was typed; HanlinError unless it is valid text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise HanlinError("The seed is not valid UTF-8; use letters and digits.") from None
    return text


def read_options(game: Game, words: Sequence[str]) -> dict[str, Any]:
    """The options of a game from ``NAME`` and ``NAME=VALUE``; HanlinError for an unknown, invalid or repeated option."""
    options: dict[str, Any] = {}
    for word in words:
        name, value = game.read_option(word)
        if name in options:
            raise HanlinError(f"The option {name} is given twice.")
        options[name] = value
    return options


def read_files(words: Sequence[str]) -> dict[str, Path]:
    """Data files by option, from ``NAME=FILE``; HanlinError for a repeated option or a missing file."""
    files: dict[str, Path] = {}
    for word in words:
        name, equals, file = word.partition("=")
        if not equals or not file:
            raise HanlinError(
                f"A record contains its options; only data files can be given, as --option map=FILE, not {word!r}."
            )
        if name in files:
            raise HanlinError(f"The option {name} is given twice.")
        files[name] = Path(file)
    return files


def read_record_of(file: Path, words: Sequence[str]) -> Record:
    """Read a record with its data files from ``NAME=FILE``. For a bad record print one line with the place and exit with 1.

    HanlinError if the file can't be read, or for a data file that the record doesn't need.
    """
    files = read_files(words)
    try:
        record = read_record_file(file, files)
    except BadRecord as error:
        print(f"{file}:{error.line}: {error.reason}", file=sys.stderr)
        sys.exit(FAILED)
    except OSError as error:
        raise HanlinError(f"{file} can't be read: {error.strerror}.") from None
    for name in files:
        if name not in (option.name for option in record.game.options if option.file):
            raise HanlinError(f"{record.game.name} has no data file {name!r}.")
        if name.capitalize() not in record.tags:
            raise HanlinError(f"This game was played with a {name} that Hanlin includes; leave {name}=… out.")
    return record
