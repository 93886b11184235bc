// What a guest has done with puzzles, kept in this browser: the first answer to each, a rating by it, streaks. The server keeps the
// same for accounts.

const KEPT = "hanlin-puzzles";
/** The server sets this cookie once an account has what is kept here. */
const MOVED = "hanlin-puzzles-moved";
/** The rating of a new solver, as the server has it (hanlin/core/verbs/puzzles.py). */
const START = 1500;
/** Points that an even attempt moves a rating: at first, and in the end. */
const [FIRST, LAST] = [90, 12];
const DAY = 24 * 3600 * 1000;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function keep(what) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(what));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

if (document.cookie.split("; ").includes(`${MOVED}=1`)) {
  keep({});
  document.cookie = `${MOVED}=; path=/; max-age=0; samesite=lax`;
}

/** A guest's solver of a game: { rating, tried: { id: solved }, order: [id], streak, best }. */
export const solverOf = (game) => ({ rating: START, tried: {}, order: [], streak: 0, best: 0, ...kept()[game] });

/** Notes the first answer to a puzzle; returns the rating's change, and null where it was tried before. */
export function note(game, puzzle, difficulty, solved, day) {
  const solver = solverOf(game);
  if (puzzle in solver.tried) return null;
  const chance = 1 / (1 + 10 ** ((difficulty - solver.rating) / 400));
  const pace = Math.max(LAST, FIRST / (1 + Object.keys(solver.tried).length / 4));
  const before = Math.round(solver.rating);
  solver.rating += 2 * pace * (Number(solved) - chance);
  solver.tried[puzzle] = solved;
  solver.order = [...solver.order, puzzle];
  solver.streak = solved ? solver.streak + 1 : 0;
  solver.best = Math.max(solver.best, solver.streak);
  const days = kept().days ?? [];
  keep({ ...kept(), [game]: solver, days: day && solved && !days.includes(day) ? [...days, day] : days });
  return Math.round(solver.rating) - before;
}

/** The days in a row, up to `today` or the day before it, on which the daily puzzle was solved. */
export function daysInARow(today) {
  const days = kept().days ?? [];
  const date = (time) => new Date(time).toISOString().slice(0, 10);
  let time = Date.parse(`${today}T00:00:00Z`);
  if (!days.includes(today)) time -= DAY;
  let count = 0;
  for (; days.includes(date(time)); time -= DAY) count += 1;
  return count;
}

/** What the server needs to know of a guest, to choose a puzzle. */
export function query(game) {
  const { rating, tried } = solverOf(game);
  return { rating: String(Math.max(0, Math.min(9999, Math.round(rating)))), tried: Object.keys(tried).join(",") };
}

/** The address that leads a guest to the next puzzle. */
export function nextAddress(link, game, theme) {
  const address = new URL(link, location.href);
  for (const [name, value] of Object.entries(query(game))) address.searchParams.set(name, value);
  if (theme) address.searchParams.set("theme", theme);
  return address;
}

/** The ids that a guest has tried, in order: an object's keys are not, where they look like numbers. */
const inOrder = ({ tried, order }) => [...Object.keys(tried).filter((id) => !order.includes(id)), ...order.filter((id) => id in tried)];

/** What an account takes over, as the text that the server reads, with the number of puzzles. */
export function toMove() {
  const games = {};
  let count = 0;
  for (const game of Object.keys(kept())) {
    if (game === "days") continue;
    const solver = solverOf(game);
    games[game] = inOrder(solver).map((id) => [id, Boolean(solver.tried[id])]);
    count += games[game].length;
  }
  return { count, text: JSON.stringify({ games, days: kept().days ?? [] }) };
}
