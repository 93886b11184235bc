"""The legal actions: against the plain reference, in canonical order, as texts, drawn and sampled."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from hanlin.core.errors import IllegalAction
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import below, seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.year_of_the_dragon import GAME, choices, codes, notation
from hanlin.games.year_of_the_dragon import pieces as p
from year_of_the_dragon.reference import legal_of_seat, strike_out
from year_of_the_dragon.scenes import court, deal_usual, step, table, to_event, to_person_phase

TABLES = [
    (players, wall, event)
    for players in (2, 3, 4, 5)
    for wall, event in ((False, "none"), (True, "random"), (True, "earthquake"))
]


def positions(players: int, seed: int, **options):
    """The positions of a random game before each action, with the palaces struck out by a drought."""
    position = GAME.start(players, **options)
    rng = seeded("legal actions", seed)
    struck: set[int] = set()
    while not position.over:
        yield position, struck
        with capture() as told:
            step(position, rng)
        strike_out(struck, told)


@pytest.mark.parametrize(("players", "wall", "event"), TABLES)
def test_the_engine_agrees_with_the_reference(players, wall, event):
    for seed in range(4):
        for position, struck in positions(players, seed, great_wall=wall, super_event=event):
            if position.actor >= 0:
                assert position.legal == legal_of_seat(position, struck)


@pytest.mark.parametrize("event", p.SUPER_EVENT_NAMES)
def test_the_engine_agrees_with_the_reference_in_super_events(event):
    for position, struck in positions(3, 1, super_event=event, large_privilege="6"):
        if position.actor >= 0:
            assert position.legal == legal_of_seat(position, struck)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_texts_come_back_and_drawing_is_listing(players):
    """parse(text) is the action; ``choose`` draws actions[below(n)]; as many weights as outcomes."""
    rng = seeded("drawing", players)
    out = np.zeros(GAME.max_outcomes, np.int32)
    weights = np.zeros(GAME.max_outcomes, np.int64)
    for position, _ in positions(players, 3, great_wall=True, super_event="random"):
        s = position.state
        n = generic.actions(s, out)
        assert 0 < n <= (GAME.max_outcomes if position.actor == CHANCE else GAME.max_actions)
        for action in out[: min(n, 40)]:
            words = GAME.text(s, int(action))
            assert GAME.parse(s, words) == action
        if position.actor == CHANCE:
            assert generic.weights(s, weights) == n
            assert generic.sample(s, rng) in out[:n]
        else:
            twin = rng.copy()
            assert generic.choose(s, rng) == out[below(twin, n)]
            assert rng.tolist() == twin.tolist()


def test_every_action_has_a_text_of_its_own():
    texts = notation._texts()
    assert len(set(texts.values())) == len(texts)
    assert all(GAME.parse(None, words) == action for action, words in texts.items())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("wall", [False, True])
def test_deals_round_trip_and_are_in_order(players, wall):
    position = table(players, great_wall=wall)
    legal = position.legal
    for number in range(0, len(legal), max(1, len(legal) // 60)):
        assert GAME.parse(position.state, legal[number]) == codes.FIRST_DEAL + number
    ranks = [[[p.CARD_NAMES.index(card) for card in group.split()] for group in text[5:].split("|")] for text in legal]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "deal",
        "deal taxes",
        "deal taxes build harvest fireworks-show|military-parade research build-wall",
        "deal build taxes harvest fireworks-show|military-parade research privilege",
        "deal taxes build harvest|fireworks-show military-parade research privilege",
        "deal taxes taxes harvest fireworks-show|military-parade research privilege",
        "deal taxes build harvest fireworks-show | military-parade research privilege",
        "pick scholar farmer",
        "pick monk monk",
        "house 0",
        "house 01",
        "house 30",
        "act 6 taxes",
        "act 1 privilege",
        "act 1 build-wall",
        "hire monk",
        "hire monk-young  wild",
        "release monk-young",
        "welcome monk-old",
        "give point",
        "event peace",
        "dance",
        "pass now",
    ],
)
def test_malformed_texts(words):
    position = table(2)
    with pytest.raises(ValueError, match=r"^(write .*|no action begins .*)\.$"):
        GAME.parse(position.state, words)
    with pytest.raises(IllegalAction):
        position.play(words)


def test_of_alike_palaces_only_the_first_is_offered():
    position = table(2)
    court(position, 0, (2, "monk-old"), (3, "farmer-old"), (2, "monk-old"), (3, "farmer-old"), (2, "monk-young"))
    to_person_phase(position).play("hire craftsman")
    assert position.legal == ["house 1", "house 2", "house 5"]
    with pytest.raises(IllegalAction):
        position.play("house 3")


def test_persons_are_compared_as_a_collection():
    position = table(2)
    court(position, 0, (2, "monk-old", "farmer-old"), (2, "farmer-old", "monk-old"), (3, "farmer-old", "monk-old"))
    to_person_phase(position).play("hire craftsman")
    assert position.legal == ["house 3"]
    position.play("house 3")
    deal = position.copy()
    deal.state.actor = 0
    court(deal, 0, (2, "monk-old", "farmer-old"), (2, "farmer-old", "monk-old"))
    deal.state.step, deal.state.held = 7, 0
    assert deal.copy().legal == ["replace 1 monk-old", "replace 1 farmer-old", "decline"]


def test_equal_persons_in_one_palace_are_one_choice():
    position = table(2, 3, "contagion")
    court(position, 0, (3, "monk-old", "monk-old", "monk-young"), (1, "monk-old"))
    to_event(position)
    assert position.legal == ["release 1 monk-young", "release 1 monk-old", "release 2 monk-old"]


def test_an_own_card_and_a_wild_one_are_not_alike():
    position = to_person_phase(table(2))
    assert "hire monk-old" in position.legal
    assert "hire monk-old wild" in position.legal


def every_number(monkeypatch, position) -> Counter:
    """The number of times each outcome is sampled when each random number comes once."""
    asked: list[int] = []
    monkeypatch.setattr(choices, "among", lambda word, n: asked.append(n) or 0)
    generic.sample(position.state, seeded(0))
    counts: Counter = Counter()
    for number in range(asked[0]):
        monkeypatch.setattr(choices, "among", lambda word, n, number=number: number)
        counts[GAME.text(position.state, int(generic.sample(position.state, seeded(0))))] += 1
    return counts


def test_sampling_agrees_with_the_weights(monkeypatch):
    position = GAME.start(3, super_event="random")
    rng = seeded("events")
    while position.actor == CHANCE:
        assert every_number(monkeypatch, position) == position.weights
        monkeypatch.undo()
        position.chance(rng)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_deal_is_sampled_once(monkeypatch, players):
    position = table(players)
    assert every_number(monkeypatch, position) == position.weights


def test_chance_is_drawn_by_weight_with_the_real_generator():
    position = GAME.start(2).play("event drought")
    rng = seeded("chi square")
    draws = 4_000
    counts = Counter(int(generic.sample(position.state, rng)) for _ in range(draws))
    weights = {codes.code(codes.EVENT, event): 1 if event == p.DROUGHT else 2 for event in range(1, 6)}
    chi = sum((counts[code] - draws * weight / 9) ** 2 / (draws * weight / 9) for code, weight in weights.items())
    assert chi < 18.5, "0.1 % of fair generators with 4 degrees of freedom go beyond"


def test_nothing_is_hidden():
    position = table(3)
    deal_usual(position)
    before = position.state.tobytes()
    for seat in (-1, 0, 1, 2):
        generic.hide(position.state, seat)
    generic.guess(position.state, seeded(1))
    assert position.state.tobytes() == before
    assert GAME.seen_only_by(position.state, codes.FIRST_DEAL) == -1
