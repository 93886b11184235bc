"""How pages write rare letters and long texts. No web framework here."""

from __future__ import annotations


def by_number(text: str) -> str:
    """A piece of a page with each letter beyond ASCII named by its number, as HTML and SVG allow: it reads the same.

    One such letter makes the whole page take two or four times the memory while it is put together, and longer to send.
    """
    return text if text.isascii() else text.encode("ascii", "xmlcharrefreplace").decode("ascii")


class Ready:
    """A long piece of a page that is HTML already: ``Markup`` would be a copy of it, and so would each that is made of that."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __html__(self) -> str:
        return self.text
