"""Tips of things in a drawing: their effect, in a sentence."""

from __future__ import annotations

from hanlin.core.i18n.language import _
from hanlin.drawing import remembered
from hanlin.games.year_of_the_dragon.words import effects, names


@remembered(32)
def person_tip(kind: int) -> str:
    """A person of a kind."""
    return effects.named(names.kind_name(kind), effects.kind_effect(kind))


@remembered(256)
def stock_tip(kind: int, left: int, later: bool) -> str:
    """A pile of persons: how many are left, and what one does. ``later``: while actions are chosen."""
    head = _("{person}: {n} left").format(person=names.kind_name(kind), n=left)
    when = [_("You hire after the action.")] if later else []
    return " ".join([f"{head}.", effects.kind_effect(kind), *when])


@remembered(32)
def type_tip(of_type: int) -> str:
    """A type of persons, or the wild card."""
    return effects.named(names.type_name(of_type), effects.type_effect(of_type))


@remembered(16)
def card_tip(card: int) -> str:
    """An action card."""
    return effects.named(names.card_name(card), effects.card_effect(card))


@remembered(16)
def wall_tile_tip(benefit: int) -> str:
    """A wall tile."""
    return effects.named(_("Wall tile"), effects.benefit_effect(benefit))


@remembered(64)
def palace_tip(label: str) -> str:
    """A palace, described by its label."""
    return f"{label}. {effects.good_effect('palace')}"


@remembered(4)
def pass_tip() -> str:
    """The place of those who pass."""
    return _("Pass: take yuan until you have 3; no dragon is placed.")


@remembered(16)
def good_tip(icon: str, label: str) -> str:
    """So many of a good or of a privilege, by the name of its picture."""
    return f"{label}. {effects.good_effect(icon)}"
