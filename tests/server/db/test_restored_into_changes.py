"""Backups brought back into databases where people went on: conflicts stay out and are reported, the rest comes back."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

from hanlin.cli import backup as command
from hanlin.server.accounts import passwords
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Store, backup, metadata
from hanlin.server.db.schema import accounts, addresses, attempts, codes, people, receivers, stops, tokens
from hanlin.server.notifications.mail import address_key
from hanlin.server.tables.service import Tables
from helpers.old_schemas import laid_out
from helpers.people import persons
from lanterns import GAME

FILLED = {sa.String: "x", sa.Text: "x", sa.Integer: 1, sa.Float: 1.0, sa.Boolean: True, sa.JSON: []}
TABLES = sorted(metadata.tables)
GUEST, OTHERS = key_hash("a guest's key"), key_hash("another one's key")


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def row(table, n, **more):
    """A row of any table of the database; related ones have the same number."""
    filled = {}
    for column in table.columns:
        value = next(v for kind, v in FILLED.items() if isinstance(column.type, kind))
        filled[column.name] = f"{column.name}{n}" if value == "x" else value
    known = {"table": f"t{n}", "id": f"t{n}" if table.name == "tables" else f"id{n}", "token": f"token{n}", "time": None}
    known |= {"kind": {"tables": "game", "tokens": "program"}.get(table.name, f"kind{n}"), "time": 1.0}
    known |= {"token": f"owner{n}"} if table is receivers else {}
    filled |= {name: value for name, value in known.items() if name in filled}
    if table.name == "tables":
        filled["time"] = None
    if table.name == "heartbeat":
        filled["id"] = n
    return filled | more


@pytest.fixture
def full(tmp_path):
    """A backup with two rows in every table of the database."""
    store = Store.in_folder(tmp_path / "full")
    with store.engine.begin() as connection:
        for table in metadata.sorted_tables:
            connection.execute(table.insert(), [row(table, n) for n in (1, 2)])
    backup.write(store, tmp_path / "backup")
    store.close()
    return tmp_path / "backup"


def rows(store, table):
    with store.engine.connect() as connection:
        return [dict(each) for each in connection.execute(sa.select(table)).mappings()]


def changed(table):
    """The ways in which a row of a table conflicts with the first of the backup: all but its key is another, or its key is
    another and something else is the same that only one may have."""
    there, other = row(table, 1), row(table, 9)
    keys = {column.name for column in table.primary_key.columns}
    yield {name: there[name] if name in keys else other[name] for name in there}
    unique = [{each.name} for each in table.columns if each.unique]
    unique += [{column.name for column in each.columns} for each in table.constraints if isinstance(each, sa.UniqueConstraint)]
    for names in unique:
        yield {name: there[name] if name in names else other[name] for name in there}


@pytest.mark.parametrize("name", TABLES)
def test_a_change_in_any_table_keeps_out_only_itself(full, store, name):
    table = metadata.tables[name]
    for change in changed(table):
        with store.engine.begin() as connection:
            for each in reversed(metadata.sorted_tables):
                connection.execute(each.delete())
            for needed in ("tables",) if "table" in table.c else ():
                for n in (change["table"],):
                    connection.execute(metadata.tables[needed].insert(), row(metadata.tables[needed], 1, id=n))
            connection.execute(table.insert(), change)
        restored = backup.restore(store, full)
        assert change in rows(store, table), "what is there stays as it is"
        assert all(n > 0 for n in restored.skipped.values())
        again = backup.restore(store, full)
        assert again.came == 0
        for each in metadata.sorted_tables:
            if each is not attempts:
                assert row(each, 2) in rows(store, each), f"{each.name} beside {name}"


def test_everything_comes_back_into_nothing(full, store):
    restored = backup.restore(store, full)
    assert restored == (2, 0, {})
    for table in metadata.sorted_tables:
        if table is not attempts:
            assert rows(store, table) == [row(table, 1), row(table, 2)]
    assert backup.restore(store, full) == (0, 2, {})


def test_a_guest_who_made_an_account_since_stops_nothing(app, tmp_path):
    """The address that the guest had confirmed is the account's now."""
    services = app.state.services
    services.store.add_person(GUEST, "Dan")
    table = services.tables.create(GAME, persons(), {}, {}, pause=0)
    services.store.set_address(GUEST, "dan@example.org", "en", "", 1.0, address_key("dan@example.org"), [])
    services.store.confirm_address(services.store.address(GUEST).token)
    backup.write(services.store, tmp_path / "backup")
    made = services.accounts.create("Dan", "seven lanterns", guest=GUEST)
    services.tables.delete(table)
    restored = backup.restore(services.store, tmp_path / "backup")
    assert restored == (1, 0, {"mail_addresses": 1})
    assert services.store.address(GUEST) is None
    assert services.store.address(made.account.owner).address == "dan@example.org"
    assert Tables(services.store, {"lanterns": GAME}).open(table.row.id).position == table.position


