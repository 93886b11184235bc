"""Servers for tests that need a real one: in a thread of this process, or in a separate process that can be killed."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import uvicorn

from hanlin.server.asgi import make_app
from hanlin.server.run import configured


def free_port():
    """A free port outside the range of outgoing connections, so that a server can be restarted on it."""
    while True:
        port = random.SystemRandom().randrange(20000, 30000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@contextmanager
def served(folder, games=None, limits=None, **more):
    """The address of a server in a thread. ``limits``: what connections may take."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(configured(make_app(folder, games, worker=False, **more), limits))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


class Process:
    """``hanlin serve`` in a separate process, at the same port after each start."""

    def __init__(self, folder, database="", files=None, log=None):
        """``database``: the address of a PostgreSQL database that several processes share, in place of the folder's file;
        ``files``: how many it may have open; ``log``: the path of a file for its log."""
        self.folder, self.database, self.port = folder, database, free_port()
        self.files, self.log = files, log
        self.url = f"http://127.0.0.1:{self.port}"
        self._process = None

    def start(self):
        where = ["--database", self.database] if self.database else ["--data", str(self.folder)]
        command = [sys.executable, "-m", "hanlin", "serve", "--no-open", "--port", str(self.port), *where]
        environment = {**os.environ, "HANLIN_PLAIN": "", "LANGUAGE": "en"}
        if self.files:
            command = ["prlimit", f"--nofile={self.files}", *command]
        with open(self.log, "a") if self.log else nullcontext() as log:
            self._process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment, start_new_session=True
            )
        said = self._process.stdout.readline()
        assert str(self.port) in said, said

    def memory(self):
        """The resident megabytes of the process and its descendants."""
        kilobytes = 0
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError, ProcessLookupError):
                if os.getpgid(int(folder.name)) == self._process.pid:
                    found = re.search(r"VmRSS:\s+(\d+)", (folder / "status").read_text())
                    kilobytes += int(found[1]) if found else 0
        return kilobytes / 1024

    def kill(self):
        """Kill it with its descendants, as a failing machine would."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process.stdout.close()
