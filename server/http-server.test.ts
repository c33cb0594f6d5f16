import { connect, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { boundPipelining, createHttpServer, refusePages } from "./http-server.ts";

const server = createHttpServer({
  headersTimeout: 200,
  requestTimeout: 400,
  connectionsCheckingInterval: 50,
  silence: 600,
  trickle: 300,
});
server.on("request", (request, response) => {
  request.resume();
  if (request.url === "/pieces") {
    const pieces = Array.from({ length: 100 }, () => Buffer.alloc(256 * 1024));
    return void Readable.from(pieces).pipe(response);
  }
  // Much more than the buffers between the two take.
  if (request.url === "/large") response.end(Buffer.alloc(64 * 1024 * 1024));
  else request.on("end", () => response.end("hello"));
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

const portOf = () => (server.address() as AddressInfo).port;

/** What a client gets that says `first`, then one letter each 50 ms. */
async function slowly(first: string, letters = ""): Promise<string> {
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

test("headers that take too long: 408, and out", async () => {
  expect(await slowly(HEAD, `a: ${"b".repeat(100)}`)).toMatch(/^HTTP\/1.1 408 /);
});

test("a body that takes too long: 408, and out", async () => {
  expect(await slowly(`${HEAD}content-length: 100\r\n\r\n`, "b".repeat(100))).toMatch(
    /^HTTP\/1.1 408 /,
  );
});

test("nothing said at all: out", async () => {
  expect(await slowly("")).toMatch(/^(HTTP\/1.1 408 |$)/);
});

test("an answer that nobody takes: out", async () => {
  const open = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  const socket = connect(portOf(), "127.0.0.1")
    .on("error", () => undefined)
    .pause();
  socket.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n");
  await expect.poll(open).toBe(1);
  await expect.poll(open).toBe(0);
  socket.destroy();
});

/** How many bytes a client gets of a path's answer who takes at most so many each 20 ms. */
async function takeSlowly(path: string, bytes: number): Promise<number> {
  const socket = connect(portOf(), "127.0.0.1").on("error", () => undefined);
  let taken = 0;
  let isOver = false;
  socket.once("close", () => (isOver = true)).once("end", () => (isOver = true));
  socket.on("readable", () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  while (!isOver) {
    await sleep(20);
    const piece = socket.read(Math.min(bytes, socket.readableLength)) as Buffer | null;
    taken += piece?.length ?? 0;
  }
  socket.destroy();
  return taken;
}

test("an answer that is taken a little at a time, never a whole piece: out", async () => {
  expect(await takeSlowly("/large", 64_000)).toBeLessThan(64 * 1024 * 1024);
});

test("whoever takes it slowly, piece by piece, gets the whole", async () => {
  expect(await takeSlowly("/pieces", 400_000)).toBeGreaterThan(100 * 256 * 1024);
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

test("an ordinary client is not kept waiting", async () => {
  expect(await slowly(`${HEAD}connection: close\r\ncontent-length: 2\r\n\r\nab`)).toMatch(
    /^HTTP\/1.1 200 [^]*hello/,
  );
});

test("pages refused: 502 for whoever asks, a form is taken still", async () => {
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
