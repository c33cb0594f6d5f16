import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendPasswordLink } from "#app/accounts/password.server.ts";
import { listMails } from "#app/mail-log/mail-log.server.ts";
import { resendMail } from "#app/mail-log/resend-mail.server.ts";
import { deliverMails } from "#app/mail/deliver-mail.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import { queueOrderMail } from "#app/orders/order-mails.server.ts";
import { mails } from "#db/schema/index.ts";
import { attachmentsOf } from "../../server/jobs.ts";
import { adminOf } from "../support/admin.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openMailServer, sendAllMails } from "../support/mail.ts";
import { placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ SMTP_URL: server.url, DEMO: "1" });
const demo = await openShop({ DEMO: "1" });
const real = await openShop({ DEMO: "0" });
const admin = await shop.customer({ isAdmin: true });

const queue = (to: typeof shop, key: string) =>
  to.db.transaction((tx) =>
    queueMail(tx, to.jobs, { to: "claire@exemple.fr", template: "welcome", props: {}, key }),
  );
/** Makes the mail's job fail at its last retry. */
async function giveUp(key: string): Promise<void> {
  const { boss } = shop.jobs;
  await shop.sql`UPDATE jobs.job SET retry_limit = 0 WHERE data->>'key' = ${key}`;
  server.refuseNext(1);
  const [job] = await boss.fetch<{ key: string }>("send-mail", { includeMetadata: true });
  expect(job?.data.key).toBe(key);
  await deliverMails(shop, attachmentsOf(shop), [job!]);
  await boss.fail("send-mail", job!.id);
  expect(shop.takeErrors().join()).toContain("mail given up");
}
/** The visible text of the list's rows. */
async function rows(address = "/admin/courriels"): Promise<string[]> {
  const html = await admin.read(address);
  return [...html.matchAll(/<tr role="row">(?:(?!<th role="columnheader")[\s\S])*?<\/tr>/g)].map(
    ([row]) => textOf(row).replace(/\s+/g, " ").trim(),
  );
}

