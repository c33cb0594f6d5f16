import sharp from "sharp";
import { expect, test } from "vitest";
import { CATEGORIES } from "#app/catalogue/product-schema.ts";
import { connect } from "#app/platform/db.server.ts";
import { createLimits } from "#app/platform/limits.server.ts";
import { Browser } from "../support/browser.ts";
import { orderForm, sell } from "../support/catalogue.ts";
import { linkIn, sendAllMails, writtenMails } from "../support/mail.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";
import { createUpload, sendPicture } from "../support/tus.ts";

/* Limits by account and by address, kept in PostgreSQL: threat 12 of docs/threats.md. A tenth of each, to be quick. */
let spellings = 0;
const shop = await openShop(
  { RATE_LIMIT_FACTOR: "0.1", TRUST_PROXY: "1" },
  { cacheBytes: 8_000_000 },
);
const PASSWORD = "Mot-de-passe-1";

/** Somebody at this address, as the proxy in front writes it down. */
class Caller extends Browser {
  #address: string;
  constructor(address: string) {
    super(shop.url);
    this.#address = address;
  }
  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", `198.51.100.99, ${this.#address}`);
    return super.fetch(path, { ...init, headers });
  }
}
async function signIn(address: string, email: string, password: string): Promise<number> {
  const answer = await new Caller(address).post("/connexion", { email, password });
  await answer.body?.cancel();
  return answer.status;
}

test("whoever tries passwords is stopped; the account's owner never is", async () => {
  const email = "victime@exemple.fr";
  const form = { name: "Maud Léger", email, password: PASSWORD, confirmation: PASSWORD };
  const home = "203.0.113.1";
  expect((await new Caller(home).post("/connexion?mode=inscription", form)).status).toBe(302);

  const guesses: number[] = [];
  for (let index = 1; index <= 8; index++)
    guesses.push(await signIn(`192.0.2.${index}`, email, `au hasard ${index}`));
  expect(guesses).toEqual([401, 401, 401, 429, 429, 429, 429, 429]);
  // The right password is no better there.
  expect(await signIn("192.0.2.50", email, PASSWORD)).toBe(429);
  // At home nothing has happened.
  expect(await signIn(home, email, PASSWORD)).toBe(302);

  // Elsewhere, a link by mail is the way in.
  const away = new Caller("203.0.113.200");
  expect((await away.post("/mot-de-passe-oublie", { email })).status).toBe(200);
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, email);
  const mail = mails.find(({ text }) => text.includes("Choisissez un nouveau mot de passe"))!;
  const chosen = "Un-autre-mot-2";
  const link = linkIn(mail, "/nouveau-mot-de-passe");
  expect((await away.post(link, { password: chosen, confirmation: chosen })).status).toBe(200);
  expect(await signIn("192.0.2.60", email, chosen)).toBe(429);
  expect(await signIn("203.0.113.200", email, chosen)).toBe(302);
});

test("one address tries many accounts: stopped, whatever it writes of itself", async () => {
  const statuses: number[] = [];
  for (let index = 1; index <= 12; index++)
    statuses.push(await signIn("192.0.2.77", `inconnue-${index}@exemple.fr`, PASSWORD));
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.slice(10)).toEqual([429, 429]);
  // A /64 is one line's.
  for (let index = 1; index <= 10; index++)
    await signIn(`2001:db8:1:2::${index}`, `autre-${index}@exemple.fr`, PASSWORD);
  expect(await signIn("2001:db8:1:2:ffff::1", "autre@exemple.fr", PASSWORD)).toBe(429);
  expect(await signIn("2001:db8:1:3::1", "autre@exemple.fr", PASSWORD)).toBe(401);
});

test("accounts, links and messages: so many from one address, and others go on", async () => {
  const caller = new Caller("192.0.2.88");
  const statusesOf = async (times: number, ask: (time: number) => Promise<Response>) => {
    const statuses = [];
    for (let time = 0; time < times; time++) statuses.push((await ask(time)).status);
    return statuses;
  };
  const signUp = (who: Browser, email: string) =>
    who.post("/connexion?mode=inscription", {
      name: "Inès",
      email,
      password: PASSWORD,
      confirmation: PASSWORD,
    });
  // Each account by a visitor of its own, or the second would be signed in already.
  const accounts = await statusesOf(3, (time) =>
    signUp(new Caller("192.0.2.88"), `compte-${time}@exemple.fr`),
  );
  expect(accounts).toEqual([302, 302, 429]);
  expect((await signUp(new Caller("192.0.2.89"), "compte-3@exemple.fr")).status).toBe(302);

  const links = await statusesOf(2, (time) =>
    caller.post("/mot-de-passe-oublie", { email: `lien-${time}@exemple.fr` }),
  );
  expect(links).toEqual([200, 429]);

  const message = {
    name: "Inès",
    email: "ines@exemple.fr",
    title: "Bonjour",
    message: "Une question",
  };
  expect(await statusesOf(3, () => caller.post("/contact", message))).toEqual([200, 200, 429]);
  const refused = await caller.post("/contact", message);
  expect(await refused.text()).toContain("Une question");
  expect((await new Caller("192.0.2.89").post("/contact", message)).status).toBe(200);
});

