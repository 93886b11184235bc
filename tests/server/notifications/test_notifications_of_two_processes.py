"""Notices where two server processes share a PostgreSQL and one of them is killed while it sends: nobody is notified twice."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys

import httpx
import pytest

from hanlin.client import Client
from helpers.postgres import postgresql
from helpers.receiving import Mailbox, PushService, Subscriber

SERVE = """
import socket, sys
import uvicorn
from hanlin.server.asgi import make_app
from hanlin.server.notifications.service import Channels
from hanlin.server.run import Server, configured
from hanlin.server.db import notifications
from lanterns import GAME

database, push, smtp = sys.argv[1:]
notifications.PAUSE = 0.5
listener = socket.create_server(("127.0.0.1", 0))
channels = Channels(smtp=smtp, push=(push,), grace=0, look=0.05)
app = make_app(None, {"lanterns": GAME}, worker=False, database=database, channels=channels)
address = f"http://127.0.0.1:{listener.getsockname()[1]}"
Server(configured(app), lambda: print(address, flush=True)).run(sockets=[listener])
"""
QUIET = 1.5
"""Seconds without a notice after which none is awaited: thirty checks, three times what a notified player is given."""


class Process:
    """A server of the fake game that sends notifications, in a separate process."""

    def __init__(self, *words):
        command = [sys.executable, "-c", SERVE, *words]
        environment = {**os.environ, "LANGUAGE": "en", "PYTHONPATH": os.pathsep.join(sys.path)}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.url = self._process.stdout.readline().strip()

    def kill(self):
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process.stdout.close()


@pytest.fixture
def receivers():
    service, mailbox = PushService(), Mailbox()
    yield service, mailbox
    service.stop()
    mailbox.stop()


@pytest.fixture
def servers(receivers):
    """Two processes; the first leads."""
    service, mailbox = receivers
    with postgresql() as address:
        words = (f"{address}/postgres", f"{service.url}/", mailbox.url)
        started = [Process(*words)]
        started.append(Process(*words))
        yield started
        for each in started:
            each.kill()


def do(url, client, path, body=None):
    answer = httpx.post(f"{url}/api/{path}", json=body, headers={"authorization": f"Bearer {client.token}"})
    assert answer.status_code == 200, answer.text


def skip(url, client, table):
    with Client(url, client.token) as here:
        here.play(here.state(table), "skip")


def nothing_comes(*queues):
    for each in queues:
        with pytest.raises(queue.Empty):
            each.get(timeout=QUIET)


def test_nobody_is_notified_twice_though_the_sender_is_killed(servers, receivers):
    (first, second), (service, mailbox) = servers, receivers
    with Client.guest(first.url, "Ann") as ann, Client.guest(second.url, "Ben") as ben:
        table = ann.create("lanterns", 2, seats=["me", "open"]).id
        ben.join(table)
        do(second.url, ben, "notices/push", Subscriber(service).subscription)
        do(second.url, ben, "notices/mail", {"address": "ben@example.org"})
        question = mailbox.next()
        link = next(word.rstrip(",") for word in question.get_content().split() if "/mail/confirm/" in word)
        assert httpx.post(link).status_code == 200
        for way in ("push", "mail"):
            do(second.url, ben, f"tables/{table}/notices", {"way": way})
        # Both processes run, and each channel notifies once.
        skip(first.url, ann, table)
        assert (service.next()[0], mailbox.next()["To"]) == ("/a", "ben@example.org")
        nothing_comes(service.got, mailbox.got)
        # The first is killed when the push service has the message and has not answered yet.
        skip(second.url, ben, table)
        do(second.url, ben, f"tables/{table}/looked")
        service.open.clear()
        skip(second.url, ann, table)
        assert (service.next()[0], mailbox.next()["To"]) == ("/a", "ben@example.org")
        first.kill()
        service.open.set()
        nothing_comes(service.got, mailbox.got)
        # The second continues to notify after he has looked.
        skip(second.url, ben, table)
        do(second.url, ben, f"tables/{table}/looked")
        skip(second.url, ann, table)
        assert (service.next()[0], mailbox.next()["To"]) == ("/a", "ben@example.org")
        nothing_comes(service.got, mailbox.got)
