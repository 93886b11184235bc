"""Simulated games as tables (Polars): one row per game, and one row per decision. Games, plies and seats count from 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import Failed, HanlinError
from hanlin.core.jit.compiled import entry
from hanlin.core.lib.extras import needed_by
from hanlin.core.lib.files import unwritten, whole_file
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import OVER, actions, actor, play, scores

if TYPE_CHECKING:
    from hanlin.bots.simulate import Games

FORMATS = (".parquet", ".csv")
OF_GAMES, OF_DECISIONS = "hanlin.games/2", "hanlin.decisions/2"
"""The schemas of both tables, in the metadata of a Parquet file. In version 1 games and seats counted from 1."""
ROWS_OF_A_PART = 200_000
"""Rows of decisions that are kept in memory: some 20 MB."""


@entry
def replay_decisions(
    start: Any, states: Any, codes: Any, legal: Any, points: Any, actors: Any, counts: Any, worth: Any
) -> None:
    """Play ``codes`` from start[0]; write for each action its actor (int32), the number of legal actions (int32), and the
    actor's points before it (int64; 0 for chance). ``states``: one work state; ``legal``, ``points``: buffers."""
    states[0] = start[0]
    for ply in range(len(codes)):
        who = int(actor(states[0]))
        actors[ply] = who
        counts[ply] = actions(states[0], legal)
        worth[ply] = 0
        if who >= 0:
            scores(states[0], points)
            worth[ply] = points[who]
        play(states[0], int(codes[ply]))


def polars() -> Any:
    """The library; HanlinError, with what to install, if it is missing."""
    with needed_by("A table"):
        import polars
    return polars


def check_file(file: Path) -> None:
    """Raise HanlinError if a table can't be written there: no Polars, unknown suffix, no such folder."""
    polars()
    if file.suffix not in FORMATS:
        raise HanlinError(f"The name of a table must end in {' or '.join(FORMATS)}: {file.name!r}.")
    if not file.parent.is_dir():
        raise HanlinError(f"There is no folder {file.parent}.")


def write(table: Any, file: Path, schema: str) -> None:
    """Write a table (a data frame, or a lazy one that is written piece by piece) to a file, in the format of its suffix;
    Failed if that is not possible. ``schema``: its name and version, which go into the metadata of a Parquet file."""
    lazy = table.lazy()
    with whole_file(file) as part, _said_of(file):
        if file.suffix == ".csv":
            lazy.sink_csv(part)
        else:
            lazy.sink_parquet(part, metadata={"schema": schema})


@contextmanager
def _said_of(file: Path) -> Iterator[None]:
    """Errors of Polars and of the disk as HanlinError: the file can't be written."""
    try:
        yield
    except polars().exceptions.PolarsError as error:
        raise Failed(f"{file} can't be written: {error}.") from None
    except OSError as error:
        raise unwritten(file, error) from None


