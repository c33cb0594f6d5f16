import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { frenchLongDay } from "#app/ui/french-day.ts";
import { matchWithdrawal } from "#app/withdrawals/link-withdrawal.server.ts";
import { orders, withdrawals } from "#db/schema/index.ts";
import type { Browser } from "../support/browser.ts";
import { Caller } from "../support/caller.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { openMailServer, sendAllMails, subjectOf } from "../support/mail.ts";
import { payOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ SMTP_URL: server.url });
const { db, sql } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Nora Lefèvre" });
const cream = await insertProduct(db, { name: "crème au lin", price: 34 });
const balm = await insertProduct(db, { name: "baume à lèvres", price: 12 });
const UNKNOWN = "7Q2M7Q2M7Q2M7Q2M";

/** Places an order of two creams and a balm, by default to be paid on delivery. */
async function place(customer: Browser, paymentMethod = "Paiement à la livraison") {
  const items = [
    { id: cream, qty: 2 },
    { id: balm, qty: 1 },
  ];
  const placed = await customer.post("/panier", orderForm(items, 8_000, { paymentMethod }));
  const id = placed.headers.get("location")!.split("/").at(-1)!;
  return { id, number: deliveryNumber(id) };
}
/** Marks an order delivered `days` ago in Paris, at noon. */
const deliver = (id: string, days: number) => sql`
  UPDATE orders SET is_shipped = true,
    shipped_at = ((now() AT TIME ZONE 'Europe/Paris')::date - ${days}::integer + time '12:00') AT TIME ZONE 'Europe/Paris'
  WHERE id = ${id}`;
const form = (fields: Record<string, string>) => ({ name: "Claire Aubry", ...fields });
const state = (who: Browser, fields: Record<string, string>) =>
  who.post("/retractation", form({ intent: "confirm", ...fields }));
const rowsFor = (number: string) =>
  db.select().from(withdrawals).where(eq(withdrawals.orderNumber, number));
/** Runs the queued jobs « match-withdrawals ». */
async function matchAll(): Promise<void> {
  const { boss } = shop.jobs;
  for (const job of await boss.fetch<{ id: string }>("match-withdrawals", { batchSize: 100 })) {
    await matchWithdrawal(shop, job.data.id);
    await boss.complete("match-withdrawals", job.id);
  }
}
/** The text of all pages of the administrators' list. */
async function list(group = "toutes"): Promise<string> {
  const first = textOf(await admin.read(`/admin/retractations?etat=${group}`));
  const pageCount = Number(/page 1 sur (\d+)/.exec(first)![1]);
  const others = [];
  for (let page = 2; page <= pageCount; page++)
    others.push(textOf(await admin.read(`/admin/retractations?etat=${group}&page=${page}`)));
  return [first, ...others].join(" ");
}

