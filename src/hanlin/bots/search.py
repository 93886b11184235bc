"""The search as Python calls it: a seat's view and a budget in, a thought-out action with its alternatives out.

``Searcher`` owns the memory of a search and can be kept for a whole game; recipes are data (``levels.toml``). With two threads
two workers search side by side, each with luck and memory of its own and half of the iterations, and what they found is added
up: a tree at its root (root parallel), a comparison after each round. So a thought is the same however the threads take turns.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from hanlin.bots import ismcts, sequential_halving
from hanlin.bots.evaluation import MOST_SEATS, RECIPE, SEEN
from hanlin.bots.network import Network, no_network
from hanlin.core.jit.rng import GENERATOR, seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.rulebook import Rulebook

ROOM_FOR_NODES = 1 << 17
ROOM_FOR_EDGES = 1 << 20
FIRST_CHUNK = 8
"""Iterations before the clock is looked at for the first time."""
LONGEST_CHUNK = 0.01
"""Seconds between two looks at the clock."""
LOOKS_OF_A_TRY = 10
"""How many mere looks at an action take as long as trying it with the replies of a comparison."""
FEWEST_SAMPLES = 5
"""Samples that a comparison needs to see how much luck is in them,"""
CLEAR = 5.0
"""and standard errors by which one action must lead for the choice to be clear."""
CATCHING_UP = 0.4
"""The part of the tries left that a tree may still give to the second action: where that would not bring it to the front, the
choice is clear. (With 0.35 six of 278 choices came out otherwise than at the end, which cost 0.02 % of a win a choice.)"""
T = TypeVar("T")
GLANCE = 0.02
"""The part of a comparison's time that goes into choosing whom to compare: each guess says much the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much a decision may cost: iterations, or seconds of the thread's own CPU time, whichever is used up first.

    With iterations alone the same view, seed and budget give the same action anywhere. ``patience``: a decision is made early
    where the rest of the budget would hardly change it any more.
    """

    iterations: int | None = None
    seconds: float | None = None
    patience: bool = False

    def share(self, worker: int, workers: int) -> Budget:
        """What one of several workers may use: its part of the iterations, and the same seconds, since each has a thread."""
        if self.iterations is None:
            return self
        return replace(self, iterations=(self.iterations + workers - 1 - worker) // workers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """How a game is searched. The meaning of the numbers stands at ``judging.RECIPE``."""

    kind: str = "tree"
    """``tree`` or ``comparison``."""
    explore: float = 1.0
    temperature: float = 3.0
    doubt: float = 1.0
    doubt_left: float = 8.0
    margin: float = 0.0
    replies: int = 4
    far: tuple[tuple[int, int], ...] = ()
    """Of a comparison: pairs of tries and of replies that take the place of ``replies`` where there is time for so many tries,
    the fewest first. More replies tell more of an action, and each of them is more in need of many tries."""
    every: int = 0
    """Of a comparison: replies between two looks at a position, of which the mean counts; 0: only the last is looked at."""
    laps: bool = False
    """Of a comparison: replies come in whole rounds of the table. After a third of them what was learned is asked, right after
    a decision of the seat that searches, since it judges such positions; at the end ``value``. The mean counts."""
    prior: float = 0.0
    """Of a comparison: as many guesses what an action promised before any reply is worth beside what it came to in them."""
    greedy: bool = True
    breadth: int = 64
    ripe: int = 1
    foresight: bool = False
    public: bool = False

    def plainly(self) -> Recipe:
        """The same for plain speed, at which there is time for little more than a look at each action."""
        replies = 0 if self.kind == "comparison" else min(self.replies, 1)
        return replace(self, replies=replies, far=(), breadth=min(self.breadth, 8))

    def packed(self) -> NDArray[np.void]:
        """The recipe as compiled code reads it."""
        row = np.zeros(1, RECIPE)
        for name in RECIPE.names or ():
            row[0][name] = getattr(self, name)
        return row


AT_ONCE = np.zeros(1, np.int64)
"""The looks of a comparison that has an action judged right after it."""


def looks(recipe: Recipe, players: int, tries: float) -> NDArray[np.int64]:
    """How many decisions a comparison plays out before each look, where there is time for so many tries."""
    replies = ([recipe.replies] + [far for fewest, far in recipe.far if tries >= fewest])[-1]
    if replies <= 0:
        return np.full(1, replies, np.int64)
    if recipe.laps:
        laps = math.ceil(replies / players)
        first = max(1, laps // 3)
        return np.array([first, laps - first][: min(2, laps)], np.int64) * players
    every = recipe.every if 0 < recipe.every < replies else replies
    return np.full(replies // every, every, np.int64)


@dataclass(frozen=True, slots=True)
class Line:
    """What a search thinks of one action: how often it was tried, the seat's mean result (0 … 1) and value (points) then."""

    code: int
    tries: int
    result: float
    points: float
    shares: tuple[float, ...] = ()
    """The mean result of every seat; empty where it was not kept."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The outcome of a search: the lines, best first, and what it took."""

    lines: list[Line]
    iterations: int
    seconds: float
    depth: int = 0

    @property
    def code(self) -> int:
        """The action to play."""
        return self.lines[0].code


