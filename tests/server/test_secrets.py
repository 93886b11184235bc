"""Nothing that a seat can't know leaves the server: two worlds that differ only in that send it the same bytes.

The worlds are stored games of which the second has other hidden things: what others drew and did not show, and for who looks
on, what was chosen last. Every answer that the server has for a seat is asked for in both.
"""

import os
import random
import re

import pytest
from litestar.testing import TestClient

from hanlin.core.digest import digest
from hanlin.core.game import games
from hanlin.server.app import make_app
from hanlin.server.people import key_hash
from hanlin.server.store import RUNNING, Entry, Message, Seat, Store, TableRow

GAMES = {"year_of_the_dragon": 3, "china": 3, "forbidden_city": 3}
ID, SEED = "5ec2e75ec2", "the secret of the table"
TOKENS = [f"token-of-seat-{seat}" for seat in range(3)]
WATCHER = "token-of-a-watcher"
WORLDS = int(os.environ.get("HANLIN_WORLDS", "1"))
"""How many games of each kind; the first is looked at in its midst, the others at any time."""


def source(name, world):
    """The generator of a world."""
    return random.Random(f"{name} {world}" if world else name)


def portion(midst, world, rng):
    """How much of a game has been played."""
    return rng.uniform(0.05, 0.95) if world else midst


def random_game(game, players, share, rng):
    """A random game after a share of it, where somebody has several choices that leave chance nothing to add."""
    position = game.start(players)
    while not position.over:
        if position.actor < 0:
            position.settle(rng.randrange(2**31))
        else:
            position.play(rng.choice(position.legal))
    until = int(position.ply * share)
    while until < position.ply and (position.at(until).actor < 0 or len(quiet(position.at(until))) < 2):
        until += 1
    return position.at(until) if until < position.ply else random_game(game, players, 0.9 * share, rng)


def other_world(position, viewer):
    """The same game with another outcome of something that the viewer does not know; None where there is none."""
    moves, seen = position.moves, position.seen_by(viewer)
    for ply in sorted(unknown(position, viewer), reverse=True):
        prefix, before = moves[ply][1].rpartition(" ")[0], position.at(ply)
        for text in before.legal:
            if text != moves[ply][1] and text.rpartition(" ")[0] == prefix:
                other = replayed(before.copy().play(text), moves[ply + 1 :])
                if other is not None and other.seen_by(viewer) == seen:
                    return other
    return None


def replayed(position, moves):
    """The position after more moves; None where one of them is not legal there."""
    for actor, text in moves:
        if position.actor != actor or text not in position.legal:
            return None
        position.play(text)
    return position


def unknown(position, viewer):
    """The plies of which the viewer does not know the outcome."""
    moves, seen = position.moves, position.seen_by(viewer).moves
    return {ply for ply, move in enumerate(moves) if move != seen[ply]}


def quiet(position):
    """What can be done without anything that chance has to add."""
    return [text for text in position.legal if position.copy().play(text).actor >= 0]


def stored(folder, game, players, moves, taken_back=""):
    """A data folder with one table at which those moves were made; ``taken_back``: one more that was taken back."""
    store = Store.in_folder(folder)
    seats = tuple(Seat(kind="person", name=f"P{n}", owner=key_hash(TOKENS[n])) for n in range(players))
    position, entries = game.start(players), []
    for n, (actor, text) in enumerate(moves):
        position.play(text)
        entries.append(Entry(number=n, kind="action", actor=actor, action=text, digest=digest(position), time=1000.0 + n))
    if taken_back:
        after, actor = position.copy().play(taken_back), position.actor
        for kind, state, action in (("action", after, taken_back), ("undo", position, "")):
            entry = Entry(number=len(entries), kind=kind, actor=actor, action=action, digest=digest(state), time=5000.0)
            entries.append(entry)
    row = TableRow(
        id=ID, kind="game", game=game.name, players=players, options={}, files={}, rules=game.rules_version, seed=SEED, pause=0,
        created=1.0, to_move=position.actor, seats=seats, setup=seats, host=seats[0].owner, listed=True, state=RUNNING,
    )  # fmt: skip
    store.create(row, entries)
    for number, (room, seat) in enumerate([("table", 0), ("table", 1), ("watchers", None)]):
        owner = WATCHER if seat is None else TOKENS[seat]
        said = {"number": number, "room": room, "seat": seat, "owner": key_hash(owner), "text": f"said in {room}"}
        store.add_message(ID, Message(**said, name="N", reaction=False, time=7.0))
    for token in [*TOKENS, WATCHER]:
        store.add_person(key_hash(token), token)
        store.add_token(key_hash(token), key_hash(token), "play")
    store.close()


