// Panning and zooming of boards with data-zoom: wheel, pinch, drag, and the buttons at their corner. Where a finger
// would hit too small a thing, the first tap zooms to the place and the second chooses. A board that has grown so large (data-fit) comes
// closer by itself when its reader is asked, to where most can be chosen, until "the whole board" is wanted. On a screen for fingers,
// letters too fine to be read are not shown until they are large enough.

import { state } from "./command.js";
import { fitBoard, keepSteady } from "./fit.js";
import { pace } from "./settings.js";

const LARGEST = 6;
/** The least width and height, in pixels, of a target for a finger. */
const FINGER = 44;
/** The least size of letters. */
const LEGIBLE = 12;
/** The least scale at which a board is moved to a place on it. */
const CLOSER = 1.5;
/** The scale of a double tap, and the milliseconds between its taps. */
const CLOSE = 2.5;
const DOUBLE = 350;
const BUTTON = "[role=button]";
const coarse = matchMedia("(pointer: coarse)");
const SLACK = 6;
const fingers = new Map();
let view = { scale: 1, x: 0, y: 0 };
let moved = false;
let start = null;
/** True from a tap that zoomed until the board is whole again. */
let tapped = false;
let finger = false;
let madeFor = "";
/** False while the reader wants the whole board whatever is asked. */
let comesCloser = true;
/** Milliseconds for which the whole board is seen before it comes closer. */
const GLANCE = 700;
let coming = 0;
/** The scale for which fine letters are hidden. */
let lettered = 0;
/** The animation to the current view, while it runs. */
let gliding = null;

const frame = () => document.getElementById("board");
const board = () => frame()?.querySelector("svg[data-zoom]");

/** Ends a running animation: sizes and places measured from here on are those of the current view. */
function settle() {
  gliding?.cancel();
  gliding = null;
}

function apply() {
  settle();
  const svg = board();
  if (!svg) {
    hideFine();
    return;
  }
  if (view.scale <= 1.01) view = { scale: 1, x: 0, y: 0 };
  svg.style.transformOrigin = "0 0";
  svg.style.transform = view.scale === 1 ? "" : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  frame().classList.toggle("zoomed", view.scale > 1);
  keepSteady(svg);
  if (view.scale !== lettered) hideFine();
}

/** Shows the whole board again. */
function fit() {
  view = { scale: 1, x: 0, y: 0 };
  tapped = false;
  apply();
}

// -- fingers -------------------------------------------------------------------------------------------------------------------

/** Animates to a new view of the board; at once with reduced motion. */
function glideTo(wanted) {
  const svg = board();
  const from = getComputedStyle(svg).transform;
  view = wanted;
  apply();
  if (pace(220)) gliding = svg.animate({ transform: [from, svg.style.transform || "none"] }, { duration: pace(220), easing: "ease-out" });
}

const smallest = (element) => {
  const box = element.getBoundingClientRect();
  return Math.min(box.width, box.height);
};

/** Zooms to the place of a tap where targets are too small; true if it did. */
function tapZooms(target, event) {
  const svg = board();
  if (!finger || !svg?.contains(target)) return false;
  const hit = target.closest(BUTTON);
  const isFine = (size) => size > 0 && size < FINGER - 0.5;
  if (hit && !isFine(smallest(hit))) return false;
  const fine = [...svg.querySelectorAll(".can, .spot"), ...(hit ? [hit] : [])].map(smallest).filter(isFine);
  if (!fine.length) return false;
  const box = frame().getBoundingClientRect();
  const scale = Math.min(LARGEST, view.scale * Math.max(1.6, (1.06 * FINGER) / Math.min(...fine)));
  if (scale === view.scale) return false;
  const x = (event.clientX - box.left - view.x) / view.scale;
  const y = (event.clientY - box.top - view.y) / view.scale;
  tapped = true;
  glideTo({ scale, ...within(box.width / 2 - x * scale, box.height / 2 - y * scale, scale) });
  return true;
}

