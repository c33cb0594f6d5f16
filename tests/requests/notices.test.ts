import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { NOTICE_ID } from "#app/mail/inline-ids.ts";
import { sweep } from "#app/media/sweep.server.ts";
import { draftOf } from "#app/settings/group-draft.ts";
import { legalSettings } from "#app/settings/legal-settings.server.ts";
import type { Browser } from "../support/browser.ts";
import { insertProduct, orderForm } from "../support/catalogue.ts";
import { sendAllMails, writtenMails } from "../support/mail.ts";
import { sendNotice } from "../support/notice.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";
import { createUpload, sendPicture } from "../support/tus.ts";

const shop = await openShop();
const { sql } = shop;

const LEGAL = "/admin/reglages/mentions-legales";
const PAGES = ["/panier", "/condition-generale-de-vente"];
const LINK = "europa.eu/youreurope/garanties";

/** Saves the delivered legal facts with this notice. */
async function saveNotice(admin: Browser, guaranteeNotice: string) {
  const { groups, versions } = shop.settings.current();
  return admin.post(LEGAL, {
    ...draftOf(legalSettings, groups.legal),
    version: String(versions.legal),
    base: "",
    guaranteeNotice,
  });
}

describe("the harmonised notice on the legal guarantee", () => {
  const ours = "Deux ans au moins\u00a0: le vendeur répond de tout défaut de conformité";
  const official = "Protection offerte par la garantie légale minimale de deux ans";

  test("without the official file the shop says it in plain words, with the link", async () => {
    for (const address of PAGES) {
      const page = await shop.visitor().read(address);
      expect(page, address).toContain(ours);
      expect(page, address).toContain(LINK);
      expect(page, address).not.toMatch(/<img[^>]*guarantee|guarantee-notice/);
    }
  });

  test("is before the order and in the terms, as a picture and in words, and in the first mail", async () => {
    const admin = await shop.customer({ isAdmin: true });
    const path = await sendNotice(admin);
    expect((await saveNotice(admin, path)).status).toBe(200);
    for (const address of PAGES) {
      const page = await shop.visitor().read(address);
      expect(page, address).toContain(`/media/${path}`);
      expect(page, address).toContain(official);
      expect(page, address).toContain(LINK);
      expect(page, address).not.toContain(ours);
    }
    const file = Buffer.from(await shop.storage.read(path));
    const { width, height, format } = await sharp(file).metadata();
    expect([format, width]).toEqual(["png", 1654]);
    expect(Math.abs(height - (1654 * 842) / 595)).toBeLessThan(2);
    const [terms] = await sql<{ text: string }[]>`
      SELECT text FROM terms_versions ORDER BY created_at DESC, id DESC LIMIT 1`;
    expect(terms!.text).toContain(official);

    const productId = await insertProduct(shop.db, { name: "huile", price: 12 });
    const buyer = await shop.customer();
    await buyer.post("/panier", orderForm([{ id: productId, qty: 1 }], 1200));
    await sendAllMails(shop);
    const [mail] = await writtenMails(shop.config.dataDir, buyer.email);
    expect(mail!.html).toContain(`src="cid:${NOTICE_ID}"`);
    expect(mail!.html).toContain(`href="https://${LINK}"`);
    expect(mail!.text).toContain(official);
    const folder = join(shop.config.dataDir, "mail");
    const mails = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8")),
    );
    const raw = mails.find((text) => /^Content-ID: <notice@shop>/im.test(text))!;
    expect(raw.replaceAll(/\r?\n/g, "")).toContain(file.toString("base64"));

    // The sweep keeps it; the history names it; removed, the plain words return.
    await sql`UPDATE pictures SET created_at = 'epoch'`;
    await sweep(shop);
    expect((await admin.get(`/media/${path}`)).status).toBe(200);
    expect(textOf(await admin.read("/admin/historique"))).toContain(
      "Avis officiel sur la garantie légale",
    );
    expect((await saveNotice(admin, "")).status).toBe(200);
    expect(await shop.visitor().read("/panier")).toContain(ours);
  });

  const svg = (contents: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 595 842"><rect width="300" height="300" fill="#039"/>${contents}</svg>`,
    );
  const png = (width: number, background: string) =>
    sharp({ create: { width, height: width, channels: 3, background } })
      .png()
      .toBuffer();
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ["a page with another name", () => Buffer.from("<!doctype html><p>Avis</p>"), /du texte/],
    ["a script", () => svg("<script>alert(1)</script>"), /script/],
    ["an external picture", () => svg('<image href="https://evil.example/x.png"/>'), /extérieur/],
    ["a PDF", () => Buffer.from("%PDF-1.7\n"), /PDF n’est pas accepté.*SVG et en PNG/],
    ["black and white", () => png(600, "#777"), /noir et blanc/],
    ["300 pixels", () => png(300, "#039"), /moins de 420/],
    [
      "a picture too heavy for each order's mail",
      () =>
        svg(
          '<filter id="f"><feTurbulence baseFrequency="9"/></filter><rect width="595" height="842" filter="url(#f)"/>',
        ),
      /plus de 2\u00a0Mo.*chaque e-mail de commande/,
    ],
    [
      "nothing to see",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'),
      /vide/,
    ],
  ])("%s is refused in French", async (_what, file, reason) => {
    const admin = await shop.customer({ isAdmin: true });
    const { status, error } = await sendPicture(admin, "notice", await file(), "avis.svg");
    expect([status, error]).toEqual([422, expect.stringMatching(reason)]);
  });

  test("40 MB, a customer's file and a picture of another kind are refused; what was saved stays", async () => {
    const admin = await shop.customer({ isAdmin: true });
    const path = await sendNotice(admin);
    expect((await saveNotice(admin, path)).status).toBe(200);
    const large = await createUpload(admin, { kind: "notice", size: 40 * 1024 * 1024 });
    expect([large.status, await large.text()]).toEqual([413, "ce fichier dépasse 5\u00a0Mo."]);
    const customer = await shop.customer();
    expect((await createUpload(customer, { kind: "notice", size: 9 })).status).toBe(403);
    const photo = await sendPicture(admin, "product", await png(500, "#039"));
    for (const other of [photo.picture!.path, "images/rien/rien.png", "https://evil.example/x"]) {
      const answer = await saveNotice(admin, other);
      expect(answer.status, other).toBe(400);
      expect(textOf(await answer.text()), other).toMatch(/Envoyez-le de nouveau/);
    }
    expect(shop.settings.current().groups.legal.guaranteeNotice).toBe(path);
  });
});

