// Settings for the games in this browser, and their form. They are stored in this browser only.

const KEPT = "hanlin-settings";
const NAMES = "hanlin-names";
const USUAL = { motion: "usual", text: "usual", forced: "yes", confirm: "never", names: "yes", sound: "yes", volume: "60", ticks: "yes", lens: "yes" };
/** The duration of animations, as a factor of the default. */
const SPEED = { none: 0, quick: 0.5, usual: 1, slow: 2.5 };

const calm = matchMedia("(prefers-reduced-motion: reduce)");

function read(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser without storage uses the defaults.
  }
}

/** The value of a setting. */
export const setting = (name) => read(KEPT, {})[name] ?? USUAL[name];

/** The duration of an animation of so many milliseconds under the current settings; 0 for none. */
export const pace = (usual) => (calm.matches ? 0 : usual * (SPEED[setting("motion")] ?? 1));

/** Changes a setting, and tells the page. */
export function change(name, value) {
  keep(KEPT, { ...read(KEPT, {}), [name]: value });
  window.early.dress();
  if (name === "names" && value === "no") localStorage.removeItem(NAMES);
  dispatchEvent(new CustomEvent("setting", { detail: name }));
}

/** Fills a newly opened settings form with the current values. */
export function showSettings(place) {
  for (const field of place.querySelectorAll("[data-setting]")) {
    const value = setting(field.dataset.setting);
    if (field.type === "checkbox") field.checked = value === "yes";
    else field.value = value;
  }
}

/** The name of whoever uses this browser is kept as that of the first seat. */
const keyOf = (field) => (field.name === "name" ? "name0" : field.name);

/** Fills in the remembered names of seats, unless the form has others: so they are asked for once. */
export function rememberNames(form) {
  const fields = [...form.querySelectorAll("input[name^=name]")];
  if (setting("names") === "yes") {
    const known = read(NAMES, {});
    for (const field of fields) field.value ||= known[keyOf(field)] ?? "";
  }
  form.addEventListener("submit", () => {
    if (setting("names") !== "yes") return;
    const given = fields.filter((field) => field.value && field.checkVisibility()).map((field) => [keyOf(field), field.value]);
    keep(NAMES, { ...read(NAMES, {}), ...Object.fromEntries(given) });
  });
}

export function listenForSettings() {
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field.dataset.setting) change(field.dataset.setting, field.type === "checkbox" ? (field.checked ? "yes" : "no") : field.value);
  });
  showSettings(document);
}
