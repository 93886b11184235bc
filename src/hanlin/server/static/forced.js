// What has no alternative is done by itself, unless that is switched off. Where somebody could still take back what they did
// before, or shares the screen with others, it waits a moment that they see, so that nothing is settled unseen.

import { command, isBusy, state, takenBackAt } from "./command.js";
import { setting } from "./settings.js";

/** Milliseconds that pass before something is done that could still be avoided, and before anything else. */
const GRACE = 2500;
const SOON = 250;

const table = () => document.getElementById("table");
const undo = () => table().querySelector("[data-undo]");
let timer = 0;
let triedAt = "";

/** Whether the one thing that can be done may be done without a click, in this view. */
function wanted() {
  const { forced, live, number, lesson } = state();
  // In a lesson it is the pupil who does things.
  const ready = table().classList.contains("asked") && live === "yes" && lesson === undefined && !isBusy();
  return Boolean(forced) && ready && setting("forced") === "yes" && number !== triedAt && number !== takenBackAt();
}

const attended = () => !document.hidden && !document.querySelector("dialog[open]");

function goOn() {
  if (!wanted() || !attended()) return;
  const { table: name, seat, number, forced } = state();
  triedAt = number;
  // The same id in each of somebody's tabs: it is done once.
  command("/play", seat, forced, `by-itself-${name}-${number}`);
}

/** After a new view, and whenever whoever plays looks up again. */
export function refreshForced() {
  clearTimeout(timer);
  const going = wanted() && attended();
  const button = going ? table().querySelector(`button.choice[data-action="${CSS.escape(state().forced)}"]`) : null;
  for (const old of table().querySelectorAll(".going")) if (old !== button) old.classList.remove("going");
  if (!going) return;
  const slowly = undo() !== null || table().dataset.shared !== undefined;
  button?.classList.toggle("going", slowly);
  timer = setTimeout(goOn, slowly ? GRACE : SOON);
}

/** Who takes something back goes back to where there was something to choose. */
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
  // Who presses Escape wants to look first.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && attended() && table().querySelector(".going")) {
      triedAt = state().number;
      refreshForced();
    }
  });
}
