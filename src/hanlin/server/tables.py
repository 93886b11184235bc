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
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hanlin.core.errors import HanlinError, IllegalAction
from hanlin.core.faces import LogLine, Refusal
from hanlin.core.game import Game
from hanlin.core.generic import CHANCE, OVER
from hanlin.core.language import _, current_language
from hanlin.core.position import Position
from hanlin.core.record import Record
from hanlin.core.rng import below, seeded
from hanlin.core.telling import Told, listening
from hanlin.server.store import Entry, Seat, Store, TableRow, Taken, now

IN_MEMORY = 32
"""How many tables are kept derived though nobody holds them; others are derived again when somebody looks."""


class NoSuchTable(HanlinError):
    """No table has the id that was asked for."""


class Refused(HanlinError):
    """A command that can't be carried out; nothing has changed. ``rule`` is the number of the rule that forbids it, if any."""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.rule = rule


class NotYours(Refused):
    """The command is about a seat that belongs to somebody else."""


class Stale(Refused):
    """The command was made for an earlier view of the table."""


def moved_on() -> Stale:
    """The refusal of a command that was made for an earlier view."""
    return Stale(_("The table has moved on since; this is how it stands now. Nothing was played."))


def key_hash(key: str) -> str:
    """What is stored of a browser's key: enough to know it again, too little to pass for it. Empty for no key."""
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def digest(position: Position) -> str:
    """The fingerprint of a state that entries carry."""
    return hashlib.sha256(position.state.tobytes()).hexdigest()[:16]


