// Confirmation before moves, as set in this browser.

import { state } from "./command.js";
import { setting } from "./settings.js";

/** True if the action could not be undone afterwards, as far as its player can know; also if the server does not answer. */
async function binds(action) {
  const { table, seat, number } = state();
  try {
    const answer = await fetch(`/t/${table}/binds?${new URLSearchParams({ as: seat, number, action })}`);
    return !answer.ok || (await answer.json()).binds;
  } catch {
    return true;
  }
}

/** True if some actions need confirmation. */
export const mayAsk = () => setting("confirm") !== "never";

/** True if that action needs confirmation. */
export async function asksFirst(action) {
  const when = setting("confirm");
  return when === "always" || (when === "binding" && (await binds(action)));
}
