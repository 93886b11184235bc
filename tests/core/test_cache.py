"""Machine code is kept as long as every source that it was made from is as it was, and no longer."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

from hanlin.core.jit.compiled import PLAIN
from hanlin.core.position.game import games

if PLAIN:
    pytest.skip("no machine code is made in this process", allow_module_level=True)

from hanlin.bots import policies
from hanlin.core.jit import cache

GAMES = sorted(games())
NEVER_COMPILED = {"cli", "server", "words", "drawing", "notation", "game", "position", "record", "faces"}
"""Packages and modules in which an edit must not cost anybody's machine code."""


def sources(name):
    rules = cache.sources(rule.__module__ for rule in policies.whole_games_fast._rules_of(games()[name].dtype))
    return cache.sources([policies.__name__]) | rules


@pytest.mark.parametrize("name", GAMES)
def test_the_key_covers_the_game_and_all_it_depends_on(name):
    found = set(sources(name))
    assert {"hanlin.bots.policies", "hanlin.core.verbs.generic", "hanlin.core.jit.rng", "hanlin.core.jit.compiled"} <= found
    rooms = {"rules", "state", "pieces"} | ({"evaluation"} if games()[name].package.startswith("hanlin.") else set())
    assert {f"{games()[name].package}.{room}" for room in rooms} <= found


@pytest.mark.parametrize("name", GAMES)
def test_the_key_ignores_other_games_and_uncompiled_sources(name):
    for module in sources(name):
        assert not NEVER_COMPILED & set(module.split(".")), module
        assert not module.startswith("hanlin.games.") or module.startswith(f"hanlin.games.{name}."), module


def test_each_game_has_a_folder_of_its_own(monkeypatch, tmp_path):
    monkeypatch.setenv("HANLIN_CACHE", str(tmp_path))
    folders = {policies.whole_games_fast.folder(game.dtype) for game in games().values()}
    assert len(folders) == len(GAMES)
    assert all(folder.parent == tmp_path / "hanlin" for folder in folders)


PEBBLES = {
    "pebbles/__init__.py": "",
    "pebbles/size.py": "SIZE = 2\n",
    "pebbles/help/__init__.py": "",
    "pebbles/help/sums.py": """
        from hanlin.core.jit.compiled import compiled
        from ..size import SIZE

        @compiled
        def worth(pebbles):
            return SIZE * pebbles
    """,
    "pebbles/rules.py": """
        import numpy as np
        from hanlin.core import generic
        from hanlin.core.jit.compiled import compiled
        from pebbles.help import sums

        STATE = np.dtype((np.record, np.dtype([("players", np.int32), ("pebbles", np.int32)], align=True)))

        @compiled
        def value(s, seat):
            return sums.worth(np.int64(s.pebbles))

        generic.register(STATE, **{verb: value for verb in generic.VERBS})
    """,
    "pebbles/words.py": "",
    "loop.py": """
        import numpy as np
        from hanlin.core.jit.compiled import entry
        from hanlin.core.verbs.generic import value
        from pebbles.rules import STATE

        @entry
        def worth_fast(states):
            return value(states[0], 0)

        states = np.zeros(1, STATE)
        states[0].pebbles = 21
        ready = worth_fast.is_ready(STATE)
        print(worth_fast(states), ready)
    """,
}
"""A plug-in game, in a package with a module that its rules use."""


@pytest.fixture
def run_pebbles(tmp_path):
    """Writes the package, with these changes, and runs a compiled loop over it: the result, and whether it was cached."""

    def run(place="here", **changes):
        for name, text in PEBBLES.items():
            path = tmp_path / place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            text = textwrap.dedent(changes.get(path.stem, text))
            if not path.exists() or path.read_text("utf-8") != text:
                path.write_text(text, "utf-8")
                # As if it had been written before: what changes while a process runs is not kept.
                os.utime(path, (path.stat().st_mtime - 60,) * 2)
        environment = {**os.environ, "HANLIN_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, str(tmp_path / place / "loop.py")]
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=tmp_path)
        run.said = result.stderr
        return result.stdout.strip()

    return run


def test_compiling_is_said_once_with_where_it_is_kept(tmp_path, monkeypatch, run_pebbles):
    run_pebbles()
    kept = f"kept in {tmp_path / 'cache' / 'hanlin'}"
    assert run_pebbles.said == f"hanlin: compiling pebbles for this machine, once, 10 to 60 seconds ({kept}) …\n"
    run_pebbles()
    assert not run_pebbles.said
    monkeypatch.setenv("HANLIN_QUIET", "1")
    run_pebbles(size="SIZE = 3\n")
    assert not run_pebbles.said


def test_an_edited_plug_in_game_plays_by_its_new_rules(run_pebbles):
    """The cache once covered Hanlin's own sources only: an edited plug-in game went on with its old rules."""
    assert run_pebbles() == "42 False"
    assert run_pebbles() == "42 True"
    assert run_pebbles(size="SIZE = 3\n") == "63 False"
    assert run_pebbles(size="SIZE = 3\n") == "63 True"
    assert run_pebbles(size="SIZE = 3\n", words="# other words\n") == "63 True"
    assert run_pebbles(size="SIZE = 2\n") == "42 True"


def test_equal_sources_share_machine_code_in_any_folder(run_pebbles):
    assert run_pebbles("here") == "42 False"
    assert run_pebbles("there") == "42 True"


def test_what_changes_while_a_process_runs_is_not_kept(tmp_path, run_pebbles):
    edit = 'from pathlib import Path\nimport pebbles.size\nPath(pebbles.size.__file__).write_text("SIZE = 5\\n")\n'
    at_work = edit + textwrap.dedent(PEBBLES["loop.py"]).replace("is_ready(STATE)", "folder(STATE).exists()")
    assert run_pebbles(loop="import pebbles.rules\n" + at_work) == "42 False"
    assert not list((tmp_path / "cache").rglob("*.nbi"))


def test_machine_code_that_was_cut_off_is_made_again(tmp_path, run_pebbles):
    """By a full disk or a crash."""
    assert run_pebbles() == "42 False"
    for cut in (tmp_path / "cache").rglob("*.nb?"):
        cut.write_bytes(cut.read_bytes()[:40])
    assert run_pebbles().startswith("42")
    assert run_pebbles() == "42 True"


FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))\n"
"""Files of more than a hundred bytes can't be written: to a program that is what a full disk is."""


@pytest.mark.skipif(os.name != "posix", reason="the limit of a file's size is one of POSIX")
def test_a_full_disk_costs_the_machine_code_and_nothing_else(tmp_path, run_pebbles):
    loop = textwrap.dedent(PEBBLES["loop.py"])
    said = run_pebbles(loop=FULL + loop + "from hanlin.core.jit.cache import UNKEPT\nprint(*UNKEPT)")
    assert said.splitlines() == [
        "42 False",
        f"Machine code can't be kept in {tmp_path}/cache/hanlin: File too large. Name another folder with HANLIN_CACHE.",
    ]
    assert not list((tmp_path / "cache").rglob("*.tmp.*"))
    assert run_pebbles() == "42 False"


def test_code_that_others_could_have_written_is_not_loaded(tmp_path, run_pebbles):
    assert run_pebbles() == "42 False"
    for file in (tmp_path / "cache").rglob("*.nbi"):
        file.chmod(0o666)
    assert run_pebbles() == "42 False"
    assert run_pebbles() == "42 True"
