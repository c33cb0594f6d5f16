import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { renderMail } from "#app/mail/render-mail.tsx";
import { templates, type TemplateName } from "#app/mail/templates.tsx";
import { sweep } from "#app/media/sweep.server.ts";
import { pictures } from "#db/schema/index.ts";
import { insertProduct } from "../support/catalogue.ts";
import { mailProps } from "../support/mail-props.ts";
import { pagesWith } from "../support/pages.ts";
import { payOrder } from "../support/paying.ts";
import { pdfText } from "../support/pdf-text.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";
import { sendPicture } from "../support/tus.ts";

/*
 * A shop that is called and looks otherwise: nothing of the delivered brand is left, in any page, mail or document.
 */
const shop = await openShop();
const { settings, config, db } = shop;
const visitor = shop.visitor();
const admin = await shop.customer({ isAdmin: true });
const colleague = await shop.customer({ isAdmin: true });
const customer = await shop.customer();
// The banner's slides lead to it.
await insertProduct(db, { name: "huile des pins", price: 9, sellingType: "en Vedette" });

const DELIVERED = /[éÉ]clat\b(?!\.session)|ÉCLAT|eclat\.example|eclatexample/;
const NAME = "Maison Ondine";
const versionOf = (group: "identity" | "appearance" | "contact" | "legal") =>
  String(settings.current().versions[group]);

const LOOK = "/admin/reglages/apparence";
const look = (fields: Record<string, string> = {}) => ({
  version: versionOf("appearance"),
  base: "",
  logo: settings.current().groups.appearance.logo,
  accent: "#1F4E79",
  palette: "brume",
  ...fields,
});
const identity = (fields: Record<string, string> = {}) => ({
  version: versionOf("identity"),
  base: "",
  name: NAME,
  offer: "Savons et huiles",
  baseline: "Savons et huiles, faits main à Sète.",
  description: "Des savons et des huiles, faits main à Sète.",
  ...fields,
});
const IDENTITY = "/admin/reglages/identite";

