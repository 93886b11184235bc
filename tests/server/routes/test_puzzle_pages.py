"""Pages and JSON of puzzles: judged on the server, nothing told before, one attempt counted."""

from __future__ import annotations

import json
import re
import secrets

import pytest
from argon2 import PasswordHasher
from litestar.testing import TestClient

from hanlin.core.position.game import games
from hanlin.core.verbs.puzzles import read_puzzles
from hanlin.server.accounts import passwords
from hanlin.server.asgi import make_app
from helpers.programs import Program, problem
from lanterns import GAME

GAMES = ("year_of_the_dragon", "china", "forbidden_city")
PASSWORD = "seven lanterns"
CHINA = games()["china"]
PUZZLE = max(read_puzzles(CHINA).puzzles, key=lambda each: (len(each.steps), each.id))
FIRST = f"puzzle.china.{PUZZLE.id}"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    known = {name: games()[name] for name in GAMES} | {"lanterns": GAME}
    return make_app(tmp_path_factory.mktemp("puzzles"), known, worker=False)


@pytest.fixture(scope="module")
def client(app):
    with TestClient(app) as client:
        client.services = app.dependencies["services"].dependency()
        yield client


@pytest.fixture
def guest(client):
    client.cookies.clear()
    return client


@pytest.fixture
def account(client):
    """A new account, signed in with the browser, and its owner."""
    client.cookies.clear()
    name = f"Ann {secrets.token_hex(4)}"
    answer = client.post("/account/new", data={"name": name, "password": PASSWORD, "again": PASSWORD}, follow_redirects=False)
    assert answer.status_code < 400, answer.text
    client.named = name
    client.owner = client.services.accounts.named(name).owner
    yield client
    client.cookies.clear()


def send(client, table, action="", path="play", number=0, seat=PUZZLE.seat):
    command = {"seat": seat, "number": number, "client": secrets.token_hex(8), "action": action}
    return client.post(f"/t/{table}/{path}", json=command, headers={"x-fragment": "1"})


def of_page(answer, name):
    found = re.search(rf'data-{name}="([^"]*)"', answer.text)
    return None if found is None else found[1]


def solve(client):
    """Solve the puzzle, and return the last answer."""
    table, answer = FIRST, None
    for number, action in enumerate(PUZZLE.solution):
        answer = send(client, table, action, number=number)
        assert answer.status_code == 200, answer.text
        table = of_page(answer, "table")
    return answer


WRONG = PUZZLE.steps[0].answers[1].action


@pytest.mark.parametrize("name", GAMES)
def test_every_page_of_puzzles_is_there(guest, name):
    puzzle = read_puzzles(games()[name]).puzzles[0]
    for address in (
        "/puzzles",
        f"/puzzles/{name}",
        f"/puzzles/{name}?theme={puzzle.themes[0]}",
        f"/puzzles/{name}/{puzzle.id}",
    ):
        answer = guest.get(address)
        assert answer.status_code == 200, address
    assert f'href="/puzzles/{name}"' in guest.get("/").text
    assert of_page(answer, "outcome") == "asked"
    assert of_page(answer, "puzzle") == puzzle.id


MISSING = (
    *("/puzzles/chess", "/puzzles/lanterns", "/puzzles/china/none", "/puzzles/china?theme=none"),
    *("/puzzles/china/next?theme=none", f"/t/{FIRST}.9999/view", f"/t/{FIRST}.shown/view", "/t/puzzle.china.none"),
    *("/api/puzzles/chess", "/api/puzzles/china/none"),
)


@pytest.mark.parametrize("address", MISSING)
def test_what_is_not_there_is_said_to_be_missing(guest, address):
    assert guest.get(address).status_code == 404


def test_a_page_tells_nothing_before_the_answer(guest):
    """Neither figures of the proof nor what the seat does not see."""
    for address in (f"/puzzles/china/{PUZZLE.id}", f"/t/{FIRST}/view"):
        text = guest.get(address).text
        assert PUZZLE.position not in text
        assert "judged" not in text
        assert "reason" not in re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    wrong = send(guest, FIRST, WRONG).text
    assert of_page(send(guest, FIRST, WRONG), "outcome") == "wrong"
    assert "judged" not in wrong


