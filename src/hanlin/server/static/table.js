// The one script of the table. It knows no game: it posts actions that the page names, morphs the new view in, and is
// notified over one WebSocket when the table changes. What drawings and choices mark (see hanlin/core/verbs/protocols.py):
//
//   data-action="act 2 taxes"       a click plays this action
//   data-actions='["…", "…"]'       a click plays the only one of these that fits the picks; several are offered in a menu at that place
//   data-usual='["…"]'              with data-actions: the actions that a click chooses among while nothing is picked (a card of the right colour before a joker)
//   data-then="take red"            with data-action: the action that the click plays after it, if it is legal then
//   data-drop="house 2"             on a place: whatever can be chosen may be dragged onto it, which plays its action and then this one
//   data-onward="done;take pile"    on one thing of the board: what a click with Shift on a place of the board, or on the button beside it (its text: data-onward-mark),
//                                   plays after its action, as far as it is legal then
//   data-pick="card red"            a click picks this first and plays nothing; question and board narrow to the actions that go with
//                                   all picks. A second click lets go; a pick that shares no action with the earlier ones replaces
//                                   them; several picks that name all of the one action left play it
//   data-with="card red|joker"      the picks that fit this element's actions (choices have it from Choice.goes_with)
//   data-why="…" data-rule="F2.2"   a click, tap or focus says why this can't be done
//   data-variants='[["place 1,0 0", "<g>…</g>"], ["", "<g>…</g>", "why not", "F2.2"]]'
//                                   one place, several variants: action, picture, and for illegal ones the reason and its rule (for a legal one, perhaps, its effect). Hover or focus
//                                   shows the first legal one in place (in a <g class="ghost">); r and the wheel turn it. A click plays the only legal one, or the one turned to while
//                                   pointing; else it shows one that stays: further clicks turn it; Enter, a double click, its check or the button in the question play it
//   data-tip="…"                    a short explanation on hover, focus and tap
//   data-key="tile 7"               the same thing before and after a move: it glides
//   data-still                      next to data-key: the part is named only to be found; it neither glides nor is news
//   data-token="person monk-young"  on a thing at a seat's place: when it is new there, it flies in from the part of the board of this data-key;
//                                   when it is gone, it walks off
//   data-count="3" data-piece="coin"  on a pile at a place with a data-key: when it has more or fewer, so many pictures of that name fly to it or
//                                   from it; without data-piece the thing itself grows
//   data-source                     next to data-key: a pile of the board from which things go to the places
//   data-fit="…"                    on the board's <svg>: it fills its frame (fit.js)
//   data-at="tile 7|tile 9"         on a sentence of the log: pointing at it or its focus lights the things of these keys on the board and at the places
//   data-news="2" data-since="plum" on a part of the board: the others' move of this number (data-news-item of the list "Since your
//                                   last turn") changed it, and the seat of this flower made that move
//   data-zoom                       on the board's <svg>: it can be panned and zoomed
//
// Keys: after every view the first choice has the focus; arrows move among the choices by direction, Enter plays the one that
// has the focus, 1–9 play the choice of that number, r rotates, u undoes, h asks for a hint, p plans a move, o shows or hides values, ? opens the rules, Escape cancels.
// Stepping through a game: arrows, Home, End.

import "./page.js";
import { listenForAdvice, refreshAdvice } from "./advice.js";
import { listenForCeremony, refreshCeremony } from "./ceremony.js";
import { listenForChoices, refresh } from "./choose.js";
import { listenForColumn, listenForRibbon, refreshRibbon } from "./column.js";
import { deliverKept, fetchView, listen, onNews, onView, otherShape, remember } from "./command.js";
import { listenForDrags, refreshDrags } from "./drag.js";
import { afterView, listenForForced, refreshForced } from "./forced.js";
import { announce } from "./announcer.js";
import { listenForLongPress, listenForTips } from "./tooltips.js";
import { listenForSteps, refreshSteps } from "./step.js";
import { listenForGlance } from "./glance.js";
import { listenForPeople, refreshPeople } from "./people.js";
import { listenForLens, refreshLens } from "./lens.js";
import { listenForExplorer, refreshExplorer } from "./explorer.js";
import { listenForLessons, refreshLessons } from "./learning.js";
import { listenForChat, refreshChat } from "./chat.js";
import { listenForPins, refreshPins } from "./pins.js";
import { listenForPlans, refreshPlans } from "./plan.js";
import { listenForPuzzles, refreshPuzzle } from "./puzzle.js";
import { refreshSound, soundNews } from "./sound.js";
import { comeCloserSoon, listenForZoom, refreshZoom } from "./zoom.js";
import { reveal } from "./reveal.js";

listenForZoom();
listenForLongPress();
listenForTips();
listenForChoices();
listenForDrags();
listenForSteps();
listenForGlance();
listenForPeople();
listenForChat();
listenForPins();
listenForLessons();
listenForPuzzles();
listenForForced();
listenForAdvice();
listenForLens();
listenForExplorer();
listenForColumn();
listenForRibbon();
listenForCeremony();
listenForPlans();
for (const listener of [refresh, refreshDrags, refreshRibbon, refreshZoom, refreshSteps, refreshPeople, refreshChat, refreshLessons, refreshPuzzle, refreshAdvice, refreshLens, refreshExplorer, refreshSound, afterView, reveal, announce, refreshCeremony, refreshPlans]) {
  onView(listener);
  listener();
}

// Later views call it before anything moves.
refreshPins();
onNews(soundNews);

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const who = target?.closest("[data-as]");
  if (who) {
    event.preventDefault();
    remember({ as: who.dataset.as || null });
    fetchView().catch(() => {});
  }
});

document.addEventListener("change", (event) => {
  if (event.target.name === "pause") event.target.form.requestSubmit();
});

/**
 * From now on ``#table.asked`` marks that this browser decides (in later views the server sets it); queued clicks are handled now.
 * The board has the screen's shape by then, so that it does not change under the pointer.
 */
async function ready() {
  if (otherShape()) await fetchView().catch(() => {});
  const table = document.getElementById("table");
  table.classList.toggle("asked", table.dataset.asked !== undefined);
  window.early.release();
  comeCloserSoon();
  refreshForced();
}

listen();
deliverKept().then(ready);
