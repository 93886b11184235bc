"""What holds for the look of all pages: few sizes of type, signs that are signs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hanlin
from hanlin.server.templating import signed

LOOK = (Path(hanlin.__file__).parent / "server" / "static" / "look.css").read_text(encoding="utf-8")


def test_there_are_five_sizes_of_type():
    sizes = re.findall(r"--t\d: (\d+)px", LOOK)
    assert len(sizes) == 5
    assert min(map(int, sizes)) >= 12
    set_to = re.findall(r"font-size:\s*([^;}]+)", LOOK) + re.findall(r"font:\s*(?:[a-z]+ )?(?:\d{3} )?([^/;]+)/", LOOK)
    assert {size.strip() for size in set_to} <= {f"var(--t{n})" for n in range(1, 6)}


@pytest.mark.parametrize(("number", "text", "bare"), [(3, "+3", "3"), (0, "+0", "0"), (-12, "−12", "−12")])
def test_a_minus_is_a_minus(number, text, bare):
    assert signed(number) == text
    assert signed(number, plus=False) == bare
