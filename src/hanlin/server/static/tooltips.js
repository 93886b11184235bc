// Tooltips (explanations and reasons for refusals) next to elements, and the notice line about the connection.

const tip = document.getElementById("tip");
const line = document.getElementById("line");
const texts = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");
let tipOwner = null;
let hoverTimer = 0;

export const text = (name) => texts[name] ?? name;

/** Shows a tip at an element; `rule` is a rule's number, linked to the rules. */
export function showTip(element, words, rule = "", wrong = false) {
  if (!words) return;
  tipOwner = element;
  tip.textContent = words;
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
const named = (target) => target instanceof Element && target.closest("[data-why], [data-tip], .can[aria-label]");

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
