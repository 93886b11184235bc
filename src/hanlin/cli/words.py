"""What a person types after a command, read and checked: lists, seeds, options of a game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hanlin.core.errors import BadRecord, HanlinError
from hanlin.core.position.game import Game
from hanlin.core.position.record import Record, read_record_file


def read_list(text: str) -> list[str]:
    """The words between commas, blanks left out; HanlinError where there is nothing before, between or after the commas."""
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise HanlinError(f"The list {text!r} has an empty place; write the names with a comma between them.")
    return words


def read_seed(text: str) -> str:
    """A seed as it was typed; HanlinError where it is no text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise HanlinError("The seed is no UTF-8 text; choose letters and digits.") from None
    return text


def read_options(game: Game, words: Sequence[str]) -> dict[str, Any]:
    """The options of a game from ``NAME`` and ``NAME=VALUE``; HanlinError for one unknown, ill-fitting or given twice."""
    options: dict[str, Any] = {}
    for word in words:
        name, value = game.read_option(word)
        if name in options:
            raise HanlinError(f"The option {name} is given twice.")
        options[name] = value
    return options


def read_files(words: Sequence[str]) -> dict[str, Path]:
    """Data files by the option that takes them, from ``NAME=FILE``; HanlinError for one given twice or without a file."""
    files: dict[str, Path] = {}
    for word in words:
        name, equals, file = word.partition("=")
        if not equals or not file:
            raise HanlinError(
                f"A record brings its options with it; only data files are given: --option map=FILE, not {word!r}."
            )
        if name in files:
            raise HanlinError(f"The option {name} is given twice.")
        files[name] = Path(file)
    return files


def read_record_of(file: Path, words: Sequence[str]) -> Record:
    """The record in a file, with its data files from ``NAME=FILE``. A bad record: one line with its place, exit 2.

    HanlinError where the file can't be read, or for a data file that the record doesn't ask for.
    """
    files = read_files(words)
    try:
        record = read_record_file(file, files)
    except BadRecord as error:
        print(f"{file}:{error.line}: {error.reason}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        raise HanlinError(f"{file} can't be read: {error.strerror}.") from None
    for name in files:
        if name not in (option.name for option in record.game.options if option.file):
            raise HanlinError(f"{record.game.name} has no data file of the name {name!r}.")
        if name.capitalize() not in record.tags:
            raise HanlinError(f"This game was played with the {name} that Hanlin ships; leave {name}=… out.")
    return record
