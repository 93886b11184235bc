"""Commands under bad circumstances: outputs closed, full or in ASCII, no home folder, wrong files and addresses.

Every error is one sentence on the error output and exit 1 or 2, never a trace.
"""

from __future__ import annotations

import errno
import io
import json
import os
import pwd
import shlex
import subprocess
import sys

import pytest

from hanlin.cli import main, streams
from hanlin.cli import serve as serving
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.lib import files, folders

SIMULATE = ["simulate", "year_of_the_dragon", "--players", "3", "--games", "1", "--bots", "random"]
ARENA = ["arena", "year_of_the_dragon", "--players", "3", "--games", "1", "--bots"]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="closed outputs are those of a shell of POSIX")


def in_shell(words, redirections, **environment):
    """Run the command in a shell, with redirections."""
    line = shlex.join([sys.executable, "-m", "hanlin", *map(str, words)])
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line} {redirections}"],
        capture_output=True,
        env={**os.environ, "HANLIN_PLAIN": "1", "COLUMNS": "200", **environment},
    )


@pytest.fixture
def inside(monkeypatch, capsys):
    """Runs a command in this process: its exit code, what it printed, and what it said of errors."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["hanlin", *map(str, words)])
        monkeypatch.setenv("HANLIN_PLAIN", os.environ.get("HANLIN_PLAIN", ""))
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code or 0, *capsys.readouterr()

    return run


def refused(run, hint, exit_code=2):
    """The command ended with that exit code and one sentence."""
    code, out, said = run
    assert code == exit_code, said
    assert out == ""
    assert len(said.splitlines()) == 1
    assert said.startswith("hanlin: ")
    assert said.endswith(".\n")
    assert hint in said


# -- outputs ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [">&-", "<&-", "2>&-", ">&- 2>&- <&-", "2>/dev/full"])
def test_closed_streams_stop_no_command(closed):
    run = in_shell([*SIMULATE, "--json"], closed)
    assert (run.returncode, run.stderr) == (0, b"")
    if ">&-" not in closed or closed == "2>&-":
        assert json.loads(run.stdout)["games"] == 1


@pytest.mark.parametrize("words", [SIMULATE, ["--help"]])
def test_a_reader_that_leaves_ends_a_command_quietly(words):
    run = in_shell(words, "| true")
    assert (run.returncode, run.stdout, run.stderr) == (1, b"", b"")


OPENING = """
from hanlin.cli.streams import prepare_streams
prepare_streams()
with open("file", "w") as file:
    print("lost", flush=True)
    file.write("kept")
