"""What an action would change, for the reader who points at it. No web framework here."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.core.verbs.presentation import Consequence
from hanlin.server.exceptions import NotYours, Refused, Stale
from hanlin.server.tables.table import Table
from hanlin.server.views.table_view import Perspective, is_asked


def consequences_of(
    table: Table, perspective: Perspective, seat: int | None, number: int | None, action: str
) -> list[Consequence]:
    """The changes that an action of the active player would make, from that player's own view; nothing is played.

    ``seat``: the one that asks, if it is named; ``number``: the table's, for which the action is meant. Refused for another
    seat than the one that this perspective must decide for, for another number, and for an illegal action.
    """
    with table.lock, table.called(perspective.reader):
        if table.over:
            raise Refused(_("The game is over."))
        viewer = perspective.viewer
        if viewer is None or not is_asked(perspective, table.to_move) or seat not in (None, viewer):
            raise NotYours(_("This seat isn't played from this browser."))
        if number != table.number:
            raise Stale(_("The table has moved on."))
        seen = table.seen_by(viewer)
        why = seen.why_not(action)
        if why is not None:
            raise Refused(why.text, why.rule)
        return [each for each in table.game.words.consequences(seen, action) if isinstance(each, Consequence)]
