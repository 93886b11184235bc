// The page of a review: how far it is while it is made, and tips at its numbers.

import "./page.js";
import { listenForTips } from "./say.js";

const EVERY = 1000;
const page = document.getElementById("review");

/** Asks how far the review is, and shows it when it is there. A line that is cut is asked again. */
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
    // Only what changed is read out.
    if (line.textContent !== (message ?? "")) line.textContent = message ?? "";
    page.querySelector("output").textContent = `${done} / ${total || "…"}`;
  } catch {
    // Asked again below.
  }
  setTimeout(follow, EVERY);
}

if (page.dataset.wanted) setTimeout(follow, EVERY);
if (document.getElementById("tip")) listenForTips();
