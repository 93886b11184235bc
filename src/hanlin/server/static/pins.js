// What others did since the reader's last turn: a numbered pin at each place that a move changed, and a caption there while it is shown.

import { state } from "./command.js";
import { CHOOSABLE } from "./focus.js";
import { arrived, onMorph, replay } from "./motion.js";
import { freeSpot, isOnScreen, placeOf } from "./seats.js";

/** Places with pins of one move. */
const MOST = 4;
/** Places that are nearer have one pin. */
const NEAR = 36;
const TOLD = 2500;
/** So many captions at a time, at different places. */
const AT_ONCE = 3;
/** The pixels within which a caption is next to what it tells of. */
const AROUND = 150;
/** Pieces have come to rest so long after the last of them began. */
const REST = 700;

const items = () => [...document.querySelectorAll("[data-news-item]")];
const layer = () => document.getElementById("pins");
let settling = 0;

const distance = (one, other) => Math.hypot(one.left - other.left, one.top - other.top);

/** The place of a seat where a pin of its goes: below the end of its name and points. The strip has no room for pins: it has its list. */
function homeOf(seat) {
  const home = placeOf(seat);
  if (!home || home.matches(".chip")) return null;
  const { right, bottom } = (home.querySelector(":scope > header") ?? home).getBoundingClientRect();
  return new DOMRect(right - 22, bottom + 13, 0, 0);
}

/** True if any of a part of the board is within its frame: a board may be zoomed or scrolled. */
function isInFrame(part) {
  const frame = document.getElementById("board").getBoundingClientRect();
  const box = part.getBoundingClientRect();
  return box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
}

/** The parts of the seats' places that the sentence of a move names, but for piles, whose numbers a pin would cover. */
function namedAtPlaces(newsItem) {
  const clauses = [...document.querySelectorAll(`[data-news-item="${newsItem}"] [data-at]`)];
  const keys = new Set(clauses.flatMap(({ dataset }) => dataset.at.split("|")));
  return [...document.querySelectorAll("#places [data-key]:not([data-piece])")].filter((part) => keys.has(part.dataset.key));
}

/** The places on the screen that a move has changed: parts of the board that are marked and of the places, else where the player sits. */
function anchorsOf({ newsItem, newsSeat }) {
  const parts = [...document.querySelectorAll(`#board [data-news="${newsItem}"]`)].filter(isInFrame);
  const found = [];
  for (const box of [...parts, ...namedAtPlaces(newsItem)].filter(isOnScreen).map((part) => part.getBoundingClientRect())) {
    if (found.length < MOST && !found.some((other) => distance(box, other) < NEAR)) found.push(box);
  }
  if (found.length) return found;
  // One pin for each seat, for the last of its moves that changed nothing on the board.
  const later = items().some(({ dataset }) => dataset.newsSeat === newsSeat && Number(dataset.newsItem) > Number(newsItem) && !isMarked(dataset));
  const home = later ? null : homeOf(newsSeat);
  return home ? [home] : [];
}

const isMarked = ({ newsItem }) => document.querySelector(`#board [data-news="${newsItem}"]`) !== null;

/** Lets clicks through a pin where something can be chosen under it. */
function yieldTo(offered, pin) {
  const own = pin.getBoundingClientRect();
  const covers = (box) => box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top;
  pin.classList.toggle("through", offered.some(covers));
}

/** By the number of a move: its places, as they are when nothing moves. */
let boxes = new Map();

function measure() {
  boxes = new Map(items().map(({ dataset }) => [dataset.newsItem, anchorsOf(dataset)]));
}

/** Measures the places again, and puts the pins there. */
function placeAgain() {
  measure();
  place();
}

