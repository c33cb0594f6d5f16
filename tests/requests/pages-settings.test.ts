import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { pagesSettings } from "#app/pages/pages-settings.server.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";
import { sendPicture } from "../support/tus.ts";

const shop = await openShop({}, { cacheBytes: 32_000_000 });
const { settings } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
const visitor = shop.visitor();

const PAGE = "/admin/reglages/pages";
const QUESTIONS = JSON.stringify(pagesSettings.defaults.demo.questions);
const save = (fields: Record<string, string>) =>
  admin.post(PAGE, {
    about: "",
    questions: QUESTIONS,
    clauses: "",
    version: String(settings.current().versions.pages),
    base: "",
    ...fields,
  });
/** A page once it shows this: the page cache drops it within a second. */
const shown = async (path: string, text: string) => {
  await expect.poll(() => visitor.read(path)).toContain(text);
  return visitor.read(path);
};
const question = (answer: string, name = "Et alors ?") =>
  JSON.stringify([{ id: "a", question: name, answer }]);

describe("as delivered", () => {
  test("the six answers are the specification's, byte for byte", async () => {
    const page = (await visitor.read("/faqs")).replaceAll("<!-- -->", "");
    expect(page.match(/<details name="faq">/g)).toHaveLength(6);
    for (const answer of [
      "<p>Le paiement sécurisé en ligne, par PayPal ou par carte bancaire, et le paiement à la livraison, en espèces. Vous choisissez dans le panier, avant de commander. À la livraison, si vous n’avez pas encore confirmé votre adresse e-mail, notre premier message peut vous demander de le faire dans les 24\u00a0heures, sans quoi la commande prend fin.</p></details>",
      '<p>Dans votre compte, la page <a class="link" href="/admin/my-orders" data-link="">Mes commandes</a> indique si le colis est livré et rappelle son numéro de livraison et la période estimée\u00a0: quatre jours au plus après la commande. Sans compte, le lien de nos e-mails y mène.</p></details>',
      '<p>La loi vous donne 14 jours à partir de la réception pour vous rétracter. Nous en offrons 16 de plus, soit 30 jours en tout. Le remboursement part dans les 14 jours.</p><p>Comment faire, et le formulaire type\u00a0: <a class="link" href="/condition-generale-de-vente#retractation" data-link="">conditions générales de vente</a>.</p></details>',
      '<p>Les pays où nous livrons sont indiqués dans le panier, avant de commander, et dans nos <a class="link" href="/condition-generale-de-vente#livraison" data-link="">conditions générales de vente</a>. Pour une autre destination, écrivez-nous avant de commander.</p></details>',
      '<p>Par le <a class="link" href="/contact" data-link="">formulaire de contact</a>, par e-mail ou par téléphone, aux coordonnées affichées en haut de chaque page.</p></details>',
      "<p>Oui, sur demande, dans le panier, selon les stocks\u00a0: cochez-y la case des échantillons avant de commander.</p></details>",
    ])
      expect(page).toContain(answer);
  });

  test("« Qui Sommes Nous » has its heading alone, and the terms no clauses of their own", async () => {
    expect(await visitor.read("/apropos-de-nous")).toMatch(
      /<div class="band about"><h1>Qui Sommes Nous<\/h1><\/div><\/main>/,
    );
    // A page without a text is linked by no menu.
    for (const path of ["/", "/boutique", "/sitemap.xml"])
      expect(await visitor.read(path)).not.toMatch(/(href="|\w)\/apropos-de-nous/);
    expect(await admin.read("/admin/my-orders")).not.toContain('href="/apropos-de-nous"');
    expect(await visitor.read("/condition-generale-de-vente")).not.toContain(
      "Clauses particulières",
    );
  });
});

describe("once written", () => {
  test("texts are on their pages, kept ones too, and the clauses in a new version of the terms", async () => {
    const terms = settings.current().terms!.versions.length;
    const saved = await save({
      about: "# La maison\n\nDepuis **1950**\u202f!",
      questions: question("Voilà :\n\n- un\n- deux", "Et alors\u202f?"),
      clauses: "Le *médiateur* répond.",
    });
    expect(saved.status).toBe(200);
    expect(await shown("/apropos-de-nous", "1950")).toContain(
      "<h2>La maison</h2><p>Depuis <strong>1950</strong>\u202f!</p>",
    );
    // In the header's bar and the footer; in the areas also in the menu without JavaScript.
    const links = async (path: string, who = visitor) =>
      (await who.read(path)).match(/href="\/apropos-de-nous"/g);
    expect(await links("/boutique")).toHaveLength(2);
    expect(await links("/admin/my-orders", admin)).toHaveLength(2);
    await shown("/sitemap.xml", "/apropos-de-nous</loc>");
    const faqs = await shown("/faqs", "Voilà");
    expect(faqs.match(/<details/g)).toHaveLength(1);
    expect(faqs).toContain("<p>Voilà :</p><ul><li>un</li><li>deux</li></ul>");
    expect(await shown("/condition-generale-de-vente", "Clauses particulières")).toContain(
      "<p>Le <em>médiateur</em> répond.</p>",
    );
    expect(settings.current().terms!.versions.length).toBe(terms + 1);
    expect((await save({})).status).toBe(200);
  });

  test("a picture of the shop is shown with its size", async () => {
    const body = await sharp({
      create: { width: 900, height: 600, channels: 3, background: "#a83" },
    })
      .jpeg()
      .toBuffer();
    const { path } = (await sendPicture(admin, "product", body)).picture!;
    expect((await save({ about: `![Le jardin](/media/${path})` })).status).toBe(200);
    expect(await shown("/apropos-de-nous", path)).toContain(
      `<img src="/media/${path}" alt="Le jardin" width="900" height="600"`,
    );
  });
});

describe("bad input", () => {
  test.each<[string, Record<string, string>, string]>([
    [
      "a script as a link",
      { about: "[x](javascript:alert(1))" },
      "Le lien «\u00a0javascript:alert(1)\u00a0» n’est pas permis",
    ],
    ["another scheme", { clauses: "[x](data:text/html,x)" }, "n’est pas permis"],
    ["a link of another site by two slashes", { about: "[x](//exemple.fr)" }, "n’est pas permis"],
    [
      "a link in an answer",
      { questions: question("[x](ftp://exemple.fr)") },
      "Question 1, réponse\u00a0: le lien",
    ],
    [
      "a picture of another site",
      { about: "![x](https://exemple.fr/x.png)" },
      "n’est pas de la boutique",
    ],
    [
      "a picture that is gone",
      { about: "![x](/media/images/essai/partie.jpg)" },
      "Cette image n’existe plus",
    ],
    ["a long text", { about: "x".repeat(10_001) }, "10\u202f000 caractères au plus."],
    [
      "a long answer",
      { questions: question("x".repeat(1_501)) },
      "Question 1, réponse\u00a0: 1\u202f500 caractères au plus.",
    ],
    [
      "no answer",
      { questions: question(" \n ") },
      "Question 1, réponse\u00a0: écrivez la réponse.",
    ],
    [
      "no question",
      { questions: question("oui", " ") },
      "Question 1, question\u00a0: écrivez la question.",
    ],
    [
      "21 questions",
      {
        questions: JSON.stringify(
          Array.from({ length: 21 }, (_, n) => ({ id: `q${n}`, question: "Q", answer: "R" })),
        ),
      },
      "20 questions au plus.",
    ],
    [
      "5,000 nested lists",
      { about: "- ".repeat(4_999) + "x" },
      "Les listes ont 4 niveaux au plus.",
    ],
    ["no list", { questions: "{" }, "Cette liste est illisible"],
  ])("%s is refused beside its field, and nothing typed is lost", async (_, fields, message) => {
    const before = settings.current().versions.pages;
    const answer = await save({ clauses: "À ne pas perdre.", ...fields });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(textOf(page)).toContain(message.replace(/\s/g, " "));
    if (!fields["clauses"]) expect(page).toContain("À ne pas perdre.");
    expect(settings.current().versions.pages).toBe(before);
  });

  test("HTML is text", async () => {
    expect(
      (await save({ about: '<img src=x onerror="alert(1)"> <script>alert(1)</script>' })).status,
    ).toBe(200);
    const page = await shown("/apropos-de-nous", "alert(1)");
    expect(page).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    expect(page).not.toContain("<img src=x");
  });

  test("no question at all leaves the page without questions", async () => {
    expect((await save({ questions: "[]" })).status).toBe(200);
    await expect.poll(() => visitor.read("/faqs")).not.toContain("<details");
  });

  test("two saves at once: one is a conflict", async () => {
    const version = String(settings.current().versions.pages);
    const answers = await Promise.all(["un", "deux"].map((about) => save({ about, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test("the preview parses an unsaved text, for administrators", async () => {
  const PREVIEW = `${PAGE}/apercu`;
  const parsed = (await (await admin.post(PREVIEW, { text: "*a* [x](javascript:b)" })).json()) as {
    nodes: unknown;
    faults: string[];
  };
  expect(parsed.nodes).toEqual([
    { tag: "p", content: [{ tag: "em", content: ["a"] }, " [x](javascript:b)"] },
  ]);
  expect(parsed.faults).toHaveLength(1);
  expect((await visitor.post(PREVIEW, { text: "x" })).headers.get("location")).toBe("/");
});

test("the history shows long texts as excerpts with their size: a full page stays small", async () => {
  const long = (letter: string) => `${"Une maison de la mer. ".repeat(400)}${letter.repeat(1_200)}`;
  for (let turn = 0; turn < 20; turn++) {
    const letter = turn % 2 ? "é" : "à";
    expect((await save({ about: long(letter), clauses: long(letter) })).status).toBe(200);
  }
  const page = await admin.read("/admin/historique");
  expect(page.length).toBeLessThan(400_000);
  expect(textOf(page)).toMatch(/…[^…]*mer\. é+… \(10 000 caractères\)/);
});
