// Where the seats are on the screen: at their places round the board, in the rows beside it, or in the strip above it.

const table = () => document.getElementById("table");

/** True if any of an element is on the screen. */
export function isOnScreen(element) {
  if (!element?.checkVisibility({ visibilityProperty: true })) return false;
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
}

/** The element where a seat is found now; null if it is nowhere on the screen. */
export function placeOf(seat) {
  const own = String(seat) === table()?.dataset.seat ? document.getElementById("own") : null;
  const row = document.querySelector(`#player-${seat} > header`);
  return [document.getElementById(`place-${seat}`), own, row, document.getElementById(`chip-${seat}`)].find(isOnScreen) ?? null;
}

/** The name at a place, if it is shown; else the place itself, as in the strip. */
export function nameAt(place) {
  const name = place.matches(".chip") ? null : place.querySelector(".name");
  return name && isOnScreen(name) ? name : place;
}

const GAP = 6;
const EDGE = 8;
const apart = (one, other) => one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

/**
 * Puts floating boxes next to what they belong to: each above its anchor (or below it, where there is no room or `below` is set), at its
 * middle (or its left edge, for `left`), all of them on the screen and none on another. `all`: [{ element, anchor, below, left }], the
 * anchors as rectangles.
 */
export function arrange(all) {
  const top = document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0;
  const taken = [];
  for (const { element, anchor, below, left: atLeft } of all) {
    const { width, height } = element.getBoundingClientRect();
    const down = below || anchor.top - GAP - height < top;
    const wanted = atLeft ? anchor.left - EDGE : anchor.left + anchor.width / 2 - width / 2;
    const left = Math.max(EDGE, Math.min(wanted, innerWidth - width - EDGE));
    const put = (y) => new DOMRect(left, Math.max(top, Math.min(y, innerHeight - height - EDGE)), width, height);
    let box = put(down ? anchor.bottom + GAP : anchor.top - GAP - height);
    for (let tries = 0; tries < taken.length; tries++) {
      const other = taken.find((each) => !apart(each, box));
      if (!other) break;
      box = put(down ? other.bottom + GAP : other.top - GAP - height);
    }
    taken.push(box);
    // Not by left and top: what floats moves nothing of the page.
    element.style.translate = `${box.left}px ${box.top}px`;
  }
}

/** Where a caption fits at its part: on it or beside it, within the frame, and away from the pointed place and other captions. */
export function freeSpot({ width, height }, part, frame, away) {
  if (part.right < frame.left || part.left > frame.right || part.bottom < frame.top || part.top > frame.bottom) return null;
  const middle = { left: (part.left + part.right - width) / 2, top: (part.top + part.bottom - height) / 2 };
  const wanted = [
    middle,
    { left: middle.left, top: part.top - height - GAP },
    { left: middle.left, top: part.bottom + GAP },
    { left: part.right + GAP, top: middle.top },
    { left: part.left - width - GAP, top: middle.top },
    ...away.flatMap((box) => [{ left: middle.left, top: box.top - height - GAP }, { left: middle.left, top: box.bottom + GAP }]),
    ...away.flatMap((box) => [{ left: box.right + GAP, top: middle.top }, { left: box.left - width - GAP, top: middle.top }]),
  ];
  const inside = wanted.map(({ left, top }) => ({
    left: Math.max(frame.left + GAP, Math.min(left, frame.right - width - GAP)),
    top: Math.max(frame.top + GAP, Math.min(top, frame.bottom - height - GAP)),
  }));
  const isFree = ({ left, top }) =>
    away.every((box) => left >= box.right || left + width <= box.left || top >= box.bottom || top + height <= box.top);
  return inside.find(isFree) ?? null;
}
