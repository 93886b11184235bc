"""The cache of machine code on disk: its folders and what invalidates it.

Numba's own cache looks at the file of the function that it keeps, not at the files of the functions called from there: an
edited rule would go on playing as before, silently. So each entry has, for each game, a folder whose name is a digest of all
sources that its machine code is made from: the entry's module, the modules of the game's rules, and everything these import
from their own packages. An edit of one game leaves the machine code of the others as it is; an edit of a page, a command, a
text or a drawing leaves all of it. Names of modules count, not their folders, so two checkouts with equal sources share.
"""

from __future__ import annotations

import ast
import hashlib
import logging
import os
import platform
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

import numba
from numba.core.compiler_lock import global_compiler_lock

from hanlin.core.jit.linking import NUMBA_LINKING, linking
from hanlin.core.lib.folders import cache_homes, holds_own_files, remove_strange_files, with_mode

log = logging.getLogger(__name__)
BEGAN = time.time()
MARGIN = 0.1
"""Seconds by which a file system's clock may lag behind."""
QUIET = os.environ.get("HANLIN_QUIET", "") not in ("", "0")
"""True where nothing is said of compiling."""


class Entry:
    """A loop that Python calls and that runs as machine code: made for each game at its first call, or loaded from the cache.

    It runs without the GIL. ``rules_of`` gives the functions of a game's verbs by the dtype of its states; for those in
    ``uncompiled`` the loop runs as plain Python.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        rules_of: Callable[[Any], list[Callable[..., Any]]],
        uncompiled: Set[Any] = frozenset(),
    ) -> None:
        self.py_func = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self._rules_of = rules_of
        self._uncompiled = uncompiled
        self._made: dict[Any, Callable[..., Any]] = {}

    def __call__(self, *arguments: Any) -> Any:
        dtype = None
        for argument in arguments:
            dtype = getattr(argument, "dtype", None)
            if dtype is not None and dtype.names:
                break
        return (self._made.get(dtype) or self._make(dtype))(*arguments)

    def is_ready(self, dtype: Any) -> bool:
        """True where machine code for states of ``dtype`` is in the cache, or none is wanted."""
        if dtype in self._uncompiled:
            return True
        folder = self.folder(dtype)
        return folder is not None and _is_filled(folder) and holds_own_files(folder, _user())

    def folder(self, dtype: Any) -> Path | None:
        """The folder of the machine code for states of ``dtype``: the first folder that has it, else the first that may be
        written; None where there is neither."""
        return _folder_of(f"{self.__name__}-{digest(self._sources(dtype))}")

    def _sources(self, dtype: Any) -> dict[str, Path]:
        return sources([self.__module__, *(rule.__module__ for rule in self._rules_of(dtype))])

    def _make(self, dtype: Any) -> Callable[..., Any]:
        """The function as Numba's dispatcher, with its own cache folder."""
        if dtype in self._uncompiled:
            return self.py_func
        with _LOCK:
            if dtype not in self._made:
                changed = any(path.stat().st_mtime > BEGAN - MARGIN for path in self._sources(dtype).values())
                # A source that changed since this process began may not be what was imported: nothing is kept of it.
                folder = None if changed else self.folder(dtype)
                if folder is None or not _is_filled(folder):
                    rules = next((rule.__module__ for rule in self._rules_of(dtype)), self.__module__)
                    _announce(rules.rpartition(".")[0].rpartition(".")[2] or rules, folder)
                self._made[dtype] = _dispatcher(self.py_func, folder)
            return self._made[dtype]


_LOCK = threading.RLock()


_OPTIONS: Any = {"nogil": True, "_nrt": False}
"""Of Numba. Without its runtime (_nrt) no references to arrays are counted, see ``compiled.py``."""


def _dispatcher(function: Callable[..., Any], folder: Path | None) -> Any:
    made = _kept(function, folder)
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return made  # NUMBA_DISABLE_JIT is set.
    usual = made.compile

    def compile_once(signature: Any) -> Any:
        with global_compiler_lock, linking():
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
        made: Any = numba.njit(cache=True, **_OPTIONS)(function)
    except RuntimeError as error:  # What Numba raises where its locator has no folder to offer.
        _report(folder, error)
        return numba.njit(**_OPTIONS)(function)
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
    if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        made._cache = Keeper(made._cache, folder)
    return made


