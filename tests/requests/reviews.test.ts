import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { decideReport } from "#app/moderation/decide-report.server.ts";
import {
  auditEvents,
  comments,
  mails,
  messages,
  products,
  reviewReports,
} from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { sendAllMails, subjectOf, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* What the law asks of reviews: dates, control, reports and reasoned decisions (law.md, rows 20 and 21). */

const shop = await openShop({}, { cacheBytes: 8_000_000 });
const strict = await openShop({ RATE_LIMIT_FACTOR: "1" });
const { db } = shop;
const visitor = shop.visitor();
const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
const author = await shop.customer({ name: "Maud Léger" });

let productId = "";
let page = "";
beforeEach(async () => {
  await db.delete(reviewReports);
  productId = await insertProduct(db, { name: "sérum jugé", price: 20 });
  page = `/produit/${productId}`;
});

/** Publishes a comment by its form; returns its id. */
async function publish(form: Record<string, string> = {}, who = author): Promise<string> {
  const answer = await who.post(page, { rate: "4", text: "Texture qui fond.", ...form });
  expect(answer.status, await answer.text()).toBe(200);
  const [row] = await db
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.productId, productId))
    .orderBy(sql`${comments.id} DESC`)
    .limit(1);
  return row!.id;
}

const REPORT = {
  reason: "illegal",
  explanation: "Une injure, au deuxième mot.",
  name: "Inès Moreau",
  email: "ines@exemple.fr",
  faith: "1",
};
const reportsOf = (commentId: string) =>
  db.select().from(reviewReports).where(eq(reviewReports.commentId, commentId));
const readText = async (path: string, who = visitor) => textOf(await who.read(path));

/** Publishes and reports a review; returns the ids of both. */
async function reported(form: Partial<typeof REPORT> = {}, review: Record<string, string> = {}) {
  const commentId = await publish(review);
  expect((await visitor.post(`/signaler-avis/${commentId}`, { ...REPORT, ...form })).status).toBe(
    200,
  );
  const [report] = await reportsOf(commentId);
  return { commentId, reportId: report!.id };
}

/** The texts of the mails to `email` with this subject, as one. */
async function mailed(email: string, subject: string): Promise<string> {
  const mails = await writtenMails(shop.config.dataDir, email);
  const found = mails.filter((mail) => subjectOf(mail) === subject);
  expect(found.length, subject).toBeGreaterThan(0);
  return found
    .map(({ text }) => text)
    .join(" ")
    .replaceAll(/\s+/g, " ");
}

const decide = (id: string, decision: string, fields: Record<string, string> = {}) =>
  admin.post("/admin/avis", {
    id,
    decision,
    reason: "L’avis contient une injure.",
    seen: "",
    ...fields,
  });

