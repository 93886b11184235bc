"""Settings of the environments: what is refused, and how a refusal tells settings from options of the game."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import Parameter, signature
from typing import Any

from hanlin.core.errors import BadOption
from hanlin.core.lib.integers import whole
from hanlin.core.verbs.rulebook import Rulebook

ALL_SEATS = ("opponents", "seat")
"""Settings that environments of all seats do not have."""


def check_options(game: Rulebook, options: Mapping[str, Any], *kinds: type) -> None:
    """Raise BadOption for a keyword that is neither an option of the game nor a setting of an environment's classes."""
    names = [option.name for option in game.every_option]
    wrong = next((name for name in options if name not in names), None)
    if wrong is None:
        return
    settings = [name for kind in kinds for name in settings_of(kind)]
    if wrong in ALL_SEATS and wrong not in settings:
        raise BadOption(
            f"In this environment all seats are played from outside, so it has no setting {wrong}; "
            "use hanlin.envs.gym, vector or gym_vector."
        )
    raise BadOption(
        f"{game.name} has no option {wrong}, and this environment no setting of that name; options: "
        f"{', '.join(names) or 'none'}; settings: {', '.join(dict.fromkeys(settings))}."
    )


def settings_of(kind: type) -> list[str]:
    """The keyword settings of an environment."""
    return [each.name for each in signature(kind).parameters.values() if each.kind is Parameter.KEYWORD_ONLY]


def check_max_cycles(number: Any) -> int | None:
    """The most steps of a game; None for no limit."""
    if number is None:
        return None
    most = whole(number) or 0
    if most < 1:
        raise BadOption(f"max_cycles must be a whole number from 1, or None, not {number!r}.")
    return most
