// A page that waits for people: when the news tell of a change, what changed is fetched and put in its place.

const place = document.querySelector("[data-news]");
let leaving = false;

async function look() {
  if (leaving) return;
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("[data-news]");
  // A form that was sent brings its own page: it must not be called back.
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
    look().catch(() => {});
  };
  socket.onclose = () => setTimeout(() => listen(Math.min(pause * 1.6, 8000)), pause);
}

if (place) {
  document.addEventListener("submit", () => { leaving = true; });
  // Whoever comes back to this page by the browser's history finds it at work again.
  addEventListener("pageshow", () => { leaving = false; });
  listen(500);
}
