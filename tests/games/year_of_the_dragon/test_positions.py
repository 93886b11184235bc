"""Positions of In the Year of the Dragon as text: every field that can be wrong, with its message."""

# ruff: noqa: E501 (a position's text is one line)

from __future__ import annotations

import pytest

import hanlin
from hanlin.core.errors import BadPosition

ACT = (
    "year_of_the_dragon 2 great_wall super_event=flood; now 4 action 1 act 1; barred 1 2; events peace peace drought "
    "mongol-invasion imperial-tribute contagion imperial-tribute dragon-festival drought dragon-festival mongol-invasion contagion; "
    "order 1 2; queue 1 2; groups taxes military-parade research privilege|build harvest fireworks-show build-wall; dragons -; "
    "chosen -|-; points 6 10; track 20 16; yuan 6 0; rice 0 0; fireworks 4 0; small 0 0; large 0 0; wild 1 0; "
    "cards court-lady tax-collector warrior monk healer farmer scholar|"
    "craftsman court-lady pyrotechnist tax-collector warrior monk farmer scholar; wall 2; "
    "wall-tiles rice firework floor yuan track points|rice firework yuan track points; tiles craftsman:2 court-lady:4 "
    "pyrotechnist-young:1 tax-collector:3 warrior-young:3 warrior-old:1 monk-young:3 monk-old:1 healer-young:1 healer-old:1 "
    "farmer-young:2 farmer-old:1 scholar-young:3; "
    "palaces 2:pyrotechnist-young:farmer-young 2:craftsman:pyrotechnist-young|3:craftsman:healer-young 2:scholar-old"
)
EVICT = (
    "year_of_the_dragon 2 super_event=earthquake; now 7 super-event 2 evict 2; left 2; at 1; hit 1 2; events peace peace drought "
    "mongol-invasion imperial-tribute contagion imperial-tribute dragon-festival drought dragon-festival mongol-invasion contagion; "
    "order 1 2; queue 1 2; groups build fireworks-show research privilege|taxes harvest military-parade; dragons -; "
    "chosen 1 build|2 taxes; points 18 16; track 32 25; yuan 0 1; rice 0 1; fireworks 5 0; small 1 1; large 0 0; wild 0 0; "
    "cards court-lady monk farmer scholar|court-lady pyrotechnist tax-collector warrior; tiles craftsman:1 court-lady:3 "
    "pyrotechnist-young:1 tax-collector:2 warrior-young:2 warrior-old:1 monk-young:3 healer-young:1 farmer-young:1 farmer-old:1 "
    "scholar-young:2; palaces 2|1:healer-young:scholar-young"
)
DROUGHT = (
    "year_of_the_dragon 2 super_event=random; now 6 event 1 release 1; left 1; hit 1 2; events peace peace mongol-invasion "
    "dragon-festival contagion drought dragon-festival drought imperial-tribute mongol-invasion contagion imperial-tribute; "
    "super-event volcanic-eruption; order 1 2; queue 1 2; groups taxes harvest fireworks-show military-parade|"
    "build research privilege; dragons -; chosen 1 military-parade|pass; points 16 17; track 24 23; yuan 6 3; rice 0 0; "
    "fireworks 1 0; small 0 0; large 0 0; wild 0 0; cards court-lady pyrotechnist healer farmer scholar|"
    "craftsman court-lady monk healer scholar; tiles craftsman:1 court-lady:2 pyrotechnist-young:3 tax-collector:1 warrior-young:2 "
    "monk-young:2 healer-young:1 healer-old:1 farmer-young:3 scholar-young:3 scholar-old:1; "
    "palaces 2:craftsman:monk-old 2:healer-young|2:court-lady:farmer-old 3:craftsman:tax-collector"
)


def test_the_texts_are_what_such_positions_write():
    for text in (ACT, EVICT, DROUGHT):
        assert hanlin.position(text).text() == text


