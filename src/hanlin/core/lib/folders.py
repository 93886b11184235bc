"""The folders of a user: where data are kept, and which folders may hold machine code.

Machine code is run as it is found. So it is only taken from folders into which nobody else can write: another user of the
machine could otherwise put code of their own there.
"""

from __future__ import annotations

import logging
import os
import stat
import sys
import tempfile
from functools import cache
from pathlib import Path

READABLE = 0o755
"""The mode of a new folder for machine code: it is no secret, but only its owner may change it."""
PRIVATE = 0o700
ANYBODY = stat.S_IWGRP | stat.S_IWOTH
log = logging.getLogger(__name__)


def home() -> Path | None:
    """The user's home folder; None for a user without one (a container's, with neither ``HOME`` nor an entry in passwd)."""
    named = os.environ.get("HOME", "") if os.name == "posix" else ""
    if named:
        return Path(named)
    try:
        if os.name != "posix":
            return Path.home()
        import pwd

        return Path(pwd.getpwuid(os.getuid()).pw_dir)
    except (RuntimeError, KeyError, ImportError):
        return None


def data_home() -> Path | None:
    """The platform's folder for persistent data; None where the user has no home folder."""
    at_home = home()
    if sys.platform == "win32":
        named, below = os.environ.get("LOCALAPPDATA"), "AppData/Local"
    elif sys.platform == "darwin":
        named, below = None, "Library/Application Support"
    else:
        named, below = os.environ.get("XDG_DATA_HOME"), ".local/share"
    if named:
        return Path(named)
    return at_home / below if at_home is not None else None


def cache_homes() -> tuple[Path, ...]:
    """The folders that may hold machine code, the preferred one first; all are safe to load from, some may be read-only.

    The folder of ``HANLIN_CACHE``, else the platform's; last a private folder of this user among the temporary files. A folder
    that is named by ``HANLIN_CACHE`` and can't be used is reported once; one that was filled before and is read-only is fine.
    """
    user = os.getuid() if os.name == "posix" else 0
    return _cache_homes(os.environ.get("HANLIN_CACHE", ""), os.environ.get("XDG_CACHE_HOME", ""), home(), user)


@cache
def _cache_homes(named: str, platform: str, at_home: Path | None, user: int) -> tuple[Path, ...]:
    wanted = [Path(named or platform) / "hanlin"] if named or platform else []
    if at_home is not None and (not wanted or not is_usable(wanted[0], user)):
        wanted.append(at_home / ".cache" / "hanlin")
    found = [folder.resolve() for folder in wanted if is_usable(folder, user) or (folder.is_dir() and is_safe(folder, user))]
    if named and not is_safe(wanted[0], user):
        log.warning("The folder of HANLIN_CACHE is not used, since another user can write into it: %s", named)
    elif named and not is_usable(wanted[0], user) and not _is_filled(wanted[0]):
        log.warning("The folder of HANLIN_CACHE is not used, since it can't be written: %s", named)
    if not any(is_usable(folder, user) for folder in found):
        found += _temporary(user)
    return tuple(found)


def _temporary(user: int) -> list[Path]:
    """The user's own folder among the temporary files, made as needed; none where it can't be had for oneself."""
    try:
        folder = Path(tempfile.gettempdir()).resolve() / f"hanlin-cache-{user}"
        with_mode(folder, PRIVATE)
        about = folder.lstat()
    except OSError:
        return []
    private = stat.S_ISDIR(about.st_mode) and not stat.S_IMODE(about.st_mode) & ~PRIVATE
    if os.name == "posix" and not (private and about.st_uid == user):
        log.warning("The folder %s is not private to this user: machine code is not kept. Set HANLIN_CACHE.", folder)
        return []
    return [folder] if is_usable(folder, user) else []


def with_mode(folder: Path, mode: int = READABLE) -> None:
    """Make a folder and its missing parents, each with ``mode``. OSError if that fails."""
    if not folder.parent.exists():
        with_mode(folder.parent, mode)
    folder.mkdir(mode, exist_ok=True)


def is_usable(folder: Path, user: int) -> bool:
    """True if files may be stored in a folder, which need not exist yet, and no other user can write into it."""
    return is_safe(folder, user) and _is_writable(folder)


def _is_writable(folder: Path) -> bool:
    try:
        with_mode(folder)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)


def _is_filled(folder: Path) -> bool:
    try:
        return any(folder.iterdir())
    except OSError:
        return False


def is_safe(folder: Path, user: int) -> bool:
    """True if only the user and the administrator can change a folder's content or replace the folder.

    A folder that is not there yet is as safe as the one in which it would be made.
    """
    if os.name != "posix":
        return True
    try:
        folder = folder.resolve()
        return all(_is_own(above, user) for above in (folder, *folder.parents) if above.exists())
    except (OSError, RuntimeError):
        return False


def holds_own_files(folder: Path, user: int) -> bool:
    """True if each file of a safe folder, too, is the user's or the administrator's, and no other user can write to it."""
    if os.name != "posix":
        return True
    try:
        return is_safe(folder, user) and all(_is_own(file, user) for file in folder.iterdir())
    except OSError:
        return False


def remove_strange_files(folder: Path, user: int) -> None:
    """Remove from a safe folder what somebody else could have written, before anything is added to it."""
    if os.name == "posix" and folder.is_dir():
        for file in folder.iterdir():
            if not _is_own(file, user):
                file.unlink()


def _is_own(path: Path, user: int) -> bool:
    """True for a file of the user or the administrator that no other user can change.

    In a folder with the sticky bit, as for temporary files, others can't replace what is not theirs.
    """
    about = path.stat()
    if about.st_uid not in (user, 0, _owner_of_all()):
        return False
    others = stat.S_IMODE(about.st_mode) & ANYBODY
    if others == stat.S_IWGRP and _is_group_of_one(about.st_gid, about.st_uid):
        return True
    return not others or (stat.S_ISDIR(about.st_mode) and bool(about.st_mode & stat.S_ISVTX))


@cache
def _owner_of_all() -> int:
    """The owner of the root folder: the administrator, which in a container may have another number."""
    return os.stat("/").st_uid


@cache
def _is_group_of_one(group: int, user: int) -> bool:
    """True for the group of a user's own that many systems give everybody (with the umask 002)."""
    import grp
    import pwd

    try:
        name = pwd.getpwuid(user)
        members = grp.getgrgid(group)
    except KeyError:
        return False
    return name.pw_gid == group and members.gr_name == name.pw_name and not set(members.gr_mem) - {name.pw_name}
