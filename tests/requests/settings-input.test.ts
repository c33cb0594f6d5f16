import { readFile } from "node:fs/promises";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { SETTINGS_GROUPS } from "#app/all-settings/all-groups.server.ts";
import { queueMail } from "#app/mail/outbox.server.ts";
import type { GroupName } from "#app/settings-values.ts";
import { contactSettings } from "#app/settings/contact-settings.ts";
import { draftOf } from "#app/settings/group-draft.ts";
import { createSettings } from "#app/settings/settings.server.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { groupNamed } from "../support/group-named.ts";
import { sendAllMails, writtenMails } from "../support/mail.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { settings, sql } = shop;
const admin = await shop.customer({ isAdmin: true });

/** The form of a group, as its screen posts it. */
const formOf = (group: GroupName) => ({
  ...draftOf(groupNamed(group), settings.current().groups[group]),
  version: String(settings.current().versions[group]),
});

describe("without JavaScript", () => {
  test.each([
    ["identity", "/admin/reglages/identite"],
    ["contact", "/admin/reglages/contact"],
    ["mails", "/admin/reglages/courriels"],
  ] as const)("the page after a save of %s confirms it", async (group, path) => {
    expect(await admin.read(path)).not.toContain("Réglages enregistrés.");
    const saved = await admin.post(path, formOf(group));
    expect(saved.status).toBe(200);
    expect(await saved.text()).toMatch(
      /<noscript><div class="note note--ok".*Réglages enregistrés\./,
    );
  });
});

describe("a name without a visible character is empty", () => {
  const BLANKS = ["\u200b", "\ufeff", "\u00ad\u2060", "\u2800\u3164", "\u00a0"];

  test.each(BLANKS)("%j as the shop's", async (name) => {
    const answer = await admin.post("/admin/reglages/identite", { ...formOf("identity"), name });
    expect(answer.status).toBe(400);
    expect(textOf(await answer.text())).toContain("Donnez le nom de la boutique");
    expect(settings.current().groups.identity.name).toBe("Éclat");
  });

  test.each(BLANKS)("%j as a visitor's", async (name) => {
    const person = { email: `x${BLANKS.indexOf(name)}@exemple.fr` };
    const password = { password: "Mot-de-passe-1", confirmation: "Mot-de-passe-1" };
    const signUp = { name, ...person, ...password };
    const visitor = shop.visitor();
    expect((await visitor.post("/connexion?mode=inscription", signUp)).status).toBe(400);
    const message = { name, ...person, title: "Une question", message: "Bonjour" };
    expect((await visitor.post("/contact", message)).status).toBe(400);
    const id = await insertProduct(shop.db, { name: `crème ${person.email}`, price: 10 });
    const customer = await shop.customer();
    const order = { ...orderForm([{ id, qty: 1 }], 1000), name };
    expect((await customer.post("/panier", order)).status).toBe(400);
  });

  test("as an administrator's note at the end of mails: there is none", async () => {
    await admin.post("/admin/reglages/courriels", { ...formOf("mails"), note: "\u200b\u200b" });
    expect(settings.current().groups.mails.note).toBe("");
  });
});

describe("addresses of sites need no https://", () => {
  test.each([
    ["tiktok.com/@maison", "https://tiktok.com/@maison"],
    ["www.instagram.com/maison, crème.fr", "https://www.instagram.com/maison\nhttps://crème.fr"],
    ["https://m.facebook.com/maison", "https://m.facebook.com/maison"],
  ])("%s is stored as %s", async (socialLinks, stored) => {
    const form = { ...formOf("contact"), socialLinks };
    expect((await admin.post("/admin/reglages/contact", form)).status).toBe(200);
    expect(draftOf(contactSettings, settings.current().groups.contact)).toMatchObject({
      socialLinks: stored,
    });
  });

  test.each(["javascript:alert(1)", "maison", "@maison", "moi@exemple.fr", "http://exemple.fr"])(
    "« %s » is none",
    async (socialLinks) => {
      const form = { ...formOf("contact"), socialLinks };
      expect((await admin.post("/admin/reglages/contact", form)).status).toBe(400);
    },
  );

  test("the mediator's neither", async () => {
    const form = { ...formOf("legal"), mediatorUrl: "mediation.exemple.fr/saisir" };
    expect((await admin.post("/admin/reglages/mentions-legales", form)).status).toBe(200);
    expect(settings.current().groups.legal.mediatorUrl).toBe("https://mediation.exemple.fr/saisir");
  });
});

