"""``hanlin.client``: programs that sit at tables of a true server."""

import random
import secrets
import threading
from importlib.resources import files

import httpx
import pytest
from argon2 import PasswordHasher
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.frames import Close
from websockets.http11 import Response

import hanlin
from hanlin.client import Client, Late, Refusal, _one_move, play
from hanlin.contract import Live
from hanlin.core.errors import HanlinError
from hanlin.core.position.game import games
from hanlin.core.position.record import read_record
from hanlin.server.accounts import passwords
from helpers.serving import served
from lanterns import GAME


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    with served(tmp_path_factory.mktemp("data"), {"lanterns": GAME, **games()}) as url:
        yield url


def at_random(seen, seconds, seed):
    return random.Random(seed).choice(seen.legal)


def test_two_programs_play_a_whole_game(url):
    with Client.guest(url, "Ann") as ann:
        place = ann.create("year_of_the_dragon", seats=["me", "open"])
        last = []
        ben = threading.Thread(target=lambda: last.append(play(place.link, "", at_random, name="Ben")))
        ben.start()
        seen_by_ann = play(place.link, ann.token, at_random)
        ben.join()
        assert seen_by_ann.state == "over"
        assert [seat.name for seat in last[0].seats] == ["Ann", "Ben"]
        record = read_record(ann.record(place.id))
        assert record.end.scores == seen_by_ann.scores == last[0].scores


@pytest.mark.parametrize("name", ["china", "forbidden_city"])
def test_a_program_sees_what_its_seat_may_see(url, name):
    """The position that comes over the line is the seat's view: it can be thought about, drawn, and never played on."""
    with Client.guest(url, "Ann") as ann:
        place = ann.create(name, seats=["me", "person", "person"])
        for _ in range(12):
            state = ann.state(place.id)
            state = ann.state(place.id, state.actor)
            seen = ann.seen(place.id, state.seat)
            assert (seen.seat, seen.legal, seen.scores) == (state.seat, state.legal, state.scores)
            assert [tuple(move) for move in state.moves] == seen.moves
            assert "<svg" in seen.svg()
            with pytest.raises(HanlinError):
                seen.play(seen.legal[0])
            ann.play(state, state.legal[0])


def test_a_game_begins_from_a_position_and_is_studied_from_there(url):
    start = games()["china"].start(3).settle(5)
    start.play(start.legal[0]).settle(6)
    with Client.guest(url, "Ann") as ann:
        place = ann.create("china", seats=["me", "person", "person"], position=start)
        state = ann.state(place.id, start.actor)
        assert (state.actor, state.legal, state.moves) == (start.actor, start.legal, [])
        went_on = hanlin.position(start.text())
        went_on.play(went_on.legal[0]).settle(7)
        studied = ann.study(went_on.record())
        assert hanlin.position(ann.seen(studied.id).text()).state.tobytes() == went_on.state.tobytes()


def test_refusals_carry_what_the_server_said(url):
    with Client.guest(url, "Ann") as ann, Client.guest(url, "Ben") as ben:
        place = ann.create("lanterns", seats=["me", "open"])
        state = ben.join(place.id)
        with pytest.raises(Refusal, match="turn") as refused:
            ben.play(state, "skip")
        assert (refused.value.status, refused.value.rule) == (422, "")
        first = ann.state(place.id)
        ann.play(first, "skip")
        with pytest.raises(Late, match="moved on") as late:
            ann.play(first, "skip")
        assert late.value.state.number == first.number + 1
        with pytest.raises(HanlinError, match="spectator"):
            Client(url).play(Client(url).state(place.id), "skip")
        with pytest.raises(Refusal, match="no table") as refused:
            next(ann.watch("nowhere"))
        assert refused.value.status == 404


def test_taking_seats_beginning_and_taking_back(url):
    with Client.guest(url, "Ann") as ann, Client.guest(url, "Ben") as ben:
        place = ann.create("lanterns", seats=["me", "open", "open"], listed=True)
        assert place.id in {row.id for row in ben.lobby().open}
        assert ben.join(place.id, seat=2, name="Benny").seats[2].name == "Benny"
        ben.leave(place.id)
        assert ben.join(place.id).seat == 1
        state = ann.start(place.id, fill="bot:random")
        assert state.started
        other = ann.create("lanterns", seats=["me", "person"])
        after = ann.play(ann.state(other.id, 0), "skip")
        assert after.actor == 1
        assert ann.undo(after, seat=0).actor == 0
        assert {each.name for each in ann.games()} >= {"china", "lanterns"}


