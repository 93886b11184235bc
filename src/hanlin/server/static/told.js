// The worker that shows what web push brings: that it is somebody's turn. It stands for no page (its scope holds none), so no
// request goes through it, and it keeps nothing.

addEventListener("install", () => skipWaiting());

addEventListener("push", (event) => {
  const told = event.data.json();
  const { title, body, tag, lang, url } = told;
  event.waitUntil(registration.showNotification(title, { body, tag, lang, data: { url }, renotify: true }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** Shows a table: in the window where it is open already, else in a new one. */
async function open(url) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === url);
  return there ? there.focus() : clients.openWindow(url);
}
