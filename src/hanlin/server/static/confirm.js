// Whether a move is asked about once more before it is made, as it was set in this browser.

import { state } from "./command.js";
import { setting } from "./settings.js";

/** Whether that action could not be taken back afterwards, as far as its player can know; without an answer, yes. */
async function binds(action) {
  const { table, seat, number } = state();
  try {
    const answer = await fetch(`/t/${table}/binds?${new URLSearchParams({ as: seat, number, action })}`);
    return !answer.ok || (await answer.json()).binds;
  } catch {
    return true;
  }
}

/** Whether the player wants to be asked before some actions. */
export const mayAsk = () => setting("confirm") !== "never";

/** Whether the player wants to be asked before that action. */
export async function asksFirst(action) {
  const wish = setting("confirm");
  return wish === "always" || (wish === "binding" && (await binds(action)));
}
