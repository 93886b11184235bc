// The installed app's service worker. Pages always come from the server, and nothing of a game is cached; offline, the app shows a
// page that says so.

const KEPT = "hanlin-BUILD";
const PAGE = "/offline";
const NEEDED = ["look.css", "early.js", "plain.js", "page.js", "ago.js", "share.js", "news.js", "settings.js", "notices.js", "sound.js", "fonts/alegreya-latin-500-normal.woff2", "fonts/alegreya-latin-700-normal.woff2"];

addEventListener("install", (event) => {
  skipWaiting();
  const all = [PAGE, ...NEEDED.map((name) => `/static/BUILD/${name}`)];
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(all)));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("hanlin-") && name !== KEPT);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const request = event.request;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(PAGE)));
  else if (request.method === "GET" && new URL(request.url).pathname.startsWith("/static/BUILD/"))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
