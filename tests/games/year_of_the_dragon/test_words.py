"""The words: every legal action is a choice, every illegal one has its rule, the log adds up."""

from __future__ import annotations

import re

import pytest

from hanlin.core.i18n.language import language, languages
from hanlin.core.jit.events import capture
from hanlin.core.verbs import generic
from hanlin.core.verbs.log_sentences import as_read_by, is_whole
from hanlin.games.year_of_the_dragon import GAME, drawing, words
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon import state as st
from helpers.long import LONG
from year_of_the_dragon.faces_games import TABLES, decisions, plies
from year_of_the_dragon.scenes import court, table

RULE = re.compile(r"Y\d+(\.\d+)?$")


def test_every_kind_of_decision_is_looked_at():
    steps = {int(position.state.step) for position in decisions()}
    assert steps == {
        st.PICK, st.ACT, st.FLOOR_TO, st.HIRE, st.PLACE, st.RELEASE, st.RAZE, st.EVICT, st.GIVE, st.DROP, st.WELCOME, st.CONCEDE
    }  # fmt: skip


def test_the_choices_hold_every_legal_action_in_canonical_order():
    for position in decisions():
        asked = words.question(position.seen_by(position.actor))
        assert [choice.action for choice in asked.choices if choice.legal] == position.legal
        assert asked.text
        assert RULE.match(asked.rule)
        actions = [choice.action for choice in asked.choices]
        assert len(set(actions)) == len(actions)


def test_every_choice_has_a_label_and_every_refusal_its_rule():
    for position in decisions():
        for choice in words.question(position).choices:
            assert choice.label
            if choice.refusal is not None:
                assert choice.refusal.text.endswith(".")
                assert RULE.match(choice.refusal.rule)
                assert choice.action not in position.legal


def test_illegal_choices_are_shown():
    verbs = {
        choice.action.split()[0] for position in decisions() for choice in words.question(position).choices if not choice.legal
    }
    assert {"pick", "act", "floor", "hire", "house", "decline", "release", "give", "welcome", "concede"} <= verbs


def test_who_is_not_asked_gets_no_choices():
    for position in decisions()[:12]:
        for seat in (-1, *range(position.players)):
            if seat != position.actor:
                asked = words.question(position.seen_by(seat))
                assert asked.choices == []
                assert words.seat_name(position.actor) in asked.text


def test_any_action_of_the_game_has_an_answer_to_why_not():
    samples = [
        "pick farmer scholar", "act 1 taxes", "act 5 privilege large", "act 2 build-wall rice", "pass", "floor 1", "floor 9",
        "floor new", "hire monk-old", "hire monk-old wild", "spend farmer", "spend wild", "house 1", "house 7",
        "replace 1 monk-young", "decline", "release 1 monk-young", "release 8 monk-old", "raze 1", "give rice", "drop monk",
        "drop wild", "welcome monk-old", "welcome farmer-young", "concede healer",
    ]  # fmt: skip
    for position in decisions():
        for action in samples:
            if action not in position.legal:
                refusal = words.why_not(position, action)
                assert refusal.text
                assert RULE.match(refusal.rule)


def deal(position, groups):
    """Chance deals these groups."""
    generic.play(position.state, GAME.parse(position.state, f"deal {groups}"))
    position._legal = None
    return position


