"""Badges of China: each by a game that earns it and one that just misses it."""

from __future__ import annotations

from hanlin.games.china import badges
from hanlin.games.china import pieces as p
from helpers.badge_games import event, holds, played_at_random, won


def palaces(regions, place=1):
    return [each for n in range(regions) for each in (event(p.STANDS, 0, n, 2, place), event(p.PALACE_POINTS, 0, 3, n))]


def turns(*pieces):
    """Turns with so many pieces each."""
    return [[*(event(p.PLACED, 0, p.PALACE, 0, 1) for _n in range(n)), event(p.TURN_OVER, 0, 1)] for n in pieces]


def behind(points):
    return [event(p.PALACE_POINTS, 1, points, 0), event(p.GAME_OVER, -1)]


def test_each_badge_has_its_rule():
    alliance, road = event(p.ALLIANCE_POINTS, 0, 3, 1, 1), (lambda n: [event(p.ROAD_POINTS, 0, n, n)])
    emissary, joker = event(p.PLACED, 0, p.EMISSARY), event(p.PAID, 0, p.RED, 2)
    holds(
        badges,
        {
            "many-regions": (won(palaces(7, 2)), won(palaces(6, 2))),
            "many-leads": (won(palaces(5)), won(palaces(4), palaces(7, 2))),
            "few-leads": (won(palaces(1), palaces(5, 2)), won(palaces(2))),
            "alliances": (won([alliance] * 7), won([alliance] * 6)),
            "no-alliance": (won([event(p.ALLIANCE_POINTS, 1, 3, 1, 1)]), won([alliance])),
            "no-emissary": (won([event(p.PLACED, 1, p.EMISSARY)]), won([emissary])),
            "long-road": (won(road(7)), won(road(6), road(6))),
            "no-road": (won([event(p.ROAD_POINTS, 1, 5, 5)]), won(road(4))),
            "few-jokers": (won([joker] * 3, [event(p.PAID, 0, p.RED, 1)]), won([joker] * 4)),
            "few-singles": (won(*turns(1, 2, 2, 1)), won(*turns(1, 2, 1, 1))),
            "from-behind": (won(behind(14)), won(behind(13))),
            "by-far": (won(points=(30, 16, 10)), won(points=(30, 17, 10))),
        },
    )


def test_what_is_counted_agrees_with_the_end_of_a_game():
    played, over = played_at_random("china", 4, 5)
    for seat, deeds in enumerate(badges.deeds_of(played)):
        assert deeds.emissaries == int(over.state.emissaries[seat].sum())
        owned = {region for region in range(p.REGIONS) if over.state.palaces[seat, region]}
        assert deeds.regions <= owned
        assert deeds.leads <= owned
        assert deeds.margin == over.scores[seat] - max(score for other, score in enumerate(over.scores) if other != seat)
