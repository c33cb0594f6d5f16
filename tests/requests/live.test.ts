import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  comments,
  orders,
  paymentMismatches,
  payments,
  products,
  profiles,
} from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";

const shop = await openShop();
const { db } = shop;

/** Opens a browser's live stream; `received` collects the stream's messages. */
async function listen(browser: Browser) {
  const abort = new AbortController();
  const response = await browser.fetch("/live", { signal: abort.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const received: { topic: string; id?: string }[] = [];
  const stream = { received, status: response.status, isOpen: response.ok };
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
          received.push(JSON.parse(message.slice(6)) as { topic: string });
    }
  })()
    .catch(() => undefined)
    .finally(() => (stream.isOpen = false));
  return Object.assign(stream, {
    type: response.headers.get("content-type"),
    close: async () => {
      abort.abort();
      await reading;
    },
  });
}

/** Messages are ordered: once a new product's message has arrived, no earlier one is pending. Clears `received`. */
async function skipPending(streams: Awaited<ReturnType<typeof listen>>[]): Promise<void> {
  const marker = await insertProduct(db, { name: "baume de repère", price: 12 });
  for (const { received } of streams) {
    await expect.poll(() => received).toContainEqual({ topic: "product", id: marker });
    received.splice(0);
  }
}

test("a change, even by SQL, is sent as topic and id only, to the browsers that may see it", async () => {
  const productId = await insertProduct(db, { name: "lait corps", price: 19 });
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
  for (const { received } of Object.values(streams))
    await expect.poll(() => received).toContainEqual({ topic: "product", id: productId });

  const response = await owner.post(
    "/panier",
    orderForm([{ id: productId, qty: 1 }], 2100, { paymentMethod: "Paiement à la livraison" }),
  );
  const orderId = response.headers.get("location")!.split("/").at(-1)!;
  await db.update(orders).set({ isDelivered: true }).where(eq(orders.id, orderId));
  await expect.poll(() => streams.owner.received).toContainEqual({ topic: "order", id: orderId });
  await expect.poll(() => streams.admin.received).toContainEqual({ topic: "message", id: orderId });
  // Messages are ordered: after a later public change, the order's message would have arrived.
  await db.update(products).set({ priceCents: 2200 }).where(eq(products.id, productId));
  for (const name of ["visitor", "other"] as const) {
    await expect
      .poll(() => streams[name].received.filter(({ topic }) => topic === "product").length)
      .toBeGreaterThanOrEqual(2);
    expect(
      streams[name].received.filter(({ topic }) => topic !== "product" && topic !== "profile"),
    ).toEqual([]);
  }
  for (const stream of Object.values(streams)) await stream.close();
  await expect.poll(() => shop.hub.listenerCount()).toBe(0);
});

test("a declined payment and a payment mismatch are each sent once, to the order's owner and administrators only", async () => {
  const productId = await insertProduct(db, { name: "lait corps", price: 19 });
  const owner = await shop.customer();
  const placed = await owner.post("/panier", orderForm([{ id: productId, qty: 1 }], 1900));
  const orderId = placed.headers.get("location")!.split("/").at(-1)!;
  const streams = {
    owner: await listen(owner),
    other: await listen(await shop.customer()),
    admin: await listen(await shop.customer({ isAdmin: true })),
  };
  await skipPending(Object.values(streams));
  const mine = { id: orderId, orderId };
  await db.insert(payments).values({ ...mine, attempt: 1, amountCents: 1900, state: "creating" });
  const change = (values: Partial<typeof payments.$inferInsert>) =>
    db.update(payments).set(values).where(eq(payments.id, orderId));
  await change({ state: "created" });
  await change({ state: "capturing" });
  await change({ checkedAt: new Date() });
  await change({ state: "created", detail: "INSTRUMENT_DECLINED" });
  const received = () => streams.owner.received.filter(({ topic }) => topic === "order");
  await expect.poll(received).toEqual([{ topic: "order", id: orderId }]);
  await db.insert(paymentMismatches).values({ ...mine, kind: "amount", detail: "12,00 €" });
  await expect.poll(received).toHaveLength(2);
  await expect.poll(() => streams.admin.received).toContainEqual({ topic: "order", id: orderId });
  expect(streams.other.received).not.toContainEqual({ topic: "order", id: orderId });
  await Promise.all(Object.values(streams).map(({ close }) => close()));
});