class TestRefusals:
    def test_an_occupied_group_costs_three_yuan(self):
        position = deal(table(players=2), "taxes build harvest research|fireworks-show military-parade privilege")
        position.state.yuan[:] = 2
        position.play("act 2 fireworks-show")
        refusal = words.why_not(position, "act 2 fireworks-show")
        assert "3 yuan" in refusal.text
        assert refusal.rule == "Y3.3"

    def test_a_privilege_that_is_too_expensive(self):
        position = deal(table(players=2), "taxes build harvest research|fireworks-show military-parade privilege")
        position.state.yuan[:] = 6
        refusal = words.why_not(position, "act 2 privilege large")
        assert "7" in refusal.text
        assert refusal.rule == "Y3.11"
        choices = {choice.action: choice for choice in words.question(position).choices}
        assert choices["act 2 privilege small"].legal
        assert choices["act 2 privilege large"].refusal == refusal

    def test_a_wall_without_tiles(self):
        groups = "taxes build harvest research|fireworks-show military-parade privilege build-wall"
        position = deal(table(players=2, great_wall=True), groups)
        position.state.benefits[:] = 0
        assert words.why_not(position, "act 2 build-wall rice").rule == "Y8.2"

    def test_effects_say_what_a_card_brings(self):
        position = deal(table(players=2), "taxes build harvest research|fireworks-show military-parade privilege")
        first = position.actor
        court(position, first, (2, "tax-collector", "scholar-old"))
        choices = {choice.action: choice for choice in words.question(position).choices}
        assert choices["act 1 taxes"].effect == "+5 yuan"
        assert choices["act 1 research"].effect == "+4 points"
        assert choices["act 1 build"].effect == "+1 floor"


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_the_log_covers_every_ply_and_adds_up_to_the_scores(number):
    position = None
    sums = [0] * TABLES[number]["players"]
    for before, action, told, after in plies(100 + number, **TABLES[number]):
        lines = words.log(before.seen_by(-1), before.actor, action, told)
        assert lines or before.state.month == 0 or action.startswith("deal "), f"nothing is said about {action!r}"
        for line in lines:
            assert line.text.endswith((".", "!"))
            assert line.rule == "" or RULE.match(line.rule)
            if line.points:
                assert line.sum
                assert line.seat is not None
                sums[line.seat] += line.points
        position = after
    assert position is not None
    assert sums == position.scores


def test_the_set_up_is_a_line_for_the_year_and_one_for_each_seat():
    moments_of, seats = [], TABLES[0]["players"]
    for before, action, told, _after in plies(100, **TABLES[0]):
        if before.state.month:
            break
        moments_of += words.log(before, before.actor, action, told)
    chance = [line.text for line in moments_of if line.seat is None and line.chapter == "Set-up"]
    assert len(chance) <= 2
    assert re.fullmatch(r"The events from month 3 on: (.+, ){8}.+ and .+\.", chance[0])
    opened = [line for line in moments_of if line.seat is not None]
    assert len(opened) == seats
    assert all(re.fullmatch(r"opens with an? .+ and an? .+", line.clause) for line in opened)
    assert all(as_read_by(line, line.seat).text.startswith("You open with a") for line in opened)


def test_sums_say_how_points_come_about():
    """Each sum is a calculation or a count whose words are left out here; only the festival names a place."""
    for number in range(len(TABLES)):
        for before, action, told, _after in plies(300 + number, **TABLES[number]):
            for line in words.log(before, before.actor, action, told):
                if line.points and "fireworks" not in line.sum:
                    value = eval(re.sub(r"[^\d×+÷]", "", line.sum).replace("×", "*").replace("÷", "//"))
                    assert value == line.points
                    assert re.search(r"[a-z]", line.sum) or line.sum == "1", "a sum says what it counts"


def test_a_sum_that_is_rounded_says_so():
    lines = [line for seed in range(3) for _, _, told, _ in plies(seed, **TABLES[0]) for line in end_lines(told)]
    assert any("rounded down" in line.sum for line in lines)
    for line in lines:
        yuan = int(line.sum.split()[0])
        assert ("rounded down" in line.sum) == (yuan % 3 > 0)


def end_lines(told):
    position = table(players=2)
    return [
        line
        for entry in told
        if entry.what == p.LOG_SCORES and entry.b == p.FOR_YUAN_AT_END
        for line in words.log(position, 0, "pass", [entry])
    ]


@pytest.mark.parametrize("code", languages())
def test_nothing_is_said_of_one_thing_as_of_many(code):
    """No "1 tiles", no "0 fireworks" where nothing is sold."""
    with language(code):
        for number in range(3):
            for before, action, told, _after in plies(40 + number, **TABLES[number]):
                for line in words.log(before, before.actor, action, told):
                    for said in (line.text, line.sum):
                        assert not re.search(r"\b1 (\w+ )?(tiles|fireworks|points|floors|persons|spaces|palaces)\b", said)
                        assert not re.search(r"\b1 (tessere|fuochi|punti|piani|persone|spazi|palazzi)\b", said)
                        assert not re.search(r"\b1 (tuiles|feux|points|étages|personnages|cases|yuans|sacs)\b", said)
                        assert not re.search(
                            r"\b1 (fiches|vuurpijlen|punten|verdiepingen|personen|velden|paleizen|zakken|rijstzakken)\b", said
                        )
                    assert not re.search(r"(sells|vende|vend|verkoopt).*\b0 ", line.text)


