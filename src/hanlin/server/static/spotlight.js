// What a step of a lesson speaks of (data-shows, names of places in the drawings) and asks for (data-asks, actions) is brought onto
// the screen, lit and pointed at; the rest of the page is dimmed. What can't be on the screen together with what is asked for is
// shown small in the step's panel.

import { state } from "./command.js";
import { isShown as isDrawn, placesFor } from "./offered.js";

const SVG = "http://www.w3.org/2000/svg";
/** Pixels between a thing and the light round it, and between all of them and the edge of the screen. */
const ROUND = 5;
const EDGE = 8;
/** The largest height of what is shown in the panel. */
const SMALL = 48;
/** The size of the arrow that points at the first thing. */
const ARROW = 11;

const table = () => document.getElementById("table");
const panel = () => document.getElementById("ask");
const apart = () => document.getElementById("apart");
const isShown = (element) => isDrawn(element) && element.getBoundingClientRect().width > 0;
/** The box of a thing; that of a free space without its coordinates, which show only while somebody points at it. */
const boxOf = (element) => (element.dataset?.variants === undefined ? element : element.firstElementChild).getBoundingClientRect();

let layer = null;
let drawn = 0;
let lit = [];
let pointed = [];
let madeFor = "";

// -- what is meant -----------------------------------------------------------------------------------------------------------------

/** The first thing on the page that has a name of the drawings' places. */
function named(name) {
  const quoted = CSS.escape(name);
  const all = table().querySelectorAll(`:is(#board, #own) :is([data-place="${quoted}"], [data-key="${quoted}"], [id="${quoted}"])`);
  return [...all].find(isShown);
}

/** What the learner has just placed on the board, which marks it. */
const justPlaced = () => (state().done === undefined ? [] : [...table().querySelectorAll("#board .since")].filter(isShown));

// -- onto the screen -----------------------------------------------------------------------------------------------------------------

const pageScrolls = () => getComputedStyle(table()).getPropertyValue("--page-scrolls").trim() === "yes";

/** The height in which the board is seen: on a phone that stands upright the panel takes its part of it. */
function room() {
  const below = boxOf(panel()).left < innerWidth / 2;
  return innerHeight - (below ? panel().offsetHeight : 0) - 2 * EDGE;
}

const span = (things) => {
  const boxes = things.map(boxOf);
  return [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
};

const fits = (things) => {
  const [top, bottom] = span(things);
  return bottom - top <= room();
};

/** Of these things as many of the first as fit on the screen together. */
function together(things) {
  const kept = [];
  for (const each of things) if (!kept.length || fits([...kept, each])) kept.push(each);
  return kept;
}

/** A small picture of a part of the drawings; its name is that of the part. */
function picture([name, thing]) {
  const { x, y, width, height } = thing.getBBox();
  const { width: seen } = boxOf(thing);
  const copy = thing.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name: attribute } of [...each.attributes]) {
      if (/^(id|role|tabindex|aria-.*|data-.*)$/.test(attribute)) each.removeAttribute(attribute);
    }
  }
  copy.removeAttribute("transform");
  const svg = document.createElementNS(SVG, "svg");
  const scale = Math.min(seen / width, SMALL / height, (panel().clientWidth - 32) / width);
  const sizes = { viewBox: `${x - 2} ${y - 2} ${width + 4} ${height + 4}`, width: (width + 4) * scale, height: (height + 4) * scale };
  for (const [key, value] of Object.entries(sizes)) svg.setAttribute(key, value);
  svg.dataset.apart = name;
  svg.append(copy);
  return svg;
}

/**
 * What is meant and fits on the screen, what is asked for first; the rest is shown in the panel. With `move` the page is scrolled
 * to it.
 */
function arrange(asked, shown, move) {
  apart().replaceChildren();
  const all = [...asked, ...shown.map(([, thing]) => thing)];
  if (!pageScrolls()) {
    if (move) for (const each of all.toReversed()) each.scrollIntoView({ block: "nearest" });
    return all;
  }
  let kept = together(all);
  // A picture in the panel takes some of the room, so that another thing may no longer fit.
  const aside = new Set();
  for (let more = all; more.length; ) {
    more = shown.filter(([, thing]) => !kept.includes(thing) && !aside.has(thing));
    for (const [, thing] of more) aside.add(thing);
    apart().replaceChildren(...shown.filter(([, thing]) => aside.has(thing)).map(picture));
    kept = together(all.filter((thing) => !aside.has(thing)));
  }
  if (move && kept.length) moveTo(kept);
  return kept;
}

