"""``hanlin review``: review a recorded game."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

from rich.progress import TimeRemainingColumn

from hanlin.cli.progress import progress
from hanlin.cli.words import read_record_of
from hanlin.core.i18n.seat_names import called
from hanlin.core.position.position import Position
from hanlin.lab.review import Review, review, said
from hanlin.lab.review_falls import fall_texts
from hanlin.lab.review_page import fall_in_words, names_of, page, percent, signed, signed_percent


def run(file: Path, words: list[str], seconds: float, as_json: bool, as_html: bool) -> None:
    """Review a record with a progress bar on stderr, and print the review."""
    record = read_record_of(file, words)
    names = record.tags.get("Seats", "").split("|") if "Seats" in record.tags else None
    with progress(TimeRemainingColumn()) as bar:
        task = bar.add_task("decisions", total=None)
        bar.start()
        found = review(record.end, names, seconds, lambda done, of: bar.update(task, completed=done, total=of))
    colours = record.end.game.colours
    with called({colours[seat]: name for seat, name in enumerate(names or []) if name}):
        _print(found, record.end, as_json, as_html)


def _print(found: Review, end: Position, as_json: bool, as_html: bool) -> None:
    texts = fall_texts(end, found)
    if as_json:
        print(json.dumps(found.as_json(texts), ensure_ascii=False))
    elif as_html:
        text = page(found, partial(said, end), texts)
        # Characters that the output's encoding lacks become HTML references.
        print(text.encode(sys.stdout.encoding or "utf-8", "xmlcharrefreplace").decode(sys.stdout.encoding or "utf-8"))
    else:
        print("\n".join(_in_words(found, end, texts)))


def _in_words(found: Review, end: Position, texts: list[str]) -> list[str]:
    names = names_of(found)
    decisions = {decision.ply: decision for decision in found.decisions}
    lines = [f"{len(decisions)} decisions, evaluated from each player's view at the time"]
    curve = [shares for _ply, shares in found.curve()] or [[0.0] * found.players]
    for number, (name, seat) in enumerate(zip(names, found.seats, strict=True)):
        account = (
            f"decisions {signed_percent(-seat.lost)}, luck {signed_percent(seat.luck)}, "
            f"others {signed_percent(seat.others)}, reassessed {signed_percent(seat.rest)}"
        )
        began, ended = percent(curve[0][number]), percent(curve[-1][number])
        lines += ["", f"{name}: accuracy {percent(seat.accuracy)}; from {began} to {ended}: {account}"]
        for ply in seat.costly:
            decision = decisions[ply]
            why = ", ".join(f"{source.name} {signed(source.points)}" for source in decision.why[:3])
            title = found.title(ply) or f"step {ply + 1}"
            lines += [
                f"  {title}, {signed_percent(-decision.loss)}: {said(end, ply, decision.action)}",
                f"    Better: {said(end, ply, decision.best)}" + (f" ({why})" if why else ""),
            ]
        for fall, text in zip(found.falls, texts, strict=True):
            if fall.seat == number:
                lines += [f"  {fall_in_words(found, fall)} [{fall.cause}]", f"    {text}"]
    return lines
