"""The game log of a table, written once per viewer and language, and the replayed plies that it is written from.

No web framework, no database here.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hanlin.contract import Days
from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import colour_name, spoken
from hanlin.core.jit.events import Event, capture
from hanlin.core.lib.memo import Part
from hanlin.core.position.position import Move, Position
from hanlin.core.verbs.defaults import gives
from hanlin.core.verbs.presentation import LogLine
from hanlin.server.tables import events
from hanlin.server.tables.events import SPECTATOR
from hanlin.server.tables.log import Lines

if TYPE_CHECKING:
    from hanlin.server.tables.table import Decided, Table

LINE = 300
"""Bytes of a line of the game log without its text."""
PLY = 64
"""Bytes of a ply in a written log without its lines."""
REPLAYED = 8
"""Replayed plies that are kept, with their events."""

FINISHED_LOGS = 2
"""Logs of a finished game that are cached: nothing is added to it, and it may be read in any language."""

Reader = tuple[int | None, str]
"""A viewer (None: of everything) and a language."""


class WrittenLog(NamedTuple):
    """The game log as a reader has it, ply by ply: the moves as the viewer knows them, and the lines of each."""

    moves: list[Move]
    lines: list[Lines]
    size: int = 0
    """Bytes of the lines, roughly."""


class Replayed(NamedTuple):
    """A replayed ply: the position before it, its events, and the position after it."""

    before: Position
    emitted: list[Event]
    after: Position


class GameLog:
    """The game log of one table. The caller holds the table's lock.

    Logs are cached in ``Table.past`` and written again when they were dropped there.
    """

    def __init__(self) -> None:
        self._readers: dict[Reader, None] = {}  # In the order in which their logs were written.
        self._replayed: OrderedDict[int, Replayed] = OrderedDict()

    def copy(self) -> GameLog:
        """A copy that changes independently."""
        other = GameLog()
        other._readers, other._replayed = self._readers.copy(), self._replayed.copy()
        return other

    @property
    def is_read(self) -> bool:
        """True if somebody has read the log since the table was loaded."""
        return bool(self._readers)

    def read(self, table: Table, viewer: int | None, until: int) -> list[Lines]:
        """The lines of each ply, for a viewer in the current language; they are correct before ``until``."""
        return self._written(table, viewer, until).lines

    def keep(self, ply: int, replayed: Replayed) -> None:
        """Keep a replayed ply: all viewers ask for its events."""
        while len(self._replayed) >= REPLAYED:
            self._replayed.popitem(last=False)
        self._replayed[ply] = replayed

    def truncate(self, ply: int, before: Part, after: Part) -> None:
        """Follow an undo back to a ply: move what was written until then from one cache to another."""
        for reader in self._readers:
            known: WrittenLog | None = before.get(("log", reader))
            if known is not None:
                known = WrittenLog(known.moves[:ply], known.lines[:ply], known.size)
                after.put(("log", reader), known, known.size)
        self._replayed = OrderedDict()

    def _written(self, table: Table, viewer: int | None, until: int) -> WrittenLog:
        reader = viewer, spoken()
        known = _cached(table, reader) or WrittenLog([], [])
        by_time = viewer is not None and viewer < 0  # A spectator reads only what was known before ``until``.
        seen = table.position if viewer is None else table.seen_at(viewer, until) if by_time else table.seen_by(viewer)
        moves = seen.moves[:until]
        new = _changed(known.moves, moves)
        lines = self._lines_of_others(table, viewer, until, new, moves)
        left = {ply for ply in new if ply not in lines}
        for ply, before, emitted in self._replay(table, sorted(left)):
            lines[ply] = _write(table, viewer, before, moves[ply], emitted)
        if not new:
            return known
        # Shared lines count once. Lists that readers of an older state hold must not change.
        more = PLY * len(new) + sum([_size(line) for ply in left for line in lines[ply]])
        known = WrittenLog(list(known.moves), list(known.lines), known.size + more)
        for ply in new:
            known.moves[ply : ply + 1] = [moves[ply]]
            known.lines[ply : ply + 1] = [lines[ply]]
        self._readers.pop(reader, None)
        self._readers[reader] = None
        table.past.put(("log", reader), known, known.size)
        while table.over and len(self._readers) > FINISHED_LOGS:
            oldest = next(iter(self._readers))
            del self._readers[oldest]
            table.past.drop(("log", oldest))
        return known

    def _lines_of_others(
        self, table: Table, viewer: int | None, until: int, plies: Sequence[int], moves: Sequence[Move]
    ) -> dict[int, Lines]:
        """Lines of these plies that a reader with equal knowledge has read, where the game promises that (``rings`` in
        ``core/verbs/protocols.py``): a spectator; for a viewer of everything also the one seat that saw a secret."""
        if not plies or until != table.ply or viewer == SPECTATOR or not gives(table.game.drawing, "rings"):
            return {}
        if viewer is not None:
            public = self._written(table, SPECTATOR, until)
            return {ply: public.lines[ply] for ply in plies if public.moves[ply] == moves[ply]}
        language, found = spoken(), dict[int, Lines]()
        secrets = table.position.secrets()
        for ply in plies:
            other = _cached(table, (secrets.get(ply, SPECTATOR), language))
            if other is not None and other.moves[ply : ply + 1] == moves[ply : ply + 1]:
                found[ply] = other.lines[ply]
        return found

    def _replay(self, table: Table, plies: Sequence[int]) -> Iterator[tuple[int, Position, list[Event]]]:
        """For each of those plies, in ascending order, the position before it and its events, replayed.

        The last few are cached: all viewers ask for them.
        """
        moves = table.position.moves if plies else []
        for ply in plies:
            if ply not in self._replayed:
                earlier = self._replayed.get(ply - 1)
                before = table.at(ply) if earlier is None else earlier.after
                after = before.copy()
                with capture() as emitted:
                    after.apply(table.game.parse(after.state, moves[ply][1]))
                self.keep(ply, Replayed(before, emitted, after))
            found = self._replayed[ply]
            yield ply, found.before, found.emitted


def _cached(table: Table, reader: Reader) -> WrittenLog | None:
    """The log as that reader read it last; None where it is not cached."""
    found: WrittenLog | None = table.past.get(("log", reader))
    return found


def _write(table: Table, viewer: int | None, position: Position, move: Move, emitted: Sequence[Event]) -> Lines:
    """The log lines of a ply, from the move as a viewer may read it, the position before it, and its events."""
    before = position if viewer is None else position.seen_by(viewer)
    of_move = table.game.words.log(before, *move, emitted)
    return (*decisions_before(table, before.ply, of_move), *of_move)


def _size(line: LogLine) -> int:
    """About how many bytes a line takes, with its second-person form."""
    return (LINE + len(line.text)) * (1 + len(line.to))


def decisions_before(table: Table, ply: int, lines: Sequence[LogLine] = ()) -> list[LogLine]:
    """Decisions about seats before a ply, under the heading of its first line."""
    chapter = lines[0].chapter if lines else ""
    return [LogLine(_decision(table, each), chapter=chapter) for each in table.decided.get(ply, ())]


def _decision(table: Table, decided: Decided) -> str:
    """A decision about a seat in a sentence."""
    name = decided.name or (colour_name(table.game.colours[decided.about]) if decided.about >= 0 else "")
    who = table.name_of(decided.seat) if decided.seat >= 0 else ""
    two_minutes, day = _("{who} gave {name} two more minutes."), _("{who} gave {name} one more day.")
    sentences = {
        events.TIME: _("{name} ran out of time."),
        events.RESIGN: _("{name} resigned."),
        events.WAIT: _("{who} chose to wait for {name}."),
        events.REPLACE: _("The computer plays on for {name}."),
        events.GRANT: day if isinstance(table.row.time, Days) else two_minutes,
        events.CLAIMED: _("{who} claimed the win."),
        events.AGREED: _("The players agreed to end the game."),
        events.LEFT: _("Nobody stayed: the game ended."),
    }
    return sentences[decided.kind].format(name=name, who=who)


def _changed(known: list[Move], moves: list[Move]) -> list[int]:
    """The plies whose move has changed for the viewer, or is new."""
    both = min(len(known), len(moves))
    # Usually no past move became known: comparing two lists of identical moves is fast.
    changed = [] if known[:both] == moves[:both] else [ply for ply in range(both) if known[ply] != moves[ply]]
    return [*changed, *range(both, len(moves))]
