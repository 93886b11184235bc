// Settings for the games in this browser, and their form. They are stored in this browser only.

const KEPT = "hanlin-settings";
const NAMES = "hanlin-names";
const USUAL = { motion: "usual", text: "usual", forced: "yes", confirm: "never", names: "yes", sound: "no" };
/** How long things take to move, as a share of the usual time. */
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
    // A browser that keeps nothing plays with what is usual.
  }
}

/** How something is set. */
export const setting = (name) => read(KEPT, {})[name] ?? USUAL[name];

/** Milliseconds that a movement of that many takes here; 0 where nothing is to move. */
export const pace = (usual) => (calm.matches ? 0 : usual * (SPEED[setting("motion")] ?? 1));

function set(name, value) {
  keep(KEPT, { ...read(KEPT, {}), [name]: value });
  window.early.dress();
  if (name === "names" && value === "no") localStorage.removeItem(NAMES);
  dispatchEvent(new CustomEvent("setting", { detail: name }));
}

/** The form of the settings, wherever it has just appeared, shows how things are set. */
export function showSettings(place) {
  for (const field of place.querySelectorAll("[data-setting]")) {
    const value = setting(field.dataset.setting);
    if (field.type === "checkbox") field.checked = value === "yes";
    else field.value = value;
  }
}

/** The names that were given to seats before are there again, where names are remembered and the form says nothing else. */
export function rememberNames(form) {
  const fields = [...form.querySelectorAll("input[name^=name]")];
  if (setting("names") === "yes") {
    const known = read(NAMES, {});
    for (const field of fields) field.value ||= known[field.name] ?? "";
  }
  form.addEventListener("submit", () => {
    if (setting("names") !== "yes") return;
    const given = fields.filter((field) => field.value && field.checkVisibility()).map((field) => [field.name, field.value]);
    keep(NAMES, { ...read(NAMES, {}), ...Object.fromEntries(given) });
  });
}

export function listenForSettings() {
  document.addEventListener("change", (event) => {
    const field = event.target;
    if (field.dataset.setting) set(field.dataset.setting, field.type === "checkbox" ? (field.checked ? "yes" : "no") : field.value);
  });
  showSettings(document);
}
