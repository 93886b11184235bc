"""Positions as text: what ``Position.text`` writes is read here, strictly (``docs/rules/notation.md``, "Positions")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hanlin.core.errors import BadOption, BadPosition, HanlinError, MissingFile, UnknownGame
from hanlin.core.i18n.language import _
from hanlin.core.lib.integers import whole_text
from hanlin.core.position.game import Game, game
from hanlin.core.position.position import Position
from hanlin.core.position.record_writer import VIEW
from hanlin.core.text.fields import Fields
from hanlin.core.text.toml_files import shown
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER

LONGEST = 16_000
"""Characters of a position's text; those of whole games of Forbidden City have 5,000."""


def position(text: str, files: Mapping[str, Any] | None = None, *, seed: int | None = None) -> Position:
    """The position of that text; nothing was played in it yet, and it can be played on (a view can't).

    ``files`` gives the data files (option name to path or text) of a game with a user's map or tiles; ``seed``: its own stream
    of chance, as for ``Game.start``. BadPosition names the field that is wrong and the reason.
    """
    if not isinstance(text, str):
        raise HanlinError(f"A position's text must be a str, not {type(text).__name__}.")
    if len(text) > LONGEST:
        raise BadPosition(_("The text of a position has at most {n} characters.").format(n=LONGEST))
    words = _split(text)
    name, first = next(iter(words.items()))
    of_game = _game(name)
    players, *options = first.split() or [""]
    number = whole_text(players, 0, 99)
    if number is None:
        raise BadPosition(_("{game}: expected the number of players, not {word}.").format(game=name, word=shown(players)))
    fields = Fields(words)
    fields.text(name)
    try:
        start = of_game.start(number, **_options(of_game, options), **_files(of_game, fields, files or {}))
    except BadOption as error:
        raise BadPosition(_("{field}: {reason}.").format(field=name, reason=str(error).removesuffix("."))) from None
    _check_files(of_game, start, fields)
    seat = _viewer(fields, start.players)
    states = start.copy()._states
    of_game.read_state(states[0], fields, start.options, seat is None)
    fields.finish()
    found = Position(of_game, states, start.options, [] if seat is not None else None, seat)
    if seat is None:
        _check_it_goes_on(found)
    return Position(of_game, states, start.options, [] if seat is not None else None, seat, begun=found.text(), seed=seed)


def read_again(of: Position) -> Position:
    """The position read again from its own text, with its own data files: strictly, so BadPosition for an impossible state."""
    return read_written(of, of.text())


def read_written(of: Position, text: str) -> Position:
    """The position of a text, with the data files of another position; BadPosition as for ``position``."""
    return position(text, {option.name: of.options[option.name] for option in of.game.options if option.file})


def _split(text: str) -> dict[str, str]:
    """The fields by their names, in their order."""
    words: dict[str, str] = {}
    for field in text.split(";"):
        name, _blank, rest = " ".join(field.split()).partition(" ")
        if not name:
            raise BadPosition(
                _("A position is a line of fields separated by semicolons, the game first, like {example}.").format(
                    example='"china 3 side=3-4; now turn 1; …"'
                )
            )
        if name in words:
            raise BadPosition(_("{field}: this field appears twice.").format(field=shown(name)))
        words[name] = rest
    return words


def _game(name: str) -> Game:
    try:
        found = game(name)
    except UnknownGame as error:
        raise BadPosition(str(error)) from None
    if found.name != name:
        raise BadPosition(_("There is no game {name}; did you mean {other}?").format(name=shown(name), other=found.name))
    return found


def _options(of_game: Game, words: list[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for word in words:
        name, value = of_game.read_option(word)
        if name in options:
            raise BadOption(_("the option {name} appears twice.").format(name=name))
        if any(option.file and option.name == name for option in of_game.options):
            raise BadOption(_("{name} has its own field.").format(name=name))
        options[name] = value
    return options


def _files(of_game: Game, fields: Fields, files: Mapping[str, Any]) -> dict[str, Any]:
    """The data files that the position names."""
    found = {}
    for option in of_game.options:
        if option.file and option.name in fields:
            named = fields.text(option.name)
            if option.name not in files:
                reason = _("give the file of {name} as well").format(name=shown(named))
                raise MissingFile(str(fields.wrong(option.name, reason)))
            found[option.name] = files[option.name]
    return found


def _check_files(of_game: Game, start: Position, fields: Fields) -> None:
    written = of_game.tags(start.options)
    for option in of_game.options:
        if option.file and option.name in fields and fields.text(option.name) != written.get(option.name.capitalize()):
            raise fields.wrong(
                option.name,
                _("the file given is {given}, the position needs {name}").format(
                    given=written.get(option.name.capitalize(), _("the shipped one")), name=shown(fields.text(option.name))
                ),
            )


def _viewer(fields: Fields, players: int) -> int | None:
    """The viewer of the position: a seat, -1 a spectator; None for the whole position."""
    if VIEW not in fields:
        return None
    word = fields.text(VIEW)
    return -1 if word == "*" else fields.seat(VIEW, word, players)


def _check_it_goes_on(found: Position) -> None:
    """Refuse a position in which the actor has no legal action."""
    out = np.zeros(max(found.game.max_actions, found.game.max_outcomes), np.int32)
    if found.actor != OVER and not generic.actions(found.state, out):
        who = _("chance") if found.actor == CHANCE else _("seat {seat}").format(seat=found.actor + 1)
        raise BadPosition(_("now: {who} is to play, but there is nothing to do.").format(who=who))
