// The book beside an opening: who points at a choice sees its places on the board, drawn as it was offered to whom was asked. A
// click plays on with the choice at a new table; a finger, which can't point, shows the places first and plays when it taps again.

import { query, state } from "./command.js";
import { showWay } from "./choose.js";
import { offers } from "./offered.js";

/** What the server said about the step that is shown: its ply, and what came of it. */
let fetched = { of: "", answer: null };
/** The board as it is shown without the offers, while these are shown in its place. */
let shown = null;
let chosen = null;
let touched = false;

const drawing = () => document.querySelector("#board > svg");
const rowOf = (target) => (target instanceof Element ? target.closest("#explorer [data-explored]") : null);
const moment = () => `${state().table} ${state().ply} ${state().shape}`;

function places() {
  if (fetched.of !== moment()) {
    const answer = fetch(`/t/${state().table}/explored${query()}&ply=${state().ply}`).then((found) => (found.ok ? found.json() : null));
    fetched = { of: moment(), answer: answer.catch(() => null) };
  }
  return fetched.answer;
}

/** The board without the offers again. */
function restore() {
  chosen?.classList.remove("chosen");
  chosen = null;
  showWay(null);
  if (shown && drawing()) drawing().replaceWith(shown);
  shown = null;
}

/** The board with the offers, which nobody can choose there. */
function offerOn(text) {
  if (shown) return;
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
  shown = drawing();
  if (!fresh || !shown) return;
  fresh.classList.add("offered");
  for (const each of fresh.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
  shown.replaceWith(document.adoptNode(fresh));
}

async function point(row) {
  if (chosen === row) return;
  chosen?.classList.remove("chosen");
  chosen = row;
  row.classList.add("chosen");
  const [at, found] = [moment(), await places()];
  if (!found || chosen !== row || at !== moment()) return;
  offerOn(found.board);
  const number = Number(row.dataset.explored);
  const board = document.getElementById("board");
  for (const old of board.querySelectorAll(".lit")) old.classList.remove("lit");
  showWay(null);
  const [first] = found.actions[number];
  const meant = [...board.querySelectorAll("[data-action], [data-actions], [data-variants]")].filter((each) => found.actions[number].some((action) => offers(each, action)));
  const picked = meant.length ? [] : found.picks[number].flatMap((token) => board.querySelector(`[data-pick="${CSS.escape(token)}"]`) ?? []);
  for (const place of [...meant, ...picked]) place.classList.add("lit");
  showWay(meant.find((place) => place.dataset.variants && offers(place, first)), first);
}

function click(event) {
  const row = rowOf(event.target);
  if (!row) return;
  const button = row.querySelector("button");
  if (touched && chosen !== row) {
    event.preventDefault();
    const words = document.querySelector("#explorer [data-again]");
    words.textContent = words.dataset.again;
    button.focus();
    point(row);
  } else if (!event.target.closest("button")) button.click();
}

export function listenForExplorer() {
  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    if (touched && chosen && !rowOf(event.target)) restore();
  }, true);
  document.addEventListener("keydown", () => {
    touched = false;
  }, true);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const row = rowOf(event.target);
    if (row) point(row);
    else if (chosen && !event.target.closest("#explorer")) restore();
  });
  document.addEventListener("focusin", (event) => {
    const row = rowOf(event.target);
    if (row && !touched) point(row);
    else if (!row && chosen) restore();
  });
  document.addEventListener("click", click, true);
}

/** After a new view, which has a board of its own. */
export function refreshExplorer() {
  shown = null;
  restore();
}
