"""Configuration of the documentation site: ``make docs`` builds it into ``build/docs``, with warnings as errors.

The pages are the Markdown files of this folder; the reference is generated from docstrings (``reference/``).
"""

from __future__ import annotations

import importlib.metadata
import re
from pathlib import Path
from typing import Any

import hanlin

project = "Hanlin"
author = "the Hanlin developers"
release = version = importlib.metadata.version("hanlin")
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.viewcode"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
exclude_patterns = ["examples/**/rule_pages/**", "**/.*"]
# Tests run the notebooks; the site shows their source.
nb_execution_mode = "off"
nb_render_markdown_format = "myst"
myst_heading_anchors = 3
myst_links_external_new_tab = False
suppress_warnings = ["mystnb.mime_priority", "ref.python"]
# "ref.python": two modules define a Refusal, and a name in a signature does not say which is meant.

html_theme = "furo"
html_title = f"Hanlin {release}"
html_static_path: list[str] = []
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a2f20", "color-brand-content": "#8a2f20"},
    "dark_css_variables": {"color-brand-primary": "#e0a08a", "color-brand-content": "#e0a08a"},
}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": False}
autodoc_preserve_defaults = True
autodoc_inherit_docstrings = False
linkcheck_ignore = [r"http://127\.0\.0\.1.*", r"http://localhost.*"]


LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano", "nl": "Nederlands"}
"""Languages of the rule pages and summaries, as readers call them."""


def _language_links(app: Any, page: str, source: list[str]) -> None:
    """Link each rule page and summary to its translations, which are not in the side bar."""
    found = re.fullmatch(r"(rules|summaries)/(?:(\w\w)/)?([a-z-]+)", page)
    if found is None:
        return
    folder, language, name = found[1], found[2] or "en", found[3]
    links = []
    for code, title in LANGUAGES.items():
        path = f"{folder}/{name}.md" if (folder, code) == ("rules", "en") else f"{folder}/{code}/{name}.md"
        if (Path(app.srcdir) / path).is_file():
            links.append(f"**{title}**" if code == language else f"[{title}](/{path})")
    if not links:
        return
    top, _, rest = source[0].partition("\n")
    orphan = "---\norphan: true\n---\n\n" if (folder, language) != ("rules", "en") else ""
    source[0] = f"{orphan}{top}\n\n{' · '.join(links)}\n{rest}"


def _listings(_app: Any, _what: str, _name: str, _object: Any, _options: Any, lines: list[str]) -> None:
    """Render indented lines of a docstring (calls, tables of names) as literal blocks that keep their line breaks."""
    made: list[str] = []
    for line in lines:
        indented, inside = line.startswith("    "), bool(made) and made[-1].startswith("    ")
        if indented and not inside and not _goes_on(made):
            made += ["", "::", ""]
        elif line and not line.startswith(" ") and inside:
            made.append("")
        made.append(line)
    lines[:] = made


def _goes_on(made: list[str]) -> bool:
    """True if an indented line continues the literal block before it, across an empty line."""
    written = [line for line in made if line]
    return bool(written) and written[-1].startswith("    ")


def setup(app: Any) -> None:
    app.connect("source-read", _language_links)
    app.connect("autodoc-process-docstring", _listings)
    assert hanlin.__version__ == release
