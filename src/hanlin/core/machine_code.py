"""Where machine code is kept, and for how long it is good.

Numba's own cache looks at the file of the function that it keeps, not at the files of the functions called from there: an
edited rule would go on playing as before, silently. So each entry has, for each game, a folder whose name is a digest of all
sources that its machine code is made from: the entry's module, the modules of the game's rules, and whatever these import
from their own packages. An edit of one game leaves the machine code of the others as it is; an edit of a page, a command, a
text or a drawing leaves all of it. Names of modules count, not where they lie, so two checkouts with equal sources share.
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numba
from numba.core.compiler_lock import global_compiler_lock

from hanlin.core.linking import linked_once

BEGAN = time.time()
MARGIN = 0.1
"""Seconds by which a file system's clock may lag behind."""


class Entry:
    """A loop that Python calls and that runs as machine code: made for each game at its first call, or loaded from the cache.

    It runs without the GIL. ``rules_of`` gives the functions of a game's verbs by the dtype of its states.
    """

    def __init__(self, function: Callable[..., Any], rules_of: Callable[[Any], list[Callable[..., Any]]]) -> None:
        self.py_func = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self._rules_of = rules_of
        self._made: dict[Any, Callable[..., Any]] = {}

    def __call__(self, *arguments: Any) -> Any:
        dtype = None
        for argument in arguments:
            dtype = getattr(argument, "dtype", None)
            if dtype is not None and dtype.names:
                break
        return (self._made.get(dtype) or self._make(dtype))(*arguments)

    def is_ready(self, dtype: Any) -> bool:
        """True where machine code for states of ``dtype`` is in the cache."""
        return any(self.folder(dtype).glob("*.nbi"))

    def folder(self, dtype: Any) -> Path:
        """Where the machine code for states of ``dtype`` is kept."""
        return cache_home() / f"{self.__name__}-{digest(self._sources(dtype))}"

    def _sources(self, dtype: Any) -> dict[str, Path]:
        return sources([self.__module__, *(rule.__module__ for rule in self._rules_of(dtype))])

    def _make(self, dtype: Any) -> Callable[..., Any]:
        """The function as Numba's dispatcher, whose cache is the folder of its own."""
        with _LOCK:
            if dtype not in self._made:
                changed = any(path.stat().st_mtime > BEGAN - MARGIN for path in self._sources(dtype).values())
                # A source that changed since this process began may not be what was imported: nothing is kept of it.
                self._made[dtype] = _dispatcher(self.py_func, None if changed else self.folder(dtype))
            return self._made[dtype]


_LOCK = threading.RLock()


_OPTIONS: Any = {"nogil": True, "_nrt": False}
"""Of Numba. Without its runtime (_nrt) no references to arrays are counted, see ``compiled.py``."""


def _dispatcher(function: Callable[..., Any], folder: Path | None) -> Any:
    made = _kept(function, folder)
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return made  # Numba was told to leave functions as they are.
    usual = made.compile

    def compile_once(signature: Any) -> Any:
        with global_compiler_lock, linked_once():
            return usual(signature)

    made.compile = compile_once
    return made


def _kept(function: Callable[..., Any], folder: Path | None) -> Any:
    """The function as Numba's dispatcher, kept in a folder, if any."""
    if folder is None:
        return numba.njit(**_OPTIONS)(function)
    config: Any = numba.config
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = str(folder), f"{__name__}.Shelf"
    try:
        return numba.njit(cache=True, **_OPTIONS)(function)
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before


class Shelf:
    """Tells Numba (``NUMBA_CACHE_LOCATOR_CLASSES``) where a function's machine code lies: in the folder that was set for it.

    The folder's name notices every change of the sources, so the file's own time and place do not matter.
    """

    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._py_file = file
        self._line = function.__code__.co_firstlineno
        self._folder: str = numba.config.CACHE_DIR  # type: ignore[attr-defined]

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Shelf | None:
        shelf = cls(function, file)
        try:
            shelf.ensure_cache_path()
        except OSError:
            return None
        return shelf

    def ensure_cache_path(self) -> None:
        os.makedirs(self._folder, exist_ok=True)

    def get_cache_path(self) -> str:
        return self._folder

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


def cache_home() -> Path:
    """The folder of all machine code: of ``HANLIN_CACHE``, or the platform's place for what can be made again."""
    home = os.environ.get("HANLIN_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "hanlin"


def digest(files: dict[str, Path]) -> str:
    """A name for what these sources become with this Python, this Numba, this kind of processor."""
    bounds = os.environ.get("NUMBA_BOUNDSCHECK", "")
    made_by = hashlib.sha256(f"{numba.__version__} {platform.python_version()} {platform.machine()} {bounds}".encode())
    for name in sorted(files):
        made_by.update(f"{name}\0".encode() + hashlib.sha256(files[name].read_bytes()).digest())
    return made_by.hexdigest()[:16]


def sources(modules: Iterable[str]) -> dict[str, Path]:
    """The files of the modules and of all that they import, directly or not, from their own top packages, by module name."""
    found: dict[str, Path] = {}
    waiting = list(modules)
    packages = {name.partition(".")[0] for name in waiting} | {__name__.partition(".")[0]}
    while waiting:
        name = waiting.pop()
        file = _file_of(name)
        if name in found or file is None:
            continue
        found[name] = file
        waiting.extend(imported for imported in _imports(name, file) if imported.partition(".")[0] in packages)
    return found


@cache
def _file_of(name: str) -> Path | None:
    """The source of a module; None where there is no module of that name, or none that is written in Python."""
    try:
        spec = sys.modules[name].__spec__ if name in sys.modules else find_spec(name)
        origin = spec.origin if spec is not None else getattr(sys.modules[name], "__file__", None)
    except (ImportError, AttributeError, KeyError, ValueError):
        return None
    return Path(origin) if origin and origin.endswith(".py") else None


@cache
def _imports(name: str, file: Path) -> list[str]:
    """What a module imports, anywhere in it, as full names; of ``from a import b`` also a.b, in case it is a module."""
    is_package = file.name == "__init__.py"
    found: list[str] = []
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            found.extend(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.extend(_imported_from(node, name.split("."), is_package))
    return found


def _imported_from(node: ast.ImportFrom, inside: list[str], is_package: bool) -> Iterator[str]:
    """The modules of one ``from … import …``. The package itself counts only for names that are no modules of it."""
    up = node.level - is_package if node.level else 0
    parts = inside[: len(inside) - up] if node.level else []
    base = ".".join([*parts, *([node.module] if node.module else [])])
    for alias in node.names:
        module = f"{base}.{alias.name}"
        yield module if _file_of(module) is not None else base
