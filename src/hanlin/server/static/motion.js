// Putting a new view in place of the old one, gently: what is the same thing (data-key) glides to its new place, points count up.

import { pace } from "./settings.js";

const MOST = 400;
const GLIDE = 240;
const COUNT = 300;

const kept = {
  // What the person opened stays open, and a zoomed board stays as it is.
  beforeAttributeUpdated: (name, node) =>
    !(name === "open" && node.tagName === "DETAILS") && !(name === "style" && node.matches("[data-zoom]")),
  // A slider or a list under the hand is not pulled away.
  beforeNodeMorphed: (old) => !(old === document.activeElement && old.matches("input, select")),
};

function places() {
  const found = new Map();
  if (!pace(GLIDE)) return found;
  for (const element of document.querySelectorAll("#table [data-key]")) {
    if (found.size > MOST) break;
    found.set(element.dataset.key, element.getBoundingClientRect());
  }
  return found;
}

/** Morphs the page's table into `html` (the text of a new <main id="table">). */
export function show(html) {
  const table = () => document.getElementById("table").dataset;
  const { shape } = table();
  const before = places();
  const scores = new Map([...document.querySelectorAll("[data-score]")].map((each) => [each.closest("[id]").id, each.dataset.score]));
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const fresh = holder.content.querySelector("#table");
  if (!fresh) return false;
  Idiomorph.morph(document.getElementById("table"), fresh, { morphStyle: "outerHTML", callbacks: kept });
  if (pace(GLIDE) && shape === table().shape) {
    glide(before);
    countUp(scores);
  }
  return true;
}

function glide(before) {
  for (const element of document.querySelectorAll("#table [data-key]")) {
    const from = before.get(element.dataset.key);
    if (!from || !from.width) continue;
    const to = element.getBoundingClientRect();
    const scale = element instanceof SVGGraphicsElement ? element.parentNode.getScreenCTM?.()?.a || 1 : 1;
    const x = (from.left - to.left) / scale;
    const y = (from.top - to.top) / scale;
    if (Math.abs(x) + Math.abs(y) < 2) continue;
    element.animate({ translate: [`${x}px ${y}px`, "0px 0px"] }, { duration: pace(GLIDE), easing: "cubic-bezier(.2,.7,.3,1)" });
  }
}

function countUp(scores) {
  for (const element of document.querySelectorAll("[data-score]")) {
    const old = scores.get(element.closest("[id]").id);
    if (old === undefined || old === element.dataset.score) continue;
    element.animate({ scale: ["1.35", "1"], color: ["var(--gold-text)", "currentcolor"] }, { duration: pace(COUNT), easing: "ease-out" });
  }
}