def said(text, old, new):
    assert old in text
    with pytest.raises(BadPosition) as caught:
        hanlin.position(text.replace(old, new, 1))
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("now 4 action 1 act 1", "now 4 action 1 act", "now: expected month, phase, player, step and its number"),
        ("now 4 action", "now 13 action", "now: expected a whole number from 0 to 12"),
        ("now 4 action", "now 4 siesta", "now: 'siesta' isn't one of: set-up, action"),
        ("action 1 act 1", "action 3 act 1", "now: expected a whole number from 1 to 2"),
        ("action 1 act 1", "action 1 sing 1", "now: 'sing' isn't one of: event, super-event, pick"),
        ("action 1 act 1", "action 1 act 4", "now: expected a whole number from 0 to 3"),
        ("action 1 act 1", "action 1 act 2", "now: seat 1 isn't at that place in the turn order."),
        ("action 1 act 1", "action 1 hire 1", "now: this step doesn't belong to phase action: hire."),
        ("action 1 act 1", "action * act 1", "now: this step isn't for *: act."),
        ("action 1 act 1", "action 1 deal 1", "now: this step isn't for 1: deal."),
        ("action 1 act 1", "over 1 nothing 1", "now: this step isn't for 1: nothing."),
        ("now 4 action", "now 0 action", "now: only the set-up is in month 0."),
        ("now 4 action 1 act 1", "now 4 over - nothing 1", "now: this comes after month 12."),
        ("now 4 action 1 act 1", "now 4 super-event 1 give 1", "now: this step doesn't belong to this game's super event"),
        ("now 4 action 1 act 1", "now 4 event-again 1 release 1", "now: an event happens again only in a solar eclipse (Y9.5)."),
        ("now 4 action 1 act 1", "now 3 wall 1 release 1; left 1", "now: the wall is checked after a Mongol invasion (Y8.3)."),
        ("barred 1 2", "barred 1 37", "barred: '37' isn't one of: 1, 2"),
        ("barred 1 2", "barred 1 1", "barred: '1' appears twice."),
        ("barred 1 2", "left 0", "left: expected a whole number from 1 to 29"),
        ("barred 1 2", "hit 3", "hit: '3' isn't one of: 1, 2."),
        ("barred 1 2", "held tax-collector", "held: a person waits for a place in the step that asks for one, and only then (Y4.2)."),
        ("barred 1 2", "held monk", "held: 'monk' isn't one of: craftsman"),
        ("barred 1 2", "held monk-young monk-old farmer-old", "held: at most two persons can wait for a place."),
        ("barred 1 2", "at 1", "at: this is the palace with more persons than floors, in an earthquake (Y9.3)."),
        (" contagion;", ";", "events: expected 12 events, found 11."),
        ("peace peace drought", "peace peace plague", "events: 'plague' isn't one of: peace"),
        ("peace peace drought", "peace drought peace", "events: months 1 and 2 must be peace, and no others (Y1.1)."),
        ("peace peace drought", "peace peace contagion", "events: there must be two of contagion (Y0.3)."),
        ("drought mongol-invasion imperial", "mongol-invasion drought imperial", None),
        ("imperial-tribute contagion imperial-tribute", "contagion imperial-tribute imperial-tribute",
         "events: neighbouring events must differ (Y1.1)."),
        ("peace peace drought", "peace peace -", "events: all events are shown once they are drawn, and not before."),
        ("order 1 2", "order 1 1", "order: each seat must appear exactly once."),
        ("order 1 2", "order 2 1", "order: the player further along the track comes first (Y2)."),
        ("queue 1 2", "queue 1", "queue: expected 2 numbers, found 1."),
        ("queue 1 2", "queue 2 1", "now: seat 1 isn't at that place in the turn order."),
        ("groups taxes military", "groups taxes taxes military", "groups: 'taxes' appears twice."),
        ("groups taxes military", "groups military", "groups: each card must appear exactly once, in groups of the right sizes"),
        ("groups taxes military", "groups tax military", "groups: 'tax' isn't one of: taxes"),
        ("taxes military-parade research privilege|build harvest fireworks-show build-wall", "-|-",
         "groups: the cards are in groups once they are dealt, and not before (Y3.1)."),
        ("dragons -", "dragons 3", "dragons: '3' isn't one of: 1, 2."),
        ("chosen -|-", "chosen 1 build|-", "chosen: group 1 has no such card: build."),
        ("chosen -|-", "chosen 1 sing|-", "chosen: 'sing' isn't one of: taxes"),
        ("chosen -|-", "chosen 3 build|-", "chosen: expected a whole number from 1 to 2"),
        ("chosen -|-", "chosen -", "chosen: expected 2 parts"),
        ("points 6 10", "points 6 x", "points: expected a whole number from 0 to 999"),
        ("track 20 16", "track 20", "track: expected 2 numbers, found 1."),
        ("yuan 6 0", "yuan 6 1000", "yuan: expected a whole number from 0 to 999"),
        ("rice 0 0; ", "", "rice: this field is missing."),
        ("fireworks 4 0", "fireworks 4 -1", "fireworks: expected a whole number from 0 to 999"),
        ("small 0 0", "small 0 13", "small: expected a whole number from 0 to 12"),
        ("large 0 0", "large 0 13", "large: expected a whole number from 0 to 12"),
        ("wild 1 0", "wild 3 0", "wild: expected a whole number from 0 to 2"),
        ("wild 1 0", "wild 2 0", "cards: seat 1 has 8 person cards at this moment, not 9 (Y4.1, Y9.7)."),
        ("cards court-lady tax", "cards lady tax", "cards: 'lady' isn't one of: craftsman"),
        ("cards court-lady tax", "cards tax-collector tax", "cards: 'tax-collector' appears twice."),
        ("wall 2;", "wall 3;", "wall: expected a whole number from 1 to 2"),
        ("wall 2;", f"wall{' 1' * 13};", "wall: the wall has 12 places (Y8.2)."),
        ("wall 2;", "wall 2 2;", "wall-tiles: seat 2 has 6 wall tiles, laid or not (Y8.1)."),
        ("wall-tiles rice", "wall-tiles gold", "wall-tiles: 'gold' isn't one of: rice"),
        ("tiles craftsman:2", "tiles craftsman:3",
         "tiles: there are 4 craftsman tiles in this game, but 5 in this position (Y0.1)."),
        ("tiles craftsman:2", "tiles craftsman", "tiles: 'craftsman': expected a thing and its number"),
        ("palaces 2:", "palaces 4:", "palaces: expected a whole number from 0 to 3"),
        ("palaces 2:", "palaces 1:", "palaces: palace 1 of seat 1 has too few floors (Y3.6)."),
        ("palaces 2:", "palaces 0 2:", "palaces: palace 1 of seat 1 has too few floors (Y3.6)."),
        ("2:scholar-old", "3:scholar-old:monk-old:monk-young:warrior-old",
         "palaces: 3:scholar-old:monk-old:monk-young:warrior-old: a palace has room for 3 persons."),
        ("2:scholar-old", "2:poet", "palaces: 'poet' isn't one of: craftsman"),
        ("2:scholar-old", " ".join(["1"] * 30), "palaces: seat 2 can't have more than 29 palaces."),
    ],
)  # fmt: skip
def test_a_field_that_is_wrong_is_named_with_the_reason(old, new, reason):
    if reason is None:
        assert hanlin.position(ACT.replace(old, new, 1)).legal
    else:
        assert said(ACT, old, new).startswith(reason)


