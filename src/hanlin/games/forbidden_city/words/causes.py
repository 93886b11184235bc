"""The losses of a seat in sentences, for reviews: rooms that paid others more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs.log_sentences import as_read_by
from hanlin.core.verbs.presentation import Setback
from hanlin.games.forbidden_city import pieces
from hanlin.games.forbidden_city.words.log import log

LEAST = 4
"""Coins by which another seat must gain more."""


def setbacks(played: Sequence[tuple[Position, int, str, Sequence[Event]]], seat: int) -> list[Setback]:
    """Rooms whose closing paid another seat more, the largest difference first."""
    found = []
    for before, actor, action, events in played:
        paid: dict[int, int] = defaultdict(int)
        for event in events:
            if event.what == pieces.ROOM_PAID:
                paid[event.seat] += event.a
        lead = max((coins for other, coins in paid.items() if other != seat), default=0) - paid.get(seat, 0)
        if lead >= LEAST:
            lines = log(before, actor, action, events)
            lines = [line for line in lines if line.points or line.rule == "F4.1"]
            text = " ".join(line.text for line in lines)
            addressed = {each for line in lines for each, _address in line.to}
            to = tuple((each, " ".join(as_read_by(line, each).text for line in lines)) for each in sorted(addressed))
            found.append(Setback(text, lead, to=to))
    return sorted(found, key=lambda each: -each.weight)
