"""The open connections of a server: their number, their time limits, and which to close when there are too many.

A connection costs its opener nothing and the server a file, of which it has few. Uvicorn's ``limit_concurrency`` turns away
newcomers and keeps those who hold on to what they have, and Uvicorn sets no deadline for a request that is never finished.
Here connections that are not being served make room for new ones, and every stage has a deadline.

In order, these make room: requests unfinished for more than a moment, idle connections, answers that nobody reads. An address
has at most half of all connections, and WebSockets at most three quarters, so that requests always find some. Addresses are not
distinguished behind a proxy, where all connections are the proxy's. This machine is not exempt: its programs may err, too.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from hanlin.server.lib.net import counted_as

log = logging.getLogger("hanlin.server")

READING, ANSWERING, IDLE, UNREAD, SOCKET = STATES = range(5)
"""The states of a connection: a request is awaited or unfinished; it is being answered; all is answered and another may come;
the asker does not read the answer; it is a WebSocket."""
NEVER = float("inf")
FILES = 16_384
"""The number of open files requested from the system; more would not be used."""
MOST = 4096
"""Most connections, even if more files may be open: each may take some 100 KB."""
RESERVE = 384
"""Files that are kept for the database, the workers and connections that are being turned away."""
LOG_EVERY = 10.0
"""Seconds between two lines of the log about the same thing."""

CLOSED, REFUSED = "connections closed; too many open", "connections refused; too many open"
SOCKETS_CLOSED, SOCKETS_REFUSED = "sockets closed; too many open", "sockets refused; too many open"
LATE, SLOW = "requests refused; not finished in time", "connections closed; answers not read"
MALFORMED, OVERSIZED, FULL = "requests refused; not valid HTTP", "requests refused; too large", "uploads refused; too many"
"""Log events with the number of connections and the last one's address."""


