"""Connections that are held open, requests without end, clients that never read: everybody else is served."""

import asyncio
import subprocess
import sys
from dataclasses import replace

import httpx
import pytest

from hanlin.server.middleware.connections import (
    ANSWERING,
    IDLE,
    NEVER,
    READING,
    SOCKET,
    UNREAD,
    ConnectionLimits,
    Connections,
    raise_open_files,
)
from helpers import attacks
from helpers.concurrently import wait_until
from helpers.serving import Process, served
from lanterns import GAME

FILES, HELD = 160, 200
"""Files that the attacked server may open, and connections that are held: more than fit."""
QUICK = ConnectionLimits(header_time=2, body_time=2, linger=1, unread_time=1, idle_time=1)
PATIENT = ConnectionLimits(header_time=300, body_time=300, linger=300, unread_time=300, idle_time=300)


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    """A server in a separate process that may open few files; it must stop properly at the end."""
    folder = tmp_path_factory.mktemp("attacked")
    process = Process(folder, files=FILES, log=folder / "log")
    process.start()
    yield process
    process.kill()


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """The address of a server whose deadlines come soon."""
    with served(tmp_path_factory.mktemp("quick"), {"lanterns": GAME}, QUICK) as address:
        yield address


@pytest.fixture(scope="module")
def patient(tmp_path_factory):
    """The address of a server whose deadlines never come."""
    with served(tmp_path_factory.mktemp("patient"), {"lanterns": GAME}, PATIENT) as address:
        yield address


def health(address):
    return httpx.get(f"{address}/health", timeout=attacks.PATIENCE, verify=False).status_code


@pytest.mark.parametrize("begin", attacks.HELD.values(), ids=attacks.HELD)
def test_held_connections_lock_nobody_out(attacked, begin):
    held = attacks.hold_connections(attacked.url, HELD, begin)
    assert [health(attacked.url) for _ in range(3)] == [200] * 3
    attacks.let_go(held)


def test_a_new_websocket_gets_in_among_many(attacked):
    held = attacks.hold_connections(attacked.url, HELD, attacks.UPGRADE)
    with attacks.connect(attacked.url) as connection:
        connection.sendall(attacks.UPGRADE)
        assert attacks.status(connection.recv(65536)) == 101
    attacks.let_go(held)


def test_clients_that_never_read_lock_nobody_out(attacked):
    held = [attacks.ask_without_reading(attacked.url) for _ in range(30)]
    held += attacks.hold_connections(attacked.url, HELD)
    assert health(attacked.url) == 200
    attacks.let_go(held)


def test_an_attack_is_logged_in_few_lines(attacked):
    attacks.let_go(attacks.hold_connections(attacked.url, HELD))
    assert health(attacked.url) == 200
    lines = attacked.log.read_text().splitlines()
    assert any("connections closed; too many open address=127.0.0.1 n=" in line for line in lines)
    assert len(lines) < 100
    assert not [line for line in lines if "Traceback" in line or '"error"' in line]


def test_the_server_ends_with_connections_held(tmp_path, caplog):
    with served(tmp_path, {"lanterns": GAME}, replace(PATIENT, shutdown_time=0.2)) as address:
        held = [attacks.ask_without_reading(address)]
        for begin in attacks.HELD.values():
            held += attacks.hold_connections(address, 5, begin)
        assert health(address) == 200
    attacks.let_go(held)
    assert not [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"]


@pytest.mark.parametrize("kind", attacks.ENDLESS)
def test_a_request_without_end_is_refused(patient, kind):
    status, sent = attacks.endless(patient, kind)
    assert status == (414 if kind in ("an address", "a query") else 400 if kind == "a method" else 431)
    # The system keeps what was sent and not read yet.
    assert sent < 8 * 1024 * 1024
    assert health(patient) == 200


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 40_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 101 + b"\r\n", 431),
        (b"GET /health?" + b"x" * 20_000 + b" HTTP/1.1\r\n" + b"a: b\r\n" * 99 + b"\r\n", 200),
        (b"GET /health HTTP/1.1\r\nX-Long: " + b"x" * 20_000 + b"\r\nConnection: close\r\n\r\n", 200),
    ],
)
def test_the_size_of_a_complete_head_is_checked(patient, head, status):
    with attacks.connect(patient) as connection:
        connection.sendall(head)
        assert attacks.status(connection.recv(65536)) == status
        assert status == 200 or attacks.read_all(connection) == b""


