// Passing on a link: copied, or handed to the device's own sheet; and dialogs whose form is answered within the dialog.
//
//   data-copy-link="https://…"   a button that copies the link; data-copied: what it says then
//   data-share-link="https://…"  a button for the device's sheet, shown where there is one; data-title: what is shared
//   data-fetch                   a form in the dialog, whose answer replaces the dialog's content

import { listenForNews } from "./news.js";

const content = document.getElementById("dialog-content");

/** Shows the buttons that this browser can serve. */
export function showWays(place = document) {
  for (const button of place.querySelectorAll("[data-copy-link]")) button.hidden = !navigator.clipboard;
  for (const button of place.querySelectorAll("[data-share-link]")) button.hidden = !navigator.share;
}

async function copy(button) {
  await navigator.clipboard.writeText(new URL(button.dataset.copyLink, location.href).href);
  const label = button.querySelector("span");
  label.dataset.words ??= label.textContent;
  label.textContent = button.dataset.copied;
  setTimeout(() => { label.textContent = label.dataset.words; }, 2000);
}

/** A field with the link can be selected where nothing can be copied. */
const select = (button) => button.closest(".invite")?.querySelector("input.link")?.select();

function click(event) {
  const target = event.target instanceof Element ? event.target : null;
  const copied = target?.closest("[data-copy-link]");
  const shared = target?.closest("[data-share-link]");
  if (copied) copy(copied).catch(() => select(copied));
  // A sheet that is closed without a choice is no failure.
  if (shared) navigator.share({ title: shared.dataset.title, url: shared.dataset.shareLink }).catch(() => {});
  if (target?.matches("input.link")) target.select();
}

/** Goes to the table of an invitation that is shown, as soon as its game has begun. */
function follow(invitation) {
  if (!invitation) return;
  const address = `/t/${invitation.dataset.follow}`;
  const shown = () => invitation.isConnected && document.getElementById("dialog").open;
  listenForNews(`?table=${invitation.dataset.follow}`, async () => {
    const page = await fetch(address).then((answer) => answer.text()).catch(() => "");
    if (shown() && page.includes('id="table"')) location.href = address;
  }, shown);
}

async function submit(event) {
  const form = event.target;
  if (!form.matches("#dialog [data-fetch]")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "1" } }).catch(() => null);
  if (!answer || answer.status >= 500) {
    form.submit();
    return;
  }
  content.innerHTML = await answer.text();
  showWays(content);
  follow(content.querySelector("[data-follow]"));
  (content.querySelector("[data-copy-link]:not([hidden])") ?? content.querySelector("input"))?.focus();
}

export function listenForSharing() {
  document.addEventListener("click", click);
  document.addEventListener("submit", submit);
  showWays();
}