/** Puts the pins at their places. */
function place() {
  const taken = [];
  const frame = document.getElementById("board").getBoundingClientRect();
  const offered = [...document.querySelectorAll(`#table :is(${CHOOSABLE}, .cannot)`)].filter(isOnScreen).map((each) => each.getBoundingClientRect());
  for (const pin of layer().children) {
    const box = boxes.get(pin.dataset.newsPlay)?.[Number(pin.dataset.at)];
    pin.hidden = !box || pin.dataset.waits !== undefined;
    if (pin.hidden) continue;
    const { width, height } = pin.getBoundingClientRect();
    const seen = pin.firstElementChild.getBoundingClientRect();
    let [left, top] = [box.right - width / 2, box.top - height / 2];
    const first = left;
    while (taken.some(([x, y]) => Math.abs(x - left) < seen.width && Math.abs(y - top) < seen.height)) {
      left += seen.width + 2;
      // A row of pins ends with the board: the column beside it is for reading.
      if (box.right <= frame.right && left + width > frame.right) [left, top] = [first, top + seen.height + 2];
    }
    // A pin on the board stays within its frame.
    const within = box.bottom > frame.top && box.top < frame.bottom && box.left < frame.right;
    const upper = within ? frame.top - (height - seen.height) / 2 : 0;
    [left, top] = [Math.max(2, Math.min(left, innerWidth - width - 2)), Math.max(upper + 2, Math.min(top, innerHeight - height - 2))];
    taken.push([left, top]);
    pin.style.translate = `${left}px ${top}px`;
    yieldTo(offered, pin);
  }
}

function pinOf(item, at) {
  const { newsItem, of } = item.dataset;
  const pin = document.createElement("button");
  pin.type = "button";
  pin.className = isMarked(item.dataset) || namedAtPlaces(newsItem).length ? "pin-button" : "pin-button home";
  Object.assign(pin.dataset, { newsPlay: newsItem, of, at, tip: item.querySelector(".told").textContent.trim() });
  pin.setAttribute("aria-label", `${Number(newsItem) + 1}: ${pin.dataset.tip}`);
  pin.append(item.querySelector(".pin").cloneNode(true));
  return pin;
}

/** What captions never cover: choices, names with their points, and each other. */
const NAMES = ".place > header, .zoom, :is(#captions, #reports) .caption";
const KEPT = `#table :is(${CHOOSABLE}, .cannot), ${NAMES}`;

/** The part of the screen that captions may cover: the board, and the places of the seats below it. */
function frame() {
  const [board, ...others] = [...document.querySelectorAll("#board, #places")].map((each) => each.getBoundingClientRect());
  const bottom = Math.max(board.bottom, ...others.map((each) => each.bottom));
  return new DOMRect(board.left, board.top, board.width, bottom - board.top);
}

/** Puts a caption next to what it tells of; where all is taken it is left out, since the list has its words. */
function put(caption, anchor, kept = KEPT) {
  const near = new DOMRect(anchor.left - AROUND, anchor.top - AROUND, anchor.width + 2 * AROUND, anchor.height + 2 * AROUND);
  const meets = (box) => box.width && box.left < near.right && box.right > near.left && box.top < near.bottom && box.bottom > near.top;
  const others = [...document.querySelectorAll(kept)].filter((each) => each !== caption && isOnScreen(each));
  const away = [anchor, ...others.map((each) => each.getBoundingClientRect()).filter(meets)];
  const own = caption.getBoundingClientRect();
  const spot = freeSpot(own, anchor, frame(), away);
  if (!spot || !meets({ ...spot, width: own.width, right: spot.left + own.width, bottom: spot.top + own.height })) return false;
  // Not by left and top: what floats moves nothing of the page.
  caption.style.translate = `${Math.round(spot.left)}px ${Math.round(spot.top)}px`;
  return true;
}

/** The points that a sentence says somebody gains. */
const gainIn = (item) => [...item.querySelectorAll(".told .points")].reduce((sum, { textContent }) => sum + Number(textContent.replace("−", "-")), 0);

/** The words of a caption: those of the move, or only its points where nothing but these has changed. */
function wordsOf(item, before) {
  const gain = isMarked(item.dataset) ? 0 : gainIn(item);
  if (!gain) return { words: item.querySelector(".told").cloneNode(true), gain };
  const sum = gain + Number(before?.dataset.gain ?? 0);
  const words = Object.assign(document.createElement("b"), { className: "points", textContent: sum < 0 ? `−${-sum}` : `+${sum}` });
  return { words, gain: sum };
}

