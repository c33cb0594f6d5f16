import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { ulid } from "ulid";
import { beforeAll, describe, expect, test } from "vitest";
import { exportDocuments } from "#app/documents/export.server.ts";
import { importDocuments } from "#app/documents/import.server.ts";
import type { Slide } from "#app/home/home-schema.ts";
import { homeSettings } from "#app/home/home-settings.server.ts";
import { reportMissingProducts } from "#app/home/missing-products.server.ts";
import { removeOrphans } from "#app/media/pictures.server.ts";
import { makeRenditions } from "#app/media/renditions.server.ts";
import { forgetUpload } from "#app/media/uploads.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import { draftOf } from "#app/settings/group-draft.ts";
import { saveSettings } from "#app/settings/save-settings.server.ts";
import { messages, pictures, products, uploads } from "#db/schema/index.ts";
import { adminOf } from "../support/admin.ts";
import { insertProduct } from "../support/catalogue.ts";
import { queueBehind } from "../support/lock-queue.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";
import { sendPicture } from "../support/tus.ts";

const shop = await openShop({}, { cacheBytes: 32_000_000 });
const { db, jobs, settings } = shop;
const admin = await shop.customer({ isAdmin: true, name: "Claire Aubry" });
const visitor = shop.visitor();
type Holder = Awaited<ReturnType<Sql["reserve"]>>;

const PAGE = "/admin/reglages/accueil";
let productId = "";
beforeAll(async () => {
  productId = await insertProduct(db, {
    name: "baume des dunes",
    price: 20,
    composition: "Aqua, Cera",
  });
  await insertProduct(db, { name: "brume des pins", price: 15, sellingType: "en Vedette" });
});

const { demo: HOME } = homeSettings.defaults;
const [first] = HOME.slides;
const slide = (changes: Partial<Slide> = {}): Slide => ({
  ...first!,
  id: "dunes",
  productId,
  productName: "",
  title: "Le vent",
  emphasis: "des dunes",
  ...changes,
});
const { slides: _slides, ...house } = HOME;
/** Posts the form with these slides, or with any text instead. */
const save = (slides: unknown, fields: Record<string, string> = {}) =>
  admin.post(PAGE, {
    ...house,
    slides: typeof slides === "string" ? slides : JSON.stringify(slides),
    version: String(settings.current().versions.home),
    base: "",
    ...fields,
  });
const upload = async (owner = admin) => {
  const body = await sharp({
    create: { width: 1600, height: 800, channels: 3, background: "#a83" },
  })
    .jpeg()
    .toBuffer();
  const { id, picture } = await sendPicture(owner, "product", body);
  return { id, path: picture!.path };
};

