"""``hanlin review``: review a recorded game."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hanlin.cli.words import read_record_of
from hanlin.core.position.position import Position
from hanlin.lab.review import Review, happened, review, said
from hanlin.lab.review_page import EVENTS, fall_in_words, names_of, page, percent, signed


def run(file: Path, words: list[str], seconds: float, as_json: bool, as_html: bool) -> None:
    """Review a record with a progress bar on stderr, and print the review."""
    record = read_record_of(file, words)
    names = record.tags.get("Seats", "").split("|") if "Seats" in record.tags else None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    errors = Console(stderr=True)
    with Progress(*columns, console=errors, disable=not errors.is_terminal) as bar:
        task = bar.add_task("decisions", total=None)
        found = review(record.end, names, seconds, lambda done, of: bar.update(task, completed=done, total=of))
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
    elif as_html:
        text = page(found, partial(said, record.end), partial(happened, record.end))
        # Characters that the output's encoding lacks become HTML references.
        print(text.encode(sys.stdout.encoding or "utf-8", "xmlcharrefreplace").decode(sys.stdout.encoding or "utf-8"))
    else:
        print("\n".join(_in_words(found, record.end)))


def _in_words(found: Review, end: Position) -> list[str]:
    names = names_of(found)
    decisions = {decision.ply: decision for decision in found.decisions}
    lines = [f"{len(decisions)} decisions, evaluated from each player's view at the time"]
    falls = found.falls()
    for number, (name, seat) in enumerate(zip(names, found.seats, strict=True)):
        lines.append(
            f"{name}: accuracy {percent(seat.accuracy)}, gave away {percent(seat.lost)}, luck {signed(100 * seat.luck, 0)} %"
        )
        for ply in seat.costly:
            decision = decisions[ply]
            why = ", ".join(f"{source.name} {signed(source.points)}" for source in decision.why[:3])
            lines.append(
                f"  step {ply + 1}: {decision.action}; better: {decision.best} ({signed(100 * decision.loss, 0)} %"
                + (f"; {why})" if why else ")")
            )
        for fall in falls:
            if fall.seat == number:
                events = " ".join(happened(end, fall)[:EVENTS])
                lines.append(
                    f"  {fall_in_words(fall)} (no marked decision explains this fall){'. ' + events if events else ''}"
                )
    return lines
