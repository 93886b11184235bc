"""What the pages of the games for programs (``docs/games``) say of actions, observations and random games.

    python tools/game_pages.py             write the tables of actions and observations again, from the code
    python tools/game_pages.py --figures   measure random games as well: half a minute

Between the marks ``<!-- NAME -->`` and ``<!-- end of NAME -->`` of a page stands what this writes; a test compares.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import numpy as np

import hanlin
from hanlin import envs
from hanlin.core.verbs import generic
from hanlin.core.verbs.features import size_of
from hanlin.games.forbidden_city.numbers import width

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "games"
PAGES = {"china": "china.md", "forbidden_city": "forbidden-city.md", "year_of_the_dragon": "year-of-the-dragon.md"}
PLIES = {"china": 9, "forbidden_city": 2, "year_of_the_dragon": 12}
"""How many actions the example has."""
SHOWN = 20
"""Numbers of a block that are shown in the example."""
GAMES = 4096


def example(name: str) -> hanlin.Position:
    """The position of the worked row: always the action in the middle of the list."""
    position = hanlin.game(name).start(hanlin.game(name).players[0], seed=7).settle()
    for _ in range(PLIES[name]):
        position.play(position.legal[len(position.legal) // 2]).settle()
    return position


def observed(position: hanlin.Position) -> np.ndarray:
    """The flat observation of the active seat."""
    out = np.zeros(size_of(position.game.features(position.players)), np.float32)
    generic.observe(position.seen_by(position.actor).state, position.actor, out)
    return out


def table(*rows: tuple[object, ...]) -> Iterator[str]:
    """A table; the first row is its head."""
    for number, row in enumerate(rows):
        yield f"| {' | '.join(str(cell) for cell in row)} |"
        if number == 0:
            yield "|" + "---|" * len(row)


def span(first: int, size: int) -> str:
    """Indexes from the first on."""
    return f"{first:,}" if size == 1 else f"{first:,}–{first + size - 1:,}"


def actions(name: str) -> Iterator[str]:
    """The action numbers by the first word of their texts, for the fewest players."""
    game = hanlin.game(name)
    space = game.action_space(game.players[0])
    rows: list[tuple[object, ...]] = [("numbers", "first", "last")]
    for word, group in groupby(space.table(), key=lambda row: row[1].split()[0]):
        found = list(group)
        first, last = found[0][1], found[-1][1]
        if (name, word) == ("forbidden_city", "place"):  # Of the places with one number the one nearest to the start tile.
            half = width(space.players) // 2
            first, last = f"place {-half},{-half} 0", f"place {half - 1},{half - 1} 3"
            assert [space.number(first), space.number(last)] == [found[0][0], found[-1][0]]
        rows.append((span(found[0][0], len(found)), f"`{first}`", f"`{last}`"))
    yield from table(*rows)
    yield ""
    sizes = ", ".join(f"{game.action_space(n).size:,} with {n}" for n in game.players)
    yield f"For {game.players[0]} players. Numbers altogether: {sizes} players."
    yield ""
    row = size_of(game.action_features())
    yield f"There are at most {game.max_actions} legal actions; a row of features for one of them has {row} numbers:"
    yield ""
    at, blocks = 0, [("index", "block", "contents")]
    for feature in game.action_features():
        blocks.append((span(at, feature.size), feature.name, feature.about))
        at += feature.size
    yield from table(*blocks)


def numbers_of(block: np.ndarray, first: int) -> str:
    """The numbers of a block that are not 0, by their indexes."""
    there = np.flatnonzero(block)
    shown = [f"{first + at}: {block[at]:.3g}" for at in there[:SHOWN]]
    more = [f"{len(there) - SHOWN} more"] if len(there) > SHOWN else []
    return ", ".join(shown + more)


def observations(name: str) -> Iterator[str]:
    """The flat observation index by index, with an example, and the structured one."""
    position = example(name)
    game, players = position.game, position.players
    flat = observed(position)
    yield "```python"
    yield f'position = hanlin.game("{name}").start({players}, seed=7).settle()'
    yield f"for _ in range({PLIES[name]}):"
    yield "    position.play(position.legal[len(position.legal) // 2]).settle()"
    yield "```"
    yield ""
    yield f"With {players} players, as seat {position.actor} sees this position; of the numbers those that are not 0:"
    yield ""
    at, rows = 0, [("index", "block", "since", "contents", "in the example")]
    for feature in game.features(players):
        row = span(at, feature.size), feature.name, f"v{feature.since}", feature.about
        rows.append((*row, numbers_of(flat[at : at + feature.size], at)))
        at += feature.size
    yield from table(*rows)
    yield ""
    sizes = ", ".join(f"{size_of(game.features(n)):,} with {n}" for n in game.players)
    earlier = ", ".join(f"{size_of(game.features(n), 0):,}" for n in game.players)
    yield f"Numbers altogether: {sizes} players; in version 0: {earlier}."
    yield ""
    yield "The structured form:"
    yield ""
    shapes = [(f"`{part.name}`", " × ".join(map(str, part.shape)), part.about) for part in envs.structure(name, players)]
    row = size_of(game.action_features())
    yield from table(
        ("array", "shape", "contents"),
        *shapes,
        ("`actions`", f"{game.max_actions} × {row}", "a row of features for each legal action, then rows of 0"),
        ("`actions_mask`", game.max_actions, "1 for the rows of legal actions"),
        ("`action_numbers`", game.max_actions, "the number of each of these actions"),
    )


def figures(name: str) -> Iterator[str]:
    """Length, choices and seat shares of random games."""
    game = hanlin.game(name)
    rows: list[tuple[object, ...]] = [
        ("players", "decisions in a game", "legal actions of a decision", "most", "forced", "win share by seat")
    ]
    for players in game.players:
        many = envs.vector(name, players, envs=GAMES, threads=2, masks=False, observations=False).reset(1)
        rng = np.random.default_rng(1)
        open_ = np.ones(GAMES, bool)
        lengths, shares = np.zeros(GAMES), np.zeros((GAMES, players))
        choices: list[np.ndarray] = []
        while open_.any():
            choices.append(many.counts[open_].copy())
            lengths += open_
            many.step(many.choose(rng))
            ended = open_ & many.over
            shares[ended] = many.rewards[ended]
            open_ &= ~many.over
        many.close()
        counts = np.concatenate(choices)
        error = 1.96 * shares.std(axis=0).max() / np.sqrt(GAMES)
        rows.append(
            (
                players,
                f"{lengths.mean():.1f} ({lengths.min():.0f}–{lengths.max():.0f})",
                f"{counts.mean():.1f}",
                counts.max(),
                f"{100 * (counts == 1).mean():.0f} %",
                ", ".join(f"{100 * share:.1f}" for share in shares.mean(axis=0)) + f" % (± {100 * error:.1f})",
            )
        )
    yield from table(*rows)
    yield ""
    yield f"Random games, default options, {GAMES:,} for each number of players, seed 1; intervals of 95 %. Made by"
    yield "`python tools/game_pages.py --figures`."


PARTS = {"actions": actions, "observations": observations, "figures": figures}


def written(name: str, text: str, parts: tuple[str, ...]) -> str:
    """The text of a page with these parts written again."""
    for part in parts:
        body = "\n".join(PARTS[part](name))
        marked = f"<!-- {part} -->\n\n{body}\n\n<!-- end of {part} -->"
        text, found = re.subn(rf"<!-- {part} -->.*?<!-- end of {part} -->", lambda _, it=marked: it, text, flags=re.DOTALL)
        if found != 1:
            raise SystemExit(f"The page of {name} must have the marks of {part} once.")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--figures", action="store_true", help="measure random games as well")
    parts = ("actions", "observations", "figures") if parser.parse_args().figures else ("actions", "observations")
    for name, file in PAGES.items():
        page = FOLDER / file
        page.write_text(written(name, page.read_text("utf-8"), parts), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
