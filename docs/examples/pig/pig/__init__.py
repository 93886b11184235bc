"""Pig: roll the die as often as you like, and hold; a 1 loses what the turn has brought. The first with 30 points wins."""

from __future__ import annotations

from dataclasses import dataclass, field

import hanlin

GOAL = 30


@dataclass
class State:
    points: list[int]
    seat: int = 0
    turn: int = 0  # what this turn has brought
    rolling: bool = field(default=False)


class Pig(hanlin.SimpleGame):
    name = "pig"
    players = (2, 3, 4)
    moves = ("roll", "hold")
    outcomes = ("1", "2", "3", "4", "5", "6")
    longest = 2000

    def start(self, players):
        return State([0] * players)

    def actor(self, state):
        if max(state.points) >= GOAL:
            return hanlin.OVER
        return hanlin.CHANCE if state.rolling else state.seat

    def legal(self, state):
        return ["roll", "hold"] if state.turn else ["roll"]

    def play(self, state, action):
        if action == "roll":
            state.rolling = True
        elif action == "hold":
            self._next(state, state.turn)
        else:
            state.rolling = False
            state.turn += int(action)
            if action == "1":
                self._next(state, 0)

    def _next(self, state, gain):
        state.points[state.seat] += gain
        state.turn, state.seat = 0, (state.seat + 1) % len(state.points)

    def points(self, state):
        return state.points

    def value(self, state, seat):
        return state.points[seat] + (0.7 * state.turn if seat == state.seat else 0)


GAME = Pig().game()
