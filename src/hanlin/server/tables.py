"""Tables: what is played, by whom, and what may happen next. No web framework here.

A table is an append-only list of entries (``store.py``); its positions are derived from them and kept in memory as a cache.
Every change goes the same way: check, store, then tell those who listen.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any, NamedTuple

import msgspec

from hanlin.core.digest import digest, is_comparable
from hanlin.core.errors import BadOption, HanlinError, IllegalAction
from hanlin.core.faces import LogLine, Refusal
from hanlin.core.game import Game
from hanlin.core.generic import CHANCE, OVER
from hanlin.core.history import SPACING
from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.core.rng import seeded
from hanlin.core.seats import colour_name, spoken
from hanlin.core.telling import Told, listening
from hanlin.server import seating
from hanlin.server.calling import calling, names_at
from hanlin.server.people import key_hash as key_hash
from hanlin.server.reading import Found, data_files
from hanlin.server.store import CLOSED, FINISHED, OPEN, RUNNING, Entry, Seat, Store, TableRow, Taken, now

IN_MEMORY = 32
"""How many tables are kept derived though nobody holds them; others are derived again when somebody looks."""


BRANCH_PAUSE = 0.9
"""Seconds before each move of an opponent where a game goes on that was only studied."""
ANSWERED = 100
"""How many of a table's last commands are known again when they are sent once more; an older one is told that it is stale."""


class NoSuchTable(HanlinError):
    """No table has the id that was asked for."""


class Refused(HanlinError):
    """A command that can't be carried out; nothing has changed. ``rule`` is the number of the rule that forbids it, if any."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule
        self.state = b""
        """The state of the table as whoever asked may see it, as JSON, where a route wants to tell it."""


class NotYours(Refused):
    """The command is about a seat that belongs to somebody else."""


class Stale(Refused):
    """The command was made for an earlier view of the table."""


class SeatTaken(Refused):
    """Somebody else was first, or the game has begun."""


def moved_on() -> Stale:
    """The refusal of a command that was made for an earlier view."""
    return Stale(_("The table has moved on since; this is how it stands now. Nothing was played."))


def seal(seed: str) -> str:
    """The hash of a table's secret seed, shown from the start: it binds the table to the seed without betraying it."""
    return hashlib.sha256(seed.encode()).hexdigest()


LogOfPly = tuple[str, tuple[LogLine, ...]]
"""An action's text as somebody may read it, and the lines of the chronicle about it."""


class Following(NamedTuple):
    """What a command leads to: the entries to store, and what follows from them."""

    entries: list[Entry]
    row: TableRow
    position: Position | None = None
    """The position after them; None where no position changes."""


