// Soft sounds, synthesised from sine waves: a piece is put down, points came, it is your turn, somebody spoke, a clock runs out, the game is over.
// They are on unless the reader has turned them off, and begin with the page's first click or key, as browsers demand.

import { change, setting } from "./settings.js";

/** Each instrument is its partials: ratio to the pitch, loudness, and how long it rings compared with the first. */
const INSTRUMENTS = {
  wood: { attack: 0.001, bend: 1.25, partials: [[1, 1, 1], [2.76, 0.3, 0.4]] },
  bamboo: { attack: 0.003, bend: 1.02, partials: [[1, 1, 1], [2, 0.18, 0.5], [3.9, 0.12, 0.25]] },
  gong: { attack: 0.02, bend: 1, partials: [[1, 1, 1], [1.51, 0.4, 0.8], [2.02, 0.25, 0.6], [2.74, 0.1, 0.35]] },
};
/** Each sound is its strokes: when (seconds), the instrument, its pitch (hertz), how long it rings, how loud it is. */
const SOUNDS = {
  piece: [[0, "wood", 392, 0.09, 0.5]],
  points: [[0, "bamboo", 784, 0.3, 0.3], [0.09, "bamboo", 1047, 0.36, 0.3]],
  turn: [[0, "gong", 220, 1.6, 0.5]],
  chat: [[0, "bamboo", 587, 0.16, 0.3], [0.11, "bamboo", 698, 0.2, 0.25]],
  tick: [[0, "wood", 988, 0.03, 0.16]],
  last: [[0, "wood", 988, 0.03, 0.32], [0.12, "wood", 784, 0.03, 0.2]],
  end: [[0, "bamboo", 587, 0.5, 0.3], [0.16, "bamboo", 698, 0.5, 0.3], [0.32, "bamboo", 880, 0.5, 0.3], [0.5, "gong", 294, 2.4, 0.5]],
};
const LOUDNESS = 0.4;

let air;
/** True after the page's first click or key. */
let awake = false;
let before = seen();

function seen() {
  const table = document.getElementById("table");
  if (!table) return null;
  const { ply, live } = table.dataset;
  const scores = [...table.querySelectorAll("[data-score]")].map((each) => each.dataset.score).join();
  return { ply, scores, live: live === "yes", asked: table.classList.contains("asked"), over: table.classList.contains("finished") };
}

/** The sound for the change between two views of a table; undefined if nothing happened or a past step is shown. */
export function soundOf(old, now) {
  if (!old || !now || !now.live || old.ply === now.ply) return null;
  if (now.over && !old.over) return "end";
  if (now.asked && !old.asked) return "turn";
  return now.scores === old.scores ? "piece" : "points";
}

/** Plays a sound, if sounds are on and the page has been used. */
export function ring(name) {
  if (!awake || setting("sound") !== "yes") return;
  air ??= new AudioContext();
  if (air.state === "suspended") air.resume().catch(() => {});
  const whole = new GainNode(air, { gain: (LOUDNESS * Number(setting("volume"))) / 100 });
  whole.connect(air.destination);
  for (const [after, instrument, pitch, length, loud] of SOUNDS[name]) {
    const { attack, bend, partials } = INSTRUMENTS[instrument];
    for (const [ratio, share, part] of partials) {
      stroke(whole, { begins: air.currentTime + after, attack, bend, pitch: pitch * ratio, length: length * part, loud: loud * share });
    }
  }
}

/** One partial of a stroke: it swells at once, falls to its pitch, and dies away. */
function stroke(whole, { begins, attack, bend, pitch, length, loud }) {
  const wave = new OscillatorNode(air, { frequency: pitch });
  const swell = new GainNode(air, { gain: 0 });
  wave.frequency.setValueAtTime(pitch * bend, begins);
  wave.frequency.exponentialRampToValueAtTime(pitch, begins + 0.02);
  swell.gain.setValueAtTime(0, begins);
  swell.gain.linearRampToValueAtTime(loud, begins + attack);
  swell.gain.exponentialRampToValueAtTime(0.0001, begins + attack + length);
  wave.connect(swell).connect(whole);
  wave.start(begins);
  wave.stop(begins + attack + length);
}

export function refreshSound() {
  const now = seen();
  const name = soundOf(before, now);
  before = now;
  if (name) ring(name);
}

/** The sound for news of a hidden page, which gets no views: your turn, or the end of the game. */
export function soundNews({ turn, over }) {
  if (turn === undefined || !document.hidden) return;
  const name = over && !before.over ? "end" : turn && !before.asked ? "turn" : null;
  before = { ...before, asked: turn, over };
  if (name) ring(name);
}

function showSwitch() {
  const button = document.querySelector("[data-sound-switch]");
  button?.setAttribute("aria-pressed", String(setting("sound") === "yes"));
}

/** Turning sounds on, or changing how loud they are, plays one immediately. */
export function listenForSound() {
  const wake = (event) => {
    awake ||= event.isTrusted;
  };
  for (const type of ["click", "keydown"]) addEventListener(type, wake, true);
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-sound-switch]")) return;
    change("sound", setting("sound") === "yes" ? "no" : "yes");
  });
  addEventListener("setting", (event) => {
    if (event.detail === "sound") showSwitch();
    if (["sound", "volume"].includes(event.detail)) ring("turn");
  });
  showSwitch();
}
