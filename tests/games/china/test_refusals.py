"""Refusals are true: the reason for every illegal action holds in the position, and cites the rule that forbids it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from china.faces_games import TABLES, decisions
from china.tables import advance, bits, cards, placements, region_number, table
from hanlin.core.i18n.seat_names import COLOURS as SEAT_COLOURS
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.games.china import GAME, words
from hanlin.games.china.notation import text
from hanlin.games.china.pieces import (
    ACTIONS,
    COLOURS,
    DEAL,
    HAND,
    MOST_SPACES,
    OPEN,
    PLACE_EMISSARY,
    PLACE_FORTRESS,
    REFILL,
    SECOND,
    TURN,
)
from helpers.long import examples

CARD = r"(?:an?) (violet|yellow|orange|green|red) card"


class Asked:
    """An action that was refused in a position, taken apart; ``found`` are the words of the reason that differ."""

    def __init__(self, position: Position, action: str, found: tuple[str, ...]) -> None:
        self.position, self.s, self.found = position, position.state, found
        self.verb, *self.rest = action.split()
        self.seat, self.phase = int(self.s.seat), int(self.s.phase)
        self.hand = [int(n) for n in cards(self.s.hands)[self.seat]]
        self.of = COLOURS.index(self.rest[-1]) if self.rest and self.rest[-1] in COLOURS else -1
        if self.verb in ("palace", "emissary", "fortress"):
            self.region = region_number(self.s, self.rest[0])
            self.bit = 1 << (int(self.rest[1]) - 1) if self.verb != "emissary" else 0
            self.free = int(self.s.free[self.region])

    def title(self, region: int) -> str:
        return words.names.region_title(self.position, region)

    def takes(self) -> bool:
        """True if cards are taken now after placing."""
        return self.phase == REFILL and self.s.region >= 0 and self.s.hand_size[self.seat] < HAND

    def can_exchange(self) -> bool:
        return any(self.hand) and cards(self.s.row).sum() + self.s.pile_left > 0

    def pays(self) -> bool:
        """True if the hand pays with the cards of the action (C3.3)."""
        return self.hand[self.of] >= (1 if self.of == int(self.s.colour[self.region]) else 2)

    def exchanging(self) -> bool:
        return self.phase == REFILL and self.s.region < 0


Check = Callable[[Asked], Any]
PIECES = ("palace", "emissary", "fortress")

REASONS: list[tuple[str, str, Check]] = [
    (r"The game is over\.", "C7", lambda a: a.position.over),
    (r"Please wait: a card is being drawn\.", "C1.2|C6.1", lambda a: a.position.actor == CHANCE),
    (
        r"You can't deal, draw or turn up cards yourself\.",
        "C6.1",
        lambda a: a.verb in ("deal", "draw", "row") and a.position.actor >= 0,
    ),
    (
        rf"There isn't {CARD} in the pile\.",
        "C6.1",
        lambda a: cards(a.s.pile)[COLOURS.index(a.found[0])] == 0 and a.found[0] in a.rest,
    ),
    # taking cards
    (r"First take a card in exchange\.", "C5.1", lambda a: a.exchanging() and a.verb not in ("take", "exchange")),
    (
        r"You can exchange only one card per turn: take one in exchange\.",
        "C5.1",
        lambda a: a.exchanging() and a.verb == "exchange",
    ),
    (
        r"You have finished placing: take a card from the row or the pile\.",
        "C6.1",
        lambda a: a.takes() and cards(a.s.row).sum() and a.s.pile_left,
    ),
    (
        r"You have finished placing: take a card from the row\.",
        "C6.1",
        lambda a: a.takes() and cards(a.s.row).sum() and not a.s.pile_left,
    ),
    (r"Finish placing before you take cards\.", "C6.1", lambda a: a.phase == SECOND and a.verb == "take"),
    (r"You take cards only after placing or exchanging\.", "C6.1", lambda a: a.phase == TURN and a.verb == "take"),
    (
        r"The pile has run out: take a card from the row\.",
        "C6.3",
        lambda a: a.rest == ["pile"] and a.s.run_out == 2 and not a.s.pile_left,
    ),
    (
        rf"There isn't {CARD} in the row\.",
        "C5.1|C6.1",
        lambda a: a.phase == REFILL and [a.found[0]] == a.rest and not cards(a.s.row)[COLOURS.index(a.found[0])],
    ),
    # done, pass, exchange
    (
        r"You haven't placed anything yet: place a piece or exchange a card\.",
        "C3.6",
        lambda a: a.phase == TURN and a.verb == "done" and "pass" not in a.position.legal,
    ),
    (
        r"You can't place or exchange anything: pass\.",
        "C5.1",
        lambda a: a.phase == TURN and a.verb == "done" and a.position.legal == ["pass"],
    ),
    (r"You have placed a piece: finish placing instead of passing\.", "C5.1", lambda a: a.phase == SECOND and a.verb == "pass"),
    (
        r"You can't pass while you can place a piece or exchange a card\.",
        "C5.1",
        lambda a: a.phase == TURN and a.verb == "pass" and (placements(a.position) or a.can_exchange()),
    ),
    (
        r"In one turn you either place pieces or exchange a card\.",
        "C2",
        lambda a: a.verb == "exchange" and (a.phase == SECOND or a.takes()),
    ),
    (rf"You don't have {CARD}\.", "C5.1", lambda a: [a.found[0]] == a.rest and not a.hand[a.of] and a.phase == TURN),
    (
        r"There is no card left to take in exchange\.",
        "C6.3",
        lambda a: a.verb == "exchange" and a.hand[a.of] and not a.can_exchange(),
    ),
    # placing
    (
        r"This game is played without fortresses\.",
        "C8.1",
        lambda a: a.verb == "fortress" and not a.position.options["fortresses"],
    ),
    (
        r"All pieces of this turn must go into (.+)\.",
        "C3.1",
        lambda a: a.phase == SECOND and a.region != a.s.region and a.found[0] == a.title(int(a.s.region)),
    ),
    (
        r"(.+) was empty when your turn began: you can place only one piece there\.",
        "C3.2",
        lambda a: (
            a.phase == SECOND and a.region == a.s.region and pieces_in(a.s, a.region) == 1 and a.found[0] == a.title(a.region)
        ),
    ),
    (r"You have no palace left\.", "C3.6", lambda a: a.verb == "palace" and not a.s.palaces_left[a.seat]),
    (
        r"You have no emissary left\.",
        "C3.6",
        lambda a: a.verb == "emissary" and not a.s.emissaries_left[a.seat],
    ),
    (
        r"You have no fortress left\.",
        "C8.1",
        lambda a: a.verb == "fortress" and not a.s.fortresses_left[a.seat],
    ),
    (
        r"Every palace space in (.+) is taken\.",
        "C3.4|C8.1",
        lambda a: a.verb != "emissary" and not a.free and a.found[0] == a.title(a.region),
    ),
    (
        r"You already have a palace there\.",
        "C3.4|C8.1",
        lambda a: a.free and a.s.palaces[a.seat, a.region] & a.bit,
    ),
    (
        r"(\w+) already has a palace there\.",
        "C3.4|C8.1",
        lambda a: a.free and a.s.palaces[other_seat(a), a.region] & a.bit,
    ),
    (
        r"There is already a fortress there\.",
        "C8.1",
        lambda a: a.verb == "fortress" and a.s.fortresses[a.region] & a.bit and a.free & a.bit,
    ),
    (
        r"You can't send an emissary to (.+) until it has a palace\.",
        "C3.5",
        lambda a: a.verb == "emissary" and bits(a.free) == a.s.spaces[a.region] and a.found[0] == a.title(a.region),
    ),
    (
        r"(.+) holds at most (\d+) emissar(?:y|ies): the largest number of palaces any one player has there\.",
        "C3.5",
        lambda a: (
            a.verb == "emissary"
            and int(a.found[1]) == max(bits(mask) for mask in a.s.palaces[:, a.region]) == a.s.emissaries[:, a.region].sum()
            and a.found[0] == a.title(a.region)
        ),
    ),
    (
        rf"(.+) costs {CARD}, or two matching cards of another colour\.",
        "C3.3",
        lambda a: (
            a.verb in PIECES and a.found == (a.title(a.region), COLOURS[int(a.s.colour[a.region])]) and not a.pays() and fits(a)
        ),
    ),
]
"""Every reason that is given: its words, its rule (by kind of piece or moment), and what must hold in the position."""


def other_seat(a: Asked) -> int:
    """The seat that the reason names, which is not the reader's."""
    seat = SEAT_COLOURS.index(a.found[0].lower())
    assert seat != a.seat
    return seat


