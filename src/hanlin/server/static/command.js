// Commands and views. A command has an id and names the state of the table, and the ply shown, that it was made for; it is kept until it is answered, so it is
// neither lost nor done twice. Views are HTML: pushed on the socket after a change, or fetched (first, after a gap, of the past). An older one never replaces a newer one. A hidden page gets no
// views, only whether it is the reader's turn; it fetches one view when it is shown again.

import { show } from "./motion.js";
import { showNotice as sayLine, showTip as tell, text } from "./tooltips.js";

const KEPT = "hanlin-command";
const BACK = "hanlin-taken-back";
const phone = matchMedia("(max-width: 899px) and (min-height: 501px), (max-width: 600px)");
const onItsSide = matchMedia("(max-height: 500px) and (min-width: 601px)");
const table = () => document.getElementById("table");
/** The shape of board that suits the screen. */
export const shape = () => (phone.matches ? "tall" : onItsSide.matches ? "low" : "wide");
const afterView = [];
const afterNews = [];
let busy = false;
let asked = 0;
let newest = 0;
let pushed = null;
let socket = null;
let wished = "";
let backAt = sessionStorage.getItem(BACK);

export const state = () => table().dataset;
export const isBusy = () => busy;
/** The table's number where something was taken back last, as long as the page shows that table. */
export const takenBackAt = () => (backAt?.startsWith(`${state().table} `) ? backAt.split(" ")[1] : "");
/** Calls `listener` after every new view. */
export const onView = (listener) => afterView.push(listener);

/** Calls `listener` with all news of the table. */
export const onNews = (listener) => afterNews.push(listener);

const address = (path) => `/t/${state().table}${path}`;

export function query(at) {
  const here = new URLSearchParams(location.search);
  const parts = new URLSearchParams({ shape: shape() });
  const seat = here.get("as");
  if (seat !== null) parts.set("as", seat);
  if (at !== undefined && at !== null) parts.set("at", at);
  return `?${parts}`;
}

/** The address of the page as it should be after a reload. */
export function remember(changes) {
  const here = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) here.searchParams.delete(name);
    else here.searchParams.set(name, value);
  }
  history.replaceState(null, "", here);
  sayWish();
}

function put(html, takenBack = false) {
  if (!show(html)) return;
  if (takenBack) sessionStorage.setItem(BACK, (backAt = `${state().table} ${state().number}`));
  if (state().build !== document.documentElement.dataset.build) {
    location.reload();
    return;
  }
  for (const listener of afterView) listener();
}

/** An answer of the server, asked for again and again until it comes or `unwanted` says that nobody waits for it any more. */
async function answerTo(request, unwanted, trouble) {
  for (let wait = 400; ; wait = Math.min(wait * 1.6, 5000)) {
    try {
      const answer = await request();
      if (answer.status < 502 || answer.status > 504) return answer;
    } catch {
      // No connection; said below, as for a server that is just being started.
    }
    if (unwanted()) return null;
    sayLine(text(trouble));
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (unwanted()) return null;
  }
}

/** The ply that the page's address asks for; null for the present. */
const shownPly = () => new URLSearchParams(location.search).get("ply") ?? new URLSearchParams(location.search).get("at");

/** Fetches the view (of a ply, or the present) and shows it, unless a newer one has come meanwhile. */
export async function look(at = shownPly()) {
  if (busy) return;
  const mine = ++asked;
  const late = () => mine !== asked || busy;
  const answer = await answerTo(() => fetch(address("/view") + query(at), { headers: { "X-Fragment": "1" } }), late, "offline");
  if (!answer || late()) return;
  if (!answer.headers.has("x-table-number")) {
    sayLine(text("failed"));
    return;
  }
  const html = await answer.text();
  if (!late()) put(html);
}

/** What the server is to push: the view as the page shows it; nothing where it shows the past; to a hidden page only whose turn it is. */
function wish() {
  const seat = new URLSearchParams(location.search).get("as");
  const push = document.hidden ? "turn" : shownPly() === null ? "view" : "";
  return { push, shape: shape(), as: seat === null ? null : Number(seat) };
}

/** Says on the socket what is to be pushed, where that has changed. */
function sayWish() {
  const now = JSON.stringify(wish());
  if (socket?.readyState !== WebSocket.OPEN || now === wished) return;
  wished = now;
  socket.send(now);
}

/** Shows the newest view where the table is known to have moved on: the pushed one if it is that, else it is fetched. */
function catchUp() {
  if (busy || document.hidden || newest <= Number(state().number)) return undefined;
  const { push, shape: wanted, as } = wish();
  if (push === "view" && pushed?.number >= newest && pushed.shape === wanted && pushed.as === as) {
    asked += 1;
    put(pushed.html);
    return undefined;
  }
  return look().catch(() => {});
}