test("names and photos: ten changes an hour, and what was typed stays", async () => {
  const customer = await shop.customer();
  const rename = (name: string) =>
    customer.post("/admin/parametre-compte", {
      name,
      dateOfBirth: "",
      phone: "",
      email: customer.email,
    });
  expect((await rename("Claire Un")).status).toBe(200);
  const refused = await rename("Claire Deux");
  expect(refused.status).toBe(429);
  expect(await refused.text()).toMatch(/value="Claire Deux"[^]*Dix changements par heure au plus/);
  const [profile] = await shop.sql`SELECT name FROM profiles WHERE user_id = ${customer.userId}`;
  expect(profile?.["name"]).toBe("Claire Un");
  const photo = await customer.post("/admin/parametre-compte", { intent: "remove-photo" });
  expect(photo.status).toBe(429);
});

test("a new photo is one of the ten changes an hour; the photo after it is kept for later", async () => {
  const customer = new Caller("203.0.113.60");
  const email = "photos@exemple.fr";
  const account = { name: "Claire", email, password: PASSWORD, confirmation: PASSWORD };
  await customer.post("/connexion?mode=inscription", account);
  const create = { width: 60, height: 60, channels: 3, background: "#a58" } as const;
  const picture = await sharp({ create }).jpeg().toBuffer();
  const showNewPhoto = async () => {
    const { id, picture: sent } = await sendPicture(customer, "avatar", picture);
    const fields = { intent: "photo", upload: id };
    const { status } = await customer.post("/admin/parametre-compte", fields);
    return { status, path: sent?.path };
  };
  const photoOf = async () =>
    (await shop.sql`SELECT photo FROM profiles WHERE email = ${email}`)[0]!["photo"];
  const first = await showNewPhoto();
  expect(first).toEqual({ status: 200, path: await photoOf() });
  expect((await showNewPhoto()).status).toBe(429);
  expect(await photoOf()).toBe(first.path);
  const form = { name: "Claire Trois", dateOfBirth: "", phone: "", email };
  expect((await customer.post("/admin/parametre-compte", form)).status).toBe(429);
});

test("comments, orders and uploads: so many an account", async () => {
  const customer = await shop.customer();
  const id = await sell(shop.db, { name: "crème", price: 34 });
  let written = 0;
  const comment = () =>
    customer.post(`/produit/${id}`, { rate: "5", text: `Très bien, ${++written}.` });
  expect([(await comment()).status, (await comment()).status]).toEqual([200, 200]);
  const third = await comment();
  expect(third.status).toBe(429);
  expect(await third.text()).toContain("Vous avez publié beaucoup d’avis");
  expect(await shop.sql`SELECT 1 FROM comments WHERE product_id = ${id}`).toHaveLength(2);

  const order = () => customer.post("/panier", orderForm([{ id, qty: 1 }], 3400));
  for (let time = 0; time < 3; time++) expect((await order()).status).toBe(302);
  expect((await order()).status).toBe(429);
  expect(await shop.sql`SELECT 1 FROM orders WHERE customer_id = ${customer.userId}`).toHaveLength(
    3,
  );

  const { limits } = shop;
  for (let time = 0; time < 60; time++) await limits.allow("upload", { account: customer.userId });
  const upload = await createUpload(customer, { kind: "avatar", size: 100 });
  expect(upload.status).toBe(429);
  expect(await upload.text()).toBe(
    "beaucoup d’images viennent d’être envoyées. Réessayez plus tard.",
  );
});

test("links to one address: so many, whichever accounts ask for them, and the answer is the same", async () => {
  const email = "cible@exemple.fr";
  const answers: string[] = [];
  for (const [index, name] of ["Une", "Autre"].entries()) {
    const customer = new Caller(`203.0.113.${70 + index}`);
    const account = { name, email: `demande-${index}@exemple.fr`, password: PASSWORD };
    await customer.post("/connexion?mode=inscription", { ...account, confirmation: PASSWORD });
    const profile = { name, dateOfBirth: "", phone: "", email };
    const answer = await customer.post("/admin/parametre-compte", profile);
    expect(answer.status).toBe(200);
    answers.push((await answer.text()).includes("enregistr") ? "saved" : "refused");
    await customer.post("/admin/parametre-compte", { intent: "confirm-again" });
  }
  expect(answers).toEqual(["saved", "saved"]);
  await sendAllMails(shop);
  expect(await writtenMails(shop.config.dataDir, email)).toHaveLength(1);
});