const svg = (contents: string, attributes = 'viewBox="0 0 200 60"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${contents}</svg>`);
const WAVE = '<path d="M10 40Q60 0 100 40T190 40" fill="none" stroke="#1F4E79" stroke-width="8"/>';

test("the delivered brand has its own files, and no style sheet of settings", async () => {
  expect(await visitor.read("/")).toContain(
    'alt="Crème hydratante, masque et sérum Éclat sur des socles de pierre, pétales de rose"',
  );
  expect(await admin.read("/admin/reglages/accueil")).not.toContain("une autre marque");
  const page = await visitor.read("/faqs");
  expect(page).toContain("<title>Questions fréquentes · Éclat</title>");
  expect(page).toContain('content="#FBF7F2"');
  expect(page).not.toContain("/apparence/");
  expect((await visitor.get("/apparence/0123456789abcdef.css")).status).toBe(404);
  expect(await visitor.read("/favicon.svg")).toContain("#7A2342");
});

describe("a shop of another name and look", () => {
  test("is saved in four forms", async () => {
    expect((await admin.post(IDENTITY, identity())).status).toBe(200);
    expect((await admin.post(LOOK, look())).status).toBe(200);
    const contact = await admin.post("/admin/reglages/contact", {
      version: versionOf("contact"),
      base: "",
      phone: "04 12 34 56 78",
      email: "bonjour@ondine.exemple",
      socialLinks: "https://www.instagram.com/ondine",
    });
    expect(contact.status).toBe(200);
    const legal = await admin.post("/admin/reglages/mentions-legales", {
      version: versionOf("legal"),
      base: "",
      legalName: "Ondine SARL",
      address: "3 quai de Bosc, 34200 Sète",
    });
    expect(legal.status).toBe(200);
  });

  test("shows no trace of the delivered brand on any page, to anybody", async () => {
    const { orderId } = await payOrder(shop, customer);
    const [invoice] = await shop.sql<{ number: string }[]>`SELECT number FROM invoices`;
    const [product] = await shop.sql<{ id: string }[]>`SELECT id FROM products`;
    const paths = pagesWith((path) => {
      if (path.includes(":number")) return invoice!.number;
      if (path.includes(":hash")) return settings.current().terms!.versions[0]!.hash;
      return /payement|my-orders|commandes/.test(path) ? orderId : product!.id;
    });
    let shown = 0;
    for (const who of [visitor, customer, admin])
      for (const path of [...paths, "/produit/01M01G8WAY43SKKWJXP3M4JG9F", "/boutique?page=999"]) {
        if (path === "/deconnexion") continue;
        // The history keeps what the settings were before, also in the personal data of whoever changed them.
        if (who === admin && /historique|mes-donnees/.test(path)) continue;
        // The attestation names the software, whatever the shop's name.
        if (who === admin && path === "/admin/fiscal/attestation") continue;
        const answer = await who.get(path);
        const body = Buffer.from(await answer.arrayBuffer());
        const type = answer.headers.get("content-type") ?? "";
        const text = type.includes("pdf") ? pdfText(body) : body.toString();
        expect(text.match(DELIVERED)?.[0], `${path} (${answer.status})`).toBeUndefined();
        // As UTF-16 in a PDF's metadata.
        expect(body.includes("clat", undefined, "utf16le"), path).toBe(false);
        if (answer.headers.get("content-disposition"))
          expect(answer.headers.get("content-disposition"), path).not.toMatch(/eclat/i);
        if (type.includes("html") && answer.status === 200) {
          shown++;
          expect(text, path).toContain(NAME);
          expect(text, path).toContain(settings.current().shop.look!.sheet);
        }
      }
    expect(shown).toBeGreaterThan(60);
    shop.takeErrors();
  });

  test("describes the delivered pictures without a brand, and the editor says that they show another one", async () => {
    const alts = [
      "Crème hydratante, masque et sérum sur des socles de pierre, pétales de rose",
      "Eaux de parfum, rouge à lèvres, blush et vernis sur fond lilas",
      "Lait corps, crème solaire, huile pailletée et savon sur fond sable",
    ];
    const home = await visitor.read("/");
    const editor = await admin.read("/admin/reglages/accueil");
    for (const alt of alts) {
      expect(home).toContain(`alt="${alt}"`);
      expect(editor).toContain(`value="${alt}"`);
    }
    expect(textOf(editor).match(/portent le nom d’une autre marque/g)).toHaveLength(3);
  });

  test("keeps its name when the root of the page fails", async () => {
    await shop.sql`ALTER TABLE sessions RENAME TO elsewhere`;
    try {
      const answer = await customer.get("/faqs");
      const page = await answer.text();
      expect(answer.status).toBe(500);
      expect(page).toContain(`<title>Une erreur s’est produite · ${NAME}</title>`);
      expect(page).toContain(`aria-label="${NAME}, accueil"`);
      expect(page).not.toMatch(DELIVERED);
    } finally {
      await shop.sql`ALTER TABLE elsewhere RENAME TO sessions`;
      shop.takeErrors();
    }
  });

  test("signs its mails and their subjects", async () => {
    const props = mailProps();
    for (const template of Object.keys(templates) as TemplateName[]) {
      const site = { baseUrl: config.baseUrl, shop: settings.current().shop };
      const { subject, html, text } = await renderMail(site, { template, props });
      for (const part of [subject, html, text]) expect(part, template).not.toMatch(DELIVERED);
      expect(text, template).toContain("MAISON ONDINE");
      expect(html, template).toContain("#f6f8fa");
      expect(html, template).not.toMatch(/#7a2342|#fbf7f2/i);
    }
  });

  test("has its colours in the manifest, the icon and the picture for social networks", async () => {
    const { shop: current } = settings.current();
    const manifest = (await (await visitor.get("/manifest.webmanifest")).json()) as object;
    expect(manifest).toMatchObject({
      name: NAME,
      short_name: NAME,
      theme_color: "#f6f8fa",
      icons: [{ src: current.look!.icon }],
    });
    const icon = await visitor.get(current.look!.icon);
    expect(icon.headers.get("content-type")).toBe("image/svg+xml");
    expect(icon.headers.get("cache-control")).toContain("immutable");
    const drawing = await icon.text();
    expect(drawing).toContain('fill="#1f4e79"');
    // The letter is an outline: no font is needed.
    expect(drawing).toContain("<path");
    expect(drawing).not.toContain("<text");
    expect(await visitor.read("/favicon.svg")).toBe(drawing);

    const picture = await visitor.get(current.look!.picture);
    expect(picture.headers.get("content-type")).toBe("image/jpeg");
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1_200, height: 630 });
    // The name is drawn: the middle is not one flat colour.
    const middle = await sharp(bytes)
      .extract({ left: 200, top: 200, width: 800, height: 140 })
      .stats();
    expect(middle.channels[0]!.stdev).toBeGreaterThan(10);
    expect(Buffer.from(await (await visitor.get("/og.jpg")).arrayBuffer()).equals(bytes)).toBe(
      true,
    );
    const home = await visitor.read("/");
    expect(home).toContain(`${config.baseUrl}${current.look!.picture}`);
    expect(home).toContain('"name":"Maison Ondine"');
    expect(home).toContain("Maison Ondine, savons et huiles");
  });

  test("has a style sheet named by its content; a former name brings the current one, uncached", async () => {
    const before = settings.current().shop.look!.sheet!;
    const sheet = await visitor.get(before);
    expect(sheet.headers.get("cache-control")).toContain("immutable");
    expect(sheet.headers.get("content-type")).toContain("text/css");
    expect(await sheet.text()).toContain("--plum:#1f4e79");
    expect((await admin.post(LOOK, look({ accent: "#2e5d34", palette: "sauge" }))).status).toBe(
      200,
    );
    const after = settings.current().shop.look!.sheet!;
    expect(after).not.toBe(before);
    expect(await visitor.read("/faqs")).toContain(after);
    const former = await visitor.get(before);
    expect(former.headers.get("cache-control")).toBe("no-store");
    expect(await former.text()).toContain("--plum:#2e5d34");
    for (const path of ["/apparence/x.css", "/apparence/../og.jpg", "/apparence/"])
      expect((await visitor.get(path)).status, path).not.toBe(500);
  });
});

