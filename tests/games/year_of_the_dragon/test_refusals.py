"""Every refusal is true: for random positions and every action text of the game, the reason is held against the state."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from hanlin.core.jit.rng import below, seeded
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.year_of_the_dragon import GAME, notation, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.state import cards_of_group, palaces_of
from year_of_the_dragon.faces_games import TABLES, decisions, plies
from year_of_the_dragon.scenes import deal_usual, hand, table, to_person_phase

RELEASE_RULES = {"imperial-tribute": "Y5.2", "drought": "Y5.3", "mongol-invasion": "Y5.5", "contagion": "Y5.6"}
ASKED = {
    "pick": [st.PICK], "act": [st.ACT], "pass": [st.ACT, st.WELCOME, st.CONCEDE], "floor": [st.FLOOR_TO], "hire": [st.HIRE],
    "spend": [st.HIRE], "house": [st.PLACE], "replace": [st.PLACE], "decline": [st.PLACE], "release": [st.RELEASE, st.EVICT],
    "raze": [st.RAZE], "give": [st.GIVE], "drop": [st.DROP], "welcome": [st.WELCOME], "concede": [st.CONCEDE],
}  # fmt: skip


class Table:
    """The facts behind the reasons, read from the state without Hanlin's own code."""

    def __init__(self, position: Any) -> None:
        self.s = s = position.state
        self.verb, self.rest = "", [""]
        self.step = int(s.step)
        self.seat = int(s.actor)
        self.palaces = palaces_of(s, self.seat)
        self.wild = int(s.wild[self.seat])
        self.yuan = int(s.yuan[self.seat])

    def about(self, action: str) -> Table:
        self.verb, *self.rest = action.split()
        return self

    @property
    def palace(self) -> int:
        return int(self.rest[0]) - 1

    @property
    def kind(self) -> int:
        return p.KIND_NAMES.index(self.rest[1] if self.rest[0].isdigit() else self.rest[0])

    @property
    def group(self) -> int:
        return int(self.rest[0]) - 1

    @property
    def card(self) -> int:
        return int(p.CARD_OF_DEED[p.DEED_NAMES.index(" ".join(self.rest[1:]))])

    @property
    def taken(self) -> bool:
        return bool(int(self.s.taken) >> self.group & 1)

    def has_card(self, name: str) -> bool:
        if name == "wild":
            return self.wild > 0
        return bool(int(self.s.cards[self.seat]) >> p.TYPE_NAMES.index(name) & 1)

    def tiles_of(self, name: str) -> int:
        return sum(int(n) for n, of_type in zip(self.s.tiles, p.TYPE_OF_KIND, strict=True) if p.TYPE_NAMES[of_type] == name)

    def alike(self, number: int) -> bool:
        """True if palace ``number`` is an earlier one that is open and equal to the one of the action."""
        mine, other = self.palaces[self.palace], self.palaces[number - 1]
        struck = int(self.s.barred) if self.step == st.RELEASE else 0
        return number - 1 < self.palace and mine == other and not struck >> (number - 1) & 1

    @property
    def release_rule(self) -> str:
        if self.step == st.EVICT:
            return "Y9.3"
        if self.s.phase == p.FINAL_WALL_CHECK:
            return "Y8.4"
        if self.s.phase in (p.WALL_CHECK, p.WALL_CHECK_AGAIN):
            return "Y8.3"
        return RELEASE_RULES[p.EVENT_NAMES[int(self.s.events[int(self.s.month) - 1])]]

    @property
    def palace_rule(self) -> str:
        """The rule of an action that names a palace."""
        if self.verb in ("house", "replace"):
            return {p.SETUP: "Y1.3", p.PERSON_PHASE: "Y4.2"}.get(int(self.s.phase), "Y9.8")
        return {"floor": "Y3.6", "raze": "Y9.3", "release": self.release_rule if self.verb == "release" else ""}[self.verb]


Check = Callable[[Table, str, "re.Match[str]"], bool]

