// Small sounds, synthesised from a few sine waves; off until turned on in the settings:
// a piece is put down, it is your turn, points came, the game is over.

import { setting } from "./settings.js";

/** Each sound is its strokes: when it begins (seconds), its pitch (hertz), how long it rings, how loud it is. */
const SOUNDS = {
  piece: [[0, 196, 0.09, 0.5], [0, 588, 0.05, 0.2]],
  points: [[0, 880, 0.35, 0.25], [0.07, 1174.7, 0.4, 0.25]],
  turn: [[0, 293.7, 1.3, 0.5], [0, 440.5, 0.9, 0.2], [0.01, 663, 0.6, 0.08]],
  end: [[0, 293.7, 1.2, 0.4], [0.18, 392, 1.2, 0.4], [0.36, 440, 1.2, 0.4], [0.54, 587.3, 1.8, 0.45]],
};
const LOUDNESS = 0.25;

let air;
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

export function ring(name) {
  air ??= new AudioContext();
  if (air.state === "suspended") air.resume().catch(() => {});
  const whole = new GainNode(air, { gain: LOUDNESS });
  whole.connect(air.destination);
  for (const [after, pitch, length, loud] of SOUNDS[name]) {
    const begins = air.currentTime + after;
    const wave = new OscillatorNode(air, { frequency: pitch });
    const swell = new GainNode(air, { gain: 0 });
    swell.gain.setValueAtTime(0, begins);
    swell.gain.linearRampToValueAtTime(loud, begins + 0.008);
    swell.gain.exponentialRampToValueAtTime(0.0001, begins + length);
    wave.connect(swell).connect(whole);
    wave.start(begins);
    wave.stop(begins + length);
  }
}

export function refreshSound() {
  const now = seen();
  const name = soundOf(before, now);
  before = now;
  if (name && setting("sound") === "yes") ring(name);
}

/** The sound for news of a hidden page, which gets no views: your turn, or the end of the game. */
export function soundNews({ turn, over }) {
  if (turn === undefined || !document.hidden) return;
  const name = over && !before.over ? "end" : turn && !before.asked ? "turn" : null;
  before = { ...before, asked: turn, over };
  if (name && setting("sound") === "yes") ring(name);
}

/** Turning sounds on plays one immediately. */
export function listenForSound() {
  addEventListener("setting", (event) => {
    if (event.detail === "sound" && setting("sound") === "yes") ring("turn");
  });
}