def test_the_next_puzzle_of_a_guest_is_by_what_its_browser_says(guest):
    found = guest.get("/puzzles/china/next", follow_redirects=False).headers["location"]
    name = found.rpartition("/")[2]
    other = guest.get(f"/puzzles/china/next?rating=1500&tried={name}", follow_redirects=False).headers["location"]
    assert other != found
    everything = ",".join(each.id for each in read_puzzles(CHINA).puzzles)
    assert guest.get(f"/puzzles/china/next?tried={everything}", follow_redirects=False).headers["location"] == "/puzzles/china"
    themed = guest.get("/puzzles/china/next?theme=" + PUZZLE.themes[0], follow_redirects=False).headers["location"]
    assert themed.endswith(f"?theme={PUZZLE.themes[0]}")


def test_the_daily_puzzle_is_the_same_for_all(guest):
    found = {guest.get("/puzzles/daily", follow_redirects=False).headers["location"] for _browser in range(2)}
    assert len(found) == 1
    game, puzzle = guest.services.solvers.daily()
    assert found == {f"/puzzles/{game.name}/{puzzle.id}"}


def test_a_guest_is_judged_and_nothing_is_stored(guest):
    before = guest.services.store.puzzle_ratings("china")
    assert of_page(send(guest, FIRST, WRONG), "outcome") == "wrong"
    answer = solve(guest)
    assert of_page(answer, "outcome") == "solved"
    assert "data-guest" in answer.text
    assert guest.services.store.puzzle_ratings("china") == before


def test_the_first_answer_of_an_account_counts(account):
    solvers = account.services.solvers
    assert of_page(send(account, FIRST, WRONG), "outcome") == "wrong"
    attempt = solvers.attempt(account.owner, "china", PUZZLE.id)
    assert not attempt.solved
    answer = solve(account)
    assert "Found it!" in answer.text
    assert solvers.attempt(account.owner, "china", PUZZLE.id) == attempt
    assert f"Your rating: {round(attempt.strength)}" in answer.text
    assert PUZZLE.id not in account.get("/puzzles/china/next", follow_redirects=False).headers["location"]
    assert "solved-puzzles" in account.get(f"/people/{account.named}").text


def test_a_solved_puzzle_raises_the_rating(account):
    answer = solve(account)
    assert "Solved!" in answer.text
    attempt = account.services.solvers.attempt(account.owner, "china", PUZZLE.id)
    assert attempt.solved
    assert attempt.strength > attempt.before


def test_giving_up_counts_as_not_solved(account):
    answer = send(account, FIRST, path="solution")
    assert of_page(answer, "outcome") == "shown"
    assert not account.services.solvers.attempt(account.owner, "china", PUZZLE.id).solved
    assert send(account, of_page(answer, "table"), path="solution", number=len(PUZZLE.steps)).status_code == 422


@pytest.mark.parametrize(
    ("wanted", "status"),
    [({"action": "nonsense"}, 422), ({"seat": (PUZZLE.seat + 1) % 3}, 403), ({"number": 7}, 409), ({"action": "done"}, 422)],
)
def test_a_bad_command_counts_as_nothing(account, wanted, status):
    answer = send(account, FIRST, **{"action": PUZZLE.solution[0], **wanted})
    assert answer.status_code == status
    assert of_page(answer, "table") == FIRST
    assert 'role="alert"' in answer.text
    assert account.services.solvers.attempt(account.owner, "china", PUZZLE.id) is None


def test_a_solution_is_of_puzzles_only(guest):
    assert send(guest, "abc", path="solution").status_code == 404


def test_consequences_are_shown_in_a_puzzle(guest):
    query = {"action": PUZZLE.solution[0], "number": 0, "as": PUZZLE.seat}
    assert guest.get(f"/t/{FIRST}/consequences", params=query).status_code == 200


def test_a_game_goes_on_from_a_puzzle(guest):
    answer = guest.post(f"/puzzles/china/{PUZZLE.id}/play", follow_redirects=False)
    assert answer.status_code == 303
    table = guest.services.tables.open(answer.headers["location"].rpartition("/")[2])
    assert [seat.kind for seat in table.row.seats] == ["person" if n == PUZZLE.seat else "bot" for n in range(PUZZLE.players)]
    assert table.at(0).actor == PUZZLE.seat
    assert guest.post(f"/puzzles/china/{PUZZLE.id}/play", data={"level": "none"}).status_code == 422
    assert guest.post("/puzzles/china/none/play").status_code == 404


