// What is said beside the page itself: tips and reasons at a thing, dialogs with rules and sheets, the line about the connection.

const tip = document.getElementById("tip");
const line = document.getElementById("line");
const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
let tipOwner = null;
let hoverTimer = 0;

export const text = (name) => texts[name] ?? name;

/** Says something at an element; `rule` is a rule's number, linked to the rules. */
export function tell(element, words, rule = "", wrong = false) {
  if (!words) return;
  tipOwner = element;
  tip.textContent = words;
  tip.classList.toggle("wrong", wrong);
  if (rule) {
    const link = document.createElement("a");
    const help = document.querySelector("[data-help]");
    link.href = `${help.getAttribute("href")}#${rule}`;
    link.dataset.dialog = "";
    link.className = "rule";
    link.textContent = rule;
    link.title = text("rule").replace("{number}", rule);
    tip.append(" ", link);
  }
  // Above a dialog where the thing is in one: what lies outside of it is hidden and does not react.
  (element.closest("dialog") ?? document.getElementById("beside")).append(tip);
  tip.hidden = false;
  // Where it stood before must not make it narrower.
  tip.style.left = tip.style.top = "0";
  const box = element.getBoundingClientRect();
  const own = tip.getBoundingClientRect();
  const left = Math.min(Math.max(8, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 8);
  const above = box.top - own.height - 8;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 8 ? above : Math.min(box.bottom + 8, innerHeight - own.height - 8)}px`;
}

export function hush() {
  clearTimeout(hoverTimer);
  tip.hidden = true;
  tipOwner = null;
}

const explained = (target) => target instanceof Element && target.closest("[data-why], [data-tip]");

let quiet = false;
export const isQuiet = () => quiet;
/** Does something, such as moving the focus, that explains nothing by itself. */
export function quietly(action) {
  quiet = true;
  try {
    action();
  } finally {
    quiet = false;
  }
}

function explain(element) {
  clearTimeout(hoverTimer);
  if (element.dataset.why) tell(element, element.dataset.why, element.dataset.rule, true);
  else tell(element, element.dataset.tip, element.dataset.rule);
}

/** Milliseconds after which a finger that rests on a thing asks what it is. */
const HELD = 500;
const SLACK = 8;
const named = (target) => target instanceof Element && target.closest("[data-why], [data-tip], .can[aria-label]");

/** A finger that rests on something is told what it is or does, and does nothing else. */
export function listenForLongPress() {
  let timer = 0;
  let told = false;
  let start = null;
  const stop = () => clearTimeout(timer);
  document.addEventListener("pointerdown", (event) => {
    stop();
    told = false;
    start = event;
    const element = event.pointerType === "touch" && named(event.target);
    if (!element) return;
    timer = setTimeout(() => {
      told = true;
      if (explained(element) === element) explain(element);
      else tell(element, element.getAttribute("aria-label"));
    }, HELD);
  });
  document.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > SLACK) stop();
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, stop);
  document.addEventListener("click", (event) => {
    if (!told) return;
    told = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, true);
}

/** Tips open on hover, focus and tap alike; a click elsewhere, Escape or a new view closes them. */
export function listenForTips() {
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const element = explained(event.target);
    clearTimeout(hoverTimer);
    if (element) hoverTimer = setTimeout(() => explain(element), 250);
  });
  document.addEventListener("pointerout", (event) => {
    clearTimeout(hoverTimer);
    if (event.pointerType === "mouse" && tipOwner?.contains(event.target) && !tip.contains(event.relatedTarget)) {
      hoverTimer = setTimeout(() => tip.matches(":hover") || hush(), 300);
    }
  });
  document.addEventListener("focusin", (event) => {
    if (quiet) return;
    const element = event.target.matches(":focus-visible") && explained(event.target);
    if (element) explain(element);
    else if (!tip.contains(event.target)) hush();
  });
  document.addEventListener("click", (event) => {
    const element = explained(event.target);
    if (element) explain(element);
    else if (!tip.contains(event.target)) hush();
  }, true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hush());
}

/** The line about the connection; no words hide it. */
export function sayLine(words, kind = "bad") {
  line.hidden = !words;
  line.textContent = words;
  line.className = `line-notice ${kind}`;
}