describe("a stranger", () => {
  test("states, reads everything again, confirms; the receipt equals the statement", async () => {
    const customer = await shop.customer();
    const { id, number } = await place(customer);
    const stranger = shop.visitor();
    const email = customer.email;
    const typed = `${number.slice(0, 4)} ${number.slice(4).toLowerCase()}`;

    const asked = await stranger.post("/retractation", form({ number: typed, email }));
    expect(asked.status).toBe(200);
    const recap = textOf(await asked.text());
    const statement = [
      "Je vous notifie par la présente ma rétractation du contrat portant sur la vente des articles ci-dessous.",
      "Nom Claire Aubry",
      `Numéro de livraison ${number}`,
      `E-mail pour l’accusé de réception ${email}`,
      "Articles Toute la commande",
    ];
    for (const part of [...statement, "Confirmer la rétractation"]) expect(recap).toContain(part);
    expect(await rowsFor(number)).toEqual([]);

    const done = textOf(await (await state(stranger, { number: typed, email })).text());
    const [, at = ""] =
      /Votre rétractation est enregistrée le (.+? à \d\d:\d\d)\./.exec(done) ?? [];
    expect(at).toMatch(/^\d{1,2}(er)? \p{L}+ \d{4} à \d\d:\d\d$/u);
    for (const part of statement) expect(done).toContain(part);
    expect(done).not.toMatch(/Crème au lin|Baume à lèvres/);
    const [row] = await rowsFor(number);
    expect(row).toMatchObject({
      orderId: null,
      name: "Claire Aubry",
      email,
      articles: "",
      lines: null,
    });

    await sendAllMails(shop);
    const mails = server.received.filter(({ recipients }) => recipients[0] === email);
    const receipt = mails.find((mail) => subjectOf(mail).includes("rétractation"))!;
    for (const content of [textOf(receipt.html), receipt.text.replaceAll(/\s+/g, " ")]) {
      for (const part of statement) expect(content).toContain(part.replaceAll("\u00a0", " "));
      expect(content).toContain(`Votre rétractation est enregistrée le ${at}.`);
    }

    await matchAll();
    expect((await rowsFor(number))[0]!.orderId).toBe(id);
    const notices =
      await sql`SELECT title, name FROM messages WHERE order_id = ${id} AND id <> ${id}`;
    expect(notices).toEqual([{ title: "Rétractation reçue", name: "Claire Aubry" }]);
  });

  test("an unknown number, another address and a known pair get the same answer", async () => {
    const customer = await shop.customer();
    const { number } = await place(customer);
    const stranger = shop.visitor();
    const answers = [];
    for (const fields of [
      { number, email: customer.email },
      { number, email: "autre@exemple.fr" },
      { number: UNKNOWN, email: customer.email },
    ]) {
      const pages = [
        await stranger.post("/retractation", form(fields)),
        await state(stranger, fields),
      ];
      for (const page of pages) expect(page.status).toBe(200);
      const texts = await Promise.all(pages.map(async (page) => textOf(await page.text())));
      answers.push(
        texts
          .join(" ")
          .replaceAll(fields.number, "N")
          .replaceAll(fields.email, "E")
          .replaceAll(/\d\d:\d\d/g, "H"),
      );
    }
    expect(answers[1]).toBe(answers[0]);
    expect(answers[2]).toBe(answers[0]);
    await matchAll();
    const links = (await rowsFor(number)).map(({ email, orderId }) => [email, orderId !== null]);
    expect(Object.fromEntries(links)).toEqual({
      [customer.email]: true,
      "autre@exemple.fr": false,
    });
    expect((await rowsFor(UNKNOWN))[0]!.orderId).toBeNull();
    expect(await list("a-rapprocher")).toContain(UNKNOWN);
    expect(
      await sql`SELECT count(*)::int FROM messages WHERE title = 'Rétractation à rapprocher'`,
    ).toEqual([{ count: 2 }]);
  });

  test("the payer's address matches too, whatever its case", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer);
    await state(shop.visitor(), { number: deliveryNumber(orderId), email: "Payeur@Exemple.fr" });
    await matchAll();
    expect((await rowsFor(deliveryNumber(orderId)))[0]).toMatchObject({
      orderId,
      email: "Payeur@Exemple.fr",
    });
  });

  test("twice is one row, one receipt and the first hour; also twenty at once", async () => {
    const number = "ABCD0000000000AB";
    const fields = { number, email: "deux-fois@exemple.fr" };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => state(shop.visitor(), fields)),
    );
    for (const answer of answers) expect(answer.status).toBe(200);
    await sql`ALTER TABLE withdrawals DISABLE TRIGGER withdrawals_kept`;
    await sql`UPDATE withdrawals SET created_at = '2026-11-20 09:05+01' WHERE order_number = ${number}`;
    await sql`ALTER TABLE withdrawals ENABLE TRIGGER withdrawals_kept`;
    const again = await state(shop.visitor(), {
      number: number.toLowerCase(),
      email: "Deux-Fois@exemple.fr",
    });
    expect(textOf(await again.text())).toContain(
      "Votre rétractation est enregistrée le 20 novembre 2026 à 09:05.",
    );
    expect(await rowsFor(number)).toHaveLength(1);
    expect(
      await sql`SELECT count(*)::int FROM mails WHERE template = 'withdrawal-receipt' AND recipient = ${fields.email}`,
    ).toEqual([{ count: 1 }]);
    // Other articles are another statement.
    await state(shop.visitor(), { ...fields, articles: "Le baume" });
    expect(await rowsFor(number)).toHaveLength(2);
  });

  test.each([
    ["name", "", "Indiquez votre nom."],
    ["name", "Gagnez sur exemple.fr", "sans adresse ni lien"],
    ["name", "x".repeat(10_000), "200 caractères au plus."],
    ["number", "F-2026-1", null],
    ["number", "<b>", "Un numéro de livraison a 16 lettres et chiffres"],
    ["number", "9".repeat(10_000), "Un numéro de livraison a 16 lettres et chiffres"],
    ["email", "moi", "Cet e-mail ne semble pas complet"],
    ["articles", "voir http://exemple.fr", "sans adresse ni lien"],
  ])(
    "%s « %.20s » gets a sentence beside its field, and nothing is stored",
    async (field, value, message) => {
      const before = await db.$count(withdrawals);
      const fields = { number: UNKNOWN, email: "faute@exemple.fr", [field]: value };
      for (const intent of ["continue", ...(message ? ["confirm"] : [])]) {
        const answer = await shop.visitor().post("/retractation", form({ intent, ...fields }));
        const html = await answer.text();
        expect(answer.status).toBe(message ? 400 : 200);
        if (!message) continue;
        expect(textOf(html)).toContain(message);
        expect(html).toContain(`id="${field}-error"`);
      }
      expect(await db.$count(withdrawals)).toBe(before);
    },
  );

  test("hostile HTML is text in the page and the receipt", async () => {
    const name = "<img src=x onerror=alert(1)>";
    const answer = await state(shop.visitor(), { number: UNKNOWN, email: "html@exemple.fr", name });
    const html = await answer.text();
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(html).not.toContain("<img src=x");
    await sendAllMails(shop);
    const mail = server.received.find(({ recipients }) => recipients[0] === "html@exemple.fr")!;
    expect(mail.html).not.toContain("<img src=x");
    expect(await admin.read("/admin/retractations?etat=a-rapprocher")).not.toContain("<img src=x");
  });

  test("« Modifier » shows the typed values again", async () => {
    const fields = { number: UNKNOWN, email: "modifier@exemple.fr", articles: "Le baume" };
    const answer = await shop.visitor().post("/retractation", form({ intent: "edit", ...fields }));
    const html = await answer.text();
    for (const value of Object.values(fields)) expect(html).toContain(value);
    expect(textOf(html)).toContain("Continuer");
  });
});

