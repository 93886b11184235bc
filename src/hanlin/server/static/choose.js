// Choosing actions: clicks, picks, variants, and keys. See table.js for the attributes.

import { command, isBusy, state, undo } from "./command.js";
import { choosable, focusFirst, isArrow, listenForFocus, move } from "./focus.js";
import { closeMenu, menuIsOpen, menuOwner, openMenu, putInRibbon } from "./menu.js";
import { asksFirst, mayAsk } from "./confirm.js";
import { listenForOnward, onwardOf, refreshOnward } from "./onward.js";
import { setting } from "./settings.js";
import { hideTip, tipsSuspended, showTip, text } from "./tooltips.js";

const CLICKABLE = "[data-why],[data-variants],[data-pick],[data-actions],[data-action],[data-undo],[data-widen],[data-way],[data-check],[data-cancel]";
const picks = new Set();
const ways = document.getElementById("ways");
let turning = null;
let madeFor = "";
let clickedAt = "";
let follow = null;
let whenTurned = () => {};

const table = () => document.getElementById("table");
/** What a choice is made for: the state of the table, and the step of a plan. */
const moment = () => `${state().number} ${state().planning ?? ""}`;
const all = (selector) => [...table().querySelectorAll(selector)];

/** Plays an action, and after it those of `then` (with ";" between them) as far as they are possible; asks for confirmation at `place` if the settings say so. */
async function play(action, place = null, then = "") {
  if (!action || state().seat === undefined || state().live !== "yes") return;
  if (state().planning !== undefined) {
    command("/premove", state().seat, action);
    return;
  }
  const { number } = state();
  if (place && mayAsk()) {
    const asks = await asksFirst(action);
    // Chosen at a state that has passed meanwhile.
    if (number !== state().number) return;
    if (asks) {
      if (place.isConnected) openMenu(place, [action], then);
      return;
    }
  }
  follow = then ? { action: then, ply: Number(state().ply) + 1 } : null;
  command("/play", state().seat, action);
}

/** The next action of a click with several. */
function goOn() {
  const { action: actions, ply } = follow ?? {};
  const [action, ...others] = (actions ?? "").split(";");
  // What happens in between, such as a card that is drawn, may take plies of its own.
  if (action && Number(state().ply) < ply) return;
  follow = null;
  if (action && choosable().some((element) => actionsOf(element).includes(action))) {
    queueMicrotask(() => play(action, null, others.join(";")));
  }
}

/** Undoes a seat's last move, and plays no more of a click with several. */
function takeBack(seat) {
  follow = null;
  undo(seat);
}

// -- picks ---------------------------------------------------------------------------------------------------------------------

function actionsOf(element) {
  if (element.dataset.actions) return JSON.parse(element.dataset.actions);
  if (element.dataset.variants) return JSON.parse(element.dataset.variants).map((way) => way[0]).filter(Boolean);
  return element.dataset.action ? [element.dataset.action] : [];
}

/** The picks of each action, as the choices and the elements of the drawing name them. */
function companions() {
  const found = new Map();
  for (const element of all("[data-with]")) {
    for (const action of actionsOf(element)) found.set(action, new Set(element.dataset.with.split("|")));
  }
  return found;
}

/** The actions that a click on an element may play as things are: those of its picks, of its menu, or of the way it shows. */
export function actionsMeant(element) {
  if (element.dataset.why) return [];
  if (element.dataset.variants) return turning?.element === element ? [shownWay()[0]].filter(Boolean) : actionsOf(element).slice(0, 1);
  const known = companions();
  if (element.dataset.pick !== undefined) return [...known.keys()].filter((action) => fits(action, known, [...picks, element.dataset.pick]));
  const usual = picks.size ? null : element.dataset.usual;
  return (usual ? JSON.parse(usual) : actionsOf(element)).filter((action) => !picks.size || !known.has(action) || fits(action, known, picks));
}

const fits = (action, known, chosen) => [...chosen].every((token) => known.get(action)?.has(token));

function pick(element) {
  const token = element.dataset.pick;
  if (picks.delete(token)) {
    narrow();
    return;
  }
  const known = companions();
  const actions = [...known.keys()];
  if (!actions.some((action) => fits(action, known, [...picks, token]))) picks.clear();
  picks.add(token);
  const left = actions.filter((action) => fits(action, known, picks));
  // Two or more picks that name all of exactly one action play it.
  if (picks.size > 1 && left.length === 1 && known.get(left[0]).size === picks.size) play(left[0], element);
  else narrow();
}

