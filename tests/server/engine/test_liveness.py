"""Replacement of worker processes: a slow one never, one that hangs or thinks for too long."""

from __future__ import annotations

import pytest

from hanlin.server.engine.liveness import COMPILING, SILENCE, STARTING, STILL, THINKING, Report, Watch
from hanlin.server.engine.process import Effort, Preparation


def report(phase, cpu=0.0, total=0.0):
    return Report(phase=phase, number=1, cpu=cpu, total=total)


@pytest.mark.parametrize("share", [1.0, 0.05, 0.002], ids=["idle machine", "load 40", "load 1000"])
def test_a_process_that_compiles_is_left_alone(share):
    watch = Watch(patience=5.0)
    for second in range(2 * 3600):
        watch.note(report(COMPILING, total=share * second))
        assert watch.passed(1.0) == ""


def test_a_cpu_budget_is_not_checked_by_the_wall_clock():
    """Half an hour for five seconds of CPU time, on a machine that gives it little."""
    watch = Watch(patience=5.0)
    for second in range(1800):
        watch.note(report(THINKING, cpu=second / 360, total=10 + second / 360))
        assert watch.passed(1.0) == ""
    watch.note(report(THINKING, cpu=5.1, total=15.1))
    assert "5.1 s of CPU time" in watch.passed(1.0)


def test_compiling_in_the_midst_of_a_question_is_not_counted():
    watch = Watch(patience=5.0)
    watch.note(report(THINKING, cpu=4.0, total=4.0))
    for second in range(300):
        watch.note(report(COMPILING, cpu=4.0, total=4.0 + second))
        assert watch.passed(1.0) == ""
    watch.note(report(THINKING, cpu=4.9, total=305.0))
    assert watch.passed(1.0) == ""


@pytest.mark.parametrize(("started", "limit"), [(True, SILENCE), (False, STARTING)])
def test_silence_means_that_it_hangs(started, limit):
    watch = Watch(patience=5.0)
    if started:
        watch.note(report(THINKING))
    assert watch.passed(limit - 0.1) == ""
    assert "no report" in watch.passed(0.2)


def test_reports_without_any_work_mean_that_it_hangs():
    watch = Watch(patience=5.0)
    verdicts = []
    for second in range(int(STILL) + 1):
        watch.note(report(THINKING, cpu=0.0005 * second, total=1.0 + 0.0005 * second))
        verdicts.append(watch.passed(1.0))
    assert "no work done" in verdicts[-1]
    assert not any(verdicts[:-2])


def test_an_answer_begins_a_new_count():
    watch = Watch(patience=5.0)
    watch.note(report(THINKING, cpu=4.9, total=4.9))
    assert watch.thinking
    watch.note(Report(action="x", number=1))
    assert not watch.thinking
    assert watch.passed(1.0) == ""


def test_the_effort_of_a_question_is_cpu_time_without_compiling():
    cpu = iter([10.0, 11.0, 11.0, 50.0, 52.5]).__next__
    effort = Effort(cpu)
    effort.begin(7)  # at 10
    effort.compiles(1)  # at 11
    assert effort.is_compiling
    assert effort.spent() == 1.0
    effort.compiles(-1)  # until 50
    assert effort.spent() == 3.5


def test_a_game_that_is_asked_for_is_compiled_before_others():
    compiled, reports = [], []
    preparation = Preparation(["a", "b", "c"], compiled.append, reports.append)
    preparation.first("c")
    preparation.first("new")
    for _ in range(4):
        preparation.one(preparation._games.pop(0))
    preparation.first("a")
    assert compiled == ["new", "c", "a", "b"]
    assert preparation._games == []
    assert [each.ready for each in reports if each.ready] == compiled


def test_a_game_that_does_not_compile_is_reported_with_the_reason():
    reports = []

    def fail(name):
        raise ValueError("no such rule")

    Preparation([], fail, reports.append).one("a")
    assert [(each.failed, each.reason) for each in reports[1:]] == [("a", "ValueError: no such rule")]
