"""The counter for the acting seat, shared by all games when a position is set up."""

from __future__ import annotations

from collections.abc import Sequence

from hanlin.core.i18n.language import _
from hanlin.core.verbs.presentation import Counter

MID_TURN, OVER = -1, 9
"""Values of the counter ``now`` in addition to the seats."""


def whose_turn(now: int, names: Sequence[str]) -> Counter:
    """The counter of the acting seat, by ``names``, or OVER; MID_TURN is a choice only where the position is in mid-turn."""
    moments = [*enumerate(names), (OVER, _("The game is over."))]
    if now == MID_TURN:
        moments.insert(0, (MID_TURN, _("in the middle of a turn")))
    return Counter("now", _("To play"), now, choices=tuple(moments))
