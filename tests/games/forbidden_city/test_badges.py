"""Badges of Forbidden City: each by a game that earns it and one that just misses it."""

from __future__ import annotations

from hanlin.games.forbidden_city import badges
from hanlin.games.forbidden_city import pieces as p
from helpers.badge_games import event, holds, played_at_random, won


def room(paid, dragons=0, gates=0):
    """The events of a closed room: what it pays each seat."""
    most = max(paid.values(), default=0)
    why = p.SHARED_MOST if list(paid.values()).count(most) > 1 else p.SOLE_MOST
    return [
        event(p.ROOM_CLOSED, -1, 1, most, p.GREEN),
        event(p.ROOM_OWN, -1, 1, 3, dragons),
        *(event(p.ROOM_ADJACENT, -1, 2 + n) for n in range(gates)),
        *(event(p.ROOM_PAID, seat, coins, 1, why if coins == most else p.SECOND) for seat, coins in paid.items()),
    ]


def by_another(game):
    """The same game, with its rooms closed by seat 1."""
    game.plies[:] = [ply._replace(actor=1) for ply in game.plies]
    return game


def behind(coins):
    tile = event(p.PLACED)
    return won([tile, *room({1: coins})], [tile], [tile], [tile])


def test_each_badge_has_its_rule():
    mine, theirs, second = room({0: 9, 1: 4}), room({1: 9, 0: 4}), room({1: 20, 0: 14})
    holds(
        badges,
        {
            "closed-for-others": (won(theirs, theirs, theirs), won(theirs, theirs, room({0: 9, 1: 9}))),
            "closed-for-me": (by_another(won(mine, mine)), by_another(won(mine, theirs))),
            "few-leads": (won(mine, mine, mine, room({0: 5, 1: 5})), won(mine, mine, mine, mine)),
            "all-led": (won(mine), won(mine, theirs)),
            "largest": (won(room({0: 36})), won(room({0: 35}))),
            "second": (won(second, second), won(second, theirs, theirs, theirs)),
            "dragons": (won(room({0: 9}, dragons=2), room({0: 9}, dragons=2)), won(room({0: 9}, dragons=3))),
            "gates": (won(room({0: 9}, gates=7)), won(room({0: 9}, gates=6))),
            "at-once": (won(mine + mine + theirs), won(mine + mine + room({1: 5}), mine)),
            "few-closed": (won(mine, mine, mine), won(mine, mine, mine, theirs)),
            "from-behind": (behind(20), behind(19)),
            "by-far": (won(points=(60, 30, 10)), won(points=(60, 31, 10))),
        },
    )


def test_what_is_counted_agrees_with_the_end_of_a_game():
    played, over = played_at_random("forbidden_city", 3, 3)
    closed = sum(e.what == p.ROOM_CLOSED for ply in played.plies for e in ply.events)
    found = badges.deeds_of(played)
    assert sum(deeds.closed for deeds in found) == closed > 0
    assert sum(deeds.leads for deeds in found) <= closed
    for seat, deeds in enumerate(found):
        paid = [e.a for ply in played.plies for e in ply.events if e.what == p.ROOM_PAID and e.seat == seat]
        assert deeds.largest == max(paid, default=0)
        assert deeds.second <= sum(paid) <= over.scores[seat]
