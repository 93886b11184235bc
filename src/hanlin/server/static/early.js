// Runs before the page is drawn, alone of all scripts: it holds what is clicked and pressed until the others listen, and lets it
// happen then. Who is quicker than the scripts loses nothing. Links, forms and fields work without scripts and are left alone.

window.early = (() => {
  const TYPES = ["click", "keydown"];
  const SCRIPTED = "button[type=button], [role=button], [data-dialog], [data-as]";
  const held = [];
  /** What a click is made for: a table's state, where there is a table. */
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

  /** Stops holding, and lets what was held happen, unless the table has moved on meanwhile. */
  function release() {
    for (const type of TYPES) document.removeEventListener(type, hold, true);
    for (const { target, event, madeFor } of held.splice(0)) {
      if (target.isConnected && madeFor === number()) target.dispatchEvent(new event.constructor(event.type, event));
    }
  }

  /** The page looks as its reader has set it (see settings.js). */
  function dress() {
    let set = {};
    try {
      set = JSON.parse(localStorage.getItem("hanlin-settings")) ?? {};
    } catch {
      // As usual, then.
    }
    for (const name of ["motion", "text"]) document.documentElement.dataset[name] = set[name] ?? "usual";
  }

  dress();
  return { release, dress };
})();
