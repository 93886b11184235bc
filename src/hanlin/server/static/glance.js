// A sentence lights its places: one of the log those that it names, one of the moves since the reader's last turn those that it changed.
// So does a choice in a list: its place on the board, with the tile as it would lie there.

import { showWay } from "./choose.js";
import { placesFor } from "./offered.js";

const PARTS = "#board, #places, #own";

/** Puts a light on the parts of the table that a sentence, a pin or a choice is about; none puts all lights out. */
function light(about) {
  for (const part of document.querySelectorAll(`:is(${PARTS}) :is(.lit, .now)`)) part.classList.remove("lit", "now");
  const { action, newsPlay } = about?.dataset ?? {};
  const offered = action ? placesFor([action]).filter((place) => place.closest("#board")) : [];
  for (const place of offered) place.classList.add("lit");
  showWay(offered.find((place) => place.dataset.variants), action);
  if (!about || action) return;
  const places = [...about.querySelectorAll("[data-at]")].flatMap(({ dataset }) => dataset.at.split("|"));
  for (const key of places) document.querySelector(`:is(${PARTS}) [data-key="${CSS.escape(key)}"]`)?.classList.add("lit");
  for (const part of document.querySelectorAll(`#board [data-news="${newsPlay}"]`)) part.classList.add("now");
}

export function listenForGlance() {
  for (const reached of ["pointerover", "focusin"]) {
    document.addEventListener(reached, (event) => {
      const about = event.target instanceof Element && event.target.closest(".moment, [data-news-play], button.choice[data-action]");
      // After every view the first choice has the focus; only who moves it with the keys means it.
      const isMeant = reached === "pointerover" || !about?.dataset.action || about.matches(":focus-visible");
      light(isMeant ? about : null);
    });
  }
  document.addEventListener("focusout", () => light(null));
}
