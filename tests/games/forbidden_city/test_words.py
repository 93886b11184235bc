"""The words: questions hold every legal action, refusals their rule, the log every point and no secret."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from forbidden_city.faces_games import TABLES, decisions, games, misfits, plies
from forbidden_city.palaces import Table, face, halved
from hanlin.core.i18n.language import language, languages
from hanlin.core.position.position import Position
from hanlin.core.verbs.log_sentences import is_whole
from hanlin.games.forbidden_city import GAME, drawing, words
from hanlin.games.forbidden_city.palace import Neighbour, Room, Where, shares
from hanlin.games.forbidden_city.pieces import GREEN, PLACED, ROOM_CLOSED, ROOM_PAID, SECOND, SET_UP, SHARED_MOST, SOLE_MOST
from hanlin.games.forbidden_city.snapshot import kinds_of, palace_of, tiles_left_by_kind, turned
from hanlin.games.forbidden_city.words import names
from hanlin.games.forbidden_city.words.names import seat_name
from hanlin.games.forbidden_city.words.whereabouts import space_names

RULE = re.compile(r"F\d+\.\d+")


def own_view(position: Position) -> Position:
    return position.seen_by(position.actor)


def room(advisors: tuple[int, ...], open_edges: int = 0, neighbours: tuple[Neighbour, ...] = ()) -> Room:
    return Room(0, 1, (Where(0, 0, 0, (0, 1, 2, 3), 0),), 5, 1, advisors, open_edges, neighbours)


# -- questions ---------------------------------------------------------------------------------------------------------------


def test_games_of_the_tests_meet_every_kind_of_decision():
    actions = {action.split()[0] for game in games() for _before, action, _told in game}
    assert actions == {"draw", "place", "unfit", "pass", "show"}


def test_every_legal_action_is_offered_in_reading_order():
    for position in decisions():
        asked = words.question(own_view(position))
        offered = [choice.action for choice in asked.choices if choice.legal]
        assert sorted(offered) == sorted(position.legal)
        places = [tuple(map(int, action.split()[1].split(","))) for action in offered if action.startswith("place")]
        assert places == sorted(places, key=lambda place: (place[1], place[0]))
        assert asked.text
        assert RULE.fullmatch(asked.rule)


def test_choices_that_are_not_allowed_say_why_with_a_rule():
    refused = [choice for position in decisions() for choice in words.question(own_view(position)).choices if not choice.legal]
    assert refused
    for choice in refused:
        assert choice.refusal is not None
        assert choice.refusal.text
        assert RULE.fullmatch(choice.refusal.rule)


def test_the_question_of_another_seat_shows_no_choices():
    position = decisions()[10]
    other = (position.actor + 1) % position.players
    for viewer in (other, -1):
        asked = words.question(position.seen_by(viewer))
        assert not asked.choices
        assert seat_name(position.actor) in asked.text


def test_questions_of_chance_and_of_the_end_have_no_choices():
    game = games()[0]
    assert words.question(game[0][0]).text == "A tile is being drawn."
    showing = next(before for before, action, _told in game if action.startswith("show"))
    assert words.question(showing).rule == "F6.1"
    over = showing.copy().settle(1)
    assert words.question(over) == words.question(over.seen_by(0))
    assert words.question(over).rule == "F6.2"


def test_a_choice_says_what_it_closes_and_who_is_paid():
    checked = 0
    for position in decisions():
        for choice in words.question(own_view(position)).choices:
            if choice.legal and choice.effect and choice.action.startswith("place"):
                after = position.copy()
                after.play(choice.action)
                gained = [new - old for old, new in zip(position.scores, after.scores, strict=True)]
                for seat, points in enumerate(gained):
                    amounts = re.findall(rf"{seat_name(seat)} (\d+)", choice.effect)
                    assert sum(map(int, amounts)) == points
                checked += 1
    assert checked > 20


def test_a_tile_that_fits_nowhere_is_asked_for_what_the_rules_leave():
    seen = {words.question(own_view(position)).choices[0].action for position in misfits()}
    assert seen == {"unfit", "pass"}


# -- refusals ----------------------------------------------------------------------------------------------------------------


def position_of(table: Table) -> Position:
    return Position(GAME, table.states, {"side": "gardens", "tiles": None})


def test_why_not_names_the_edge_and_the_floors_that_meet():
    table = Table()
    table.hold(0, face("pink"))
    refusal = words.why_not(position_of(table), "place 0,-2 0")
    assert refusal.rule == "F2.2"
    assert "Below" in refusal.text
    assert "pink" in refusal.text
    assert "green" in refusal.text


# -- the chronicle -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_every_ply_has_a_line_and_points_add_up(number):
    totals = [0] * TABLES[number]["players"]
    for before, action, told in games()[number]:
        lines = words.log(before.seen_by(0), before.actor, action, told)
        assert lines or before.state.phase == SET_UP, action
        for line in lines:
            assert line.text[0].isupper()
            assert line.text.endswith(".")
            assert "{" not in line.text
            if line.points:
                assert line.seat is not None
                totals[line.seat] += line.points
    last, action, _told = games()[number][-1]
    assert totals == last.copy().play(action).scores if last.actor >= 0 else totals == last.copy().settle(1).scores


def value_of(figures: str) -> int:
    """The value of a sum in the game log."""
    plain = re.sub(r"[^\d()×+÷]", "", figures).replace("×", "*").replace("÷", "//")
    return int(eval(plain))


def test_the_sums_of_the_log_come_to_the_points():
    checked = 0
    for game in games():
        for before, action, told in game:
            for line in words.log(before.seen_by(-1), before.actor, action, told):
                if line.points:
                    assert value_of(line.sum) == line.points, line
                    assert RULE.fullmatch(line.rule)
                    checked += 1
    assert checked > 60


def test_the_log_says_who_is_paid_for_what():
    rules = {line.rule for game in games() for b, a, told in game for line in words.log(b, b.actor, a, told)}
    assert {"F2.1", "F2.3", "F2.4", "F4.1", "F5.1", "F5.2", "F5.3", "F5.4", "F6.1", "F6.2"} <= rules


def test_a_draw_is_shown_to_the_seat_that_drew():
    before, action, told = next((b, a, t) for b, a, t in games()[0] if a.startswith("draw 1 ") and b.state.phase != SET_UP)
    assert "draws a tile (" in words.log(before.seen_by(0), -1, action, told)[0].text
    for viewer in (1, -1):
        for shown in (action, "draw 1 ?"):
            assert words.log(before.seen_by(viewer), -1, shown, told)[0].text == f"{seat_name(0)} draws a tile."


def test_the_winner_is_named_with_the_coins():
    for game in games():
        before, action, told = game[-1]
        final = before.copy().settle(1)
        last = words.log(before.seen_by(-1), -1, action, told)[-1]
        for seat in final.winners:
            assert seat_name(seat) in last.text
        assert str(max(final.scores)) in last.text


@pytest.mark.parametrize("code", languages())
def test_lines_have_chapters_sources_and_clauses(code):
    """A line about a seat has a form without the name, so that a turn is one line; points have a source."""
    with language(code):
        for game in games():
            chapters, sources = [], set()
            for before, action, told in game:
                for line in words.log(before, before.actor, action, told):
                    if line.chapter not in chapters[-1:]:
                        chapters.append(line.chapter)
                    assert (line.clause is None) == (line.seat is None)
                    assert "{" not in (line.clause or "")
                    assert (line.clause or "").endswith(".") == is_whole(line)
                    assert bool(line.points) == bool(line.source)
                    sources.add(line.source)
            assert len(chapters) == len(set(chapters)), "no heading comes back"
            assert len(sources) > 2


def test_a_round_is_a_turn_of_each_seat():
    for game, table in zip(games()[:3], TABLES, strict=False):
        found = {}
        for before, action, told in game:
            if action.startswith("place"):
                found.setdefault(words.log(before, before.actor, action, told)[0].chapter, []).append(before.actor)
        placements = 28 if table["players"] == 2 else 22
        assert list(found) == [f"Round {n + 1}" for n in range(placements)]
        assert all(seats == list(range(table["players"])) for seats in found.values())
        begun = [line for b, a, t in game[: table["players"]] for line in words.log(b, b.actor, a, t)]
        assert [(line.chapter, line.text) for line in begun] == [
            ("Set-up", f"The game begins: {seat_name(0)} takes the first turn.")
        ]
        assert words.log(game[-1][0], -1, *game[-1][1:])[-1].chapter == "Final scoring"


def test_a_turn_reads_as_one_line():
    before, action, told = next(
        (b, a, t) for b, a, t in games()[2] if any(event.what == ROOM_PAID and event.c == SOLE_MOST for event in t)
    )
    lines = words.log(before, before.actor, action, told)
    clauses = [line.clause for line in lines if line.seat == before.actor]
    assert clauses[0].startswith("places a tile (")
    assert clauses[1].startswith("closes the ")
    paid = next(line for line in lines if line.points)
    assert paid.source == "Most advisors"
    assert paid.clause.startswith(f"gets {paid.points} coin")
    assert lines[1].text.split(" the ")[1].split(",")[0] in paid.text, "the line stands alone: it names the room"
    draws = [line for b, a, t in games()[2] if a.startswith("draw") for line in words.log(b.seen_by(-1), -1, a, t)]
    assert {line.clause for line in draws if " draws " in line.text} == {""}


# -- the palace --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F3.1", "F4.1", "F4.2", "F5.1")
def test_the_preview_shows_the_closings_that_the_rules_find():
    closings = 0
    for game in games():
        for (_before, _action, told), (after, _next, _more) in pairwise(game):
            if not any(event.what == PLACED for event in told):
                continue
            just = palace_of(after.state).just_closed
            assert [(event.b, event.c) for event in told if event.what == ROOM_CLOSED] == [(r.value, r.floor) for r in just]
            paid = sorted((event.seat, event.a, event.c) for event in told if event.what == ROOM_PAID)
            assert paid == sorted((seat, *pay) for r in just for seat, pay in enumerate(r.pays) if pay[1])
            closings += len(just)
    assert closings > 20


@pytest.mark.rule("F5.1", "F5.2", "F5.3", "F5.4")
def test_shares_of_a_closed_room():
    assert shares((3, 2, 1, 0), 12) == ((12, SOLE_MOST), (6, SECOND), (0, 0), (0, 0))
    assert shares((2, 2, 1), 7) == ((3, SHARED_MOST), (3, SHARED_MOST), (0, 0))
    assert shares((3, 1, 1), 15) == ((15, SOLE_MOST), (0, 0), (0, 0))
    assert shares((0, 0), 9) == ((0, 0), (0, 0))
    assert shares((1, 0), 9) == ((9, SOLE_MOST), (0, 0))


def test_the_plan_knows_each_kind_as_the_tile_set_has_it():
    table = Table()
    for each in (
        face("white", "waoo", advisors=2),
        halved("green", "pink", "owao", advisors=(1, 2)),
        face("pink", "wwww", dragons=1),
    ):
        table.hold(0, each)
    assert list(kinds_of(table.s).faces) == table.faces
    assert turned(table.faces[0], 1).walls == (0, 1, 2, 0)


def test_tiles_left_are_the_same_for_every_viewer():
    for position in decisions()[::6]:
        for seat in range(position.players):
            left = [tiles_left_by_kind(position.seen_by(viewer).state, seat) for viewer in range(-1, position.players)]
            assert all(each == left[0] for each in left)


# -- names ---------------------------------------------------------------------------------------------------------------------


def test_words_of_a_tile():
    assert names.tile_words(face("green", "waoo", advisors=2)) == "green: 2 advisors, 1 wall, 1 archway"
    assert names.tile_words(face("white")) == "white"
    assert names.tile_words(halved("pink", "green", "wooo", advisors=(1, 0))) == "in halves: pink with 1 advisor, green, 1 wall"
    assert names.tile_words(face("pink", dragons=1)) == "pink: 1 dragon"


def test_words_of_a_room():
    near = room((3, 1), open_edges=1, neighbours=(Neighbour(2, 4, 1),))
    assert names.open_room_words(near) == (
        "Green room of 5 tiles, open at 1 edge. Worth 15 now: 5 tiles and 1 dragon; adjacent: pink room 7. "
        "Advisors: Purple 3, Yellow 1. If closed now: Purple 15, Yellow 7."
    )
    assert "nobody scores" in names.closed_room_words(room((0, 0)))


# -- panels, notes, plain text -------------------------------------------------------------------------------------------------


def test_panels_are_tables_of_even_rows():
    for position in decisions()[::9]:
        panels = words.panels(own_view(position))
        assert [panel.id for panel in panels] == ["open-rooms", "closed-rooms", "tiles-left"]
        for panel in panels:
            assert all(len(row) == len(panel.head) for row in panel.rows)


@pytest.mark.rule("F7.2")
def test_the_table_says_whose_tile_set_it_is():
    shipped, own = decisions()[0], misfits()[0]
    assert "Hanlin's own" in words.panels(shipped)[2].about
    assert "loaded from a file" in words.panels(own)[2].about
    assert "Hanlin's own" in words.option("tiles")[1]


def test_notes_have_rules_and_end_with_the_game():
    for position in decisions()[::9]:
        for seat in range(position.players):
            assert all(RULE.fullmatch(note.rule) for note in words.notes(own_view(position), seat))
    over = games()[0][-1][0].copy().settle(1)
    assert words.notes(over, 0) == []


def test_the_row_of_a_seat_has_the_same_facts_for_every_seat():
    for position in decisions()[::3]:
        for viewer in (position.actor, -1):
            seen = position.seen_by(viewer)
            rows = [words.summary(seen, seat) for seat in range(position.players)]
            kinds = [[fact.icon for fact in row] for row in rows]
            assert all(row == kinds[0] for row in kinds[1:])
            assert [row[0].figure for row in rows] == [str(points) for points in position.scores]
            for fact in (fact for row in rows for fact in row):
                assert drawing.icon(fact.icon), fact.icon
                assert fact.label
                assert len(fact.figure) <= 6
    over = games()[0][-1][0].copy().settle(1)
    assert [len(words.summary(over, seat)) for seat in range(2)] == [1, 1]


def test_the_row_shows_tile_stack_and_expected_points():
    table = Table()
    table.put(0, 0, -2, face("green", "wooo", advisors=1))
    table.hold(1, face("green"))
    seen = Position(GAME, table.states, {"side": "gardens", "tiles": None}).seen_by(1)
    facts = {fact.icon: fact for fact in words.summary(seen, 1)}
    assert facts["fc-hand"].label == "In hand: green"
    assert facts["fc-stack"].label == "3 tiles in the stack, 2 left to place"
    assert facts["fc-open"].figure == ""
    promised = {fact.icon: fact for fact in words.summary(seen, 0)}["fc-open"]
    hall = next(room for room in palace_of(table.s).rooms() if room.advisors[0])
    assert promised.figure == f"+{hall.value}"
    assert promised.label == f"Open rooms would pay {hall.value} coins now"


@pytest.mark.parametrize("code", languages())
def test_the_help_sheet_explains_every_thing(code):
    with language(code):
        found = words.symbols()
        assert len({symbol.icon for symbol in found}) == len(found)
        for symbol in found:
            assert drawing.icon(symbol.icon), symbol.icon
            assert symbol.name
            assert symbol.group
            assert symbol.text.endswith(".")
            assert RULE.fullmatch(symbol.rule)


def test_a_position_prints_as_a_plan():
    text = str(GAME.start(2, side="gardens").settle(3))
    assert "~~~" in text
    assert "==:==" in text
    assert "1 Purple: 0 coins, 30 tiles left, in hand" in text
    assert "Purple: Place your tile." in text


def test_options_have_labels_and_values():
    for option in GAME.options:
        label, help_text = words.option(option.name)
        assert label
        assert help_text
        for choice in option.choices:
            assert words.option_value(option.name, choice)


# -- secrets and languages ---------------------------------------------------------------------------------------------------


def texts(seen: Position) -> list[str]:
    """All texts about a view."""
    asked = words.question(seen)
    parts = [words.describe(seen), asked.text, repr(asked.choices), repr(words.panels(seen))]
    return parts + [repr(words.notes(seen, seat)) for seat in range(seen.players)]


def test_views_do_not_reveal_what_is_hidden():
    checked = 0
    for position in decisions()[::4]:
        hand = position.state.hand
        for seat in range(position.players):
            if hand[seat] < 0 or position.state.hand_known[seat]:
                continue
            for tile in range(62):
                if int(position.state.stack[seat]) >> tile & 1 and position.state.tile_kind[tile] != hand[seat]:
                    swapped = position.copy()
                    other = int(position.state.tile_kind[tile])
                    mine = int(position.state.kind_tiles[hand[seat]]) & ~int(position.state.stack[seat])
                    swapped.state.stack[seat] = int(position.state.stack[seat]) & ~(1 << tile) | mine & -mine
                    swapped.state.hand[seat] = other
                    for viewer in {-1, (seat + 1) % position.players}:
                        assert texts(position.seen_by(viewer)) == texts(swapped.seen_by(viewer))
                        checked += 1
                    break
    assert checked > 20


def test_italian_is_spoken():
    position = next(before for before, _action, told in games()[1] if before.actor >= 0 and len(before.moves) > 60)
    view = own_view(position)
    english = texts(view)
    with language("it"):
        italian = texts(view)
        assert words.title() == "Forbidden City"
        assert "tessera" in words.question(view).text
        assert names.tile_words(face("white", "waoo", advisors=2)) == "bianca: 2 consiglieri, 1 muro, 1 porta"
    assert all(one != other for one, other in zip(english[:2], italian[:2], strict=True))
    assert not any("{" in text for text in italian[:2])


def test_a_fresh_game_is_the_same_game():
    """Reading the cached games of these tests does not change them."""
    again = [(action, told) for _before, action, told, _after in plies(1, **TABLES[0])]
    assert again == [(action, told) for _before, action, told in games()[0]]


def test_a_room_has_the_grammatical_case_of_its_sentence():
    with language("de"):
        assert names.sentence(names.sized_room(GREEN, 3)) == "Grüner Raum mit 3 Fliesen"
        assert names.the_room(GREEN, 3) == "grünen Raum mit 3 Fliesen"
        said = [
            line.text
            for before, action, told, _after in plies(1, **TABLES[0])
            for line in words.log(before, before.actor, action, told)
        ]
        assert not [text for text in said if re.search(r"\b(?:den|im) (?:\w+er) Raum", text)]
        assert any(re.search(r"schließt den (?:grünen|weißen|rosa) Raum mit \d+ Fliesen?, Wert \d+", text) for text in said)
        assert any(re.search(r"[Ii]m (?:grünen|weißen|rosa) Raum", text) for text in said)
    for code in languages():
        with language(code):
            assert names.tiles(3) in names.in_room(GREEN, 3)


@pytest.mark.parametrize("code", languages())
def test_no_text_has_signed_coordinates(code):
    """Places are told by rooms, and by the way from the temple; the notation keeps its numbers."""
    with language(code):
        for before, action, told in games()[1][::7]:
            seen = before.seen_by(max(before.actor, 0))
            asked = words.question(seen)
            said = [line.text for line in words.log(seen, before.actor, action, told)]
            said += [asked.text, *(choice.label + choice.effect for choice in asked.choices)]
            said += [choice.refusal.text for choice in asked.choices if choice.refusal is not None]
            said += [str(cell) for panel in words.panels(seen) for row in panel.rows for cell in row]
            assert not [text for text in said if re.search(r"\d,-?\d|-\d", text)]


def test_spaces_have_names_of_their_own():
    for code in languages():
        with language(code):
            for before, _action, _told in games()[1][::9]:
                palace = palace_of(before.state)
                found = space_names(palace)
                assert set(found) == set(palace.free())
                assert len(set(found.values())) == len(found)


def test_a_space_is_named_by_the_room_beside_it():
    palace = palace_of(next(before for before, _action, told in games()[1] if told).state)
    with language("en"):
        for (x, y), name in space_names(palace).items():
            sides = {"above": (x, y + 1), "below": (x, y - 1), "left": (x + 1, y), "right": (x - 1, y)}
            assert sides[name.split()[0]] in palace.faces, name


def test_the_choices_of_a_tile_differ_by_what_one_sees():
    for before, _action, _told in games()[1]:
        seen = before.seen_by(max(before.actor, 0))
        with language("en"):
            labels = [choice.label for choice in words.question(seen).choices]
        assert len(set(labels)) == len(labels), labels


def test_a_choice_shows_the_tile_as_it_would_lie():
    found = 0
    for before, _action, _told in games()[1][::5]:
        seen = before.seen_by(max(before.actor, 0))
        board = str(drawing.board(seen))
        for choice in words.question(seen).choices:
            if choice.legal and choice.action.startswith("place"):
                shown = drawing.icon(choice.icon).partition('href="#')[2].partition('"')[0]
                assert f'id="{shown}"' in board
                assert shown.endswith(choice.action.rpartition(" ")[2])
                found += 1
    assert found


def test_a_line_of_the_log_points_at_its_tiles():
    closings = 0
    for before, action, told in games()[1]:
        drawn = str(drawing.board(before.copy().play(action))) if told and told[0].what == PLACED else ""
        for line in words.log(before, before.actor, action, told) if drawn else ():
            keys = line.at.split("|") if line.at else []
            assert all(f'data-key="{key}"' in drawn for key in keys), line
            closings += len(keys) > 1
    assert closings > 3
