import { connect } from "node:net";

/** Sends raw bytes to `url` and returns the raw response; resets the connection after `cutAfter` received characters. */
export function sendRaw(url: string, bytes: string, cutAfter = Infinity): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      if (answer.length >= cutAfter) socket.resetAndDestroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}
