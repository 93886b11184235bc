"""Legal actions: their order, their texts, and choosing among them without a list."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from china.tables import advance, cards, keep_books, region_number, table
from hanlin.core.jit.rng import below, seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.china import GAME, notation, secrecy
from hanlin.games.china.pieces import ACTIONS, CARD, COLOURS, EXCHANGE, MOST_ACTIONS, SECOND, TAKE_PILE, TURN
from helpers.long import examples

TABLES = [
    {"players": players, "side": side, "fortresses": fortresses}
    for players, side in ((3, "3-4"), (4, "3-4"), (4, "4-5"), (5, "4-5"))
    for fortresses in (False, True)
]


def listed(s) -> list[int]:
    out = np.full(GAME.max_actions, -1, np.int32)
    n = int(generic.actions(s, out))
    return [int(code) for code in out[:n]]


def legal_from_the_rules(s) -> list[int]:
    """All placements, tried one by one: an oracle for C3.1 to C3.6 and C8.1."""
    seat = int(s.seat)
    hand = cards(s.hands)[seat]
    found = []
    for code in range(ACTIONS):
        words = notation.text(s, code).split()
        if words[0] not in ("palace", "emissary", "fortress"):
            continue
        region = code // 40 if words[0] == "palace" else region_number(s, words[1])
        if s.phase == SECOND and (region != s.region or not s.second):
            continue
        colour = COLOURS.index(words[-1])
        if hand[colour] < (1 if colour == s.colour[region] else 2):
            continue
        bit = 1 << int(words[2]) - 1 if words[0] != "emissary" else 0
        if bit >= 1 << int(s.spaces[region]):
            continue
        palaces = [int(s.palaces[other, region]) for other in range(s.players)]
        taken = any(mask & bit for mask in palaces)
        most = max(mask.bit_count() for mask in palaces)
        fits = {
            "palace": s.palaces_left[seat] > 0 and not taken,
            "fortress": s.fortresses_left[seat] > 0 and not taken and not s.fortresses[region] & bit,
            "emissary": s.emissaries_left[seat] > 0 and s.emissaries[:, region].sum() < most,
        }
        if fits[words[0]]:
            found.append(code)
    return found


@pytest.mark.parametrize("fortresses", [False, True])
def test_texts_and_codes_are_one_to_one(fortresses):
    s = table("3 red", fortresses=fortresses).state
    texts = [
        notation.text(s, code)
        for code in range(CARD)
        if code >= EXCHANGE or 360 <= code < 405 or code % 405 // 5 % 8 < s.spaces[code % 405 // 40]
    ]
    assert len(texts) == len(set(texts))
    for text in texts:
        assert notation.text(s, notation.parse(s, text)) == text


@settings(max_examples=examples(10), deadline=None, derandomize=True)
@given(st.sampled_from(TABLES), st.integers(0, 10**6))
def test_every_ply_of_random_games(options, seed):
    position = GAME.start(**options)
    rng = seeded("legal", seed)
    while not position.over:
        s = position.state
        codes = listed(s)
        assert codes == sorted(set(codes)), "the canonical order is ascending"
        assert 0 < len(codes) <= MOST_ACTIONS
        for code in (codes[0], codes[below(rng, len(codes))], codes[-1]):
            assert notation.parse(s, notation.text(s, code)) == code
        if position.actor == CHANCE:
            assert codes == [CARD + colour for colour in range(5) if cards(s.pile)[colour]]
            out = np.zeros(5, np.int64)
            n = generic.weights(s, out)
            assert list(out[:n]) == [cards(s.pile)[code - CARD] for code in codes]
            assert out[:n].sum() == s.pile_left
        else:
            twin = rng.copy()
            chosen = generic.choose(s, rng)
            assert chosen == codes[below(twin, len(codes))]
            assert list(twin) == list(rng), "both draw the same numbers"
            if s.phase in (TURN, SECOND) and below(rng, 25) == 0:
                assert [code for code in codes if code < EXCHANGE] == legal_from_the_rules(s)
        if below(rng, 20) == 0:
            keep_the_same_books(s)
        advance(position, rng)
    keep_the_same_books(position.state)


def keep_the_same_books(s) -> None:
    """Pieces and cards are conserved; the derived fields agree with them (invariants of C0, C3.4, C3.5)."""
    players = int(s.players)
    removed = {3: 2, 4: 1, 5: 0}[players]
    found = cards(s.pile) + cards(s.row) + cards(s.discards) + cards(s.hands).sum(axis=0)
    assert list(found) == [n - removed for n in (10, 11, 11, 12, 13)]
    assert cards(s.pile).sum() == s.pile_left
    assert cards(s.row).sum() <= 4
    assert list(cards(s.hands).sum(axis=1)) == list(s.hand_size)
    assert s.hand_size.max() <= 3
    assert (cards(s.known) <= cards(s.hands)).all()
    for seat in range(players):
        assert s.palaces_left[seat] + sum(int(mask).bit_count() for mask in s.palaces[seat]) == 20
        assert s.emissaries_left[seat] + s.emissaries[seat].sum() == 8
    for region in range(9):
        masks = [int(s.palaces[seat, region]) for seat in range(players)]
        everything = (1 << int(s.spaces[region])) - 1
        assert sum(mask.bit_count() for mask in masks) + int(s.free[region]).bit_count() == s.spaces[region]
        assert int(s.free[region]) == everything & ~(masks[0] | masks[1] | masks[2] | masks[3 % players] | masks[4 % players])
        assert s.emissaries[:, region].sum() <= max(mask.bit_count() for mask in masks)
        assert int(s.fortresses[region]) & ~everything == 0
    kept = [s[name].tobytes() for name in ("most", "guests", "vacant", "bare", "hosts")]
    keep_books(s)
    assert kept == [s[name].tobytes() for name in ("most", "guests", "vacant", "bare", "hosts")]


def test_all_ways_of_a_turn_are_chosen_equally_often():
    s = table("red 2 green", palaces={"wei": [1, 1], "qi": [0] * 4}, fortresses=True).state
    codes = listed(s)
    rng = seeded("equally")
    n = 30 * len(codes)
    found = Counter(int(generic.choose(s, rng)) for _ in range(n))
    assert set(found) <= set(codes)
    chi_square = sum((found[code] - 30) ** 2 / 30 for code in codes)
    assert chi_square < len(codes) + 4 * (2 * len(codes)) ** 0.5


def test_samples_follow_the_weights():
    position = table("3 red", pile="2 violet 3 green")
    position.play("palace wei 2 red").play("done").play("take pile")
    s = position.state
    rng = seeded("weights")
    found = Counter(int(generic.sample(s, rng)) for _ in range(5000))
    for code, weight in ((CARD, 2), (CARD + 3, 3)):
        assert abs(Fraction(found[code], 5000) - Fraction(weight, 5)) < Fraction(3, 100)
    assert sum(found.values()) == found[CARD] + found[CARD + 3]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "palace",
        "palace wei 3",
        "palace wei 0 red",
        "palace wei 8 red",
        "palace wei 03 red",
        "palace wei 3 blue",
        "palace nowhere 3 red",
        "palace wei 3 red ",
        "palace  wei 3 red",
        "Palace wei 3 red",
        "emissary wei 1 red",
        "fortress wei red",
        "exchange",
        "take",
        "take nothing",
        "done now",
        "draw 1 red",
        "row red",
        "deal 1 red",
        "palace chin' 1 red",
        "palace wei ３ red",
    ],
)
def test_malformed_texts_are_refused_with_a_sentence(text):
    with pytest.raises(ValueError, match=r"^[A-Z'\"].*\.$"):
        notation.parse(table("3 red").state, text)


def test_cards_from_the_pile_say_whom_they_are_for():
    position = GAME.start(4)
    assert position.legal == [f"deal 1 {colour}" for colour in COLOURS]
    assert secrecy.seen_only_by(position.state, CARD) == 0
    position.play("deal 1 red")
    with pytest.raises(ValueError, match="deal 2"):
        notation.parse(position.state, "deal 1 red")
    position.settle(1)
    position.play("exchange red").play("take pile")
    assert position.legal[0].startswith("draw 1 ")
    assert secrecy.seen_only_by(position.state, CARD + 1) == 0
    with pytest.raises(ValueError, match="now"):
        notation.parse(position.state, "row red")
    assert secrecy.seen_only_by(table().state, TAKE_PILE) == -1


def test_no_position_has_more_actions_than_the_room_for_them():
    s = table("red 2 green", fortresses=True).state
    s.spaces[:] = 8
    s.free[:] = 255
    s.palaces[1, :] = 1
    s.most[:] = 1
    s.vacant = s.bare = sum(8 << 7 * region for region in range(9))
    s.hosts = sum(1 << 7 * region for region in range(9))
    codes = listed(s)
    assert len(codes) <= MOST_ACTIONS
    rng = seeded("room")
    for _ in range(50):
        twin = rng.copy()
        assert generic.choose(s, rng) == codes[below(twin, len(codes))]
