"""Lines of the log about a seat, made from whole sentences of a catalogue.

A sentence such as "{name} hires {person}." is a line of its own. The table joins several of one seat into one sentence
(``server/tables/log.py``): the name, then what follows it in each sentence, as a list of the reader's language. A sentence that
has another subject ("{name}'s palace 1 is lost.") is never cut: it stays whole in the middle of the others.
"""

from __future__ import annotations

from hanlin.core.verbs.presentation import LogLine

SUBJECT = "{name} "
"""The beginning of a sentence whose subject is the seat."""
ITEMS, NUMBER = "{items}", "{n}"
"""Placeholders that ``LogLine.several`` leaves open."""


def said(
    sentence: str,
    seat: int,
    name: str,
    rule: str = "",
    *,
    several: str = "",
    item: tuple[str, ...] = (),
    **values: object,
) -> LogLine:
    """A line about the seat of that name.

    several: the sentence for two or more such lines in a row, with {items} or {n} for what the table fills in.
    item: what this line adds to {items}; where the same may come more than once, also its form for two, for three and so on.
    """
    whole = sentence.format(name=name, **values)
    clause = clause_of(whole, name) if sentence.startswith(SUBJECT) else whole
    together = ""
    if several.startswith(SUBJECT):
        left_open = {"items": ITEMS, "n": NUMBER}
        together = clause_of(several.format(name=name, **(left_open | values)), name)
    return LogLine(whole, seat, rule=rule, clause=clause, several=together, item=item)


def clause_of(sentence: str, name: str) -> str:
    """A sentence without the name at its beginning and the stop at its end."""
    return sentence.removeprefix(f"{name} ").removesuffix(".")


def is_whole(line: LogLine) -> bool:
    """True where the line's clause is its whole sentence, which has another subject than the seat."""
    return line.clause is not None and line.clause == line.text
