// Chat and clocks: the server sets the clocks, the page only advances them.

import { agree, onNews, state } from "./command.js";
import { showTip, text } from "./tooltips.js";
import { mark } from "./turn.js";

let shown = 0;
let seenAt = null;

/** The text of a clock, as the server writes it. */
function words(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  if (whole >= 3600) return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

function tick() {
  const passed = (performance.now() - shown) / 1000;
  for (const clock of document.querySelectorAll(".clock.ticking")) {
    const left = Math.max(0, Number(clock.dataset.left) - passed);
    if (left < 86400) clock.textContent = words(left);
    clock.classList.toggle("short", left < 30);
  }
}

// -- chat ------------------------------------------------------------------------------------------------------------------------

const talk = () => document.getElementById("talk");

/** Fetches the chat (after sending something, if given) and updates it in place; a message being written stays. */
async function talking(path = "/chat", body = null) {
  const request = body ? { method: "POST", headers: { "Content-Type": "application/json", "X-Fragment": "1" }, body: JSON.stringify(body) } : { headers: { "X-Fragment": "1" } };
  const answer = await fetch(`/t/${state().table}${path}`, request).catch(() => null);
  if (!answer?.ok) {
    showTip(document.getElementById("talking"), answer ? (await answer.json().catch(() => ({}))).detail ?? text("failed") : text("offline"), "", true);
    return;
  }
  const field = document.getElementById("say");
  const [written, focused] = [body?.text === field?.value ? "" : field?.value, document.activeElement === field];
  document.getElementById("talking").innerHTML = await answer.text();
  const fresh = document.getElementById("say");
  if (fresh && written) fresh.value = written;
  if (fresh && focused) fresh.focus();
  toTheLast();
  if (talk().hidden) document.getElementById("fresh").hidden = false;
}

function toTheLast() {
  const log = document.getElementById("said");
  if (log) log.scrollTop = log.scrollHeight;
}

function clickTalk(target) {
  const button = target.closest("[data-react],[data-mute],[data-unmute],[data-talk]");
  if (!button) return;
  const { react, mute, unmute } = button.dataset;
  if (react) talking("/chat", { text: react, reaction: true });
  else if (mute) talking("/mute", { message: Number(mute), muted: true });
  else if (unmute) talking("/mute", { message: Number(unmute), muted: false });
  else talking("/talk", { on: button.dataset.talk === "on" });
}

// -- computer players ------------------------------------------------------------------------------------------------------------------

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
  shown = performance.now();
  const asked = state().asked !== undefined && state().live === "yes";
  mark(asked, text("turn"));
  const turn = asked ? `${state().table} ${state().ply}` : "";
  if (turn !== seenAt && (turn || seenAt === null)) seen();
  seenAt = turn;
}

export function listenForPeople() {
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", seen);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-command]") : null;
    if (button) agree(button.dataset.command, JSON.parse(button.dataset.body));
    if (event.target instanceof Element) clickTalk(event.target);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "saying") return;
    event.preventDefault();
    const message = document.getElementById("say").value.trim();
    if (message) talking("/chat", { text: document.getElementById("say").value });
  });
  addEventListener("tab", (event) => {
    if (event.detail !== "talk") return;
    document.getElementById("fresh").hidden = true;
    toTheLast();
  });
  onNews((news) => news.chat !== undefined && talk() && talking());
  onNews((news) => news.turn !== undefined && document.hidden && mark(news.turn, text("turn")));
}
