// What may follow a choice of the board at once (data-onward, "done;take pile"): a click with Shift, Shift and Enter, or a click on the small
// button beside the place that the mouse points at plays the choice and then these actions, as far as they are legal.

import { isBusy, state } from "./command.js";

const PLACE = "#board :is([data-action], [data-actions]):not([data-then])";
const source = () => document.querySelector("#board [data-onward]");
const button = Object.assign(document.createElement("button"), { type: "button", className: "onward", tabIndex: -1, hidden: true });
button.setAttribute("aria-hidden", "true");
let owner = null;

/** What may follow the choice of an element; undefined where nothing does. In a lesson the learner plays every move. */
export const onwardOf = (element) => (state().lesson === undefined && element.matches(PLACE) ? source()?.dataset.onward : undefined);

function leave() {
  owner = null;
  button.hidden = true;
}

function pointAt(element) {
  if (element === owner) return;
  leave();
  if (!onwardOf(element) || state().live !== "yes" || isBusy()) return;
  owner = element;
  button.textContent = source().dataset.onwardMark;
  button.hidden = false;
  const box = element.getBoundingClientRect();
  const top = Math.round(Math.max(document.getElementById("board").getBoundingClientRect().top, box.top - 8));
  const [right, left] = [box.right - 8, box.left + 8 - button.offsetWidth].map(Math.round);
  // It touches the place, so that the pointer can get there, and lies over nobody's cards.
  const isCovered = document.elementsFromPoint(right + button.offsetWidth, top + 8).some((each) => each.closest(".place"));
  button.style.transform = `translate(${isCovered ? left : right}px, ${top}px)`;
}

/** ``choose`` plays an element's choice, and onward from there. */
export function listenForOnward(choose) {
  document.body.append(button);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || !(event.target instanceof Element) || event.target === button) return;
    const element = event.target.closest(PLACE);
    if (element) pointAt(element);
    else leave();
  });
  document.addEventListener("wheel", leave, { passive: true, capture: true });
  addEventListener("resize", leave);
  button.addEventListener("click", (event) => {
    event.stopPropagation();
    const element = owner;
    leave();
    if (element?.isConnected) choose(element);
  });
}

/** After a new view the place may offer something else. */
export const refreshOnward = leave;
