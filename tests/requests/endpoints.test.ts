import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sell } from "../support/catalogue.ts";
import { dataOf, pagesWith } from "../support/pages.ts";
import { placeOrder } from "../support/paying.ts";
import { raw } from "../support/raw-socket.ts";
import { openShop } from "../support/shop.ts";
import { createUpload } from "../support/tus.ts";

/* What holds at every door of server/app.ts, whoever stands behind it: threats 11 and 27 of docs/threats.md. */
const TOKEN = "a-token-of-the-test";
const shop = await openShop(
  { METRICS_TOKEN: TOKEN, BASE_URL: "https://www.boutique.example", DEMO: "1" },
  { cacheBytes: 8_000_000 },
);
const visitor = shop.visitor();
const admin = await shop.customer({ isAdmin: true });
const customer = await shop.customer();
const id = await sell(shop.db, { name: "crème", price: 34 });
const orderId = await placeOrder(shop, customer);
const script = readdirSync("build/client/assets").find((name) => name.endsWith(".js"))!;
await shop.storage.write("images/essai/photo.jpg", randomBytes(100));
const upload = (await createUpload(admin, { kind: "product", size: 100 })).headers.get("location")!;
const { headers: kept } = await visitor.get(`/produit/${id}`);

const PAGE =
  /^default-src 'self'; script-src 'self'[^;]*; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'$/;
const PAYMENT =
  /^default-src 'self'; script-src 'self' 'nonce-\S+' https:\/\/\*\.paypal\.com https:\/\/\*\.paypalobjects\.com;/;
const FILE = /^default-src 'none'; frame-ancestors 'none'; sandbox$/;

const get = (path: string, who = visitor, headers: Record<string, string> = {}) =>
  who.fetch(path, { headers });
const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  admin.fetch(path, { method, headers: { origin: admin.origin, ...headers }, body });

const ANSWERS: [what: string, status: number, policy: RegExp, ask: () => Promise<Response>][] = [
  ["a page that is kept", 200, PAGE, () => get("/boutique")],
  [
    "a kept page's 304",
    304,
    PAGE,
    () => get(`/produit/${id}`, visitor, { "if-none-match": kept.get("etag")! }),
  ],
  ["a page's data", 200, PAGE, () => get("/boutique.data")],
  ["a page of one's own", 200, PAGE, () => get("/admin/account", customer)],
  ["its data", 200, PAGE, () => get("/admin/account.data", customer)],
  ["a redirect", 302, PAGE, () => get("/admin/account")],
  ["the payment page", 200, PAYMENT, () => get(`/payement/${orderId}`, customer)],
  ["a page that isn't there", 404, PAGE, () => get("/nulle-part")],
  ["a product that isn't there", 404, PAGE, () => get("/produit/rien")],
  ["a refused form", 400, PAGE, () => send("POST", "/contact")],
  ["a method that no page knows", 405, PAGE, () => send("PUT", "/boutique")],
  ["too large a body", 413, PAGE, () => send("POST", "/contact", {}, "x".repeat(300_000))],
  [
    "a forged form",
    403,
    PAGE,
    () => send("POST", "/contact", { origin: "https://ailleurs.example" }),
  ],
  ["the stream", 200, PAGE, () => get("/live")],
  ["the stream's HEAD", 404, PAGE, () => visitor.fetch("/live", { method: "HEAD" })],
  ["a script", 200, PAGE, () => get(`/assets/${script}`)],
  ["a script that isn't there", 404, PAGE, () => get("/assets/rien.js")],
  ["the icon", 200, PAGE, () => get("/favicon.svg")],
  ["a picture", 200, FILE, () => get("/media/images/essai/photo.jpg")],
  ["a picture that isn't there", 404, FILE, () => get("/media/rien.jpg")],
  ["a way out of the pictures", 404, FILE, () => get("/media/..%2f..%2fsession-secret")],
  ["an upload opened", 201, PAGE, () => createUpload(admin, { kind: "product", size: 100 })],
  ["an upload asked about", 200, PAGE, () => send("HEAD", upload, { "tus-resumable": "1.0.0" })],
  ["an upload refused", 401, PAGE, () => createUpload(visitor, { kind: "product", size: 100 })],
  ["an upload that isn't there", 404, PAGE, () => send("PATCH", "/televersements/rien")],
  ["an export", 200, PAGE, () => get("/admin/produits.csv", admin)],
  ["the sitemap", 200, PAGE, () => get("/sitemap.xml")],
  ["suggestions", 200, PAGE, () => get("/recherche/suggestions?keyword=cr")],
  ["an event of the provider", 400, PAGE, () => send("POST", "/webhooks/paypal", {}, "{}")],
  ["the health", 200, PAGE, () => get("/healthz")],
  ["the readiness", 200, PAGE, () => get("/readyz")],
  ["the figures", 200, PAGE, () => get("/metrics", visitor, { authorization: `Bearer ${TOKEN}` })],
  ["the figures refused", 401, PAGE, () => get("/metrics")],
  ["a fault of a page", 500, PAGE, () => broken("profiles", () => get("/admin/account", customer))],
  [
    "a fault of a door",
    500,
    PAGE,
    () =>
      broken("payments", () =>
        send(
          "POST",
          "/webhooks/paypal",
          {},
          JSON.stringify({
            id: "WH-1",
            event_type: "PAYMENT.CAPTURE.COMPLETED",
            resource: { id: "C1", supplementary_data: { related_ids: { order_id: "O1" } } },
          }),
        ),
      ),
  ],
];

