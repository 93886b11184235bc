// The moves since the reader's last turn, step by step, with marks on the board; a sentence of the log lights its places.

let shown = null;
let madeFor = "";

const items = () => [...document.querySelectorAll("[data-news-item]")];

/** Shows one of these moves (by its number), and marks on the board what it changed. */
function showNews(number) {
  const all = items();
  if (!all.length) return;
  shown = Math.max(0, Math.min(number, all.length - 1));
  for (const item of all) item.hidden = Number(item.dataset.newsItem) !== shown;
  for (const mark of document.querySelectorAll("#board [data-news]")) mark.classList.toggle("now", Number(mark.dataset.news) === shown);
  const [back, on] = document.querySelectorAll("[data-news-step]");
  back.disabled = shown === 0;
  on.disabled = shown === all.length - 1;
}

/** Lights the parts of the board that a sentence is about (data-at: their data-key); none puts the light out. */
function light(moment) {
  for (const part of document.querySelectorAll("#board .lit")) part.classList.remove("lit");
  const places = moment ? [...moment.querySelectorAll("[data-at]")].flatMap(({ dataset }) => dataset.at.split("|")) : [];
  for (const key of places) document.querySelector(`#board [data-key="${CSS.escape(key)}"]`)?.classList.add("lit");
}

export function listenForGlance() {
  for (const reached of ["pointerover", "focusin"]) {
    document.addEventListener(reached, (event) => light(event.target instanceof Element && event.target.closest(".moment")));
  }
  document.addEventListener("focusout", () => light(null));
  document.addEventListener("click", (event) => {
    const step = event.target instanceof Element && event.target.closest("[data-news-step]");
    if (step) showNews(shown + Number(step.dataset.newsStep));
  });
}

/** After a new view: shows the newest move, unless the same list is being read. */
export function refreshGlance() {
  const made = items().map((item) => item.textContent).join("|");
  showNews(made === madeFor && shown !== null ? shown : items().length - 1);
  madeFor = made;
}
