// Animated change to a new view: an element of the same data-key glides to its new place, a new piece of another player flies in
// from where that player sits, points count up. Moves that come together are shown one after another; nothing waits for them.

import { actOut, atPlaces, takingLeave } from "./acting.js";
import { fitBoard } from "./fit.js";
import { holdLog } from "./log.js";
import { placeOf } from "./seats.js";
import { pace } from "./settings.js";

const MOST = 400;
const GLIDE = 240;
const COUNT = 500;
/** From one move to the next, where several come together, and for all of them at most. */
const STEP = 350;
const ALL = 1600;

let asksAnew = false;
const kept = {
  // Opened details stay open (a list of choices as long as the question is the same), and a zoomed board stays zoomed.
  beforeAttributeUpdated: (name, node) =>
    !(name === "open" && node.tagName === "DETAILS" && !(asksAnew && node.closest("#choices"))) &&
    !(name === "style" && node.matches("[data-zoom]")) &&
    // So does the tab that is shown.
    !(["hidden", "aria-selected", "tabindex"].includes(name) && node.matches("[role=tab], [role=tabpanel], #fresh")) &&
    // And what the reader has entered where the server gives no value.
    !(name === "value" && !node.hasAttribute("value")),
  // A slider or a list in use is not replaced, nor newer messages by older ones: views and messages come on different ways.
  beforeNodeMorphed: (old, fresh) =>
    !(old === document.activeElement && old.matches("input, select")) &&
    !(old.id === "said" && fresh.dataset.room === old.dataset.room && Number(fresh.dataset.newest) < Number(old.dataset.newest)),
};

function places() {
  const found = new Map();
  if (!pace(GLIDE)) return found;
  // Lines of the log do not glide: new ones appear above the others.
  for (const element of document.querySelectorAll("#table [data-key]:not([data-still], .line)")) {
    if (found.size > MOST) break;
    const matrix = element.dataset.whole === undefined ? null : element.getScreenCTM();
    found.set(element.dataset.key, { box: element.getBoundingClientRect(), matrix });
  }
  return found;
}

const arrivals = [];
/** The moves of others that the last view brought: { n, seat, delay }, in order. */
export const arrived = () => arrivals;
const afterMorph = [];
/** Calls `listener` after every new view, before anything moves. */
export const onMorph = (listener) => afterMorph.push(listener);
/** The time at which the moves that are being shown have all begun. */
let shownUntil = 0;

/** Notes the moves of others in a fresh view that the page has not shown yet, and when each of them is to begin. */
function expect(fresh, old) {
  arrivals.length = 0;
  if (old.live !== "yes" || fresh.dataset.live !== "yes" || old.table !== fresh.dataset.table) return;
  const items = [...fresh.querySelectorAll("[data-news-item]")].filter(({ dataset }) => Number(dataset.newsPly) > Number(old.ply));
  const now = performance.now();
  const step = Math.min(pace(STEP), ALL / items.length);
  const first = Math.min(Math.max(0, shownUntil - now), pace(ALL));
  for (const [n, { dataset }] of items.entries()) {
    arrivals.push({ n: dataset.newsItem, seat: dataset.newsSeat, delay: first + n * step });
  }
  shownUntil = now + first + items.length * step;
}

/** Morphs what is in an element into `html`; what is open, in use or being written stays. */
export const morphInside = (element, html) => Idiomorph.morph(element, html, { morphStyle: "innerHTML", callbacks: kept });

