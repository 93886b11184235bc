// What a screen reader is told, once and politely: what others and chance did since it was told last, then what is asked.

import { state } from "./command.js";

const told = new Map();
let madeFor = "";

/** The lines of the chronicle in the order of play, each with its name and its clauses. */
const lines = () => [...document.querySelectorAll(".chronicle .line")].reverse();
const said = (line) => [...line.querySelectorAll(".clause")].map((clause) => clause.textContent.trim()).join(" ");

/** What is new of a line: the clauses that came, or all of it. */
function fresh(line) {
  const before = told.get(line.dataset.key) ?? "";
  const now = said(line);
  told.set(line.dataset.key, now);
  return before && now.startsWith(before.slice(0, -1)) ? now.slice(before.length).trim() : now;
}

/** The question without its rule's number, or who did what at the step that is shown. */
function question() {
  const element = document.getElementById("question");
  if (!element) return "";
  const asked = state().asked !== undefined && state().live === "yes";
  const parts = asked ? [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE) : [element];
  return parts.map((node) => node.textContent.trim()).join(" ").replace(/\s+/g, " ").trim();
}

/** After a new view: says what is new in it. The first one is read by whoever opens the page. */
export function hear() {
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
