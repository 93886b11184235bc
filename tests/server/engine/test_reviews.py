"""Reviews at the server: made in the background, once, kept with the game; for games that are over, by who played there."""

from __future__ import annotations

import asyncio
import itertools
import json

import msgspec
import pytest
from litestar.testing import TestClient

from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs.generic import choose
from hanlin.lab.review import Decision, decisions_of
from hanlin.lab.review_model import VERSION
from hanlin.server.asgi import make_app
from hanlin.server.db import DONE, WANTED, Store, backup
from hanlin.server.engine import reviews as engine_reviews
from hanlin.server.engine.hints import Adviser
from hanlin.server.engine.opponents import Opponents, ReviewStep
from hanlin.server.engine.reviews import Reviews
from hanlin.server.exceptions import Busy, TooMany
from hanlin.server.tables.service import Tables
from hanlin.server.uploads.parser_process import Found
from helpers.concurrently import until
from helpers.people import OWNER, persons
from helpers.programs import Program, problem
from lanterns import GAME


def played(tables):
    """A table whose game is over."""
    table = tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret")
    while not table.over:
        tables.play(table, table.to_move, table.position.legal[-1], table.number)
    return table


def china_from_near_its_end(tables):
    """A table of China that began five plies before the end, and is over."""
    china = games()["china"]
    rng, played_out = seeded("reviewed"), china.start(3).settle(1)
    while not played_out.over:
        played_out.apply(int(choose(played_out.state, rng))).settle(rng)
    start = played_out.at(played_out.ply - 5).settle(1)
    table = tables.create(china, persons(3), {}, {}, pause=0, position=start.text())
    while not table.over:
        tables.play(table, table.to_move, table.position.legal[-1], table.number)
    return table


def over(ann):
    """The same by the interface for programs: a table of Ann's."""
    table = ann.set_up("me", "person")["id"]
    while (state := ann.state(table))["state"] != "over":
        seat = state["actor"]
        legal = ann.state(table, **{"as": seat})["legal"]
        assert ann.play(table, legal[-1], state["number"], seat).status_code == 200
    return table


def done(ann, table):
    """The review when it is there."""
    while (state := ann.get(f"/api/tables/{table}/review").json())["state"] == "wanted":
        pass
    return state


def test_a_finished_game_is_reviewed_once_for_every_language(client, monkeypatch):
    monkeypatch.setattr("hanlin.lab.review_accounts.GOOD", -1.0)  # at plain speed nothing is seen to cost anything here
    ann, bob = Program(client, "Ann"), Program(client, "Bob")
    table = over(ann)
    there = f"/api/tables/{table}/review"
    assert ann.get(there).json() == {"state": "none", "done": 0, "total": 0, "review": None}
    assert "Review this game" in ann.get(f"/t/{table}/review").text
    assert "Review this game" not in bob.get(f"/t/{table}/review").text
    problem(bob.post(there), 403, "Only players of this game")
    assert ann.post(there).status_code == 200
    found = done(ann, table)
    assert found["state"] == "done"
    assert found["done"] == found["total"] == len(found["review"]["decisions"])
    assert found["review"]["judged_by"] == "what each player saw at the time"
    assert ann.post(there).json() == found == bob.get(there).json()
    page = bob.get(f"/t/{table}/review").text
    assert "What changed the winning chances" in page
    assert f"/t/{table}?ply=" in page
    client.cookies.set("language", "it")
    assert "What changed the winning chances" not in client.get(f"/t/{table}/review").text


def test_a_game_that_is_played_is_not_reviewed(client):
    ann = Program(client, "Ann")
    table = ann.set_up("me", "bot:random")["id"]
    problem(ann.post(f"/api/tables/{table}/review"), 422, "when it is over")
    assert ann.post(f"/api/tables/{table}/review/stop").json()["state"] == "none"


def make(reviews, done):
    async def run():
        reviews.start()
        await until(done)
        await reviews.stop()

    asyncio.run(run())


