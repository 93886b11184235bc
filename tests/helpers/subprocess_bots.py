"""Programs that sit in the arena, good and bad: ``python subprocess_bots.py KIND``."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

KIND = sys.argv[1]

if KIND == "deaf":
    for folder in sys.argv[2:]:
        sys.stdin.readline()  # The test learns which process to end.
        Path(folder, str(os.getpid())).touch()
    time.sleep(600)
while KIND == "talks":
    print(json.dumps({"action": sys.argv[2]}), flush=True)

GREETINGS = {"speaks-2": 2, "speaks-1": 1, "speaks-3": 3, "speaks-words": "two", "speaks-often": 2}
"""The versions of the protocol that programs ask for."""

if KIND in GREETINGS:
    print(json.dumps({"version": GREETINGS[KIND]}), flush=True)
    assert json.loads(sys.stdin.readline())["versions"] == [1, 2]

for number, line in enumerate(sys.stdin, 1):
    asked = json.loads(line)
    if KIND in ("speaks-2", "speaks-often"):
        assert (asked["schema"], asked["version"]) == ("hanlin.cmd/2", 2), asked
        moves = asked["record"].partition("\n\n")[2].splitlines()
        assert asked["ply"] == len(moves), asked
        assert 0 <= asked["seat"] < asked["players"], asked
    else:
        assert not {"schema", "version", "ply"} & set(asked), asked
        assert 1 <= asked["seat"] <= asked["players"], asked
    if KIND == "speaks-often":
        print(json.dumps({"version": 1}), flush=True)
        continue
    assert set(asked) >= {"game", "players", "options", "seat", "record", "legal", "seconds", "seed"}, sorted(asked)
    assert asked["record"].startswith('[Game "')
    assert isinstance(asked["seed"], int)
    answer = json.dumps({"action": asked["legal"][asked["seed"] % len(asked["legal"])]})
    if number > 3:
        if KIND == "dies":
            sys.exit(3)
        if KIND == "sleeps":
            time.sleep(600)
        answer = {
            "nonsense": "I resign",
            "illegal": '{"action": "win at once"}',
            "list": "[1, 2]",
            "number": '{"action": 7}',
            "deep": "[" * 20000,
            "bytes": "\ufffd\x00",
            "empty": "",
            "floods": "no\n" * 50000,
            "long": "n" * 500000,
        }.get(KIND, answer)
    print(answer, flush=True)
