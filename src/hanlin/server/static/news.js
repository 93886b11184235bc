// The server's announcements: of one table, or of the lists of tables.

const FIRST = 500;
const LAST = 8000;

/** Calls `heard` with each announcement, and again after a gap; `going()` says whether to go on listening. */
export function listenForNews(query, heard, going = () => true) {
  let pause = FIRST;
  function open() {
    if (!going()) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/news${query}`);
    socket.onmessage = (event) => {
      pause = FIRST;
      if (going()) heard(JSON.parse(event.data));
      else socket.close();
    };
    socket.onclose = () => {
      setTimeout(open, pause);
      pause = Math.min(pause * 1.6, LAST);
    };
  }
  open();
}
