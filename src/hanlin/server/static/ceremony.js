// The end of a game: a dialog over the board in which the points pour in source by source, the ranks turn and the winner's flower
// opens. It is shown once, when a watched game ends; later it is opened by a link, and then everything is there at once.

import { state } from "./command.js";
import { pace } from "./settings.js";
import { showTip, text } from "./tooltips.js";

const POUR = 620;
const TURN = 420;
const BLOOM = 1100;
/** Milliseconds between two looks for the first pass of the review, and after that for better figures. */
const SOON = 600;
const LATER = 12000;
const PETALS = 14;
/** Looks for badges: they are known a moment after the end, if the game counts. */
const TRIES = 20;

const dialog = document.getElementById("ending");
let watched = false;
/** Ends the animation at once; null while nothing moves. */
let finish = null;

const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
const words = (number) => String(number).replace("-", "−");

/** Opens the dialog with the page of a link. `live`: the game has just ended, so its end is played. */
async function open(href, live) {
  const answer = await fetch(href, { headers: { "X-Fragment": "1" } }).catch(() => null);
  if (!answer?.ok) {
    if (!live) location.href = href;
    return;
  }
  dialog.innerHTML = await answer.text();
  // A view may have brought the next game while this was on its way.
  offerNext();
  const share = dialog.querySelector("[data-share-game]");
  if (share) share.hidden = false;
  // The animation's first frame is set before anything is seen.
  const moves = live && pace(POUR) > 0 ? prepare() : null;
  dialog.showModal();
  dialog.querySelector("#ending-title").focus({ preventScroll: true });
  if (moves) play(moves);
  followReview(live);
  followBadges();
}

/** The rows with nothing poured yet, in the order of seats. */
function prepare() {
  const list = dialog.querySelector("#ending-rows");
  const sources = JSON.parse(list.dataset.sources);
  const rows = [...list.children].map((element) => ({ element, total: element.querySelector(".total"), points: 0 }));
  if (!sources.length) return null;
  dialog.classList.add("playing");
  for (const { element, total } of rows) {
    for (const portion of element.querySelectorAll("[data-n]")) portion.classList.add("waits");
    total.textContent = "0";
  }
  return { list, sources, rows };
}

/** Moves the rows to the places of this order, without changing the order in the document. */
function arrange(rows, order) {
  const slots = rows.map(({ element }) => element.offsetTop);
  order.forEach((row, place) => {
    row.element.style.translate = `0 ${slots[place] - row.element.offsetTop}px`;
  });
}

