"""The words of China: each legal action is a choice, each refusal has its rule, the log adds up, secrets stay secret."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from china.faces_games import TABLES, bare_map, decisions, plies
from china.tables import give, table
from hanlin.core.i18n.language import language, languages
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.position.game import games
from hanlin.core.verbs.generic import CHANCE
from hanlin.core.verbs.log_sentences import as_read_by
from hanlin.games.china import GAME, drawing, words
from hanlin.games.china.pieces import COLOURS, DEAL, GREEN, MOST_SPACES, OPEN, ORANGE, RED, REGIONS, VIOLET, YELLOW
from hanlin.games.china.snapshot import final_scoring, read

RULE = re.compile(r"C\d+(\.\d+)?$")
REGION = {id: r for r, id in enumerate(read(GAME.start(4).state).ids)}


def ready(players: int = 4, seed: int = 1, **options):
    """A position at the first turn, and its state to build on."""
    position = GAME.start(players, **options).settle(seed)
    return position, position.state


def hold(state, seat: int, *colours: int) -> None:
    """Give a seat these cards."""
    give(state, seat, [colours.count(of) for of in range(len(COLOURS))])


def build(state, region: str, **seats: str) -> None:
    """Put palaces of seats (``s0="134"``) and nothing else into a region, with the sums that the record keeps of them."""
    r = REGION[region]
    for name, spaces in seats.items():
        for n in spaces:
            bit = 1 << (int(n) - 1)
            state.palaces[int(name[1:]), r] |= bit
            state.free[r] &= ~bit
    state.most[r] = max(int(mask).bit_count() for mask in state.palaces[:, r])


def refused(position, action: str) -> str:
    """The rule that forbids an action."""
    return words.why_not(position.seen_by(position.actor), action).rule


# -- questions ---------------------------------------------------------------------------------------------------------------


def test_the_choices_hold_every_legal_action_in_canonical_order():
    for position in decisions():
        asked = words.question(position.seen_by(position.actor))
        assert [choice.action for choice in asked.choices if choice.legal] == position.legal
        assert asked.text
        assert RULE.match(asked.rule)
        actions = [choice.action for choice in asked.choices]
        assert len(set(actions)) == len(actions)


def test_every_choice_has_a_label_and_every_refusal_its_rule():
    illegal = 0
    for position in decisions():
        for choice in words.question(position.seen_by(position.actor)).choices:
            assert choice.label
            if choice.refusal is not None:
                illegal += 1
                assert choice.refusal.text.endswith(".")
                assert RULE.match(choice.refusal.rule)
                assert choice.action not in position.legal
    assert illegal > 100


def test_who_is_not_asked_gets_no_choices():
    for position in decisions():
        for seat in (-1, *range(position.players)):
            if seat != position.actor:
                asked = words.question(position.seen_by(seat))
                assert asked.choices == []
                assert seat_name(position.actor) in asked.text


def test_a_question_points_at_the_map_where_a_piece_can_be_placed():
    position = table("red 2 green", palaces={"wei": [1]})
    assert words.question(position).text == "Place a piece on the map, or exchange a card."
    assert words.question(position.seen_by(2)).text == "Red is placing a piece or exchanging a card."
    position.play("palace wei 2 red")
    assert words.question(position).text == "Place a second piece in Wei, or finish."
    assert words.question(position.seen_by(2)).text == "Red may place a second piece in Wei."
    position.play("done")
    assert words.question(position.seen_by(2)).text == "Red is taking cards."
    late = table("red violet", pile="", run_out=2, row="", palaces={"wei": [1]})
    assert words.question(late).text == "Place a piece on the map."
    exchanging = table("red violet", palaces={"wei": [1]})
    exchanging.state.palaces_left[0] = exchanging.state.emissaries_left[0] = 0
    assert words.question(exchanging).text == "You can't place a piece: exchange a card."


def test_a_placement_goes_with_the_cards_that_pay_for_it():
    for position in decisions():
        for choice in words.question(position).choices:
            if choice.action.split()[0] in ("palace", "emissary", "fortress", "exchange"):
                assert choice.goes_with == (f"card {choice.action.split()[-1]}",)


def test_every_action_of_the_game_has_an_answer_to_why_not():
    samples = ["done", "pass", "take pile", "take red", "exchange violet", "row red"] + [
        action
        for region in ("chu", "wei", "lu")
        for of in ("violet", "green")
        for action in (f"palace {region} 1 {of}", f"fortress {region} 2 {of}", f"emissary {region} {of}")
    ]
    for position in decisions():
        for action in samples:
            if action not in position.legal:
                refusal = words.why_not(position.seen_by(position.actor), action)
                assert refusal.text.endswith(".")
                assert RULE.match(refusal.rule)


class TestRefusals:
    def test_one_piece_in_an_empty_region(self):
        position, state = ready()
        hold(state, 0, VIOLET, RED, RED)
        position.play("palace wei 1 red")
        assert refused(position, "palace wei 2 red") == "C3.2"
        assert refused(position, "palace shu 2 red") == "C3.1"
        assert refused(position, "exchange violet") == "C2"
        assert refused(position, "take pile") == "C6.1"

    def test_same_coloured_pairs_are_no_joker_and_one_other_pays_nothing(self):
        position, state = ready()
        hold(state, 0, VIOLET, RED, RED)
        assert refused(position, "palace yan 1 violet") == "C3.3"
        assert refused(position, "palace yan 1 green") == "C3.3"

    def test_emissaries_need_palaces_and_no_more_than_the_most(self):
        position, state = ready()
        hold(state, 0, ORANGE, ORANGE, GREEN)
        assert refused(position, "emissary zhao orange") == "C3.5"
        build(state, "zhao", s0="123", s1="45")
        state.emissaries[2, REGION["zhao"]] = state.guests[REGION["zhao"]] = 3
        text = words.why_not(position, "emissary zhao orange").text
        assert "at most 3 emissaries" in text

    def test_spaces_regions_and_supplies(self):
        position, state = ready()
        hold(state, 0, RED, RED, RED)
        build(state, "wei", s1="1")
        assert refused(position, "palace wei 1 red") == "C3.4"
        build(state, "shu", s2="123456")
        assert "Every palace space in Shu" in words.why_not(position, "palace shu 1 red").text
        state.palaces_left[0] = 0
        assert refused(position, "palace wei 2 red") == "C3.6"
        assert refused(position, "fortress wei 2 red") == "C8.1"

    def test_a_fortress_is_placed_alone(self):
        position, state = ready(fortresses=True)
        hold(state, 0, RED, RED, GREEN)
        state.fortresses[REGION["wei"]] = 0b10
        assert refused(position, "fortress wei 2 red") == "C8.1"

    def test_the_last_round_has_no_pile(self):
        late = [position for position in decisions() if position.state.run_out == 2 and "take pile" not in position.legal]
        picking = [position for position in late if position.legal[0].startswith("take")]
        assert picking
        for position in picking:
            assert refused(position, "take pile") == "C6.3"
            choices = {choice.action: choice for choice in words.question(position).choices}
            assert choices["take pile"].refusal is not None

    def test_what_is_over_is_over(self):
        *_, (_before, _action, _told, last) = plies(1, **TABLES[0])
        assert words.why_not(last, "done").rule == "C7"
        assert words.question(last).choices == []


def test_effects_say_the_price_and_what_fills_up():
    position, state = ready()
    hold(state, 0, RED, GREEN, GREEN)
    build(state, "wei", s0="123", s1="45", s2="6")
    build(state, "yan", s1="1")
    choices = {choice.action: choice for choice in words.question(position).choices}
    assert choices["palace wei 7 red"].effect == "a red card; the region is full: Red 7, Purple 4, Green 2"
    assert choices["palace wei 7 green"].effect.startswith("two green cards as a joker")
    assert choices["emissary wei red"].effect == "a red card; then 1 of 3 emissaries"
    assert choices["palace yan 2 green"].effect == "a green card"


# -- the chronicle -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_the_log_covers_every_ply_and_adds_up_to_the_scores(number):
    sums = [0] * TABLES[number]["players"]
    position = None
    for before, action, told, after in plies(100 + number, **TABLES[number]):
        lines = words.log(before.seen_by(-1), before.actor, after.seen_by(-1).moves[-1][1], told)
        assert lines or int(before.state.phase) in (DEAL, OPEN), f"nothing is said about {action!r}"
        for line in lines:
            assert line.text.endswith(".")
            assert line.rule == "" or RULE.match(line.rule)
            if line.points:
                assert line.seat is not None
                assert worth(line.sum) == line.points
                sums[line.seat] += line.points
        position = after
    assert position is not None
    assert sums == position.scores


def test_the_set_up_is_one_line():
    lines = []
    for before, _action, told, after in plies(5, **TABLES[1]):
        if before.actor != CHANCE:
            break
        lines += words.log(before, before.actor, after.moves[-1][1], told)
    assert [line.text for line in lines] == ["The game begins: Red takes the first turn."]
    assert [as_read_by(line, 0).text for line in lines] == ["The game begins: you take the first turn."]


def test_the_log_keeps_secrets():
    told_to_all, told_to_owner = 0, 0
    for before, action, told, after in chain(plies(5, **TABLES[1]), plies(6, **TABLES[1])):
        verb, *rest = action.split()
        if before.actor != CHANCE or verb in ("deal", "row") or after.over:
            continue
        owner = int(rest[0]) - 1
        for viewer in (-1, *range(after.players)):
            line = words.log(before.seen_by(viewer), before.actor, after.seen_by(viewer).moves[-1][1], told)[0]
            names_it = any(f" {of} card" in line.text for of in COLOURS)
            assert names_it == (viewer == owner)
            told_to_owner += names_it
            told_to_all += not names_it
    assert told_to_owner > 20
    assert told_to_all > 80


def test_a_turn_can_be_written_as_one_sentence():
    """The clauses of a turn's lines, the name before them: what each action was; the cards that fill the row are left out."""
    position = table("red 2 green", palaces={"wei": [1]}, pile="3 orange 3 violet")
    turn = ("palace wei 2 red", "emissary wei green", "take green", "take pile", "draw 1 violet", "take yellow", "row orange")
    lines = [line for action in turn for line in _last_lines(position, action)[1]]
    assert {line.seat for line in lines} == {0}
    assert [line.clause for line in lines] == [
        "builds a palace in Wei for a red card",
        "sends an emissary to Wei for two green cards as a joker",
        "takes a green card from the row",
        "",
        "draws a violet card",
        "takes a yellow card from the row",
        "",
    ]