"""


def test_no_file_takes_the_place_of_a_closed_output(tmp_path):
    """A file opened later would receive what is printed."""
    line = f"{shlex.join([sys.executable, '-c', OPENING])} >&- 2>&- <&-"
    assert subprocess.run(["bash", "-c", line], cwd=tmp_path).returncode == 0
    assert (tmp_path / "file").read_text() == "kept"


def test_an_output_in_ascii_gets_all_letters(tmp_path):
    in_shell([*SIMULATE, "--records", tmp_path], "")
    (record,) = tmp_path.iterdir()
    usual = in_shell(["replay", record], "", PYTHONIOENCODING="utf-8").stdout.decode()
    assert not usual.isascii()
    for how in ({"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}):
        run = in_shell(["replay", record], "", **how)
        assert (run.returncode, run.stderr) == (0, b"")
        assert run.stdout.isascii()
        assert len(run.stdout.splitlines()) == len(usual.splitlines())


@pytest.mark.parametrize("text", ["Zoë", "–…", "子", "🐉", "\udcff"])
def test_json_in_ascii_means_the_same(text):
    streams.prepare_streams()
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, "ascii", streams.ESCAPED)
    out.write(json.dumps({"name": text}, ensure_ascii=False))
    out.flush()
    assert json.loads(raw.getvalue()) == {"name": text}


# -- folders ---------------------------------------------------------------------------------------------------------------


FOR_A_FOLDER = [["serve", "--no-open"], ["backup", "x"], ["restore", "x"], ["account", "reset", "x"]]


@pytest.mark.parametrize("words", FOR_A_FOLDER)
@pytest.mark.parametrize("home", [None, ""])
def test_without_a_home_folder_one_is_asked_for(words, home, inside, monkeypatch):
    def no_entry(user):
        raise KeyError(user)

    monkeypatch.setattr(pwd, "getpwuid", no_entry)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("HOME") if home is None else monkeypatch.setenv("HOME", home)
    assert folders.home() is None
    refused(inside(*words), "--data")


@pytest.mark.parametrize("words", FOR_A_FOLDER)
def test_a_home_that_can_not_be_written_is_said(words, inside, monkeypatch):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", "/dev/null")
    refused(inside(*words), "--data")


@pytest.mark.parametrize("words", [["serve", "--no-open", "--port", "0"], ["restore", "x"]])
@pytest.mark.parametrize("place", ["file", "file/below", "/dev/null/x"])
def test_a_data_folder_that_is_none_is_said(words, place, inside, tmp_path):
    (tmp_path / "file").write_text("")
    refused(inside(*words, "--data", tmp_path / place), "file" if "file" in place else "/dev/null")


# -- hosting ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "hint"),
    [
        (OSError(errno.EADDRINUSE, "Address already in use"), "--port"),
        (PermissionError(errno.EACCES, "Permission denied"), "--port"),
        (OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address"), "--host"),
        (OSError(-2, "Name or service not known"), "--host"),
        (UnicodeError("label too long"), "--host"),
    ],
)
def test_an_address_that_can_not_be_had_is_said(error, hint, inside, monkeypatch, tmp_path):
    def refuse(family, host, port):
        raise error

    monkeypatch.setattr(serving, "_bound", refuse)
    refused(inside("serve", "--no-open", "--data", tmp_path), hint)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["--database", "nonsense"], "postgresql://"),
        (["--database", "sqlite:///x"], "postgresql://"),
        (["--smtp", "nonsense"], "smtp://"),
        (["--root-path", "/games"], "separate host name"),
    ],
)
def test_what_serve_can_not_do_is_said(words, hint, inside, tmp_path):
    refused(inside("serve", "--no-open", "--data", tmp_path, *words), hint)


# -- files -----------------------------------------------------------------------------------------------------------------


FOREIGN = {
    "binary": b"\xff\xfe\x00" * 500,
    "notes": b"my notes\nand more",
    "numbers": b"[1]\n[2]\n",
    "other settings": b'{"settings": 5}\n',
    "other rows": b'{"settings": {}}\n{"number": "x"}\n',
    "cut": b'{"set up": 1',
    "deep": b"[" * 100_000 + b"\n",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_of_something_else_is_not_resumed(kind, inside, tmp_path):
    """Nor changed: the last line of a text that ends without a newline was once cut off."""
    (tmp_path / "file").write_bytes(FOREIGN[kind])
    refused(inside(*ARENA, "random,greedy", "--resume", tmp_path / "file"), "is not a file of tournament games")
    assert (tmp_path / "file").read_bytes() == FOREIGN[kind]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_a_full_disk_is_said_with_the_files_name(inside):
    code, _out, said = inside(*ARENA, "random,greedy", "--resume", "/dev/full")
    assert code == 1
    assert said.splitlines()[-1].endswith("hanlin: /dev/full can't be written: No space left on device.")


def test_a_record_that_can_not_be_written_is_said(inside, monkeypatch, tmp_path):
    def full(number):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    refused(inside(*SIMULATE, "--records", tmp_path), "year_of_the_dragon-0.hanlin can't be written: No space left", 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        ('python "x', "not closed"),
        ("python 'x", "not closed"),
        ("x\\", "last \\"),
        ("", "followed by a command"),
        ('""', "followed by a command"),
    ],
)
def test_a_command_that_can_not_be_read_is_said(command, hint, inside):
    refused(inside(*ARENA, f"cmd:{command}"), hint)


@pytest.mark.parametrize(
    ("command", "hint"), [("/no/such/program", "No such file"), ("/", "Permission denied"), (__file__, "can't be started")]
)
def test_a_program_that_can_not_be_started_is_said(command, hint, inside):
    code, _out, said = inside(*ARENA, f"cmd:{command}")
    assert code == 2
    assert hint in said.splitlines()[-1]


# -- machine code ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(PLAIN, reason="no machine code is made in this process")
def test_warm_says_where_nothing_can_be_kept(monkeypatch):
    from hanlin.bots import warm
    from hanlin.core.jit import cache

    def never(of):
        raise AssertionError("compiled in vain")

    monkeypatch.setattr(cache, "cache_home", lambda: None)
    assert "HANLIN_CACHE" in warm._run(never, "china")[0]
