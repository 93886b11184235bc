"""Scores of Hanlin-Bench: the share of the win, normalised so that random play is 0 and the opponents themselves are 100."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import msgspec

from hanlin.core.errors import HanlinError
from hanlin.core.lib.files import whole_file
from hanlin.core.lib.intervals import student
from hanlin.lab.benchmark_games import BenchmarkGame
from hanlin.lab.benchmark_protocol import Opponents, Setting, protocol
from hanlin.lab.tournament_stats import NOTHING, wilson

SCHEMA = "hanlin.score/1"
FEWEST_DEALS = 5
"""With fewer deals there is no interval."""
DIGITS = 6
"""Decimals of shares and scores in files: far below any interval, and the same wherever they are computed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingScore:
    """The result in one setting: the mean share of the win over deals, and the score with its 95 % interval (None: too few
    deals). ``weights``: the digest of the value network that bots used; ``ms_per_decision``: of the agent, by wall clock."""

    setting: str
    rules: str
    weights: str
    deals: int
    share: float
    score: float
    low: float | None
    high: float | None
    ms_per_decision: float = 0.0
    games: list[BenchmarkGame] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The result of an agent against opponents: the mean score of the settings with its 95 % interval, and all games.

    ``complete``: all settings of the protocol were played, each with all its deals. ``seconds``: the time per decision that a
    program or function was given.
    """

    schema: str
    protocol: str
    hanlin: str
    agent: str
    opponents: str
    seconds: float
    score: float
    low: float | None
    high: float | None
    complete: bool
    settings: list[SettingScore]

    def write(self, file: Path | str) -> None:
        """Write the score file (JSON); HanlinError if that fails."""
        with whole_file(Path(file)) as part:
            part.write_bytes(msgspec.json.encode(self) + b"\n")

    def as_json(self) -> dict[str, Any]:
        """The result as JSON, without the games."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        for setting in data["settings"]:
            setting["games"] = len(setting["games"])
        return data


def read_score(file: Path | str) -> Score:
    """A score file as ``Score.write`` writes it; HanlinError if it is none. Whether it is true is for ``verify`` to find."""
    try:
        score = msgspec.json.decode(Path(file).read_bytes(), type=Score)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise HanlinError(f"{file} is not a score file of hanlin benchmark: {error}.") from None
    if score.schema != SCHEMA or score.protocol != protocol().name:
        raise HanlinError(
            f"{file} has the schema {score.schema} for {score.protocol}; this version reads {SCHEMA} for {protocol().name}."
        )
    return score


# -- from games to scores --------------------------------------------------------------------------------------------------


def setting_score(
    setting: Setting, agent: str, opponents: Opponents, games: Sequence[BenchmarkGame], ms_per_decision: float = 0.0
) -> SettingScore:
    """The result of games of a setting: all seats of some deals."""
    shares = deal_shares(games)
    share = mean(shares)
    low, high = interval(shares)
    zero = opponents.random[setting.name]

    def scaled(share: float | None) -> float | None:
        return None if share is None else _rounded(100 * (share - zero) / (setting.even - zero))

    return SettingScore(
        setting=setting.name,
        rules=setting.start().game.rules_version,
        weights=setting.weights(agent, opponents.name),
        deals=len(shares),
        share=_rounded(share),
        score=scaled(share) or 0.0,
        low=scaled(low),
        high=scaled(high),
        ms_per_decision=ms_per_decision,
        games=list(games),
    )


def whole_score(agent: str, opponents: Opponents, seconds: float, settings: Sequence[SettingScore]) -> Score:
    """The result of an agent: the mean of its settings, each counted once.

    The interval adds the distances of each setting's limits from its score in quadrature, the lower and the upper ones apart,
    since the settings' games are independent (the method of variance estimates recovery, MOVER).
    """
    score = mean(each.score for each in settings)
    lows, highs = [each.low for each in settings], [each.high for each in settings]
    below = [each.score - low for each, low in zip(settings, lows, strict=True) if low is not None]
    above = [high - each.score for each, high in zip(settings, highs, strict=True) if high is not None]
    known = len(below) == len(settings)
    names, deals = {each.setting for each in settings}, min(each.deals for each in settings)
    return Score(
        schema=SCHEMA,
        protocol=protocol().name,
        hanlin=version("hanlin"),
        agent=agent,
        opponents=opponents.name,
        seconds=seconds,
        score=_rounded(score),
        low=_rounded(score - math.hypot(*below) / len(below)) if known else None,
        high=_rounded(score + math.hypot(*above) / len(above)) if known else None,
        complete=names == set(protocol().settings) and deals >= protocol().deals,
        settings=list(settings),
    )


