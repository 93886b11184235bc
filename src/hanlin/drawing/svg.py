"""SVG as text: elements, words that fit their place, and documents.

Everything here is a pure function of small values to text, so pieces can be cached. A picture that is wanted more than once is
*art*: defined once under a name (``define``), placed with ``place``, and written once into each document that uses it::

    define("coin", 24, 24, circle(12, 12, 9, fill=GOLD))
    document("board", 200, 100, place("coin", 10, 10, 16) + place("coin", 30, 10, 16), label="Two coins")

``document`` finds out which art its body uses and gives the ids its own prefix, so several drawings live on one page.

A page that shows many drawings of a game, one after the other, need not get the pictures with each: it holds them once
(``shared_art``), and a ``Drawing`` has itself written for it (``on_page``). Alone (``str``) a drawing is whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from typing import NamedTuple

from hanlin.core.lib.memo import memo
from hanlin.drawing.palette import INK, SERIF

Value = str | float | None


@memo(maxsize=16384, typed=True)
def number(value: float) -> str:
    """A number as short as it can be, with at most two decimals."""
    if isinstance(value, int):
        return str(value)
    if value == int(value):
        return str(int(value))
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@cache
def _name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


@memo(maxsize=8192, typed=True)
def _attribute(name: str, value: str | float) -> str:
    """One attribute; drawings have the same ones again and again."""
    return f' {_name(name)}="{escape(value) if isinstance(value, str) else number(value)}"'


def attributes(values: dict[str, Value]) -> str:
    """Attributes, escaped: a trailing ``_`` falls (``class_``), other ``_`` become ``-``; None leaves the attribute out."""
    return "".join([_attribute(name, value) for name, value in values.items() if value is not None])


def element(tag: str, content: str = "", /, **values: Value) -> str:
    """One element around ``content``, which is SVG already (see ``words`` for text)."""
    inside = attributes(values)
    return f"<{tag}{inside}>{content}</{tag}>" if content else f"<{tag}{inside}/>"


def group(content: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, **values: Value) -> str:
    """Content moved to x, y, then turned (degrees, clockwise), then scaled."""
    moves = []
    if x or y:
        moves.append(f"translate({number(x)} {number(y)})")
    if turn:
        moves.append(f"rotate({number(turn)})")
    if scale != 1:
        moves.append(f"scale({number(scale)})")
    return element("g", content, transform=" ".join(moves) or None, **values)


def rect(x: float, y: float, width: float, height: float, r: float = 0, **values: Value) -> str:
    """A rectangle with corners of radius ``r``."""
    return element("rect", x=x, y=y, width=width, height=height, rx=r or None, **values)


def circle(x: float, y: float, r: float, **values: Value) -> str:
    """A circle round x, y."""
    return element("circle", cx=x, cy=y, r=r, **values)


def ellipse(x: float, y: float, rx: float, ry: float, **values: Value) -> str:
    """An ellipse round x, y."""
    return element("ellipse", cx=x, cy=y, rx=rx, ry=ry, **values)


def path(d: str, **values: Value) -> str:
    """A path."""
    return element("path", d=d, **values)


def line(x1: float, y1: float, x2: float, y2: float, **values: Value) -> str:
    """A straight line; give its ``stroke``."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **values)


# -- words -----------------------------------------------------------------------------------------------------------------


_NARROW = frozenset("ijlI.,:;'|!()[] ·’")
_WIDE = frozenset("mwMWQO@%—")


SOFT_HYPHEN = "\u00ad"
"""The place where a long word may be broken."""


def words_width(text: str, size: float) -> float:
    """About how wide the text is at that size; a little more rather than less."""
    units = 0.0
    for letter in text:
        units += 0.3 if letter in _NARROW else 0.86 if letter in _WIDE else 0.66 if letter.isupper() else 0.52
    return units * size


def words(
    x: float,
    y: float,
    text: object,
    size: float = 12,
    *,
    anchor: str = "middle",
    fill: str = INK,
    room: float = 0,
    **values: Value,
) -> str:
    """Text with its baseline at y. With ``room`` it is set smaller where it would be wider than that."""
    plain = str(text)
    if room:
        wide = words_width(plain, size)
        if wide > room:
            size = max(size * room / wide, size * 0.6)
    place_of = None if anchor == "start" else anchor
    return element("text", escape(plain), x=x, y=y, font_size=size, fill=fill, text_anchor=place_of, **values)


