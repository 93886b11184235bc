"""Weights of the value networks: those of Hanlin, and files of one's own.

Those of Hanlin are data files in the packages of the games: ``weights/weights.toml`` gives for each number of players the file
and its SHA-256. ``docs/opponents.md`` says how they were trained. Files of one's own come from ``hanlin train``; a level that
uses one is named by it (``strong:training/weights.npz``).

A file (``.npz``) holds the arrays of ``network.WEIGHTS`` and, from ``hanlin train``, ``about``: JSON with the game,
the number of players, the digest of the layout of the features, and facts about the training.
"""

from __future__ import annotations

import hashlib
import io
import json
import tomllib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.network import WEIGHTS, Network, network, shapes
from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import package_folder
from hanlin.core.verbs.rulebook import Rulebook

Weights = dict[str, NDArray[np.float32]]


def folder_of(game: Rulebook) -> Path:
    """The folder of a game's weights."""
    return package_folder(game.package) / "weights"


@cache
def known(game: Rulebook) -> dict[int, dict[str, Any]]:
    """The entries of the game's ``weights.toml`` by number of players; empty if there is none."""
    index = folder_of(game) / "weights.toml"
    if not index.is_file():
        return {}
    return {int(players): about for players, about in tomllib.loads(index.read_text("utf-8")).items()}


@cache
def weights(game: Rulebook, players: int) -> Weights | None:
    """The weights of a game for a number of players, or None; HanlinError if the file does not match its digest."""
    about = known(game).get(players)
    if about is None:
        return None
    file = folder_of(game) / about["file"]
    data = file.read_bytes()
    if hashlib.sha256(data).hexdigest() != about["sha256"]:
        raise HanlinError(f"The weights in {file} don't match their digest in weights.toml; reinstall Hanlin.")
    return unpacked(data)


def learned_network(game: Rulebook, players: int) -> Network | None:
    """A new network with the weights of a game for a number of players; None if there are none."""
    found = weights(game, players)
    return None if found is None else network(game, found)


def packed(found: Weights, about: Mapping[str, Any] | None = None) -> bytes:
    """The weights as the bytes of a file, with facts about them."""
    file = io.BytesIO()
    facts = {} if about is None else {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)}
    np.savez_compressed(file, **{name: found[name] for name in WEIGHTS}, **facts)  # type: ignore[arg-type]
    return file.getvalue()


def unpacked(data: bytes) -> Weights:
    """The weights from the bytes of a file."""
    with np.load(io.BytesIO(data)) as arrays:
        return {name: arrays[name] for name in WEIGHTS}


# -- weights of one's own ---------------------------------------------------------------------------------------------------


LABEL = 8
"""Hexadecimal digits of the digest of a file that name it in results."""
LARGEST = 64 * 1024 * 1024
"""Bytes of the largest file that is read."""


def label_of(data: bytes) -> str:
    """The beginning of the SHA-256 of a file's content, which names a network of one's own in results."""
    return hashlib.sha256(data).hexdigest()[:LABEL]


def features_digest(game: Rulebook, players: int) -> str:
    """A digest of the layout of the network's inputs: names, sizes and descriptions of all features, in their order."""
    layout = [[(each.name, each.size, each.about) for each in block] for block in (game.terms(players), game.parts())]
    return hashlib.sha256(json.dumps(layout).encode()).hexdigest()[:16]


def facts(game: Rulebook, players: int, **training: Any) -> dict[str, Any]:
    """The facts that go with new weights: what they are for, and how they were trained."""
    return {"game": game.name, "players": players, "layout": features_digest(game, players), **training}


