"""Differences between two drawings, by the names of their parts (data-key, id). No web, no game here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from sys import intern
from typing import NamedTuple

from hanlin.core.lib.memo import memo

Parts = dict[str, int]
"""The parts of a drawing by name, with a hash of each one's appearance and position."""

_HIDDEN = ("defs", "clipPath", "symbol")
"""Elements that are drawn only where others refer to them."""


class _Tag(NamedTuple):
    """A piece of a drawing from one ``<`` to the next. ``steps``: 1 where it opens an element, -1 where it closes, 0 both."""

    steps: int
    name: str
    hidden: bool
    transform: str
    looks: int


def parts(drawing: str) -> Parts:
    """The named parts of an SVG text. A part's hash excludes named parts inside it."""
    found: Parts = {}
    if ' data-key="' not in drawing and ' id="' not in drawing:
        return found  # Many layers name nothing.
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
    """The drawing without its leading definitions, which are long and never new."""
    first, _defs, rest = drawing.partition("<defs>")
    art, end, body = rest.partition("</defs>")
    return first + body if end and first.count("<") == 1 and "<defs" not in art else drawing


def _passed_over(pieces: Iterator[str], tag: _Tag) -> int:
    """The hash of an element without named parts; reads on behind its end."""
    depth, looks = tag.steps, [tag.looks]
    while depth:
        inside = _tag(next(pieces))
        depth += inside.steps
        looks.append(inside.looks)
    return hash(tuple(looks))


@memo(maxsize=8192)
def _tag(text: str) -> _Tag:
    """Parse a tag, given from behind its ``<``; cached, since drawings repeat most of them."""
    if text.startswith("/"):
        return _Tag(-1, "", False, "", 0)
    inside = text.rpartition(">")[0]
    kind, _blank, attributes = inside.partition(" ")
    nameless = _says(attributes, "data-whole") or _says(attributes, "data-still")
    name = "" if nameless else _value(attributes, "data-key") or _value(attributes, "id")
    opens = 0 if inside.endswith("/") else 1
    return _Tag(opens, intern(name), kind.rstrip("/") in _HIDDEN, _value(attributes, "transform"), hash(text))


def _says(attributes: str, name: str) -> bool:
    return f' {name}="' in f" {attributes}"


def _value(attributes: str, name: str) -> str:
    """The raw value of an attribute; empty if missing."""
    return f" {attributes}".partition(f' {name}="')[2].partition('"')[0]


def news(before: Parts, after: Parts) -> set[str]:
    """The parts that appeared, moved or changed."""
    return {name for name, looks in after.items() if before.get(name) != looks}


def marked(layers: Sequence[str], marks: Mapping[str, tuple[str, int]]) -> tuple[str, ...]:
    """Mark the named parts of a drawing's layers with data-since (the flower) and data-news (the index of the move).

    If several parts have the same name, the first one is marked.
    """
    left, found = set(marks), list[str]()
    for n, layer in enumerate(layers):
        if not left:
            return (*found, *layers[n:])
        here = left & places(layer).keys()
        found.append(_marked(layer, {name: marks[name] for name in here}) if here else layer)
        left -= here
    return tuple(found)


def _marked(layer: str, marks: Mapping[str, tuple[str, int]]) -> str:
    where, pieces, done = places(layer), [], 0
    for place, name in sorted((where[name], name) for name in marks):
        flower, number = marks[name]
        pieces += [layer[done:place], f'data-since="{flower}" data-news="{number}" ']
        done = place
    return "".join([*pieces, layer[done:]])


@memo(maxsize=512)
def places(layer: str) -> Mapping[str, int]:
    """The offset of each named part's name: before its key, or before its id if it has none."""
    found: dict[str, int] = {}
    for said in _NAMED.finditer(layer):
        if said[1] == "data-key" or not _keyed(layer, said.start()):
            found.setdefault(said[2], said.start() + 1)
    return found


_NAMED = re.compile(r' (data-key|id)="([^"]*)"')


def _keyed(drawing: str, place: int) -> bool:
    """True if the tag at an offset has a key."""
    return " data-key=" in drawing[drawing.rfind("<", 0, place) : drawing.find(">", place)]