/** Narrows the view to the picks: hides other choices, and dims other places on the board. */
function narrow() {
  const known = companions();
  const some = picks.size > 0;
  for (const element of all("[data-pick]")) {
    const chosen = picks.has(element.dataset.pick);
    element.classList.toggle("picked", chosen);
    element.setAttribute("aria-pressed", chosen);
  }
  for (const element of all("[data-action],[data-actions],[data-variants]")) {
    element.classList.toggle("out", some && !actionsOf(element).some((action) => fits(action, known, picks)));
  }
  for (const element of all("button.choice")) element.hidden = some && (!element.dataset.action || element.classList.contains("out"));
  const widen = table().querySelector("[data-widen]");
  if (widen) widen.hidden = !some;
}

function widen() {
  picks.clear();
  narrow();
}

/** Several actions at one place: plays the only one that fits the picks, or offers those that do in a menu; after it those of `then`. */
function chooseAmong(element, then = element.dataset.then) {
  const known = companions();
  const usual = picks.size ? null : element.dataset.usual;
  const left = usual ? JSON.parse(usual) : actionsOf(element).filter((action) => fits(action, known, picks));
  if (left.length === 1) play(left[0], element, then);
  else if (left.length === 0) showTip(element, text("none"), "", true);
  else openMenu(element, left, then);
}

/** Plays what an element offers, and after it the action of the place onto which it was dragged. */
export function playOnto(element, then) {
  if (!isBusy()) chooseAmong(element, then);
}

// -- variants ----------------------------------------------------------------------------------------------------

const shownWay = () => turning?.ways[turning.index];

/** Shows a way to turn a tile where it would lie, for an action that is pointed at elsewhere; null shows none any more. */
export function showWay(element, action) {
  if (turning?.pinned) return;
  if (!element) {
    if (turning?.told) letGo();
    return;
  }
  preview(element, false);
  // It goes when the entry is left, unless its place is pointed at meanwhile.
  turning.told = true;
  turning.index = Math.max(0, turning.ways.findIndex((way) => way[0] === action));
  draw();
}

function preview(element, pinned) {
  if (turning?.element !== element) {
    letGo();
    const found = JSON.parse(element.dataset.variants);
    turning = { element, ways: found, index: Math.max(0, found.findIndex((way) => way[0])), pinned: false, turned: false };
  }
  turning.pinned ||= pinned;
  turning.told = false;
  draw();
  ways.hidden = !turning.pinned;
  if (turning.pinned) putInRibbon(ways);
}

function draw() {
  const [action, picture, why, rule] = shownWay();
  const { element, pinned } = turning;
  let ghost = element.querySelector(":scope > .ghost");
  if (!ghost) {
    ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
    ghost.setAttribute("class", "ghost");
    element.append(ghost);
  }
  ghost.innerHTML = picture;
  if (pinned && action) ghost.innerHTML += check(ghost.firstElementChild.getBBox());
  element.classList.toggle("wrong", !action);
  ways.querySelector("[data-way=play]").disabled = !action;
  ways.querySelector("[data-way=turn]").hidden = turning.ways.length < 2;
  // A caption of the lens says it at the place that it is about.
  if (action && (!why || setting("lens") === "yes")) hideTip();
  else showTip(element, why, rule, !action);
  whenTurned(element);
}

/** The mark at the corner of a shown way, which plays it. */
const check = ({ x, y, width }) =>
  `<g data-check="" class="check" transform="translate(${x + width} ${y})"><g class="steady"><g transform="translate(-8 8)"><circle r="15"/><path d="M-6 0l4 5 8-9"/></g></g></g>`;

/** Calls `listener` with a place with variants whenever it shows another one, and with null when it shows none any more. */
export function onTurned(listener) {
  whenTurned = listener;
}

function turn(steps = 1) {
  if (!turning) return;
  turning.index = (turning.index + steps + turning.ways.length) % turning.ways.length;
  turning.turned = true;
  draw();
}

function letGo() {
  if (!turning) return;
  turning.element.querySelector(":scope > .ghost")?.remove();
  turning.element.classList.remove("wrong");
  turning = null;
  ways.hidden = true;
  hideTip();
  whenTurned(null);
}

/**
 * A click on a place with variants plays the only one, or the one that the reader has turned it to while pointing; else it shows one
 * that stays until the check, and further clicks turn it.
 */
function clickWays(element, again) {
  const here = turning?.element === element;
  const legal = actionsOf(element);
  if (here && turning.pinned) {
    if (again) play(shownWay()[0]);
    else turn();
  } else if (legal.length === 1) play(legal[0], element);
  else if (here && turning.turned && shownWay()[0]) play(shownWay()[0], element);
  else preview(element, true);
}