class Clock:
    """Counts a budget down, in the CPU time of the thread that works: ``go`` where its work begins, ``stop`` where it ends."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.done = 0
        self._before = 0.0
        self._began: float | None = None

    def go(self) -> None:
        """Begin to count, or count on."""
        if self._began is None:
            self._began = time.thread_time()

    def stop(self) -> None:
        """Count no more."""
        self._before, self._began = self.spent(), None

    def spent(self) -> float:
        """Seconds of CPU time so far."""
        return self._before + (0.0 if self._began is None else time.thread_time() - self._began)

    def used(self) -> float:
        """The part of the budget that is used up."""
        parts = [0.0]
        if self.budget.iterations is not None:
            parts.append(self.done / max(1, self.budget.iterations))
        if self.budget.seconds is not None:
            parts.append(self.spent() / max(1e-9, self.budget.seconds))
        return max(parts)

    def whole(self, longer: float = 1.0) -> float:
        """How many iterations the budget has in all that take ``longer`` (so many times as long as those so far)."""
        most = float("inf") if self.budget.iterations is None else float(self.budget.iterations)
        if self.budget.seconds is None:
            return most
        return min(most, self.budget.seconds * self.done / max(1e-9, self.spent()) / longer)

    def chunk(self, until: float = 1.0, pace: float | None = None) -> int:
        """How many iterations to do before the next look, to stop when that part of the budget is used up.

        ``pace``: seconds an iteration, where another one than that of all iterations so far is to be expected.
        """
        wanted = float("inf")
        if self.budget.iterations is not None:
            wanted = math.ceil(until * self.budget.iterations) - self.done
        if self.budget.seconds is not None:
            if self.done == 0:
                return int(min(FIRST_CHUNK, wanted))
            pace = pace or max(self.spent(), 1e-6) / self.done
            left = min(LONGEST_CHUNK, until * self.budget.seconds - self.spent())
            wanted = min(wanted, left / pace)
        return max(1, int(min(wanted, 1 << 20)))


@dataclass(slots=True)
class Found:
    """What a tree says of an action: its tries, sums of results, of points and, where kept, of all seats' results."""

    code: int
    tries: int
    total: float
    points: float
    shares: NDArray[np.float64] | None

    def add(self, other: Found) -> None:
        """Count what another tree says of the action, too."""
        self.tries += other.tries
        self.total += other.total
        self.points += other.points
        self.shares = None if self.shares is None or other.shares is None else self.shares + other.shares

    def line(self, players: int) -> Line:
        """The same as means."""
        if not self.tries:
            return Line(self.code, 0, 0.0, 0.0)
        shares = () if self.shares is None else tuple((self.shares[:players] / self.tries).tolist())
        return Line(self.code, self.tries, self.total / self.tries, self.points / self.tries, shares)


def together(trees: list[list[Found]], players: int) -> list[Line]:
    """What several trees found at their roots, added up by action: the most tried first."""
    sums: dict[int, Found] = {}
    for found in trees:
        for each in found:
            if each.code in sums:
                sums[each.code].add(each)
            else:
                sums[each.code] = each
    return sorted((each.line(players) for each in sums.values()), key=lambda line: (line.tries, line.result), reverse=True)


class Sample(NamedTuple):
    """So many guesses in a row of a comparison, and the mean value of each candidate in them."""

    rounds: int
    values: NDArray[np.float64]


