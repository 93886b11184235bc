// The script of every page: the theme's switch, dialogs for links marked data-dialog, and the set-up form.

import { listenForNotices } from "./notices.js";
import { listenForSettings, rememberNames, showSettings } from "./settings.js";
import { listenForSound } from "./sound.js";

const dialog = document.getElementById("dialog");
const content = document.getElementById("dialog-content");

const dropdowns = [...document.querySelectorAll("[data-dropdown]")];

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  for (const each of dropdowns) if (each.open && (!each.contains(target) || target.closest("a"))) each.open = false;
  if (target?.closest("[data-theme-switch]")) switchTheme();
  const link = target?.closest("a[data-dialog], #dialog a[href^='#']");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    openDialog(link);
  } else if (target === dialog) dialog.close();
});

// Before the table's keys, which are not meant while a list in the header is open.
addEventListener("keydown", (event) => {
  const open = dropdowns.find((each) => each.open);
  if (!open || event.key !== "Escape") return;
  event.stopImmediatePropagation();
  open.open = false;
  open.querySelector("summary").focus();
}, true);

// The help about the question that the table asks now.
document.querySelector(".help-menu")?.addEventListener("toggle", ({ target }) => {
  const rule = document.querySelector("#ask .rule")?.getAttribute("href");
  const item = target.querySelector("[data-this-question]");
  item.hidden = !rule;
  if (rule) item.firstElementChild.href = rule.replace("/rules/", "/help/").replace("#", "?rule=");
});

function switchTheme() {
  const root = document.documentElement;
  const night = root.dataset.theme ? root.dataset.theme === "night" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = night ? "day" : "night";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=315360000; samesite=lax`;
}

/** Opens a link's page as a dialog; without an answer the link is followed. */
export async function openDialog(link) {
  // The rules open at the rule of the question that the table asks.
  const asked = link.matches("[data-help]") ? document.querySelector("#ask .rule")?.href : undefined;
  const address = new URL(asked ?? link.href, location.href);
  const place = decodeURIComponent(address.hash.slice(1));
  if (link.getAttribute("href").startsWith("#")) {
    showPlace(place);
    return;
  }
  try {
    const answer = await fetch(address, { headers: { "X-Fragment": "1" } });
    if (!answer.ok) throw new Error(answer.statusText);
    content.innerHTML = await answer.text();
  } catch {
    location.href = address;
    return;
  }
  showSettings(content);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  if (place) showPlace(place);
}

function showPlace(name) {
  for (const old of content.querySelectorAll(".here")) old.classList.remove("here");
  const place = content.querySelector(`[id="${CSS.escape(name)}"]`);
  if (!place) return;
  place.classList.add("here");
  place.scrollIntoView({ block: place.matches("section, h2") ? "start" : "center" });
}

const setup = document.querySelector("form.setup");
function showSeats() {
  const players = Number(new FormData(setup).get("players"));
  for (const row of setup.querySelectorAll("[data-seat-row]")) {
    row.hidden = Number(row.dataset.seatRow) >= players;
    const kind = row.querySelector("select").value;
    row.querySelector(".name").hidden = kind !== "person";
    showFace(row.querySelector(".face"), kind.replace("bot:", ""));
  }
  // Levels without a network for so many players can't be chosen; a chosen one stays, and the server says what to do.
  for (const option of setup.querySelectorAll("[data-players]")) {
    option.disabled = !option.selected && !option.dataset.players.split(" ").includes(String(players));
  }
}

/** The portrait and the strength of the chosen level; simple computer players have none. */
function showFace(face, level) {
  const card = setup.querySelector(`.level[data-level="${CSS.escape(level)}"]`);
  face.hidden = !card;
  if (!card || face.dataset.level === level) return;
  face.dataset.level = level;
  face.querySelector("use").setAttribute("href", `#level-${level}`);
  face.querySelector("span").textContent = card.querySelector(".facts span").textContent;
}

/** Gives all computer seats the level of a card; without one, the last seat. */
function pickLevel(level) {
  const seats = [...setup.querySelectorAll("[data-seat-row]:not([hidden]) select")];
  const computers = seats.filter((seat) => seat.value.startsWith("bot:"));
  for (const seat of computers.length ? computers : seats.slice(1).slice(-1)) seat.value = `bot:${level}`;
  showSeats();
}

if (setup) {
  rememberNames(setup);
  setup.addEventListener("click", (event) => {
    const { pickLevel: level } = event.target.closest("[data-pick-level]")?.dataset ?? {};
    if (level) pickLevel(level);
  });
  setup.addEventListener("change", showSeats);
  // Values chosen before this script ran, or restored by the browser.
  addEventListener("pageshow", showSeats);
  showSeats();
}

listenForNotices();
listenForSettings();
listenForSound();

// -- without a connection; the installed app has a script for that -----------------------------------------------------------

const offline = document.getElementById("offline");
function sayOffline() {
  if (!offline) return;
  offline.hidden = navigator.onLine;
  offline.textContent = navigator.onLine ? "" : offline.dataset.words;
}
addEventListener("offline", sayOffline);
addEventListener("online", () => (document.querySelector("[data-offline]") ? location.reload() : sayOffline()));
const installed = matchMedia("(display-mode: standalone)").matches;
if (installed) navigator.serviceWorker?.register("/app.js");