@pytest.mark.parametrize("code", languages())
def test_the_log_shows_pieces_and_cards_as_pictures(code):
    """The words of each picture are in the sentence, in every language, so that it can take their place."""
    shown = set()
    with language(code):
        for before, action, events, _after in plies(1, players=4):
            for line in words.log(before, before.actor, action, events):
                pictures = dict(zip(line.shown.split("|"), line.icon.split("|"), strict=True)) if line.shown else {}
                found = [icon for said, icon in pictures.items() if re.search(rf"(?<!\w){said}(?!\w)", line.text)]
                shown |= {icon.partition("-")[0] for icon in found}
                if action.split()[0] in ("palace", "emissary") and line.rule in ("C3.4", "C3.5"):
                    assert len(found) == 2, line
                elif line.rule in ("C5.1", "C6.1") and pictures:
                    assert found, line
                assert all(drawing.icon(icon).startswith("<svg") for icon in pictures.values())
    assert shown >= {"palace", "emissary", "card", "alliance"}


@pytest.mark.rule("C6.3")
def test_cards_of_the_last_round_make_no_difference():
    """Whichever is taken, the same placements of the others lead to the same points."""
    seen = 0
    for before, _action, _events, _after in plies(2, players=3):
        choice = words.indifferent(before.seen_by(before.actor)) if before.actor != CHANCE and not before.over else ""
        last = before.actor != CHANCE and int(before.state.run_out) == 2 and all(a.startswith("take") for a in before.legal)
        assert bool(choice) == (last and len(before.legal) > 1)
        if choice:
            seen += 1
            assert choice in before.legal
            assert len({repr(final_scoring(before.copy().play(action).state)) for action in before.legal}) == 1
    assert seen


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_the_log_has_its_chapters_in_order(number):
    chapters = []
    for before, _action, told, after in plies(300 + number, **TABLES[number]):
        lines = words.log(before.seen_by(-1), before.actor, after.seen_by(-1).moves[-1][1], told)
        for line in lines:
            if not chapters or chapters[-1] != line.chapter:
                chapters.append(line.chapter)
            if line.clause is not None:
                assert line.seat is not None
                assert line.points == 0
            if line.points:
                assert line.source in ("Palaces", "Alliances", "Rows")
            else:
                assert line.source == ""
    rounds = len(chapters) - 2
    assert chapters == ["Set-up", *(f"Round {n + 1}" for n in range(rounds)), "Final scoring"]
    assert rounds > 10


