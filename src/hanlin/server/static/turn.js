// It is your turn: told by the page's title and by a mark on its picture in the tab, for whoever looks at another tab.

const icon = document.querySelector("link[rel=icon]");
const usual = { title: document.title, icon: icon.getAttribute("href") };

/** Shows in the tab whether somebody is asked. `title`: what it is called then, with {game} for what it is called otherwise. */
export function mark(asked, title) {
  document.title = asked ? title.replace("{game}", usual.title) : usual.title;
  const href = asked ? icon.dataset.turn : usual.icon;
  if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

/** How many tables wait for somebody; the icon of the installed app shows it, too. */
export function markTables(number) {
  mark(number > 0, `(${number}) {game}`);
  const told = number ? navigator.setAppBadge?.(number) : navigator.clearAppBadge?.();
  told?.catch(() => {});
}
