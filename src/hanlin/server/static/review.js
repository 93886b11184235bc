// The page of a review: its progress, and tips at its numbers.

import "./page.js";
import { listenForTips } from "./tooltips.js";

const EVERY = 1000;
const page = document.getElementById("review");

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
  } catch {
    // Retried below.
  }
  setTimeout(follow, EVERY);
}

if (page.dataset.wanted) setTimeout(follow, EVERY);
if (document.getElementById("tip")) listenForTips();
