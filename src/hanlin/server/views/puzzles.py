"""A puzzle beside its board: what is asked, what an answer was worth, and the solution once it is known.

Everything before the solution is computed from the solver's view, and says of the best action only what it is worth.
"""

from __future__ import annotations

from typing import NamedTuple

from babel.numbers import format_percent

from hanlin.bots.hints import in_words
from hanlin.bots.reasons import told_apart
from hanlin.core.i18n.language import _, current_language, ngettext
from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import labelled
from hanlin.core.verbs.puzzles import Answer, Puzzle, Step
from hanlin.drawing.svg import number
from hanlin.server.tables.puzzles import PuzzleTable, start_of
from hanlin.server.views.log_html import signed

SEED = "puzzle"
WIDTH, HEIGHT = 240, 48
"""Of the drawing of a rating over time."""


class Judged(NamedTuple):
    """A judged action in words with its share of the win and its lead at the end."""

    text: str
    share: str
    points: str
    mark: str = ""
    """"best", or "tempting" for the wrong answer that is given most; else empty."""


class Wrong(NamedTuple):
    """A wrong answer: in words, what it overlooks, its worth, and that of the best action."""

    text: str
    reason: str
    worth: str


class Solved(NamedTuple):
    """A step with its solution: the best action, why; a wrong one that tempts, what it overlooks; all judged actions."""

    text: str
    reason: str
    other: str
    overlooked: str
    answers: tuple[Judged, ...]


class Panel(NamedTuple):
    """The texts beside the board of a puzzle. ``state``: "asked", "wrong", "solved" or "shown"."""

    state: str
    goal: str
    found: int
    steps: int
    wrong: Wrong | None
    solution: tuple[Solved, ...]
    level: str
    themes: tuple[tuple[str, str], ...]
    """The ids and titles of its themes, once the puzzle is done."""


def panel_of(table: PuzzleTable) -> Panel:
    """The texts about a puzzle in its present state, in the current language."""
    puzzle, made = table.puzzle, table.progress
    with table.lock, table.called(puzzle.seat):
        titles = table.game.words.puzzle_themes()
        return Panel(
            state="wrong" if made.wrong else "asked" if not table.done else "shown" if made.given_up else "solved",
            goal=_goal(len(puzzle.steps)),
            found=made.found,
            steps=len(puzzle.steps),
            wrong=_wrong(table) if made.wrong else None,
            solution=_solution(puzzle, current_language()) if table.done else (),
            level=level_name(puzzle.level),
            themes=tuple((theme, titles.get(theme, theme)) for theme in puzzle.themes) if table.done else (),
        )


def reason_of(table: PuzzleTable, action: str) -> str:
    """Explain what an action of a puzzle's present step overlooks, or why the best one is best."""
    seen, step = table.seen_by(table.puzzle.seat), table.step
    with table.lock, table.called(table.puzzle.seat):
        if action == step.best.action:
            return told_apart(seen, action, step.tempting or step.answers[1].action, SEED)[0]
        return told_apart(seen, step.best.action, action, SEED)[1]


def level_name(level: str) -> str:
    """A difficulty in words."""
    return {"easy": _("easy"), "medium": _("medium"), "hard": _("hard")}[level]


def percent(share: float) -> str:
    """A share of the win in percent."""
    return format_percent(share, locale=current_language())


def lead(points: float) -> str:
    """A lead in points over the mean of the others."""
    return signed(round(points))


def curve(ratings: tuple[float, ...]) -> str:
    """The points of a line through ratings in their order, in a box of WIDTH and HEIGHT."""
    least, most = min(ratings), max(ratings)
    high = max(most - least, 1.0)
    step = WIDTH / max(1, len(ratings) - 1)
    return " ".join(
        f"{number(round(n * step, 1))},{number(round((HEIGHT - 6) * (1 - (rating - least) / high) + 3, 1))}"
        for n, rating in enumerate(ratings)
    )


def _goal(steps: int) -> str:
    if steps == 1:
        return _("Find the best move.")
    return ngettext("Find the best {n} move.", "Find the best {n} moves.", steps).format(n=steps)


def _wrong(table: PuzzleTable) -> Wrong:
    seen, tried, best = table.seen_by(table.puzzle.seat), table.progress.wrong, table.step.best
    judged = table.step.answer(tried)
    if judged is None:
        worst = _("Less than {share} to win; the best move: {best}.")
        worth = worst.format(share=percent(table.step.answers[1].share), best=percent(best.share))
    else:
        worth = _worth(judged, best)
    return Wrong(_said(seen, tried), reason_of(table, tried), worth)


def _worth(judged: Answer, best: Answer) -> str:
    """Compare a wrong answer with the best: by the share of the win, or by the points where that says more."""
    if percent(judged.share) != percent(best.share):
        return _("{share} to win; the best move: {best}.").format(share=percent(judged.share), best=percent(best.share))
    text = _("A lead of {points} points at the end; with the best move: {best}.")
    return text.format(points=lead(judged.points), best=lead(best.points))


@memo(maxsize=64)
def _solution(puzzle: Puzzle, _language: str) -> tuple[Solved, ...]:
    at, found = start_of(puzzle).copy(), []
    for step in puzzle.steps:
        found.append(_step(at.seen_by(puzzle.seat), step))
        at.play(step.best.action)
    return tuple(found)


def _step(seen: Position, step: Step) -> Solved:
    other = step.tempting or step.answers[1].action
    reason, overlooked = told_apart(seen, step.best.action, other, SEED)
    marks = {step.tempting: "tempting", step.best.action: "best"}
    answers = tuple(
        Judged(_said(seen, each.action), percent(each.share), lead(each.points), marks.get(each.action, ""))
        for each in step.answers
    )
    return Solved(_said(seen, step.best.action), reason, _said(seen, other), overlooked, answers)


def _said(seen: Position, action: str) -> str:
    """An action in words, as the question offers it: with its heading where others have the same label, and its effect."""
    choices = seen.game.words.question(seen).choices
    found = next((each for each in choices if each.action == action), None)
    if found is None:
        return in_words(seen, [(seen.seat or 0, action)], SEED, seen.seat)[0]
    alike = sum(each.label == found.label for each in choices) > 1
    label = labelled(found.group, found.label) if alike and found.group else found.label
    return f"{label} ({found.effect})" if found.effect else label