def test_hints_and_reviews(url):
    with Client.guest(url, "Ann") as ann:
        place = ann.create("lanterns", seats=["me", "person"])
        state = ann.state(place.id, 0)
        hint = ann.hint(state)
        assert {each.action for each in hint.best} <= set(state.legal)
        assert hint.confidence == "quick"
        assert all(each.reason for each in hint.best)
        with pytest.raises(Refusal, match="when it is over"):
            ann.review(place.id)
        while state.actor >= 0:
            state = ann.play(ann.state(place.id, state.actor), "skip")
        assert ann.review(place.id).state in ("wanted", "done")


def test_who_watches_is_sent_the_states(url, monkeypatch):
    """A request is made for the first look only."""
    fetched, state_of = [], Client.state

    def noted(self, table, seat=None):
        fetched.append(table)
        return state_of(self, table, seat)

    with Client.guest(url, "Ann") as ann, Client.guest(url, "Ben") as ben:
        place = ann.create("lanterns", seats=["me", "open"])
        ben.join(place.id)
        monkeypatch.setattr(Client, "state", noted)
        for state in ann.watch(place.id):
            if state.actor >= 0:
                who = (ann, ben)[state.actor]
                after = who.play(state, "skip", seat=state.actor)
                assert after.number > state.number
        assert (state.state, len(fetched)) == ("over", 1)


def test_states_are_fetched_from_a_server_that_pushes_none(url, monkeypatch):
    with Client.guest(url, "Ann") as ann:
        place = ann.create("lanterns", seats=["me", "person"])
        number = ann.state(place.id).number + 1
        line = Line(f'{{"table":"{place.id}","number":{number}}}', error=TimeoutError())
        monkeypatch.setattr("hanlin.client.connect", lambda address, **how: line)
        watching = ann.watch(place.id)
        first = next(watching)
        ann.play(ann.state(place.id, 0), "skip")
        assert next(watching).number == number > first.number


def test_what_is_watched_ends_with_the_game(url):
    with Client.guest(url, "Ann") as ann:
        place = ann.create("lanterns", seats=["me", "person"])
        numbers = []
        for state in ann.watch(place.id):
            numbers.append(state.number)
            if state.actor >= 0:
                ann.play(ann.state(place.id, state.actor), "skip")
        assert state.state == "over"
        assert numbers == sorted(set(numbers))
        following = ann.rematch(place.id)
        assert following.id != place.id


@pytest.mark.parametrize("address", ["", "ftp://x", "http://", "http://[::1", "http://h:x", "http://h:99999", "http://h:-1"])
def test_a_wrong_address_is_said(address):
    with pytest.raises(HanlinError, match="looks like"):
        Client(address)
    with pytest.raises(HanlinError, match="looks like"):
        play(f"{address}/nothing", "", at_random)


def test_a_server_that_is_not_there_is_said():
    with pytest.raises(HanlinError, match="can't be reached"):
        Client("http://127.0.0.1:9", patience=0).games()


def test_a_position_on_a_custom_map_travels(url):
    """The text and the files are enough to have the position again on another machine."""
    text = (files("hanlin.games.china") / "maps" / "warring-states.toml").read_text("utf-8")
    # A road that leads elsewhere makes it another map.
    own = text.replace('name = "warring-states"', 'name = "mine"').replace('"yan 1", "yan 2"', '"yan 1", "yan 3"')
    form = {"players": "3", "seat0": "person", "seat1": "person", "seat2": "person", "pause": "0"}
    with httpx.Client(base_url=url) as browser:
        page = browser.post("/new/china", data=form, files={"option-map": ("mine.toml", own.encode())}, follow_redirects=True)
        table = str(page.url).rpartition("/")[2].partition("?")[0]
        token = browser.post("/api/tokens", json={"scope": "read"}).json()["token"]
    with Client(url, token) as reader:
        seen = reader.seen(table, 0)
        assert seen.legal == reader.state(table, 0).legal
        assert "<svg" in seen.svg()
        assert seen.options["map"].name == "mine"


