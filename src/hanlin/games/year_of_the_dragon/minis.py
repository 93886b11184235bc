"""Small forms of In the Year of the Dragon for exact tools: the last months of a year for two players.

They are data for ``setup``. The courts are settled and nobody is hired, so there is no person phase; three action cards are
dealt into two groups, each against one of the events of the last three months.
"""

from __future__ import annotations

from typing import Any, Final

from hanlin.core.verbs.options import Mini
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.court import move_in, take_tile
from hanlin.games.year_of_the_dragon.deals import MINI_PART
from hanlin.games.year_of_the_dragon.year import begin_month

MINIS: Final = (
    Mini(
        name="months",
        default=str(p.MONTHS),
        choices=(str(p.MONTHS), "3", "2", "1"),
        about="a small game of the last months with three action cards and no hiring, for exact tools",
        players=(2,),
        without=("great_wall", "super_event", "large_privilege"),
    ),
)

EVENTS: Final = (
    *(p.PEACE, p.PEACE, p.MONGOL_INVASION, p.CONTAGION, p.MONGOL_INVASION, p.CONTAGION),
    *(p.DROUGHT, p.IMPERIAL_TRIBUTE, p.DRAGON_FESTIVAL, p.DROUGHT, p.DRAGON_FESTIVAL, p.IMPERIAL_TRIBUTE),
)
COURTS: Final = ((p.TAX_COLLECTOR, p.WARRIOR), (p.PYROTECHNIST, p.FARMER))
"""The types of the two young persons of each seat, one in each palace."""
START_YUAN: Final = 1


def begin_late(s: Any, months: int) -> None:
    """Go on from the state before the first event to the last months."""
    s.deals = MINI_PART
    s.events[:] = EVENTS
    s.month = p.MONTHS - months
    for seat, court in enumerate(COURTS):
        s.yuan[seat] = START_YUAN
        s.cards[seat] = s.wild[seat] = 0
        for palace, person in enumerate(court):
            kind = int(p.YOUNG_OF_TYPE[person])
            take_tile(s, kind)
            move_in(s, seat, palace, kind, p.FOR_SETUP)
    begin_month(s)