@pytest.mark.parametrize(
    ("text", "old", "new", "reason"),
    [
        (ACT, "dragons -", "dragons 1", None),
        (EVICT, "dragons -", "dragons 1", "dragons: dragons are on groups only in the action phase (Y3.2)."),
        (EVICT, "at 1", "at 2", "palaces: palace 1 of seat 2 has too few floors (Y3.6)."),
        (EVICT, "1:healer-young:scholar-young", "2:healer-young:scholar-young", "at: palace 1 has a floor for each person."),
        (EVICT, "|1:healer-young:scholar-young", "|-", "at: seat 2 has no palace of that number."),
        (EVICT, "left 2", "left 3", "left: seat 2 can't do that so many times: 3."),
        (EVICT, "evict 2; left 2; at 1", "raze 2; left 2", "palaces: palace 1 of seat 2 has too few floors (Y3.6)."),
        (EVICT, "super_event=earthquake", "super_event=flood", "now: this step doesn't belong to this game's super event"),
        (EVICT, "now 7", "now 8", "now: this step doesn't belong to this game's super event in month 7 (Y9)."),
        (DROUGHT, "left 1; ", "", "left: this is how many are left, including the current one."),
        (DROUGHT, "left 1", "left 3", "left: seat 1 can't do that so many times: 3."),
        (DROUGHT, "left 1", "left 1; barred 1 2", "left: seat 1 can't do that so many times: 1."),
        (DROUGHT, "contagion drought dragon-festival drought", "contagion dragon-festival drought drought",
         "events: neighbouring events must differ (Y1.1)."),
        (DROUGHT, "dragon-festival contagion drought dragon-festival", "drought contagion dragon-festival mongol-invasion",
         "events: there must be two of mongol-invasion (Y0.3)."),
        (DROUGHT, "dragon-festival contagion drought dragon-festival drought", "drought contagion dragon-festival drought dragon-festival",
         "now: nobody is released in this month's event."),
        (DROUGHT, "; super-event volcanic-eruption", "", "super-event: it is drawn after the events (Y9)."),
        (DROUGHT, "volcanic-eruption", "rain", "super-event: 'rain' isn't one of: lantern-festival"),
        (DROUGHT, "now 6 event 1 release", "now 6 wall 1 release", "now: this game is played without the wall (Y8)."),
        (DROUGHT, "now 6 event 1 release 1; left 1", "now 6 person 1 hire 1",
         "cards: seat 1 has 6 person cards at this moment, not 5 (Y4.1, Y9.7)."),
        (DROUGHT, "super_event=random", "super_event=flood", "super-event: unknown field"),
        (DROUGHT, "hit 1 2", "held court-lady tax-collector",
         "held: a person waits for a place in the step that asks for one, and only then (Y4.2)."),
    ],
)  # fmt: skip
def test_fields_that_do_not_go_together_are_named_with_the_reason(text, old, new, reason):
    if reason is None:
        assert hanlin.position(text.replace(old, new, 1)).legal
    else:
        assert said(text, old, new).startswith(reason)
