"""Simulated games as tables (Polars): one row per game, and one row per decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import entry
from hanlin.core.lib.files import whole_file
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import OVER, actions, actor, play, scores

if TYPE_CHECKING:
    from hanlin.bots.simulate import Games

FORMATS = (".parquet", ".csv")


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
    try:
        import polars
    except ImportError:
        raise HanlinError("Tables need Polars, which is not installed: pip install 'hanlin[tables]'.") from None
    return polars


def check_file(file: Path) -> None:
    """Raise HanlinError if a table can't be written there: no Polars, unknown suffix, no such folder."""
    polars()
    if file.suffix not in FORMATS:
        raise HanlinError(f"The name of a table must end in {' or '.join(FORMATS)}: {file.name!r}.")
    if not file.parent.is_dir():
        raise HanlinError(f"There is no folder {file.parent}.")


def write(table: Any, file: Path) -> None:
    """Write a table to a file, in the format of its suffix; HanlinError if that fails."""
    with whole_file(file) as part:
        try:
            if file.suffix == ".csv":
                table.write_csv(part)
            else:
                table.write_parquet(part)
        except polars().exceptions.PolarsError as error:
            raise HanlinError(f"{file} can't be written: {error}.") from None


@dataclass
class GameTables:
    """Collects games for the two tables. ``start``: their first position; ``with_decisions``: collect decisions, too."""

    start: Position
    seed: object
    with_decisions: bool = False
    _games: list[tuple[int, Games]] = field(default_factory=list)
    _decisions: list[dict[str, NDArray[Any]]] = field(default_factory=list)

    def add(self, first: int, played: Games) -> None:
        """Add games, the first of which has the number ``first`` (from 0); with decisions, one game at a time."""
        if self.with_decisions:
            self._decisions.append(decisions_of(self.start, first, played.codes, played.seats[0]))
        played.codes = []
        self._games.append((first, played))

    def games(self) -> Any:
        """One row per game: number, seed, number of actions; for each seat bot, points, place and share of the win."""
        numbers = [first + k for first, played in self._games for k in range(len(played.seats))]
        columns: dict[str, Any] = {
            "game": np.array(numbers, np.int32) + 1,
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
            columns[f"bot_{seat + 1}"] = [row[seat] for row in names]
            columns[f"points_{seat + 1}"] = points[:, seat].astype(np.int32)
            columns[f"place_{seat + 1}"] = places[:, seat].astype(np.int8)
            columns[f"share_{seat + 1}"] = shares[:, seat]
        return polars().DataFrame(columns).sort("game")

    def decisions(self) -> Any:
        """One row per decision of a seat: game, ply (from 0, chance included), seat (from 1), bot, text of the action, number
        of legal actions, and the seat's points before it."""
        columns = {name: np.concatenate([one[name] for one in self._decisions]) for name in self._decisions[0]}
        table = polars().DataFrame({name: columns[name] for name in ("game", "ply", "seat", "legal", "points")})
        texts = self._texts(columns["code"])
        bots = [name for _, played in self._games for row in played.seats for name in row]
        who = (columns["game"].astype(np.int64) - 1 - self._games[0][0]) * self.start.players + columns["seat"] - 1
        names = sorted(set(bots))
        of_seat = np.array([names.index(name) for name in bots])
        return table.with_columns(_categories(names, of_seat[who]).alias("bot"), _categories(*texts).alias("action")).select(
            "game", "ply", "seat", "bot", "action", "legal", "points"
        )

    def _texts(self, codes: NDArray[Any]) -> tuple[list[str], NDArray[Any]]:
        """The distinct texts of actions, and their indices by row. The text of a seat's action is the same in every state."""
        unlike, at = np.unique(codes, return_inverse=True)
        return [self.start.game.text(self.start.state, int(code)) for code in unlike], at


def decisions_of(start: Position, game: int, codes: Sequence[int], seats: Sequence[str]) -> dict[str, NDArray[Any]]:
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
        "game": np.full(len(mine), game + 1, np.int32),
        "ply": mine.astype(np.int32),
        "seat": (actors[mine] + 1).astype(np.int8),
        "code": played[mine],
        "legal": counts[mine].astype(np.int16),
        "points": worth[mine].astype(np.int32),
    }


def _categories(names: list[str], at: NDArray[Any]) -> Any:
    """A categorical column from distinct names and their indices by row."""
    pl = polars()
    return (
        pl.Series(at.astype(np.uint32))
        .replace_strict(list(range(len(names))), names, return_dtype=pl.String)
        .cast(pl.Categorical)
    )
