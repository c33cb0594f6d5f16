import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { SETTINGS_GROUPS } from "#app/all-settings/all-groups.server.ts";
import { termsPdf } from "#app/invoices/terms-file.server.ts";
import { pagesSettings } from "#app/pages/pages-settings.server.ts";
import { vatNumberOf } from "#app/settings/company-number-schema.ts";
import { draftOf } from "#app/settings/group-draft.ts";
import { createSettings } from "#app/settings/settings.server.ts";
import { placeOrder } from "../support/paying.ts";
import { pdfText } from "../support/pdf-text.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop({ SHOP_PHONE: "04 12 34 56 78" }, { cacheBytes: 32_000_000 });
const { sql, settings } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
const colleague = await shop.customer({ isAdmin: true, name: "Inès Moreau" });
const visitor = shop.visitor();

const CONTACT = "/admin/reglages/contact";
const LEGAL = "/admin/reglages/mentions-legales";
const version = async (name: string) =>
  String(
    (await sql<{ version: number }[]>`SELECT version FROM settings WHERE name = ${name}`)[0]
      ?.version ?? 0,
  );
const legal = async (fields: Record<string, string>) => ({
  legalName: "Maison Aubry SARL",
  address: "3 rue des Lilas, 69003 Lyon",
  version: await version("legal"),
  ...fields,
});

test("the groups of settings are listed in their order", async () => {
  const list = await admin.read("/admin/reglages");
  expect([...list.matchAll(/<b>([^<]+)<\/b><small>/g)].map(([, title]) => title)).toEqual([
    "Identité",
    "Apparence",
    "Accueil",
    "Pages",
    "Contact",
    "Mentions légales",
    "Vente",
    "Livraison",
    "Réductions",
    "Comptes",
    "Courriels",
  ]);
});

