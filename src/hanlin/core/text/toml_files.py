"""Data files that users write (TOML): maps, tile sets. One strict reader for all of them.

What a stranger uploads is looked through before it is parsed: ``tomllib`` takes time by the square for some small files, and
Python ends with an error of its own for others. The limits are far above what any board or any set of tiles needs.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from hanlin.core.errors import BadData, BadOption, MissingDataFile
from hanlin.core.i18n.language import _
from hanlin.core.lib.integers import described

SIZE = 256 * 1024
"""Bytes that a file may have; the largest that ships has 20,000."""
LINES = 5_000
DEPTH = 8
"""Deepest nesting of brackets; maps and tile sets need four."""
PARTS = 8
"""Parts of a key or of a header that are joined by dots; maps need two."""
WORD = 64
"""Characters of a number or a bare word."""
TEXT = 80
"""Characters of a line of text that is shown to people."""
ID = re.compile(r"[a-z0-9][a-z0-9-]*")
"""An id, as written in a file and in the texts of actions."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
"""The name of a map or a tile set, as records write it."""

_TOKEN = re.compile(
    r'''(?P<line>\n)
    | (?P<comment>\#[^\n]*+)
    | (?P<string>"""(?:[^"\\]|\\.|"(?!""))*+"{3,5} | \'\'\'(?:[^']|'(?!''))*+'{3,5} | "(?:[^"\\\n]|\\.)*+" | '[^'\n]*+')
    | (?P<word>[A-Za-z0-9_+-]++)
    | (?P<dot>\.)
    | (?P<open>[\[{])
    | (?P<close>[\]}])
    | (?P<blank>[ \t]++)
    | (?P<open_string>["'])
    | (?P<other>.)''',
    re.VERBOSE | re.DOTALL,
)
"""A piece of a TOML file, as far as the limits want to know. Each is found in one pass, without going back."""

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class DataFile:
    """A data file's text, and the name that messages call it by. Options of kind file take one wherever they take a path."""

    name: str
    text: str


