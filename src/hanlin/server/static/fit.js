// Boards that grow (data-fit): what they show fills the board's frame as large as it can, clear of the places of the seats and
// of the buttons in the frame. The frame itself never changes. What is marked "steady" keeps its size on the screen.
//
//   data-fit="-120 -60 360 60|…"   the areas that must be seen, in units of the drawing (x, y, width, height)
//   data-origin="300 240"          where the drawing's origin lies in its viewBox
//   data-largest="1.6"             pixels of a unit at most

/** A scale that is so much smaller than the best one stays, so that the picture keeps its place from move to move. */
const NEARLY = 0.88;
const STEP = 0.97;
/** Trials for the place across and down. */
const TRIALS = 24;
const GAP = 6;
/** Pixels at the edges of the frame that stay free. */
const MARGIN = 4;
let last = null;

const frame = () => document.getElementById("board");
const board = () => frame()?.querySelector("svg[data-fit]");
const numbers = (text, between = " ") => text.split(between).map(Number);

/** What lies over the board within its frame, in pixels from the drawing's corner. */
function obstacles(svg) {
  const outer = frame().getBoundingClientRect();
  const style = getComputedStyle(frame());
  const [left, top] = [outer.left + parseFloat(style.paddingLeft), outer.top + parseFloat(style.paddingTop)];
  const found = [];
  for (const element of document.querySelectorAll("#places > .place, #board .zoom:not([hidden])")) {
    const box = element.getBoundingClientRect();
    const inside = box.width && box.right > outer.left && box.left < outer.right && box.bottom > outer.top && box.top < outer.bottom;
    if (inside && element.checkVisibility({ visibilityProperty: true })) {
      found.push([box.left - left - GAP, box.top - top - GAP, box.right - left + GAP, box.bottom - top + GAP]);
    }
  }
  return found.filter(([x, y]) => x < svg.clientWidth && y < svg.clientHeight);
}

/** True where the areas, at that scale and place, are within the frame and clear of all obstacles. */
function isClear({ scale, x, y }, areas, bounds, width, height, barred) {
  if (x + bounds.left * scale < MARGIN - 0.5 || x + bounds.right * scale > width - MARGIN + 0.5) return false;
  if (y + bounds.top * scale < MARGIN - 0.5 || y + bounds.bottom * scale > height - MARGIN + 0.5) return false;
  return areas.every(([left, top, wide, high]) => {
    const box = [x + left * scale, y + top * scale, x + (left + wide) * scale, y + (top + high) * scale];
    return barred.every((other) => box[0] >= other[2] || box[2] <= other[0] || box[1] >= other[3] || box[3] <= other[1]);
  });
}

/** The place at that scale which is clear, as near to the middle as can be; null where there is none. */
function placed(scale, areas, bounds, width, height, barred) {
  const roomX = width - 2 * MARGIN - (bounds.right - bounds.left) * scale;
  const roomY = height - 2 * MARGIN - (bounds.bottom - bounds.top) * scale;
  if (roomX < -0.01 || roomY < -0.01) return null;
  const trials = [];
  for (let i = 0; i <= TRIALS; i += 1) {
    for (let j = 0; j <= TRIALS; j += 1) trials.push([(i / TRIALS) * roomX, (j / TRIALS) * roomY]);
  }
  const far = ([x, y]) => Math.hypot(x - roomX / 2, y - roomY / 2);
  trials.sort((one, other) => far(one) - far(other));
  for (const [x, y] of trials) {
    const view = { scale, x: x + MARGIN - bounds.left * scale, y: y + MARGIN - bounds.top * scale };
    if (isClear(view, areas, bounds, width, height, barred)) return view;
  }
  return null;
}

function best(svg, areas, barred) {
  const [width, height] = [svg.clientWidth, svg.clientHeight];
  const bounds = {
    left: Math.min(...areas.map(([x]) => x)),
    top: Math.min(...areas.map(([, y]) => y)),
    right: Math.max(...areas.map(([x, , wide]) => x + wide)),
    bottom: Math.max(...areas.map(([, y, , high]) => y + high)),
  };
  const most = Number(svg.dataset.largest);
  const whole = Math.min(most, (width - 2 * MARGIN) / (bounds.right - bounds.left), (height - 2 * MARGIN) / (bounds.bottom - bounds.top));
  let found = null;
  for (let scale = whole; !found && scale > whole / 4; scale *= STEP) found = placed(scale, areas, bounds, width, height, barred);
  found ??= placed(whole, areas, bounds, width, height, []);
  const stays = last && last.table === document.getElementById("table").dataset.table && last.width === width && last.height === height;
  if (stays && last.view.scale >= NEARLY * found.scale && isClear(last.view, areas, bounds, width, height, barred)) return last.view;
  return found;
}

/** Fits the board into its frame, after a new view or a change of the window. */
export function fitBoard() {
  const svg = board();
  if (!svg?.clientWidth || !svg.clientHeight) return;
  const areas = svg.dataset.fit.split("|").map((area) => numbers(area));
  const view = best(svg, areas, obstacles(svg));
  last = { view, width: svg.clientWidth, height: svg.clientHeight, table: document.getElementById("table").dataset.table };
  const [left, top] = numbers(svg.dataset.origin);
  const shown = [left - view.x / view.scale, top - view.y / view.scale, svg.clientWidth / view.scale, svg.clientHeight / view.scale];
  svg.setAttribute("viewBox", shown.map((value) => Math.round(value * 100) / 100).join(" "));
}

/** Pixels of a unit from which there is room for all of a note, and for the middling one; less is tiny. */
const ROOMY = 1.1;
const MIDDLING = 0.7;
/** With less than this, nothing that keeps its size leaves anything of a tile in sight. */
const TINY = 0.4;

/** Has what is marked "steady" keep its size on the screen, and says how much room there is. */
export function keepSteady(svg) {
  const matrix = svg.querySelector(".steady") && svg.getScreenCTM();
  if (!matrix) return;
  const pixels = Math.hypot(matrix.a, matrix.b);
  svg.style.setProperty("--px", 1 / pixels);
  svg.classList.toggle("middling", pixels < ROOMY && pixels >= MIDDLING);
  svg.classList.toggle("tiny", pixels < MIDDLING);
  svg.classList.toggle("minute", pixels < TINY);
}
