"""Consequences of an action until the month ends: exact, for each kind of action, from public things alone."""

from __future__ import annotations

import pytest

from hanlin.core.i18n.language import language
from hanlin.core.position.position import Position
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.snapshot import read
from hanlin.games.year_of_the_dragon.words.consequences import MOST, consequences, scored_this_month
from year_of_the_dragon.faces_games import decisions
from year_of_the_dragon.scenes import court, table

DEEDS = {name: number for number, name in enumerate(p.DEED_NAMES)}


@pytest.fixture(autouse=True)
def in_english():
    with language("en"):
        yield


def acting(event: str, *palaces: tuple, month: int = 4, **holdings: int) -> Position:
    """A table at which seat 0 chooses its action in a month with that event; each group has some cards, none a dragon."""
    position = table(players=3, month=month, event=event)
    position.settle(5)
    s = position.state
    seat = position.actor
    for other in range(3):
        court(position, other, *palaces)
    for name, value in holdings.items():
        s[name][seat] = value
    return position


def said(position: Position, action: str) -> dict[str, list[str]]:
    """The texts of the consequences of an action, by key."""
    found: dict[str, list[str]] = {}
    for each in consequences(position.seen_by(position.actor), action):
        found.setdefault(each.key, []).append(each.text)
    return found


def action_of(position: Position, deed: str) -> str:
    return next(action for action in position.legal if action.endswith(f" {deed}"))


PEOPLE = (2, "monk-young", "healer-young")


def test_taxes_pay_the_tribute():
    position = acting("imperial-tribute", PEOPLE, (1, "court-lady"), yuan=2)
    assert said(position, action_of(position, "taxes"))["month 4"] == ["pays the tribute of month 4"]
    assert said(position, "pass")["month 4"] == ["saves 1 person from the tribute of month 4"]
    assert said(position, action_of(position, "harvest"))["month 4"] == ["2 leave"]


def test_a_harvest_feeds_the_palaces():
    position = acting("drought", PEOPLE, (1, "farmer-young"), rice=0)
    assert said(position, action_of(position, "harvest"))["month 4"] == ["feeds all 2 palaces in month 4"]
    assert said(position, action_of(position, "taxes"))["month 4"] == ["2 leave"]


def test_a_privilege_scores_this_month_and_costs_yuan():
    position = acting("peace", PEOPLE, yuan=3)
    found = said(position, action_of(position, "privilege small"))
    assert "+2 points this month" in found[""]
    assert found[f"goods {position.actor} coin"] == ["1 yuan left"]


def test_research_scores_at_once():
    position = acting("peace", PEOPLE, (1, "scholar-old"))
    assert "+4 points" in said(position, action_of(position, "research"))[""]


def test_a_parade_moves_up_the_turn_order():
    position = acting("peace", PEOPLE)
    seat = position.actor
    position.state.track[:3] = 5
    position.state.track[seat] = 4
    position.state.order[:3] = [*(other for other in range(3) if other != seat), seat]
    assert said(position, action_of(position, "military-parade"))[f"marker {seat}"] == ["first in the turn order"]


def placing(*palaces: tuple, kind: str = "court-lady") -> Position:
    """Seat 0 has hired a person of a kind and chooses its palace."""
    position = acting("peace", *palaces)
    s = position.state
    s.phase, s.step, s.held = p.PERSON_PHASE, st.PLACE, p.KIND_NAMES.index(kind)
    return position


def test_who_moves_in_keeps_an_empty_palace():
    position = placing(PEOPLE, (1,))
    found = said(position, "house 2")
    assert found == {f"palace {position.actor} 1": ["keeps its floor"], "": ["+3 points this month"]}


def test_who_leaves_alone_leaves_an_empty_palace():
    position = placing((1, "farmer-young"), (1, "monk-young"))
    found = said(position, "decline")
    assert found[""] == ["only 2 points this month"]
    s = position.state
    s.step, s.left, s.held, s.phase = st.RELEASE, 2, -1, p.EVENT_PHASE
    s.events[3] = p.IMPERIAL_TRIBUTE
    found = said(position, "release 1 farmer-young")
    assert found[f"palace {position.actor} 0"] == ["gone at the end of the month unless somebody moves in"]


def test_every_action_has_few_consequences_of_known_tones():
    for position in decisions()[::3]:
        seen = position.seen_by(position.actor)
        for action in position.legal[:6]:
            found = consequences(seen, action)
            assert len(found) <= MOST
            assert all(each.text and each.tone in ("", "good", "warn") for each in found)


def test_the_sum_of_the_month_is_that_of_the_rules():
    """The month's scoring as the rules do it, where no palace is empty."""
    position = acting("peace", PEOPLE, (1, "court-lady"), small=1)
    own = read(position.state).seats[position.actor]
    lines = [line for line in position.reckon("month") if line.seat == position.actor]
    assert scored_this_month(own) == sum(line.points for line in lines)


def test_nothing_changes_by_asking():
    position = next(found for found in decisions() if found.state.step == st.ACT)
    seen = position.seen_by(position.actor)
    before = seen.state.tobytes()
    for action in position.legal:
        consequences(seen, action)
    assert seen.state.tobytes() == before
    assert consequences(seen, "act 9 nonsense") == []
