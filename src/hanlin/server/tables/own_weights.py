"""Computer players with the weights of the server's owner, offered beside the levels. No web framework here.

``hanlin serve --weights FOLDER`` names a folder with what ``hanlin train`` wrote: files ``NAME.npz``, and folders of trainings
``NAME/weights.npz``; of one training, the folder's own ``weights.npz`` has the folder's name. Each file is one opponent,
``strong:NAME``, for the game and the number of players that it was trained for. The files are read once, when the server
starts; its worker reads them again.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path

from hanlin.bots.weights import OwnWeights, read_weights
from hanlin.core.errors import HanlinError
from hanlin.core.position.game import games
from hanlin.core.verbs.rulebook import Rulebook

log = logging.getLogger("hanlin.server")

LEVEL = "strong"
"""The level at which weights play."""
SEPARATOR = ":"
TRAINED = "weights.npz"
"""The file of a training; its folder has the name."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")

_offered: dict[str, OwnWeights] = {}
"""The weights by the names of their bots, in this process."""


def offer(folder: Path | None) -> None:
    """Offer the weights in a folder, and no others. A file that can't be used is left out, with a line in the log."""
    _offered.clear()
    for name, file in _files(folder.absolute()) if folder is not None else ():
        try:
            found = read_weights(file)
            reason = _unusable(name, found)
        except HanlinError as error:
            reason = str(error)
        if reason:
            log.warning("weights skipped: %s", reason)
        else:
            _offered[f"{LEVEL}{SEPARATOR}{name}"] = found
    if folder is not None:
        log.info("weights folder=%s opponents=%s", folder, ",".join(_offered) or "none")


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of weights in a folder, with their names."""
    for file in sorted(folder.glob("*.npz")):
        yield (folder.name if file.name == TRAINED else file.stem), file
    for file in sorted(folder.glob(f"*/{TRAINED}")):
        yield file.parent.name, file


def _unusable(name: str, found: OwnWeights) -> str:
    """The reason not to offer weights; empty if they can be."""
    if not NAME.fullmatch(name):
        return f"The name of {found.file} must be of at most 40 letters (A to Z), digits, dots, hyphens and underscores."
    if f"{LEVEL}{SEPARATOR}{name}" in _offered:
        return f"{found.file} has the same name as another opponent, {name}."
    there = [(game, players) for game in games().values() for players in game.players]
    if any(not found.misfit(game, players) for game, players in there):
        return ""
    made = found.about
    game = games().get(made.get("game", ""))
    fits_none = f"The weights in {found.file} fit no game that is installed."
    return found.misfit(game, made["players"]) if game and made["players"] in game.players else fits_none


def own_bots() -> tuple[str, ...]:
    """The names of all bots with weights of the server's owner."""
    return tuple(_offered)


def own_numbers(game: Rulebook, bot: str) -> tuple[int, ...]:
    """The numbers of players with which such a bot plays a game; empty for any other bot."""
    found = _offered.get(bot)
    return () if found is None else tuple(n for n in game.players if not found.misfit(game, n))


def level_in(bot: str) -> str:
    """The level at which a bot plays, whether it has weights of the server's owner or not."""
    return bot.partition(SEPARATOR)[0]


def name_in(bot: str) -> str:
    """The name of the weights with which a bot plays; empty if it has none."""
    return bot.partition(SEPARATOR)[2]


def weights_for(bot: str) -> OwnWeights | None:
    """The weights with which a bot plays. None for a level, and for weights that are offered no more: then its level plays."""
    return _offered.get(bot)
