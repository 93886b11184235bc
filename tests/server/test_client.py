"""``hanlin.client``: programs that sit at tables of a true server."""

import random
import threading
from importlib.resources import files

import httpx
import pytest
from serving import served

import hanlin
from hanlin.client import Client, Late, Refusal, play
from hanlin.core.errors import HanlinError
from hanlin.core.game import games
from hanlin.core.record import read_record
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
        assert {each.action for each in ann.hint(state).best} <= set(state.legal)
        with pytest.raises(Refusal, match="when it is over"):
            ann.review(place.id)
        while state.actor >= 0:
            state = ann.play(ann.state(place.id, state.actor), "skip")
        assert ann.review(place.id).state in ("wanted", "done")


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


@pytest.mark.parametrize("address", ["", "ftp://x", "http://"])
def test_a_wrong_address_is_said(address):
    with pytest.raises(HanlinError, match="looks like"):
        Client(address)
    with pytest.raises(HanlinError, match="looks like"):
        play(f"{address}/nothing", "", at_random)


def test_a_server_that_is_not_there_is_said():
    with pytest.raises(HanlinError, match="can't be reached"):
        Client("http://127.0.0.1:9", patience=0).games()


def test_a_position_on_a_map_of_ones_own_travels(url):
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