test("an order without an account is sent to the browser that opened it, until its link is revoked", async () => {
  const [guest, admin] = [shop.visitor(), await shop.customer({ isAdmin: true })];
  const orderId = await placeOrder(shop, guest, { email: "suivi@exemple.fr" } as object);
  const change = () => db.update(orders).set({ isDelivered: true }).where(eq(orders.id, orderId));
  const streams = [await listen(guest), await listen(shop.visitor())] as const;
  await change();
  await expect.poll(() => streams[0].received).toContainEqual({ topic: "order", id: orderId });
  await admin.post(`/admin/commandes/${orderId}/sans-compte`, { intent: "renew" });
  const after = await listen(guest);
  await skipPending([...streams, after]);
  await db.update(orders).set({ customerName: "Claire Petit" }).where(eq(orders.id, orderId));
  const marker = await insertProduct(db, { name: "baume d’après", price: 12 });
  for (const { received } of [streams[1], after]) {
    await expect.poll(() => received).toContainEqual({ topic: "product", id: marker });
    expect(received.filter(({ topic }) => topic === "order")).toEqual([]);
  }
  await Promise.all([...streams, after].map(({ close }) => close()));
});

test("a changed name or photo is sent for the profile and for the comments of the products that show it", async () => {
  const [author, admin] = [await shop.customer(), await shop.customer({ isAdmin: true })];
  const productId = await insertProduct(db, { name: "baume commenté", price: 12 });
  const streams = {
    visitor: await listen(shop.visitor()),
    author: await listen(author),
    admin: await listen(admin),
  };
  await skipPending(Object.values(streams));
  const times = (who: keyof typeof streams, topic: string, id: string) =>
    streams[who].received.filter((change) => change.topic === topic && change.id === id).length;
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
    // Only the topic « comments »: pages that show the product without comments need not reload.
    const expected = { topic: "comments", ids: [productId] };
    expect(streams[who].received.filter(({ topic }) => topic === "comments")).toEqual([
      expected,
      expected,
    ]);
    expect(times(who, "product", productId)).toBe(1);
  }
  expect(times("visitor", "profile", author.userId)).toBe(0);
  for (const stream of Object.values(streams)) await stream.close();
});