class DecisionTable:
    """The table of decisions: its rows go to a folder next to the file while games are played, so memory does not grow with the
    number of games. A context manager, which removes the folder.
    """

    def __init__(self, start: Position, file: Path) -> None:
        """``start``: the first position of the games."""
        self.file = file
        self._start = start
        self._waiting: list[dict[str, NDArray[Any]]] = []
        self._rows = 0
        self._parts: list[Path] = []
        with _said_of(file):
            self._folder = TemporaryDirectory(prefix=f".{file.name[:80]}-", dir=file.parent)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def add(self, game: int, codes: Sequence[int], seats: Sequence[str]) -> None:
        """Add the decisions of a game, numbered from 0, from the codes of its actions and the bots of its seats."""
        columns = decisions_of(self._start, game, codes)
        columns["bot"] = np.array(seats, object)[columns["seat"]]
        self._waiting.append(columns)
        self._rows += len(columns["game"])
        if self._rows >= ROWS_OF_A_PART:
            self._write_part()

    def write(self) -> None:
        """Write the file: one row per decision of a seat with game, ply (chance included), seat, bot, text of
        the action, number of legal actions, and the seat's points before it."""
        self._write_part()
        categorical = polars().Categorical
        with _said_of(self.file):
            rows = polars().scan_parquet(self._parts)
        write(rows.with_columns(polars().col("bot", "action").cast(categorical)), self.file, OF_DECISIONS)

    def _write_part(self) -> None:
        if not self._waiting and self._parts:
            return
        names = ("game", "ply", "seat", "bot", "code", "legal", "points")
        columns = {name: np.concatenate([one[name] for one in self._waiting]) for name in names}
        self._waiting, self._rows = [], 0
        # The text of a seat's action is the same in every state.
        unlike, at = np.unique(columns["code"], return_inverse=True)
        texts = np.array([self._start.game.text(self._start.state, int(code)) for code in unlike], object)
        columns["code"] = texts[at]
        part = Path(self._folder.name) / f"{len(self._parts)}.parquet"
        strings = {"bot": polars().String, "code": polars().String}
        with _said_of(self.file):
            polars().DataFrame(columns, schema_overrides=strings).rename({"code": "action"}).write_parquet(part)
        self._parts.append(part)


@dataclass
class GameTables:
    """Collects games for the table of games, and passes them on to that of decisions. ``start``: their first position."""

    start: Position
    seed: object
    decisions: DecisionTable | None = None
    _games: list[tuple[int, Games]] = field(default_factory=list)

    def add(self, first: int, played: Games) -> None:
        """Add games, the first of which has the number ``first`` (from 0); with decisions, one game at a time."""
        if self.decisions is not None:
            self.decisions.add(first, played.codes, played.seats[0])
        played.codes = []
        self._games.append((first, played))

    def games(self) -> Any:
        """One row per game: number, seed, number of actions; for each seat bot, points, place (1: the winner) and share of the
        win."""
        numbers = [first + k for first, played in self._games for k in range(len(played.seats))]
        columns: dict[str, Any] = {
            "game": np.array(numbers, np.int32),
            "seed": [f"{self.seed}/{number}" for number in numbers],
            "actions": np.concatenate([played.lengths for _, played in self._games]).astype(np.int32),
        }
        points = np.concatenate([played.points for _, played in self._games])
        standings = np.concatenate([played.standings for _, played in self._games])
        won = standings == standings.max(axis=1, keepdims=True)
        shares = won / won.sum(axis=1, keepdims=True)
        places = 1 + (standings[:, None, :] > standings[:, :, None]).sum(axis=2)
        names = [row for _, played in self._games for row in played.seats]
        for seat in range(self.start.players):
            columns[f"bot_{seat}"] = [row[seat] for row in names]
            columns[f"points_{seat}"] = points[:, seat].astype(np.int32)
            columns[f"place_{seat}"] = places[:, seat].astype(np.int8)
            columns[f"share_{seat}"] = shares[:, seat]
        return polars().DataFrame(columns).sort("game")


def decisions_of(start: Position, game: int, codes: Sequence[int]) -> dict[str, NDArray[Any]]:
    """The decisions of one game as columns, without chance; ``code`` instead of the text."""
    played = np.array(codes, np.int32)
    begin, states = np.zeros((2, 1), start.game.dtype)
    begin[0] = start.state
    actors, counts = np.zeros((2, len(played)), np.int32)
    worth, points = np.zeros(len(played), np.int64), np.zeros(start.players, np.int64)
    replay_decisions(
        begin,
        states,
        played,
        np.zeros(max(start.game.max_actions, start.game.max_outcomes), np.int32),
        points,
        actors,
        counts,
        worth,
    )
    mine = np.flatnonzero(actors > OVER + 1)
    return {
        "game": np.full(len(mine), game, np.int32),
        "ply": mine.astype(np.int32),
        "seat": actors[mine].astype(np.int8),
        "code": played[mine],
        "legal": counts[mine].astype(np.int16),
        "points": worth[mine].astype(np.int32),
    }
