"""The rule for every name that people give: accounts, guests, seats and tables. No web framework, no database here.

A name is shown to others, so all of it has to be seen. No character may be invisible: no control or format character (the
marks of direction among them), no filler, no blank that is no space, no mark without something to stand on.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _

PERSON, TABLE = 24, 40
"""How many characters the name of a person, and of a table, may have."""
PRESENTATION = frozenset("\ufe0e\ufe0f")
"""These choose how the character before them is drawn, as text or in colours; alone they are nothing."""
_IGNORABLE = (
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0), (0xFFFC, 0xFFFC), (0x1D159, 0x1D159), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""What Unicode has programs ignore (Default_Ignorable_Code_Point) where ``str.isprintable`` takes it for something that is
seen, and two signs that are drawn as nothing."""


def tidied(text: str) -> str:
    """A name as it is stored: composed, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def person_name(text: str) -> str:
    """The name of a guest or of a seat, tidied; empty for none. BadOption where it can't be one."""
    name = tidied(text)
    if len(name) > PERSON or set(name) & set('"|'):
        raise BadOption(_("A name has at most {n} characters, and neither quotation marks nor bars.").format(n=PERSON))
    check_visible(name)
    return name


def table_name(text: str) -> str:
    """The name of a table, tidied; empty for none. BadOption where it can't be one."""
    name = tidied(text)
    if len(name) > TABLE:
        raise BadOption(_("A table's name has at most {n} characters.").format(n=TABLE))
    check_visible(name)
    return name


def check_visible(name: str) -> None:
    """BadOption where part of a name would not be seen."""
    if not is_visible(name):
        raise BadOption(_("A name is made of characters that can be seen: take out the invisible ones."))


def is_visible(name: str) -> bool:
    """Whether every character of a name is seen, or stands on one that is."""
    before = " "
    for letter in name:
        if letter in PRESENTATION:
            if before == " " or before in PRESENTATION:
                return False
        elif is_hidden(letter) or (unicodedata.category(letter)[0] == "M" and before == " "):
            return False
        before = letter
    return True


@lru_cache(maxsize=4096)
def is_hidden(letter: str) -> bool:
    """Whether nothing is seen of a character. A space is seen by what it parts."""
    called = unicodedata.name(letter, "")
    return (
        not letter.isprintable()
        or any(first <= ord(letter) <= last for first, last in _IGNORABLE)
        or "FILLER" in called
        or called.endswith(" BLANK")
    )
