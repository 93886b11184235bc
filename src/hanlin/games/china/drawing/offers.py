"""What can be clicked in a position: each place of the board with the actions that a click there may carry out."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache

from hanlin.core.faces import Refusal, labelled
from hanlin.core.position import Position
from hanlin.drawing import can, cannot, element
from hanlin.games.china.pieces import COLOURS, EMISSARY, KINDS, MOST_SPACES, PALACE, REFILL, SECOND
from hanlin.games.china.reading import Reading
from hanlin.games.china.words.question import choice
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
    may_end: bool = False
    """Whether the placing may end with a card that is taken."""
    reasons: dict[tuple[int, int, int], Refusal] = field(default_factory=dict)
    """By kind of piece, region and owner of the space (-1: free): why it can't be placed there, as far as that was asked."""

    def click(self, actions: list[str], content: str, id: str) -> str:
        """Content that carries out one of these legal actions. ``id`` is the place's own name on the page."""
        one = choice(self.seen, self.reading, actions[0])
        label = one.label if len(actions) > 1 or not one.effect else labelled(one.label, one.effect)
        paid = {action.split()[-1] for action in actions if action.split()[0] in KINDS}
        # A joker is played by who picks its cards first: a click alone plays a card of the region's own colour.
        usual = list({action.split()[0]: action for action in reversed(actions)}.values())[::-1]
        values = {
            "data_with": f"card {paid.pop()}" if len(paid) == 1 else None,
            "data_usual": json.dumps(usual) if len(usual) < len(actions) else None,
        }
        return _can(tuple(actions), label, content, id=id, **values)

    def done_and(self, action: str, content: str, id: str) -> str:
        """A card to take that ends the placing as well: who takes it has no second piece to place."""
        done, then = (choice(self.seen, self.reading, one).label for one in ("done", action))
        return _can("done", labelled(done, then), content, id=id, data_then=action)

    def space(self, space: int, content: str, id: str, tip: str, effect: str) -> str:
        """A palace space, to click or with the reason why not; ``tip`` says what it is, ``effect`` what that is for."""
        if space in self.spaces:
            return self.click(self.spaces[space], content, id)
        return self._refused(PALACE, space // MOST_SPACES, space % MOST_SPACES + 1, content, id, tip, effect)

    def court(self, region: int, content: str, id: str, tip: str) -> str:
        """A dragon space, to click or with the reason why not; ``tip`` says what it is."""
        if region in self.courts:
            return self.click(self.courts[region], content, id)
        return self._refused(EMISSARY, region, 0, content, id, tip)

    def _refused(self, kind: int, region: int, n: int, content: str, id: str, tip: str, effect: str = "") -> str:
        if not self.asked:
            return with_tip(content, id, tip, effect)
        why = self._why_not(kind, region, n)
        return _cannot(why.text, why.rule, tip, content, id=id)

    def _why_not(self, kind: int, region: int, n: int) -> Refusal:
        """The reason, which is the same for all free spaces of a region, and for all those of one owner."""
        r = self.reading
        owner = r.owner(MOST_SPACES * region + n - 1) if kind == PALACE else -1
        if (kind, region, owner) not in self.reasons:
            self.reasons[kind, region, owner] = placement(self.seen, r, kind, region, n)
        return self.reasons[kind, region, owner]

    def no_card(self, action: str, content: str, id: str, tip: str, effect: str) -> str:
        """A card of the row, or the pile, that can't be taken now, with the reason; ``tip`` and ``effect`` as for a space."""
        if not self.asked:
            return with_tip(content, id, tip, effect)
        why = refusal(self.seen, self.reading, action)
        return _cannot(why.text, why.rule, tip, content, id=id)


def with_tip(content: str, id: str, tip: str, effect: str = "") -> str:
    """A thing that says what it is, and to who points at it what it is for."""
    return element("g", content, id=id, role="img", aria_label=tip, data_tip=f"{tip}. {effect}" if effect else tip)


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
    for ways in (*spaces.values(), *courts.values()):
        ways.sort(key=lambda action: _by_kind_own_card_first(r, action))
    return Offers(seen, r, True, spaces, courts, row, pile if r.phase == REFILL else "", frozenset(pays), r.phase == SECOND)


def _by_kind_own_card_first(r: Reading, action: str) -> tuple[int, bool]:
    """The order of the placements that a place offers: a card of the region's own colour before a joker."""
    kind, region, *_rest, of = action.split()
    return KINDS.index(kind), of != COLOURS[r.colour[r.region_of(region)]]
