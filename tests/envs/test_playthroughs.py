"""Golden playthroughs: whole games, with what was legal and what was seen at every ply, replay for ever."""

from __future__ import annotations

import pytest

import hanlin
from hanlin.core.position.record import read_record_file
from playthroughs import FOLDER, TABLES, name_of, notes

FILES = sorted(FOLDER.glob("*.hanlin"))


def test_every_table_has_one():
    assert {file.name for file in FILES} == {name_of(*table) for table in TABLES}
    for game in (hanlin.game("china"), hanlin.game("forbidden_city"), hanlin.game("year_of_the_dragon")):
        played = {players for name, players, _ in TABLES if name == game.name}
        assert played == set(game.players)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_is_what_it_was(file):
    """The number of legal actions, and what each seat observes: `python tools/playthroughs.py --again` after a change of
    observations that is meant."""
    record = read_record_file(file)
    assert record.end.over
    said = [line.rpartition("# ")[2] for line in file.read_text("utf-8").splitlines() if "# " in line]
    assert list(notes(record)) == said
