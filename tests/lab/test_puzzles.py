"""Puzzles: what ships is proved, the file is read strictly, and mining finds the same puzzles again."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import hanlin
from hanlin.bots.bot import bot
from hanlin.bots.reasons import told_apart
from hanlin.cli import puzzles as command
from hanlin.core.errors import BadData
from hanlin.core.i18n.language import language, languages
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs.puzzles import LEVELS, Puzzles, puzzle_of_json, puzzles_of, puzzles_text, read_puzzles
from hanlin.lab import puzzles as mining
from hanlin.lab.book import BookGames
from hanlin.lab.distribute import collect
from hanlin.lab.jobs import Simulation
from hanlin.lab.puzzle_choice import chosen, themed
from hanlin.lab.puzzle_proof import Judgement, _parted, judged, replayed
from hanlin.lab.puzzles import Mining, OwnGames, PlayedGames, Records, level_of, mined, rating_of, solves, untimed, weak_rate

GAMES = ("china", "forbidden_city", "year_of_the_dragon")
MOST_SHIPPED, FEWEST_SHIPPED = 200, 150
SAMPLE = 8
EXAMPLES = json.loads((Path(__file__).parent / "examples" / "puzzles.json").read_text("utf-8"))
"""Puzzles that do not change when the shipped ones are mined anew."""


def shipped(name):
    found = read_puzzles(hanlin.game(name))
    assert found is not None
    return found


def sample(name, level=None, most=SAMPLE):
    """Some shipped puzzles of a game, the same ones each time: their ids follow no order."""
    return sorted((each for each in shipped(name).puzzles if level in (None, each.level)), key=lambda each: each.id)[:most]


def examples(name):
    return [puzzle_of_json(each) for each in EXAMPLES if each["position"].startswith(name)]


# -- what ships ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_shipped_puzzles_can_be_played_through(name):
    for puzzle in sample(name, most=40):
        whole = hanlin.position(puzzle.position)
        assert (whole.game.name, whole.players) == (name, puzzle.players)
        for step in puzzle.steps:
            assert whole.actor == puzzle.seat
            assert {each.action for each in step.answers} <= set(whole.legal)
            whole.play(step.best.action)


@pytest.mark.parametrize("name", GAMES)
def test_shipped_figures_are_those_of_a_proof(name):
    for puzzle in shipped(name).puzzles:
        for step in puzzle.steps:
            for other in step.answers[1:]:
                share, points = step.best.share - other.share, step.best.points - other.points
                assert share >= 0.079 or points >= 2.9
                assert share > -0.001
                assert points > -0.1


@pytest.mark.parametrize("name", GAMES)
def test_the_proof_of_a_sample_holds_with_a_smaller_budget(name):
    assert [puzzle.id for puzzle in sample(name) if not replayed(puzzle, fast=True)] == []


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_every_proof_holds_with_a_smaller_budget(name):
    assert [puzzle.id for puzzle in shipped(name).puzzles if not replayed(puzzle, fast=True)] == []


def test_a_wrong_solution_is_not_proved():
    puzzle = shipped("year_of_the_dragon").puzzles[0]
    first, *others = puzzle.steps[0].answers
    turned = replace(puzzle.steps[0], answers=(others[-1], *others[:-1], first), tempting=None)
    assert not replayed(replace(puzzle, steps=(turned,)), fast=True)


@pytest.mark.parametrize("name", GAMES)
def test_shipped_puzzles_are_spread_over_kinds(name):
    found = shipped(name).puzzles
    levels, players = Counter(each.level for each in found), Counter(each.players for each in found)
    assert FEWEST_SHIPPED <= len(found) <= MOST_SHIPPED
    assert set(levels) == set(LEVELS)
    assert levels["hard"] >= 20
    assert set(players) == set(hanlin.game(name).players)
    assert min(players.values()) >= len(found) / 20
    assert len(shipped(name).themes) >= 5
    assert list(found) == sorted(found, key=lambda each: (each.rating, each.id))


@pytest.mark.parametrize("name", GAMES)
def test_themes_are_those_that_the_rules_recognise(name):
    for puzzle in sample(name):
        assert themed(puzzle).themes == puzzle.themes


@pytest.mark.parametrize("name", GAMES)
def test_every_theme_has_a_title_in_every_language(name):
    for code in languages():
        with language(code):
            titles = hanlin.game(name).words.puzzle_themes()
        assert set(shipped(name).themes) <= set(titles)
        assert len(set(titles.values())) == len(titles)


def share_solved(name, level, solver, most):
    of = hanlin.game(name)
    player, puzzles = bot(untimed(of, solver), fast=True), sample(name, level, most)
    return sum(solves(player, puzzle, "solver") for puzzle in puzzles) / len(puzzles)


@pytest.mark.parametrize("name", GAMES)
def test_novices_find_easy_puzzles_and_few_hard_ones(name):
    assert share_solved(name, "hard", "novice", 16) < 0.4
    # In Forbidden City a novice overlooks two of five actions.
    assert share_solved(name, "easy", "novice", 16) > (0.5 if name == "forbidden_city" else 0.6)


@pytest.mark.parametrize("name", GAMES)
def test_strong_solves_easy_puzzles(name):
    assert share_solved(name, "easy", "strong", 8) >= 0.85


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_strong_solves_most_and_novices_few_hard_ones(name):
    assert share_solved(name, "easy", "strong", None) >= 0.85
    assert share_solved(name, "hard", "strong", None) >= 0.5
    assert share_solved(name, "hard", "novice", None) < 0.4


# -- the file -----------------------------------------------------------------------------------------------------------------


def test_puzzles_are_read_as_they_were_written():
    found = Puzzles("china", {"games": 1}, tuple(examples("china")))
    assert puzzles_of(puzzles_text(found), "china") == found
    assert found.get(found.puzzles[1].id) == found.puzzles[1]
    assert found.get("none") is None


def changed(path, value):
    """The text of a file with one value changed; None takes it out."""
    data = json.loads(puzzles_text(Puzzles("china", {}, tuple(examples("china")))))
    at = data
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return json.dumps(data)


FIRST = ("puzzles", 0)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("schema",), 2, "schema: it has the schema 2"),
        (("game",), "chess", "puzzles of 'chess', not of china"),
        (("more",), 1, "unknown: 'more'"),
        (("puzzles",), {}, "puzzles: expected a list"),
        ((*FIRST, "id"), None, r"puzzles\[0\]: id is missing"),
        ((*FIRST, "id"), "A b", r"puzzles\[0\]\.id: an id has small letters"),
        ((*FIRST, "seat"), 3, r"seat: expected a whole number from 0 to 2, not 3"),
        ((*FIRST, "seat"), True, "seat: expected a whole number"),
        ((*FIRST, "level"), "odd", "level: expected one of easy, medium, hard"),
        ((*FIRST, "rating"), 9000, "rating: expected a number from 400 to 2800"),
        ((*FIRST, "themes"), [], "themes: expected 1 to 12 entries"),
        ((*FIRST, "themes"), ["road", "road"], "a theme appears twice"),
        ((*FIRST, "steps"), [], "steps: expected 1 to 3 entries"),
        ((*FIRST, "steps", 0, "tempting"), "take nothing", "is not one of the wrong answers"),
        ((*FIRST, "steps", 0, "answers", 0, "share"), 1.5, r"steps\[0\]\.answers\[0\]\.share: expected a number from 0 to 1"),
        ((*FIRST, "steps", 0, "answers", 1, "action"), "take violet", "an action appears twice"),
        ((*FIRST, "position"), "a\nb", "position: expected a line of text"),
    ],
)
def test_a_bad_file_is_refused_with_its_entry(path, value, said):
    with pytest.raises(BadData, match=said):
        puzzles_of(changed(path, value), "china")


def test_what_is_no_json_or_has_an_id_twice_is_refused():
    with pytest.raises(BadData, match="isn't valid JSON"):
        puzzles_of("{", "china")
    with pytest.raises(BadData, match="expected an object"):
        puzzles_of("[]", "china")
    twice = Puzzles("china", {}, tuple(examples("china")[:1] * 2))
    with pytest.raises(BadData, match="appears twice"):
        puzzles_of(puzzles_text(twice), "china")


# -- proof --------------------------------------------------------------------------------------------------------------------


def judgement(*columns):
    shares, points = (np.array([[each[n] for each in columns]] * 4, float) for n in (0, 1))
    return Judgement(shares, points)


@pytest.mark.parametrize(
    ("second", "clear"),
    [((0.41, 9.0), True), ((0.43, 9.0), False), ((0.5, 6.5), True), ((0.51, 2.0), False), ((0.3, 10.5), False)],
)
def test_an_action_must_lead_in_shares_or_in_points(second, clear):
    assert judgement((0.5, 10.0), second, (0.1, 1.0)).clear(0) == clear


def test_a_lost_game_and_a_won_one_are_not_open():
    assert judgement((0.5, 10), (0.4, 5)).is_open(0)
    assert not judgement((0.04, 10), (0.0, 5)).is_open(0)
    assert not judgement((1.0, 10), (0.98, 5)).is_open(0)


def test_a_lead_within_its_error_is_not_certain():
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 1, (50, 1))
    shares = np.hstack([0.1 + noise, 0 * noise])
    assert not Judgement(shares, 0 * shares).is_certain(0)
    assert Judgement(shares, 0 * shares + np.array([[5.0, 0.0]]) * 10).is_certain(0)


def test_share_and_lead_are_told_apart_from_one_result():
    lead, share = np.array([[-40.0, 0.0, 12.5]]), np.array([[1.0, 1 / 3, 0.0]])
    result = 0.999 * share + 0.001 / (1 + np.exp(-lead / 1000))
    found = _parted(result)
    assert found.shares == pytest.approx(share)
    assert found.points == pytest.approx(lead, abs=0.01)


def test_a_judgement_follows_from_its_seed_at_both_speeds():
    puzzle = examples("year_of_the_dragon")[0]
    seen = hanlin.position(puzzle.position).seen_by(puzzle.seat)
    codes = [seen.code(each.action) for each in puzzle.steps[0].answers[:2]]
    fast, again, plain, other = (
        judged(seen, codes, seed, 4, speed) for seed, speed in (("a", True), ("a", True), ("a", False), ("b", True))
    )
    assert (fast.points == again.points).all()
    assert fast.points == pytest.approx(plain.points)
    assert (fast.points != other.points).any()


# -- difficulty ---------------------------------------------------------------------------------------------------------------


def test_a_rating_rises_when_solvers_fail():
    everybody = dict.fromkeys(mining.SOLVERS, 1.0)
    nobody = dict.fromkeys(mining.SOLVERS, 0.0)
    strong = {**nobody, "strong": 1.0}
    assert rating_of(everybody) < 1000 < rating_of(strong) < rating_of(nobody)
    assert [level_of(rating_of(each)) for each in (everybody, strong, nobody)] == ["easy", "hard", "hard"]


def test_the_strong_level_is_none_of_the_weaker_ones():
    assert weak_rate({**dict.fromkeys(mining.SOLVERS, 0.5), "strong": 1.0}) == 0.5


# -- themes and words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", EXAMPLES, ids=lambda data: data["position"].partition(" ")[0] + data["themes"][0])
def test_the_rules_of_themes_recognise_examples(data):
    puzzle = puzzle_of_json(data)
    assert themed(puzzle).themes == puzzle.themes


def told(name, number):
    puzzle = examples(name)[number]
    step = puzzle.steps[0]
    return told_apart(hanlin.position(puzzle.position).seen_by(puzzle.seat), step.best.action, step.tempting)


def test_a_wrong_move_is_told_from_the_best_one():
    best, wrong = told("year_of_the_dragon", 0)
    assert best == "Feeds 4 of 5 palaces in month 10."
    assert wrong == "Pays the tribute of month 9, but the best move feeds 4 of 5 palaces in month 10."


def test_the_cost_of_a_wrong_move_is_named():
    best, wrong = told("china", 1)
    assert best.startswith("The other move gives")
    assert wrong.startswith("Completes Zhao: 3 points for you, but gives")


@pytest.mark.parametrize("code", languages())
def test_wrong_moves_are_told_apart_in_every_language(code):
    with language(code):
        for name in GAMES:
            assert all(each.endswith(".") and each[0].isupper() for each in told(name, 1))


# -- the choice ---------------------------------------------------------------------------------------------------------------


def test_the_choice_is_even_over_levels():
    base = examples("year_of_the_dragon")[0]
    levels = ["easy"] * 20 + ["medium"] * 5 + ["hard"] * 5
    texts = [base.position.replace("yuan 5 3", f"yuan {5 + n} 3") for n in range(len(levels))]
    puzzles = [
        replace(base, id=f"a{n}", position=text, level=level) for n, (text, level) in enumerate(zip(texts, levels, strict=True))
    ]
    assert Counter(each.level for each in chosen(puzzles, 12)) == {"easy": 4, "medium": 4, "hard": 4}
    assert len(chosen([*puzzles, *puzzles], 99)) == 30


def test_a_puzzle_within_another_ones_solution_is_left_out():
    longer = next(puzzle for puzzle in examples("china") if len(puzzle.steps) > 1)
    inside = hanlin.position(longer.position).play(longer.solution[0])
    part = replace(longer, id="part", position=inside.text(), steps=longer.steps[1:])
    assert chosen([part, longer], 9) == [longer]


# -- mining -------------------------------------------------------------------------------------------------------------------


def test_a_puzzle_begins_earlier_in_its_turn_where_that_is_proved(monkeypatch):
    longer = next(puzzle for puzzle in examples("china") if len(puzzle.steps) > 1)
    end = hanlin.position(longer.position).play(longer.solution[0])
    part = replace(longer, id="part", position=end.text(), steps=longer.steps[1:])
    miner, found = mining.Miner.__new__(mining.Miner), {longer.position: longer}
    monkeypatch.setattr(mining.Miner, "puzzle", lambda _miner, whole, _too_easy: found.get(whole.text()))
    assert miner.with_earlier_steps(end, 1, part) == longer
    assert miner.with_earlier_steps(end, 0, part) == part
    assert miner.with_earlier_steps(end, 1, replace(part, seat=part.seat + 1)) == replace(part, seat=part.seat + 1)
    found[longer.position] = replace(longer, steps=longer.steps[:1])
    assert miner.with_earlier_steps(end, 1, part) == part
    found.clear()
    assert miner.with_earlier_steps(end, 1, part) == part


def test_mining_is_the_same_again_and_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(mining, "LOOKS", 12)
    source = OwnGames(game="year_of_the_dragon", players=(2,), bots=("greedy",), seed="mine")
    job = Mining(game="year_of_the_dragon", source=source, games=2)
    found = mined(job, tmp_path / "kept")
    assert found == [puzzle for number in range(2) for puzzle in job.puzzles(number)]
    assert all(replayed(puzzle, fast=True) for puzzle in found)
    monkeypatch.setattr(Mining, "puzzles", lambda _job, _number: pytest.fail("looked through again"))
    assert mined(job, tmp_path / "kept") == found
    with pytest.raises(hanlin.HanlinError, match="seed"):
        mined(replace(job, seed="other"), tmp_path / "kept")


def test_hard_puzzles_are_looked_for_where_greedy_play_goes_wrong():
    miner = mining.Miner(hanlin.game("year_of_the_dragon"), 2, "surprise")

    def looked_at(bots):
        end = OwnGames(game="year_of_the_dragon", players=(2,), bots=bots, seed="surprise").end(0)
        every, hard = (
            list(mining.candidates(end, seeded("look"), look_at)) for look_at in (lambda *_: True, miner.is_surprising)
        )
        assert {ply for ply, _ in hard} <= {ply for ply, _ in every}
        return len(every), len(hard)

    every, hard = looked_at(("greedy",))
    assert every > 20
    assert hard < every / 10, "greedy chooses among equal actions at random"
    every, hard = looked_at(("random",))
    assert hard > every / 4


def test_records_are_mined_only_for_their_own_game(tmp_path):
    file = tmp_path / "game.hanlin"
    file.write_text(hanlin.game("china").start(3).settle(7).record(), "utf-8")
    job = Mining(game="forbidden_city", source=Records(files=(file,)), games=1)
    with pytest.raises(hanlin.HanlinError, match="one of china, not of forbidden_city"):
        job.puzzles(0)


def test_folders_without_games_are_named(tmp_path):
    with pytest.raises(hanlin.HanlinError, match="holds no games"):
        PlayedGames(game="china", folders=(tmp_path,)).settings()
    with pytest.raises(hanlin.HanlinError, match="can't be read"):
        Records(files=(tmp_path / "none.hanlin",)).settings()
    about = {"game": "china", "players": 3, "games": 5, "bots": ["strong"], "whole": True, "options": {}}
    (tmp_path / "job.json").write_text(json.dumps(about), "utf-8")
    with pytest.raises(hanlin.HanlinError, match="does not hold game 1 yet"):
        PlayedGames(game="china", folders=(tmp_path,)).end(0)


@pytest.mark.parametrize("job", [Simulation, BookGames])
def test_games_that_a_folder_keeps_are_mined(tmp_path, job):
    games = job(game="china", players=3, games=2, bots=("greedy",), seed="kept", whole=True)
    ends = [each["points"][0].tolist() for each in collect(games, keep=tmp_path)]
    source = PlayedGames(game="china", folders=(tmp_path,))
    assert source.end(0).scores == ends[0]
    assert source.end(0).over
    with pytest.raises(hanlin.HanlinError, match=f"does not hold game {games.games + 1} yet"):
        source.end(games.games)


# -- the command --------------------------------------------------------------------------------------------------------------


def test_the_command_prints_a_list_or_an_overview(capsys):
    of = hanlin.game("china")
    command.show(of, as_json=True)
    listed = json.loads(capsys.readouterr().out)
    assert [each["id"] for each in listed] == [each.id for each in shipped("china").puzzles]
    command.show(of, as_json=False)
    said = capsys.readouterr().out
    assert f"China: {len(listed)} puzzles" in said
    assert "Level: easy" in said


def test_records_and_played_games_are_not_mined_together(tmp_path):
    wanted = command.Wanted(
        players=(3,),
        games=1,
        bot="greedy",
        seed="1",
        folder=tmp_path,
        out=tmp_path / "out.json",
        most=1,
        records=(tmp_path,),
        played=(tmp_path,),
    )
    with pytest.raises(hanlin.HanlinError, match="Give one of --records, --played and --from-server"):
        command.mine(hanlin.game("china"), wanted)