def data_file(source: Any, option: str) -> DataFile:
    """The file that an option names: by its path, by its text (a ``str`` with a line break), or ready-made.

    BadOption for something else, MissingDataFile where the file can't be read, BadData where it is too large.
    """
    if isinstance(source, DataFile):
        return source
    if isinstance(source, str) and "\n" in source:
        return DataFile(option, source)
    if not isinstance(source, str | os.PathLike):
        raise BadOption(
            _("{option} takes the path of a file or its text, not {value}.").format(option=option, value=shown(source))
        )
    path = Path(source)
    try:
        with path.open("rb") as file:
            content = file.read(SIZE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise MissingDataFile(
            _("{file}: the file can't be read: {reason}.").format(file=shown_name(str(path)), reason=reason)
        ) from None
    return decoded(path.name, content)


def decoded(name: str, content: bytes) -> DataFile:
    """The file of that name with that content; BadData where it is too large or no text."""
    if len(content) > SIZE:
        raise BadData(_("{file}: the file is too large: at most {n} KB.").format(file=shown_name(name), n=SIZE // 1024))
    try:
        return DataFile(name, content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadData(
            _("{file}: this isn't a text file (UTF-8); see byte {n}.").format(file=shown_name(name), n=error.start + 1)
        ) from None


def shown(value: Any) -> str:
    """A value as messages show it: as Python writes it, the rest of a long one left out."""
    text = described(value)
    return text if len(text) <= TEXT else f"{text[: TEXT - 1]}…"


def shown_name(name: str) -> str:
    """A file's name as messages show it: one line, the beginning of a long one left out."""
    name = "".join(letter if letter.isprintable() else "?" for letter in name)
    return name if len(name) <= TEXT else f"…{name[1 - TEXT :]}"


def read_toml(file: DataFile) -> Entry:
    """The whole file as an entry; BadData names the line where it is no TOML or breaks a limit."""
    name = shown_name(file.name)
    _check_limits(name, file.text)
    try:
        data = tomllib.loads(file.text)
    except tomllib.TOMLDecodeError as error:
        raise BadData(_("{file}: this isn't valid TOML: {reason}.").format(file=name, reason=error)) from None
    return Entry(name, "", data)


def _check_limits(name: str, text: str) -> None:
    """BadData where a file is larger, deeper or stranger than any that is meant to be read."""

    def refuse(reason: str) -> BadData:
        return BadData(_("{file}: line {line}: {reason}.").format(file=name, line=line, reason=reason))

    if len(text) > SIZE:
        raise BadData(_("{file}: the file is too large: at most {n} KB.").format(file=name, n=SIZE // 1024))
    line = text.count("\n") + 1
    if line > LINES:
        raise refuse(_("a file has at most {n} lines").format(n=LINES))
    line, depth, parts, joined = 1, 0, 0, False
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind in ("word", "string"):
            if kind == "word" and token.end() - token.start() > WORD:
                raise refuse(_("a number or a word without quotes has at most {n} characters").format(n=WORD))
            parts = parts + 1 if joined else 1
            if parts > PARTS:
                raise refuse(_("a key has at most {n} parts joined by dots").format(n=PARTS))
            line += token[0].count("\n")
        elif kind == "open":
            depth += 1
            if depth > DEPTH:
                raise refuse(_("brackets can be nested at most {n} deep").format(n=DEPTH))
        elif kind == "close":
            depth -= 1
        elif kind == "line":
            line += 1
        elif kind == "open_string":
            return  # It has no end: the parser goes no farther than here either, and says so.
        if kind != "blank":
            joined = kind == "dot"


class Entry:
    """A table of a file, with the words that name it in messages. ``wrong`` makes the error for any fault in it.

    ``place`` is the way to it: keys joined by dots ("regions.wei"), and what an item of a list is called, with its number,
    behind a comma ("roads.both, road 7"; "tile 3 (green-hall), part 1"). It is empty for the whole file.
    """

    def __init__(self, file: str, place: str, data: Mapping[str, Any], joint: str = ".") -> None:
        self.file = file
        self.place = place
        self.data = data
        self._joint = joint

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def wrong(self, reason: str, place: str = "") -> BadData:
        """Make the error for a fault at that place (by default, this one)."""
        place = place or self.place or _("the file")
        return BadData(_("{file}: {place}: {reason}.").format(file=self.file, place=place, reason=reason))

    def at(self, key: str) -> str:
        """The place of the value under that key."""
        key = key if len(key) <= TEXT and key.isprintable() else shown(key)
        return f"{self.place}{self._joint}{key}" if self.place else key

    def only(self, needed: Sequence[str] = (), allowed: Sequence[str] = ()) -> None:
        """Check that only these keys are present, and the first ones are. A misspelt key is named before a missing one."""
        known = (*needed, *allowed)
        for key in self.data:
            if key not in known:
                raise self.wrong(_("unknown: {word}; allowed here: {known}").format(word=shown(key), known=", ".join(known)))
        for key in needed:
            if key not in self.data:
                raise self.wrong(_("{word} is missing").format(word=shown(key)))

    def missing(self, key: str) -> Any:
        """The value under that key; an error where there is none."""
        if key not in self.data:
            raise self.wrong(_("{word} is missing").format(word=shown(key)))
        return self.data[key]

    # -- values ------------------------------------------------------------------------------------------------------------

    def text(self, key: str, default: str | None = None) -> str:
        """A line of text."""
        value = self._value(key, default)
        if not isinstance(value, str) or len(value) > TEXT or not value.isprintable():
            raise self._unfit(key, value, _("a line of text (at most {n} characters)").format(n=TEXT))
        return value

    def name(self, key: str) -> str:
        """One word that a record can hold, such as the name of a map or a set."""
        value = self._value(key)
        if not isinstance(value, str) or NAME.fullmatch(value) is None:
            raise self._unfit(key, value, _("one word (letters, digits, dots, hyphens and underscores, at most 80)"))
        return value

    def check_id(self, id: Any, longest: int, place: str = "") -> str:
        """An id that may be part of the texts of actions."""
        if not isinstance(id, str) or ID.fullmatch(id) is None or len(id) > longest:
            wanted = _("an id has lower-case letters, digits and hyphens, at most {n} of them, no hyphen first; not {value}")
            raise self.wrong(wanted.format(n=longest, value=shown(id)), place)
        return id

    def choice(self, key: str, choices: Sequence[str], default: str | None = None) -> str:
        """One of a few words."""
        value = self._value(key, default)
        if value not in choices:
            raise self._unfit(key, value, _("one of {choices}").format(choices=", ".join(choices)))
        return str(value)

    def whole(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number between two others."""
        value = self._value(key, default)
        if type(value) is not int or not least <= value <= most:
            raise self._unfit(key, value, _("a whole number from {least} to {most}").format(least=least, most=most))
        return value

    # -- what has parts ------------------------------------------------------------------------------------------------------

    def table(self, key: str) -> Entry:
        """The table under that key, an empty one where there is none."""
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self._unfit(key, value, _("a table"))
        return Entry(self.file, self.at(key), value)

    def tables(self) -> Iterator[tuple[str, Entry]]:
        """All entries, each a table, with its key."""
        for key in self.data:
            yield key, self.table(key)

    def items(self, key: str, thing: str) -> list[tuple[str, Any]]:
        """The items of the list under that key (none where there is no list), each with its place.

        ``thing`` is what an item is called, marked to be translated, with its number: "road {n}".
        """
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self._unfit(key, value, _("a list"))
        return [(f"{self.at(key)}, {_(thing).format(n=n)}", item) for n, item in enumerate(value, 1)]

    def rows(self, key: str, thing: str) -> list[Entry]:
        """The tables of a list; their place leaves the list's name out, and names the id of one that has an id."""
        rows = []
        for n, (_place, item) in enumerate(self.items(key, thing), 1):
            place = f"{self.place}{', ' if self.place else ''}{_(thing).format(n=n)}"
            if not isinstance(item, dict):
                raise self.wrong(_("expected {kind}, not {value}").format(kind=_("a table"), value=shown(item)), place)
            id = item.get("id")
            if isinstance(id, str) and ID.fullmatch(id):
                place = f"{place} ({id[:TEXT]})"
            rows.append(Entry(self.file, place, item, ", "))
        return rows

    def _value(self, key: str, default: Any = None) -> Any:
        return self.missing(key) if default is None else self.data.get(key, default)

    def _unfit(self, key: str, value: Any, kind: str) -> BadData:
        return self.wrong(_("expected {kind}, not {value}").format(kind=kind, value=shown(value)), self.at(key))
