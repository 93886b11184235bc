"""The server is killed at random moments under load: every acknowledged action is there once, and every game continues."""

import os
import random
import threading
import time
from contextlib import contextmanager

import pytest

from hanlin.server.db import Store
from helpers.concurrently import wait_until
from helpers.playing import Players, check_stored, played_on
from helpers.postgres import postgresql
from helpers.serving import Process

KILLS = int(os.environ.get("HANLIN_KILLS", "2"))
TABLES = int(os.environ.get("HANLIN_TABLES", "5"))
DATABASES = ["sqlite", "postgresql"][: int(os.environ.get("HANLIN_DATABASES", "1"))]


@contextmanager
def processes(kind, folder):
    """The processes of a server that is one on a file, two on a PostgreSQL, and a way to open its store."""
    if kind == "sqlite":
        yield [Process(folder)], lambda: Store.in_folder(folder)
        return
    with postgresql() as address:
        yield [Process(folder, f"{address}/postgres") for _ in range(2)], lambda: Store.at(f"{address}/postgres")


@pytest.mark.timeout(300 + 60 * KILLS)
@pytest.mark.parametrize("kind", DATABASES)
def test_no_acknowledged_move_is_lost_when_the_server_is_killed(kind, tmp_path):
    with processes(kind, tmp_path) as (servers, store):
        for server in servers:
            server.start()
        check_stored(play_on(servers), store())


def play_on(servers):
    """Tables at which is played while the processes are killed one by one; the tables afterwards."""
    done = threading.Event()
    tables = [Players([server.url for server in servers], seed) for seed in range(TABLES)]
    threads = [threading.Thread(target=each.play, args=(done,)) for each in tables]
    for thread in threads:
        thread.start()
    moment = random.Random("moments")
    try:
        for n in range(KILLS):
            server = servers[n % len(servers)]
            wait_until(played_on(tables))
            # The kill has to hit any moment of a request.
            time.sleep(moment.uniform(0, 0.3))
            server.kill()
            server.start()
        wait_until(played_on(tables))
    finally:
        done.set()
        for thread in threads:
            thread.join(90)
        for server in servers:
            server.kill()
    assert [each.error for each in tables] == [None] * TABLES
    return tables
