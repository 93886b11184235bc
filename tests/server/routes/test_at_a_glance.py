"""The table read at a glance: rows, names, the log, what happened since your turn, score sheets, help, the ceremony."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from hanlin.core.i18n import seat_names as seats_module
from hanlin.core.i18n.language import language
from hanlin.core.i18n.seat_names import called, seat_name, spoken
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import games
from hanlin.core.verbs.defaults import gives
from hanlin.core.verbs.presentation import LogLine
from hanlin.server.db import Seat
from hanlin.server.exceptions import Refused
from hanlin.server.tables import branching
from hanlin.server.tables.log import Moment, chapters, moments
from hanlin.server.tables.names import names_at
from hanlin.server.tables.service import Tables
from hanlin.server.views.ending import ending_of
from hanlin.server.views.players_html import chips, rows
from hanlin.server.views.score_sheet import points_by_source, score_table
from hanlin.server.views.since_last_turn import attributed
from hanlin.server.views.svg_diff import marked, news, parts
from hanlin.server.views.table_view import SPECTATOR, Perspective, name_of, panels, perspective_of, view_of
from helpers.people import OWNER, persons
from lanterns import GAME as LANTERNS

GAMES = {**games(), "lanterns": LANTERNS}
EVERY = [("year_of_the_dragon", 4), ("china", 4), ("forbidden_city", 3), ("lanterns", 3)]


@pytest.fixture
def tables(store):
    return Tables(store, GAMES)


def random_table(tables, name, players, seats=None):
    """A table of a game with persons, or with those seats."""
    seats = seats or [Seat(kind="person", name=f"Nora{seat}", owner=OWNER) for seat in range(players)]
    return tables.create(GAMES[name], seats, {}, {}, pause=0, seed="at a glance")


def play(tables, table, moves=10_000):
    """Play that many random moves, or until the game is over."""
    rng = seeded("at a glance")
    for _ in range(moves):
        if table.over:
            return table
        legal = table.position.legal
        tables.play(table, table.to_move, legal[below(rng, len(legal))], table.number)
    return table


class Text(HTMLParser):
    """The words of a page that people read, without those of scripts."""

    def __init__(self, page):
        super().__init__()
        self.words = ""
        self.feed(page)

    def handle_data(self, data):
        self.words += data


# -- names -----------------------------------------------------------------------------------------------------------------


def test_a_name_replaces_a_colour_only_where_declared():
    with called({0: "Ann"}):
        assert (seat_name(0), seat_name(1)) == ("Ann", "Purple")
        inside = spoken()
    assert seat_name(0) == "Red"
    assert inside != spoken()


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_a_player_with_a_name_is_called_by_it_everywhere(tables, monkeypatch, name, players):
    monkeypatch.setattr(seats_module, "colour_name", lambda seat: f"a colour {seat}")
    table = random_table(tables, name, players)
    while not table.over:
        play(tables, table, 9)
        for viewer in (SPECTATOR, 1):
            view = view_of(table, Perspective(viewer, tuple(range(players))))
            said = [line.text for _ply, lines in view.log for line in lines]
            said += [view.question.text, view.board] + [choice.label for choice in view.question.choices]
            said += [text for seat in view.seats for text in (seat.svg, *(note.text for note in seat.notes))]
            said += [
                str(cell) for panel in panels(table, view.perspective) for row in (panel.head, *panel.rows) for cell in row
            ]
            assert not [text for text in said if "a colour" in text]
    assert any("Nora0" in line.text for lines in table.log(None, table.ply) for line in lines)


def test_names_of_one_table_do_not_show_at_another(tables):
    named = random_table(tables, "china", 3)
    other = random_table(tables, "china", 3, [Seat(kind="person", owner=OWNER)] * 3)
    play(tables, named, 20)
    play(tables, other, 20)
    for table, there in ((named, True), (other, False), (named, True)):
        assert ("Nora" in view_of(table, Perspective(0, (0, 1, 2))).board) is there


def test_opponents_have_names_of_their_own_and_keep_them(tables):
    seats = [Seat(kind="person", name="Mei", owner=OWNER), *[Seat(kind="bot", bot="casual")] * 3]
    table = random_table(tables, "year_of_the_dragon", 4, seats)
    names = [name_of(table, seat) for seat in range(4)]
    assert len(set(names)) == 4
    assert not {"Red", "Purple", "Green", "Yellow"} & set(names)
    assert [name_of(Tables(tables.store, GAMES).open(table.row.id), seat) for seat in range(4)] == names


def test_a_question_to_somebody_else_says_who_decides(browser):
    browser.set_up(name0="Ann", seat1="bot:random", pause="2.0")
    browser.play("skip")
    assert re.search(r'id="question">.*?\w+ is looking at the lanterns', browser.page.text, re.DOTALL)
    assert "Purple is looking" not in browser.page.text


def test_the_set_up_offers_the_levels_and_seats_a_casual_opponent(browser):
    text = browser.open("/new/lanterns")
    for level in ("novice", "casual", "strong"):
        assert f'value="bot:{level}"' in text
    assert 'value="bot:casual" selected' in text
    assert 'value="bot:expert"' not in text, "nothing was learned of the lanterns"
    with language("it"):
        assert "principiante" in browser.client.get("/new/lanterns", headers={"accept-language": "it"}).text


# -- rows ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_every_seat_has_a_row_in_its_place(tables, app, client, name, players):
    table = random_table(tables, name, players)
    play(tables, table, 12)
    with language("en"):
        views = [view_of(table, Perspective(viewer, tuple(range(players)))) for viewer in range(players)]
    for view in views:
        assert [seat.seat for seat in view.seats] == list(range(players))
        offered = gives(table.game.words, "summary")
        assert all(bool(seat.facts) == offered for seat in view.seats)


def test_rows_are_in_the_order_of_seats_and_your_own_is_open(browser):
    browser.set_up(seat1="bot:random", pause="2.0")
    text = browser.page.text
    assert re.findall(r'<li class="player[^"]*" id="(player-\d)"', text) == ["player-0", "player-1"]
    assert 'id="own"' in text


# -- the log ---------------------------------------------------------------------------------------------------------------


RUIN = "Le palais 3 de Mauve tombe en ruine."


def test_a_sentence_with_another_subject_stays_whole():
    said = (
        LogLine("Mauve paie 3 yuans.", 1, clause="paie 3 yuans"),
        LogLine("Mauve renvoie un moine.", 1, clause="renvoie un moine"),
        LogLine(RUIN, 1, clause=RUIN),
        LogLine("Mauve passe.", 1, clause="passe"),
    )
    with language("fr"):
        assert Moment(0, 2, 1, said).text("Mauve") == f"Mauve paie 3 yuans et renvoie un moine. {RUIN} Mauve passe."


def card(of, forms):
    sentence = f"Ann takes {of} from the row."
    return LogLine(sentence, 0, clause=sentence[4:-1], several="takes {items} from the row", item=forms)


def test_a_repeated_action_is_logged_once():
    red = card("a red card", ("a red card", "two red cards"))
    green = card("a green card", ("a green card", "two green cards"))
    drawn = LogLine("Ann draws a card.", 0, clause="draws a card", several="draws {n} cards")
    with language("en"):
        assert Moment(0, 2, 0, (red, green, red)).text("Ann") == "Ann takes two red cards and a green card from the row."
        assert Moment(0, 2, 0, (green, drawn, drawn)).text("Ann") == "Ann takes a green card from the row and draws 2 cards."


def test_repeated_information_is_left_out():
    hired = LogLine("Ann hires a monk.", 0, clause="hires a monk")
    declined = LogLine("Ann plays a card but declines a monk.", 0, clause="plays a card but declines a monk", retells=True)
    assert Moment(0, 2, 0, (hired, declined)).text("Ann") == "Ann plays a card but declines a monk."


def line(text, seat=None, clause=None, chapter="", **more):
    return LogLine(text, seat, clause=clause, chapter=chapter, **more)


def test_what_a_seat_does_in_a_row_is_one_line():
    log = [
        [line("Month 1 begins.", chapter="Month 1")],
        [line("Ann hires a monk.", 0, "hires a monk", "Month 1")],
        [line("Ann lodges a monk.", 0, "lodges a monk", "Month 1"), line("Ann scores 2.", 0, "scores 2", "Month 1", points=2)],
        [line("Ben passes.", 1, "passes", "Month 1")],
        [line("Ben passes.", 1, "passes", "Month 2")],
    ]
    first, second = chapters(enumerate(map(tuple, log)))
    assert [(each.text("Ann" if each.seat == 0 else "Ben"), each.ply, each.after) for each in first.moments] == [
        ("Month 1 begins.", 0, 1),
        ("Ann hires a monk, lodges a monk and scores 2.", 1, 3),
        ("Ben passes.", 3, 4),
    ]
    assert first.moments[1].points == 2
    assert (first.title, second.title, first.folded, second.folded) == ("Month 1", "Month 2", True, False)


def test_lines_without_a_clause_are_separate():
    told = moments([(0, (line("Ann: light 1.", 0),)), (1, (line("Ann skips.", 0),))])
    assert [each.text("Ann") for each in told] == ["Ann: light 1.", "Ann skips."]


def test_the_set_up_is_folded_and_what_came_later_shows(browser):
    browser.set_up(seat1="bot:random", pause="2.0")
    browser.play("skip")
    text = browser.page.text
    assert re.search(r'<details id="chapter-0-folded"><summary><h3>Set-up', text)
    assert "Red skips." in Text(text).words


def test_the_newest_is_first_and_a_click_shows_the_moment(browser):
    browser.set_up(name0="Ann", name1="Ben", seat1="person")
    browser.open(f"/t/{browser.table}", **{"as": 0})
    browser.play("skip", **{"as": 1})
    browser.play("skip", seat=1, **{"as": 0})
    plies = [int(ply) for ply in re.findall(r'<li [^>]*data-key="log \d+".*?data-go="(\d+)"', browser.page.text)]
    assert plies == sorted(plies, reverse=True)
    text = browser.open(f"/t/{browser.table}", ply=plies[1], **{"as": 0})
    assert f'data-ply="{plies[1]}"' in text
    assert re.search(r'class="line later"', text)
    assert re.search(r'class="line here".*?Ann skips', text)
    assert re.search(r'class="question headline".*?Ann skips', text, re.DOTALL)


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_rules_are_in_tips_not_at_the_end_of_lines(tables, name, players):
    table = play(tables, random_table(tables, name, players), 30)
    view = view_of(table, Perspective(0, (0,)))
    for chapter in view.chapters:
        for moment in chapter.moments:
            assert not re.search(r"\b[YCF]\d+\.\d+\b", moment.text("Nora"))


# -- since your turn ------------------------------------------------------------------------------------------------------


def test_actions_of_others_since_are_listed_and_marked_in_colour(tables):
    table = random_table(tables, "china", 3)
    rng = seeded("since")
    while not (table.to_move == 0 and table.ply > 40):
        legal = table.position.legal
        tables.play(table, table.to_move, legal[below(rng, len(legal))], table.number)
    view = view_of(table, Perspective(0, (0,)))
    assert {moment.seat for moment in view.news.moments} == {1, 2}
    assert set(view.news.marks.values()) <= {("orchid", n) for n in range(9)} | {("bamboo", n) for n in range(9)}
    assert view.news.marks
    assert re.findall(r'data-since="(\w+)"', view.board)
    assert "data-since" not in view_of(table, Perspective(0, (0,)), at=table.ply - 3).board


def test_spectators_see_the_latest_turn_of_each_seat(tables):
    """They see it acted out as well, but never more of the game than they may."""
    table = random_table(tables, "china", 3)
    play(tables, table, 40)
    view = view_of(table, Perspective(SPECTATOR, ()))
    assert {moment.seat for moment in view.news.moments} == {0, 1, 2}
    assert max(moment.after for moment in view.news.moments) <= view.plies
    assert view.news.marks


def test_marks_stay_until_you_act(tables):
    table = random_table(tables, "china", 3)
    play(tables, table, 40)
    while table.to_move != 0:
        play(tables, table, 1)
    assert view_of(table, Perspective(0, (0,))).news.moments
    play(tables, table, 1)
    assert all(moment.ply >= table.ply - 3 for moment in view_of(table, Perspective(0, (0,))).news.moments)


def test_before_the_first_turn_all_since_the_beginning_counts(tables):
    table = random_table(tables, "china", 3)
    while table.to_move != 2:
        play(tables, table, 1)
    news = view_of(table, Perspective(2, (2,))).news
    assert [moment.seat for moment in news.moments] == [0, 1]
    assert {number for _flower, number in news.marks.values()} == {0, 1}
    assert news.moments[0].ply >= next(ply for ply, (actor, _text) in enumerate(table.position.moves) if actor >= 0)


def test_playing_on_begins_with_what_happened_before(tables):
    old = play(tables, random_table(tables, "china", 3))
    moves = old.position.moves
    ply = next(n for n in range(60, len(moves)) if moves[n][0] == 0 != moves[n - 1][0] and old.at(n).actor == 0)
    new = tables.play_on(old, ply, persons(3), OWNER)
    while new.to_move != 0:
        play(tables, new, 1)
    assert {moment.seat for moment in view_of(new, Perspective(0, (0,))).news.moments} == {1, 2}
    own = new.ply
    play(tables, new, 1)
    assert all(moment.ply > own for moment in view_of(new, Perspective(0, (0,))).news.moments)


def test_a_list_of_nothing_takes_no_room(browser):
    browser.set_up(name0="Ann", name1="Ben", seat1="person")
    assert 'id="since"' not in browser.open(f"/t/{browser.table}", **{"as": 0})
    browser.play("skip", **{"as": 1})
    shown = browser.open(f"/t/{browser.table}", **{"as": 1})
    assert re.search(r'id="since".*?data-news-item="0".*?<b>1</b>.*?Ann skips', shown, re.DOTALL)


def test_only_places_that_a_sentence_names_are_marked():
    picture = '<svg><g data-key="tile 1"><rect width="{}"/></g><g data-key="row"><rect width="{}"/></g></svg>'
    new = news(parts(picture.format(1, 1)), parts(picture.format(2, 2)))
    told = Moment(4, 5, 1, (LogLine("", 1, at="tile 1|tile 9"),))
    assert attributed([(0, told)], frozenset(new)) == {"tile 1": 0}
    silent = Moment(4, 5, 1, (LogLine("", 1),))
    assert attributed([(3, silent)], frozenset(new)) == {"tile 1": 3, "row": 3}


def test_parts_of_a_drawing_are_compared_by_their_names():
    picture = (
        '<svg><g transform="translate({x} 0)"><g data-key="tile 1"><rect width="{w}"/></g></g><g id="moon"><rect/></g></svg>'
    )
    before = parts(picture.format(x=0, w=1))
    assert news(before, parts(picture.format(x=0, w=1))) == set()
    assert news(before, parts(picture.format(x=5, w=1))) == {"tile 1"}
    assert news(before, parts(picture.format(x=0, w=2))) == {"tile 1"}
    assert 'data-since="plum" data-news="0" id="moon"' in "".join(marked((picture,), {"moon": ("plum", 0)}))


def test_what_is_drawn_only_where_it_is_referred_to_is_no_part():
    hole = '<clipPath id="hole"><g id="in"><rect x="{}"/></g></clipPath>'
    picture = f'<svg><defs><symbol id="sun"><g/></symbol></defs><g id="sky">{hole}</g></svg>'
    before, after = parts(picture.format(1)), parts(picture.format(2))
    assert list(before) == ["sky"]
    assert news(before, after) == {"sky"}


# -- points ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_the_score_table_adds_up_down_and_across(tables, name, players):
    table = play(tables, random_table(tables, name, players))
    place = perspective_of(table, OWNER)
    sources = points_by_source(table, place)
    for seat in range(players):
        sheet = score_table(table, place, seat)
        assert sheet.total == table.position.scores[seat] == sum(each.points[seat] for each in sources)
        assert sum(sheet.sums) == sum(points for _title, _cells, points in sheet.rows) == sheet.total
        for _title, cells, points in sheet.rows:
            assert points == sum(cell.points for cell in cells)
            assert all(cell.about for cell in cells if cell.points)


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_the_sources_lead_one_by_one_to_the_final_scores(tables, name, players):
    table = play(tables, random_table(tables, name, players))
    view = view_of(table, perspective_of(table, OWNER))
    ending = ending_of(view)
    scores = list(table.position.scores)
    assert {row.rank.seat: row.rank.score for row in ending.rows} == dict(enumerate(scores))
    for row in ending.rows:
        assert [portion.after for portion in row.portions][-1:] in ([row.rank.score], [])
        assert sum(portion.points for portion in row.portions) == row.rank.score
        assert all(portion.x + portion.width <= 100.01 for portion in row.portions)
    for pour in ending.pours:
        assert all(cell.about for cell in pour.cells if cell.points)
    assert [row.rank.place for row in ending.rows] == sorted(table.places)
    assert ending.winners == tuple(table.position.winners)


def test_the_end_names_the_winner_with_ranks_and_shares(browser):
    browser.set_up(name0="Ann", name1="Ben")
    for turn in range(6):
        browser.open(f"/t/{browser.table}", **{"as": turn % 2})
        browser.play(max(browser.actions) if turn else min(browser.actions), seat=turn % 2)
    text = browser.open(f"/t/{browser.table}")
    assert "finished" in re.search(r'<main id="table" class="([^"]*)"', text)[1]
    assert re.search(r"Ann wins with \d+ points?, \d+ ahead of Ben\.", Text(text).words)
    assert re.findall(r'<span class="rank">(\d)\.', text) == ["1", "2"]
    assert re.search(r'<rect class="share tone-0" x="0.00" width="99.00"', text)


# -- help ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(GAMES))
def test_each_game_has_a_sheet_of_its_symbols(tmp_path, name):
    from litestar.testing import TestClient

    from hanlin.server.asgi import make_app

    with TestClient(make_app(tmp_path, GAMES, worker=False)) as client:
        answer = client.get(f"/help/{name}")
        assert answer.status_code == 200
        for symbol in getattr(GAMES[name].words, "symbols", list)():
            assert symbol.name in Text(answer.text).words
        assert ('id="help-symbols"' in answer.text) is gives(GAMES[name].words, "symbols")
        assert f'href="/help/{name}"' in client.get(f"/new/{name}").text


# -- looking back ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players"), EVERY)
def test_a_finished_game_is_played_on_from_any_step(tables, name, players):
    table = play(tables, random_table(tables, name, players))
    for ply in (0, table.ply // 2):
        new = tables.play_on(table, ply, persons(players), OWNER)
        assert new.position.moves[:ply] == table.position.moves[:ply]
        assert new.origin == (table.row.id, ply)
        again = Tables(tables.store, GAMES).open(new.row.id)
        assert (again.position.moves, again.origin) == (new.position.moves, new.origin)
        play(tables, new)
        assert new.over


def test_computer_players_keep_their_names_when_one_plays_on(tables):
    """Also at the table after that one, and also the name of the seat that a person takes."""
    table = play(tables, random_table(tables, "lanterns", 4, [Seat(kind="bot", bot="random")] * 4))
    called = names_at(table.row)
    assert len(called) == 4
    for _time in range(2):
        table = tables.play_on(table, 1, branching.seats(table, OWNER, 2), OWNER)
        assert names_at(table.row) == called
        assert table.row.seats[2] == Seat(kind="person", name=called[2], owner=OWNER)
        play(tables, table)


def test_a_game_that_goes_on_gives_no_secrets_away(tables):
    table = random_table(tables, "lanterns", 2)
    with pytest.raises(Refused, match="once this game is over"):
        tables.play_on(table, 2, persons(2), OWNER)
    play(tables, table)
    with pytest.raises(Refused, match="over at this step"):
        tables.play_on(table, table.ply, persons(2), OWNER)


def test_playing_on_from_a_page(browser):
    browser.set_up(name0="Ann", seat1="person", name1="Ben")
    for turn in range(6):
        browser.play("skip", seat=turn % 2)
    old = browser.table
    text = browser.open(f"/t/{old}", ply=5)
    assert "Continue from here" in text
    page = browser.client.post(f"/t/{old}/from", data={"ply": "5", "seat": "0"})
    assert page.status_code == 200
    assert old not in str(page.url)
    assert {"Ann", "Ben"} <= set(re.findall(r"\w+", Text(page.text).words))
    assert re.search(r"From your game of \w+ \d+", Text(page.text).words)
    assert f'href="/t/{old}?ply=5"' in page.text
    odd = ("0" * 5000, "9" * 5000, "01", "+1", " 1", "1.0", "1_0", "٣", "²")
    steps, seats = [{"ply": word} for word in odd], [{"ply": "2", "seat": word} for word in (*odd, "0000000009")]
    for wrong in ({"ply": "99"}, {"ply": "x"}, {"ply": "2", "seat": "7"}, *steps, *seats):
        assert browser.client.post(f"/t/{old}/from", data=wrong).status_code == 422, wrong


# -- one screen for several ------------------------------------------------------------------------------------------------


def test_who_drew_sees_it_before_the_screen_is_passed_on(tables):
    table = random_table(tables, "lanterns", 2)
    legal = table.position.legal
    tables.play(table, 0, legal[0], table.number)
    place = perspective_of(table, OWNER, wanted=0)
    assert (place.viewer, place.curtain, place.last_look) == (0, 1, True)
    assert perspective_of(table, OWNER) == Perspective(SPECTATOR, (0, 1), curtain=1)
    view = view_of(table, place)
    assert not view.asked
    assert not view.seen.state.hands[1].any()
    assert view.undo is None
    tables.play(table, 1, "skip", table.number)
    assert not perspective_of(table, OWNER, wanted=1).last_look


def test_changing_the_pace_keeps_ones_seat(browser):
    browser.set_up(seat1="bot:random")
    browser.open(f"/t/{browser.table}", **{"as": 0})
    assert f"/t/{browser.table}/pause?as=0" in browser.page.text
    page = browser.client.post(f"/t/{browser.table}/pause", params={"as": 0}, data={"pause": "2.0"})
    assert "Pass the device" not in page.text
    assert 'data-seat="0"' in page.text


# -- "you" -----------------------------------------------------------------------------------------------------------------


def test_the_readers_own_seat_is_you(tables):
    table = random_table(tables, "china", 3)
    play(tables, table, 40)
    own, name = view_of(table, Perspective(0, (0,))), name_of(table, 0)
    strip, row = chips(own), rows(own, [], {}).text
    assert f'<span class="name" title="{name}">You</span>' in strip
    assert f'<span class="name" title="{name}">You</span>' in row
    assert ">You<" not in chips(view_of(table, Perspective(0, (0, 1)))), "two people share a screen"
    assert ">You<" not in chips(view_of(table, Perspective(SPECTATOR, ())))


def test_the_log_says_you_to_its_reader_only(tables):
    table = random_table(tables, "china", 3)
    play(tables, table, 40)

    def log_of(perspective):
        view = view_of(table, perspective)
        return [(moment.seat, moment.text(f"seat {moment.seat}")) for each in view.chapters for moment in each.moments]

    own = [(seat, text) for seat, text in log_of(Perspective(0, (0,))) if seat is not None]
    assert {seat for seat, _text in own} == {0, 1, 2}
    assert all(text.startswith("You " if seat == 0 else f"seat {seat} ") for seat, text in own)
    assert not [text for _seat, text in log_of(Perspective(SPECTATOR, ())) if "You " in text]
    assert not [text for _seat, text in log_of(Perspective(0, (0, 1, 2))) if "You " in text]
