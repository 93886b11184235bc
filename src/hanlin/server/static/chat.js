// Chat: what is said appears in a bubble where its speaker sits, and is counted until it has been read.

import { openSheet, showTab } from "./column.js";
import { onNews, state } from "./command.js";
import { morphInside } from "./motion.js";
import { arrange, isOnScreen, nameAt, placeOf } from "./seats.js";
import { ring } from "./sound.js";
import { showTip, text } from "./tooltips.js";

const READ = "hanlin-read";
/** Tables whose last read message is remembered. */
const TABLES = 50;
const SHOWN = 6000;
/** What the reader said needs no reading. */
const OWN_SHOWN = 2500;
/** Bubbles of one speaker at a time. */
const MOST = 3;

/** The newest message that has been seen or heard; null before the first view. */
let newest = null;

const said = () => [...document.querySelectorAll("#said [data-message]")];
const numberOf = (message) => Number(message.dataset.message);
const isOthers = (message) => message.dataset.mine === undefined;
/** True while the reader sees the messages. */
const isOpen = () => !document.hidden && isOnScreen(document.getElementById("said"));

/** True while a sheet with the messages covers the places. */
const isCovered = () => isOpen() && document.documentElement.dataset.sheet !== undefined;

// -- what has been read --------------------------------------------------------------------------------------------------------

function read() {
  try {
    return JSON.parse(localStorage.getItem(READ)) ?? {};
  } catch {
    return {};
  }
}

function keepRead(number) {
  const { [state().table]: _old, ...others } = read();
  const kept = Object.entries(others).slice(1 - TABLES);
  try {
    localStorage.setItem(READ, JSON.stringify(Object.fromEntries([...kept, [state().table, number]])));
  } catch {
    // Without storage everything counts as unread after a reload.
  }
}

/** Counts the messages that have not been read, in the header and on the chat's tab. */
function count() {
  const messages = said();
  if (isOpen() && messages.length && numberOf(messages.at(-1)) > (read()[state().table] ?? -1)) keepRead(numberOf(messages.at(-1)));
  const last = read()[state().table] ?? -1;
  const unread = messages.filter((each) => isOthers(each) && numberOf(each) > last).length;
  for (const place of document.querySelectorAll("[data-unread]")) {
    place.textContent = String(unread);
    place.hidden = unread === 0;
  }
  for (const button of document.querySelectorAll("[data-open-chat]")) {
    button.setAttribute("aria-label", unread ? text("unread").replace("{n}", unread) : text("chat"));
  }
}

// -- bubbles -------------------------------------------------------------------------------------------------------------------

const layer = () => document.getElementById("bubbles");

function place() {
  const shown = [...layer().children].reverse();
  const all = shown.map((element) => ({ element, at: placeOf(element.dataset.seat) }));
  for (const { element, at } of all) element.classList.toggle("nowhere", !at);
  // Over what the speaker has, which nobody else decides about; the reader's own words above it.
  const near = ({ element, at }) => ({ element, anchor: nameAt(at).getBoundingClientRect(), below: at.id !== "own", left: true });
  arrange(all.filter(({ at }) => at).map(near));
}

function drop(bubble) {
  bubble.remove();
  place();
}

/** Shows a message where its speaker sits, for some seconds or until it is dismissed. */
function speak(message) {
  const { seat, of } = message.dataset;
  if (seat === undefined || isCovered()) return;
  const bubble = document.createElement("div");
  bubble.className = "bubble";
  bubble.dataset.seat = seat;
  bubble.dataset.of = of;
  bubble.classList.toggle("reaction", message.classList.contains("reaction"));
  const words = document.createElement("span");
  for (const part of message.querySelectorAll("b, span")) words.append(part.cloneNode(true), " ");
  const close = Object.assign(document.createElement("button"), { type: "button", className: "close", textContent: "×" });
  close.setAttribute("aria-label", text("dismiss"));
  close.addEventListener("click", () => drop(bubble));
  bubble.append(words, close);
  // Who has the chat open hears the message from there; the page has one region that speaks.
  if (!isOpen()) document.getElementById("heard").replaceChildren(Object.assign(document.createElement("span"), { textContent: words.textContent }));
  const earlier = [...layer().children].filter((each) => each.dataset.seat === seat);
  for (const old of earlier.slice(0, Math.max(0, earlier.length - MOST + 1))) old.remove();
  layer().append(bubble);
  place();
  setTimeout(() => drop(bubble), isOthers(message) ? SHOWN : OWN_SHOWN);
}

// -- the list of messages ------------------------------------------------------------------------------------------------------

function toTheLast() {
  const log = document.getElementById("said");
  if (log) log.scrollTop = log.scrollHeight;
}

/** After a new view or a new message: shows and sounds what is new, and counts what is unread. */
export function refreshChat() {
  const messages = said();
  const last = Math.max(-1, ...messages.map(numberOf));
  const fresh = newest === null ? [] : messages.filter((each) => numberOf(each) > newest);
  newest = Math.max(newest ?? -1, last);
  for (const message of fresh.slice(-MOST)) speak(message);
  if (fresh.some(isOthers)) ring("chat");
  if (fresh.length) toTheLast();
  place();
  count();
}

/** Fetches the chat (after sending something, if given) and updates it in place; a message being written stays. */
async function talking(path = "/chat", body = null) {
  const request = body ? { method: "POST", headers: { "Content-Type": "application/json", "X-Fragment": "1" }, body: JSON.stringify(body) } : { headers: { "X-Fragment": "1" } };
  const answer = await fetch(`/t/${state().table}${path}`, request).catch(() => null);
  if (!answer?.ok) {
    const field = document.getElementById("say");
    if (field && body?.text && !body.reaction) field.value ||= body.text;
    showTip(document.getElementById("talking"), answer ? (await answer.json().catch(() => ({}))).detail ?? text("failed") : text("offline"), "", true);
    return;
  }
  morphInside(document.getElementById("talking"), await answer.text());
  refreshChat();
}

function clickTalk(target) {
  const button = target.closest("[data-react],[data-mute],[data-unmute],[data-block],[data-unblock],[data-talk]");
  if (!button) return;
  const { react, mute, unmute, block, unblock } = button.dataset;
  if (react) talking("/chat", { text: react, reaction: true });
  else if (mute) talking("/mute", { message: Number(mute), muted: true });
  else if (unmute) talking("/mute", { message: Number(unmute), muted: false });
  else if (block ?? unblock) talking("/block", { message: Number(block ?? unblock), blocked: block !== undefined });
  else talking("/talk", { on: button.dataset.talk === "on" });
}

/** Opens the chat: its tab, in a sheet on a small screen. */
function openChat() {
  showTab(document.getElementById("tab-chat"));
  if (!isOpen()) openSheet("drawer");
  if (isCovered()) layer().replaceChildren();
  toTheLast();
  count();
  document.getElementById("say")?.focus();
}

export function listenForChat() {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    clickTalk(event.target);
    // A click beside an open sheet closes it first.
    if (event.target.closest("[data-open-chat]")) setTimeout(openChat);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "saying") return;
    event.preventDefault();
    const field = document.getElementById("say");
    const written = field.value;
    if (!written.trim()) return;
    field.value = "";
    talking("/chat", { text: written });
  });
  addEventListener("tab", (event) => {
    if (event.detail !== "talk") return;
    toTheLast();
    count();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") layer().replaceChildren();
  });
  document.addEventListener("visibilitychange", count);
  addEventListener("resize", place);
  document.addEventListener("scroll", place, true);
  onNews((news) => news.chat !== undefined && document.getElementById("talking") && talking());
}