describe("the banner", () => {
  test("as delivered is the specification's: three slides, without other styles", async () => {
    const page = await visitor.read("/");
    expect(page.match(/aria-roledescription="diapositive"/g)).toHaveLength(3);
    expect(page).toContain('<article class="slide slide--focus-64"');
    expect(page).toContain('<article class="slide slide--r slide--focus-24"');
    expect(page).toContain(
      "<h2>Rose de Damas,<!-- --> <em>fleur de lin</em></h2><p>Une crème onctueuse",
    );
    expect(page).toContain(
      'id="promesse">Tout ce qu’il y a dedans, <em>écrit dehors</em></h2><p class="soft">Chaque produit porte',
    );
    expect(page).not.toContain("own-slides");
  });

  test("« Par catégorie » keeps the place of a picture that a category lacks", async () => {
    await db.insert(products).values({
      id: ulid(),
      name: "lime",
      category: "Soins des ongles",
      priceCents: 500,
    });
    await expect.poll(() => visitor.read("/")).toContain("Soins des ongles</b>");
    expect(await visitor.read("/")).toMatch(/class="cats">.*<i class="cats__pic"><\/i><b>/);
  });

  test("has the saved slides, on kept pages too, with their focal point as classes", async () => {
    const { path } = await upload();
    const hidden = slide({ id: "cachee", title: "Cachée", isShown: false });
    const saved = await save(
      [slide({ picture: path, focusX: 30, focusY: 80, side: "right" }), hidden],
      { houseTitle: "Ce qu’il y a dedans,", houseProductId: productId },
    );
    expect(saved.status).toBe(200);
    await expect.poll(() => visitor.read("/")).toContain("Le vent");
    const page = await visitor.read("/");
    expect(page).toContain(
      '<article class="slide slide--r slide--own focus-x-30 focus-y-80" aria-roledescription',
    );
    expect(page).toMatch(/<link rel="stylesheet" href="\/assets\/own-slides-[\w-]+\.css"/);
    expect(page).not.toMatch(/<[a-z]+[^>]* style=/);
    expect(page).toContain(`src="/media/${path}"`);
    expect(page).toContain(`href="/produit/${productId}"`);
    expect(page).toContain("Ce qu’il y a dedans, <em>écrit dehors</em>");
    expect(page).toContain("Baume des dunes");
    expect(page).not.toContain("Cachée");
    expect((await visitor.fetch(`/media/${path}`)).status).toBe(200);
    // Renditions come later, from a job: pages use them once they are there.
    await makeRenditions(db, shop.storage, path);
    await expect.poll(() => visitor.read("/")).toContain(`/media/${path}/960.webp 960w`);
  });

  test("has slides that lead to a category or a page, and need no product", async () => {
    const { path } = await upload();
    const none = { picture: path, productId: "", productName: "" };
    const perfumes = slide({ ...none, id: "parfums", link: "/boutique?categorie=Parfums" });
    // Its product was deleted since; the slide doesn't lead there.
    const faqs = slide({ ...none, id: "faq", link: "/faqs", productId: "parti" });
    expect((await save([perfumes, faqs])).status).toBe(200);
    await expect.poll(() => visitor.read("/")).toContain('href="/boutique?categorie=Parfums"');
    const [banner] = /<section class="banner".*?<\/section>/s.exec(await visitor.read("/"))!;
    expect(banner).toMatch(/<a [^>]*href="\/boutique\?categorie=Parfums"[^>]*>Découvrir la crème/);
    expect(banner).toMatch(/<a [^>]*href="\/faqs"/);
    await reportMissingProducts(shop);
    expect(
      await db.$count(messages, eq(messages.title, "Une diapositive a quitté l’accueil")),
    ).toBe(0);
    const form = await admin.read(PAGE);
    expect(form).not.toContain("Produit manquant");
    expect(textOf(await admin.read("/admin/historique"))).toContain(
      "mène à « /boutique?categorie=Parfums »",
    );
  });

  test("keeps its pictures from the sweep until no slide names them", async () => {
    const path = settings.current().groups.home.slides[0]!.picture;
    const old = () =>
      db
        .update(pictures)
        .set({ createdAt: new Date(0) })
        .where(eq(pictures.path, path));
    const sweep = () => db.transaction((tx) => removeOrphans(tx, jobs));
    const isStored = () => db.$count(pictures, eq(pictures.path, path));
    expect(await db.$count(uploads, eq(uploads.picturePath, path))).toBe(0);
    await old();
    await sweep();
    expect(await isStored()).toBe(1);
    expect((await save([slide()])).status).toBe(200);
    await sweep();
    expect(await isStored()).toBe(0);
  });

  describe("names no picture that another administrator removes at the same time:", () => {
    const race = async () => {
      const { id, path } = await upload(await shop.customer({ isAdmin: true }));
      return {
        path,
        save: () =>
          saveSettings(shop, adminOf(admin), {
            group: homeSettings,
            version: settings.current().versions.home,
            draft: draftOf(homeSettings, { ...HOME, slides: [slide({ picture: path })] }),
          }),
        remove: () => forgetUpload(db, jobs, id),
        isStored: () => db.$count(pictures, eq(pictures.path, path)),
      };
    };

    test("saved first, the picture stays", async () => {
      const { save, remove, isStored } = await race();
      // The save has named the picture when it waits to write the history.
      const holdHistory = (holder: Holder) => holder`LOCK TABLE audit_events`;
      const [saved] = await queueBehind<unknown>(shop.sql, holdHistory, [save, remove]);
      expect([saved, await isStored()]).toEqual([{ kind: "saved" }, 1]);
    });

    test("removed first, the save is refused", async () => {
      const { path, save, remove, isStored } = await race();
      const holdPicture = (holder: Holder) =>
        holder`SELECT FROM pictures WHERE path = ${path} FOR UPDATE`;
      const [, saved] = await queueBehind<unknown>(shop.sql, holdPicture, [remove, save]);
      expect(saved).toMatchObject({
        kind: "invalid",
        errors: { "slides.0.picture": expect.stringContaining("n’existe plus") as string },
      });
      expect(await isStored()).toBe(0);
    });
  });

  test("loses the slide of a deleted product, and the administrators are told once", async () => {
    const gone = await insertProduct(db, { name: "lait perdu", price: 9 });
    const lost = slide({ id: "perdue", title: "Le lait", emphasis: "", productId: gone });
    expect((await save([slide(), lost])).status).toBe(200);
    await expect.poll(() => visitor.read("/")).toContain("Le lait");
    await db.delete(products).where(eq(products.id, gone));
    await expect.poll(() => visitor.read("/")).not.toContain("Le lait");
    for (let turn = 0; turn < 2; turn++) await reportMissingProducts(shop);
    const told = await db.select().from(messages);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      id: `diapositive-perdue-${gone}`,
      title: "Une diapositive a quitté l’accueil",
      isRead: false,
    });
    const notices = textOf(await admin.read("/admin/notifications?genre=boutique"));
    expect(notices).toContain("« Le lait »");
    expect(notices).toMatch(/La boutique ?Boutique/);
    expect(notices).toContain("Voir les diapositives");
    expect(textOf(await admin.read("/admin/notifications?genre=contact"))).not.toContain("Le lait");
  });

  test("keeps a deleted product until another is chosen: all else can be saved", async () => {
    const gone = await insertProduct(db, { name: "gel perdu", price: 9 });
    const lost = slide({ id: "perdue", title: "Le gel", emphasis: "", productId: gone });
    const withHouse = { houseProductId: gone };
    expect((await save([slide(), lost], withHouse)).status).toBe(200);
    await db.delete(products).where(eq(products.id, gone));
    const form = textOf(await admin.read(PAGE));
    expect(form).toContain("Produit manquant");
    expect(form).toContain(
      "Ce produit a été supprimé : choisissez-en un autre pour que la diapositive revienne sur l’accueil.",
    );
    expect(form).toContain("Produit supprimé : celui de la première diapositive le remplace");
    const saved = await save([slide(), { ...lost, text: "Un autre texte." }], {
      ...withHouse,
      houseText: "Un autre texte de la maison.",
    });
    expect(saved.status).toBe(200);
    await expect.poll(() => visitor.read("/")).toContain("Un autre texte de la maison.");
    expect(await visitor.read("/")).not.toContain("Le gel");
    // Chosen anew, for another slide or the house, it is refused.
    const refused = await save([slide({ productId: gone }), lost], { houseProductId: "partie" });
    expect(refused.status).toBe(400);
    const text = textOf(await refused.text());
    expect(text).toContain(
      "Diapositive 1, produit : ce produit n’existe plus : choisissez-en un autre.",
    );
    expect(text).not.toContain("Diapositive 2, produit");
    expect((await save([slide(), { ...lost, id: "autre" }])).status).toBe(400);
    expect((await save([slide()])).status).toBe(200);
  });

  test("is named by the dialog that deletes a product, with the slide", async () => {
    const dialog = textOf(await admin.read(`/admin/produits?supprimer=${productId}`));
    expect(dialog).toContain(
      "La diapositive 1 de l’accueil, « Le vent des dunes », mène à ce produit : choisissez-lui-en un autre dans Réglages, Accueil",
    );
    const other = await insertProduct(db, { name: "lait discret", price: 9 });
    expect(textOf(await admin.read(`/admin/produits?supprimer=${other}`))).not.toContain(
      "de l’accueil",
    );
  });
});

