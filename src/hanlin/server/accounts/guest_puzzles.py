"""The puzzles that a guest's browser keeps, as its script sends it to be added to an account. No web framework here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

import msgspec

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.core.verbs.puzzles import Puzzle, read_puzzles

MOST = 5000
"""The most puzzles of a game, and the most days, that a browser may name."""


class Kept(msgspec.Struct, frozen=True):
    """By game the puzzles that a guest has tried, in order, each with whether it was solved at the first answer; and the days
    on which the daily puzzle was."""

    games: dict[str, list[tuple[str, bool]]] = {}
    days: list[date] = []


def read_kept(text: str) -> Kept:
    """Read what a browser sends; BadOption for what no script of these pages sends."""
    try:
        kept = msgspec.json.decode(text, type=Kept) if text else Kept()
    except msgspec.MsgspecError:
        kept = None
    if kept is None or len(kept.days) > MOST or any(len(tried) > MOST for tried in kept.games.values()):
        raise BadOption(_("This browser's puzzles can't be read."))
    return kept


def tried_first(game: Game, tried: Sequence[tuple[str, bool]]) -> Iterator[tuple[Puzzle, bool]]:
    """The puzzles of a game among those named, each once; ids of puzzles that are no longer there are left out."""
    found, seen = read_puzzles(game), set[str]()
    for name, solved in tried:
        puzzle = None if found is None else found.get(name)
        if puzzle is not None and name not in seen:
            seen.add(name)
            yield puzzle, solved
