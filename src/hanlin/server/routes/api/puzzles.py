"""Puzzles, for programs: one without its solution, and the judgement of an answer. Routes only."""

from __future__ import annotations

from litestar import Router
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody

from hanlin.contract import PuzzleAnswer, PuzzleJudgement, PuzzleState
from hanlin.core.i18n.language import _, language
from hanlin.core.position.game import Game
from hanlin.server.exceptions import NoSuchPuzzle
from hanlin.server.routes.api.tables import does, reads
from hanlin.server.routes.deps import AnyRequest, caller_of, language_of
from hanlin.server.services import Services
from hanlin.server.tables.puzzles import PuzzleTable, first_table, puzzle_of
from hanlin.server.views.puzzles import reason_of


@reads("/api/puzzles/daily", sync_to_thread=True)
def daily(services: NamedDependency[Services]) -> PuzzleState:
    """The puzzle of the day (by UTC), the same for everybody."""
    found = services.solvers.daily()
    if found is None:
        raise NoSuchPuzzle(_("There are no puzzles here yet."))
    return _state(services, first_table(*found))


@reads("/api/puzzles/{name:str}", sync_to_thread=True)
def next_puzzle(
    request: AnyRequest, services: NamedDependency[Services], name: FromPath[str], theme: FromQuery[str] = ""
) -> PuzzleState:
    """A puzzle of a game (of a ``theme``, if given) that you have not tried, about as hard as you are strong.

    404 when you have tried them all. Without an account it is always the same one.
    """
    game, owner = _game(services, name), caller_of(request).owner
    account = services.accounts.of(owner)
    puzzle = services.solvers.next(game, owner if account is not None else "", theme)
    if puzzle is None:
        raise NoSuchPuzzle(_("You have tried all puzzles of this game."))
    return _state(services, first_table(game, puzzle))


@reads("/api/puzzles/{name:str}/{puzzle_id:str}", sync_to_thread=True)
def puzzle(services: NamedDependency[Services], name: FromPath[str], puzzle_id: FromPath[str]) -> PuzzleState:
    """The puzzle of that id."""
    game = _game(services, name)
    return _state(services, first_table(game, puzzle_of(game, puzzle_id)))


@does("/api/puzzles/{name:str}/{puzzle_id:str}", sync_to_thread=True)
def answer(
    request: AnyRequest,
    services: NamedDependency[Services],
    name: FromPath[str],
    puzzle_id: FromPath[str],
    data: JSONBody[PuzzleAnswer],
) -> PuzzleJudgement:
    """Answer a puzzle: with its first actions or all of them.

    With an account, your first answer that is wrong or complete counts. 422 for an action that is not legal: it does not count.
    """
    game, owner = _game(services, name), caller_of(request).owner
    with language(language_of(request)):
        table = first_table(game, puzzle_of(game, puzzle_id))
        before = table
        for action in data.actions:
            before, table = table, table.after(table.puzzle.seat, action, table.number)
            if table.progress.wrong:
                break
        if not data.actions:
            table = table.solution(table.puzzle.seat, table.number)
        return _judged(services, owner, before, table)


ROUTES = Router("/", route_handlers=[daily, next_puzzle, puzzle, answer])


def _game(services: Services, name: str) -> Game:
    game = services.games.get(name.replace("-", "_"))
    if game is None:
        raise NotFoundException(_("There is no game {name} here.").format(name=name))
    return game


def _state(services: Services, table: PuzzleTable) -> PuzzleState:
    puzzle, game = table.puzzle, table.row.game
    seen = table.seen_by(puzzle.seat)
    rating = round(services.solvers.rating_of(game, puzzle).strength)
    actions = len(puzzle.steps)
    return PuzzleState(game, puzzle.id, puzzle.seat, puzzle.players, puzzle.level, rating, actions, seen.text(), seen.legal)


def _judged(services: Services, owner: str, before: PuzzleTable, table: PuzzleTable) -> PuzzleJudgement:
    """The judgement of the answer that led from one state of a puzzle to another; it is counted for an account."""
    puzzle, made = table.puzzle, table.progress
    step = before.step
    last = made.wrong or step.best.action
    worth = step.answer(last)
    attempt = None
    if services.accounts.of(owner) is not None:
        if table.done or made.wrong:
            attempt = services.solvers.note(owner, table.row.game, puzzle, table.done and not made.given_up)
        else:
            attempt = services.solvers.attempt(owner, table.row.game, puzzle.id)
    seen = table.seen_by(puzzle.seat)
    return PuzzleJudgement(
        right=0 if made.given_up else made.found,
        done=table.done and not made.given_up,
        share=None if worth is None else worth.share,
        best=step.best.share,
        reason=reason_of(before, last),
        position=seen.text(),
        legal=[] if table.done else seen.legal,
        solution=list(puzzle.solution) if table.done else [],
        counted=None if attempt is None else attempt.solved,
        rating=None if attempt is None else round(attempt.strength),
    )