REASONS: list[tuple[str, Check]] = [
    (r"You can't do that now\. .+", lambda t, rule, m: t.step not in ASKED.get(t.verb, [])),
    (r"Another player already has that pair\.", lambda t, rule, m: rule == "Y1.3" and t.verb == "pick"),
    (r"There are only (\d) groups\.", lambda t, rule, m: rule == "Y3.1" and t.group >= t.s.players == int(m[1])),
    (
        r"That card is in another group this month: Group (\d)\.",
        lambda t, rule, m: rule == "Y3.2" and t.group != int(m[1]) - 1 and t.card in cards_of_group(t.s, int(m[1]) - 1),
    ),
    (r"This game is played without the Great Wall\.", lambda t, rule, m: rule == "Y8.1" and not t.s.great_wall),
    (r"The wall is complete: all 12 tiles are laid\.", lambda t, rule, m: rule == "Y8.2" and t.s.wall_length == 12),
    (r"All six of your wall tiles .*", lambda t, rule, m: rule == "Y8.2" and t.s.benefits[t.seat] == 0),
    (
        r"That wall tile is already in the wall\.",
        lambda t, rule, m: rule == "Y8.2" and not int(t.s.benefits[t.seat]) >> p.BENEFIT_NAMES.index(t.rest[2]) & 1,
    ),
    (r"There is a dragon on that group: .*", lambda t, rule, m: rule == "Y3.3" and t.taken and t.yuan < 3),
    (
        r"Not enough yuan: 3 for the group and (\d) for the privilege\.",
        lambda t, rule, m: rule == "Y3.11" and t.taken and 3 <= t.yuan < 3 + int(m[1]) and int(m[1]) == price(t),
    ),
    (
        r"Not enough yuan: the privilege costs (\d)\.",
        lambda t, rule, m: rule == "Y3.11" and not t.taken and t.yuan < int(m[1]) == price(t),
    ),
    (
        r"You must take a young person while a type is free\.",
        lambda t, rule, m: (
            rule == "Y9.8"
            and any(t.s.tiles[int(kind)] and not int(t.s.barred) >> of_type & 1 for of_type, kind in enumerate(p.YOUNG_OF_TYPE))
        ),
    ),
    (r"You can pass only with nobody at court\.", lambda t, rule, m: rule == "Y9.10" and t.s.persons[t.seat] > 0),
    (
        r"There is no palace (\d+)\.",
        lambda t, rule, m: rule == t.palace_rule and t.palace + 1 == int(m[1]) > len(t.palaces),
    ),
    (r"Palace (\d+) is the same as Palace (\d+): .*", lambda t, rule, m: rule == "Y0.7" and t.alike(int(m[2]))),
    (r"A palace can have at most three floors\.", lambda t, rule, m: rule == "Y3.6" and t.palaces[t.palace][0] == 3),
    (
        r"That palace is full: .*",
        lambda t, rule, m: rule == "Y4.2" and len(t.palaces[t.palace][1]) >= t.palaces[t.palace][0],
    ),
    (
        r"You have room in a palace: .*",
        lambda t, rule, m: rule == "Y4.2" and any(len(persons) < floors for floors, persons in t.palaces),
    ),
    (
        r"There is no such person in that palace\.",
        lambda t, rule, m: rule == (t.release_rule if t.verb == "release" else "Y4.2") and t.kind not in t.palaces[t.palace][1],
    ),
    (
        r"Palace (\d+) lost a floor: release a person from there\.",
        lambda t, rule, m: rule == "Y9.3" and t.s.at == int(m[1]) - 1 != t.palace,
    ),
    (
        r"You have already released a person from that palace\.",
        lambda t, rule, m: rule == "Y5.3" == t.release_rule and bool(int(t.s.barred) >> t.palace & 1),
    ),
    (
        r"No tiles left: .*",
        lambda t, rule, m: rule == ("Y9.8" if t.verb == "welcome" else "Y4.4") and t.s.tiles[t.kind] == 0,
    ),
    (
        r"You have already played both wild cards\.",
        lambda t, rule, m: rule == ("Y9.7" if t.verb == "drop" else "Y4.1") and t.rest[-1] == "wild" and t.wild == 0,
    ),
    (
        r"You have already played that type's card \(.*\); use a wild card\.",
        lambda t, rule, m: rule == "Y4.1" and not t.has_card(of_type(t.rest[0])) and t.wild > 0,
    ),
    (
        r"You have already played that type's card \(.*\) and both wild cards\.",
        lambda t, rule, m: rule == "Y4.1" and not t.has_card(of_type(t.rest[0])) and t.wild == 0,
    ),
    (
        r"You can't throw away a wild card while tiles are left\.",
        lambda t, rule, m: rule == "Y4.4" and t.wild > 0 and any(t.s.tiles),
    ),
    (
        r"You have already played that card\.",
        lambda t, rule, m: rule == ("Y9.7" if t.verb == "drop" else "Y4.1") and not t.has_card(t.rest[0]),
    ),
    (r"There are tiles of that type left: .*", lambda t, rule, m: rule == "Y4.1" and t.tiles_of(t.rest[0]) > 0),
    (
        r"You have none to give back: (Yuan|Rice|Firework)\.",
        lambda t, rule, m: (
            rule == "Y9.4" and {"yuan": t.yuan, "rice": t.s.rice[t.seat], "firework": t.s.fireworks[t.seat]}[t.rest[0]] == 0
        ),
    ),
    (
        r"Another player has already taken that type\.",
        lambda t, rule, m: rule == "Y9.8" and bool(int(t.s.barred) >> p.TYPE_NAMES.index(of_type(t.rest[0])) & 1),
    ),
    (
        r"You have nobody of that type at court\.",
        lambda t, rule, m: rule == "Y9.10" and t.s.symbols[t.seat, p.TYPE_NAMES.index(t.rest[0])] == 0,
    ),
]