def test_reviews_survive_restarts_and_backups_and_are_reproducible(tables, store, tmp_path):
    one, two = (played(tables) for _ in range(2))
    for table in (one, two):
        Reviews(tables, Adviser(Opponents(tables))).want(table, OWNER)
    # The process that was asked has ended; the next one makes them, in the order of requests.
    assert store.wanted_reviews() == [one.row.id, two.row.id]
    later = Tables(store, {"lanterns": GAME})
    make(Reviews(later, Adviser(Opponents(later))), lambda: not store.wanted_reviews())
    first, second = (store.review(table.row.id) for table in (one, two))
    assert first.state == DONE
    assert first.found == second.found
    backup.write(store, tmp_path / "backup.sqlite3")
    elsewhere = Store.in_folder(tmp_path / "elsewhere")
    backup.read(elsewhere, tmp_path / "backup.sqlite3")
    assert elsewhere.review(one.row.id) == first
    elsewhere.close()
    tables.delete(one)
    assert store.review(one.row.id) is None


def test_a_game_that_began_from_a_position_is_reviewed_from_there(store):
    tables = Tables(store, {"china": games()["china"]})
    table = china_from_near_its_end(tables)
    reviews = Reviews(tables, Adviser(Opponents(tables)))
    reviews.want(table, OWNER)
    make(reviews, lambda: not store.wanted_reviews())
    found = reviews.read(table, store.review(table.row.id))
    assert [decision.ply for decision in found.decisions] == decisions_of(table.position)
    assert found.names == ["P0", "P1", "P2"]


class Held(Adviser):
    """An adviser that waits at its second step until it is let go."""

    has_process = True

    def __init__(self, opponents):
        super().__init__(opponents)
        self.steps = 0
        self.go = asyncio.Event()

    async def ask(self, question, wanted):
        if question.rounds:
            return None  # No coarse pass.
        self.steps += 1
        if self.steps == 2:
            await self.go.wait()
        return judged(question)


def test_a_stopped_review_ends_and_the_next_one_begins(tables, store, monkeypatch):
    monkeypatch.setattr("hanlin.server.engine.reviews.NOTED", 0)
    one, two = (played(tables) for _ in range(2))

    async def run():
        adviser = Held(Opponents(tables))
        reviews = Reviews(tables, adviser)
        reviews.want(one, OWNER)
        reviews.start()
        await until(lambda: adviser.steps >= 2)
        assert store.review(one.row.id).state == WANTED
        assert store.review(one.row.id).done == 1
        reviews.stop_one(one, OWNER)
        reviews.want(two, OWNER)
        adviser.go.set()
        await until(lambda: not store.wanted_reviews())
        await reviews.stop()
        assert store.review(one.row.id) is None

    asyncio.run(run())


def test_a_review_that_fails_says_so_and_can_be_tried_again(tables, store, monkeypatch):
    table = played(tables)
    reviews = Reviews(tables, Adviser(Opponents(tables)))
    with monkeypatch.context() as faulty:
        faulty.setattr("hanlin.server.engine.process.answer", lambda *_: 1 / 0)
        reviews.want(table, OWNER)
        make(reviews, lambda: not store.wanted_reviews())
    assert store.review(table.row.id).state == "failed"
    again = Reviews(tables, Adviser(Opponents(tables)))
    again.want(table, OWNER)
    make(again, lambda: not store.wanted_reviews())
    assert store.review(table.row.id).state == DONE


@pytest.mark.parametrize("state", ["wanted", "failed"])
def test_the_page_says_how_far_a_review_is(tables, store, tmp_path, state):
    table = played(tables)
    with TestClient(make_app(tmp_path, {"lanterns": GAME}, worker=False)) as client:
        client.cookies.set("hanlin-key", "my key")
        # Asked for behind the back of the process that would make it.
        store.want_review(table.row.id, 1.0)
        store.note_review(table.row.id, 3, 7)
        if state == "failed":
            store.end_review(table.row.id, state, "")
        page = client.get(f"/t/{table.row.id}/review").text
    assert ("3 / 7" in page) == (state == "wanted")
    assert ("The analysis failed" in page) == (state == "failed")


class Course(Adviser):
    """An adviser that answers steps as a test says. ``compiling``: the games whose code is not there yet; ``sketches``: it
    answers those of the coarse pass, too."""

    has_process = True

    def __init__(self, opponents, answer=lambda step: JUDGED):
        super().__init__(opponents)
        self.answer = answer
        self.compiling = set()
        self.given_up = set()
        self.asked = []
        self.quickly = []
        self.sketches = False

    def prepare(self, game):
        pass

    def is_warming(self, game):
        return game in self.compiling

    def gave_up(self, game):
        return game in self.given_up

    def is_ready(self, game):
        return game not in self.compiling

    async def ask(self, question, wanted):
        if question.rounds and not self.sketches:
            return None
        if question.back:
            return "null"  # Nothing would have avoided the fall.
        self.asked.append(question.ply)
        return self.answer(question)

    async def ask_quickly(self, question):
        if not question.back:
            self.quickly.append(question.ply)
        return judged(question)


