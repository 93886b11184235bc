// Lessons and tips. Progress is stored in this browser: finished steps, where a lesson was left, whether tips are on, and which have been shown.

import { isShown, offers, picksFor, placesFor } from "./offered.js";
import { pointAt, refreshSpotlight } from "./spotlight.js";
import { bringIntoSight } from "./reveal.js";
import { withoutTips } from "./tooltips.js";

const PROGRESS = "hanlin-learned";
const GUIDE = "hanlin-guide";
const LEFT_AT = "hanlin-lesson-at";

/** A value from the browser's storage; defaults if storage is not allowed. */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

function keep(name, what) {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

// -- steps ---------------------------------------------------------------------------------------------------------------------

const done = (game) => kept(PROGRESS)[game] ?? [];

function note(game, number) {
  if (!done(game).includes(number)) keep(PROGRESS, { ...kept(PROGRESS), [game]: [...done(game), number] });
}

/** The page that lists the steps: marks the finished ones, and the first other one. */
function showProgress(page) {
  const steps = [...page.querySelectorAll("[data-step-number]")];
  const learned = done(page.dataset.lesson);
  for (const step of steps) step.querySelector(".tick").hidden = !learned.includes(Number(step.dataset.stepNumber));
  const next = steps.find((step) => !learned.includes(Number(step.dataset.stepNumber)));
  const on = page.querySelector("[data-go-on]");
  if (!next || next === steps[0]) return;
  // The step that was open last goes on from the choices that were made before it.
  const left = kept(LEFT_AT)[page.dataset.lesson] ?? "";
  const number = next.dataset.stepNumber;
  on.href = left.split(".")[0] === number ? `/learn/${page.dataset.lesson}/${left}` : next.querySelector("a").href;
  on.textContent = on.dataset.words.replace("{n}", number);
}

const contents = document.querySelector("main.learn");
if (contents) addEventListener("pageshow", () => showProgress(contents));

// -- tips -----------------------------------------------------------------------------------------------------------------

const guide = () => ({ on: false, said: [], ...kept(GUIDE) });
/** The state of the table in which a tip was shown: one at a time is enough. */
let readAt = "";

const table = () => document.getElementById("table");

function switchGuide(on) {
  keep(GUIDE, { on, said: [] });
  readAt = "";
  refreshGuide();
}

function read() {
  const shown = document.querySelector("[data-guide]:not([hidden])");
  if (shown) keep(GUIDE, { on: true, said: [...guide().said, shown.dataset.guide] });
  readAt = table().dataset.number;
  refreshGuide();
  document.querySelector("#choices button, #board [tabindex]")?.focus({ preventScroll: true });
}

/** Shows the first tip about the current question that was not shown yet. */
function refreshGuide() {
  const { on, said } = guide();
  for (const button of document.querySelectorAll("[data-guide-switch=turn]")) button.setAttribute("aria-pressed", on);
  const box = document.getElementById("guide");
  if (!box) return;
  const all = [...box.querySelectorAll("[data-guide]")];
  const next = on && readAt !== table().dataset.number ? all.find((each) => !said.includes(each.dataset.guide)) : undefined;
  for (const each of all) each.hidden = each !== next;
  box.hidden = !next;
  markGuided(next ? JSON.parse(box.dataset.guidePlaces ?? "[]") : []);
}

/** Rings the places of the actions that the guide speaks of, on the board or among the choices. */
function markGuided(actions) {
  for (const old of table().querySelectorAll(".guide-place")) old.classList.remove("guide-place");
  if (!actions.length) return;
  const all = [...table().querySelectorAll("[data-action], [data-actions], [data-variants]")];
  const places = all.filter((element) => isShown(element) && actions.some((action) => offers(element, action)));
  // Where things are picked one after another: what all of these actions begin or end with.
  const picks = places.length ? [] : actions.map((action) => picksFor(all, action));
  const meant = [...places, ...(picks[0] ?? []).filter((one) => picks.every((others) => others.includes(one)))];
  for (const each of meant) each.classList.add("guide-place");
  bringIntoSight(meant.slice(0, 1), true);
}

// -- "Show me" ----------------------------------------------------------------------------------------------------------------------

/** Marks what plays an action: its place, all that is to be picked for it, or its button; the first of them has the focus. */
function showWhere(action) {
  const buttons = [...table().querySelectorAll("#choices .choice")];
  const button = buttons.find((each) => offers(each, action));
  const found = placesFor([action]);
  const places = found.length ? found : [...picksFor(buttons, action)];
  for (const old of table().querySelectorAll(".hinted")) old.classList.remove("hinted");
  if (places.length) pointAt(places);
  else {
    if (!isShown(button)) button.closest("details").open = true;
    button.scrollIntoView({ block: "nearest" });
    places.push(button);
  }
  for (const each of places) each.classList.add("hinted");
  withoutTips(() => places[0].focus({ preventScroll: true }));
}

// -- at the table --------------------------------------------------------------------------------------------------------------

export function listenForLessons() {
  const address = new URL(location.href);
  if (address.searchParams.get("guide") === "on") {
    address.searchParams.delete("guide");
    history.replaceState(null, "", address);
    keep(GUIDE, { on: true, said: [] });
  }
  noteStepRead();
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest("[data-guide-switch]");
    if (button) switchGuide(button.dataset.guideSwitch === "turn" && !guide().on);
    if (target?.closest("[data-guide-read]")) read();
    const hint = target?.closest("[data-hint]");
    if (hint) showWhere(hint.dataset.hint);
  });
}

/** Notes the step before this one if it had no task and one came from it: its own scripts may not have run before that. */
function noteStepRead() {
  const before = document.querySelector("[data-only-read]")?.dataset.onlyRead;
  const { lesson } = table().dataset;
  const from = new URL(document.referrer || location.href).pathname.split(".")[0];
  if (before && from === `/learn/${lesson}/${before}`) note(lesson, Number(before));
}

/** After every view: what a step speaks of is lit; a step that is done is noted, and the way on has the focus. */
export function refreshLessons() {
  const { lesson, stepNumber, stepHere, done: isDone } = table().dataset;
  if (lesson !== undefined) keep(LEFT_AT, { ...kept(LEFT_AT), [lesson]: stepHere });
  if (isDone !== undefined) {
    note(lesson, Number(stepNumber));
    document.getElementById("next").focus({ preventScroll: true });
  }
  refreshSpotlight();
  document.querySelector(".lesson .answer")?.scrollIntoView({ block: "nearest" });
  refreshGuide();
}