def price(t: Table) -> int:
    return 2 if t.rest[-1] == "small" else int(t.s.large_price)


def of_type(kind: str) -> str:
    return kind.removesuffix("-young").removesuffix("-old")


def every_action(position: Any) -> list[str]:
    """All texts of actions that this table knows, but for the deals, of which one."""
    return [*notation._actions(), notation.text(position.state, notation.codes.FIRST_DEAL)]


def refused(position: Any) -> set[str]:
    """Hold every refusal of a position against its state; returns the patterns of those met."""
    met = set()
    legal = set(position.legal)
    table = Table(position)
    for action in every_action(position):
        if action in legal:
            continue
        why = words.why_not(position, action)
        pattern, check, match = reason_of(why.text)
        assert check(table.about(action), why.rule, match), (action, why)
        met.add(pattern)
    return met


@cache
def reason_of(text: str) -> tuple[str, Check, re.Match[str]]:
    """The one reason that this text gives."""
    found = [(pattern, check, match) for pattern, check in REASONS if (match := re.fullmatch(pattern, text))]
    assert len(found) == 1, text
    return found[0]


def test_every_reason_is_true_and_cites_its_rule():
    met = set().union(*(refused(position) for position in [*decisions(), *rare_ones()]))
    assert met == {pattern for pattern, _check in REASONS}


def rare_ones() -> list[Any]:
    """Positions that random games hardly reach."""
    broke, walled, complete = (table(players=2, great_wall=True) for _ in range(3))
    broke.state.yuan[:] = 2
    walled.state.benefits[0] = 0
    complete.state.wall_length = 12
    for position in (broke, walled, complete):
        deal_usual(position)
    broke.play("act 1 taxes")
    hiring = to_person_phase(table(players=2))
    hand(hiring, hiring.actor, "monk")
    hiring._legal = None
    return [broke, walled, complete, hiring]


@pytest.mark.parametrize("seed", range(3))
def test_every_reason_is_true_in_random_games(seed):
    rng = seeded("refusals", seed)
    for number, options in enumerate(TABLES[seed::3]):
        for before, _action, _told, _after in plies(700 + 10 * seed + number, **options):
            if before.actor >= 0 and below(rng, 12) == 0:
                refused(before)


def test_chance_and_the_end_are_named():
    position = GAME.start(2)
    assert position.actor == CHANCE
    assert "being dealt" in words.why_not(position, "pass").text
    *_, (_before, _action, _told, last) = plies(3, **TABLES[0])
    assert words.why_not(last, "pass").text == "The game is over."


@pytest.mark.rule("Y0.7")
def test_the_second_of_two_equal_palaces_is_refused_for_the_first():
    for position in decisions():
        if position.state.step == st.PLACE and position.state.phase == p.SETUP and "house 2" not in position.legal:
            why = words.why_not(position, "house 2")
            assert (why.text, why.rule) == ("Palace 2 is the same as Palace 1: choose Palace 1.", "Y0.7")
            return
    pytest.fail("no such position")


def test_what_is_not_asked_is_answered_with_what_is():
    position = next(found for found in decisions() if found.state.step == st.HIRE)
    assert words.why_not(position, "house 1").text == "You can't do that now. Hire a person."
    assert words.why_not(position, "house 1").rule == "Y4.1"
