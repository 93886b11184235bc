// Hints: requested by a button, marked on the board with the numbers 1, 2, 3, and removed with the state they are for. The first
// is a quick estimate if the full search takes longer; the search's result replaces it.

import { problem, query, state } from "./command.js";
import { showTip, text } from "./tooltips.js";

const SOON = 500;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 5000;
const MARK = 24;
const SVG = "http://www.w3.org/2000/svg";
const box = () => document.getElementById("hint");
const now = () => (state().asked !== undefined && state().live === "yes" ? `${state().table} ${state().seat} ${state().ply}` : "");

let wanted = null;
let taken = null;
let waiting = 0;

const ask = (signal) =>
  fetch(`/t/${state().table}/hint${query()}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Fragment": "1" },
    body: JSON.stringify({ seat: Number(state().seat), number: Number(state().number) }),
    signal,
  });

/** Polls for the hint of the full search while it is pending and the quick one is shown. */
function follow(pause = FIRST_PAUSE) {
  clearTimeout(waiting);
  if (!box()?.querySelector("[data-hint-pending]")) return;
  waiting = setTimeout(async () => {
    const { at } = taken ?? {};
    if (!at || at !== now()) return;
    try {
      const answer = await ask();
      const html = await answer.text();
      if (answer.ok && taken?.at === at && at === now() && html !== taken.html) {
        taken = { at, html };
        refreshAdvice();
      }
    } catch {
      // Asked again below.
    }
    if (taken?.at === at) follow(Math.min(pause * 1.5, LONGEST_PAUSE));
  }, pause);
}

/** Requests a hint, unless one is on its way; a new state of the game aborts the request. */
async function take() {
  if (wanted || !box()) return;
  const mine = { at: now(), stop: new AbortController() };
  wanted = mine;
  const slow = setTimeout(() => mine === wanted && refreshAdvice(), SOON);
  mine.shown = performance.now() + SOON;
  try {
    const answer = await ask(mine.stop.signal);
    const body = await answer.text();
    if (mine !== wanted) return;
    if (answer.ok) taken = { at: mine.at, html: body };
    else showTip(document.querySelector("[data-take-hint]") ?? document.getElementById("ask"), problem(body), "", true);
  } catch {
    if (mine === wanted) showTip(document.getElementById("ask"), text("offline"), "", true);
  } finally {
    clearTimeout(slow);
    if (mine === wanted) wanted = null;
    refreshAdvice();
    follow();
  }
}

/** The actions that the element would play, as in choose.js. */
function actionsOf({ dataset }) {
  if (dataset.actions) return JSON.parse(dataset.actions);
  if (dataset.variants) return JSON.parse(dataset.variants).map((way) => way[0]);
  return dataset.action ? [dataset.action] : [];
}

/** Puts the numbers of the hint on elements that would play its actions: on the board and in the list of choices. */
function mark() {
  for (const old of document.querySelectorAll(".hint-mark, .choice > .numeral")) old.remove();
  const best = [...box().querySelectorAll("[data-hint-action]")].map((line) => line.dataset.hintAction);
  if (!best.length) return;
  for (const element of document.querySelectorAll("#table :is([data-action], [data-actions], [data-variants])")) {
    const numbers = actionsOf(element).map((action) => best.indexOf(action) + 1).filter(Boolean).sort();
    if (!numbers.length) continue;
    if (element instanceof SVGGraphicsElement) markDrawing(element, numbers.join(" · "));
    else if (element.matches(".choice")) element.prepend(numeral(numbers.join(" · ")));
  }
}

const numeral = (words) => Object.assign(document.createElement("span"), { className: "numeral", textContent: words, ariaHidden: "true" });

/** A number in the corner of a part of a drawing, as large as a fingertip at any scale of the drawing. */
function markDrawing(element, words) {
  const { x, y, width } = element.getBBox();
  const scale = Math.abs(element.getScreenCTM()?.a) || 1;
  const high = MARK / scale;
  const wide = high * Math.max(1, 0.45 * words.length + 0.4);
  const made = (tag, values) => {
    const part = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(values)) part.setAttribute(name, value);
    return part;
  };
  const group = made("g", { class: "hint-mark", "aria-hidden": "true" });
  const left = x + width - wide * 0.7;
  const top = y - high * 0.3;
  group.append(made("rect", { x: left, y: top, width: wide, height: high, rx: high / 2, "stroke-width": 2 / scale }));
  const label = made("text", { x: left + wide / 2, y: top + high / 2, "font-size": 14 / scale });
  label.textContent = words;
  group.append(label);
  element.append(group);
}

/** After a new view: drops hints for another state and shows those for this one again. */
export function refreshAdvice() {
  if (wanted && wanted.at !== now()) {
    wanted.stop.abort();
    wanted = null;
  }
  if (taken && taken.at !== now()) taken = null;
  if (!box()) return;
  const thinking = wanted && performance.now() >= wanted.shown - 20;
  const words = document.querySelector("[data-take-hint]")?.dataset.thinking ?? "";
  box().hidden = !taken && !thinking;
  const focused = box().contains(document.activeElement);
  if (taken) box().innerHTML = taken.html;
  else box().replaceChildren(Object.assign(document.createElement("p"), { textContent: thinking ? words : "" }));
  if (focused) box().querySelector("[data-hint-close]")?.focus({ preventScroll: true });
  mark();
}

export function listenForAdvice() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-take-hint]")) take();
    if (!target?.closest("[data-hint-close]")) return;
    taken = null;
    refreshAdvice();
    document.querySelector("[data-take-hint]")?.focus();
  });
}