def judged(step):
    if step.back:
        return "null"
    judgement = {"ply": step.ply, "seat": 0, "action": "", "best": "", "result": 0, "best_result": 0}
    shares = [1, *[0] * (step.players - 1)]
    return json.dumps({**judgement, "shares": shares, "played_shares": shares, "lines": []})


JUDGED = judged(ReviewStep("lanterns", 3, {}, {}, "", [], 0, 0))


def test_a_game_that_is_being_compiled_holds_up_no_other_review(store, monkeypatch):
    monkeypatch.setattr("hanlin.server.engine.reviews.PAUSE", 0.01)
    tables = Tables(store, {"lanterns": GAME, "china": games()["china"]})
    slow, quick = china_from_near_its_end(tables), played(tables)

    async def run():
        adviser = Course(Opponents(tables), judged)
        adviser.compiling.add("china")
        reviews = Reviews(tables, adviser)
        for table in (slow, quick):
            reviews.want(table, OWNER)
        reviews.start()
        await until(lambda: store.review(quick.row.id).state == DONE)
        assert store.review(slow.row.id).state == WANTED
        assert "still being prepared" in reviews.progress(slow, store.review(slow.row.id))
        adviser.compiling.clear()
        await until(lambda: not store.wanted_reviews())
        await reviews.stop()
        assert store.review(slow.row.id).state == DONE

    asyncio.run(run())


def test_a_game_that_never_compiles_is_evaluated_at_plain_speed(tables, store):
    table = played(tables)

    async def run():
        adviser = Course(Opponents(tables), lambda step: None)
        adviser.given_up.add("lanterns")
        reviews = Reviews(tables, adviser)
        reviews.want(table, OWNER)
        reviews.start()
        await until(lambda: not store.wanted_reviews())
        await reviews.stop()
        assert sorted(set(adviser.quickly)) == decisions_of(table.position)
        assert store.review(table.row.id).state == DONE

    asyncio.run(run())


def test_what_a_review_has_done_is_kept_when_its_process_fails(tables, store, monkeypatch):
    """Each decision is evaluated once, but for those at which the process failed."""
    monkeypatch.setattr("hanlin.server.engine.reviews.PAUSE", 0.001)
    table = played(tables)
    plies = decisions_of(table.position)
    bad = plies[1]

    async def run():
        adviser = Course(Opponents(tables), lambda step: None if step.ply == bad else judged(step))
        reviews = Reviews(tables, adviser)
        reviews.want(table, OWNER)
        reviews.start()
        await until(lambda: not store.wanted_reviews())
        await reviews.stop()
        assert adviser.quickly == [bad]
        assert [ply for ply in adviser.asked if ply != bad] == [ply for ply in plies if ply != bad]
        assert adviser.asked.count(bad) == engine_reviews.TRIES

    asyncio.run(run())


def test_a_review_gives_up_full_speed_after_a_few_failures(tables, store, monkeypatch):
    monkeypatch.setattr("hanlin.server.engine.reviews.PAUSE", 0.001)
    table = played(tables)

    async def run():
        adviser = Course(Opponents(tables), lambda step: None)
        reviews = Reviews(tables, adviser)
        reviews.want(table, OWNER)
        reviews.start()
        await until(lambda: not store.wanted_reviews())
        await reviews.stop()
        assert len(adviser.asked) == engine_reviews.TRIES * engine_reviews.PLAIN_STEPS
        assert adviser.quickly == decisions_of(table.position)

    asyncio.run(run())


def test_a_review_goes_on_where_a_restarted_server_left_it(tables, store, monkeypatch):
    monkeypatch.setattr("hanlin.server.engine.reviews.NOTED", 0)
    monkeypatch.setattr("hanlin.server.engine.reviews.KEPT", 0)
    table = played(tables)
    plies = decisions_of(table.position)

    async def begin(adviser, until_ply):
        reviews = Reviews(tables, adviser)
        reviews.want(table, OWNER)
        reviews.start()
        await until(lambda: not store.wanted_reviews() or until_ply in adviser.asked)
        await reviews.stop()

    def hang(step):
        return judged(step) if step.ply < plies[2] else None

    first, second = Course(Opponents(tables), hang), Course(Opponents(tables), judged)
    asyncio.run(begin(first, plies[2]))
    assert store.review(table.row.id).state == WANTED
    assert store.review(table.row.id).done == 2
    asyncio.run(begin(second, None))
    assert second.asked == plies[2:]
    found = msgspec.json.decode(store.review(table.row.id).found)
    assert [each["ply"] for each in found["decisions"]] == plies


