// Acts out what a move changes at the places of the seats: who comes to a court flies there from the board, who leaves walks off,
// money and goods fly to their piles or away from them, and palaces grow. All that flies is a picture of its own over the page, so
// that nothing on it moves. What drawings mark: data-token and data-count (see table.js).

import { placeOf } from "./seats.js";
import { pace } from "./settings.js";

const FLY = 520;
const LEAVE = 700;
/** From one picture to the next of the same pile, and the most of them. */
const STEP = 90;
const MOST = 4;
/** Pixels within which a thing is where it was. */
const SAME = 4;
const EASE = "cubic-bezier(.3,.6,.3,1)";

const layer = () => document.getElementById("flights");
const isDrawn = ({ width, height }) => width > 0 && height > 0;
const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** The things at the places as they are now: by seat, its tokens by name, and its piles. */
export function atPlaces() {
  const found = new Map();
  if (!pace(FLY)) return found;
  for (const place of document.querySelectorAll("#table .place[data-seat]")) {
    const tokens = new Map();
    for (const element of place.querySelectorAll("[data-token]")) {
      const { token } = element.dataset;
      tokens.set(token, [...(tokens.get(token) ?? []), { element, box: element.getBoundingClientRect() }]);
    }
    const piles = [...place.querySelectorAll("[data-count]")].map((element) => [element.dataset.key, { ...element.dataset, element, box: element.getBoundingClientRect() }]);
    found.set(place.dataset.seat, { tokens, piles: new Map(piles) });
  }
  return found;
}

/** The same with pictures of what a fresh view has no more: they have to be taken while it is still on the page. */
export function takingLeave(before, fresh) {
  for (const [seat, { tokens }] of before) {
    for (const [token, there] of tokens) {
      const stay = fresh.querySelectorAll(`.place[data-seat="${seat}"] [data-token="${CSS.escape(token)}"]`).length;
      for (const each of stay < there.length ? there : []) if (isDrawn(each.box)) each.picture = pictureOf(each.element);
    }
  }
  return before;
}

/** A copy of a part of a drawing as a picture of its own. */
export function pictureOf(element) {
  const { x, y, width, height } = element.getBBox();
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  const copy = element.cloneNode(true);
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...each.attributes]) if (/^(id|class|role|tabindex|transform|data-.*|aria-.*)$/.test(name) && (name !== "transform" || each === copy)) each.removeAttribute(name);
  }
  for (const title of copy.querySelectorAll("title")) title.remove();
  picture.append(copy);
  return picture;
}

/** A picture of the page's collection. */
function artOf(name) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.innerHTML = `<use href="#art-${name}" width="24" height="24"/>`;
  return picture;
}

/** Lets a picture fly from one box to another, of the size of the first where the second has none; then it is gone. */
function fly(picture, from, to, delay, last = 1, duration = FLY) {
  if (!isDrawn(from) || !to) return;
  picture.setAttribute("width", from.width);
  picture.setAttribute("height", from.height);
  layer().append(picture);
  const [[x, y], [toX, toY]] = [middle(from), middle(to)];
  const scale = isDrawn(to) ? Math.min(to.width / from.width, to.height / from.height) : 1;
  const at = (left, top) => `${left - from.width / 2}px ${top - from.height / 2}px`;
  // In a low arch, over what lies between.
  const peak = at((x + toX) / 2, Math.min(y, toY) + Math.abs(y - toY) * 0.35 - 12);
  const frames = { translate: [at(x, y), peak, at(toX, toY)], scale: [1, (1 + scale) / 2, scale], opacity: [1, 1, last] };
  const moving = picture.animate(frames, { duration: pace(duration), delay, easing: EASE, fill: "backwards" });
  moving.onfinish = moving.oncancel = () => picture.remove();
}

/** Where on the board something comes from or goes to: the part of that name, else a seat's mark there, else its middle. */
function sourceOf(token, seat) {
  const named = [token, `dragon ${seat}`].map((name) => document.querySelector(`#board [data-key="${CSS.escape(name)}"]`));
  const box = named.map((each) => each?.getBoundingClientRect()).find((each) => each && isDrawn(each));
  if (box) return box;
  const board = document.getElementById("board").getBoundingClientRect();
  return new DOMRect(board.left + board.width / 2 - 12, board.top + board.height / 3 - 12, 24, 24);
}

