"""The rule for every name that people give: accounts, guests, seats and tables. No web framework, no database here.

A name is shown to others, so all of it has to be visible: no control or format character (direction marks included), no
filler, no blank other than a space, no combining mark without a base.
"""

from __future__ import annotations

import unicodedata

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _

PERSON, TABLE = 24, 40
"""The longest names of a person and of a table, in characters."""
PRESENTATION = frozenset("\ufe0e\ufe0f")
"""Selectors that have the character before them drawn as text or in colours; alone they are nothing."""
_IGNORABLE = (
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0), (0xFFFC, 0xFFFC), (0x1D159, 0x1D159), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Code points that Unicode has programs ignore (Default_Ignorable_Code_Point) though ``str.isprintable`` accepts them, and
two that are drawn as nothing."""


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
    """Raise BadOption where part of a name would be invisible."""
    if not is_visible(name):
        raise BadOption(_("Remove the invisible characters from the name."))


def is_visible(name: str) -> bool:
    """True if every character of a name is visible, or combines with one that is."""
    before = " "
    for letter in name:
        if letter in PRESENTATION:
            if before == " " or before in PRESENTATION:
                return False
        elif is_hidden(letter) or (unicodedata.category(letter)[0] == "M" and before == " "):
            return False
        before = letter
    return True


def is_hidden(letter: str) -> bool:
    """True if a character is invisible. A space counts as visible."""
    called = unicodedata.name(letter, "")
    return (
        not letter.isprintable()
        or any(first <= ord(letter) <= last for first, last in _IGNORABLE)
        or "FILLER" in called
        or called.endswith(" BLANK")
    )
