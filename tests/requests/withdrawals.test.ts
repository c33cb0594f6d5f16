import { afterAll, describe, expect, test } from "vitest";
import { deliveryNumber } from "#app/orders/order-view.ts";
import { withdrawals } from "#db/schema/index.ts";
import { Caller } from "../support/caller.ts";
import { linkIn, openMailServer, sendAllMails, subjectOf } from "../support/mail.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";
import { form, openWithdrawals, state, UNKNOWN } from "../support/withdrawing.ts";

const server = await openMailServer();
afterAll(server.close);
const { shop, admin, place, rowsFor, matchAll, list } = await openWithdrawals({
  SMTP_URL: server.url,
});
const { db, sql } = shop;

describe("a stranger", () => {
  test("states, reads everything again, confirms; the receipt has no typed words, and leads to the whole statement", async () => {
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

    await matchAll();
    expect((await rowsFor(number))[0]!.orderId).toBe(id);
    await sendAllMails(shop);
    const receipts = () =>
      server.received.filter(
        (mail) => mail.recipients[0] === email && subjectOf(mail).includes("rétractation"),
      );
    const [receipt] = receipts();
    // C. conso. L221-21: the statement's contents, day and hour.
    const own = [statement[0]!, `Numéro de livraison ${number}`, "Articles Toute la commande"];
    for (const content of [textOf(receipt!.html), receipt!.text.replaceAll(/\s+/g, " ")]) {
      for (const part of own) expect(content).toContain(part.replaceAll("\u00a0", " "));
      expect(content).toContain(`Votre rétractation est enregistrée le ${at}.`);
      expect(content).toContain("est dans les délais, nous vous remboursons tout ce que vous avez");
      expect(content).not.toMatch(/Claire|Aubry/);
    }

    const link = linkIn(receipt!, "/retractation\\?accuse");
    const reader = shop.visitor();
    const page = await reader.get(link);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    const whole = textOf(await page.text());
    for (const part of [...statement.slice(1), at]) expect(whole).toContain(part);
    expect(receipts()).toHaveLength(1);
    for (let time = 0; time < 2; time++)
      expect(textOf(await (await reader.post(link, { intent: "receipt" })).text())).toContain(
        `L’accusé de réception complet part à ${email}`,
      );
    await sendAllMails(shop);
    const [, complete, ...others] = receipts();
    for (const part of statement) expect(textOf(complete!.html)).toContain(part);
    expect(others).toEqual([]);
    const forged = `${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`;
    expect((await reader.get(forged)).status).toBe(410);
    expect((await reader.post(forged, { intent: "receipt" })).status).toBe(410);
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
    expect(await list("a-rapprocher")).toContain("Pas de commande avec ce numéro et cette adresse");
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
    await matchAll();
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
    ["articles", "voir promoe\u0301.com", "sans adresse ni lien"],
    ["articles", "voir 💥.ws", "sans adresse ni lien"],
    ["articles", "voir ww\u200bw.exemple", "sans adresse ni lien"],
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
    await matchAll();
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
  const limited = (settings = {}) =>
    openShop({ RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "1", ...settings });

  test("twenty statements an hour from one network", async () => {
    const strict = await limited();
    const from = (address: string, fields: Record<string, string>) =>
      state(new Caller(strict.url, address), { number: UNKNOWN, ...fields });
    for (let time = 0; time < 20; time++)
      expect((await from("192.0.2.7", { email: `p${time}@exemple.fr` })).status).toBe(200);
    const refused = await from("192.0.2.7", { email: "p20@exemple.fr" });
    expect(refused.status).toBe(429);
    expect(textOf(await refused.text())).toContain("de votre connexion : réessayez dans une heure");
    expect(await strict.db.$count(withdrawals)).toBe(20);
  });

  test("strangers' statements with a buyer's address keep her from none of hers", async () => {
    const opened = await openWithdrawals({
      RATE_LIMIT_FACTOR: "1",
      TRUST_PROXY: "1",
      SMTP_URL: server.url,
    });
    const { shop: strict } = opened;
    const email = "acheteuse@exemple.fr";
    const fields = { email } as object;
    const buyer = new Caller(strict.url, "192.0.2.40");
    const { orderId } = await payOrder(strict, buyer, fields);
    const unpaid = await placeOrder(strict, new Caller(strict.url, "192.0.2.41"), fields);
    for (let time = 0; time < 30; time++) {
      const stranger = new Caller(strict.url, `192.0.2.${time}`);
      const stated = { number: UNKNOWN, email, articles: `Article ${time}` };
      expect((await state(stranger, stated)).status).toBe(200);
    }
    await opened.matchAll();
    await sendAllMails(strict);
    // From a device that doesn't know the orders.
    const telephone = new Caller(strict.url, "192.0.2.50");
    for (const id of [orderId, unpaid]) {
      const answer = await state(telephone, { number: deliveryNumber(id), email });
      expect(answer.status).toBe(200);
      expect(textOf(await answer.text())).toContain("l’accusé de réception partira après eux");
      await opened.matchAll();
      expect((await opened.rowsFor(deliveryNumber(id)))[0]!.orderId).toBe(id);
    }
    await sendAllMails(strict);
    // At once for the paid order; the other has its turn.
    const receipts = (text: string) =>
      server.received.filter((mail) => mail.recipients[0] === email && mail.text.includes(text));
    expect(receipts(deliveryNumber(orderId)).map(subjectOf)).toContainEqual(
      expect.stringContaining("rétractation"),
    );
    const [waiting] = await strict.sql`
      SELECT failure, send_after > now() AS waits FROM mails WHERE props::text LIKE ${`%${deliveryNumber(unpaid)}%`}
        AND template = 'withdrawal-receipt'`;
    expect(waiting).toEqual({ failure: null, waits: true });
  });

  test("a receipt beyond the five mails of an hour waits, and the page says so", async () => {
    const { shop: strict, matchAll: match } = await openWithdrawals({ RATE_LIMIT_FACTOR: "1" });
    for (let time = 0; time < 7; time++) {
      const fields = { number: UNKNOWN, email: "une@exemple.fr", articles: `Article ${time}` };
      const answer = await state(strict.visitor(), fields);
      expect(textOf(await answer.text()).includes("imprimez cette page")).toBe(time >= 5);
      await match();
      await sendAllMails(strict);
    }
    expect(
      await strict.sql`SELECT count(sent_at)::int AS sent, count(*)::int AS queued FROM mails
      WHERE template = 'withdrawal-receipt'`,
    ).toEqual([{ sent: 5, queued: 7 }]);
  });

  test("own orders that nobody has confirmed count the network, whatever order is named", async () => {
    const strict = await limited();
    const attacker = new Caller(strict.url, "192.0.2.9");
    const email = "victime@exemple.fr";
    const numbers = [];
    for (let time = 0; time < 3; time++)
      numbers.push(deliveryNumber(await placeOrder(strict, attacker, { email } as object)));
    const answers = [];
    for (let time = 0; time < 60; time++)
      answers.push(
        (await state(attacker, { number: numbers[time % 3]!, email, articles: `${time}` })).status,
      );
    expect(answers.filter((status) => status === 200)).toHaveLength(20);
    expect(await strict.db.$count(withdrawals)).toBe(20);
  });
});
