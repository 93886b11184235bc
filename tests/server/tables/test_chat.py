"""Talk at the table, and those who look on: apart from the game, and a choice behind."""

import re
import threading

import pytest
from litestar.testing import TestClient

from hanlin.server.exceptions import TooMany
from hanlin.server.tables import chat as talking
from hanlin.server.tables.chat import REACTIONS, TABLE, WATCHERS, Chat
from helpers.programs import Program, problem


@pytest.fixture
def watcher(client):
    return Program(client, "Wu")


@pytest.fixture
def table(ann, ben):
    table = ann.set_up("me", "open")["id"]
    ben.post(f"/api/tables/{table}/join", {"seat": 1})
    return table


def say(program, table, text, **more):
    return program.post(f"/api/tables/{table}/chat", {"text": text, **more})


def heard(program, table):
    return [(each["name"], each["text"]) for each in program.get(f"/api/tables/{table}/chat").json()["messages"]]


def test_players_and_spectators_have_separate_chats(ann, ben, watcher, table):
    assert say(ann, table, " Hello,\n Ben ").status_code == 200
    say(watcher, table, "Who is ahead?")
    say(ben, table, REACTIONS[0], reaction=True)
    assert heard(ann, table) == heard(ben, table) == [("Ann", "Hello, Ben"), ("Ben", REACTIONS[0])]
    assert heard(watcher, table) == [("Wu", "Who is ahead?")]
    rooms = [program.get(f"/api/tables/{table}/chat").json()["room"] for program in (ann, ben, watcher)]
    assert rooms == ["table", "table", "watchers"]


def test_talk_is_no_part_of_the_game(ann, ben, table):
    before = ann.state(table)
    say(ann, table, "Hello")
    assert ann.state(table) == before
    assert ann.play(table, "skip", number=before["number"]).status_code == 200
    assert "Hello" not in ben.get(f"/api/tables/{table}/record").text


def test_what_can_not_be_said_is_refused(ann, table, client):
    problem(say(ann, table, ""), 400)
    problem(say(ann, table, " \n "), 422, "at most 300")
    problem(say(ann, table, "x" * 301), 400)
    problem(say(ann, table, "hmm", reaction=True), 422, "one of these")
    problem(say(Program(client), table, "Hello"), 401)


def test_what_is_said_is_text_on_the_page(ann, table, browser, client):
    say(ann, table, "<script>alert(1)</script>")
    page = client.get(f"/t/{table}", headers=ann.headers).text
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert(1)" not in page


def test_the_page_knows_whose_each_message_is(ann, ben, table):
    """So that it can count what is unread, and show it where its speaker sits."""
    say(ann, table, "Hello")
    say(ben, table, "Welcome")
    page = ben.get(f"/t/{table}").text
    assert re.findall(r'data-message="(\d)"( data-mine)? data-seat="(\d)"', page) == [("0", "", "0"), ("1", " data-mine", "1")]
    assert page.count("data-unread hidden") == 2
    ben.post(f"/api/tables/{table}/mute", {"message": 0})
    assert re.findall(r'data-message="(\d)"', ben.get(f"/t/{table}").text) == ["1"]


def test_muted_messages_are_hidden_until_requested(ann, ben, table):
    say(ann, table, "One")
    say(ben, table, "Two")
    assert ben.get(f"/api/tables/{table}/chat").json()["heard"] == [{"name": "Ann", "message": 0}]
    assert "Mute Ann" in ben.get(f"/t/{table}").text
    there = ben.post(f"/api/tables/{table}/mute", {"message": 0}).json()
    assert there["heard"] == []
    assert [each["text"] for each in there["messages"]] == ["Two"]
    assert there["muted"] == [{"name": "Ann", "message": 0}]
    assert heard(ann, table) == [("Ann", "One"), ("Ben", "Two")]
    ben.post(f"/api/tables/{table}/mute", {"message": 0, "muted": False})
    assert len(heard(ben, table)) == 2
    problem(ben.post(f"/api/tables/{table}/mute", {"message": 1}), 422)
    problem(ben.post(f"/api/tables/{table}/mute", {"message": 9}), 422)