describe("dates and control of a review", () => {
  test("shows the days of publication and experience, and the sentence on control and order", async () => {
    await publish({ experiencedOn: "2026-03-01" });
    await expect.poll(() => readText(page)).toContain("essayé le 1er mars 2026");
    const text = await readText(page);
    expect(text).toMatch(/Publié le \d+(er)? \S+ \d{4} ?, essayé le 1er mars 2026/);
    expect(text).toContain("Achat non vérifié");
    expect(text).toContain("Les avis ne sont pas contrôlés avant leur publication");
    expect(await visitor.read(page)).toContain('href="/gestion-des-avis"');
    expect(await readText("/gestion-des-avis")).toContain("Qui peut publier un avis");
  });

  test("the author changes the day; saving without changes is no change", async () => {
    const commentId = await publish({ experiencedOn: "2026-03-01" });
    const form = { avis: commentId, intent: "modifier", rate: "4", text: "Texture qui fond." };
    const row = async () =>
      (await db.select().from(comments).where(eq(comments.id, commentId)))[0]!;
    expect(await author.read(page)).toContain('value="2026-03-01"');
    await author.post(page, { ...form, experiencedOn: "2026-03-01" });
    expect((await row()).changedAt).toBeNull();
    await author.post(page, { ...form, experiencedOn: "" });
    expect(await row()).toMatchObject({ experiencedOn: null, changedAt: expect.any(Date) });
  });

  const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
  test.each([
    [tomorrow, "La date d’essai ne peut pas être dans l’avenir."],
    ["2026-02-30", "Cette date n’existe pas"],
    ["0001-01-01", "Cette date est trop ancienne."],
    ["demain", "Cette date n’existe pas"],
    ["x".repeat(10_000), "Cette date n’existe pas"],
    ["<script>alert(1)</script>", "Cette date n’existe pas"],
  ])("refuses %s beside the field, and publishes nothing", async (experiencedOn, message) => {
    const answer = await author.post(page, { rate: "4", text: "Bien.", experiencedOn });
    const html = await answer.text();
    expect(answer.status).toBe(400);
    expect(textOf(html)).toContain(message);
    expect(html).toContain('id="experiencedOn-error"');
    expect(html).not.toContain("<script>alert(1)");
    expect(await db.$count(comments, eq(comments.productId, productId))).toBe(0);
  });

  test("« Achat vérifié » follows the delivery of the product, also on kept pages, and stays after the account's deletion", async () => {
    const buyer = await shop.customer();
    await publish({ text: "Reçu hier." }, buyer);
    await expect.poll(() => readText(page)).toContain("Reçu hier.");
    const other = await insertProduct(db, { name: "autre", price: 5 });
    const deliver = async (id: string, cents: number) => {
      const placed = await buyer.post(
        "/panier",
        orderForm([{ id, qty: 1 }], cents, { paymentMethod: "Paiement à la livraison" }),
      );
      const orderId = placed.headers.get("location")!.split("/").at(-1)!;
      expect(await readText(page)).toContain("Achat non vérifié");
      await admin.post("/admin/commandes", { intent: "deliver", id: orderId });
    };
    await deliver(other, 500);
    await deliver(productId, 2_000);
    await expect.poll(() => readText(page), { timeout: 1_000 }).toContain("Achat vérifié");
    const password = { password: "Mot-de-passe-1" };
    const gone = await buyer.post("/admin/parametre-compte/supprimer", password);
    expect(gone.status).toBe(302);
    await expect.poll(() => readText(page)).toContain("Client supprimé");
    expect(await readText(page)).toContain("Achat vérifié");
  });
});

describe("a buyer's review", () => {
  async function buy(who: typeof author, deliveredAt: string): Promise<string> {
    const placed = await who.post(
      "/panier",
      orderForm([{ id: productId, qty: 1 }], 2_000, { paymentMethod: "Paiement à la livraison" }),
    );
    const id = placed.headers.get("location")!.split("/").at(-1)!;
    await shop.sql`UPDATE orders SET is_shipped = true, shipped_at = ${deliveredAt} WHERE id = ${id}`;
    return id;
  }

  test("has the day of the delivery, or of the pick-up, and asks for none; it stays after the account's deletion", async () => {
    const buyer = await shop.customer();
    expect(await buyer.read(page)).toContain("Essayé le");
    const first = await buy(buyer, "2026-03-02T12:00:00Z");
    await buy(buyer, "2026-03-20T12:00:00Z");
    const form = await buyer.read(page);
    expect(textOf(form)).toContain(
      "Livré le 2 mars 2026 : cette date est publiée avec votre avis.",
    );
    expect(form).not.toContain("Essayé le");
    await publish({ text: "Reçu.", experiencedOn: "" }, buyer);
    await expect.poll(() => readText(page)).toContain(", reçu le 2 mars 2026");
    await shop.sql`UPDATE orders SET picked_up_on = '2026-03-05', picked_up_source = 'customer', withdrawal_from = '2026-03-05'
      WHERE id = ${first}`;
    expect(await readText(page, buyer)).toContain(", reçu le 5 mars 2026");
    await buyer.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
    await expect.poll(() => readText(page)).toContain("Client supprimé");
    expect(await readText(page)).toContain(", reçu le 5 mars 2026");
  });

  test("written before the delivery, keeps what its author stated, also after the account's deletion", async () => {
    const buyer = await shop.customer();
    const commentId = await publish({ experiencedOn: "2026-02-01" }, buyer);
    await buy(buyer, "2099-01-01T12:00:00Z");
    expect(await readText(page, buyer)).toContain(", essayé le 1er février 2026");
    expect(await buyer.read(page)).toContain(`id="${commentId}-experiencedOn"`);
    await buyer.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
    await expect.poll(() => readText(page)).toContain("Client supprimé");
    expect(await readText(page)).toContain(", essayé le 1er février 2026");
    expect(await readText(page)).toContain("Achat vérifié");
  });
});

