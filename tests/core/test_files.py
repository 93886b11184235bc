"""Files are written whole or not at all, and what fails is a sentence with the file's name."""

import pytest

from hanlin.core.errors import HanlinError
from hanlin.core.lib.files import whole_file


def begin_and_fail(file, error):
    with whole_file(file) as part:
        part.write_text("ha")
        raise error


def test_a_file_is_there_when_it_is_whole(tmp_path):
    with whole_file(tmp_path / "file") as part:
        part.write_text("new")
        assert not (tmp_path / "file").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "new"


def test_nothing_is_left_of_what_could_not_be_written(tmp_path):
    (tmp_path / "file").write_text("old")
    with pytest.raises(HanlinError, match=r"file can't be written: No space left\.$"):
        begin_and_fail(tmp_path / "file", OSError(28, "No space left"))
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "old"


@pytest.mark.parametrize("place", ["no folder/file", "file/file"])
def test_a_place_that_is_none_is_said(tmp_path, place):
    (tmp_path / "file").write_text("")
    with pytest.raises(HanlinError, match="can't be written"), whole_file(tmp_path / place) as part:
        part.write_text("new")


def test_what_is_interrupted_leaves_nothing(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        begin_and_fail(tmp_path / "file", KeyboardInterrupt())
    assert list(tmp_path.iterdir()) == []
