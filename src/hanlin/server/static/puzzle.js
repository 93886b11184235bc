// A puzzle at the table: the server judges each answer, and its view says what came of it. "Try again" puts its words aside; a
// guest's first answer is noted in this browser.

import { command, fetchView, state } from "./command.js";
import { focusFirst } from "./focus.js";
import { listenForSharing, showWays } from "./share.js";
import { nextAddress, note, solverOf } from "./solved.js";

const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
/** The rating's change by the answer that counted, and its puzzle. */
let counted = null;
let shown = "";

const theme = () => new URLSearchParams(location.search).get("theme") ?? "";

/** Goes on at the same step as if the wrong answer had not been given. */
function tryAgain() {
  state().table = state().table.replace(/\.x\d+$/, "");
  fetchView(null).catch(() => {});
}

function goToNext(event, link) {
  const { game, guest } = state();
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const address = new URL(link.href);
  if (theme()) address.searchParams.set("theme", theme());
  location.href = guest === undefined ? address : nextAddress(link.href, game, theme());
}

export function listenForPuzzles() {
  if (state().puzzle === undefined) return;
  listenForSharing();
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-try-again]")) tryAgain();
    if (target?.closest("[data-see-solution]")) command("/solution", state().seat);
    const next = target?.closest("[data-next-puzzle]");
    if (next) goToNext(event, next);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && state().outcome === "wrong") tryAgain();
  });
}

/** Notes a guest's first answer, and shows what it did to the rating. */
function count() {
  const { game, puzzle, outcome, rating, day } = state();
  if (outcome === "asked") return;
  const change = note(game, puzzle, Number(rating), outcome === "solved", day);
  if (change !== null) counted = { puzzle, change };
  const place = document.getElementById("own-rating");
  if (!place) return;
  const solver = solverOf(game);
  place.hidden = counted?.puzzle !== puzzle;
  place.textContent = place.dataset.words.replace("{n}", Math.round(solver.rating)).replace("{change}", signed(counted?.change ?? 0));
  const verdict = document.querySelector("#question[data-found]");
  if (outcome === "solved" && verdict && solver.tried[puzzle] === false) verdict.querySelector("span").textContent = verdict.dataset.found;
}

/** After every view: an answer that decides the puzzle is counted; the way on has the focus. */
export function refreshPuzzle() {
  const { puzzle, outcome, guest, table } = state();
  if (puzzle === undefined) return;
  if (guest !== undefined) count();
  if (shown === table) return;
  shown = table;
  showWays();
  const panel = document.getElementById("puzzle");
  panel.scrollTop = 0;
  if (outcome === "solved" || outcome === "shown") document.getElementById("next").focus({ preventScroll: true });
  else focusFirst();
}
