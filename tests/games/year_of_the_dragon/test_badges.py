"""Badges of In the Year of the Dragon: each by a game that earns it and one that just misses it."""

from __future__ import annotations

from hanlin.games.year_of_the_dragon import badges
from hanlin.games.year_of_the_dragon import pieces as p
from helpers.badge_games import event, holds, played_at_random, won


def scored(points, reason, seat=0):
    return event(p.LOG_SCORES, seat, points, reason)


def act(deed, seat=0):
    return event(p.LOG_ACTS, seat, 0, deed)


def gone(reason, seat=0):
    return event(p.LOG_RELEASES, seat, 0, 0, reason)


def behind(points):
    return won([scored(points, p.FOR_PALACES, 1)], [event(p.LOG_MONTH, -1, badges.HALF)], [scored(40, p.FOR_PALACES)])


def test_each_badge_has_its_rule():
    tower, large = (lambda palace: event(p.LOG_BUILDS, 0, palace, 3)), event(p.LOG_BUYS, 0, 2)
    holds(
        badges,
        {
            "few-court-ladies": (won([scored(2, p.FOR_COURT_LADIES)]), won([scored(2, p.FOR_COURT_LADIES)] * 2)),
            "nobody-left": (won([gone(p.FOR_REPLACING), gone(p.FOR_DROUGHT, 1)]), won([gone(p.FOR_DROUGHT)])),
            "no-privilege": (won([event(p.LOG_BUYS, 1, 1)]), won([event(p.LOG_BUYS, 0, 1)])),
            "dragons": (won([large, event(p.LOG_BUYS, 0, 1)]), won([large])),
            "no-taxes": (won([act(p.TAXES, 1), act(p.BUILD)]), won([act(p.TAXES)])),
            "few-builds": (won([act(p.BUILD)]), won([act(p.BUILD)] * 2)),
            "towers": (won([tower(0), tower(1)]), won([tower(0), event(p.LOG_BUILDS, 0, 1, 2)])),
            "monks": (won([scored(8, p.FOR_MONKS_AT_END)]), won([scored(7, p.FOR_MONKS_AT_END)])),
            "scholars": (won([scored(4, p.FOR_RESEARCH), scored(5, p.FOR_RESEARCH)]), won([scored(8, p.FOR_RESEARCH)])),
            "mongols": (won([scored(8, p.FOR_MONGOLS)]), won([scored(7, p.FOR_MONGOLS)])),
            "from-behind": (behind(6), behind(5)),
            "by-far": (won(points=(60, 40, 10)), won(points=(60, 41, 10))),
        },
    )


def test_what_is_counted_agrees_with_the_end_of_a_game():
    played, over = played_at_random("year_of_the_dragon", 4, 3)
    for seat, deeds in enumerate(badges.deeds_of(played)):
        assert sum(deeds.scored.values()) == over.scores[seat]
        assert deeds.dragons == int(over.state.small[seat]) + 2 * int(over.state.large[seat])
