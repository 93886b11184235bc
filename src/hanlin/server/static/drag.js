// Dragging a thing that can be chosen onto a place: one gesture for its action and for the one that the place names (data-drop), where
// two clicks do the same. A picture of the thing follows the pointer over the page.

import { pictureOf } from "./acting.js";
import { actionsMeant, playOnto } from "./choose.js";
import { state } from "./command.js";
import { hideTip } from "./tooltips.js";

/** Pixels after which a pressed thing is dragged. */
const BEGINS = 7;
const table = () => document.getElementById("table");

let held = null;

/** Things can be dragged while the page shows a place to drop them. */
function thingAt(target) {
  if (state().asked === undefined || state().live !== "yes" || !table().querySelector("[data-drop]")) return null;
  const thing = target instanceof Element ? target.closest("#board .can, #own .can, #hand .can") : null;
  return thing && actionsMeant(thing).length ? thing : null;
}

const placeAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("[data-drop]") ?? null;

function light(place) {
  for (const each of table().querySelectorAll("[data-drop].over")) if (each !== place) each.classList.remove("over");
  place?.classList.add("over");
}

function begin() {
  const { thing } = held;
  const { width, height } = thing.getBoundingClientRect();
  held.picture = pictureOf(thing);
  held.picture.setAttribute("width", width);
  held.picture.setAttribute("height", height);
  held.picture.classList.add("held");
  document.getElementById("flights").append(held.picture);
  table().classList.add("dragging");
  hideTip();
}

function follow(event) {
  if (!held || event.pointerId !== held.pointer) return;
  if (!held.picture && Math.hypot(event.clientX - held.x, event.clientY - held.y) < BEGINS) return;
  // A new view has replaced what was pressed.
  if (!held.thing.isConnected || state().number !== held.number) {
    drop();
    return;
  }
  if (!held.picture) begin();
  const { width, height } = held.picture.getBoundingClientRect();
  held.picture.style.translate = `${event.clientX - width / 2}px ${event.clientY - height / 2}px`;
  light(placeAt(event));
}

/** Lets go of what is held; the click that ends a drag chooses nothing. */
function drop(event = null) {
  const last = held;
  held = null;
  if (!last?.picture) return;
  last.picture.remove();
  table().classList.remove("dragging");
  light(null);
  if (!event) return;
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  const place = placeAt(event);
  if (place && last.thing.isConnected && state().number === last.number) playOnto(last.thing, place.dataset.drop);
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

export function listenForDrags() {
  document.addEventListener("pointerdown", (event) => {
    const thing = event.isPrimary && event.button === 0 ? thingAt(event.target) : null;
    held = thing && { thing, x: event.clientX, y: event.clientY, pointer: event.pointerId, number: state().number };
  });
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", (event) => held?.pointer === event.pointerId && drop(event));
  document.addEventListener("pointercancel", () => drop());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !held?.picture) return;
    event.stopImmediatePropagation();
    drop();
  }, true);
}

/** After a new view: fingers drag what can be dragged, and scroll elsewhere. */
export function refreshDrags() {
  table().classList.toggle("drags", state().asked !== undefined && table().querySelector("[data-drop]") !== null);
}