def test_every_seat_has_its_row_of_facts():
    for position in decisions():
        for viewer in (-1, *range(position.players)):
            seen = position.seen_by(viewer)
            rows = [words.summary(seen, seat) for seat in range(position.players)]
            assert len({tuple(fact.icon for fact in row) for row in rows}) == 1
            for seat, row in enumerate(rows):
                assert [fact.figure for fact in row[:2]] == [
                    str(position.scores[seat]),
                    str(final_scoring(position.state).total(seat)),
                ]
                cards = [fact for fact in row if fact.icon.startswith("card-")]
                assert sum(int(fact.figure or 0) for fact in cards) == position.state.hand_size[seat]
                if viewer == seat:
                    assert cards[-1].figure == ""
                assert all(fact.label for fact in row)
                assert all(drawing.icon(fact.icon) for fact in row)


def test_every_thing_of_the_game_is_on_the_help_sheet():
    found = words.symbols()
    assert {"palace", "emissary", "fortress", "card-back", "crown", *(f"card-{of}" for of in COLOURS)} <= {
        symbol.icon for symbol in found
    }
    for symbol in found:
        assert symbol.name
        assert symbol.text.endswith(".")
        assert symbol.group
        assert RULE.match(symbol.rule)
        assert drawing.icon(symbol.icon)