@dataclass(frozen=True, slots=True)
class OwnWeights:
    """The contents of a file of one's own. They go to other processes and machines, which need not have the file."""

    data: bytes = field(repr=False)
    file: str = field(compare=False)
    """The file that they came from, for messages."""
    about: dict[str, Any] = field(default_factory=dict, compare=False)
    """The facts that ``facts`` lists; empty in a file that has none."""

    @property
    def label(self) -> str:
        """The beginning of the file's SHA-256, which names these weights in results: equal weights have equal names."""
        return label_of(self.data)

    def misfit(self, game: Rulebook, players: int) -> str:
        """The reason, in one sentence, why they can't be used in a game with that many players; empty if they can."""
        made = self.about
        if made and made["game"] != game.name:
            return f"The weights in {self.file} were trained for {made['game']}, not for {game.name}."
        if made and made["players"] != players:
            return f"The weights in {self.file} were trained for {made['players']} players, not for {players}."
        if made and made["layout"] != features_digest(game, players):
            return f"The weights in {self.file} were trained on features of another version of Hanlin; train them again."
        if not made and not self._has_shapes_for(game, players):
            return f"The weights in {self.file} do not fit {game.name} with {players} players."
        return ""

    def network(self, game: Rulebook, players: int) -> Network:
        """A new network with these weights; HanlinError if they do not fit."""
        misfit = self.misfit(game, players)
        if misfit:
            raise HanlinError(misfit)
        return network(game, unpacked(self.data))

    def _has_shapes_for(self, game: Rulebook, players: int) -> bool:
        there = unpacked(self.data)
        hidden, hidden2, of_parts = len(there["bias"]), len(there["second_bias"]), len(there["part_bias"])
        return {name: there[name].shape for name in WEIGHTS} == shapes(game, players, hidden, hidden2, of_parts)


def read_weights(file: Path | str) -> OwnWeights:
    """The weights in a file of one's own; HanlinError if there is no such file, or it holds none."""
    try:
        with open(file, "rb") as opened:
            data = opened.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise HanlinError(f"The weights {str(file)!r} can't be read: {reason}.") from None
    try:
        if len(data) > LARGEST:
            raise ValueError
        return OwnWeights(data, str(file), _checked_facts(data))
    except (ValueError, KeyError, TypeError, EOFError, OSError, NotImplementedError, zipfile.BadZipFile):
        raise HanlinError(f"{str(file)!r} holds no weights of hanlin train.") from None


def _checked_facts(data: bytes) -> dict[str, Any]:
    """The facts of a file; one of many errors if it holds no complete weights of a network."""
    arrays = unpacked(data)
    for name, numbers in arrays.items():
        if numbers.dtype != np.float32 or numbers.ndim != (1 if name.endswith("bias") else 2) or not np.isfinite(numbers).all():
            raise ValueError
    with np.load(io.BytesIO(data)) as file:
        made = json.loads(file["about"].tobytes()) if "about" in file else {}
    if made:
        wanted = {"game": str, "players": int, "layout": str}
        if not isinstance(made, dict) or not all(isinstance(made[name], kind) for name, kind in wanted.items()):
            raise ValueError
        if arrays["last"].shape[1] != 2 * made["players"]:
            raise ValueError
    return made


class FromFile(Protocol):
    """A network from a file of one's own, as the name of a bot holds it: ``OwnWeights``, or a policy network."""

    @property
    def label(self) -> str:
        """Its name in results."""
        ...

    @property
    def file(self) -> str:
        """The file that it came from, for messages."""
        ...

    @property
    def about(self) -> Mapping[str, Any]:
        """The facts in the file."""
        ...

    def misfit(self, game: Rulebook, players: int) -> str:
        """The reason, in one sentence, why it can't be used in a game with that many players; empty if it can."""
        ...


class WeightedName(str):
    """The name of a level with weights of one's own: ``strong:1f3a9c2b``, which is short and the same in any folder.

    The weights travel with it, so that it says everything about the bot in other processes, too.
    """

    __slots__ = ("level", "weights")
    level: str
    weights: FromFile
    """``OwnWeights``, or the ``PolicyNetwork`` or ``PolicySet`` of a bot without a level."""

    def __new__(cls, level: str, weights: FromFile) -> WeightedName:
        name = super().__new__(cls, f"{level}:{weights.label}")
        name.level, name.weights = level, weights
        return name

    def __reduce__(self) -> tuple[Any, ...]:
        return WeightedName, (self.level, self.weights)


def level_of(name: str) -> str:
    """The level in the name of a bot, with its budget: ``strong@1000`` also with weights of one's own."""
    return name.level if isinstance(name, WeightedName) else name


def weights_of(name: str) -> FromFile | None:
    """The weights of one's own that go with the name of a bot, if any."""
    return name.weights if isinstance(name, WeightedName) else None


def with_weights(level: str, weights: FromFile | None) -> str:
    """The name of a level with weights, if any."""
    return level if weights is None else WeightedName(level, weights)
