// What may follow a choice of the board at once (data-onward, "done;take pile"): a click with Shift, Shift and Enter, or a click on the small
// button beside the place that the mouse points at plays the choice and then these actions, as far as they are legal.

import { isBusy, state } from "./command.js";

const PLACE = "#table.asked #board :is([data-action], [data-actions]):not([data-then])";
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
  const { offsetWidth: wide, offsetHeight: high } = button;
  const [right, left, above, below] = [box.right - 8, box.left + 8 - wide, box.top - 8, box.bottom + 8 - high].map(Math.round);
  // It touches the place, so that the pointer can get there, and lies over no other place and nobody's cards, if that can be.
  const isTaken = (x, y) => {
    const under = document.elementsFromPoint(x, y);
    return !under.some((each) => each.closest("#board")) || under.some((each) => each.closest(`.place, ${PLACE}`) && !element.contains(each));
  };
  const spots = [[right, above], [left, above], [right, below], [left, below]];
  const isFree = ([x, y]) => [6, wide / 2, wide - 6].every((across) => !isTaken(x + across, y + high / 2));
  const [x, y] = spots.find(isFree) ?? spots[0];
  button.style.transform = `translate(${x}px, ${y}px)`;
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