describe("a shop without the products of the delivered slides", async () => {
  const empty = await openShop();
  const owner = await empty.customer({ isAdmin: true });
  const preview = async () =>
    textOf(
      await (
        await owner.post(`${PAGE}/apercu`, {
          ...house,
          slides: JSON.stringify([
            ...HOME.slides.slice(0, 2),
            slide({ id: "neuve", productId: "" }),
          ]),
        })
      ).text(),
    );
  beforeAll(() => empty.sql`DELETE FROM products`);

  test("has no banner, and the form and the preview give the reason for each slide", async () => {
    expect(await empty.visitor().read("/")).not.toContain("slide__txt");
    const form = textOf(await owner.read(PAGE));
    const reason =
      "Votre boutique n’a pas ce produit : choisissez-en un pour que la diapositive soit sur l’accueil.";
    expect(form.split(reason)).toHaveLength(4);
    expect(await preview()).toContain(
      "Diapositive 2 : votre boutique n’a pas son produit, elle n’est pas sur l’accueil.",
    );
    expect(await preview()).toContain(
      "Diapositive 3 : sans produit, elle n’est pas sur l’accueil.",
    );
  });

  test("with a featured product shows that one, and the form says so", async () => {
    await insertProduct(empty.db, { name: "brume des pins", price: 9, sellingType: "en Vedette" });
    expect(textOf(await owner.read(PAGE))).toContain(
      "Votre boutique n’a pas ce produit : la diapositive mène à un produit en vedette, jusqu’à ce que vous en choisissiez un.",
    );
    expect(await preview()).not.toContain("Diapositive 2 :");
  });
});

