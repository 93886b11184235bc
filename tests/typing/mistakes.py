"""Mistakes that a type checker must find, one in each marked line: where it does not, it says that the mark is unused."""

from __future__ import annotations

import numpy as np

import hanlin
from hanlin.core.verbs import generic
from hanlin.games.china.options import ChinaOptions

china = hanlin.game("china")
china.start(player=3)  # type: ignore[call-arg]
china.start(3, fortress=True)  # type: ignore[call-arg]
china.start(3, fortresses="yes")  # type: ignore[arg-type]
china.start(3, great_wall=True)  # type: ignore[call-arg]
china.start(3, side="5-6")  # type: ignore[arg-type]
hanlin.game("forbidden_city").start(side="3-4")  # type: ignore[arg-type]
hanlin.game("year_of_the_dragon").start(super_event="floods")  # type: ignore[arg-type]
hanlin.game(3)  # type: ignore[call-overload]
hanlin.gaem("china")  # type: ignore[attr-defined]
options: ChinaOptions = {"fortress": True}  # type: ignore[typeddict-unknown-key]

hanlin.envs.aec("china", player=3)  # type: ignore[call-overload]
hanlin.envs.aec("china", fortress=True)  # type: ignore[call-overload]
hanlin.envs.aec("china", reward="wins")  # type: ignore[call-overload]
hanlin.envs.parallel("forbidden_city", illegals="random")  # type: ignore[call-overload]
hanlin.envs.gym("year_of_the_dragon", opponent=["greedy"])  # type: ignore[call-overload]
hanlin.envs.vector("china", envs=8, thread=2)  # type: ignore[call-overload]
hanlin.envs.vector("china", players=3)  # type: ignore[call-overload]
hanlin.envs.vector("lanterns", envs=8, thread=2)  # type: ignore[call-overload]
hanlin.envs.gym_vector("china", envs=8)  # type: ignore[call-overload]
hanlin.envs.aec("china").last()[1].upper()  # type: ignore[attr-defined]

hanlin.simulate("china", player=3)  # type: ignore[call-overload]
hanlin.simulate("china", fortress=True)  # type: ignore[call-overload]

generic.gues(np.zeros(1)[0])  # type: ignore[attr-defined]
generic.guess(np.zeros(1)[0])  # type: ignore[call-arg]
generic.play(np.zeros(1)[0], "palace yan 1")  # type: ignore[arg-type]
generic.value(np.zeros(1)[0], 0).play()  # type: ignore[attr-defined]
china.start().plays("")  # type: ignore[attr-defined]
