"""Policy networks: players that learned outside Hanlin's search, from a file, without PyTorch.

A network of the form ``flat`` reads the flat observation and scores each action number. One of the form ``rows`` reads the
tables of the structured observation (not its planes) and scores each legal action by the row that describes it. A score is a
logit or a value, whichever the network was trained for; the action with the highest one is played.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from glob import glob, has_magic
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.seat import SeatBot
from hanlin.bots.weights import label_of
from hanlin.core.errors import HanlinError
from hanlin.core.jit.rng import Rng
from hanlin.core.lib.files import whole_file
from hanlin.core.position.game import game as find_game
from hanlin.core.verbs import generic
from hanlin.core.verbs.features import Floats, size_of
from hanlin.core.verbs.rulebook import Rulebook

SCHEMA = "hanlin.policy/1"
POLICY = "policy"
"""The name of such a bot, before the colon and its file."""
FLAT, ROWS = "flat", "rows"
LARGEST_TABLE = 1000
"""Numbers in the largest table that a network of the form ``rows`` reads: planes are larger."""


def context(game: Rulebook, players: int, flat: Floats) -> Floats:
    """The inputs of a network of the form ``rows`` besides the rows: float32 [..., n], from flat observations [..., size]."""
    tables = [each for each in game.learning.structure(players) if np.prod(each.shape) <= LARGEST_TABLE]
    if not tables:
        return flat
    parts = [each.read(flat).reshape(*flat.shape[:-1], -1) for each in tables]
    joined: Floats = np.concatenate(parts, axis=-1)
    return joined


def observation_digest(game: Rulebook, players: int) -> str:
    """A digest of the layout of observations and of rows: a network plays only with that which it was trained on."""
    blocks = [
        [(each.name, each.size, each.about) for each in part] for part in (game.features(players), game.action_features())
    ]
    tables = [(each.name, each.shape) for each in game.learning.structure(players)]
    return hashlib.sha256(json.dumps([blocks, tables]).encode()).hexdigest()[:16]


@dataclass(frozen=True)
class PolicyNetwork(SeatBot):
    """A network, and the bot that plays by it.

    ``arrays``: weights ``w0``, ``w1`` … [inputs, outputs] and biases ``b0``, ``b1`` … of layers with rectifiers between them;
    in the form ``rows`` after them ``context`` [hidden, n], ``row`` [features, n], ``bias`` [n] and ``last`` [n].
    """

    form: str
    game: str
    players: int
    arrays: Mapping[str, Floats] = field(repr=False)
    label: str = ""
    """Its name in results."""
    file: str = field(default="", compare=False)
    about: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """Facts about its training."""

    @property
    def name(self) -> str:
        """Its name in results."""
        return f"{POLICY}:{self.label}" if self.label else POLICY

    def numbers(self, observations: Floats, masks: NDArray[Any]) -> NDArray[np.int64]:
        """The best legal action number of each row of flat observations [n, size], given masks [n, actions] (form ``flat``)."""
        chosen: NDArray[np.int64] = np.where(masks > 0, self._layers(observations), -np.inf).argmax(axis=1)
        return chosen

    def picks(self, read: Floats, rows: Floats, there: NDArray[Any]) -> NDArray[np.int64]:
        """The index of the best legal action of each game, from ``context`` [n, …], rows [n, most, features] and which of them
        are there [n, most] (form ``rows``)."""
        most = max(1, int((there > 0).sum(axis=1).max(initial=0)))
        deep = np.maximum(self._layers(read), 0.0) @ self.arrays["context"] + self.arrays["bias"]
        joined = np.maximum(deep[:, None, :] + rows[:, :most] @ self.arrays["row"], 0.0)
        chosen: NDArray[np.int64] = np.where(there[:, :most] > 0, joined @ self.arrays["last"], -np.inf).argmax(axis=1)
        return chosen

    def _layers(self, read: Floats) -> Floats:
        count = sum(name[0] == "w" for name in self.arrays)
        for n in range(count):
            read = read @ self.arrays[f"w{n}"] + self.arrays[f"b{n}"]
            if n < count - 1:
                read = np.maximum(read, 0.0)
        return read

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """Choose the code of an action for a seat from a state that is its view; HanlinError in another game."""
        players = int(view.players)
        if misfit := self.misfit(of, players):
            raise HanlinError(misfit)
        flat = np.zeros(size_of(of.features(players)), np.float32)
        generic.observe(view, seat, flat)
        listed = np.zeros(of.max_actions, np.int32)
        codes = listed[: int(generic.actions(view, listed))]
        if self.form == FLAT:
            numbers = find_game(of.name).action_space(players).numbers[codes]
            return int(codes[int(self._layers(flat[None])[0, numbers].argmax())])
        rows = np.zeros((len(codes), size_of(of.action_features())), np.float32)
        generic.describe_actions(view, seat, codes, len(codes), rows)
        there = np.ones((1, len(codes)), np.int8)
        return int(codes[int(self.picks(context(of, players, flat)[None], rows[None], there)[0])])

    def misfit(self, game: Rulebook, players: int) -> str:
        """The reason, in one sentence, why it can't play a game with that many players; empty if it can."""
        if (game.name, players) == (self.game, self.players):
            return ""
        return (
            f"The policy network {self.name} learned {self.game} with {self.players} players, not {game.name} with {players}."
        )

    def save(self, file: Path, **about: Any) -> None:
        """Write the network as float16, with facts about its training."""
        layout = observation_digest(find_game(self.game), self.players)
        facts = {**about, "schema": SCHEMA, "form": self.form, "game": self.game, "players": self.players, "layout": layout}
        arrays: dict[str, Any] = {name: array.astype(np.float16) for name, array in self.arrays.items()}
        with whole_file(file) as part, part.open("wb") as opened:
            np.savez_compressed(opened, about=np.frombuffer(json.dumps(facts).encode(), np.uint8), **arrays)


