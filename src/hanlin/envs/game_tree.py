"""The whole tree of a small game for two seats, with its information sets: what exact tools work on.

    tree = game_tree("china", regions="2")
    print(tree.histories, tree.information_states)
    Path("china.efg").write_text(tree.efg())

Subtrees in which nobody decides any more become one payoff, their expectation, and plies without a choice are left out; so the
tree is smaller than the game, and its values are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from hanlin.core.errors import HanlinError
from hanlin.core.position.game import game as find_game
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.envs.ply_state import PlyState, Setup
from hanlin.envs.rewards import check_reward, final_rewards

SEATS: Final = 2
MOST_HISTORIES: Final = 2_000_000
"""A larger tree is refused: its nodes would fill the memory."""


Known = tuple[tuple[int, int], ...]
"""The actor and the code of each ply, as a seat knows them."""


@dataclass(slots=True)
class Node:
    """A node. ``who``: a seat, CHANCE or OVER; ``payoff``: of seat 0 at the end; ``state``: the number of the information set
    of a seat. ``shares``: the probabilities of chance; ``actions``: the codes of a seat's actions."""

    who: int
    payoff: Fraction = Fraction(0)
    state: int = -1
    children: list[Node] = field(default_factory=list)
    shares: list[Fraction] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class GameTree:
    """A tree with its size. ``histories``: all nodes of the game; ``information_states``: of each seat, before its decisions,
    those with one legal action included; ``sets``: of each seat the information sets of ``root``, where it has a choice."""

    name: str
    root: Node
    histories: int
    information_states: tuple[int, int]
    sets: tuple[int, int]
    perfect: bool
    """True where no information is hidden."""

    def efg(self) -> str:
        """The tree in Gambit's extensive form, which ``pyspiel.load_efg_game`` reads, too."""
        title = self.name.replace('"', "'")
        return "\n".join([f'EFG 2 R "{title}" {{ "seat 0" "seat 1" }}', '""', *_lines(self.root)]) + "\n"


def _lines(root: Node) -> Iterator[str]:
    """The nodes of a tree as lines, each before its children."""
    ends = chances = 0
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.who == OVER:
            ends += 1
            yield f't "" {ends} "" {{ {float(node.payoff)!r} {float(-node.payoff)!r} }}'
        elif node.who == CHANCE:
            chances += 1
            outcomes = " ".join(f'"{number}" {share}' for number, share in enumerate(node.shares))
            yield f'c "" {chances} "" {{ {outcomes} }} 0'
        else:
            actions = " ".join(f'"{code}"' for code in node.actions)
            yield f'p "" {node.who + 1} {node.state + 1} "" {{ {actions} }} 0'
        waiting += reversed(node.children)


def game_tree(game: str, *, reward: str = "zero_sum", **options: Any) -> GameTree:
    """Expand a small game; BadOption for invalid options, HanlinError if it is too large or for more than two seats.

    ``reward``: "zero_sum", or "margin", see ``hanlin.envs.rewards``.
    """
    check_reward(reward)
    if reward not in ("zero_sum", "margin"):
        raise HanlinError(f'A game tree needs rewards that sum to 0: "zero_sum" or "margin", not {reward!r}.')
    of = find_game(game)
    at = Setup(of.name, of.usual_players(options), tuple(sorted(options.items())))
    if at.players != SEATS:
        raise HanlinError(f"A game tree is for two seats, and this game has {at.players}: choose one of its small forms.")
    name = f"{of.name} {of.options_text(at.start.options)}"
    return _Expansion(at, reward).tree(name, perfect=not of.has_secrets)


class _Expansion:
    """Walks through all histories. An information set of a seat is what it knows of all plies, as in OpenSpiel's interface: a
    hidden outcome of chance is known once a later ply has shown it."""

    def __init__(self, setup: Setup, reward: str) -> None:
        self.setup, self.reward = setup, reward
        self.histories = 0
        self.plies: list[tuple[int, int]] = []
        """The actor and the code of each ply so far."""
        self.texts: list[tuple[int, str]] = []
        self.secrets: dict[int, int] = {}
        """Of each outcome that one seat alone saw: the ply, and that seat."""
        self.states: tuple[set[Known], set[Known]] = (set(), set())
        self.sets: tuple[dict[Known, tuple[int, list[int]]], ...] = ({}, {})

    def tree(self, name: str, *, perfect: bool) -> GameTree:
        root = self.node(PlyState(self.setup))
        numbers = tuple(len(states) for states in self.states)
        sets = tuple(len(states) for states in self.sets)
        return GameTree(name, root, self.histories, numbers, sets, perfect)  # type: ignore[arg-type]

    def node(self, state: PlyState) -> Node:
        self.histories += 1
        if self.histories > MOST_HISTORIES:
            raise HanlinError(f"This game has more than {MOST_HISTORIES:,} histories; choose a smaller form.")
        who = state.actor
        if who == OVER:
            return Node(OVER, Fraction(final_rewards(state.position(), self.reward)[0]).limit_denominator(1000))
        known = self.known(who) if who >= 0 else ()
        if who >= 0:
            self.states[who].add(known)
        codes = [int(code) for code in state.legal]
        children = [self.child(state, who, number, code) for number, code in enumerate(codes)]
        if len(children) == 1:
            return children[0]
        if who == CHANCE:
            weights = [int(weight) for weight in state.chances[: len(codes)]]
            return _by_chance(children, [Fraction(weight, sum(weights)) for weight in weights])
        number, actions = self.sets[who].setdefault(known, (len(self.sets[who]), codes))
        if actions != codes:
            raise HanlinError("Two positions that a seat can't distinguish have different legal actions; this is a fault.")
        return Node(who, state=number, children=children, actions=codes)

    def child(self, state: PlyState, who: int, number: int, code: int) -> Node:
        after = state.copy()
        after.play(number if who == CHANCE else int(self.setup.numbers[code]))
        ply = len(self.plies)
        self.plies.append((who, code))
        if self.setup.game.has_secrets:
            self.texts.append((who, state.text(code)))
            if who == CHANCE and after.seen_only_by >= 0:
                self.secrets[ply] = after.seen_only_by
        found = self.node(after)
        del self.plies[ply:], self.texts[ply:]
        self.secrets.pop(ply, None)
        return found

    def known(self, seat: int) -> Known:
        """A seat's knowledge of all plies; -1 in place of the code of a hidden one."""
        if not self.secrets:
            return tuple(self.plies)
        hidden = {ply for ply in self.setup.game.still_secret(self.texts, self.secrets) if self.secrets[ply] != seat}
        return tuple((who, -1 if ply in hidden else code) for ply, (who, code) in enumerate(self.plies))


def _by_chance(children: list[Node], shares: list[Fraction]) -> Node:
    """A node of chance; the expected payoff if nobody decides after it."""
    if all(child.who == OVER for child in children):
        payoff = sum((share * child.payoff for share, child in zip(shares, children, strict=True)), Fraction(0))
        return Node(OVER, payoff)
    return Node(CHANCE, children=children, shares=shares)
