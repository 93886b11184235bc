"""Writing game records (.hanlin files), exactly as ``docs/rules/notation.md`` says."""

from __future__ import annotations

from collections.abc import Sequence

from hanlin.core.errors import HanlinError
from hanlin.core.generic import CHANCE
from hanlin.core.history import Move
from hanlin.core.options import Options
from hanlin.core.rulebook import Rulebook


def actor_name(actor: int) -> str:
    """How a record writes who acts: a seat number from 1, or ``*``."""
    return "*" if actor == CHANCE else str(actor + 1)


def record_text(
    rulebook: Rulebook,
    players: int,
    options: Options,
    moves: Sequence[Move],
    scores: Sequence[int] | None,
    seats: Sequence[str] | None,
) -> str:
    """A game as text. ``scores``: of a game that is over; ``seats``: who sits there, ValueError for what can't be written."""
    tags = {"Game": rulebook.name, "Players": str(players)}
    if written := rulebook.options_text(options):
        tags["Options"] = written
    tags.update(rulebook.tags(options))
    tags["Rules"] = rulebook.rules_version
    if seats is not None:
        tags["Seats"] = _seats_text(players, seats)
    if scores is not None:
        tags["Scores"] = " ".join(str(points) for points in scores)
    header = [f'[{name} "{value}"]' for name, value in tags.items()]
    lines = [f"{actor_name(actor)} {text}" for actor, text in moves]
    return "\n".join([*header, "", *lines]) + "\n"


def _seats_text(players: int, seats: Sequence[str]) -> str:
    if isinstance(seats, str) or not all(isinstance(name, str) for name in seats):
        raise HanlinError(f"Seats are a list of names, one for each of the {players} players, not {seats!r}.")
    if len(seats) != players:
        raise ValueError(f"{players} players need {players} seat names, not {len(seats)}.")
    for name in seats:
        if set(name) & set('"|\n\r'):
            raise ValueError(f"A seat's name can hold neither a quotation mark nor a bar nor a line break: {name!r}.")
    return "|".join(seats)
