"""One table: who sits there, what was played, and what may happen next. No web framework, no database here.

Its positions are derived from an append-only list of entries (``store.py``) and kept in memory as a cache. What would change it
is made as entries first (``Following``); they become part of the table when they are stored (``tables.py``).
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
from hanlin.core.verbs.presentation import LogLine, Refusal
from hanlin.server.db import CLOSED, DOWNTIME, FINISHED, OPEN, RUNNING, Entry, TableRow, now
from hanlin.server.exceptions import Refused, moved_on
from hanlin.server.tables import clocks, consent, seating
from hanlin.server.tables.clocks import Clocks
from hanlin.server.tables.consent import Agenda
from hanlin.server.tables.log import Lines
from hanlin.server.tables.names import calling, names_at

ACTION = "action"
SPECTATOR = -1
"""Who looks on and has no seat, as a viewer."""
TALK = consent.KINDS - {consent.REPLACE, consent.END} | {seating.OWNER}
"""The entries that leave what can be played as it is."""
DECIDED_WITHIN = 24 * 3600.0
"""Seconds after which the others have waited for whoever is out of time, if they have decided nothing."""
ANSWERED = 100
"""How many of a table's last commands are known again when they are sent once more; an older one is told that it is stale."""


COMMON = Common(128 * 1024 * 1024)
"""What all tables in this process remember of what they show, least recently used first to go; a table's own goes with it."""
LINE = 300
"""Bytes of a line of the chronicle beside its text."""
POSITION = 2_000
"""Bytes of a position beside its state; its history is the game's."""
CHOICES = 16
"""For how many choices back, when they are taken back, it is known what the clocks showed."""
REPLAYED = 8
"""How many plies that were played again are remembered, with what the rules told in them."""