class Clock:
    """Time that passes only where somebody sleeps."""

    def __init__(self):
        self.now, self.slept = 1000.0, []

    def monotonic(self):
        return self.now

    time = monotonic

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("hanlin.client.time", clock)
    return clock


@pytest.fixture
def answering(monkeypatch):
    """Has every request of new clients answered by a function."""

    def answer(function):
        usual = httpx.Client
        monkeypatch.setattr(httpx, "Client", lambda **how: usual(transport=httpx.MockTransport(function), **how))

    return answer


CALLS = {
    "guest": lambda **how: Client.guest("http://there", "Ann", **how),
    "sign_in": lambda **how: Client.sign_in("http://there", "Ann", "secret", **how),
    "games": lambda **how: Client("http://there", **how).games(),
    "record": lambda **how: Client("http://there", **how).record("x"),
    "say": lambda **how: Client("http://there", **how).say("x", "hello"),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("status", [429, 503])
def test_every_call_waits_as_long_as_it_is_asked(call, status, clock, answering):
    asked = iter(["7", "12", "Thu, 01 Jan 1970 00:17:10 GMT"])

    def busy(_request):
        wait = next(asked, None)
        return httpx.Response(status if wait else 403, headers={"retry-after": wait} if wait else {})

    answering(busy)
    with pytest.raises(Refusal, match="403"):
        CALLS[call]()
    assert clock.slept == [7, 12, 11]


@pytest.mark.parametrize("call", CALLS)
def test_a_client_asked_to_wait_too_long_fails_at_once(call, clock, answering):
    answering(lambda request: httpx.Response(429, headers={"retry-after": "9" * 40}))
    with pytest.raises(Refusal) as refused:
        CALLS[call](patience=30)
    assert refused.value.status == 429
    assert clock.slept == []


@pytest.mark.parametrize("header", ["", "soon", "-5", "1e9", "inf", "\u0665"])
def test_a_retry_after_that_says_nothing_is_passed_over(header, clock, answering):
    answering(lambda request: httpx.Response(503, headers=[(b"retry-after", header.encode())]))
    with pytest.raises(Refusal, match="503"):
        Client("http://there", patience=5).games()
    assert sum(clock.slept) == pytest.approx(5)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (httpx.Response(200, text="<html>Welcome to nginx!</html>"), "not a Hanlin server"),
        (httpx.Response(200, json={"other": "program"}), "not a Hanlin server"),
        (httpx.Response(200, content=b"\xff"), "not a Hanlin server"),
        (httpx.Response(301, headers={"location": "https://there/"}), "https://there/"),
        (httpx.Response(404, text="nothing"), "404"),
        (httpx.Response(500, content=b"\xff"), "500"),
    ],
)
def test_what_is_no_hanlin_is_said(answer, said, answering):
    answering(lambda request: answer)
    with pytest.raises(HanlinError, match=said):
        Client("http://there").games()


@pytest.mark.parametrize("error", [httpx.ReadTimeout, httpx.ConnectTimeout, httpx.ConnectError, httpx.RemoteProtocolError])
def test_what_does_not_answer_is_tried_for_as_long_as_wanted(error, clock, answering):
    def silent(request):
        raise error("")

    answering(silent)
    with pytest.raises(HanlinError, match=error.__name__):
        Client("http://there", patience=5).games()
    assert sum(clock.slept) == pytest.approx(5)


@pytest.mark.parametrize("of_a_table", [True, False])
def test_news_for_an_unknown_token_are_refused(url, of_a_table):
    with Client.guest(url, "Ann") as ann, Client(url, "hanlin-nobody") as nobody:
        table = ann.create("lanterns", seats=["me", "open"]).id if of_a_table else None
        with pytest.raises(Refusal) as refused:
            list(nobody.news(table))
        assert refused.value.status == 401


def test_news_of_no_table_are_refused(url):
    with Client.guest(url, "Ann") as ann, pytest.raises(Refusal) as refused:
        list(ann.news("nowhere"))
    assert refused.value.status == 404