describe("who wrote a removed review is kept apart", () => {
  const kept = (commentId: string) =>
    shop.sql`SELECT name, email, account_id AS account FROM review_authors WHERE comment_id = ${commentId}`;
  const person = (who: typeof author, name: string) => [
    { name, email: who.email, account: who.userId },
  ];

  test("by its author, with its product, with its account; no page shows it, only the author's data file", async () => {
    const someone = await shop.customer({ name: "Inès Moreau" });
    const removed = await publish({}, someone);
    expect(await kept(removed)).toEqual([]);
    await someone.post(page, { intent: "supprimer", avis: removed });
    expect(await kept(removed)).toEqual(person(someone, "Inès Moreau"));
    const file = JSON.parse(await someone.read("/admin/parametre-compte/mes-donnees"));
    expect(file.avisSupprimes).toMatchObject([{ produit: productId, email: someone.email }]);

    const gone = await publish({}, someone);
    await admin.post("/admin/produits", { intent: "delete", id: productId });
    expect(await db.$count(products, eq(products.id, productId))).toBe(0);
    expect(await kept(gone)).toEqual(person(someone, "Inès Moreau"));

    productId = await insertProduct(db, { name: "baume jugé", price: 20 });
    page = `/produit/${productId}`;
    const stays = await publish({}, someone);
    await shop.sql`UPDATE review_authors SET kept_from = now() - interval '11 months' WHERE comment_id = ${removed}`;
    const password = { password: "Mot-de-passe-1" };
    expect((await someone.post("/admin/parametre-compte/supprimer", password)).status).toBe(302);
    expect(await kept(stays)).toEqual(person(someone, "Inès Moreau"));
    // Its periods begin again with the end of the account.
    expect(
      await shop.sql`SELECT comment_id FROM review_authors WHERE account_id = ${someone.userId} AND kept_from < now() - interval '1 hour'`,
    ).toEqual([]);
    for (const path of ["/admin/avis", "/admin/historique", "/admin/notifications"])
      expect(await readText(path, admin)).not.toContain(someone.email);
  });

  test("of an account without reviews nothing is kept", async () => {
    const someone = await shop.customer();
    await someone.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
    expect(await shop.sql`SELECT FROM review_authors WHERE email = ${someone.email}`).toEqual([]);
  });
});