/** Says at its place what a move did, for a moment; a place has one caption. `wanted`: the reader asks, and clicks go through it. */
function tell(item, wanted = false) {
  const [marked] = boxes.get(item.dataset.newsItem) ?? [];
  const anchor = marked ?? homeOf(item.dataset.newsSeat) ?? placeOf(item.dataset.newsSeat)?.getBoundingClientRect();
  if (!anchor) return;
  const reports = document.getElementById("reports");
  const place = isMarked(item.dataset) ? `move ${item.dataset.newsItem}` : `seat ${item.dataset.newsSeat}`;
  const before = [...reports.children].find(({ dataset }) => dataset.place === place);
  const { words, gain } = wordsOf(item, before);
  before?.remove();
  const caption = document.createElement("div");
  caption.className = "caption report";
  Object.assign(caption.dataset, { of: item.dataset.of, newsTold: item.dataset.newsItem, place, gain });
  caption.append(item.querySelector(".pin svg").cloneNode(true), words);
  while (reports.children.length >= AT_ONCE) reports.firstElementChild.remove();
  reports.append(caption);
  if (put(caption, anchor) || (wanted && put(caption, anchor, NAMES))) setTimeout(() => caption.remove(), TOLD);
  else caption.remove();
}

/** Says at its place what the page has just played for the reader, who can still undo it. */
export function tellOwn() {
  const own = document.querySelector(".player.self")?.dataset.of;
  const line = [...document.querySelectorAll(".chronicle .line")].find(({ dataset }) => dataset.of);
  if (!own || line?.dataset.of !== own) return;
  const keys = [...line.querySelectorAll("[data-at]")].flatMap(({ dataset }) => dataset.at.split("|")).reverse();
  const parts = keys.map((key) => document.querySelector(`:is(#board, #own) [data-key="${CSS.escape(key)}"]`));
  const part = parts.find((each) => each && isOnScreen(each));
  if (!part) return;
  const caption = document.createElement("div");
  caption.className = "caption report";
  caption.dataset.of = own;
  caption.append(...[...line.querySelector(".moment").childNodes].map((node) => node.cloneNode(true)));
  document.getElementById("reports").append(caption);
  if (put(caption, part.getBoundingClientRect())) setTimeout(() => caption.remove(), TOLD);
  else caption.remove();
}

/** Whoever goes on playing has seen what was told. */
function untell() {
  for (const caption of document.querySelectorAll("#reports .report")) caption.remove();
}

function settle(delay) {
  clearTimeout(settling);
  settling = setTimeout(placeAgain, delay + REST);
}

/** After a new view: the pins of its moves, those of new ones when they are shown. */
export function refreshPins() {
  const all = items();
  const old = document.activeElement?.closest?.("#pins [data-news-play]")?.dataset.newsPlay;
  const fresh = new Map(arrived().map((each) => [each.n, each.delay]));
  measure();
  layer().replaceChildren(...all.flatMap((item) => boxes.get(item.dataset.newsItem).map((_box, at) => pinOf(item, at))));
  layer().hidden = !all.length;
  if (!all.length) untell();
  for (const item of all) {
    const delay = fresh.get(item.dataset.newsItem);
    if (delay === undefined) continue;
    const number = state().number;
    const pins = [...layer().querySelectorAll(`[data-news-play="${item.dataset.newsItem}"]`)];
    for (const pin of pins) {
      pin.dataset.waits = "";
      pin.classList.add("new");
    }
    setTimeout(() => {
      for (const pin of pins) delete pin.dataset.waits;
      if (state().number === number) tell(item);
      place();
    }, delay);
  }
  place();
  settle(Math.max(0, ...fresh.values()));
  if (old) layer().querySelector(`[data-news-play="${old}"]`)?.focus();
}

function playAgain(button) {
  const item = document.querySelector(`[data-news-item="${button.dataset.newsPlay}"]`);
  if (!item) return;
  tell(item, true);
  replay(item.dataset.newsItem, item.dataset.newsSeat);
}

export function listenForPins() {
  onMorph(refreshPins);
  document.addEventListener("pointerdown", untell, true);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-news-play]");
    if (button) playAgain(button);
  });
  addEventListener("resize", placeAgain);
  // The log scrolls to its newest line while pieces are on their way to their places.
  document.addEventListener("scroll", ({ target }) => document.getElementById("side")?.contains(target) || placeAgain(), true);
  // The board is zoomed by its style, in a moment.
  const zoomed = new MutationObserver(() => {
    placeAgain();
    settle(0);
  });
  zoomed.observe(document.getElementById("board"), { subtree: true, attributeFilter: ["style"] });
}