describe("« E-mails envoyés »", () => {
  beforeAll(async () => {
    await sendAllMails(shop);
    await queue(shop, "essai-perdu");
    await giveUp("essai-perdu");
    await queue(shop, "essai-attend");
  });

  test("lists kind, recipient (until sent) and state, newest first", async () => {
    const [waiting, lost, sent, ...others] = await rows();
    expect(waiting).toMatch(/Bienvenue claire@exemple\.fr En attente$/);
    expect(lost).toMatch(
      /Bienvenue claire@exemple\.fr Échec après 1 essai Le serveur de messagerie a refusé, ou n’a pas répondu \(EMESSAGE DATA 451\)\. Renvoyer/,
    );
    expect(sent).toMatch(/Bienvenue Claire Aubry Envoyé le \d/);
    expect(sent).not.toContain("@");
    expect(others).toEqual([]);
  });

  test("a notice above the list counts the mails that fail to be sent and links to the queued ones", async () => {
    const page = async () => {
      const html = await admin.read("/admin/courriels");
      return { html, text: textOf(html).replaceAll(/\s+/g, " ") };
    };
    const none = await page();
    expect(none.text).not.toContain("pour l’instant");
    expect(none.html).not.toContain("Voir ce qui attend");
    await shop.sql`UPDATE mails SET tries = 2, failure = 'ECONNECTION' WHERE key = 'essai-attend'`;
    const one = await page();
    expect(one.text).toContain(
      "Un e-mail ne part pas pour l’instant Le serveur de messagerie ne répond pas, ou refuse.",
    );
    expect(one.html).toMatch(
      /<a[^>]* href="\/admin\/courriels\?etat=en-attente"[^>]*>Voir ce qui attend<\/a>/,
    );
    await queue(shop, "essai-aussi");
    await shop.sql`UPDATE mails SET tries = 1, failure = 'ECONNECTION' WHERE key = 'essai-aussi'`;
    expect((await page()).text).toContain("2 e-mails ne partent pas pour l’instant");
    // Restores the state that the next tests expect.
    await shop.sql`DELETE FROM mails WHERE key = 'essai-aussi'`;
    await shop.sql`DELETE FROM jobs.job WHERE data->>'key' = 'essai-aussi'`;
    await shop.sql`UPDATE mails SET tries = 0, failure = NULL WHERE key = 'essai-attend'`;
  });

  test.each([
    ["en-attente", 1, "En attente"],
    ["echecs", 1, "Échec"],
    ["envoyes", 1, "Envoyé"],
    ["tous", 3, ""],
    ["nulle-part", 3, ""],
  ])("the list is filtered by state: %s", async (state, count, word) => {
    const found = await rows(`/admin/courriels?etat=${state}`);
    expect(found).toHaveLength(count);
    for (const row of found) expect(row).toContain(word);
  });

  test("« Renvoyer » sends a mail that was given up, once", async () => {
    await sendAllMails(shop);
    const before = server.received.length;
    const page = await admin.post("/admin/courriels", { key: "essai-perdu" });
    expect(await page.text()).toContain("L’e-mail repart dans un instant.");
    expect((await rows("/admin/courriels?etat=echecs")).length).toBe(0);
    const again = await admin.post("/admin/courriels", { key: "essai-perdu" });
    expect(await again.text()).toContain("Cet e-mail est déjà parti, ou va partir.");
    await sendAllMails(shop);
    expect(server.received.slice(before).map(({ headers }) => headers["message-id"])).toEqual([
      "<essai-perdu@localhost>",
    ]);
    const [mail] = await shop.db.select().from(mails).where(eq(mails.key, "essai-perdu"));
    expect(mail).toMatchObject({ tries: 2, failure: null, recipient: null });
    expect((await rows("/admin/courriels?etat=envoyes")).length).toBe(3);
    const history = textOf(await admin.read("/admin/historique?objet=acces"));
    expect(history.match(/Claire Aubry Bienvenue E-mail renvoyé/g)).toHaveLength(1);
  });

  test("ten concurrent resends queue one mail", async () => {
    await queue(shop, "essai-dix");
    await giveUp("essai-dix");
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => resendMail(shop, adminOf(admin), "essai-dix")),
    );
    expect(outcomes.filter((outcome) => outcome === "queued")).toHaveLength(1);
    await sendAllMails(shop);
  });

  test.each(["", "inconnu", "essai-perdu"])(
    "an unknown or already sent mail is not resent: « %s »",
    async (key) => {
      await sendAllMails(shop);
      const answer = await admin.post("/admin/courriels", { key });
      expect(await answer.text()).toContain("Cet e-mail est déjà parti, ou va partir.");
      const [{ count }] = await shop.sql<[{ count: number }]>`
      SELECT count(*)::integer FROM jobs.job
      WHERE data->>'key' = ${key} AND state IN ('created', 'retry', 'active')`;
      expect(count).toBe(0);
    },
  );

  test("an order's mail links to the order; the list has 8 mails a page", async () => {
    const customer = await shop.customer();
    const cream = await insertProduct(shop.db, { name: "crème au lin", price: 34 });
    const answer = await customer.post("/panier", orderForm([{ id: cream, qty: 1 }], 3400));
    const id = answer.headers.get("location")!.split("/").at(-1)!;
    for (let n = 0; n < 4; n++)
      await shop.db.transaction((tx) =>
        queueOrderMail(tx, shop.jobs, id, {
          kind: "refunded",
          refundId: `R${n}`,
          amountCents: 100,
          lines: [],
          creditNote: null,
          isByProvider: true,
          reason: "Un pot cassé.",
        }),
      );
    const html = await admin.read("/admin/courriels");
    expect(html).toContain(`href="/admin/commandes?recherche=${id.slice(10)}"`);
    expect(await rows()).toHaveLength(8);
    expect(await rows("/admin/courriels?page=2")).toHaveLength(2);
    expect(await rows("/admin/courriels?page=99")).toHaveLength(2);
  });

  test("a sent mail shows the customer's name instead of the address, found by order or account", async () => {
    const customer = await shop.customer({ name: "Salomé Petit" });
    await sendPasswordLink(shop, { email: customer.email });
    await sendAllMails(shop);
    const [link, ...others] = await rows("/admin/courriels?etat=envoyes");
    expect(link).toMatch(/Lien de mot de passe Salomé Petit Envoyé/);
    expect(others.join()).toMatch(/Remboursement \w{16} Claire Aubry Envoyé/);
    expect([link, ...others].join()).not.toContain("@");
  });

  test("with a mail server, sent mails cannot be opened", async () => {
    expect(await admin.read("/admin/courriels")).not.toContain("/admin/courriels/essai-perdu");
    expect((await admin.get("/admin/courriels/essai-perdu")).status).toBe(404);
  });
});

