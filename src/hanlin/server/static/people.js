// The people at the table: their clocks, which the server sets and the page only advances, and whose turn it is.

import { agree, onNews, state } from "./command.js";
import { setting } from "./settings.js";
import { ring } from "./sound.js";
import { text } from "./tooltips.js";
import { mark } from "./turn.js";

/** A running clock with fewer seconds is red, and ticks if it is the reader's own. */
const SHORT = 30;

let seenAt = null;

// -- clocks --------------------------------------------------------------------------------------------------------------------

/** The seconds by which the server's clock is ahead of this browser's, by the view that came here fastest. */
let ahead = null;
/** The second at which the reader's clock ticked last. */
let ticked = null;

/** The text of a clock, as the server writes it. */
function words(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

/** Compares this browser's clock with the server's, from a running clock that has just come. */
function compare() {
  const clock = document.querySelector(".clock.ticking");
  if (!clock) return;
  const now = Number(clock.dataset.until) - Number(clock.dataset.left) - Date.now() / 1000;
  // One that has become much less was set by its user.
  ahead = ahead === null || now > ahead || ahead - now > 60 ? now : ahead;
}

/** Advances the clocks: by the time of day, since a sleeping tab counts no seconds. */
function tick() {
  const now = Date.now() / 1000 + ahead;
  let own = null;
  for (const clock of document.querySelectorAll(".clock.ticking")) {
    const left = Math.max(0, Number(clock.dataset.until) - now);
    if (left < 86400) clock.textContent = words(left);
    clock.classList.toggle("short", left < SHORT);
    own = left;
  }
  const whole = own === null ? null : Math.floor(own);
  const isShort = whole !== null && whole < SHORT && own > 0 && state().asked !== undefined;
  if (isShort && whole !== ticked && setting("ticks") === "yes") ring(whole < 10 ? "last" : "tick");
  ticked = whole;
}

// -- computer players ----------------------------------------------------------------------------------------------------------

const SOON = 500;
let thought = { words: "", since: 0 };

/** Shows that the computer is thinking only after half a second. */
function refreshThinking() {
  const element = document.querySelector(".thinking");
  const words = element?.textContent ?? "";
  if (words !== thought.words) thought = { words, since: performance.now() };
  const left = thought.since + SOON - performance.now();
  element?.classList.toggle("shown", left <= 0);
  if (element && left > 0) setTimeout(refreshThinking, left + 1);
}

/** Reports that the table is visible, so that the next turn is notified again. */
function seen() {
  if (document.visibilityState !== "visible" || state().elsewhere === undefined) return;
  fetch(`/api/tables/${state().table}/looked`, { method: "POST" }).catch(() => {});
}

export function refreshPeople() {
  refreshThinking();
  compare();
  tick();
  const asked = state().asked !== undefined && state().live === "yes";
  mark(asked, text("turn"));
  const turn = asked ? `${state().table} ${state().ply}` : "";
  if (turn !== seenAt && (turn || seenAt === null)) seen();
  seenAt = turn;
}

export function listenForPeople() {
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", seen);
  document.addEventListener("visibilitychange", tick);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-command]") : null;
    if (button) agree(button.dataset.command, JSON.parse(button.dataset.body));
  });
  onNews((news) => news.turn !== undefined && document.hidden && mark(news.turn, text("turn")));
}
