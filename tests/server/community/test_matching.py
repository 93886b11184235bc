"""Matching by rating: pure functions of who waits, and of the time."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from hanlin.server.community.matching import PATIENCE, WINDOW, Waiting, matches, window


def waiting(**ratings):
    """People who came one second after another, with those ratings."""
    return [Waiting(name, rating, float(n)) for n, (name, rating) in enumerate(ratings.items())]


def owners(found):
    return [match.owners for match in found]


def test_nearest_ratings_meet_before_others():
    there = waiting(ann=10.0, ben=12.5, cy=10.5)
    assert owners(matches(there, 2, 2.0)) == [("ann", "cy")]


def test_who_waited_longest_chooses_first():
    there = waiting(ann=10.0, ben=11.0, cy=10.2, dan=11.1)
    assert owners(matches(there, 2, 3.0)) == [("ann", "cy"), ("ben", "dan")]


def test_the_window_widens_with_the_wait_of_both():
    there = [Waiting("ann", 0.0, 0.0), Waiting("ben", 10.0, 100.0)]
    assert window(0.0) == WINDOW < window(10.0)
    assert matches(there, 2, 101.0) == [], "Ben has just come, and Ann is far below him"
    assert owners(matches(there, 2, 114.0)) == [("ann", "ben")]


def test_a_game_needs_all_its_players_to_suit_each_other():
    there = waiting(low=0.0, middle=WINDOW, high=2 * WINDOW)
    assert matches(there, 3, 2.0) == [], "low and high are too far apart, though middle suits both"
    assert owners(matches(there, 3, 10.0)) == [("low", "middle", "high")]


def test_people_who_are_kept_apart_never_meet():
    there = waiting(ann=10.0, ben=10.0, cy=11.0)
    assert owners(matches(there, 2, 2.0, {frozenset(("ann", "ben"))})) == [("ann", "cy")]
    assert matches(there[:2], 2, 9999.0, {frozenset(("ann", "ben"))}) == []


def test_computers_join_after_a_wait_where_one_allows_it():
    willing, strict = Waiting("ann", 10.0, 0.0, fill=True), Waiting("ben", 10.0, 0.0)
    assert matches([willing], 3, PATIENCE - 1) == []
    (found,) = matches([willing], 3, PATIENCE)
    assert (found.owners, found.computers) == (("ann",), 2)
    assert matches([strict], 3, 10 * PATIENCE) == []
    (found,) = matches([willing, strict, Waiting("cy", 11.0, PATIENCE, fill=True)], 4, PATIENCE)
    assert (found.owners, found.computers) == (("ann", "cy"), 2), "Ben wants people only"


@given(
    st.lists(st.tuples(st.integers(-5, 40), st.integers(0, 200), st.booleans()), max_size=9),
    st.integers(2, 5),
    st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=4),
)
def test_nobody_gets_two_games_and_all_limits_are_kept(people, players, pairs):
    there = {str(n): Waiting(str(n), float(rating), float(since), fill) for n, (rating, since, fill) in enumerate(people)}
    apart = {frozenset((str(one), str(other))) for one, other in pairs if one != other}
    found = matches(list(there.values()), players, 200.0, apart)
    seated = [owner for match in found for owner in match.owners]
    assert len(seated) == len(set(seated))
    for match in found:
        assert len(match.owners) + match.computers == players
        assert not match.computers or all(there[owner].fill for owner in match.owners)
        for one, other in combinations(match.owners, 2):
            assert frozenset((one, other)) not in apart
            latest = max(there[one].since, there[other].since)
            assert abs(there[one].rating - there[other].rating) <= window(200.0 - latest)
