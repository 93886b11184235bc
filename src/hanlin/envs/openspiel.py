"""The games in OpenSpiel: importing this registers ``hanlin_china``, ``hanlin_forbidden_city``, ``hanlin_year_of_the_dragon``.

    import pyspiel
    import hanlin.envs.openspiel
    game = pyspiel.load_game("hanlin_china(players=4,fortresses=true)")

Parameters are ``players``, the options of the game, and ``reward`` (see ``hanlin.envs.rewards``). Actions are the numbers
of the game's action space. Chance outcomes are numbered 0 … k−1 within a state; the same number means different outcomes in
different states. Action strings are the texts of the notation. The observation tensor has the layout of ``hanlin.envs.layout``;
the information state tensor begins with the last plies as the player knows them (``REMEMBERED``), with two numbers each: the
actor and the action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hanlin.core.errors import HanlinError, IllegalAction
from hanlin.core.lib.extras import needed_by
from hanlin.core.position.game import Game, games
from hanlin.core.position.position import Position
from hanlin.core.position.record import MOST_ACTIONS
from hanlin.core.position.record_writer import actor_name
from hanlin.core.verbs.defaults import LOG, is_own, reason_of
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.options import Mini, Option
from hanlin.envs.core import OBSERVE, OBSERVE_ALL, OBSERVE_AS_SPECTATOR, action_number
from hanlin.envs.ply_state import PlyHistory, Setup, setup
from hanlin.envs.rewards import check_reward, final_rewards

with needed_by("OpenSpiel's interface"):
    import pyspiel

REMEMBERED = 512
"""The number of latest plies in the information state tensor; random games have up to 350."""
WHOLE = 0
"""The value of a parameter for the whole game, where another number makes it small."""
LARGEST_CODE = 2**18
"""Upper limit of action codes."""
MOST_TRIES = 1000
"""Attempts at sampling a history; nearly always the first succeeds."""
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
_Private = pyspiel.PrivateInfoType


class HanlinState(pyspiel.State):  # type: ignore[misc]
    """A state of a Hanlin game, with chance as a player."""

    def __init__(self, game: HanlinGame) -> None:
        super().__init__(game)
        self._history: PlyHistory = game.beginning.copy()
        self._reward = game.reward

    # -- methods required by OpenSpiel -------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """The actor: a seat, or ``pyspiel.PlayerId`` CHANCE or TERMINAL."""
        who = self._history.actor
        return who if who != OVER else TERMINAL

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self._history.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        history = self._history
        if player != history.actor:
            return []
        numbers = history.setup.numbers[history.legal]
        numbers.sort()
        return numbers.tolist()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The chance outcomes with their probabilities, in canonical order."""
        history = self._history
        weights = history.chances[: int(history.count[0])]
        return list(enumerate((weights / weights.sum()).tolist()))

    def _apply_action(self, action: int) -> None:
        self._history.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        history = self._history
        code = history.code(action) if player == history.actor else -1
        if code < 0:
            codes = np.flatnonzero(history.setup.numbers == action)
            if player < 0 or not len(codes):
                return f"no action {action}"
            code = int(codes[0])
        return history.text(code)

    def returns(self) -> list[float]:
        """The return of each player; 0 before the end."""
        history = self._history
        return final_rewards(history.position(), self._reward) if history.actor == OVER else [0.0] * history.setup.players

    def __str__(self) -> str:
        return "\n".join(f"{actor_name(step.actor)} {step.text}" for step in self._history.steps())

    # -- faster overrides that avoid the round trip through C++ -------------------------------------------------------------

    def is_chance_node(self) -> bool:
        """True if the actor is chance."""
        return self._history.actor == CHANCE

    def is_player_node(self) -> bool:
        """True if the actor is a seat."""
        return self._history.actor >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions of a player (default: the actor) in ascending order; empty for inactive players."""
        who = self._history.actor
        player = who if player is None else action_number(player)
        if who >= 0:
            return self._legal_actions(player)
        return list(range(int(self._history.count[0]))) if player == who else []

    # -- hidden information -------------------------------------------------------------------------------------------------

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> HanlinState:
        """Sample a state from the player's information set. Hidden chance outcomes are drawn from their posterior under the
        assumption that opponents play uniformly at random. ``sampler()`` returns numbers from 0 to below 1."""
        game = self.get_game()
        if player not in range(game.num_players()):
            raise ValueError(f"There is no player {player}; the players are 0 to {game.num_players() - 1}.")
        for _ in range(MOST_TRIES):
            try:
                return self._replayed(game, self._history.resample(player, sampler))
            except IllegalAction:
                continue  # The sampled history contradicts other players' actions, such as a forced pass.
        raise HanlinError(f"No history consistent with the view of player {player} was found; try again.")

    @staticmethod
    def _replayed(game: HanlinGame, codes: list[int]) -> HanlinState:
        state = game.new_initial_state()
        for code in codes:
            state.apply_action(state._history.number(code))
        return state


def _text(position: Position, viewer: int | None) -> str:
    """A position as text from the view of ``viewer`` (None: the whole position); in words if the game has no such text."""
    seen = position if viewer is None else position.seen_by(viewer)
    try:
        return seen.text()
    except HanlinError:
        return str(seen)


class HanlinObserver:
    """A player's information as tensor and text (OpenSpiel's ``PyObserver``).

    Public and private information: the player's view; public only: a spectator's view; with the private information of all
    players: the whole state. Private information only has no tensor; its text is what the player drew and others don't know.
    """

    def __init__(self, game: HanlinGame, kind: Any) -> None:
        self._recalls, self._private = kind.perfect_recall, kind.private_info
        self._how = {_Private.SINGLE_PLAYER: OBSERVE, _Private.NONE: OBSERVE_AS_SPECTATOR, _Private.ALL_PLAYERS: OBSERVE_ALL}[
            kind.private_info
        ]
        self._only_private = not kind.public_info
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._only_private:
            return
        rows = REMEMBERED if self._recalls else 0
        self.tensor = np.zeros(2 * rows + game.beginning.setup.features, np.float32)
        if rows:
            self.dict["history"] = self.tensor[: 2 * rows].reshape(rows, 2)
        self.dict["observation"] = self.tensor[2 * rows :]

    def set_from(self, state: HanlinState, player: int) -> None:
        """Write the information of ``player`` to ``tensor``."""
        if self._only_private:
            return
        history = state._history
        history.observe(player, self._how, self.dict["observation"])
        if self._recalls:
            self._recall(history, player)

    def string_from(self, state: HanlinState, player: int) -> str:
        """The information of ``player`` as text."""
        history = state._history
        if self._only_private:
            own = history.unknown_to(-1) - (history.unknown_to(player) if self._private == _Private.SINGLE_PLAYER else set())
            return "; ".join(history.steps()[ply].text for ply in sorted(own)) if self._private != _Private.NONE else ""
        if self._recalls:
            unknown = self._unknown(history, player)
            texts = [
                f"{actor_name(step.actor)} {step.text.rpartition(' ')[0] + ' ?' if ply in unknown else step.text}"
                for ply, step in enumerate(history.steps())
            ]
            return f"{player + 1}: {'; '.join(texts)}"
        return f"{player + 1}: {_text(history.position(), self._viewer(player))}"

    def _viewer(self, player: int) -> int | None:
        return {OBSERVE: player, OBSERVE_AS_SPECTATOR: -1}.get(self._how)

    def _unknown(self, history: PlyHistory, player: int) -> set[int]:
        viewer = self._viewer(player)
        return set() if viewer is None else history.unknown_to(viewer)

    def _recall(self, history: PlyHistory, player: int) -> None:
        """Write the latest plies: the actor as ``(1 + who) / (players + 1)``, with who 0 for chance and 1, 2, … for seats in
        turn order from the player, and the action as ``(1 + code) / LARGEST_CODE``, 0 if it is hidden."""
        rows, players = self.dict["history"], history.setup.players
        steps, unknown = history.steps(), self._unknown(history, player)
        first = max(len(steps) - REMEMBERED, 0)
        rows[:] = 0
        for row, step in enumerate(steps[first:]):
            who = 0 if step.actor == CHANCE else (step.actor - player) % players + 1
            what = 0 if first + row in unknown else step.code + 1
            rows[row] = (who + 1) / (players + 1), what / LARGEST_CODE


class HanlinGame(pyspiel.Game):  # type: ignore[misc]
    """A Hanlin game with its options; each game has a subclass."""

    hanlin_game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.hanlin_game
        given = {**_specification(game), **(params or {})}
        self.reward = str(given["reward"])
        check_reward(self.reward)
        chosen = ((option.name, _value(option, given[option.name])) for option in game.every_option)
        at: Setup = setup(game.name, int(given["players"]), tuple((name, value) for name, value in chosen if value is not None))
        self.beginning = PlyHistory(at)
        least, most, total = _utility(self.reward, at)
        info = pyspiel.GameInfo(
            num_distinct_actions=at.size,
            max_chance_outcomes=game.max_outcomes,
            num_players=at.players,
            min_utility=least,
            max_utility=most,
            utility_sum=total,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(_game_type(game, total), info, _changed(game, given))

    def new_initial_state(self) -> HanlinState:
        """The initial state; chance acts first."""
        return HanlinState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HanlinObserver:
        """An observer of any ``pyspiel.IIGObservationType``; it takes no parameters."""
        if params:
            raise ValueError(f"An observer takes no parameters, not {params!r}.")
        return HanlinObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """An upper limit."""
        return MOST_ACTIONS


def _specification(game: Game) -> dict[str, Any]:
    """All parameters of a game with their defaults."""
    options = {option.name: _default(option) for option in game.every_option}
    return {"players": game.players[-1], "reward": "win", **options}


def _changed(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """The parameters in a game's string: the number of players, and those that differ from the defaults."""
    defaults = _specification(game)
    return {name: value for name, value in given.items() if name == "players" or value != defaults[name]}


