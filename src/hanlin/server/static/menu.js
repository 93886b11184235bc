// A small menu at a place that offers several actions. Its buttons are those of the question.

import { text } from "./tooltips.js";

const menu = document.getElementById("menu");
const GAP = 10;
let owner = null;

export const menuIsOpen = () => !menu.hidden;
export const menuButtons = () => [...menu.querySelectorAll("button.choice")];
export const menuOwner = () => owner;

/** The button of an action, as in the question; for a very long question, which omits some, one with the action's own text. */
function button(action, number) {
  const known = document.querySelector(`#choices button.choice[data-action="${CSS.escape(action)}"]`);
  const made = known ? known.cloneNode(true) : document.createElement("button");
  if (!known) {
    made.textContent = action;
    made.type = "button";
  }
  made.removeAttribute("id");
  made.hidden = false;
  made.className = "choice";
  made.dataset.action = action;
  made.querySelector("kbd")?.remove();
  delete made.dataset.numberKey;
  if (number < 10) {
    made.dataset.numberKey = number;
    made.append(Object.assign(document.createElement("kbd"), { textContent: number }));
  }
  return made;
}

/** Positions a panel below an element, or above it if there is no space, and within the window. */
export function putAt(panel, element) {
  const box = element.getBoundingClientRect();
  const own = panel.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const below = box.bottom + GAP;
  const top = below + own.height < innerHeight - 8 ? below : Math.max(8, box.top - own.height - GAP);
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

/** Positions a panel over the right end of the question, so that it covers nothing of the board. */
export function putInRibbon(panel) {
  const box = document.getElementById("ask").getBoundingClientRect();
  // Its former place must not make it narrower.
  panel.style.left = panel.style.top = "0";
  panel.style.maxWidth = `${box.width - 8}px`;
  const own = panel.getBoundingClientRect();
  panel.style.left = `${Math.max(box.left + 4, box.right - own.width - 8)}px`;
  panel.style.top = `${Math.max(box.top, Math.min(box.bottom, innerHeight) - own.height - 2)}px`;
}

/** Asks for confirmation of the only action of the menu: a sentence above it, and "cancel" below. */
function ask() {
  menu.prepend(Object.assign(document.createElement("p"), { className: "asks", textContent: text("sure") }));
  const out = Object.assign(document.createElement("button"), { type: "button", className: "button quiet", textContent: text("cancel") });
  out.dataset.cancel = "";
  menu.append(out);
}

/** Opens the menu at an element, with these actions; the first has the focus. A single one needs confirmation. */
export function openMenu(element, actions, then = "") {
  owner = element;
  menu.setAttribute("aria-label", element.getAttribute("aria-label") ?? "");
  menu.replaceChildren(...actions.map((action, index) => button(action, index + 1)));
  for (const each of menu.children) if (then) each.dataset.then = then;
  if (actions.length === 1) ask();
  menu.hidden = false;
  putAt(menu, element);
  menuButtons()[0]?.focus({ preventScroll: true });
}

/** Closes the menu; with `back` the focus returns to where it was opened. */
export function closeMenu(back = false) {
  if (menu.hidden) return;
  menu.hidden = true;
  menu.replaceChildren();
  if (back && owner?.isConnected) owner.focus({ preventScroll: true });
  owner = null;
}
