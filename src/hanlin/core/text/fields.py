"""The fields of a position's text, and a strict reader of them (``docs/rules/notation.md``, "Positions").

A text is one line of fields with ``; `` between them; a field is a name and words. What a field holds for each seat, or for
other things in their order, is between bars. Games write and read their own fields (``positions.py`` in each).
"""

from __future__ import annotations

from collections.abc import Sequence

from hanlin.core.errors import BadPosition
from hanlin.core.i18n.language import _
from hanlin.core.lib.integers import whole_text
from hanlin.core.text.toml_files import shown

NONE = "-"
"""Written for an empty value."""
HIDDEN = "?"
"""Written for a value that a view does not show."""

MORE = "more-"
"""Before the name of a counter: the field with what goes beyond the most that the counter itself holds."""

Written = list[tuple[str, str]]
"""Fields as their names and words, in their order."""


def numbers_text(numbers: Sequence[int]) -> str:
    """Numbers, a blank between them."""
    return " ".join(str(int(number)) for number in numbers)


def counters_text(name: str, numbers: Sequence[int], most: int) -> Written:
    """The field of counters, and where some go beyond the most that may be set, a field with the rest: play may bring that."""
    fields = [(name, numbers_text([min(int(number), most) for number in numbers]))]
    beyond = [max(int(number) - most, 0) for number in numbers]
    return [*fields, (MORE + name, numbers_text(beyond))] if any(beyond) else fields


def counts_text(counts: Sequence[int], names: Sequence[str]) -> str:
    """The count of each thing, omitting zeros: "red:2 green:1"."""
    return " ".join(f"{name}:{int(n)}" for name, n in zip(names, counts, strict=True) if n) or NONE


class Fields:
    """The fields of one text, each to be asked for once; the caller says what is allowed there.

    Everything that is wrong is a BadPosition that names the field.
    """

    def __init__(self, words: dict[str, str]) -> None:
        self._words = words
        self._asked: set[str] = set()

    def wrong(self, name: str, reason: str) -> BadPosition:
        """Make the error for a faulty field."""
        return BadPosition(_("{field}: {reason}.").format(field=name, reason=reason))

    def __contains__(self, name: str) -> bool:
        return name in self._words

    def text(self, name: str, default: str | None = None) -> str:
        """The words of a field."""
        self._asked.add(name)
        if name in self._words:
            return self._words[name]
        if default is None:
            raise self.wrong(name, _("this field is missing"))
        return default

    def words(self, name: str, default: str | None = None) -> list[str]:
        """The words of a field, one by one; none for a hyphen."""
        text = self.text(name, default)
        return [] if text == NONE else text.split()

    def parts(self, name: str, n: int, default: str | None = None) -> list[str]:
        """The texts between the bars of a field of so many parts."""
        parts = [" ".join(part.split()) for part in self.text(name, default).split("|")]
        if len(parts) != n:
            raise self.wrong(name, _("expected {n} parts separated by bars, found {found}").format(n=n, found=len(parts)))
        return parts

    def whole(self, name: str, word: str, least: int, most: int) -> int:
        """A word as a whole number between two others."""
        number = whole_text(word, least, most)
        if number is None:
            raise self.wrong(
                name,
                _("expected a whole number from {least} to {most}, not {word}").format(
                    least=least, most=most, word=shown(word)
                ),
            )
        return number

    def number(self, name: str, least: int, most: int, default: int | None = None) -> int:
        """A field that is one whole number."""
        return self.whole(name, self.text(name, None if default is None else str(default)), least, most)

    def numbers(self, name: str, n: int, least: int, most: int, default: str | None = None) -> list[int]:
        """A field of so many whole numbers."""
        words = self.text(name, default).split()
        if len(words) != n:
            raise self.wrong(name, _("expected {n} numbers, found {found}").format(n=n, found=len(words)))
        return [self.whole(name, word, least, most) for word in words]

    def beyond(self, name: str, numbers: Sequence[int], most: int, rest: int) -> list[int]:
        """Counters that were read (``numbers``, up to ``most``), with what goes beyond, which is ``rest`` at most for each."""
        if MORE + name not in self:
            return [int(number) for number in numbers]
        beyond = self.numbers(MORE + name, len(numbers), 0, rest)
        if not any(beyond) or any(number < most for number, more in zip(numbers, beyond, strict=True) if more):
            reason = _("this field counts what exceeds {most}; leave it out if nothing does").format(most=most)
            raise self.wrong(MORE + name, reason)
        return [int(number) + more for number, more in zip(numbers, beyond, strict=True)]

    def one_of(self, name: str, word: str, choices: Sequence[str]) -> int:
        """The number of the field's word in a list of words."""
        if word not in choices:
            raise self.wrong(name, _("{word} isn't one of: {choices}").format(word=shown(word), choices=", ".join(choices)))
        return choices.index(word)

    def some_of(self, name: str, text: str, choices: Sequence[str]) -> int:
        """The field's words, each at most once, as a mask of their numbers."""
        mask = 0
        for word in [] if text == NONE else text.split():
            bit = 1 << self.one_of(name, word, choices)
            if mask & bit:
                raise self.wrong(name, _("{word} appears twice").format(word=shown(word)))
            mask |= bit
        return mask

    def seat(self, name: str, word: str, players: int) -> int:
        """A seat, which texts count from 1."""
        return self.whole(name, word, 1, players) - 1

    def order(self, name: str, players: int) -> list[int]:
        """All seats, each once, in some order."""
        seats = [number - 1 for number in self.numbers(name, players, 1, players)]
        if len(set(seats)) < players:
            raise self.wrong(name, _("each seat must appear exactly once"))
        return seats

    def counts(self, name: str, text: str, names: Sequence[str], most: int) -> list[int]:
        """The count of each thing, as ``counts_text`` writes it."""
        counts = [0] * len(names)
        for word in [] if text == NONE else text.split():
            thing, colon, n = word.partition(":")
            if not colon:
                raise self.wrong(
                    name,
                    _("{word}: expected a thing and its number, like {example}").format(
                        word=shown(word), example=f"{names[0]}:2"
                    ),
                )
            number = self.one_of(name, thing, names)
            if counts[number]:
                raise self.wrong(name, _("{word} appears twice").format(word=shown(thing)))
            counts[number] = self.whole(name, n, 1, most)
        return counts

    def finish(self) -> None:
        """Refuse fields that were not read."""
        for name in self._words:
            if name not in self._asked:
                raise self.wrong(
                    name,
                    _("unknown field; the fields of this position are: {fields}").format(fields=", ".join(sorted(self._asked))),
                )
