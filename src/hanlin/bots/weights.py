"""The weights of learned judgements: data that stands in a game's package, and is held to its digest.

``weights/weights.toml`` says for each number of players which file it is and what its SHA-256 is; the file (``.npz``) holds the
arrays of ``network.WEIGHTS``. How they were made stands in ``docs/opponents.md``.
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
    """Where a game's weights stand."""
    return package_folder(game.package) / "weights"


@cache
def known(game: Rulebook) -> dict[int, dict[str, Any]]:
    """What the game's package says of its weights, by number of players; nothing where it has none."""
    index = folder_of(game) / "weights.toml"
    if not index.is_file():
        return {}
    return {int(players): about for players, about in tomllib.loads(index.read_text("utf-8")).items()}


@cache
def weights(game: Rulebook, players: int) -> Weights | None:
    """The weights of the game for so many players, None where there are none; HanlinError where they are not what they were."""
    about = known(game).get(players)
    if about is None:
        return None
    file = folder_of(game) / about["file"]
    data = file.read_bytes()
    if hashlib.sha256(data).hexdigest() != about["sha256"]:
        raise HanlinError(f"The weights in {file} are not those that weights.toml beside it tells of; install Hanlin anew.")
    return unpacked(data)


def learned_network(game: Rulebook, players: int) -> Network | None:
    """A network of its own for whoever asks, with the weights of the game for so many players; None where there are none."""
    found = weights(game, players)
    return None if found is None else network(game, found)


def packed(found: Weights) -> bytes:
    """Weights as a file."""
    file = io.BytesIO()
    np.savez_compressed(file, **{name: found[name] for name in WEIGHTS})  # type: ignore[arg-type]
    return file.getvalue()


def unpacked(data: bytes) -> Weights:
    """The weights that a file holds."""
    with np.load(io.BytesIO(data)) as arrays:
        return {name: arrays[name] for name in WEIGHTS}
