import { beforeEach, describe, expect, test } from "vitest";
import { SENSITIVE_ROUTES, type Sensitive } from "#app/accounts/sensitive-routes.ts";
import { orders, settings } from "#db/schema/index.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { dataUrl, pagePaths } from "../support/pages.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* An administrator's sensitive acts ask for a password that was typed within two hours. */
const shop = await openShop();
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true });
const customer = await shop.customer();
const cream = await insertProduct(db, { name: "crème au lin", price: 34 });
const placed = await customer.post("/panier", orderForm([{ id: cream, qty: 1 }], 3_400));
const orderId = placed.headers.get("location")!.split("/").at(-1)!;
const PASSWORD = "Mot-de-passe-1";
const ASKS = "/admin/mot-de-passe?vers=";
const withId = (path: string) => path.replace(/:\w+/, orderId);

/** Moves the last typing of the administrator's password. */
const typedBefore = (minutes: number) =>
  sql`UPDATE sessions SET password_used_at = now() - make_interval(mins => ${minutes}) WHERE user_id = ${admin.userId}`;
const asksFor = (path: string) => `/admin/mot-de-passe?${new URLSearchParams({ vers: path })}`;

const known = (...kinds: Sensitive["kind"][]) =>
  Object.entries(SENSITIVE_ROUTES).flatMap(([path, { kind }]) =>
    kinds.includes(kind) ? `/${path}` : [],
  );
const readings = known("export", "health").map(withId);
const forms = known("form", "health").map(withId);

beforeEach(() => typedBefore(121));

describe("the list of sensitive routes", () => {
  test("has every settings form, every file with data, refunds, the opening and health data", () => {
    const settingsPages = pagePaths().filter((path) => /^\/admin\/reglages\/[\w-]+$/.test(path));
    expect(settingsPages.length).toBeGreaterThan(9);
    expect(known("form")).toEqual(
      expect.arrayContaining([
        ...settingsPages,
        "/admin/commandes/:id/remboursement",
        "/admin/ouverture",
      ]),
    );
    expect(known("health")).toEqual(["/admin/effets-indesirables"]);
  });

  test.each(readings)("reading asks for the password: %s", async (path) => {
    const asked = path + "?du=2026-01-01";
    for (const method of ["GET", "HEAD"]) {
      const answer = await admin.fetch(asked, { method });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, asksFor(asked)]);
    }
    const asData = await admin.get(dataUrl(path));
    expect(await asData.text()).toContain(ASKS);
    await typedBefore(119);
    expect((await admin.get(path)).headers.get("location")).toBeNull();
  });

  test.each(forms)("posting asks for the password: %s", async (path) => {
    const answer = await admin.post(path, { intent: "rest", reason: "Un motif" });
    expect([answer.status, answer.headers.get("location")]).toEqual([307, asksFor(path)]);
    // Some other method with a body reaches an action too.
    const put = await admin.fetch(path, { method: "PUT", headers: { origin: admin.origin } });
    expect(put.headers.get("location")).toBe(asksFor(path));
    const asData = await admin.post(dataUrl(path), { intent: "rest" });
    expect([asData.status, await asData.text()]).toEqual([202, expect.stringContaining(ASKS)]);
    await typedBefore(119);
    expect((await admin.post(path, {})).headers.get("location")).toBeNull();
  });

  test("every other page and form of the administration asks for nothing", async () => {
    const others = pagePaths().filter(
      (path) => path.startsWith("/admin/") && !(path.slice(1) in SENSITIVE_ROUTES),
    );
    expect(others.length).toBeGreaterThan(40);
    const [read, posted] = [[...others, ...known("form")], others];
    for (const path of read)
      expect((await admin.get(withId(path))).headers.get("location") ?? "").not.toContain(ASKS);
    for (const path of posted)
      expect((await admin.post(withId(path), {})).headers.get("location") ?? "").not.toContain(
        ASKS,
      );
  });

  test("customers and visitors are sent home, not asked", async () => {
    for (const path of forms)
      expect((await customer.post(path, {})).headers.get("location"), path).toBe("/");
    for (const path of [...readings, ...forms])
      for (const who of [customer, shop.visitor()]) {
        expect((await who.get(path)).headers.get("location"), path).toBe("/");
      }
  });
});

/** The fields of the page's only form, and where it posts to. */
function formIn(html: string): { to: string; fields: Record<string, string> } {
  const [form = ""] =
    /<form [^>]*action="\/admin\/[^"]*" method="post"[\s\S]*?<\/form>/.exec(html) ?? [];
  const decode = (text: string) =>
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [decode(name), decode(value)],
  );
  return { to: decode(/action="([^"]*)"/.exec(form)![1]!), fields: Object.fromEntries(fields) };
}