describe("a signed-in customer", () => {
  test("picks an order and articles; the order follows the refund to its end", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer, { quantity: 3 });
    const number = deliveryNumber(orderId);
    expect(await customer.read("/retractation")).toContain(`/retractation?commande=${number}`);
    const page = await customer.read(`/retractation?commande=${number}`);
    expect(page).toContain('name="line-0"');
    expect(page).toContain(`value="${customer.email}"`);

    const fields = { number, email: customer.email };
    const none = await customer.post("/retractation", form({ ...fields, "line-0": "0" }));
    expect(none.status).toBe(400);
    expect(textOf(await none.text())).toContain("Choisissez au moins un article.");
    for (const quantity of ["4", "-1", "1.5", "x"]) {
      const wrong = await customer.post("/retractation", form({ ...fields, "line-0": quantity }));
      expect(wrong.status, quantity).toBe(400);
      expect(textOf(await wrong.text())).toContain("Choisissez une quantité de 0 à 3.");
    }

    const done = await state(customer, { ...fields, "line-0": "2" });
    expect(textOf(await done.text())).toContain("Articles 2 × Crème");
    const [row] = await rowsFor(number);
    expect(row).toMatchObject({ orderId, lines: [{ position: 0, quantity: 2 }] });
    const order = async () => textOf(await customer.read(`/admin/my-orders/${orderId}`));
    expect(await order()).toMatch(
      /Rétractation Enregistrée le .* 2 × Crème Remboursement au plus tard le/,
    );

    const html = await admin.read("/admin/retractations");
    expect(textOf(html)).toMatch(/Claire Aubry .* Avant la livraison 14 jours restants/);
    const href = /href="(\/admin\/commandes\/\w+\/remboursement\?[^"]+)"/.exec(
      html.slice(html.indexOf(number)),
    )![1]!;
    const refund = await admin.read(href.replaceAll("&amp;", "&"));
    expect(refund).toMatch(/name="quantity-0"[^>]*value="2"|value="2"[^>]*name="quantity-0"/);
    expect(refund).toContain("Rétractation du ");
    const money = { seen: "0", reason: "Rétractation", confirmed: "1", intent: "lines" };
    const path = `/admin/commandes/${orderId}/remboursement`;
    await admin.post(path, { ...money, "quantity-0": "1" });
    expect(await order()).toContain("Remboursement au plus tard le");
    await admin.post(path, { ...money, seen: "3400", "quantity-0": "1" });
    expect(await order()).toMatch(/2 × Crème Remboursée\./);
    expect(await list("terminees")).toContain(number);
  });

  test("another customer's number is a stranger's: unmatched, and no article is shown", async () => {
    const { number } = await place(await shop.customer());
    const other = await shop.customer();
    const page = await other.read(`/retractation?commande=${number}`);
    expect(page).not.toContain('name="line-0"');
    expect(textOf(page)).not.toContain("Crème");
    // As if signed out since the articles were picked: never a statement about the whole order.
    const refused = await state(other, { number, email: other.email, "line-0": "1" });
    expect(refused.status).toBe(400);
    expect(textOf(await refused.text())).toContain("Votre session est terminée");
    expect(await rowsFor(number)).toEqual([]);
    await state(other, { number, email: other.email });
    await matchAll();
    expect(await rowsFor(number)).toMatchObject([{ orderId: null, lines: null }]);
  });

  test("an account with an open withdrawal is deleted after its end only", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer);
    await deliver(orderId, 2);
    await state(customer, { number: deliveryNumber(orderId), email: customer.email });
    const remove = () =>
      customer.post("/admin/parametre-compte/supprimer", { password: "Mot-de-passe-1" });
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(textOf(await refused.text())).toContain("Une rétractation n’est pas terminée.");
    const data = await customer.read("/admin/parametre-compte/mes-donnees");
    expect(JSON.parse(data)).toMatchObject({
      retractations: [{ numero: deliveryNumber(orderId), nom: "Claire Aubry" }],
    });
    await admin.post(`/admin/commandes/${orderId}/remboursement`, {
      intent: "rest",
      seen: "0",
      reason: "Rétractation",
      confirmed: "1",
    });
    expect((await remove()).status).toBe(302);
    // The statement stays, as evidence.
    expect(await rowsFor(deliveryNumber(orderId))).toMatchObject([{ orderId }]);
  });

  test("a statement that no job has matched yet delays the deletion of its account", async () => {
    const customer = await shop.customer();
    const { orderId } = await payOrder(shop, customer);
    await deliver(orderId, 2);
    await state(shop.visitor(), { number: deliveryNumber(orderId), email: customer.email });
    const answer = await customer.post("/admin/parametre-compte/supprimer", {
      password: "Mot-de-passe-1",
    });
    expect(answer.status).toBe(409);
    await matchAll();
  });
});

