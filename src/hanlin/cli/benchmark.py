"""``hanlin benchmark``: the score of an agent in fixed settings, its verification, and tables of scores."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import TimeRemainingColumn
from rich.table import Table

from hanlin.cli.arena import read_bots
from hanlin.cli.progress import progress
from hanlin.cli.stopping import of_games, stop
from hanlin.cli.words import read_list
from hanlin.core.errors import HanlinError
from hanlin.lab import benchmark as lab
from hanlin.lab.benchmark_games import BenchmarkJob
from hanlin.lab.benchmark_scores import as_markdown, score_rows

VERIFIED, LISTED = "hanlin.verification/1", "hanlin.benchmark/1"


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The options of the command."""

    agents: str
    settings: str
    games: int | None
    short: bool
    opponents: str | None
    seconds: float
    out: Path | None
    keep: Path | None
    processes: int
    ray: str | None
    json: bool
    markdown: bool


def measure(wanted: Wanted) -> None:
    """Measure agents, write their score files and print their scores; several agents as one table in Markdown."""
    settings = read_list(wanted.settings) if wanted.settings else None
    work = {
        agent: lab.jobs(agent, settings, wanted.games, short=wanted.short, opponents=wanted.opponents, seconds=wanted.seconds)
        for agent in read_bots(wanted.agents)
    }
    if not work:
        raise HanlinError("No agents: name at least one.")
    files = _files(list(work), wanted.out)
    scores = []
    for agent, jobs in work.items():
        scores.append(_played(agent, jobs, wanted))
        if files:
            scores[-1].write(files[agent])
        _tell_faults(scores[-1])
    if wanted.json:
        print(json.dumps(scores[0].as_json() if len(scores) == 1 else [score.as_json() for score in scores]))
    elif len(scores) > 1:
        print(lab.table(scores))
    else:
        _print(scores[0], wanted.markdown)


def _files(agents: Sequence[str], out: Path | None) -> dict[str, Path]:
    """The score file of each agent; with several agents ``out`` is a folder, which is made."""
    if out is None:
        return {}
    try:
        if len(agents) > 1:
            out.mkdir(parents=True, exist_ok=True)
        elif out.is_dir():
            raise HanlinError(f"{out} is a folder; name a file for the score of one agent.")
    except OSError as error:
        raise HanlinError(f"The folder {out} can't be made: {error.strerror}.") from None
    names = [re.sub(r"[^A-Za-z0-9@._-]+", "-", agent)[:60] for agent in agents]
    numbered = [name if names.count(name) == 1 else f"{name}-{number}" for number, name in enumerate(names)]
    return (
        {agents[0]: out}
        if len(agents) == 1
        else {agent: out / f"{name}.json" for agent, name in zip(agents, numbered, strict=True)}
    )


def _played(agent: str, jobs: Sequence[BenchmarkJob], wanted: Wanted) -> lab.Score:
    """Play with a progress bar on stderr. Ctrl-C: say how to continue."""
    total, done = sum(job.deals * job.setting.players for job in jobs), 0
    with progress(TimeRemainingColumn()) as bar:
        task = bar.add_task(f"{agent} against {jobs[0].opponents}", total=total)

        def show(games: int) -> None:
            nonlocal done
            done = games
            bar.update(task, completed=games)

        try:
            return lab.played(jobs, wanted.processes, wanted.ray, wanted.keep, show)
        except KeyboardInterrupt:
            stop(f"{of_games(done, total)} of {agent}", _how_to_go_on(wanted.keep))


def _how_to_go_on(keep: Path | None) -> str:
    if keep is not None:
        return f"Finished deals are kept in {keep}; run the same command to continue."
    return "No games were kept. With --keep FOLDER you can continue a stopped benchmark."


def _print(score: lab.Score, markdown: bool) -> None:
    rows = score_rows(score)
    complete = "" if score.complete else "; not a complete entry"
    title = f"{score.agent} against {score.opponents}, {score.protocol}{complete}"
    if markdown:
        print(f"{title}\n\n{as_markdown(rows)}")
        return
    head, *body = rows
    drawn = Table(*head, title=title)
    for line in body:
        drawn.add_row(*line)
    screen = Console()
    (screen if screen.is_terminal else Console(width=120)).print(drawn)


def _tell_faults(score: lab.Score) -> None:
    """Say on stderr how many games a program lost because it failed, with the first reason."""
    faults = [game.fault for each in score.settings for game in each.games if game.fault]
    if faults:
        print(f"hanlin: {score.agent} failed in {len(faults)} games, which it lost. The first: {faults[0]}", file=sys.stderr)


def check(file: Path, percent: float, processes: int, ray: str | None, as_json: bool) -> None:
    """Verify a score file with a progress bar on stderr. The exit code is 1 if something is wrong."""
    score = _read(file)
    with progress(TimeRemainingColumn()) as bar:
        done, total = 0, sum(len(each.games) for each in score.settings)
        task = bar.add_task("replaying", total=total)

        def show(games: int) -> None:
            nonlocal done
            done = games
            bar.update(task, completed=games)

        try:
            found = lab.verify(score, percent, processes, ray, show)
        except KeyboardInterrupt:
            stop(of_games(done, total), "The file is not verified.")
    if as_json:
        print(json.dumps({"schema": VERIFIED, "games": found.games, "moves": found.moves, "faults": found.faults}))
    else:
        print(f"{found.games} games replayed, {found.moves} moves of computer players made again: ", end="")
        print("all as they should be" if not found.faults else f"{len(found.faults)} faults")
        print("".join(f"  {fault}\n" for fault in found.faults), end="")
    if found.faults:
        sys.stdout.flush()
        sys.exit(1)


def compare(paths: Sequence[Path], as_json: bool) -> None:
    """Print a table of score files; those in a folder are its files .json."""
    files = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    scores = [_read(file) for file in files]
    if not scores:
        raise HanlinError(f"There is no score file in {paths[0]}.")
    print(json.dumps([score.as_json() for score in scores]) if as_json else lab.table(scores))


def _read(file: Path) -> lab.Score:
    try:
        return lab.read_score(file)
    except OSError as error:
        raise HanlinError(f"{file} can't be read: {error.strerror}.") from None


def show(as_json: bool) -> None:
    """List the settings and opponents of the protocol."""
    rules = lab.protocol()
    settings = {
        each.name: {"game": each.game, "players": each.players, "options": each.options} for each in rules.settings.values()
    }
    about = {
        "schema": LISTED,
        "protocol": rules.name,
        "deals": rules.deals,
        "short": rules.short,
        "opponents": list(rules.opponents),
        "standard": rules.standard,
    }
    if as_json:
        print(json.dumps({**about, "settings": settings}))
        return
    print(f"{rules.name}: {rules.deals} deals of each setting, against {', '.join(rules.opponents)} (usually {rules.standard})")
    print(f"  with --short: {rules.short} games of each setting, rounded up to whole deals")
    for setting in rules.settings.values():
        options = "".join(f", {name}" for name in setting.options)
        print(f"  {setting.name}: {setting.game}, {setting.players} players{options}")
