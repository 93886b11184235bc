"""``hanlin puzzles``: the puzzles of a game, shipped or mined anew."""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.progress import TimeRemainingColumn

from hanlin.cli.own_weights import say_weights
from hanlin.cli.progress import progress
from hanlin.cli.stopping import of_games, stop
from hanlin.core.errors import Failed, HanlinError
from hanlin.core.lib.files import whole_file
from hanlin.core.position.game import Game
from hanlin.core.verbs.puzzles import LEVELS, SCHEMA, Puzzles, puzzles_text, read_puzzles
from hanlin.lab.distribute import stored
from hanlin.lab.puzzle_choice import chosen, themed
from hanlin.lab.puzzle_proof import LEAST_POINTS, LEAST_SHARE, ROUNDS
from hanlin.lab.puzzles import DEEP, ConsentedGames, Mining, Moves, OwnGames, PlayedGames, Records, Source, mined

if TYPE_CHECKING:
    from hanlin.server.db import Store

PRINTED = f"hanlin.puzzle/{SCHEMA}"
"""The schema of each puzzle that is printed."""


def show(game: Game, as_json: bool) -> None:
    """Print the shipped puzzles: as a JSON list, or how many there are of which kind."""
    found = read_puzzles(game)
    if found is None:
        raise HanlinError(f"There are no puzzles of {game.name} yet. Mine some: hanlin puzzles {game.name} --mine FOLDER")
    if as_json:
        print(json.dumps([{"schema": PRINTED, **each.as_json()} for each in found.puzzles], ensure_ascii=False))
    else:
        print(in_words(game, found))


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The material of new puzzles. ``records``, ``played`` and ``server``: games to mine instead of ``games`` between ``bot``;
    ``server``: a server's data folder, or the address of its database."""

    players: Sequence[int]
    games: int
    bot: str
    seed: str
    folder: Path
    out: Path
    most: int
    records: Sequence[Path] = ()
    played: Sequence[Path] = ()
    server: str = ""
    hard: bool = False
    processes: int = 1
    ray: str | None = None


def mine(game: Game, wanted: Wanted) -> None:
    """Mine games and write the best spread of puzzles. Games that were looked through are kept in a folder."""
    source = _source(game, wanted)
    match source:
        case Records(files=given) | ConsentedGames(games=given):
            games = len(given)
        case _:
            games = wanted.games
    job = Mining(game=game.name, source=source, games=games, seed=wanted.seed, hard=wanted.hard)
    _check_folder(job, wanted)
    reached = (0, 0)
    try:
        with progress(TimeRemainingColumn()) as bar:
            task = bar.add_task(f"{game.name}, games", total=games)
            bar.start()

            def looked_through(done: int, puzzles: int) -> None:
                nonlocal reached
                reached = (done, puzzles)
                bar.update(task, completed=done)

            found = mined(job, wanted.folder, wanted.processes, wanted.ray, looked_through)
    except KeyboardInterrupt:
        done, puzzles = reached
        stop(
            of_games(done, games),
            f"The puzzles found in them ({puzzles}) are kept in {wanted.folder}, but {wanted.out} is not written; run the same "
            "command to continue.",
        )
    if not found:
        raise Failed(_nothing_found(wanted, games))
    best = chosen([themed(each) for each in found], wanted.most)
    made = made_of(source, games)
    with whole_file(wanted.out) as part:
        part.write_text(puzzles_text(Puzzles(game.name, made, tuple(best))), "utf-8")
    print(wanted.out)


def made_of(source: Source, games: int) -> dict[str, object]:
    """The facts about mining that go with the puzzles."""
    return {
        "games": games,
        "source": type(source).__name__,
        "proof": {"judgements": 2, "games_each": ROUNDS, "share": LEAST_SHARE, "points": LEAST_POINTS, "search": DEEP},
    }