describe("the period", () => {
  test.each([
    [14, false],
    [15, false],
    [30, false],
    [31, true],
  ])(
    "on day %i after delivery, the order offers the function: %s is over",
    async (days, isOver) => {
      const customer = await shop.customer();
      const { id, number } = await place(customer);
      await deliver(id, days);
      const [row] = await sql`
      SELECT to_char((shipped_at AT TIME ZONE 'Europe/Paris')::date + 30, 'YYYY-MM-DD') AS last FROM orders WHERE id = ${id}`;
      for (const path of ["/admin/my-orders", `/admin/my-orders/${id}`]) {
        const html = await customer.read(path);
        const main = html.slice(0, html.indexOf("<footer"));
        expect(main.includes(`/retractation?commande=${number}`), path).toBe(!isOver);
        expect(textOf(main).includes("Renoncer au contrat ici"), path).toBe(!isOver);
        expect(
          textOf(main).includes(`Le délai est passé depuis le ${frenchLongDay(row!["last"])}.`),
          path,
        ).toBe(isOver);
      }
    },
  );

  test("a late statement is kept and marked; a delivery after the statement doesn't make it late", async () => {
    const customer = await shop.customer();
    const late = await place(customer);
    await deliver(late.id, 31);
    const answer = await state(customer, { number: late.number, email: customer.email });
    expect(textOf(await answer.text())).toContain("Votre rétractation est enregistrée le");
    expect(await list("hors-delai")).toMatch(new RegExp(`${late.number}.*Hors délai`));
    expect(textOf(await customer.read(`/admin/my-orders/${late.id}`))).toContain(
      "Reçue après la fin du délai",
    );

    const early = await place(customer);
    await state(customer, { number: early.number, email: customer.email });
    await admin.post("/admin/commandes", { intent: "deliver", id: early.id });
    expect(await list("a-traiter")).toContain(early.number);
    expect(await list("hors-delai")).not.toContain(early.number);
  });

  test.each([
    // The 14th day is Sunday 1 November.
    ["2026-10-18", "2026-11-02 23:30+01", "Délai légal, jusqu’au 2 novembre 2026"],
    [
      "2026-10-18",
      "2026-11-03 00:30+01",
      "Jours offerts, délai légal passé depuis le 2 novembre 2026",
    ],
    ["2026-10-18", "2026-11-17 23:59+01", "Jours offerts"],
    ["2026-10-18", "2026-11-18 00:01+01", "Hors délai"],
    // The 14th day is Saturday 21, of a delivery on a Saturday.
    ["2026-11-07", "2026-11-23 12:00+01", "Délai légal, jusqu’au 23 novembre 2026"],
    // The 14th day is 11 November.
    ["2026-10-28", "2026-11-12 12:00+01", "Délai légal, jusqu’au 12 novembre 2026"],
  ])("delivered on %s and stated on %s: « %s »", async (delivered, stated, shown) => {
    const customer = await shop.customer({ name: "Jeanne Caron" });
    const { id, number } = await place(customer);
    await sql`UPDATE orders SET is_shipped = true, shipped_at = ${`${delivered} 18:00+01`}::timestamptz WHERE id = ${id}`;
    await sql`INSERT INTO withdrawals (id, order_id, order_number, name, email, created_at)
      VALUES (${id}, ${id}, ${number}, 'Jeanne Caron', 'jeanne@exemple.fr', ${stated}::timestamptz)`;
    const text = await list();
    const begin = text.indexOf(number);
    expect(begin).toBeGreaterThan(0);
    expect(text.slice(begin, begin + 300)).toContain(shown);
  });

  test("a cancelled order has no function; an unpaid one is to be cancelled, then nothing is due", async () => {
    const customer = await shop.customer();
    const { id, number } = await place(customer, "Paiement securisé en ligne");
    await state(customer, { number, email: customer.email });
    expect(await list("a-traiter")).toMatch(new RegExp(`${number}.*Non payée, à annuler`));
    await customer.post(`/admin/my-orders/${id}/annuler`, { confirmed: "1" });
    const html = await customer.read(`/admin/my-orders/${id}`);
    expect(html.slice(0, html.indexOf("<footer"))).not.toContain("/retractation?commande=");
    expect(textOf(html)).toContain("Rien n’est à rembourser.");
  });
});