class Table:
    """One table: its row, its entries, and what follows from them.

    Only the present position is kept: its history is shared by all positions of the game, and an earlier one is played again
    from it when somebody asks (``at``), as is what the rules told in a ply. So a table stays small however long its game is.
    A table whose entries no longer replay (the rules were corrected since) stands still at the last good position: ``stuck``.
    """

    def __init__(self, row: TableRow, start: Position, entries: Sequence[Entry]) -> None:
        self.row = seating.at_first(row)
        self.game = start.game
        self.lock = threading.RLock()
        self.position = start
        """The present position, whole. Whatever leaves the server is made from ``seen_by`` of it."""
        self.number = 0
        """How many entries there are. It only grows, so it names one state of the table for commands and news."""
        self.stuck = False
        self.seated = 0
        """The table's number when the seats or its state changed last."""
        self.unsure = False
        """True where the database may hold entries that are not here yet: they are taken in before anything else is done."""
        self.origin: tuple[str, int] | None = None
        """The table and the ply that this game goes on from, if it does."""
        self.drawn: OrderedDict[Any, Any] = OrderedDict()
        """What is remembered of drawings of this game's boards, by ply."""
        self._answered: OrderedDict[str, Entry] = OrderedDict()
        self._now: dict[Any, Any] = {}
        self._logs: dict[tuple[int | None, str], list[LogOfPly]] = {}
        self._lines: dict[LogOfPly, LogOfPly] = {}
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
        return self.position.over

    @property
    def to_move(self) -> int:
        """The seat that somebody should move for now: OVER for a finished, studied or faulty table, and before it begins."""
        return OVER if self.is_study or self.stuck or not self.begun else self.position.actor

    def now(self, key: Any, make: Callable[[], Any]) -> Any:
        """Something that holds until the table changes: made once, by whoever asks first."""
        with self.lock:
            if key not in self._now:
                self._now[key] = make()
            return self._now[key]

    def seen_by(self, seat: int) -> Position:
        """The present position as a seat (-1: a spectator) sees it. It is shared: to be looked at only."""
        found: Position = self.now(("seen", seat), lambda: self.position.seen_by(seat))
        return found

    def shown_to(self, owner: str) -> bool:
        """Whether somebody may look at the table."""
        return self.row.watching or not self.begun or self.hosted_by(owner) or bool(self.owned_by(owner))

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

    def log(self, viewer: int | None, until: int) -> list[list[LogLine]]:
        """The chronicle of each ply before ``until`` as ``viewer`` may read it (None: everything), in the current language.

        A line is written anew when its action becomes known later (a card shown as ``?`` until now).
        """
        with self.lock, self.called():
            known = self._logs.setdefault((viewer, spoken()), [])
            moves = self.position.moves if viewer is None else self.seen_by(viewer).moves
            texts = [text for _actor, text in moves[:until]]
            new = [ply for ply, text in enumerate(texts) if ply >= len(known) or known[ply][0] != text]
            for ply, position, told in self._again(new):
                before = position if viewer is None else position.seen_by(viewer)
                lines = (texts[ply], tuple(self.game.words.log(before, moves[ply][0], texts[ply], told)))
                # Most lines read alike for all who look, so they are kept once.
                known[ply : ply + 1] = [self._lines.setdefault(lines, lines)]
            return [list(lines) for _text, lines in known[:until]]

    def _again(self, plies: Sequence[int]) -> Iterator[tuple[int, Position, list[Told]]]:
        """For each of those plies, in ascending order, the position before it and what the rules told in it, played again."""
        moves, position = self.position.moves, self.position
        for ply in plies:
            if position.ply > ply or position.ply < ply - SPACING:
                position = self.at(ply)
            while position.ply <= ply:
                before, position = position, position.copy()
                with listening() as told:
                    position.apply(self.game.parse(position.state, moves[position.ply][1]))
            yield ply, before, list(told)

    def called(self) -> AbstractContextManager[None]:
        """Inside the ``with`` block all texts speak of the seats by their names."""
        return calling(self.row, self.game)

    def name_of(self, seat: int) -> str:
        """What a seat is called: its name, or its colour where it has none."""
        return names_at(self.row).get(seat) or colour_name(self.game.colours[seat])

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
        if (entry.kind, entry.actor, entry.number, entry.action) != (kind, seat, number, action):
            raise Refused(_("The id of this command was used for another one before; give each command an id of its own."))
        return True

    def check_current(self, number: int, ply: int | None = None) -> None:
        """Stale unless the command was made for the present state of the table, and in a view of it (``ply``, where told)."""
        if self.stuck:
            raise Refused(self.fault)
        if not self.begun:
            raise Refused(_("This game has not begun: it begins when every seat is taken."))
        if number != self.number or ply not in (None, self.ply):
            raise moved_on()

    def action_entries(self, seat: int, action: str, client: str | None) -> Following:
        """An action and all that chance does right after it. Nothing is changed yet."""
        if self.to_move == OVER:
            raise Refused(_("This game is over: nothing more can be played."))
        if self.position.actor != seat:
            raise Refused(_("It is not this seat's turn."))
        following = self.position.copy()
        try:
            following.play(action)
        except IllegalAction as error:
            raise self._refusal(seat, action, error) from None
        entries = [self._entry(0, "action", seat, action, following, client)]
        return self._with_chance(entries, self.row, following)

    def first_entries(self) -> Following:
        """What chance does before the first decision."""
        return self._with_chance([], self.row, self.position.copy())

    def going_on_from(self, other: Table, ply: int) -> Following:
        """The first entries of a table whose game begins as another's: where it comes from, its moves, and what chance does."""
        position = self.position.copy()
        entries = [self._bare(0, seating.FROM, ply, other.row.id)]
        for actor, text in other.position.moves[:ply]:
            position.apply(self.game.parse(position.state, text))
            entries.append(self._entry(len(entries), "action", actor, text, position))
        return self._with_chance(entries, self.row, position)

    # -- who sits where ---------------------------------------------------------------------------------------------------

    def joining(self, owner: str, name: str, seat: int | None) -> tuple[int, Following | None]:
        """Taking a seat (None: the first that is free), and beginning when it was the last; with the seat's number.

        Nothing follows where that person has the seat already. Refused where it can't be had.
        """
        mine = self.owned_by(owner)
        if mine and seat in (None, *mine):
            return mine[0] if seat is None else seat, None
        free = seating.free(self.row) if self.row.state == OPEN else []
        if seat is not None and not 0 <= seat < self.row.players:
            raise Refused(_("There is no such seat."))
        if self.row.state == CLOSED:
            raise SeatTaken(_("This table was put away before the game began."))
        if not free:
            raise SeatTaken(_("All seats of this table are taken."))
        if seat is not None and seat not in free:
            raise SeatTaken(_("Somebody else has taken this seat; choose another one."))
        if mine:
            raise SeatTaken(_("You have a seat at this table already."))
        taken = free[0] if seat is None else seat
        return taken, self._seated(seating.JOIN, taken, seating.Joined(name, owner))

    def leaving(self, owner: str) -> Following:
        """Giving up one's seat before the game begins."""
        mine = self.owned_by(owner)
        if not mine:
            raise NotYours(_("You have no seat at this table."))
        if self.row.state != OPEN:
            raise Refused(_("The game has begun: its seats can't be given up."))
        return self._seated(seating.LEAVE, mine[0], "")

    def starting(self, owner: str, fill: str) -> Following | None:
        """Beginning, with opponents in the seats that are open; nothing follows where the game has begun already."""
        if not self.hosted_by(owner):
            raise NotYours(_("Only who set up this table begins its game."))
        if self.row.state == CLOSED:
            raise Refused(_("This table was put away before the game began."))
        if self.row.state != OPEN:
            return None
        if seating.free(self.row) and not fill:
            raise Refused(_("Seats are open still: wait until they are taken, or let opponents have them."))
        return self._seated(seating.START, -1, self._begun(fill))

    def closing(self, why: str) -> Following:
        """Putting away a table whose game has not begun."""
        if self.row.state != OPEN:
            raise Refused(_("The game has begun: the table can't be put away."))
        return self._seated(seating.CLOSE, -1, why)

    def followed_by(self, table: str) -> Following:
        """The next game of the same people has a table."""
        return self._seated(seating.AGAIN, -1, table)

    def _begun(self, fill: str) -> seating.Begun:
        return seating.Begun(fill, seating.order(self.row.players, self.row.seed, self.row.shuffled))

    def _seated(self, kind: str, seat: int, what: str | msgspec.Struct) -> Following:
        entries = [self._bare(0, kind, seat, seating.written(what))]
        row = seating.after(self.row, entries[0])
        if row.state == OPEN and not seating.free(row):
            entries.append(self._bare(1, seating.START, -1, seating.written(self._begun(""))))
            row = seating.after(row, entries[1])
        if row.state == RUNNING and not self.begun:
            return self._with_chance(entries, row, self.position.copy())
        return Following(entries, row)

    def undo_entry(self, seat: int, client: str | None) -> Entry:
        """Taking back the last action; Refused where that is not possible."""
        if self.undoable() != seat:
            raise Refused(_("There is nothing to take back: chance or another player has acted since."))
        return self._entry(0, "undo", seat, "", self.at(self.ply - 1), client)

    def catch_up(self, entries: Sequence[Entry]) -> None:
        """Entries that are stored already, and follow those that are here, become part of the table."""
        for entry in entries:
            self._replay(entry)

    def take_in(self, following: Following) -> None:
        """What was stored becomes part of the table."""
        self.row = following.row
        self.position = following.position or self.position
        self._note(following.entries)
        if following.entries[:1] and following.entries[0].kind in seating.KINDS:
            self.seated = self.number

    def take_back(self, entry: Entry) -> None:
        """A stored undo becomes part of the table."""
        self.position = self.at(self.ply - 1)
        for known in self._logs.values():
            del known[self.ply :]
        self.drawn.clear()
        self.row = self._at(self.position, entry)
        self._note([entry])

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _note(self, entries: Sequence[Entry]) -> None:
        if self.number == 0 and entries and entries[0].kind == seating.FROM:
            self.origin = entries[0].action, entries[0].actor
        self.number += len(entries)
        self._answered.update((entry.client, entry) for entry in entries if entry.client is not None)
        while len(self._answered) > ANSWERED:
            self._answered.popitem(last=False)
        self._now.clear()

    def _at(self, position: Position, last: Entry, row: TableRow | None = None) -> TableRow:
        """The row of the table when the game stands at that position."""
        row = row or self.row
        if self.is_study:
            return row
        state = FINISHED if position.over else RUNNING
        return msgspec.structs.replace(row, to_move=position.actor, state=state, last=last.time)

    def _bare(self, ahead: int, kind: str, actor: int, action: str) -> Entry:
        """An entry that changes no position."""
        return Entry(number=self.number + ahead, kind=kind, actor=actor, action=action, digest="", time=now())

    def _entry(self, ahead: int, kind: str, actor: int, action: str, after: Position, client: str | None = None) -> Entry:
        return Entry(
            number=self.number + ahead,
            kind=kind,
            actor=actor,
            action=action,
            digest=digest(after),
            time=now(),
            client=client,
        )

    def _with_chance(self, entries: list[Entry], row: TableRow, position: Position) -> Following:
        """Let chance act, in place, until a seat must decide. Each draw has a generator of its own, by the seed and the ply."""
        while position.actor == CHANCE:
            position.chance(seeded(self.row.seed, position.ply))
            assert position.last_move is not None
            entries.append(self._entry(len(entries), "action", CHANCE, position.last_move[1], position))
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
            return
        if entry.kind in seating.KINDS:
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


