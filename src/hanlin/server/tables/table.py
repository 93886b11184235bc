"""One table: its seats, its game, and what may happen next. No web framework, no database here.

Its positions are derived from an append-only list of entries (``db``) and kept in memory as a cache. A change is first made as
a ``Transition``; it is applied to the table when its entries are stored (``service.py``).
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from copy import copy
from typing import Any, NamedTuple, Self

import msgspec

from hanlin.core.errors import IllegalAction
from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import colour_name, spoken
from hanlin.core.lib.memo import Common, size_of
from hanlin.core.position.digest import digest, is_comparable
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.server.db import CLOSED, DOWNTIME, FINISHED, OPEN, RUNNING, Entry, TableRow, now
from hanlin.server.exceptions import Refused, moved_on
from hanlin.server.tables import clocks, events
from hanlin.server.tables.clocks import Clocks
from hanlin.server.tables.events import Agenda
from hanlin.server.tables.game_log import GameLog, Replayed
from hanlin.server.tables.log import Lines
from hanlin.server.tables.names import calling, names_at
from hanlin.server.tables.standing import places

ACTION = "action"
PLAY_GOES_ON = events.AGREEMENTS - {events.REPLACE, events.END} | {events.OWNER}
"""The entries after which the same actions are legal as before."""
DECIDED_WITHIN = 24 * 3600.0
"""Seconds that the others have to decide about a player who is out of time."""
ANSWERED = 100
"""The last commands of a table whose resends are recognised; an older one is refused as stale."""


COMMON = Common(128 * 1024 * 1024)
"""The render cache of all tables in this process, least recently used first to go; a table's entries go with it."""
POSITION = 2_000
"""Bytes of a position without its state; its history is the game's."""
CHOICES = 16
"""The number of past choices for which clocks are kept, in case these are undone."""


def seal(seed: str) -> str:
    """The hash of a table's secret seed, shown from the start: it binds the table to the seed without betraying it."""
    return hashlib.sha256(seed.encode()).hexdigest()


def _size_of_position(position: Position) -> int:
    return int(position.state.nbytes) + POSITION


def _size_of_list(lines: list[Lines]) -> int:
    """Bytes of a list of lines that are counted with the log."""
    return 8 * len(lines)


class Hinted(NamedTuple):
    """A hint that a seat took: the actions that it put first, as far as they are known."""

    seat: int
    suggested: tuple[str, ...]


class Decided(NamedTuple):
    """A decision about a seat, for the game log: the kind of its entry, who made it (OVER: nobody), the seat that it is about,
    and that seat's name then; empty where it had none."""

    kind: str
    seat: int
    about: int
    name: str


class Transition(NamedTuple):
    """The result of a command: the entries to store, and the table after them."""

    entries: list[Entry]
    row: TableRow
    position: Position | None = None
    """The position after them; None where no position changes."""
    replayed: Replayed | None = None
    """The first ply of them, where the game log is read: it needs the ply's events at once."""