describe("administrators", () => {
  test("link a statement to an order once, after a confirmation", async () => {
    const customer = await shop.customer();
    const { id, number } = await place(customer);
    await state(shop.visitor(), { number: "0000000000RAPPRO", email: "rapprocher@exemple.fr" });
    await matchAll();
    const [row] = await rowsFor("0000000000RAPPRO");
    const post = (fields: Record<string, string>) =>
      admin.post("/admin/retractations?etat=a-rapprocher", { id: row!.id, ...fields });
    const wrong = await post({ number: UNKNOWN });
    expect(wrong.status).toBe(400);
    expect(textOf(await wrong.text())).toContain("Aucune commande n’a ce numéro.");
    const asked = textOf(await (await post({ number: number.toLowerCase() })).text());
    expect(asked).toContain(`Commande ${number} de Claire Aubry, 80 €.`);
    expect((await rowsFor("0000000000RAPPRO"))[0]!.orderId).toBeNull();

    const done = await post({ number, confirmed: "1" });
    expect(textOf(await done.text())).toContain("La rétractation est rapprochée de sa commande.");
    expect((await rowsFor("0000000000RAPPRO"))[0]!.orderId).toBe(id);
    const other = await place(customer);
    const again = await post({ number: other.number, confirmed: "1" });
    expect(textOf(await again.text())).toContain("Cette rétractation a déjà sa commande.");
    expect((await rowsFor("0000000000RAPPRO"))[0]!.orderId).toBe(id);
    expect(textOf(await admin.read("/admin/historique"))).toContain("Rétractation rapprochée");
    expect((await post({ id: "rien", number, confirmed: "1" })).status).toBe(404);
    expect(textOf(await admin.read(`/admin/commandes?commande=${id}`))).toContain(
      "Claire Aubry : toute la commande",
    );
  });

  test("see the days left, and the delay", async () => {
    const customer = await shop.customer();
    const { id, number } = await place(customer);
    await deliver(id, 20);
    const at = (days: number) => sql`
      INSERT INTO withdrawals (id, order_id, order_number, name, email, articles, created_at)
      VALUES (${id.slice(0, 24) + String(days).padStart(2, "0")}, ${id}, ${number}, 'Inès', 'i@exemple.fr', ${`a${days}`},
        ((now() AT TIME ZONE 'Europe/Paris')::date - ${days}::integer + time '12:00') AT TIME ZONE 'Europe/Paris')`;
    for (const days of [11, 14, 16]) await at(days);
    const text = await list("a-traiter");
    for (const shown of ["3 jours restants", "Dernier jour", "En retard de 2 jours"])
      expect(text).toContain(shown);
  });
});

