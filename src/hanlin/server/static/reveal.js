// Scrolls the page, or the part of it that scrolls, to the elements that answer a new question.

import { choosable } from "./focus.js";
import { state } from "./command.js";
import { panTo } from "./zoom.js";

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

/** The upper edge of a sheet that lies over a part of the page, such as a hint's on a phone. */
function coveredFrom(box) {
  const sheets = [...document.querySelectorAll("#hint, #guide")].filter((each) => each.checkVisibility());
  const over = sheets.map((each) => each.getBoundingClientRect()).filter((each) => each.left < box.right - 1 && each.right > box.left + 1 && each.top > box.top);
  return Math.min(innerHeight, box.bottom, ...over.map((each) => each.top));
}

/** The visible range of a scrolled part, or of the page. */
function window_(part) {
  if (!part) return [0, innerHeight];
  const box = part.getBoundingClientRect();
  return [Math.max(0, box.top), coveredFrom(box)];
}

/** Scrolls so that all of these are visible, or, if they are too many, the first of them. ``pans``: on a board that can be zoomed as well. */
export function bringIntoSight(elements, pans = false) {
  if (!elements.length || (pans && panTo(elements[0], () => window_(document.getElementById("board"))))) return;
  const scroller = scrollerOf(elements[0]);
  const boxes = elements.map((each) => each.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top)) - MARGIN;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + BELOW;
  const [from, to] = window_(scroller);
  if (top >= from - MARGIN && bottom <= to + BELOW) return;
  const by = bottom - top > to - from || top < from ? top - from : bottom - to;
  (scroller ?? window).scrollBy({ top: by, behavior: "instant" });
}

/** After a new view: scrolls to the question. */
export function reveal() {
  // A lesson brings what it speaks of onto the screen.
  if (state().lesson !== undefined) return;
  const made = `${state().number} ${state().shape}`;
  if (madeFor === made) return;
  madeFor = made;
  if (state().asked !== undefined) bringIntoSight(answers());
}