/** Asks while a table is away. */
async function broken(table: string, ask: () => Promise<Response>): Promise<Response> {
  await shop.sql.unsafe(`ALTER TABLE ${table} RENAME TO away`);
  const answer = await ask();
  await shop.sql.unsafe(`ALTER TABLE away RENAME TO ${table}`);
  expect(shop.takeErrors()).not.toHaveLength(0);
  return answer;
}

describe("every answer carries the shop's policies", () => {
  test.each(ANSWERS)("%s (%i)", async (_what, status, policy, ask) => {
    const { status: answered, headers, body } = await ask();
    await body?.cancel();
    expect(answered).toBe(status);
    expect(headers.get("content-security-policy")).toMatch(policy);
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "strict-origin-when-cross-origin",
      "permissions-policy": expect.stringContaining("camera=()"),
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    });
    expect(headers.get("cache-control")).toBeTruthy();
    expect(headers.has("x-powered-by") || headers.has("server")).toBe(false);
  });

  test.each([
    ["no HTTP at all", "hello\r\n\r\n", "400"],
    [
      "20 KB of headers",
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${"x".repeat(20_000)}\r\n\r\n`,
      "431",
    ],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd",
      "400",
    ],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "400",
    ],
    ["a header in two lines", "GET / HTTP/1.1\r\nhost: x\r\na: b\r\n c: d\r\n\r\n", "400"],
    [
      "chunks that aren't last",
      "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, identity\r\n\r\n",
      "400",
    ],
  ])("what isn't a request (%s) is shown out", async (_what, bytes, status) => {
    const text = await raw(shop.url, bytes);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toContain("x-content-type-options: nosniff");
    expect(text).toContain("content-security-policy: default-src 'none'");
  });
});

describe("what may change something comes from a page of the shop", () => {
  const pages = pagesWith(id);
  const paths = [
    ...pages.flatMap((page) => [page, dataOf(page)]),
    "/televersements",
    upload,
    `${upload}/image`,
    "/healthz",
    "/media/images/essai/photo.jpg",
    "/simulateur-paypal/approve/1",
  ];
  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    [
      "another site that writes our origin",
      { "sec-fetch-site": "cross-site", origin: shop.config.baseUrl },
    ],
    ["a neighbour under the same domain", { "sec-fetch-site": "same-site" }],
    ["another site, in an older browser", { origin: "https://ailleurs.example" }],
    ["our name without TLS", { origin: "http://www.boutique.example" }],
    ["the address behind the proxy", { origin: shop.url }],
    ["a page without an origin", { origin: "null" }],
    ["nothing that says where it comes from", {}],
  ])("%s: refused at every door, by every method", async (_who, headers) => {
    expect(paths.length).toBeGreaterThan(90);
    for (const path of paths) {
      for (const method of ["POST", "DELETE"]) {
        const answer = await admin.fetch(path, { method, headers: headers as HeadersInit });
        expect(answer.status, `${method} ${path}`).toBe(403);
        await answer.body?.cancel();
      }
    }
    const asked = await admin.fetch("/admin/commandes", {
      method: "OPTIONS",
      headers: { ...(headers as object), "access-control-request-method": "POST" },
    });
    expect(asked.status).toBe(403);
    expect(asked.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("reading changes nothing: no page that is read signs out, marks as read, orders or confirms", async () => {
    const state = async () => [
      await shop.sql`SELECT count(*) FROM sessions`,
      await shop.sql`SELECT sum(is_read::int), count(*) FROM messages`,
      await shop.sql`SELECT count(*), sum(is_shipped::int) FROM orders`,
      await shop.sql`SELECT count(*) FROM favourites`,
      await shop.sql`SELECT count(*) FROM uploads`,
    ];
    await shop.sql`INSERT INTO messages (id, title, message) VALUES ('m', 'Bonjour', 'Une question')`;
    const before = await state();
    for (const path of pages) {
      const answer = await admin.get(`${path}?intent=deliver&orderId=${orderId}`);
      await answer.body?.cancel();
    }
    expect(await state()).toEqual(before);
  });
});

test("every cookie is the host's own, out of scripts' reach, over TLS alone", async () => {
  const fresh = shop.visitor();
  const form = { email: customer.email, password: "Mot-de-passe-1" };
  const signedIn = await fresh.post("/connexion", form);
  const signedOut = await fresh.post("/deconnexion", {});
  const cookies = [signedIn, signedOut].flatMap(({ headers }) => headers.getSetCookie());
  expect(cookies.length).toBeGreaterThan(1);
  for (const cookie of cookies)
    expect(cookie).toMatch(
      /^__Host-eclat\.\w+=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
});

test("no answer bears another's nonce", async () => {
  const nonces = new Set<string>();
  for (let asked = 0; asked < 1_001; asked++) {
    const policy = (await visitor.get("/healthz")).headers.get("content-security-policy")!;
    nonces.add(/'nonce-([\w+/]{22}==)'/.exec(policy)![1]!);
  }
  expect(nonces.size).toBe(1_001);
});
