"""Clickable things in a drawing: the choices of the question, as the pictures need them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hanlin.core.lib.memo import memo
from hanlin.core.position.position import Position
from hanlin.core.verbs.presentation import Choice, Refusal, labelled
from hanlin.drawing import can, cannot, element, remembered
from hanlin.games.year_of_the_dragon.snapshot import Reading, read
from hanlin.games.year_of_the_dragon.words.choices import choices, twin
from hanlin.games.year_of_the_dragon.words.refusals import is_asked, refusal


@dataclass(frozen=True)
class Offers:
    """The choices by their action's text, those of the acting seat that the viewer may see."""

    reading: Reading
    legal: dict[str, Choice]
    """The legal ones."""
    choices: dict[str, Choice]

    def at(self, *steps: int) -> Offers | None:
        """The offers if the viewer decides in one of these steps, else None."""
        return self if self.choices and self.reading.step in steps else None

    def twin(self, action: str) -> str | None:
        """The legal action that does the same, at this palace or at one that is alike."""
        return twin(self.reading, self.reading.actor, action, self.legal) if self.legal else None

    def open(self, *actions: str) -> list[str]:
        """Those of the actions that are legal."""
        return [action for action in actions if action in self.legal]

    def why_not(self, actions: Sequence[str]) -> Refusal | None:
        """The reason why none of these illegal actions is open; None where the question is not about such actions."""
        if not self.choices:
            return None
        return next((refusal(self.reading, action) for action in actions if is_asked(self.reading, action)), None)

    def of(self, label: str, actions: Sequence[str], pick: str = "", refused: Refusal | None = None) -> Offer:
        """The offer of a thing with these actions.

        With ``pick`` a click picks it for a choice of several; ``refused`` says why it can't be chosen where it has no
        action.
        """
        legal = [action for action in actions if action in self.legal]
        if legal and pick:
            return Pick(pick)
        if legal:
            said = label
            if len(legal) == 1:
                choice = self.legal[legal[0]]
                said = labelled(choice.label, choice.effect) if choice.effect else choice.label
            # A click plays the type's own card; a wild one is played by a click on it, or from the list.
            usual = [action for action in legal if not action.endswith(" wild")] if len(legal) > 1 else []
            return Click(tuple(legal), said, tuple(usual) if len(usual) < len(legal) else ())
        return (self.why_not(actions) or refused) if self.choices else None

    def wrap(
        self,
        label: str,
        content: str,
        actions: list[str],
        glow: str = "",
        refused: Refusal | None = None,
        **values: str,
    ) -> str:
        """Content with what it offers; the arguments as for ``of`` and ``around``."""
        return around(self.of(label, actions, refused=refused), label, content, glow, **values)


class Click(NamedTuple):
    """A click, which plays one of these actions."""

    actions: tuple[str, ...]
    label: str
    usual: tuple[str, ...] = ()
    """Those that a click alone means, where not all."""
    then: str = ""
    """The action that the same click carries out after it."""


class Pick(NamedTuple):
    """A click, which picks this."""

    name: str


Offer = Click | Pick | Refusal | None
"""The offer of a thing: something to click, the reason why not, or nothing where nothing is asked."""


def around(offer: Offer, label: str, content: str, glow: str = "", **values: str) -> str:
    """Content with what it offers. ``glow`` is drawn round it when it may be clicked."""
    if isinstance(offer, Click):
        if offer.usual:
            values["data_usual"] = json.dumps(offer.usual)
        if offer.then:
            values["data_then"] = offer.then
        return can(offer.actions, offer.label, content + glow, **values)
    if isinstance(offer, Pick):
        return element(
            "g",
            element("title", label) + content + glow,
            class_="can",
            role="button",
            tabindex="0",
            data_pick=offer.name,
            aria_label=label,
            **values,
        )
    if offer is not None:
        return cannot(offer.text, offer.rule, label, content, **values)
    return element("g", content, role="img", aria_label=label, **values)


def offers(seen: Position) -> Offers:
    """The viewer's clickable things in this view."""
    r = read(seen.state)
    return _offers(r, tuple(seen.legal)) if seen.decides else _no_offers(r)


@memo(maxsize=64)
def _no_offers(r: Reading) -> Offers:
    return Offers(r, {}, {})


@remembered(16, names=True)
def _offers(r: Reading, legal: tuple[str, ...]) -> Offers:
    of = {choice.action: choice for choice in choices(r, legal)}
    return Offers(r, {action: of[action] for action in legal}, of)
