// Commands and views. A command has an id and names the state of the table and the ply shown when it was made; it is kept until it is answered, so it is
// neither lost nor executed twice. Views are HTML: pushed on the socket after a change, or fetched (first, after a gap, of the past). An older one never replaces a newer one. A hidden page gets no
// views, only whether it is the reader's turn; it fetches one view when it is shown again.

import { show } from "./motion.js";
import { showNotice, showTip, text } from "./tooltips.js";

const KEPT = "hanlin-command";
const BACK = "hanlin-taken-back";
const table = () => document.getElementById("table");
/** The shape of board that suits the screen. */
export const { shape } = window.early;
const afterView = [];
const afterNews = [];
/** The path of the command that is on its way; empty while there is none. */
let sending = "";
/** The seat whose undo was asked for while a move was on its way; null if none was. */
let undoNext = null;
let asked = 0;
let newest = 0;
let pushed = null;
let socket = null;
let subscribed = "";
let planning = false;
let backAt = sessionStorage.getItem(BACK);

export const state = () => table().dataset;
export const isBusy = () => sending !== "";
/** The table's number after the last undo, while the page shows that table. */
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
  if (planning) parts.set("plan", "1");
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
  sendSubscription();
}

function put(html, takenBack = false) {
  if (!show(html)) return;
  if (takenBack) sessionStorage.setItem(BACK, (backAt = `${state().table} ${state().number}`));
  if (state().build !== document.documentElement.dataset.build) {
    location.reload();
    return;
  }
  if (planning && state().planning === undefined) {
    planning = false;
    sendSubscription();
  }
  for (const listener of afterView) listener();
}

/** True while the page asks for the ghost of the board on which the reader plans. */
export const isPlanning = () => planning;

/** Begins or ends planning. */
export function plan(on) {
  planning = on;
  sendSubscription();
  return fetchView().catch(() => {});
}

/** Fetches an answer of the server, with retries until it comes or `unwanted` says that it is not needed any more. */
async function answerTo(request, unwanted, trouble) {
  for (let wait = 400; ; wait = Math.min(wait * 1.6, 5000)) {
    try {
      const answer = await request();
      if (answer.status < 502 || answer.status > 504) return answer;
    } catch {
      // No connection; reported below, as for a server that is just starting.
    }
    if (unwanted()) return null;
    showNotice(text(trouble));
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (unwanted()) return null;
  }
}

/** The ply that the page's address asks for; null for the present. */
const shownPly = () => new URLSearchParams(location.search).get("ply") ?? new URLSearchParams(location.search).get("at");

/** Fetches the view (of a ply, or the present) and shows it, unless a newer one has arrived meanwhile. */
export async function fetchView(at = shownPly()) {
  if (isBusy()) return;
  const mine = ++asked;
  const late = () => mine !== asked || isBusy();
  const answer = await answerTo(() => fetch(address("/view") + query(at), { headers: { "X-Fragment": "1" } }), late, "offline");
  if (!answer || late()) return;
  if (!answer.headers.has("x-table-number")) {
    showNotice(text("failed"));
    return;
  }
  const html = await answer.text();
  if (!late()) put(html);
}

/** What the server is to push: the view as the page shows it; nothing where it shows the past; to a hidden page only whose turn it is. */
function subscription() {
  const seat = new URLSearchParams(location.search).get("as");
  const push = document.hidden ? "turn" : shownPly() === null && !planning ? "view" : "";
  return { push, shape: shape(), as: seat === null ? null : Number(seat) };
}

/** Sends the subscription on the socket, if it has changed. */
function sendSubscription() {
  const now = JSON.stringify(subscription());
  if (socket?.readyState !== WebSocket.OPEN || now === subscribed) return;
  subscribed = now;
  socket.send(now);
}

/** Shows the newest view after a change of the table: the pushed one if it is current, else a fetched one. */
function catchUp() {
  if (isBusy() || document.hidden || newest <= Number(state().number)) return undefined;
  const { push, shape: wanted, as } = subscription();
  if (push === "view" && pushed?.number >= newest && pushed.shape === wanted && pushed.as === as) {
    asked += 1;
    put(pushed.html);
    return undefined;
  }
  return fetchView().catch(() => {});
}

const random = (bytes) => Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The beginning of the ids of this page's commands: their answers bring the view, so the server does not push it as well. */
const own = random(8);
const newId = () => own + random(8);

