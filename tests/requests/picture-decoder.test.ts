import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { startShop, stopShop } from "../support/production-shop.ts";
import { openShop } from "../support/shop.ts";
import { sendPicture } from "../support/tus.ts";

const shop = await openShop();
const MEBIBYTE = 1024 * 1024;

test("in the built shop the kernel limits the decoder's memory and processor time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "eclat-decoder-"));
  const env = { DATABASE_URL: shop.databaseUrl, SESSION_SECRET: "x".repeat(64), DEMO: "0" };
  const node = await startShop({ port: 16_000 + (process.pid % 1_000), folder, env });
  onTestFinished(async () => {
    await stopShop(node.shop);
    rmSync(folder, { recursive: true, force: true });
  });
  const customer = await shop.customer();
  customer.url = node.url;
  const photo = await sharp(randomBytes(1_500 * 1_000 * 3), {
    raw: { width: 1_500, height: 1_000, channels: 3 },
  })
    .jpeg()
    .toBuffer();

  let limits: string | null = null;
  let isOver = false;
  const watching = (async () => {
    while (!isOver && limits === null) {
      limits = decoderLimits(node.shop.pid!);
      await sleep(2);
    }
  })();
  const sent = await sendPicture(customer, "avatar", photo);
  isOver = true;
  await watching;
  expect(sent.status).toBe(200);
  expect(limits).toMatch(new RegExp(`^Max data size +${512 * MEBIBYTE} `, "m"));
  expect(limits).toMatch(/^Max cpu time +10 /m);
});

/** The kernel's limits of the decoder that the process `pid` has started; null while there is none. */
function decoderLimits(pid: number): string | null {
  try {
    for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ")) {
      // The shell that sets the limits has the program in its arguments, too, until it executes Node.
      const [program = "", ...args] = readFileSync(`/proc/${child}/cmdline`, "utf8").split("\0");
      if (program.endsWith("node") && args.some((name) => name.endsWith("picture-decoder.js")))
        return readFileSync(`/proc/${child}/limits`, "utf8");
    }
  } catch {
    // The child has ended meanwhile.
  }
  return null;
}
