"""Datasets: games between bots as tables, as compact codes, or both, split by deal, with checksums.

A dataset is a folder: ``dataset.json`` (what it holds and how it was made), ``README.md`` (the same for people), and for each
split ``games-SPLIT.parquet``, ``decisions-SPLIT.parquet`` and ``codes-SPLIT.npz``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import file_digest, sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from hanlin.core.errors import HanlinError
from hanlin.core.lib.files import unwritten, whole_file
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.lab.dataframes import OF_GAMES, DecisionTable, GameTables, polars, write
from hanlin.lab.distribute import collect
from hanlin.lab.jobs import Simulation

SCHEMA = "hanlin.dataset/1"
MANIFEST = "dataset.json"
SPLITS = {"train": 80, "validation": 10, "test": 10}
"""The splits, and the share of the deals in each in percent."""
LICENCE = "CC0-1.0"


def split_of(seed: str, number: int) -> str:
    """The split of the deal ``number`` (from 0) of a seed. It follows from these two alone, so larger datasets of the same seed
    never move a deal from one split to another.

    >>> [split_of("1", number) for number in range(4)]
    ['train', 'train', 'test', 'validation']
    """
    drawn = int.from_bytes(sha256(f"hanlin.dataset/{seed}/{number}".encode()).digest()[:8], "big") % 100
    for name, percent in SPLITS.items():
        if drawn < percent:
            return name
        drawn -= percent
    raise AssertionError("the percentages add up to 100")


def write_dataset(
    job: Simulation,
    folder: Path,
    processes: int = 1,
    ray: str | None = None,
    keep: Path | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> dict[str, Any]:
    """Play the games of a job, write them to ``folder``, and return what ``dataset.json`` says.

    ``job``: with ``whole``. ``keep``: a folder for finished pieces, to continue a stopped job. ``progress`` is
    called with the number of games played. HanlinError if Polars is missing, or if ``folder`` is not empty or can't be written.
    """
    polars()
    if not job.whole:
        raise HanlinError("A dataset needs a job with whole=True, which keeps the actions of its games.")
    _make_empty(folder)
    with ExitStack() as stack:
        parts = {name: _Part(job, folder, name, stack) for name in SPLITS}

        def over(pieces: int) -> None:
            progress(min(pieces * job.piece_size, job.games))

        for piece, result in enumerate(collect(job, processes, ray, keep, over)):
            for number, games in job.games_of(piece, result):
                codes, length = games.codes, int(games.lengths[0])
                part = parts[split_of(job.seed, number)]
                part.tables.add(number, games)
                part.add_codes(number, codes[:length])
        splits = {name: part.write() for name, part in parts.items() if part.numbers}
    manifest = _manifest(job, folder, splits)
    _write_text(folder / "README.md", _readme(manifest))
    _write_text(folder / MANIFEST, json.dumps(manifest, indent=1) + "\n")
    return manifest


class _Part:
    """One split while its games are collected."""

    def __init__(self, job: Simulation, folder: Path, name: str, stack: ExitStack) -> None:
        self._files = {kind: folder / f"{kind}-{name}.{suffix}" for kind, suffix in _FILES.items()}
        decisions = stack.enter_context(DecisionTable(job.start, self._files["decisions"]))
        self.tables = GameTables(job.start, job.seed, decisions)
        self.numbers: list[int] = []
        self._codes: list[Any] = []

    def add_codes(self, number: int, codes: list[int]) -> None:
        self.numbers.append(number)
        self._codes.append(np.array(codes, np.int32))

    def write(self) -> dict[str, int]:
        """Write the files; return how much the split holds."""
        games = self.tables.games()
        write(games, self._files["games"], OF_GAMES)
        if self.tables.decisions is not None:
            self.tables.decisions.write()
        lengths = np.array([len(codes) for codes in self._codes], np.int32)
        with whole_file(self._files["codes"]) as part, part.open("wb") as file:
            np.savez_compressed(
                file, games=np.array(self.numbers, np.int32), lengths=lengths, codes=np.concatenate(self._codes)
            )
        return {"games": len(self.numbers), "actions": int(lengths.sum())}


_FILES = {"games": "parquet", "decisions": "parquet", "codes": "npz"}


def _make_empty(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise HanlinError(f"{folder} is not empty; name a new folder for the dataset.")
    except OSError as error:
        raise unwritten(folder, error) from None


def _manifest(job: Simulation, folder: Path, splits: dict[str, dict[str, int]]) -> dict[str, Any]:
    settings = job.settings()
    files = {file.name: {"bytes": file.stat().st_size, "sha256": _digest(file)} for file in _data_files(folder, splits)}
    return {
        "schema": SCHEMA,
        "hanlin": version("hanlin"),
        **{name: settings[name] for name in ("game", "rules", "players", "options", "bots", "seed", "games", "keep_seats")},
        "licence": LICENCE,
        "splits": splits,
        "files": files,
    }


def _data_files(folder: Path, splits: dict[str, Any]) -> list[Path]:
    return [folder / f"{kind}-{name}.{suffix}" for name in splits for kind, suffix in _FILES.items()]


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return file_digest(content, "sha256").hexdigest()


def _write_text(file: Path, text: str) -> None:
    with whole_file(file) as part:
        part.write_text(text, "utf-8")


def _readme(manifest: dict[str, Any]) -> str:
    rows = [f"| {name} | {part['games']} | {part['actions']} |" for name, part in manifest["splits"].items()]
    sizes = [f"| {name} | {of['bytes']} | `{of['sha256']}` |" for name, of in manifest["files"].items()]
    options = ", ".join(f"{name} = {value}" for name, value in manifest["options"].items()) or "none"
    made = (
        f"Played by Hanlin {manifest['hanlin']} (rules {manifest['rules']}): {manifest['players']} players, "
        f"bots {', '.join(manifest['bots'])}, seed {manifest['seed']}, options: {options}. Licence: {manifest['licence']}."
    )
    return "\n".join(
        [
            f"# {manifest['games']} games of {manifest['game']}",
            "",
            made,
            "",
            "| split | games | actions |",
            "|---|---|---|",
            *rows,
            "",
            "| file | bytes | SHA-256 |",
            "|---|---|---|",
            *sizes,
            "",
            "Read it by `hanlin.lab.dataset.Dataset(folder)`; Hanlin's page on datasets describes the columns.",
            "",
        ]
    )


# -- reading ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameCodes:
    """One game: its number (from 0) and the codes of all actions, chance included, in order."""

    number: int
    codes: tuple[int, ...]


class Dataset:
    """A dataset that was written before. ``about`` is what its ``dataset.json`` says."""

    def __init__(self, folder: Path | str) -> None:
        """HanlinError if the folder holds no dataset, one of another schema, or one of other rules."""
        self.folder = Path(folder)
        file = self.folder / MANIFEST
        try:
            about = json.loads(file.read_text("utf-8"))
        except OSError as error:
            raise HanlinError(f"{self.folder} holds no dataset: {MANIFEST} can't be read ({error.strerror}).") from None
        except ValueError:
            raise HanlinError(f"{file} is no JSON.") from None
        if not isinstance(about, dict) or about.get("schema") != SCHEMA:
            raise HanlinError(f"{file} is no dataset of the schema {SCHEMA}.")
        self.about: dict[str, Any] = about
        self.game = find_game(about["game"])
        rules = self.game.rules_version
        if about["rules"] != rules:
            raise HanlinError(
                f"The dataset was played by rules {about['rules']} of {self.game.name}; this version has {rules}."
            )

    @property
    def splits(self) -> tuple[str, ...]:
        """The names of the splits that hold games."""
        return tuple(self.about["splits"])

    def games(self, split: str = "train") -> Any:
        """The table of games of a split (a Polars data frame), one row per game."""
        return polars().read_parquet(self._file("games", split))

    def decisions(self, split: str = "train") -> Any:
        """The table of decisions of a split as a lazy Polars frame, one row per decision of a seat."""
        return polars().scan_parquet(self._file("decisions", split))

    def codes(self, split: str = "train") -> Iterator[GameCodes]:
        """The codes of the games of a split. ``play`` makes positions of them."""
        with np.load(self._file("codes", split)) as data:
            parts = np.split(data["codes"], np.cumsum(data["lengths"])[:-1])
            for number, codes in zip(data["games"].tolist(), parts, strict=True):
                yield GameCodes(number, tuple(codes.tolist()))

    def start(self) -> Position:
        """The position in which all games begin."""
        return self.game.start(self.about["players"], **self.about["options"])

    def play(self, codes: GameCodes) -> Iterator[tuple[Position, int]]:
        """Decode a game: before each action the position, and the code of the action. The position goes on as you iterate; copy
        what you want to keep. It is over after the last step; HanlinError if an action is not legal."""
        position = self.start()
        for code in codes.codes:
            if code not in position.legal_codes:
                raise HanlinError(f"Game {codes.number}: the action with the code {code} is not legal at ply {position.ply}.")
            yield position, code
            position.apply(code)

    def check(self) -> None:
        """HanlinError unless all files are there with their checksums, and all games replay by the rules to their end."""
        for name, of in self.about["files"].items():
            file = self.folder / name
            if not file.is_file() or _digest(file) != of["sha256"]:
                raise HanlinError(f"{file} is missing, or not what {MANIFEST} describes.")
        for split in self.splits:
            for game in self.codes(split):
                last = None
                for position, _code in self.play(game):
                    last = position
                if last is None or not last.over:
                    raise HanlinError(f"Game {game.number} of {self.folder} does not end.")

    def _file(self, kind: str, split: str) -> Path:
        if split not in self.splits:
            raise HanlinError(f"There is no split {split!r}: choose from {', '.join(self.splits)}.")
        return self.folder / f"{kind}-{split}.{_FILES[kind]}"