def test_a_body_in_the_smallest_pieces_is_taken(patient):
    body = b'{"name": "Ann"}'
    pieces = b"".join(b"1\r\n%c\r\n" % letter for letter in body + b" " * 20_000) + b"0\r\n\r\n"
    with attacks.connect(patient) as connection:
        connection.sendall(attacks.CHUNKED.replace(b"\r\n\r\n", b"\r\nContent-Type: application/json\r\n\r\n") + pieces)
        assert attacks.status(connection.recv(65536)) == 201


def test_what_follows_a_body_adds_no_headers(patient):
    """A trailer must not sign anybody in, or hide where a request comes from."""
    host = b"GET /health HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with attacks.connect(patient) as connection:
        connection.sendall(host + b"0\r\nHost: foreign.example\r\n\r\n")
        assert attacks.status(attacks.read_all(connection)) == 200


def test_many_requests_at_once_are_refused(patient):
    with attacks.connect(patient) as connection:
        connection.sendall(attacks.ASKED_AND_IDLE * 1000)
        assert attacks.read_all(connection).count(b"HTTP/1.1 ") < 100
    assert health(patient) == 200


@pytest.mark.parametrize(
    ("begin", "again"),
    [
        (b"", attacks.frame(9, b"x" * 125) * 500),
        (attacks.frame(1, b"", last=False), attacks.frame(0, b"", last=False) * 5000),
    ],
    ids=["pings", "pieces"],
)
def test_a_flood_on_a_websocket_is_cut_off(patient, begin, again, caplog):
    assert attacks.flood_socket(patient, begin, again)
    assert health(patient) == 200
    assert len(caplog.records) <= 1