class Keeper:
    """Numba's cache of one function, from which nothing can be lost but time: machine code that can't be read is made, and
    what can't be written is used all the same."""

    def __init__(self, cache: Any, folder: Path) -> None:
        self._cache = cache
        self._folder = folder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The machine code of a signature; None if none can be read, or if it may be another user's."""
        if not holds_own_files(self._folder, _user()):
            return None
        try:
            return self._cache.load_overload(signature, context)
        except Exception as error:
            # A file that was cut off, by a full disk or a crash, can raise nearly anything while it is unpickled.
            log.info("machine code unreadable; compiling folder=%s error=%r", self._folder, error)
            with suppress(OSError):
                self._cache.flush()
            return None

    def save_overload(self, signature: Any, made: Any) -> None:
        """Keep the machine code of a signature, where it can be kept."""
        try:
            remove_strange_files(self._folder, _user())
            with _only_for_oneself():
                self._cache.save_overload(signature, made)
        except OSError as error:
            _report(self._folder, error)


_ANNOUNCED: set[str] = set()


def _announce(game: str, folder: Path | None) -> None:
    """Say on stderr, once for each game, that machine code is made and where it is kept. A pool's workers say nothing."""
    if QUIET or game in _ANNOUNCED or parent_process() is not None:
        return
    _ANNOUNCED.add(game)
    kept = "which is not kept: name a folder with HANLIN_CACHE" if folder is None else f"kept in {folder.parent}"
    with suppress(OSError, ValueError):
        print(f"hanlin: compiling {game} for this machine, once, 10 to 60 seconds ({kept}) …", file=sys.stderr, flush=True)


UNKEPT: list[str] = []
"""Reasons why machine code of this process was not stored: a sentence for each folder."""


def _report(folder: Path, error: Exception) -> None:
    """Say once for each folder that machine code is not kept there."""
    reason = getattr(error, "strerror", None) or error
    said = f"Machine code can't be kept in {folder.parent}: {reason}. Name another folder with HANLIN_CACHE."
    if said not in UNKEPT:
        UNKEPT.append(said)
        log.warning(said)


@contextmanager
def _only_for_oneself() -> Iterator[None]:
    """Make files that no other user can write, independent of the umask. (It is the process's: other threads' new files, too,
    are less open for that moment.)"""
    before = os.umask(0o077)
    os.umask(before | 0o022)
    try:
        yield
    finally:
        os.umask(before)


class Shelf:
    """The locator of a function's machine code for Numba (``NUMBA_CACHE_LOCATOR_CLASSES``): the folder that was set for it.

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
        with_mode(Path(self._folder))

    def get_cache_path(self) -> str:
        return self._folder

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


def cache_home() -> Path | None:
    """The folder in which new machine code is kept; None where no folder can be used."""
    return next((home for home in cache_homes() if os.access(home, os.W_OK | os.X_OK)), None)


def _folder_of(name: str) -> Path | None:
    """The first folder of that name with machine code that may be loaded, else the one for storing it."""
    there = [home / name for home in cache_homes()]
    filled = next((folder for folder in there if _is_filled(folder) and holds_own_files(folder, _user())), None)
    new = cache_home()
    return filled or (new / name if new is not None else None)


def _is_filled(folder: Path) -> bool:
    return any(folder.glob("*.nbi"))


def _user() -> int:
    return os.getuid() if os.name == "posix" else 0


def digest(files: dict[str, Path]) -> str:
    """A name for what these sources become with this Python, this Numba, this kind of processor."""
    bounds = os.environ.get("NUMBA_BOUNDSCHECK", "")
    linked = " linked by Numba" if NUMBA_LINKING else ""
    compiler = f"{numba.__version__} {platform.python_version()} {platform.machine()} {bounds}{linked}"
    made_by = hashlib.sha256(compiler.encode())
    for name in sorted(files):
        made_by.update(f"{name}\0".encode() + hashlib.sha256(files[name].read_bytes()).digest())
    return made_by.hexdigest()[:16]


def sources(modules: Iterable[str]) -> dict[str, Path]:
    """The files of the modules and of their direct and indirect imports from their own top packages, by module name."""
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
    """The imports of a module, anywhere in it, as full names; of ``from a import b`` also a.b, in case it is a module."""
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