describe("a group of settings", () => {
  test("once saved is on every page, kept pages included, in the history and for nobody but administrators", async () => {
    expect(await visitor.read("/faqs")).toContain("bonjour@eclat.example");
    const saved = await admin.post(CONTACT, {
      version: "0",
      base: "",
      email: "bonjour@maison-aubry.fr",
      socialLinks: "https://www.instagram.com/maison_aubry\nhttps://www.facebook.com/maison",
      phone: "01 00 00 00 00",
    });
    expect(saved.status).toBe(200);
    await expect.poll(() => visitor.read("/faqs")).toContain("bonjour@maison-aubry.fr");
    const page = await visitor.read("/faqs");
    expect(page).not.toContain("bonjour@eclat.example");
    expect(page).toContain("https://www.instagram.com/maison_aubry");
    // The environment's number stays, whatever the form says.
    expect(page).toContain("04 12 34 56 78");
    expect(settings.current().groups.contact.phone).toBe("04 12 34 56 78");
    const history = textOf(await admin.read("/admin/historique?objet=reglages"));
    expect(history).toContain("Réglages modifiés");
    expect(history).toContain("bonjour@maison-aubry.fr");
    const [row] =
      await sql`SELECT actor_name, subject_id FROM audit_events WHERE subject_type = 'settings'`;
    expect(row).toEqual({ actor_name: "Claire Aubry", subject_id: "contact" });
  });

  test("says which variable of the server sets a field", async () => {
    expect(textOf(await admin.read(CONTACT))).toContain(
      "Fixé par la configuration du serveur (SHOP_PHONE)",
    );
  });

  test("saved again without a change is no new version and no act", async () => {
    const before = await version("contact");
    const form = { version: before, email: "bonjour@maison-aubry.fr" };
    const socialLinks = settings.current().groups.contact.socialLinks.join("\n");
    expect((await admin.post(CONTACT, { ...form, socialLinks })).status).toBe(200);
    expect(await version("contact")).toBe(before);
  });

  test("of structured fields, saved again without a change, is no new version either", async () => {
    const draft = draftOf(pagesSettings, settings.current().groups.pages);
    const save = async (about: string) =>
      admin.post("/admin/reglages/pages", { ...draft, about, version: await version("pages") });
    expect((await save("Une maison.")).status).toBe(200);
    expect((await save("Une maison.")).status).toBe(200);
    expect(await version("pages")).toBe("1");
    const [{ changes } = { changes: null }] = await sql`
      SELECT changes FROM audit_events WHERE subject_id = 'pages'`;
    expect(changes).toMatchObject([{ field: "Qui sommes-nous" }]);
  });

  test("saved by two administrators is a conflict for the second one, who loses nothing", async () => {
    const base = JSON.stringify({ legalName: "", address: "", mediator: "" });
    const first = await admin.post(LEGAL, await legal({ mediator: "Médiation Une" }));
    expect(first.status).toBe(200);
    const second = await colleague.post(LEGAL, {
      ...(await legal({ mediator: "Médiation Deux", director: "Inès Moreau" })),
      version: "0",
      base,
    });
    expect(second.status).toBe(409);
    const text = textOf(await second.text());
    expect(text).toContain("Claire Aubry a enregistré ces réglages");
    expect(text).toContain("Médiation Une");
    expect(text).toContain("Médiation Deux");
    expect(settings.current().groups.legal).toMatchObject({
      mediator: "Médiation Une",
      director: "",
    });
  });

  test("sent twice, because its answer was lost, is saved once and no conflict", async () => {
    const form = await legal({ director: "Claire Aubry" });
    for (const turn of [1, 2]) expect((await admin.post(LEGAL, form)).status, `${turn}`).toBe(200);
    expect(await version("legal")).toBe(String(Number(form.version) + 1));
  });

  test("takes a field that the page did not have yet from who saved it meanwhile", async () => {
    const before = await version("legal");
    expect(
      (await admin.post(LEGAL, await legal({ registration: "SARL de 10 000 euros" }))).status,
    ).toBe(200);
    const answer = await colleague.post(LEGAL, {
      ...(await legal({ mediator: "Médiation Trois" })),
      version: before,
      base: JSON.stringify({
        legalName: "Maison Aubry SARL",
        address: "3 rue des Lilas, 69003 Lyon",
        director: "Claire Aubry",
      }),
    });
    expect(answer.status).toBe(409);
    const html = await answer.text();
    expect(textOf(html)).toContain("Vos modifications ne se contredisent pas");
    expect(html).toContain("SARL de 10 000 euros");
    expect(html).toContain("Médiation Trois");
  });

  test("first saved by ten forms at once is saved once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? admin : colleague).post("/admin/reglages/courriels", {
          version: "0",
          note: `Mot ${index}`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await version("mails")).toBe("1");
  });

  test("needs an administrator, and a form that says its version", async () => {
    const customer = await shop.customer();
    const before = await version("contact");
    for (const browser of [visitor, customer]) {
      const refused = await browser.post(CONTACT, { version: before, email: "voleur@exemple.fr" });
      expect([refused.status, refused.headers.get("location")]).toEqual([302, "/"]);
    }
    expect((await admin.post(CONTACT, { email: "voleur@exemple.fr" })).status).toBe(400);
    expect(await version("contact")).toBe(before);
  });
});

