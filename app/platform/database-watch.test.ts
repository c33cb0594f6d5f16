import { createServer, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createCircuitBreaker } from "./database-watch.server.ts";

/** A server that stays silent, or answers with PostgreSQL's ErrorResponse « starting up ». */
let isSilent = true;
const sockets = new Set<Socket>();
const STARTING = "SFATAL\0C57P03\0Mthe database system is starting up\0\0";
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => undefined);
  if (isSilent) return;
  const length = Buffer.alloc(4);
  length.writeInt32BE(STARTING.length + 4);
  socket.end(Buffer.concat([Buffer.from("E"), length, Buffer.from(STARTING)]));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const url = `postgres://x@127.0.0.1:${typeof address === "object" && address ? address.port : 0}/x`;
let times = 0;
const { withCircuitBreaker, stop } = createCircuitBreaker(url, () => times++, {
  longWaitMs: 50,
  checkEveryMs: 10,
  probeTimeoutMs: 100,
});
afterAll(() => {
  stop();
  for (const socket of sockets) socket.destroy();
  server.close();
});
const never = () => new Promise<never>(() => {});

test("without responses, waiting and new queries fail, and a late connection is released", async () => {
  isSilent = true;
  const late: string[] = [];
  let arrive = (_text: string) => {};
  const arriving = new Promise<string>((resolve) => (arrive = resolve));
  const waits = [
    withCircuitBreaker(never),
    withCircuitBreaker(
      () => arriving,
      (text) => late.push(text),
    ),
  ];
  for (const wait of waits) await expect(wait).rejects.toThrow("doesn't answer");
  await expect(withCircuitBreaker(() => Promise.resolve(1))).rejects.toThrow("doesn't answer");
  expect(times).toBe(1);
  arrive("a connection");
  await expect.poll(() => late).toEqual(["a connection"]);
});

test("after any response, even a refusal, queries work again, and a slow query is not interrupted", async () => {
  isSilent = false;
  await expect.poll(() => withCircuitBreaker(() => Promise.resolve(1)).catch(() => 0)).toBe(1);
  // Longer than several probes.
  const slow = () => new Promise<number>((resolve) => setTimeout(resolve, 400, 2));
  expect(await withCircuitBreaker(slow)).toBe(2);
  expect(times).toBe(1);
});
