"""A game in a few lines of plain Python: ``SimpleGame`` makes a whole game of its rules, for every tool at plain speed.

::

    class Coins(SimpleGame):
        name, players, moves = "coins", (2,), ("take 1", "take 2")
        ...

    GAME = Coins().game()

What such a game holds in a record is the codes of its actions so far; the Python state is played again from there, and the
latest states are remembered. So everybody sees everything (no hidden information), and nothing is compiled. A game that needs
secrets or speed is written with the verbs (``core/verbs/generic.py``, docs/fourth-game.md).
"""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import UNCOMPILED
from hanlin.core.jit.rng import below
from hanlin.core.jit.struct_types import record
from hanlin.core.position.game import Game
from hanlin.core.text.fields import NONE, Fields, Written
from hanlin.core.verbs import generic
from hanlin.core.verbs.extensions import Learning
from hanlin.core.verbs.features import Feature
from hanlin.core.verbs.options import Options

REMEMBERED = 4096
"""States of each game that are kept at most: those of a search's tree and of the games around it."""


class SimpleGame:
    """The rules of a game as methods on a state that is any Python object; it is copied before it is changed.

    name        a word of small letters and ``_``, unlike that of any other game
    players     the numbers of players that it is for, in order
    moves       the texts of all actions of players, in the order in which legal ones are listed
    outcomes    the texts of all outcomes of chance; leave it empty where there is none
    longest     no game has more actions, those of chance included
    rules_version   raised when a change of the rules makes old records replay differently
    """

    name: str
    players: tuple[int, ...]
    moves: tuple[str, ...]
    outcomes: tuple[str, ...] = ()
    longest: int = 400
    rules_version: str = "1"

    def start(self, players: int) -> Any:
        """The state before the first action."""
        raise NotImplementedError

    def actor(self, state: Any) -> int:
        """The seat that acts now, from 0; or ``hanlin.CHANCE``, or ``hanlin.OVER``."""
        raise NotImplementedError

    def legal(self, state: Any) -> Sequence[str]:
        """The legal actions of the acting seat; at least one."""
        raise NotImplementedError

    def play(self, state: Any, action: str) -> Any:
        """Carry out an action or an outcome of chance, in place. A state that can't be changed is returned anew."""
        raise NotImplementedError

    def points(self, state: Any) -> Sequence[int]:
        """The points of each seat now. Those with the most have won."""
        raise NotImplementedError

    def chances(self, state: Any) -> Mapping[str, int]:
        """The possible outcomes of chance with their weights: whole numbers from 1."""
        return dict.fromkeys(self.outcomes, 1)

    def value(self, state: Any, seat: int) -> float:
        """An estimate of the seat's prospects in points, for computer players that look ahead."""
        return float(self.points(state)[seat])

    def features(self, state: Any, seat: int) -> Sequence[float]:
        """What a learning agent at ``seat`` observes: as many numbers in every state. The default: points, own first."""
        points = list(self.points(state))
        return [*points[seat:], *points[:seat]]

    def game(self) -> Game:
        """The game as the entry point ``hanlin.games`` and all tools take it."""
        return _Rules(self).game()