def _pieces(word: str, size: float, room: float) -> list[str]:
    """A word in as few pieces as its soft hyphens allow, each at most as wide as ``room``; in one where it fits or has none."""
    *parts, last = word.split(SOFT_HYPHEN)
    pieces = [""]
    for part, hyphen in [*((part, "-") for part in parts), (last, "")]:
        if pieces[-1] and words_width(f"{pieces[-1]}{part}{hyphen}", size) > room:
            pieces.append("")
        pieces[-1] += part
    whole = "".join(pieces)
    return [whole] if words_width(whole, size) <= room else [*(f"{piece}-" for piece in pieces[:-1]), pieces[-1]]


def lines_of(text: str, size: float, room: float) -> list[str]:
    """The text broken into lines that fit ``room``: at blanks (not at one that doesn't break, as before a French colon), and
    a word that is wider than that at its soft hyphens."""
    lines: list[str] = []
    for word in (piece for whole in re.split(r"[ \n]+", text) if whole for piece in _pieces(whole, size, room)):
        if lines and words_width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


# -- art -------------------------------------------------------------------------------------------------------------------


class Art(NamedTuple):
    """A picture in a box ``width`` × ``height``, to be placed at any size."""

    width: float
    height: float
    content: str


_ART: dict[str, Art] = {}
SHARED = "art-"
"""Prefix of the ids of pictures that a page holds for all drawings on it."""
_USED = re.compile(f'href="#{SHARED}([^"]+)"')
_PLACED = re.compile(f'<use href="#{SHARED}([^"]+)"([^>]*)/>')
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


def define(name: str, width: float, height: float, content: str) -> str:
    """Enter a picture under a name of letters, digits, ``-``; returns the name. Games begin theirs with the game's name."""
    _ART[name] = Art(width, height, content)
    return name


def art(name: str) -> Art:
    """The picture of that name; KeyError when there is none."""
    return _ART[name]


def has_art(name: str) -> bool:
    """True when a picture of that name has been defined."""
    return name in _ART


@memo(maxsize=4096)
def place(name: str, x: float, y: float, width: float, height: float = 0, **values: Value) -> str:
    """A picture of the collection with its top left corner at x, y (without ``height``: as its box is shaped)."""
    found = _ART[name]
    high = height or width * found.height / found.width
    return element("use", href=f"#{SHARED}{name}", x=x, y=y, width=width, height=high, **values)


def _symbol(name: str, prefix: str) -> str:
    found = _ART[name]
    box = f"0 0 {number(found.width)} {number(found.height)}"
    return f'<symbol id="{prefix}{name}" viewBox="{box}">{found.content}</symbol>'


def _definitions(prefix: str, names: Iterable[str]) -> str:
    """The ``<symbol>`` of each of these pictures, and of those that they use."""
    wanted = list(dict.fromkeys(names))
    parts = []
    for name in wanted:
        parts.append(_symbol(name, f"{prefix}-"))
        wanted.extend(other for other in dict.fromkeys(_USED.findall(_ART[name].content)) if other not in wanted)
    return _with_prefix(prefix, f"<defs>{''.join(parts)}</defs>") if parts else ""


_kept_definitions = memo(maxsize=128)(_definitions)


def _with_prefix(prefix: str, body: str) -> str:
    return body.replace(f'href="#{SHARED}', f'href="#{prefix}-')


def shared_art(names: Iterable[str], more: str = "") -> str:
    """The pictures of these names for drawings ``on_page``, as an SVG that shows nothing itself. ``more`` is defined as well.

    It has no size, but is not hidden: browsers ignore patterns and clip paths of a hidden picture.
    """
    symbols = "".join(_symbol(name, SHARED) for name in dict.fromkeys(names))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="shared-art" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{symbols}{more}</defs></svg>"
    )


def art_names(beginning: str) -> list[str]:
    """The names of the pictures that begin so, such as those of a game."""
    return [name for name in _ART if name.startswith(beginning)]


@memo(maxsize=256)
def layer(parts: tuple[str, ...]) -> str:
    """The parts as one text, which is the same object again for the same parts."""
    return "".join(parts)


def document(prefix: str, width: float, height: float, body: str, *, label: str, **values: Value) -> str:
    """A whole SVG. ``prefix`` must be the drawing's own on its page; ``label`` describes it.

    It has a viewBox and no size, so it fills the width that the page gives it.
    """
    return str(Drawing(prefix, _head(width, height, label, tuple(values.items())), (body,)))


@memo(maxsize=512)
def _head(width: float, height: float, label: str, values: tuple[tuple[str, Value], ...]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" role="group" '
        f'aria-label="{escape(label)}" font-family="{SERIF}" '
        f'font-variant="tabular-nums lining-nums"{attributes(dict(values))}>'
    )


