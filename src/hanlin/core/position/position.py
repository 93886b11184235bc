"""Position: a state with its history, as a user of the library sees it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hanlin.core.errors import HanlinError, IllegalAction
from hanlin.core.i18n.language import _
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import Rng, seeded
from hanlin.core.jit.struct_types import copied
from hanlin.core.lib.integers import described, seed_of, whole
from hanlin.core.position.history import NO_HISTORY, History, Move, Step
from hanlin.core.position.record_writer import position_text, record_text
from hanlin.core.position.sampling import ended, filled
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.options import Options, States
from hanlin.core.verbs.presentation import LogLine, Refusal
from hanlin.core.verbs.rulebook import Rulebook

__all__ = ["Move", "Position", "luck"]

_OWN: Any = object()
"""In place of a generator: the position's own stream of chance."""


@dataclass(slots=True)
class _Listed:
    """The codes of what the actor may do in a state, and their texts once somebody asked for them."""

    state: bytes
    codes: list[int]
    texts: list[str] | None = None


class Position:
    """A game at one moment. Seats count from 0 here; in texts and records they count from 1.

    A position that came from ``seen_by`` holds only what that seat can know and can't be played on.

    Positions of one game share their history, so copies are cheap in games of any length. Two positions are equal where
    game, options, history, state and the seat whose view they are agree; as they can be played on, they have no hash.

    A position that began with ``start(seed=…)`` has its own stream of chance: what comes at a ply follows from the seed and the
    number of the ply. So copies, pickles and earlier positions (``at``, ``pop``) keep the stream, and meet the same luck where
    they go the same way. Texts and records do not hold it (``hanlin.position(text, seed=…)`` starts one again); a view never
    has it, since it would show what is to come.
    """

    def __init__(
        self,
        game: Rulebook,
        states: States,
        options: Options,
        moves: Sequence[Move] | None = None,
        seat: int | None = None,
        *,
        history: History | None = None,
        begun: str = "",
        seed: int | None = None,
    ) -> None:
        """``moves``: what was played as a seat knows it, for a view only. ``history``: how it came to ``states``. ``begun``:
        the text of the position that the game began from, where that was not the game's beginning. ``seed``: of its own stream
        of chance."""
        if moves is not None and seat is None:
            raise HanlinError("Only a seat's view can be given a history; a whole position builds its own by playing.")
        self.game = game
        self.options = dict(options)
        self.seat = seat
        """The seat whose view this is; None for the whole position; -1 for a spectator's view."""
        self._states = states if seat is None else _read_only(states)
        self._begun = begun
        self._seed = None if seed is None or seat is not None else _seed(seed)
        self._for_show = False
        # A view has no steps of its own, and its state never changes.
        self._history = history or (History.beginning(states) if seat is None else NO_HISTORY)
        self._actor: int | None = None
        self._known_moves: list[Move] | None = None if seat is None else [(actor, text) for actor, text in moves or ()]
        self._played_to = states.tobytes() if seat is None else b""  # A view is not played on.
        self._before: States | None = None
        self._listed: _Listed | None = None
        self._secrets: tuple[History, list[tuple[int, int]]] = NO_HISTORY, []

    # -- what there is to see ---------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The record itself (a NumPy record that shares this position's memory)."""
        return self._states[0]

    @property
    def players(self) -> int:
        """The number of players."""
        return int(self.state.players)

    @property
    def actor(self) -> int:
        """The acting seat, or CHANCE (-1), or OVER (-2)."""
        if self.seat is None:
            return int(generic.actor(self.state))
        if self._actor is None:
            self._actor = int(generic.actor(self.state))
        return self._actor

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self.actor == OVER

    @property
    def decides(self) -> bool:
        """True where the viewer of this position decides in it: the actor in its own view, or the viewer of the whole.

        Drawings offer actions to click where it is true, and nowhere else.
        """
        return not self._for_show and self.actor >= 0 and self.seat in (None, self.actor)

    @property
    def ply(self) -> int:
        """The number of actions played so far."""
        return self._history.ply if self._known_moves is None else len(self._known_moves)

    @property
    def moves(self) -> list[Move]:
        """All actions so far, each with its actor (a seat, or CHANCE) and text; a new list."""
        return self._history.moves() if self._known_moves is None else list(self._known_moves)

    @property
    def last_move(self) -> Move | None:
        """The last of ``moves``, without making the list; None where nothing was played."""
        if self._known_moves is not None:
            return self._known_moves[-1] if self._known_moves else None
        last = self._history.last()
        return None if last is None else (last.actor, last.text)

    @property
    def legal(self) -> list[str]:
        """The texts of the actor's legal actions in canonical order (for chance: the possible outcomes).

        In a seat's view it is empty unless the seat itself acts: the actions of others or of chance can reveal secrets.
        """
        return list(self._legal_texts()) if self._may_list else []

    @property
    def legal_codes(self) -> list[int]:
        """The codes of the actions in ``legal``, in the same order."""
        return list(self._legal_codes()) if self._may_list else []

    @property
    def weights(self) -> dict[str, int]:
        """For chance: each possible outcome's text and integer weight. Empty when a seat acts, and in views."""
        if self.seat is not None or self.actor != CHANCE:
            return {}
        out = np.zeros(self.game.max_outcomes, np.int64)
        n = generic.weights(self.state, out)
        return dict(zip(self._legal_texts(), (int(weight) for weight in out[:n]), strict=True))

    @property
    def scores(self) -> list[int]:
        """The points of each seat now."""
        out = np.zeros(self.players, np.int64)
        generic.scores(self.state, out)
        return [int(points) for points in out]

    @property
    def winners(self) -> list[int]:
        """The seats that won; empty until the game is over."""
        if not self.over:
            return []
        out = np.zeros(self.players, np.int64)
        generic.standing(self.state, out)
        return [seat for seat in range(self.players) if out[seat] == out.max()]

    def seen_by(self, seat: int) -> Position:
        """The view of ``seat`` (-1: a spectator): a position without everything that the seat can't know."""
        seat = self._seat(seat)
        if self.seat is not None and self.seat != seat:
            raise HanlinError("This is a seat's view already; ask the whole position for another seat's view.")
        states = copied(self._states)
        generic.hide(states[0], seat)
        seen = Position(self.game, states, self.options, (), seat, begun=self._begun)
        seen._known_moves = self._moves_seen_by(seat)
        if self._begun and self.seat is None:
            seen._begun = self.at(0).seen_by(seat).text() if self.ply else seen.text()
        return seen

    def for_show(self) -> Position:
        """This position for display only, such as one of the past: no viewer ``decides`` in it."""
        shown = self.copy()
        shown._for_show = True
        return shown

    def is_legal(self, text: str) -> bool:
        """True if ``play(text)`` would succeed (in a view: where the seat could play it on the whole position)."""
        return self.why_not(text) is None

    def why_not(self, text: str) -> Refusal | None:
        """The reason why the action of that text can't be played now, with the rule that forbids it; None if it can."""
        actor = self.actor
        if actor == OVER:
            return Refusal(_("The game is over."), "")
        if not self._may_list:
            return Refusal(_("It is not your turn."), "")
        try:
            if self._code_of_legal(text) is not None:
                return None
        except ValueError as error:
            return Refusal(str(error), "")
        if actor == CHANCE:
            return Refusal(_("That can't be drawn now."), "")
        seen = self if self.seat is not None else self.seen_by(actor)
        refusal: Refusal = self.game.words.why_not(seen, text)
        return refusal

    def explain(self, seat: int | None = None) -> list[LogLine]:
        """The score sheet: each gain and loss so far in the order of play, with seat, points, sum and rule.

        The lines are sentences in the current language (``hanlin.core.i18n.language``), as ``seat`` may read them (None: with
        all that there is to know; -1: a spectator). A view has no earlier positions: ask the whole position.
        """
        if self.seat is not None:
            raise HanlinError("A seat's view can't be explained; ask the whole position: position.explain(seat).")
        viewer = None if seat is None else self._seat(seat)
        position, lines = self.at(0), []
        moves = self.moves if viewer is None else self._moves_seen_by(viewer)
        for (actor, text), step in zip(moves, self._history.steps(), strict=True):
            before = position.copy() if viewer is None else position.seen_by(viewer)
            with capture() as events:
                position.apply(step.code)
            lines += [line for line in self.game.words.log(before, actor, text, events) if line.points]
        return lines

    def reckon(self, ending: str) -> list[LogLine]:
        """The score lines of a scoring that came now, each with seat, points, sum and rule; nothing changes.

        ``ending`` is one of ``game.endings``: "game" as if the game ended now, "month" the month, "rooms" as if each open room
        closed now. It works for any position, also one that was set up from a text, and in views.
        """
        if ending not in self.game.endings:
            there = ", ".join(self.game.endings) or "none"
            raise HanlinError(f"{self.game.name} has no ending {ending!r}; there are: {there}.")
        if self.over:
            return []
        states = copied(self._states)
        with capture() as events:
            self.game.endings[ending](states[0])
        return [line for line in self.game.words.reckoning(self, events) if line.points]

    # -- what one can do -------------------------------------------------------------------------------------------------

    def play(self, text: str) -> Position:
        """Carry out the actor's action of that text, in place; returns self.

        IllegalAction says what is wrong, by which rule, and what is legal; then nothing has changed.
        """
        self._check_whole()
        return self._apply(self.code(text), text)

    def apply(self, code: int) -> Position:
        """Carry out an action that is known to be legal, by its code, unchecked; returns self."""
        self._check_whole()
        if whole(code) is None:
            raise IllegalAction(f"A code is a whole number, one of position.legal_codes, not {described(code)}.")
        if self.actor == OVER:
            raise IllegalAction(_("The game is over; nothing more can be played."))
        return self._apply(int(code), self.game.text(self.state, int(code)))

    def pop(self) -> Move:
        """Take the last action back, in place; returns it."""
        self._check_whole()
        last = self._history.last()
        if last is None:
            raise HanlinError("There is nothing to undo: no action was played.")
        earlier = self._history.at(self.ply - 1)
        states = self._before if self._before is not None else earlier.state_here()
        self._states[0] = states[0]
        self._settle_in(earlier, None)
        return last.actor, last.text

    def at(self, ply: int) -> Position:
        """An independent copy of the position before action number ``ply`` (from 0), its history included.

        It is played again from the last state noted before it: a position need not be kept to be had again.
        """
        self._check_whole()
        number = whole(ply)
        if number is None or not 0 <= number <= self.ply:
            raise HanlinError(f"A ply is a whole number from 0 to {self.ply} here, not {described(ply)}.")
        history = self._history.at(number)
        states = copied(self._states) if number == self.ply else history.state_here()
        return self._with(states, history)

    def code(self, text: str) -> int:
        """The code of the legal action with that text; IllegalAction otherwise. Changes nothing."""
        if self.actor == OVER:
            raise IllegalAction(_("The game is over; {text} can't be played.").format(text=repr(text)))
        try:
            code = self._code_of_legal(text) if self._may_list else None
        except ValueError as error:
            raise IllegalAction(
                _("{text} isn't an action of this game").format(text=repr(text)), str(error), hint=self._legal_hint()
            ) from None
        if code is None:
            refusal = self.why_not(text) or Refusal("", "")
            raise IllegalAction(
                _("{text} isn't allowed now").format(text=repr(text)), refusal.text, refusal.rule, self._legal_hint()
            )
        return code

    def settle(self, rng: Rng | int = _OWN) -> Position:
        """Let chance act until a seat must decide or the game is over, in place; returns self.

        ``settle()`` draws from the position's own stream (``start(seed=7)``). ``settle(7)`` draws what follows from that number
        and the ply, as if 7 had been the seed of the start: so the same number at every step is as good as any. A generator
        (``hanlin.luck(7)``) goes on with each draw.
        """
        self._check_whole()
        source = self._source(rng, "settle")
        while self.actor == CHANCE:
            self._chance(source)
        return self

    def chance(self, rng: Rng | int = _OWN) -> Position:
        """One action of chance, drawn by weight, in place; returns self. Draws as ``settle`` does."""
        self._check_whole()
        if self.actor != CHANCE:
            raise IllegalAction(_("Nothing is being drawn now."), hint=self._legal_hint())
        return self._chance(self._source(rng, "chance"))

    def _chance(self, source: Rng | int) -> Position:
        """One action of chance, from a generator or from a seed and the ply."""
        code = int(generic.sample(self.state, seeded(source, self.ply) if isinstance(source, int) else source))
        return self._apply(code, self.game.text(self.state, code))

    def _source(self, given: Any, verb: str) -> Rng | int:
        """The random source of chance: the given one, or else the position's own seed."""
        if given is not _OWN:
            return _source(given)
        if self._seed is None:
            raise HanlinError(
                f"This position has no random stream: begin with start(seed=7), or give a number, as in {verb}(7)."
            )
        return self._seed

    def guess(self, rng: Rng | int) -> Position:
        """A whole position that this view may be (determinization), sampled from its posterior; it has no history.

        ``rng``: a generator made by ``luck``, or a seed. HanlinError for a whole position, which hides nothing.
        """
        if self.seat is None:
            raise HanlinError("There is nothing to guess in a whole position; take a view: position.seen_by(seat).guess(rng).")
        states = filled(self._states, _generator(rng))
        text = position_text(self.game, self.players, self.options, None, states[0])
        return Position(self.game, states, self.options, begun=text)

    def playout(self, rng: Rng | int) -> Position:
        """The position at the end of a game that goes on from here with uniformly random legal actions; it has no history.

        A view is filled in first, as by ``guess``. ``rng``: a generator made by ``luck``, or a seed. Nothing changes here.
        """
        source = _generator(rng)
        states = self._states if self.seat is None else filled(self._states, source)
        return Position(self.game, ended(states, source), self.options)

    def value(self, seat: int) -> float:
        """The game's own quick estimate of a seat's prospects, in points: higher is better. Compare seats and positions by it.

        It looks at the position alone, without search; 0.0 for a game that has none.
        """
        seat = self._seat(seat)
        if seat < 0:
            raise HanlinError("A spectator has no points; ask for a seat from 0.")
        return float(generic.value(self.state, seat))

    def copy(self) -> Position:
        """An independent position, history and stream of chance included: it meets the same luck where it goes the same way."""
        return self._with(copied(self._states), self._history)

    def record(self, seats: list[str] | None = None) -> str:
        """The game so far as the text of a .hanlin file; in a view, hidden last words are ``?``.

        ``seats`` names who sits there; ValueError for names that the format can't hold.
        """
        scores = self.scores if self.over else None
        return record_text(self.game, self.players, self.options, self.moves, scores, seats, self._begun)

    def text(self) -> str:
        """The position as one line of text, from which ``hanlin.position`` makes it again (``docs/rules/notation.md``).

        It holds all that the position is but its history; in a view, what the seat does not know is ``?``.
        """
        return position_text(self.game, self.players, self.options, self.seat, self.state)

    def key(self) -> int:
        """A 64-bit key for tables of positions: equal for positions of the ``same_state``, whatever their history.

        It is the same in every process and on every machine with the same rules; two others share it by chance once in 2⁶⁴.
        """
        game = self.game
        files = sorted(game.tags(self.options).items())
        about = (game.name, game.rules_version, game.options_text(self.options), files, self.players, self.seat)
        found = hashlib.blake2b(repr(about).encode() + self.state.tobytes(), digest_size=8)
        return int.from_bytes(found.digest(), "little")

    def same_state(self, other: Position) -> bool:
        """True if both are the same position by game, options, viewer and state; ``==`` compares the history as well."""
        return (
            isinstance(other, Position)
            and self.game is other.game
            and self.seat == other.seat
            and self.options == other.options
            and self.state.tobytes() == other.state.tobytes()
        )

    def svg(self, seat: int | None = None) -> str:
        """A drawing of the position as ``seat`` sees it (None: everything that this position holds)."""
        seen = self if seat is None else self.seen_by(seat)
        return str(self.game.drawing.board(seen))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return str(self.game.words.describe(self))

    def __repr__(self) -> str:
        return f"<Position of {self.game.name}: {self.players} players, {self.ply} actions>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.game is other.game
            and self.seat == other.seat
            and self.options == other.options
            and self._states.tobytes() == other._states.tobytes()
            and self._known_moves == other._known_moves
            and self._history == other._history
        )

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: Mapping[int, Any]) -> Position:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        # Bytes instead of arrays: they are small, and the reader's game says what they mean.
        return {
            "game": self.game,
            "options": self.options,
            "seat": self.seat,
            "state": self._states[:1].tobytes(),
            "moves": self._known_moves,
            "history": self._history,
            "begun": self._begun,
            "seed": self._seed,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        states = np.frombuffer(kept["state"], kept["game"].dtype).copy()
        moves, seat = kept["moves"], kept["seat"]
        more = {"history": kept["history"], "begun": kept["begun"], "seed": kept.get("seed")}
        Position.__init__(self, kept["game"], states, kept["options"], moves, seat, **more)

    # -- inside ----------------------------------------------------------------------------------------------------------

    def _apply(self, code: int, text: str) -> Position:
        actor = self.actor
        only = self.game.seen_only_by(self.state, code) if actor == CHANCE else -1
        history = self._history
        if self._states.tobytes() != self._played_to:
            # The state was edited: from here on it does not follow from the actions.
            history = history.with_state(self._states)
        before = copied(self._states)
        generic.play(self.state, code)
        self._settle_in(history.with_step(Step(actor, text, code, only), self._states), before)
        return self

    def _settle_in(self, history: History, before: States | None) -> None:
        """The state in place is the one after ``history``; ``before``: the state one action earlier, if known."""
        self._history = history
        self._before = before
        self._played_to = self._states.tobytes()

    def _with(self, states: States, history: History) -> Position:
        more: dict[str, Any] = {"history": history, "begun": self._begun, "seed": self._seed}
        return Position(self.game, states, self.options, self._known_moves, self.seat, **more)

    def _moves_seen_by(self, seat: int) -> list[Move]:
        """The history with the last word of what the seat does not know yet replaced by ``?``."""
        moves = self.moves
        if self.seat is not None or self.over:
            return moves
        history, secrets = self._still_secret()
        for ply, only in secrets:
            if only != seat:
                moves[ply] = history.unseen(ply)
        return moves

    def _still_secret(self) -> tuple[History, list[tuple[int, int]]]:
        """The history, and its plies whose outcome only one seat knows, with the seat; found once for each history."""
        history, found = self._secrets
        if history is not self._history:
            history = self._history
            only = history.secrets()
            found = [(ply, only[ply]) for ply in self.game.still_secret(history.moves(), only)]
            self._secrets = history, found
        return history, found

    def secrets(self) -> dict[int, int]:
        """The plies (from 0) whose outcome only one seat saw when it came, and which seat."""
        return self._history.secrets()

    def still_secret(self) -> list[int]:
        """The plies (from 0) whose outcome only one seat knows."""
        return [ply for ply, _only in self._still_secret()[1]]

    def _check_whole(self) -> None:
        if self.seat is not None:
            raise IllegalAction(_("You can't play on from a seat's view; use the full position."))

    def _seat(self, seat: int) -> int:
        number = whole(seat)
        if number is None:
            raise HanlinError(f"A seat is a whole number from 0 to {self.players - 1} (-1: a spectator), not {seat!r}.")
        if not -1 <= number < self.players:
            raise HanlinError(f"There is no seat {described(number)}; the seats are 0 to {self.players - 1}.")
        return number

    @property
    def _may_list(self) -> bool:
        """False in a view of a seat that does not act."""
        return self.seat is None or (self.seat >= 0 and self.actor == self.seat)

    def _legal_codes(self) -> list[int]:
        """The codes of what the actor may do, listed once for each state."""
        return self._list().codes

    def _list(self) -> _Listed:
        """What the actor may do in the present state.

        Threads share views: a list is kept only when it is complete, so that nobody reads a part of it.
        """
        now, listed = self._states.tobytes(), self._listed
        if listed is None or listed.state != now:
            codes: list[int] = []
            if self.actor != OVER:
                out = np.zeros(max(self.game.max_actions, self.game.max_outcomes), np.int32)
                codes = out[: int(generic.actions(self.state, out))].tolist()
            self._listed = listed = _Listed(now, codes)
        return listed

    def _legal_texts(self) -> list[str]:
        """Their texts."""
        listed = self._list()
        if listed.texts is None:
            text, state = self.game.text, self.state
            listed.texts = [text(state, code) for code in listed.codes]
        return listed.texts

    def _code_of_legal(self, text: str) -> int | None:
        """The code of the legal action with that text, None where there is none; ValueError for what is no action at all."""
        if not isinstance(text, str):
            raise ValueError("an action is a str, one of position.legal.")
        code = self.game.parse(self.state, text)
        return code if code in self._legal_codes() and self.game.text(self.state, code) == text else None

    def _legal_hint(self) -> str:
        if not self._may_list or self.actor == OVER:
            return ""
        legal = self._legal_codes()
        first = ", ".join(self.game.text(self.state, code) for code in legal[:10])
        actions = _("{actions} and {n} more").format(actions=first, n=len(legal) - 10) if len(legal) > 10 else first
        who = _("chance") if self.actor == CHANCE else _("seat {seat}").format(seat=self.actor + 1)
        return _("Legal for {who}: {actions}.").format(who=who, actions=actions)


def _read_only(states: States) -> States:
    shown = states.view()
    shown.flags.writeable = False
    return shown


_GENERATOR = seeded()


def _source(rng: Any) -> Rng | int:
    """A generator, or a whole number that seeds one at each ply."""
    if getattr(rng, "dtype", None) == _GENERATOR.dtype and rng.shape == _GENERATOR.shape:
        return rng  # type: ignore[no-any-return]
    if whole(rng) is None:
        raise HanlinError(f"Chance needs a whole number, or a generator made by hanlin.luck, not {rng!r}.")
    return _seed(rng)


def _generator(rng: Any) -> Rng:
    """A generator, made from a whole number where that is given."""
    found = _source(rng)
    return seeded(found) if isinstance(found, int) else found


def _seed(seed: Any) -> int:
    number = seed_of(seed)
    if number is None:
        raise HanlinError(f"A seed is a whole number of at most 128 bits, not {described(seed)}.")
    return number


def luck(seed: int | str) -> Rng:
    """A generator of chance to hand to ``settle``, ``chance`` and bots: each draw continues from the one before.

    Equal seeds (whole numbers, or texts) give equal luck.
    """
    return seeded(seed if isinstance(seed, str) else _seed(seed))
