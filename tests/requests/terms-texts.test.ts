import { afterAll, describe, expect, test } from "vitest";
import { termsPdf } from "#app/invoices/terms-file.server.ts";
import { pagesSettings } from "#app/pages/pages-settings.server.ts";
import { OVERSEAS_TAXES, WITHDRAWAL_REFUND } from "#app/platform/legal-constants.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { deliveryMethod } from "../support/delivery-method.ts";
import { setMethods } from "../support/delivery.ts";
import { openMailServer, sendAllMails } from "../support/mail.ts";
import { pdfFrames, pdfText } from "../support/pdf-text.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* What the terms of sale promise is what the shop does: in three shops, of VAT, exempt of it, and real. */

const TERMS = "/condition-generale-de-vente";
const MEDIATOR = {
  mediator: "Médiation Conso, 3 rue de la Paix, 75002 Paris",
  mediatorUrl: "https://mediation.exemple.fr",
};
const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ SMTP_URL: server.url });
const exempt = await openShop({ SMTP_URL: server.url, SHOP_VAT_EXEMPT: "1" });
const real = await openShop({ DEMO: "0" });

const read = async (where: typeof shop, path: string, by: Browser = where.visitor()) =>
  textOf(await by.read(path)).replaceAll(/[\u00a0\u202f]/g, " ");

/** Orders for 20 €; returns the order's page, the text of its mail, and its id. */
async function ordered(where: typeof shop, address: string, fields: Record<string, string> = {}) {
  const customer = await where.customer();
  const item = { id: await insertProduct(where.db, { name: "baume", price: 20 }), qty: 1 };
  const answer = await customer.post("/panier", orderForm([item], 2000, { address, ...fields }));
  const id = answer.headers.get("location")!.split("/").at(-1)!;
  await sendAllMails(where);
  const key = `<order-${id.toLowerCase()}-received@localhost>`;
  const mail = server.received.find(({ headers }) => headers["message-id"] === key);
  return { id, customer, mail: mail!.text.replaceAll(/\s+/g, " ") };
}

describe("taxes", () => {
  const OVERSEAS = "3 rue Labat\n97110 Pointe-à-Pitre";

  test("on arrival overseas are the recipient's: in the terms, the cart and the mail", async () => {
    expect(await read(shop, TERMS)).toContain(
      `rien ne s’ajoute à ce total, sauf outre-mer. ${OVERSEAS_TAXES}`,
    );
    expect(await shop.visitor().read("/panier")).toContain(OVERSEAS_TAXES);
    expect((await ordered(shop, OVERSEAS)).mail).toContain(OVERSEAS_TAXES);
    expect((await ordered(shop, "12 rue Grimaldi\n98000 Monaco")).mail).not.toContain("Outre-mer");
    expect((await ordered(shop, "14 rue des Lilas\n69003 Lyon")).mail).not.toContain("Outre-mer");
  });

  test("are not spoken of where no method delivers overseas", async () => {
    const admin = await shop.customer({ isAdmin: true });
    await setMethods(shop, admin, deliveryMethod({ zones: "Métropole" }));
    const terms = await read(shop, TERMS);
    expect(terms).toContain("Les frais de livraison sont dans ce total : rien ne s’y ajoute.");
    expect(terms).not.toMatch(/outre-mer/i);
    expect(await shop.visitor().read("/panier")).not.toContain(OVERSEAS_TAXES);
    await shop.sql`DELETE FROM settings WHERE name = 'delivery'`;
    await shop.settings.load();
  });

  test("of a shop exempt from VAT: no price « toutes taxes comprises », no « TTC »", async () => {
    const terms = await read(exempt, TERMS);
    expect(terms).toContain(
      "Les prix sont en euros, sans TVA : TVA non applicable, article 293 B du Code général des impôts. Le panier montre, avant la commande, le total à payer.",
    );
    expect(terms).not.toMatch(/toutes taxes comprises|TVA qu’il contient/);
    const { id, mail, customer } = await ordered(exempt, "14 rue des Lilas\n69003 Lyon");
    expect(mail).not.toContain("TTC");
    expect(await read(exempt, `/admin/my-orders/${id}`, customer)).not.toContain("TTC");
  });
});

describe("an order", () => {
  test("needs no account, and its page is found without one", async () => {
    const terms = await read(shop, TERMS);
    expect(terms).toContain("connectez-vous, créez un compte ou continuez sans compte");
    expect(terms).toContain("Sans compte, le lien de nos e-mails y mène.");
    expect(terms).toContain("vous pouvez réessayer depuis la page de la commande");
    const answer = "Sans compte, le lien de nos e-mails y mène.";
    expect(await read(shop, "/faqs")).toContain(answer);

    // A shop that has stored the delivered answer of an earlier version.
    const former = pagesSettings.defaults.demo.questions.map((one) => ({
      ...one,
      answer: one.answer.replace(` ${answer}`, ""),
    }));
    await shop.sql`INSERT INTO settings (name, value) VALUES ('pages', ${{ questions: former }})`;
    await shop.settings.load();
    expect(await read(shop, "/faqs")).toContain(answer);
    await shop.sql`DELETE FROM settings WHERE name = 'pages'`;
    await shop.settings.load();
  });

  test("of what is sold out is not offered", async () => {
    expect(await read(shop, TERMS)).toContain(
      "Un produit est en vente tant qu’il figure dans la boutique sans y être épuisé.",
    );
  });

  test("commits to pay until it ends: terms and reminder say the same", async () => {
    expect(await read(shop, TERMS)).toContain(
      "vous engage à payer, sauf si la commande prend fin sans paiement (section « Le paiement »)",
    );
    expect(await read(shop, TERMS)).toContain("elle n’est alors plus due");
  });

  test("paid in cash waits a day for the proof of its address, in terms and FAQ, where cash is taken", async () => {
    const waits = /confirmé votre adresse e-mail, notre premier message .+ dans les 24 heures/;
    expect(await read(shop, TERMS)).toMatch(waits);
    expect(await read(shop, "/faqs")).toMatch(waits);
    await shop.sql`INSERT INTO settings (name, value) VALUES ('sales', '{"cash": "never"}'::jsonb)`;
    await shop.settings.load();
    expect(await read(shop, TERMS)).not.toMatch(waits);
    expect(await read(shop, "/faqs")).not.toMatch(/24 heures|en espèces/);
    await shop.sql`DELETE FROM settings WHERE name = 'sales'`;
    await shop.settings.load();
  });
});

