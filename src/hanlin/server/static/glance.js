// A sentence lights its places: one of the log those that it names, one of the moves since the reader's last turn those that it changed.

const PARTS = "#board, #places, #own";

/** Puts a light on the parts of the table that a sentence or a pin is about; none puts all lights out. */
function light(about) {
  for (const part of document.querySelectorAll(`:is(${PARTS}) :is(.lit, .now)`)) part.classList.remove("lit", "now");
  if (!about) return;
  const places = [...about.querySelectorAll("[data-at]")].flatMap(({ dataset }) => dataset.at.split("|"));
  for (const key of places) document.querySelector(`:is(${PARTS}) [data-key="${CSS.escape(key)}"]`)?.classList.add("lit");
  const { newsPlay } = about.dataset;
  for (const part of document.querySelectorAll(`#board [data-news="${newsPlay}"]`)) part.classList.add("now");
}

export function listenForGlance() {
  for (const reached of ["pointerover", "focusin"]) {
    document.addEventListener(reached, (event) => light(event.target instanceof Element && event.target.closest(".moment, [data-news-play]")));
  }
  document.addEventListener("focusout", () => light(null));
}