test("events to verify at the provider: so many a payment", async () => {
  const customer = new Caller("203.0.113.80");
  const account = { name: "Claire", email: "webhooks@exemple.fr", password: PASSWORD };
  await customer.post("/connexion?mode=inscription", { ...account, confirmation: PASSWORD });
  const order = await placeOrder(shop, customer);
  const started = await customer.fetch(`/payement/${order}/paypal`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: shop.url },
    body: JSON.stringify({ act: "create" }),
  });
  const { providerOrderId } = (await started.json()) as { providerOrderId: string };
  const body = JSON.stringify({
    id: "WH-1",
    event_type: "CHECKOUT.ORDER.APPROVED",
    resource: { id: providerOrderId },
  });
  const headers = {
    "content-type": "application/json",
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-cert-url": "https://api.paypal.com/cert",
    "paypal-transmission-id": "1",
    "paypal-transmission-sig": "forged",
    "paypal-transmission-time": "2026-11-24T00:00:00Z",
  };
  const statuses: number[] = [];
  for (let time = 0; time < 5; time++)
    statuses.push(
      (await fetch(`${shop.url}/webhooks/paypal`, { method: "POST", headers, body })).status,
    );
  expect(statuses).toEqual([403, 403, 403, 503, 503]);
  expect(shop.takeErrors()).toHaveLength(3);
});

test("searches: so many from one address; what is kept is nobody's expense", async () => {
  const id = await sell(shop.db, { name: "baume", price: 12 });
  const tagOf = async () =>
    (await shop.visitor().get("/recherche/?keyword=baume")).headers.get("etag");
  // Kept once the new product has been heard of.
  await expect.poll(async () => (await tagOf()) === (await tagOf())).toBe(true);
  const caller = new Caller("192.0.2.99");
  const statusesOf = (pathOf: (index: number) => string, who = caller) =>
    Promise.all(
      Array.from({ length: 40 }, async (_one, index) => (await who.get(pathOf(index))).status),
    );
  for (const path of ["/recherche/?keyword=", "/recherche/suggestions?keyword=", "/boutique?nom="])
    expect(await statusesOf((index) => `${path}mot${index}`), path).toContain(429);
  const refused = await caller.get("/recherche/?keyword=encore");
  expect([refused.status, await refused.text()]).toEqual([
    429,
    "Trop de recherches viennent d’ici. Attendez un instant.",
  ]);
  expect(new Set(await statusesOf(() => "/recherche/?keyword=baume"))).toEqual(new Set([200]));
  expect((await caller.get(`/produit/${id}`)).status).toBe(200);
  expect((await caller.get("/boutique?page=1")).status).toBe(200);
  expect((await new Caller("192.0.2.100").get("/recherche/?keyword=autre")).status).toBe(200);
});

test.each([
  "/RECHERCHE/?keyword=",
  "/%72echerche/?keyword=",
  "/Recherche.data?keyword=",
  "/recherche.data?_routes=search%2Fsearch-page&keyword=",
  "/recherche/?LONG=&keyword=",
  "/Recherche/Suggestions/?keyword=",
  "/boutique/?nom=",
  "/Boutique?nom=",
  "/boutique/_.data?nom=",
  "/boutique.data?_routes=catalogue%2Fshop-page&nom=",
  "/boutique?LONG=&nom=",
])("searches are counted whatever the spelling of their address: %s", async (spelling) => {
  const path = spelling.replace("LONG", "x".repeat(2_000));
  const caller = new Caller(`192.0.3.${++spellings}`);
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_one, index) => (await caller.get(path + index)).status),
  );
  expect(statuses).toContain(429);
  expect((await caller.get("/boutique/?page=2")).status).toBe(200);
});

test("several categories together are counted as searches; one alone is not", async () => {
  const caller = new Caller("192.0.2.101");
  const shopOf = (categories: readonly string[]) =>
    `/boutique?${new URLSearchParams(categories.map((category) => ["categorie", category]))}`;
  const pairs = CATEGORIES.flatMap((one, place) =>
    CATEGORIES.slice(place + 1).map((other) => [one, other]),
  );
  const answers = await Promise.all(pairs.map((pair) => caller.get(shopOf(pair))));
  expect(answers.map(({ status }) => status)).toContain(429);
  for (const category of CATEGORIES)
    expect((await caller.get(shopOf([category]))).status, category).toBe(200);
});

