// Setting up a position: a tap places the chosen thing. The page is a form that works without this script; with it,
// changes are sent one after the other, those made meanwhile together, and the answer is morphed in.
//
//   data-spot="china-space-3"   a place of the drawing: a click places the chosen thing there, Backspace removes it
//   data-counter="points.1"     a field next to the board; data-edit a button of the form that changes one
//
// Keys: arrows move among the places, Enter places, Backspace removes, 1–9 choose a tool, u undoes.

import "./page.js";
import { otherShape, shape } from "./command.js";
import { isArrow, listenForFocus, move } from "./focus.js";
import { show } from "./motion.js";
import { listenForLongPress, listenForTips, showNotice, text } from "./tooltips.js";
import { listenForZoom, refreshZoom } from "./zoom.js";

/** Largest distance, in pixels, of a tap from its place. */
const NEAR = 26;
const MOST = 40;
const KNOWN = "hanlin-tools-known";
const waiting = [];
const past = [];
const future = [];
let busy = false;

/** The tools show their names until the first piece has been placed in this browser. */
function nameTools(first) {
  try {
    if (!first) localStorage.setItem(KNOWN, "yes");
    document.documentElement.classList.toggle("naming", !localStorage.getItem(KNOWN));
  } catch {
    // A browser without storage shows the names always.
    document.documentElement.classList.add("naming");
  }
}

const page = () => document.getElementById("table");
const position = () => document.querySelector("#change [name=position]").value;
const tool = () => document.querySelector("#change [name=tool]:checked")?.value ?? "";

/** Replaces the page by an answer; keeps the focus and the chosen tool. */
function put(html) {
  const focus = document.activeElement;
  const { id } = focus;
  const chosen = tool();
  if (focus.matches("input:not([type=radio]), select")) focus.blur();
  if (!show(html)) return;
  const radio = document.querySelector(`#change [name=tool][value="${CSS.escape(chosen)}"]`);
  if (radio) radio.checked = true;
  if (id && document.activeElement === document.body) document.getElementById(id)?.focus({ preventScroll: true });
  history.replaceState(null, "", page().dataset.link || page().dataset.editor);
  refresh();
}

/** Requests a position after some changes, with the map or tiles that it needs. */
function askFor(of, changes = []) {
  const body = new URLSearchParams({ position: of, tool: tool() });
  for (const file of document.querySelectorAll("#change [name^='file-']")) body.append(file.name, file.value);
  for (const change of changes) body.append("edit", change);
  return ask(`${page().dataset.editor}?shape=${shape()}`, { method: "POST", body });
}

