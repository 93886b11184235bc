"""The plugin that counts the CPU time of tests."""

from __future__ import annotations

import os

import pytest

from helpers import budget


@pytest.mark.parametrize("error", [FileNotFoundError, ProcessLookupError])
def test_a_process_that_ends_while_it_is_counted_is_no_error(monkeypatch, error):
    """Counting runs around every test: what it raises would end the whole run."""

    def vanished(_path):
        raise error

    monkeypatch.setattr(os, "listdir", vanished)
    assert budget._children(os.getpid()) == []
    assert budget.cpu_seconds() > 0