describe("a field", () => {
  test.each([
    ["siren", "123 456 789", "Ce numéro SIREN n’existe pas"],
    ["siren", "12 345", "Ce numéro SIREN n’existe pas"],
    ["siren", "000000000", "Ce numéro SIREN n’existe pas"],
    ["mediatorUrl", "https://mediation.fr/\n# 9. Clause", "commence par https://"],
    ["vatNumber", "FR32 123456782", "Ce numéro de TVA n’existe pas"],
    ["vatNumber", "DE1A", "Ce numéro de TVA n’existe pas"],
    ["mediatorUrl", "http://mediation.exemple.fr", "commence par https://"],
    ["mediatorUrl", "javascript:alert(1)", "commence par https://"],
    ["mediatorUrl", "https://ec.europa.eu/consumers/odr/", "a fermé le 20 juillet 2025"],
    ["legalName", "x".repeat(201), "200 caractères au plus."],
  ])("%s: « %s » is refused beside the field, and stays in it", async (field, value, message) => {
    const before = await version("legal");
    const answer = await admin.post(LEGAL, await legal({ [field]: value }));
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(textOf(html)).toContain(message);
    expect(html).toContain(value.slice(0, 100));
    expect(await version("legal")).toBe(before);
  });

  test("a VAT number of another SIREN is refused beside the field", async () => {
    const before = await version("legal");
    const numbers = { siren: "404833048", vatNumber: vatNumberOf("123456782") };
    const answer = await admin.post(LEGAL, await legal(numbers));
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(textOf(html)).toContain(
      "Ce numéro de TVA contient le SIREN 123 456 782, mais le SIREN indiqué est 404 833 048",
    );
    expect(html).toMatch(
      /aria-invalid="true"[^>]*name="vatNumber"|name="vatNumber"[^>]*aria-invalid="true"/,
    );
    expect(await version("legal")).toBe(before);
  });

  test("takes a SIREN with its check digit and the VAT number of it, and writes them as one reads them", async () => {
    const numbers = { siren: "123456782", vatNumber: vatNumberOf("123456782").toLowerCase() };
    expect((await admin.post(LEGAL, await legal(numbers))).status).toBe(200);
    await expect.poll(() => visitor.read("/mentions-legales")).toContain("123 456 782");
    expect(settings.current().groups.legal.vatNumber).toBe("FR11 123456782");
  });

  test.each([
    ["email", "bonjour@", "ne semble pas complète"],
    ["socialLinks", "http://exemple.fr", "n’est pas une adresse qui commence par https://"],
    ["socialLinks", "https://exemple.fr/<script>alert(1)</script>".repeat(9), "caractères au plus"],
    [
      "socialLinks",
      Array.from({ length: 9 }, (_, n) => `https://exemple.fr/${n}`).join("\n"),
      "8 adresses au plus.",
    ],
  ])("%s: « %s » is refused", async (field, value, message) => {
    const form = { version: await version("contact"), email: "a@exemple.fr", [field]: value };
    const answer = await admin.post(CONTACT, form);
    expect(answer.status).toBe(400);
    expect(textOf(await answer.text())).toContain(message);
  });

  test("with hostile text is text everywhere", async () => {
    const hostile = `</script><script>alert("x")</script>`;
    expect((await admin.post(LEGAL, await legal({ director: hostile }))).status).toBe(200);
    await expect.poll(() => visitor.read("/mentions-legales")).toContain("&lt;script&gt;alert");
    expect(await visitor.read("/mentions-legales")).not.toContain("<script>alert");
  });
});

test("every delivered group passes its own schema, so that its form can be saved", () => {
  for (const { name, schema, defaults } of SETTINGS_GROUPS)
    for (const kind of ["demo", "real"] as const)
      expect(schema.parse(defaults[kind]), name).toEqual(defaults[kind]);
});

