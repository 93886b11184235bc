// The waiting room: after each change that the server announces, the page is fetched and updated in place.

const place = document.querySelector("[data-news]");
let leaving = false;

async function refresh() {
  if (leaving) return;
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-news]");
  // A submitted form loads its own page, which must not be replaced.
  if (leaving) return;
  if (!fresh) {
    location.reload();
    return;
  }
  if (fresh.dataset.number === place.dataset.number) return;
  place.dataset.number = fresh.dataset.number;
  const name = place.querySelector("[name=name]")?.value;
  place.innerHTML = fresh.innerHTML;
  const field = place.querySelector("[name=name]");
  if (field && name) field.value = name;
}

function listen(wait) {
  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/news?${place.dataset.news}`);
  let pause = wait;
  socket.onmessage = () => {
    pause = 500;
    refresh().catch(() => {});
  };
  socket.onclose = () => setTimeout(() => listen(Math.min(pause * 1.6, 8000)), pause);
}

if (place) {
  document.addEventListener("submit", () => { leaving = true; });
  // Restart after a return through the browser's history.
  addEventListener("pageshow", () => { leaving = false; });
  listen(500);
}
