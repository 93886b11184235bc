"""How pages write rare letters. No web framework here."""

from __future__ import annotations


def by_number(text: str) -> str:
    """A piece of a page with each letter beyond ASCII named by its number, as HTML and SVG allow: it reads the same.

    One such letter makes the whole page take two or four times the memory while it is put together, and longer to send.
    """
    return text if text.isascii() else text.encode("ascii", "xmlcharrefreplace").decode("ascii")
