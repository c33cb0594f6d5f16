import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { messages } from "#db/schema/index.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

const shop = await openShop();
const { db } = shop;
const visitor = shop.visitor();
const read = async (path: string) => textOf(await visitor.read(path));

describe("pages (§2)", () => {
  test.each([
    ["/apropos-de-nous", "Qui Sommes Nous"],
    ["/plitique-de-confidentialite", "19/02/2024"],
    ["/condition-generale-de-vente", "19/02/2024"],
    ["/condition-generale-de-vente", "À l’attention d’Éclat"],
    ["/mentions-legales", "Mentions légales"],
    ["/accessibilite", "Accessibilité"],
    ["/contact", "Contact"],
    ["/panier", "Votre panier"],
  ])("%s contains « %s »", async (path, expected) => {
    expect(await read(path)).toContain(expected);
  });

  test("the accessibility page promises no comparison of products", async () => {
    expect(await read("/accessibilite")).toMatch(/chercher des produits, de les commander/);
    expect(await read("/accessibilite")).not.toContain("comparer");
  });

  const BOUTIQUE = "<title>Boutique";
  const NOT_FOUND = "Page non trouvée";
  const NOT_FOUND_DATA = '"pages/not-found-page"';
  test.each([
    ["/BOUTIQUE", 200, BOUTIQUE],
    ["/%62outique", 200, BOUTIQUE],
    ["/boutique/", 200, BOUTIQUE],
    ["/boutique/rien", 404, NOT_FOUND],
    ["/boutique/rien.data", 404, NOT_FOUND_DATA],
    ["/boutique.data", 200, '"catalogue/shop-page"'],
    ["/boutique.data.data", 404, NOT_FOUND_DATA],
    ["/_.data", 200, '"home/home-page"'],
  ])("URLs in other spellings: %s responds %i", async (path, status, text) => {
    const response = await visitor.get(path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
  });

  test("« Qui Sommes Nous » is only a heading", async () => {
    const html = await visitor.read("/apropos-de-nous");
    const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
    const withoutPath = main.replace(/<nav[\s\S]*?<\/nav>/, "");
    expect(textOf(withoutPath).trim()).toBe("Qui Sommes Nous");
  });

  test("header and footer: phone, email, sign-in link, social links", async () => {
    const html = await visitor.read("/");
    const { phone, email, socialLinks } = shop.settings.current().shop;
    for (const shown of [phone, `href="mailto:${email}"`, 'href="/connexion"'])
      expect(html).toContain(shown);
    expect(socialLinks.length).toBeGreaterThan(0);
    for (const address of socialLinks) expect(html).toContain(`href="${address}"`);
  });

  test("the FAQ has six questions that open one at a time", async () => {
    const html = await visitor.read("/faqs");
    const names = [...html.matchAll(/<details[^>]*name="([^"]+)"/g)].map((match) => match[1]);
    expect(names).toHaveLength(6);
    expect(new Set(names).size).toBe(1);
    expect(html).toContain('href="/contact"');
    const questions = [...html.matchAll(/<summary>([\s\S]*?)<\/summary>/g)].map(([, text]) => text);
    const topics = [/paiement/, /commande/, /retour/, /étranger/, /service client/, /échantillons/];
    for (const [index, topic] of topics.entries()) expect(questions[index]).toMatch(topic);
    expect(html).toContain("30 jours");
  });

  test.each(["/nulle-part", "/admin", "/admin/rien", "/produit", "/payement"])(
    "%s is 404 'Page non trouvée'",
    async (path) => {
      const html = await visitor.read(path, 404);
      expect(textOf(html)).toContain("Page non trouvée");
      expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Retour à l’accueil/);
    },
  );
});

test("/admin leads an administrator to the first page of the administration, and nobody else", async () => {
  const boss = await shop.customer({ isAdmin: true });
  const answer = await boss.get("/admin");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/admin/tableau-de-bord"]);
  for (const who of [boss, await shop.customer()]) {
    const page = await who.get(who === boss ? "/admin/rien" : "/admin");
    expect(page.status).toBe(404);
    expect(textOf(await page.text())).toContain("Page non trouvée");
  }
});

describe("/contact (§4, §5, §8)", () => {
  const form = {
    title: "Livraison",
    message: "Livrez-vous en Corse ?",
    email: "ines@exemple.fr",
    company: "",
    name: "Inès Moreau",
    phoneNumber: "",
  };

  test("stores the message unread, confirms it, and an administrator can read it", async () => {
    const whole = { ...form, company: "Institut Alba", phoneNumber: "01 99 00 38 11" };
    const sent = await visitor.post("/contact", whole);
    expect(sent.status).toBe(200);
    expect(textOf(await sent.text())).toContain("Message envoyé avec success");
    expect(
      await db.select().from(messages).where(eq(messages.email, "ines@exemple.fr")),
    ).toMatchObject([{ ...whole, isRead: false }]);
    const admin = await shop.customer({ isAdmin: true });
    expect(textOf(await admin.read("/admin/notifications"))).toContain(
      "Livrez-vous en Corse ? Inès Moreau, Institut Alba ines@exemple.fr +33 1 99 00 38 11 Répondre par e-mail",
    );
  });

  test.each([
    { email: "pas une adresse" },
    { message: "  " },
    { message: "x".repeat(20_000) },
    { title: "a\r\nBcc: x@y.fr" },
    { name: "\u0000" },
  ])(
    "refuses %j with 400 and stores nothing; only a title with line breaks may be accepted",
    async (wrong) => {
      const before = await db.$count(messages);
      const answer = await visitor.post("/contact", { ...form, ...wrong });
      const stored = (await db.$count(messages)) - before;
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect(stored).toBe(0);
      else expect("title" in wrong).toBe(true);
    },
  );
});
