"""The score forecast: events paid with what there is, compared with the rules themselves, and games that are played on."""

from __future__ import annotations

import pytest

from hanlin.games.year_of_the_dragon import outlook, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.snapshot import read
from hanlin.games.year_of_the_dragon.year import score_game_now
from year_of_the_dragon.scenes import court, random_game, table, to_event


def late_table(*events: str, players: int = 3, **options):
    """A table before the last months, which have these events, with courts of one kind of persons each."""
    position = table(players=players, month=p.MONTHS + 1 - len(events), event=events[0], **options)
    position.state.events[-len(events) :] = [p.EVENT_NAMES.index(name) for name in events]
    court(position, 0, (2, "scholar-young", "scholar-young"), (1, "scholar-young"), (3,))
    court(position, 1, (3, "court-lady", "court-lady", "court-lady"), (1, "court-lady"))
    for seat in range(2, players):
        court(position, seat, (3, "monk-old", "monk-old"), (3, "monk-old"))
    position.state.yuan[:players] = range(3, 3 + players)
    position.state.rice[:players] = range(players)
    position.state.fireworks[:players] = range(1, 1 + players)
    position.state.small[:players] = 1
    position.state.cards[:] = 0
    position.state.wild[:] = 0
    return position


def played_by_rules(position) -> tuple[list[int], list[int]]:
    """Points and persons at the end by the rules if nobody acts: who must release somebody takes the first that may be."""
    position = position.copy()
    while not position.over:
        to_event(position)
        while position.actor >= 0:
            position.play(position.legal[0])
    return position.scores, [int(n) for n in position.state.persons[: position.players]]


@pytest.mark.parametrize(
    "events",
    [
        ("imperial-tribute",),
        ("mongol-invasion",),
        ("dragon-festival", "peace"),
        ("contagion",),
        ("peace", "imperial-tribute", "dragon-festival"),
        ("dragon-festival", "dragon-festival", "imperial-tribute"),
        ("mongol-invasion", "peace"),
    ],
)
def test_standing_still_agrees_with_the_rules(events):
    position = late_table(*events)
    for seat, kind in ((0, "scholar-young"), (1, "court-lady"), (2, "monk-old")):
        court(position, seat, (3, kind, kind, kind), (3, kind, kind, kind))
    points, persons = played_by_rules(position)
    found = outlook.standing_still(read(position.state))
    assert [of for of, _left in found] == points
    assert [6 - left for _of, left in found] == persons


def test_a_drought_takes_one_person_a_palace():
    position = late_table("drought")
    position.state.rice[:3] = (0, 1, 0)
    found = outlook.standing_still(read(position.state))
    points, persons = played_by_rules(position)
    assert [left for _of, left in found] == [2, 1, 2]
    assert persons == [1, 3, 1]
    assert [of for of, _left in found][2] == points[2]


def test_who_leaves_brings_fewest_points():
    position = late_table("contagion")
    court(position, 0, (3, "monk-old", "scholar-young", "healer-old"), (1, "court-lady"))
    position.state.yuan[0] = 0
    position.state.rice[0] = position.state.fireworks[0] = position.state.small[0] = 0
    (points, left), *_others = outlook.standing_still(read(position.state))
    # One of three leaves: neither the monk nor the lady. Two palaces, a lady; three persons; two Buddhas under three floors.
    assert (points, left) == (2 + 1 + 6 + 6, 1)


def test_the_parts_of_an_outlook_add_up():
    position = late_table("imperial-tribute", "drought", "peace")
    now = position.copy()
    score_game_now(now.state)
    for seat, of in enumerate(outlook.outlooks(read(position.state), position.state)):
        assert of.now == position.scores[seat]
        months = 3 * (int(position.state.palaces[seat]) + int(position.state.symbols[seat, p.COURT_LADY]) + 1)
        assert of.now + of.court == now.scores[seat] + months
        assert of.certain == outlook.standing_still(read(position.state))[seat][0]
        assert of.total == of.certain + of.actions == outlook.play_on(position.state)[seat]


def test_the_outlook_of_a_finished_game_is_its_score():
    over = random_game(2, 5)
    assert [of.total for of in outlook.outlooks(read(over.state), over.state)] == over.scores
    panel = next(panel for panel in words.panels(over) if panel.id == "forecast")
    forecast = panel.head.index("Forecast")
    assert [row[forecast] for row in panel.rows] == over.scores


def test_playing_on_ends_where_the_game_is_decided():
    position = late_table("mongol-invasion")
    court(position, 0, (3, "warrior-old"))
    court(position, 1, (3, "court-lady", "court-lady", "court-lady"))
    to_event(position)
    assert position.actor >= 0
    found = outlook.play_on(position.state)
    while not position.over:
        position.play(position.legal[0])
    assert list(found) == position.scores


def test_the_same_state_has_the_same_outlook():
    position = late_table("drought", "contagion")
    again = position.copy()
    first = outlook.play_on(position.state)
    outlook._play_on.cache_clear()
    assert outlook.play_on(again.state) == first


def test_the_wall_and_the_super_event_count():
    position = late_table("contagion", "peace", "mongol-invasion", "peace", "peace", "peace", great_wall=True)
    assert int(position.state.month) == p.SUPER_EVENT_MONTH
    plain = outlook.standing_still(read(position.state))
    position.state.super_event = p.LANTERN_FESTIVAL
    lanterns = outlook.standing_still(read(position.state))
    survivors = [0, 1, 0]  # of three, four and three persons the contagion takes three
    assert [after[0] - before[0] for before, after in zip(plain, lanterns, strict=True)] == [2 * n for n in survivors]
