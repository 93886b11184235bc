"""``hanlin serve``: the address, a used port, the data folder, the plain process, a clean end."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from hanlin.cli import main
from hanlin.cli.serve import default_folder
from hanlin.server.db import Store

PATIENCE = 200
"""Time limit in seconds of things that should come at once; no test depends on it."""


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


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    """The folder and the port of a server that answers to one more host."""
    folder, port = tmp_path_factory.mktemp("served"), free_port()
    with serving(folder, port, "--allow-host", "hanlin.example") as process:
        lines_until(process, "Ctrl-C")
        yield folder, port


@pytest.fixture
def refused(monkeypatch, capsys):
    """Runs the command in this process, for what it refuses before anything is served: what it said."""

    def run(folder, port):
        monkeypatch.setenv("LANGUAGE", "en")
        # The command sets it for its own process, which is that of all tests here: put back afterwards.
        monkeypatch.setenv("HANLIN_PLAIN", os.environ.get("HANLIN_PLAIN", ""))
        monkeypatch.setattr(sys, "argv", ["hanlin", "serve", "--no-open", "--port", str(port), "--data", str(folder)])
        with pytest.raises(SystemExit) as end:
            sys.exit(main())
        assert end.value.code not in (None, 0)
        return "".join(capsys.readouterr())

    return run


def test_serve_prints_its_address_answers_and_ends_cleanly(tmp_path):
    """In a folder with any name; and the web process loads no compiler."""
    folder, port = tmp_path / "a b ?c=1&d %20 %s #e ü", free_port()
    with serving(folder, port) as process:
        said = lines_until(process, "Ctrl-C")
        assert f"http://127.0.0.1:{port}/" in said[0]
        assert urllib.request.urlopen(f"http://127.0.0.1:{port}/health").read() == b"ok"
        assert (folder / "hanlin.sqlite3").exists()
        assert [path.name for path in tmp_path.iterdir()] == [folder.name]
        assert "llvmlite" not in Path(f"/proc/{process.pid}/maps").read_text()
        forged = "%0aERROR%20forged%20%1b%5b31m"
        for path in (f"/t/{forged}", f"/api/tables/{forged}", f"/rules/{forged}", f"/new/{forged}", f"/{forged}"):
            assert status(port, path)[0] == 404
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == ""


def test_a_used_port_is_said_and_the_next_one_taken(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with serving(tmp_path, port) as process:
            said = lines_until(process, "Hanlin is running at")
            assert f"Port {port} is in use" in said[0]
            assert f":{port}/" not in said[-1]


def test_a_folder_that_can_not_be_used_is_said(tmp_path, refused):
    (tmp_path / "file").write_text("")
    said = refused(tmp_path / "file" / "data", free_port())
    assert "data folder" in said
    assert "Traceback" not in said


def test_a_folder_that_is_served_already_is_said_with_its_address(running, refused):
    folder, port = running
    said = refused(folder, port)
    assert said.count("\n") == 1
    assert f"is in use: Hanlin serves it at http://127.0.0.1:{port}/" in said
    assert urllib.request.urlopen(f"http://127.0.0.1:{port}/health").read() == b"ok"


def test_a_killed_server_leaves_its_folder_free(tmp_path):
    with serving(tmp_path, free_port()) as first:
        lines_until(first, "Ctrl-C")
    with serving(tmp_path, free_port()) as second:
        assert "Ctrl-C" in lines_until(second, "Ctrl-C")[-1]


def test_a_file_that_is_no_database_is_said(tmp_path):
    (tmp_path / "hanlin.sqlite3").write_bytes(b"This is no database." * 100)
    with serving(tmp_path, free_port()) as process:
        assert process.wait(PATIENCE) != 0
        said = process.stdout.read()
        assert "can't be opened" in said
        assert "Traceback" not in said


def test_a_database_of_a_later_layout_is_said_and_left_alone(tmp_path):
    store = Store.in_folder(tmp_path)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    store.close()
    with serving(tmp_path, free_port()) as process:
        assert process.wait(PATIENCE) != 0
        said = process.stdout.read()
        assert "later version of Hanlin" in said
        assert "Traceback" not in said


def status(port, path="/", host=None, method="GET"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.putrequest(method, path, skip_host=host is not None)
    if host is not None:
        connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    return answer.status, answer.read()


def test_it_answers_to_this_machines_names_and_those_allowed_only(running):
    _folder, port = running
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", "LOCALHOST", "[::1]", socket.gethostname(), "hanlin.example"):
        assert status(port, host=host)[0] == 200, host
    for host in ("evil.example", "127.0.0.1.evil.example", "hanlin.example.evil", f"evil.example:{port}", "localhost@evil"):
        assert status(port, host=host)[0] in (400, 421), host
    assert b"--allow-host" in status(port, host="evil.example")[1]


def test_the_data_folder_is_where_the_platform_keeps_data(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "hanlin"


def test_the_web_process_never_loads_the_compiler():
    """With HANLIN_PLAIN=1 the whole application, with all games and bots, imports no Numba."""
    script = (
        "import sys, tempfile; from pathlib import Path\n"
        "from hanlin.server.asgi import make_app; from hanlin.core.position.game import games\n"
        "make_app(Path(tempfile.mkdtemp()), worker=False)\n"
        "for game in games().values(): game.words, game.drawing, game.start().settle(1)\n"
        "assert not {'numba', 'llvmlite'} & set(sys.modules), 'the compiler is loaded'\n"
    )
    environment = {**os.environ, "HANLIN_PLAIN": "1"}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True, timeout=PATIENCE)
