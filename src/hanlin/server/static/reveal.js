// Scrolls the page, or the part of it that scrolls, to the elements that answer a new question.

import { choosable } from "./focus.js";
import { state } from "./command.js";

const MARGIN = 8;
/** The part below an element that belongs to it, such as its name. */
const BELOW = 32;
let madeFor = "";

const actionsOf = ({ dataset }) =>
  dataset.action ? [dataset.action] : dataset.actions ? JSON.parse(dataset.actions) : JSON.parse(dataset.variants ?? "[]").map(([action]) => action);

/** The places that answer the question: those of the board if they suffice, else those of the player's area, else all. */
function answers() {
  const there = choosable();
  const legal = new Set([...document.querySelectorAll("#choices [data-action]")].map((each) => each.dataset.action));
  const [inDock, onBoard, own] = ["#ask", "#board", "#own"].map((where) => there.filter((each) => each.closest(where)));
  const enough = (places) => {
    const offered = new Set([...inDock, ...places].flatMap(actionsOf));
    return [...legal].every((action) => offered.has(action));
  };
  if (enough([])) return [];
  return [onBoard, own].find((places) => places.length && enough(places)) ?? (onBoard.length ? onBoard : own);
}

/** The nearest part of the page around an element that scrolls; null for the page itself. */
function scrollerOf(element) {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(around).overflowY) && around.scrollHeight > around.clientHeight + 1;
    if (scrolls && around !== document.body && around !== document.documentElement) return around;
  }
  return null;
}

/** The visible range of a scrolled part, or of the page. */
function window_(scroller) {
  if (!scroller) return [0, innerHeight];
  const box = scroller.getBoundingClientRect();
  return [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
}

/** Scrolls so that all of these are visible, or, if they are too many, the first of them. */
export function bringIntoSight(elements) {
  if (!elements.length) return;
  const scroller = scrollerOf(elements[0]);
  const boxes = elements.map((each) => each.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top)) - MARGIN;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + BELOW;
  const [from, to] = window_(scroller);
  if (top >= from - MARGIN && bottom <= to + BELOW) return;
  const by = bottom - top > to - from || top < from ? top - from : bottom - to;
  (scroller ?? window).scrollBy({ top: by, behavior: "instant" });
}

/** After a new view: scrolls to the question, or to the result of the game. */
export function reveal() {
  // A lesson brings what it speaks of onto the screen.
  if (state().lesson !== undefined) return;
  const made = `${state().number} ${state().shape}`;
  if (madeFor === made) return;
  madeFor = made;
  if (state().asked !== undefined) bringIntoSight(answers());
  else if (state().live === "yes") bringIntoSight([...document.querySelectorAll(".finished .player header")]);
}