/** A thing is not seen before its picture has arrived. */
const arrive = (element, delay, duration = FLY) =>
  element.animate({ opacity: [0, 0, 1] }, { duration: pace(duration), delay, easing: "steps(1, jump-both)", fill: "backwards" });

const isNear = (one, other) => Math.abs(one.left - other.left) + Math.abs(one.top - other.top) < SAME;

/** Those of some things that the others do not have: as many as there are more, at places where none was. */
function beyond(these, others) {
  const extra = these.length - others.length;
  if (extra <= 0) return [];
  const fresh = these.filter(({ box }) => !others.some((each) => isNear(each.box, box)));
  return [...fresh, ...these.filter((each) => !fresh.includes(each)).reverse()].slice(0, extra);
}

function come(token, now, old, seat, delay) {
  for (const { element, box } of beyond(now, old)) {
    const from = sourceOf(token, seat);
    const target = isDrawn(box) ? box : placeOf(seat)?.getBoundingClientRect();
    const picture = isDrawn(box) ? pictureOf(element) : artOf("person");
    // The picture has the shape of what it becomes.
    const start = isDrawn(box) ? scaledTo(from, box) : from;
    fly(picture, start, target, delay, isDrawn(box) ? 1 : 0);
    if (isDrawn(box)) arrive(element, delay);
  }
}

/** A box of another one's shape with the middle of the first, of its height. */
function scaledTo(from, shape) {
  const [x, y] = middle(from);
  const width = (shape.width * from.height) / shape.height;
  return new DOMRect(x - width / 2, from.top + from.height / 2 - from.height / 2, width, from.height);
}

function leave(now, old, delay) {
  for (const { picture, box } of beyond(old, now)) {
    if (!picture) continue;
    const away = new DOMRect(box.left - 46, box.top + 34, box.width * 0.8, box.height * 0.8);
    fly(picture, box, away, delay, 0, LEAVE);
  }
}

/** Money and goods fly one by one to their pile, or from it; a palace that has more floors grows. */
function count(now, old, seat, delay) {
  const more = Number(now?.count ?? 0) - Number(old?.count ?? 0);
  const { piece, element } = now ?? old;
  if (!piece) {
    if (more > 0 && now.element.isConnected) grow(element, old ? 0.7 : 0.2, delay);
    return;
  }
  if (!more) return;
  const drawn = [now?.box, old?.box].find((box) => box && isDrawn(box));
  const home = drawn ? new DOMRect(drawn.left, drawn.top, 24, 24) : placeOf(seat)?.getBoundingClientRect();
  if (!home) return;
  const [x, y] = middle(sourceOf(`dragon ${seat}`, seat));
  const source = new DOMRect(x - 13, y - 13, 26, 26);
  const pile = new DOMRect(...(drawn ? [home.left, home.top] : middle(home).map((each) => each - 12)), 24, 24);
  for (let n = 0; n < Math.min(Math.abs(more), MOST); n++) {
    const [from, to] = more > 0 ? [source, pile] : [pile, source];
    fly(artOf(piece), from, to, delay + n * pace(STEP), more > 0 ? 1 : 0);
  }
}

function grow(element, from, delay) {
  element.style.transformBox = "fill-box";
  element.style.transformOrigin = "50% 100%";
  const growing = element.animate({ scale: [`1 ${from}`, "1 1.05", "1 1"] }, { duration: pace(FLY), delay, easing: "ease-out", fill: "backwards" });
  growing.onfinish = growing.oncancel = () => element.removeAttribute("style");
}

/** After a new view: acts out the difference from what was `before` at each place, for each seat after its delay. */
export function actOut(before, delayOf) {
  if (!pace(FLY) || !before.size) return;
  const now = atPlaces();
  for (const [seat, { tokens, piles }] of now) {
    const old = before.get(seat);
    if (!old) continue;
    const delay = delayOf(seat);
    for (const token of new Set([...tokens.keys(), ...old.tokens.keys()])) {
      const [there, then] = [tokens.get(token) ?? [], old.tokens.get(token) ?? []];
      come(token, there, then, seat, delay);
      leave(there, then, delay);
    }
    for (const key of new Set([...piles.keys(), ...old.piles.keys()])) count(piles.get(key), old.piles.get(key), seat, delay);
  }
}