@pytest.mark.rule("Y8.4")
def test_the_last_look_at_the_wall_cites_its_own_rule():
    rules = []
    for before, action, told, _after in plies(2, **TABLES[2]):
        for line in words.log(before, before.actor, action, told):
            if line.text.startswith("The wall "):
                rules.append((int(before.state.month), line.rule))
    assert rules[-1] == (12, "Y8.4")
    assert {rule for _month, rule in rules[:-1]} == {"Y8.3"}


@pytest.mark.parametrize("code", languages())
def test_lines_have_chapters_sources_and_clauses(code):
    """A line about a seat says the same without its name, so that a turn is one line; points say where they come from."""
    with language(code):
        for number in range(len(TABLES)):
            chapters = []
            for before, action, told, _after in plies(500 + number, **TABLES[number]):
                for line in words.log(before, before.actor, action, told):
                    if line.chapter not in chapters[-1:]:
                        chapters.append(line.chapter)
                    assert (line.clause is None) == (line.seat is None)
                    assert "{" not in (line.clause or "")
                    assert (line.clause or "").endswith(".") == is_whole(line)
                    assert bool(line.points) == bool(line.source)
            assert len(chapters) == 14, "the set-up, twelve months and the end"
            assert len(set(chapters)) == 14


def test_a_turn_reads_as_one_line():
    position = deal(table(players=2), "taxes build harvest research|fireworks-show military-parade privilege")
    said = []
    for action in ("act 1 build", "floor new"):
        before = position.copy()
        with capture() as told:
            position.play(action)
        said += [line.clause for line in words.log(before, before.actor, action, told) if line.seat == before.actor]
    assert [clause for clause in said if clause] == ["chooses Build", "starts a new palace"]


def test_lines_have_pictures_of_what_they_name():
    """A line names its pictures in the order of the text, has no coordinates, and says which parts of the table it is about."""
    kinds, keys = set(), set()
    for number in range(len(TABLES)):
        for before, action, told, _after in plies(700 + number, **TABLES[number]):
            for line in words.log(before, before.actor, action, told):
                rest = line.text
                for name, shown in zip(line.icon.split("|"), line.shown.split("|"), strict=True) if line.shown else ():
                    assert drawing.icon(name).startswith("<svg")
                    assert "<text" not in drawing.icon(name), "the words are the same to those who read no pictures"
                    assert shown in rest, (shown, line.text)
                    rest = rest.partition(shown)[2]
                    kinds.add(name.split()[0])
                keys.update(key.split()[0] for key in line.at.split("|") if key)
    assert kinds >= {"log-person", "log-event", "log-card", "log-hand", "log-wall", "log-palace", "coin", "sack", "privilege"}
    assert keys == {"card", "dragon", "goods", "marker", "month", "palace", "person", "wall"}


def test_the_row_of_a_seat_has_the_same_facts_for_every_seat():
    for position in decisions():
        rows = [words.summary(position, seat) for seat in range(position.players)]
        kinds = [[fact.icon for fact in row] for row in rows]
        assert all(row == kinds[0] for row in kinds[1:])
        assert [row[0].figure for row in rows] == [str(points) for points in position.scores]
        for fact in (fact for row in rows for fact in row):
            assert drawing.icon(fact.icon)
            assert fact.label
            assert len(fact.figure) <= 6


def test_the_row_says_what_the_coming_event_costs():
    position = table(players=2, event="drought")
    court(position, 0, (2, "farmer-young"), (1, "monk-old"), (1,))
    position.state.rice[0] = 1
    threat, palaces = (next(fact for fact in words.summary(position, 0) if fact.icon == name) for name in ("drought", "palace"))
    assert (threat.figure, threat.tone, threat.label) == (
        "−1",
        "warn",
        "Month 3: Drought, 1 person leaves; 1 rice more would avert it",
    )
    assert (palaces.figure, palaces.label) == ("3 + 2", "3 palaces, 2 free places")