describe("a logo", () => {
  test("is drawn from an SVG, shown on every page, and kept by the sweep", async () => {
    const sent = await sendPicture(admin, "logo", svg(WAVE), "logo.svg");
    expect(sent.error).toBeUndefined();
    expect(sent.picture!.path).toMatch(/^images\/[a-z0-9]+\/\w+\.png$/);
    const saved = await admin.post(LOOK, look({ logo: sent.picture!.path }));
    expect(saved.status).toBe(200);
    const { look: current } = settings.current().shop;
    expect(current!.logo).toEqual(
      sent.picture && { ...size(sent.picture), path: sent.picture.path },
    );
    expect(await visitor.read("/faqs")).toContain(current!.sheet);
    expect(await visitor.read(current!.sheet!)).toContain(`/media/${sent.picture!.path}`);
    // With a text for screen readers.
    expect(await visitor.read("/faqs")).toContain(`aria-label="${NAME}, accueil"`);
    const file = await visitor.get(`/media/${sent.picture!.path}`);
    expect(file.headers.get("content-type")).toBe("image/png");
    await db.update(pictures).set({ createdAt: new Date(0) });
    await sweep(shop);
    expect((await db.select().from(pictures)).map(({ path }) => path)).toContain(
      sent.picture!.path,
    );
    expect((await visitor.get(current!.picture)).status).toBe(200);
    // Without its picture, as after an import without files, the header shows the name.
    await db.delete(pictures).where(eq(pictures.path, sent.picture!.path));
    await settings.load();
    expect(settings.current().shop.look!.logo).toBeUndefined();
    expect(await visitor.read(settings.current().shop.look!.sheet!)).not.toContain("/media/");
    // Removed: the name is the wordmark again.
    expect((await admin.post(LOOK, look({ logo: "" }))).status).toBe(200);
    expect(await visitor.read(settings.current().shop.look!.sheet!)).not.toContain("/media/");
  });

  test("whose file is missing: icon and picture have the name, and the log has one line for each", async () => {
    const sent = await sendPicture(admin, "logo", svg(WAVE), "logo.svg");
    expect((await admin.post(LOOK, look({ logo: sent.picture!.path }))).status).toBe(200);
    await shop.storage.remove(sent.picture!.path);
    const { look: current } = settings.current().shop;
    for (const path of ["/og.jpg", "/og.jpg", "/favicon.svg", current!.picture, current!.icon]) {
      const answer = await visitor.get(path);
      expect(answer.status, path).toBe(200);
      // Not for a year: the file may come back from a backup.
      expect(answer.headers.get("cache-control"), path).toBe("public, max-age=3600");
    }
    expect(await visitor.read("/favicon.svg")).toContain("<path");
    const logged = shop.takeErrors();
    expect(logged).toHaveLength(2);
    expect(logged.join()).toContain("the file of the logo is missing");
    expect((await admin.post(LOOK, look({ logo: "" }))).status).toBe(200);
  });

  test.each<[string, Buffer, RegExp]>([
    ["a script", svg(`<script>alert(1)</script>${WAVE}`), /script/],
    ["an event handler", svg(`<g onload="alert(1)">${WAVE}</g>`), /script/],
    ["an external picture", svg('<image href="http://192.0.2.1/x.png"/>'), /fichier extérieur/],
    ["a file of the server", svg('<image href="file:///etc/passwd"/>'), /fichier extérieur/],
    ["a style sheet", svg(`<style>@import url(//evil.example/x.css);</style>${WAVE}`), /extérieur/],
    [
      "entities",
      Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&b;</text></svg>',
      ),
      /entités/,
    ],
    ["100 million pixels", svg(WAVE, 'width="100000" height="100000"'), /trop grande/],
    ["nothing to see", svg("<g/>"), /vide/],
    ["a broken drawing", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><g"), /abîmée/],
    ["a text", Buffer.from("Éclat"), /n’est pas une image/],
    ["a PDF", Buffer.from("%PDF-1.7\n"), /PDF n’est pas accepté/],
  ])("with %s is refused in French", async (_what, file, reason) => {
    const { status, error } = await sendPicture(admin, "logo", file, "logo.svg");
    expect([status, error]).toEqual([422, expect.stringMatching(reason)]);
  });

  test("that doubles itself a billion times ends at the decoder's limits", async () => {
    const doubled = Array.from(
      { length: 40 },
      (_, at) => `<g id="g${at + 1}"><use href="#g${at}"/><use href="#g${at}"/></g>`,
    );
    const bomb = svg(`<rect id="g0" width="9" height="9"/>${doubled.join("")}`);
    const { status, error } = await sendPicture(admin, "logo", bomb, "logo.svg");
    expect(status).toBe(422);
    expect(error).toBeTruthy();
  }, 60_000);

  test("of somebody else, of no upload or of another kind is refused beside its field", async () => {
    const theirs = (await sendPicture(colleague, "logo", svg(WAVE), "logo.svg")).picture!.path;
    const photo = await sharp({ create: { width: 9, height: 9, channels: 4, background: "#a583" } })
      .png()
      .toBuffer();
    const product = (await sendPicture(admin, "product", photo)).picture!.path;
    for (const logo of [theirs, product, "images/rien/rien.png", "https://evil.example/x.png"]) {
      const answer = await admin.post(LOOK, look({ logo, accent: "#112233" }));
      expect(answer.status, logo).toBe(400);
      expect(textOf(await answer.text()), logo).toMatch(/Envoyez-le de nouveau/);
    }
    expect(settings.current().groups.appearance).toMatchObject({ logo: "", accent: "#1F4E79" });
    // Nothing was taken: its owner still saves it.
    expect((await colleague.post(LOOK, look({ logo: theirs }))).status).toBe(200);
    const customerSends = await sendPicture(customer, "logo", svg(WAVE)).catch(() => null);
    expect(customerSends?.status ?? 403).not.toBe(200);
  });
});