describe("the mediator", () => {
  const LEGAL = "/admin/reglages/mentions-legales";
  const save = (admin: Browser, where: typeof shop, fields: object) =>
    admin.post(LEGAL, {
      legalName: "Maison Brune",
      ...fields,
      version: String(where.settings.current().versions.legal),
      base: "",
    });

  test("is never « sur demande »: without one, the terms name none", async () => {
    expect(await read(shop, TERMS)).not.toMatch(/sur demande|médiateur/);
    expect(await read(shop, "/mentions-legales")).not.toContain("médiateur");
  });

  test("cannot be taken from a shop that is open; terms and legal notice name it", async () => {
    const admin = await real.customer({ isAdmin: true });
    expect((await save(admin, real, MEDIATOR)).status).toBe(200);
    for (const path of [TERMS, "/mentions-legales"])
      expect(await read(real, path)).toContain(`${MEDIATOR.mediator}, ${MEDIATOR.mediatorUrl}`);
    for (const emptied of ["mediator", "mediatorUrl"]) {
      const refused = await save(admin, real, { ...MEDIATOR, [emptied]: "", director: "Zoé" });
      expect(refused.status).toBe(400);
      const form = await refused.text();
      expect(textOf(form)).toContain("La boutique est ouverte : elle doit nommer un médiateur");
      // What was typed beside it is still there.
      expect(form).toContain('value="Zoé"');
    }
    expect(real.settings.current().groups.legal).toMatchObject({ ...MEDIATOR, director: "" });

    await real.sql`UPDATE shop_state SET is_open = false`;
    expect((await save(admin, real, {})).status).toBe(200);
  });
});

describe("withdrawal", () => {
  test("gives back what was paid but the extra of a dearer delivery, in terms and mail", async () => {
    const terms = await read(shop, TERMS);
    expect(terms).not.toContain("tout ce que vous avez payé");
    expect(terms).toContain(
      "autre que le mode moins coûteux de livraison standard proposé par nous) sans retard excessif",
    );
    const { mail } = await ordered(shop, "14 rue des Lilas\n69003 Lyon");
    expect(mail).toContain(`Nous vous remboursons ${WITHDRAWAL_REFUND} dans`);
  });

  test("counts from the pick-up at a relay point, whatever the method's name", async () => {
    const admin = await shop.customer({ isAdmin: true });
    await setMethods(shop, admin, deliveryMethod({ name: "Relais Express", steps: "0" }));
    const { mail } = await ordered(shop, "14 rue des Lilas\n69003 Lyon", { delivery: "relais" });
    expect(mail).toContain("Relais Express");
    expect(mail).toContain("Au point de relais, c’est le jour où vous retirez votre colis");
    await shop.sql`DELETE FROM settings WHERE name = 'delivery'`;
    await shop.settings.load();
  });

  test("by the offered days begins when the legal period ends, whatever its last day", async () => {
    const terms = await read(shop, TERMS);
    expect(terms).toContain("Une fois le délai légal écoulé et jusqu’au 30e jour, nous reprenons");
    expect(terms).not.toContain("Du 15");
  });

  test("is told by the whole model notice (R221-3): the seller, the function, the effects", async () => {
    const terms = await read(shop, TERMS);
    const { legalName, address, phone, email } = shop.settings.current().shop;
    expect(terms).toContain(
      `vous devez nous notifier (${legalName}, ${address}, ${phone}, ${email})`,
    );
    expect(terms).toContain("Effets de rétractation");
    expect(terms).toContain("Vous devrez prendre en charge les frais directs de renvoi du bien.");
  });
});

describe("the terms as a file and as a kept version", () => {
  test("keep every link and the frames", async () => {
    const { inForce } = shop.settings.current().terms!;
    const kept = await shop.visitor().read(`${TERMS}/${inForce.hash}`);
    const page = await shop.visitor().read(TERMS);
    const linksIn = (html: string) =>
      [
        ...html
          .slice(html.indexOf("legal__text"), html.indexOf("</main>"))
          .matchAll(/href="([^"]+)"/g),
      ].map(([, href]) => href!);
    const links = linksIn(page);
    expect(links).toContain("/retractation");
    expect(linksIn(kept)).toEqual(links);
    expect(kept.match(/class="legal__box"/g)).toHaveLength(2);

    const file = await termsPdf(
      shop.sql,
      inForce.hash,
      shop.settings.current().shop,
      shop.config.baseUrl,
    );
    const source = file!.content.toString("latin1");
    const uris = [...source.matchAll(/\/URI \(([^)]+)\)/g)].map(([, uri]) => uri!);
    for (const link of links) expect(uris).toContain(new URL(link, shop.config.baseUrl).href);
    const text = pdfText(file!.content).replaceAll(/\s+/g, "");
    // Printed, too: the file may be read on paper.
    expect(text).toContain(
      `Renoncer au contrat ici (${shop.config.baseUrl}/retractation)`.replaceAll(" ", ""),
    );
    expect(pdfFrames(file!.content)).toBeGreaterThanOrEqual(2);
  });
});