describe("opening a sent mail", () => {
  test("a demo shop shows a sent mail as sandboxed HTML and as plain text", async () => {
    const reader = await demo.customer({ isAdmin: true });
    await queue(demo, "essai-lu");
    await sendAllMails(demo);
    expect(await reader.read("/admin/courriels")).toContain('href="/admin/courriels/essai-lu"');
    const html = await reader.get("/admin/courriels/essai-lu");
    expect(html.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html.headers.get("content-security-policy")).toMatch(
      /^sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:;/,
    );
    expect(html.headers.get("cache-control")).toBe("private, no-store");
    expect(await html.text()).toContain("Bienvenue chez Éclat");
    const text = await reader.get("/admin/courriels/essai-lu?format=texte");
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await text.text()).toMatch(/^ÉCLAT\s+Bienvenue chez Éclat/);
    const history = textOf(await reader.read("/admin/historique?objet=acces"));
    expect(history.match(/essai-lu E-mail lu/g)).toHaveLength(1);
  });

  test.each(["inconnu", "..%2Fsession-secret", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "a%00b"])(
    "an unknown mail is not found: « %s »",
    async (key) => {
      const reader = await demo.customer({ isAdmin: true });
      expect((await reader.get(`/admin/courriels/${key}`)).status).toBe(404);
    },
  );

  test("a real shop does not show a sent mail", async () => {
    const reader = await real.customer({ isAdmin: true });
    await queue(real, "essai-reel");
    await sendAllMails(real);
    expect(await reader.read("/admin/courriels")).not.toContain("/admin/courriels/essai-reel");
    expect((await reader.get("/admin/courriels/essai-reel")).status).toBe(404);
  });
});

test("sent mails of every kind name their recipient, whose address is erased", async () => {
  const named = await openShop({ SMTP_URL: server.url, DEMO: "1" });
  const { db, sql } = named;
  const asked = await named.customer({ isAdmin: true, name: "Maud Léger" });
  const profile = { name: "Maud Léger", dateOfBirth: "", phone: "", email: "maud@exemple.fr" };
  await asked.post("/admin/parametre-compte", profile);
  const password = { password: "Mot-de-passe-2", confirmation: "Mot-de-passe-2" };
  await asked.post("/admin/parametre-compte", {
    intent: "password",
    formerPassword: "Mot-de-passe-1",
    ...password,
  });
  await asked.post("/admin/ouverture", { intent: "trial-mail" });
  await sendPasswordLink(named, { email: asked.email });
  const visitor = named.visitor();
  const sender = { name: "Maud Léger", email: "m@exemple.fr", phoneNumber: "" };
  await visitor.post("/contact", { ...sender, company: "", title: "Bonjour", message: "?" });
  const effect = { product: "Savon", description: "Rougeurs", seriousness: "none" };
  await visitor.post("/effet-indesirable", { ...effect, ...sender });
  const productId = await insertProduct(db, { name: "savon", price: 9 });
  await visitor.post(`/produit/${productId}/prevenir`, { email: "maud@exemple.fr" });
  await placeOrder(named, asked);
  await sendAllMails(named);

  const sent = await sql<{ template: string }[]>`
    SELECT template FROM mails WHERE sent_at IS NOT NULL AND recipient IS NULL`;
  expect(sent.map(({ template }) => template)).toEqual(
    expect.arrayContaining([
      "address-change-asked",
      "confirm-address",
      "confirm-waiting",
      "contact-receipt",
      "effect-receipt",
      "order-received",
      "password-changed",
      "password-link",
      "trial",
      "welcome",
    ]),
  );
  const { mails: listed } = await listMails(db, { page: 1, state: "envoyes" });
  const { mails: more } = await listMails(db, { page: 2, state: "envoyes" });
  expect(listed.length + more.length).toBe(sent.length);
  for (const { template, customerName } of [...listed, ...more])
    expect(customerName, template).toMatch(/^(Maud Léger|Claire Aubry|maud@exemple\.fr)$/);

  // Nobody is named once the account is gone.
  await sql`DELETE FROM messages`;
  expect(await asked.read("/admin/courriels")).toContain("Destinataire effacé");
});
