// The only script that runs before the page is drawn: it queues clicks and keys until the other scripts listen, and replays them
// then, so that nothing is lost. Links, forms and fields work without scripts and are left alone. It also applies settings, and
// tells the server the screen's shape, so that a table comes as it will stay.

window.early = (() => {
  const TYPES = ["click", "keydown"];
  const SCRIPTED = "button[type=button], [role=button], [data-dialog], [data-as]";
  const held = [];
  /** The state that a click is meant for: the table's, if there is a table. */
  const number = () => document.getElementById("table")?.dataset.number;

  function hold(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.type === "click" ? !target.closest(SCRIPTED) : target.closest("input, select, textarea")) return;
    held.push({ target, event, madeFor: number() });
    event.stopImmediatePropagation();
    if (event.type === "click" || event.key.startsWith("Arrow")) event.preventDefault();
  }

  for (const type of TYPES) document.addEventListener(type, hold, true);

  /** Stops queueing and replays the queue, unless the table has changed meanwhile. */
  function release() {
    for (const type of TYPES) document.removeEventListener(type, hold, true);
    for (const { target, event, madeFor } of held.splice(0)) {
      if (target.isConnected && madeFor === number()) target.dispatchEvent(new event.constructor(event.type, event));
    }
  }

  /** Applies the reader's settings to the page (see settings.js). */
  function dress() {
    let set = {};
    try {
      set = JSON.parse(localStorage.getItem("hanlin-settings")) ?? {};
    } catch {
      // Defaults, then.
    }
    for (const name of ["motion", "text"]) document.documentElement.dataset[name] = set[name] ?? "usual";
    document.documentElement.classList.toggle("no-lens", set.lens === "no");
  }

  const screens = [
    matchMedia("(max-width: 899px) and (min-height: 501px), (max-width: 600px)"),
    matchMedia("(max-height: 500px) and (min-width: 601px)"),
  ];

  /** The shape of board that suits the screen; the next pages come in it. */
  function shape() {
    const [tall, low] = screens.map(({ matches }) => matches);
    const suits = tall ? "tall" : low ? "low" : "wide";
    document.cookie = `shape=${suits}; path=/; max-age=315360000; samesite=lax`;
    return suits;
  }

  dress();
  shape();
  return { release, dress, shape, screens };
})();
