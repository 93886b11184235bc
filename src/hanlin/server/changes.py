"""What is new on a drawing since an earlier one, by the names of its parts (data-key, id). No web, no game here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from sys import intern
from typing import NamedTuple

Parts = dict[str, int]
"""The parts of a drawing by name, with a hash of how each looks and where it stands."""

_HIDDEN = ("defs", "clipPath", "symbol")
"""What is drawn only where something else refers to it."""


class _Tag(NamedTuple):
    """A piece of a drawing from one ``<`` to the next. ``steps``: 1 where it opens an element, -1 where it closes, 0 both."""

    steps: int
    name: str
    hidden: bool
    transform: str
    looks: int


def parts(drawing: str) -> Parts:
    """The named parts of an SVG text. A part's looks are its own, without those of named parts in it."""
    found: Parts = {}
    reading: list[_Tag] = []
    looks: list[int] = []  # Of the element that is read: its own, and those of what is in it.
    placed: list[str] = []  # The names that stand where the one element in it stands, if it is one.
    inside = 0
    around: list[tuple[list[int], list[str], int]] = []
    pieces = iter(_without_art(drawing).split("<")[1:])
    for text in pieces:
        tag = _tag(text)
        if tag.hidden:
            tag = tag._replace(steps=0, name="", looks=_passed_over(pieces, tag))
        if tag.steps > 0:
            around.append((looks, placed, inside))
            reading.append(tag)
            looks, placed, inside = [tag.looks], [], 0
            if tag.name:
                found[tag.name] = 0  # In the order of the drawing: of several with one name the last counts.
            continue
        own, held = tag.looks, []
        if tag.steps < 0:
            # A group of one is there to place it; one of several moves with the whole view, which is no news of its parts.
            own, held, tag = hash(tuple(looks)), placed if inside == 1 else [], reading.pop()
            looks, placed, inside = around.pop()
        if tag.name:
            found[tag.name] = found.get(tag.name, 0) or own if tag.steps else own
            held = [tag.name, *held]
        else:
            looks.append(own)
        if tag.transform:
            found.update((name, hash((found[name], tag.transform))) for name in held)
        placed = held
        inside += 1
    return found


def _without_art(drawing: str) -> str:
    """The drawing without the pictures that it defines first of all: they are no news, and much to read."""
    first, _defs, rest = drawing.partition("<defs>")
    art, end, body = rest.partition("</defs>")
    return first + body if end and first.count("<") == 1 and "<defs" not in art else drawing


def _passed_over(pieces: Iterator[str], tag: _Tag) -> int:
    """A hash of an element in which nothing is noted; reads on behind its end."""
    depth, looks = tag.steps, [tag.looks]
    while depth:
        inside = _tag(next(pieces))
        depth += inside.steps
        looks.append(inside.looks)
    return hash(tuple(looks))


@lru_cache(maxsize=8192)
def _tag(text: str) -> _Tag:
    """What is to be known of a piece, which begins behind its ``<``. Drawings have most of them again and again."""
    if text.startswith("/"):
        return _Tag(-1, "", False, "", 0)
    inside = text.rpartition(">")[0]
    kind, _blank, attributes = inside.partition(" ")
    name = "" if _says(attributes, "data-whole") else _value(attributes, "data-key") or _value(attributes, "id")
    opens = 0 if inside.endswith("/") else 1
    return _Tag(opens, intern(name), kind.rstrip("/") in _HIDDEN, _value(attributes, "transform"), hash(text))


def _says(attributes: str, name: str) -> bool:
    return f' {name}="' in f" {attributes}"


def _value(attributes: str, name: str) -> str:
    """The value of an attribute as it is written; empty where there is none."""
    return f" {attributes}".partition(f' {name}="')[2].partition('"')[0]


def news(before: Parts, after: Parts) -> set[str]:
    """The parts that came, moved or look different."""
    return {name for name, looks in after.items() if before.get(name) != looks}


def marked(drawing: str, marks: Mapping[str, tuple[str, int]]) -> str:
    """The drawing with data-since (whose flower) and data-news (which piece of news) at the parts that are named."""
    if not marks:
        return drawing
    places: dict[str, int] = {}
    for kind in ("data-key", "id"):
        _find(drawing, kind, marks, places)
    pieces, done = [], 0
    for place, name in sorted((place, name) for name, place in places.items()):
        flower, number = marks[name]
        pieces += [drawing[done:place], f'data-since="{flower}" data-news="{number}" ']
        done = place
    return "".join([*pieces, drawing[done:]])


def _find(drawing: str, kind: str, wanted: Mapping[str, object], places: dict[str, int]) -> None:
    """Note where the drawing first says each name that is wanted. A part with a key goes by that alone."""
    text = f' {kind}="'
    place = drawing.find(text)
    while place >= 0:
        begin = place + len(text)
        name = drawing[begin : drawing.index('"', begin)]
        if name in wanted and place + 1 < places.get(name, len(drawing)) and (kind == "data-key" or not _keyed(drawing, place)):
            places[name] = place + 1
        place = drawing.find(text, begin)


def _keyed(drawing: str, place: int) -> bool:
    """Whether the tag at a place has a key."""
    return " data-key=" in drawing[drawing.rfind("<", 0, place) : drawing.find(">", place)]