@pytest.mark.rule("C4.1", "C4.2", "C8.2")
def test_a_region_is_described_with_its_sums():
    position, state = ready(fortresses=True)
    hold(state, 0, RED, GREEN, GREEN)
    build(state, "wei", s0="123", s1="45", s2="6")
    state.fortresses[REGION["wei"]] = 1 << 4
    *_, lines = _last_lines(position, "palace wei 7 red")
    points = [(line.seat, line.points, line.sum, line.rule) for line in lines if line.points]
    assert points == [
        (0, 7, "4 + 2 + 1 palaces", "C4.1"),
        (1, 8, "2 × 4 palaces of the first", "C8.2"),
        (2, 2, "2 palaces of the second", "C4.1"),
    ]
    assert lines[0].text == "Red builds a palace in Wei for a red card."
    assert lines[1].text == "Wei is full: its palaces are scored."


def test_points_are_logged_in_self_contained_sentences():
    position, state = ready(5, side="4-5", fortresses=True)
    hold(state, 0, VIOLET)
    build(state, "chu", s0="12", s1="345", s2="67", s3="")
    *_, lines = _last_lines(position, "palace chu 8 violet")
    assert [(line.text, line.sum) for line in lines if line.points] == [
        ("Red ties with Purple for the most palaces in Chu.", "3 + 3 + 2 palaces"),
        ("Purple ties with Red for the most palaces in Chu.", "3 + 3 + 2 palaces"),
        ("Green is second in Chu.", "3 palaces of the first"),
    ]
    told_at_ends = []
    for number, at in enumerate(TABLES):
        *_, (before, action, told, _after) = plies(100 + number, **at)
        told_at_ends += words.log(before, before.actor, action, told)
    alliances = [line.text for line in told_at_ends if line.points and line.rule == "C7.2"]
    roads = [line.text for line in told_at_ends if line.points and line.rule in ("C7.3", "C8.3")]
    assert alliances
    assert all(
        re.fullmatch(r"\w+ (leads|ties with .+ for the lead) in .+ and .+ \(alliance \d+\)\.", text) for text in alliances
    )
    assert roads
    assert all(re.fullmatch(r"\w+ has a row of \d+ palaces through .+\.", text) for text in roads)


def worth(sum_in_words: str) -> int:
    """The value of a sum, without its words."""
    return int(eval(re.sub(r"[^\d+*() ]", "", sum_in_words.replace("×", "*"))))


def _last_lines(position, action: str):
    from hanlin.core.jit.events import capture

    before = position.copy()
    with capture() as told:
        position.play(action)
    return before, words.log(before, before.actor, action, told)


# -- notes, panels, plain text ------------------------------------------------------------------------------------------------


def test_if_the_game_ended_now():
    position, state = ready()
    build(state, "wei", s0="1234", s1="56")
    build(state, "zhao", s2="1")
    build(state, "chin", s3="6")
    for seat, region, n in ((0, "wei", 1), (1, "wei", 1), (1, "zhao", 1)):
        state.emissaries[seat, REGION[region]] += n
        state.guests[REGION[region]] += n
    view = final_scoring(state)
    assert view.regions[REGION["wei"]] == (6, 4, 0, 0)
    assert [(pact.number, pact.seats, pact.points) for pact in view.pacts] == [(9, (1,), 3)]
    assert [(row.seat, row.points) for row in view.rows] == [(0, 4)]
    assert view.total(0) == 10
    assert view.total(1) == 7
    panel = next(panel for panel in words.panels(position) if panel.id == "final-scoring")
    rows = {row[0]: row[1:] for row in panel.rows}
    assert rows["Palaces in Wei"] == [6, 4, 0, 0]
    assert rows["Alliance 9: Zhao and Wei"] == [0, 3, 0, 0]
    assert rows["Row through Wei"] == [4, 0, 0, 0]
    assert rows["Total"] == [10, 7, 1, 1]


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_the_panel_foretells_the_final_scoring(number):
    """Of a game that ends with the last action of its last turn, the panel before it knows the end exactly."""
    *_, (before, action, _told, last) = plies(200 + number, **TABLES[number])
    view, after = final_scoring(before.state), final_scoring(last.state, True)
    assert [after.total(seat) for seat in range(last.players)] == last.scores
    if action.startswith("take"):
        assert [view.total(seat) for seat in range(last.players)] == last.scores
        assert list(after.points) == before.scores
    panel = next(panel for panel in words.panels(last) if panel.id == "final-scoring")
    assert panel.rows[-1][1:] == last.scores


