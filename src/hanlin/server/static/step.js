// Stepping through a game: slider, buttons, arrow keys, and letting it run.

import { look, remember, state } from "./command.js";

const PACE = 900;
let running = 0;
let wanted = null;
let fetching = false;

async function go(ply) {
  wanted = Math.max(0, Math.min(ply, Number(state().plies)));
  if (fetching) return;
  fetching = true;
  try {
    while (wanted !== null) {
      const next = wanted;
      wanted = null;
      const last = next === Number(state().plies);
      remember({ at: last ? null : next });
      await look(last ? null : next);
    }
  } catch {
    stop();
  } finally {
    fetching = false;
  }
}

const here = () => wanted ?? Number(state().ply);

function stop() {
  clearInterval(running);
  running = 0;
  mark();
}

function run() {
  if (running) {
    stop();
    return;
  }
  if (here() === Number(state().plies)) go(0);
  running = setInterval(() => (here() < Number(state().plies) ? go(here() + 1) : stop()), PACE);
  mark();
}

const mark = () => document.querySelector("[data-step=run]")?.setAttribute("aria-pressed", running > 0);

const STEPS = { first: () => go(0), back: () => go(here() - 1), run, on: () => go(here() + 1), last: () => go(Number(state().plies)) };

export function listenForSteps() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-step]");
    if (!button) return;
    if (button.dataset.step !== "run" && running) stop();
    STEPS[button.dataset.step]();
  });
  document.addEventListener("input", (event) => {
    if (event.target.id === "at") go(Number(event.target.value));
  });
  document.addEventListener("change", (event) => {
    if (event.target.id !== "eyes") return;
    remember({ as: event.target.value || null });
    look().catch(() => {});
  });
  document.addEventListener("keydown", (event) => {
    const focus = document.activeElement;
    const elsewhere = focus?.matches("input, select, textarea, [data-action], [data-variants]") || document.querySelector("dialog[open]");
    if (!document.getElementById("steps") || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
    if (!step) return;
    event.preventDefault();
    STEPS[step]();
  });
}

export const refreshSteps = mark;
