// What the elements of the page offer, as choose.js reads them, and where an action can be played.

const table = () => document.getElementById("table");
const ways = (element) => JSON.parse(element.dataset.variants ?? "[]").map((way) => way[0]);

export const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

/** True where an element plays that action, or offers it in a menu or as a way to turn a tile. */
export const offers = (element, action) =>
  element.dataset.action === action || JSON.parse(element.dataset.actions ?? "[]").includes(action) || ways(element).includes(action);

/** All elements of the page that offer something. */
export const offering = () => [...table().querySelectorAll("[data-action], [data-actions], [data-variants]")];

/** The picks of an action that is chosen by several, such as a pair of persons. */
export function picksFor(all, action) {
  const tokens = all.find((each) => each.dataset.with && offers(each, action))?.dataset.with.split("|") ?? [];
  const places = [...table().querySelectorAll("[data-pick]")].filter(isShown);
  const found = tokens.map((token) => places.find((each) => each.dataset.pick === token));
  return tokens.length < 2 || found.includes(undefined) ? [] : found;
}

/** The places that offer some of these actions, on the board or else in one's own area; where several picks do, these. */
export function placesFor(actions) {
  const all = offering();
  const meant = all.filter((each) => isShown(each) && actions.some((action) => offers(each, action)));
  for (const part of ["#board", "#own"]) {
    const places = meant.filter((each) => each.closest(part));
    if (places.length) return places;
  }
  return [...new Set(actions.flatMap((action) => picksFor(all, action)))];
}