def test_notes_and_panels_are_there_at_every_moment():
    for position in decisions():
        for viewer in (-1, position.actor):
            seen = position.seen_by(viewer)
            for seat in range(position.players):
                for note in words.notes(seen, seat):
                    assert note.text
                    assert note.tone in ("", "good", "warn")
                    assert note.rule == "" or RULE.match(note.rule)
            for panel in words.panels(seen):
                assert panel.rows
                assert {len(row) for row in panel.rows} == {len(panel.head)}


def test_the_cards_of_a_colour_add_up_for_every_viewer():
    for position in decisions():
        for viewer in (-1, *range(position.players)):
            panel = next(panel for panel in words.panels(position.seen_by(viewer)) if panel.id == "cards")
            for row in panel.rows:
                assert row[1] == sum(row[2:])


@pytest.mark.rule("C9.2")
def test_whose_map_it_is():
    shipped = next(panel for panel in words.panels(ready()[0]) if panel.id == "map")
    assert "not the same" in shipped.about
    own = next(panel for panel in words.panels(ready(map=bare_map())[0]) if panel.id == "map")
    assert "not the same" not in own.about
    assert "Hanlin’s own" in words.blurb()


def test_a_position_prints_itself_and_keeps_secrets():
    for position in decisions():
        text = str(position.seen_by(-1))
        assert text.startswith("China: ")
        for seat in range(position.players):
            assert f"{seat_name(seat)}: " in text
        assert "face down" in text or position.state.run_out == 2


def test_options_have_labels_help_and_values():
    for option in GAME.options:
        label, help_text = words.option(option.name)
        assert label
        assert help_text.endswith(".")
        for value in option.choices:
            assert words.option_value(option.name, value)
    assert words.title()


# -- Italian ------------------------------------------------------------------------------------------------------------------


def test_italian_speaks_the_rulebooks_italian():
    with language("it"):
        assert words.title() == "L’Imperatore della China"
        position, state = ready(fortresses=True)
        hold(state, 0, RED, GREEN, GREEN)
        build(state, "wei", s0="1")
        choices = {choice.action: choice for choice in words.question(position).choices}
        assert choices["palace wei 2 green"].effect == "due carte verdi come jolly"
        assert choices["emissary wei red"].label == "Emissario in Wei"
        assert choices["fortress wei 2 red"].label == "Fortezza in Wei, casella 2"
        assert words.why_not(position, "emissary yan green").text.startswith("Non puoi inviare un emissario in Yan")


def test_german_has_houses_in_china_and_palaces_in_the_dragon_game():
    with language("de"):
        position, state = ready(fortresses=True)
        hold(state, 0, RED, GREEN, GREEN)
        build(state, "wei", s0="1")
        choices = {choice.action: choice for choice in words.question(position).choices}
        assert choices["palace wei 2 green"].label == "Haus in Wei, Feld 2"
        assert choices["palace wei 2 green"].effect == "zwei grüne Karten als Joker"
        assert "Haus" in {symbol.name for symbol in words.symbols()}
        assert "Palast" in {symbol.name for symbol in games()["year_of_the_dragon"].words.symbols()}


@pytest.mark.parametrize("code", languages())
def test_every_language_fills_every_placeholder(code):
    with language(code):
        for position in decisions():
            asked = words.question(position)
            texts = [asked.text, *(choice.label + choice.effect + choice.group for choice in asked.choices)]
            texts += [note.text for seat in range(position.players) for note in words.notes(position, seat)]
            texts.append(words.describe(position))
            assert not any("{" in text for text in texts)
        for before, action, told, _after in plies(7, **TABLES[3]):
            for line in words.log(before, before.actor, action, told):
                assert "{" not in line.text


def test_the_map_has_the_regions_of_the_record():
    assert len(REGION) == REGIONS
    assert {int(of) for of in ready()[1].colour} == {VIOLET, YELLOW, ORANGE, GREEN, RED}
    assert MOST_SPACES == 8