def _default(option: Option) -> Any:
    if option.is_switch:
        return False
    if option.default is None:
        return ""
    if isinstance(option, Mini):
        return WHOLE
    return int(option.default) if str(option.default).isdigit() else option.default


def _value(option: Option, given: Any) -> Any:
    """The value of an option from a parameter. OpenSpiel can't parse ``3-4``, so ``3_4`` is accepted, too."""
    if option.is_switch:
        return bool(given)
    if given == "" or (isinstance(option, Mini) and given == WHOLE):
        return None
    return next((choice for choice in option.choices if choice.replace("-", "_") == str(given)), str(given))


def _utility(reward: str, at: Setup) -> tuple[float, float, float | None]:
    """The least and the largest reward of a seat, and the sum of all seats' rewards; None where it differs between games."""
    players = at.players
    if reward == "win":
        return 0.0, 1.0, 1.0
    if reward == "zero_sum":
        return -1.0 / (players - 1), 1.0, 0.0
    if reward == "rank":
        return -1.0, 1.0, 0.0
    least, most = at.game.points_range(players, at.start.options)
    if reward == "points":
        return float(least), float(most), None
    return float(least - most), float(most - least), 0.0 if players == 2 else None


def _game_type(game: Game, total: float | None = 1.0) -> Any:
    """The ``GameType`` of a game. ``total``: the sum of all rewards, if it is the same in every game."""
    kinds = pyspiel.GameType
    known = kinds.Information.IMPERFECT_INFORMATION if game.has_secrets else kinds.Information.PERFECT_INFORMATION
    return kinds(
        short_name=f"hanlin_{game.name}",
        long_name=" ".join(word.capitalize() for word in game.name.split("_")),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known,
        utility={0.0: kinds.Utility.ZERO_SUM, None: kinds.Utility.GENERAL_SUM}.get(total, kinds.Utility.CONSTANT_SUM),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=min([game.players[0], *(n for mini in game.minis for n in mini.players)]),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_specification(game),
    )


def _register(game: Game) -> None:
    name = "".join(word.capitalize() for word in game.name.split("_")) + "Game"
    made = type(name, (HanlinGame,), {"hanlin_game": game, "__module__": __name__, "__doc__": f"The game {game.name}."})
    globals()[name] = made
    pyspiel.register_game(_game_type(game), made)


def _register_all() -> None:
    for game in games().values():
        try:
            if f"hanlin_{game.name}" not in pyspiel.registered_names() and game.features(game.players[0]):
                _register(game)
        except Exception as error:
            if is_own(game.package):
                raise
            LOG.warning("game not registered with OpenSpiel game=%s reason=%s", game.name, reason_of(error))


_register_all()