async function ask(address, options = {}) {
  for (let wait = 400; ; wait = Math.min(2 * wait, 5000)) {
    try {
      const answer = await fetch(address, { ...options, headers: { "X-Fragment": "1" } });
      if (answer.status < 500) {
        showNotice("");
        return answer.text();
      }
      showNotice(text("failed"));
    } catch {
      showNotice(text("kept"));
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Runs tasks one after the other, so that an earlier answer never replaces a later one. */
async function inTurn(task) {
  if (busy) return;
  busy = true;
  try {
    await task();
    await sendWaiting();
  } finally {
    busy = false;
  }
}

/** Sends changes in order; quick ones together. */
function send(...changes) {
  waiting.push(...changes);
  inTurn(sendWaiting);
}

async function sendWaiting() {
  while (waiting.length) {
    const before = position();
    put(await askFor(before, waiting.splice(0, MOST)));
    nameTools(false);
    if (position() !== before) {
      past.push(before);
      future.length = 0;
      refresh();
    }
  }
}

/** Begins again with another number of players; it can be undone as any change. */
function begin(form, button) {
  const body = new URLSearchParams(new FormData(form));
  body.append(button.name, button.value);
  inTurn(async () => {
    const before = position();
    put(await ask(`${page().dataset.editor}?shape=${shape()}`, { method: "POST", body }));
    if (position() === before) return;
    past.push(before);
    future.length = 0;
    refresh();
  });
}

/** Undoes (-1) or redoes (1) a change. */
function step(way) {
  const [from, to] = way < 0 ? [past, future] : [future, past];
  if (!from.length) return;
  inTurn(async () => {
    to.push(position());
    put(await askFor(from.pop()));
  });
}

function refresh() {
  document.querySelector(".steps.back").hidden = false;
  document.querySelector("[data-back='-1']").disabled = !past.length;
  document.querySelector("[data-back='1']").disabled = !future.length;
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = !navigator.clipboard;
  refreshZoom();
}

/** The place that was tapped, or the nearest one within a finger's breadth. */
function spotAt(event) {
  const hit = event.target.closest("[data-spot]");
  if (hit || !event.target.closest("#board svg, .areas svg")) return hit;
  let best = null;
  let least = NEAR;
  for (const spot of event.target.closest("svg").querySelectorAll("[data-spot]")) {
    const box = spot.getBoundingClientRect();
    const away = Math.hypot(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2);
    if (away < least) [best, least] = [spot, away];
  }
  return best;
}

const place = (spot, by) => send(`place ${tool()} ${spot.dataset.spot} ${by}`);

async function copy(button) {
  const what = button.dataset.copy === "text" ? position() : new URL(page().dataset.link, location.href).href;
  await navigator.clipboard.writeText(what);
  showNotice(text(button.dataset.copy === "text" ? "text_copied" : "copied"), "good");
  setTimeout(() => showNotice(""), 2000);
}

function click(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (!target) return;
  const edit = target.closest("[data-edit]");
  const back = target.closest("[data-back]");
  const copied = target.closest("[data-copy]");
  const spot = spotAt(event);
  if (edit) {
    event.preventDefault();
    send(edit.value);
  } else if (back) step(Number(back.dataset.back));
  else if (copied) copy(copied).catch(() => showNotice(text("failed")));
  else if (spot) place(spot, event.shiftKey ? -1 : 1);
}

function press(event) {
  const focus = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (focus?.matches("input:not([type=radio]), select, textarea")) return;
  const spot = focus?.closest("[data-spot]");
  const keys = {
    Enter: () => spot && (place(spot, 1), true),
    " ": () => spot && (place(spot, 1), true),
    Backspace: () => spot && (place(spot, -1), true),
    Delete: () => spot && (place(spot, -1), true),
    u: () => (step(-1), true),
  };
  const numbered = /^[1-9]$/.test(event.key) ? [...document.querySelectorAll(`[data-number-key="${event.key}"]`)] : [];
  const radio = numbered.find((each) => each.checkVisibility());
  if (radio) radio.checked = true;
  else if (isArrow(event.key) && !focus?.matches("input")) move(event.key);
  else if (!keys[event.key]?.()) return;
  event.preventDefault();
}

nameTools(true);
listenForZoom();
listenForLongPress();
listenForTips();
listenForFocus();
refresh();
if (otherShape()) {
  const { link } = page().dataset;
  // A text that could not be read is in the address, or was sent by a form: its error message stays.
  const wrong = document.getElementById("note");
  const here = wrong ? location.search && `${location.pathname}${location.search}` : link;
  if (here) inTurn(async () => put(await ask(`${here}&shape=${shape()}`)));
  else if (!wrong) inTurn(async () => put(await askFor(position())));
}
document.addEventListener("click", click);
document.addEventListener("keydown", press);
document.addEventListener("change", (event) => {
  const { counter } = event.target.dataset;
  if (counter) send(`count ${counter} ${event.target.value.trim() || "0"}`);
});
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (target.id === "change" || target.id === "how-many") event.preventDefault();
  if (target.id === "how-many" && submitter?.getAttribute("aria-pressed") === "false") begin(target, submitter);
});
window.early.release();
