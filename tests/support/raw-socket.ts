import { connect } from "node:net";

/**
 * Sends these very bytes to the shop at `url`, and gives what comes back until the end. The connection is reset once
 * `cutAfter` letters have come.
 */
export function raw(url: string, bytes: string, cutAfter = Infinity): Promise<string> {
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
