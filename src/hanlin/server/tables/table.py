"""One table: its seats, its game, and what may happen next. No web framework, no database here.

Its positions are derived from an append-only list of entries (``db``) and kept in memory as a cache. A change is first made as
a ``Transition``; it is applied to the table when its entries are stored (``service.py``).
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from typing import Any, NamedTuple, Self

import msgspec

from hanlin.core.errors import IllegalAction
from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import colour_name, spoken
from hanlin.core.jit.events import Event, capture
from hanlin.core.jit.rng import seeded
from hanlin.core.lib.memo import Common, size_of
from hanlin.core.position.digest import digest, is_comparable
from hanlin.core.position.position import Move, Position
from hanlin.core.verbs.defaults import gives
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.presentation import Address, LogLine, Refusal
from hanlin.server.db import CLOSED, DOWNTIME, FINISHED, OPEN, RUNNING, Entry, TableRow, now
from hanlin.server.exceptions import Refused, moved_on
from hanlin.server.tables import clocks, events
from hanlin.server.tables.clocks import Clocks
from hanlin.server.tables.events import Agenda
from hanlin.server.tables.log import Lines
from hanlin.server.tables.names import calling, names_at

ACTION = "action"
SPECTATOR = -1
"""A spectator, as a viewer: a person without a seat."""
TALK = events.AGREEMENTS - {events.REPLACE, events.END} | {events.OWNER}
"""The entries that leave what can be played as it is."""
DECIDED_WITHIN = 24 * 3600.0
"""Seconds that the others have to decide about a player who is out of time."""
ANSWERED = 100
"""The last commands of a table whose resends are recognised; an older one is refused as stale."""


COMMON = Common(128 * 1024 * 1024)
"""The render cache of all tables in this process, least recently used first to go; a table's entries go with it."""
LINE = 300
"""Bytes of a line of the game log without its text."""
POSITION = 2_000
"""Bytes of a position without its state; its history is the game's."""
CHOICES = 16
"""The number of past choices for which clocks are kept, in case these are undone."""
REPLAYED = 8
"""Replayed plies that are kept, with their events."""


