"""How long ago something happened, in words."""

from __future__ import annotations

import pytest

from hanlin.core.i18n.language import language, languages
from hanlin.server.views import times

MINUTE, HOUR, DAY = 60, 3600, 86400
NOON = 1_767_268_800.0


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-5, "just now"),
        (59, "just now"),
        (2 * MINUTE + 59, "2 min. ago"),
        (5 * HOUR, "5 hr. ago"),
        (3 * DAY, "3 days ago"),
        (13 * DAY, "1 wk. ago"),
        (400 * DAY, "1 yr. ago"),
    ],
)
def test_a_time_is_told_in_whole_units(seconds, words):
    assert times.passed(seconds) == words


def test_relative_times_follow_the_language():
    said = set()
    for code in languages():
        with language(code):
            said.add(times.passed(2 * HOUR).replace("\xa0", " "))
            assert times.passed(0) != "just now" or code == "en"
    assert said == {"2 hr. ago", "vor 2 Std.", "il y a 2 h", "2 h fa", "2 uur geleden"}


def test_the_exact_time_stands_behind_the_words(monkeypatch):
    monkeypatch.setattr(times, "clock", lambda: NOON + 90)
    element = times.ago(NOON)
    assert element.startswith('<time datetime="2026-01-01T12:00:00+00:00" title="')
    assert times.when(NOON).replace("\u202f", " ") in element.replace("\u202f", " ")
    assert element.endswith('data-ago="just now">1 min. ago</time>')