def test_there_is_a_first_look_that_is_refined(tables, store, monkeypatch):
    """The coarse pass covers all decisions; what is evaluated in full replaces it; a restarted server does not repeat it."""
    monkeypatch.setattr("hanlin.server.engine.reviews.NOTED", 0)
    monkeypatch.setattr("hanlin.server.engine.reviews.KEPT", 0)
    table = played(tables)
    plies = decisions_of(table.position)

    def answer(step):
        if step.rounds:
            return judged(step).replace('"result": 0', '"result": 0.25')
        return judged(step) if step.ply < plies[2] else None

    async def begin(until_asked):
        adviser = Course(Opponents(tables), answer)
        adviser.sketches = True
        reviews = Reviews(tables, adviser)
        reviews.want(table, OWNER)
        if not store.review(table.row.id).found:
            assert reviews.glimpse(table, 0) == ""
        reviews.start()
        await until(lambda: until_asked(adviser.asked))
        await reviews.stop()
        return reviews, adviser

    reviews, adviser = asyncio.run(begin(lambda asked: asked[len(plies) :][-1:] == [plies[2]]))
    assert adviser.asked[: len(plies)] == plies
    row = store.review(table.row.id)
    sketch = engine_reviews.read_sketch(row.found)
    assert [each.ply for each in sketch] == plies
    assert [each.result for each in sketch][len(engine_reviews.read_partial(row.found, "", []).decisions) :][2:] == [0.25] * (
        len(plies) - 2
    )
    assert "What changed the winning chances" in reviews.sketch(table, row, 0)
    assert "small-curve" in reviews.glimpse(table, 0)
    _reviews, adviser = asyncio.run(begin(lambda asked: plies[2] in asked))
    assert plies[-1] not in adviser.asked


def test_only_decisions_of_the_same_game_are_taken_over():
    decision = msgspec.json.decode(judged(ReviewStep("lanterns", 3, {}, {}, "", [], 0, 4)), type=Decision)
    kept = msgspec.json.encode(engine_reviews.Partial("digest", [decision], version=VERSION)).decode()
    assert engine_reviews.read_partial(kept, "digest", [4, 6]).decisions == [decision]
    for text, of, plies in ((kept, "other", [4, 6]), (kept, "digest", [5, 6]), ("{", "digest", [4]), ("", "digest", [4])):
        assert engine_reviews.read_partial(text, of, plies) == engine_reviews.Partial(of, [], version=VERSION)


def test_half_a_review_of_a_former_version_is_not_mixed_in():
    decision = msgspec.json.decode(judged(ReviewStep("lanterns", 3, {}, {}, "", [], 0, 4)), type=Decision)
    for version in (0, VERSION - 1, VERSION + 1):
        kept = msgspec.json.encode(engine_reviews.Partial("digest", [decision], [decision], version)).decode()
        assert engine_reviews.read_partial(kept, "digest", [4]) == engine_reviews.Partial("digest", [], version=VERSION)
        assert engine_reviews.read_sketch(kept) == []


@pytest.mark.parametrize("found", ['{"falls": [{"rest": 0.1}], "seats": [{"lost": 1}]}', '{"version": 1}', "", "no JSON"])
def test_a_review_of_a_former_version_is_made_anew(tables, store, found):
    """Whatever an older release stored: it counts as none, raises nothing, and a new request replaces it."""
    table = played(tables)
    reviews = Reviews(tables, Adviser(Opponents(tables)))
    store.want_review(table.row.id, 0.0)
    store.end_review(table.row.id, DONE, found)
    assert reviews.of(table) is None
    assert reviews.glimpse(table, 0) == reviews.story(table, 0) == ""
    reviews.want(table, OWNER)
    assert store.review(table.row.id).state == WANTED
    make(reviews, lambda: not store.wanted_reviews())
    assert reviews.read(table, reviews.of(table)).version == VERSION
    reviews.want(table, OWNER)
    assert reviews.of(table).state == DONE