@dataclass(frozen=True)
class PolicySet(SeatBot):
    """Networks for several games or numbers of players as one bot: in each game the one that learned it plays."""

    networks: tuple[PolicyNetwork, ...]
    file: str = field(default="", compare=False)
    """The pattern of their files."""
    about: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def label(self) -> str:
        """Its name in results: the way in which its networks learned, if that is one, and a digest of them."""
        ways = {f"{each.about['learner']}-{each.form}-" if "learner" in each.about else "" for each in self.networks}
        digest = label_of("".join(sorted(each.label for each in self.networks)).encode())
        return (ways.pop() if len(ways) == 1 else "") + digest

    @property
    def name(self) -> str:
        """Its name in results."""
        return f"{POLICY}:{self.label}"

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """Choose the code of an action for a seat from a state that is its view; HanlinError in a game that none learned."""
        players = int(view.players)
        if misfit := self.misfit(of, players):
            raise HanlinError(misfit)
        return next(each for each in self.networks if not each.misfit(of, players)).decide(of, view, seat, rng)

    def misfit(self, game: Rulebook, players: int) -> str:
        """The reason, in one sentence, why it can't play a game with that many players; empty if it can."""
        if any(not each.misfit(game, players) for each in self.networks):
            return ""
        return f"None of the policy networks {self.file} learned {game.name} with {players} players."


def load_policies(file: Path | str) -> PolicyNetwork | PolicySet:
    """The network in a file or, for a pattern such as ``baselines/*-ppo-rows/policy.npz``, those in all files that match.

    HanlinError if there are none, or two for the same game and number of players.
    """
    if not has_magic(str(file)) or Path(file).exists():
        return load_policy(file)
    networks = tuple(load_policy(each) for each in sorted(glob(str(file))))
    if not networks:
        raise HanlinError(f"No policy network matches {str(file)!r}.")
    learned = [f"{each.game} with {each.players} players" for each in networks]
    if twice := sorted({each for each in learned if learned.count(each) > 1}):
        raise HanlinError(f"Several policy networks that match {str(file)!r} learned {twice[0]}: name one of them.")
    return PolicySet(networks, str(file))


def load_policy(file: Path | str) -> PolicyNetwork:
    """The network in a file; HanlinError if there is none, or if it was trained on another layout of observations."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise HanlinError(f"The policy network {str(file)!r} can't be read: {error.strerror}.") from None
    try:
        with np.load(io.BytesIO(data)) as stored:
            about = json.loads(stored["about"].tobytes())
            arrays = {name: stored[name].astype(np.float32) for name in stored.files if name != "about"}
        if about["schema"] != SCHEMA or about["form"] not in (FLAT, ROWS):
            raise ValueError
        found = PolicyNetwork(about["form"], about["game"], about["players"], arrays, label_of(data), str(file), about)
        layout = observation_digest(find_game(found.game), found.players)
    except (OSError, ValueError, KeyError, TypeError):
        raise HanlinError(f"{str(file)!r} holds no policy network of the schema {SCHEMA}.") from None
    if layout != about["layout"]:
        raise HanlinError(f"The policy network {str(file)!r} was trained on observations of another version; train it again.")
    return found
