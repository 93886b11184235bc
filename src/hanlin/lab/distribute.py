"""Work distributed over processes of this machine or a Ray cluster, with equal results.

A job is cut into pieces that follow from its settings and their number alone. ``spread`` runs them in this process, in other
processes, or on Ray, and repeats a piece whose worker was killed. ``collect`` also stores each piece in a folder, so that a
stopped job can be continued. ``jobs`` defines the jobs; tournaments (``arena``) are distributed the same way.
"""

from __future__ import annotations

import io
import json
import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import Failed, HanlinError
from hanlin.core.lib.extras import needed_by
from hanlin.core.lib.files import whole_file

Arrays = dict[str, NDArray[Any]]

TRIES = 3
"""Attempts at a piece before it is given up: it may itself be what kills its workers."""
AHEAD = 4
"""Queued pieces per worker: enough that none is idle, few enough to bound the memory of a long job."""
LOCAL = "local"
SCHEMA = "hanlin.job/1"
"""Of the settings that are stored with finished pieces; older ones, which do not say it, have the same keys."""


class Work(Protocol):
    """Work that can be distributed: picklable, and each piece follows from it and the number of the piece alone."""

    def do(self, piece: int) -> Any:
        """Run one piece; its result must be picklable."""
        ...


class Job(Work, Protocol):
    """Work whose results are arrays, so that they can be stored."""

    @property
    def pieces(self) -> int:
        """The number of pieces, which are numbered from 0."""
        ...

    def settings(self) -> dict[str, Any]:
        """The parameters that determine the results, as JSON."""
        ...

    def do(self, piece: int) -> Arrays:
        """Run one piece; arrays by name."""
        ...


@dataclass(frozen=True, slots=True)
class Packed:
    """A job whose results are the bytes of ``.npz`` files, so that the workers compress them and not the driver."""

    job: Job

    def do(self, piece: int) -> bytes:
        """Run one piece and return the bytes of its file."""
        file = io.BytesIO()
        np.savez_compressed(file, **self.job.do(piece))  # type: ignore[arg-type]
        return file.getvalue()


def spread(work: Work, pieces: Sequence[int], processes: int = 1, ray: str | None = None) -> Iterator[tuple[int, Any]]:
    """Run pieces and yield each with its result as it completes: in this process, in others (``processes`` > 1), or on a Ray
    cluster (``ray``: its address, or "local" for one on this machine with ``processes`` workers).

    HanlinError if Ray is missing, or if the workers of a piece were killed three times.
    """
    if ray is not None:
        return _by_ray(work, pieces, processes, ray)
    if processes > 1 and len(pieces) > 1:
        return _by_processes(work, pieces, processes)
    return ((piece, work.do(piece)) for piece in pieces)


def collect(
    job: Job,
    processes: int = 1,
    ray: str | None = None,
    keep: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
    names: Sequence[str] | None = None,
) -> Iterator[Arrays]:
    """Run a job and yield the results of its pieces in order. ``keep``: a folder that stores finished pieces, so that a stopped
    job can be continued; HanlinError if it holds another job. ``progress`` is called with the number of finished pieces.
    ``names``: the arrays to load from stored pieces, by default all."""
    done = stored(job, keep)
    missing = [piece for piece in range(job.pieces) if piece not in done]
    ready = len(done)
    progress(ready)
    waiting: dict[int, Arrays] = {}
    results = spread(job if keep is None else Packed(job), missing, processes, ray)
    for piece in range(job.pieces):
        while piece not in done and piece not in waiting:
            other, result = next(results)
            if keep is not None:
                _save(keep, other, result)
                done.add(other)
            else:
                waiting[other] = result
            ready += 1
            progress(ready)
        yield waiting.pop(piece) if piece in waiting else _load(keep, piece, names)


def kept(job: Job, keep: Path) -> Iterator[tuple[int, Arrays]]:
    """The pieces of a job that a folder stores, by number; HanlinError if it holds another job. Nothing is run."""
    for piece in sorted(stored(job, keep)) if keep.exists() else ():
        yield piece, _load(keep, piece, None)


# -- processes -------------------------------------------------------------------------------------------------------------


def _by_processes(work: Work, pieces: Sequence[int], processes: int) -> Iterator[tuple[int, Any]]:
    """If a worker is killed, its pool is broken for all running pieces: a new pool runs them again."""
    left = dict.fromkeys(pieces, 0)  # Failed attempts by unfinished piece.
    while left:
        with ProcessPoolExecutor(
            min(processes, len(left)), mp_context=get_context("spawn"), initializer=_begin, initargs=(work,)
        ) as pool:
            running: dict[Future[Any], int] = {}
            try:
                for piece, result in _from_pool(pool, deque(left), running, AHEAD * processes):
                    del left[piece]
                    yield piece, result
            except BrokenProcessPool:
                for piece in running.values():
                    left[piece] += 1
                # Pieces that were running when another one killed a process fail, too; only repeated failures count.
                if min(left[piece] for piece in running.values()) >= TRIES:
                    raise _gave_up(sorted(running.values())) from None
            finally:
                for task in running:
                    task.cancel()