test("without its database the live stream ends with a network error: EventSource would not retry after an error status", async () => {
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

test("a live stream ends with its session: on sign-out, SQL deletion and account deletion", async () => {
  const ends: [string, (person: Awaited<ReturnType<typeof shop.customer>>) => Promise<unknown>][] =
    [
      ["sign-out", (person) => person.post("/deconnexion", {})],
      ["SQL deletion", ({ userId }) => shop.sql`DELETE FROM sessions WHERE user_id = ${userId}`],
      [
        "deletion",
        (person) =>
          person.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" }),
      ],
    ];
  const bystander = await listen(await shop.customer());
  for (const [what, end] of ends) {
    const person = await shop.customer();
    const stream = await listen(person);
    expect(stream.isOpen, what).toBe(true);
    await end(person);
    await expect.poll(() => stream.isOpen, { message: what }).toBe(false);
    // With the old cookie, a new stream is a visitor's: it gets no message about the account.
    const visitor = await listen(person);
    await db.update(profiles).set({ phone: "1" }).where(eq(profiles.userId, person.userId));
    const marker = await insertProduct(db, { name: `repère ${what.toLowerCase()}`, price: 12 });
    await expect.poll(() => visitor.received).toContainEqual({ topic: "product", id: marker });
    expect(visitor.received.filter(({ topic }) => topic !== "product")).toEqual([]);
    await visitor.close();
  }
  expect(bystander.isOpen).toBe(true);
  expect(bystander.received.filter(({ topic }) => topic === "session")).toEqual([]);
  await bystander.close();
});

/** Shorter than the heartbeat of 15 seconds, which also ends the streams of ended sessions. */
const BEFORE_HEARTBEAT = { timeout: 8_000 };

test("a password reset ends all live streams of the account; a change in the settings ends those of other sessions", async () => {
  const person = await shop.customer();
  const elsewhere = shop.visitor();
  const signIn = (password: string) =>
    elsewhere.post("/connexion", { email: person.email, password });
  expect((await signIn("Mot-de-passe-1")).status).toBe(302);
  const bystander = await listen(await shop.customer());
  const [own, other] = [await listen(person), await listen(elsewhere)];
  const chosen = { password: "Nouveau-mot-2", confirmation: "Nouveau-mot-2" };
  const change = { intent: "password", formerPassword: "Mot-de-passe-1", ...chosen };
  expect((await person.post("/admin/parametre-compte", change)).status).toBe(200);
  await expect.poll(() => other.isOpen, BEFORE_HEARTBEAT).toBe(false);
  expect(own.isOpen).toBe(true);

  expect((await signIn(chosen.password)).status).toBe(302);
  const again = await listen(elsewhere);
  await shop.visitor().post("/mot-de-passe-oublie", { email: person.email });
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, person.email);
  const mail = mails.find(({ text }) => text.includes("Choisissez un nouveau mot de passe"))!;
  const reset = { password: "Troisieme-mot-3", confirmation: "Troisieme-mot-3" };
  const answer = await shop.visitor().post(linkIn(mail, "/nouveau-mot-de-passe"), reset);
  expect(answer.status).toBe(200);
  await expect.poll(() => [own.isOpen, again.isOpen], BEFORE_HEARTBEAT).toEqual([false, false]);
  expect(bystander.isOpen).toBe(true);
  await bystander.close();
});

test("the next heartbeat ends the live streams of expired sessions, idle and former administrators", async () => {
  const [late, former, idle, customer] = [
    await shop.customer(),
    await shop.customer({ isAdmin: true }),
    await shop.customer({ isAdmin: true }),
    await shop.customer(),
  ];
  const streams = await Promise.all([late, former, idle, customer].map((who) => listen(who)));
  for (const { userId } of [idle, customer])
    await shop.sql`UPDATE sessions SET updated_at = now() - interval '721 minutes' WHERE user_id = ${userId}`;
  await shop.sql`UPDATE sessions SET expires_at = now() WHERE user_id = ${late.userId}`;
  await db.update(profiles).set({ isAdmin: false }).where(eq(profiles.userId, former.userId));
  const areOpen = () => streams.map(({ isOpen }) => isOpen);
  await expect.poll(areOpen, { timeout: 20_000 }).toEqual([false, false, false, true]);
  for (const stream of streams) await stream.close();
}, 30_000);

test("the next heartbeat ends the live stream of an order whose link was revoked", async () => {
  const [browser, bystander] = [shop.visitor(), shop.visitor()];
  const orderId = await placeOrder(shop, browser, { email: "flux@exemple.fr" } as object);
  await placeOrder(shop, bystander, { email: "flux@exemple.fr" } as object);
  const admin = await shop.customer({ isAdmin: true });
  const streams = [await listen(browser), await listen(bystander)];
  await admin.post(`/admin/commandes/${orderId}/sans-compte`, { intent: "renew" });
  const areOpen = () => streams.map(({ isOpen }) => isOpen);
  await expect.poll(areOpen, { timeout: 20_000 }).toEqual([false, true]);
  // The browser reconnects, and gets nothing more about the order.
  const later = await listen(browser);
  await shop.sql`UPDATE orders SET phone_number = '1' WHERE id = ${orderId}`;
  const marker = await insertProduct(db, { name: "repère du lien", price: 12 });
  await expect.poll(() => later.received).toContainEqual({ topic: "product", id: marker });
  expect(later.received.filter(({ topic }) => topic === "order")).toEqual([]);
  for (const stream of [...streams, later]) await stream.close();
}, 30_000);

test("the number of live streams is limited per IP address", async () => {
  const few = await openShop({
    LIVE_STREAMS_PER_ADDRESS: "3",
    RATE_LIMIT_FACTOR: "1",
    TRUST_PROXY: "1",
  });
  const from = (address: string) => {
    const visitor = few.visitor();
    const fetch = visitor.fetch.bind(visitor);
    visitor.fetch = (path, init) =>
      fetch(path, { ...init, headers: { "x-forwarded-for": address } });
    return listen(visitor);
  };
  const streams = await Promise.all([1, 2, 3].map(() => from("192.0.2.1")));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
  const refused = await few
    .visitor()
    .fetch("/live", { headers: { "x-forwarded-for": "192.0.2.1" } });
  expect([refused.status, refused.headers.get("retry-after"), await refused.text()]).toEqual([
    429,
    "60",
    "Trop de pages sont ouvertes depuis cette adresse.",
  ]);
  const another = await from("192.0.2.2");
  expect(another.status).toBe(200);
  await streams.pop()!.close();
  await expect.poll(() => few.hub.listenerCount()).toBe(3);
  const next = await from("192.0.2.1");
  expect(next.status).toBe(200);
  for (const stream of [...streams, another, next]) await stream.close();
});
