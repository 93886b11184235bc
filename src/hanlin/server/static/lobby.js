// The waiting room: after each change that the server announces, the page is fetched and updated in place.

import { listenForNews } from "./news.js";
import { showWays } from "./share.js";

const place = document.querySelector("[data-news]");
let leaving = false;
let asked = 0;

async function refresh() {
  if (leaving) return;
  const mine = ++asked;
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-news]");
  // A submitted form loads its own page, which must not be replaced; a page that was asked for later is newer.
  if (leaving || mine !== asked) return;
  if (!fresh) {
    location.reload();
    return;
  }
  if (fresh.dataset.number === place.dataset.number) return;
  place.dataset.number = fresh.dataset.number;
  const entered = ["name", "fill"].map((field) => [field, place.querySelector(`[name=${field}]`)?.value]);
  const focus = place.contains(document.activeElement) ? document.activeElement.name : "";
  place.innerHTML = fresh.innerHTML;
  showWays(place);
  for (const [name, value] of entered) {
    const field = place.querySelector(`[name=${name}]`);
    if (field && value) field.value = value;
    if (field && name === focus) field.focus();
  }
}

if (place) {
  place.addEventListener("click", (event) => {
    const { pickLevel } = event.target.closest("[data-pick-level]")?.dataset ?? {};
    if (pickLevel) place.querySelector("[name=fill]").value = pickLevel;
  });
  document.addEventListener("submit", () => { leaving = true; });
  // Restart after a return through the browser's history.
  addEventListener("pageshow", () => { leaving = false; });
  listenForNews(`?${place.dataset.news}`, () => refresh().catch(() => {}));
}