describe("a shop that is no demo", async () => {
  const own = await openShop({ DEMO: "0", SHOP_NAME: "Maison Brune" });
  const owner = await own.customer({ isAdmin: true });
  const shelf = await insertProduct(own.db, { name: "brume", price: 9, sellingType: "en Vedette" });
  const line = async () =>
    /Les diapositives de l’accueil.{0,300}/.exec(textOf(await owner.read("/admin/ouverture")))![0];

  test("has a plain banner with its name, never the demo's slides", async () => {
    const isPlain = async () => {
      const page = await own.visitor().read("/");
      expect(page).not.toMatch(/diapositive|Rose de Damas|Le vent|slide__/);
      expect(page).toContain('<h1 class="plain-banner__name">Maison Brune</h1>');
      expect(page.match(/<h1/g)).toHaveLength(1);
      expect(page).toMatch(/href="\/boutique"[^>]*>Voir la boutique/);
      expect(page).toContain("Brume");
    };
    await isPlain();
    expect(await line()).toContain("un bandeau simple, avec le nom de la boutique");
    expect(textOf(await owner.read(PAGE))).toContain("Aucune diapositive.");

    // Saved by a version that showed them: the settings keep them.
    const value = {
      ...HOME,
      slides: [...HOME.slides, slide({ productId: shelf })],
    };
    await own.sql`INSERT INTO settings (name, version, value) VALUES ('home', 1, ${JSON.stringify(value)}::jsonb)`;
    await own.settings.load();
    await isPlain();
    expect(textOf(await owner.read(PAGE))).toContain(
      "4. Le vent des dunes Image de la démonstration",
    );
  });

  test("shows its own slides, and the opening list knows", async () => {
    const { path: picture } = await upload(owner);
    const kept = [HOME.slides[0]!, slide({ picture, productId: shelf })];
    const saved = await owner.post(PAGE, {
      ...house,
      slides: JSON.stringify(kept),
      version: String(own.settings.current().versions.home),
      base: "",
    });
    expect(saved.status).toBe(200);
    const page = await own.visitor().read("/");
    expect(page.match(/aria-roledescription="diapositive"/g)).toHaveLength(1);
    expect(page).toContain(`/media/${picture}`);
    expect(page).not.toContain("Maison Brune</h1>");
    expect(await line()).toContain("L’accueil montre vos diapositives.");
  });
});

