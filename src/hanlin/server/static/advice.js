// Hints: requested by a button, marked on the board with the numbers 1, 2, 3, and removed with the state they are for. The first
// is a quick estimate if the full search takes longer; the search's result replaces it. One suggestion is shown at a time; its
// place is ringed, and a thing that it would place there is drawn.

import { problem, query, state } from "./command.js";
import { isShown, offering } from "./offered.js";
import { bringIntoSight } from "./reveal.js";
import { showTip, text } from "./tooltips.js";
import { sizeSteady } from "./zoom.js";

const SOON = 500;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 5000;
const MARK = 24;
const SWIPE = 40;
const SVG = "http://www.w3.org/2000/svg";
const box = () => document.getElementById("hint");
const now = () => (state().asked !== undefined && state().live === "yes" ? `${state().table} ${state().seat} ${state().ply}` : "");

let wanted = null;
let taken = null;
let waiting = 0;
/** The suggestion that is shown, as its number from 0 and as its action: the better hint may put that in another place. */
let shown = { index: 0, action: "" };

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
    if (answer.ok) {
      taken = { at: mine.at, html: body };
      shown = { index: 0, action: "" };
    } else showTip(document.querySelector("[data-take-hint]") ?? document.getElementById("ask"), problem(body), "", true);
  } catch {
    if (mine === wanted) showTip(document.getElementById("ask"), text("offline"), "", true);
  } finally {
    clearTimeout(slow);
    if (mine === wanted) wanted = null;
    refreshAdvice(true);
    follow();
  }
}

/** The actions that the element would play, as in choose.js. */
function actionsOf({ dataset }) {
  if (dataset.actions) return JSON.parse(dataset.actions);
  if (dataset.variants) return JSON.parse(dataset.variants).map((way) => way[0]);
  return dataset.action ? [dataset.action] : [];
}

const suggestions = () => [...box().querySelectorAll("[data-hint-action]")];
const equalsOf = (line) => JSON.parse(line.dataset.hintEquals ?? "[]");

/** The numbers of the hint on all that would play its actions, or equal ones: on the board and in the list of choices. */
function mark() {
  for (const old of document.querySelectorAll(".hint-mark, .choice > .numeral, .hint-ghost")) old.remove();
  for (const old of document.querySelectorAll(".hint-place")) old.classList.remove("hint-place");
  const best = suggestions().map((line) => [line.dataset.hintAction, ...equalsOf(line)]);
  if (!best.length) return;
  for (const element of offering()) {
    const actions = actionsOf(element);
    const numbers = best.flatMap((all, n) => (all.some((action) => actions.includes(action)) ? [n + 1] : []));
    if (!numbers.length) continue;
    if (element instanceof SVGGraphicsElement) markDrawing(element, numbers.join(" · "));
    else if (element.matches(".choice")) element.prepend(numeral(numbers.join(" · ")));
  }
  sizeSteady();
}

const numeral = (words) => Object.assign(document.createElement("span"), { className: "numeral", textContent: words, ariaHidden: "true" });

const scaleOf = (element) => Math.abs(element.getScreenCTM()?.a) || 1;

/** A number in the corner of a part of a drawing. On a board that is zoomed it keeps its size on the screen. */
function markDrawing(element, words) {
  const { x, y, width } = element.getBBox();
  const board = element.closest("svg[data-zoom]");
  const wide = MARK * Math.max(1, 0.45 * words.length + 0.4);
  const made = (tag, values) => {
    const part = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(values)) part.setAttribute(name, value);
    return part;
  };
  const scale = (board ? scaleOf(board) : 1) / scaleOf(element);
  const group = made("g", { class: "hint-mark", "aria-hidden": "true", transform: `translate(${x + width} ${y}) scale(${scale})` });
  const inner = made("g", board ? { class: "steady" } : {});
  inner.append(made("rect", { x: -0.7 * wide, y: -0.3 * MARK, width: wide, height: MARK, rx: MARK / 2, "stroke-width": 2 }));
  const label = made("text", { x: -0.2 * wide, y: 0.2 * MARK, "font-size": 14 });
  label.textContent = words;
  inner.append(label);
  group.append(inner);
  element.append(group);
}

// -- one suggestion at a time ----------------------------------------------------------------------------------------------------

