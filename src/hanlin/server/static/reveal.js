// When a question comes, what answers it is on the screen: the page, or the part of it that scrolls, is moved there.

import { choosable } from "./focus.js";
import { state } from "./command.js";

const MARGIN = 8;
/** What stands below a thing and belongs to it, such as its name. */
const BELOW = 32;
let madeFor = "";
/** True where the list of choices was opened here, and not by the person. */
let opened = false;

const actionsOf = ({ dataset }) =>
  dataset.action ? [dataset.action] : dataset.actions ? JSON.parse(dataset.actions) : JSON.parse(dataset.variants ?? "[]").map(([action]) => action);

/** The places that answer the question: those of the board where they are enough, else those of one's own area, else all. */
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

/** From where to where one sees what scrolls: on a phone the players stand before the page's upper end, the question before its lower. */
function window_(scroller) {
  if (scroller) {
    const box = scroller.getBoundingClientRect();
    return [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  }
  const [ask, strip] = [document.getElementById("ask"), document.querySelector(".strip")];
  return getComputedStyle(ask).position === "sticky" ? [strip.offsetHeight, innerHeight - ask.offsetHeight] : [0, innerHeight];
}

/** Scrolls so that all of these can be seen, or, where they are too many, the first of them. */
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

const inSight = (element) => {
  const box = element.getBoundingClientRect();
  const [from, to] = element.closest("#ask") ? [0, innerHeight] : window_(scrollerOf(element));
  return box.top >= from - 1 && box.bottom <= to + 1;
};

/** Where not all of it can be seen at once, the list of choices is opened; that of an earlier question closes. */
function openList() {
  const list = document.getElementById("folded");
  if (opened && list) list.open = false;
  opened = false;
  const there = choosable().filter(inSight);
  const offered = new Set(there.flatMap(actionsOf));
  const picks = new Set(there.map((each) => each.dataset.pick));
  const hidden = [...document.querySelectorAll("#folded [data-action]")].filter(
    ({ dataset }) => !offered.has(dataset.action) && !(dataset.with ?? "none").split("|").every((token) => picks.has(token)),
  );
  if (!hidden.length) return;
  list.open = true;
  opened = true;
}

/** After a new view: what is asked now, or how the game has ended, comes into sight. */
export function reveal() {
  // A lesson brings what it speaks of onto the screen.
  if (state().lesson !== undefined) return;
  const made = `${state().number} ${state().shape}`;
  if (madeFor === made) return;
  madeFor = made;
  if (state().asked !== undefined) {
    bringIntoSight(answers());
    openList();
  }
  else if (state().live === "yes") bringIntoSight([...document.querySelectorAll(".finished .player header")]);
}
