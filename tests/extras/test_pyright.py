"""A strict user's script and planted mistakes, as Pyright sees them; mypy checks the same files with the sources."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1] / "typing"


def test_pyright_accepts_the_script_and_finds_the_mistakes() -> None:
    command = ["basedpyright", "-p", str(SCRIPTS), "--pythonpath", sys.executable]
    found = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, timeout=300, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "0 errors, 0 warnings" in found.stdout
