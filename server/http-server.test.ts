import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { boundPipelining, createHttpServer, refusePages } from "./http-server.ts";

const server = createHttpServer({
  headersTimeout: 200,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
  idleTimeout: 600,
  slowReadInterval: 300,
});
const respond: RequestListener = (request, response) => {
  request.resume();
  if (request.url === "/chunks") {
    const chunks = Array.from({ length: 100 }, () => Buffer.alloc(256 * 1024));
    return void Readable.from(chunks).pipe(response);
  }
  // Much more than the socket buffers hold.
  if (request.url === "/large") response.end(Buffer.alloc(64 * 1024 * 1024));
  else request.on("end", () => response.end("hello"));
};
server.on("request", respond);
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

const portOf = () => (server.address() as AddressInfo).port;

/** Sends `first`, then one letter every 50 ms. Returns the response once the connection is closed. */
async function sendSlowly(first: string, letters = ""): Promise<string> {
  const socket = connect(portOf(), "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes) => (answer += bytes.toString("latin1")));
  const closed = new Promise((resolve) => socket.on("close", resolve));
  socket.on("error", () => undefined);
  socket.write(first);
  for (const letter of letters) {
    await sleep(50);
    if (socket.destroyed) break;
    socket.write(letter);
  }
  await closed;
  return answer;
}
const HEAD = "POST / HTTP/1.1\r\nhost: x\r\n";

test("slow headers: 408 and disconnected", async () => {
  expect(await sendSlowly(HEAD, `a: ${"b".repeat(100)}`)).toMatch(/^HTTP\/1.1 408 /);
});

test("a slow body: 408 and disconnected", async () => {
  expect(await sendSlowly(`${HEAD}content-length: 100\r\n\r\n`, "b".repeat(100))).toMatch(
    /^HTTP\/1.1 408 /,
  );
});

test("a silent client is disconnected", async () => {
  expect(await sendSlowly("")).toMatch(/^(HTTP\/1.1 408 |$)/);
});

test("a client that reads nothing is disconnected", async () => {
  const open = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  const connected = once(server, "connection");
  const socket = connect(portOf(), "127.0.0.1")
    .on("error", () => undefined)
    .pause();
  socket.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n");
  await connected;
  expect(await open()).toBe(1);
  await expect.poll(open).toBe(0);
  socket.destroy();
});

/** Bytes: a client that drains no more than this between two checks counts as too slow. */
const CHUNK = 64 * 1024;

/**
 * Reads the response to `path` in steps: `step` reads a part of it and resolves when the server may check for slow readers.
 * The checks run on a fake clock, so the speed of the machine has no influence. Returns how many bytes of the response
 * arrived before the connection closed.
 */
async function readBetweenChecks(
  path: string,
  step: (client: {
    read: () => Promise<void>;
    drained: () => number;
    isOpen: () => boolean;
  }) => Promise<void>,
): Promise<number> {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const bounded = createHttpServer({ slowReadInterval: 1_000 });
  bounded.on("request", respond);
  await new Promise<void>((resolve) => void bounded.listen(0, "127.0.0.1", resolve));
  const connected = once(bounded, "connection") as Promise<[Socket]>;
  const socket = connect((bounded.address() as AddressInfo).port, "127.0.0.1");
  let received = 0;
  let isOpen = true;
  socket.on("error", () => undefined).on("readable", () => undefined);
  socket.once("close", () => (isOpen = false)).once("end", () => (isOpen = false));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  const [peer] = await connected;
  const client = {
    read: async () => {
      await sleep(1);
      received += (socket.read() as Buffer | null)?.length ?? 0;
    },
    drained: () => peer.bytesWritten - peer.writableLength,
    isOpen: () => isOpen,
  };
  while (isOpen) {
    await step(client);
    vi.advanceTimersByTime(1_000);
  }
  socket.destroy();
  bounded.close();
  return received;
}

test("a client that reads less than a chunk per check is disconnected", async () => {
  const received = await readBetweenChecks("/large", (client) => client.read());
  expect(received).toBeLessThan(64 * 1024 * 1024);
});

test("a slow client that reads whole chunks gets the complete response", async () => {
  const received = await readBetweenChecks("/chunks", async ({ read, drained, isOpen }) => {
    const before = drained();
    while (isOpen() && drained() - before <= CHUNK) await read();
  });
  expect(received).toBeGreaterThan(100 * 256 * 1024);
});

test("a connection that pipelines more than 16 requests is closed", async () => {
  let started = 0;
  const bounded = createHttpServer();
  const waiting: (() => void)[] = [];
  bounded.on(
    "request",
    boundPipelining((_request, response) => {
      started++;
      waiting.push(() => response.end("hello"));
    }),
  );
  await new Promise<void>((resolve) => void bounded.listen(0, "127.0.0.1", resolve));
  const { port } = bounded.address() as AddressInfo;
  const send = (count: number) => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n".repeat(count));
    return new Promise((resolve) => socket.once("close", resolve)).finally(() => socket.destroy());
  };
  await send(3_000);
  expect(started).toBe(16);
  waiting.length = 0;
  void send(16);
  await expect.poll(() => waiting.length).toBe(16);
  for (const answer of waiting) answer();
  bounded.closeAllConnections();
  bounded.close();
});

test("an ordinary client gets its response", async () => {
  expect(await sendSlowly(`${HEAD}connection: close\r\ncontent-length: 2\r\n\r\nab`)).toMatch(
    /^HTTP\/1.1 200 [^]*hello/,
  );
});

test("after refusePages, pages are 502 and forms are still accepted", async () => {
  const closing = createHttpServer();
  closing.on("request", (_request, response) => void response.end("hello"));
  await new Promise<void>((resolve) => void closing.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(closing.address() as AddressInfo).port}`;
  const ask = async (method: string) => {
    const answer = await fetch(url, { method });
    return [answer.status, answer.headers.get("connection"), await answer.text()];
  };
  expect(await ask("GET")).toEqual([200, "keep-alive", "hello"]);
  refusePages(closing);
  expect(await ask("GET")).toEqual([502, "close", ""]);
  expect(await ask("HEAD")).toEqual([502, "close", ""]);
  expect(await ask("POST")).toEqual([200, "keep-alive", "hello"]);
  closing.close();
});