def seal(seed: str) -> str:
    """The hash of a table's secret seed, shown from the start: it binds the table to the seed without betraying it."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Chronicle(NamedTuple):
    """The game log of one viewer, ply by ply: the moves as the viewer knows them, and the lines of each."""

    moves: list[Move]
    lines: list[Lines]
    size: int = 0
    """Bytes of the lines, roughly."""


def _unlike(known: list[Move], moves: list[Move]) -> list[int]:
    """The plies whose move has changed for the viewer, or is new."""
    both = min(len(known), len(moves))
    # Usually no past move became known: comparing two lists of identical moves is fast.
    changed = [] if known[:both] == moves[:both] else [ply for ply in range(both) if known[ply] != moves[ply]]
    return [*changed, *range(both, len(moves))]


class Replayed(NamedTuple):
    """A replayed ply: the position before it, its events, and the position after it."""

    before: Position
    told: list[Event]
    after: Position


def _size_of_position(position: Position) -> int:
    return int(position.state.nbytes) + POSITION


def _of_list(lines: list[Lines]) -> int:
    """Bytes of a list of lines that are counted with the log."""
    return 8 * len(lines)


class Transition(NamedTuple):
    """The result of a command: the entries to store, and the table after them."""

    entries: list[Entry]
    row: TableRow
    position: Position | None = None
    """The position after them; None where no position changes."""
    replayed: Replayed | None = None
    """The first ply of them, where the table has viewers: they need its events at once."""


class Table:
    """One table: its row, its entries, and what follows from them.

    Only the present position is kept: its history is shared by all positions of the game, and an earlier one is replayed when
    it is needed (``at``), as are the events of a ply. So a table stays small however long its game is.
    A table whose entries no longer replay (the rules were corrected since) stops at the last good position: ``stuck``.
    """

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
        self._stood: deque[Clocks] = deque(maxlen=CHOICES)
        """The clocks at the beginning of each of the last choices."""
        self.seated = 0
        """The table's number when the seats or its state changed last."""
        self.last_client: str | None = None
        """The id of the command that changed the table last; None where it had none, as those of opponents."""
        self.unsure = False
        """True where the database may hold newer entries: they are loaded before anything else is done."""
        self.origin: tuple[str, int] | None = None
        """The table and the ply that this game goes on from, if it does."""
        self.hinted: dict[int, list[int]] = {}
        """By ply: the seats that took a hint before it, where others sit at the table."""
        self.past = COMMON.part()
        """The cache of past plies, drawings and log lines, until one is undone."""
        self._replayed: OrderedDict[int, Replayed] = OrderedDict()
        self._answered: OrderedDict[str, Entry] = OrderedDict()
        self._now = COMMON.part()
        self._readers: set[tuple[int | None, str]] = set()
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
    def to_move(self) -> int:
        """The active seat: OVER for a finished, studied or stuck table, and before it begins."""
        return OVER if self.is_study or self.stuck or not self.begun or self.over else self.actor

    @property
    def due(self) -> float | None:
        """The time when the active player runs out of time; None where no clock runs, or nobody else would object."""
        if self.clocks is None or self.row.time is None or self.to_move < 0 or self.clocks.out >= 0:
            return None
        seat = self.clocks.running
        return clocks.due(self.clocks, self.row.time) if self._minded(seat) else None

    def clocks_shown(self, behind: bool) -> Clocks | None:
        """The clocks; for a viewer one choice ``behind`` as they were when that choice began, and stopped: a running clock
        would
        reveal who decides now. A timeout is public."""
        if self.clocks is None or not behind:
            return self.clocks
        stood = self._stood[-1] if self._stood else self.clocks
        return msgspec.structs.replace(self.clocks, left=stood.left, since=stood.since, running=OVER)

    def late(self, received: float) -> bool:
        """True if an action of the active player came too late, by the time it was received."""
        if self.clocks is None or self.row.time is None or not self._minded(self.clocks.running):
            return False
        due = clocks.due(self.clocks, self.row.time)
        return due is not None and due < received < due + DECIDED_WITHIN

    def _minded(self, seat: int) -> bool:
        """True if somebody objects when a seat is out of time: it is a present person's, and others are there."""
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

    def still(self) -> Self:
        """An immutable snapshot of the table, to be rendered without the lock."""
        with self.lock:
            other = copy(self)
            other.lock = threading.RLock()
            other._stood = self._stood.copy()
            other._replayed = self._replayed.copy()
            other.hinted = {ply: list(seats) for ply, seats in self.hinted.items()}
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
            if until != self.ply:
                return self._log(viewer, until).lines[:until]
            found: list[Lines] = self.now(("log", viewer, spoken()), lambda: self._log(viewer, until).lines[:until], _of_list)
            return found

    def _log(self, viewer: int | None, until: int) -> Chronicle:
        """The game log, which is correct before ``until``."""
        reader = viewer, spoken()
        known = self._read_before(reader) or Chronicle([], [])
        seen = self.position if viewer is None else self.seen_at(viewer, until) if viewer < 0 else self.seen_by(viewer)
        moves = seen.moves[:until]
        new = _unlike(known.moves, moves)
        lines = self._read_already(viewer, until, new, moves)
        own = [ply for ply in new if ply not in lines]
        lines.update((ply, self._told(viewer, before, moves[ply], told)) for ply, before, told in self._again(own))
        if not new:
            return known
        # Lists that readers of an older state hold must not change.
        more = sum([64 + sum([(LINE + len(line.text)) * (1 + len(line.to)) for line in lines[ply]]) for ply in new])
        known = Chronicle(list(known.moves), list(known.lines), known.size + more)
        for ply in new:
            known.moves[ply : ply + 1] = [moves[ply]]
            known.lines[ply : ply + 1] = [lines[ply]]
        self._readers.add(reader)
        self.past.put(("chronicle", reader), known, known.size)
        return known

    def _read_before(self, reader: tuple[int | None, str]) -> Chronicle | None:
        """The log as it was last read by that viewer, in that language; None where that is not cached."""
        found: Chronicle | None = self.past.get(("chronicle", reader))
        return found

    def _read_already(self, viewer: int | None, until: int, plies: Sequence[int], moves: Sequence[Move]) -> dict[int, Lines]:
        """Lines of these plies that a reader with equal knowledge has read, where the game promises that (``rings`` in
        ``core/verbs/protocols.py``): a spectator; for a viewer of everything also the one seat that saw a secret."""
        if not plies or until != self.ply or viewer == SPECTATOR or not gives(self.game.drawing, "rings"):
            return {}
        if viewer is not None:
            public = self._log(SPECTATOR, until)
            return {ply: public.lines[ply] for ply in plies if public.moves[ply] == moves[ply]}
        tongue, found = spoken(), dict[int, Lines]()
        secrets = self.position.secrets()
        for ply in plies:
            read = self._read_before((secrets.get(ply, SPECTATOR), tongue))
            if read is not None and read.moves[ply : ply + 1] == moves[ply : ply + 1]:
                found[ply] = read.lines[ply]
        return found

    def _told(self, viewer: int | None, position: Position, move: Move, told: Sequence[Event]) -> Lines:
        """The log lines of a ply, from the move as a viewer may read it, the position before it, and its events."""
        before = position if viewer is None else position.seen_by(viewer)
        told_of = self.game.words.log(before, *move, told)
        lines = (*self._hints_before(before.ply, told_of), *told_of)
        # Most lines are the same for all viewers, so they are stored once.
        found: Lines = self.past.get(("lines", lines)) or lines
        if found is lines:
            self.past.put(("lines", lines), lines)
        return found

    def _hints_before(self, ply: int, lines: Sequence[LogLine]) -> list[LogLine]:
        """The hints taken before a ply, under the heading of its first line."""
        chapter = lines[0].chapter if lines else ""
        said = _("{name} used a hint."), _("You used a hint.")
        return [
            LogLine(said[0].format(name=self.name_of(seat)), chapter=chapter, to=((seat, Address(said[1])),))
            for seat in self.hinted.get(ply, ())
        ]

    def _again(self, plies: Sequence[int]) -> Iterator[tuple[int, Position, list[Event]]]:
        """For each of those plies, in ascending order, the position before it and its events, replayed.

        The last few are cached: all viewers ask for them.
        """
        moves = self.position.moves if plies else []
        for ply in plies:
            if ply not in self._replayed:
                earlier = self._replayed.get(ply - 1)
                before = self.at(ply) if earlier is None else earlier.after
                after = before.copy()
                with capture() as told:
                    after.apply(self.game.parse(after.state, moves[ply][1]))
                self._remember(ply, Replayed(before, told, after))
            found = self._replayed[ply]
            yield ply, found.before, found.told

    def _remember(self, ply: int, replayed: Replayed) -> None:
        while len(self._replayed) >= REPLAYED:
            self._replayed.popitem(last=False)
        self._replayed[ply] = replayed

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

    # -- changes: each returns the entries to store, or takes stored ones in ----------------------------------------------

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

    def action_entries(self, seat: int, action: str, client: str | None, received: float | None = None) -> Transition:
        """An action and the chance actions right after it, at the time when it was ``received``. Nothing is changed yet."""
        if self.to_move == OVER:
            raise Refused(_("This game is over."))
        if self.actor != seat:
            raise Refused(_("It is not your turn."))
        try:
            # A seat's legal actions follow from its view, where they are cached already.
            code = self.seen_by(seat).code(action)
        except IllegalAction as error:
            raise self._refusal(seat, action, error) from None
        following = self.position.copy()
        is_read = bool(self._readers)
        heard: AbstractContextManager[list[Event]] = capture() if is_read else nullcontext([])
        with heard as told:
            following.apply(code)
        if seat in self.agenda.gone:
            raise Refused(_("You have resigned: the others decide about your seat."))
        entries = [self.entry(0, ACTION, seat, action, following, client, received)]
        if not is_read:
            return self.with_chance(entries, self.row, following)
        after = following.copy() if following.actor == CHANCE else following
        played = Replayed(self.position, told, after)
        return self.with_chance(entries, self.row, following)._replace(replayed=played)

    def first_entries(self, moves: Sequence[Move] = ()) -> Transition:
        """The moves that the game begins with, if any, and the chance actions before the first decision."""
        return self._beginning_with([], moves)

    def going_on_from(self, other: Table, ply: int) -> Transition:
        """The first entries of a table that continues another's game: its origin, its moves, and chance actions."""
        return self._beginning_with([self.bare(0, events.FROM, ply, other.row.id)], other.position.moves[:ply])

    def _beginning_with(self, entries: list[Entry], moves: Sequence[Move]) -> Transition:
        position = self.position.copy()
        for actor, text in moves:
            position.apply(self.game.parse(position.state, text))
            entries.append(self.entry(len(entries), ACTION, actor, text, position))
        return self.with_chance(entries, self.row, position)

    def undo_entry(self, seat: int, client: str | None) -> Entry:
        """The entry that undoes the last action; Refused where that is not possible."""
        if self.undoable() != seat:
            raise Refused(_("You can't undo now: something was drawn or another player has acted since."))
        return self.entry(0, "undo", seat, "", self.at(self.ply - 1), client)

    def catch_up(self, entries: Sequence[Entry]) -> None:
        """Apply entries that are stored already and follow those that are here."""
        for entry in entries:
            self._replay(entry)

    def commit(self, following: Transition) -> None:
        """Apply a stored transition."""
        if following.replayed is not None:
            self._remember(self.ply, following.replayed)
        kinds = {entry.kind for entry in following.entries}
        if kinds & {events.REPLACE, events.OWNER}:
            for entry in following.entries:
                self.former = events.former_after(self.former, self.row, entry)
        self.row = following.row
        self.position = following.position or self.position
        for n, entry in enumerate(following.entries, 1):
            self._apply_entry(entry, self.position.actor if n == len(following.entries) else CHANCE)
        self._note(following.entries)
        if (following.entries[:1] and following.entries[0].kind in events.SEATING) or events.REPLACE in kinds:
            self.seated = self.number
        if not kinds <= TALK:
            self.turned = self.number

    def take_back(self, entry: Entry) -> None:
        """Apply a stored undo."""
        self.position = self.at(self.ply - 1)
        before, self.past = self.past, COMMON.part()
        for reader in self._readers:
            known: Chronicle | None = before.get(("chronicle", reader))
            if known is not None:
                known = Chronicle(known.moves[: self.ply], known.lines[: self.ply], known.size)
                self.past.put(("chronicle", reader), known, known.size)
        self._replayed = OrderedDict()
        self.row = self._at(self.position, entry)
        self.agenda = events.agenda_after(self.agenda, entry)
        self.moved = entry.time
        if self.clocks is not None and self.row.time is not None:
            moves, actor = self.position.moves, self.position.actor
            self.clocks = clocks.taken_back(self.clocks, self.row.time, moves, actor, entry.time)
            if self._stood:
                self._stood.pop()
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
        if entry.kind in (ACTION, events.START, events.WAIT):
            self.moved = entry.time
        if entry.kind == events.HINT:
            self.hinted.setdefault(self.ply, []).append(entry.actor)
        if entry.kind == DOWNTIME:
            self._apply_downtime(*msgspec.json.decode(entry.action, type=tuple[float, float]))
        if entry.kind != ACTION or self.agenda.asked is not None:
            self.agenda = events.agenda_after(self.agenda, entry)
        if self.clocks is None or self.row.time is None:
            return
        if entry.kind == ACTION and entry.actor >= 0:
            self._stood.append(self.clocks)
        if entry.kind in (ACTION, events.START):
            self.clocks = clocks.moved(self.clocks, self.row.time, actor, entry.time)
        elif entry.kind == events.TIME:
            self.clocks = clocks.flagged(self.clocks)
        elif entry.kind == events.WAIT:
            self.clocks = clocks.forgiven(self.clocks, int(entry.action))
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
            self.clocks = clocks.stood_still(self.clocks, self.row.time, began, ended)

    def _at(self, position: Position, last: Entry, row: TableRow | None = None) -> TableRow:
        """The row of the table at that position."""
        row = row or self.row
        if self.is_study:
            return row
        state = FINISHED if position.over else RUNNING
        return msgspec.structs.replace(row, to_move=position.actor, state=state, last=last.time)

    def bare(
        self, ahead: int, kind: str, actor: int, action: str, client: str | None = None, when: float | None = None
    ) -> Entry:
        """An entry that changes no position."""
        time = self.clock() if when is None else when
        return Entry(number=self.number + ahead, kind=kind, actor=actor, action=action, digest="", time=time, client=client)

    def entry(
        self,
        ahead: int,
        kind: str,
        actor: int,
        action: str,
        after: Position,
        client: str | None = None,
        when: float | None = None,
    ) -> Entry:
        """An entry that leads to a position; ``when``: at another time than now."""
        return Entry(
            number=self.number + ahead,
            kind=kind,
            actor=actor,
            action=action,
            digest=digest(after),
            time=self.clock() if when is None else when,
            client=client,
        )

    def with_chance(self, entries: list[Entry], row: TableRow, position: Position) -> Transition:
        """Let chance act, in place, until a seat must decide. Each draw has its own generator, by the seed and the ply."""
        when = entries[-1].time if entries else None
        while position.actor == CHANCE:
            position.chance(seeded(self.row.seed, position.ply))
            assert position.last_move is not None
            entries.append(self.entry(len(entries), ACTION, CHANCE, position.last_move[1], position, when=when))
        return Transition(entries, self._at(position, entries[-1], row) if entries else row, position)

    def _refusal(self, seat: int, action: str, error: IllegalAction) -> Refused:
        """The reason why an action is refused, in the game's words where it is well-formed."""
        try:
            self.game.parse(self.position.state, action)
        except ValueError:
            return Refused(str(error))
        with self.called():
            why: Refusal = self.game.words.why_not(self.position.seen_by(seat), action)
        return Refused(why.text, why.rule)

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
            self.take_back(entry)
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
            self.commit(Transition([entry], self._at(following, entry), following))
        else:
            self.stuck = True