/** Shows the suggestion of that number (from 0), and its place: ringed and, where the reader asked for it, scrolled to. */
function show(index, isAsked) {
  const lines = suggestions();
  if (!lines.length) return;
  const number = (index + lines.length) % lines.length;
  shown = { index: number, action: lines[number].dataset.hintAction };
  for (const [n, line] of lines.entries()) line.hidden = n !== number;
  for (const button of box().querySelectorAll("[data-hint-show]")) {
    button.setAttribute("aria-pressed", Number(button.dataset.hintShow) === number);
  }
  for (const old of document.querySelectorAll(".hint-ghost")) old.remove();
  for (const old of document.querySelectorAll(".hint-place")) old.classList.remove("hint-place");
  const offers = offering().filter((element) => actionsOf(element).includes(shown.action));
  const place = offers.find(isShown);
  if (place) drawAt(place);
  const places = place ? [place] : picksFor(offers);
  for (const each of places) each.classList.add("hint-place");
  if (places.length && isAsked) bringIntoSight([places[0]], true);
}

/** What is picked one after another for an action that no visible place plays: a pair of persons, for example. */
function picksFor(offers) {
  const tokens = offers.find((element) => element.dataset.with)?.dataset.with.split("|") ?? [];
  const places = [...document.querySelectorAll("#table [data-pick]")].filter(isShown);
  return tokens.flatMap((token) => places.find((each) => each.dataset.pick === token) ?? []);
}

/** Draws what the suggestion places there, in the way that it does, where there are several. */
function drawAt(place) {
  const way = JSON.parse(place.dataset.variants ?? "[]").find(([action]) => action === shown.action);
  if (!way) return;
  const ghost = document.createElementNS(SVG, "g");
  ghost.setAttribute("class", "hint-ghost");
  ghost.innerHTML = way[1];
  place.insertBefore(ghost, place.querySelector(":scope > .hint-mark"));
}

/** After a new view: drops hints for another state and shows those for this one again. */
export function refreshAdvice(isAsked = false) {
  if (wanted && wanted.at !== now()) {
    wanted.stop.abort();
    wanted = null;
  }
  if (taken && taken.at !== now()) taken = null;
  if (!box()) return;
  const thinking = wanted && performance.now() >= wanted.shown - 20;
  const words = document.querySelector("[data-take-hint]")?.dataset.thinking ?? "";
  box().hidden = !taken && !thinking;
  const focus = box().contains(document.activeElement) ? document.activeElement : null;
  const was = focus && ["hintStep", "hintShow", "hintClose"].find((name) => name in focus.dataset);
  if (taken) box().innerHTML = taken.html;
  else box().replaceChildren(Object.assign(document.createElement("p"), { textContent: thinking ? words : "" }));
  mark();
  const kept = suggestions().findIndex((line) => line.dataset.hintAction === shown.action);
  show(kept < 0 ? 0 : kept, isAsked === true);
  if (focus) sameButton(was, focus).focus({ preventScroll: true });
}

/** The button of a new hint that is the one which had the focus in the old one, else the one that closes it. */
function sameButton(name, { dataset }) {
  const attribute = { hintStep: "data-hint-step", hintShow: "data-hint-show" }[name];
  return (attribute && box().querySelector(`[${attribute}="${dataset[name]}"]`)) || box().querySelector("[data-hint-close]") || document.getElementById("ask");
}

/** A finger that moves sideways over the hint turns to the next suggestion, or to the previous one. */
function listenForSwipes() {
  let began = null;
  document.addEventListener("touchstart", (event) => {
    const { clientX: x, clientY: y } = event.touches[0];
    began = event.touches.length === 1 && event.target instanceof Element && event.target.closest("#hint") ? { x, y } : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!began) return;
    const across = event.changedTouches[0].clientX - began.x;
    const down = event.changedTouches[0].clientY - began.y;
    began = null;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) show(shown.index + (across < 0 ? 1 : -1), true);
  }, { passive: true });
}

export function listenForAdvice() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-take-hint]")) take();
    const step = target?.closest("[data-hint-step]");
    if (step) show(shown.index + Number(step.dataset.hintStep), true);
    const wantedOne = target?.closest("[data-hint-show]");
    if (wantedOne) show(Number(wantedOne.dataset.hintShow), true);
    if (!target?.closest("[data-hint-close]")) return;
    taken = null;
    refreshAdvice();
    document.querySelector("[data-take-hint]")?.focus();
  });
  listenForSwipes();
}
