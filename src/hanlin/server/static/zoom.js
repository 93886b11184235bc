// Boards that ask for it (data-zoom) are panned and zoomed: wheel, pinch, drag, and the buttons at their corner.

const LARGEST = 6;
const SLACK = 6;
const fingers = new Map();
let view = { scale: 1, x: 0, y: 0 };
let moved = false;
let start = null;

const frame = () => document.getElementById("board");
const board = () => frame()?.querySelector("svg[data-zoom]");

function apply() {
  const svg = board();
  if (!svg) return;
  if (view.scale <= 1.01) view = { scale: 1, x: 0, y: 0 };
  svg.style.transformOrigin = "0 0";
  svg.style.transform = view.scale === 1 ? "" : `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
  frame().classList.toggle("zoomed", view.scale > 1);
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

/** A place for the board such that it can't be lost out of its frame. */
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
  if (start.spread && now.spread) zoomAt(now.spread / start.spread, now.x, now.y);
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
    if (!board() || !(event.target instanceof Element) || !event.target.closest("#board") || event.target.closest(".zoom")) return;
    if (fingers.size === 0) moved = false;
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
      view = { scale: 1, x: 0, y: 0 };
      apply();
    }
  }, true);
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
  apply();
}
