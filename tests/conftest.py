"""Fixtures for all tests: the selection of tests, and a check that each leaves its process as it found it.

The tests of ``tests/extras`` need libraries that only ``make test-extras`` installs, and those
marked ``long`` run in ``make soak``.
"""

from __future__ import annotations

import os

import pytest

from helpers.long import LONG

collect_ignore = [] if os.environ.get("HANLIN_EXTRAS") else ["extras"]


def pytest_collection_modifyitems(config, items):
    """Leave out what takes long: it is not skipped, but belongs to another command."""
    if not LONG:
        long = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if not item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)


@pytest.fixture(autouse=True)
def _environment_left_as_it_was():
    """Restore environment variables, which later tests' processes would inherit."""
    before = _said_to_hanlin()
    yield
    assert _said_to_hanlin() == before, "The test left the environment changed."


@pytest.fixture
def one_playout(monkeypatch):
    """Forecasts of the Year of the Dragon from a single game: for tests of all tables of many positions."""
    monkeypatch.setattr("hanlin.games.year_of_the_dragon.outlook.PLAYOUTS", 1)


def _said_to_hanlin() -> dict[str, str]:
    """The environment variables that Hanlin and its compiler read. (A library may set what is its own when it is imported.)"""
    return {name: value for name, value in os.environ.items() if name.startswith(("HANLIN_", "NUMBA_"))}
