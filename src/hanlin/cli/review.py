"""``hanlin review``: a record read afterwards, decision by decision."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hanlin.cli.words import read_record_of
from hanlin.lab.review import Review, review, said
from hanlin.lab.review_page import names_of, page, percent, signed


def run(file: Path, words: list[str], seconds: float, as_json: bool, as_html: bool) -> None:
    """Review the record, with a progress bar on stderr; print it."""
    record = read_record_of(file, words)
    names = record.tags.get("Seats", "").split("|") if "Seats" in record.tags else None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("decisions", total=None)
        found = review(record.end, names, seconds, lambda done, of: bar.update(task, completed=done, total=of))
    if as_json:
        print(json.dumps(found.as_json(), ensure_ascii=False))
    elif as_html:
        print(page(found, lambda ply, action: said(record.end, ply, action)))
    else:
        print("\n".join(_in_words(found)))


def _in_words(found: Review) -> list[str]:
    names = names_of(found)
    decisions = {decision.ply: decision for decision in found.decisions}
    lines = [f"{len(decisions)} decisions, judged by what each player saw at the time"]
    for name, seat in zip(names, found.seats, strict=True):
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
    return lines