def is_clear(samples: Sequence[Sample]) -> bool:
    """Whether one candidate is better than each other, beyond what luck may do to some samples of the same guesses."""
    if len(samples) < FEWEST_SAMPLES:
        return False
    weights = np.array([sample.rounds for sample in samples], float) / sum(sample.rounds for sample in samples)
    values = np.array([sample.values for sample in samples])
    best = int(np.argmax(weights @ values))
    leads = values[:, best, None] - np.delete(values, best, 1)
    means = weights @ leads
    errors = np.sqrt(weights**2 @ (leads - means) ** 2 * len(samples) / (len(samples) - 1))
    return bool((means > CLEAR * errors).all())


class Worker:
    """One thread's part of a search: a generator, a desk and, where the recipe grows one, a tree of its own."""

    def __init__(self, game: Rulebook, recipe: Recipe, fast: bool, net: Network) -> None:
        self.game = game
        self.recipe = recipe
        self.fast = fast
        self._recipe = recipe.packed()
        self._net = net
        self.desk = np.zeros(4, game.dtype)
        self._codes = np.zeros(game.max_actions, np.int32)
        self._results = np.zeros((2, MOST_SEATS))
        self._ranks = np.zeros(MOST_SEATS, np.int64)
        self._rngs = np.zeros(3, GENERATOR)
        self.samples: list[Sample] = []
        """What the last comparison found in each of its chunks."""
        self._after: bytes = b""
        """The view that would follow from the last thought without anybody else's doing: then its tree goes on."""
        self._next_root = 0
        self._is_fresh = True
        self._memory = self._remember() if recipe.kind == "tree" else None
        self.clock = Clock(Budget())

    def _remember(self) -> ismcts.Memory:
        """All the room that a tree needs. The system gives it when it is first written to."""
        most = self.game.max_actions
        return ismcts.Memory(
            tree=np.zeros(1, ismcts.TREE),
            nodes=np.zeros(ROOM_FOR_NODES, ismcts.NODE),
            edges=np.zeros(ROOM_FOR_EDGES, ismcts.EDGE),
            points=np.zeros(ROOM_FOR_EDGES),
            children=np.zeros(2 * ROOM_FOR_NODES, ismcts.CHILD),
            path=np.zeros((2, ismcts.LONGEST_PATH), np.int64),
            codes=self._codes,
            worth=np.zeros(most),
            results=self._results,
            ranks=self._ranks,
            totals=np.zeros((ismcts.ROOM_AT_ROOT, MOST_SEATS)),
        )

    def sit_down(self, view: Any, seat: int, budget: Budget, seed: tuple[object, ...]) -> None:
        """Get ready for a decision."""
        self.desk[SEEN] = view
        self.seat = seat
        self.clock = Clock(budget)
        self._rngs[0] = seeded(*seed)

    def actions(self) -> NDArray[np.int32]:
        """The codes of what the seat may do."""
        return self._codes[: int(generic.actions(self.desk[SEEN], self._codes))].copy()

    # -- the tree ---------------------------------------------------------------------------------------------------------

    def grow(self) -> list[Found]:
        """Let the tree grow until the budget is used up: what was found of each action."""
        memory, clock = self._memory, self.clock
        assert memory is not None
        self._plant(memory)
        run = ismcts.grow_fast if self.fast else ismcts.grow
        while clock.used() < 1.0 and not self._is_full(memory):
            chunk = clock.chunk()
            run(self.desk, self.seat, memory, self._recipe, self._net, chunk, self._rngs)
            clock.done += chunk
            if clock.budget.patience and self._is_settled(memory, clock):
                break
        return [self._found(memory, edge) for edge in self._root_edges(memory)]

    @property
    def depth(self) -> int:
        """The longest path in the tree, in decisions."""
        return int(self._memory.tree[0].depth) if self._memory is not None else 0

    def _plant(self, memory: ismcts.Memory) -> None:
        """Begin a tree, or go on with the part of the last one that the game has come to."""
        state = self.desk[SEEN].tobytes()
        if state == self._after and memory.tree[0].nodes < ROOM_FOR_NODES // 2 and memory.tree[0].edges < ROOM_FOR_EDGES // 2:
            memory.tree[0].root = self._next_root
            self._is_fresh = False
            return
        ismcts.new_tree(memory)
        memory.totals[:] = 0.0
        self._is_fresh = True

    def expect(self, code: int) -> None:
        """Remember where the tree goes on if the seat decides again at once, with nothing that it could not foresee."""
        memory = self._memory
        assert memory is not None
        self._after = b""
        following = self.desk[SEEN : SEEN + 1].copy()
        state = following[0]
        generic.play(state, code)
        edge = next((edge for edge in self._root_edges(memory) if memory.edges[edge].action == code), -1)
        if int(generic.actor(state)) != self.seat or edge < 0:
            return
        before = int(memory.tree[0].nodes)
        node = int(ismcts.child_of(memory, int(memory.tree[0].root), edge, 0, self.seat))
        if 0 <= node < before:
            self._after = state.tobytes()
            self._next_root = node

    def _is_full(self, memory: ismcts.Memory) -> bool:
        room = memory.tree[0]
        return bool(room.nodes > ROOM_FOR_NODES - 64 or room.edges > ROOM_FOR_EDGES - 4096)

    def _root_edges(self, memory: ismcts.Memory) -> Iterator[int]:
        root = memory.nodes[memory.tree[0].root]
        yield from range(int(root["first"]), int(root["first"]) + int(root["edges"]))

    def _is_settled(self, memory: ismcts.Memory, clock: Clock) -> bool:
        """Whether what is left of the budget would not make the second action the most tried."""
        tries = sorted((int(memory.edges[edge]["visits"]) for edge in self._root_edges(memory)), reverse=True)
        used = clock.used()
        left = clock.done * (1.0 - used) / max(used, 1e-9)
        return len(tries) > 1 and used > 0.1 and tries[0] - tries[1] > CATCHING_UP * left

    def _found(self, memory: ismcts.Memory, edge: int) -> Found:
        row = memory.edges[edge]
        shares = memory.totals[edge].copy() if self._is_fresh and edge < ismcts.ROOM_AT_ROOT else None
        return Found(int(row["action"]), int(row["visits"]), float(row["total"]), float(memory.points[edge]), shares)

    # -- the comparison ---------------------------------------------------------------------------------------------------

    def try_until(
        self, candidates: NDArray[np.int32], looks: NDArray[np.int64], until: float
    ) -> tuple[int, NDArray[np.float64]]:
        """Compare candidates until that part of the budget is used up, at least once: how often, and their sums.

        looks: the decisions that are played before each look (``comparison.compare``).
        """
        n, clock = len(candidates), self.clock
        run = sequential_halving.compare_fast if self.fast else sequential_halving.compare
        sums = np.zeros((MOST_SEATS + 1, n))
        room = self._codes, self._results, self._ranks
        tried, rounds = 0, 1
        self.samples = []
        began = clock.spent()
        while True:
            before = sums[MOST_SEATS].copy()
            run(self.desk, self.seat, self._recipe, self._net, candidates, n, sums, *room, rounds, looks, self._rngs)
            self.samples.append(Sample(rounds, (sums[MOST_SEATS] - before) / rounds))
            tried += rounds
            clock.done += rounds * n
            if clock.used() >= until:
                return tried, sums
            pace = (clock.spent() - began) / (tried * n)
            rounds = max(1, clock.chunk(until, pace) // n)


class Searcher:
    """Searches one game. ``fast``: as machine code (compiled at the first call), otherwise the same steps plainly.

    ``threads``: how many search side by side, at most. At plain speed they take turns and find the same.
    ``net``: a learned judgement, of which each has a copy with room of its own.
    """

    def __init__(self, game: Rulebook, recipe: Recipe, fast: bool = True, threads: int = 1, net: Network | None = None) -> None:
        self.game = game
        self.recipe = recipe
        net = net if net is not None else no_network()
        self._workers = [Worker(game, recipe, fast, net.of_its_own()) for _ in range(threads)]
        self._working = self._workers
        self._pool = ThreadPoolExecutor(threads - 1) if fast and threads > 1 else None

    def think(self, view: Any, seat: int, budget: Budget, seed: object, threads: int | None = None) -> Thought:
        """The best action of ``seat`` in a state that shows what it sees (``hide``), where it is to move.

        view: a record of the game's dtype, left as it is. threads: how many search this time, all where nothing is said.
        The same view, seed, iterations and threads give the same thought.
        """
        self._working = self._workers[:threads]
        for number, worker in enumerate(self._working):
            worker.sit_down(view, seat, budget.share(number, len(self._working)), (seed, number) if number else (seed,))
        first = self._working[0]
        first.clock.go()
        self._seat, self._players = seat, int(view.players)
        codes = first.actions()
        if len(codes) == 1:
            return Thought([Line(int(codes[0]), 0, 0.5, 0.0)], 0, first.clock.spent())
        lines = self._compare(codes) if self.recipe.kind == "comparison" else self._grow()
        clocks = [worker.clock for worker in self._working]
        depth = max(worker.depth for worker in self._working)
        return Thought(lines, sum(clock.done for clock in clocks), max(clock.spent() for clock in clocks), depth)

    def _all(self, work: Callable[[Worker], T]) -> list[T]:
        """What each worker makes of some work, the first one in this thread."""
        first, *others = self._working
        if self._pool is None:
            return [work(first), *(_timed(worker, work) for worker in others)]
        waiting = [self._pool.submit(_timed, worker, work) for worker in others]
        return [work(first), *(other.result() for other in waiting)]

    def _grow(self) -> list[Line]:
        """The lines of all trees together."""
        lines = together(self._all(Worker.grow), self._players)
        for worker in self._working:
            worker.expect(lines[0].code)
        return lines

    def _try_until(
        self, candidates: NDArray[np.int32], looks: NDArray[np.int64], until: float
    ) -> tuple[int, NDArray[np.float64]]:
        """``Worker.try_until`` of all, added up."""
        candidates = np.ascontiguousarray(candidates)
        tried, sums = zip(*self._all(lambda worker: worker.try_until(candidates, looks, until)), strict=True)
        return sum(tried), np.sum(sums, axis=0)

    def _compare(self, candidates: NDArray[np.int32]) -> list[Line]:
        """Sequential halving: all actions by their value at once, then the best few with replies, each time half of them."""
        looked, sums = self._try_until(candidates, AT_ONCE, GLANCE)
        promised = sums[MOST_SEATS] / looked
        kept = np.argsort(-promised, kind="stable")[: self.recipe.breadth]
        lines: list[Line] = []
        rounds = max(1, math.ceil(math.log2(max(2, len(kept)))))
        candidates, promised = candidates[kept], promised[kept]
        tried, total, looks = 0, np.zeros((MOST_SEATS + 1, len(kept))), self._looks()
        for number in range(rounds):
            until = GLANCE + (1.0 - GLANCE) * (number + 1) / rounds
            more, sums = self._try_until(candidates, looks, until)
            tried, total = tried + more, total + sums
            order = np.argsort(-total[MOST_SEATS] - self.recipe.prior * promised, kind="stable")
            over = number == rounds - 1 or self._is_clear()
            stay = 0 if over else max(1, (len(order) + 1) // 2)
            lines[:0] = [self._line(int(candidates[k]), tried, total[:, k] / tried) for k in order[stay:]]
            if over:
                break
            candidates, promised, total = candidates[order[:stay]], promised[order[:stay]], total[:, order[:stay]]
        return lines

    def _is_clear(self) -> bool:
        """Whether the rest of a patient budget may be saved."""
        samples = [sample for worker in self._working for sample in worker.samples]
        return self._working[0].clock.budget.patience and is_clear(samples)

    def _looks(self) -> NDArray[np.int64]:
        """How many decisions are played out before each look at what comes of a candidate: the more, the more time there is."""
        tries = self._working[0].clock.whole(LOOKS_OF_A_TRY) * len(self._working)
        return looks(self.recipe, self._players, tries)

    def _line(self, code: int, tries: int, means: NDArray[np.float64]) -> Line:
        points, shares = float(means[MOST_SEATS]), tuple(means[: self._players].tolist())
        return Line(code, tries, float(means[self._seat]), points, shares)


def _timed(worker: Worker, work: Callable[[Worker], T]) -> T:
    """Some work in a thread where the worker's clock does not run yet."""
    worker.clock.go()
    try:
        return work(worker)
    finally:
        worker.clock.stop()