describe("« Signaler cet avis »", () => {
  test("stores the report, tells the administrators and mails a receipt; a retry changes nothing", async () => {
    const commentId = await publish();
    const path = `/signaler-avis/${commentId}`;
    await expect.poll(() => visitor.read(page)).toContain(`href="${path}"`);
    expect(await author.read(page)).not.toContain(path);
    expect(await readText(path)).toContain("Texture qui fond.");
    for (const answer of [await visitor.post(path, REPORT), await visitor.post(path, REPORT)])
      expect([answer.status, textOf(await answer.text())]).toEqual([
        200,
        expect.stringContaining("Votre signalement est bien arrivé"),
      ]);
    expect(await reportsOf(commentId)).toMatchObject([
      { reason: "illegal", name: "Inès Moreau", productName: "sérum jugé", decision: null },
    ]);
    expect(await db.$count(messages, eq(messages.title, "Avis signalé\u00a0: Sérum jugé"))).toBe(1);
    const list = await readText("/admin/avis", admin);
    expect(list).toContain("Une injure, au deuxième mot.");
    expect(await readText("/admin/notifications", admin)).toContain(
      "Avis signalé : Sérum jugé. Propos illicites : injure, haine, diffamation. Une injure, au deuxième mot.",
    );
    await sendAllMails(shop);
    const [receipt, ...others] = await writtenMails(shop.config.dataDir, REPORT.email);
    expect(others).toEqual([]);
    expect(subjectOf(receipt!)).toBe("Votre signalement nous est parvenu");
    // Nothing that was typed: the address may be a stranger's.
    expect(receipt!.text).not.toMatch(/Inès|injure/);
  });

  test("begins with the viewer's name and e-mail, like the other public forms", async () => {
    const path = `/signaler-avis/${await publish()}`;
    for (const form of [path, "/contact", "/retractation", "/effet-indesirable"])
      for (const field of ['name="name" value="Maud Léger"', `value="${author.email}"`]) {
        expect(await author.read(form), form).toContain(field);
        expect(await visitor.read(form), form).not.toContain(field);
      }
  });

  test("of an offence against a child needs neither name nor e-mail", async () => {
    const commentId = await publish();
    const path = `/signaler-avis/${commentId}`;
    const anonymous = { ...REPORT, name: "", email: "" };
    expect((await visitor.post(path, anonymous)).status).toBe(400);
    expect((await visitor.post(path, { ...anonymous, reason: "child" })).status).toBe(200);
    const [report] = await reportsOf(commentId);
    expect(report).toMatchObject({ reason: "child", name: "", email: "" });
    expect(await readText("/admin/notifications", admin)).toContain("Exploitation sexuelle");
    expect((await decide(report!.id, "hide")).status).toBe(200);
    await sendAllMails(shop);
  });

  test("refuses an empty form with a sentence beside each field, and too long or hostile texts", async () => {
    const commentId = await publish();
    const path = `/signaler-avis/${commentId}`;
    const empty = await visitor.post(path, {});
    const html = await empty.text();
    expect(empty.status).toBe(400);
    for (const name of ["reason", "explanation", "name", "email", "faith"])
      expect(html).toContain(`id="${name}-error"`);
    for (const wrong of [
      { explanation: "x".repeat(10_000) },
      { name: "x".repeat(201) },
      { email: "ines" },
      { reason: "toString" },
      { faith: "0" },
    ])
      expect((await visitor.post(path, { ...REPORT, ...wrong })).status).toBe(400);
    expect(await reportsOf(commentId)).toEqual([]);
    const hostile = "<img src=x onerror=alert(1)> « »\u0000\r\nBcc: a@b.fr";
    expect(
      (await visitor.post(path, { ...REPORT, explanation: hostile, name: hostile })).status,
    ).toBe(200);
    expect(await admin.read("/admin/avis")).not.toContain("<img src=x");
    expect((await reportsOf(commentId))[0]!.name).not.toMatch(/[\r\n]/);
  });

  test("an unknown, removed or hidden review has nothing to report", async () => {
    const commentId = await publish();
    const path = `/signaler-avis/${commentId}`;
    await author.post(page, { avis: commentId, intent: "supprimer" });
    const { commentId: hidden, reportId } = await reported();
    await decide(reportId, "hide");
    for (const gone of [path, `/signaler-avis/${hidden}`, "/signaler-avis/rien"])
      for (const answer of [await visitor.get(gone), await visitor.post(gone, REPORT)])
        expect([answer.status, textOf(await answer.text())]).toEqual([
          404,
          expect.stringContaining("il n’y a rien à signaler"),
        ]);
    expect((await visitor.get("/signaler-avis/%00")).status).toBe(404);
    expect(await reportsOf(hidden)).toHaveLength(1);
  });

  test("reports are limited by network, receipts also by address", async () => {
    const product = await insertProduct(strict.db, { name: "baume", price: 9 });
    await strict.db.insert(comments).values({ id: "avis", productId: product, rate: 1, text: "x" });
    const statuses = [];
    for (let index = 0; index < 21; index++) {
      const form = { ...REPORT, explanation: `Essai ${index}` };
      const answer = await strict.visitor().post("/signaler-avis/avis", form);
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect(await strict.db.$count(reviewReports)).toBe(20);
    expect(await strict.db.$count(mails, eq(mails.template, "report-receipt"))).toBe(5);
  });
});

describe("decisions", () => {
  const averageOf = async () =>
    (await db.select().from(products).where(eq(products.id, productId)))[0]!;

  test("a hidden review leaves page, average, structured data and dashboard within a second; author and reporters get the reasons", async () => {
    const { commentId, reportId } = await reported(
      { email: "decision@exemple.fr" },
      { text: "Texte masqué." },
    );
    await visitor.post(`/signaler-avis/${commentId}`, { ...REPORT, email: "autre@exemple.fr" });
    await publish({ rate: "5", text: "Très bien." });
    await expect.poll(() => readText(page)).toContain("2 avis, moyenne sur 5");
    await readText("/boutique");

    expect((await decide(reportId, "hide")).status).toBe(200);
    await expect.poll(() => readText(page), { timeout: 1_000 }).not.toContain("Texte masqué.");
    const html = await visitor.read(page);
    expect(html).toContain('"reviewCount":1');
    expect(textOf(html)).toContain("1 avis, moyenne sur 5");
    expect(await averageOf()).toMatchObject({ rating: 5, ratingCount: 1 });
    expect(await readText("/admin/tableau-de-bord", admin)).not.toContain("Texte masqué.");
    await sendAllMails(shop);
    for (const email of ["decision@exemple.fr", "autre@exemple.fr"])
      expect(await mailed(email, "L’avis que vous avez signalé est masqué")).toContain(
        "L’avis contient une injure.",
      );
    const mine = await mailed(author.email, "Votre avis n’est plus publié");
    expect(mine).toContain("L’avis contient une injure.");
    expect(mine).not.toMatch(/Inès|deuxième mot/);
    const acts = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, productId));
    expect(acts).toMatchObject([{ act: "review-hidden", actorName: "Nora Lefèvre" }]);

    // The author neither changes nor sees it; an administrator may show it again.
    const change = { avis: commentId, intent: "modifier", rate: "1", text: "Encore." };
    expect((await author.post(page, change)).status).toBe(404);
    expect((await decide(reportId, "hide")).status).toBe(409);
    expect((await decide(reportId, "restore", { reason: "Une erreur." })).status).toBe(200);
    await expect.poll(() => readText(page)).toContain("Texte masqué.");
    expect(await averageOf()).toMatchObject({ rating: 4.5, ratingCount: 2 });
    expect((await decide(reportId, "restore")).status).toBe(409);
  });

  test("an address with several reports of a review gets one mail for a decision", async () => {
    const email = "victime@exemple.fr";
    const { commentId, reportId } = await reported({ email });
    for (const [index, address] of [email, email.toUpperCase(), email].entries())
      expect(
        (
          await shop.visitor().post(`/signaler-avis/${commentId}`, {
            ...REPORT,
            email: address,
            explanation: `Encore ${index}`,
          })
        ).status,
      ).toBe(200);
    expect(await reportsOf(commentId)).toHaveLength(4);
    expect((await decide(reportId, "hide")).status).toBe(200);
    const sent = await db
      .select({ recipient: mails.recipient })
      .from(mails)
      .where(sql`template = 'report-decided' AND lower(recipient) = ${email}`);
    expect(sent).toHaveLength(1);
    expect((await reportsOf(commentId)).every(({ decision }) => decision === "hidden")).toBe(true);
  });

  test("a kept review stays, and the reporter gets the reasons", async () => {
    const { reportId } = await reported({ email: "garde@exemple.fr" });
    expect((await decide(reportId, "keep", { reason: "Une opinion, sans injure." })).status).toBe(
      200,
    );
    expect(await averageOf()).toMatchObject({ ratingCount: 1 });
    await sendAllMails(shop);
    expect(await mailed("garde@exemple.fr", "L’avis que vous avez signalé reste publié")).toContain(
      "Une opinion, sans injure.",
    );
    expect(await readText("/admin/avis?etat=traites", admin)).toContain(
      "Une opinion, sans injure.",
    );
  });

  test("refuses a decision without reasons, on a changed or removed review, and of an unknown report", async () => {
    const { commentId, reportId } = await reported();
    const without = await decide(reportId, "hide", { reason: " " });
    expect([without.status, await without.text()]).toEqual([
      400,
      expect.stringContaining(`id="raisons-${reportId}-error"`),
    ]);
    expect((await decide(reportId, "hide", { reason: "x".repeat(10_000) })).status).toBe(400);
    expect((await decide("rien", "hide")).status).toBe(404);
    expect((await decide(reportId, "effacer")).status).toBe(400);
    expect((await decide(reportId, "close")).status).toBe(404);
    await author.post(page, { avis: commentId, intent: "modifier", rate: "2", text: "Revue." });
    const changed = await decide(reportId, "hide");
    expect([changed.status, textOf(await changed.text())]).toEqual([
      409,
      expect.stringContaining("L’auteur a modifié cet avis entre-temps"),
    ]);
    await author.post(page, { avis: commentId, intent: "supprimer" });
    expect((await decide(reportId, "hide")).status).toBe(409);
    expect((await decide(reportId, "close")).status).toBe(200);
    const [report] = await db.select().from(reviewReports).where(eq(reviewReports.id, reportId));
    expect(report).toMatchObject({ decision: "removed", commentId: null });
    expect(
      (await author.post("/admin/avis", { id: reportId, decision: "keep", reason: "x" })).status,
    ).toBe(302);
  });

  test("of concurrent decisions and changes by the author, one wins and the average is right", async () => {
    for (let round = 0; round < 5; round++) {
      const { commentId, reportId } = await reported({ email: `ronde-${round}@exemple.fr` });
      const viewer = adminOf(admin, "Nora Lefèvre");
      const form = { id: reportId, reason: "Injure", seen: "" };
      const [first, second] = await Promise.all([
        decideReport(shop, viewer, { ...form, decision: "hide" }),
        decideReport(shop, viewer, { ...form, decision: "keep" }),
        author.post(page, { avis: commentId, intent: "modifier", rate: "1", text: "Revue." }),
        author.post(page, { avis: commentId, intent: "supprimer" }),
      ]);
      const done = [first, second].filter(({ kind }) => kind === "hidden" || kind === "kept");
      expect(done.length).toBeLessThanOrEqual(1);
      const [count] = await shop.sql`
        SELECT count(*)::int, coalesce(sum(rate), 0)::int AS sum FROM comments WHERE product_id = ${productId} AND hidden_at IS NULL`;
      const [product] = await shop.sql`
        SELECT rating_count AS count, rating_sum::int AS sum FROM products WHERE id = ${productId}`;
      expect(product).toEqual(count);
    }
  });
});

describe("personal data", () => {
  test("a reporter's data file has the reports of a confirmed address; the deletion removes name and address", async () => {
    const reporter = await shop.customer({ name: "Inès Moreau" });
    const { email } = reporter;
    const { reportId } = await reported({ email });
    const file = async () =>
      JSON.parse(await reporter.read("/admin/parametre-compte/mes-donnees")) as {
        signalements: object[];
      };
    expect((await file()).signalements).toEqual([]);
    await shop.sql`UPDATE users SET email_verified = true WHERE id = ${reporter.userId}`;
    expect((await file()).signalements).toMatchObject([
      { explication: REPORT.explanation, produit: "sérum jugé", decision: null },
    ]);
    await reporter.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
    const [report] = await db.select().from(reviewReports).where(eq(reviewReports.id, reportId));
    expect(report).toMatchObject({ name: "", email: "" });
    // Nobody is left to mail.
    expect((await decide(reportId, "keep")).status).toBe(200);
  });
});
