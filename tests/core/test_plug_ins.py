"""Games of other packages, unfinished or broken: a warning for each, and everything else works."""

from __future__ import annotations

import logging
import re
import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from litestar.testing import TestClient

import hanlin
from hanlin.cli.commands import main
from hanlin.core.i18n import language
from hanlin.core.position import game as core_game
from hanlin.core.verbs import generic
from hanlin.core.verbs.defaults import gives
from hanlin.server.asgi import make_app

LANTERNS = Path(__file__).parents[2] / "docs" / "examples" / "lanterns" / "lanterns"
GROUP = "hanlin.games"

BROKEN = {
    "imports_nothing": ("import nowhere_at_all", "ModuleNotFoundError"),
    "no_python": ("def (", "SyntaxError"),
    "leaves": ("raise SystemExit(3)", "SystemExit"),
    "divides": ("1 / 0", "ZeroDivisionError"),
    "says_much": ("raise ValueError('line\\n' * 500)", "ValueError"),
    "has_none": ("", "AttributeError"),
    "is_text": ("GAME = 'a game'", "it is a str"),
    "is_none": ("GAME = None", "NoneType"),
    "no_dtype": ("from hanlin.core.position.game import Game\nGAME = Game(name='no_dtype')", "TypeError"),
    "no_verbs": (
        (
            "import numpy as np\nfrom hanlin.core.position.game import Game\n"
            "GAME = Game(name='no_verbs', package=__name__, players=(2,), options=(), rules_version='1', "
            "dtype=np.dtype([('players', 'i4'), ('odd', 'i2')], align=True), max_actions=3, max_outcomes=3, first_state=None, "
            "text=None, parse=None, action_numbers=None)"
        ),
        "verbs that are not registered",
    ),
    "other_name": ("from lanterns import GAME", "calls itself 'lanterns'"),
}


