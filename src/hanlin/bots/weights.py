"""Weights of the value networks: data files in the packages of the games, checked by their digests.

``weights/weights.toml`` gives for each number of players the file and its SHA-256; the file (``.npz``) holds the arrays of
``network.WEIGHTS``. ``docs/opponents.md`` says how they were trained.
"""

from __future__ import annotations

import hashlib
import io
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.network import WEIGHTS, Network, network
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


def packed(found: Weights) -> bytes:
    """The weights as the bytes of a file."""
    file = io.BytesIO()
    np.savez_compressed(file, **{name: found[name] for name in WEIGHTS})  # type: ignore[arg-type]
    return file.getvalue()


def unpacked(data: bytes) -> Weights:
    """The weights from the bytes of a file."""
    with np.load(io.BytesIO(data)) as arrays:
        return {name: arrays[name] for name in WEIGHTS}
