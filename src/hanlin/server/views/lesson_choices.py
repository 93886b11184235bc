"""The choices of a lesson's step: the board offers them, and only what it does not is a button in the step's panel."""

from __future__ import annotations

import json
from html import escape

from hanlin.server.tables.lessons import StepTable
from hanlin.server.views.table_view import Choices, View


def lesson_choices(view: View, table: StepTable) -> Choices:
    """Split the legal choices of a step: buttons for those that do its task and have no place, the others in a list that opens.

    Refused choices are left out: a step speaks of one thing.
    """
    choices = view.choices
    legal = [choice for choice in (*choices.shown, *choices.folded) if choice.refusal is None]
    answers = {each.action: table.place.step.answer_to(table.position, each.action) for each in legal}
    accepted = {action for action, answer in answers.items() if answer and not answer.detour}
    area = next((each.svg for each in view.seats if each.seat == table.seat), "")
    shown = [each for each in choices.shown if each.action in accepted and not each.on_board and not _offers(area, each.action)]
    return Choices(shown, [each for each in legal if each not in shown], [])


def _offers(svg: str, action: str) -> bool:
    """True where a drawing has a place for an action."""
    return f'"{escape(action)}"' in svg or escape(json.dumps(action)) in svg
