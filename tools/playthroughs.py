"""Golden playthroughs: records with the number of legal actions and the digests of all observations at every ply.

    python tools/playthroughs.py            make those that are missing in tests/envs/golden
    python tools/playthroughs.py --again    make all again, after an intended change of the observation layout

A playthrough is a normal record (``hanlin replay`` reads it). After each action a comment gives the number of legal actions and
the digest of the observation of each seat, from seat 1 on; the last comment is about the end.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import hanlin
from hanlin.core.jit.rng import seeded
from hanlin.core.position.record import Record, read_record
from hanlin.core.verbs import generic
from hanlin.envs.core import OBSERVE, WHOLE
from hanlin.envs.ply_state import PlyHistory, setup

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "envs" / "golden"
GAMES = ("china", "forbidden_city", "year_of_the_dragon")
TABLES = [
    *(
        (name, players, {})
        for name in ("china", "forbidden_city", "year_of_the_dragon")
        for players in hanlin.game(name).players
    ),
    ("china", 4, {"fortresses": True, "side": "4-5"}),
    ("forbidden_city", 2, {"side": "rooms"}),
    ("year_of_the_dragon", 2, {"great_wall": True}),
    ("year_of_the_dragon", 3, {"super_event": "random", "large_privilege": "6"}),
    ("year_of_the_dragon", 5, {"great_wall": True, "super_event": "tornado"}),
]


def name_of(name: str, players: int, options: dict[str, object]) -> str:
    """The file name of a playthrough."""
    words = [key if value is True else f"{key}={value}" for key, value in options.items()]
    return "-".join([name, str(players), *words]) + ".hanlin"


def random_record(name: str, players: int, options: dict[str, object]) -> str:
    """The record of a random game, always the same."""
    rng = seeded("playthrough", name, players, sorted(options))
    position = hanlin.game(name).start(players, **options)
    while not position.settle(rng).over:
        position.apply(int(generic.choose(position.state, rng)))
    return position.record()


def notes(record: Record) -> Iterator[str]:
    """Yield the note for every ply of a record, and for its end: the number of legal actions, and the digests."""
    start = record.start
    history = PlyHistory(setup(start.game.name, start.players, tuple(start.options.items())))
    seen = np.zeros(history.setup.features, np.float32)
    for ply in range(record.end.ply + 1):
        digests = []
        for seat in range(start.players):
            history.observe(seat, OBSERVE, seen)
            digests.append(hashlib.sha256(seen.astype("<f4").tobytes()).hexdigest()[:6])
        yield " ".join([str(len(history.legal)), *digests])
        if ply < record.end.ply:
            history.play(history.number(start.game.parse(history.states[WHOLE], record.end.moves[ply][1])))


def playthrough(text: str) -> str:
    """The record with its notes as comments."""
    said = list(notes(read_record(text)))
    header, _, played = text.rstrip("\n").partition("\n\n")
    lines = [f"{line}  # {note}" for line, note in zip(played.split("\n"), said, strict=False)]
    return "\n".join([header, "", *lines, f"# {said[-1]}"]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--again", action="store_true", help="make all of them again")
    again = parser.parse_args().again
    FOLDER.mkdir(exist_ok=True)
    for name, players, options in TABLES:
        file = FOLDER / name_of(name, players, options)
        if again or not file.exists():
            file.write_text(playthrough(random_record(name, players, options)), "utf-8", newline="\n")
            print(file)


if __name__ == "__main__":
    main()
