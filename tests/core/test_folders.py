"""Machine code is loaded only from folders into which no other user can write; a user without a home folder has a cache too."""

from __future__ import annotations

import os
import pwd
import tempfile

import pytest

from hanlin.core.lib import folders

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners and modes are those of POSIX")
ME = os.getuid()


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch, tmp_path):
    """No folder of this machine's is meant, and nothing is remembered."""
    for name in ("HANLIN_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "home").mkdir(mode=0o755)
    (tmp_path / "temporary").mkdir()
    (tmp_path / "temporary").chmod(0o1777)
    folders._cache_homes.cache_clear()
    yield
    folders._cache_homes.cache_clear()


def no_entry(user):
    raise KeyError(user)


def without_home(monkeypatch, **environment):
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", no_entry)
    for name, value in environment.items():
        monkeypatch.setenv(name, str(value))


def test_machine_code_is_kept_at_home(tmp_path):
    assert folders.cache_homes() == (tmp_path / "home" / ".cache" / "hanlin",)


def test_the_folders_that_are_named_come_first(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert folders.cache_homes() == (tmp_path / "xdg" / "hanlin",)
    monkeypatch.setenv("HANLIN_CACHE", str(tmp_path / "own"))
    assert folders.cache_homes() == (tmp_path / "own" / "hanlin",)


@pytest.mark.parametrize("home", [None, "", "/proc/nowhere", "/dev/null"])
def test_without_a_home_a_private_temporary_folder_serves(monkeypatch, tmp_path, home):
    without_home(monkeypatch, **({} if home is None else {"HOME": home}))
    (folder,) = folders.cache_homes()
    assert folder == tmp_path / "temporary" / f"hanlin-cache-{ME}"
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("kind", ["open", "link", "file", "somebody else's"])
def test_a_temporary_folder_that_is_not_private_is_left(monkeypatch, tmp_path, kind):
    without_home(monkeypatch)
    folder = tmp_path / "temporary" / f"hanlin-cache-{ME}"
    if kind == "file":
        folder.write_text("")
    elif kind == "link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        folder.symlink_to(tmp_path / "elsewhere")
    else:
        folder.mkdir(0o700)
    if kind == "open":
        folder.chmod(0o777)
    if kind == "somebody else's":
        if ME != 0:
            pytest.skip("only the administrator can give a folder away")
        os.chown(folder, 12345, 12345)
    assert folders.cache_homes() == ()


def test_a_home_that_can_not_be_written_is_passed_over(monkeypatch, tmp_path):
    """A file in the way stands for a read-only file system, since permissions do not stop an administrator."""
    (tmp_path / "home" / ".cache").write_text("")
    assert folders.cache_homes() == (tmp_path / "temporary" / f"hanlin-cache-{ME}",)


@pytest.mark.parametrize("mode", [0o777, 0o757, 0o775])
def test_a_named_folder_others_can_write_is_refused(monkeypatch, tmp_path, mode, caplog):
    shared = tmp_path / "shared"
    (shared / "hanlin").mkdir(parents=True)
    (shared / "hanlin").chmod(mode)
    monkeypatch.setattr(folders, "_is_group_of_one", lambda group, user: False)
    monkeypatch.setenv("HANLIN_CACHE", str(shared))
    assert folders.cache_homes() == (tmp_path / "home" / ".cache" / "hanlin",)
    assert "another user can write" in caplog.text


def test_a_folder_in_a_folder_others_can_write_is_refused(tmp_path):
    above = tmp_path / "above"
    (above / "hanlin").mkdir(parents=True)
    assert folders.is_safe(above / "hanlin", ME)
    above.chmod(0o777)
    assert not folders.is_safe(above / "hanlin", ME)
    assert not folders.is_safe(above / "not there yet", ME)
    above.chmod(0o1777)  # Where others can't replace what is not theirs, as among temporary files.
    assert folders.is_safe(above / "hanlin", ME)


def test_a_private_group_may_write(monkeypatch, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    folder.chmod(0o775)
    for alone in (True, False):
        monkeypatch.setattr(folders, "_is_group_of_one", lambda group, user, alone=alone: alone)
        assert folders.is_safe(folder, ME) is alone


def test_two_users_of_one_cache_do_not_load_each_others_code(tmp_path):
    """The folder is the first user's; to the second it is no place to load code from."""
    (tmp_path / "hanlin").mkdir()
    if ME == 0:
        os.chown(tmp_path / "hanlin", 12345, 12345)
        assert not folders.is_safe(tmp_path / "hanlin", 54321)
        assert folders.is_safe(tmp_path / "hanlin", 12345)
    else:
        assert not folders.is_safe(tmp_path / "hanlin", ME + 1)
        assert folders.is_safe(tmp_path / "hanlin", ME)


def test_a_file_others_can_write_is_not_loaded(tmp_path):
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "a.nbi").write_text("")
    assert folders.holds_own_files(folder, ME)
    (folder / "a.nbi").chmod(0o666)
    assert not folders.holds_own_files(folder, ME)


def test_new_folders_are_the_owners_to_change(tmp_path):
    before = os.umask(0)
    try:
        folders.with_mode(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "a", tmp_path / "a" / "b")] == [0o755, 0o755]