def _from_pool(
    pool: ProcessPoolExecutor, left: deque[int], running: dict[Future[Any], int], most: int
) -> Iterator[tuple[int, Any]]:
    while left or running:
        while left and len(running) < most:
            piece = left.popleft()
            running[pool.submit(_piece_of_this_process, piece)] = piece
        for task in wait(running, return_when=FIRST_COMPLETED).done:
            result = task.result()
            yield running.pop(task), result


_work: Work | None = None


def _begin(work: Work) -> None:
    global _work
    _work = work
    signal.signal(signal.SIGINT, _leave)
    signal.signal(signal.SIGTERM, _leave)


def _leave(_number: int, _frame: object) -> None:
    """Exit a worker at once on Ctrl-C, with its child processes; otherwise it would run the next piece.

    The pool then ends the other workers.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    end = getattr(_work, "end", None)
    if end is not None:
        end()
    os._exit(130)


def _piece_of_this_process(piece: int) -> Any:
    assert _work is not None
    return _work.do(piece)


def _gave_up(pieces: Sequence[int]) -> Failed:
    named = ", ".join(map(str, pieces))
    return Failed(f"The workers of these pieces were killed {TRIES} times, so they were given up: {named}.")


# -- Ray -------------------------------------------------------------------------------------------------------------------


def _by_ray(work: Work, pieces: Sequence[int], processes: int, address: str) -> Iterator[tuple[int, Any]]:
    ray = _connected(address, processes)
    task = ray.remote(_do).options(max_retries=TRIES - 1)
    shared = ray.put(work)
    running: dict[Any, int] = {}
    left = deque(pieces)
    most = AHEAD * max(processes, int(ray.cluster_resources().get("CPU", 1)))
    try:
        while left or running:
            while left and len(running) < most:
                piece = left.popleft()
                running[task.remote(shared, piece)] = piece
            ray.wait(list(running), num_returns=1, fetch_local=False)
            # All ready ones at once, since each wait is slow with thousands of tasks.
            ready, _ = ray.wait(list(running), num_returns=len(running), timeout=0)
            for one in ready:
                try:
                    result = ray.get(one)
                except ray.exceptions.WorkerCrashedError:
                    raise _gave_up([running[one]]) from None
                yield running.pop(one), result
    finally:
        for one in running:
            ray.cancel(one, force=True)


def _do(work: Work, piece: int) -> Any:
    return work.do(piece)


def _connected(address: str, processes: int) -> Any:
    """Connect to a Ray cluster; for "local" start one on this machine if there is none yet."""
    with needed_by("A cluster"):
        import ray
    if ray.is_initialized():
        return ray
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        if address == LOCAL:
            ray.init(num_cpus=processes, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
        else:
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise HanlinError(f"There is no Ray cluster at {address!r}: {error}") from None
    return ray


# -- stored pieces --------------------------------------------------------------------------------------------------------


def stored(job: Job, keep: Path | None) -> set[int]:
    """The pieces stored in the folder; HanlinError if it holds another job.

    A new folder is created and marked with the job's settings.
    """
    if keep is None:
        return set()
    settings = json.loads(json.dumps(job.settings()))
    about = keep / "job.json"
    try:
        keep.mkdir(parents=True, exist_ok=True)
        if about.exists():
            there = json.loads(about.read_text("utf-8"))
            different = [name for name in settings if there.get(name) != settings[name]]
            if different:
                raise HanlinError(f"{keep} holds another job ({', '.join(different)} differ); choose another folder.")
        elif any(keep.iterdir()):
            raise HanlinError(f"{keep} is not empty and holds no job; choose another folder.")
        else:
            with whole_file(about) as part:
                part.write_text(json.dumps({"schema": SCHEMA, **settings}), "utf-8")
    except (ValueError, AttributeError):
        raise HanlinError(f"{about} can't be read; choose another folder.") from None
    return {piece for piece in range(job.pieces) if _file(keep, piece).exists()}


def _file(keep: Path, piece: int) -> Path:
    return keep / f"piece-{piece:06d}.npz"


def _save(keep: Path, piece: int, packed: bytes) -> None:
    """Store a piece atomically: the process may be killed while it writes."""
    with whole_file(_file(keep, piece)) as part:
        part.write_bytes(packed)


def _load(keep: Path | None, piece: int, names: Sequence[str] | None) -> Arrays:
    assert keep is not None
    with np.load(_file(keep, piece), allow_pickle=False) as kept:
        return {name: kept[name] for name in (kept if names is None else names)}