describe("bad input", () => {
  const versionBefore = () => settings.current().versions.home;
  test.each<[string, (good: Slide) => unknown, string]>([
    [
      "an empty title",
      (good) => [{ ...good, title: " " }],
      "Diapositive 1, titre\u00a0: donnez un titre.",
    ],
    [
      "a long text in the second slide",
      (good) => [good, { ...good, id: "b", text: "x".repeat(241) }],
      "Diapositive 2, texte\u00a0: 240 caractères au plus.",
    ],
    [
      "no description",
      (good) => [{ ...good, alt: "" }],
      "Diapositive 1, description de l’image\u00a0: décrivez",
    ],
    ["no button", (good) => [{ ...good, action: "" }], "Diapositive 1, bouton\u00a0: écrivez"],
    [
      "no picture",
      (good) => [{ ...good, picture: "" }],
      "Diapositive 1, image\u00a0: ajoutez une image.",
    ],
    [
      "another site's picture",
      (good) => [{ ...good, picture: "https://exemple.fr/a.jpg" }],
      "Diapositive 1, image\u00a0: ajoutez une image.",
    ],
    [
      "a customer's photo",
      (good) => [{ ...good, picture: "profil/a/b.jpg" }],
      "Diapositive 1, image\u00a0: ajoutez une image.",
    ],
    [
      "a picture that is gone",
      (good) => [{ ...good, picture: "images/essai/partie.jpg" }],
      "Diapositive 1, image\u00a0: cette image n’existe plus",
    ],
    [
      "no product",
      (good) => [{ ...good, productId: "" }],
      "Diapositive 1, produit\u00a0: choisissez un produit.",
    ],
    [
      "a product that is gone",
      (good) => [{ ...good, productId: "01M01G8WAY43SKKWJXP3M4JG9F" }],
      "Diapositive 1, produit\u00a0: ce produit n’existe plus",
    ],
    ...["https://exemple.fr", "//exemple.fr", "/admin/produits", "javascript:x"].map(
      (link): [string, (good: Slide) => unknown, string] => [
        `the address ${link}`,
        (good) => [{ ...good, link }],
        "Diapositive 1, destination\u00a0: choisissez une page de la liste",
      ],
    ),
    [
      "six slides",
      (good) => Array.from({ length: 6 }, (_, n) => ({ ...good, id: `d${n}` })),
      "5 diapositives au plus.",
    ],
    [
      "no list",
      () => "<script>alert(1)</script>",
      "Cette liste est illisible\u00a0: rechargez la page.",
    ],
    ["a list of nothing", () => "[null]", "Diapositive 1"],
    [
      "a focal point outside of the picture",
      (good) => [{ ...good, focusX: 101 }],
      "Diapositive 1, point de mire",
    ],
  ])("%s is refused beside its field, and nothing is written", async (_, slides, message) => {
    const before = versionBefore();
    const answer = await save(slides(slide()), { houseText: "Un texte long à retaper." });
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(textOf(page)).toContain(message.replace(/\s/g, " "));
    expect(page).toContain("Un texte long à retaper.");
    expect(page).not.toContain("<script>alert(1)");
    expect(versionBefore()).toBe(before);
  });

  test("a wrong text of the house is refused beside its field", async () => {
    const answer = await save([slide()], { houseTitle: "", houseText: "x".repeat(401) });
    expect(answer.status).toBe(400);
    const text = textOf(await answer.text());
    expect(text).toContain("Donnez un titre.");
    expect(text).toContain("400 caractères au plus.");
  });

  test("hostile text is shown as text", async () => {
    const hostile = '"><script>alert(1)</script>\u202e';
    expect((await save([slide({ title: hostile.slice(0, 60), label: "<b>x</b>" })])).status).toBe(
      200,
    );
    await expect.poll(() => visitor.read("/")).toContain("&lt;b&gt;x&lt;/b&gt;");
    const page = await visitor.read("/");
    expect(page).toContain("&quot;&gt;&lt;script&gt;alert(1)");
    expect(page).toContain("&lt;b&gt;x&lt;/b&gt;");
    expect(page).not.toContain("<script>alert(1)");
  });

  test("two saves at once: one is a conflict, which shows both", async () => {
    const version = String(versionBefore());
    const answers = await Promise.all(
      ["Un", "Deux"].map((title) => save([slide({ title })], { version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const conflict = answers.find(({ status }) => status === 409)!;
    const page = await conflict.text();
    const text = textOf(page);
    expect(text).toContain("Claire Aubry a enregistré ces réglages");
    for (const title of ["Un", "Deux"])
      expect(text).toContain(
        `Diapositive 1 : affichée, titre « ${title} des dunes », produit « Baume des dunes »`,
      );
    // On a phone, where the head of the table is hidden.
    expect(page).toContain('data-head="Enregistré par Claire Aubry"');
    expect(page).toContain('data-head="Votre modification"');
    expect(text).not.toContain("livree-1");
  });

  test("the history shows slides as the screen does, without paths", async () => {
    expect((await save([slide({ title: "Avant" })])).status).toBe(200);
    const { path } = await upload();
    expect((await save([slide({ title: "Après", picture: path })])).status).toBe(200);
    const text = textOf(await admin.read("/admin/historique?objet=reglages"));
    expect(text).toContain(
      "Diapositive 1 : affichée, titre « Après des dunes », produit « Baume des dunes », image modifiée",
    );
    expect(text).not.toContain(path);
  });

  test("a refused form leaves its upload to be sent again", async () => {
    const { path } = await upload();
    expect((await save([slide({ picture: path, title: "" })])).status).toBe(400);
    expect(await db.$count(uploads, eq(uploads.picturePath, path))).toBe(1);
    expect((await save([slide({ picture: path })])).status).toBe(200);
  });
});

describe("the preview", () => {
  const PREVIEW = `${PAGE}/apercu`;
  test("shows unsaved slides, the chosen one first, however unfinished", async () => {
    const before = settings.current().versions.home;
    const { path } = await upload();
    const answer = await admin.post(PREVIEW, {
      ...house,
      slides: JSON.stringify([
        slide({ title: "Une" }),
        slide({ id: "deux", title: "", text: "x".repeat(500), picture: path }),
      ]),
      houseTitle: "Maison d’essai",
      diapositive: "deux",
    });
    expect(answer.status).toBe(200);
    const page = await answer.text();
    expect(page).toContain("Maison d’essai");
    expect(page.indexOf(path)).toBeLessThan(page.indexOf("Une<"));
    expect(page).not.toMatch(/<[a-z]+[^>]* style=/);
    expect(settings.current().versions.home).toBe(before);
  });

  test.each(["", "{", "[1,null,{}]", "[".repeat(5_000)])(
    "of « %s » is no error",
    async (slides) => {
      expect((await admin.post(PREVIEW, { slides })).status).toBe(200);
    },
  );

  test("is for administrators", async () => {
    const customer = await shop.customer();
    const answer = await customer.post(PREVIEW, { slides: "[]" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/"]);
  });
});

test("documents carry the slides with their pictures", async () => {
  const other = await openShop();
  const folder = mkdtempSync(join(tmpdir(), "eclat-diapositives-"));
  const { path } = await upload();
  expect((await save([slide({ picture: path, productName: "" })])).status).toBe(200);
  expect((await exportDocuments(db, shop.storage, join(folder, "out"))).kind).toBe("exported");
  const imported = await importDocuments(other.db, other.jobs, other.storage, {
    folder: join(folder, "out"),
    reportFile: join(folder, "report.jsonl"),
    merge: true,
    skipRefused: false,
    sendLinks: false,
  });
  expect(imported.kind).toBe("imported");
  await other.settings.load();
  expect(other.settings.current().pictures.get(path)).toMatchObject({ width: 1600, height: 800 });
  expect(await other.visitor().read("/")).toContain(`src="/media/${path}"`);
  rmSync(folder, { recursive: true, force: true });
});