def in_words(game: Game, found: Puzzles) -> str:
    """Numbers of puzzles by level, players, moves and theme."""
    titles = game.words.puzzle_themes()
    levels = Counter(each.level for each in found.puzzles)
    players = Counter(each.players for each in found.puzzles)
    moves = Counter(len(each.steps) for each in found.puzzles)
    themes = Counter(theme for each in found.puzzles for theme in each.themes)
    rows: list[tuple[str, list[tuple[Any, int]]]] = [
        ("Level", [(level, levels[level]) for level in LEVELS]),
        ("Players", sorted(players.items())),
        ("Moves", sorted(moves.items())),
        ("Themes", [(titles.get(theme, theme), n) for theme, n in themes.most_common()]),
    ]
    lines = [f"{game.words.title()}: {len(found.puzzles)} puzzles"]
    lines += [f"  {name}: " + ", ".join(f"{what} {n}" for what, n in counts) for name, counts in rows]
    return "\n".join(lines)


def _source(game: Game, wanted: Wanted) -> Source:
    if sum(map(bool, (wanted.records, wanted.played, wanted.server))) > 1:
        raise HanlinError("Give one of --records, --played and --from-server.")
    if wanted.server:
        return _consented(game, wanted)
    if wanted.records:
        return Records(files=tuple(wanted.records))
    if wanted.played:
        return PlayedGames(game=game.name, folders=tuple(wanted.played))
    games = OwnGames(game=game.name, players=tuple(wanted.players), bots=(wanted.bot,), seed=wanted.seed)
    say_weights(games.bots)
    return games


def _check_folder(job: Mining, wanted: Wanted) -> None:
    """HanlinError where the folder keeps puzzles of other games."""
    try:
        stored(job, wanted.folder)
    except HanlinError as error:
        if not wanted.server:
            raise
        raise HanlinError(f"{error} Games that people finished since, or a changed consent, make another job.") from None


def _games(n: int) -> str:
    return "1 game" if n == 1 else f"{n:,} games"


def _nothing_found(wanted: Wanted, games: int) -> str:
    looked = f"No puzzle was found in {_games(games)}"
    if wanted.server and games < wanted.games:
        return f"{looked}, all that may be mined there; more will follow as people play."
    return f"{looked}; look through more."


def _consented(game: Game, wanted: Wanted) -> ConsentedGames:
    """The latest games of a server whose people all agreed, as moves."""
    from hanlin.server.tables.consent import consented, ends  # Only here: mining other games needs no server.

    store = _opened(wanted.server)
    try:
        ids = consented(store, game)
        games = tuple(Moves.of(end) for end in islice(ends(store, game, ids), wanted.games))
        finished, allowing = len(store.finished(game.name)), len(store.consenting())
    finally:
        store.close()
    if not games:
        raise HanlinError(_nothing_to_mine(game, finished, allowing, len(ids)))
    print(f"{_games(len(games))} of {game.name} in which everybody who played allowed it", file=sys.stderr)
    return ConsentedGames(id=hashlib.blake2b("\n".join(ids).encode(), digest_size=16).hexdigest(), games=games)


def _opened(server: str) -> Store:
    """The data of a server as they are: mining changes nothing there, not even the layout of another version."""
    from hanlin.server.db import Store

    if "://" in server:
        store = Store.at(server, migrate=False)
    elif Store.is_in(Path(server)):
        store = Store.in_folder(Path(server), migrate=False)
    else:
        raise HanlinError(
            f"There is no data of a server in {server}: give --from-server its data folder, which hanlin serve names at its "
            "start, or the URL of its PostgreSQL database."
        )
    if not store.ready():
        layout = store.layout()
        store.close()
        raise HanlinError(
            "That database is empty: it is not the one of a server."
            if layout is None
            else "The server's data is of another version of Hanlin: mine with the version that the server runs."
        )
    return store


def _nothing_to_mine(game: Game, finished: int, allowing: int, agreed: int) -> str:
    """The reason why no game of a server can be mined, and what to do."""
    if not finished:
        return f"No game of {game.name} has been finished at that server."
    if agreed:
        return f"All games of {game.name} that may be mined there ended early: {agreed}. There is no end to mine."
    return (
        f"No finished game of {game.name} may be mined there ({finished} finished; accounts that allow it: {allowing}). "
        "Everybody who played must have an account and allow it on its page under Puzzles, programs by allow_mining() of "
        "hanlin.client; guests can't."
    )