describe("the terms of sale", () => {
  const TERMS = "/condition-generale-de-vente";

  test("have a new version once their text differs; both are kept, and none is altered", async () => {
    const [first] = await sql<
      { hash: string }[]
    >`SELECT hash FROM terms_versions ORDER BY created_at LIMIT 1`;
    await admin.post(LEGAL, await legal({ mediator: "Médiation Trois" }));
    await expect.poll(() => visitor.read(TERMS)).toContain("Médiation Trois");
    const page = textOf(await visitor.read(TERMS));
    expect(page).toMatch(/Version en vigueur\s:\s\d\d\/\d\d\/20\d\d/);
    expect(page).toMatch(/Première version\s:\s19\/02\/2024/);
    const former = textOf(await visitor.read(`${TERMS}/${first!.hash}`));
    expect(former).toContain("Version du 19/02/2024");
    expect(former).not.toContain("Médiation Trois");
    // The anchors that mails link to.
    for (const id of ["retractation", "garanties"])
      expect(await visitor.read(`${TERMS}/${first!.hash}`)).toContain(`id="${id}"`);
    expect((await visitor.get(`${TERMS}/${"0".repeat(64)}`)).status).toBe(404);
    await expect(sql`DELETE FROM terms_versions`).rejects.toThrow("never altered");
  });

  test("two nodes that load at once keep one row", async () => {
    const count = async () =>
      (await sql<{ n: number }[]>`SELECT count(*)::integer AS n FROM terms_versions`)[0]!.n;
    const before = await count();
    await sql`UPDATE settings SET value = jsonb_set(value, '{mediator}', '"Médiation Quatre"') WHERE name = 'legal'`;
    await Promise.all(Array.from({ length: 5 }, () => settings.load()));
    await expect.poll(count).toBe(before + 1);
  });

  test("another node with other terms stores none when it is notified: only a start or a save does", async () => {
    const log = pino({ level: "silent" });
    const other = createSettings(shop, { ...shop.config, fixed: {} }, log, SETTINGS_GROUPS);
    await other.useTerms(() => "Article 1. D’une autre version de la boutique.");
    const count = async () =>
      (await sql<{ n: number }[]>`SELECT count(*)::integer AS n FROM terms_versions`)[0]!.n;
    const before = await count();
    for (let turn = 0; turn < 3; turn++)
      await Promise.all([other.reload(), settings.reload(), settings.reload()]);
    expect(await count()).toBe(before);
    await settings.load();
  });

  test("that return to a former text have its day as the one in force, and the first day stays", async () => {
    const mediator = async (name: string) => {
      expect((await admin.post(LEGAL, await legal({ mediator: name }))).status).toBe(200);
      return settings.current().terms!.inForce.hash;
    };
    const former = await mediator("Médiation Cinq");
    await mediator("Médiation Six");
    expect(await mediator("Médiation Cinq")).toBe(former);
    const { inForce, versions, firstOn } = settings.current().terms!;
    expect(versions[0]).toEqual(inForce);
    expect(versions.filter(({ hash }) => hash === former)).toHaveLength(1);
    expect(firstOn).toBe("2024-02-19");
    expect((await admin.post(LEGAL, await legal({ mediator: "Médiation Quatre" }))).status).toBe(
      200,
    );
  });

  test("are stored with an order, attached to its mail, and on its page", async () => {
    const customer = await shop.customer();
    const orderId = await placeOrder(shop, customer);
    const { inForce } = settings.current().terms!;
    const [order] = await sql`SELECT terms_version, terms_hash FROM orders WHERE id = ${orderId}`;
    expect(order).toEqual({ terms_version: inForce.effectiveOn, terms_hash: inForce.hash });
    const [mail] =
      await sql`SELECT attachments FROM mails WHERE key LIKE ${`order-${orderId.toLowerCase()}-received`}`;
    expect(mail!["attachments"]).toEqual([{ terms: inForce.hash }]);
    const file = await termsPdf(sql, inForce.hash, settings.current().shop, shop.config.baseUrl);
    expect(file!.filename).toBe(`conditions-generales-de-vente-${inForce.effectiveOn}.pdf`);
    const text = pdfText(file!.content);
    for (const words of [
      "1. Le vendeur et ces conditions",
      "Médiation Quatre",
      "Maison Aubry SARL",
    ])
      expect(text).toContain(words);
    const page = await customer.read(`/admin/my-orders/${orderId}`);
    expect(textOf(page)).toContain("Conditions acceptées");
    expect(page).toContain(`${TERMS}/${inForce.hash}`);
  });
});
