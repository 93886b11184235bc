// What the elements of the page offer, as choose.js reads them.

const ways = (element) => JSON.parse(element.dataset.variants ?? "[]").map((way) => way[0]);

/** True where an element plays that action, or offers it in a menu or as a way to turn a tile. */
export const offers = (element, action) =>
  element.dataset.action === action || JSON.parse(element.dataset.actions ?? "[]").includes(action) || ways(element).includes(action);
