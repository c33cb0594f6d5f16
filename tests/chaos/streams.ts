import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds after which browsers reconnect, until a stream sends another time (`retry:`). */
const FIRST_PAUSE = 3_000;
/** The last chunk of a response (RFC 9112 §7.1). */
const LAST_CHUNK = "\r\n0\r\n\r\n";

/** `count` live streams: each reconnects after the last received reconnection time, as in browsers. */
export function openStreams(url: string, count: number) {
  const { port } = new URL(url);
  const sockets = new Set<Socket>();
  let isOver = false;
  const counts = { open: 0, refused: 0, cut: 0 };

  function listen(pause: number): void {
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(`GET /live HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`),
    );
    let isOpen = false;
    let end = "";
    let next = pause;
    sockets.add(socket);
    socket.on("data", (bytes) => {
      const text = bytes.toString();
      next = Number(/^retry: ?(\d+)/m.exec(text)?.[1] ?? next);
      if (!isOpen && text.startsWith("HTTP/1.1 200 ")) {
        isOpen = true;
        counts.open++;
      }
      end = (end + text).slice(-LAST_CHUNK.length);
      // A proxy keeps the connection alive for another request.
      if (!isOpen || end === LAST_CHUNK) socket.end();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      if (isOpen) counts.open--;
      if (isOver) return;
      if (!isOpen) counts.refused++;
      else if (end !== LAST_CHUNK) counts.cut++;
      setTimeout(() => listen(next), next);
    });
  }

  for (let client = 0; client < count; client++)
    setTimeout(() => listen(FIRST_PAUSE), Math.floor(client / 5));
  return {
    /** Numbers of streams: `open` now; `refused` and `cut` (ended without the last chunk) so far. */
    counts: () => ({ ...counts }),
    /** Waits at most `patience` ms until all streams are open. @returns whether they are */
    async allOpen(timeoutMs: number): Promise<boolean> {
      for (const late = performance.now() + timeoutMs; performance.now() < late; await sleep(20))
        if (counts.open === count) return true;
      return false;
    },
    /** Resets every connection; the streams reconnect. */
    cut(): void {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close(): void {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}
