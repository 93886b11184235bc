// "Your turn" in the page's title and as a mark on its icon, for a reader who is in another tab.

const icon = document.querySelector("link[rel=icon]");
const usual = { title: document.title, icon: icon.getAttribute("href") };

/** Marks the tab while this reader is asked. `title`: its title then, with {game} for the usual title. */
export function mark(asked, title) {
  document.title = asked ? title.replace("{game}", usual.title) : usual.title;
  const href = asked ? icon.dataset.turn : usual.icon;
  if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

/** The number of tables that wait for this reader; the icon of the installed app shows it, too. */
export function markTables(number) {
  mark(number > 0, `(${number}) {game}`);
  const update = number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.();
  update?.catch(() => {});
}
