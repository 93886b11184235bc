// Lessons and tips. Progress is stored in this browser: finished steps, whether tips are on, and which have been shown.

const PROGRESS = "hanlin-learned";
const GUIDE = "hanlin-guide";

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

/** The page that lists the steps: those that are done, and the first that is not. */
function showProgress(page) {
  const steps = [...page.querySelectorAll("[data-step-number]")];
  const learned = done(page.dataset.lesson);
  for (const step of steps) step.querySelector(".tick").hidden = !learned.includes(Number(step.dataset.stepNumber));
  const next = steps.find((step) => !learned.includes(Number(step.dataset.stepNumber)));
  const on = page.querySelector("[data-go-on]");
  if (!next || next === steps[0]) return;
  on.href = next.querySelector("a").href;
  on.textContent = on.dataset.words.replace("{n}", next.dataset.stepNumber);
}

const contents = document.querySelector("main.learn");
if (contents) addEventListener("pageshow", () => showProgress(contents));

// -- tips -----------------------------------------------------------------------------------------------------------------

const guide = () => ({ on: false, said: [], ...kept(GUIDE) });
/** The state of the table in which something was read already: one thing at a time is enough. */
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

/** Shows the first thing to say about the present question that was not said yet. */
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
  for (const each of [...places, ...(picks[0] ?? []).filter((one) => picks.every((others) => others.includes(one)))]) {
    each.classList.add("guide-place");
  }
}

// -- a hint ------------------------------------------------------------------------------------------------------------------------

const ways = (element) => JSON.parse(element.dataset.variants ?? "[]").map((way) => way[0]);
const offers = (element, action) =>
  element.dataset.action === action || JSON.parse(element.dataset.actions ?? "[]").includes(action) || ways(element).includes(action);

const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

/** What is picked one after another for an action, where it is chosen so: a pair of persons, for example. */
function picksFor(all, action) {
  const tokens = all.find((each) => each.dataset.with && offers(each, action))?.dataset.with.split("|") ?? [];
  const places = [...table().querySelectorAll("[data-pick]")].filter(isShown);
  const found = tokens.map((token) => places.find((each) => each.dataset.pick === token));
  return found.includes(undefined) ? [] : found;
}

/** Shows where the board, or a button, offers an action: the place that plays it, or else all that is to be picked for it. */
function showWhere(action) {
  const all = [...table().querySelectorAll("[data-action], [data-actions], [data-variants]")];
  const place = all.find((each) => isShown(each) && offers(each, action));
  const places = place ? [place] : picksFor(all, action);
  for (const old of table().querySelectorAll(".hinted")) old.classList.remove("hinted");
  for (const each of places) each.classList.add("hinted");
  if (!places.length) return;
  places[0].focus({ preventScroll: true });
  places[0].scrollIntoView({ block: "center" });
}

// -- at the table --------------------------------------------------------------------------------------------------------------

export function listenForLessons() {
  const address = new URL(location.href);
  if (address.searchParams.get("guide") === "on") {
    address.searchParams.delete("guide");
    history.replaceState(null, "", address);
    keep(GUIDE, { on: true, said: [] });
  }
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest("[data-guide-switch]");
    if (button) switchGuide(button.dataset.guideSwitch === "turn" && !guide().on);
    if (target?.closest("[data-guide-read]")) read();
    const hint = target?.closest("[data-hint]");
    if (hint) showWhere(hint.dataset.hint);
  });
}

/** After every view: a step that is done is noted, and the way on has the focus. */
export function refreshLessons() {
  const { lesson, stepNumber, done: isDone } = table().dataset;
  if (isDone !== undefined) {
    note(lesson, Number(stepNumber));
    document.getElementById("next").focus({ preventScroll: true });
  }
  refreshGuide();
}