const size = ({ width, height }: { width: number; height: number }) => ({ width, height });

describe("bad input", () => {
  test.each<[string, Record<string, string>, RegExp]>([
    [
      "too light",
      { accent: "#FFD400" },
      /trop clair pour du texte\. Le plus proche qui convient : #[0-9A-F]{6}\./,
    ],
    ["no colour", { accent: "bordeaux" }, /Donnez une couleur en hexadécimal/],
    ["empty", { accent: "" }, /Donnez une couleur en hexadécimal/],
    ["a rule", { accent: "#fff;}body{display:none" }, /Donnez une couleur/],
    ["an unknown palette", { palette: "constructor" }, /Choisissez l’une des trois palettes/],
  ])("an accent or palette that is %s is refused beside its field", async (_what, fields, text) => {
    const before = await shop.sql`SELECT * FROM settings`;
    const answer = await admin.post(LOOK, look(fields));
    expect(answer.status).toBe(400);
    expect(textOf(await answer.text()).replaceAll("\u00a0", " ")).toMatch(text);
    expect(await shop.sql`SELECT * FROM settings`).toEqual(before);
  });

  test("a suggested accent is taken", async () => {
    const answer = await admin.post(LOOK, look({ accent: "#7FD1AE" }));
    const nearest = /convient\s:\s(#[0-9A-F]{6})/.exec(textOf(await answer.text()))?.[1];
    expect((await admin.post(LOOK, look({ accent: nearest! }))).status).toBe(200);
  });

  test("two administrators at once: the second one sees a conflict", async () => {
    const [one, other] = [look({ accent: "#3A2E5D" }), look({ accent: "#5D2E2E" })];
    const answers = await Promise.all([admin.post(LOOK, one), colleague.post(LOOK, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const history = textOf(await admin.read("/admin/historique?objet=reglages"));
    expect(history).toContain("Brume et ardoise");
  });

  test.each([
    ["markup", '<script>alert("x")</script>'],
    ["marks of direction", "Onde\u202e\u2066\u200f Noire"],
    ["quotes", `L'« Onde » & "Fils"`],
    ["another alphabet", "Волна и мыло"],
    ["40 letters", "Maison de la très grande beauté naturels"],
  ])("a name with %s is text everywhere", async (_what, name) => {
    expect((await admin.post(IDENTITY, identity({ name }))).status).toBe(200);
    const page = await visitor.read("/");
    expect(page).not.toContain("<script>alert");
    const { look: current } = settings.current().shop;
    for (const path of [current!.icon, current!.picture, "/manifest.webmanifest"])
      expect((await visitor.get(path)).status, path).toBe(200);
    const site = { baseUrl: config.baseUrl, shop: settings.current().shop };
    const { html, subject } = await renderMail(site, { template: "welcome", props: {} });
    expect(html).not.toContain("<script>alert");
    expect(subject).toContain("Votre compte");
  });

  test.each([
    ["empty", " \u0000\n ", /Donnez le nom de la boutique/],
    ["too long", "x".repeat(41), /40 caractères au plus/],
  ])("a name that is %s is refused beside its field", async (_what, name, text) => {
    const answer = await admin.post(IDENTITY, identity({ name }));
    expect(answer.status).toBe(400);
    expect(textOf(await answer.text())).toMatch(text);
  });
});
