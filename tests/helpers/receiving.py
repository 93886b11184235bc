"""Receivers of notices for tests: a push service that browsers would name, and a mail server."""

from __future__ import annotations

import base64
import json
import os
import queue
import socket
import threading
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PATIENCE = 60
"""Seconds after which something is given up that ought to come at once."""


def plain(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


class Subscriber:
    """A browser that has subscribed to push messages."""

    def __init__(self, service, name="a"):
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {"endpoint": f"{service.url}/{name}", "p256dh": plain(point), "auth": plain(self._secret)}

    def read(self, body):
        return json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret))


class PushService:
    """Takes push messages (path, headers, body), and answers with ``status`` for a path, else that it has done so. While
    ``open`` is not set, it takes them without an answer."""

    def __init__(self):
        self.got, self.status, self.open = queue.Queue(), {}, threading.Event()
        self.open.set()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                service.got.put(
                    (
                        self.path,
                        {name.lower(): value for name, value in self.headers.items()},
                        self.rfile.read(int(self.headers["content-length"])),
                    )
                )
                service.open.wait(PATIENCE)
                self.send_response(service.status.get(self.path, 201))
                self.end_headers()

            def log_message(self, *_anything):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def next(self):
        return self.got.get(timeout=PATIENCE)

    def stop(self):
        self.open.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Listening(Controller):
    """A mail server at a port that is its own from the first, with all the time it needs to start."""

    def __init__(self, handler):
        self._listener = socket.create_server(("127.0.0.1", 0))
        super().__init__(handler, "127.0.0.1", self._listener.getsockname()[1], ready_timeout=PATIENCE)

    def _create_server(self):
        return self.loop.create_server(self._factory_invoker, sock=self._listener)

    def _trigger_server(self):
        with socket.create_connection((self.hostname, self.port), PATIENCE) as connection:
            connection.recv(1024)


class Mailbox:
    """A mail server; ``answer`` is what it says to a recipient."""

    def __init__(self):
        self.got, self.answer = queue.Queue(), "250 OK"
        self._controller = Listening(self)
        self._controller.start()
        self.url = f"smtp://127.0.0.1:{self._controller.port}?from=table@games.example.org"

    async def handle_RCPT(self, _server, _session, envelope, address, _options):  # noqa: N802
        if self.answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        else:
            self.got.put(None)
        return self.answer

    async def handle_DATA(self, _server, _session, envelope):  # noqa: N802
        self.got.put(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    def next(self):
        return self.got.get(timeout=PATIENCE)

    def stop(self):
        self._controller.stop()