def told(folder, game, token):
    """All that the server answers whoever has that token about the table, by address."""
    with TestClient(make_app(folder, {game.name: game}, worker=False)) as client:
        headers = {"authorization": f"Bearer {token}"}
        state = client.get(f"/api/tables/{ID}", headers=headers)
        plies = len(state.json()["moves"])
        views = ["", f"?at={plies // 2}", "?at=9999&as=1", "?shape=tall"]
        page = client.get(f"/t/{ID}", headers=headers).text
        paths = [
            "", *(f"/view{query}" for query in views), "/log", "/record",
            "/points", "/chat", "/sheet/0", "/sheet/1", *(["/picture.png"] if token == WATCHER else []),
            *sorted(set(re.findall(rf"/t/{ID}(/panel/\w+)", page))),
        ]  # fmt: skip
        answers = {path: client.get(f"/t/{ID}{path}", headers=headers).content for path in paths}
        answers |= {f"api{path}": client.get(f"/api/tables{path}", headers=headers).content for path in (
            "", f"/{ID}", f"/{ID}?as=1", f"/{ID}/record", f"/{ID}/position", f"/{ID}/chat",
        )}  # fmt: skip
        answers["/"] = client.get("/", headers=headers).content
        with client.websocket_connect(f"/news?table={ID}", headers=headers) as news:
            answers["news"] = news.receive_text().encode()
    return answers


def same(first, second):
    assert first.keys() == second.keys()
    assert [path for path in first if first[path] != second[path]] == []
    whole = b"".join(first.values())
    for secret in [SEED, *(key_hash(token) for token in [*TOKENS, WATCHER])]:
        assert secret.encode() not in whole


@pytest.mark.parametrize("world", range(WORLDS))
@pytest.mark.parametrize("name", ["china", "forbidden_city"])
def test_16_17_18_19_what_others_hold_changes_no_byte_for_a_seat(name, world, tmp_path):
    """Not in the state, the moves, the chronicle, the record, a drawing, a panel, the past, or the picture of a link."""
    game, players, rng = games()[name], GAMES[name], source(name, world)
    other = None
    while other is None:
        position = random_game(game, players, portion(0.4, world, rng), rng)
        other = other_world(position, 1)
    assert other.state.tobytes() != position.state.tobytes()
    answers = []
    for n, world in enumerate((position, other)):
        stored(tmp_path / str(n), game, players, world.moves)
        answers.append(told(tmp_path / str(n), game, TOKENS[1]))
    same(*answers)
    assert b"said in watchers" not in b"".join(answers[0].values())


@pytest.mark.parametrize("world", range(WORLDS))
@pytest.mark.parametrize("name", list(GAMES))
def test_21_26_who_looks_on_knows_neither_hands_nor_the_last_choice(name, world, tmp_path):
    """Worlds in which others hold other things, another choice was made last, and another one was taken back."""
    game, players, rng = games()[name], GAMES[name], source(name, world)
    before = random_game(game, players, portion(0.5, world, rng), rng)
    while name != "year_of_the_dragon" and other_world(before, -1) is None:  # Only there nobody holds anything that is hidden.
        before = random_game(game, players, portion(0.5, world, rng), rng)
    other = other_world(before, -1) or before
    after = [world.copy().play(quiet(world)[n - 1]) for n, world in enumerate((before, other))]
    # Where nothing quiet can be done next in one of the worlds, nothing is taken back in either.
    back = [quiet(world)[n - 1] for n, world in enumerate(after)] if all(map(quiet, after)) else ["", ""]
    answers = []
    for n, world in enumerate(after):
        stored(tmp_path / str(n), game, players, world.moves, back[n])
        answers.append(told(tmp_path / str(n), game, WATCHER))
    assert after[0].last_move != after[1].last_move
    same(*answers)
    assert b"said in table" not in b"".join(answers[0].values())
