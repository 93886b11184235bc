"""The site of documents: ``make docs`` builds it with warnings as errors into ``build/docs``.

The pages are the Markdown files of this folder; the reference is made from the docstrings (``reference/``).
"""

from __future__ import annotations

import importlib.metadata
from typing import Any

import hanlin

project = "Hanlin"
author = "the Hanlin project"
release = version = importlib.metadata.version("hanlin")
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "sphinx.ext.viewcode"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
exclude_patterns = ["examples/**/rule_pages/**", "**/.*"]
# Notebooks are run by the tests; the site shows them as they are written.
nb_execution_mode = "off"
nb_render_markdown_format = "myst"
myst_heading_anchors = 3
myst_links_external_new_tab = False
suppress_warnings = ["mystnb.mime_priority"]

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


def _listings(_app: Any, _what: str, _name: str, _object: Any, _options: Any, lines: list[str]) -> None:
    """What stands indented in a docstring is a listing: of calls, of names with what they are. It keeps its lines."""
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
    """Whether an indented line would go on with the listing before it, across an empty line."""
    written = [line for line in made if line]
    return bool(written) and written[-1].startswith("    ")


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", _listings)
    assert hanlin.__version__ == release
