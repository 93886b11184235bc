"""Set-up, placing and exchanging, drawing (C0–C3, C5, C6, C8.1)."""

from __future__ import annotations

import numpy as np
import pytest

from china.tables import (
    cards,
    counts,
    keep_books,
    placements,
    points_told,
    random_walk,
    region_number,
    table,
    told_by,
    without_payment,
)
from hanlin.core.errors import BadOption, IllegalAction
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.china import GAME
from hanlin.games.china.pieces import (
    COLOURS,
    DREW,
    EXCHANGED,
    GAME_OVER,
    LAST_ROUND,
    PAID,
    PALACE_POINTS,
    PASSED,
    PLACED,
    RED,
    RESHUFFLED,
    SECOND,
    TOOK,
    TURN_OVER,
    TURNED_UP,
    VIOLET,
    YELLOW,
)

# -- pieces and set-up -------------------------------------------------------------------------------------------------


@pytest.mark.rule("C0.1")
def test_there_are_57_cards():
    assert list(cards(GAME.start(5).state.pile)) == [10, 11, 11, 12, 13]


@pytest.mark.rule("C0.2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_players_have_20_palaces_8_emissaries_and_maybe_a_fortress(players):
    for fortresses in (False, True):
        s = GAME.start(players, fortresses=fortresses).state
        assert list(s.palaces_left[:players]) == [20] * players
        assert list(s.emissaries_left[:players]) == [8] * players
        assert list(s.fortresses_left[:players]) == [int(fortresses)] * players


@pytest.mark.rule("C0.3")
def test_the_board_has_nine_regions_and_fifteen_borders():
    s = GAME.start(4).state
    assert sorted(np.bincount(s.colour)) == [1, 2, 2, 2, 2]
    assert list(s.colour).count(VIOLET) == 1
    assert s.borders.shape == (15, 2)
    assert len({frozenset(pair) for pair in s.borders.tolist()}) == 15


@pytest.mark.rule("C0.4")
def test_the_side_follows_the_players_and_four_may_choose():
    assert GAME.start(3).options["side"] == "3-4"
    assert GAME.start(4).options["side"] == "3-4"
    assert GAME.start(5).options["side"] == "4-5"
    small, large = GAME.start(4, side="3-4"), GAME.start(4, side="4-5")
    assert small.state.roads.tobytes() != large.state.roads.tobytes()
    for players, side in ((3, "4-5"), (5, "3-4")):
        with pytest.raises(BadOption, match="side"):
            GAME.start(players, side=side)


@pytest.mark.rule("C1.1")
@pytest.mark.parametrize(("players", "removed"), [(3, 2), (4, 1), (5, 0)])
def test_cards_leave_the_game_by_the_number_of_players(players, removed):
    assert list(cards(GAME.start(players).state.pile)) == [n - removed for n in (10, 11, 11, 12, 13)]


@pytest.mark.rule("C1.2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_cards_are_dealt_to_each_in_turn_and_four_turned_up(players):
    position = GAME.start(players).settle(7)
    deals = [text.rpartition(" ")[0] for actor, text in position.moves if actor == CHANCE]
    assert deals == [f"deal {seat + 1}" for _ in range(3) for seat in range(players)] + ["row"] * 4
    s = position.state
    assert list(s.hand_size[:players]) == [3] * players
    assert cards(s.row).sum() == 4
    assert s.pile_left == cards(s.pile).sum() == 57 - 5 * (5 - players) - 3 * players - 4


@pytest.mark.rule("C1.3")
def test_the_first_seat_starts():
    assert GAME.start(4).settle(1).actor == 0


@pytest.mark.rule("C2")
def test_after_a_placement_or_exchange_the_left_neighbour_plays():
    position = table("3 red", "3 red", "3 red", "2 red green", players=4)
    assert {text.split()[0] for text in position.legal} == {"palace", "exchange"}
    for seat in (0, 1, 2, 3, 0):
        assert position.actor == seat
        told = told_by(position, "exchange red")
        assert [(t.seat, t.a) for t in told if t.what == EXCHANGED] == [(seat, RED)]
        told = told_by(position, "take green" if "take green" in position.legal else "take pile")
        while position.actor == CHANCE:
            told = told_by(position, position.legal[-1])
        assert [(t.seat, t.a) for t in told if t.what == TURN_OVER] == [(seat, (seat + 1) % 4)]


# -- placing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C3.1")
def test_all_pieces_of_a_turn_go_into_one_region():
    position = table("3 yellow", palaces={"qi": [1], "chin": [1]})
    position.play("palace qi 2 yellow")
    assert {text.split()[1] for text in placements(position)} == {"qi"}
    assert position.state.region == region_number(position.state, "qi")


@pytest.mark.rule("C3.2")
def test_example_one_piece_in_an_empty_region():
    position = table("violet 2 red")
    position.play("palace wei 3 red")
    assert position.legal == ["done"]
    position.play("done")
    assert position.legal == ["take violet", "take yellow", "take orange", "take green", "take pile"]


@pytest.mark.rule("C3.2", "C8.1")
def test_any_piece_makes_a_region_occupied():
    for position in (
        table("3 red", palaces={"wei": [1]}),
        table("3 red", fortress={"wei": 4}, fortresses=True),
    ):
        position.play("palace wei 2 red")
        assert "palace wei 3 red" in position.legal


@pytest.mark.rule("C3.2", "C3.5")
def test_the_region_is_looked_at_when_the_turn_begins():
    position = table("3 red")
    position.play("palace wei 3 red")
    assert position.state.second == 0
    assert not placements(position)


@pytest.mark.rule("C3.3")
def test_example_a_card_and_a_joker_pair():
    position = table("red 2 green", palaces={"wei": [1]})
    assert told_by(position, "palace wei 2 red")[:1] == [(PAID, 0, RED, 1, region_number(position.state, "wei"))]
    assert "palace wei 3 green" in position.legal
    told = told_by(position, "palace wei 3 green")
    assert told[0][:4] == (PAID, 0, COLOURS.index("green"), 2)
    assert position.state.hand_size[0] == 0
    assert position.legal[-1] == "take pile"


@pytest.mark.rule("C3.3")
def test_example_three_cards_of_one_colour():
    position = table("3 yellow", palaces={"qi": [1], "chin": [1]})
    regions = {text.split()[1] for text in placements(position)}
    assert regions == {"yan", "zhao", "qi", "chin", "wei", "lu", "han", "shu", "chu"}
    at_home = position.copy().play("palace qi 2 yellow").play("palace qi 3 yellow")
    assert cards(at_home.state.hands)[0, YELLOW] == 1
    assert at_home.legal[-1] == "take pile"
    elsewhere = position.copy().play("palace chu 1 yellow")
    assert cards(elsewhere.state.hands)[0, YELLOW] == 1
    assert elsewhere.legal == ["done"]


@pytest.mark.rule("C3.3")
def test_a_pair_of_the_regions_own_colour_is_no_joker():
    position = table("3 yellow", palaces={"wei": [1, 1]})
    own = position.copy().play("palace qi 1 yellow")
    assert cards(own.state.hands)[0, YELLOW] == 2
    joker = position.copy().play("palace wei 3 yellow")
    assert cards(joker.state.hands)[0, YELLOW] == 1
    assert joker.legal == ["done"]


@pytest.mark.rule("C3.3")
def test_both_ways_to_pay_are_offered_and_unlike_cards_are_no_joker():
    position = table("red 2 green", palaces={"wei": [1]})
    assert "palace wei 2 red" in position.legal
    assert "palace wei 2 green" in position.legal
    assert not [text for text in table("red yellow orange").legal if text.startswith("palace han")]


@pytest.mark.rule("C3.4")
def test_palaces_go_on_free_spaces_one_to_a_space():
    position = table("3 red", palaces={"wei": [1, None, 0]}, fortress={"wei": 5}, fortresses=True)
    free = [text for text in without_payment(position.legal) if text.startswith("palace wei")]
    assert free == [f"palace wei {n}" for n in (2, 4, 5, 6, 7)]
    with pytest.raises(IllegalAction):
        position.play("palace wei 3 red")


@pytest.mark.rule("C3.5")
def test_example_three_emissaries_at_most_in_zhao():
    for guests in range(4):
        position = table("3 orange", palaces={"zhao": [1, 1, 1, 2, 2]}, emissaries={"zhao": {2: guests}} if guests else None)
        assert ("emissary zhao orange" in position.legal) == (guests < 3)


@pytest.mark.rule("C3.5")
def test_example_two_emissaries_in_chu():
    position = table("violet 2 orange", palaces={"chu": [1, 1, 1, 1, 2]}, emissaries={"chu": {1: 1, 2: 1}})
    position.play("emissary chu violet").play("emissary chu orange")
    s = position.state
    assert s.guests[region_number(s, "chu")] == 4
    assert s.hand_size[0] == 0


@pytest.mark.rule("C3.5")
def test_example_pieces_in_chin():
    position = table("3 yellow", palaces={"chin": [1, 2, 1, 2]})
    kinds = {text.split()[0] for text in placements(position) if "chin" in text}
    assert kinds == {"palace", "emissary"}
    for first, second in (
        ("emissary chin yellow", "emissary chin yellow"),
        ("palace chin 5 yellow", "palace chin 6 yellow"),
        ("palace chin 5 yellow", "emissary chin yellow"),
        ("emissary chin yellow", "palace chin 5 yellow"),
    ):
        assert position.copy().play(first).play(second).state.hand_size[0] == 1


@pytest.mark.rule("C3.5")
def test_a_palace_placed_first_counts_for_the_emissary_placed_second():
    position = table("3 orange", palaces={"zhao": [0, 1]}, emissaries={"zhao": {1: 1}})
    assert "emissary zhao orange" not in position.legal
    position.play("palace zhao 3 orange")
    assert "emissary zhao orange" in position.legal


@pytest.mark.rule("C3.5")
def test_no_emissary_without_a_palace_and_fortresses_do_not_count():
    position = table("3 red", fortress={"wei": 4}, fortresses=True)
    assert not [text for text in position.legal if text.startswith("emissary")]


@pytest.mark.rule("C3.6")
def test_who_has_no_piece_of_a_kind_left_places_none():
    position = table("3 red", palaces={"wei": [1]}, fortresses=True)
    s = position.state
    kinds = {text.split()[0] for text in placements(position)}
    assert kinds == {"palace", "emissary", "fortress"}
    for field, kind in (("palaces_left", "palace"), ("emissaries_left", "emissary"), ("fortresses_left", "fortress")):
        other = position.copy()
        getattr(other.state, field)[0] = 0
        assert {text.split()[0] for text in placements(other)} == kinds - {kind}
    s.palaces_left[0] = s.emissaries_left[0] = s.fortresses_left[0] = 0
    assert position.copy().legal == ["exchange red"]


@pytest.mark.rule("C3.6")
def test_done_needs_a_piece_first():
    assert "done" not in table("3 red").legal


@pytest.mark.rule("C3.7")
def test_a_full_region_is_scored_at_once_and_an_emissary_may_follow():
    position = table("3 yellow", palaces={"qi": [0, 0, 1, 1]})
    told = told_by(position, "palace qi 5 yellow")
    assert points_told(told, PALACE_POINTS) == {0: [5], 1: [3]}
    assert position.scores == [5, 3, 0, 0]
    assert position.state.phase == SECOND
    assert without_payment(placements(position)) == ["emissary qi"]
    position.play("emissary qi yellow")
    assert position.scores == [5, 3, 0, 0]


@pytest.mark.rule("C3.7")
def test_emissaries_may_be_placed_in_scored_regions():
    position = table("3 yellow", palaces={"qi": [0, 0, 1, 1, 2]})
    assert [text for text in without_payment(placements(position)) if "qi" in text] == ["emissary qi"]


@pytest.mark.rule("C3.8", "C6.5")
def test_played_cards_can_come_back_by_a_reshuffle_of_the_same_turn():
    position = table("3 red", pile="violet", players=3)
    s = position.state
    before = cards(s.discards)
    position.play("palace wei 1 red")
    assert cards(s.discards)[RED] == before[RED] + 1
    position.play("done").play("take pile")
    told = told_by(position, "draw 1 violet")
    assert [(t.what, t.a) for t in told if t.what == RESHUFFLED] == [(RESHUFFLED, before.sum() + 1)]
    assert cards(s.pile)[RED] == before[RED] + 1
    assert cards(s.discards).sum() == 0


# -- the variant: fortresses -------------------------------------------------------------------------------------------


@pytest.mark.rule("C8.1")
def test_example_a_fortress_and_a_palace_on_it():
    position = table("3 yellow", palaces={"qi": [1]}, fortresses=True)
    told = told_by(position, "fortress qi 2 yellow")
    assert (PLACED, 0, 2, region_number(position.state, "qi"), 2) in told
    position.play("palace qi 2 yellow")
    s = position.state
    assert cards(s.hands)[0, YELLOW] == 1
    assert s.fortresses_left[0] == 0
    assert position.legal[-1] == "take pile"


@pytest.mark.rule("C8.1")
def test_a_fortress_needs_a_space_with_neither_palace_nor_fortress():
    position = table("3 yellow", palaces={"qi": [1, None, 2]}, fortress={"qi": 4}, fortresses=True)
    spaces = [text for text in without_payment(placements(position)) if text.startswith("fortress qi")]
    assert spaces == ["fortress qi 2", "fortress qi 5"]


@pytest.mark.rule("C8.1")
def test_a_fortress_in_an_empty_region_ends_the_turn_and_is_neutral():
    position = table("3 yellow", "3 yellow", fortresses=True)
    assert position.play("fortress qi 2 yellow").legal == ["done"]
    position.play("done").play("take pile")
    position.settle(1)
    assert position.actor == 1
    position.play("palace qi 2 yellow")
    assert "palace qi 1 yellow" in position.legal


@pytest.mark.rule("C8.1", "C3.3")
def test_a_joker_pair_pays_for_a_fortress():
    position = table("2 green red", fortresses=True)
    position.play("fortress qi 2 green")
    assert position.state.hand_size[0] == 1


@pytest.mark.rule("C8.1")
def test_a_space_with_only_a_fortress_is_not_full():
    position = table("3 yellow", palaces={"qi": [0, 0, 1]}, fortress={"qi": 5}, fortresses=True)
    told = told_by(position, "palace qi 4 yellow")
    assert not points_told(told, PALACE_POINTS)
    assert "palace qi 5 yellow" in position.legal
    assert points_told(told_by(position, "palace qi 5 yellow"), PALACE_POINTS)


# -- exchange ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C5.1")
def test_an_exchange_discards_one_card_and_takes_one():
    position = table("2 red green")
    s = position.state
    discards = cards(s.discards)
    position.play("exchange green")
    assert list(cards(s.discards) - discards) == [0, 0, 0, 1, 0]
    assert position.legal == ["take violet", "take yellow", "take orange", "take green", "take pile"]
    told = told_by(position, "take violet")
    assert [(t.what, t.seat, t.a) for t in told] == [(TOOK, 0, VIOLET)]
    assert position.legal[0].startswith("row "), "the card taken is replaced at once"
    told = told_by(position, "row red")
    assert (TURNED_UP, -1, RED, 0, 0) in told
    assert position.actor == 1
    assert cards(s.row).sum() == 4


@pytest.mark.rule("C5.1")
def test_an_exchange_with_the_pile_leaves_the_row():
    position = table("2 red green")
    row = cards(position.state.row)
    position.play("exchange red").play("take pile")
    told = told_by(position, "draw 1 violet")
    assert (DREW, 0, 0, 0, 0) in told
    assert list(cards(position.state.row)) == list(row)
    assert list(cards(position.state.hands)[0]) == [1, 0, 0, 1, 1]
    assert position.actor == 1


@pytest.mark.rule("C5.1", "C6.3")
def test_in_the_last_round_an_exchange_takes_from_the_row_only():
    position = table("2 red green", pile="", run_out=2, row="violet yellow")
    position.play("exchange red")
    assert position.legal == ["take violet", "take yellow"]
    position.play("take yellow")
    assert position.actor == 1
    assert cards(position.state.row).sum() == 1


@pytest.mark.rule("C5.1")
def test_who_can_neither_place_nor_exchange_passes():
    position = table("red yellow orange", pile="", run_out=2, row="", palaces={"yan": [0]})
    s = position.state
    assert "pass" not in position.legal
    s.palaces_left[0] = s.emissaries_left[0] = 0
    position = position.copy()
    assert position.legal == ["pass"]
    told = told_by(position, "pass")
    assert (PASSED, 0, 0, 0, 0) in told
    assert position.actor == 1


@pytest.mark.rule("C5.1")
def test_who_can_exchange_may_not_pass():
    position = table("red yellow orange")
    position.state.palaces_left[0] = 0
    assert position.copy().legal == ["exchange yellow", "exchange orange", "exchange red"]


# -- drawing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("C6.1")
def test_the_hand_is_refilled_one_by_one_then_the_row():
    position = table("red 2 green", palaces={"wei": [1]}, row="2 violet 2 orange")
    position.play("palace wei 2 red").play("palace wei 3 green")
    assert position.legal == ["take violet", "take orange", "take pile"]
    position.play("take pile")
    assert position.actor == CHANCE
    assert position.legal == [f"draw 1 {colour}" for colour in COLOURS]
    position.play("draw 1 yellow")
    assert position.actor == 0
    position.play("take violet")
    assert cards(position.state.row).sum() == 3, "the row is filled only when the hand is full"
    position.play("take violet")
    assert position.state.hand_size[0] == 3
    assert position.actor == CHANCE
    position.play("row red").play("row red")
    assert position.actor == 1
    assert list(cards(position.state.row)) == [0, 0, 2, 0, 2]


@pytest.mark.rule("C6.1")
def test_the_draw_shows_the_weights_of_the_pile():
    position = table("3 red")
    position.play("palace wei 2 red").play("done").play("take pile")
    s = position.state
    assert position.weights == {f"draw 1 {COLOURS[c]}": cards(s.pile)[c] for c in range(5)}


@pytest.mark.rule("C6.2", "C6.5")
def test_the_first_reshuffle_in_the_middle_of_refilling():
    position = table("red 2 green", pile="yellow", palaces={"wei": [1]})
    s = position.state
    row = cards(s.row)
    position.play("palace wei 2 red").play("palace wei 3 green").play("take pile")
    discards = cards(s.discards)
    told = told_by(position, "draw 1 yellow")
    assert (RESHUFFLED, -1, discards.sum(), 0, 0) in told
    assert list(cards(s.pile)) == list(discards)
    assert s.pile_left == discards.sum()
    assert list(cards(s.row)) == list(row), "the row stays"
    assert s.run_out == 1
    assert position.legal[-1] == "take pile", "refilling goes on from the new pile"


@pytest.mark.rule("C6.2", "C6.5")
def test_the_first_reshuffle_by_the_last_card_of_the_row():
    position = table("3 red", pile="yellow")
    position.play("palace wei 2 red").play("done").play("take green")
    s = position.state
    discards = cards(s.discards)
    told = told_by(position, "row yellow")
    assert (RESHUFFLED, -1, discards.sum(), 0, 0) in told
    assert list(cards(s.pile)) == list(discards)
    assert position.actor == 1


@pytest.mark.rule("C6.5", "C6.2")
def test_an_exchange_that_empties_the_pile_is_shuffled_in():
    position = table("3 red", pile="yellow")
    position.play("exchange red").play("take pile")
    s = position.state
    red = int(cards(s.discards)[RED])
    position.play("draw 1 yellow")
    assert cards(s.pile)[RED] == red
    assert cards(s.discards).sum() == 0
    assert s.run_out == 1
    assert position.actor == 1


@pytest.mark.rule("C6.3", "C6.5")
def test_the_second_time_the_last_round_begins():
    position = table("3 red", pile="yellow", run_out=1, seat=0)
    position.play("palace wei 2 red").play("done").play("take pile")
    told = told_by(position, "draw 1 yellow")
    assert (LAST_ROUND, 0, 3, 0, 0) in told
    assert (TURN_OVER, 0, 1, 0, 0) in told
    s = position.state
    assert s.run_out == 2
    assert s.pile_left == 0
    for seat in (1, 2, 3):
        assert position.actor == seat
        while position.actor == seat:
            assert "take pile" not in position.legal
            told = told_by(position, position.legal[-1])
    assert position.over
    assert (GAME_OVER, -1, 0, 0, 0) in told
    assert (TURN_OVER, 3, -1, 0, 0) in told


@pytest.mark.rule("C6.3")
def test_the_last_player_ends_the_game_by_emptying_the_pile():
    position = table("3 green", "3 red", "3 yellow", pile="red", run_out=1, seat=2, players=3)
    position.play("palace qi 2 yellow").play("done").play("take green")
    assert not position.over
    told = told_by(position, "row red")
    assert (LAST_ROUND, 2, 0, 0, 0) in told
    assert position.over


@pytest.mark.rule("C6.3")
def test_in_the_last_round_hands_are_refilled_as_far_as_the_row_goes():
    position = table("red 2 green", pile="", run_out=2, row="violet yellow", palaces={"wei": [1]})
    position.play("palace wei 2 red").play("palace wei 3 green")
    position.play("take violet")
    assert position.legal == ["take yellow"]
    position.play("take yellow")
    s = position.state
    assert position.actor == 1
    assert s.hand_size[0] == 2
    assert cards(s.row).sum() == 0


@pytest.mark.rule("C6.4")
def test_the_game_ends_at_once_when_nobody_could_place_anything():
    position = table("3 red", palaces={"wei": [1]})
    s = position.state
    s.palaces_left[:4] = [1, 0, 0, 0]
    s.emissaries_left[:4] = 0
    told = told_by(position, "palace wei 2 red")
    assert position.over
    assert (GAME_OVER, -1, 1, 0, 0) in told
    assert s.hand_size[0] == 2, "no card is drawn any more"


@pytest.mark.rule("C6.4")
@pytest.mark.parametrize(("field", "seat"), [("palaces_left", 2), ("emissaries_left", 3), ("fortresses_left", 1)])
def test_one_piece_of_anybody_keeps_the_game_going(field, seat):
    position = table("3 red", palaces={"wei": [1, 1]}, fortresses=True)
    s = position.state
    s.palaces_left[:4] = [1, 0, 0, 0]
    s.emissaries_left[:4] = 0
    s.fortresses_left[:4] = 0
    getattr(s, field)[seat] = 1
    position.play("palace wei 3 red")
    assert not position.over


@pytest.mark.rule("C6.4")
def test_a_board_without_room_ends_the_game():
    full = {region: [1] * n for region, n in (("yan", 7), ("zhao", 7), ("qi", 4))}
    others = {region: [2] * n for region, n in (("chin", 6), ("lu", 4), ("han", 5))}
    last = {region: [3] * n for region, n in (("wei", 7), ("shu", 6))}
    position = table("3 yellow", palaces={**full, **others, **last, "chu": [0] * 8})
    s = position.state
    s.emissaries_left[:4] = 0
    position.play("palace qi 5 yellow")
    assert position.over
    again = table("3 yellow", palaces={**full, **others, **last, "chu": [0] * 8})
    again.play("palace qi 5 yellow")
    assert not again.over, "emissaries still have room"


# -- what the page says of codes and order -----------------------------------------------------------------------------


def test_hands_count_for_the_seat_alone():
    position = table("3 red", "3 green")
    other = table("3 red", "3 yellow")
    assert position.legal == other.legal


def test_a_walk_conserves_cards_by_colour():
    position = random_walk(4, "cards", 120)
    s = position.state
    keep_books(s)
    total = cards(s.pile) + cards(s.row) + cards(s.discards) + cards(s.hands).sum(axis=0)
    assert list(total) == [9, 10, 10, 11, 12]
    assert cards(s.pile).sum() == s.pile_left
    assert list(counts("2 red green")) == [0, 0, 0, 1, 2]
