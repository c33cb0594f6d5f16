import { connect, type Socket } from "node:net";

type Load = {
  address: string;
  headers: Record<string, string>;
  /** Asked for each visitor: the machine may have become slower. */
  perSecond: () => number;
  seconds: number;
};

/**
 * Asks for a page at random moments, as visitors who know nothing of each other, whatever the answers take: a
 * generator that waits for answers, or fires each second's requests at once, measures itself. Gives milliseconds from the moment
 * each request was due. Good for some hundreds a second. On sockets of its own: node:http's client takes twice as much
 * (0.25 instead of 0.5 ms) of the processors that the server and its database are to have.
 */
export async function steadyVisitors(load: Load): Promise<{ p50: number; p99: number }> {
  const connections = keptAlive(load);
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  const end = performance.now() + load.seconds * 1_000;
  let due = performance.now();
  while ((due += (-Math.log(1 - Math.random()) * 1_000) / load.perSecond()) < end) {
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    const moment = due;
    answers.push(
      connections.ask().then(() => {
        times.push(performance.now() - moment);
      }),
    );
  }
  await Promise.all(answers);
  connections.close();
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** As many connections as are needed at once; `ask` ends with the last byte of an answer whose length is told. */
function keptAlive({ address, headers }: Load): { ask: () => Promise<void>; close: () => void } {
  const { host, hostname, port, pathname, search } = new URL(address);
  const head = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${head.join("")}\r\n`);
  const idle: Socket[] = [];
  const open = (): Socket => connect({ host: hostname, port: Number(port), noDelay: true });
  return {
    ask: () =>
      new Promise((resolve, reject) => {
        const socket = idle.pop() ?? open();
        let missing: number | undefined;
        const onData = (part: Buffer) => {
          missing ??= wholeLength(part);
          if (missing === undefined) {
            socket.destroy(new Error(`${address} answered ${part.subarray(0, 200).toString()}`));
            return;
          }
          missing -= part.length;
          if (missing > 0) return;
          socket.off("data", onData).off("error", reject);
          idle.push(socket);
          resolve();
        };
        socket.on("data", onData).on("error", reject).write(request);
      }),
    close: () => idle.forEach((socket) => socket.destroy()),
  };
}

/** Bytes of an answer that begins so, its head included; nothing when it is not a page of known length. */
function wholeLength(part: Buffer): number | undefined {
  const headEnd = part.indexOf("\r\n\r\n");
  const head = part.toString("latin1", 0, Math.max(0, headEnd));
  const length = /^HTTP\/1\.1 200 .*\r\ncontent-length: (\d+)/is.exec(head)?.[1];
  return length === undefined ? undefined : headEnd + 4 + Number(length);
}
