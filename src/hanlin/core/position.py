"""Position: a state with its history, as a user of the library sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hanlin.core import generic
from hanlin.core.errors import HanlinError, IllegalAction
from hanlin.core.generic import CHANCE, OVER
from hanlin.core.rng import Rng, seeded

if TYPE_CHECKING:
    from hanlin.core.game import Game, Options, States

Move = tuple[int, str]
"""Who acted (a seat from 0, or CHANCE) and the action's text."""


class Position:
    """A game at one moment. Seats count from 0 here; in texts and records they count from 1.

    A position that came from ``seen_by`` holds only what that seat can know and can't be played on.
    """

    def __init__(
        self, game: Game, states: States, options: Options, moves: list[Move] | None = None, seat: int | None = None
    ) -> None:
        self.game = game
        self.options = dict(options)
        self.seat = seat
        """The seat whose view this is; None for the whole position; -1 for a spectator's view."""
        self.moves: list[Move] = list(moves or ())
        self._states = states
        self._for_show = False
        self._secret: dict[int, int] = {}
        self._codes: list[int] | None = None
        self._texts: list[str] | None = None

    # -- what there is to see ---------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The record itself (a NumPy record that shares this position's memory)."""
        return self._states[0]

    @property
    def players(self) -> int:
        return int(self.state.players)

    @property
    def actor(self) -> int:
        """The seat to move, or CHANCE (-1), or OVER (-2)."""
        return int(generic.actor(self.state))

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def decides(self) -> bool:
        """Whether who looks at this position decides in it: the actor in its own view, or whoever sees the whole.

        Drawings offer actions to click where it is true, and nowhere else.
        """
        return not self._for_show and self.actor >= 0 and self.seat in (None, self.actor)

    @property
    def legal(self) -> list[str]:
        """The texts of the actor's legal actions in canonical order (for chance: the possible outcomes).

        In a seat's view it is empty unless the seat itself is to move: what others or chance may do can tell secrets.
        """
        if self.seat is not None and (self.seat < 0 or self.actor != self.seat):
            return []
        return list(self._legal_texts())

    @property
    def weights(self) -> dict[str, int]:
        """For chance: each possible outcome's text and integer weight. Empty when a seat is to move, and in views."""
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
        """The seats that won; empty while the game goes on."""
        if not self.over:
            return []
        out = np.zeros(self.players, np.int64)
        generic.standing(self.state, out)
        return [seat for seat in range(self.players) if out[seat] == out.max()]

    def seen_by(self, seat: int) -> Position:
        """What ``seat`` (-1: a spectator) can know: a position to look at, with everything else removed."""
        if seat != -1:
            self._check_seat(seat)
        if self.seat is not None and self.seat != seat:
            raise HanlinError("This is a seat's view already; ask the whole position for another seat's view.")
        states = self._states.copy()
        generic.hide(states[0], seat)
        return Position(self.game, states, self.options, self._moves_seen_by(seat), seat)

    def for_show(self) -> Position:
        """This position only to be looked at, such as one of the past: nobody ``decides`` in it."""
        shown = self.copy()
        shown._for_show = True
        return shown

    # -- what one can do -------------------------------------------------------------------------------------------------

    def play(self, text: str) -> Position:
        """Carry out the actor's action of that text, in place; returns self. IllegalAction says what is wrong."""
        if self.seat is not None:
            raise IllegalAction("A seat's view can't be played on; play on the position it came from.")
        code = self.code(text)
        return self._apply(code, text)

    def apply(self, code: int) -> Position:
        """Carry out an action that is known to be legal, by its code, unchecked; returns self."""
        return self._apply(code, self.game.text(self.state, code))

    def code(self, text: str) -> int:
        """The code of the legal action with that text; IllegalAction otherwise. Changes nothing."""
        actor = self.actor
        if actor == OVER:
            raise IllegalAction(f"The game is over; {text!r} can't be played.")
        try:
            code = self.game.parse(self.state, text)
        except ValueError as error:
            raise IllegalAction(f"{text!r} is no action of this game: {error} {self._legal_hint()}") from None
        if code not in self._legal_codes() or self.game.text(self.state, code) != text:
            raise IllegalAction(f"{text!r} is not legal now. {self._legal_hint()}")
        return code

    def settle(self, rng: Rng | int) -> Position:
        """Let chance act until a seat must decide or the game is over, in place; returns self.

        ``rng`` is a generator (``hanlin.core.rng.seeded``) or a number that seeds one.
        """
        if self.seat is not None:
            raise IllegalAction("A seat's view can't be played on; settle the position it came from.")
        source = seeded(rng) if isinstance(rng, int) else rng
        while self.actor == CHANCE:
            self.chance(source)
        return self

    def chance(self, rng: Rng) -> Position:
        """One action of chance, drawn by weight, in place; returns self."""
        if self.actor != CHANCE:
            raise IllegalAction(f"It is not chance's turn. {self._legal_hint()}")
        return self.apply(int(generic.sample(self.state, rng)))

    def copy(self) -> Position:
        """An independent position, history included."""
        other = Position(self.game, self._states.copy(), self.options, self.moves, self.seat)
        other._secret = dict(self._secret)
        return other

    def record(self, seats: list[str] | None = None) -> str:
        """The game so far as the text of a .hanlin file; in a view, hidden last words are ``?``."""
        from hanlin.core.record import write_record

        return write_record(self, seats)

    def svg(self, seat: int | None = None) -> str:
        """A drawing of the position as ``seat`` sees it (None: everything there is to see here)."""
        seen = self if seat is None or self.seat is not None else self.seen_by(seat)
        return str(self.game.drawing.board(seen))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return str(self.game.words.describe(self))

    def __repr__(self) -> str:
        return f"<Position of {self.game.name}: {self.players} players, {len(self.moves)} actions>"

    # -- inside ----------------------------------------------------------------------------------------------------------

    def _apply(self, code: int, text: str) -> Position:
        actor = self.actor
        if actor == CHANCE:
            only = int(self.game.seen_only_by(self.state, code))
            if only >= 0:
                self._secret[len(self.moves)] = only
        generic.play(self.state, code)
        self.moves.append((actor, text))
        self._codes = self._texts = None
        return self

    def _moves_seen_by(self, seat: int) -> list[Move]:
        """The history with the last word of what the seat does not know yet replaced by ``?``."""
        moves = list(self.moves)
        if self.over:
            return moves
        for ply in self.still_secret():
            if self._secret[ply] != seat:
                moves[ply] = (moves[ply][0], moves[ply][1].rpartition(" ")[0] + " ?")
        return moves

    def still_secret(self) -> list[int]:
        """The plies (from 0) whose outcome only one seat knows."""
        return self.game.still_secret(self.moves, self._secret)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.players:
            raise HanlinError(f"There is no seat {seat}; the seats are 0 to {self.players - 1}.")

    def _legal_codes(self) -> list[int]:
        if self._codes is None:
            self._codes = []
            if self.actor != OVER:
                out = np.zeros(max(self.game.max_actions, self.game.max_outcomes), np.int32)
                self._codes = [int(code) for code in out[: int(generic.actions(self.state, out))]]
        return self._codes

    def _legal_texts(self) -> list[str]:
        if self._texts is None:
            self._texts = [self.game.text(self.state, code) for code in self._legal_codes()]
        return self._texts

    def _legal_hint(self) -> str:
        legal = self._legal_codes()
        shown = ", ".join(self.game.text(self.state, code) for code in legal[:10]) + (
            f" and {len(legal) - 10} more" if len(legal) > 10 else ""
        )
        who = "chance" if self.actor == CHANCE else f"seat {self.actor + 1}"
        return f"Legal for {who}: {shown}."