def test_nobody_mutes_into_the_other_room(ann, watcher, table):
    """The number of a message reveals nothing about a chat that one is not in."""
    say(ann, table, "One")
    problem(watcher.post(f"/api/tables/{table}/mute", {"message": 0}), 422)


def test_the_host_turns_talk_off_and_on(ann, ben, table):
    problem(ben.post(f"/api/tables/{table}/talk", {"on": False}), 403)
    assert ann.post(f"/api/tables/{table}/talk", {"on": False}).json()["on"] is False
    problem(say(ben, table, "Hello"), 422, "turned off chat")
    ann.post(f"/api/tables/{table}/talk", {"on": True})
    assert say(ben, table, "Hello").status_code == 200


def test_a_table_is_set_up_without_talk(ann, table):
    quiet = ann.set_up("me", "open", chat=False)["id"]
    problem(say(ann, quiet, "Hello"), 422, "turned off chat")


def test_the_form_sets_up_a_table_without_talk(browser, app):
    browser.set_up(seat1="bot:random", silent="on")
    assert not app.state.services.tables.open(browser.table).row.chat
    browser.page = browser.client.post("/quick/lanterns")
    assert not app.state.services.tables.open(str(browser.page.url).rsplit("/", 1)[1]).row.chat, "as last time"
    browser.set_up(seat1="bot:random")
    assert app.state.services.tables.open(browser.table).row.chat


def test_news_of_talk_reach_the_room_alone(ann, watcher, table, client):
    with (
        client.websocket_connect(f"/news?table={table}", headers=ann.headers) as at_table,
        client.websocket_connect(f"/news?table={table}", headers=watcher.headers) as looking_on,
    ):
        at_table.receive_json(), looking_on.receive_json()
        say(ann, table, "One")
        assert at_table.receive_json() == {"table": table, "chat": 0}
        say(watcher, table, "Two")
        assert looking_on.receive_json() == {"table": table, "chat": 1}


def test_a_page_is_told_what_was_said_before_it_was_connected(ann, watcher, table, client):
    """It names the first message that it lacks; of those that it has, and of other chats, it hears nothing."""
    say(ann, table, "One"), say(watcher, table, "Two")
    with (
        client.websocket_connect(f"/news?table={table}&said=0", headers=ann.headers) as late,
        client.websocket_connect(f"/news?table={table}&said=1", headers=ann.headers) as early,
    ):
        assert {"table": table, "chat": 0} in [late.receive_json(), late.receive_json()]
        assert "chat" not in early.receive_json()
        say(ann, table, "Three")
        assert early.receive_json() == {"table": table, "chat": 2}