class Line:
    """A socket of news as the client sees it: some messages, then an error."""

    def __init__(self, *messages, error):
        self.messages, self.error = iter(messages), error

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        pass

    def recv(self, timeout):
        for message in self.messages:
            return message
        raise self.error


@pytest.mark.parametrize("error", [ConnectionClosedError(Close(1012, ""), None), TimeoutError(), ConnectionResetError()])
def test_a_line_that_breaks_is_made_again(error, url, clock, monkeypatch):
    """The connection is opened again, for instance after a restart of the server."""
    lines = iter([Line('{"table":"x","number":1}', error=error), Line('{"alive":true}', '{"lobby":true}', error=error)])
    monkeypatch.setattr("hanlin.client.connect", lambda address, **how: next(lines))
    with Client(url) as anybody:
        news = anybody.news()
        assert [next(news) for _ in range(4)] == [{}, {"table": "x", "number": 1}, {}, {"lobby": True}]


def test_news_that_never_come_are_given_up(url, clock, monkeypatch):
    """A proxy may let pass everything but WebSockets."""

    def refuse(address, **how):
        raise OSError

    monkeypatch.setattr("hanlin.client.connect", refuse)
    with Client(url, patience=20) as anybody, pytest.raises(HanlinError, match="WebSockets"):
        list(anybody.news())
    assert sum(clock.slept) == pytest.approx(20)


def refused_socket(status, headers, body=b""):
    return InvalidStatus(Response(status, "", Headers(headers), body))


def test_a_socket_that_is_refused_for_now_is_asked_for_later(url, clock, monkeypatch):
    answers = iter([refused_socket(429, {"Retry-After": "9"}), Line('{"lobby":true}', error=TimeoutError())])

    def one(address, **how):
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr("hanlin.client.connect", one)
    with Client(url) as anybody:
        news = anybody.news()
        assert [next(news), next(news)] == [{}, {"lobby": True}]
    assert clock.slept == [9]


def test_a_socket_that_is_refused_for_good_is_said(url, monkeypatch):
    def refuse(address, **how):
        raise refused_socket(421, {}, b'{"type":"about:blank","title":"","status":421,"detail":"not that name"}')

    monkeypatch.setattr("hanlin.client.connect", refuse)
    with Client(url) as anybody, pytest.raises(Refusal, match="not that name"):
        list(anybody.news())


def test_two_programs_at_one_seat_are_asked_only_at_its_turn(url):
    """The second program reads the state again: the question that it was to answer is gone."""
    texts, position = [], games()["year_of_the_dragon"].start(2).settle(5)
    while not position.over:
        texts.append(position.text())
        position.play(position.legal[0]).settle(5)
    with Client.guest(url, "Ann") as ann:
        place = ann.create("year_of_the_dragon", seats=["me", "person"], position=texts[-8])
        asked = []

        def first(seen, seconds, seed):
            asked.append((seen.actor, seen.seat, bool(seen.legal)))
            return seen.legal[0]

        programs = [threading.Thread(target=play, args=(place.link, ann.token, first)) for _ in range(2)]
        for program in programs:
            program.start()
        for program in programs:
            program.join()
        assert asked
        assert {(actor == seat, legal) for actor, seat, legal in asked} == {(True, True)}


def test_a_state_that_is_past_is_not_thought_about(url):
    with Client.guest(url, "Ann") as ann:
        place = ann.create("year_of_the_dragon", seats=["me", "person"])
        before = ann.state(place.id, 0)
        now = ann.play(before, before.legal[0])

        def never(seen, seconds, seed):
            raise AssertionError("asked out of turn")

        assert _one_move(ann, before, never, 1.0).number == now.number


def test_a_game_that_ends_while_one_thinks_is_over(url):
    with Client.guest(url, "Ann") as ann, Client.guest(url, "Ben") as ben:
        place = ann.create("year_of_the_dragon", seats=["me", "open"])
        ben.join(place.id)

        def resigns_meanwhile(seen, seconds, seed):
            for player in (ann, ben):
                player.resign(player.state(place.id))
            return seen.legal[0]

        assert play(place.link, ann.token, resigns_meanwhile).state == "over"
        # A later client finds the same, and needs no seat.
        assert play(place.link, "", resigns_meanwhile, name="Cem").state == "over"


