"""The consequences of an action, for the reader who points at it. No web framework here."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.verbs.presentation import Consequence
from hanlin.server.exceptions import NotYours, Refused, Stale
from hanlin.server.tables.premoves import Plan
from hanlin.server.tables.table import Table
from hanlin.server.views.plans import ghost_to_choose
from hanlin.server.views.table_view import Perspective, is_asked, planner_of


def consequences_of(
    table: Table, perspective: Perspective, seat: int | None, number: int | None, action: str, plan: Plan | None = None
) -> list[Consequence]:
    """The changes that an action of the active player would make, from that player's own view; nothing is played.

    ``seat``: the one that asks, if it is named; ``number``: the table's, for which the action is meant. Refused for another
    seat than the one that this perspective must decide for, for another number, and for an illegal action. ``plan``: what the
    seat has planned so far, where it plans the action while others decide.
    """
    with table.lock, table.called(perspective.reader):
        if table.over:
            raise Refused(_("The game is over."))
        viewer = perspective.viewer
        planner = None if plan is None else planner_of(table, perspective)
        may_ask = planner is not None or is_asked(perspective, table.to_move)
        if viewer is None or not may_ask or seat not in (None, viewer):
            raise NotYours(_("This seat isn't played from this browser."))
        if number != table.number:
            raise Stale(_("The table has moved on."))
        seen = table.seen_by(viewer)
        if plan is not None and planner is not None:
            seen = ghost_to_choose(table, planner, plan) or seen
        why = seen.why_not(action)
        if why is not None:
            raise Refused(why.text, why.rule)
        return [each for each in table.game.words.consequences(seen, action) if isinstance(each, Consequence)]