def test_a_refused_websocket_is_no_error(patient, caplog):
    for request, answered in (
        (attacks.UPGRADE.replace(b"localhost", b"foreign.example"), 421),
        (attacks.UPGRADE.replace(b"/news", b"/nothing"), 403),
        (attacks.UPGRADE_WITH_A_BODY, None),
    ):
        with attacks.connect(patient) as connection:
            connection.sendall(request)
            assert attacks.status(attacks.read_all(connection)) == answered
    assert not [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"]


def test_what_is_not_finished_in_time_is_closed(quick, caplog):
    unfinished = [
        (attacks.SILENT, []),
        (b"\r\n\r\n", []),
        (attacks.HALF_A_HEAD, [408]),
        (attacks.HALF_A_BODY, [408]),
        (attacks.CHUNKED + b"5\r\nab", [408]),
        (attacks.ASKED_AND_IDLE, [200]),
        (attacks.ASKED_AND_IDLE + b"\r\n", [200]),
        (attacks.ASKED_AND_HALF_A_HEAD, [200, 408]),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nrest", [200]),
    ]
    held = [attacks.hold_connections(quick, 1, begin)[0] for begin, _statuses in unfinished]
    for connection, (begin, statuses) in zip(held, unfinished, strict=True):
        answers = attacks.read_all(connection)
        assert [int(part[:3]) for part in answers.split(b"HTTP/1.1 ")[1:]] == statuses, begin
    attacks.let_go(held)
    assert not [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"]


def test_an_answer_that_nobody_reads_is_given_up(quick, caplog):
    connection = attacks.ask_without_reading(quick, n=30)
    wait_until(lambda: any("answers not read" in record.message for record in caplog.records))
    connection.close()
    assert not [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"]


def test_open_files_are_raised_as_far_as_allowed():
    script = "from hanlin.server.middleware.connections import raise_open_files; print(raise_open_files())"
    said = subprocess.run(
        ["prlimit", "--nofile=100:300", sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert said.stdout == "300\n"
    assert raise_open_files() >= 256


@pytest.mark.parametrize(("files", "connections"), [(64, 32), (256, 128), (1024, 640), (20_000, 4096), (8, 16)])
def test_connections_leave_files_for_the_rest(files, connections):
    limits = ConnectionLimits.for_files(files)
    assert limits.connections == connections
    assert limits.per_address == connections // 2
    assert ConnectionLimits.for_files(files, by_address=False).per_address == connections


class Line:
    """A transport that only notes what becomes of it."""

    def __init__(self):
        self.sent, self.waiting, self.aborted = 0, 0, False

    def abort(self):
        self.aborted = True

    def get_write_buffer_size(self):
        return self.waiting


class Server:
    """Connections with a clock that only the test advances."""

    def __init__(self, limits):
        self.time = 100.0
        self.connections = Connections(limits, lambda: self.time)

    def open(self, address="203.0.113.7", state=READING):
        slot = self.connections.open(Line(), lambda: None, address)
        if slot is not None:
            self.connections.move(slot, state, NEVER)
        return slot

    def check(self, seconds=0.0):
        self.time += seconds
        self.connections._check()


def with_server(limits, use):
    async def run():
        use(Server(limits))

    asyncio.run(run())


FOUR = ConnectionLimits(connections=4, by_address=False)


@pytest.mark.parametrize(
    ("states", "closed"),
    [
        ([ANSWERING, READING, IDLE, READING], 1),
        ([ANSWERING, IDLE, UNREAD, IDLE], 1),
        ([ANSWERING, SOCKET, ANSWERING, UNREAD], 3),
        ([ANSWERING, SOCKET, ANSWERING, ANSWERING], None),
    ],
)
def test_who_is_not_served_makes_room_the_oldest_first(states, closed):
    def use(server):
        there = [server.open(state=state) for state in states]
        server.time += 10
        newcomer = server.open()
        assert (newcomer is None) == (closed is None)
        assert [slot.transport.aborted for slot in there] == [n == closed for n in range(4)]
        assert len(server.connections) == 4

    with_server(FOUR, use)


def test_a_newcomer_is_spared_for_a_moment():
    def use(server):
        idle = [server.open(state=IDLE) for _ in range(3)]
        newcomer = server.open()
        server.open()
        assert [slot.transport.aborted for slot in (*idle, newcomer)] == [True, False, False, False]

    with_server(FOUR, use)


def test_an_address_has_half_and_makes_room_itself():
    def use(server):
        other = server.open("203.0.113.9", ANSWERING)
        mine = [server.open(f"2001:db8::{n}") for n in range(1, 4)]
        assert [slot.transport.aborted for slot in mine] == [True, False, False]
        assert not other.transport.aborted
        for slot in (*mine, other):
            server.connections.leave(slot)
        assert len(server.connections) == 0
        assert not server.connections._by_address

    with_server(replace(FOUR, by_address=True), use)


def test_websockets_leave_room_for_requests():
    def use(server):
        slots = [server.open() for _ in range(4)]
        assert [server.connections.open_socket(slot) for slot in slots] == [True, True, True, False]

    with_server(FOUR, use)


def test_an_addresss_oldest_websocket_makes_room():
    def use(server):
        slots = [server.open() for _ in range(4)]
        assert [server.connections.open_socket(slot) for slot in slots] == [True] * 4
        assert [slot.transport.aborted for slot in slots] == [True, False, False, False]

    with_server(ConnectionLimits(connections=8), use)


def test_unfinished_bodies_are_bounded_together():
    def use(server):
        small, large = server.open(), server.open()
        server.connections.hold(small, 300)
        server.connections.hold(large, 700)
        assert not large.transport.aborted
        server.connections.hold(small, 1)
        assert (small.transport.aborted, large.transport.aborted) == (False, True)
        server.connections.move(small, ANSWERING, NEVER)
        assert server.connections._held == 0

    with_server(replace(FOUR, bodies=1000), use)


def test_who_reads_slowly_is_kept_and_who_hardly_reads_is_not():
    def use(server):
        slow, hardly = server.open(state=UNREAD), server.open(state=UNREAD)
        for slot in (slow, hardly):
            slot.transport.sent = slot.transport.waiting = 100_000
        server.check()
        slow.transport.waiting -= 40_000
        hardly.transport.waiting -= 20_000
        server.check(seconds=30)
        assert (slow.transport.aborted, hardly.transport.aborted) == (False, True)
        server.check(seconds=30)
        assert slow.transport.aborted

    with_server(FOUR, use)


def test_what_came_before_a_late_check_is_still_read():
    def use(server):
        expired = []
        slot = server.connections.open(Line(), lambda: expired.append(slot), "203.0.113.7")
        server.check(seconds=9)
        server.check(seconds=9)
        assert expired == []
        server.check()
        assert expired == [slot]

    with_server(FOUR, use)


def test_an_event_is_logged_at_once_and_then_counted(caplog):
    def use(server):
        for _ in range(5):
            server.connections.note("uploads refused", "203.0.113.7")
        server.check(seconds=10)
        server.check(seconds=10)

    with_server(FOUR, use)
    assert [record.message for record in caplog.records] == [
        f"uploads refused address=203.0.113.7 n={n} open=0" for n in (1, 4)
    ]
