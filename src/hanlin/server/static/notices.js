// Notifications of your turn while you are away: the choices for a table, and this browser's push subscription.

const place = () => document.getElementById("noticing");

async function send(path, body) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error((await answer.json()).detail);
  return answer.json();
}

function complain(words) {
  const line = document.getElementById("notice-problem");
  line.hidden = !words;
  line.textContent = words;
}

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/** The worker that shows notifications. Its scope contains no page; registering for the same scope replaces an older script. */
async function worker() {
  const registration = await navigator.serviceWorker.register("/push-worker.js", { scope: "/told/" });
  const coming = registration.installing ?? registration.waiting;
  if (coming && !registration.active) {
    await new Promise((resolve) => coming.addEventListener("statechange", () => coming.state === "activated" && resolve()));
  }
  return registration;
}

/** This browser's subscription, made with the server's key. */
async function subscription(key) {
  const { pushManager } = await worker();
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  try {
    return await pushManager.subscribe(wanted);
  } catch (error) {
    // A subscription made with another server key is useless.
    if (error.name !== "InvalidStateError") throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted);
  }
}

async function receive(key) {
  const { refused, unable } = document.getElementById("notice-problem").dataset;
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) throw new Error(unable);
  if ((await Notification.requestPermission()) !== "granted") throw new Error(refused);
  const { endpoint, keys } = (await subscription(key).catch(() => Promise.reject(new Error(unable)))).toJSON();
  await send("/api/notices/push", { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

/** Reloads the page's list of devices and the address. */
async function refresh(focused = "") {
  const answer = await fetch(`/t/${place().dataset.table}/notices`, { headers: { "X-Fragment": "1" } });
  place().outerHTML = await answer.text();
  if (focused) document.querySelector(focused)?.focus();
}

async function choose(field) {
  const { table, key } = place().dataset;
  complain("");
  field.disabled = true;
  try {
    if (field.dataset.notice === "push" && field.checked) await receive(key);
    await send(`/api/tables/${table}/notices`, { way: field.dataset.notice, on: field.checked });
    if (field.dataset.notice === "push" && field.checked) return await refresh('[data-notice="push"]');
  } catch (error) {
    field.checked = !field.checked;
    complain(error.message);
  }
  field.disabled = false;
}

async function giveAddress(form) {
  complain("");
  try {
    await send("/api/notices/mail", { address: form.elements.address.value });
    await send(`/api/tables/${place().dataset.table}/notices`, { way: "mail", on: true });
    await refresh();
  } catch (error) {
    complain(error.message);
  }
}

export function listenForNotices() {
  document.addEventListener("change", (event) => event.target.dataset.notice && choose(event.target));
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.noticeAddress === undefined) return;
    event.preventDefault();
    giveAddress(event.target);
  });
}
