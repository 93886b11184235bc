// Announcements for screen readers: what others and chance did since the last announcement, then the current question.

import { state } from "./command.js";

const announced = new Map();
let madeFor = "";

/** The lines of the game log in the order of play, each with its name and its clauses. */
const lines = () => [...document.querySelectorAll(".chronicle .line")].reverse();
const sentence = (line) => [...line.querySelectorAll(".clause")].map((clause) => clause.textContent.trim()).join(" ");

/** The new part of a line: the clauses added since the last announcement, or all of it. */
function fresh(line) {
  const before = announced.get(line.dataset.key) ?? "";
  const now = sentence(line);
  announced.set(line.dataset.key, now);
  return before && now.startsWith(before.slice(0, -1)) ? now.slice(before.length).trim() : now;
}

/** The question without its rule number, or the headline of the step that is shown. */
function question() {
  const element = document.getElementById("question");
  if (!element) return "";
  const asked = state().asked !== undefined && state().live === "yes";
  const parts = asked ? [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE) : [element];
  return parts.map((node) => node.textContent.trim()).join(" ").replace(/\s+/g, " ").trim();
}

/** After a new view: announces what is new. The first view is not announced: a reader reads the page itself. */
export function announce() {
  const first = madeFor === "";
  const made = `${state().number} ${state().ply}`;
  if (made === madeFor) return;
  madeFor = made;
  const own = document.querySelector(".player.self")?.dataset.of;
  const live = state().live === "yes";
  const news = lines().map((line) => [line.dataset.of, fresh(line)]).filter(([of, words]) => live && words && (!own || of !== own));
  const speaks = state().asked !== undefined || !live || document.querySelector("#table.finished");
  if (first || (!news.length && !speaks)) return;
  const words = [...(live ? news.map(([, text]) => text) : []), ...(speaks ? [question()] : [])].filter(Boolean);
  document.getElementById("heard").replaceChildren(Object.assign(document.createElement("span"), { textContent: words.join(" ") }));
}
