"""Agents of Hanlin-Bench behind one interface: built-in bots, programs, functions of a view, policies over observations."""

from __future__ import annotations

import importlib
import inspect
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.bot import POLICIES, bot, bots
from hanlin.bots.levels import NO_LIMIT, LevelBot, level_named
from hanlin.bots.policy_network import POLICY
from hanlin.bots.subprocess_bot import PREFIX, SubprocessBot, split_command
from hanlin.bots.weights import weights_of
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import Rng, next_word
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.features import size_of
from hanlin.lab.arena import decide
from hanlin.lab.benchmark_protocol import Setting


class Asked(NamedTuple):
    """A decision that is asked of an agent: the acting seat of a position, with the generator of its random numbers."""

    position: Position
    rng: Rng


class Agent(Protocol):
    """An agent. ``width``: the most games in which it decides at once."""

    width: int

    def choose(self, asked: Sequence[Asked]) -> list[int]:
        """The codes of its actions; Fault of a program that gives none."""
        ...

    def end(self) -> None:
        """Stop its programs."""
        ...


Chooser = Callable[[Position, float, int], str]
"""``choose(seen, seconds, seed)``: one of ``seen.legal``, as for ``hanlin.bots.serve``."""


Act = Callable[[NDArray[np.float32], NDArray[np.int8]], Any]


@dataclass(frozen=True, slots=True)
class BatchPolicy:
    """A policy over observations: ``act(observations, masks)`` gives the numbers of its actions.

    ``observations``: float32 [k, size], as of the environments of version ``setting.observation``; ``masks``: int8
    [k, actions], a 1 for each legal action; the answer: k numbers of the game's action space. ``act`` may also be a mapping of
    such functions by the name of the setting. It decides in up to ``width`` games at once. ``name``: its name in score files
    and tables.
    """

    act: Act | Mapping[str, Act]
    name: str = ""
    width: int = 64

    def of(self, setting: Setting) -> Act:
        """The function for a setting; HanlinError if there is none."""
        if reason := self.misfit(setting):
            raise HanlinError(reason)
        return self.act[setting.name] if isinstance(self.act, Mapping) else self.act

    def misfit(self, setting: Setting) -> str:
        """The reason, in one sentence, why it can't play a setting; empty if it can."""
        there = not isinstance(self.act, Mapping) or setting.name in self.act
        return "" if there else f"The policy {self.name} has no function for {setting.name}."


class BotAgent:
    """A built-in bot, or any object with the method ``decide`` of ``hanlin.bots.Bot``. A level forgets its last search."""

    width = 1

    def __init__(self, player: Any) -> None:
        self.player = player

    def choose(self, asked: Sequence[Asked]) -> list[int]:
        """See ``Agent``."""
        return [self._decide(*each) for each in asked]

    def _decide(self, position: Position, rng: Rng) -> int:
        if isinstance(self.player, LevelBot):
            self.player.forget()
        return decide(position, position.actor, self.player, rng)

    def end(self) -> None:
        """Nothing runs."""


class ProgramAgent:
    """A program, one process for each seat. One that failed is started again for the next game, unless it never answered."""

    width = 1

    def __init__(self, command: str, seconds: float) -> None:
        self.command, self.seconds = command, seconds
        self._bots: dict[int, SubprocessBot] = {}

    def choose(self, asked: Sequence[Asked]) -> list[int]:
        """See ``Agent``."""
        return [decide(position, position.actor, self._bot(position.actor), rng) for position, rng in asked]

    def _bot(self, seat: int) -> SubprocessBot:
        found = self._bots.get(seat)
        if found is None or (found.dead and found.answered):
            found = self._bots[seat] = SubprocessBot(self.command, self.seconds)
        return found

    def end(self) -> None:
        """Kill the processes."""
        for each in self._bots.values():
            each.end()


class ChooserAgent:
    """A function of a seat's view."""

    width = 1

    def __init__(self, function: Chooser, seconds: float) -> None:
        self.function, self.seconds = function, seconds

    def choose(self, asked: Sequence[Asked]) -> list[int]:
        """See ``Agent``."""
        return [self._decide(*each) for each in asked]

    def _decide(self, position: Position, rng: Rng) -> int:
        seen = position.seen_by(position.actor)
        return position.code(self.function(seen, self.seconds, next_word(rng)))

    def end(self) -> None:
        """Nothing runs."""


