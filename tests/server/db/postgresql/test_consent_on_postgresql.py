"""``hanlin puzzles --from-server`` with the URL of a PostgreSQL database: the games of a server that is running there."""

from __future__ import annotations

import pytest

import hanlin
from hanlin.cli import puzzles as command
from hanlin.core.verbs.generic import OVER
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Account, Seat, Store
from hanlin.server.tables.service import Tables

ANN, BEN = key_hash("ann's key"), key_hash("ben's key")
CITY = hanlin.game("forbidden_city")


@pytest.fixture
def mine(database, tmp_path, monkeypatch):
    """Runs the command as far as the job, which it returns: no game is searched for puzzles."""

    def run():
        jobs = []
        monkeypatch.setattr(command, "mined", lambda job, *_more: jobs.append(job) or [])
        wanted = command.Wanted(
            players=(2,), games=5, bot="strong", seed="1", folder=tmp_path / "kept", out=tmp_path / "out.json", most=1,
            server=database,
        )  # fmt: skip
        with pytest.raises(hanlin.HanlinError) as said:
            command.mine(CITY, wanted)
        return (jobs or [str(said.value)])[0]

    return run


def person(owner, name):
    return Seat(kind="person", name=name, owner=owner)


def finished(tables, *seats):
    table = tables.create(CITY, list(seats), {}, {}, pause=0, seed="a secret")
    while table.to_move != OVER:
        tables.play(table, table.to_move, table.position.legal[0], table.number)
    return table.row.id


def test_games_in_a_database_are_mined_where_all_agree(store, mine):
    tables = Tables(store, {CITY.name: CITY})
    for owner, name in ((ANN, "Ann"), (BEN, "Ben")):
        store.add_account(Account(name.casefold(), name, owner, "x", False, 0.0), [])
    alone = finished(tables, person(ANN, "Ann"), Seat(kind="bot", bot="random"))
    finished(tables, person(ANN, "Ann"), person(BEN, "Ben"))
    assert "2 finished; accounts that allow it: 0" in mine()
    store.set_mining(ANN, True)
    job = mine()
    played = Tables(store, {CITY.name: CITY}).open(alone).position
    assert (job.games, job.source.end(0).moves, job.source.end(0).scores) == (1, played.moves, played.scores)
    assert "Ann" not in repr(job)
    store.set_mining(ANN, False)
    assert "accounts that allow it: 0" in mine()


def test_an_empty_database_is_refused_and_stays_empty(database, mine):
    assert "That database is empty" in mine()
    empty = Store.at(database, migrate=False)
    assert empty.layout() is None
    empty.close()