test("the database forbids to change or delete a statement, and to link it again", async () => {
  const { id } = await place(await shop.customer());
  await state(shop.visitor(), { number: "0000000000FORBID", email: "interdit@exemple.fr" });
  const change = (text: string) => sql.unsafe(`${text} WHERE order_number = '0000000000FORBID'`);
  for (const text of [
    "UPDATE withdrawals SET name = 'Autre'",
    "UPDATE withdrawals SET created_at = now()",
    `UPDATE withdrawals SET order_id = '${id}', email = 'autre@exemple.fr'`,
    "DELETE FROM withdrawals",
  ])
    await expect(change(text), text).rejects.toMatchObject({ constraint: "withdrawals_kept" });
  await change(`UPDATE withdrawals SET order_id = '${id}'`);
  for (const value of ["NULL", `'${id}'`])
    await expect(change(`UPDATE withdrawals SET order_id = ${value}`)).rejects.toThrow(
      "never altered",
    );
});

test("footers, mails and terms name the function", async () => {
  const customer = await shop.customer();
  const { id, number } = await place(customer);
  await admin.post("/admin/commandes", { intent: "deliver", id });
  const { orderId: paid } = await payOrder(shop, customer);
  for (const [who, path] of [
    [shop.visitor(), "/"],
    [shop.visitor(), "/connexion"],
    [shop.visitor(), "/nulle-part"],
    [customer, "/admin/my-orders"],
    [admin, "/admin/tableau-de-bord"],
  ] as const) {
    const html = await (await who.get(path)).text();
    const footer = html.slice(html.indexOf("<footer"));
    expect(footer, path).toMatch(/href="\/retractation"[^>]*>Renoncer au contrat ici</);
  }
  await sendAllMails(shop);
  for (const [key, of] of [
    [`order-${id.toLowerCase()}-received`, number],
    [`order-${id.toLowerCase()}-delivered`, number],
    [`order-${paid.toLowerCase()}-paid`, deliveryNumber(paid)],
  ]) {
    const mail = server.received.find(({ headers }) => headers["message-id"]?.includes(key!));
    expect(mail?.text, key).toContain("Renoncer au contrat ici");
    expect(mail?.text, key).toContain(`/retractation?commande=${of}`);
  }
  const terms = await shop.visitor().read("/condition-generale-de-vente");
  expect(textOf(terms)).toContain(
    "Vous pouvez également exercer votre droit de rétractation en ligne sur Renoncer au contrat ici",
  );
  const [stored] = await sql`SELECT text FROM terms_versions ORDER BY created_at DESC LIMIT 1`;
  expect(stored!["text"]).toContain(
    "un accusé de réception de la rétractation sur un support durable",
  );
});

describe("limits", () => {
  test("twenty statements an hour from one network; five receipts an hour to one address", async () => {
    const limited = await openShop({ RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "1" });
    const from = (address: string, fields: Record<string, string>) =>
      state(new Caller(limited.url, address), { number: UNKNOWN, ...fields });
    for (let time = 0; time < 20; time++)
      expect((await from("192.0.2.7", { email: `p${time}@exemple.fr` })).status).toBe(200);
    const refused = await from("192.0.2.7", { email: "p20@exemple.fr" });
    expect(refused.status).toBe(429);
    expect(textOf(await refused.text())).toContain("réessayez dans une heure");
    expect(await limited.db.$count(withdrawals)).toBe(20);

    for (let time = 0; time < 7; time++) {
      const answer = await from("192.0.2.8", {
        email: "une@exemple.fr",
        articles: `Article ${time}`,
      });
      expect(textOf(await answer.text()).includes("imprimez cette page")).toBe(time >= 5);
    }
    expect(await limited.db.$count(withdrawals, eq(withdrawals.email, "une@exemple.fr"))).toBe(7);
    expect(
      await limited.sql`SELECT count(*)::int FROM mails WHERE recipient = 'une@exemple.fr'`,
    ).toEqual([{ count: 5 }]);
  });
});

test("orders keep their statements when read by their customer only", async () => {
  const [one, other] = [await shop.customer(), await shop.customer()];
  const { id, number } = await place(one);
  await state(one, { number, email: one.email });
  expect((await other.get(`/admin/my-orders/${id}`)).status).toBe(404);
  expect(await db.$count(orders, eq(orders.id, id))).toBe(1);
});
