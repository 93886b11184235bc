"""The protocol of Hanlin-Bench: settings, numbered deals, opponents and the zero of the score, from ``benchmark-v1.toml``.

Everything in it is fixed, so scores of different people compare; a change is a new version with a name of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from hanlin.bots.levels import level_named
from hanlin.bots.weights import known
from hanlin.core.errors import HanlinError
from hanlin.core.jit.rng import Rng, seeded
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position

FILE = "benchmark-v1.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A game with a number of players and options, in which agents are measured.

    ``rules``: the version of its rules; ``observation``: the version of its environments whose observations policies get;
    ``network``: the first digits of the digest of the value network that the opponents used when the protocol was made.
    """

    name: str
    game: str
    players: int
    rules: str
    observation: int
    network: str
    options: dict[str, Any] = field(default_factory=dict)

    def start(self) -> Position:
        """The position in which all its games begin."""
        return find_game(self.game).start(self.players, **self.options)

    @property
    def even(self) -> float:
        """The share of the win of an agent that plays as well as its opponents, by symmetry: each deal is played from all
        seats."""
        return 1 / self.players

    def weights(self, *names: str) -> str:
        """The digest of the value network that bots of these names use in it; empty if they use none."""
        found = [level_named(name) for name in names]
        learned = any(level is not None and level.learned for level in found)
        return str(known(find_game(self.game)).get(self.players, {}).get("sha256", "")) if learned else ""

    def chance(self, deal: int, ply: int) -> Rng:
        """The generator of a chance outcome. Games of a deal have the same outcomes as long as they take the same course."""
        return seeded(protocol().name, self.name, deal, "chance", ply)

    def decision(self, deal: int, agent_seat: int, ply: int) -> Rng:
        """The generator of a decision, of the agent or of an opponent."""
        return seeded(protocol().name, self.name, deal, agent_seat, ply)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponents:
    """Opponents for all seats but the agent's. ``random``: the mean share of the win of the bot ``random`` against them, by
    setting: the zero of the score. It was measured with ``games`` of each, by ``command`` in that version of ``hanlin``."""

    name: str
    hanlin: str
    games: int
    command: str
    random: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkProtocol:
    """A version of the benchmark. ``deals``: of each setting in a complete entry; ``short``: games of each setting in a
    short table, rounded up to whole deals; ``standard``: the usual opponents."""

    name: str
    deals: int
    short: int
    standard: str
    settings: dict[str, Setting]
    opponents: dict[str, Opponents]

    def chosen(self, names: Sequence[str] | None) -> list[Setting]:
        """The settings of these names, in the protocol's order, or all for None; HanlinError for an unknown one."""
        if names is None:
            return list(self.settings.values())
        if not names:
            raise HanlinError("Name at least one setting.")
        for name in names:
            if name not in self.settings:
                raise HanlinError(f"{self.name} has no setting {name!r}; choose from: {', '.join(self.settings)}.")
        return [setting for name, setting in self.settings.items() if name in names]

    def against(self, name: str | None) -> Opponents:
        """The opponents of that name, or the usual ones for None; HanlinError for unknown ones."""
        found = self.opponents.get(name or self.standard)
        if found is None:
            raise HanlinError(f"{self.name} has no opponents {name!r}; choose from: {', '.join(self.opponents)}.")
        return found


@cache
def protocol() -> BenchmarkProtocol:
    """The protocol of this version of Hanlin."""
    data = tomllib.loads(files("hanlin.lab").joinpath(FILE).read_text("utf-8"))
    settings = {name: Setting(name=name, **values) for name, values in data.pop("settings").items()}
    opponents = {name: Opponents(name=name, **values) for name, values in data.pop("opponents").items()}
    return BenchmarkProtocol(settings=settings, opponents=opponents, **data)