def test_a_name_that_is_another_ones_now_gives_nothing_away(app, tmp_path):
    """The former owner gets back neither the name nor what acts for its account."""
    services = app.state.services
    old = services.accounts.create("Ann", "seven lanterns")
    program = services.people.new_token(old.account.owner, "play")
    backup.write(services.store, tmp_path / "backup")
    services.accounts.delete(old.account.owner, "seven lanterns")
    new = services.accounts.create("Ann", "eight lanterns")
    assert backup.restore(services.store, tmp_path / "backup").skipped == {"accounts": 1}
    assert services.accounts.named("Ann").owner == new.account.owner
    assert services.people.caller(program) is None
    assert services.store.codes_left(old.account.owner) == 0


def test_an_address_that_was_stopped_since_stays_out(app, tmp_path):
    store, key = app.state.services.store, address_key("dan@example.org")
    store.set_address(GUEST, "dan@example.org", "en", "", 1.0, key, [])
    token = store.address(GUEST).token
    store.confirm_address(token)
    backup.write(store, tmp_path / "backup")
    assert store.stop_mail(token, 2.0)
    backup.restore(store, tmp_path / "backup")
    assert store.address(GUEST) is None
    assert store.is_stopped(key)


def test_nothing_comes_back_where_the_work_breaks_off(full, store, monkeypatch):
    insert = backup._Adding._insert

    def fail(adding, table, new):
        if table.name == "tokens":
            raise OSError("the disk is full")
        return insert(adding, table, new)

    monkeypatch.setattr(backup._Adding, "_insert", fail)
    with pytest.raises(backup.BadBackup):
        backup.restore(store, full)
    assert all(rows(store, table) == [] for table in metadata.sorted_tables)


def test_the_command_says_what_was_left_out(full, tmp_path, capsys):
    data = tmp_path / "data"
    store = Store.in_folder(data)
    with store.engine.begin() as connection:
        connection.execute(accounts.insert(), row(accounts, 1, owner="another"))
    store.close()
    command.restore(full, data, "")
    assert "1 row of accounts was left out" in capsys.readouterr().out


def test_receivers_and_addresses_of_the_layout_before_are_kept(tmp_path):
    """Receivers belong to whom they can be known to belong to; addresses are compared as they are from now on."""
    store = Store(sa.URL.create("sqlite", database=str(tmp_path / "old.sqlite3")))
    laid_out(store.engine, "0008")
    receiver = {"p256dh": "", "auth": "", "origin": "", "created": 1.0}
    old = sa.MetaData()
    with store.engine.begin() as connection:
        old.reflect(connection)
        for n, (owner, sessions) in enumerate((("guest", 0), ("one", 1), ("two", 2), ("none", 0))):
            connection.execute(
                old.tables["push_receivers"].insert(), {"id": f"{n}", "owner": owner, "endpoint": owner, **receiver}
            )
            if owner != "guest":
                connection.execute(old.tables["accounts"].insert(), row(accounts, n, owner=owner))
            for m in range(sessions):
                token = row(tokens, n, owner=owner, token=f"{owner}{m}", kind="session")
                connection.execute(old.tables["tokens"].insert(), token)
        address = {name: value for name, value in row(addresses, 1, address="A.nn+x@Example.org").items() if name != "key"}
        connection.execute(old.tables["mail_addresses"].insert(), address)
    store.migrate()
    assert {each["owner"]: each["token"] for each in rows(store, receivers)} == {"guest": "guest", "one": "one0"}
    assert [each["key"] for each in rows(store, addresses)] == [address_key("ann@example.org")]
    assert rows(store, stops) == rows(store, people) == rows(store, codes) == []
    store.close()
