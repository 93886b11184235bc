"""Linking of machine code: once for each entry.

Numba finalizes each function separately: with copies of its direct and indirect callees it is optimized and
written out as machine code, although only another compiled function will ever call it. Of a game's search, which is some
two hundred functions, that is most of the work. Inside ``linked_once`` a function that Python can't call stays as it came
from the compiler; the entry that is compiled takes all of them in, once, and is improved and written out as a whole.

What an entry took in belongs to it alone. So LLVM may leave out arguments that nobody reads, and copy a function that is called
from one place to there: a search hands on some ten arrays, each of which is seven numbers, and fetched a few of them.

This relies on Numba's internals (``numba.core.codegen``): a library is a function with its dependencies. It is used with the
releases of Numba that it was tested with; with any other Numba links in its own way, and nothing else changes.
``HANLIN_NUMBA_LINKING=1`` leaves linking to Numba with every release, ``HANLIN_NUMBA_LINKING=0`` with none.

Measured on 2026-11-29, in turns with Numba's linking: CPU seconds of one process for all that ``hanlin warm`` compiles: In the
Year of the Dragon 26.4 and 28.0 s, with Numba's linking 69.7 and 72.5 s; China, one run, 38.3 and 112.9 s.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import numba

TESTED = (0, 66), (0, 68)
"""The first and the last release of Numba, major and minor, whose internals are known to fit."""


def fits(version: str) -> bool:
    """True for a release of Numba that was tested."""
    found = re.match(r"(\d+)\.(\d+)", version)
    return found is not None and TESTED[0] <= (int(found[1]), int(found[2])) <= TESTED[1]


_SWITCH = os.environ.get("HANLIN_NUMBA_LINKING", "")
NUMBA_LINKING = _SWITCH != "0" if _SWITCH else not fits(numba.__version__)
"""True where Numba links, and nothing here is used."""

if not NUMBA_LINKING:
    from numba.core.codegen import JITCodeLibrary
    from numba.core.environment import lookup_environment
    from numba.core.registry import cpu_target
elif not TYPE_CHECKING:
    JITCodeLibrary = object  # Another release may not have what is imported above.

_ENVIRONMENT = "_ZN08NumbaEnv"
"""Prefix of the variables by which machine code finds its function's constants."""


class _Library(JITCodeLibrary):
    """A library that is finalized when Python calls it or caches it; until then it is the compiler's unlinked output."""

    def add_linking_library(self, library: Any) -> None:
        if not isinstance(library, _Library):
            library._ensure_finalized()
        self._linking_libraries.append(library)

    def get_pointer_to_function(self, name: str) -> int:
        """The address of one of its functions; 0 for one that it does not have, which makes nothing ready."""
        return super().get_pointer_to_function(name) if self._finalized or self._has(name) else 0

    def finalize(self) -> None:
        for library in self._needed():
            self._reload_init.update(library._reload_init)
            module = library._get_module_for_linking() if library._finalized else library._own_functions()
            self._final_module.link_in(module, preserve=True)
        self._keep_to_itself()
        self._linking_libraries, self._shared_module = [], None
        super().finalize()
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name) if variable.name.startswith(_ENVIRONMENT) else None
            if environment is not None:
                codegen: Any = self._codegen
                codegen.set_env(variable.name, environment)

    def _keep_to_itself(self) -> None:
        """Make the linked functions internal, so that LLVM may inline and drop them."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"

    def _needed(self) -> list[Any]:
        """The libraries that it calls, directly or indirectly, each once; a final library contains that already."""
        found: dict[int, Any] = {}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library is not self and id(library) not in found:
                found[id(library)] = library
                waiting += [] if library._finalized else library._linking_libraries
        return list(found.values())

    def _own_functions(self) -> Any:
        """The part that another library links while this one is not final: its own functions, which others may have as well."""
        if self._shared_module is None:
            self._shared_module = self._final_module.clone()
            for function in self._shared_module.functions:
                if not function.is_declaration and function.linkage.name == "external":
                    function.linkage = "linkonce_odr"
        return self._shared_module

    def _has(self, name: str) -> bool:
        return any(function.name == name and not function.is_declaration for function in self._final_module.functions)


def linking() -> AbstractContextManager[None]:
    """The linking of what is compiled inside the ``with`` block. One thread at a time: the caller holds a lock."""
    return nullcontext() if NUMBA_LINKING else linked_once()


@contextmanager
def linked_once() -> Iterator[None]:
    """Link the code compiled inside the ``with`` block once."""
    codegen: Any = cpu_target.target_context.codegen()
    usual, set_env = codegen._library_class, codegen.set_env

    def set_env_of_what_is_there(name: str, environment: Any) -> None:
        if codegen._engine.get_global_value_address(name):
            set_env(name, environment)

    codegen._library_class, codegen.set_env = _Library, set_env_of_what_is_there
    try:
        yield
    finally:
        codegen._library_class = usual
        del codegen.set_env
