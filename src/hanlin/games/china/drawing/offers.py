"""What can be clicked in a position: each place of the board with the actions that a click there may carry out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from hanlin.core.faces import Refusal
from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.drawing import can, cannot, element
from hanlin.games.china.pieces import COLOURS, EMISSARY, KINDS, MOST_SPACES, PALACE, REFILL, SECOND, TURN
from hanlin.games.china.reading import Reading
from hanlin.games.china.words import names
from hanlin.games.china.words.question import choice, placement_label
from hanlin.games.china.words.refusals import placement, refusal

_can = lru_cache(maxsize=2048)(can)
_cannot = lru_cache(maxsize=4096)(cannot)


@dataclass(frozen=True, eq=False)
class Offers:
    """The legal actions by place, for the seat that looks and is to decide; empty for everybody else."""

    seen: Position
    reading: Reading
    asked: bool
    """Whether who looks is to decide now."""
    spaces: dict[int, list[str]] = field(default_factory=dict)
    courts: dict[int, list[str]] = field(default_factory=dict)
    """By region: emissaries."""
    row: dict[int, str] = field(default_factory=dict)
    pile: str = ""
    pays: frozenset[int] = frozenset()
    """The colours of cards that go with some action, and so are worth picking."""
    reasons: dict[tuple[int, int], Refusal] = field(default_factory=dict)
    """By kind of piece and region: why it can't be placed there, as far as that was asked."""

    def click(self, actions: list[str], content: str, id: str) -> str:
        """Content that carries out one of these legal actions. ``id`` is the place's own name on the page."""
        one = choice(self.seen, self.reading, actions[0])
        label = one.label if len(actions) > 1 or not one.effect else f"{one.label}: {one.effect}"
        paid = {action.split()[-1] for action in actions if action.split()[0] in KINDS}
        return _can(tuple(actions), label, content, data_with=f"card {paid.pop()}" if len(paid) == 1 else None, id=id)

    def space(self, space: int, content: str, id: str) -> str:
        """A palace space, to click or with the reason why not."""
        if space in self.spaces:
            return self.click(self.spaces[space], content, id)
        return self._refused(PALACE, space // MOST_SPACES, space % MOST_SPACES + 1, content, id)

    def court(self, region: int, content: str, id: str) -> str:
        """A dragon space, to click or with the reason why not."""
        if region in self.courts:
            return self.click(self.courts[region], content, id)
        return self._refused(EMISSARY, region, 0, content, id)

    def _refused(self, kind: int, region: int, n: int, content: str, id: str) -> str:
        if not self.asked or self.reading.phase not in (TURN, SECOND):
            return element("g", content, id=id)
        why = self._why_not(kind, region, n)
        label = placement_label(KINDS[kind], names.region_title(self.seen, region), str(n))
        return _cannot(why.text, why.rule, label, content, id=id)

    def _why_not(self, kind: int, region: int, n: int) -> Refusal:
        """The reason, which is the same for all free spaces of a region."""
        if (kind, region) not in self.reasons:
            self.reasons[kind, region] = placement(self.seen, self.reading, kind, region, n)
        return self.reasons[kind, region]

    def no_pile(self, content: str, id: str) -> str:
        """The place of the pile that has run out, with the reason why nothing is drawn there."""
        why = refusal(self.seen, self.reading, "take pile")
        return cannot(why.text, why.rule, _("Draw from the pile"), content, id=id)


def offers(seen: Position, r: Reading) -> Offers:
    """The offers of a position to who looks at it."""
    if not seen.decides:
        return Offers(seen, r, asked=False)
    spaces: dict[int, list[str]] = {}
    courts: dict[int, list[str]] = {}
    row, pile, pays = {}, "", set()
    for action in seen.legal:
        verb, *rest = action.split()
        if verb in KINDS:
            region = r.region_of(rest[0])
            pays.add(COLOURS.index(rest[-1]))
            if verb == "emissary":
                courts.setdefault(region, []).append(action)
            else:
                spaces.setdefault(MOST_SPACES * region + int(rest[1]) - 1, []).append(action)
        elif verb == "exchange":
            pays.add(COLOURS.index(rest[0]))
        elif action == "take pile":
            pile = action
        elif verb == "take":
            row[COLOURS.index(rest[0])] = action
    return Offers(seen, r, True, spaces, courts, row, pile if r.phase == REFILL else "", frozenset(pays))
