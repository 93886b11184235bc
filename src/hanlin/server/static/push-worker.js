// The service worker that shows push notifications ("your turn"). Its scope contains no page, so it handles no requests, and it
// caches nothing.

addEventListener("install", () => skipWaiting());

addEventListener("push", (event) => {
  const { title, body, tag, lang, url } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, lang, data: { url }, renotify: true }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** Focuses the window that shows the table, or opens a new one. */
async function open(url) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === url);
  return there ? there.focus() : clients.openWindow(url);
}
