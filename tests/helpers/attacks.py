"""Attacks on a server at the level of connections. Each is bounded in number, bytes and time."""

from __future__ import annotations

import http.client
import itertools
import os
import re
import select
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from urllib.parse import urlsplit

PATIENCE = 120.0
"""Seconds after which a test gives up."""
SILENT = b""
HALF_A_HEAD = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Unfinished: "
HALF_A_BODY = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
ASKED_AND_IDLE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
ASKED_AND_HALF_A_HEAD = ASKED_AND_IDLE + HALF_A_HEAD
UPGRADE = (
    b"GET /news HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
UPGRADE_WITH_A_BODY = UPGRADE.replace(b"\r\n\r\n", b"\r\nContent-Length: 9\r\n\r\nsome text")
HELD = {
    "silent": SILENT, "half a head": HALF_A_HEAD, "half a body": HALF_A_BODY, "idle": ASKED_AND_IDLE,
    "half a second head": ASKED_AND_HALF_A_HEAD, "websockets": UPGRADE,
    "websockets with a body": UPGRADE_WITH_A_BODY,
}  # fmt: skip
"""The first bytes sent by connections that are held open."""
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "one header": (HEAD + b"X-Endless: ", b"x" * 8192),
    "a header's name": (HEAD, b"x" * 8192),
    "many headers": (HEAD, b"X-Another: some text\r\n" * 400),
    "empty headers": (HEAD, b"a:\r\n" * 2048),
    "an address": (b"GET /", b"x" * 8192),
    "a query": (b"GET /?", b"x=1&" * 2048),
    "a method": (b"", b"X" * 8192),
    "a chunk's extension": (CHUNKED + b"1;a=", b"x" * 8192),
    "trailers": (CHUNKED + b"0\r\n", b"X-Another: some text\r\n" * 400),
    "one trailer": (CHUNKED + b"0\r\nX-Endless: ", b"x" * 8192),
}
"""Requests without end: how they begin, and what follows again and again."""


SOURCE = ("127.0.0.1", 0)
"""The address from which connections are made."""


def connect(address, receive_buffer=0):
    """A connection to the server at an address like ``http://127.0.0.1:8080``."""
    where = urlsplit(address)
    connection = socket.socket()
    connection.bind(SOURCE)
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(PATIENCE)
    connection.connect((where.hostname, where.port))
    return connection


def hold_connections(address, n, begin=HALF_A_HEAD):
    """So many connections that send the beginning and then nothing; close them with ``let_go``."""
    held = []
    for _ in range(n):
        connection = connect(address)
        with suppress(OSError):
            connection.sendall(begin)
        held.append(connection)
    return held


def let_go(held):
    """Close connections."""
    for connection in held:
        connection.close()


def endless(address, kind, most=8 * 1024 * 1024):
    """Send a request without end, of one of the kinds in ``ENDLESS``: the status of the answer (None without), bytes sent."""
    begin, again = ENDLESS[kind]
    with connect(address) as connection:
        sent = 0
        with suppress(OSError):
            connection.sendall(begin)
            while sent < most and not select.select([connection], [], [], 0)[0]:
                connection.sendall(again)
                sent += len(again)
        return status(read_all(connection)) if sent < most else None, sent


def endless_headers(address, most=8 * 1024 * 1024):
    """Send headers without end: the status of the answer, bytes sent."""
    return endless(address, "many headers", most)


def ask_without_reading(address, path="/api/docs/openapi.json", n=32):
    """A connection that asks so many times and never reads an answer."""
    connection = connect(address, receive_buffer=4096)
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * n)
    return connection


def frame(kind, data, last=True):
    """A frame of a WebSocket as clients send it: of a kind (0: a message goes on, 1: text, 9: ping), of up to 125 bytes."""
    return bytes([kind | (0x80 if last else 0), 0x80 | len(data)]) + bytes(4) + data


def flood_socket(address, begin, again, most=32 * 1024 * 1024):
    """Open a WebSocket and send frames again and again, reading nothing: whether the server closed it."""
    with connect(address, receive_buffer=4096) as connection:
        connection.sendall(UPGRADE)
        assert status(connection.recv(1024)) == 101
        try:
            connection.sendall(begin)
            for _ in range(most // len(again)):
                connection.sendall(again)
        except ConnectionError:
            return True
        return False


def read_all(connection):
    """Read until the connection is closed."""
    pieces = []
    with suppress(ConnectionError):
        while piece := connection.recv(65536):
            pieces.append(piece)
    return b"".join(pieces)


def status(answer):
    """The status of an answer; None where there is none."""
    found = re.match(rb"HTTP/1\.1 (\d{3}) ", answer)
    return int(found[1]) if found else None


def all_at_once(address, seconds, tables):
    """Make all attacks at the same time for so long, each from its own address; return the number of each.

    To be called in a process of its own, so that its threads slow down nobody but the server.
    """
    global SOURCE
    SOURCE = ("127.0.0.2", 0)
    os.nice(10)  # Attackers have machines of their own; here they share the server's.
    stop = threading.Event()
    pictures = [f"/t/{table}/picture.png?{{n}}" for table in tables]
    pictures += [f"/setup/{game}/picture.png?{{n}}" for game in ("china", "forbidden_city", "year_of_the_dragon")]
    attacks = {
        "held connections": [(_hold_for_a_while, address, begin, stop) for begin in HELD.values()],
        "requests without end": [(endless, address, kind) for kind in ENDLESS],
        "answers not read": [(_do_not_read, address, stop)],
        "floods of a socket": [(_flood, address)],
        "pictures": [(_fetch, address, path) for path in pictures],
    }
    with ThreadPoolExecutor(len(attacks)) as threads:
        made = [threads.submit(_repeat, each, stop) for each in attacks.values()]
        stop.wait(seconds)
        stop.set()
        return {name: n.result() for name, n in zip(attacks, made, strict=True)}


def _repeat(kinds, stop):
    """Make one attack after another until the event is set; returns how many."""
    for n, (attack, *arguments) in enumerate(itertools.cycle(kinds)):
        if stop.is_set():
            return n
        with suppress(OSError, AssertionError):
            attack(*arguments)
    return 0


def _hold_for_a_while(address, begin, stop):
    held = []
    try:
        held = hold_connections(address, 200, begin)
        stop.wait(1)
    finally:
        let_go(held)


def _do_not_read(address, stop):
    held = [ask_without_reading(address) for _ in range(10)]
    stop.wait(1)
    let_go(held)


def _flood(address):
    flood_socket(address, b"", frame(9, b"x" * 125) * 500)


def _fetch(address, path):
    with connect(address) as connection:
        path = path.format(n=time.monotonic_ns())
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        read_all(connection)


def measure_health(address, seconds, every=0.05):
    """Ask for the health of the server for so long, each time by a new connection: the seconds of each answer.

    To be called in a process of its own, so that nothing but the server is measured.
    """
    where, times, end = urlsplit(address), [], time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        connection = http.client.HTTPConnection(where.hostname, where.port, timeout=PATIENCE)
        connection.request("GET", "/health")
        assert connection.getresponse().status == 200
        connection.close()
        times.append(time.perf_counter() - began)
        time.sleep(every)
    return times
