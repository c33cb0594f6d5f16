import { eq } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { drawFacturX, drawInvoice } from "#app/invoices/draw-invoice.server.ts";
import { drawTerms } from "#app/invoices/draw-terms.server.ts";
import { renderMail } from "#app/mail/render-mail.tsx";
import { templates, type TemplateName } from "#app/mail/templates.tsx";
import {
  createDrawingThread,
  DrawingsFull,
  type Drawing,
} from "#app/platform/drawing-thread.server.ts";
import { readTerms } from "#app/settings/terms-versions.server.ts";
import { invoices } from "#db/schema/index.ts";
import { mailProps } from "../support/mail-props.ts";
import { payOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";

/* The drawing thread of the built shop (decision 83). */
const shop = await openShop();
const { config, db, sql, settings } = shop;
const site = { baseUrl: config.baseUrl, shop: settings.current().shop };
const PROGRAM = new URL("../../build/server/drawing-thread.js", import.meta.url);

function thread(options: Parameters<typeof createDrawingThread>[1] = {}) {
  const made = createDrawingThread(PROGRAM, options);
  onTestFinished(() => made.end());
  return made;
}

test("draws every mail, an invoice and the terms with the bytes of the same functions here", async () => {
  const { run } = thread();
  for (const template of Object.keys(templates) as TemplateName[]) {
    const mail = { template, props: mailProps() };
    expect(await run("mail", [site, mail]), template).toEqual(await renderMail(site, mail));
  }
  const customer = await shop.customer();
  const { orderId } = await payOrder(shop, customer);
  const [invoice] = await db.select().from(invoices).where(eq(invoices.orderId, orderId));
  const drawn = await drawInvoice(invoice!, site.shop);
  const inThread = (await run("invoice", [invoice, site.shop])) as Uint8Array;
  expect(drawn.equals(inThread)).toBe(true);
  const seller = { ...invoice!.snapshot.seller, siren: "123 456 782" };
  const named = { ...invoice!, snapshot: { ...invoice!.snapshot, seller } };
  const facturX = (await run("factur-x", [named, site.shop])) as Uint8Array;
  expect((await drawFacturX(named, site.shop)).equals(facturX)).toBe(true);
  const [order] = await sql`SELECT terms_hash FROM orders WHERE id = ${orderId}`;
  const terms = await readTerms(sql, order!["terms_hash"] as string);
  const args = [terms!.text, terms!.effectiveOn[0]!, site.shop, site.baseUrl] as const;
  const file = (await run("terms", [...args])) as Uint8Array;
  expect((await drawTerms(...args)).equals(file)).toBe(true);
  // The built shop draws the document in its thread, too.
  const sent = await customer.get(`/factures/${invoice!.number}`);
  expect(drawn.equals(new Uint8Array(await sent.arrayBuffer()))).toBe(true);
});

test("after a crash, the running tasks fail and the waiting ones are drawn in a new thread", async () => {
  const { run } = thread();
  const mail = [site, { template: "welcome", props: {} }];
  const crash = run("no drawing" as Drawing, []);
  const others = Array.from({ length: 8 }, () => run("mail", mail));
  await expect(crash).rejects.toThrow("is not a function");
  const outcomes = await Promise.allSettled(others);
  const drawn = outcomes.filter(({ status }) => status === "fulfilled");
  // Three were in the thread with the crash.
  expect(drawn).toHaveLength(5);
  await expect(run("mail", mail)).resolves.toHaveProperty("subject");
});

test("a failed drawing fails alone, as one whose arguments cannot be copied", async () => {
  const { run } = thread();
  await expect(run("mail", [site, { template: "order-paid", props: {} }])).rejects.toThrow(
    "of undefined",
  );
  await expect(run("mail", [site, { template: "welcome", props: () => 1 }])).rejects.toThrow(
    "could not be cloned",
  );
  await expect(run("mail", [site, { template: "welcome", props: {} }])).resolves.toBeTruthy();
});

test("refuses a task when too many wait, and draws those that run before it ends", async () => {
  const { run, end } = thread({ maxWaiting: 2 });
  const mail = [site, { template: "welcome", props: {} }];
  const tasks = Array.from({ length: 6 }, () => run("mail", mail));
  await expect(run("mail", mail)).rejects.toThrow(DrawingsFull);
  await end();
  await expect(Promise.all(tasks)).resolves.toHaveLength(6);
});

test("ends when idle and starts again", async () => {
  const { run } = thread({ idleMs: 1 });
  const mail = [site, { template: "welcome", props: {} }];
  const ended = new Promise((resolve) =>
    process.once("worker", (worker) => worker.once("exit", resolve)),
  );
  const first = await run("mail", mail);
  await ended;
  expect(await run("mail", mail)).toEqual(first);
});
