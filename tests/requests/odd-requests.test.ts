import { once } from "node:events";
import { connect } from "node:net";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orders } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { sendRaw } from "../support/raw-socket.ts";
import { openShop, REAL_SHOP } from "../support/shop.ts";

const shop = await openShop();
const visitor = shop.visitor();

const partsOf = (boundary: string, count: number) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(count) +
  `--${boundary}--\r\n`;

describe("requests that no page of the shop sends are refused with 4xx, never 5xx", () => {
  test.each(["/contact", "/connexion", "/panier", "/boutique"])(
    "a body of 300 KB to %s",
    async (path) => {
      const answer = await visitor.post(path, { message: "x".repeat(300_000) });
      expect(answer.status).toBe(413);
    },
  );

  test.each([
    ["/connexion", 33_000],
    ["/connexion.data", 33_000],
    ["/mot-de-passe-oublie", 33_000],
    ["/nouveau-mot-de-passe", 33_000],
    ["/retractation", 33_000],
    ["/contact", 35_000],
    ["/effet-indesirable", 35_000],
    ["/signaler-avis/rien", 35_000],
  ])(
    "a body larger than the fields of %s allow (%i characters of three bytes)",
    async (path, size) => {
      const answer = await visitor.post(path, { email: "<".repeat(size) });
      expect(answer.status).toBe(413);
    },
  );

  test("the bytes of unfinished request bodies are limited per network", async () => {
    const { host, port } = new URL(shop.url);
    const head = `POST /confirmer-adresse?lien=x HTTP/1.1\r\nhost: ${host}\r\norigin: ${shop.url}\r\n`;
    const type =
      "content-type: application/x-www-form-urlencoded\r\ncontent-length: 262144\r\n\r\na";
    const clients = Array.from({ length: 256 }, () => {
      const client = connect(Number(port), "127.0.0.1").on("error", () => undefined);
      client.write(head + type);
      return client;
    });
    const send = async () => (await visitor.post("/contact", { message: "x" })).status;
    await expect.poll(send).toBe(429);
    for (const client of clients) client.destroy();
    await expect.poll(send).toBe(400);
  });

  test.each([
    ["/faqs", 405, 240_000],
    ["/rien", 404, 240_000],
    ["/deconnexion", 302, 240_000],
    ["/webhooks/rien", 404, 240_000],
    ["/admin/produits/importer", 302, 2_000_000],
    ["/contact", 413, 300_000],
    ["/televersements", 401, 240_000],
  ])(
    "a body that %s does not read (%i) leaves the connection usable for the next request",
    async (path, status, size) => {
      const origin = new URL(shop.url);
      const head = `host: ${origin.host}\r\norigin: ${origin.origin}\r\n`;
      const type = "content-type: application/x-www-form-urlencoded\r\ntus-resumable: 1.0.0\r\n";
      const bytes =
        `POST ${path} HTTP/1.1\r\n${head}${type}content-length: ${size}\r\n\r\n${"a".repeat(size)}` +
        `GET /healthz HTTP/1.1\r\n${head}connection: close\r\n\r\n`;
      const answers = await Promise.all([1, 2, 3].map(() => sendRaw(shop.url, bytes)));
      for (const answer of answers)
        expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, "HTTP/1.1 200"]);
    },
  );

  /** A form of `count` fields, urlencoded and multipart. */
  const forms = (count: number) => {
    const names = Array.from({ length: count }, (_one, index) => `champ-${index}`);
    const parts = new FormData();
    for (const name of names) parts.append(name, "");
    return [new URLSearchParams(names.map((name) => [name, ""])), parts];
  };
  const send = (who: typeof visitor, path: string, body: URLSearchParams | FormData) =>
    who.fetch(path, { method: "POST", body, headers: { origin: shop.url } });

  test.each(["/contact", "/connexion", "/mot-de-passe-oublie", "/nouveau-mot-de-passe?jeton=x"])(
    "a form of more than 200 fields to %s",
    async (path) => {
      for (const body of forms(200)) expect((await send(visitor, path, body)).status).toBe(400);
      for (const body of forms(201)) expect((await send(visitor, path, body)).status).toBe(413);
      const most = `a=&`.repeat(85_000);
      expect((await send(visitor, path, new URLSearchParams(most))).status).toBe(413);
    },
  );

  test.each([
    ["application/x-www-form-urlencoded; boundary=other", "a&".repeat(300)],
    ["multipart/form-data; xboundary=other; boundary=B", partsOf("B", 300)],
    ['multipart/form-data; x="; boundary=other"; boundary=B', partsOf("B", 300)],
  ])("fields are counted by the separator of the content type « %s »", async (type, body) => {
    const headers = { origin: shop.url, "content-type": type };
    const answer = await visitor.fetch("/contact", { method: "POST", body, headers });
    expect(answer.status).toBe(413);
  });

  test("a content type with a comma is parsed in the way its fields were counted", async () => {
    const type = "multipart/form-data; boundary=B; a=b, application/x-www-form-urlencoded";
    const headers = { origin: shop.url, "content-type": type };
    // Parsed as urlencoded it would be a contact form; parsed as multipart it has no parts.
    const body = "name=A&email=a@exemple.fr&title=B&message=C";
    const answer = await visitor.fetch("/contact", { method: "POST", body, headers });
    expect(answer.status).toBe(400);
  });

  const B = "B".repeat(30);
  const dashes = "-".repeat(255_000);
  test.each([
    ["15,000 spaces", [`multipart/form-data;${" ".repeat(15_000)}x`], ""],
    [
      "a boundary of 15,000 dashes",
      [`multipart/form-data; boundary=x${"-".repeat(15_000)}`],
      dashes,
    ],
    [
      "two boundaries",
      [B, `x${"-".repeat(15_000)}`].map((x) => `multipart/form-data; boundary=${x}`),
      dashes,
    ],
    ["a boundary of 70 dashes", [`multipart/form-data; boundary=x${"-".repeat(69)}`], dashes],
    ["a boundary of 71 characters", [`multipart/form-data; boundary=${"B".repeat(71)}`], ""],
  ])("a content type with %s costs little time", async (_what, types, body) => {
    const head = `host: ${new URL(shop.url).host}\r\norigin: ${shop.url}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n`;
    const type = types.map((value) => `content-type: ${value}\r\n`).join("");
    const bytes = `POST /confirmer-adresse?lien=x HTTP/1.1\r\n${head}${type}\r\n${body}`;
    const before = process.cpuUsage();
    const answer = await sendRaw(shop.url, bytes);
    const { user, system } = process.cpuUsage(before);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect((user + system) / 1_000).toBeLessThan(100);
  });

  /** Combining marks, out of order: each is two bytes, and sorting n of them takes n² / 4 steps. */
  const marks = (bytes: number) => `a${"\u0301\u0316".repeat(bytes / 4)}`;
  test.each([
    ["visitor", "/retractation", 31_000, ["name", "articles"]],
    ["visitor", "/effet-indesirable", 95_000, ["lot", "name"]],
    ["visitor", "/contact", 95_000, ["name", "message"]],
    ["visitor", "/connexion?mode=inscription", 31_000, ["name", "password"]],
    ["customer", "/panier", 250_000, ["name", "address", "town"]],
    ["customer", "/admin/parametre-compte/supprimer", 250_000, ["password"]],
    ["administrator", "/admin/mot-de-passe", 250_000, ["ownPassword"]],
    ["administrator", "/admin/new/product", 250_000, ["name", "description", "netQuantity"]],
    ["administrator", "/admin/reglages/vente", 250_000, ["countries"]],
    ["administrator", "/admin/produits/importer", 250_000, ["file"]],
    ["administrator", "/admin/stock/import", 250_000, ["file"]],
  ])("marks that combine, by a %s to %s, cost little time", async (who, path, bytes, names) => {
    const isAdmin = who === "administrator";
    const sender = who === "visitor" ? visitor : await shop.customer({ isAdmin });
    for (const name of names) {
      const body = new FormData();
      body.set("intent", "check");
      body.set(name, name === "file" ? new File([marks(bytes)], "a.csv") : marks(bytes));
      const before = process.cpuUsage();
      const answer = await send(sender, path, body);
      const { user, system } = process.cpuUsage(before);
      expect(answer.status, name).toBeLessThan(500);
      expect((user + system) / 1_000, name).toBeLessThan(400);
    }
  });

  test("fields are counted by the boundary that is parsed, even if it has an escaped quote", async () => {
    const type = `multipart/form-data; boundary="${B}\\"${B}"`;
    const form = { name: "A", email: "a@exemple.fr", title: "B", message: "C" };
    const fields = Object.entries(form).map(
      ([name, value]) =>
        `--${B}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const body = fields.join("") + partsOf(B, 300);
    const headers = { origin: shop.url, "content-type": type };
    const answer = await visitor.fetch("/contact", { method: "POST", body, headers });
    expect(answer.status).toBe(400);
  });

  test("a form of more than 1,000 fields in the signed-in areas", async () => {
    const admin = await shop.customer({ isAdmin: true });
    for (const path of ["/admin/new/product", "/admin/parametre-compte"]) {
      for (const body of forms(1_000)) expect((await send(admin, path, body)).status).toBe(400);
      for (const body of forms(1_001)) expect((await send(admin, path, body)).status).toBe(413);
    }
  });

  test("a response does not repeat fields that the form does not have", async () => {
    const customer = await shop.customer();
    const id = await insertProduct(shop.db, { name: "lait", price: 10 });
    const fields = {
      email: "typed-address",
      name: "typed-name",
      text: "typed-text",
      strange: "injected",
    };
    const answers = [
      await visitor.post("/contact", fields),
      await visitor.post("/connexion", fields),
      await visitor.post("/connexion?mode=inscription", fields),
      await visitor.post("/mot-de-passe-oublie", fields),
      await customer.post("/panier", { ...fields, lines: "{" }),
      await customer.post("/admin/parametre-compte", fields),
      await customer.post(`/produit/${id}`, { ...fields, rate: "9" }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      const page = await answer.text();
      expect(page).toMatch(/typed-/);
      expect(page).not.toContain("injected");
    }
  });

  test.each([
    ["application/json", "{}"],
    ["text/plain", "rien"],
    ["multipart/form-data; boundary=x", "--y"],
  ])("a form sent as %s", async (type, body) => {
    const answer = await visitor.fetch("/contact", {
      method: "POST",
      body,
      headers: { "content-type": type, origin: shop.url },
    });
    expect(answer.status).toBe(400);
  });

  test("null characters are removed from an order's texts; ids with null characters cause no server error", async () => {
    const customer = await shop.customer();
    const id = await insertProduct(shop.db, { name: "eau", price: 10 });
    const answer = await customer.post(
      "/panier",
      orderForm([{ id, qty: 1 }], 1000, {
        name: "Cl\0aire",
        address: "14 rue\0 des Lilas, 69003 Lyon",
      }),
    );
    expect(answer.status).toBe(302);
    const [order] = await shop.db
      .select()
      .from(orders)
      .where(eq(orders.customerId, customer.userId));
    expect(order?.customerName).toBe("Claire");
    expect((await customer.post("/panier", orderForm([{ id: "\0", qty: 1 }], 1000))).status).toBe(
      400,
    );
    expect((await visitor.get("/panier/prix?id=%00")).status).toBe(200);
    expect((await customer.post("/produit/%00", { rate: "5", text: "" })).status).toBe(404);
    expect((await customer.postJson("/payement/%00/paypal", { act: "create" })).status).toBe(404);
  });

  test("null characters in administrators' forms, in URLs and in JSON cause no server error", async () => {
    const admin = await shop.customer({ isAdmin: true });
    const sent = [
      ["/admin/commandes", { intent: "deliver", id: "\0" }, 404],
      ["/admin/courriels", { key: "\0" }, 200],
      ["/admin/produits/importer", { intent: "start", import: "a\0" }, 302],
      ["/admin/produits/importer", { intent: "start", import: "été 😀" }, 302],
      ["/favoris/%00", {}, 404],
      ["/favoris/a%00b.data", {}, 404],
    ] as const;
    for (const [path, form, status] of sent)
      expect((await admin.post(path, form)).status, path).toBe(status);
    const asked = { act: "capture", providerOrderId: "\0" };
    expect((await admin.postJson("/payement/rien/paypal", asked)).status).toBe(400);
  });

  test("a malformed URL, and an Origin that contradicts Sec-Fetch-Site", async () => {
    expect((await visitor.get("/boutique%")).status).toBe(404);
    expect((await visitor.get("/simulateur-paypal/amount/%00")).status).toBe(404);
    const host = await sendRaw(shop.url, "GET /healthz HTTP/1.1\r\nhost: 9007199254740993\r\n\r\n");
    expect(host).toMatch(/^HTTP\/1.1 400 /);
    for (const path of ["/webhooks/paypal", "/webhooks/paypal/rien"]) {
      const headers = { origin: "https://ailleurs.example" };
      expect((await visitor.fetch(path, { method: "PUT", headers })).status).toBe(404);
    }
    for (const path of ["/contact", "/contact.data"]) {
      const headers = { origin: "https://ailleurs.example", "sec-fetch-site": "same-origin" };
      expect((await visitor.fetch(path, { method: "POST", headers })).status).toBe(403);
    }
  });

  test("after a webhook event whose body breaks off, the next request is answered", async () => {
    const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
    socket.write("POST /webhooks/paypal HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{");
    await once(socket, "ready");
    socket.resetAndDestroy();
    await once(socket, "close");
    // The shop handles the abort before this request.
    expect((await visitor.get("/healthz")).status).toBe(200);
  });

  test("/metrics without METRICS_TOKEN", async () => {
    const answer = await visitor.fetch("/metrics", { headers: { authorization: "Bearer " } });
    expect(answer.status).toBe(404);
  });

  test("HEAD /live leaves no open stream", async () => {
    await visitor.fetch("/live", { method: "HEAD" });
    expect(shop.hub.listenerCount()).toBe(0);
  });

  test("the simulator's provider API is closed to visitors", async () => {
    const answer = await visitor.postJson("/simulateur-paypal/v2/checkout/orders", {
      purchase_units: [],
    });
    expect(answer.status).toBe(401);
  });
});

describe("behind a TLS proxy", async () => {
  const secure = await openShop({
    BASE_URL: "https://www.boutique.example",
    TRUST_PROXY: "1",
    ...REAL_SHOP,
  });

  test("forms with the public https Origin work over plain HTTP from the proxy", async () => {
    const form = {
      mode: "inscription",
      name: "Inès",
      email: "ines@exemple.fr",
      password: "Mot-de-passe-1",
      confirmation: "Mot-de-passe-1",
    };
    for (const site of ["same-origin", ""]) {
      const answer = await secure.visitor().fetch("/connexion?mode=inscription", {
        method: "POST",
        body: new URLSearchParams({ ...form, email: `ines${site}@exemple.fr` }),
        headers: {
          origin: "https://www.boutique.example",
          "x-forwarded-for": "203.0.113.7",
          ...(site && { "sec-fetch-site": site }),
        },
      });
      expect(answer.status).toBe(302);
      expect(answer.headers.getSetCookie().join()).toMatch(
        /^__Host-eclat\.session_token=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(answer.headers.get("strict-transport-security")).toContain("max-age");
    }
  });

  test("a shop with an https BASE_URL is not a demo by default", () =>
    expect(secure.config.demo).toBe(false));
});