/** Counts a number up while its portion grows. */
function count(total, from, to, time, stopped) {
  const began = performance.now();
  const step = (now) => {
    if (stopped()) return;
    const share = Math.min(1, (now - began) / time);
    total.textContent = words(Math.round(from + share * (to - from)));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

async function play({ list, sources, rows }) {
  const caption = dialog.querySelector("#ending-pour");
  const seats = [...rows].sort((one, other) => Number(one.element.dataset.seat) - Number(other.element.dataset.seat));
  let over = false;
  const stopped = () => over;
  const skip = new Promise((resolve) => {
    finish = () => {
      over = true;
      resolve();
    };
  });
  const pause = (time) => Promise.race([wait(pace(time)), skip]);
  arrange(rows, seats);
  await pause(TURN);
  for (let n = 0; n < sources.length && !over; n += 1) {
    caption.textContent = sources[n];
    for (const row of rows) {
      const portion = row.element.querySelector(`[data-n="${n}"]`);
      row.element.querySelector(".gain").textContent = portion?.dataset.points ?? "";
      if (!portion) continue;
      portion.classList.remove("waits");
      count(row.total, row.points, Number(portion.dataset.after), pace(POUR) * 0.7, stopped);
      row.points = Number(portion.dataset.after);
    }
    await pause(POUR);
    if (!over) arrange(rows, [...seats].sort((one, other) => other.points - one.points));
  }
  if (!over) await pause(TURN);
  settle(list, rows, caption);
  if (!over) bloom();
  finish = null;
}

/** Shows the end as it is without animation. */
function settle(list, rows, caption) {
  dialog.classList.remove("playing");
  caption.textContent = "";
  for (const { element, total } of rows) {
    element.style.translate = "";
    total.textContent = words(total.dataset.total);
    element.querySelector(".gain").textContent = "";
    for (const portion of element.querySelectorAll(".waits")) portion.classList.remove("waits");
  }
}

/** Opens the winner's flower, and lets some of them fall. */
function bloom() {
  const flower = dialog.querySelector(".bloom");
  const opening = { scale: ["0.1", "1.12", "1"], rotate: ["-120deg", "8deg", "0deg"] };
  flower.animate(opening, { duration: pace(BLOOM), easing: "cubic-bezier(.2,.8,.3,1)" });
  for (let n = 0; n < PETALS && flower.firstElementChild; n += 1) {
    const petal = document.createElement("span");
    petal.className = "petal";
    petal.append(flower.children[n % flower.children.length].cloneNode(true));
    petal.style.left = `${(100 * (n + 0.5)) / PETALS}%`;
    dialog.append(petal);
    const sway = 40 * Math.sin(7 * n);
    const fall = { translate: ["0 -40px", `${sway}px 104vh`], rotate: ["0deg", `${220 - 31 * n}deg`] };
    const falling = petal.animate(fall, { duration: pace(2600 + 173 * ((5 * n) % 7)), delay: pace(90 * n), fill: "both", easing: "ease-in" });
    falling.finished.then(() => petal.remove(), () => petal.remove());
  }
}

/** Fills in what the review finds, as soon as there is something: space for it is reserved. */
async function followReview(live) {
  const part = dialog.querySelector("#ending-review");
  if (!part) return;
  if (live && part.dataset.want) {
    await fetch(part.dataset.want, { method: "POST", redirect: "manual" }).catch(() => null);
  } else if (part.dataset.want) {
    part.remove();
    return;
  }
  while (part.isConnected && dialog.open && !part.querySelector("[data-done]")) {
    await wait(part.dataset.empty === undefined ? LATER : SOON);
    if (document.hidden) continue;
    const answer = await fetch(part.dataset.from, { headers: { "X-Fragment": "1" } }).catch(() => null);
    if (answer?.status === 404) return;
    if (answer?.status !== 200) continue;
    const html = await answer.text();
    // What is being read or pointed at stays.
    if (part.dataset.empty === undefined && part.contains(document.activeElement)) continue;
    part.innerHTML = html;
    delete part.dataset.empty;
    const story = part.querySelector("[data-story]")?.dataset.story;
    if (story) dialog.querySelector("#ending-story").textContent = story;
  }
}

/** Fills in the badges that the game brought, as soon as they are known. */
async function followBadges() {
  const part = dialog.querySelector("#ending-badges[data-from]");
  for (let tries = 0; part?.isConnected && dialog.open && tries < TRIES; tries += 1) {
    const answer = await fetch(part.dataset.from, { headers: { "X-Fragment": "1" } }).catch(() => null);
    if (answer?.status === 200) {
      part.innerHTML = await answer.text();
      return;
    }
    if (answer && answer.status !== 204) return;
    await wait(SOON);
  }
}

async function share(button) {
  const { shareGame, title, text: said } = button.dataset;
  const url = new URL(shareGame, location.href).href;
  try {
    if (navigator.share) await navigator.share({ title, text: said, url });
    else {
      await navigator.clipboard.writeText(url);
      showTip(button, text("copied"));
    }
  } catch (error) {
    if (error.name !== "AbortError") showTip(button, url);
  }
}

/** Once somebody has begun the next game, the others go there. */
function offerNext() {
  const [again, ...more] = dialog.querySelectorAll(".after form");
  const next = document.getElementById("next-game");
  if (!again || !next) return;
  const link = next.cloneNode(true);
  link.removeAttribute("id");
  link.dataset.next = "";
  again.replaceWith(link);
  for (const form of more) form.remove();
}

/** After a new view: plays the end of a game that was watched until now. */
export function refreshCeremony() {
  offerNext();
  if (state().ended === undefined) watched = state().lesson === undefined;
  const link = document.querySelector("#table [data-ending]");
  if (state().ended === undefined || !watched || !link) return;
  watched = false;
  open(link.href, true);
}

export function listenForCeremony() {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const link = target?.closest("[data-ending]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
      event.preventDefault();
      open(link.href, false);
    }
    const sharing = target?.closest("[data-share-game]");
    if (sharing) share(sharing);
  });
  // Anything that is pressed ends the animation; a button does what it does as well.
  dialog.addEventListener("pointerdown", () => finish?.());
  dialog.addEventListener("keydown", (event) => {
    if (!finish || ["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key)) return;
    finish();
    if (event.key === "Escape") event.preventDefault();
  });
  dialog.addEventListener("cancel", (event) => {
    if (!finish) return;
    finish();
    event.preventDefault();
  });
  dialog.addEventListener("close", () => {
    finish?.();
    for (const petal of dialog.querySelectorAll(".petal")) petal.remove();
  });
}
