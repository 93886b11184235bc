// Keyboard focus: after every view the first choice has the focus, and arrow keys move to the next one in their direction,
// over buttons and board alike. It is invisible to users of mouse or touch.

import { menuIsOpen, menuButtons } from "./menu.js";
import { withoutTips } from "./tooltips.js";

export const CHOOSABLE = "[data-action],[data-actions],[data-variants],[data-pick],[data-spot]";
const DIRECTIONS = { ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowUp: [0, -1] };
/** The weight of a sideways distance compared with one ahead. */
const ASIDE = 2.4;

const table = () => document.getElementById("table");
const visible = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(".out");

/** The elements that can be chosen now, in reading order; while a menu is open, its buttons. */
export function choosable() {
  if (menuIsOpen()) return menuButtons();
  return [...table().querySelectorAll(CHOOSABLE)].filter(visible);
}

/** The likely first choice: a place on the board if it answers the question, otherwise the first button. */
export function first() {
  const there = choosable();
  const onBoard = table().querySelector("#folded") && there.find((element) => element.closest("#board, #own"));
  return onBoard || there[0];
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** The nearest element in a direction; if there is none, the next or previous one in reading order. */
function towards(from, there, [right, down]) {
  const here = middle(from);
  let best = null;
  let least = Infinity;
  for (const element of there) {
    const { x, y } = middle(element);
    const ahead = (x - here.x) * right + (y - here.y) * down;
    const aside = Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
    if (element === from || ahead < 1 || aside > 3 * ahead + 4) continue;
    if (ahead + ASIDE * aside < least) {
      least = ahead + ASIDE * aside;
      best = element;
    }
  }
  const at = there.indexOf(from);
  return best ?? there[(at + (right + down > 0 ? 1 : there.length - 1)) % there.length];
}

/** Moves the focus for an arrow key; false if there is nothing to choose. */
export function move(key) {
  const there = choosable();
  if (!there.length) return false;
  const from = document.activeElement;
  (there.includes(from) ? towards(from, there, DIRECTIONS[key]) : first()).focus();
  return true;
}

export const isArrow = (key) => key in DIRECTIONS;

/** After a new view: keeps the focus on a usable element; otherwise moves it to the first choice. */
export function focusFirst() {
  const { asked, planning } = table().dataset;
  if ((asked === undefined && planning === undefined) || document.querySelector("dialog[open]")) return;
  const now = document.activeElement;
  const useful = now && now !== document.body && now.isConnected;
  if (useful && (choosable().includes(now) || !now.matches(`.choice, .can, .cannot, ${CHOOSABLE}`))) return;
  const element = first();
  if (element) withoutTips(() => element.focus({ preventScroll: true }));
}

/** Shows the focus from the first key on, until mouse or touch are used again. */
export function listenForFocus() {
  const show = (keys) => document.documentElement.classList.toggle("keys", keys);
  document.addEventListener("keydown", (event) => ["Shift", "Control", "Alt", "Meta"].includes(event.key) || show(true), true);
  document.addEventListener("pointerdown", () => show(false), true);
}
