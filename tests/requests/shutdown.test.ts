import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request, type ClientRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { insertProduct } from "../support/catalogue.ts";
import { startShop } from "../support/production-shop.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
await insertProduct(shop.db, { name: "crème", price: 10 });
const PORT = 17_000 + (process.pid % 1_000);

/** A shop in its own process that drains for `drainSeconds` after SIGTERM. */
async function openNode(drainSeconds: number) {
  const folder = mkdtempSync(join(tmpdir(), "eclat-shutdown-"));
  const node = await startShop({
    port: PORT,
    folder,
    env: {
      DATABASE_URL: shop.databaseUrl,
      SESSION_SECRET: "x".repeat(64),
      DEMO: "0",
      DRAIN_SECONDS: String(drainSeconds),
    },
  });
  const ended = once(node.shop, "exit");
  onTestFinished(async () => {
    node.shop.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string) => {
    const [answer] = (await once(request(`${node.url}${path}`, { agent }).end(), "response")) as [
      IncomingMessage,
    ];
    await text(answer);
    return answer;
  };
  return { ...node, folder, ended, ask };
}

/** Sends the first half of a form on its own connection. */
function beginMessage(url: string): { finish: () => Promise<IncomingMessage> } {
  const body = new URLSearchParams({ message: "Bonjour", email: "claire@exemple.fr" }).toString();
  const sending: ClientRequest = request(`${url}/contact`, {
    method: "POST",
    agent: new Agent({ keepAlive: true }),
    headers: {
      origin: url,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": body.length,
    },
  });
  const answered = once(sending, "response") as Promise<[IncomingMessage]>;
  sending.write(body.slice(0, 10));
  return {
    async finish() {
      sending.end(body.slice(10));
      const [answer] = await answered;
      await text(answer);
      return answer;
    },
  };
}

test("after SIGTERM a node reports not ready, serves until drained, then finishes running requests", async () => {
  // Long enough for the requests below on a busy machine.
  const node = await openNode(4);
  const stream = await fetch(`${node.url}/live`);
  expect((await node.ask("/boutique")).headers.connection).toBe("keep-alive");
  const [first, second] = [beginMessage(node.url), beginMessage(node.url)];
  node.shop.kill("SIGTERM");

  await expect.poll(async () => (await node.ask("/readyz")).statusCode).toBe(503);
  // A cached page, a rendered one, a file: each response closes the connection, so that proxies open the next elsewhere.
  for (const path of ["/boutique", "/connexion", "/favicon.svg", "/healthz"]) {
    const answer = await node.ask(path);
    expect([answer.statusCode, answer.headers.connection], path).toEqual([200, "close"]);
  }
  expect((await first.finish()).statusCode).toBeLessThan(500);

  // The stream ends with a complete response that contains the retry pause.
  expect(await stream.text()).toMatch(/^retry: \d+/);
  await expect.poll(() => fetch(`${node.url}/healthz`).catch(() => "away")).toBe("away");
  expect((await second.finish()).statusCode).toBeLessThan(500);
  expect(await node.ended).toEqual([0, null]);
});

test("this build's files are archived, and an archived file of a former build is served", async () => {
  const node = await openNode(0);
  const kept = join(node.folder, "builds", "assets");
  const names = readdirSync("build/client/assets");
  await expect.poll(() => names.filter((name) => !existsSync(join(kept, name)))).toEqual([]);
  writeFileSync(join(kept, "former-page-00000000.js"), "export {};");
  const answer = await node.ask("/assets/former-page-00000000.js");
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([
    200,
    "public, max-age=31536000, immutable",
  ]);
  expect((await node.ask("/assets/no-page-00000000.js")).statusCode).toBe(404);
});

test("a second SIGTERM ends the node without draining", async () => {
  const node = await openNode(60);
  const stream = await fetch(`${node.url}/live`);
  node.shop.kill("SIGTERM");
  await expect.poll(async () => (await node.ask("/readyz")).statusCode).toBe(503);
  node.shop.kill("SIGTERM");
  expect(await node.ended).toEqual([0, null]);
  expect(await stream.text().catch(() => "cut")).toBeDefined();
});
