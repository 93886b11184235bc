// The account page offers a guest to take the puzzles along that this browser keeps.

import { toMove } from "./solved.js";

const { count, text } = toMove();
for (const place of count ? document.querySelectorAll("[data-kept-puzzles]") : []) {
  place.querySelector("[name=puzzles]").value = text;
  const words = place.querySelector("[data-words]");
  words.textContent = words.dataset.words.replace("{n}", count);
  place.hidden = false;
}
