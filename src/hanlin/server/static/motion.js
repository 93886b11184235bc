// Animated change to a new view: an element of the same data-key glides to its new place, points count up.

import { pace } from "./settings.js";

const MOST = 400;
const GLIDE = 240;
const COUNT = 500;
/** Where the log shows its newest line. Not 0: there a browser would push the lines on the screen down when one is added. */
const NEWEST = 1;

let asksAnew = false;
const kept = {
  // Opened details stay open (a list of choices as long as the question is the same), and a zoomed board stays zoomed.
  beforeAttributeUpdated: (name, node) =>
    !(name === "open" && node.tagName === "DETAILS" && !(asksAnew && node.closest("#choices"))) &&
    !(name === "style" && node.matches("[data-zoom]")) &&
    // So does the tab that is shown.
    !(["hidden", "aria-selected", "tabindex"].includes(name) && node.matches("[role=tab], [role=tabpanel], #fresh")),
  // A slider or a list in use is not replaced.
  beforeNodeMorphed: (old) => !(old === document.activeElement && old.matches("input, select")),
};

function places() {
  const found = new Map();
  if (!pace(GLIDE)) return found;
  for (const element of document.querySelectorAll("#table [data-key]")) {
    if (found.size > MOST) break;
    const matrix = element.dataset.whole === undefined ? null : element.getScreenCTM();
    found.set(element.dataset.key, { box: element.getBoundingClientRect(), matrix });
  }
  return found;
}

/** Morphs the page's table into `html` (the text of a new <main id="table">). */
export function show(html) {
  const table = () => document.getElementById("table").dataset;
  const { shape } = table();
  const before = places();
  const scores = new Map([...document.querySelectorAll("[data-score]")].map((each) => [each.closest("[id]").id, each.dataset.score]));
  const log = document.getElementById("log");
  const atNewest = log && log.scrollTop <= NEWEST + 1;
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.querySelector("#table");
  if (!fresh) return false;
  // A newer server's drawings use pictures that only its own page has.
  if (lacksArt(fresh)) location.reload();
  asksAnew = fresh.dataset.number !== table().number;
  Idiomorph.morph(document.getElementById("table"), fresh, { morphStyle: "outerHTML", callbacks: kept });
  if (pace(GLIDE) && shape === table().shape) {
    glide(before);
    countUp(scores);
  }
  if (atNewest && table().live === "yes") toTheNewest();
  return true;
}

/** Scrolls the log to its newest line, once the browser has kept the others in their places; a reader of older ones is left there. */
export function toTheNewest() {
  const scroll = () => document.getElementById("log")?.scrollTo({ top: NEWEST, behavior: pace(GLIDE) ? "smooth" : "instant" });
  requestAnimationFrame(() => requestAnimationFrame(scroll));
}

function lacksArt(fresh) {
  return [...fresh.querySelectorAll('use[href^="#art-"]')].some((use) => !document.getElementById(use.getAttribute("href").slice(1)));
}

function glide(before) {
  // Measure everything before anything moves.
  const moves = [];
  const moved = new Map();
  for (const whole of document.querySelectorAll("#table [data-whole]")) {
    const from = before.get(whole.dataset.key)?.matrix;
    if (from) moved.set(whole, glideWhole(whole, from, moves));
  }
  for (const element of document.querySelectorAll("#table [data-key]:not([data-whole])")) {
    const from = before.get(element.dataset.key)?.box;
    if (!from || !from.width) continue;
    const to = element.getBoundingClientRect();
    // Elements that move with the whole picture do not move within it.
    const carry = moved.get(element.closest("[data-whole]")) ?? ((x, y) => [x, y]);
    const [left, top] = carry(to.left, to.top);
    const scale = element instanceof SVGGraphicsElement ? element.parentNode.getScreenCTM?.()?.a || 1 : 1;
    const x = (from.left - left) / scale;
    const y = (from.top - top) / scale;
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    moves.push([element, { translate: [`${x}px ${y}px`, "0px 0px"] }]);
  }
  for (const [element, frames] of moves) element.animate(frames, { duration: pace(GLIDE), easing: "cubic-bezier(.2,.7,.3,1)" });
}

/**
 * Moves and scales a picture whose frame has changed (data-whole) as a whole, with its shadows and marks. Returns where a point of the
 * screen was before, as far as it is still in the picture.
 */
function glideWhole(element, from, moves) {
  const to = element.getScreenCTM();
  const paper = element.parentNode.getScreenCTM();
  const scale = from.a / to.a;
  const aside = (old, now, zero) => (old - scale * (now - zero) - zero) / paper.a;
  const [x, y] = [aside(from.e, to.e, paper.e), aside(from.f, to.f, paper.f)];
  if (Math.abs(x) + Math.abs(y) + 100 * Math.abs(scale - 1) > 1) {
    moves.push([element, { translate: [`${x}px ${y}px`, "0px 0px"], scale: [scale, 1] }]);
  }
  return (left, top) => [from.e + scale * (left - to.e), from.f + scale * (top - to.f)];
}

/** Counts points up, or down, to their new values. */
function countUp(scores) {
  for (const element of document.querySelectorAll("[data-score]")) {
    const old = scores.get(element.closest("[id]").id);
    const now = element.dataset.score;
    if (old === undefined || old === now) continue;
    element.animate({ scale: ["1.35", "1"], color: ["var(--gold-text)", "currentcolor"] }, { duration: pace(COUNT), easing: "ease-out" });
    const words = element.textContent;
    const began = performance.now();
    const count = (time) => {
      if (element.dataset.score !== now) return;
      const share = Math.min(1, Math.max(0, time - began) / pace(COUNT));
      const shown = Math.round(Number(old) + share * (Number(now) - Number(old)));
      element.textContent = share < 1 ? String(shown).replace("-", "−") : words;
      if (share < 1) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  }
}
