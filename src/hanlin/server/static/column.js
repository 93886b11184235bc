// The column next to the board: the tabs of log and chat. On small screens column and players are sheets that open on a tap.

const root = document.documentElement;
const tabs = () => [...document.querySelectorAll("[role=tablist] [role=tab]")];

/** Shows the panel of a tab. */
export function showTab(chosen) {
  for (const tab of tabs()) {
    const shown = tab === chosen;
    tab.setAttribute("aria-selected", shown);
    tab.tabIndex = shown ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !shown;
  }
  dispatchEvent(new CustomEvent("tab", { detail: chosen.getAttribute("aria-controls") }));
}

function arrows(event) {
  const all = tabs();
  const at = all.indexOf(event.target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const next = all[(to + all.length) % all.length];
  showTab(next);
  next.focus();
}

// -- sheets --------------------------------------------------------------------------------------------------------------------

const SHEETS = { players: "[data-players]", drawer: "button[data-sheet]" };

/** Opens a sheet on a small screen and closes the other; none closes both. */
export function openSheet(name = "") {
  root.classList.toggle("players-open", name === "players");
  if (name === "drawer") root.dataset.sheet = "drawer";
  else delete root.dataset.sheet;
  for (const [sheet, button] of Object.entries(SHEETS)) document.querySelector(button)?.setAttribute("aria-expanded", sheet === name);
  dispatchEvent(new CustomEvent("sheet", { detail: name }));
}

const SWIPE = 50;
let swipe = null;

/** A finger that moves down a sheet that is at its top, or to the right on one at the side, closes it. */
function listenForSwipes() {
  document.addEventListener("touchstart", (event) => {
    const sheet = event.target instanceof Element && open() ? event.target.closest("#players, #drawer") : null;
    const { clientX: x, clientY: y } = event.touches[0];
    let top = true;
    for (let each = event.target; sheet && sheet.contains(each); each = each.parentElement) top &&= each.scrollTop <= 0;
    swipe = sheet && event.touches.length === 1 ? { x, y, top } : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!swipe) return;
    const [across, down] = [event.changedTouches[0].clientX - swipe.x, event.changedTouches[0].clientY - swipe.y];
    const atSide = innerHeight <= 500 && innerWidth > 600;
    if (atSide ? across > SWIPE && across > 2 * Math.abs(down) : swipe.top && down > SWIPE && down > 2 * Math.abs(across)) openSheet();
    swipe = null;
  }, { passive: true });
}

const open = () => (root.classList.contains("players-open") ? "players" : root.dataset.sheet ?? "");

/** Opened lists and menus of the frame: a click elsewhere and Escape close them. */
const POPOVERS = "#ask:not(.lesson) details.folded, #ask details.branch, #more";

export function listenForColumn() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target) return;
    const tab = target.closest("[role=tab]");
    if (tab) showTab(tab);
    for (const each of document.querySelectorAll(POPOVERS)) if (!each.contains(target) || target.closest("[data-action]")) each.open = false;
    const button = Object.entries(SHEETS).find(([, selector]) => target.closest(selector));
    if (button) openSheet(open() === button[0] ? "" : button[0]);
    else if (open() && !target.closest("#players, #drawer, #dialog, #beside")) openSheet();
  });
  listenForSwipes();
  document.addEventListener("keydown", arrows, true);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
    const popover = document.querySelector(POPOVERS.replaceAll(/(details\.\w+|#more)/g, "$1[open]"));
    if (popover) {
      popover.open = false;
      popover.querySelector("summary").focus();
    } else if (open()) {
      const button = document.querySelector(SHEETS[open()]);
      openSheet();
      button.focus();
    } else document.querySelector(":is(#hint, #guide):not([hidden]) :is([data-hint-close], [data-guide-read])")?.click();
  });
}

// -- the ribbon ------------------------------------------------------------------------------------------------------------------

/** Marks at which ends of a row there are more. A hand that scrolls can be reached with keys also while nothing in it is asked. */
function markEnds(row) {
  const more = [row.scrollLeft > 2 ? "left" : "", row.scrollLeft + row.clientWidth < row.scrollWidth - 2 ? "right" : ""];
  row.dataset.more = more.filter(Boolean).join(" ");
  if (row.id === "own") row.toggleAttribute("tabindex", row.scrollWidth > row.clientWidth);
  if (row.hasAttribute("tabindex")) row.tabIndex = 0;
}

const ROWS = ".offered, .result, .hand > .own";
const rows = () => document.querySelectorAll(ROWS);
let asked = "";

export function listenForRibbon() {
  document.addEventListener("scroll", (event) => event.target instanceof Element && event.target.matches(ROWS) && markEnds(event.target), true);
  addEventListener("resize", refreshRibbon);
  // A wheel moves a row that scrolls sideways.
  document.addEventListener("wheel", (event) => {
    const row = event.target instanceof Element && event.target.closest(".offered");
    if (!row || !row.dataset.more || event.deltaX) return;
    event.preventDefault();
    row.scrollLeft += event.deltaY;
  }, { passive: false });
}

/** Brings what can be chosen in the hand into sight, where the dock is too small for all of it. */
function showChoices() {
  const { number } = document.getElementById("table").dataset;
  if (number === asked) return;
  asked = number;
  const all = [...document.querySelectorAll("#hand .can")];
  for (const each of [all.at(-1), all[0]]) each?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Lists and hints on a phone held sideways begin below the hand. */
function showHand() {
  const hand = document.getElementById("hand");
  const bottom = hand?.checkVisibility() ? hand.getBoundingClientRect().bottom : 0;
  if (bottom) root.style.setProperty("--under-hand", `${Math.ceil(bottom) + 4}px`);
  else root.style.removeProperty("--under-hand");
}

/** A question that does not fit into its two lines has three smaller ones, on a phone. */
function fitQuestion() {
  const question = document.getElementById("question");
  question?.classList.remove("long");
  question?.classList.toggle("long", question.scrollHeight > question.clientHeight + 2);
}

/** After every view: question and choices that do not fit are smaller, what can be chosen in the hand is in sight, and rows say where there is more. */
export function refreshRibbon() {
  fitQuestion();
  showChoices();
  for (const row of rows()) {
    row.classList.remove("narrow");
    row.classList.toggle("narrow", row.scrollWidth > row.clientWidth + 2);
    markEnds(row);
  }
  showHand();
}
