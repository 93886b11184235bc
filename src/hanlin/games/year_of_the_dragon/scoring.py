"""Points: in the scoring phase of each month (Y6), for monks, at the end (Y7), and who is ahead."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.events import emit
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import count_in, floors_of


@compiled
def scores(s, out):
    """The points now; see ``generic.scores``."""
    for seat in range(s.players):
        out[seat] = s.points[seat]


@compiled
def standing(s, out):
    """Points, and among equals player order (Y7); see ``generic.standing``."""
    for place in range(s.players):
        seat = s.order[place]
        out[seat] = s.points[seat] * 8 + (7 - place)


@compiled
def score(s, seat, points, reason, made_of):
    """Score points and emit them with their reason; no event for 0 points."""
    s.points[seat] += points
    if points > 0:
        emit(p.LOG_SCORES, seat, points, reason, made_of)


@compiled
def score_month(s, seat):
    """1 point for each palace, each dragon on court ladies, each dragon on privileges (Y6)."""
    palaces = s.palaces[seat]
    ladies = s.symbols[seat, p.COURT_LADY]
    dragons = s.small[seat] + 2 * s.large[seat]
    score(s, seat, palaces, p.FOR_PALACES, palaces)
    score(s, seat, ladies, p.FOR_COURT_LADIES, ladies)
    score(s, seat, dragons, p.FOR_PRIVILEGES, dragons)


@compiled
def score_monks(s, seat, reason):
    """For each monk, Buddhas × floors of that monk's palace (Y7)."""
    if s.symbols[seat, p.MONK] == 0:
        return
    young = p.YOUNG_OF_TYPE[p.MONK]
    for palace in range(s.palaces[seat]):
        number = s.palace[seat, palace]
        buddhas = count_in(number, young) * p.SYMBOLS[young] + count_in(number, young + 1) * p.SYMBOLS[young + 1]
        score(s, seat, buddhas * floors_of(number), reason, floors_of(number))


@compiled
def score_at_the_end(s, seat):
    """The final scoring (Y7): persons, monks, and goods that are sold."""
    persons = s.persons[seat]
    score(s, seat, p.POINTS_A_PERSON * persons, p.FOR_PERSONS_AT_END, persons)
    score_monks(s, seat, p.FOR_MONKS_AT_END)
    rice = s.rice[seat]
    fireworks = s.fireworks[seat]
    sold = p.GOODS_PRICE * (rice + fireworks)
    if sold > 0:
        emit(p.LOG_SELLS, seat, rice, fireworks, sold)
    yuan = s.yuan[seat] + sold
    score(s, seat, yuan // p.YUAN_A_POINT, p.FOR_YUAN_AT_END, yuan)
