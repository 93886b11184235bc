// Plays forced moves automatically, unless switched off. One after which another seat decides waits for a visible moment, while the
// player could still undo or shares the device with others, so that nothing becomes final unseen.

import { command, isBusy, state, takenBackAt } from "./command.js";
import { setting } from "./settings.js";

/** Milliseconds before a move that could still be avoided, and before any other. */
const GRACE = 2500;
const SOON = 250;

const table = () => document.getElementById("table");
const undo = () => table().querySelector("[data-undo]");
let timer = 0;
let triedAt = "";

/** True if the only legal move may be played without a click in this view. */
function wanted() {
  const { forced, live, number, lesson, puzzle } = state();
  // In a lesson the learner plays every move, and in a puzzle the solver.
  const ready = table().classList.contains("asked") && live === "yes" && (lesson ?? puzzle) === undefined && !isBusy();
  return Boolean(forced) && ready && setting("forced") === "yes" && number !== triedAt && number !== takenBackAt();
}

const attended = () => !document.hidden && !document.querySelector("dialog[open]");

function goOn() {
  if (!wanted() || !attended()) return;
  const { table: name, seat, number, forced } = state();
  triedAt = number;
  // The same id in each of the player's tabs: the server plays it once.
  command("/play", seat, forced, `by-itself-${name}-${number}`);
}

/** After a new view, and when the player returns to the page. */
export function refreshForced() {
  clearTimeout(timer);
  const going = wanted() && attended();
  const button = going ? table().querySelector(`button.choice[data-action="${CSS.escape(state().forced)}"]`) : null;
  for (const old of table().querySelectorAll(".going")) if (old !== button) old.classList.remove("going");
  if (!going) return;
  const slowly = state().goesOn === undefined && (undo() !== null || table().dataset.shared !== undefined);
  button?.classList.toggle("going", slowly);
  timer = setTimeout(goOn, slowly ? GRACE : SOON);
}

/** Undo returns to the last real choice. */
function takeBackMore() {
  if (state().forced && state().number === takenBackAt() && undo()?.dataset.undo === state().seat && setting("forced") === "yes") {
    queueMicrotask(() => command("/undo", state().seat));
  }
}

export function afterView() {
  takeBackMore();
  refreshForced();
}

export function listenForForced() {
  document.addEventListener("visibilitychange", refreshForced);
  new MutationObserver(refreshForced).observe(document.getElementById("dialog"), { attributeFilter: ["open"] });
  addEventListener("setting", refreshForced);
  // Escape stops the automatic move.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && attended() && table().querySelector(".going")) {
      triedAt = state().number;
      refreshForced();
    }
  });
}