class Table:
    """One table: its row, its entries, and what follows from them.

    Only the present position is kept: its history is shared by all positions of the game, and an earlier one is replayed when
    it is needed (``at``), as are the events of a ply. So a table stays small however long its game is.
    A table whose entries no longer replay (the rules were corrected since) stops at the last good position: ``stuck``.
    """

    is_stored = True
    """False for steps of lessons and puzzles, which are in no database."""

    def __init__(self, row: TableRow, start: Position, entries: Sequence[Entry], clock: Callable[[], float] = now) -> None:
        """``clock`` returns the time that entries are stamped with."""
        self.row = events.row_at_first(row)
        self.clock = clock
        self.game = start.game
        self.lock = threading.RLock()
        self.position = start
        """The present position with all secrets, never changed in place. All that leaves the server is made by ``seen_by``."""
        self._acting = start, start.actor
        self.number = 0
        """The number of entries. It only grows, so it identifies a state of the table in commands and notifications."""
        self.turned = 0
        """The table's number when the legal actions changed last: a command for any state since then is up to date."""
        self.stuck = False
        self.agenda = Agenda()
        self.former: frozenset[str] = frozenset()
        """The owners of seats that a computer player has taken over."""
        self.moved = row.created
        """The time of the last action, or of the others' last choice to wait."""
        self.clocks: Clocks | None = None
        """The clocks; None at a table without clocks."""
        self._earlier_clocks: deque[Clocks] = deque(maxlen=CHOICES)
        """The clocks at the beginning of each of the last choices."""
        self.seated = 0
        """The table's number when the seats or its state changed last."""
        self.last_client: str | None = None
        """The id of the command that changed the table last; None where it had none, as those of opponents."""
        self.unsure = False
        """True where the database may hold newer entries: they are loaded before anything else is done."""
        self.origin: tuple[str, int] | None = None
        """The table and the ply that this game goes on from, if it does."""
        self.hinted: dict[int, list[Hinted]] = {}
        """By ply: the hints taken before it, where others sit at the table."""
        self.decided: dict[int, list[Decided]] = {}
        """By ply: what happened to seats before it: out of time, resigned, given time, taken over; and an early end."""
        self.past = COMMON.part()
        """The cache of past plies, drawings and log lines, until one is undone."""
        self._answered: OrderedDict[str, Entry] = OrderedDict()
        self._now = COMMON.part()
        self.game_log = GameLog()
        self._set_clocks()
        self.catch_up(entries)

    # -- state -------------------------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """The number of actions played."""
        return self.position.ply

    def at(self, ply: int) -> Position:
        """The position before that ply, as a copy."""
        return self.position.at(ply)

    @property
    def is_study(self) -> bool:
        return self.row.kind == "study"

    @property
    def begun(self) -> bool:
        """True once every seat was taken: nothing is dealt or played before."""
        return self.row.state not in (OPEN, CLOSED)

    @property
    def over(self) -> bool:
        """True when the game has ended, by the rules or early."""
        return self.actor == OVER or bool(self.agenda.ended)

    @property
    def actor(self) -> int:
        """The actor of the present position, computed once for each."""
        of, actor = self._acting
        if of is not self.position:
            actor = self.position.actor
            self._acting = self.position, actor
        return actor

    @property
    def followed(self) -> list[int]:
        """The plies at which a seat played what a hint had suggested to it."""
        moves = self.position.moves
        return sorted(
            ply
            for ply, hints in self.hinted.items()
            if ply < len(moves) and any(hint.seat == moves[ply][0] and moves[ply][1] in hint.suggested for hint in hints)
        )

    @property
    def winners(self) -> list[int]:
        """The seats that won: by the rules, or as it stood when the others were left the win; empty where nobody did."""
        return [seat for seat, place in enumerate(self.places) if place == 1]

    @property
    def places(self) -> list[int]:
        """The place of each seat, 1 for a winner; empty before the end, and where the game ended without a winner."""
        if self.agenda.ended == events.CLAIMED:
            return places(self.position, self.agenda.forfeited)
        return places(self.position) if self.over and not self.agenda.ended else []

    @property
    def to_move(self) -> int:
        """The active seat: OVER for a finished, studied or stuck table, and before it begins."""
        return OVER if self.is_study or self.stuck or not self.begun or self.over else self.actor

    @property
    def due(self) -> float | None:
        """The time when the active player runs out of time; None where no clock runs, or nobody else would object."""
        if self.clocks is None or self.row.time is None or self.to_move < 0 or self.clocks.out >= 0:
            return None
        seat = self.clocks.running
        return clocks.due(self.clocks, self.row.time) if self._is_limited(seat) else None

    def clocks_shown(self, behind: bool) -> Clocks | None:
        """The clocks; for a viewer one choice ``behind`` as they were when that choice began, and stopped: a running clock
        would reveal who decides now. A timeout is public."""
        if self.clocks is None or not behind:
            return self.clocks
        earlier = self._earlier_clocks[-1] if self._earlier_clocks else self.clocks
        return msgspec.structs.replace(self.clocks, left=earlier.left, since=earlier.since, running=OVER)

    def late(self, received: float) -> bool:
        """True if an action of the active player came too late, by the time it was received."""
        if self.clocks is None or self.row.time is None or not self._is_limited(self.clocks.running):
            return False
        due = clocks.due(self.clocks, self.row.time)
        return due is not None and due < received < due + DECIDED_WITHIN

    def _is_limited(self, seat: int) -> bool:
        """True if a seat's clock counts: it is a present person's, and others are there who could decide about it."""
        if self.clocks is None or seat < 0 or self.row.seats[seat].kind != "person" or seat in self.agenda.gone:
            return False
        return seat not in self.clocks.patient and bool(self.people(seat))

    def people(self, but: int = OVER) -> list[int]:
        """A seat of each present person: not resigned, not out of time, and other than the owner of ``but``."""
        seats, out = self.row.seats, OVER if self.clocks is None else self.clocks.out
        found: dict[str, int] = {}
        for n, seat in enumerate(seats):
            if seat.kind == "person" and n != out and n not in self.agenda.gone:
                found.setdefault(seat.owner, n)
        if but >= 0:
            found.pop(seats[but].owner, None)
        return list(found.values())

    def now(self, key: Any, make: Callable[[], Any], size: Callable[[Any], int] = size_of) -> Any:
        """A cached value that is valid until the table changes: made by the first caller. ``size`` returns its bytes."""
        with self.lock:
            found = self._now.get(key)
            if found is None:
                found = make()
                self._now.put(key, found, size(found))
            return found

    def snapshot(self) -> Self:
        """A copy that no change reaches: made under the lock, rendered without it."""
        with self.lock:
            other = copy(self)
            other.lock = threading.RLock()
            other._earlier_clocks = self._earlier_clocks.copy()
            other.hinted = {ply: list(hints) for ply, hints in self.hinted.items()}
            other.decided = {ply: list(decisions) for ply, decisions in self.decided.items()}
            other.game_log = self.game_log.copy()
            return other

    def made(self, key: Any) -> Any:
        """A value that ``now`` has made already; None where it has not. The caller holds the lock."""
        return self._now.get(key)

    def seen_by(self, seat: int) -> Position:
        """The present position as a seat (-1: a spectator) sees it. Shared: read only.

        Before the game begins all see what a spectator sees: a seat can still be given up for another one, and a game that
        begins from a position may have hands already.
        """
        seat = seat if self.begun else -1
        found: Position = self.now(("seen", seat), lambda: self.position.seen_by(seat), _size_of_position)
        return found

    def seen_at(self, seat: int, ply: int) -> Position:
        """The position before a ply as a seat (-1: a spectator) saw it then. Shared: read only."""
        if ply == self.ply:
            return self.seen_by(seat)
        found: Position = self.now(("seen", seat, ply), lambda: self.at(ply).seen_by(seat), _size_of_position)
        return found

    def shown_to(self, owner: str) -> bool:
        """True if somebody may see the table: without spectators, only players and, in the end, former players."""
        if self.row.watching or not self.begun or self.hosted_by(owner) or self.owned_by(owner):
            return True
        return self.over and owner in self.former

    def hosted_by(self, owner: str) -> bool:
        """True if somebody set up the table; an empty owner never did."""
        return bool(owner) and owner == self.row.host

    def owned_by(self, owner: str) -> list[int]:
        """The seats of the browser whose key has that hash."""
        return [n for n, seat in enumerate(self.row.seats) if owner and seat.owner == owner]

    @property
    def fault(self) -> str:
        """Why the table is stuck; empty where it is not."""
        if not self.stuck:
            return ""
        return _(
            "This game was played with version {version} of the rules, which has been corrected since. You can view it "
            "up to here, but not play on."
        ).format(version=self.row.rules)

    def undoable(self) -> int | None:
        """The seat that may undo the last action now; None where nothing may be undone.

        Only a person's own last action, as long as neither chance nor another seat has acted since and the game goes on.
        """
        last = self.position.last_move
        if self.to_move == OVER or last is None:
            return None
        actor = last[0]
        return actor if actor >= 0 and self.row.seats[actor].kind == "person" else None

    def log(self, viewer: int | None, until: int) -> list[Lines]:
        """The game log of each ply before ``until`` as ``viewer`` may read it (None: everything), in the current language.

        A line is written again when its action becomes known later (a card shown as ``?`` until now). A spectator reads only
        what was known before ``until``.
        """
        with self.lock, self.called():
            until = min(until, self.ply)
            if until != self.ply or self.over:  # Lists of a finished game would keep alive the lines that ``game_log`` drops.
                return self.game_log.read(self, viewer, until)[:until]
            key = "log", viewer, spoken()
            found: list[Lines] = self.now(key, lambda: self.game_log.read(self, viewer, until)[:until], _size_of_list)
            return found

    def called(self, reader: int | None = None) -> AbstractContextManager[None]:
        """A context in which all texts use the names of the seats. ``reader``: the seat that is "You" there."""
        return calling(self.row, self.game, reader)

    def name_of(self, seat: int) -> str:
        """The name of a seat, or its colour where it has none."""
        return names_at(self.row).get(seat) or colour_name(self.game.colours[seat])

    def seed_for(self, *words: object) -> str:
        """A seed for searches at this table: from the table's secret, so that a game can be repeated, but nothing of the secret
        can be learned from it."""
        return hashlib.sha256(" ".join(map(str, (self.row.seed, *words))).encode()).hexdigest()[:16]

    def names(self) -> list[str]:
        """The names of the seats for a record, which holds neither quotation marks nor bars."""
        said = [f"bot:{seat.bot}" if seat.kind == "bot" else seat.name for seat in self.row.seats]
        return ["".join(letter for letter in name if letter.isprintable() and letter not in '"|') for name in said]

    # -- for commands ------------------------------------------------------------------------------------------------------

    def answered(self, client: str | None, kind: str, seat: int, number: int, action: str = "") -> bool:
        """True for a resend: the command with that id has been played already.

        Refused where the id belongs to another command, which would otherwise pass for done.
        """
        entry = None if client is None else self._answered.get(client)
        if entry is None:
            return False
        if (entry.kind, entry.actor, entry.action) != (kind, seat, action) or number > entry.number:
            raise Refused(_("This command id was already used for another command; give each command a unique id."))
        return True

    def knows(self, client: str | None, kinds: Collection[str]) -> bool:
        """True if a command of those kinds with that id was applied already; Refused where it was another command."""
        entry = None if client is None else self._answered.get(client)
        if entry is not None and entry.kind not in kinds:
            raise Refused(_("This command id was already used for another command; give each command a unique id."))
        return entry is not None

    def check_current(self, number: int, ply: int | None = None) -> None:
        """Raise Stale unless the command was made for the present state of the table, and in a view of it (``ply``, if
        given)."""
        if self.stuck:
            raise Refused(self.fault)
        if not self.begun:
            raise Refused(_("This game has not started: it starts when every seat is taken."))
        if not self.turned <= number <= self.number or ply not in (None, self.ply):
            raise moved_on()

    def row_at(self, position: Position, last: Entry, row: TableRow | None = None) -> TableRow:
        """The row of the table at that position."""
        row = row or self.row
        if self.is_study:
            return row
        state = FINISHED if position.over else RUNNING
        return msgspec.structs.replace(row, to_move=position.actor, state=state, last=last.time)

    def entry(
        self,
        ahead: int,
        kind: str,
        actor: int,
        action: str,
        client: str | None = None,
        *,
        after: Position | None = None,
        when: float | None = None,
    ) -> Entry:
        """An entry, ``ahead`` of the next one; ``after``: the position that it leads to, if any; ``when``: at another time than
        now."""
        return Entry(
            number=self.number + ahead,
            kind=kind,
            actor=actor,
            action=action,
            digest="" if after is None else digest(after),
            time=self.clock() if when is None else when,
            client=client,
        )

    # -- applying what is stored -------------------------------------------------------------------------------------------

    def catch_up(self, entries: Sequence[Entry]) -> None:
        """Apply entries that are stored already and follow those that are here."""
        for entry in entries:
            self._replay(entry)

    def commit(self, following: Transition) -> None:
        """Apply a stored transition."""
        if any(entry.kind == events.UNDO for entry in following.entries):
            self.catch_up(following.entries)
            return
        if following.replayed is not None:
            self.game_log.keep(self.ply, following.replayed)
        kinds = {entry.kind for entry in following.entries}
        if kinds & {events.REPLACE, events.OWNER}:
            for entry in following.entries:
                self.former = events.former_after(self.former, self.row, entry)
        self._keep_decisions(following.entries)
        self.row = following.row
        self.position = following.position or self.position
        for n, entry in enumerate(following.entries, 1):
            self._apply_entry(entry, self.position.actor if n == len(following.entries) else CHANCE)
        self._note(following.entries)
        if (following.entries[:1] and following.entries[0].kind in events.SEATING) or events.REPLACE in kinds:
            self.seated = self.number
        if not kinds <= PLAY_GOES_ON:
            self.turned = self.number

    def _keep_decisions(self, entries: Sequence[Entry]) -> None:
        """Remember what happened to seats, for the game log, with the names that they have before."""
        for entry in entries:
            about = events.about(entry)
            if about is not None:
                seat = OVER if entry.actor == about else entry.actor
                name = names_at(self.row).get(about, "") if about >= 0 else ""
                kind = entry.action.split()[0] if entry.kind == events.END else entry.kind
                self.decided.setdefault(self.ply, []).append(Decided(kind, seat, about, name))

    def _take_back(self, entry: Entry) -> None:
        """Apply a stored undo."""
        self.position = self.at(self.ply - 1)
        before, self.past = self.past, COMMON.part()
        self.game_log.truncate(self.ply, before, self.past)
        self.row = self.row_at(self.position, entry)
        self.agenda = events.agenda_after(self.agenda, entry)
        self.moved = entry.time
        if self.clocks is not None and self.row.time is not None:
            moves, actor = self.position.moves, self.position.actor
            self.clocks = clocks.taken_back(self.clocks, self.row.time, moves, actor, entry.time)
            if self._earlier_clocks:
                self._earlier_clocks.pop()
        self._note([entry])
        self.turned = self.number

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _note(self, entries: Sequence[Entry]) -> None:
        if self.number == 0 and entries and entries[0].kind == events.FROM:
            self.origin = entries[0].action, entries[0].actor
        self.number += len(entries)
        self.last_client = next((entry.client for entry in reversed(entries) if entry.actor != CHANCE), self.last_client)
        self._answered.update((entry.client, entry) for entry in entries if entry.client is not None)
        while len(self._answered) > ANSWERED:
            self._answered.popitem(last=False)
        self._now = COMMON.part()

    def _set_clocks(self) -> None:
        if self.row.time is not None:
            self.clocks = clocks.at_first(self.row.time, self.row.players, self.row.created)
            if self.begun:
                self.clocks = clocks.moved(self.clocks, self.row.time, self.position.actor, self.row.created)

    def _apply_entry(self, entry: Entry, actor: int) -> None:
        """Apply an entry to the agenda and the clocks; ``actor``: who decides after it, or CHANCE."""
        if entry.kind in events.SEATING - {events.START}:
            return
        if entry.kind in (ACTION, events.START, events.WAIT, events.GRANT):
            self.moved = entry.time
        if entry.kind == events.HINT:
            suggested = msgspec.json.decode(entry.action, type=tuple[str, ...]) if entry.action else ()
            self.hinted.setdefault(self.ply, []).append(Hinted(entry.actor, suggested))
        if entry.kind == DOWNTIME:
            self._apply_downtime(*msgspec.json.decode(entry.action, type=tuple[float, float]))
        if entry.kind != ACTION or self.agenda.asked is not None:
            self.agenda = events.agenda_after(self.agenda, entry)
        if self.clocks is None or self.row.time is None:
            return
        if entry.kind == ACTION and entry.actor >= 0:
            self._earlier_clocks.append(self.clocks)
        if entry.kind in (ACTION, events.START):
            self.clocks = clocks.moved(self.clocks, self.row.time, actor, entry.time)
        elif entry.kind == events.TIME:
            self.clocks = clocks.flagged(self.clocks)
        elif entry.kind == events.WAIT:
            self.clocks = clocks.forgiven(self.clocks, int(entry.action))
        elif entry.kind == events.GRANT:
            more = msgspec.json.decode(entry.action, type=events.Granted)
            self.clocks = clocks.granted(self.clocks, more.seat, more.seconds, entry.time)
        elif entry.kind == events.HOLIDAYS:
            self.clocks = clocks.resting(self.clocks, entry.actor, msgspec.json.decode(entry.action, type=frozenset[str]))
        elif entry.kind == events.REPLACE:
            self.clocks = clocks.passed_on(self.clocks, self.row.time, entry.actor, entry.time)
        elif entry.kind == events.END:
            self.clocks = clocks.stopped(self.clocks, self.row.time, entry.time)

    def _apply_downtime(self, began: float, ended: float) -> None:
        """Apply downtime of the server: nobody loses time by it."""
        if ended > self.moved:
            self.moved = ended - max(0.0, began - self.moved)
        if self.clocks is not None and self.row.time is not None:
            self.clocks = clocks.resumed(self.clocks, self.row.time, began, ended)

    def _replay(self, entry: Entry) -> None:
        """Apply a stored entry; its digest shows whether the rules still give the same state.

        A digest of another layout of states can't be compared: then the action only has to be legal.
        """
        if self.stuck:
            if entry.kind == events.OWNER:
                self.former = events.former_after(self.former, self.row, entry)
                self.row = events.row_after(self.row, entry)
            return
        if entry.kind in events.SEATING or entry.kind in events.AGREEMENTS:
            self.commit(Transition([entry], events.row_after(self.row, entry)))
            return
        if entry.kind == "undo":
            self._take_back(entry)
            return
        following = self.position.copy()
        comparable = is_comparable(following, entry.digest)
        try:
            if comparable:
                following.apply(self.game.parse(following.state, entry.action))
            else:
                following.play(entry.action)
        except (ValueError, IllegalAction):
            self.stuck = True
            return
        if not comparable or digest(following) == entry.digest:
            self.commit(Transition([entry], self.row_at(following, entry), following))
        else:
            self.stuck = True
