// Planning: while others decide, the reader may choose on a ghost of the board, which the server draws. What is chosen goes to
// /t/ID/premove and is played by the server when its turn comes; until then it can be taken back.

import { command, isPlanning, plan, state } from "./command.js";
import { menuIsOpen } from "./menu.js";

const table = () => document.getElementById("table");
const buttons = () => table().querySelector("#plan button, [data-plan-end]");
let planned = false;

/** True while something of a choice is open that Escape closes first. */
const isChoosing = () => menuIsOpen() || !document.getElementById("ways").hidden || table().querySelector(".picked") !== null;

export function listenForPlans() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-plan]")) plan(true);
    else if (target?.closest("[data-plan-end]")) plan(false);
    else if (target?.closest("[data-unplan]")) command("/premove/back", state().seat);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isPlanning() || isChoosing() || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    plan(false);
  }, true);
}

/** After a new view: the focus stays with the plan where its element has gone. */
export function refreshPlans() {
  const now = isPlanning() || table().querySelector("#plan .planned") !== null;
  const lost = document.activeElement === null || document.activeElement === document.body;
  if ((now || planned) && lost && document.documentElement.classList.contains("keys")) buttons()?.focus({ preventScroll: true });
  planned = now;
}