// -- events ------------------------------------------------------------------------------------------------------------------

/** ``again`` is true for the second click of a double click; with ``onward`` the place plays what may follow it as well. */
function click(element, again = false, onward = false) {
  const data = element.dataset;
  const then = data.then ?? (onward ? onwardOf(element) : undefined);
  if (data.way === "turn") turn();
  else if (data.way === "play" || data.check !== undefined) play(shownWay()?.[0]);
  else if (data.way === "drop") letGo();
  else if (data.why) return;
  else if (data.undo !== undefined) takeBack(data.undo);
  else if (isBusy()) return;
  else if (data.widen !== undefined) widen();
  else if (data.variants) clickWays(element, again);
  else if (data.pick !== undefined) pick(element);
  else if (data.actions) chooseAmong(element, then);
  else if (data.cancel !== undefined) closeMenu(true);
  // A choice in the menu needs no further confirmation.
  else play(data.action, element.closest("#menu") ? null : element, then);
}

const clickable = (target) => (target instanceof Element ? target.closest(CLICKABLE) : null);

/** Enter on a place with variants: shows the first one, and plays the one shown. */
function enterWays(element) {
  if (turning?.element === element) play(shownWay()[0]);
  else preview(element, true);
}

/** Makes the choice with that number, in the menu while it is open. */
function pressNumber(number) {
  const chosen = choosable().find((element) => element.dataset.numberKey === number);
  if (!chosen) return false;
  click(chosen);
  return true;
}

function press(event) {
  const focus = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || focus?.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  const element = clickable(focus);
  const keys = {
    Enter: () => (element?.dataset.variants ? enterWays(element) : element && !element.matches("button, a") ? click(element, false, event.shiftKey) : false),
    " ": () => (element && !element.matches("button, a") ? click(element) : false),
    r: () => turn(),
    R: () => turn(-1),
    h: () => table().querySelector("[data-take-hint]")?.click(),
    p: () => table().querySelector("[data-plan]")?.click(),
    u: () => (isBusy() ? takeBack(state().seat) : table().querySelector("[data-undo]")?.click()),
    "?": () => document.querySelector("[data-help]").click(),
    Escape: () => (menuIsOpen() ? closeMenu(true) : (letGo(), widen())),
  };
  const act = isArrow(event.key) ? () => move(event.key) : /^[1-9]$/.test(event.key) ? () => pressNumber(event.key) : keys[event.key];
  if (!act || (event.repeat && !isArrow(event.key)) || act() === false) return;
  event.preventDefault();
}

export function listenForChoices() {
  listenForFocus();
  listenForOnward((element) => isBusy() || click(element, false, true));
  document.addEventListener("click", (event) => {
    const again = event.detail > 1;
    // The second click of a double click does not count for an element that replaced the first one's.
    if (!again) clickedAt = moment();
    else if (clickedAt !== moment()) return;
    const element = clickable(event.target);
    if (menuIsOpen() && !event.target.closest?.("#menu")) {
      const closes = element === menuOwner();
      closeMenu();
      if (closes) return;
    }
    // A second tap turns a tile, however fast it comes.
    if (element) click(element, again && event.pointerType !== "touch", event.shiftKey);
  });
  document.addEventListener("pointerover", (event) => {
    const element = event.pointerType === "mouse" && event.target instanceof Element && event.target.closest("[data-variants]");
    if (element && !turning?.pinned) preview(element, false);
  });
  document.addEventListener("pointerout", (event) => {
    if (turning && !turning.pinned && turning.element.contains(event.target) && !turning.element.contains(event.relatedTarget)) letGo();
  });
  document.addEventListener("focusin", (event) => {
    const element = event.target instanceof Element && event.target.closest("[data-variants]");
    if (element && element.matches(":focus-visible") && !tipsSuspended() && !turning?.pinned) preview(element, false);
  });
  document.addEventListener("wheel", (event) => {
    if (!turning || !(turning.pinned || turning.element.contains(event.target))) return;
    if (!(event.target instanceof Element) || !event.target.closest("#board")) return;
    event.preventDefault();
    event.stopPropagation();
    turn(event.deltaY > 0 ? 1 : -1);
  }, { passive: false, capture: true });
  document.addEventListener("keydown", press);
}

/** After a new view: drops the picks, which belong to the old one. */
export function refresh() {
  closeMenu();
  refreshOnward();
  if (madeFor !== moment()) {
    letGo();
    hideTip();
    picks.clear();
    madeFor = moment();
  }
  narrow();
  focusFirst();
  goOn();
}
