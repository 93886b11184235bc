"""Games that puzzles are made from: everybody who played agrees, and nothing but positions leaves the database."""

from __future__ import annotations

import json
import random

import pytest
import sqlalchemy as sa

import hanlin
from hanlin.cli import puzzles as command
from hanlin.core.verbs.generic import OVER
from hanlin.lab.distribute import stored
from hanlin.lab.puzzles import ConsentedGames, Mining, Moves
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Account, Message, Seat
from hanlin.server.tables.consent import consented, ends
from hanlin.server.tables.events import nobodys
from hanlin.server.tables.service import Tables
from lanterns import GAME

ANN, BEN = key_hash("ann's key"), key_hash("ben's key")
NAMES = {ANN: "Ann of Xi'an", BEN: "Ben of Luoyang"}


@pytest.fixture
def tables(store):
    return Tables(store, {"lanterns": GAME, "forbidden_city": hanlin.game("forbidden_city")})


@pytest.fixture
def agree(store):
    """Accounts of Ann and Ben, who agree."""
    for owner, name in NAMES.items():
        store.add_account(Account(name.casefold(), name, owner, "x", False, 0.0), [])
        store.set_mining(owner, True)


def person(owner):
    return Seat(kind="person", name=NAMES.get(owner, "Gus"), owner=owner)


BOT = Seat(kind="bot", bot="random")


def finished(tables, *seats, game=GAME, **more):
    """A game played to its end at random."""
    table = tables.create(game, list(seats), {}, {}, pause=0, seed="a secret", **more)
    rng = random.Random(7)
    while table.to_move != OVER:
        tables.play(table, table.to_move, rng.choice(table.position.legal), table.number)
    return table.row.id


def test_no_game_is_used_unless_somebody_agrees(tables, store):
    store.add_account(Account("ann", "Ann", ANN, "x", False, 0.0), [])
    finished(tables, person(ANN), BOT)
    assert not store.account_of(ANN).mining
    assert consented(store, GAME) == []


def test_everybody_who_played_must_agree_until_they_withdraw(agree, tables, store):
    both, alone = finished(tables, person(ANN), person(BEN)), finished(tables, BOT, person(ANN))
    finished(tables, person(ANN), person(key_hash("a guest's key")))
    assert sorted(consented(store, GAME)) == sorted([both, alone])
    store.set_mining(BEN, False)
    assert consented(store, GAME) == [alone]
    store.set_mining(BEN, True)
    tables.hand_over(both, BEN, nobodys())  # Ben deletes his account.
    assert consented(store, GAME) == [alone]


def test_running_games_and_games_of_computers_are_not_used(agree, tables, store):
    tables.create(GAME, [person(ANN), BOT], {}, {}, pause=0, seed="a secret")
    finished(tables, BOT, BOT)
    assert consented(store, GAME) == []


def test_who_was_replaced_by_a_computer_must_agree_too(agree, tables, store):
    table = tables.create(GAME, [person(ANN), person(BEN)], {}, {}, pause=0, seed="a secret")
    tables.resign(table, 1, table.number)
    tables.decide(table, 0, 1, "opponent", table.number, "random")
    while table.to_move != OVER:
        tables.play(table, table.to_move, table.position.legal[0], table.number)
    assert consented(store, GAME) == [table.row.id]
    store.set_mining(BEN, False)
    assert consented(store, GAME) == []


def test_people_at_one_browser_have_not_all_agreed(agree, tables, store):
    finished(tables, person(ANN), Seat(kind="person", name="A friend", owner=ANN))
    assert consented(store, GAME) == []


def test_a_game_that_ended_early_has_no_end_to_mine(agree, tables, store):
    table = tables.create(GAME, [person(ANN), BOT], {}, {}, pause=0, seed="a secret")
    tables.ask(table, 0, "end", table.number)
    assert list(ends(store, GAME, [table.row.id])) == []


