"""In the Year of the Dragon, with both expansions: the game as the rest of the house sees it (``GAME``)."""

from __future__ import annotations

from typing import Any

from hanlin.core.game import Game, Option
from hanlin.games.year_of_the_dragon import pieces, rules  # noqa: F401 (the rules enter themselves into the verbs)
from hanlin.games.year_of_the_dragon.choices import MOST_ACTIONS, MOST_OUTCOMES
from hanlin.games.year_of_the_dragon.notation import parse, text
from hanlin.games.year_of_the_dragon.state import STATE, first_state


def _seen_by_all(s: Any, action: int) -> int:
    """Every action of chance is public."""
    return -1


GAME = Game(
    name="year_of_the_dragon",
    package=__name__,
    players=(2, 3, 4, 5),
    options=(
        Option(name="great_wall"),
        Option(name="super_event", default="none", choices=("none", "random", *pieces.SUPER_EVENT_NAMES)),
        Option(name="large_privilege", default="7", choices=("7", "6")),
    ),
    rules_version="1",
    dtype=STATE,
    max_actions=MOST_ACTIONS,
    max_outcomes=MOST_OUTCOMES,
    first_state=first_state,
    text=text,
    parse=parse,
    seen_only_by=_seen_by_all,
)