def test_the_help_sheet_explains_every_thing():
    found = words.symbols()
    names = [symbol.name for symbol in found]
    assert len(found) == 8 + p.KINDS + 1 + p.CARDS + p.EVENTS + p.SUPER_EVENTS + p.BENEFITS
    assert {"Old monk", "Wild card", "Taxes", "Drought", "Tornado", "3 spaces"} <= set(names)
    for symbol in found:
        assert drawing.icon(symbol.icon), symbol.icon
        assert symbol.text.endswith(".")
        assert RULE.match(symbol.rule)


@pytest.mark.usefixtures("one_playout")
def test_notes_and_panels_are_there_at_every_moment():
    for position in decisions():
        for seat in range(position.players):
            for note in words.notes(position, seat):
                assert note.text
                assert note.tone in ("", "good", "warn")
                assert note.rule == "" or RULE.match(note.rule)
    # A panel plays a game to its end. The positions come by kind, six of each: two of them are looked at in the short form.
    for position in decisions()[:: 1 if LONG else 3]:
        for panel in words.panels(position):
            assert panel.rows
            assert {len(row) for row in panel.rows} == {len(panel.head)}


class TestNotes:
    def test_drought_says_who_will_starve(self):
        position = table(players=2, event="drought")
        court(position, 0, (2, "farmer-young"), (1, "monk-old"), (1,))
        position.state.rice[0] = 1
        texts = [note for note in words.notes(position, 0) if note.tone == "warn"]
        danger = "Month 3: Drought, 1 person leaves; 1 rice more would avert it"
        assert [note.text for note in texts][:2] == [danger, "1 empty palace loses a floor"]
        assert texts[0].rule == "Y5.3"

    def test_contagion_says_who_will_fall_ill(self):
        position = table(players=2, event="contagion")
        court(position, 0, (3, "healer-old", "farmer-old", "monk-old"))
        assert words.notes(position, 0)[0].text == "Month 3: Contagion, 1 person leaves; 1 mortar more would avert it"

    def test_rice_for_an_earlier_drought_is_gone(self):
        position = table(players=2, event="drought")
        position.state.events[3] = p.DROUGHT
        court(position, 0, (2, "farmer-young"), (1, "monk-old"))
        position.state.rice[0] = 3
        texts = [note.text for note in words.notes(position, 0)]
        assert texts[0] == "Drought: 2 of 2, nobody leaves"
        assert "Month 4: Drought, 1 person leaves; 1 rice more would avert it" in texts

    def test_helmets_that_avert_an_invasion(self):
        position = table(players=3, event="mongol-invasion")
        court(position, 0, (2, "warrior-young"))
        court(position, 1, (2, "warrior-old", "warrior-young"))
        court(position, 2, (2, "warrior-old", "warrior-old"))
        danger = "Month 3: Mongol invasion, 1 person leaves; 3 helmets more would avert it (1 point)"
        assert words.notes(position, 0)[0].text == danger
        assert words.notes(position, 1)[0].tone == "good"

    def test_a_tribute_that_can_be_paid(self):
        position = table(players=2, event="imperial-tribute")
        assert words.notes(position, 0)[0].tone == "good"

    def test_two_months_ahead(self):
        position = table(players=2, month=3, event="peace")
        texts = [note.text for note in words.notes(position, 0)]
        assert texts[-2].startswith("Month 4:")
        assert texts[-1].startswith("Month 5:")


def test_a_position_prints_itself():
    for position in decisions()[:10]:
        text = str(position)
        assert "In the Year of the Dragon" in text
        for seat in range(position.players):
            assert f"{words.seat_name(seat)}: " in text


def test_options_have_labels_help_and_values():
    for option in GAME.options:
        label, help_text = words.option(option.name)
        assert label
        assert help_text.endswith(".")
        for value in option.choices:
            assert words.option_value(option.name, value)
    for name in p.SUPER_EVENT_NAMES:
        assert words.option_value("super_event", name).endswith(".")
    assert words.title()
    assert words.blurb()


def test_italian_speaks_italian():
    with language("it"):
        assert words.title() != "In the Year of the Dragon"
        assert words.option_value("super_event", "flood").startswith("Alluvione")
        for position in decisions():
            asked = words.question(position)
            assert "{" not in asked.text
            for choice in asked.choices:
                assert "{" not in choice.label + choice.effect + choice.group
        for before, action, told, _after in plies(7, **TABLES[1]):
            for line in words.log(before, before.actor, action, told):
                assert "{" not in line.text
