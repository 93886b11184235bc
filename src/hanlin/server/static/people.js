// What people do beside the game: answering each other; and the clocks, which the server sets and the page only lets run on.

import { agree } from "./command.js";

let shown = 0;

/** What a clock shows, as the server writes it. */
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

export function refreshPeople() {
  shown = performance.now();
}

export function listenForPeople() {
  setInterval(tick, 1000);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-command]") : null;
    if (button) agree(button.dataset.command, JSON.parse(button.dataset.body));
  });
}