const random = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The beginning of the ids of this page's commands: their answers bring the view, so the server does not push it as well. */
const own = random(8);
const newId = () => own + random(8);

/** The text of a message, which is compressed where it is binary. */
function unpacked(data) {
  if (typeof data === "string") return data;
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** Sends a command: path "/play" or "/undo", the seat, and the action's text. */
export const command = (path, seat, action = "", id = newId()) =>
  send(path, { seat: Number(seat), ply: Number(state().ply), action }, id);

/** Sends what people agree on: "ask", "answer", "resign" or "vacant", with its fields. */
export const agree = (what, fields) => send(`/${what}`, fields, newId());

async function send(path, fields, id) {
  if (busy) return;
  const wanted = { table: state().table, path, body: { ...fields, number: Number(state().number), client: id } };
  sessionStorage.setItem(KEPT, JSON.stringify(wanted));
  await deliver(wanted);
}

async function deliver(wanted) {
  busy = true;
  asked += 1;
  table().setAttribute("aria-busy", "true");
  const request = () =>
    fetch(address(wanted.path) + query(), {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Fragment": "1" },
      body: JSON.stringify(wanted.body),
    }).then(async (answer) => ({ status: answer.status, seen: answer.headers.has("x-table-number"), body: await answer.text() }));
  const { seen, body } = await answerTo(request, () => false, "kept");
  sessionStorage.removeItem(KEPT);
  busy = false;
  sayLine("");
  if (seen) put(body, wanted.path === "/undo");
  else tell(document.getElementById("ask"), problem(body), "", true);
  table().removeAttribute("aria-busy");
  await catchUp();
}

/** What a refusal without a view says. */
export function problem(body) {
  try {
    return JSON.parse(body).detail ?? text("failed");
  } catch {
    return text("failed");
  }
}

/** A command that was under way when the page was left is sent again: the table knows its id. */
export async function deliverKept() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (kept?.table === state().table) await deliver(kept);
}

/** The address of the table's socket. */
function socketAddress() {
  const { push, shape: wanted, as } = wish();
  const parts = new URLSearchParams({ table: state().table, push, shape: wanted, own });
  if (as !== null) parts.set("as", as);
  if ("DecompressionStream" in window) parts.set("pack", "gzip");
  return `${location.origin.replace(/^http/, "ws")}/news?${parts}`;
}

/** Listens for changes of the table and shows its new views; says when the line is cut. */
export function listen() {
  let wait = 500;
  let received = Date.now();
  let deleted = false;
  const take = (news) => {
    if (news.deleted) {
      deleted = true;
      sayLine(text("deleted"));
      socket.close();
      return;
    }
    newest = Math.max(newest, news.number ?? 0);
    if (news.html) pushed = news;
    for (const listener of afterNews) listener(news);
    catchUp();
  };
  const connect = () => {
    socket = new WebSocket(socketAddress());
    wished = JSON.stringify(wish());
    socket.binaryType = "arraybuffer";
    socket.onopen = sayWish;
    socket.onmessage = async (event) => {
      received = Date.now();
      wait = 500;
      if (!busy) sayLine("");
      take(JSON.parse(await unpacked(event.data)));
    };
    socket.onclose = (event) => {
      if (deleted || event.code === 4404) return;
      if (!busy) sayLine(text(event.code === 1012 ? "restarting" : "offline"));
      setTimeout(connect, wait);
      wait = Math.min(wait * 1.6, 8000);
    };
  };
  const cut = () => {
    if (deleted) return;
    // Where a move is kept, the line says so; that is more than that there is no connection.
    if (!busy) sayLine(text("offline"));
    socket.close();
  };
  for (const screen of [phone, onItsSide]) {
    screen.addEventListener("change", () => {
      sayWish();
      if (otherShape()) look().catch(() => {});
    });
  }
  // The answer names the table's number, so a page that missed views fetches the newest.
  document.addEventListener("visibilitychange", sayWish);
  // Nobody else changes a step of a lesson.
  if (state().lesson !== undefined) return;
  setInterval(() => Date.now() - received > 35000 && socket.readyState === WebSocket.OPEN && cut(), 5000);
  addEventListener("offline", cut);
  addEventListener("online", () => {
    wait = 200;
  });
  addEventListener("pageshow", (event) => event.persisted && look().catch(() => {}));
  connect();
}

/** True where the board's shape on the page is not the one that suits the screen (the server guessed, and keeps the answer). */
export function otherShape() {
  document.cookie = `shape=${shape()}; path=/; max-age=315360000; samesite=lax`;
  return state().shape !== shape();
}
