// The search for a game: its form, the time one has waited, and the game that was found, which opens by itself.

import { ring } from "./sound.js";
import { mark } from "./turn.js";

/** Milliseconds between the sound and the table. */
const BEAT = 500;

const place = document.getElementById("live-find");
const here = document.getElementById("here");
let opening = false;

/** The searches that were begun or cancelled here, each counted when it is sent and when it is answered. */
let sent = 0;
export const searchesSent = () => sent;

export const isSeeking = () => Boolean(place?.querySelector("[data-seeking]"));

/** Shows how many people are here. */
export function showHere(number) {
  if (here) here.textContent = (number === 1 ? here.dataset.one : here.dataset.many).replace(/\d+/, number);
}

/** Opens the table of a game that was found, with a sound. */
export function openMatch(table) {
  if (opening) return;
  opening = true;
  ring("turn");
  if (document.hidden) {
    mark(true, "● {game}");
    tell(place?.dataset.found ?? document.title);
  }
  setTimeout(() => location.assign(`/t/${table}`), BEAT);
}

/** A notice of the system, where the reader has allowed notices before. */
function tell(words) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    new Notification(words);
  } catch {
    // Some phones show notices of a worker only.
  }
}

/** Offers the numbers of players of the chosen game. */
function showPlayers() {
  const form = place?.querySelector(".finder-form");
  if (!form) return;
  const offered = form.elements.game.selectedOptions[0].dataset.players.split(" ");
  const options = [...form.elements.players.options];
  for (const option of options) {
    option.hidden = option.disabled = !offered.includes(option.value);
  }
  if (form.elements.players.selectedOptions[0]?.disabled) form.elements.players.value = options.find((option) => !option.disabled).value;
}

/** The time since the search began, as a clock. */
function showWaited() {
  const waited = place?.querySelector(".waited");
  if (!waited) return;
  waited.dataset.from ??= String(Date.now() - 1000 * Number(waited.dataset.waited));
  const seconds = Math.floor((Date.now() - Number(waited.dataset.from)) / 1000);
  waited.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Shows the search as the server has rendered it. */
export function showFinder(html) {
  const held = place.contains(document.activeElement);
  place.innerHTML = html;
  showPlayers();
  showWaited();
  if (held) place.querySelector("button")?.focus();
}

async function send(form) {
  const body = new URLSearchParams(new FormData(form));
  sent += 1;
  const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "1" } }).catch(() => null);
  // A refusal comes with the form, too.
  if (!answer || !(answer.headers.get("content-type") ?? "").startsWith("text/html")) return form.submit();
  const html = await answer.text();
  sent += 1;
  showFinder(html);
  place.querySelector("button")?.focus();
  place.scrollIntoView({ block: "nearest" });
  return undefined;
}

/** Opens what was found while this page was not connected. */
export function catchUp(page) {
  const found = page.querySelector("[data-match]")?.dataset.match;
  if (found && isSeeking()) openMatch(found);
}

if (place) {
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.find === undefined) return;
    event.preventDefault();
    send(event.target);
  });
  document.addEventListener("change", (event) => event.target.name === "game" && showPlayers());
  setInterval(showWaited, 1000);
  showPlayers();
  showWaited();
}
