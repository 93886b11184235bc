"""Encoding of rare characters and of long HTML in pages. No web framework here."""

from __future__ import annotations


def by_number(text: str) -> str:
    """Encode characters beyond ASCII as numeric character references (HTML and SVG).

    One such character would make the whole page take two or four times the memory while it is rendered.
    """
    return text if text.isascii() else text.encode("ascii", "xmlcharrefreplace").decode("ascii")


class Ready:
    """Long HTML that needs no escaping; unlike ``Markup``, it is not copied each time it is passed on."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __html__(self) -> str:
        return self.text
