"""What is new on a drawing since an earlier one, by the names of its parts (data-key, id). No web, no game here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

Parts = dict[str, int]
"""The parts of a drawing by name, with a hash of how each looks and where it stands."""

_NAMES = re.compile(r'(<[a-zA-Z][^<>]*?\s)(data-key|id)="([^"]*)"')


def parts(drawing: str) -> Parts:
    """The named parts of an SVG text."""
    return dict(_walk(ElementTree.fromstring(drawing), ""))


def _walk(element: ElementTree.Element, where: str) -> Iterator[tuple[str, int]]:
    if element.tag.endswith(("defs", "clipPath", "symbol")):
        return
    where += element.get("transform", "")
    name = name_of(element.attrib)
    if name:
        yield name, hash((where, _looks(element)))
    # A group of one is there to place it; one of several moves with the whole view, which is no news of its parts.
    inside = where if len(element) == 1 else ""
    for child in element:
        yield from _walk(child, inside)


def _looks(element: ElementTree.Element) -> str:
    """An element as text, without the parts in it that have a name themselves."""
    inside = (_looks(child) for child in element if not name_of(child.attrib))
    return f"{element.tag}{sorted(element.attrib.items())}{element.text}{''.join(inside)}"


def name_of(attributes: Mapping[str, str]) -> str:
    """What a part is called: by its key, else by its id; nothing where it is the whole picture."""
    return "" if "data-whole" in attributes else attributes.get("data-key") or attributes.get("id", "")


def news(before: Parts, after: Parts) -> set[str]:
    """The parts that came, moved or look different."""
    return {name for name, looks in after.items() if before.get(name) != looks}


def marked(drawing: str, marks: Mapping[str, tuple[str, int]]) -> str:
    """The drawing with data-since (whose flower) and data-news (which piece of news) at the parts that are named."""
    seen: set[str] = set()

    def mark(found: re.Match[str]) -> str:
        name = found[3]
        if name not in marks or name in seen or (found[2] == "id" and "data-key=" in found[1]):
            return found[0]
        seen.add(name)
        flower, number = marks[name]
        return f'{found[1]}data-since="{flower}" data-news="{number}" {found[2]}="{name}"'

    return _NAMES.sub(mark, drawing) if marks else drawing