class Listed(NamedTuple):
    """A table in a list: its row, its game, and the time of its last entry."""

    row: TableRow
    game: Game
    last: float


Listener = Callable[[str, int], None]
"""Hears a table's id and number after every change."""


class Tables:
    """All tables of a store. Thread-safe.

    A table is one object in a process for as long as anybody holds it, so nobody looks at another one than is played on.
    """

    def __init__(self, store: Store, games: Mapping[str, Game], seed: str = "") -> None:
        """``seed``: what new tables are dealt from where ``create`` is given none; empty for a new secret each time."""
        self.store = store
        self.games = games
        self.seed = seed
        self._live: weakref.WeakValueDictionary[str, Table] = weakref.WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._loading: weakref.WeakValueDictionary[str, _Loading] = weakref.WeakValueDictionary()
        self._lock = threading.Lock()
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> None:
        """Have every change told to ``listener`` (in the thread that made it)."""
        self._listeners.append(listener)

    def open(self, table: str) -> Table:
        """The table of that id, with all that is stored of it; NoSuchTable where there is none."""
        with self._lock:
            found = self._live.get(table)
            loading = None if found else self._loading.setdefault(table, _Loading())
        if found is None and loading is not None:
            # One thread derives the table; others that want it wait for that one, and nobody else does.
            with loading.lock:
                with self._lock:
                    found = self._live.get(table)
                if found is None:
                    found = self._load(table)
        assert found is not None
        self._remember(found)
        with found.lock:
            self._make_sure(found)
        return found

    def create(
        self,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        files: Mapping[str, dict[str, str]],
        *,
        pause: float,
        shuffled: bool = False,
        seed: str = "",
        host: str = "",
        listed: bool = False,
        watching: bool = True,
    ) -> Table:
        """A new table. BadOption or BadData where the options don't fit.

        Where no seat is open the game begins: chance has acted up to the first decision. ``shuffled``: who sits where is
        drawn from the table's secret seed, as everything else is. ``host``: the hash of the key of whoever sets it up.
        """
        seed = seed or self._new_seed()
        waits = any(seat.kind == "open" for seat in seats)
        if shuffled and not waits:
            seats = [seats[seat] for seat in seating.order(len(seats), seed, True)]
        row = self._row("game", game, seats, options, files, pause, seed)
        row = msgspec.structs.replace(row, host=host, listed=listed, watching=watching, shuffled=shuffled)
        table = Table(row, self._start(row), ())
        first = Following([], table.row) if waits else table.first_entries()
        self.store.create(first.row, first.entries)
        table.take_in(first)
        table.seated = table.number
        self._remember(table)
        self._tell(table)
        return table

    def study(self, found: Found, owner: str) -> TableRow:
        """A table that shows a record that was read. It is only stored: whoever looks at it first has it derived."""
        if found.game not in self.games:
            raise BadOption(_("There is no game {name} here.").format(name=found.game))
        seats = [Seat(kind="record", name=name[:64], owner=owner) for name in found.seats]
        row = self._row("study", self.games[found.game], seats, found.options, found.files, 0, "")
        row = msgspec.structs.replace(row, state=FINISHED, last=row.created)
        entries = [
            Entry(number=number, kind="action", actor=actor, action=text, digest=after, time=row.created)
            for number, (actor, text, after) in enumerate(found.plies)
        ]
        self.store.create(row, entries)
        return row

    def play(
        self, table: Table, seat: int, action: str, number: int, client: str | None = None, ply: int | None = None
    ) -> None:
        """Carry out a seat's action: checked, stored, then told. Refused (Stale …) where nothing was changed.

        ``number`` is the table's and ``ply`` the one shown in the view that the command was made from.
        """
        with table.lock:
            self._make_sure(table)
            if table.answered(client, "action", seat, number, action):
                return
            table.check_current(number, ply)
            following = table.action_entries(seat, action, client)
            if self._append(table, following.entries, following.row):
                table.take_in(following)
            elif not table.answered(client, "action", seat, number, action):
                raise moved_on()
        self._tell(table)

    def play_on(self, table: Table, ply: int, seats: Sequence[Seat], owner: str) -> Table:
        """A new table whose game begins with the moves of a finished or studied one up to a ply, and goes on from there.

        Refused for a game that goes on (its secrets would be out), and where the game is over at that ply.
        """
        if table.stuck or not (table.over or table.is_study):
            raise Refused(table.fault or _("This game goes on: it can be played on from a step when it is over."))
        if table.at(ply).over:
            raise Refused(_("The game is over at this step: go back to an earlier one to play on from there."))
        old = table.row
        row = self._row(
            "game", self.games[old.game], seats, old.options, old.files, old.pause or BRANCH_PAUSE, self._new_seed()
        )
        new = Table(msgspec.structs.replace(row, host=owner), self._start(row), ())
        following = new.going_on_from(table, ply)
        self.store.create(following.row, following.entries)
        new.take_in(following)
        self._remember(new)
        return new

    def undo(self, table: Table, seat: int, number: int, client: str | None = None, ply: int | None = None) -> None:
        """Take back a seat's last action, where that is possible."""
        with table.lock:
            self._make_sure(table)
            if table.answered(client, "undo", seat, number):
                return
            table.check_current(number, ply)
            entry = table.undo_entry(seat, client)
            row = msgspec.structs.replace(table.row, to_move=seat)
            if self._append(table, [entry], row):
                table.take_back(entry)
            elif not table.answered(client, "undo", seat, number):
                raise moved_on()
        self._tell(table)

    # -- who sits where -----------------------------------------------------------------------------------------------

    def join(self, table: Table, owner: str, name: str, seat: int | None = None) -> int:
        """Take a seat; the game begins when it was the last one. Returns its number now. SeatTaken where it can't be had."""
        taken, last = 0, None
        with table.lock:
            while True:
                self._make_sure(table)
                taken, following = table.joining(owner, name, seat)
                if following is None:
                    return taken
                if self._change(table, following):
                    break
            last = table.owned_by(owner)
        self._tell(table)
        return last[0] if last else taken

    def leave(self, table: Table, owner: str) -> None:
        """Give up one's seat before the game begins."""
        self._until_stored(table, lambda: table.leaving(owner))

    def start(self, table: Table, owner: str, fill: str = "") -> None:
        """Begin; ``fill`` names the opponents that take the seats which are open still."""
        self._until_stored(table, lambda: table.starting(owner, fill))

    def close(self, table: Table, owner: str) -> None:
        """Put a table away before the game begins: its host may."""
        if not table.hosted_by(owner):
            raise NotYours(_("Only who set up this table puts it away."))
        self._until_stored(table, lambda: table.closing(seating.BY_HOST))

    def sweep(self, before: float) -> list[str]:
        """Put away the tables that nobody has joined since ``before`` (a time); returns their ids."""
        swept = []
        for name in self.store.open_since(before):
            with suppress(Refused, NoSuchTable):
                table = self.open(name)
                if table.row.last < before:
                    self._until_stored(table, lambda table=table: table.closing(seating.NOBODY_CAME))  # type: ignore[misc]
                    swept.append(name)
        return swept

    def rematch(self, table: Table, owner: str) -> Table:
        """The table of the next game among the same people, each a seat further on; the same one for whoever asks."""
        with table.lock:
            while True:
                self._make_sure(table)
                if not (table.owned_by(owner) or table.hosted_by(owner)) or table.is_study:
                    raise NotYours(_("Only who played at this table begins the next game."))
                if table.row.next:
                    return self.open(table.row.next)
                if not table.over:
                    raise Refused(_("This game goes on; the next one can begin when it is over."))
                following, first = self._next_table(table)
                if self._change(table, table.followed_by(first.row.id), first):
                    break
            following.take_in(first)
            self._remember(following)
        self._tell(table)
        return following

    def _next_table(self, table: Table) -> tuple[Table, Following]:
        """The next game among the same people, and how it begins; nothing of it is stored yet."""
        old = table.row
        seats = seating.rotated(old.seats)
        row = self._row("game", self.games[old.game], seats, old.options, old.files, old.pause, self._new_seed())
        row = msgspec.structs.replace(row, host=old.host, listed=old.listed, watching=old.watching)
        following = Table(row, self._start(row), ())
        return following, following.first_entries()

    def _until_stored(self, table: Table, make: Callable[[], Following | None]) -> None:
        with table.lock:
            while True:
                self._make_sure(table)
                following = make()
                if following is None:
                    return
                if self._change(table, following):
                    break
        self._tell(table)

    def _change(self, table: Table, following: Following, beside: Following | None = None) -> bool:
        """Store and take in what changes a table's seats or state; False where another process was first."""
        new = None if beside is None else (beside.row, beside.entries)
        if not self._stored(table, lambda: self.store.change(following.row, following.entries, new)):
            return False
        table.take_in(following)
        return True

    def set_pause(self, table: Table, pause: float) -> None:
        """How many seconds the table's opponents wait before each move."""
        with table.lock:
            self.store.set_pause(table.row.id, pause)
            table.row = msgspec.structs.replace(table.row, pause=pause)

    def live(self, table: str) -> Table | None:
        """The table of that id where it is derived already and in no doubt; nothing is read for it."""
        found = self._live.get(table)
        return None if found is None or found.unsure else found

    def of_owner(self, owner: str, limit: int = 50, skip: int = 0) -> list[Listed]:
        """A browser's tables, the latest first; those of games that are gone are left out. Nothing is derived for it."""
        found = self.store.tables_of(owner, limit, skip, tuple(self.games))
        return [Listed(row, self.games[row.game], last) for row, last in found]

    def listed(self, state: str) -> list[TableRow]:
        """The tables in a state that the lobby shows to everybody, the latest first."""
        return self.store.listed(state, games=tuple(self.games))

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _append(self, table: Table, entries: Sequence[Entry], row: TableRow) -> bool:
        """Store actions; ``row`` is the table's after them."""
        return self._stored(table, lambda: self.store.append(row.id, entries, row.to_move, row.state))

    def _stored(self, table: Table, write: Callable[[], None]) -> bool:
        """Store what a command leads to; False where something else was stored first, which is taken in then.

        Whatever else goes wrong, what the database holds is read before the table is used again.
        """
        table.unsure = True
        try:
            write()
        except Taken:
            self._make_sure(table)
            return False
        table.unsure = False
        return True

    def _make_sure(self, table: Table) -> None:
        """Take in what the database holds beyond the table, where that is in doubt."""
        if not table.unsure:
            return
        known = table.number
        table.catch_up(self.store.entries(table.row.id, known))
        table.unsure = False
        if table.number != known:
            self._tell(table)

    def _tell(self, table: Table) -> None:
        for listener in self._listeners:
            listener(table.row.id, table.number)

    def _remember(self, table: Table) -> None:
        with self._lock:
            self._live[table.row.id] = self._recent[table.row.id] = table
            self._recent.move_to_end(table.row.id)
            while len(self._recent) > IN_MEMORY:
                self._recent.popitem(last=False)

    def _load(self, table: str) -> Table:
        row = self.store.table(table)
        if row is None or row.game not in self.games:
            raise NoSuchTable(_("There is no table {table} here.").format(table=table))
        return Table(row, self._start(row), self.store.entries(table))

    def _row(
        self,
        kind: str,
        game: Game,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        files: Mapping[str, dict[str, str]],
        pause: float,
        seed: str,
    ) -> TableRow:
        return TableRow(
            id=secrets.token_hex(5),
            kind=kind,
            game=game.name,
            players=len(seats),
            options=dict(options),
            files=dict(files),
            rules=game.rules_version,
            seed=seed,
            pause=pause,
            created=now(),
            to_move=OVER,
            seats=tuple(seats),
            setup=tuple(seats),
        )

    def _new_seed(self) -> str:
        return self.seed or secrets.token_hex(32)

    def _start(self, row: TableRow) -> Position:
        return self.games[row.game].start(row.players, **row.options, **data_files(row.files))


class _Loading:
    """Somebody derives a table; gone when nobody waits any more."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
