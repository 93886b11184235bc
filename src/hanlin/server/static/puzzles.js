// The pages of puzzles for a guest: what this browser keeps stands where the server writes an account's figures, and the next puzzle
// is chosen by it.

import { daysInARow, nextAddress, query, solverOf } from "./solved.js";

const pages = document.querySelector("[data-puzzles][data-guest]");

/** Fills in the figures of a game, and shows them. */
function fill(place) {
  const { tried, rating, streak, best } = solverOf(place.dataset.solver);
  const all = Object.values(tried);
  place.hidden = !all.length;
  const figures = { rating: Math.round(rating), solved: all.filter(Boolean).length, tried: all.length, streak, best };
  for (const each of place.querySelectorAll("[data-figure]")) each.textContent = figures[each.dataset.figure];
}

/** The page of a game shows the puzzle that comes next for this guest. */
function chooseNext() {
  const { game, themeId: theme } = pages.dataset;
  const here = new URL(location.href);
  if (game === undefined || here.searchParams.has("rating") || !Object.keys(solverOf(game).tried).length) return;
  for (const [name, value] of Object.entries(query(game))) here.searchParams.set(name, value);
  if (theme) here.searchParams.set("theme", theme);
  fetch(here).then(async (answer) => {
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("next-puzzle");
    if (fresh) document.getElementById("next-puzzle").replaceWith(document.adoptNode(fresh));
  }).catch(() => {});
}

if (pages) {
  for (const place of pages.querySelectorAll("[data-solver]")) fill(place);
  for (const place of pages.querySelectorAll("[data-days]")) {
    const days = daysInARow(place.dataset.days);
    place.hidden = days < 2;
    place.textContent = place.dataset.words.replace("{n}", days);
  }
  for (const link of pages.querySelectorAll("[data-next-of]")) link.href = nextAddress(link.href, link.dataset.nextOf, "");
  chooseNext();
}