class Ground(NamedTuple):
    """The background of a drawing, under all layers; it never changes and is kept ready for both uses."""

    whole: str
    """The content with its definitions, under the drawing's own prefix."""
    art: tuple[str, ...]
    """The pictures of the collection that it uses."""
    on_page: str
    """For a page that holds the large parts of it."""

    @classmethod
    def of(cls, prefix: str, whole: str, on_page: str) -> Ground:
        """The ground of drawings with that prefix."""
        return cls(_with_prefix(prefix, whole), tuple(dict.fromkeys(_USED.findall(whole))), on_page)


NOTHING = Ground("", (), "")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing in layers, from the lowest up. ``str()`` gives it whole, ``on_page()`` for a page that holds the art once.

    Each layer is a text of whole elements; what does not depend on the viewer is the same object for everybody, and from one
    ply to the next where nothing has changed in it, so code that compares or processes drawings can skip it.
    """

    prefix: str
    """The drawing's own, for its ids."""
    head: str
    """The beginning of the ``<svg>`` element."""
    layers: tuple[str, ...]
    ground: Ground = NOTHING
    around: tuple[str, str] = ("", "")
    """The tags of a group around ground and layers."""
    rings: int | None = None
    """The layer of things that are new to the viewer; None without one."""
    foot: str = "</svg>"
    """Its end."""

    def __str__(self) -> str:
        body = "".join(self.layers)
        first, last = self.around
        defined = _kept_definitions(self.prefix, tuple(dict.fromkeys((*self.ground.art, *_USED.findall(body)))))
        return f"{self.head}{defined}{first}{self.ground.whole}{_with_prefix(self.prefix, body)}{last}{self.foot}"

    def on_page(self, layers: tuple[str, ...] | None = None) -> str:
        """The drawing for a page that holds the art of the game (``page_art`` of its drawings); with other ``layers`` where
        those are given."""
        first, last = self.around
        shown = self.layers if layers is None else layers
        return "".join((self.head, first, self.ground.on_page, *shown, last, self.foot))

    def ringed(self, rings: str) -> Drawing:
        """The same for somebody else, to whom other things are new."""
        if self.rings is None:
            return self
        return replace(self, layers=(*self.layers[: self.rings], rings, *self.layers[self.rings + 1 :]))


def drawing(
    prefix: str,
    width: float,
    height: float,
    *layers: str,
    label: str,
    ground: Ground = NOTHING,
    around: tuple[str, str] = ("", ""),
    rings: int | None = None,
    **values: Value,
) -> Drawing:
    """A drawing in layers, of which number ``rings`` shows what is new to the viewer; the rest as for ``document``."""
    return Drawing(prefix, _head(width, height, label, tuple(values.items())), layers, ground, around, rings)


@cache
def _inside(name: str) -> str:
    """The content of a picture, with the pictures that it uses inserted: without any id, so a page may have it many times."""
    return _PLACED.sub(_put_in, _ART[name].content)


def _put_in(found: re.Match[str]) -> str:
    name, values = found.groups()
    where, other = dict(_ATTRIBUTE.findall(values)), _ART[name]
    wide, high = float(where["width"]), float(where["height"])
    scale = min(wide / other.width, high / other.height)
    x = float(where["x"]) + (wide - scale * other.width) / 2
    y = float(where["y"]) + (high - scale * other.height) / 2
    inside = element("g", _inside(name), transform=f"translate({x:g} {y:g}) scale({scale:g})")
    return element("g", inside, transform=where["transform"]) if "transform" in where else inside


def picture(name: str, size: float = 16, label: str = "") -> str:
    """One picture as a whole SVG of ``size`` pixels height, for a line of text. It has no ids."""
    found = _ART[name]
    hidden = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="icon" viewBox="0 0 {number(found.width)} {number(found.height)}" '
        f'width="{number(size * found.width / found.height)}" height="{number(size)}" {hidden}>{_inside(name)}</svg>'
    )


# -- things to click -------------------------------------------------------------------------------------------------------


def can(action: str | Sequence[str], label: str, content: str, **values: Value) -> str:
    """Content that carries out an action (its text) when it is clicked, or offers several. ``label`` says what that does."""
    actions = (action,) if isinstance(action, str) else tuple(action)
    several = len(actions) > 1
    return element(
        "g",
        f"<title>{escape(label)}</title>{content}",
        class_="can",
        role="button",
        tabindex="0",
        data_action=None if several else actions[0],
        data_actions=json.dumps(actions) if several else None,
        aria_label=label,
        **values,
    )


def cannot(why: str, rule: str, label: str, content: str, **values: Value) -> str:
    """Content that looks as if it could be clicked; ``why`` says in a sentence, ``rule`` by its number, why it can't."""
    return element(
        "g",
        f"<title>{escape(f'{label} – {why}')}</title>{content}",
        class_="cannot",
        role="button",
        tabindex="0",
        data_why=why,
        data_rule=rule,
        aria_label=label,
        aria_disabled="true",
        **values,
    )
