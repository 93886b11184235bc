"""Reasons for actions are true: what they name agrees with what the rules make of the position after the action."""

from __future__ import annotations

import re

import numpy as np
import pytest

import hanlin
from hanlin.bots.reasons import facts
from hanlin.core.jit.bits import count
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from hanlin.games.china import pieces as china
from hanlin.games.china.roads import road_points
from hanlin.games.china.scoring import all_leaders, allies, palace_counts, palace_points
from hanlin.games.forbidden_city.rooms import advisors_in, open_edges, room_of, tiles_in
from hanlin.games.forbidden_city.scoring import value_of
from hanlin.games.year_of_the_dragon import pieces as dragon
from hanlin.games.year_of_the_dragon.court import inhabited_palaces
from hanlin.games.year_of_the_dragon.events import drought, imperial_tribute

OWN = ("year_of_the_dragon", "china", "forbidden_city")


def decisions(name, players, seed, every=5, plies=400):
    """Positions of a greedy game with several legal actions, settled; each with its active player's view."""
    rng = seeded("reasons", name, seed)
    position = hanlin.game(name).start(players).settle(rng)
    for ply in range(plies):
        if position.over:
            return
        if ply % every == 0 and len(position.legal_codes) > 1:
            yield position
        position.apply(int(generic.choose(position.state, rng))).settle(rng)