class _Rules:
    """The verbs of a simple game. A state is a record of the codes played so far: first all moves, then all outcomes."""

    def __init__(self, of: SimpleGame) -> None:
        self.of = of
        self.texts = (*of.moves, *of.outcomes)
        self.codes = {text: code for code, text in enumerate(self.texts)}
        if len(self.codes) != len(self.texts):
            raise ValueError(f"{of.name}: no text may name two actions or outcomes.")
        # The field with the game's name makes the layout one of its own: verbs are found by it.
        codes = ("codes", np.int16, (of.longest,))
        self.dtype = record([("players", np.int32), ("ply", np.int32), (f"of_{of.name}", np.int32), codes])
        self._remembered: OrderedDict[tuple[int, bytes], Any] = OrderedDict()

    def game(self) -> Game:
        verbs = ("actor", "actions", "weights", "choose", "sample", "play", "scores", "hide", "guess", "value", "progress")
        generic.register(self.dtype, standing=self.scores, **{verb: getattr(self, verb) for verb in verbs})
        UNCOMPILED.add(self.dtype)
        return Game(
            name=self.of.name,
            package=type(self.of).__module__,
            players=self.of.players,
            options=(),
            rules_version=self.of.rules_version,
            dtype=self.dtype,
            max_actions=len(self.of.moves),
            max_outcomes=max(len(self.of.outcomes), 1),
            first_state=self.first_state,
            text=lambda s, action: self.texts[action],
            parse=self.parse,
            action_numbers=lambda players: np.array([*range(len(self.of.moves)), *(-1 for _outcome in self.of.outcomes)]),
            learning=Learning(features=self.features, observe=self.observe),
            write_state=self.write_state,
            read_state=self.read_state,
        )

    def state(self, s: Any) -> Any:
        """The Python state of a record: the latest one that is remembered, played on from there."""
        players, played = int(s.players), s.codes[: int(s.ply)].tobytes()
        size, known = s.codes.itemsize, len(played)
        while known and (players, played[:known]) not in self._remembered:
            known -= size
        state = self._remembered.get((players, played[:known])) if known else None
        state = self.of.start(players) if state is None else state
        for end in range(known + size, len(played) + size, size):
            state = self._after(state, int(np.frombuffer(played[end - size : end], np.int16)[0]))
            self._remembered[players, played[:end]] = state
        if len(self._remembered) > REMEMBERED:
            for _oldest in range(len(self._remembered) - REMEMBERED // 2):
                self._remembered.popitem(last=False)
        return state

    def _after(self, state: Any, code: int) -> Any:
        state = copy.deepcopy(state)
        returned = self.of.play(state, self.texts[code])
        return state if returned is None else returned

    def actor(self, s: Any) -> int:
        return int(self.of.actor(self.state(s)))

    def _possible(self, s: Any) -> list[int]:
        """The codes of what the actor can do, in canonical order; none after the end."""
        state = self.state(s)
        if self.of.actor(state) == generic.OVER:
            return []
        chance = self.of.actor(state) == generic.CHANCE
        texts = self.of.chances(state) if chance else self.of.legal(state)
        unknown = [text for text in texts if text not in self.codes]
        if unknown:
            raise HanlinError(f"{self.of.name}: {unknown[0]!r} is neither among its moves nor its outcomes.")
        return sorted(self.codes[text] for text in texts)

    def actions(self, s: Any, out: Any) -> int:
        found = self._possible(s)
        out[: len(found)] = found
        return len(found)

    def weights(self, s: Any, out: Any) -> int:
        chances, found = self.of.chances(self.state(s)), self._possible(s)
        out[: len(found)] = [chances[self.texts[code]] for code in found]
        return len(found)

    def choose(self, s: Any, rng: Any) -> int:
        found = self._possible(s)
        return found[int(below(rng, len(found)))]

    def sample(self, s: Any, rng: Any) -> int:
        chances, found = self.of.chances(self.state(s)), self._possible(s)
        k = below(rng, sum(chances.values()))
        for code in found:
            k -= chances[self.texts[code]]
            if k < 0:
                return code
        raise AssertionError("the weights add up to more than k")

    def play(self, s: Any, action: int) -> None:
        if s.ply == self.of.longest:
            raise HanlinError(
                f"{self.of.name}: a game has more than {self.of.longest} actions; raise ``longest``, or let its rules "
                "end a game that goes on for ever."
            )
        s.codes[s.ply] = action
        s.ply += 1

    def scores(self, s: Any, out: Any) -> None:
        out[: int(s.players)] = self.of.points(self.state(s))

    def hide(self, s: Any, seat: int) -> None:
        """Everybody sees everything."""

    def guess(self, s: Any, rng: Any) -> None:
        """Nothing is hidden."""

    def value(self, s: Any, seat: int) -> float:
        return float(self.of.value(self.state(s), int(seat)))

    def progress(self, s: Any) -> float:
        return min(1.0, int(s.ply) / self.of.longest)

    def observe(self, s: Any, seat: int, out: Any) -> int:
        found = self.of.features(self.state(s), max(int(seat), 0))
        out[: len(found)] = found
        return len(found)

    def features(self, players: int) -> tuple[Feature, ...]:
        size = len(self.of.features(self.of.start(players), 0))
        return (Feature("features", size, f"see {type(self.of).__name__}.features"),)

    def first_state(self, players: int, options: Options) -> NDArray[Any]:
        states = np.zeros(1, self.dtype)
        states[0].players = players
        return states

    def parse(self, s: Any, text: str) -> int:
        if text not in self.codes:
            raise ValueError(f"write one of: {', '.join(self.of.moves)}.")
        return self.codes[text]

    def write_state(self, s: Any, options: Options) -> Written:
        return [("plies", " | ".join(self.texts[code] for code in s.codes[: int(s.ply)]) or NONE)]

    def read_state(self, s: Any, fields: Fields, options: Options, whole: bool) -> None:
        text = fields.text("plies")
        for ply in [] if text == NONE else text.split(" | "):
            if self.codes.get(ply) not in self._possible(s):
                raise fields.wrong("plies", f"{ply!r} is not possible there")
            self.play(s, self.codes[ply])
