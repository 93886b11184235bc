"""The plan of a seat, as its player sees it: in words, and drawn on the board. No web framework here."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

import msgspec

from hanlin.core.errors import IllegalAction
from hanlin.core.position.position import Position
from hanlin.core.position.premoves import ghost_of, goes_on
from hanlin.drawing import Drawing
from hanlin.server.tables.premoves import NONE, Plan
from hanlin.server.tables.table import Table
from hanlin.server.views.board import draw_board
from hanlin.server.views.since_last_turn import parts_at
from hanlin.server.views.svg_diff import news, parts, places


class Planned(msgspec.Struct, frozen=True):
    """The plan of a reader's seat. Empty in every other view."""

    can_plan: bool = False
    labels: tuple[str, ...] = ()
    """The planned actions in words."""
    is_possible: bool = True
    is_dropped: bool = False
    steps: int | None = None
    """The number of planned actions while the reader plans the next one; None while the reader does not plan."""


def can_plan(table: Table, seat: int) -> bool:
    """True if a seat can plan its next decision now."""
    if not table.begun or table.over or table.to_move in (seat, -1, -2):
        return False
    found: bool = table.now(("can plan", seat), lambda: ghost_of(table.seen_by(seat)) is not None, lambda _found: 32)
    return found


def ghost_to_choose(table: Table, seat: int, plan: Plan) -> Position | None:
    """The ghost in which a seat chooses the next action of its plan; None where it can plan no more."""
    seen = table.seen_by(seat)
    if not can_plan(table, seat) or not plan.is_possible or not goes_on(seen, plan.actions):
        return None
    return ghost_of(seen, plan.actions)


def planned_of(table: Table, seat: int, plan: Plan, ghost: Position | None) -> Planned:
    """The plan of a seat for its player. ``ghost``: where the player chooses the next action, if so."""
    labels = labels_of(table, table.seen_by(seat), plan.actions) if plan is not NONE and not plan.is_dropped else ()
    steps = None if ghost is None else len(plan.actions)
    return Planned(can_plan(table, seat), labels, plan.is_possible, plan.is_dropped, steps)


def labels_of(table: Table, seen: Position, actions: Sequence[str]) -> tuple[str, ...]:
    """Planned actions as the list of choices calls them; as they are written where they are impossible by now."""
    found = []
    for n, action in enumerate(actions):
        try:
            ghost = ghost_of(seen, actions[:n])
        except IllegalAction:
            ghost = None
        choices = [] if ghost is None else table.game.words.question(ghost).choices
        found.append(next((choice.label for choice in choices if choice.action == action), action))
    return tuple(found)


def board_with_plan(table: Table, seat: int, plan: Plan, shape: str) -> Drawing | None:
    """The board with what a plan would change, marked with data-planned; None without a plan that is possible."""
    seen = table.seen_by(seat)
    ghost = ghost_of(seen, plan.actions) if plan.actions and plan.is_possible and table.to_move != seat else None
    if ghost is None:
        return None
    board = draw_board(table, ghost.for_show(), shape)
    before, after = parts_at(table, shape, table.ply), {}
    for layer in board.layers:
        after.update(parts(layer))
    # What stands there anew is the planned move; where nothing does, what looks different.
    names = after.keys() - before.keys() or news(before, after)
    return replace(board, layers=tuple(_marked(layer, names) for layer in board.layers))


def _marked(layer: str, names: Set[str]) -> str:
    """Mark the named parts of a layer."""
    where, pieces, done = places(layer), [], 0
    for place in sorted(where[name] for name in names & where.keys()):
        pieces += [layer[done:place], "data-planned "]
        done = place
    return "".join([*pieces, layer[done:]])