/** The part of the board, of that size, with the most of these boxes in it; of equal parts the one nearest to the board's middle. */
function richest(boxes, width, height) {
  const middle = [boxes.reduce((sum, box) => sum + box.x, 0) / boxes.length, boxes.reduce((sum, box) => sum + box.y, 0) / boxes.length];
  let best = { most: 0, far: Infinity, x: 0, y: 0 };
  for (const { x } of boxes) {
    for (const { y } of boxes) {
      const inside = boxes.filter((box) => box.x >= x && box.y >= y && box.x + box.size <= x + width && box.y + box.size <= y + height);
      const far = Math.hypot(x + width / 2 - middle[0], y + height / 2 - middle[1]);
      if (inside.length > best.most || (inside.length === best.most && far < best.far)) {
        // What is inside lies in the middle.
        const right = Math.max(...inside.map((box) => box.x + box.size));
        const bottom = Math.max(...inside.map((box) => box.y + box.size));
        best = { most: inside.length, far, x: (x + right) / 2, y: (y + bottom) / 2 };
      }
    }
  }
  return best;
}

/** Zooms to where most can be chosen, as far as a finger needs it. */
function comeCloser() {
  const svg = board();
  if (!svg?.dataset.fit || !comesCloser || view.scale > 1 || fingers.size || !document.querySelector("#table.asked[data-live=yes]:not([data-lesson])")) return;
  const frameBox = frame().getBoundingClientRect();
  const boxes = [...svg.querySelectorAll(".can")].map((each) => {
    const { left, top, width } = each.getBoundingClientRect();
    return { x: left - frameBox.left, y: top - frameBox.top, size: width };
  });
  const least = Math.min(...boxes.map((box) => box.size));
  if (!boxes.length || least >= FINGER - 0.5) return;
  const scale = Math.min(LARGEST, (1.02 * FINGER) / least);
  const { x, y } = richest(boxes, frameBox.width / scale, frameBox.height / scale);
  tapped = true;
  glideTo({ scale, ...within(frameBox.width / 2 - x * scale, frameBox.height / 2 - y * scale, scale) });
}

/** The last tap that neither zoomed nor chose. */
let last = { time: -Infinity, x: 0, y: 0 };

/** A double tap beside all choices zooms to its place, or shows the whole board again; true if it did. */
function doubleTap(target, event) {
  if (!finger || !board()?.contains(target) || target.closest(BUTTON)) return false;
  const isSecond = event.timeStamp - last.time < DOUBLE && Math.hypot(event.clientX - last.x, event.clientY - last.y) < FINGER;
  last = { time: isSecond ? -Infinity : event.timeStamp, x: event.clientX, y: event.clientY };
  if (!isSecond) return false;
  comesCloser = view.scale === 1;
  if (view.scale > 1) fit();
  else zoomAt(CLOSE, event.clientX, event.clientY);
  return true;
}

/**
 * Moves a board that can be zoomed until an element on it is in a range of the screen (its upper and lower edge), zoomed in where the
 * whole board would cover the range. False for an element that is not on such a board.
 */
export function panTo(element, range) {
  if (!board()?.contains(element)) return false;
  // Another place than the one that is shown here would leave the screen.
  clearTimeout(coming);
  settle();
  const [top, bottom] = range();
  const box = frame().getBoundingClientRect();
  const place = element.getBoundingClientRect();
  if (place.top >= top && place.bottom <= bottom && place.left >= box.left && place.right <= box.right) return true;
  const scale = Math.max(view.scale, CLOSER);
  const x = (place.left + place.width / 2 - box.left - view.x) / view.scale;
  const y = (place.top + place.height / 2 - box.top - view.y) / view.scale;
  tapped = true;
  glideTo({ scale, ...within(box.width / 2 - x * scale, (top + bottom) / 2 - box.top - y * scale, scale) });
  return true;
}

/** The number of pixels in a unit of an element's coordinates. */
function pixels(element) {
  const matrix = element.getScreenCTM();
  return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
}

/** Hides the letters that are too small to be read on a screen for fingers. */
function hideFine() {
  lettered = view.scale;
  const all = [...(frame()?.querySelectorAll("svg text") ?? [])];
  const sizes = coarse.matches && board() ? all.map((text) => parseFloat(getComputedStyle(text).fontSize) * pixels(text)) : [];
  all.forEach((text, index) => text.classList.toggle("fine", sizes[index] < LEGIBLE - 0.1));
}

