import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { insertProduct } from "../support/catalogue.ts";
import { dataUrl, pagesWith } from "../support/pages.ts";
import { placeOrder } from "../support/paying.ts";
import { sendRaw } from "../support/raw-socket.ts";
import { openShop } from "../support/shop.ts";
import { createUpload } from "../support/tus.ts";

/* Rules for every endpoint of server/app.ts: threats 11 and 27 of docs/threats.md. */
const TOKEN = "a-token-of-the-test";
const shop = await openShop(
  { METRICS_TOKEN: TOKEN, BASE_URL: "https://www.boutique.example", DEMO: "1" },
  { cacheBytes: 8_000_000 },
);
const visitor = shop.visitor();
const admin = await shop.customer({ isAdmin: true });
const customer = await shop.customer();
const id = await insertProduct(shop.db, { name: "crème", price: 34 });
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
  ["a cached page", 200, PAGE, () => get("/boutique")],
  [
    "a cached page's 304",
    304,
    PAGE,
    () => get(`/produit/${id}`, visitor, { "if-none-match": kept.get("etag")! }),
  ],
  ["a page's data", 200, PAGE, () => get("/boutique.data")],
  ["an account page", 200, PAGE, () => get("/admin/account", customer)],
  ["an account page's data", 200, PAGE, () => get("/admin/account.data", customer)],
  ["a redirect", 302, PAGE, () => get("/admin/account")],
  ["the payment page", 200, PAYMENT, () => get(`/payement/${orderId}`, customer)],
  ["an unknown page", 404, PAGE, () => get("/nulle-part")],
  ["an unknown product", 404, PAGE, () => get("/produit/rien")],
  ["an invalid form", 400, PAGE, () => send("POST", "/contact")],
  ["an unsupported method", 405, PAGE, () => send("PUT", "/boutique")],
  ["too large a body", 413, PAGE, () => send("POST", "/contact", {}, "x".repeat(300_000))],
  [
    "a cross-site form",
    403,
    PAGE,
    () => send("POST", "/contact", { origin: "https://ailleurs.example" }),
  ],
  ["the live stream", 200, PAGE, () => get("/live")],
  ["the live stream's HEAD", 404, PAGE, () => visitor.fetch("/live", { method: "HEAD" })],
  ["a script", 200, FILE, () => get(`/assets/${script}`)],
  ["an unknown script", 404, FILE, () => get("/assets/rien.js")],
  ["the icon", 200, PAGE, () => get("/favicon.svg")],
  ["a picture", 200, FILE, () => get("/media/images/essai/photo.jpg")],
  ["an unknown picture", 404, FILE, () => get("/media/rien.jpg")],
  ["a path traversal", 404, FILE, () => get("/media/..%2f..%2fsession-secret")],
  ["a created upload", 201, PAGE, () => createUpload(admin, { kind: "product", size: 100 })],
  ["an upload's offset", 200, PAGE, () => send("HEAD", upload, { "tus-resumable": "1.0.0" })],
  ["a visitor's upload", 401, PAGE, () => createUpload(visitor, { kind: "product", size: 100 })],
  ["an unknown upload", 404, PAGE, () => send("PATCH", "/televersements/rien")],
  ["an export", 200, PAGE, () => get("/admin/produits.csv", admin)],
  ["the sitemap", 200, PAGE, () => get("/sitemap.xml")],
  ["the endocrine disruptors", 200, PAGE, () => get("/perturbateurs-endocriniens.json")],
  ["suggestions", 200, PAGE, () => get("/recherche/suggestions?keyword=cr")],
  ["an invalid webhook", 400, PAGE, () => send("POST", "/webhooks/paypal", {}, "{}")],
  ["the liveness check", 200, PAGE, () => get("/healthz")],
  ["the readiness check", 200, PAGE, () => get("/readyz")],
  ["the metrics", 200, PAGE, () => get("/metrics", visitor, { authorization: `Bearer ${TOKEN}` })],
  ["the metrics without a token", 401, PAGE, () => get("/metrics")],
  [
    "an error in a page",
    500,
    PAGE,
    () => withoutTable("profiles", () => get("/admin/account", customer)),
  ],
  [
    "an error in an endpoint",
    500,
    PAGE,
    () =>
      withoutTable("payments", () =>
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

/** The response to a request that is sent while a table is renamed. */
async function withoutTable(table: string, ask: () => Promise<Response>): Promise<Response> {
  await shop.sql.unsafe(`ALTER TABLE ${table} RENAME TO away`);
  const answer = await ask();
  await shop.sql.unsafe(`ALTER TABLE away RENAME TO ${table}`);
  expect(shop.takeErrors()).not.toHaveLength(0);
  return answer;
}

describe("every response has the security headers", () => {
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
    ["no HTTP", "hello\r\n\r\n", "400"],
    [
      "20 KB of headers",
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${"x".repeat(20_000)}\r\n\r\n`,
      "431",
    ],
    [
      "two content lengths",
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd",
      "400",
    ],
    [
      "a content length and chunked encoding",
      "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      "400",
    ],
    ["a folded header", "GET / HTTP/1.1\r\nhost: x\r\na: b\r\n c: d\r\n\r\n", "400"],
    [
      "chunked encoding that isn't last",
      "POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked, identity\r\n\r\n",
      "400",
    ],
  ])(
    "a malformed request (%s) is refused with the security headers",
    async (_what, bytes, status) => {
      const text = await sendRaw(shop.url, bytes);
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(text).toContain("x-content-type-options: nosniff");
      expect(text).toContain("content-security-policy: default-src 'none'");
    },
  );
});

describe("CSRF: only the shop's own pages may send a request that changes something", () => {
  const pages = pagesWith(id);
  const paths = [
    ...pages.flatMap((page) => [page, dataUrl(page)]),
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
      "another site with the shop's Origin header",
      { "sec-fetch-site": "cross-site", origin: shop.config.baseUrl },
    ],
    ["a sibling subdomain", { "sec-fetch-site": "same-site" }],
    ["another site in a browser without Sec-Fetch-Site", { origin: "https://ailleurs.example" }],
    ["the shop's host without TLS", { origin: "http://www.boutique.example" }],
    ["the server's address behind the proxy", { origin: shop.url }],
    ["an opaque origin", { origin: "null" }],
    ["no Origin and no Sec-Fetch-Site", {}],
  ])("%s: every endpoint refuses POST, DELETE and preflights", async (_who, headers) => {
    expect(paths.length).toBeGreaterThan(90);
    for (const path of paths) {
      for (const method of ["POST", "DELETE"]) {
        const answer = await admin.fetch(path, { method, headers: headers as HeadersInit });
        expect(answer.status, `${method} ${path}`).toBe(403);
        await answer.body?.cancel();
      }
    }
    const preflight = await admin.fetch("/admin/commandes", {
      method: "OPTIONS",
      headers: { ...(headers as object), "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(403);
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("GET requests change nothing: no session, message, order, favourite or upload", async () => {
    const state = async () => [
      await shop.sql`SELECT count(*) FROM sessions`,
      await shop.sql`SELECT sum(is_read::int), count(*) FROM messages`,
      await shop.sql`SELECT count(*), sum(is_shipped::int) FROM orders`,
      await shop.sql`SELECT count(*) FROM favourites`,
      await shop.sql`SELECT count(*) FROM uploads`,
      // Only an administrator's exports and her reading of health data are recorded, once an hour.
      await shop.sql`SELECT count(*) FROM audit_events WHERE act NOT IN ('data-exported', 'health-data-read')`,
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

test("every cookie is __Host-, HttpOnly, Secure and SameSite=Lax", async () => {
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

test("every response has its own CSP nonce", async () => {
  const nonces = new Set<string>();
  for (let index = 0; index < 1_001; index++) {
    const policy = (await visitor.get("/healthz")).headers.get("content-security-policy")!;
    nonces.add(/'nonce-([\w+/]{22}==)'/.exec(policy)![1]!);
  }
  expect(nonces.size).toBe(1_001);
});
