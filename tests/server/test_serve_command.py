"""``hanlin serve``: the address, a used port, the data folder, the plain process, a clean end."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from hanlin.cli.serve import default_folder


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def serving(folder, port, *more):
    environment = {**os.environ, "HANLIN_PLAIN": "", "LANGUAGE": "en"}
    command = [sys.executable, "-m", "hanlin", "serve", "--no-open", "--port", str(port), "--data", str(folder), *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def lines_until(process, wanted):
    lines = []
    for line in process.stdout:
        lines.append(line)
        if wanted in line:
            return lines
    raise AssertionError("".join(lines))


def test_it_says_where_it_is_answers_and_ends_cleanly(tmp_path):
    port = free_port()
    with serving(tmp_path, port) as process:
        said = lines_until(process, "Ctrl-C")
        assert f"http://127.0.0.1:{port}/" in said[0]
        assert urllib.request.urlopen(f"http://127.0.0.1:{port}/health").read() == b"ok"
        assert (tmp_path / "hanlin.sqlite3").exists()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert "Traceback" not in process.stdout.read()


def test_a_used_port_is_said_and_the_next_one_taken(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serving(tmp_path, port) as process:
            said = lines_until(process, "Hanlin is at")
            assert f"Port {port} is in use" in said[0]
            assert f":{port}/" not in said[-1]


def test_a_folder_that_can_not_be_used_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with serving(tmp_path / "file" / "data", free_port()) as process:
        assert process.wait(30) == 1
        said = process.stdout.read()
        assert "data folder" in said
        assert "Traceback" not in said


def test_the_data_folder_is_where_the_platform_keeps_data(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "hanlin"


def test_the_web_process_never_loads_the_compiler():
    """With HANLIN_PLAIN=1 the whole application, with all games and bots, imports no Numba."""
    script = (
        "import sys, tempfile; from pathlib import Path\n"
        "from hanlin.server.app import make_app; from hanlin.core.game import games\n"
        "make_app(Path(tempfile.mkdtemp()), worker=False)\n"
        "for game in games().values(): game.words, game.drawing, game.start().settle(1)\n"
        "assert not {'numba', 'llvmlite'} & set(sys.modules), 'the compiler is loaded'\n"
    )
    environment = {**os.environ, "HANLIN_PLAIN": "1"}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True, timeout=60)


def test_the_serve_command_starts_plainly(tmp_path):
    with serving(tmp_path, free_port()) as process:
        lines_until(process, "Ctrl-C")
        maps = Path(f"/proc/{process.pid}/maps").read_text()
        assert "llvmlite" not in maps