test("each form that takes a number says what it serves, and the contract forbids sales calls", async () => {
  const consent = "Tout appel commercial suppose votre consentement préalable.";
  const visitor = shop.visitor();
  const customer = await shop.customer();
  expect(await visitor.read("/contact")).toContain(`Pour vous répondre seulement. ${consent}`);
  expect(await visitor.read("/effet-indesirable")).toContain(
    `Pour ce signalement seulement. ${consent}`,
  );
  for (const address of ["/admin/parametre-compte", "/admin/mes-adresses?adresse=nouvelle"])
    expect(await customer.read(address)).toContain(`Pour la livraison seulement. ${consent}`);
  expect(textOf(await visitor.read("/condition-generale-de-vente"))).toContain(
    "Votre téléphone sert à la livraison seulement. Il est interdit de démarcher par téléphone un consommateur sans son consentement préalable (article L223-2 du code de la consommation).",
  );
});

test("sign-up, cart and footer lead to the notices", async () => {
  const visitor = shop.visitor();
  expect(await visitor.read("/connexion?mode=inscription")).toContain(
    'class="link" href="/plitique-de-confidentialite"',
  );
  expect(await visitor.read("/faqs")).toContain('href="/accessibilite"');
  const cookies = textOf(await visitor.read("/plitique-de-confidentialite"));
  expect(cookies).not.toContain("aucun traceur");
  expect(cookies).toContain("article 82 de la loi du 6 janvier 1978");
  expect(await visitor.read("/sitemap.xml")).toContain("/accessibilite</loc>");
});

describe("the notices say what holds", () => {
  test("privacy: recipients, the birth date's purpose, PayPal's programme; minors", async () => {
    const page = textOf(await shop.visitor().read("/plitique-de-confidentialite"));
    for (const said of [
      "le lieu de nos sauvegardes et le prestataire qui achemine nos e-mails",
      "Notre comptable",
      "L’Anses, pour un effet indésirable grave que vous avez signalé",
      "La date de naissance complète votre profil, que vous seul voyez",
      "Avant 15 ans, il faut l’accord d’un parent",
      "est la seule à charger un programme de PayPal : vous l’ouvrez pour payer",
      "dont nous n’avons pas pu vérifier la liste",
    ])
      expect(page).toContain(said);
    expect(page).not.toContain("sécuriser le paiement");
  });

  test("terms: immediate cancellation of a late order, minors, accessibility; a point of contact", async () => {
    const terms = await shop.visitor().read("/condition-generale-de-vente");
    expect(textOf(terms)).toContain(
      "Vous pouvez annuler immédiatement, par écrit, si nous refusons",
    );
    expect(textOf(terms)).toContain("Si vous êtes mineur, commandez avec l’accord d’un parent");
    expect(terms).toMatch(/<main.*href="\/accessibilite".*<\/main>/s);
    expect(textOf(await shop.visitor().read("/accessibilite"))).toContain("Elle vise la norme EN");
    expect(textOf(await shop.visitor().read("/mentions-legales"))).toContain(
      "point de contact des autorités et des utilisateurs",
    );
  });

  test("only the demo claims that each product carries its whole list", async () => {
    const CLAIM = /porte sa liste|avec retenue|écrit dehors/;
    expect(await shop.visitor().read("/")).toMatch(CLAIM);
    const own = await openShop({ DEMO: "0" });
    await insertProduct(own.db, { name: "savon", price: 5 });
    const home = await own.visitor().read("/");
    expect(home).toContain("Chaque fiche dit ce que nous savons du produit");
    expect(home).not.toMatch(CLAIM);
  });
});