/** Has new things on the board that keep their size take it. */
export function sizeSteady() {
  settle();
  if (board()) keepSteady(board());
}

function zoomAt(factor, clientX, clientY) {
  const box = frame().getBoundingClientRect();
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor));
  const x = clientX - box.left;
  const y = clientY - box.top;
  const real = scale / view.scale;
  view = { scale, ...within(x - (x - view.x) * real, y - (y - view.y) * real, scale) };
  apply();
}

/** Limits the board's place, so that it can't leave its frame. */
function within(x, y, scale) {
  const box = frame().getBoundingClientRect();
  const clamp = (value, size) => Math.min(size * 0.5, Math.max(value, size * 0.5 - size * scale));
  return { x: clamp(x, box.width), y: clamp(y, box.height) };
}

const middle = () => {
  const [a, b] = [...fingers.values()];
  return b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y) } : { ...a, spread: 0 };
};

function drag(event) {
  if (!fingers.has(event.pointerId)) return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  const now = middle();
  if (!moved && Math.hypot(now.x - start.x, now.y - start.y) < SLACK && Math.abs(now.spread - start.spread) < SLACK) return;
  moved = true;
  if (start.spread && now.spread) {
    comesCloser = now.spread > start.spread || view.scale > 1;
    zoomAt(now.spread / start.spread, now.x, now.y);
  }
  if (view.scale > 1) {
    view = { ...view, ...within(view.x + now.x - start.x, view.y + now.y - start.y, view.scale) };
    apply();
  }
  start = now;
}

function lift(event) {
  fingers.delete(event.pointerId);
  if (fingers.size) start = middle();
}

export function listenForZoom() {
  document.addEventListener("pointerdown", (event) => {
    finger = event.pointerType === "touch";
    // Also for a tap on a button of the zoom: a pinch ends without a click.
    if (fingers.size === 0) moved = false;
    if (!board() || !(event.target instanceof Element) || !event.target.closest("#board") || event.target.closest(".zoom")) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    start = middle();
  });
  document.addEventListener("pointermove", drag);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, lift);
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (moved && target?.closest("#board")) {
      // The end of a drag is no click.
      event.stopPropagation();
      event.preventDefault();
      moved = false;
      return;
    }
    const box = frame().getBoundingClientRect();
    const by = target?.closest("[data-zoom-by]");
    if (by) zoomAt(Number(by.dataset.zoomBy), box.left + box.width / 2, box.top + box.height / 2);
    if (target?.closest("[data-zoom-fit]")) {
      comesCloser = false;
      fit();
    } else if (target && (tapZooms(target, event) || doubleTap(target, event))) {
      // The zoom itself chooses and explains nothing.
      event.stopImmediatePropagation();
      event.preventDefault();
    }
  }, true);
  new ResizeObserver(() => {
    fitBoard();
    apply();
    hideFine();
  }).observe(frame() ?? document.body);
  document.addEventListener("wheel", (event) => {
    if (!board() || !(event.target instanceof Element) || !event.target.closest("#board")) return;
    event.preventDefault();
    zoomAt(Math.exp(-event.deltaY * 0.0015), event.clientX, event.clientY);
  }, { passive: false });
}

export function refreshZoom() {
  const buttons = frame()?.querySelector(".zoom");
  if (buttons) buttons.hidden = !board();
  frame()?.classList.toggle("zoomable", Boolean(board()));
  // After the choice the next question is about another place.
  const fresh = madeFor !== state().number;
  if (tapped && fresh) fit();
  madeFor = state().number;
  lettered = 0;
  fitBoard();
  apply();
  if (fresh) comeCloserSoon();
}

/** Zooms in after a glance at the whole board: called with a new question, and when the page is ready for its first. */
export function comeCloserSoon() {
  clearTimeout(coming);
  if (coarse.matches && comesCloser) coming = setTimeout(comeCloser, GLANCE);
}