def seal(seed: str) -> str:
    """The hash of a table's secret seed, shown from the start: it binds the table to the seed without betraying it."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Table:
    """One table: its row, its entries, and what follows from them.

    ``positions[n]`` is the position before ply n (the last one is the present), ``told[n]`` what the rules told during ply n.
    A table whose entries no longer replay (the rules were corrected since) stands still at the last good position: ``stuck``.
    """

    def __init__(self, row: TableRow, start: Position, entries: Sequence[Entry]) -> None:
        self.row = row
        self.game = start.game
        self.lock = threading.RLock()
        self.positions = [start]
        self.told: list[list[Told]] = []
        self.entries: list[Entry] = []
        self.stuck = False
        self.unsure = False
        """True where the database may hold entries that are not here yet: they are taken in before anything else is done."""
        self._answered: dict[str, Entry] = {}
        self._logs: dict[tuple[int | None, str], list[tuple[str, list[LogLine]]]] = {}
        self.catch_up(entries)

    # -- what there is to know --------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The present position, whole. Whatever leaves the server is made from ``seen_by`` of it."""
        return self.positions[-1]

    @property
    def ply(self) -> int:
        return len(self.told)

    @property
    def number(self) -> int:
        """How many entries there are. It only grows, so it names one state of the table for commands and news."""
        return len(self.entries)

    @property
    def is_study(self) -> bool:
        return self.row.kind == "study"

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def to_move(self) -> int:
        """The seat that somebody should move for now: OVER for a finished, studied or faulty table."""
        return OVER if self.is_study or self.stuck else self.position.actor

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
        if self.to_move == OVER or not self.position.moves:
            return None
        actor = self.position.moves[-1][0]
        return actor if actor >= 0 and self.row.seats[actor].kind == "person" else None

    def log(self, viewer: int | None, until: int) -> list[list[LogLine]]:
        """The chronicle of each ply before ``until`` as ``viewer`` may read it (None: everything), in the current language.

        A line is written anew when its action becomes known later (a card shown as ``?`` until now).
        """
        key = (viewer, current_language())
        with self.lock:
            known = self._logs.setdefault(key, [])
            moves = self.position.moves if viewer is None else self.position.seen_by(viewer).moves
            for ply, (actor, text) in enumerate(moves[:until]):
                if ply < len(known) and known[ply][0] == text:
                    continue
                before = self.positions[ply] if viewer is None else self.positions[ply].seen_by(viewer)
                lines = (text, list(self.game.words.log(before, actor, text, self.told[ply])))
                if ply < len(known):
                    known[ply] = lines
                else:
                    known.append(lines)
            return [lines for _text, lines in known[:until]]

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
        if number != self.number or ply not in (None, self.ply):
            raise moved_on()

    def action_entries(
        self, seat: int, action: str, client: str | None
    ) -> tuple[list[Entry], list[Position], list[list[Told]]]:
        """An action and all that chance does right after it: entries, positions, what was told. Nothing is changed yet."""
        if self.to_move == OVER:
            raise Refused(_("This game is over: nothing more can be played."))
        if self.position.actor != seat:
            raise Refused(_("It is not this seat's turn."))
        following = self.position.copy()
        with listening() as told:
            try:
                following.play(action)
            except IllegalAction as error:
                raise self._refusal(seat, action, error) from None
        entries = [self._entry(0, "action", seat, following.moves[-1][1], following, client)]
        return self._with_chance(entries, [following], [list(told)])

    def first_entries(self) -> tuple[list[Entry], list[Position], list[list[Told]]]:
        """What chance does before the first decision."""
        return self._with_chance([], [], [])

    def undo_entry(self, seat: int, client: str | None) -> Entry:
        """Taking back the last action; Refused where that is not possible."""
        if self.undoable() != seat:
            raise Refused(_("There is nothing to take back: chance or another player has acted since."))
        return self._entry(0, "undo", seat, "", self.positions[-2], client)

    def catch_up(self, entries: Sequence[Entry]) -> None:
        """Entries that are stored already, and follow those that are here, become part of the table."""
        for entry in entries:
            self._replay(entry)

    def take_in(self, entries: Sequence[Entry], positions: Sequence[Position], told: Sequence[list[Told]]) -> None:
        """Stored actions become part of the table."""
        self.positions.extend(positions)
        self.told.extend(told)
        self._note(entries)

    def take_back(self, entry: Entry) -> None:
        """A stored undo becomes part of the table."""
        self.positions.pop()
        self.told.pop()
        for known in self._logs.values():
            del known[len(self.told) :]
        self._note([entry])

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _note(self, entries: Sequence[Entry]) -> None:
        self.entries.extend(entries)
        self._answered.update((entry.client, entry) for entry in entries if entry.client is not None)

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

    def _with_chance(
        self, entries: list[Entry], positions: list[Position], told: list[list[Told]]
    ) -> tuple[list[Entry], list[Position], list[list[Told]]]:
        """Let chance act until a seat must decide. Each draw has a generator of its own, made from the seed and the ply."""
        position = positions[-1] if positions else self.position
        while position.actor == CHANCE:
            position = position.copy()
            with listening() as heard:
                position.chance(seeded(self.row.seed, len(position.moves)))
            entries.append(self._entry(len(entries), "action", CHANCE, position.moves[-1][1], position))
            positions.append(position)
            told.append(list(heard))
        return entries, positions, told

    def _refusal(self, seat: int, action: str, error: IllegalAction) -> Refused:
        """Why the action is refused, in the game's words where it is a well-formed one."""
        try:
            self.game.parse(self.position.state, action)
        except ValueError:
            return Refused(str(error))
        why: Refusal = self.game.words.why_not(self.position.seen_by(seat), action)
        return Refused(why.text, why.rule)

    def _replay(self, entry: Entry) -> None:
        """Derive what follows from a stored entry; its digest says whether the rules still mean the same by it."""
        if self.stuck:
            return
        if entry.kind == "undo":
            self.take_back(entry)
            return
        following = self.position.copy()
        with listening() as told:
            try:
                following.apply(self.game.parse(following.state, entry.action))
            except ValueError:
                self.stuck = True
                return
        if digest(following) == entry.digest:
            self.take_in([entry], [following], [list(told)])
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

    def __init__(self, store: Store, games: Mapping[str, Game], folder: Path) -> None:
        self.store = store
        self.games = games
        self._files = folder / "files"
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
    ) -> Table:
        """A new table; chance has acted up to the first decision. BadOption or BadData where the options don't fit.

        ``shuffled``: who sits where is drawn from the table's secret seed, as everything else is.
        """
        seed = seed or secrets.token_hex(32)
        if shuffled:
            seats = _shuffled(seats, seed)
        row = self._row("game", game, seats, options, files, pause, seed)
        table = Table(row, self._start(row), ())
        entries, positions, told = table.first_entries()
        table.take_in(entries, positions, told)
        table.row = msgspec.structs.replace(row, to_move=table.position.actor)
        self.store.create(table.row, entries)
        self._remember(table)
        return table

    def study(self, record: Record, owner: str, files: Mapping[str, dict[str, str]]) -> Table:
        """A table that shows a record that was read."""
        names = record.tags.get("Seats", "").split("|") if "Seats" in record.tags else [""] * record.start.players
        seats = [Seat(kind="record", name=name[:64], owner=owner) for name in names]
        of_files = {option.name for option in record.game.options if option.file}
        options = {name: value for name, value in record.start.options.items() if name not in of_files}
        row = self._row("study", record.game, seats, options, files, 0, "")
        table = Table(row, record.start, ())
        for actor, text in record.end.moves:
            following = table.position.copy()
            with listening() as told:
                following.play(text)
            table.take_in([table._entry(0, "action", actor, text, following)], [following], [list(told)])
        self.store.create(row, table.entries)
        self._remember(table)
        return table

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
            entries, positions, told = table.action_entries(seat, action, client)
            if self._append(table, entries, positions[-1].actor):
                table.take_in(entries, positions, told)
            elif not table.answered(client, "action", seat, number, action):
                raise moved_on()
        self._tell(table)

    def undo(self, table: Table, seat: int, number: int, client: str | None = None, ply: int | None = None) -> None:
        """Take back a seat's last action, where that is possible."""
        with table.lock:
            self._make_sure(table)
            if table.answered(client, "undo", seat, number):
                return
            table.check_current(number, ply)
            entry = table.undo_entry(seat, client)
            if self._append(table, [entry], seat):
                table.take_back(entry)
            elif not table.answered(client, "undo", seat, number):
                raise moved_on()
        self._tell(table)

    def set_pause(self, table: Table, pause: float) -> None:
        """How many seconds the table's opponents wait before each move."""
        with table.lock:
            self.store.set_pause(table.row.id, pause)
            table.row = msgspec.structs.replace(table.row, pause=pause)

    def of_owner(self, owner: str, limit: int = 50, skip: int = 0) -> list[Listed]:
        """A browser's tables, the latest first; those of games that are gone are left out. Nothing is derived for it."""
        found = self.store.tables_of(owner, limit, skip, tuple(self.games))
        return [Listed(row, self.games[row.game], last) for row, last in found]

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _append(self, table: Table, entries: Sequence[Entry], to_move: int) -> bool:
        """Store entries; False where others were stored first, which are taken in then.

        Whatever else goes wrong, what the database holds is read before the table is used again.
        """
        table.unsure = True
        try:
            self.store.append(table.row.id, entries, to_move)
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
        )

    def _start(self, row: TableRow) -> Position:
        paths = {name: str(self.file_path(file)) for name, file in row.files.items()}
        return self.games[row.game].start(row.players, **row.options, **paths)

    def file_path(self, file: Mapping[str, str]) -> Path:
        """Where an uploaded file's text lies for the game's reader, under its own name (the database has the text)."""
        name = "".join(letter for letter in file["name"] if letter.isalnum() or letter in " .-_").strip(" .") or "file"
        path = self._files / hashlib.sha256(file["text"].encode()).hexdigest()[:16] / name[-80:]
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file["text"], encoding="utf-8")
        return path


class _Loading:
    """Somebody derives a table; gone when nobody waits any more."""

    def __init__(self) -> None:
        self.lock = threading.Lock()


def _shuffled(seats: Sequence[Seat], seed: str) -> list[Seat]:
    """The seats in an order that follows from the seed (Fisher and Yates)."""
    order, rng = list(seats), seeded(seed, "seats")
    for last in range(len(order) - 1, 0, -1):
        other = below(rng, last + 1)
        order[last], order[other] = order[other], order[last]
    return order