def test_the_time_that_a_review_still_takes_is_said(tables, store, monkeypatch):
    table = played(tables)
    reviews = Reviews(tables, Course(Opponents(tables)))
    reviews.want(table, OWNER)
    row = msgspec.structs.replace(store.review(table.row.id), done=10, total=40)
    monkeypatch.setattr("hanlin.server.engine.reviews.time.monotonic", lambda: 160.0)
    reviews._going = (table.row.id, 100.0, 0)
    assert reviews.progress(table, row) == "About 3 minutes left."
    reviews._going = ("another", 100.0, 0)
    assert reviews.progress(table, row) == "Another game is being analysed first."


def test_a_review_knows_before_which_decisions_a_hint_was_taken(tables, store):
    table = tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret")
    tables.note_hint(table, table.to_move)
    ply = table.ply
    while not table.over:
        tables.play(table, table.to_move, table.position.legal[-1], table.number)
    reviews = Reviews(tables, Adviser(Opponents(tables)))
    reviews.want(table, OWNER)
    make(reviews, lambda: not store.wanted_reviews())
    assert reviews.read(table, store.review(table.row.id)).as_json()["hinted"] == [ply]


def test_a_followed_hint_is_known_and_one_that_was_not_is_not(tables):
    table = tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret")
    first = table.ply
    tables.note_hint(table, table.to_move, table.position.legal[:1])
    tables.note_hint(table, table.to_move, table.position.legal[:1])
    assert [hint.suggested for hint in table.hinted[first]] == [tuple(table.position.legal[:1])]
    tables.play(table, table.to_move, table.position.legal[0], table.number)
    other = table.ply
    tables.note_hint(table, table.to_move, table.position.legal[:1])
    tables.play(table, table.to_move, table.position.legal[-1], table.number)
    assert (table.followed, sorted(table.hinted)) == ([first], [first, other])
    assert Tables(tables.store, tables.games).open(table.row.id).followed == [first]


def studies(tables, owner, times):
    """So many games that somebody loaded."""
    end = played(tables).position
    found = Found(GAME.name, 2, {}, {}, ["", ""], [(actor, text, "") for actor, text in end.moves])
    return [tables.open(tables.study(found, owner).id) for _ in range(times)]


def test_one_person_has_a_few_reviews_waiting_and_others_are_served(tables):
    reviews = Reviews(tables, Adviser(Opponents(tables)))
    games = studies(tables, "guest", engine_reviews.OF_PERSON + 1)
    for table in games[:-1]:
        reviews.want(table, "guest")
    with pytest.raises(TooMany, match="reviews waiting"):
        reviews.want(games[-1], "guest")
    reviews.want(games[0], "guest")
    (other,) = studies(tables, "other", 1)
    reviews.want(other, "other")
    reviews.stop_one(games[0], "guest")
    reviews.want(games[-1], "guest")


def test_guests_of_one_address_have_a_few_reviews_waiting_together(tables):
    reviews = Reviews(tables, Adviser(Opponents(tables)))
    for n in range(engine_reviews.OF_ADDRESS):
        (table,) = studies(tables, f"guest {n}", 1)
        reviews.want(table, f"guest {n}", "203.0.113.7")
    (table,) = studies(tables, "guest", 1)
    with pytest.raises(TooMany):
        reviews.want(table, "guest", "203.0.113.7")
    reviews.want(table, "guest", "203.0.113.8")


def test_so_many_reviews_wait_in_all(tables, monkeypatch):
    monkeypatch.setattr(engine_reviews, "MOST", 2)
    reviews = Reviews(tables, Adviser(Opponents(tables)))
    tables_of = [studies(tables, name, 1)[0] for name in "abc"]
    for name, table in zip("ab", tables_of, strict=False):
        reviews.want(table, name)
    with pytest.raises(Busy):
        reviews.want(tables_of[2], "c")


@pytest.mark.parametrize("restarted", [False, True])
def test_reviews_are_made_by_turns(tables, store, restarted):
    times = itertools.count(1_000_000)
    tables.clock = lambda: float(next(times))
    reviews = Reviews(tables, Adviser(Opponents(tables)))
    many, few = studies(tables, "many", 3), studies(tables, "few", 2)
    for owner, own in (("many", many), ("few", few)):
        for table in own:
            reviews.want(table, owner)
    reviews = Reviews(tables, Adviser(Opponents(tables))) if restarted else reviews
    made = []
    while waiting := reviews.in_turn():
        table = waiting[0]
        reviews._serve(table)
        made.append(table)
        store.end_review(table, DONE, "")
    assert made == [table.row.id for table in (many[0], few[0], many[1], few[1], many[2])]