def pieces_in(s, region: int) -> int:
    """All pieces in a region."""
    return sum(bits(mask) for mask in s.palaces[:, region]) + int(s.emissaries[:, region].sum()) + bits(s.fortresses[region])


def fits(a: Asked) -> bool:
    """True if nothing but the cards stands against the piece (C3.4, C3.5, C8.1)."""
    if a.verb == "emissary":
        return bool(a.s.emissaries[:, a.region].sum() < max(bits(mask) for mask in a.s.palaces[:, a.region]))
    return bool(a.free & a.bit) and not (a.verb == "fortress" and a.s.fortresses[a.region] & a.bit)


def check(position: Position, action: str) -> str:
    """The pattern of the reason against an action that is not legal, which must hold."""
    refusal = words.why_not(position, action)
    fitting = [
        (pattern, rule, holds, match) for pattern, rule, holds in REASONS if (match := re.fullmatch(pattern, refusal.text))
    ]
    assert len(fitting) == 1, f"{action}: {refusal.text!r}"
    pattern, rule, holds, match = fitting[0]
    assert holds(Asked(position, action, match.groups())), f"{action}: {refusal.text!r}"
    if rule == "C3.4|C8.1":
        rule = "C8.1" if action.startswith("fortress") else "C3.4"
    elif rule == "C1.2|C6.1":
        rule = "C1.2" if int(position.state.phase) in (DEAL, OPEN) else "C6.1"
    elif rule == "C5.1|C6.1":
        rule = "C5.1" if position.state.region < 0 else "C6.1"
    assert refusal.rule == rule, f"{action}: {refusal.text!r}"
    return pattern


