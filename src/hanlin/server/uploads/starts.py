"""Positions that were set up or typed in, as starts of games. No web framework here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hanlin.core.errors import BadPosition
from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import position


def read_beginning(game: Game, text: str, files: Mapping[str, Any] | None = None) -> Position:
    """The position of that text (``Position.text``), from which a game can be played on.

    ``files``: the map or tiles that it needs, by option. BadPosition or BadData give the reason: a text that can't be read, a
    position of another game, a view in which something is unknown, a game that is over.
    """
    found = position(text, files)
    if found.game.name != game.name:
        raise BadPosition(_("This is a position of another game: {game}.").format(game=found.game.words.title()))
    if found.seat is not None:
        raise BadPosition(_("This is one seat's view; playing on needs the full position."))
    if found.over:
        raise BadPosition(_("The game is over in this position: you can't play on from it."))
    return found


def own_options(of: Position) -> dict[str, Any]:
    """The options of a position as a table keeps them: without those that are files."""
    return {
        option.name: of.options[option.name] for option in of.game.every_option if not option.file and option.name in of.options
    }
