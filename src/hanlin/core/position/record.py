"""Reading game records (.hanlin files), exactly as ``docs/rules/notation.md`` says.

The reader is strict: what it accepts replays to the end, and what it refuses it refuses with the line and the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hanlin.core.errors import BadData, BadOption, BadPosition, BadRecord, HanlinError, IllegalAction, UnknownGame
from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game, game
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import LONGEST as LONGEST_POSITION
from hanlin.core.position.position_text import position
from hanlin.core.position.record_writer import actor_name
from hanlin.core.text.toml_files import shown
from hanlin.core.verbs.generic import OVER

_TAG = re.compile(r'\[[ \t]*([A-Za-z][A-Za-z0-9_]*)[ \t]+"([^"]*)"[ \t]*\]')
_SEAT = re.compile(r"[1-9][0-9]{0,3}")

MOST_ACTIONS = 4_000
"""Actions of a record. The longest games between players at random have about 350 (``notation.md``), but event tiles that fit
nowhere could be drawn again without end, and a record of that kind would be expensive to read."""
MOST_LINES = 3 * MOST_ACTIONS
"""Lines of a record, comments and empty ones included."""
SIZE = 1024 * 1024
"""Bytes of a record."""
LONGEST_ACTION = 200
"""Characters of an action; the longest, a deal for five with the wall, has 90."""
LONGEST_TAG = 1_000
"""Characters of a tag's value."""


@dataclass(frozen=True)
class Record:
    """A record that was read and replayed. ``tags`` holds all header tags, the unknown ones too, in their order."""

    tags: dict[str, str]
    start: Position
    end: Position

    @property
    def game(self) -> Game:
        """The game that was played."""
        return game(self.start.game.name)

    def positions(self) -> Iterator[Position]:
        """The position before each ply and, last, the final one; each an independent copy."""
        for ply in range(self.end.ply + 1):
            yield self.end.at(ply)


def read_record_file(path: Path, files: Mapping[str, Any] | None = None) -> Record:
    """Read a record from a file, see ``read_record``. OSError where the file can't be read."""
    with path.open("rb") as file:
        data = file.read(SIZE + 1)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(data[: error.start].count(b"\n") + 1, _("this isn't UTF-8 text.")) from None
    return read_record(text, files)


def read_record(text: str, files: Mapping[str, Any] | None = None) -> Record:
    """Read and replay a record.

    ``files`` gives the data files (option name to path or text) of a record that was played with a user's map or tiles.
    BadRecord names the first line that is wrong and the reason.
    """
    if not isinstance(text, str):
        raise HanlinError(f"A record must be a str, not {type(text).__name__}; read_record_file reads one from a file.")
    lines = _lines(text)
    header, first_action = _read_header(lines)
    start = _start(header, files or {})
    end = start.copy()
    for number, words in _actions(lines, first_action):
        _replay_line(end, number, words)
    _check_scores(header, end, len(lines))
    return Record({name: value for name, (value, _line) in header.items()}, start, end)


Header = dict[str, tuple[str, int]]
"""A tag's value and its line number, by the tag's name."""


