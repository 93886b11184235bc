"""Network features of the position right after each candidate action: compiled, for ``comparing``."""

from __future__ import annotations

from hanlin.bots.evaluation import SEEN, TRIED
from hanlin.bots.network import copy_row, differ, write_features
from hanlin.core.jit.compiled import compiled, entry
from hanlin.core.verbs.outlined import hide, play, value


@compiled
def features_after_each(scratch, seat, candidates, net, points, worth, rows, row_of, terms):
    """Write the features of the position right after each candidate, before chance acts; return the number of distinct rows.

    scratch[SEEN]: the view of ``seat``. Filled: worth (n), rows (distinct rows), row_of (n, most parts), terms (n, inputs).
    """
    known = 0
    for k in range(len(candidates)):
        scratch[TRIED] = scratch[SEEN]
        play(scratch[TRIED], int(candidates[k]))
        hide(scratch[TRIED], -1)
        for other in range(int(scratch[TRIED].players)):
            points[other] = value(scratch[TRIED], other)
        worth[k] = points[seat]
        parts = write_features(net, scratch[TRIED], seat, points)
        copy_row(net.terms, terms[k])
        for n in range(row_of.shape[1]):
            row_of[k, n] = -1
            if n < parts:
                row = place_of(net.rows[n], rows, known)
                row_of[k, n] = row
                known = max(known, row + 1)
    return known


@compiled
def place_of(row, rows, known):
    """The index of a row among the known ones; a new row is appended."""
    for at in range(known):
        if not differ(rows[at], row):
            return at
    copy_row(row, rows[known])
    return known


@entry
def features_after_each_fast(scratch, seat, candidates, net, points, worth, rows, row_of, terms):
    """``features_after_each`` as machine code."""
    return features_after_each(scratch, seat, candidates, net, points, worth, rows, row_of, terms)
