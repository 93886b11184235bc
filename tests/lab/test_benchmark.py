"""Hanlin-Bench: equal commands give equal scores, a stopped run goes on, and a forged score file is found."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import numpy as np
import pytest

import hanlin
from hanlin.bots.bot import bot
from hanlin.core.lib.intervals import student
from hanlin.core.verbs.features import size_of
from hanlin.lab import benchmark_agents, benchmark_games
from hanlin.lab.benchmark import BatchPolicy, Score, benchmark, jobs, played, protocol, read_score, table, verify
from hanlin.lab.benchmark_scores import interval, setting_score, whole_score

SMALL = ["forbidden_city-2"]
PROGRAM = Path(__file__).resolve().parents[1] / "helpers" / "subprocess_bots.py"


def small(agent="random", games=4, settings=SMALL, **more) -> Score:
    """A score against greedy; two deals of Forbidden City with two, unless otherwise said."""
    return benchmark(agent, settings, games, opponents="greedy", **more)


@cache
def scored() -> Score:
    return small()


def untimed(score: Score) -> Score:
    return replace(score, settings=[replace(each, ms_per_decision=0.0) for each in score.settings])


def first_legal(seen, seconds, seed):
    return seen.legal[0]


def lowest_number(observations, masks):
    assert observations.dtype == np.float32
    assert len(observations) == len(masks)
    assert observations.shape[1] == size_of(hanlin.game("forbidden_city").features(2), 1)
    assert observations.any()
    return masks.argmax(axis=1)


# -- the protocol ----------------------------------------------------------------------------------------------------------


def test_the_protocol_is_complete():
    rules = protocol()
    assert len(rules.settings) == 9
    assert {setting.game for setting in rules.settings.values()} == {"china", "forbidden_city", "year_of_the_dragon"}
    for setting in rules.settings.values():
        start = setting.start()
        assert start.game.rules_version == setting.rules, "changed rules need a new version of the protocol"
        assert setting.options.items() <= start.options.items()
        assert setting.weights("strong").startswith(setting.network), (
            "opponents with new weights are others: measure the zero and the table of docs/research/benchmark.md anew and note "
            "the digests in benchmark-v1.toml or, once v1 is released, make a new version"
        )
    assert rules.standard in rules.opponents
    for opponents in rules.opponents.values():
        assert bot(opponents.name).name == opponents.name
        assert set(opponents.random) == set(rules.settings)
        assert f"--games {opponents.games}" in opponents.command
        assert opponents.command.startswith("hanlin benchmark --agent random")
        for name, share in opponents.random.items():
            assert 0 <= share < rules.settings[name].even


def test_a_deal_is_played_from_each_seat_with_the_same_luck():
    games = small(games=6, settings=["china-3"]).settings[0].games
    assert [(game.deal, game.seat) for game in games] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    position, drawn = protocol().settings["china-3"].start(), 0
    while position.actor == hanlin.CHANCE:
        position.apply(games[0].codes[drawn])
        drawn += 1
    assert drawn > 3
    draws = [game.codes[:drawn] for game in games]
    assert draws[0] == draws[1] == draws[2] != draws[3] == draws[4] == draws[5]


def test_random_play_is_0_and_an_equal_share_is_100():
    setting, opponents = protocol().settings["china-3"], protocol().against("greedy")
    game = scored().settings[0].games[0]
    for share, score in ((opponents.random["china-3"], 0.0), (1 / 3, 100.0)):
        games = [replace(game, deal=deal, seat=seat, share=share) for deal in range(2) for seat in range(3)]
        assert setting_score(setting, "x", opponents, games).score == pytest.approx(score, abs=1e-4)


def test_the_score_is_the_mean_of_the_settings():
    one = scored().settings[0]
    several = [replace(one, score=10.0, low=7.0, high=14.0), replace(one, score=30.0, low=26.0, high=33.0)]
    whole = whole_score("x", protocol().against("greedy"), 1.0, several)
    assert (whole.score, whole.low, whole.high) == (20.0, 17.5, 22.5)
    assert not whole.complete
    assert whole_score("x", protocol().against("greedy"), 1.0, [several[0], replace(one, low=None)]).low is None


@pytest.mark.parametrize(("freedom", "quantile"), [(4, 2.7764), (9, 2.2622), (29, 2.0452), (199, 1.9720)])
def test_the_interval_uses_students_t(freedom, quantile):
    assert student(freedom) == pytest.approx(quantile, abs=2e-3)


def test_intervals_are_over_deals_and_never_of_width_zero():
    assert interval([0.5, 0.0, 1.0, 0.5]) == (None, None)
    low, high = interval([0.5, 0.25, 0.75, 0.5, 0.5])
    assert (low + high) / 2 == pytest.approx(0.5)
    assert high - low == pytest.approx(2 * 2.776 * np.std([0.5, 0.25, 0.75, 0.5, 0.5], ddof=1) / 5**0.5, rel=1e-3)
    assert interval([0.0, 0.0, 0.0, 0.0, 0.5])[0] == 0, "a share is at least 0"
    assert interval([1.0, 1.0, 1.0, 1.0, 0.5])[1] == 1
    low, high = interval([0.0] * 16)
    assert low == 0
    assert 0.1 < high < 0.3


# -- playing ---------------------------------------------------------------------------------------------------------------


def test_the_same_command_gives_the_same_file_and_table(tmp_path):
    again = small()
    assert untimed(again) == untimed(scored())
    again.write(tmp_path / "a.json")
    assert read_score(tmp_path / "a.json") == again
    other = small("greedy")
    assert table([other, again]) == table([scored(), other])
    assert table([again]).count("\n") == 4


def test_a_stopped_benchmark_goes_on_and_takes_more_games(tmp_path, monkeypatch):
    whole = untimed(small(games=6))
    course, left = benchmark_games.course, [3]

    def stopped(*arguments):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return course(*arguments)

    with monkeypatch.context() as inside:
        inside.setattr(benchmark_games, "course", stopped)
        with pytest.raises(KeyboardInterrupt):
            small(games=4, keep=tmp_path)
        left[0] = 2
        assert untimed(small(games=4, keep=tmp_path)) == untimed(scored())
    assert untimed(small(games=6, keep=tmp_path)) == whole
    with pytest.raises(hanlin.HanlinError, match="another job \\(seconds"):
        small(keep=tmp_path, seconds=1)


def test_games_are_rounded_up_to_whole_deals():
    assert [(job.deals, job.pieces) for job in jobs("random", ["china-3", "china-4"], 7)] == [(3, 3), (2, 2)]
    assert {job.deals for job in jobs("random")} == {protocol().deals}
    assert [job.deals for job in jobs("random", short=True)] == [job.deals for job in jobs("random", games=protocol().short)]
    assert all(5 <= job.deals < protocol().deals for job in jobs("random", short=True)), "a short table has intervals, too"
    assert len(jobs("random")) == 9


def test_functions_bots_and_policies_can_be_measured(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("an_agent.py").write_text("def choose(seen, seconds, seed):\n    return seen.legal[0]\n")
    by_name = small("an_agent:choose", 2)
    assert by_name.agent == "an_agent:choose"
    assert by_name.settings[0].games == small(first_legal, 2).settings[0].games
    bot_itself = small(bot("random"), 2)
    assert bot_itself.agent == "random"
    assert bot_itself.settings[0].games == scored().settings[0].games[:2]


def test_a_level_with_weights_of_ones_own_is_scored_and_written(tmp_path):
    """Its name has the digest of the weights, which travel with it, and is a plain text in the file."""
    file = tmp_path / "own.npz"
    file.write_bytes((Path(hanlin.__file__).parent / "games/china/weights/3.npz").read_bytes())
    score = small(f"strong@2:{file}", 1, ["china-3"])
    score.write(tmp_path / "score.json")
    read = read_score(tmp_path / "score.json")
    assert read == score
    assert read.agent.startswith("strong@2:")
    assert str(tmp_path) not in read.agent
    assert verify(read).faults == []
    assert "strong@2:" in table([read])


def test_a_policy_decides_in_many_games_as_in_one():
    many = small(BatchPolicy(lowest_number, "lowest"))
    one = small(BatchPolicy(lowest_number, "lowest", width=1))
    assert many.agent == "lowest"
    assert small(lowest_number).settings[0].games == many.settings[0].games, "a function of two arguments is such a policy"
    assert small(BatchPolicy({SMALL[0]: lowest_number})).settings[0].games == many.settings[0].games
    with pytest.raises(hanlin.HanlinError, match="no function for china-3"):
        small(BatchPolicy({SMALL[0]: lowest_number}), settings=["china-3"])
    assert [job.setting.name for job in jobs(BatchPolicy({SMALL[0]: lowest_number}))] == SMALL, "all that it can play"
    with pytest.raises(hanlin.HanlinError, match="no function for year"):
        jobs(BatchPolicy({}))
    assert many.settings[0].games == one.settings[0].games
    assert jobs(BatchPolicy(lowest_number), SMALL, 200)[0].piece_size == 32


def test_a_policy_of_illegal_actions_is_refused():
    with pytest.raises(hanlin.IllegalAction, match="not the number of an action that is legal"):
        small(BatchPolicy(lambda observations, masks: masks.argmin(axis=1)), 2)
    with pytest.raises(hanlin.HanlinError, match="gave 0 actions for"):
        small(BatchPolicy(lambda observations, masks: []), 2)


def test_a_program_that_fails_loses_and_greedy_plays_on(tmp_path):
    score = small(f"cmd:{sys.executable} {PROGRAM} dies", 2)
    assert score.score == -100 * protocol().against("greedy").random[SMALL[0]] / (
        0.5 - protocol().against("greedy").random[SMALL[0]]
    )
    for game in score.settings[0].games:
        assert game.share == 0
        assert game.ranks[game.seat] == 1
        assert "ended before it answered" in game.fault
        assert game.fault_ply > 0
    assert not verify(score).faults


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("genius", "no bot 'genius'"),
        ("no_module_of_this_name:agent", "can't be imported"),
        ("os:sep", "not str"),
        ("cmd:", "must be followed by a command"),
        (7, "not int"),
    ],
)
def test_an_agent_that_is_none_is_refused(agent, said):
    with pytest.raises(hanlin.HanlinError, match=said):
        small(agent)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"settings": ["go-2"]}, "no setting 'go-2'; choose from: year"),
        ({"settings": []}, "at least one setting"),
        ({"games": 0}, "from 1, not 0"),
        ({"games": 1.5}, "not 1.5"),
        ({"games": 4, "short": True}, "fixed number of games"),
        ({"seconds": 0.0}, "from 0.001 to 3600, not 0"),
        ({"processes": 2, "agent": lambda seen, seconds, seed: seen.legal[0]}, "name it module:name"),
    ],
)
def test_settings_that_do_not_fit_are_refused(wrong, said):
    with pytest.raises(hanlin.HanlinError, match=said):
        small(**wrong)
    with pytest.raises(hanlin.HanlinError, match="no opponents 'strong'; choose from: greedy, strong@200"):
        benchmark("random", opponents="strong")


def test_bots_that_search_are_refused_at_plain_speed(monkeypatch):
    monkeypatch.setattr(benchmark_agents, "PLAIN", True)
    with pytest.raises(hanlin.HanlinError, match="HANLIN_PLAIN=1 is set, but strong@200 searches"):
        benchmark("random")
    with pytest.raises(hanlin.HanlinError, match="casual searches"):
        small("casual")


@pytest.mark.long
def test_opponents_that_search_do_the_same_again():
    score = benchmark("strong@20", ["china-3", "forbidden_city-2"], 2)
    found = verify(score, processes=2)
    assert found.faults == []
    assert found.moves > 300


# -- verification ----------------------------------------------------------------------------------------------------------


def forged(change) -> Score:
    """The score with a change to its JSON."""
    data = msgspec.to_builtins(scored())
    change(data, data["settings"][0], data["settings"][0]["games"][1])
    return msgspec.convert(data, Score)


def other_move(by_agent: bool):
    """Replace the first move of the agent or of the opponent by another legal one."""

    def change(_data, setting, game):
        position = protocol().settings[setting["setting"]].start()
        for ply, code in enumerate(game["codes"]):
            choices = [other for other in position.legal_codes if other != code]
            if position.actor >= 0 and (position.actor == game["seat"]) == by_agent and choices:
                game["codes"][ply] = choices[0]
                return
            position.apply(code)

    return change


def other_draw(_data, setting, game):
    position = protocol().settings[setting["setting"]].start()
    for ply, code in enumerate(game["codes"]):
        if position.actor == hanlin.CHANCE and len(position.legal_codes) > 1:
            game["codes"][ply] = next(other for other in position.legal_codes if other != code)
            return
        position.apply(code)


FORGERIES = {
    "a result": (lambda data, setting, game: game["points"].__setitem__(0, 99), "points should be"),
    "a rank": (lambda data, setting, game: game.update(ranks=[1, 0][:: 1 if game["ranks"] == [0, 1] else -1]), "ranks should"),
    "a share of a game": (lambda data, setting, game: game.update(share=1.0 - game["share"] or 0.25), "share should be"),
    "a move of an opponent": (other_move(by_agent=False), "the opponent does not play"),
    "a move of the agent": (other_move(by_agent=True), "the agent does not play"),
    "a draw": (other_draw, "the deal does not draw"),
    "an illegal action": (lambda data, setting, game: game["codes"].__setitem__(5, 10**6), "ply 5: the action 1000000 is not"),
    "a game that is cut short": (lambda data, setting, game: game["codes"].pop(), "is not over"),
    "a game that goes on": (lambda data, setting, game: game["codes"].append(0), "goes on after its end"),
    "a fault": (lambda data, setting, game: game.update(fault="x", fault_ply=0), "the stand-in does not play"),
    "another deal": (lambda data, setting, game: game.update(deal=7), "not those of deals 0 to 1 from each seat"),
    "a seat that is none": (lambda data, setting, game: game.update(seat=2), "no such seat"),
    "a missing game": (lambda data, setting, game: setting["games"].pop(0), "not those of deals"),
    "a deal that is twice there": (lambda data, setting, game: setting["games"].append(game), "not those of deals"),
    "a share": (lambda data, setting, game: setting.update(share=0.9), "forbidden_city-2: share should be"),
    "a score": (lambda data, setting, game: setting.update(score=70.0), "forbidden_city-2: score should be"),
    "an interval": (lambda data, setting, game: setting.update(low=1.0, high=2.0), "low should be None"),
    "the whole score": (lambda data, setting, game: data.update(score=88.0), "score should be"),
    "a complete entry": (lambda data, setting, game: data.update(complete=True), "complete should be False"),
    "another agent": (lambda data, setting, game: data.update(agent="greedy"), "the agent does not play"),
    "a setting twice": (lambda data, setting, game: data["settings"].append(setting), "one of them is there twice"),
    "no settings": (lambda data, setting, game: data.update(settings=[]), "the settings are none"),
}


def test_a_true_file_is_verified():
    done = []
    found = verify(scored(), progress=done.append)
    assert found.faults == []
    assert found.games == done[-1] == 4
    assert found.moves > 100
    assert verify(scored(), percent=0).moves == 0
    assert 0 < verify(scored(), percent=20, seed="1").moves < found.moves / 2


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_file_is_found(what):
    change, said = FORGERIES[what]
    faults = verify(forged(change)).faults
    assert any(said in fault for fault in faults), faults


def test_files_of_other_versions_are_told_from_forged_ones(tmp_path):
    with pytest.raises(hanlin.HanlinError, match=r"version 0 of the rules; this is 1: verify it with Hanlin \d"):
        verify(forged(lambda data, setting, game: setting.update(rules="0")))
    with pytest.raises(hanlin.HanlinError, match="another value network"):
        verify(forged(lambda data, setting, game: setting.update(weights="abc")))
    with pytest.raises(hanlin.HanlinError, match="no setting"):
        verify(forged(lambda data, setting, game: setting.update(setting="go-2")))
    with pytest.raises(hanlin.HanlinError, match="from 0 to 100, not 101"):
        verify(scored(), percent=101)
    file = tmp_path / "score.json"
    forged(lambda data, setting, game: data.update(protocol="hanlin-bench-v9")).write(file)
    with pytest.raises(hanlin.HanlinError, match=r"for hanlin-bench-v9; this version reads hanlin\.score/1"):
        read_score(file)
    file.write_text('{"schema": "hanlin.score/1"}')
    with pytest.raises(hanlin.HanlinError, match="is not a score file"):
        read_score(file)


def test_scores_against_other_networks_are_not_put_into_one_table():
    first, second = (forged(lambda data, setting, game, w=weights: setting.update(weights=w)) for weights in ("abc", "def"))
    assert table([first, scored()])
    with pytest.raises(hanlin.HanlinError, match="forbidden_city-2 was played with different value networks"):
        table([first, second])


@pytest.mark.slow
def test_jobs_of_an_agent_can_be_spread():
    assert untimed(played(jobs("random", SMALL, 4, opponents="greedy"), processes=2)) == untimed(scored())
