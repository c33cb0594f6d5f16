import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { decideEffect, forgetOldEffects } from "#app/safety/effects.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { effectReports } from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { insertProduct } from "../support/catalogue.ts";
import { openMailServer, sendAllMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ SMTP_URL: server.url });
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
const cream = await insertProduct(db, { name: "crème au lin", price: 34 });
const today = parisDay(new Date());
const STORY = "Rougeurs et gonflement du visage.";
const form = (fields: Record<string, string> = {}) => ({
  productId: cream,
  lot: "l42",
  description: STORY,
  occurredOn: "2026-11-20",
  seriousness: "hospitalisation",
  name: "Maud Léger",
  email: "maud@exemple.fr",
  phone: "06 12 34 56 78",
  ...fields,
});
const send = (fields?: Record<string, string>, who = shop.visitor()) =>
  who.post("/effet-indesirable", form(fields));
const stored = (description: string) =>
  db.select().from(effectReports).where(eq(effectReports.description, description));

describe("a report", () => {
  test("needs no account, is stored once, receipted, announced without its health data", async () => {
    const visitor = shop.visitor();
    const page = await visitor.read(`/effet-indesirable?produit=${cream}&lot=L42`);
    expect(textOf(page)).toContain("Produit : Crème au lin");
    expect(page).not.toContain('name="consent"');
    expect(textOf(page)).toContain(
      "RGPD, articles 6.1 c et 9.2 i) : votre accord n’est pas nécessaire.",
    );
    const answers = await Promise.all([send({}, visitor), send({}, visitor)]);
    for (const answer of answers)
      expect(textOf(await answer.text())).toContain("Votre signalement est bien arrivé");
    const [report, ...others] = await stored(STORY);
    expect(others).toEqual([]);
    expect(report).toMatchObject({
      productId: cream,
      productName: "crème au lin",
      lot: "L42",
      occurredOn: "2026-11-20",
    });
    await sendAllMails(shop);
    const mail = server.received.findLast(({ recipients }) => recipients[0] === "maud@exemple.fr")!;
    expect(mail.text).toContain("Crème au lin");
    for (const secret of [STORY, "Maud", "Hospitalisation"])
      expect(mail.text).not.toContain(secret);
    const notices = textOf(await admin.read("/admin/notifications"));
    expect(notices).toContain("Effet indésirable grave");
    expect(notices).not.toContain("Rougeurs");
  });

  test.for([
    [{ seriousness: "hospitalisation" }],
    [{ lot: "L77" }],
    [{ occurredOn: "2026-11-19" }],
    [{ occurredOn: "" }],
    [{ name: "Inès Roy" }],
    [{ phone: "06 99 99 99 99" }],
  ] as const)("corrected by %j is stored; the same again is a retry", async ([correction]) => {
    const description = `Plaques ${JSON.stringify(correction)}`;
    const first = { description, seriousness: "none" };
    for (const fields of [first, { ...first, ...correction }, { ...first, ...correction }])
      expect((await send(fields)).status).toBe(200);
    expect(await stored(description)).toHaveLength(2);
  });

  test("is linked from the product and the customer's order", async () => {
    expect(await shop.visitor().read(`/produit/${cream}`)).toContain(
      `/effet-indesirable?produit=${cream}`,
    );
  });

  test("of a typed product, without any contact: no mail, and the receipt never repeats typed text", async () => {
    const typed = {
      productId: "",
      product: "Gagnez sur http://exemple.fr",
      description: "Typed",
      email: "x@exemple.fr",
    };
    expect((await send(typed)).status).toBe(200);
    await sendAllMails(shop);
    const mail = server.received.findLast(({ recipients }) => recipients[0] === "x@exemple.fr")!;
    expect(mail.text).not.toContain("Gagnez");
    expect((await send({ name: "", email: "", phone: "", description: "Anonyme" })).status).toBe(
      200,
    );
    const [anonymous] = await stored("Anonyme");
    expect(anonymous).toMatchObject({ name: "", email: "", phone: "" });
  });

  test.for([
    [{ description: " " }, "Décrivez ce qui s’est passé."],
    [{ description: "x".repeat(10_000) }, "4000 caractères au plus."],
    [{ lot: "x".repeat(10_000) }, "40 caractères au plus."],
    [{ occurredOn: "2026-02-31" }, "Une date passée, ou rien."],
    [{ occurredOn: "2090-01-01" }, "Cette date n’est pas encore passée."],
    [{ seriousness: "grave" }, "Choisissez la conséquence la plus grave."],
    [{ email: "a@b.fr\nbcc: c@d.fr" }, "Cet e-mail ne semble pas complet"],
    [{ phone: "abc" }, "Ce numéro ne semble pas complet."],
    [{ productId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }, "Indiquez le produit."],
    [{ productId: "", product: "\u200b" }, "Indiquez le produit."],
  ] as const)("refuses %j with a sentence", async ([fields, sentence]) => {
    const description = `Refus ${sentence}`;
    const answer = await send({ description, ...fields });
    expect(answer.status).toBe(400);
    expect(textOf(await answer.text())).toContain(sentence);
    expect(await stored(description)).toEqual([]);
  });
});

