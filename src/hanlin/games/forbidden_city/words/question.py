"""What is asked of the seat to move, and why something is not allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hanlin.core.faces import Choice, Question, Refusal
from hanlin.core.generic import CHANCE, OVER
from hanlin.core.language import _, current_language
from hanlin.core.position import Position
from hanlin.games.forbidden_city.pieces import SHOW
from hanlin.games.forbidden_city.plan import Place, Plan, Room, kinds_of, plan_of, turned
from hanlin.games.forbidden_city.tiles import Face
from hanlin.games.forbidden_city.words.terms import (
    clash,
    closing_words,
    never_fits,
    place_name,
    seat_name,
    tile_words,
    turn_name,
)

_PLACE = re.compile(r"place (-?\d+),(-?\d+) ([0-3])")


class Way(NamedTuple):
    """One rotation of the tile in hand on one space."""

    action: str
    rotation: int
    closes: tuple[Room, ...]
    refusal: Refusal | None
    edge: int
    """The side (0–3 for n e s w) that forbids it; -1 where it is legal."""


def tile_to_place(seen: Position) -> Face | None:
    """The tile that the seat to move holds, where the view knows it and a placement is asked for."""
    state = seen.state
    actor = seen.actor
    if actor < 0 or state.hand[actor] < 0:
        return None
    return kinds_of(state).faces[int(state.hand[actor])]


def ways(seen: Position) -> dict[Place, list[Way]]:
    """For each free space the ways to turn the tile in hand there, legal or not; empty where nothing is to be placed."""
    face = tile_to_place(seen)
    if face is None or seen.seat not in (None, seen.actor):
        return {}
    turns = kinds_of(seen.state).turns[int(seen.state.hand[seen.actor])]
    return _ways(plan_of(seen.state), face, turns, seen.actor, current_language())


@lru_cache(maxsize=16)
def _ways(plan: Plan, face: Face, turns: int, seat: int, _language: str) -> dict[Place, list[Way]]:
    faces = [turned(face, rotation) for rotation in range(turns)]
    return {place: list(_ways_at(plan, place, faces, seat)) for place in plan.free()}


def _ways_at(plan: Plan, place: Place, faces: list[Face], seat: int) -> Iterator[Way]:
    for rotation, face in enumerate(faces):
        action = f"place {place_name(place)} {rotation}"
        edge = plan.clash(place, face)
        if edge is not None:
            yield Way(action, rotation, (), clash(edge), edge.side)
        else:
            yield Way(action, rotation, tuple(plan.would_close(place, face, seat)), None, -1)


def question(seen: Position) -> Question:
    """What is asked of ``seen.actor``; the choices stand there when the view is that seat's own."""
    actor = seen.actor
    if actor == OVER:
        return Question(_("The game is over."), rule="F6.2")
    if actor == CHANCE:
        if seen.state.phase == SHOW:
            return Question(_("The tiles that are left are shown and paid."), rule="F6.1")
        return Question(_("A tile is drawn."), rule="F2.3")
    if seen.seat not in (None, actor):
        return Question(_("{name} has the turn.").format(name=seat_name(actor)), rule="F2.1")
    choices = list(_placements(seen))
    if any(choice.legal for choice in choices):
        return Question(_("Where do you place your tile?"), choices, rule="F2.1")
    return Question(_("Your tile fits nowhere."), [_misfit(seen)], rule="F2.4")


def _placements(seen: Position) -> Iterator[Choice]:
    """Each legal placement, and each space where the tile fits in no rotation."""
    for place, here in ways(seen).items():
        for way in here:
            if way.refusal is None:
                label = f"{place_name(place)}, {turn_name(way.rotation)}" if len(here) > 1 else place_name(place)
                yield Choice(way.action, label, closing_words(way.closes), on_board=True)
        if nowhere := fits_nowhere(here):
            yield Choice(here[0].action, place_name(place), refusal=nowhere, on_board=True)


def fits_nowhere(here: list[Way]) -> Refusal | None:
    """Why the tile in hand fits a space in no rotation; None where it does."""
    first = here[0].refusal
    return never_fits(first) if first is not None and all(way.refusal for way in here) else None


def _misfit(seen: Position) -> Choice:
    face = tile_to_place(seen)
    tile = tile_words(face) if face is not None else ""
    if seen.legal == ["pass"]:
        return Choice("pass", _("Show it and pass"), _("You keep the tile: {tile}.").format(tile=tile), icon="pass")
    return Choice(
        "unfit",
        _("Show it and draw another"),
        _("The tile goes under your stack: {tile}.").format(tile=tile),
        icon="card",
    )


def why_not(seen: Position, action: str) -> Refusal:
    """Why that (well-formed) action is not legal."""
    if seen.actor == OVER:
        return Refusal(_("The game is over."), "F6.2")
    if seen.actor == CHANCE or seen.seat not in (None, seen.actor):
        return Refusal(_("It is not your turn."), "F1.2")
    if action.startswith(("draw", "show")):
        return Refusal(_("Tiles are drawn and shown by chance."), "F2.3")
    match = _PLACE.fullmatch(action)
    if match is None:
        return _why_not_misfit(seen, action)
    x, y, rotation = (int(number) for number in match.groups())
    return _why_not_there(seen, (x, y), rotation)


def _why_not_misfit(seen: Position, action: str) -> Refusal:
    if any(text.startswith("place") for text in seen.legal):
        return Refusal(_("Your tile fits somewhere, so it must be placed."), "F2.4")
    if action == "pass":
        return Refusal(_("There are tiles in your stack that you have not tried in this turn."), "F2.4")
    return Refusal(_("You have tried every tile of your stack in this turn."), "F2.4")


def _why_not_there(seen: Position, place: Place, rotation: int) -> Refusal:
    here = ways(seen).get(place)
    if here is None:
        if place in plan_of(seen.state).faces:
            return Refusal(_("A tile lies there already."), "F2.1")
        return Refusal(_("The tile must lie beside a tile of the palace, edge to edge."), "F2.1")
    if rotation >= len(here):
        same = turn_name(rotation % len(here))
        return Refusal(_("So turned, the tile looks the same as {turned}: choose that.").format(turned=same), "F2.1")
    refusal = here[rotation].refusal
    return refusal or Refusal(_("This placement is allowed."), "F2.1")