def test_a_table_that_is_deleted_meanwhile_is_said(url):
    with Client.guest(url, "Ann") as ann:
        place = ann.create("year_of_the_dragon", seats=["me", "person"])

        def deletes(seen, seconds, seed):
            ann._send("POST", f"/api/tables/{place.id}/delete", None)
            return seen.legal[0]

        with pytest.raises(Refusal) as refused:
            play(place.link, ann.token, deletes)
        assert refused.value.status == 404


# -- people --------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def ann_and_ben(url, monkeypatch):
    """Two programs with new accounts."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    names = [f"{name} {secrets.token_hex(4)}" for name in ("Ann", "Ben")]
    clients = []
    for name in names:
        made = httpx.post(f"{url}/api/accounts", json={"name": name, "password": "seven lanterns"})
        assert made.status_code == 201, made.text
        clients.append(Client.sign_in(url, name, "seven lanterns"))
    with clients[0] as ann, clients[1] as ben:
        yield ann, ben, *names


def test_programs_are_friends_and_hide(ann_and_ben):
    ann, ben, anns_name, bens_name = ann_and_ben
    assert ann.befriend(bens_name).asked == [bens_name]
    assert ben.friends().asking == [anns_name]
    assert ben.befriend(anns_name).friends[0].name == anns_name
    assert ann.presence() == {bens_name: None}
    assert ben.invisible().invisible
    assert not ben.invisible(False).invisible
    assert ann.unfriend(bens_name).friends == []
    assert ben.presence() == {}
    ann.befriend(bens_name)
    assert ann.unfriend(bens_name).asked == []
    with pytest.raises(Refusal) as refused:
        ann.befriend("nobody at all")
    assert refused.value.status == 404


def test_programs_allow_puzzles_from_their_games(url, ann_and_ben):
    ann, ben, anns_name, _bens_name = ann_and_ben
    assert not ann.account().mining
    assert ann.allow_mining().mining
    assert (ann.account().name, ann.account().mining, ben.account().mining) == (anns_name, True, False)
    assert not ann.allow_mining(False).mining
    assert not ann.account().mining
    with Client.guest(url, "Gus") as gus:
        for refused in (gus.account, gus.allow_mining):
            with pytest.raises(Refusal) as said:
                refused()
            assert said.value.status == 403


def test_a_blocked_program_cannot_challenge(ann_and_ben):
    ann, ben, anns_name, bens_name = ann_and_ben
    assert ben.block(anns_name).blocked == [anns_name]
    ann.challenge(bens_name, "lanterns")
    assert ben.challenges() == []
    assert ben.block(anns_name, blocked=False).blocked == []


def test_programs_challenge_each_other_and_again(ann_and_ben):
    ann, ben, anns_name, bens_name = ann_and_ben
    declined = ann.challenge(bens_name, "lanterns")
    assert ben.decline(declined.id) == []
    place = ann.challenge(bens_name, "lanterns", Live(base=300, increment=5))
    (waiting,) = ben.challenges()
    assert (waiting.table, waiting.by, waiting.time) == (place.id, anns_name, Live(base=300, increment=5))
    ben.accept(place.id)
    seats = {one: one.state(place.id).seat for one in (ann, ben)}
    assert sorted(seats.values()) == [0, 1]
    while (state := ann.state(place.id)).actor >= 0:
        mover = next(one for one in seats if seats[one] == state.actor)
        mover.play(mover.state(place.id), "skip")
    again = ann.challenge_again(place.id)
    assert [each.table for each in ben.challenges()] == [again.id]
    assert ben.challenge_again(place.id).id == again.id
    assert ann.state(again.id).state == "running"


def test_programs_find_a_game(ann_and_ben):
    ann, ben, *_names = ann_and_ben
    assert ann.seek("lanterns", 2, "live").mine.speed == "live"
    assert [(each.game, each.waiting) for each in ben.looking().queue] == [("lanterns", 1)]
    assert ann.end_seek().mine is None
    found = []
    search = threading.Thread(target=lambda: found.append(ann.find_game("lanterns", 2)))
    search.start()
    table = ben.find_game("lanterns", 2)
    search.join()
    assert found == [table]
    assert ben.state(table).state == "running"
    assert ann.find_game("lanterns", 2, seconds=0) is None
    assert ann.looking().queue == []
