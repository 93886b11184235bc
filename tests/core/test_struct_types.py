"""Records (``core/jit/struct_types.py``): one layout for machine code, attributes for Python."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from hanlin.core.jit.struct_types import copied, record
from hanlin.core.position.game import games

FIELDS = [("first", np.int16), ("total", np.int64), ("round", np.int32, (2, 3)), ("dtype_name", np.uint8)]
PLAIN = np.dtype(FIELDS, align=True)


def test_a_record_is_laid_out_as_in_c_and_equal_to_the_plain_one():
    made = record(FIELDS)
    assert made == PLAIN
    assert hash(made) == hash(PLAIN)
    assert made.isalignedstruct
    assert np.zeros(2, made).nbytes == 2 * PLAIN.itemsize


def test_fields_are_attributes_that_share_the_arrays_memory():
    array = np.zeros(2, record(FIELDS))
    one = array[1]
    one.total = 7
    one.round[1, 2] = 5
    assert (array["total"].tolist(), one.total, type(one.total)) == ([0, 7], 7, np.int64)
    assert array["round"][1, 1, 2] == 5
    one.first += 3
    assert array["first"].tolist() == [0, 3]
    array.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        array[0].total = 1


def test_what_is_no_field_is_no_attribute():
    one = np.zeros(1, record(FIELDS))[0]
    with pytest.raises(AttributeError):
        one.anything = 1
    with pytest.raises(AttributeError):
        print(one.anything)


def test_records_keep_their_attributes_in_pickles_and_copies():
    array = np.zeros(1, record(FIELDS))
    array[0].total = 9
    for again in (pickle.loads(pickle.dumps(array)), copy.deepcopy(array), copied(array)):
        assert again[0].total == 9
        assert type(again[0]) is type(array[0])
        again[0].total = 1
    assert array[0].total == 9
    assert pickle.loads(pickle.dumps(array[0])).total == 9
    assert copied(array).tobytes() == array.tobytes()


def test_the_states_of_all_games_are_quick_records():
    for game in games().values():
        position = game.start(game.players[0])
        assert type(position.state).players.__class__ is property