def texts_of_the_space(position: Position) -> list[str]:
    """The text of every action code that is used on this map."""
    s = position.state
    return [text(s, code) for code in range(ACTIONS) if is_on_the_map(s, code)]


def is_on_the_map(s, code: int) -> bool:
    if PLACE_EMISSARY <= code < PLACE_FORTRESS or code >= PLACE_FORTRESS + PLACE_EMISSARY:
        return True
    region, space = divmod((code - (PLACE_FORTRESS if code >= PLACE_FORTRESS else 0)) // 5, MOST_SPACES)
    return bool(space < s.spaces[region])


def check_all(position: Position) -> set[str]:
    """Check the reason against every action that is not legal; the patterns of reasons that came up."""
    legal = set(position.legal)
    return {check(position, action) for action in texts_of_the_space(position) if action not in legal}


@settings(max_examples=examples(20), deadline=None)
@given(st.sampled_from(range(len(TABLES))), st.integers(0, 2**32), st.integers(0, 350))
def test_every_refusal_is_true_and_cites_its_rule(number, seed, steps):
    position = GAME.start(**TABLES[number])
    rng = seeded("refusals", seed)
    while steps and not position.over:
        advance(position, rng)
        steps -= 1
    check_all(position)


def test_every_reason_comes_up():
    """The last rounds of games, where supplies and piles run out, are checked as well; rarer cases are built."""
    seen = set()
    for position in decisions():
        seen |= check_all(position)
    over = GAME.start(3).settle(1)
    rng = seeded("over")
    while not over.over:
        advance(over, rng)
    assert over.actor == OVER
    bare = table("2 red", fortresses=True, palaces={"wei": [0]}, emissaries={"wei": {1: 1}})
    bare.state.palaces_left[0] = bare.state.emissaries_left[0] = bare.state.fortresses_left[0] = 0
    stuck = table("", pile="", row="", run_out=2)
    poor = table("red", pile="", row="", run_out=2)
    poor.state.palaces_left[:] = 0
    first = GAME.start(5).settle(1)
    exchanging = table("3 red").play("exchange red")
    for position in (exchanging, over, bare, stuck, poor, first, GAME.start(3), one_coloured_pile()):
        seen |= check_all(position)
    assert {pattern for pattern, _rule, _holds in REASONS} - seen == set()


def one_coloured_pile() -> Position:
    """A card comes from a pile of one colour."""
    position = table("red", pile="2 green", run_out=1)
    return position.play("exchange red").play("take pile")


def test_a_view_learns_no_more_than_it_may_know():
    """The reason against a card of chance depends on the view only."""
    position = one_coloured_pile()
    assert words.why_not(position, "draw 1 red").text == "There isn't a red card in the pile."
    seen = position.seen_by(2)
    assert words.why_not(seen, "draw 1 red").text == "You can't deal, draw or turn up cards yourself."
    waiting = table("3 red")
    assert words.why_not(waiting.seen_by(2), "palace wei 1 red").text == "It's Red's turn."


@pytest.mark.parametrize(
    ("played", "action", "text", "rule"),
    [
        ([], "fortress wei 1 red", "This game is played without fortresses.", "C8.1"),
        (
            ["palace wei 1 red", "done"],
            "done",
            "You have finished placing: take a card from the row or the pile.",
            "C6.1",
        ),
        (
            ["palace wei 1 red", "done"],
            "pass",
            "You have finished placing: take a card from the row or the pile.",
            "C6.1",
        ),
        (["palace wei 1 red", "done"], "exchange red", "In one turn you either place pieces or exchange a card.", "C2"),
        (["palace wei 1 red"], "pass", "You have placed a piece: finish placing instead of passing.", "C5.1"),
        (["palace wei 1 red"], "take pile", "Finish placing before you take cards.", "C6.1"),
        (["exchange red"], "done", "First take a card in exchange.", "C5.1"),
        (["exchange red"], "exchange red", "You can exchange only one card per turn: take one in exchange.", "C5.1"),
        (["exchange red"], "take red", "There isn't a red card in the row.", "C5.1"),
    ],
)
def test_what_was_refused_wrongly_once(played, action, text, rule):
    position = table("3 red")
    for move in played:
        position.play(move)
    refusal = words.why_not(position, action)
    assert (refusal.text, refusal.rule) == (text, rule)