/** Morphs the page's table into `html` (the text of a new <main id="table">). */
export function show(html) {
  const table = () => document.getElementById("table").dataset;
  const old = { ...table() };
  const before = places();
  const scores = new Map([...document.querySelectorAll("[data-score]")].map((each) => [each.closest("[id]").id, each.dataset.score]));
  const lines = new Set([...document.querySelectorAll("#log .line")].map(({ id }) => id));
  const keepLog = holdLog();
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.querySelector("#table");
  if (!fresh) return false;
  // A newer server's drawings use pictures that only its own page has.
  if (lacksArt(fresh)) location.reload();
  asksAnew = fresh.dataset.number !== old.number;
  expect(fresh, old);
  const changing = pace(GLIDE) ? copies(fresh) : new Map();
  const goesOn = old.table === fresh.dataset.table && old.shape === fresh.dataset.shape && Number(fresh.dataset.ply) > Number(old.ply);
  const held = goesOn ? takingLeave(atPlaces(), fresh) : new Map();
  Idiomorph.morph(document.getElementById("table"), fresh, { morphStyle: "outerHTML", callbacks: kept });
  fitBoard();
  keepLog();
  for (const listener of afterMorph) listener();
  if (pace(GLIDE) && old.shape === table().shape) {
    const gliding = glides(before);
    const moves = [...gliding, ...flights(changing, new Set(gliding.map(([element]) => element)))];
    for (const [element, frames, delay] of moves) {
      element.animate(frames, { duration: pace(GLIDE), delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" });
    }
    actOut(held, delayOfSeat);
    countUp(scores);
    enter(lines);
  }
  return true;
}

/** New lines of the log appear; the others stay as they are. */
function enter(before) {
  for (const line of document.querySelectorAll("#log .line")) {
    if (before.size && !before.has(line.id)) line.animate({ opacity: [0, 1] }, { duration: pace(GLIDE) });
  }
}

/** When what a seat did begins to be shown. */
const delayOfSeat = (seat) => arrivals.find((each) => each.seat === seat)?.delay ?? 0;
const delayOf = (element) => arrivals.find(({ n }) => n === element.closest("[data-news]")?.dataset.news)?.delay ?? 0;

function lacksArt(fresh) {
  return [...fresh.querySelectorAll('use[href^="#art-"]')].some((use) => !document.getElementById(use.getAttribute("href").slice(1)));
}

/** The animations of what has another place now: element, frames, delay. */
function glides(before) {
  // Measure everything before anything moves.
  const moves = [];
  const moved = new Map();
  for (const whole of document.querySelectorAll("#table [data-whole]")) {
    const from = before.get(whole.dataset.key)?.matrix;
    if (from) moved.set(whole, glideWhole(whole, from, moves));
  }
  for (const element of document.querySelectorAll("#table [data-key]:not([data-whole], [data-still], .line)")) {
    const from = before.get(element.dataset.key)?.box;
    if (!from || !from.width) continue;
    const to = element.getBoundingClientRect();
    // Elements that move with the whole picture do not move within it.
    const carry = moved.get(element.closest("[data-whole]")) ?? ((x, y) => [x, y]);
    const [left, top] = carry(to.left, to.top);
    const [x, y] = [from.left - left, from.top - top];
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    moves.push([element, { translate: [shift(element, x, y), "0px 0px"] }, delayOf(element)]);
  }
  return moves;
}

/** A distance on the screen, as a translation of an element. */
function shift(element, x, y) {
  const { a, b, c, d } = (element instanceof SVGElement && element.parentNode.getScreenCTM?.()) || { a: 1, b: 0, c: 0, d: 1 };
  const area = a * d - b * c || 1;
  return `${(d * x - c * y) / area}px ${(a * y - b * x) / area}px`;
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

// -- pieces of others ----------------------------------------------------------------------------------------------------------

const marked = (n) => [...document.querySelectorAll(`#table [data-news="${n}"]`)];
const nameOf = (element) => element.dataset.key ?? element.id;
const named = (name) => document.querySelector(`#board [data-key="${CSS.escape(name)}"]`) ?? document.getElementById(name);
/** The pieces that the last moves of others put onto marked parts of the board. */
const pieces = new WeakMap();

/** Copies of the parts that a fresh view's new moves have changed, as they are still on the page. */
function copies(fresh) {
  const numbers = new Set(arrivals.map(({ n }) => n));
  const parts = [...fresh.querySelectorAll("[data-news]")].filter(({ dataset }) => numbers.has(dataset.news)).map(nameOf);
  return new Map(parts.flatMap((name) => (named(name) ? [[name, named(name).cloneNode(true)]] : [])));
}

/** What is in a part and was not in its copy. */
function added(now, old) {
  const before = [...old.children];
  const same = new Set(before.map((each) => each.outerHTML));
  return [...now.children]
    .filter((each) => !same.has(each.outerHTML))
    .flatMap((each) => {
      const twin = before.find((other) => each.cloneNode().isEqualNode(other.cloneNode()));
      return twin ? added(each, twin) : [each];
    });
}

/** The animations of what new moves of others put onto the board: from where they sit; what else they changed appears. */
function flights(changing, gliding) {
  const fly = (seat, delay) => (part) => {
    if (gliding.has(part)) return [];
    const old = changing.get(nameOf(part));
    const coming = old ? added(part, old) : [part];
    pieces.set(part, coming);
    // From a pile of the board things go to the places (acting.js).
    if (!coming.length || part.dataset.source !== undefined) return [[part, { opacity: [0.2, 1] }, delay]];
    return coming.map((piece) => [piece, wayFrom(seat, piece), delay]);
  };
  return arrivals.flatMap(({ n, seat, delay }) => marked(n).flatMap(fly(seat, delay)));
}

const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** The frames of a piece that flies in from where a seat is on the screen. */
function wayFrom(seat, piece) {
  const from = placeOf(seat);
  if (!from) return { opacity: [0, 1] };
  const [[x, y], [toX, toY]] = [middle((from.querySelector("header") ?? from).getBoundingClientRect()), middle(piece.getBoundingClientRect())];
  return { translate: [shift(piece, x - toX, y - toY), "0px 0px"], opacity: [0, 1, 1] };
}

/** Plays the move of others with this number once more; what was on the page before it came appears where it is. */
export function replay(n, seat) {
  if (!pace(GLIDE)) return;
  for (const part of marked(n)) {
    const coming = (pieces.get(part) ?? []).filter((piece) => piece.isConnected);
    for (const piece of coming.length ? coming : [part]) {
      const frames = coming.length ? wayFrom(seat, piece) : { opacity: [0.1, 1] };
      piece.animate(frames, { duration: pace(1.5 * GLIDE), easing: "cubic-bezier(.2,.7,.3,1)" });
    }
  }
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
