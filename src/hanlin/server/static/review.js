// The page of a review: its progress, and tips at its numbers.

import "./page.js";
import { listenForTips } from "./tooltips.js";

const EVERY = 1000;
const REFINED = 10000;
let refined = 0;
const page = document.getElementById("review");

/** Replaces the first look by a better one: often until there is one, then now and then, and not while somebody reads a tip. */
async function refine() {
  const sketch = document.getElementById("sketch");
  const wait = sketch.firstElementChild ? REFINED : 0;
  if (Date.now() - refined < wait || sketch.contains(document.activeElement)) return;
  refined = Date.now();
  const answer = await fetch(location.href);
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("sketch");
  const open = [...sketch.querySelectorAll("details")].map((each) => each.open);
  if (!found || found.innerHTML === sketch.innerHTML || sketch.contains(document.activeElement)) return;
  sketch.replaceChildren(...found.childNodes);
  sketch.querySelectorAll("details").forEach((each, n) => (each.open = open[n] ?? false));
}

/** Polls the review's progress, and shows the review when it is done. Retries after a lost connection. */
async function follow() {
  try {
    const answer = await fetch(page.dataset.wanted);
    const { state, done, total, message } = await answer.json();
    if (answer.ok && state !== "wanted") {
      location.reload();
      return;
    }
    const bar = document.getElementById("progress");
    bar.max = total || 1;
    bar.value = done;
    const line = document.getElementById("review-message");
    // So that a screen reader reads only what changed.
    if (line.textContent !== (message ?? "")) line.textContent = message ?? "";
    page.querySelector("output").textContent = `${done} / ${total || "…"}`;
    await refine();
  } catch {
    // Retried below.
  }
  setTimeout(follow, EVERY);
}

if (page.dataset.wanted) setTimeout(follow, EVERY);
if (document.getElementById("tip")) listenForTips();