def _lines(text: str) -> list[str]:
    """The lines of a record that is not too large to be read."""
    if len(text) > SIZE:
        raise BadRecord(1, _("a record has at most {n} KB.").format(n=SIZE // 1024))
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise BadRecord(MOST_LINES + 1, _("a record has at most {n} lines.").format(n=MOST_LINES))
    return lines


def _without_comment(line: str) -> str:
    quoted = False
    for place, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif character == "#" and not quoted:
            return line[:place].strip()
    return line.strip()


def _read_header(lines: list[str]) -> tuple[Header, int]:
    """The tags, and how many lines the header has with the empty line that ends it."""
    header: Header = {}
    for number, line in enumerate(lines, 1):
        content = _without_comment(line)
        if not content:
            if line.strip():
                continue
            if number == len(lines):
                break
            return header, number
        match = _TAG.fullmatch(content)
        if match is None:
            raise BadRecord(
                number,
                _('a header line looks like [Tag "value"], and an empty line ends the header; not {content}.').format(
                    content=shown(content)
                ),
            )
        name, value = match.groups()
        if len(content) > (LONGEST_POSITION if name == "Position" else LONGEST_TAG):
            raise BadRecord(number, _("a tag has at most {n} characters.").format(n=LONGEST_TAG))
        if name in header:
            raise BadRecord(
                number,
                _("the tag {name} appears again (first in line {line}).").format(name=name, line=header[name][1]),
            )
        header[name] = (value, number)
    raise BadRecord(len(lines), _("the empty line that ends the header is missing."))


def _actions(lines: list[str], first: int) -> list[tuple[int, list[str]]]:
    """The lines with actions, each with its number, in words."""
    split = ((number, _without_comment(line).split()) for number, line in enumerate(lines[first:], first + 1))
    actions = [(number, words) for number, words in split if words]
    if len(actions) > MOST_ACTIONS:
        number = actions[MOST_ACTIONS][0]
        raise BadRecord(number, _("a record has at most {n} actions; no real game comes near that.").format(n=MOST_ACTIONS))
    return actions


def _start(header: Header, files: Mapping[str, Any]) -> Position:
    for needed in ("Game", "Players"):
        if needed not in header:
            raise BadRecord(1, _('the tag [{needed} "…"] is missing.').format(needed=needed))
    name, line = header["Game"]
    try:
        game_ = game(name)
        if game_.name != name:
            raise UnknownGame(_("There is no game {name}; did you mean {other}?").format(name=shown(name), other=game_.name))
    except UnknownGame as error:
        raise BadRecord(line, str(error)) from None
    players = _read_players(game_, header)
    if "Position" in header:
        return _begin_from(game_, players, header, files)
    options = _read_options(game_, header, files)
    _check_rules(game_, header)
    _check_seats(header, players)
    try:
        start = game_.start(players, **options)
    except BadOption as error:
        raise BadRecord(header.get("Options", header["Players"])[1], str(error)) from None
    except BadData as error:
        tags = [option.name.capitalize() for option in game_.options if option.file and option.name in options]
        raise BadRecord(header[tags[0]][1] if tags else header["Players"][1], str(error)) from None
    _check_data(start, header)
    return start


def _begin_from(game_: Game, players: int, header: Header, files: Mapping[str, Any]) -> Position:
    """The position that a game began from which did not begin at its beginning; the other tags must agree with it."""
    text, line = header["Position"]
    try:
        start = position(text, files)
    except (BadPosition, BadData) as error:
        raise BadRecord(line, str(error)) from None
    if start.seat is not None:
        raise BadRecord(line, _("this is a view; you can only play on from the full position."))
    written = {"Game": start.game.name, "Players": str(start.players), "Options": start.game.options_text(start.options)}
    found = {"Game": game_.name, "Players": str(players), "Options": header.get("Options", ("",))[0]}
    for tag in written:
        if written[tag].split() != found[tag].split():
            raise BadRecord(
                line,
                _("the position and the tag {tag} do not agree: {one}, {other}.").format(
                    tag=tag, one=shown(written[tag]), other=shown(found[tag])
                ),
            )
    _check_rules(game_, header)
    _check_seats(header, players)
    _check_data(start, header)
    return start


def _read_players(game_: Game, header: Header) -> int:
    text, line = header["Players"]
    if not _SEAT.fullmatch(text):
        raise BadRecord(line, _("Players is a number such as {n}, not {text}.").format(n=game_.players[-1], text=shown(text)))
    try:
        game_.check_players(int(text), minis=True)
    except BadOption as error:
        raise BadRecord(line, str(error)) from None
    return int(text)


def _read_options(game_: Game, header: Header, files: Mapping[str, Any]) -> dict[str, Any]:
    text, line = header.get("Options", ("", 0))
    options: dict[str, Any] = {}
    for word in text.split():
        try:
            name, value = game_.read_option(word)
        except BadOption as error:
            raise BadRecord(line, str(error)) from None
        if name in options:
            raise BadRecord(line, _("the option {name} appears twice.").format(name=name))
        if name in (option.name for option in game_.options if option.file):
            raise BadRecord(line, _("{name} has its own tag; it isn't an option.").format(name=name))
        options[name] = value
    for option in game_.options:
        if option.file and option.name.capitalize() in header:
            value, line = header[option.name.capitalize()]
            if option.name not in files:
                raise BadRecord(
                    line,
                    _("the {name} of this game is {value}; give its file (--option {name}=FILE).").format(
                        name=option.name, value=shown(value)
                    ),
                )
            options[option.name] = files[option.name]
    return options


def _check_rules(game_: Game, header: Header) -> None:
    if "Rules" in header and header["Rules"][0] != game_.rules_version:
        version, line = header["Rules"]
        raise BadRecord(
            line,
            _("unknown rules version {version}; this is version {known}.").format(
                version=shown(version), known=game_.rules_version
            ),
        )


def _check_seats(header: Header, players: int) -> None:
    if "Seats" in header and len(header["Seats"][0].split("|")) != players:
        text, line = header["Seats"]
        raise BadRecord(line, _("Seats names {n} seats, but {players} play.").format(n=len(text.split("|")), players=players))


def _check_data(start: Position, header: Header) -> None:
    written = start.game.tags(start.options)
    for option in start.game.options:
        tag = option.name.capitalize()
        if option.file and tag in header and " ".join(header[tag][0].split()) != written.get(tag):
            value, line = header[tag]
            raise BadRecord(
                line,
                _("the {name} file given is {given}, the game needs {value}.").format(
                    name=option.name, given=shown(written[tag]) if tag in written else _("the shipped one"), value=shown(value)
                ),
            )


def _replay_line(position: Position, number: int, words: list[str]) -> None:
    actor = position.actor
    who, text = words[0], " ".join(words[1:])
    if len(text) > LONGEST_ACTION:
        raise BadRecord(number, _("an action has at most {most} characters, not {n}.").format(most=LONGEST_ACTION, n=len(text)))
    if actor == OVER:
        raise BadRecord(number, _("the game is over, but another action follows: {text}.").format(text=shown(" ".join(words))))
    if who != "*" and not _SEAT.fullmatch(who):
        raise BadRecord(
            number, _("a line is an actor (a seat number or *) and an action, not {text}.").format(text=shown(" ".join(words)))
        )
    if not text:
        raise BadRecord(number, _("the action is missing behind the actor."))
    if who != actor_name(actor):
        raise BadRecord(number, _("it is the turn of {actor}, not of {who}.").format(actor=actor_name(actor), who=who))
    if words[-1] == "?":
        raise BadRecord(
            number, _("this record hides what its viewer couldn't see ('?'); only the full record can be replayed.")
        )
    try:
        position.play(text)
    except IllegalAction as error:
        raise BadRecord(number, str(error)) from None


def _check_scores(header: Header, end: Position, last_line: int) -> None:
    if "Scores" not in header:
        return
    text, line = header["Scores"]
    if not end.over:
        raise BadRecord(
            line,
            _("Scores are for finished games; this one ends at line {line} with {actor} to play.").format(
                line=last_line, actor=actor_name(end.actor)
            ),
        )
    scores = " ".join(str(points) for points in end.scores)
    if text.split() != scores.split():
        raise BadRecord(line, _("the scores are {scores}, not {text}.").format(scores=scores, text=text))
