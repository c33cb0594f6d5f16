import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { comments, orders, products, profiles } from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { orderForm, sell } from "../support/catalogue.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const { db } = shop;

/** Opens the live stream and gives what it says, one message at a time. */
async function listen(browser: Browser) {
  const abort = new AbortController();
  const response = await browser.fetch("/live", { signal: abort.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const heard: { topic: string; id?: string }[] = [];
  let text = "";
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const messages = text.split("\n\n");
      text = messages.pop() ?? "";
      for (const message of messages)
        if (message.startsWith("data: "))
          heard.push(JSON.parse(message.slice(6)) as { topic: string });
    }
  })().catch(() => undefined);
  return {
    heard,
    type: response.headers.get("content-type"),
    close: async () => {
      abort.abort();
      await reading;
    },
  };
}

test("a change by any hand is heard, as keys only, by those who may know", async () => {
  const productId = await sell(db, { name: "lait corps", price: 19 });
  const owner = await shop.customer();
  const admin = await shop.customer({ isAdmin: true });
  const streams = {
    visitor: await listen(shop.visitor()),
    owner: await listen(owner),
    other: await listen(await shop.customer()),
    admin: await listen(admin),
  };
  expect(streams.visitor.type).toBe("text/event-stream");

  await db.update(products).set({ priceCents: 2100 }).where(eq(products.id, productId));
  for (const { heard } of Object.values(streams))
    await expect.poll(() => heard).toContainEqual({ topic: "product", id: productId });

  const response = await owner.post(
    "/panier",
    orderForm([{ id: productId, qty: 1 }], 2100, { paymentMethod: "Paiement à la livraison" }),
  );
  const orderId = response.headers.get("location")!.split("/").at(-1)!;
  await db.update(orders).set({ isShipped: true }).where(eq(orders.id, orderId));
  await expect.poll(() => streams.owner.heard).toContainEqual({ topic: "order", id: orderId });
  await expect.poll(() => streams.admin.heard).toContainEqual({ topic: "message", id: orderId });
  // A later public change proves that the others had the time to hear, and heard nothing of the order.
  await db.update(products).set({ priceCents: 2200 }).where(eq(products.id, productId));
  for (const name of ["visitor", "other"] as const) {
    await expect
      .poll(() => streams[name].heard.filter(({ topic }) => topic === "product").length)
      .toBeGreaterThanOrEqual(2);
    expect(
      streams[name].heard.filter(({ topic }) => topic !== "product" && topic !== "profile"),
    ).toEqual([]);
  }
  for (const stream of Object.values(streams)) await stream.close();
  await expect.poll(() => shop.hub.listenerCount()).toBe(0);
});

test("a new name or photo is told to the pages that show it: one's own, and the products one commented", async () => {
  const [author, admin] = [await shop.customer(), await shop.customer({ isAdmin: true })];
  const productId = await sell(db, { name: "baume commenté", price: 12 });
  const streams = {
    visitor: await listen(shop.visitor()),
    author: await listen(author),
    admin: await listen(admin),
  };
  // Notifications keep their order: once another product is heard of, nothing more is said of the first one's making.
  const marker = await sell(db, { name: "baume de repère", price: 12 });
  for (const { heard } of Object.values(streams)) {
    await expect.poll(() => heard).toContainEqual({ topic: "product", id: marker });
    heard.splice(0);
  }
  const times = (who: keyof typeof streams, topic: string, id: string) =>
    streams[who].heard.filter((change) => change.topic === topic && change.id === id).length;
  const comment = { id: "avis", productId, rate: 5, text: "Bien." };
  await db.insert(comments).values({ ...comment, authorId: author.userId });
  for (const who of ["visitor", "author", "admin"] as const)
    await expect.poll(() => times(who, "product", productId)).toBe(1);

  const photo = "profil/abc/01K8ABCDEF3WPW70CHXNGD8NCM.jpg";
  for (const change of [{ name: "Claire Aubry-Petit" }, { photo }, { phone: "33612345678" }])
    await db.update(profiles).set(change).where(eq(profiles.userId, author.userId));
  await expect.poll(() => times("author", "profile", author.userId)).toBe(3);
  await expect.poll(() => times("admin", "profile", author.userId)).toBe(3);
  for (const who of ["visitor", "author", "admin"] as const) {
    // The comments alone: pages that show the product without them have nothing to load again.
    const told = { topic: "comments", ids: [productId] };
    expect(streams[who].heard.filter(({ topic }) => topic === "comments")).toEqual([told, told]);
    expect(times(who, "product", productId)).toBe(1);
  }
  expect(times("visitor", "profile", author.userId)).toBe(0);
  for (const stream of Object.values(streams)) await stream.close();
});

test("without its database the stream breaks, and the browser tries again: it never does once refused", async () => {
  const alone = await openShop();
  const customer = await alone.customer();
  await alone.sql`ALTER TABLE sessions RENAME TO away`;
  await expect(customer.fetch("/live")).rejects.toThrow("fetch failed");
  expect(alone.takeErrors().join()).toContain("live stream");
  await alone.sql`ALTER TABLE away RENAME TO sessions`;
  const stream = await listen(customer);
  expect(stream.type).toBe("text/event-stream");
  await stream.close();
});
