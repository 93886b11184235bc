"""Writing game records (.hanlin files), exactly as ``docs/rules/notation.md`` says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hanlin.core.errors import HanlinError
from hanlin.core.position.history import Move
from hanlin.core.verbs.generic import CHANCE
from hanlin.core.verbs.options import Options
from hanlin.core.verbs.rulebook import Rulebook

VIEW = "view"
"""The field that says whose view a position is."""


def actor_name(actor: int) -> str:
    """The actor as a record writes it: a seat number from 1, or ``*``."""
    return "*" if actor == CHANCE else str(actor + 1)


def record_text(
    rulebook: Rulebook,
    players: int,
    options: Options,
    moves: Sequence[Move],
    scores: Sequence[int] | None,
    seats: Sequence[str] | None,
    begun: str = "",
) -> str:
    """A game as text. ``scores``: of a game that is over; ``seats``: who sits there, ValueError for what can't be written;
    ``begun``: the text of the position that it began from, if not from the beginning."""
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
    if begun:
        header.append(f'[Position "{begun}"]')
    lines = [f"{actor_name(actor)} {text}" for actor, text in moves]
    return "\n".join([*header, "", *lines]) + "\n"


def position_text(rulebook: Rulebook, players: int, options: Options, seat: int | None, s: Any) -> str:
    """A position as text, ``seat`` being the one whose view it is."""
    fields = [(rulebook.name, f"{players} {rulebook.options_text(options)}".strip())]
    fields += [(name.lower(), words) for name, words in rulebook.tags(options).items()]
    if seat is not None:
        fields.append((VIEW, actor_name(seat)))
    fields += rulebook.write_state(s, options)
    return "; ".join(f"{name} {words}" for name, words in fields)


def _seats_text(players: int, seats: Sequence[str]) -> str:
    if isinstance(seats, str) or not all(isinstance(name, str) for name in seats):
        raise HanlinError(f"Seats are a list of names, one for each of the {players} players, not {seats!r}.")
    if len(seats) != players:
        raise ValueError(f"{players} players need {players} seat names, not {len(seats)}.")
    for name in seats:
        if set(name) & set('"|\n\r'):
            raise ValueError(f"A seat's name can hold neither a quotation mark nor a bar nor a line break: {name!r}.")
    return "|".join(seats)
