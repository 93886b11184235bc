// The start page and the profile are live: after each change that the server announces, the lists are fetched and updated in place.

import { catchUp, isSeeking, openMatch, searchesSent, showFinder, showHere } from "./finder.js";
import { listenForNews } from "./news.js";
import { markTables } from "./turn.js";

const parts = [...document.querySelectorAll("[data-lists]")];
const known = new Map(parts.map((part) => [part.id, part.innerHTML]));
let late = false;
let soon = 0;
let asked = 0;

/** True while the reader uses a list: it is not replaced under their hand. */
const inUse = (part) => part.contains(document.activeElement) || part.querySelector("details[open]") !== null;

async function refresh() {
  const mine = ++asked;
  const sent = searchesSent();
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // A page that was asked for later is on its way, or here.
  if (mine !== asked) return;
  late = false;
  catchUp(page);
  for (const part of parts) {
    const fresh = page.getElementById(part.id)?.innerHTML;
    if (fresh === undefined || fresh === known.get(part.id)) continue;
    if (part.id === "live-find") {
      // Its script changes it, too: it is replaced only where the search has begun or ended elsewhere.
      // A page from before the reader's last search says nothing of it.
      if (sent !== searchesSent()) {
        refreshSoon();
        continue;
      }
      const seeks = page.querySelector("[data-seeking]") !== null;
      if (seeks !== isSeeking()) showFinder(fresh);
      known.set(part.id, fresh);
      continue;
    }
    if (inUse(part)) {
      late = true;
      continue;
    }
    known.set(part.id, fresh);
    part.innerHTML = fresh;
  }
  showWaiting();
}

/** The number of tables that wait for this reader. */
const showWaiting = () => markTables(document.querySelectorAll(".table-row.asked").length);

function refreshSoon() {
  clearTimeout(soon);
  soon = setTimeout(refresh, 200);
}

showWaiting();

if (parts.length) {
  listenForNews("?people=1", (news) => {
    if (news.here !== undefined) showHere(news.here);
    else if (news.match) openMatch(news.match);
    else if (!news.alive) refreshSoon();
  });
  for (const change of ["focusout", "toggle"]) document.addEventListener(change, () => late && refreshSoon(), true);
  addEventListener("pageshow", (event) => event.persisted && refresh());
}

document.addEventListener("change", (event) => event.target.dataset.submits !== undefined && event.target.form.requestSubmit());
