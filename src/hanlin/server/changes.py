"""What is new on a drawing since an earlier one, by the names of its parts (data-key, id). No web, no game here."""

from __future__ import annotations

from collections.abc import Mapping
from sys import intern
from xml.etree import ElementTree

Parts = dict[str, int]
"""The parts of a drawing by name, with a hash of how each looks and where it stands."""

_HIDDEN = ("defs", "clipPath", "symbol")
"""What is drawn only where something else refers to it."""


def parts(drawing: str) -> Parts:
    """The named parts of an SVG text."""
    found: Parts = {}
    _note(ElementTree.fromstring(_without_art(drawing)), "", found)
    return found


def _without_art(drawing: str) -> str:
    """The drawing without the pictures that it defines first of all: they are no news, and much to read."""
    first, _defs, rest = drawing.partition("<defs>")
    art, end, body = rest.partition("</defs>")
    return first + body if end and first.count("<") == 1 and "<defs" not in art else drawing


def _note(element: ElementTree.Element, where: str, found: Parts | None) -> int:
    """A hash of an element without the parts in it that have a name themselves; these are noted (None: are not)."""
    if element.tag.endswith(_HIDDEN):
        found = None
    where += element.get("transform", "")
    name = name_of(element.attrib)
    if name and found is not None:
        name = intern(name)
        found[name] = 0  # In the order of the drawing: of several with one name the last counts.
    # A group of one is there to place it; one of several moves with the whole view, which is no news of its parts.
    inside = where if len(element) == 1 else ""
    looks: list[object] = [element.tag, element.text, *element.items()]
    for child in element:
        its = _note(child, inside, found)
        if not name_of(child.attrib):
            looks.append(its)
    own = hash(tuple(looks))
    if name and found is not None and not found[name]:
        found[name] = hash((where, own))
    return own


def name_of(attributes: Mapping[str, str]) -> str:
    """What a part is called: by its key, else by its id; nothing where it is the whole picture."""
    return "" if "data-whole" in attributes else attributes.get("data-key") or attributes.get("id", "")


def news(before: Parts, after: Parts) -> set[str]:
    """The parts that came, moved or look different."""
    return {name for name, looks in after.items() if before.get(name) != looks}


def marked(drawing: str, marks: Mapping[str, tuple[str, int]]) -> str:
    """The drawing with data-since (whose flower) and data-news (which piece of news) at the parts that are named."""
    places = sorted((place, name) for name in marks if (place := _place_of(drawing, name)) >= 0)
    pieces, done = [], 0
    for place, name in places:
        flower, number = marks[name]
        pieces += [drawing[done:place], f'data-since="{flower}" data-news="{number}" ']
        done = place
    return "".join([*pieces, drawing[done:]])


def _place_of(drawing: str, name: str) -> int:
    """Where in the drawing the first part of a name says it, -1 where none does. A part with a key goes by that alone."""
    found = [_attribute(drawing, "data-key", name), _attribute(drawing, "id", name)]
    return min((place for place in found if place >= 0), default=-1)


def _attribute(drawing: str, kind: str, name: str) -> int:
    text, place = f'{kind}="{name}"', -1
    while (place := drawing.find(text, place + 1)) >= 0:
        tag = drawing[drawing.rfind("<", 0, place) : drawing.find(">", place)]
        if drawing[place - 1].isspace() and (kind == "data-key" or " data-key=" not in tag):
            return place
    return -1
