"""Lines of the log about a seat, made from whole sentences of a catalogue.

A sentence such as "{name} hires {person}." is a line of its own. The table joins several of one seat into one sentence
(``server/tables/log.py``): the name, then what follows it in each sentence, as a list of the reader's language. A sentence that
has another subject ("{name}'s palace 1 is lost.") is never cut: it stays whole in the middle of the others.

Each sentence comes with the one that the seat itself reads, "You hire {person}." Both are messages of the catalogue.
"""

from __future__ import annotations

from msgspec.structs import replace

from hanlin.core.i18n.language import pgettext
from hanlin.core.verbs.presentation import Address, LogLine

SUBJECT = "{name} "
"""How a sentence begins whose subject is the seat."""
ITEMS, NUMBER = "{items}", "{n}"
"""Placeholders that ``LogLine.several`` leaves open."""

Sentences = str | tuple[str, str]
"""A sentence about a seat, alone or with the same sentence in the second person."""


def said(
    sentence: Sentences,
    seat: int,
    name: str,
    rule: str = "",
    *,
    several: Sentences = "",
    item: tuple[str, ...] = (),
    **values: object,
) -> LogLine:
    """A line about the seat of that name.

    several: the sentence for two or more such lines in a row, with {items} or {n} for what the table fills in.
    item: what this line adds to {items}; where the same may come more than once, also its form for two, for three and so on.
    """
    (about, you), (more, your_more) = _both(sentence), _both(several)
    whole = about.format(name=name, **values)
    cut = about.startswith(SUBJECT)
    left_open = {"items": ITEMS, "n": NUMBER} | values
    together = clause_of(more.format(name=name, **left_open), name) if more.startswith(SUBJECT) else ""
    line = LogLine(whole, seat, rule=rule, clause=clause_of(whole, name) if cut else whole, several=together, item=item)
    if not you:
        return line
    text = you.format(**values)
    address = Address(
        text, your_clause(text) if cut else text, your_clause(your_more.format(**left_open)) if together and your_more else ""
    )
    return replace(line, to=((seat, address),))


def _both(sentence: Sentences) -> tuple[str, str]:
    return (sentence, "") if isinstance(sentence, str) else sentence


def clause_of(sentence: str, name: str) -> str:
    """A sentence without the name at its beginning and the stop at its end."""
    return sentence.removeprefix(f"{name} ").removesuffix(".")


def your_clause(sentence: str) -> str:
    """A sentence in the second person without its subject, where the language has one, and without the stop at its end."""
    subject = you_do("{does}").removesuffix("{does}")
    does = sentence.removeprefix(subject) if subject else sentence[:1].lower() + sentence[1:]
    return does.removesuffix(".")


def you_do(does: str) -> str:
    """The clause of a sentence in the second person, with its subject: "You hire a young monk"."""
    text = pgettext("a sentence without its stop", "You {does}").format(does=does)
    return text[:1].upper() + text[1:]


def is_whole(line: LogLine) -> bool:
    """True where the line's clause is its whole sentence, which has another subject than the seat."""
    return line.clause is not None and line.clause == line.text


def shortened(line: LogLine, short: LogLine) -> LogLine:
    """A line with the clauses of a shorter one, for a sentence that has said the rest."""
    clauses = dict(short.to)
    to = tuple([(seat, replace(address, clause=clauses[seat].clause)) for seat, address in line.to if seat in clauses])
    return replace(line, clause=short.clause, to=to)


def as_read_by(line: LogLine, seat: int) -> LogLine:
    """A line as the player of that seat reads it: in the second person, if it speaks of the seat."""
    for each, address in line.to:
        if each == seat:
            clause = address.clause if line.clause else line.clause
            several = address.several if line.several else ""
            return replace(line, text=address.text, clause=clause, several=several, to=(), addressed=each == line.seat)
    return line