@dataclass(frozen=True)
class ConnectionLimits:
    """Limits of connections. Times are in seconds, sizes in bytes."""

    connections: int = 640
    """The largest number of open connections."""
    backlog: int = 2048
    """The number of connections that the system may queue until they are accepted."""
    by_address: bool = True
    """True if addresses are distinguished, each having half of all at most; not so behind a proxy."""
    header_time: float = 10.0
    """From the first byte of a request, or the opening of a connection, to the end of the headers."""
    body_time: float = 30.0
    """From the end of the headers to the end of the body; a second more for every ``upload_rate`` bytes that came."""
    upload_rate: int = 16 * 1024
    largest_body: int = 1024 * 1024
    """The largest body for which time is allowed."""
    linger: float = 5.0
    """For the rest of a body after its request was answered."""
    unread_time: float = 30.0
    """In which a client must read ``unread_time * download_rate`` of an answer that waits for it."""
    download_rate: int = 1024
    shutdown_time: float = 2.0
    """The time that clients have for reading when the server stops."""
    kernel_buffer: int = 64 * 1024
    """The system's buffer for data sent and not yet read, in each direction (Linux takes twice as much)."""
    idle_time: float = 75.0
    """Between two requests: longer than most people and programs think about a move."""
    header_size: int = 32 * 1024
    """The largest address, and the largest headers together."""
    header_fields: int = 100
    pipelined: int = 32
    """Requests that may wait for the answer to an earlier one on the same connection."""
    bodies: int = 64 * 1024 * 1024
    """All unfinished bodies together."""
    grace: float = 1.0
    """The time for which a new connection is spared when one has to be closed."""

    @property
    def per_address(self) -> int:
        return self.connections // 2 if self.by_address else self.connections

    @property
    def check_every(self) -> float:
        """Seconds between two checks for overdue connections."""
        return min(1.0, min(self.header_time, self.body_time, self.linger, self.unread_time, self.idle_time) / 4)

    @classmethod
    def for_files(cls, files: int, by_address: bool = True) -> ConnectionLimits:
        """The limits of a process that may have so many files open."""
        return cls(connections=max(16, min(MOST, files - min(RESERVE, files // 2))), by_address=by_address)


def raise_open_files() -> int:
    """Raise the number of files that this process may open as far as allowed and useful; that number."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return MOST + RESERVE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return FILES if soft == resource.RLIM_INFINITY else soft


class Transport(Protocol):
    """The part of a transport that is used here."""

    sent: int
    """Bytes that were written to it so far."""

    def abort(self) -> None: ...
    def get_write_buffer_size(self) -> int: ...


class Slot:
    """The place of one connection among all."""

    __slots__ = ("address", "deadline", "expire", "held", "since", "state", "transport", "unread")

    def __init__(self, transport: Transport, expire: Callable[[], None], address: str, now: float) -> None:
        self.transport = transport
        self.expire = expire
        """Called once the deadline is over."""
        self.address = address
        self.state = READING
        self.since = now
        """The time when this state began."""
        self.deadline = NEVER
        self.held = 0
        """Bytes of an unfinished body that are in memory."""
        self.unread: tuple[float, int] | None = None
        """Since when part of an answer waits to be read, and how much had been read then."""


class Group:
    """Some connections by state, those first whose state began first."""

    def __init__(self) -> None:
        # Ordered dictionaries give their first key at once, also after many were removed from the front.
        self.slots: tuple[OrderedDict[Slot, None], ...] = tuple(OrderedDict() for _ in STATES)

    def __len__(self) -> int:
        return sum(map(len, self.slots))

    def oldest(self, state: int) -> Slot | None:
        return next(iter(self.slots[state]), None)

    def expendable(self, before: float) -> Slot | None:
        """The connection to close first when room has to be made; None where all are being served.

        before: requests that began later are spared as long as something else is there.
        """
        unfinished = self.oldest(READING)
        if unfinished is not None and unfinished.since <= before:
            return unfinished
        return self.oldest(IDLE) or self.oldest(UNREAD) or unfinished


class Connections:
    """All open connections of a server process. Used on its event loop only."""

    def __init__(self, limits: ConnectionLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self._all = Group()
        self._by_address: dict[str, Group] = {}
        self._held = 0
        self._checked = -NEVER
        self._timer: asyncio.TimerHandle | None = None
        self._counts: Counter[str] = Counter()
        self._logged: dict[str, float] = {}
        self._last_address: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._all)

    def open(self, transport: Transport, expire: Callable[[], None], address: str) -> Slot | None:
        """A place for a new connection, for which another may be closed; None where there is no room."""
        address, now = counted_as(address), self.clock()
        own = self._by_address.get(address)
        full = None
        if own is not None and len(own) >= self.limits.per_address:
            full = own
        elif len(self._all) >= self.limits.connections:
            full = self._all
        if full is not None:
            expendable = full.expendable(now - self.limits.grace)
            if expendable is None:
                self.note(REFUSED, address)
                return None
            self.drop(expendable, CLOSED)
        slot = Slot(transport, expire, address, now)
        slot.deadline = now + self.limits.header_time
        for group in (self._all, self._by_address.setdefault(address, Group())):
            group.slots[READING][slot] = None
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self.limits.check_every, self._check)
        return slot

    def open_socket(self, slot: Slot) -> bool:
        """Count a connection as a WebSocket, for which an older one of the address may be closed; False without room."""
        own = self._by_address[slot.address]
        if self.limits.by_address and len(own.slots[SOCKET]) >= max(1, self.limits.per_address * 3 // 4):
            self.drop(next(iter(own.slots[SOCKET])), SOCKETS_CLOSED)
        elif len(self._all.slots[SOCKET]) >= max(1, self.limits.connections * 3 // 4):
            self.note(SOCKETS_REFUSED, slot.address)
            return False
        self.move(slot, SOCKET, self.clock() + self.limits.body_time)
        return True

    def move(self, slot: Slot, state: int, deadline: float) -> None:
        """Note the state of a connection, and until when it may last."""
        slot.deadline = deadline
        own = self._by_address.get(slot.address)
        if state == slot.state or own is None or slot not in own.slots[slot.state]:
            return
        for group in (self._all, own):
            del group.slots[slot.state][slot]
            group.slots[state][slot] = None
        slot.state, slot.since = state, self.clock()
        self._release(slot)

    def hold(self, slot: Slot, size: int) -> None:
        """Note that more of an unfinished body came. The largest makes room where all together are too large."""
        slot.held += size
        self._held += size
        if self._held > self.limits.bodies:
            self.drop(max(self._all.slots[READING], key=lambda each: each.held, default=slot), FULL)

    def leave(self, slot: Slot) -> bool:
        """Note that a connection is closed; False where that was noted before."""
        own = self._by_address.get(slot.address)
        if own is None or slot not in own.slots[slot.state]:
            return False
        for group in (self._all, own):
            del group.slots[slot.state][slot]
        if not len(own):
            del self._by_address[slot.address]
        self._release(slot)
        return True

    def drop(self, slot: Slot, why: str) -> None:
        """Close a connection at once."""
        if self.leave(slot):
            self.note(why, slot.address)
            slot.transport.abort()

    def note(self, event: str, address: str) -> None:
        """Log an event: at once, and then every few seconds how often it happened in the meantime."""
        self._counts[event] += 1
        self._last_address[event] = address
        if self.clock() - self._logged.get(event, -NEVER) >= LOG_EVERY:
            self._log(event)

    def _log(self, event: str) -> None:
        log.warning("%s address=%s n=%d open=%d", event, self._last_address[event], self._counts.pop(event), len(self._all))
        self._logged[event] = self.clock()

    def _release(self, slot: Slot) -> None:
        self._held -= slot.held
        slot.held = 0

    def _check(self) -> None:
        """Close what is overdue, and log what was not logged yet."""
        now = self.clock()
        for slot in [slot for slots in self._all.slots for slot in slots]:
            if self._unread_for_long(slot, now):
                self.drop(slot, SLOW)
            elif slot.deadline <= self._checked:
                # Overdue at the last check as well: bytes that had arrived by then on a busy machine have been read since.
                slot.deadline = NEVER
                slot.expire()
        self._checked = now
        for event in [event for event in self._counts if now - self._logged[event] >= LOG_EVERY]:
            self._log(event)
        again = len(self._all) or self._counts
        self._timer = asyncio.get_running_loop().call_later(self.limits.check_every, self._check) if again else None

    def _unread_for_long(self, slot: Slot, now: float) -> bool:
        """True if an answer waits for a client that reads nothing, or hardly anything."""
        waiting = slot.transport.get_write_buffer_size()
        read = slot.transport.sent - waiting
        if not waiting:
            slot.unread = None
        elif slot.unread is None:
            slot.unread = (now, read)
        elif now - slot.unread[0] >= self.limits.unread_time:
            if read - slot.unread[1] < self.limits.unread_time * self.limits.download_rate:
                return True
            slot.unread = (now, read)
        return False


def address_of(transport: Any) -> str:
    """The address of a connection's client; empty if it is not known."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""
