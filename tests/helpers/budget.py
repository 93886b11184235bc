"""A pytest plugin: the CPU time that tests and the processes they start take, by folder, summed over xdist's workers.

Nothing fails by it. Wall time on a busy machine says little; CPU time says what to make cheaper.
"""

from __future__ import annotations

import os
import resource
from collections import Counter
from pathlib import Path

import pytest

DEEP = "tests/server/", "tests/games/"
"""Folders that are listed by the folders in them."""
FIRST = 12
"""The number of slowest tests that are listed."""


class Budget:
    """CPU seconds by test, of this process and of the workers that report to it."""

    def __init__(self) -> None:
        self.tests: Counter[str] = Counter()
        self.rest = 0.0

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        before = cpu_seconds()
        try:
            return (yield)
        finally:
            self.tests[item.nodeid] += max(0.0, cpu_seconds() - before)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_sessionfinish(self, session):
        result = yield
        self.rest += max(0.0, cpu_seconds() - sum(self.tests.values())) if not self.rest else 0.0
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["budget"] = (dict(self.tests), self.rest)
        return result

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        tests, rest = getattr(node, "workeroutput", {}).get("budget", ({}, 0.0))
        self.tests.update(tests)
        self.rest += rest

    def pytest_terminal_summary(self, terminalreporter):
        if not self.tests:
            return
        folders: Counter[str] = Counter()
        for test, seconds in self.tests.items():
            folders[folder(test)] += seconds
        write = terminalreporter.write_line
        terminalreporter.section("CPU minutes")
        for name, seconds in folders.most_common():
            write(f"{seconds / 60:7.2f}  {name}")
        write(f"{self.rest / 60:7.2f}  start, collection and end of all processes")
        write(f"{(sum(folders.values()) + self.rest) / 60:7.2f}  altogether; the most of it in:")
        for test, seconds in self.tests.most_common(FIRST):
            write(f"{seconds / 60:7.2f}  {test}")


def folder(test: str) -> str:
    """The folder by which a test is counted."""
    path = test.partition("::")[0]
    depth = 3 if path.startswith(DEEP) else 2 if path.startswith(("tests/", "src/")) else 1
    return "/".join(Path(path).parts[:-1][:depth]) or path


def cpu_seconds() -> float:
    """User and system seconds of this process and its descendants, running ones included."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in spent) + sum(map(_seconds, _descendants(os.getpid())))


def _descendants(pid: int) -> list[int]:
    children = _children(pid)
    return children + [each for child in children for each in _descendants(child)]


def _children(pid: int) -> list[int]:
    """Processes come and go while they are counted: of one that has ended there is nothing to read."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
        return [int(child) for thread in threads for child in Path(f"/proc/{pid}/task/{thread}/children").read_text().split()]
    except OSError:
        return []


def _seconds(pid: int) -> float:
    """Of a running process, and of those that it started and has waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Budget(), "cpu-budget")