def test_programs_solve_puzzles(client):
    ann = Program(client, "Ann")
    state = ann.get(f"/api/puzzles/china/{PUZZLE.id}").json()
    assert (state["seat"], state["actions"]) == (PUZZLE.seat, len(PUZZLE.steps))
    assert set(PUZZLE.solution[:1]) <= set(state["legal"])
    assert state["position"] != PUZZLE.position
    address = f"/api/puzzles/china/{PUZZLE.id}"
    wrong = ann.post(address, {"actions": [WRONG]}).json()
    assert (wrong["right"], wrong["done"], wrong["solution"], wrong["counted"]) == (0, False, [], None)
    assert wrong["share"] <= wrong["best"]
    assert wrong["reason"]
    right = ann.post(address, {"actions": list(PUZZLE.solution)}).json()
    assert (right["right"], right["done"], right["solution"]) == (len(PUZZLE.steps), True, list(PUZZLE.solution))
    problem(ann.post(address, {"actions": ["nonsense"]}), 422)
    problem(ann.post(address, {"actions": [*PUZZLE.solution, "done"]}), 400 if len(PUZZLE.solution) == 3 else 422)
    assert ann.post(address, {"actions": []}).json()["solution"] == list(PUZZLE.solution)
    assert ann.get("/api/puzzles/daily").json()["id"] == client.services.solvers.daily()[1].id


def test_programs_of_accounts_are_rated(client):
    token = Program(client).post("/api/accounts", {"name": f"B{secrets.token_hex(4)}", "password": PASSWORD}).json()["token"]
    program = Program(client, token=token)
    first = program.get("/api/puzzles/china").json()
    given_up = program.post(f"/api/puzzles/china/{first['id']}", {"actions": []}).json()
    assert given_up["counted"] is False
    assert given_up["rating"] < 1500
    assert program.get("/api/puzzles/china").json()["id"] != first["id"]


# -- what a guest solved comes along ------------------------------------------------------------------------------------------

KEPT = [(each.id, n != 1) for n, each in enumerate(read_puzzles(CHINA).puzzles[:4])]


def kept(tried=KEPT, days=()):
    return json.dumps({"games": {"china": tried, "chess": [["e4", True]]}, "days": list(days)})


def signed_up(client, **more):
    name = f"Ben {secrets.token_hex(4)}"
    answer = client.post("/account/new", data={"name": name, "password": PASSWORD, **more}, follow_redirects=False)
    account = client.services.accounts.named(name)
    return answer, account and account.owner


def test_a_guests_puzzles_come_along_to_a_new_account(guest):
    ratings = guest.services.store.puzzle_ratings("china")
    answer, owner = signed_up(guest, puzzles=kept())
    assert answer.cookies["hanlin-puzzles-moved"] == "1", "the browser forgets them"
    solver = guest.services.solvers.solver(owner, CHINA)
    assert (solver.solved, solver.tried, solver.streak) == (3, 4, (2, 2))
    attempts = guest.services.store.attempts(owner)
    assert [(each.number, each.puzzle, each.solved) for each in attempts] == [(n, *each) for n, each in enumerate(KEPT, 1)]
    assert [each.before for each in attempts[1:]] == [each.strength for each in attempts[:-1]]
    assert attempts[1].strength < attempts[1].before
    assert guest.services.store.puzzle_ratings("china") == ratings


def test_no_puzzle_counts_twice(account):
    send(account, FIRST, WRONG)
    first = account.services.store.attempts(account.owner)
    for _time in range(2):
        account.post("/account/puzzles", data={"puzzles": kept([*KEPT, (PUZZLE.id, True), *KEPT])})
    attempts = account.services.store.attempts(account.owner)
    assert attempts[:1] == first
    assert [(each.puzzle, each.solved) for each in attempts[1:]] == [each for each in KEPT if each[0] != PUZZLE.id]
    assert attempts[1].before == first[0].strength


def test_a_guests_days_come_along_where_they_are_true(guest):
    solvers = guest.services.solvers
    game, puzzle = solvers.daily()
    today = solvers.today().isoformat()
    tried = {"games": {game.name: [(puzzle.id, True)]}, "days": [today, "2020-01-01", "2999-01-01"]}
    _answer, owner = signed_up(guest, puzzles=json.dumps(tried))
    assert [each.day for each in guest.services.store.attempts(owner)] == [today]
    assert solvers.days(owner) == 1


@pytest.mark.parametrize("text", ["[", '{"games": 3}', '{"days": ["soon"]}', kept([("x", True)] * 5001)])
def test_puzzles_that_cannot_be_read_are_refused(guest, text):
    answer, owner = signed_up(guest, puzzles=text)
    assert (answer.status_code, owner) == (422, None)


def test_puzzles_stay_in_the_browser_where_they_are_not_wanted(guest):
    answer, owner = signed_up(guest)
    assert "hanlin-puzzles-moved" not in answer.cookies
    assert guest.services.store.attempts(owner) == []
