// The game log: lines that the reader sees keep their places when others come above them; then the log moves on to the newest
// one, unless the reader has scrolled to older ones.

import { pace } from "./settings.js";

const GLIDE = 240;
/** The lines whose places are noted; a new view may lack the first ones, as after an undo. */
const NOTED = 12;

const log = () => document.getElementById("log");
/** True while the log moves to its newest line. */
let moving = false;

document.addEventListener("scrollend", ({ target }) => {
  // Another view can stop the log on its way: it is still bound for its newest line.
  if (target.id === "log" && target.scrollTop <= 1) moving = false;
}, true);
for (const hand of ["wheel", "pointerdown", "keydown"]) {
  document.addEventListener(hand, ({ target }) => {
    if (target instanceof Element && target.closest("#log")) moving = false;
  }, { capture: true, passive: true });
}

/** What of the log is in sight, without the newest line, which may grow: [element, its upper edge]. */
function inSight() {
  const { top, bottom } = log().getBoundingClientRect();
  const found = [];
  for (const line of [...log().querySelectorAll(".line")].slice(1)) {
    const box = line.getBoundingClientRect();
    if (box.top >= bottom || found.length === NOTED) break;
    if (box.height && box.bottom > top) found.push([line, box.top]);
  }
  return found;
}

/** Notes what of the log is in sight. The function that is returned puts it back there in the new view. */
export function holdLog() {
  if (!log()?.checkVisibility()) return () => {};
  const before = inSight();
  const follows = moving || log().scrollTop <= 1;
  return () => {
    const [line, top] = before.find(([each]) => each.isConnected && each.checkVisibility()) ?? [];
    if (line) scrollOn(line.getBoundingClientRect().top - top);
    if (follows && document.getElementById("table").dataset.live === "yes") toTheNewest();
  };
}

/** Scrolls the log, which has room for that even if all its lines are in sight. */
function scrollOn(by) {
  if (Math.abs(by) < 0.5) return;
  const to = log().scrollTop + by;
  if (to + log().clientHeight > log().scrollHeight) log().lastElementChild.style.minHeight = `${Math.ceil(to + log().clientHeight)}px`;
  log().scrollTop = to;
}

/** Scrolls the log to its newest line, once a frame has shown the others in their places. */
export function toTheNewest() {
  moving = true;
  const scroll = () => {
    moving &&= log()?.scrollTop > 0;
    log()?.scrollTo({ top: 0, behavior: pace(GLIDE) ? "smooth" : "instant" });
  };
  requestAnimationFrame(() => requestAnimationFrame(scroll));
}
