// The lens: values on the board, which the reader can switch off, and captions of what the choice that is pointed at would change.
//
// The server says what an action would change (GET /t/ID/consequences); a caption stands at the part of the board whose
// data-key it names, without a name it is added to the choice's tip. Captions lie over the board, inside its frame and beside
// the place that is pointed at; nothing moves for them.

import { isBusy, state } from "./command.js";
import { actionsMeant, onTurned } from "./choose.js";
import { freeSpot } from "./seats.js";
import { change, setting } from "./settings.js";
import { onHeld, sayWould, tipsSuspended } from "./tooltips.js";

const CHOICE = "[data-action], [data-actions], [data-variants], [data-pick]";
/** Milliseconds that one points at a choice before its captions are asked for. */
const PAUSE = 120;
/** Where a click may play one of several actions, captions say what they have in common; of more than so many nothing is said. */
const MOST = 4;
const place = document.getElementById("captions");
const spoken = document.getElementById("would");
const known = new Map();
let madeFor = "";
let pointed = null;
let timer = 0;
let fetching = null;

const isOn = () => setting("lens") === "yes";
const asks = () => (state().asked !== undefined || state().planning !== undefined) && state().live === "yes" && !isBusy();
const choiceAt = (target) => (target instanceof Element ? target.closest("#table, #menu") && target.closest(CHOICE) : null);

// -- what an action would change ---------------------------------------------------------------------------------------------

async function fetched(action, signal) {
  const { table, number, seat, planning } = state();
  const name = `${number} ${planning ?? ""} ${action}`;
  if (!known.has(name)) {
    const answer = await fetch(`/t/${table}/consequences?${new URLSearchParams({ as: seat, number, action, ...(planning === undefined ? {} : { plan: "1" }) })}`, { signal });
    if (!answer.ok) return [];
    known.set(name, (await answer.json()).consequences);
  }
  return known.get(name);
}

const same = (one, other) => one.key === other.key && one.text === other.text && one.tone === other.tone;

/** What all of these actions would change alike. */
async function common(actions, signal) {
  const [first, ...others] = await Promise.all(actions.map((action) => fetched(action, signal)));
  return first.filter((each) => others.every((changes) => changes.some((other) => same(each, other))));
}

/** Shows after a moment what a choice would change; `aloud` for those who do not see where the captions stand. */
function point(element, aloud = false) {
  clear();
  const actions = element && isOn() && asks() && state().seat !== undefined ? actionsMeant(element) : [];
  if (!actions.length || actions.length > MOST) return;
  pointed = element;
  timer = setTimeout(async () => {
    const control = new AbortController();
    fetching = control;
    try {
      const changes = await common(actions, control.signal);
      if (!control.signal.aborted && element.isConnected) show(element, changes, aloud);
    } catch {
      // Left meanwhile, or no connection: nothing is shown.
    }
  }, PAUSE);
}

function clear() {
  clearTimeout(timer);
  fetching?.abort();
  fetching = null;
  if (!pointed) return;
  pointed = null;
  place.replaceChildren();
  spoken.textContent = "";
  sayWould(null, []);
}

// -- captions ------------------------------------------------------------------------------------------------------------------

const partOf = (key) => (key ? document.querySelector(`#board [data-key="${CSS.escape(key)}"], #places [data-key="${CSS.escape(key)}"]`) : null);

function show(element, changes, aloud) {
  const away = [pointedBox(element), document.getElementById("tip").getBoundingClientRect()].filter((box) => box.width);
  const homeless = [];
  for (const change of changes) {
    const part = partOf(change.key);
    if (!part?.checkVisibility() || !putCaption(change, part, away)) homeless.push(change);
  }
  sayWould(element, homeless);
  if (aloud) spoken.textContent = changes.map(({ key, text }) => [partOf(key)?.getAttribute("aria-label"), text].filter(Boolean).join(": ")).join(". ");
}

/** The place that captions keep free: the choice itself, or what it shows there. */
const pointedBox = (element) => (element.querySelector(":scope > .ghost > use") ?? element).getBoundingClientRect();

function putCaption(change, part, away) {
  const caption = Object.assign(document.createElement("span"), { className: `caption ${change.tone}`, textContent: change.text });
  place.append(caption);
  const own = caption.getBoundingClientRect();
  const spot = freeSpot(own, part.getBoundingClientRect(), part.closest("#board, #places").getBoundingClientRect(), away);
  if (!spot) {
    caption.remove();
    return false;
  }
  caption.style.transform = `translate(${Math.round(spot.left)}px, ${Math.round(spot.top)}px)`;
  away.push({ left: spot.left, top: spot.top, right: spot.left + own.width, bottom: spot.top + own.height });
  return true;
}

// -- events ------------------------------------------------------------------------------------------------------------------

function turnOnOrOff() {
  change("lens", isOn() ? "no" : "yes");
}

function showSwitch() {
  for (const button of document.querySelectorAll("button[data-lens]")) button.setAttribute("aria-pressed", isOn());
  if (!isOn()) clear();
}

function press(event) {
  if (event.key === "Escape") clear();
  const elsewhere = event.target instanceof Element && event.target.matches("input, select, textarea");
  if (event.key.toLowerCase() !== "o" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (!elsewhere && !document.querySelector("dialog[open]")) turnOnOrOff();
}

export function listenForLens() {
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const element = choiceAt(event.target);
    if (element && element !== pointed) point(element);
  });
  document.addEventListener("pointerout", (event) => {
    // A finger that is lifted is no longer over anything; what it asked for stays.
    const leaves = event.pointerType === "mouse" && pointed?.contains(event.target) && !pointed.contains(event.relatedTarget);
    if (leaves && !pointed.querySelector(":scope > .ghost")) clear();
  });
  document.addEventListener("focusin", (event) => {
    const element = choiceAt(event.target);
    if (tipsSuspended() || !event.target.matches(":focus-visible")) return;
    if (element) point(element, true);
    else clear();
  });
  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("button[data-lens]")) turnOnOrOff();
  });
  document.addEventListener("pointerdown", (event) => event.pointerType === "touch" && clear(), true);
  document.addEventListener("wheel", (event) => event.defaultPrevented || clear(), { passive: true, capture: true });
  addEventListener("resize", clear);
  addEventListener("setting", showSwitch);
  document.addEventListener("keydown", press);
  onHeld((element) => element.matches(CHOICE) && point(element));
  onTurned((element) => point(element, document.documentElement.classList.contains("keys")));
}

/** After a new view: what was pointed at belongs to the old one. */
export function refreshLens() {
  showSwitch();
  if (madeFor === state().number) return;
  madeFor = state().number;
  known.clear();
  clear();
}