/** Scrolls the page so that things are in the middle of what is seen of the board. */
function moveTo(things) {
  const [top, bottom] = span(things);
  const middle = (room() - (bottom - top)) / 2;
  scrollBy({ top: top - EDGE - Math.max(middle, 0), behavior: "instant" });
}

// -- light ---------------------------------------------------------------------------------------------------------------------------

const made = (tag, values, ...content) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
  element.append(...content);
  return element;
};

/** The light round a thing. */
const holeOf = (thing) => {
  const box = boxOf(thing);
  return { x: box.left - ROUND, y: box.top - ROUND, width: box.width + 2 * ROUND, height: box.height + 2 * ROUND, rx: 9 };
};

/** True where a light is within a larger one, which has the ring. */
const contains = (outer, inner) =>
  outer.width * outer.height > inner.width * inner.height + 1 &&
  outer.x <= inner.x + ROUND &&
  outer.y <= inner.y + ROUND &&
  outer.x + outer.width >= inner.x + inner.width - ROUND &&
  outer.y + outer.height >= inner.y + inner.height - ROUND;

/** An arrow at the upper edge of a thing, or below it where there is no room. */
function arrowAt({ x, y, width, height }, top) {
  const [middle, above] = [x + width / 2, y - top > 2.4 * ARROW];
  const [tip, back] = above ? [y - 3, -1.7 * ARROW] : [y + height + 3, 1.7 * ARROW];
  const shape = `M${middle} ${tip}l${-ARROW} ${back}q${ARROW} ${-back / 4} ${2 * ARROW} 0Z`;
  return made("path", { d: shape, class: "arrow" });
}

/** Whether scripts move parts of the board, which nothing announces: the lights follow them. */
const moving = () => document.getElementById("board").getAnimations({ subtree: true }).some((each) => !(each instanceof CSSAnimation) && each.playState === "running");

function draw() {
  drawn = 0;
  if (!layer) return;
  if (moving()) redraw();
  const things = lit.filter((each) => each.isConnected && isShown(each));
  const top = Math.max(0, boxOf(table()).top);
  const page = { x: 0, y: top, width: innerWidth, height: Math.max(innerHeight - top, 0) };
  const holes = things.map(holeOf);
  const at = (pointed.length ? pointed : things.slice(0, 1)).filter((each) => each.isConnected && isShown(each));
  layer.replaceChildren(
    made("mask", { id: "spotlight-mask" }, made("rect", { ...page, fill: "white" }), ...holes.map((hole) => made("rect", { ...hole, fill: "black" }))),
    made("rect", { ...page, class: "dim", mask: "url(#spotlight-mask)" }),
    ...holes.filter((hole) => !holes.some((other) => contains(other, hole))).map((hole) => made("rect", { ...hole, class: "ring" })),
    ...at.map((each) => arrowAt(holeOf(each), top)),
  );
}

function redraw() {
  if (layer && !drawn) drawn = requestAnimationFrame(draw);
}

/** Points at what plays an action, and brings it onto the screen. */
export function pointAt(places) {
  pointed = places;
  lit = [...new Set([...lit, ...places])];
  if (pageScrolls()) moveTo(together(places));
  else for (const each of [...places].reverse()) each.scrollIntoView({ block: "nearest" });
  redraw();
}

/** After every view of a step, and when the screen has another width. */
export function refreshSpotlight() {
  if (state().lesson === undefined) return;
  if (!layer) begin();
  const screen = `${state().table} ${state().shape} ${innerWidth}`;
  const fresh = madeFor !== screen;
  madeFor = screen;
  if (fresh) pointed = [];
  const shown = JSON.parse(state().shows).map((name) => [name, named(name)]).filter(([, thing]) => thing);
  const asked = placesFor(JSON.parse(state().asks));
  for (const old of document.querySelectorAll(".lit")) old.classList.remove("lit");
  for (const [, thing] of shown) thing.classList.add("lit");
  lit = [...arrange(asked, shown, fresh), ...justPlaced()];
  redraw();
}

function begin() {
  layer = made("svg", { class: "spotlight", "aria-hidden": "true" });
  document.body.append(layer);
  addEventListener("scroll", redraw, { capture: true, passive: true });
  addEventListener("resize", refreshSpotlight);
  // A board is zoomed by its style, and parts of it move for a moment.
  new MutationObserver(redraw).observe(document.body, { subtree: true, attributeFilter: ["style"] });
  document.addEventListener("toggle", redraw, true);
  document.fonts.ready.then(() => {
    madeFor = "";
    refreshSpotlight();
  });
}