def said_of(position, most=6):
    """Some legal actions, spread over all of them: the action, the position after it, and what is said of it."""
    seen = position.seen_by(position.actor)
    legal = position.legal
    for action in legal[:: max(1, len(legal) // most)]:
        yield action, position.copy().play(action), facts(seen, position, action)


@pytest.mark.parametrize("name", OWN)
def test_reasons_are_clauses_that_read_on(name):
    said = [each for position in decisions(name, 3, 1, 11) for _action, _after, found in said_of(position) for each in found]
    assert len({each.text for each in said}) > 12
    for each in said:
        assert each.text[0] == each.text[0].lower()
        assert each.text.strip() == each.text.rstrip(".")
        assert "{" not in each.text


# -- In the Year of the Dragon ------------------------------------------------------------------------------------------------

MONTH = re.compile(r"month (\d+)")


def missing(position, seat, month):
    """By the rules: the yuan, rice or mortars that a seat lacks at the event of a month, if it does nothing until then."""
    s = np.frombuffer(position.state.tobytes(), position.game.dtype).copy()[0]
    for earlier in range(int(s.month), month + 1):
        event = int(s.events[earlier - 1])
        lacks = None
        if event == dragon.IMPERIAL_TRIBUTE:
            lacks = imperial_tribute(s, seat)
        elif event == dragon.DROUGHT:
            lacks = drought(s, seat)
        elif event == dragon.CONTAGION:
            lacks = dragon.CONTAGION_VICTIMS - s.symbols[seat, dragon.HEALER]
    return None if lacks is None else int(lacks)


def settled_court(after, seat):
    """The position once the person that was hired has moved in."""
    while after.actor == seat and after.legal[0].startswith("house"):
        after.play(after.legal[0])
    return after


def has_moved_on(position, after):
    """True where the month's event came with the action."""
    return (after.state.month, after.state.phase) != (position.state.month, position.state.phase) and (
        after.state.month != position.state.month or after.state.phase > dragon.PERSON_PHASE
    )


def test_events_that_an_action_averts_are_averted_by_the_rules():
    checked = {"pays": 0, "feeds": 0, "keeps": 0, "short": 0}
    for position in decisions("year_of_the_dragon", 3, 2, 1):
        seat = position.actor
        if position.legal[0].split()[0] not in ("act", "hire"):
            continue
        for action, played, said in said_of(position, 12):
            after = settled_court(played, seat)
            if has_moved_on(position, after) or (after.actor == seat and "decline" in after.legal):
                continue  # The event has come, or somebody must leave first.
            for text in (each.text for each in said):
                if not (found := MONTH.search(text)):
                    continue
                lacks = missing(after, seat, int(found[1]))
                if text.startswith("pays the tribute"):
                    assert lacks == 0, (action, text)
                    checked["pays"] += 1
                elif text.startswith("feeds"):
                    fed = int((re.search(r"feeds (?:all )?(\d+)", text) or ["", 1])[1])
                    assert fed == inhabited_palaces(after.state, seat) - max(lacks, 0), (action, text)
                    checked["feeds"] += 1
                elif text.startswith("keeps"):
                    saved = int(re.search(r"keeps (\d+)", text)[1])
                    before = min(max(missing(position, seat, int(found[1])), 0), int(position.state.persons[seat]))
                    now = min(max(lacks, 0), int(after.state.persons[seat]))
                    assert saved == before - now, (action, text)
                    checked["keeps"] += 1
                elif "yuan short of the tribute" in text:
                    assert lacks == int(re.search(r"(\d+) yuan", text)[1]), (action, text)
                    checked["short"] += 1
    assert all(checked.values()), checked


def test_the_guide_names_what_the_next_events_ask_for():
    found = 0
    for position in decisions("year_of_the_dragon", 4, 3, 7):
        seen = position.seen_by(position.actor)
        for each in position.game.words.reasons(seen, "", seen, ()):
            if "asks for" not in each.text:
                continue
            month, needed, owned = map(int, re.findall(r"\d+", each.text))
            assert missing(position, position.actor, month) == needed - owned, each.text
            assert set(each.actions) <= set(position.legal)
            found += 1
    assert found > 5


# -- China --------------------------------------------------------------------------------------------------------------------


def test_leads_alliances_and_rows_are_those_of_the_rules():
    checked = {"lead": 0, "completes": 0, "alliance": 0, "row": 0}
    for position in decisions("china", 3, 4, 2):
        seat = position.actor
        for action, after, said in said_of(position, 12):
            s, words = after.state, action.split()
            if words[0] not in ("palace", "emissary"):
                continue
            region = next(i for i in range(china.REGIONS) if f"palace {words[1]} 1 " in after.game.text(s, 5 * 8 * i) + " ")
            points = [int(palace_points(s, region, each, palace_counts(s, region))) for each in range(3)]
            for text in (each.text for each in said):
                numbers = [int(n) for n in re.findall(r"\d+", text)]
                if "lead in" in text and "emissaries" not in text:
                    counts = [count(int(s.palaces[each, region])) for each in range(3)]
                    assert counts[seat] == max(counts), text
                    assert numbers == [int(s.spaces[region])], text
                    checked["lead"] += 1
                elif text.startswith("completes"):
                    assert numbers == [points[seat]] == [after.scores[seat] - position.scores[seat]], text
                    checked["completes"] += 1
                elif text.startswith("makes an alliance"):
                    packed = all_leaders(s)
                    made = [b for b in range(china.BORDERS) if allies(s, b, packed) >> seat & 1]
                    assert numbers[0] in [int(s.guests[s.borders[b, 0]] + s.guests[s.borders[b, 1]]) for b in made], text
                    checked["alliance"] += 1
                elif text.startswith("makes a row"):
                    assert numbers[1] == road_points(s, seat) - road_points(position.state, seat), text
                    checked["row"] += 1
    assert all(checked.values()), checked


# -- Forbidden City -----------------------------------------------------------------------------------------------------------


def test_closings_and_rooms_are_those_of_the_rules():
    checked = {"closes": 0, "pays": 0, "grows": 0}
    for position in decisions("forbidden_city", 3, 5, 3):
        seat = position.actor
        for action, after, said in said_of(position, 10):
            if not action.startswith("place"):
                continue
            gained = [now - was for now, was in zip(after.scores, position.scores, strict=True)]
            texts = [each.text for each in said]
            own = sum(int(re.search(r": (\d+) coins? for you", text)[1]) for text in texts if text.startswith("closes"))
            others = sum(int(re.search(r" (\d+) coin", text)[1]) for text in texts if text.startswith("pays"))
            assert (own, others) == (gained[seat], sum(gained) - gained[seat]), (action, texts)
            checked["closes"] += own > 0
            checked["pays"] += others > 0
            for text in (text for text in texts if text.startswith("makes your")):
                tiles, coins = map(int, re.findall(r"\d+", text))
                assert (tiles, coins) in led_rooms(after.state, seat), (action, text)
                checked["grows"] += 1
            for text in (text for text in texts if text.startswith("leaves the")):
                edges = int(re.search(r"(\d+) edge", text)[1])
                assert edges in [open_edges(int(sums)) for sums in after.state.room[: int(after.state.parts)]], (action, text)
    assert all(checked.values()), checked


def led_rooms(state, seat):
    """By the rules: the tiles and the value of each open room in which a seat alone has the most advisors."""
    s = np.frombuffer(state.tobytes(), state.dtype).copy()[0]
    found = set()
    for part in range(int(s.parts)):
        sums = int(s.room[part])
        there = [advisors_in(sums, each) for each in range(int(s.players))]
        if room_of(s, part) == part and open_edges(sums) and there[seat] == max(there) and there.count(max(there)) == 1:
            found.add((tiles_in(sums), int(value_of(s, part))))
    return found


# -- other games --------------------------------------------------------------------------------------------------------------


def test_a_game_without_reasons_has_none():
    position = games()["lanterns"].start(2, seed=1).settle()
    assert facts(position.seen_by(position.actor), position, position.legal[0]) == ()