def seal(seed: str) -> str:
    """The hash of a table's secret seed, shown from the start: it binds the table to the seed without betraying it."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Chronicle(NamedTuple):
    """The chronicle as somebody may read it, ply by ply: the moves as they are known to them, and what is said of each."""

    moves: list[Move]
    lines: list[Lines]
    size: int = 0
    """Bytes that the lines take, about."""


def _unlike(known: list[Move], moves: list[Move]) -> list[int]:
    """The plies of which something else is known than before, or for the first time."""
    both = min(len(known), len(moves))
    # Most often nothing that is past became known: one comparison of two lists, of the very same moves, finds that.
    changed = [] if known[:both] == moves[:both] else [ply for ply in range(both) if known[ply] != moves[ply]]
    return [*changed, *range(both, len(moves))]


class Replayed(NamedTuple):
    """A ply with what the rules told in it: the position before it, what was told, and the position after it."""

    before: Position
    told: list[Event]
    after: Position


def _size_of_position(position: Position) -> int:
    return int(position.state.nbytes) + POSITION


def _of_list(lines: list[Lines]) -> int:
    """Bytes of a list of lines that the chronicle has anyway."""
    return 8 * len(lines)


class Following(NamedTuple):
    """What a command leads to: the entries to store, and what follows from them."""

    entries: list[Entry]
    row: TableRow
    position: Position | None = None
    """The position after them; None where no position changes."""
    replayed: Replayed | None = None
    """The first ply of them, where the table is looked at: what was told in it is asked for at once."""


class Table:
    """One table: its row, its entries, and what follows from them.

    Only the present position is kept: its history is shared by all positions of the game, and an earlier one is played again
    from it when somebody asks (``at``), as is what the rules told in a ply. So a table stays small however long its game is.
    A table whose entries no longer replay (the rules were corrected since) stands still at the last good position: ``stuck``.
    """

    def __init__(self, row: TableRow, start: Position, entries: Sequence[Entry], clock: Callable[[], float] = now) -> None:
        """``clock`` tells the time by which entries are stamped."""
        self.row = seating.at_first(row)
        self.clock = clock
        self.game = start.game
        self.lock = threading.RLock()
        self.position = start
        """The present position, whole, never played on in place. Whatever leaves the server is made from ``seen_by`` of it."""
        self._acting = start, start.actor
        self.number = 0
        """How many entries there are. It only grows, so it names one state of the table for commands and news."""
        self.turned = 0
        """The table's number when what can be played changed last: a command for any state since then is up to date."""
        self.stuck = False
        self.agenda = Agenda()
        self.former: frozenset[str] = frozenset()
        """The owners of seats that an opponent has taken over from them."""
        self.moved = row.created
        """When somebody acted last, or the others chose to wait."""
        self.clocks: Clocks | None = None
        """What the clocks show; None at a table without clocks."""
        self._stood: deque[Clocks] = deque(maxlen=CHOICES)
        """What the clocks showed when each of the last choices that stand began."""
        self.seated = 0
        """The table's number when the seats or its state changed last."""
        self.last_client: str | None = None
        """The id of the command that changed the table last; None where it had none, as those of opponents."""
        self.unsure = False
        """True where the database may hold entries that are not here yet: they are taken in before anything else is done."""
        self.origin: tuple[str, int] | None = None
        """The table and the ply that this game goes on from, if it does."""
        self.hinted: dict[int, list[int]] = {}
        """By ply: the seats that took a hint before it, where others sit at the table."""
        self.past = COMMON.part()
        """What is remembered of plies that stand: what is drawn and told of them, until one is taken back."""
        self._replayed: OrderedDict[int, Replayed] = OrderedDict()
        self._answered: OrderedDict[str, Entry] = OrderedDict()
        self._now = COMMON.part()
        self._readers: set[tuple[int | None, str]] = set()
        self._set_clocks()
        self.catch_up(entries)

    # -- what there is to know --------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many actions stand."""
        return self.position.ply

    def at(self, ply: int) -> Position:
        """The position before that ply, one of its own."""
        return self.position.at(ply)

    @property
    def is_study(self) -> bool:
        return self.row.kind == "study"

    @property
    def begun(self) -> bool:
        """True once every seat was taken: before, nothing is dealt and nothing can be played."""
        return self.row.state not in (OPEN, CLOSED)

    @property
    def over(self) -> bool:
        """True when the game has come to its end, or was ended before."""
        return self.actor == OVER or bool(self.agenda.ended)

    @property
    def actor(self) -> int:
        """Who acts in the present position, worked out once for each."""
        of, actor = self._acting
        if of is not self.position:
            actor = self.position.actor
            self._acting = self.position, actor
        return actor

    @property
    def to_move(self) -> int:
        """The seat that somebody should move for now: OVER for a finished, studied or faulty table, and before it begins."""
        return OVER if self.is_study or self.stuck or not self.begun or self.over else self.actor

    @property
    def due(self) -> float | None:
        """When whoever is to move is out of time; None where no clock runs, or nobody else is there to mind."""
        if self.clocks is None or self.row.time is None or self.to_move < 0 or self.clocks.out >= 0:
            return None
        seat = self.clocks.running
        return clocks.due(self.clocks, self.row.time) if self._minded(seat) else None

    def clocks_shown(self, behind: bool) -> Clocks | None:
        """The clocks; for who is a choice ``behind`` as they were when that choice began, and standing still: one that ran
        would tell who decides now. Who is out of time is known to all."""
        if self.clocks is None or not behind:
            return self.clocks
        stood = self._stood[-1] if self._stood else self.clocks
        return msgspec.structs.replace(self.clocks, left=stood.left, since=stood.since, running=OVER)

    def late(self, received: float) -> bool:
        """Whether an action of who is to move came too late, by when it was received."""
        if self.clocks is None or self.row.time is None or not self._minded(self.clocks.running):
            return False
        due = clocks.due(self.clocks, self.row.time)
        return due is not None and due < received < due + DECIDED_WITHIN

    def _minded(self, seat: int) -> bool:
        """Whether somebody minds that a seat is out of time: a person's who is there, among others."""
        if self.clocks is None or seat < 0 or self.row.seats[seat].kind != "person" or seat in self.agenda.gone:
            return False
        return seat not in self.clocks.patient and bool(self.people(seat))

    def people(self, but: int = OVER) -> list[int]:
        """A seat of each person who is there: not of who gave up or is out of time, nor of who sits at ``but``."""
        seats, out = self.row.seats, OVER if self.clocks is None else self.clocks.out
        found: dict[str, int] = {}
        for n, seat in enumerate(seats):
            if seat.kind == "person" and n != out and n not in self.agenda.gone:
                found.setdefault(seat.owner, n)
        if but >= 0:
            found.pop(seats[but].owner, None)
        return list(found.values())

    def now(self, key: Any, make: Callable[[], Any], size: Callable[[Any], int] = size_of) -> Any:
        """Something that holds until the table changes: made once, by whoever asks first. ``size`` tells its bytes."""
        with self.lock:
            found = self._now.get(key)
            if found is None:
                found = make()
                self._now.put(key, found, size(found))
            return found

    def still(self) -> Self:
        """The table as it is now, which nothing changes any more: to be shown when the lock is given up."""
        with self.lock:
            other = copy(self)
            other.lock = threading.RLock()
            other._stood = self._stood.copy()
            other._replayed = self._replayed.copy()
            other.hinted = {ply: list(seats) for ply, seats in self.hinted.items()}
            return other

    def made(self, key: Any) -> Any:
        """What ``now`` made already of that key; None where it has not. Whoever asks holds the lock."""
        return self._now.get(key)

    def seen_by(self, seat: int) -> Position:
        """The present position as a seat (-1: a spectator) sees it. It is shared: to be looked at only.

        Before the game begins all see what a spectator sees: a seat can still be given up for another one, and a game that
        begins from a position may have hands already.
        """
        seat = seat if self.begun else -1
        found: Position = self.now(("seen", seat), lambda: self.position.seen_by(seat), _size_of_position)
        return found

    def seen_at(self, seat: int, ply: int) -> Position:
        """The position before a ply as a seat (-1: a spectator) saw it then. It is shared: to be looked at only."""
        if ply == self.ply:
            return self.seen_by(seat)
        found: Position = self.now(("seen", seat, ply), lambda: self.at(ply).seen_by(seat), _size_of_position)
        return found

    def shown_to(self, owner: str) -> bool:
        """Whether somebody may look at the table: where nobody watches, who plays, and in the end who played."""
        if self.row.watching or not self.begun or self.hosted_by(owner) or self.owned_by(owner):
            return True
        return self.over and owner in self.former

    def hosted_by(self, owner: str) -> bool:
        """Whether somebody set up the table; nobody that is known is nobody's host."""
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
            "This game was played by version {version} of the rules, which has been corrected since. It can be looked at "
            "up to here, but not played on."
        ).format(version=self.row.rules)

    def undoable(self) -> int | None:
        """The seat that may take back the last action now; None where nothing may be taken back.

        Only a person's own last action, as long as neither chance nor another seat has acted since and the game goes on.
        """
        last = self.position.last_move
        if self.to_move == OVER or last is None:
            return None
        actor = last[0]
        return actor if actor >= 0 and self.row.seats[actor].kind == "person" else None

    def log(self, viewer: int | None, until: int) -> list[Lines]:
        """The chronicle of each ply before ``until`` as ``viewer`` may read it (None: everything), in the current language.

        A line is written anew when its action becomes known later (a card shown as ``?`` until now). To a spectator only
        what was known before ``until`` is told.
        """
        with self.lock, self.called():
            until = min(until, self.ply)
            if until != self.ply:
                return self._log(viewer, until).lines[:until]
            found: list[Lines] = self.now(("log", viewer, spoken()), lambda: self._log(viewer, until).lines[:until], _of_list)
            return found

    def _log(self, viewer: int | None, until: int) -> Chronicle:
        """The chronicle, which is right before ``until``."""
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
        # What others hold, who look at the table as it was, stays as it is.
        more = sum([64 + sum([LINE + len(line.text) for line in lines[ply]]) for ply in new])
        known = Chronicle(list(known.moves), list(known.lines), known.size + more)
        for ply in new:
            known.moves[ply : ply + 1] = [moves[ply]]
            known.lines[ply : ply + 1] = [lines[ply]]
        self._readers.add(reader)
        self.past.put(("chronicle", reader), known, known.size)
        return known

    def _read_before(self, reader: tuple[int | None, str]) -> Chronicle | None:
        """The chronicle as it was read last by those eyes, in that language; None where that is not remembered."""
        found: Chronicle | None = self.past.get(("chronicle", reader))
        return found

    def _read_already(self, viewer: int | None, until: int, plies: Sequence[int], moves: Sequence[Move]) -> dict[int, Lines]:
        """What of these plies somebody has read who reads the same as the viewer, where the game promises that (``rings`` in
        ``core/verbs/protocols.py``): everybody, and to who sees everything also the one seat that saw a secret."""
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
        """What the chronicle says of a ply: the move as a viewer may read it, the position before it, what the rules told."""
        before = position if viewer is None else position.seen_by(viewer)
        told_of = self.game.words.log(before, *move, told)
        lines = (*self._hints_before(before.ply, told_of), *told_of)
        # Most lines read alike for all who look, so they are kept once.
        found: Lines = self.past.get(("lines", lines)) or lines
        if found is lines:
            self.past.put(("lines", lines), lines)
        return found

    def _hints_before(self, ply: int, lines: Sequence[LogLine]) -> list[LogLine]:
        """The hints that were taken before a ply, to stand under the heading of its first line."""
        chapter = lines[0].chapter if lines else ""
        taken = (self.name_of(seat) for seat in self.hinted.get(ply, ()))
        return [LogLine(_("{name} took a hint.").format(name=name), chapter=chapter) for name in taken]

    def _again(self, plies: Sequence[int]) -> Iterator[tuple[int, Position, list[Event]]]:
        """For each of those plies, in ascending order, the position before it and what the rules told in it, played again.

        The last few are remembered: everybody who looks asks for them.
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

    def called(self) -> AbstractContextManager[None]:
        """Inside the ``with`` block all texts speak of the seats by their names."""
        return calling(self.row, self.game)

    def name_of(self, seat: int) -> str:
        """What a seat is called: its name, or its colour where it has none."""
        return names_at(self.row).get(seat) or colour_name(self.game.colours[seat])

    def seed_for(self, *words: object) -> str:
        """A seed for what is thought about here: from the table's secret, so that a game can be repeated, but nothing of the
        secret is learned from its digest."""
        return hashlib.sha256(" ".join(map(str, (self.row.seed, *words))).encode()).hexdigest()[:16]

    def names(self) -> list[str]:
        """The names of the seats for a record, which holds neither quotation marks nor bars."""
        said = [f"bot:{seat.bot}" if seat.kind == "bot" else seat.name for seat in self.row.seats]
        return ["".join(letter for letter in name if letter.isprintable() and letter not in '"|') for name in said]

    # -- changes: each returns the entries to store, or takes stored ones in ----------------------------------------------

    def answered(self, client: str | None, kind: str, seat: int, number: int, action: str = "") -> bool:
        """True when the command with that id has been carried out already: a resend gets the same answer again.

        Refused where the id belongs to another command, which would otherwise pass for done.
        """
        entry = None if client is None else self._answered.get(client)
        if entry is None:
            return False
        if (entry.kind, entry.actor, entry.action) != (kind, seat, action) or number > entry.number:
            raise Refused(_("The id of this command was used for another one before; give each command an id of its own."))
        return True

    def knows(self, client: str | None, kinds: Collection[str]) -> bool:
        """Whether a command of those kinds with that id has been carried out already; Refused where it was another command."""
        entry = None if client is None else self._answered.get(client)
        if entry is not None and entry.kind not in kinds:
            raise Refused(_("The id of this command was used for another one before; give each command an id of its own."))
        return entry is not None

    def check_current(self, number: int, ply: int | None = None) -> None:
        """Stale unless the command was made for the present state of the table, and in a view of it (``ply``, where told)."""
        if self.stuck:
            raise Refused(self.fault)
        if not self.begun:
            raise Refused(_("This game has not begun: it begins when every seat is taken."))
        if not self.turned <= number <= self.number or ply not in (None, self.ply):
            raise moved_on()

    def action_entries(self, seat: int, action: str, client: str | None, received: float | None = None) -> Following:
        """An action and all that chance does right after it, at the time when it was ``received``. Nothing is changed yet."""
        if self.to_move == OVER:
            raise Refused(_("This game is over: nothing more can be played."))
        if self.actor != seat:
            raise Refused(_("It is not this seat's turn."))
        try:
            # What a seat may do it sees: where it has looked, all of that is listed already.
            code = self.seen_by(seat).code(action)
        except IllegalAction as error:
            raise self._refusal(seat, action, error) from None
        following = self.position.copy()
        is_read = bool(self._readers)
        heard: AbstractContextManager[list[Event]] = capture() if is_read else nullcontext([])
        with heard as told:
            following.apply(code)
        if seat in self.agenda.gone:
            raise Refused(_("You gave up this game: the others decide what becomes of your seat."))
        entries = [self.entry(0, ACTION, seat, action, following, client, received)]
        if not is_read:
            return self.with_chance(entries, self.row, following)
        after = following.copy() if following.actor == CHANCE else following
        played = Replayed(self.position, told, after)
        return self.with_chance(entries, self.row, following)._replace(replayed=played)

    def first_entries(self, moves: Sequence[Move] = ()) -> Following:
        """The moves that the game begins with, if any, and what chance does before the first decision."""
        return self._beginning_with([], moves)

    def going_on_from(self, other: Table, ply: int) -> Following:
        """The first entries of a table whose game begins as another's: where it comes from, its moves, and what chance does."""
        return self._beginning_with([self.bare(0, seating.FROM, ply, other.row.id)], other.position.moves[:ply])

    def _beginning_with(self, entries: list[Entry], moves: Sequence[Move]) -> Following:
        position = self.position.copy()
        for actor, text in moves:
            position.apply(self.game.parse(position.state, text))
            entries.append(self.entry(len(entries), ACTION, actor, text, position))
        return self.with_chance(entries, self.row, position)

    def undo_entry(self, seat: int, client: str | None) -> Entry:
        """Taking back the last action; Refused where that is not possible."""
        if self.undoable() != seat:
            raise Refused(_("There is nothing to take back: chance or another player has acted since."))
        return self.entry(0, "undo", seat, "", self.at(self.ply - 1), client)

    def catch_up(self, entries: Sequence[Entry]) -> None:
        """Entries that are stored already, and follow those that are here, become part of the table."""
        for entry in entries:
            self._replay(entry)

    def take_in(self, following: Following) -> None:
        """What was stored becomes part of the table."""
        if following.replayed is not None:
            self._remember(self.ply, following.replayed)
        kinds = {entry.kind for entry in following.entries}
        if kinds & {consent.REPLACE, seating.OWNER}:
            for entry in following.entries:
                self.former = seating.former_after(self.former, self.row, entry)
        self.row = following.row
        self.position = following.position or self.position
        for n, entry in enumerate(following.entries, 1):
            self._reckon(entry, self.position.actor if n == len(following.entries) else CHANCE)
        self._note(following.entries)
        if (following.entries[:1] and following.entries[0].kind in seating.KINDS) or consent.REPLACE in kinds:
            self.seated = self.number
        if not kinds <= TALK:
            self.turned = self.number

    def take_back(self, entry: Entry) -> None:
        """A stored undo becomes part of the table."""
        self.position = self.at(self.ply - 1)
        before, self.past = self.past, COMMON.part()
        for reader in self._readers:
            known: Chronicle | None = before.get(("chronicle", reader))
            if known is not None:
                known = Chronicle(known.moves[: self.ply], known.lines[: self.ply], known.size)
                self.past.put(("chronicle", reader), known, known.size)
        self._replayed = OrderedDict()
        self.row = self._at(self.position, entry)
        self.agenda = consent.after(self.agenda, entry)
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
        if self.number == 0 and entries and entries[0].kind == seating.FROM:
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

    def _reckon(self, entry: Entry, actor: int) -> None:
        """What an entry means for the agenda and the clocks; ``actor``: who is to decide after it, or chance."""
        if entry.kind in seating.KINDS - {seating.START}:
            return
        if entry.kind in (ACTION, seating.START, consent.WAIT):
            self.moved = entry.time
        if entry.kind == consent.HINT:
            self.hinted.setdefault(self.ply, []).append(entry.actor)
        if entry.kind == DOWNTIME:
            self._stand_still(*msgspec.json.decode(entry.action, type=tuple[float, float]))
        if entry.kind != ACTION or self.agenda.asked is not None:
            self.agenda = consent.after(self.agenda, entry)
        if self.clocks is None or self.row.time is None:
            return
        if entry.kind == ACTION and entry.actor >= 0:
            self._stood.append(self.clocks)
        if entry.kind in (ACTION, seating.START):
            self.clocks = clocks.moved(self.clocks, self.row.time, actor, entry.time)
        elif entry.kind == consent.TIME:
            self.clocks = clocks.flagged(self.clocks)
        elif entry.kind == consent.WAIT:
            self.clocks = clocks.forgiven(self.clocks, int(entry.action))
        elif entry.kind == consent.HOLIDAYS:
            self.clocks = clocks.resting(self.clocks, entry.actor, msgspec.json.decode(entry.action, type=frozenset[str]))
        elif entry.kind == consent.REPLACE:
            self.clocks = clocks.passed_on(self.clocks, self.row.time, entry.actor, entry.time)
        elif entry.kind == consent.END:
            self.clocks = clocks.stopped(self.clocks, self.row.time, entry.time)

    def _stand_still(self, began: float, ended: float) -> None:
        """The server was down: that costs nobody any time."""
        if ended > self.moved:
            self.moved = ended - max(0.0, began - self.moved)
        if self.clocks is not None and self.row.time is not None:
            self.clocks = clocks.stood_still(self.clocks, self.row.time, began, ended)

    def _at(self, position: Position, last: Entry, row: TableRow | None = None) -> TableRow:
        """The row of the table when the game stands at that position."""
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

    def with_chance(self, entries: list[Entry], row: TableRow, position: Position) -> Following:
        """Let chance act, in place, until a seat must decide. Each draw has a generator of its own, by the seed and the ply."""
        when = entries[-1].time if entries else None
        while position.actor == CHANCE:
            position.chance(seeded(self.row.seed, position.ply))
            assert position.last_move is not None
            entries.append(self.entry(len(entries), ACTION, CHANCE, position.last_move[1], position, when=when))
        return Following(entries, self._at(position, entries[-1], row) if entries else row, position)

    def _refusal(self, seat: int, action: str, error: IllegalAction) -> Refused:
        """Why the action is refused, in the game's words where it is a well-formed one."""
        try:
            self.game.parse(self.position.state, action)
        except ValueError:
            return Refused(str(error))
        with self.called():
            why: Refusal = self.game.words.why_not(self.position.seen_by(seat), action)
        return Refused(why.text, why.rule)

    def _replay(self, entry: Entry) -> None:
        """Derive what follows from a stored entry; its digest says whether the rules still mean the same by it.

        A digest of states that were laid out otherwise can't say that: then the action has to be legal still.
        """
        if self.stuck:
            if entry.kind == seating.OWNER:
                self.former = seating.former_after(self.former, self.row, entry)
                self.row = seating.after(self.row, entry)
            return
        if entry.kind in seating.KINDS or entry.kind in consent.KINDS:
            self.take_in(Following([entry], seating.after(self.row, entry)))
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
            self.take_in(Following([entry], self._at(following, entry), following))
        else:
            self.stuck = True
