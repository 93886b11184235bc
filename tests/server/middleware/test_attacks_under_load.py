"""All attacks at once while many tables are played: no move is lost, everybody is answered, and memory does not grow.

``HANLIN_ATTACK_SECONDS`` and ``HANLIN_ATTACKED_TABLES``: for how long, and under how many tables. Times and memory are
asserted in the long form only; a test that shares its machine with others can't.
"""

import multiprocessing
import os
import statistics
import threading
from concurrent.futures import ProcessPoolExecutor

import pytest

from hanlin.server.db import Store
from helpers import attacks
from helpers.concurrently import wait_until
from helpers.playing import Players, check_stored, played_on
from helpers.serving import Process

SECONDS = float(os.environ.get("HANLIN_ATTACK_SECONDS", "2"))
TABLES = int(os.environ.get("HANLIN_ATTACKED_TABLES", "3"))
LONG = SECONDS >= 30
MEDIAN = 0.05
"""Seconds in which half of the answers about the server's health come, at the most."""
GROWTH = 1.1
"""The memory that the last quarter may take beyond the second one."""


@pytest.fixture
def server(tmp_path):
    server = Process(tmp_path, files=1024, log=tmp_path / "log")
    server.start()
    yield server
    server.kill()


@pytest.mark.timeout(300 + 3 * SECONDS)
def test_no_acknowledged_move_is_lost_under_all_attacks_at_once(server, tmp_path, capsys):
    tables = [Players([server.url], seed) for seed in range(TABLES)]
    done = threading.Event()
    threads = [threading.Thread(target=each.play, args=(done, 1.0 if LONG else 0.05)) for each in tables]
    memory = []
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        for thread in threads:
            thread.start()
        made = processes.submit(attacks.all_at_once, server.url, SECONDS, [each.table for each in tables])
        health = processes.submit(attacks.measure_health, server.url, SECONDS)
        while not done.wait(SECONDS / 40):
            memory.append(server.memory())
            if made.done() and health.done():
                break
        wait_until(played_on(tables))
        done.set()
        for thread in threads:
            thread.join(attacks.PATIENCE)
    server.kill()
    assert [each.error for each in tables] == [None] * TABLES
    assert all(made.result().values())
    check_stored(tables, Store.in_folder(tmp_path))
    quarter = len(memory) // 4
    before, after = statistics.median(memory[quarter : 2 * quarter]), statistics.median(memory[-quarter:])
    times = sorted(health.result())
    line = (
        f"{TABLES} tables, {sum(len(each.acknowledged) for each in tables)} moves, {made.result()}; "
        f"/health: median {1000 * statistics.median(times):.1f} ms, p95 {1000 * times[len(times) * 95 // 100]:.1f} ms; "
        f"memory: {before:.0f} MB, at the end {after:.0f} MB"
    )
    with capsys.disabled():
        print(f"\n{line}")
    if LONG:
        assert statistics.median(times) < MEDIAN
        assert after < GROWTH * before
