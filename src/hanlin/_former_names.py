"""Former names of modules and of public names in them, kept for one release: they work with a DeprecationWarning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MOVED = {
    "core.language": "core.i18n.language",
    "core.seats": "core.i18n.seat_names",
    "core.compiled": "core.jit.compiled",
    "core.linking": "core.jit.linking",
    "core.machine_code": "core.jit.cache",
    "core.ahead": "core.jit.prefetch",
    "core.indexing": "core.jit.indexing",
    "core.bits": "core.jit.bits",
    "core.rng": "core.jit.rng",
    "core.rows": "core.jit.row_sums",
    "core.records": "core.jit.struct_types",
    "core.telling": "core.jit.events",
    "core.data": "core.text.toml_files",
    "core.fields": "core.text.fields",
    "core.writing": "core.position.record_writer",
    "core.generic": "core.verbs.generic",
    "core.calls": "core.verbs.outlined",
    "core.playout": "core.verbs.playout",
    "core.measuring": "core.verbs.timing",
    "core.features": "core.verbs.features",
    "core.options": "core.verbs.options",
    "core.rulebook": "core.verbs.rulebook",
    "core.faces": "core.verbs.presentation",
    "core.rooms": "core.verbs.protocols",
    "core.setting_up": "core.verbs.setup_counter",
    "core.history": "core.position.history",
    "core.action_space": "core.position.action_space",
    "core.digest": "core.position.digest",
    "core.game": "core.position.game",
    "core.folders": "core.lib.folders",
    "core.files": "core.lib.files",
    "core.memo": "core.lib.memo",
    "core.numerals": "core.lib.integers",
    "core.sentences": "core.verbs.log_sentences",
    "core.defaults": "core.verbs.defaults",
    "core.record": "core.position.record",
    "core.positions": "core.position.position_text",
    "bots.moves": "bots.policies",
    "bots.judging": "bots.evaluation",
    "bots.comparison": "bots.sequential_halving",
    "bots.tree": "bots.ismcts",
    "bots.arena": "bots.simulate",
    "bots.outside": "bots.subprocess_bot",
    "lab.tables": "lab.tournament_stats",
    "lab.tabulate": "lab.dataframes",
    "lab.experience": "lab.selfplay",
    "lab.scale": "lab.distribute",
    "envs.following": "envs.ply_state",
    "envs.playing": "envs.core",
    "envs.many": "envs.vector_games",
    "envs.stepping": "envs.vector_loops",
    "server.app": "server.asgi",
}
"""The new name of each module that moved in 0.2, below ``hanlin``."""


class _Finder(MetaPathFinder, Loader):
    """Finds the modules of ``MOVED`` by their former names."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        package, _dot, name = fullname.partition(".")
        return ModuleSpec(fullname, self) if package == "hanlin" and name in MOVED else None

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        former = module.__name__
        new = f"hanlin.{MOVED[former.partition('.')[2]]}"
        warnings.warn(f"{former} is now {new}; the former name goes with the next release", DeprecationWarning, stacklevel=2)
        sys.modules[former] = import_module(new)


def install() -> None:
    """Let former names be imported."""
    sys.meta_path.append(_Finder())


def renamed(module: str, names: dict[str, str]) -> Callable[[str], Any]:
    """A ``__getattr__`` for a module that gives its names by their former names, with a warning."""

    def get(former: str) -> Any:
        if former not in names:
            raise AttributeError(f"module {module!r} has no attribute {former!r}")
        warnings.warn(f"{module}.{former} is now {names[former]}", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], names[former])

    return get
