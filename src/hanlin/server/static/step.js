// Stepping through a game: slider, buttons, arrow keys, and playback.

import { fetchView, remember, state } from "./command.js";
import { toTheNewest } from "./log.js";
import { showTip, text } from "./tooltips.js";

const PACE = 900;
let running = 0;
/** The target ply: steps requested while a view is loading add up from there. */
let goal = null;
let fetching = false;

/** Shows the table at a ply. */
export async function go(ply) {
  goal = Math.max(0, Math.min(ply, Number(state().plies)));
  if (fetching) return;
  fetching = true;
  try {
    for (let next = null; next !== goal; ) {
      next = goal;
      const last = next === Number(state().plies);
      remember({ ply: last ? null : next, at: null });
      await fetchView(last ? null : next);
    }
  } catch {
    stop();
  } finally {
    fetching = false;
    goal = null;
  }
}

const here = () => goal ?? Number(state().ply);

/** The next turn's first ply after here, or the last one before it. */
function turn(by) {
  const turns = (document.getElementById("steps")?.dataset.turns ?? "").split(" ").map(Number);
  const found = by > 0 ? turns.find((ply) => ply > here()) : turns.filter((ply) => ply < here()).at(-1);
  go(found ?? (by > 0 ? Number(state().plies) : 0));
}

async function share(button) {
  const link = new URL(location.href);
  link.search = new URLSearchParams({ ply: state().ply }).toString();
  link.hash = "";
  try {
    await navigator.clipboard.writeText(link.href);
    showTip(button, text("copied"));
  } catch {
    showTip(button, link.href);
  }
}

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

const STEPS = {
  first: () => go(0),
  turnback: () => turn(-1),
  back: () => go(here() - 1),
  run,
  on: () => go(here() + 1),
  turnon: () => turn(1),
  last: () => go(Number(state().plies)),
};

export function listenForSteps() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const moment = target?.closest("[data-go]");
    if (moment) {
      document.getElementById("dialog").close();
      go(Number(moment.dataset.go));
    }
    const link = target?.closest("[data-share]");
    if (link) share(link);
    const button = target?.closest("[data-step]");
    if (!button) return;
    if (button.dataset.step !== "run" && running) stop();
    STEPS[button.dataset.step]();
  });
  document.addEventListener("input", (event) => {
    if (event.target.id === "at") go(Number(event.target.value));
  });
  document.addEventListener("change", (event) => {
    if (event.target.id === "heading" && event.target.value !== "") go(Number(event.target.value));
    if (event.target.id !== "eyes") return;
    remember({ as: event.target.value || null });
    fetchView().catch(() => {});
  });
  // On a phone the log is a sheet, which has no places while it is closed.
  for (const opening of ["sheet", "tab"]) addEventListener(opening, showStepInLog);
  document.addEventListener("keydown", (event) => {
    const focus = document.activeElement;
    const elsewhere = focus?.matches("input, select, textarea, [data-action], [data-variants]") || document.querySelector("dialog[open]");
    if (!document.querySelector(".stepping") || elsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: "back", ArrowRight: "on", PageUp: "turnback", PageDown: "turnon", Home: "first", End: "last" }[event.key];
    if (!step) return;
    event.preventDefault();
    STEPS[step]();
  });
}

/** Scrolls the log to the past step that is shown. */
function showStepInLog() {
  const log = document.getElementById("log");
  const here = log?.querySelector(".line.here, .line.later:has(+ :not(.later))") ?? null;
  if (!here || state().live === "yes") return;
  const [line, frame] = [here.getBoundingClientRect(), log.getBoundingClientRect()];
  log.scrollTop += line.top - frame.top - (frame.height - line.height) / 2;
}

/** Scrolls the log to the step that is shown; back at the present, to its beginning. */
function followLog() {
  if (state().live === "yes") {
    if (past || !followed) toTheNewest();
    followed = true;
  }
  showStepInLog();
  past = state().live === "no";
}

/** True while the page shows a past step. */
let past = false;
let followed = false;

/** A slider in use is not replaced by a new view. */
function followView() {
  const slider = document.getElementById("at");
  if (!slider) return;
  slider.max = state().plies;
  if (goal === null || goal === Number(state().ply)) slider.value = state().ply;
}

export function refreshSteps() {
  mark();
  followView();
  followLog();
}
