"""Static files: style sheet, scripts, fonts. Loaded at start; their addresses contain a digest of all of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from hanlin.core.i18n.language import package_folder
from hanlin.core.position.game import games
from hanlin.drawing.palette import stylesheet
from hanlin.drawing.pictures import png

FOLDER = Path(__file__).resolve().parents[1] / "static"
LOOK = FOLDER / "look"
GAMES = "games"
"""In place of a part: the style rules of the games (``look.css`` beside their drawing), for places and pieces of their own."""
STYLES = (
    *("base", "pages", "start", "account", "lobby", "table", "lesson", "hint", "review", "book", "puzzles", "badges", "people"),
    "places",
    GAMES,
    *("lens", "plan", "ending", "editor"),
    *("small", "narrow", "motion", "print"),
)
"""The parts of the style sheet, in their order: a later rule wins over an earlier one of the same weight."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}


ICONS = (192, 512)
"""Pixels of the icons of the installed app."""


@dataclass(frozen=True, slots=True)
class Asset:
    content: bytes
    type: str


class Assets:
    """All static files by name.

    ``build`` is a digest of all of them and part of each address, so that a page never mixes two builds.
    """

    def __init__(self) -> None:
        self.files: dict[str, Asset] = {}
        for path in sorted(FOLDER.rglob("*")):
            if path.suffix in TYPES and path.parent != LOOK:
                self.files[path.relative_to(FOLDER).as_posix()] = Asset(path.read_bytes(), TYPES[path.suffix])
        self.files["look.css"] = Asset((stylesheet() + style_rules()).encode(), TYPES[".css"])
        for size in ICONS:
            self.files[f"icon-{size}.png"] = Asset(png(_icon(self.files["mark.svg"].content.decode()), size), "image/png")
        digest = hashlib.sha256()
        for name, asset in self.files.items():
            digest.update(name.encode() + b"\0" + asset.content)
        self.build = digest.hexdigest()[:12]

    def url(self, name: str) -> str:
        """The address of a file of this build; KeyError for one that is not there."""
        assert name in self.files, name
        return f"/static/{self.build}/{name}"


def style_rules() -> str:
    """The rules of the style sheet, without the colours."""
    return "\n".join(_of_games() if name == GAMES else (LOOK / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)


def _of_games() -> str:
    files = [package_folder(game.package) / "drawing" / "look.css" for game in games().values()]
    return "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in files if file.is_file())


def _icon(mark: str) -> str:
    """The logo on a full square, small enough for the round mask of a phone."""
    return mark.replace(' rx="5"', "").replace('viewBox="0 0 32 32"', 'viewBox="3 3 26 26"')