def deal_shares(games: Sequence[BenchmarkGame]) -> list[float]:
    """The agent's mean share of the win over the seats of each deal, in the order of the deals."""
    by_deal: dict[int, list[float]] = {}
    for game in games:
        by_deal.setdefault(game.deal, []).append(game.share)
    return [mean(by_deal[deal]) for deal in sorted(by_deal)]


def interval(shares: Sequence[float]) -> tuple[float | None, float | None]:
    """The 95 % interval of the mean share, given the shares of independent deals: by Student's t or, where all deals are equal,
    which leaves no variance to go by, Wilson's with each deal as one trial. None, None for too few deals."""
    n = len(shares)
    if n < FEWEST_DEALS:
        return None, None
    if min(shares) == max(shares):
        return wilson(shares[0], n)
    half = student(n - 1) * stdev(shares) / math.sqrt(n)
    return max(0.0, mean(shares) - half), min(1.0, mean(shares) + half)


def _rounded(number: float) -> float:
    return round(number, DIGITS) + 0.0


# -- tables ----------------------------------------------------------------------------------------------------------------


def score_rows(score: Score) -> list[list[str]]:
    """The result of an agent as text cells: the header, then a row for each setting, then their mean."""
    rows = [["setting", "deals", "share of the win", "score", "95 %"]]
    rows += [
        [each.setting, str(each.deals), f"{each.share:.1%}", f"{each.score:.1f}", _range(each.low, each.high)]
        for each in score.settings
    ]
    return [*rows, ["all", "", "", f"{score.score:.1f}", _range(score.low, score.high)]]


def _range(low: float | None, high: float | None) -> str:
    return NOTHING if low is None or high is None else f"{low:.1f} … {high:.1f}"


def table(scores: Sequence[Score]) -> str:
    """Scores of several agents as Markdown, best first: a table for each kind of opponents, with all settings.

    Behind each score is its 95 % interval. HanlinError for scores that don't compare, since the bots used
    different value networks.
    """
    _check_networks(scores)
    parts = []
    for name in protocol().opponents:
        there = sorted((score for score in scores if score.opponents == name), key=lambda score: (-score.score, score.agent))
        if there:
            parts.append(f"Against `{name}`:\n\n" + as_markdown(_table_rows(there)))
    return "\n\n".join(parts)


def _check_networks(scores: Sequence[Score]) -> None:
    for name in protocol().settings:
        used = {each.weights for score in scores for each in score.settings if each.setting == name and each.weights}
        if len(used) > 1:
            raise HanlinError(
                f"{name} was played with different value networks of the computer players: the scores don't compare."
            )


def _table_rows(scores: Sequence[Score]) -> list[list[str]]:
    names = [name for name in protocol().settings if any(name == each.setting for score in scores for each in score.settings)]
    rows = [["agent", "deals", "score", *names]]
    for score in scores:
        own = {each.setting: each for each in score.settings}
        deals = sorted({each.deals for each in score.settings})
        cells = [_cell(own[name].score, own[name].low, own[name].high) if name in own else NOTHING for name in names]
        rows.append(
            [f"`{score.agent}`".replace("|", "\\|"), "–".join(map(str, deals[:: max(1, len(deals) - 1)])), _of(score), *cells]
        )
    return rows


def _of(score: Score) -> str:
    whole = len(score.settings) == len(protocol().settings)
    return _cell(score.score, score.low, score.high) if whole else NOTHING


def _cell(score: float, low: float | None, high: float | None) -> str:
    value = _whole(score)
    return value if low is None or high is None else f"{value} ({_whole(low)} … {_whole(high)})"


def _whole(score: float) -> str:
    return f"{round(score)}"


def as_markdown(rows: Sequence[Sequence[str]]) -> str:
    """Rows of text cells as a table in Markdown; the first is the header."""
    head, *body = rows
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *body))
