"""Work spread over processes of this machine, or over a Ray cluster: the same pieces, the same results wherever they are done.

A job is cut into pieces that follow from its settings and their number alone. ``spread`` has them done here, in processes, or
by Ray, and does a piece again whose worker was killed. ``collect`` also keeps each piece in a folder, so that a job that was
stopped goes on where it was. ``jobs`` has the jobs; tournaments (``arena``) are spread the same way.
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

from hanlin.core.errors import HanlinError
from hanlin.core.lib.files import whole_file

Arrays = dict[str, NDArray[Any]]

TRIES = 3
"""So often a piece is begun before it is given up: it may itself be what kills its workers."""
AHEAD = 4
"""Pieces that wait for each worker: enough that none is idle, few enough that a long job takes no memory."""
LOCAL = "local"


class Work(Protocol):
    """What can be spread: it can be pickled, and each piece follows from it and the piece's number alone."""

    def do(self, piece: int) -> Any:
        """The result of one piece; it can be pickled."""
        ...


class Job(Work, Protocol):
    """Work whose results are arrays, so that they can be kept."""

    @property
    def pieces(self) -> int:
        """How many pieces there are, numbered from 0."""
        ...

    def settings(self) -> dict[str, Any]:
        """What the results follow from, as JSON can hold it."""
        ...

    def do(self, piece: int) -> Arrays: ...


@dataclass(frozen=True, slots=True)
class Packed:
    """A job whose results come as the bytes of ``.npz`` files: the workers pack them, not the one process that gathers."""

    job: Job

    def do(self, piece: int) -> bytes:
        """A piece's file."""
        file = io.BytesIO()
        np.savez_compressed(file, **self.job.do(piece))  # type: ignore[arg-type]
        return file.getvalue()


def spread(work: Work, pieces: Sequence[int], processes: int = 1, ray: str | None = None) -> Iterator[tuple[int, Any]]:
    """Each of the pieces with its result, as they get ready: from this process, from that many others (``processes`` > 1), or
    from a Ray cluster (``ray``: its address, or "local" for one on this machine with as many workers as ``processes``).

    HanlinError where Ray is missing, and for a piece whose workers were killed three times.
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
    """The results of all pieces of a job in their order. ``keep``: a folder that holds each piece when it is done, so that a
    job that was stopped goes on; HanlinError where it holds another job. ``progress`` hears how many are done. ``names``: the
    arrays that are wanted, where not all are; what is kept is whole."""
    done = _kept(job, keep)
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


# -- processes -------------------------------------------------------------------------------------------------------------


def _by_processes(work: Work, pieces: Sequence[int], processes: int) -> Iterator[tuple[int, Any]]:
    """A pool whose process was killed is broken for all that it had begun: another pool begins that anew."""
    left = dict.fromkeys(pieces, 0)  # How often each was begun in vain; what is done leaves it.
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
                # What was merely waiting when another piece killed a process is innocent; who kills again and again is not.
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
    """Ctrl-C ends a process of the pool at once, with all that its work has started: it would take up the next piece.

    So does its pool, which ends the others as soon as one has left.
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


def _gave_up(pieces: Sequence[int]) -> HanlinError:
    named = ", ".join(map(str, pieces))
    return HanlinError(f"The workers of these pieces were killed {TRIES} times, so they were given up: {named}.")


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
            # All that are ready, since each look at thousands that are not takes its time.
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
    """Ray, connected to that cluster; one of this machine's own is started where there is none yet."""
    try:
        import ray
    except ImportError:
        raise HanlinError("Clusters need Ray, which is not installed: pip install 'hanlin[cluster]'.") from None
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


# -- what is kept ----------------------------------------------------------------------------------------------------------


def _kept(job: Job, keep: Path | None) -> set[int]:
    """The pieces that the folder holds; it is made, and marked as this job's, where it is new."""
    if keep is None:
        return set()
    settings = json.loads(json.dumps(job.settings()))
    about = keep / "job.json"
    try:
        keep.mkdir(parents=True, exist_ok=True)
        if about.exists():
            there = json.loads(about.read_text("utf-8"))
            if there != settings:
                different = [name for name in settings if there.get(name) != settings[name]]
                raise HanlinError(f"{keep} holds another job ({', '.join(different)} differ); name another folder.")
        elif any(keep.iterdir()):
            raise HanlinError(f"{keep} is not empty and holds no job; name another folder.")
        else:
            with whole_file(about) as part:
                part.write_text(json.dumps(settings), "utf-8")
    except (ValueError, AttributeError):
        raise HanlinError(f"{about} can't be read; name another folder.") from None
    return {piece for piece in range(job.pieces) if _file(keep, piece).exists()}


def _file(keep: Path, piece: int) -> Path:
    return keep / f"piece-{piece:06d}.npz"


def _save(keep: Path, piece: int, packed: bytes) -> None:
    """Whole or not at all: a process may be killed while it writes."""
    with whole_file(_file(keep, piece)) as part:
        part.write_bytes(packed)


def _load(keep: Path | None, piece: int, names: Sequence[str] | None) -> Arrays:
    assert keep is not None
    with np.load(_file(keep, piece), allow_pickle=False) as kept:
        return {name: kept[name] for name in (kept if names is None else names)}