describe("administrators", () => {
  test("see hostile text as text, the days left, note the declaration once and close", async () => {
    const description = "<img src=x onerror=alert(1)>";
    await send({ description });
    const [{ id } = { id: "" }] = await stored(description);
    await sql`UPDATE effect_reports SET created_at = now() - interval '15 days' WHERE id = ${id}`;
    const page = await admin.read("/admin/effets-indesirables");
    expect(page).not.toContain("<img src=x");
    expect(textOf(page)).toContain("À déclarer sous 5 jours");
    expect(textOf(page)).toContain("À déclarer sous 20 jours");
    const post = (fields: Record<string, string>) =>
      admin.post("/admin/effets-indesirables", { id, ...fields });
    expect((await post({ intent: "declare", day: "2090-01-01" })).status).toBe(400);
    expect((await post({ intent: "declare", day: "2026-02-31" })).status).toBe(400);
    const twice = await Promise.all(
      [1, 2].map(() => post({ intent: "declare", day: "2026-11-24" })),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(textOf(await admin.read("/admin/effets-indesirables?etat=declares"))).toContain(
      "24 novembre 2026",
    );
    expect((await post({ intent: "close" })).status).toBe(200);
    expect((await post({ intent: "close" })).status).toBe(409);
    expect((await post({ intent: "close", id: "x'--" })).status).toBe(404);
    expect(textOf(await admin.read("/admin/historique"))).toContain("Effet indésirable déclaré");
    const forged = adminOf(await shop.customer());
    await expect(decideEffect(shop, forged, { intent: "close", id })).rejects.toThrow(
      "only an administrator",
    );
  });
});

describe("the declaration of a serious effect", () => {
  const acts = (id: string, fields: Record<string, string>) =>
    admin.post("/admin/effets-indesirables", { id, ...fields });
  const reported = async (description: string, fields: Record<string, string> = {}) => {
    await send({ description, ...fields });
    const [report] = await stored(description);
    await sql`UPDATE effect_reports SET created_at = '2026-11-10T12:00Z' WHERE id = ${report!.id}`;
    return report!.id;
  };
  const closed = async (description: string) => (await stored(description))[0]!.closedAt !== null;

  test("is asked for before the report is closed without it, and missed afterwards", async () => {
    const id = await reported("Non déclaré");
    const asked = await acts(id, { intent: "close" });
    expect(asked.status).toBe(200);
    expect(textOf(await asked.text())).toContain(
      "Cet effet grave n’est pas déclaré à l’Anses (règlement 1223/2009, article 23). Le clore quand même ?",
    );
    expect(await closed("Non déclaré")).toBe(false);
    expect((await acts(id, { intent: "close", confirmed: "1" })).status).toBe(200);
    expect(await closed("Non déclaré")).toBe(true);
    expect(textOf(await admin.read("/admin/effets-indesirables?etat=clos"))).toContain(
      "Non déclaré Clos le",
    );
  });

  test("is not asked for when the effect is not serious", async () => {
    const id = await reported("Bénin", { seriousness: "none" });
    expect((await acts(id, { intent: "close" })).status).toBe(200);
    expect(await closed("Bénin")).toBe(true);
  });

  test("has a day from the report to today, and can be corrected while the report is open", async () => {
    const id = await reported("À corriger");
    for (const [day, sentence] of [
      ["0001-01-01", "Cette date est avant celle du signalement."],
      ["2026-11-09", "Cette date est avant celle du signalement."],
      ["2090-01-01", "Cette date n’est pas encore passée."],
      ["", "Indiquez le jour de la déclaration."],
    ] as const) {
      const refused = await acts(id, { intent: "declare", day });
      expect(refused.status).toBe(400);
      const page = await refused.text();
      expect(/id="jour-[^"]*-error".*?<\/p>/s.exec(page)?.[0]).toContain(sentence);
    }
    expect((await acts(id, { intent: "declare", day: "2026-11-10" })).status).toBe(200);
    expect((await acts(id, { intent: "declare", day: "2026-11-12" })).status).toBe(200);
    expect(await stored("À corriger")).toMatchObject([{ declaredOn: "2026-11-12" }]);
    const [event] = await sql`
      SELECT changes FROM audit_events WHERE act = 'effect-declared' ORDER BY id DESC LIMIT 1`;
    expect(event!["changes"]).toEqual([
      { field: "Déclaré le", before: "10 novembre 2026", after: "12 novembre 2026" },
    ]);
    expect((await acts(id, { intent: "close" })).status).toBe(200);
    expect((await acts(id, { intent: "declare", day: "2026-11-13" })).status).toBe(409);
  });

  test.for(["/effet-indesirable", "/admin/effets-indesirables"])(
    "%s links to the authorities",
    async (path) => {
      expect(await admin.read(path)).toContain(
        '<a class="link" href="https://signalement.social-sante.gouv.fr" rel="noopener external">',
      );
    },
  );
});

test("a typed product is neither in the audit trail nor in the report of a deleted account", async () => {
  const customer = await shop.customer();
  await sql`UPDATE users SET email_verified = true WHERE id = ${customer.userId}`;
  const typed = "Crème de Mme Dupont, enceinte";
  await send({ productId: "", product: typed, description: "Typé", email: customer.email });
  const [report] = await stored("Typé");
  for (const act of [
    { intent: "declare", day: today },
    { intent: "close", day: "" },
  ])
    await admin.post("/admin/effets-indesirables", { id: report!.id, ...act });
  const trail = textOf(await admin.read("/admin/historique"));
  expect(trail).toContain("Produit indiqué par l’auteur Effet indésirable clos");
  expect(trail).not.toContain("Dupont");
  await customer.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
  expect(await stored("Typé")).toMatchObject([
    { email: "", productName: "Produit indiqué par l’auteur" },
  ]);
});

test("own reports are in the data file; the account's deletion and time remove who reported", async () => {
  const customer = await shop.customer({ name: "Claire Aubry" });
  await sql`UPDATE users SET email_verified = true WHERE id = ${customer.userId}`;
  await send({ description: "À moi", email: customer.email }, customer);
  const file = JSON.parse(await customer.read("/admin/parametre-compte/mes-donnees")) as {
    effetsIndesirables: { recit: string }[];
  };
  expect(file.effetsIndesirables.map(({ recit }) => recit)).toEqual(["À moi"]);
  await customer.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
  expect(await stored("À moi")).toMatchObject([{ name: "", email: "", phone: "" }]);

  await send({ description: "Ancien" });
  await send({ description: "Très ancien" });
  await sql`UPDATE effect_reports SET closed_at = now() - interval '13 months' WHERE description = 'Ancien'`;
  await sql`UPDATE effect_reports SET closed_at = now() - interval '11 years' WHERE description = 'Très ancien'`;
  await forgetOldEffects(db);
  expect(await stored("Ancien")).toMatchObject([{ name: "", email: "", phone: "" }]);
  expect(await stored("Très ancien")).toEqual([]);
});
