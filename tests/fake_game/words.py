"""The words of Lanterns."""

from __future__ import annotations

from fake_game import SIZES, TURNS
from hanlin.core.faces import Choice, LogLine, Note, Panel, Question, Refusal
from hanlin.core.generic import OVER
from hanlin.core.seats import seat_name


def title():
    return "Lanterns"


def blurb():
    return "Light the largest lanterns. It is over soon."


def option(name):
    return name.capitalize(), f"About {name}."


def option_value(name, value):
    return str(value).capitalize()


def question(seen):
    if seen.actor == OVER:
        return Question("The evening is over.")
    if seen.actor != seen.seat:
        return Question(f"{seat_name(seen.actor)} is looking at the lanterns.")
    choices = [light(seen, size) for size in range(1, SIZES + 1)]
    return Question("Which lantern do you light?", [*choices, Choice("skip", "Skip")], rule="L1.1")


def light(seen, size):
    action = f"light {size}"
    refusal = None if action in seen.legal else why_not(seen, action)
    return Choice(action, f"Light {size}", effect=f"+{size}", refusal=refusal, on_board=True, goes_with=(f"hand {size}",))


def why_not(seen, action):
    return Refusal("You hold no lantern of that size.", "L1.2")


def log(seen, actor, action, told):
    if action.startswith("draw"):
        return [LogLine(f"A lantern is drawn: {action}.")]
    lines = [LogLine(f"{seat_name(actor)}: {action}.", actor)]
    return lines + [LogLine("It shines.", gain.seat, gain.a, str(gain.a), "L1.1") for gain in told]


def notes(seen, seat):
    return [Note(f"{TURNS} turns in all", "good", "L1.3")]


def panels(seen):
    return [
        Panel("pool", "Pool", ["Size", "Left"], [[size + 1, int(seen.state.pool[size])] for size in range(SIZES)], "Unseen.")
    ]


def describe(position):
    return f"Lanterns, turn {position.state.turn}"