def copy_of_lanterns(into: Path, name: str, **files: str | None) -> None:
    """A copy of the example game with other files in it (None: without that one)."""
    shutil.copytree(LANTERNS, into / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (into / name).rglob("*.py"):
        path.write_text(
            path.read_text("utf-8").replace("from lanterns", f"from {name}").replace('"lanterns"', f'"{name}"'), "utf-8"
        )
    state = into / name / "state.py"
    state.write_text(state.read_text("utf-8").replace("record(\n    [", f'record(\n    [("{name}", np.int32),'), "utf-8")
    for file, text in files.items():
        path = into / name / file.replace("__", "/")
        path = path.with_suffix(".py") if "." not in file and "/" not in str(path.relative_to(into / name)) else path
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


def with_former_names(package: Path) -> None:
    """Make a copy of the example what it was in the last release: former names of hooks, events and fields."""
    changes = {
        "__init__.py": [
            (r"    learning=Learning\(\n.*?\n    \),\n", "    features=features,\n    action_features=action_features,\n"),
            (r"from hanlin.core.verbs.extensions import Learning\n", ""),
            (r"    rules_version", '    bench_switches=("double",),\n    rules_version'),
        ],
        "rules.py": [
            (r"import emit\b", "import tell"),
            (r"\bemit\(", "tell("),
            (r"(from \w+\.pieces import)", rf"from {package.name}.observation import describe_actions, observe\n\1"),
            (r"    seen_only_by=", "    observe=observe,\n    describe_actions=describe_actions,\n    seen_only_by="),
        ],
        "words.py": [(r"\bEvent\b", "Told")],
        "setup.py": [(r", bench=True", "")],
    }
    for file, pairs in changes.items():
        text = (package / file).read_text("utf-8")
        for old, new in pairs:
            text, times = re.subn(old, new, text, flags=re.DOTALL)
            assert times, (file, old)
        (package / file).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def plugged(tmp_path_factory):
    """All of them installed at once, besides the real games."""
    folder = tmp_path_factory.mktemp("plugins")
    for name, (text, _reason) in BROKEN.items():
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(text, "utf-8")
    copy_of_lanterns(folder, "mute", words=None, drawing=None)
    copy_of_lanterns(folder, "dumb", words="raise SystemExit(1)", drawing="def (")
    copy_of_lanterns(
        folder,
        "faulty",
        words="def title():\n    return None\ndef blurb():\n    raise OSError('gone')\ndef question(seen):\n    return 1 / 0\n",
        drawing="def board(seen):\n    return 1 / 0\ndef emblem():\n    raise SystemError('pen')\n",
    )
    (folder / "faulty" / "lesson.toml").write_text("this isn't valid TOML", "utf-8")
    (folder / "faulty" / "locales" / "it" / "bad.po").write_bytes(b'msgid "\xff\xfe\nmsgstr')
    copy_of_lanterns(folder, "former")
    with_former_names(folder / "former")
    points = [EntryPoint(name, f"{name}:GAME", GROUP) for name in (*BROKEN, "mute", "dumb", "faulty", "former")]
    points.append(EntryPoint("china", "mute:GAME", GROUP))
    real = core_game.entry_points
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setattr(core_game, "entry_points", lambda group: [*points, *real(group=group)])
        patch.setattr(language, "_packages", list(language._packages))
        core_game.games.cache_clear()
        language._translations.cache_clear()
        yield folder
    core_game.games.cache_clear()
    language._translations.cache_clear()
    for name in (*BROKEN, "mute", "dumb", "faulty", "former"):
        for module in [each for each in sys.modules if each.partition(".")[0] == name]:
            del sys.modules[module]


def test_a_broken_game_is_one_line_of_warning(plugged, caplog):
    core_game.games.cache_clear()
    with caplog.at_level(logging.WARNING):
        found = hanlin.games()
    said = {record.args[0]: record.getMessage() for record in caplog.records if "game not loaded" in record.msg}
    assert set(said) == {*BROKEN, "china"}
    for name, (_text, reason) in BROKEN.items():
        assert reason in said[name], said[name]
    assert all("\n" not in line and len(line) < 500 for line in said.values())
    assert {"china", "forbidden_city", "year_of_the_dragon", "lanterns", "mute", "dumb", "faulty", "former"} == set(found)
    assert found["china"].package == "hanlin.games.china"
    assert hanlin.games() is found, "asked once"


def test_a_game_with_former_names_of_hooks_plays_and_warns(plugged):
    core_game.games.cache_clear()
    for module in [each for each in sys.modules if each.partition(".")[0] == "former"]:
        del sys.modules[module]
    with pytest.warns(DeprecationWarning, match="give|now called") as said:
        game, example = hanlin.game("former"), hanlin.game("lanterns")
    texts = " ".join(str(each.message) for each in said)
    for name in (
        "tell is now called emit",
        "Game(learning=Learning(observe=...",
        "features, action_features",
        "bench_switches",
    ):
        assert name in texts
    assert game.learning.features is game.features
    assert not generic.has_default("observe_again", game.dtype)
    assert (game.features(3), game.bench_switches) == (example.features(3), ("double",))
    positions = [each.start(2, seed=1).settle() for each in (game, example)]
    while not positions[0].over:
        assert positions[0].legal == positions[1].legal
        for position in positions:
            position.play(position.legal[0]).settle()
    assert [line.points for line in positions[0].explain()] == [line.points for line in positions[1].explain()]


@pytest.mark.parametrize("name", ["mute", "dumb", "faulty"])
def test_words_and_drawings_have_defaults(name, plugged):
    position = hanlin.game(name).start(2, seed=1).settle()
    assert position.game.words.title() == name.capitalize()
    question = position.game.words.question(position.seen_by(position.actor))
    assert [choice.action for choice in question.choices] == position.legal
    assert "<svg" in position.svg()
    assert "<svg" in position.game.drawing.emblem()
    assert str(position)
    assert position.why_not("nonsense") is not None
    assert position.game.words.log(position, 0, position.legal[0], [])
    assert str(position.game.drawing.board_in_layers(position)) == position.game.drawing.board(position)
    assert not any(gives(position.game.drawing, name) for name in ("page_art", "rings"))
    panels = position.game.words.panels(position)
    assert position.game.words.panel_titles(position) == {panel.id: panel.title for panel in panels}
    with language.language("it"):
        assert position.game.words.title()


def test_the_server_goes_on_with_games_that_fail(plugged, tmp_path):
    with TestClient(make_app(tmp_path)) as client:
        for path in ("/", "/api/games", "/new/china", "/rules/china", "/learn/china", "/setup/china"):
            assert client.get(path).status_code == 200, path
        for name in ("mute", "dumb", "faulty"):
            assert client.get(f"/new/{name}").status_code == 200
            assert client.get(f"/rules/{name}").status_code in (200, 404)
            form = {"players": "2", "seat0": "person", "seat1": "person"}
            assert client.post(f"/new/{name}", data=form).status_code == 200
        assert client.get("/new/divides").status_code == 404
        assert client.get("/", headers={"accept-language": "it"}).status_code == 200


def checked(monkeypatch, capsys, name):
    monkeypatch.setenv("HANLIN_PLAIN", "1")
    monkeypatch.setattr("sys.argv", ["hanlin", "check", name])
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code, capsys.readouterr()


@pytest.mark.parametrize("name", BROKEN)
def test_a_check_says_why_a_game_is_not_loaded(name, plugged, monkeypatch, capsys):
    code, said = checked(monkeypatch, capsys, name)
    assert code == 1
    assert "can't be loaded" in said.out
    assert BROKEN[name][1] in said.out


def test_a_check_lists_what_a_game_lacks(plugged, monkeypatch, capsys):
    code, said = checked(monkeypatch, capsys, "mute")
    assert code == 1
    assert "no module mute.words" in said.out
    assert "no module mute.drawing" in said.out
    code, said = checked(monkeypatch, capsys, "faulty")
    assert code == 1
    for fault in (
        "words.notes is missing",
        "drawing.seat is missing",
        "words.question: ZeroDivisionError",
        "title is a NoneType",
    ):
        assert fault in said.out, said.out
    assert "a lesson that can be read" in said.out


def test_a_whole_game_passes_the_check(plugged, monkeypatch, capsys):
    code, said = checked(monkeypatch, capsys, "lanterns")
    assert "fault" not in said.out
    assert code == 0
    code, said = checked(monkeypatch, capsys, "go")
    assert code == 2
    assert "No package registers" in said.err
