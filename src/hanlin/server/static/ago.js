// Relative times ("2 min. ago") are kept up to date. The server writes the first ones in the same words (views/times.py).

const UNITS = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60]];
const EVERY = 20_000;

/** The exact time, in the reader's time zone. */
const exact = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { style: "short" });

function say(element) {
  const seconds = (Date.now() - Date.parse(element.dateTime)) / 1000;
  const unit = UNITS.find(([, length]) => seconds >= length);
  const said = unit ? words.format(-Math.floor(seconds / unit[1]), unit[0]) : element.dataset.ago;
  if (element.textContent !== said) element.textContent = said;
  element.title = exact.format(Date.parse(element.dateTime));
}

/** Brings all relative times of the page up to date, now and from time to time. */
export function keepTimes() {
  const all = () => document.querySelectorAll("[data-ago]").forEach(say);
  all();
  setInterval(all, EVERY);
}