class BatchAgent:
    """A policy over observations."""

    def __init__(self, policy: BatchPolicy, setting: Setting) -> None:
        self.act, self.width = policy.of(setting), policy.width
        game = find_game(setting.game)
        self._space = game.action_space(setting.players)
        features = game.features(setting.players)
        self._whole, self._size = size_of(features), size_of(features, setting.observation)

    def choose(self, asked: Sequence[Asked]) -> list[int]:
        """See ``Agent``."""
        observations = np.zeros((len(asked), self._whole), np.float32)
        masks = np.array([self._space.mask(position) for position, _rng in asked], np.int8)
        for (position, _rng), row in zip(asked, observations, strict=True):
            generic.observe(position.seen_by(position.actor).state, position.actor, row)
        numbers = list(self.act(observations[:, : self._size], masks))
        if len(numbers) != len(asked):
            raise HanlinError(f"The policy gave {len(numbers)} actions for {len(asked)} observations.")
        return [self._space.code(position, number) for (position, _rng), number in zip(asked, numbers, strict=True)]

    def end(self) -> None:
        """Nothing runs."""


# -- agents by name --------------------------------------------------------------------------------------------------------


def found(agent: Any) -> Any:
    """The bot, function or policy that ``agent`` stands for: itself or, for a name, what it names; HanlinError if it is none.

    Names: built-in bots (``greedy``, ``strong@200``, ``policy:FILE.npz``), ``cmd:PROGRAM`` (which stays a name),
    ``module:name`` of Python. A function of two arguments is a policy over observations.
    """
    if not isinstance(agent, str):
        return _given(agent)
    if agent.startswith(PREFIX):
        split_command(agent[len(PREFIX) :])
        return agent
    return named_bot(agent) if _names_bot(agent) else _given(_imported(agent))


def _names_bot(name: str) -> bool:
    level, colon, _ = name.partition(":")
    return not colon or level.partition("@")[0] in (*bots(), POLICY)


def _given(agent: Any) -> Any:
    if isinstance(agent, BatchPolicy) or hasattr(agent, "decide") or _takes(agent, 3):
        return agent
    if _takes(agent, 2):
        return BatchPolicy(agent)
    raise HanlinError(
        "An agent is a name, a bot, a BatchPolicy, or a function of (seen, seconds, seed) or of (observations, masks), "
        f"not {type(agent).__name__}."
    )


def _takes(function: Any, number: int) -> bool:
    """True if a function can be called with so many arguments."""
    try:
        inspect.signature(function).bind(*[None] * number)
    except (TypeError, ValueError):
        return False
    return True


def named_bot(name: str) -> Any:
    """The built-in bot of that name; HanlinError at plain speed for one that searches, since it would play otherwise."""
    player = bot(name, fast=not PLAIN)
    if PLAIN and isinstance(player, LevelBot) and player.level.searches:
        raise HanlinError(f"HANLIN_PLAIN=1 is set, but {name} searches with all its iterations only at compiled speed.")
    return player


def _imported(name: str) -> Any:
    """The object that ``module:name`` names. The current folder is searched, too."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    module, _, inside = name.partition(":")
    try:
        item = attrgetter(inside)(importlib.import_module(module))
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise HanlinError(f"The agent {name!r} can't be imported: {error}.") from None
    return item


def made(agent: Any, setting: Setting, seconds: float) -> Agent:
    """The agent for the games of a setting. ``seconds``: CPU time per decision that programs and functions are given."""
    item = found(agent)
    if isinstance(item, str):
        return ProgramAgent(item[len(PREFIX) :], seconds)
    if isinstance(item, BatchPolicy):
        return BatchAgent(item, setting)
    return BotAgent(item) if hasattr(item, "decide") else ChooserAgent(cast(Chooser, item), seconds)


def misfit(agent: Any, setting: Setting) -> str:
    """The reason, in one sentence, why an agent can't play a setting: its networks are for others; empty if it can."""
    own = weights_of(agent) if isinstance(agent, str) else agent
    if isinstance(own, BatchPolicy):
        return own.misfit(setting)
    return str(own.misfit(find_game(setting.game), setting.players)) if own is not None and hasattr(own, "misfit") else ""


def name_of(agent: Any) -> str:
    """The name of an agent in score files and tables."""
    if isinstance(agent, str):
        # A level with weights of one's own has their digest in its name, not their file.
        return str(bot(agent).name) if not agent.startswith(PREFIX) and _names_bot(agent) else agent
    return str(getattr(agent, "name", "") or getattr(agent, "__qualname__", "") or type(agent).__qualname__)


def is_replayable(name: str) -> bool:
    """True if a built-in bot of that name always does the same with the same view and seed, so that others can check it:
    not one that time limits, nor one with somebody's own weights."""
    level = None if ":" in name else level_named(name)
    return name in POLICIES or (level is not None and (level.seconds == NO_LIMIT or not level.searches))