describe("without scripts, the typed form is kept until the password is right", () => {
  const typed = {
    senderName: 'L’atelier <b>"Aubry"</b> & Cie',
    note: "Première ligne\nSeconde ligne",
    version: "0",
    base: "{}",
  };

  test("a form of the settings: asked, wrong password, right password, saved", async () => {
    await db.delete(settings);
    const refused = await admin.post("/admin/reglages/courriels", typed);
    // A browser posts the same form to the redirect's target.
    const asked = await admin.post(refused.headers.get("location")!, typed);
    expect(asked.status).toBe(403);
    const first = formIn(await asked.text());
    expect(first.fields).toEqual(typed);
    const wrong = await admin.post(first.to, { ...first.fields, ownPassword: "Mot-de-passe-2" });
    expect(wrong.status).toBe(400);
    const html = await wrong.text();
    expect(textOf(html)).toContain("Ce n’est pas votre mot de passe.");
    expect(html).not.toContain("Mot-de-passe-2");
    expect(textOf(html)).toContain("Formulaire en attente : Réglages, courriels.");
    const second = formIn(html);
    expect(second.fields).toEqual(typed);
    expect(await db.select().from(settings)).toEqual([]);
    const right = await admin.post(second.to, { ...second.fields, ownPassword: PASSWORD });
    const confirmed = await right.text();
    expect(right.status).toBe(200);
    expect(confirmed).not.toContain(PASSWORD);
    const last = formIn(confirmed);
    expect(last).toEqual({ to: "/admin/reglages/courriels", fields: typed });
    // Nothing is saved before the form is posted to its own page.
    expect(await db.select().from(settings)).toEqual([]);
    const good = { ...last.fields, senderName: "L’atelier Aubry", note: "Merci" };
    expect((await admin.post(last.to, good)).status).toBe(200);
    expect(await db.select().from(settings)).toMatchObject([{ value: { note: "Merci" } }]);
  });

  test("a refund: nothing is asked of the provider nor changed before", async () => {
    const form = { intent: "cancel", reason: "Flacon brisé", confirmed: "1" };
    const refused = await admin.post(`/admin/commandes/${orderId}/remboursement`, form);
    const asked = await admin.post(refused.headers.get("location")!, form);
    expect(formIn(await asked.text()).fields).toEqual(form);
    expect(await db.select().from(orders)).toMatchObject([{ cancelledAt: null }]);
  });

  test("ten tries an hour, whichever form asks", async () => {
    const alone = await openShop({ RATE_LIMIT_FACTOR: "1" });
    const other = await alone.customer({ isAdmin: true });
    const tries: number[] = [];
    for (let time = 0; time < 11; time++)
      tries.push((await other.post(asksFor("/admin/ouverture"), { ownPassword: "faux" })).status);
    expect(tries).toEqual([...Array<number>(10).fill(400), 429]);
    const right = await other.post(asksFor("/admin/ouverture"), { ownPassword: PASSWORD });
    expect([right.status, textOf(await right.text())]).toEqual([
      429,
      expect.stringContaining("Trop d’essais."),
    ]);
  });
});

describe("the page that asks", () => {
  test("leads on to the page, and offers the file", async () => {
    const page = asksFor("/admin/effets-indesirables?etat=clos");
    const answer = await admin.post(page, { ownPassword: PASSWORD });
    expect(answer.headers.get("location")).toBe("/admin/effets-indesirables?etat=clos");
    await typedBefore(121);
    const ofFile = asksFor("/admin/commandes.csv?du=2026-01-01");
    const asked = await admin.read(ofFile);
    expect(asked).not.toContain('href="/admin/commandes.csv');
    expect(textOf(asked)).toMatch(/Fichier demandé : Commandes\..* il y a moins de deux heures/);
    expect(asked).toMatch(/href="\/admin\/commandes"[^>]*><svg.*?<\/svg>Revenir sans continuer/s);
    const confirmed = await admin.post(ofFile, { ownPassword: PASSWORD });
    expect(await confirmed.text()).toContain('href="/admin/commandes.csv?du=2026-01-01"');
    expect(await admin.read("/admin/commandes.csv?du=2026-01-01")).toContain("numéro");
  });

  test.each([
    "https://ailleurs.example/admin/commandes.csv",
    "//ailleurs.example/admin/commandes.csv",
    "/\\ailleurs.example/admin/commandes.csv",
    "/admin/..//ailleurs.example/admin/commandes.csv",
    "javascript:alert(1)",
    "/admin/produits",
    "",
  ])("leads nowhere else: %s", async (target) => {
    await typedBefore(0);
    const html = await admin.read(asksFor(target));
    expect(html).toMatch(/href="\/admin\/tableau-de-bord"[^>]*>Continuer</);
    expect(html).not.toContain("ailleurs.example");
    const answer = await admin.post(asksFor(target), { ownPassword: PASSWORD });
    expect(answer.headers.get("location")).toBeNull();
    expect(await answer.text()).toMatch(/href="\/admin\/tableau-de-bord"[^>]*>Continuer</);
  });

  test("one session's password does not count for another", async () => {
    const other = shop.visitor();
    await other.post("/connexion", { email: admin.email, password: PASSWORD });
    await typedBefore(121);
    await other.post("/admin/mot-de-passe", { ownPassword: PASSWORD });
    expect((await other.get("/admin/commandes.csv")).status).toBe(200);
    expect((await admin.get("/admin/commandes.csv")).status).toBe(302);
  });

  test("another site's link downloads nothing, and leaves nothing in the history", async () => {
    await typedBefore(0);
    await sql`TRUNCATE audit_events`;
    for (const site of ["cross-site", "same-site"]) {
      const answer = await admin.fetch("/admin/commandes.csv", {
        headers: { "sec-fetch-site": site },
      });
      expect(answer.headers.get("location")).toBe(asksFor("/admin/commandes.csv"));
    }
    expect(await sql`SELECT FROM audit_events`).toHaveLength(0);
    expect(await admin.read(asksFor("/admin/commandes.csv"))).toContain(
      'href="/admin/commandes.csv"',
    );
  });

  test("a session of the previous version is asked", async () => {
    await sql`UPDATE sessions SET password_used_at = NULL WHERE user_id = ${admin.userId}`;
    expect((await admin.get("/admin/commandes.csv")).status).toBe(302);
  });
});