/** The text of a message, which is compressed if it is binary. */
function unpacked(data) {
  if (typeof data === "string") return data;
  return new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

/** Sends a command: path "/play" or "/undo", the seat, and the action's text. */
export const command = (path, seat, action = "", id = newId()) =>
  send(path, { seat: Number(seat), ply: Number(state().ply), action }, id);

/** Undoes a seat's last move; while a move is on its way, that one, as soon as it is answered. */
export function undo(seat) {
  if (!isBusy()) command("/undo", seat);
  else if (sending === "/play") undoNext = seat;
}

/** Sends the undo that was asked for while a move was on its way, unless that move was refused. The server says why it can't be undone. */
function sendUndo(plyBefore) {
  const seat = undoNext;
  undoNext = null;
  if (seat !== null && Number(state().ply) > plyBefore) command("/undo", table().querySelector("[data-undo]")?.dataset.undo ?? seat);
}

/** Sends a command about an agreement: "ask", "answer", "resign" or "vacant", with its fields. */
export const agree = (what, fields) => send(`/${what}`, fields, newId());

async function send(path, fields, id) {
  if (isBusy()) return;
  const wanted = { table: state().table, path, body: { ...fields, number: Number(state().number), client: id } };
  sessionStorage.setItem(KEPT, JSON.stringify(wanted));
  await deliver(wanted);
}

async function deliver(wanted) {
  sending = wanted.path;
  asked += 1;
  table().setAttribute("aria-busy", "true");
  const request = () =>
    fetch(address(wanted.path) + query(), {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Fragment": "1" },
      body: JSON.stringify(wanted.body),
    }).then(async (answer) => ({ status: answer.status, seen: answer.headers.has("x-table-number"), body: await answer.text() }));
  const plyBefore = Number(state().ply);
  const { seen, body } = await answerTo(request, () => false, "kept");
  sessionStorage.removeItem(KEPT);
  sending = "";
  showNotice("");
  if (seen) put(body, wanted.path === "/undo");
  else showTip(document.getElementById("ask"), problem(body), "", true);
  table().removeAttribute("aria-busy");
  sendUndo(plyBefore);
  await catchUp();
}

/** The text of a refusal without a view. */
export function problem(body) {
  try {
    return JSON.parse(body).detail ?? text("failed");
  } catch {
    return text("failed");
  }
}

/** Sends a command again that was pending when the page was left: the table knows its id. */
export async function deliverKept() {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  if (kept?.table === state().table) await deliver(kept);
}

/** The address of the table's socket. */
function socketAddress() {
  const { push, shape: wanted, as } = subscription();
  const parts = new URLSearchParams({ table: state().table, push, shape: wanted, own });
  if (as !== null) parts.set("as", as);
  if ("DecompressionStream" in window) parts.set("pack", "gzip");
  // What was said while the page was not connected is announced then.
  const said = document.getElementById("said");
  if (said) parts.set("said", Number(said.dataset.newest) + 1);
  return `${location.origin.replace(/^http/, "ws")}/news?${parts}`;
}

/** Listens for changes of the table and shows its new views; reports a lost connection. */
export function listen() {
  let wait = 500;
  let received = Date.now();
  let deleted = false;
  const take = (news) => {
    if (news.deleted) {
      deleted = true;
      showNotice(text("deleted"));
      socket.close();
      return;
    }
    newest = Math.max(newest, news.number ?? 0);
    if (news.html) pushed = news;
    for (const listener of afterNews) listener(news);
    catchUp();
  };
  // A table that the page can't listen to any more was deleted while it was not connected, or is private now.
  const sayWhy = async () => {
    const answer = await fetch(address("/view") + query(), { headers: { "X-Fragment": "1" } }).catch(() => null);
    if (answer?.status === 404) showNotice(text("deleted"));
  };
  const connect = () => {
    socket = new WebSocket(socketAddress());
    subscribed = JSON.stringify(subscription());
    socket.binaryType = "arraybuffer";
    socket.onopen = sendSubscription;
    socket.onmessage = async (event) => {
      received = Date.now();
      wait = 500;
      if (!isBusy()) showNotice("");
      take(JSON.parse(await unpacked(event.data)));
    };
    socket.onclose = (event) => {
      if (deleted) return;
      if (event.code === 4404) {
        sayWhy();
        return;
      }
      if (!isBusy()) showNotice(text(event.code === 1012 ? "restarting" : "offline"));
      setTimeout(connect, wait);
      wait = Math.min(wait * 1.6, 8000);
    };
  };
  const cut = () => {
    if (deleted) return;
    // The notice about an unsent move says more than the one about the connection.
    if (!isBusy()) showNotice(text("offline"));
    socket.close();
  };
  for (const screen of window.early.screens) {
    screen.addEventListener("change", () => {
      sendSubscription();
      if (otherShape()) fetchView().catch(() => {});
    });
  }
  // The answer names the table's number, so a page that missed views fetches the newest.
  document.addEventListener("visibilitychange", sendSubscription);
  // Nobody else changes a step of a lesson, or a puzzle.
  if (state().lesson !== undefined || state().puzzle !== undefined) return;
  setInterval(() => Date.now() - received > 35000 && socket.readyState === WebSocket.OPEN && cut(), 5000);
  addEventListener("offline", cut);
  addEventListener("online", () => {
    wait = 200;
  });
  addEventListener("pageshow", (event) => event.persisted && fetchView().catch(() => {}));
  connect();
}

/** True if the board's shape on the page does not suit the screen (the server assumed one). */
export const otherShape = () => state().shape !== shape();
