"""The words of Lanterns: see ``hanlin/core/verbs/protocols.py`` for what each function gives."""

from __future__ import annotations

from collections.abc import Sequence

from hanlin.core.i18n.language import N_, _
from hanlin.core.i18n.seat_names import seat_name
from hanlin.core.jit.events import Event
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.presentation import Choice, LogLine, Note, Panel, Question, Refusal
from lanterns.pieces import SIZES, TURNS

_OPTIONS = {
    "double": (N_("Double"), N_("Every lantern counts twice.")),
    "wind": (N_("Wind"), N_("Lanterns burn in calm and in storm.")),
    "scroll": (N_("Scroll"), N_("A file with three numbers: how many lanterns of each size there are.")),
}
_VALUES = {"calm": N_("Calm"), "storm": N_("Storm")}


def title() -> str:
    return _("Lanterns")


def blurb() -> str:
    return _("Light the largest lanterns. It is over soon.")


def option(name: str) -> tuple[str, str]:
    label, about = _OPTIONS[name]
    return _(label), _(about)


def option_value(name: str, value: str) -> str:
    return _(_VALUES[value])


def question(seen: Position) -> Question:
    if seen.actor == OVER:
        return Question(_("The evening is over."))
    if seen.actor == CHANCE:
        return Question(_("A lantern is drawn."), rule="L1.6")
    if seen.actor != seen.seat:
        return Question(_("{name} is looking at the lanterns.").format(name=seat_name(_colour(seen, seen.actor))))
    lights = [_light(seen, size) for size in range(1, SIZES + 1)]
    return Question(_("Which lantern do you light?"), [*lights, Choice("skip", _("Skip"))], rule="L1.1")


def _light(seen: Position, size: int) -> Choice:
    action = f"light {size}"
    return Choice(
        action,
        _("Light {size}").format(size=size),
        effect=f"+{size * (1 + int(seen.state.double))}",
        refusal=None if action in seen.legal else why_not(seen, action),
        on_board=True,
        goes_with=(f"hand {size}",),
    )


def why_not(seen: Position, action: str) -> Refusal:
    if action.startswith("draw"):
        return Refusal(_("Lanterns are drawn by chance."), "L1.6")
    return Refusal(_("You hold no lantern of that size."), "L1.2")


def log(seen: Position, actor: int, action: str, events: Sequence[Event]) -> list[LogLine]:
    if action.startswith("draw"):
        seat, size = action.split()[1:]
        name = seat_name(_colour(seen, int(seat) - 1))
        if size == "?":
            return [LogLine(_("{name} draws a lantern.").format(name=name), int(seat) - 1)]
        return [LogLine(_("{name} draws a lantern of size {size}.").format(name=name, size=size), int(seat) - 1)]
    name = seat_name(_colour(seen, actor))
    if action == "skip":
        return [LogLine(_("{name} skips.").format(name=name), actor)]
    return [_lit(name, event) for event in events]


def _lit(name: str, event: Event) -> LogLine:
    text = _("{name} lights a lantern of size {size}.").format(name=name, size=event.b)
    return LogLine(text, event.seat, event.a, str(event.a) if event.a == event.b else f"2 × {event.b}", "L1.1")


def notes(seen: Position, seat: int) -> list[Note]:
    return [Note(_("{n} turns in all").format(n=TURNS), "good", "L1.3")]


def panels(seen: Position) -> list[Panel]:
    rows: list[list[str | int]] = [[size + 1, int(seen.state.pool[size])] for size in range(SIZES)]
    return [Panel("pool", _("Pool"), [_("Size"), _("Left")], rows, _("Lanterns that you do not see."))]


def describe(position: Position) -> str:
    s = position.state
    turns = TURNS * position.players
    lines = [_("Lanterns, turn {n} of {all}").format(n=min(int(s.turn) + 1, turns), all=turns)]
    for seat in range(position.players):
        held = " ".join(str(size + 1) for size in range(SIZES) for _n in range(int(s.hands[seat, size])))
        name, points = seat_name(_colour(position, seat)), int(s.points[seat])
        lines.append(_("{name}: {points} points; lanterns {held}").format(name=name, points=points, held=held or "?"))
    return "\n".join([*lines, question(position).text])


def _colour(position: Position, seat: int) -> int:
    return position.game.colours[seat]
