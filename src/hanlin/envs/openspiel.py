"""The games in OpenSpiel: importing this registers ``hanlin_china``, ``hanlin_forbidden_city``, ``hanlin_year_of_the_dragon``.

    import pyspiel
    import hanlin.envs.openspiel
    game = pyspiel.load_game("hanlin_china(players=4,fortresses=true)")

Parameters are ``players``, the options of the game, and ``reward`` (``win``, ``margin`` or ``points``). Actions are the numbers
of the game's action space; an outcome of chance is numbered by its place in the list of outcomes. Action strings are the texts
of the notation. The observation tensor is laid out as ``hanlin.envs.layout`` says; that of an information state has in front
of it the plies as the player knows them (``REMEMBERED``), two numbers each: who acted, and what.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from hanlin.core.errors import HanlinError, IllegalAction
from hanlin.core.position.game import Game, games
from hanlin.core.position.position import Position
from hanlin.core.position.record import MOST_ACTIONS
from hanlin.core.position.record_writer import actor_name
from hanlin.core.verbs.defaults import LOG, is_own, reason_of
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.options import Option
from hanlin.envs import missing
from hanlin.envs.core import OBSERVE, OBSERVE_AS_SPECTATOR, OBSERVE_ALL, action_number, check_reward, final_rewards
from hanlin.envs.ply_state import Line, Table, table

try:
    import pyspiel
except ImportError:
    raise missing("open-spiel") from None

REMEMBERED = 512
"""Plies in the tensor of an information state, the latest ones; random games have up to 350."""
FARTHEST = 1000.0
"""No margin and no points are larger than this, or smaller than its negative."""
LARGEST_CODE = 2**18
"""The code of an action is smaller than this."""
MOST_TRIES = 1000
"""How often a past is made up before it is given up; nearly always the first will do."""
TERMINAL = int(pyspiel.PlayerId.TERMINAL)
_Private = pyspiel.PrivateInfoType


class HanlinState(pyspiel.State):  # type: ignore[misc]
    """A state of a game of the house, with chance as a player."""

    def __init__(self, game: HanlinGame) -> None:
        super().__init__(game)
        self._line: Line = game.beginning.copy()
        self._reward = game.reward

    # -- what OpenSpiel asks of a game in Python ---------------------------------------------------------------------------

    def current_player(self) -> int:
        """A seat, or one of ``pyspiel.PlayerId``: CHANCE, TERMINAL."""
        who = self._line.actor
        return who if who != OVER else TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._line.actor == OVER

    def _legal_actions(self, player: int) -> list[int]:
        line = self._line
        if player != line.actor:
            return []
        numbers = line.table.numbers[line.legal]
        numbers.sort()
        return numbers.tolist()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes with their probabilities, in canonical order."""
        line = self._line
        weights = line.chances[: int(line.count[0])]
        return list(enumerate((weights / weights.sum()).tolist()))

    def _apply_action(self, action: int) -> None:
        self._line.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        line = self._line
        code = line.code(action) if player == line.actor else -1
        if code < 0:
            codes = np.flatnonzero(line.table.numbers == action)
            if player < 0 or not len(codes):
                return f"no action {action}"
            code = int(codes[0])
        return line.text(code)

    def returns(self) -> list[float]:
        """What each player gets; nothing before the end."""
        line = self._line
        return final_rewards(line.position(), self._reward) if line.actor == OVER else [0.0] * line.table.players

    def __str__(self) -> str:
        return "\n".join(f"{actor_name(step.actor)} {step.text}" for step in self._line.steps())

    # -- the same as OpenSpiel does it, without its way through C++ ---------------------------------------------------------

    def is_chance_node(self) -> bool:
        """Whether chance is to act."""
        return self._line.actor == CHANCE

    def is_player_node(self) -> bool:
        """Whether a seat is to act."""
        return self._line.actor >= 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What a player (the actor, if not given) may do, in ascending order; nothing where it is not to move."""
        who = self._line.actor
        player = who if player is None else action_number(player)
        if who >= 0:
            return self._legal_actions(player)
        return list(range(int(self._line.count[0]))) if player == who else []

    # -- what others may not know -------------------------------------------------------------------------------------------

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> HanlinState:
        """A state that looks alike to the player, whose history is one that may have been: what the player can't know is
        dealt anew. ``sampler()`` gives numbers from 0 to below 1."""
        game = self.get_game()
        if player not in range(game.num_players()):
            raise ValueError(f"There is no player {player}; the players are 0 to {game.num_players() - 1}.")
        for _ in range(MOST_TRIES):
            try:
                return self._replayed(game, self._line.dealt_again(player, sampler))
            except IllegalAction:
                continue  # What others did tells that it was not so: a pass, say, which they had to.
        raise HanlinError(f"No past was found that looks alike to player {player}; try again.")

    @staticmethod
    def _replayed(game: HanlinGame, codes: list[int]) -> HanlinState:
        state = game.new_initial_state()
        for code in codes:
            state.apply_action(state._line.number(code))
        return state


def _text(position: Position, viewer: int | None) -> str:
    """A position as text, as ``viewer`` sees it (None: all of it); in words where the game has no such text."""
    seen = position if viewer is None else position.seen_by(viewer)
    try:
        return seen.text()
    except HanlinError:
        return str(seen)


class HanlinObserver:
    """What a player knows, as numbers and as text (OpenSpiel's ``PyObserver``).

    Public and private things: the tensor and text of the player's view; public ones alone: those of a spectator's view; with
    the private things of all players: the whole. Private things alone have no tensor, and their text tells what the player
    drew and others don't know.
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
        self.tensor = np.zeros(2 * rows + game.beginning.table.features, np.float32)
        if rows:
            self.dict["history"] = self.tensor[: 2 * rows].reshape(rows, 2)
        self.dict["observation"] = self.tensor[2 * rows :]

    def set_from(self, state: HanlinState, player: int) -> None:
        """Write the numbers of what ``player`` knows to ``tensor``."""
        if self._only_private:
            return
        line = state._line
        line.look(player, self._how, self.dict["observation"])
        if self._recalls:
            self._recall(line, player)

    def string_from(self, state: HanlinState, player: int) -> str:
        """The text of what ``player`` knows."""
        line = state._line
        if self._only_private:
            own = line.unknown_to(-1) - (line.unknown_to(player) if self._private == _Private.SINGLE_PLAYER else set())
            return "; ".join(line.steps()[ply].text for ply in sorted(own)) if self._private != _Private.NONE else ""
        if self._recalls:
            unknown = self._unknown(line, player)
            texts = [
                f"{actor_name(step.actor)} {step.text.rpartition(' ')[0] + ' ?' if ply in unknown else step.text}"
                for ply, step in enumerate(line.steps())
            ]
            return f"{player + 1}: {'; '.join(texts)}"
        return f"{player + 1}: {_text(line.position(), self._viewer(player))}"

    def _viewer(self, player: int) -> int | None:
        return {OBSERVE: player, OBSERVE_AS_SPECTATOR: -1}.get(self._how)

    def _unknown(self, line: Line, player: int) -> set[int]:
        viewer = self._viewer(player)
        return set() if viewer is None else line.unknown_to(viewer)

    def _recall(self, line: Line, player: int) -> None:
        """The latest plies: who acted (0: chance; seats in turn order from the player), and the action's code; 0 where it is
        not known."""
        history, players = self.dict["history"], line.table.players
        steps, unknown = line.steps(), self._unknown(line, player)
        first = max(len(steps) - REMEMBERED, 0)
        history[:] = 0
        for row, step in enumerate(steps[first:]):
            who = 0 if step.actor == CHANCE else (step.actor - player) % players + 1
            what = 0 if first + row in unknown else step.code + 1
            history[row] = (who + 1) / (players + 1), what / LARGEST_CODE


class HanlinGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the house with its options; each game has a class of its own."""

    hanlin_game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.hanlin_game
        given = {**_specification(game), **(params or {})}
        self.reward = str(given["reward"])
        check_reward(self.reward)
        chosen = ((option.name, _value(option, given[option.name])) for option in game.options)
        at: Table = table(game.name, int(given["players"]), tuple((name, value) for name, value in chosen if value is not None))
        self.beginning = Line(at)
        wins = self.reward == "win"
        info = pyspiel.GameInfo(
            num_distinct_actions=at.size,
            max_chance_outcomes=game.max_outcomes,
            num_players=at.players,
            min_utility=0.0 if wins else -FARTHEST,
            max_utility=1.0 if wins else FARTHEST,
            utility_sum=1.0 if wins else None,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(_game_type(game, self.reward), info, _that_differ(game, given))

    def new_initial_state(self) -> HanlinState:
        """The state before the first action; chance acts first."""
        return HanlinState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HanlinObserver:
        """An observer of one of the kinds that ``pyspiel.IIGObservationType`` names; it takes no parameters."""
        if params:
            raise ValueError(f"An observer takes no parameters, not {params!r}.")
        return HanlinObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """No game comes near that."""
        return MOST_ACTIONS


def _specification(game: Game) -> dict[str, Any]:
    """All parameters of a game with their defaults."""
    options = {option.name: _default(option) for option in game.options}
    return {"players": game.players[-1], "reward": "win", **options}


def _that_differ(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """The parameters by which a game is written: the number of players, and what is not as it is by default."""
    usual = _specification(game)
    return {name: value for name, value in given.items() if name == "players" or value != usual[name]}


def _default(option: Option) -> Any:
    if option.is_switch:
        return False
    if option.default is None:
        return ""
    return int(option.default) if str(option.default).isdigit() else option.default


def _value(option: Option, given: Any) -> Any:
    """What a game takes for a parameter. OpenSpiel reads ``3-4`` as a number and fails, so it may be written ``3_4``."""
    if option.is_switch:
        return bool(given)
    if given == "":
        return None
    return next((choice for choice in option.choices if choice.replace("-", "_") == str(given)), str(given))


def _game_type(game: Game, reward: str = "win") -> Any:
    """What OpenSpiel wants to know of a game. Shares of a win always come to one."""
    kinds = pyspiel.GameType
    known = kinds.Information.IMPERFECT_INFORMATION if game.has_secrets else kinds.Information.PERFECT_INFORMATION
    return kinds(
        short_name=f"hanlin_{game.name}",
        long_name=" ".join(word.capitalize() for word in game.name.split("_")),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=known,
        utility=kinds.Utility.CONSTANT_SUM if reward == "win" else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
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
