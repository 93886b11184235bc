// Tooltips (explanations and reasons for refusals) next to elements, and the notice line about the connection.

const tip = document.getElementById("tip");
const line = document.getElementById("line");
const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
let tipOwner = null;
let hoverTimer = 0;
/** What the choice that is pointed at would change, as far as it has no place on the board: an element, and lines. */
let would = { element: null, lines: [] };

export const text = (name) => texts[name] ?? name;

/** Shows a tip at an element; `rule` is a rule's number, linked to the rules. */
export function showTip(element, words, rule = "", wrong = false) {
  const lines = would.element === element ? would.lines : [];
  if (!words && !lines.length) return;
  tipOwner = element;
  tip.textContent = words ?? "";
  tip.dataset.words = words ?? "";
  tip.classList.toggle("wrong", wrong);
  if (rule) {
    const link = document.createElement("a");
    const help = document.querySelector("[data-help]");
    link.href = `${help.getAttribute("href").replace("/help/", "/rules/")}#${rule}`;
    link.dataset.dialog = "";
    link.className = "rule";
    link.append(Object.assign(document.createElement("span"), { textContent: text("rule").replace("{number}", rule) }));
    tip.append(" ", link);
  }
  tip.append(...lines.map((line) => Object.assign(document.createElement("span"), { className: `would ${line.tone}`, textContent: line.text })));
  // Inside the element's dialog, if any: everything outside a modal dialog is inert.
  (element.closest("dialog") ?? document.getElementById("beside")).append(tip);
  tip.hidden = false;
  // Its former place must not make it narrower.
  tip.style.left = tip.style.top = "0";
  const box = element.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const above = box.top - own.height - 8;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 8 ? above : Math.min(box.bottom + 8, innerHeight - own.height - 8)}px`;
}

/** Adds to the tip of an element what its choice would change; no lines take it away again. */
export function sayWould(element, lines) {
  const before = would;
  would = { element, lines };
  if (lines.length) showTip(element, tipOwner === element ? tip.dataset.words : element.dataset.tip, element.dataset.rule);
  else if (before.lines.length && tipOwner === before.element) hideTip();
}

export function hideTip() {
  clearTimeout(hoverTimer);
  tip.hidden = true;
  tipOwner = null;
}

const explained = (target) => target instanceof Element && target.closest("[data-why], [data-tip]");

let suspended = false;
export const tipsSuspended = () => suspended;
/** Runs an action, such as moving the focus, that must not open tips. */
export function withoutTips(action) {
  suspended = true;
  try {
    action();
  } finally {
    suspended = false;
  }
}

function explain(element) {
  clearTimeout(hoverTimer);
  if (element.dataset.why) showTip(element, element.dataset.why, element.dataset.rule, true);
  else showTip(element, element.dataset.tip, element.dataset.rule);
}

/** Milliseconds of a long press. */
const HELD = 500;
const SLACK = 8;
const named = (target) => target instanceof Element && target.closest("[data-why], [data-tip], .can[aria-label], button.choice");
let whenHeld = () => {};

/** Calls `listener` with the element of a long press. */
export function onHeld(listener) {
  whenHeld = listener;
}

/** A long press explains an element and does nothing else. */
export function listenForLongPress() {
  let timer = 0;
  let explainedByPress = false;
  let start = null;
  const stop = () => clearTimeout(timer);
  document.addEventListener("pointerdown", (event) => {
    stop();
    explainedByPress = false;
    start = event;
    const element = event.pointerType === "touch" && named(event.target);
    if (!element) return;
    timer = setTimeout(() => {
      explainedByPress = true;
      if (explained(element) === element) explain(element);
      else showTip(element, element.getAttribute("aria-label"));
      whenHeld(element);
    }, HELD);
  });
  document.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLACK) stop();
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, stop);
  document.addEventListener("click", (event) => {
    if (!explainedByPress) return;
    explainedByPress = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, true);
}

/** Milliseconds on an element before its tip opens; the reason for a refusal is for those who mean it. */
const WAIT = 250;
const WAIT_FOR_REASON = 600;
/** The pointer's last place: a new view under a pointer at rest is no move onto its elements. */
let rest = { x: -1, y: -1 };

/** Tips open on hover, focus and tap alike; a click elsewhere, Escape or a new view closes them. */
export function listenForTips() {
  document.addEventListener("pointermove", ({ clientX, clientY }) => {
    rest = { x: clientX, y: clientY };
  });
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const element = explained(event.target);
    const moved = event.clientX !== rest.x || event.clientY !== rest.y;
    clearTimeout(hoverTimer);
    if (!element || (element.dataset.why && !moved)) return;
    hoverTimer = setTimeout(() => element.isConnected && explain(element), element.dataset.why ? WAIT_FOR_REASON : WAIT);
  });
  document.addEventListener("pointerout", (event) => {
    clearTimeout(hoverTimer);
    if (event.pointerType === "mouse" && tipOwner?.contains(event.target) && !tip.contains(event.relatedTarget)) {
      hoverTimer = setTimeout(() => tip.matches(":hover") || hideTip(), 300);
    }
  });
  document.addEventListener("focusin", (event) => {
    if (suspended) return;
    const element = event.target.matches(":focus-visible") && explained(event.target);
    if (element) explain(element);
    else if (!tip.contains(event.target)) hideTip();
  });
  document.addEventListener("click", (event) => {
    const element = explained(event.target);
    if (element) explain(element);
    else if (!tip.contains(event.target)) hideTip();
  }, true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hideTip());
}

/** Shows the notice line; an empty text hides it. */
export function showNotice(words, kind = "bad") {
  line.hidden = !words;
  line.textContent = words;
  line.className = `line-notice ${kind}`;
}