def test_simultaneous_messages_are_all_delivered(tables, table_of_two):
    talk, together = Chat(tables), threading.Barrier(8)

    def speak(n):
        together.wait()
        talk.post(table_of_two, table_of_two.row.host, "P", f"message {n}")

    threads = [threading.Thread(target=speak, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    said = talk.state(table_of_two, table_of_two.row.host).messages
    assert [each.number for each in said] == list(range(8))
    assert {each.text for each in said} == {f"message {n}" for n in range(8)}


@pytest.fixture
def table_of_two(tables):
    from helpers.people import OWNER, persons
    from lanterns import GAME

    return tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret", host=OWNER)


def test_the_chat_of_a_private_table_is_private(ann, watcher):
    table = ann.set_up("me", "bot:random", watching=False)["id"]
    problem(watcher.get(f"/api/tables/{table}/chat"), 403)
    problem(say(watcher, table, "Hello"), 403)


# -- looking on ---------------------------------------------------------------------------------------------------------


def test_spectators_are_one_choice_behind(ann, ben, watcher, table):
    """State, record and page: what a seat did last comes to those who look on with the next choice."""
    first = watcher.state(table)
    ann.play(table, "skip")
    behind = watcher.state(table)
    assert (behind["moves"], behind["actor"]) == (first["moves"], 0)
    assert "skip" not in watcher.get(f"/api/tables/{table}/record").text
    assert ben.state(table)["moves"][-1] == [0, "skip"]
    page = watcher.get(f"/t/{table}").text
    assert f'data-plies="{len(first["moves"])}"' in page
    ben.play(table, "skip")
    behind = watcher.state(table)
    assert (behind["moves"][-1], behind["actor"]) == ([0, "skip"], 1)


def test_spectators_see_a_finished_game_whole(ann, ben, watcher, table):
    for n in range(6):
        (ann, ben)[n % 2].play(table, "skip")
    assert watcher.state(table)["moves"] == ann.state(table)["moves"]


def test_a_player_sees_no_more_as_a_spectator(ann, ben, table, app, client):
    """The same person without the key of the seat sees the public game, a choice behind."""
    ann.play(table, "skip")
    stranger = TestClient(app)
    stranger.blocking_portal = client.blocking_portal
    there = stranger.get(f"/api/tables/{table}").json()
    assert there["seat"] == -1
    assert [text for _actor, text in there["moves"] if "draw" in text and not text.endswith("?")] == []


class Clock:
    """A clock that is advanced by the test."""

    def __init__(self):
        self.time = 1_000_000.0

    def __call__(self):
        return self.time


@pytest.fixture
def clock(tables):
    tables.clock = Clock()
    return tables.clock


def test_who_says_very_much_waits_and_the_others_talk_on(tables, table_of_two, clock):
    talk, host = Chat(tables), table_of_two.row.host
    for n in range(talking.OF_PERSON):
        talk.post(table_of_two, "loud", "Loud", f"message {n}")
    with pytest.raises(TooMany) as refused:
        talk.post(table_of_two, "loud", "Loud", "one more")
    assert refused.value.seconds == 60
    talk.post(table_of_two, "quiet", "Quiet", "Hello")
    talk.post(table_of_two, host, "P", "Hello")
    clock.time += 60
    talk.post(table_of_two, "loud", "Loud", "one more")
    assert talk.state(table_of_two, "quiet").messages[-1].text == "one more"


def test_many_spectators_fill_their_chat_for_a_while_only(tables, table_of_two, clock):
    talk, host = Chat(tables), table_of_two.row.host
    for n in range(talking.OF_CHANNEL):
        talk.post(table_of_two, f"guest {n}", "Guest", "Hello")
    with pytest.raises(TooMany):
        talk.post(table_of_two, "another guest", "Guest", "Hello")
    talk.post(table_of_two, host, "P", "Who plays talks on")
    clock.time += 61
    talk.post(table_of_two, "another guest", "Guest", "Hello")


def test_old_messages_go_and_the_last_ones_stay_in_order(tables, table_of_two, clock, store):
    talk, host, kept = Chat(tables), table_of_two.row.host, talking.STORED
    talk.post(table_of_two, host, "P", "the first")
    for n in range(kept + 50):
        clock.time += 10
        talk.post(table_of_two, "watcher", "W", f"message {n}")
        shown = [each.text for each in talk.state(table_of_two, "another").messages]
        assert shown == [f"message {k}" for k in range(max(0, n + 1 - talking.SHOWN), n + 1)]
    numbers = [each.number for each in store.messages(table_of_two.row.id, WATCHERS, 10 * kept)]
    assert numbers == list(range(51, kept + 51))
    assert [each.text for each in store.messages(table_of_two.row.id, TABLE, kept)] == ["the first"]


def test_a_talkative_program_gets_a_retry_time(ann, watcher, table, monkeypatch):
    monkeypatch.setattr(talking, "OF_PERSON", 1)
    assert say(watcher, table, "Hello").status_code == 200
    refused = say(watcher, table, "Hello again")
    problem(refused, 429, "try again in")
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert say(ann, table, "Hello").status_code == 200