def test_nothing_personal_is_mined(agree, tables, store, tmp_path, monkeypatch):
    """The command looks through the game as it was played; neither what it is given nor what it keeps names anybody."""
    game = hanlin.game("forbidden_city")
    name = finished(tables, person(ANN), person(BEN), game=game)
    said = {"room": "table", "seat": 0, "owner": ANN, "name": NAMES[ANN], "text": "My plan", "reaction": False, "time": 0.0}
    store.add_message(name, Message(number=0, **said), 10)
    found = []

    def keep(job, folder, *_more):
        found.append(job)
        stored(job, folder)
        return []

    monkeypatch.setattr(command, "mined", keep)
    wanted = command.Wanted(
        players=(2,), games=5, bot="strong", seed="1", folder=tmp_path / "kept", out=tmp_path / "out.json", most=1,
        server=str(tmp_path),
    )  # fmt: skip
    with pytest.raises(hanlin.HanlinError, match="No puzzle was found in 1 game, all that may be mined"):
        command.mine(game, wanted)
    (job,) = found
    end, played = job.source.end(0), tables.open(name).position
    assert (job.games, end.moves, end.scores) == (1, played.moves, played.scores)
    kept = (tmp_path / "kept" / "job.json").read_text("utf-8")
    for text in (repr(job), kept, end.text(), json.dumps(command.made_of(job.source, job.games))):
        for personal in (*NAMES, *NAMES.values(), name, "a secret", "My plan"):
            assert personal not in text
    store.set_mining(BEN, False)
    with pytest.raises(hanlin.HanlinError, match=r"1 finished; accounts that allow it: 1.*Everybody who played must"):
        command.mine(game, wanted)
    with pytest.raises(hanlin.HanlinError, match="No game of china has been finished"):
        command.mine(hanlin.game("china"), wanted)


def test_a_folder_of_puzzles_belongs_to_the_same_games(agree, tables, store, tmp_path):
    game = hanlin.game("forbidden_city")
    wanted = command.Wanted(
        players=(2,), games=5, bot="strong", seed="1", folder=tmp_path, out=tmp_path, most=1, server=str(tmp_path)
    )
    finished(tables, person(ANN), BOT, game=game)
    job = Mining(game=game.name, source=command._source(game, wanted), games=1)
    assert stored(job, tmp_path / "kept") == set()
    finished(tables, person(BEN), BOT, game=game)
    with pytest.raises(hanlin.HanlinError, match="holds another job"):
        stored(Mining(game=game.name, source=command._source(game, wanted), games=2), tmp_path / "kept")


@pytest.fixture
def from_server(tmp_path):
    """Mines the games of a server, by its folder or the address of its database."""

    def mine(server):
        out = tmp_path / "out.json"
        wanted = command.Wanted(
            players=(2,), games=5, bot="strong", seed="1", folder=tmp_path / "kept", out=out, most=1, server=str(server)
        )
        command.mine(hanlin.game("forbidden_city"), wanted)

    return mine


def test_later_games_need_another_folder(agree, tables, from_server, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "mined", lambda *_job: [])
    for reason in ("No puzzle was found in 1 game, all that may be mined", "Games that people finished since"):
        finished(tables, person(ANN), BOT, game=hanlin.game("forbidden_city"))
        with pytest.raises(hanlin.HanlinError, match=reason):
            from_server(tmp_path)


def test_games_that_all_ended_early_are_said_to_be_so(agree, tables, from_server, tmp_path):
    table = tables.create(hanlin.game("forbidden_city"), [person(ANN), BOT], {}, {}, pause=0, seed="a secret")
    tables.ask(table, 0, "end", table.number)
    with pytest.raises(hanlin.HanlinError, match="ended early: 1"):
        from_server(tmp_path)


def test_what_is_no_server_is_left_as_it_is(from_server, tmp_path):
    with pytest.raises(hanlin.HanlinError, match="give --from-server its data folder"):
        from_server(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()
    for address in ("mysql://localhost/games", "postgresql://127.0.0.1:1/games"):
        with pytest.raises(hanlin.HanlinError, match=r"address looks like|can't be opened"):
            from_server(address)


def test_data_of_another_version_are_neither_mined_nor_migrated(tables, store, from_server, tmp_path):
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0014'"))
    with pytest.raises(hanlin.HanlinError, match="another version of Hanlin"):
        from_server(tmp_path)
    assert store.layout() == "0014"


def test_moves_lead_to_the_same_end():
    start = hanlin.game("china").start(3)
    end, rng = start.copy().settle(1), random.Random(1)
    for _turn in range(6):
        end.play(rng.choice(end.legal)).settle(1)
    again = ConsentedGames(id="", games=(Moves.of(end),)).end(0)
    assert again.same_state(end)
    assert again.moves == end.moves
