// The second step, where one place offers several actions: a small menu at that place. Its buttons are those of the question.

import { text } from "./tooltips.js";

const menu = document.getElementById("menu");
const GAP = 10;
let owner = null;

export const menuIsOpen = () => !menu.hidden;
export const menuButtons = () => [...menu.querySelectorAll("button.choice")];
export const menuOwner = () => owner;

/** The button of an action, as the question shows it; for a very long question, which leaves some out, one with the action's own words. */
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

/** Puts a panel below an element, or above it where there is no room, and within the window. */
export function putAt(panel, element) {
  const box = element.getBoundingClientRect();
  const own = panel.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const below = box.bottom + GAP;
  const top = below + own.height < innerHeight - 8 ? below : Math.max(8, box.top - own.height - GAP);
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

/** Asks whether the one action of the menu is meant: words above it, and a way out below. */
function ask(then) {
  menu.firstElementChild.dataset.then = then;
  menu.prepend(Object.assign(document.createElement("p"), { className: "asks", textContent: text("sure") }));
  const out = Object.assign(document.createElement("button"), { type: "button", className: "button quiet", textContent: text("cancel") });
  out.dataset.cancel = "";
  menu.append(out);
}

/** Opens the menu at an element, with these actions; the first has the focus. A single one is asked about: is it meant? */
export function openMenu(element, actions, then = "") {
  owner = element;
  menu.setAttribute("aria-label", element.getAttribute("aria-label") ?? "");
  menu.replaceChildren(...actions.map((action, index) => button(action, index + 1)));
  if (actions.length === 1) ask(then);
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