test.each(["0892 12 34 56", "+33 8 25 12 34 56", "0033 810 123 456", "118 712"])(
  "the premium-rate number %s is refused as the shop's, beside its field, and stays typed",
  async (phone) => {
    const answer = await admin.post("/admin/reglages/contact", { ...formOf("contact"), phone });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(textOf(page)).toContain("Ce numéro est surtaxé");
    expect(page).toContain(`value="${phone}"`);
  },
);

test.each(["0800 12 34 56", "0809 123 456", "09 72 12 34 56"])(
  "the number %s may be the shop's",
  async (phone) => {
    const form = { ...formOf("contact"), phone };
    expect((await admin.post("/admin/reglages/contact", form)).status).toBe(200);
  },
);

test("identifiers of other streams than packaging are in the legal notice", async () => {
  const form = { ...formOf("legal"), eprOther: "lingettes FR000000_21ABCD" };
  expect((await admin.post("/admin/reglages/mentions-legales", form)).status).toBe(200);
  const notice = textOf(await shop.visitor().read("/mentions-legales"));
  expect(notice).toContain("(autres filières) lingettes FR000000_21ABCD");
  expect(notice).toContain("Sur demande, nous vous donnons l’identifiant unique REP");
});

test("TikTok has its icon in the footer", async () => {
  const form = { ...formOf("contact"), socialLinks: "www.tiktok.com/@maison" };
  await admin.post("/admin/reglages/contact", form);
  const page = await shop.visitor().read("/faqs");
  expect(page).toMatch(/aria-label="Éclat sur TikTok"><svg[^>]*><use href="[^"]*#tiktok"/);
  expect(await readFile("app/ui/icons.svg", "utf8")).toContain('<symbol id="tiktok"');
});

test.each([
  ["Aubry, soins; bains : Paris", '"Aubry, soins; bains : Paris" <'],
  ["Crèmes, baumes", "=?UTF-8?Q?Cr=C3=A8mes=2C_baumes?= <"],
])("a mail from « %s » has one sender", async (senderName, from) => {
  const form = { ...formOf("mails"), senderName };
  expect((await admin.post("/admin/reglages/courriels", form)).status).toBe(200);
  const key = `virgule-${senderName.length}`;
  const to = `${key}@exemple.fr`;
  const props = { path: "/nouveau-mot-de-passe?lien=abc" };
  await shop.db.transaction((tx) =>
    queueMail(tx, shop.jobs, { template: "password-link", props, to, key }),
  );
  await sendAllMails(shop);
  const [mail] = await writtenMails(shop.config.dataDir, to);
  expect(mail!.headers["from"]).toContain(from);
});

test("fifty notifications during a reload make one more reload, which reads the last state", async () => {
  let reads = 0;
  const counting = new Proxy(sql, {
    apply(target, self, parts: [TemplateStringsArray]) {
      if (parts[0].join("").includes("FROM settings")) reads++;
      return Reflect.apply(target, self, parts) as unknown;
    },
  });
  const node = createSettings(
    { sql: counting, db: shop.db },
    shop.config,
    pino({ level: "silent" }),
    SETTINGS_GROUPS,
  );
  const first = node.reload();
  const others = Array.from({ length: 50 }, () => node.reload());
  await sql`INSERT INTO settings (name, value) VALUES ('pages', '{"about": "Une maison."}')`;
  await Promise.all([first, ...others, node.reload()]);
  expect(reads).toBeLessThanOrEqual(3);
  expect(node.current().groups.pages.about).toBe("Une maison.");
  await node.reload();
  expect(reads).toBeLessThanOrEqual(4);
});