test("several nodes count together, exactly; the table tells nothing of anybody", async () => {
  const config = { ...shop.config, rateLimitFactor: 1 };
  const nodes = [1, 2, 3].map(() => connect(shop.databaseUrl, { max: 4 }));
  const limits = nodes.map(({ sql }) => createLimits(sql, config));
  const who = { address: "203.0.113.42", account: "tous@exemple.fr" };
  const tries = await Promise.all(
    Array.from({ length: 60 }, (_one, index) => limits[index % 3]!.allow("sign-in", who)),
  );
  expect(tries.filter(Boolean)).toHaveLength(10);
  // A window ends, and another begins.
  await shop.sql`UPDATE limits SET ends_at = now() - interval '1 second' WHERE ends_at < now() + interval '1 day'`;
  expect(await limits[0]!.allow("sign-in", who)).toBe(true);
  await limits[0]!.sweep();
  const kept = await shop.sql<{ row: string }[]>`SELECT l::text AS row FROM limits l`;
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.map(({ row }) => row).join("\n")).not.toMatch(/@|203\.|exemple|sign/);
  await Promise.all(nodes.map(({ sql }) => sql.end()));
});

test("a limit that is reached is told in the log, once, and not whose it is", async () => {
  const told: string[] = [];
  const log = {
    info: (...said: unknown[]) => void told.push(JSON.stringify(said)),
  } as unknown as Pick<typeof shop.log, "info">;
  const limits = createLimits(shop.sql, { ...shop.config, rateLimitFactor: 1 }, log);
  const who = { address: "203.0.113.77", account: "curieux@exemple.fr" };
  for (let time = 0; time < 14; time++) await limits.allow("sign-in", who);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(
    /^\[\{"act":"sign-in","by":"both","key":"[\w-]{32}"\},"limit reached"\]$/,
  );
});

test("payments: so many demands an order and an account; the provider hears of no more", async () => {
  const customer = await shop.customer();
  const another = await shop.customer();
  const placed = async () => placeOrder(shop, customer);
  const [first, second] = [await placed(), await placed()];
  const demand = (browser: Browser, orderId: string, act: object) =>
    browser.postJson(`/payement/${orderId}/paypal`, act);
  const opened = await demand(customer, first, { act: "create" });
  const { providerOrderId } = (await opened.json()) as { providerOrderId: string };
  const capture = { act: "capture", providerOrderId };
  // Somebody else's demands count against nobody but themselves.
  for (let time = 0; time < 5; time++) await demand(another, first, capture);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => demand(customer, first, capture)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(await refused.json()).toEqual({ kind: "too-many" });
  const heard = await shop.sql`SELECT FROM paypal_simulator.captures`;
  expect(heard.length).toBeLessThanOrEqual(2);
  // « Vérifier maintenant » asks the provider too.
  await shop.sql`UPDATE payments SET state = 'unknown' WHERE order_id = ${first}`;
  const check = await customer.post(`/payement/${first}`, {});
  expect(check.status).toBe(429);
  expect(textOf(await check.text())).toContain(
    "Trop d’essais en peu de temps : réessayez dans un quart d’heure.",
  );
  expect((await demand(customer, second, { act: "create" })).status).toBe(200);
  for (let time = 0; time < 5; time++) await demand(customer, second, { act: "create" });
  const third = await placed();
  expect((await demand(customer, third, { act: "create" })).status).toBe(429);
});

test("invoices: so many an account in a quarter of an hour", async () => {
  // Sign-ups are limited too.
  await shop.sql`DELETE FROM limits`;
  const [customer, another] = [await shop.customer(), await shop.customer()];
  const numberOf = async (orderId: string) =>
    (
      await shop.sql<{ number: string }[]>`SELECT number FROM invoices WHERE order_id = ${orderId}`
    )[0]!.number;
  const [own, others] = [await payOrder(shop, customer), await payOrder(shop, another)];
  const path = `/factures/${await numberOf(own.orderId)}`;
  const statuses: number[] = [];
  for (let time = 0; time < 12; time++) statuses.push((await customer.get(path)).status);
  const refused = await customer.get(path);
  statuses.push(refused.status);
  expect(await refused.text()).toBe("Trop de factures d’affilée. Réessayez dans un quart d’heure.");
  expect(statuses).toEqual([...Array(12).fill(200), 429]);
  expect((await another.get(`/factures/${await numberOf(others.orderId)}`)).status).toBe(200);
});
