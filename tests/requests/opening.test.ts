import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstAdministratorPath } from "#app/opening/first-administrator.server.ts";
import { recordProof } from "#app/opening/proofs.server.ts";
import { outdatedPostgres } from "#app/platform/postgres-version.server.ts";
import { Browser } from "../support/browser.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { openMailServer, sendAllMails } from "../support/mail.ts";
import { sendNotice } from "../support/notice.ts";
import { approve, capture, startPaying } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { openSimulator } from "../support/simulator.ts";
import { textOf } from "../support/text-of.ts";

/* From the first administrator to the opened shop, through HTTP. The journey opening.spec.ts does it in a browser. */

const server = await openMailServer();
afterAll(server.close);
const shop = await openShop({ DEMO: "0", SMTP_URL: server.url }, { isOpen: false });
const reached = await openShop(
  { DEMO: "0", BASE_URL: "http://www.ma-boutique.fr", RATE_LIMIT_FACTOR: "1" },
  { isOpen: false },
);
const simulator = openSimulator(shop.url);

const account = (email: string) => ({
  name: "Zoé Brune",
  email,
  password: "Trois-moineaux-gris-7",
  confirmation: "Trois-moineaux-gris-7",
});
const administrators = async ({ sql }: typeof shop) =>
  (await sql`SELECT FROM profiles WHERE is_admin`).length;

describe("the link to make the first administrator", () => {
  test("is good for an hour, that of another node too", async () => {
    const former = (await firstAdministratorPath(reached.db))!;
    const last = (await firstAdministratorPath(reached.db))!;
    expect((await reached.visitor().get(former)).status).toBe(200);
    const page = await reached.visitor().get(last);
    expect(page.status).toBe(200);
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(await page.text()).toContain('name="robots" content="noindex"');
    await reached.sql`UPDATE shop_links SET expires_at = now()`;
    for (const path of [former, last]) expect((await reached.visitor().get(path)).status).toBe(410);
    const late = await reached.visitor().post(last, account("trop-tard@exemple.fr"));
    expect(late.status).toBe(410);
    expect(await administrators(reached)).toBe(0);
    // Only its hash is stored.
    const [stored] = await reached.sql<
      { row: string }[]
    >`SELECT l::text AS row FROM shop_links AS l`;
    expect(stored!.row).not.toContain(new URLSearchParams(last.split("?")[1]).get("lien"));
    // The next start removes those that are too old.
    await firstAdministratorPath(reached.db);
    expect(await reached.sql`SELECT FROM shop_links`).toHaveLength(1);
  });

  test("is tried twenty times, no more", async () => {
    const statuses = [];
    for (let tries = 0; tries < 21; tries++) {
      const guess = `/premiere-administratrice?lien=${"x".repeat(31)}${tries % 10}`;
      statuses.push((await reached.visitor().post(guess, account("zoe@exemple.fr"))).status);
    }
    expect(statuses.at(0)).toBe(410);
    expect(statuses.at(-1)).toBe(429);
  });

  test("refuses what a sign-up refuses, and stays good", async () => {
    const path = (await firstAdministratorPath(shop.db))!;
    for (const [fields, text] of [
      [{ name: "" }, "Indiquez votre nom"],
      [{ confirmation: "autre" }, "Mot de passe non conforme"],
      [{ password: "tartines", confirmation: "tartines" }, "trop simple"],
      [{ password: "Password2026!", confirmation: "Password2026!" }, "trop courant"],
    ] as const) {
      const answer = await shop.visitor().post(path, { ...account("zoe@exemple.fr"), ...fields });
      expect(answer.status).toBe(400);
      expect(textOf(await answer.text())).toContain(text);
    }
    expect((await shop.visitor().get(path)).status).toBe(200);
  });

  test("makes one administrator, however many use it and those of other nodes at once", async () => {
    const path = (await firstAdministratorPath(shop.db))!;
    const paths = [path, path, (await firstAdministratorPath(shop.db))!];
    const answers = await Promise.all(
      paths.map((one, n) => shop.visitor().post(one, account(`zoe-${n}@exemple.fr`))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 410, 410]);
    expect(await administrators(shop)).toBe(1);
    for (const one of paths) expect((await shop.visitor().get(one)).status).toBe(410);
    expect(await shop.sql`SELECT FROM shop_links`).toHaveLength(0);
    expect(await firstAdministratorPath(shop.db)).toBe(null);
  });
});

/** The administrator that the link made, signed in. */
async function administrator(): Promise<Browser> {
  const [who] = await shop.sql<{ email: string }[]>`
    SELECT users.email FROM users JOIN profiles ON user_id = users.id WHERE is_admin`;
  const browser = shop.visitor();
  const fields = { mode: "connexion", email: who!.email, password: "Trois-moineaux-gris-7" };
  expect((await browser.post("/connexion", fields)).status).toBe(302);
  return browser;
}

const open = async (admin: Browser) => {
  const answer = await admin.post("/admin/ouverture", { intent: "open" });
  return { status: answer.status, text: textOf(await answer.text()) };
};

const LEGAL = {
  legalName: "Maison Brune SARL",
  address: "14 rue des Lilas, 69003 Lyon",
  siren: "123456782",
  registration: "SARL au capital de 5 000 €, RCS Lyon 123 456 782",
  vatNumber: "FR11 123456782",
  director: "Zoé Brune",
  hosting: "Hébergeur SA, 2 rue du Port, 59100 Roubaix, 09 00 00 00 00",
  mediator: "Médiation Conso, 3 rue de la Paix, 75002 Paris",
  mediatorUrl: "https://mediation.exemple.fr",
  responsiblePerson: "Maison Brune SARL, 14 rue des Lilas, 69003 Lyon",
  eprNumber: "FR000000_01ABCD",
};

test("a public shop on the embedded PostgreSQL with known weaknesses asks an administrator, once, and the history has it", async () => {
  const own = await openShop({ DEMO: "0" });
  const admin = await own.customer({ isAdmin: true, name: "Zoé Brune" });
  await own.sql`DELETE FROM shop_state`;
  // As if the shop were public and had started this server itself.
  Object.assign(own.config, { databaseUrl: undefined, isPublic: true });
  await own.settings.load();
  const outdated = (await outdatedPostgres(own.sql, own.config))!;
  const list = textOf(await admin.read("/admin/ouverture"));
  expect(list).toContain(`PostgreSQL ${outdated}, que la boutique apporte, a des failles connues`);
  expect((await open(admin)).text).toContain("Une base de données à jour");
  const accept = () => admin.post("/admin/ouverture", { intent: "accept-postgres" });
  const answers = await Promise.all([accept(), accept()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const after = textOf(await admin.read("/admin/ouverture"));
  expect(after).toMatch(/Fait Une base de données à jour .* Un administrateur l’a accepté/);
  expect(
    await own.sql`SELECT actor_name, subject_name FROM audit_events WHERE act = 'postgres-accepted'`,
  ).toEqual([{ actor_name: "Zoé Brune", subject_name: `PostgreSQL ${outdated}` }]);
  expect(textOf(await admin.read("/admin/historique"))).toContain(
    "Base de données aux failles connues acceptée",
  );
});

describe("the checklist", () => {
  let admin: Browser;
  let productId = "";
  beforeAll(async () => {
    admin = await administrator();
  });

  test("of an empty shop names every obligatory line; opening is refused", async () => {
    const html = await admin.read("/admin/ouverture");
    const page = textOf(html);
    expect(page).toContain("Il manque");
    expect(html).toContain("<li>Le numéro SIREN</li>");
    expect(html).toMatch(/<code>npm run backup -- [^<]+<\/code>/);
    // On this machine only, what cannot be checked is not « done », and nothing done keeps the reason to do it.
    expect(page).toContain("Sans objet ici La connexion à PayPal Les paiements sont simulés");
    expect(page).not.toContain("PayPal accepte");
    expect(page).not.toContain("Les mots de passe de ces comptes sont publics.");
    expect((await admin.read("/admin/produits")).match(/>Nouveau</g)).toHaveLength(1);
    const { status, text } = await open(admin);
    expect(status).toBe(409);
    for (const title of ["Le numéro SIREN", "Les notifications de PayPal", "Un premier produit"])
      expect(text).toContain(title);
    expect(shop.settings.current().isOpen).toBe(false);
  });

  test("is green once everything is there: settings, a trial order, a trial mail", async () => {
    const save = async (path: string, fields: Record<string, string>) => {
      const answer = await admin.post(`/admin/reglages/${path}`, {
        version: "0",
        base: "{}",
        ...fields,
      });
      expect(answer.status, await answer.text()).toBe(200);
    };
    await save("identite", {
      name: "Maison Brune",
      offer: "Savons",
      baseline: "",
      description: "Des savons.",
    });
    await save("contact", { phone: "04 12 34 56 78", email: "bonjour@maison-brune.fr" });
    await save("mentions-legales", { ...LEGAL, guaranteeNotice: await sendNotice(admin) });
    productId = await insertProduct(shop.db, { name: "savon noir", price: 12 });

    // The trial order: its webhook is the proof.
    const order = await admin.post("/panier", orderForm([{ id: productId, qty: 1 }], 1200));
    const orderId = order.headers.get("location")!.split("/").at(-1)!;
    const { providerOrderId } = await startPaying(admin, orderId);
    // The approval's event waits for the browser's request: it would prove the webhook anew in the middle of a later test.
    await simulator.fault("webhook", "hold", { times: 1 });
    await approve(admin, providerOrderId);
    await capture(admin, orderId, providerOrderId);
    await expect
      .poll(() => shop.sql`SELECT FROM shop_proofs WHERE name = 'webhook'`)
      .toHaveLength(1);

    // The trial mail: its link is the proof, once.
    expect((await admin.post("/admin/ouverture", { intent: "trial-mail" })).status).toBe(200);
    await sendAllMails(shop);
    const mail = server.received.find(({ text }) => text.includes("/courriel-recu"))!;
    const [path] = /\/courriel-recu\?lien=[\w-]+/.exec(mail.text)!;
    // A mail server's scanner may open it first.
    for (const status of [200, 200]) expect((await shop.visitor().get(path)).status).toBe(status);
    expect(textOf(await admin.read("/admin/ouverture"))).toContain("Il manque 1 ligne");
    for (const status of [200, 410])
      expect((await shop.visitor().post(path, {})).status).toBe(status);

    const text = textOf(await admin.read("/admin/ouverture"));
    expect(text).toContain("Tout ce qui est obligatoire est là");
    expect(text).toContain("Conseillé");
  });

  type Break = { title: string; act: () => Promise<unknown>; mend: () => Promise<unknown> };
  const setting = (group: string, field: string, title: string): Break => {
    let before: unknown;
    return {
      title,
      async act() {
        [{ before }] = (await shop.sql<{ before: unknown }[]>`
          SELECT value -> ${field} AS before FROM settings WHERE name = ${group}`) as [
          { before: unknown },
        ];
        await shop.sql`UPDATE settings SET value = value || ${JSON.stringify({ [field]: "" })}::jsonb
          WHERE name = ${group}`;
      },
      mend: () => shop.sql`UPDATE settings SET value = value || ${JSON.stringify({ [field]: before })}::jsonb
        WHERE name = ${group}`,
    };
  };
  const unproven = (name: "webhook" | "mail", title: string, detail: () => string): Break => ({
    title,
    act: () => shop.sql`DELETE FROM shop_proofs WHERE name = ${name}`,
    mend: () => recordProof(shop.db, name, detail()),
  });
  const BREAKS: Break[] = [
    setting("legal", "legalName", "Le nom ou la raison sociale"),
    setting("legal", "address", "L’adresse du siège"),
    setting("legal", "siren", "Le numéro SIREN"),
    setting("legal", "registration", "La forme et l’immatriculation"),
    setting("legal", "vatNumber", "Le numéro de TVA, ou la franchise de TVA"),
    setting("legal", "director", "La directrice ou le directeur de la publication"),
    setting("legal", "hosting", "L’hébergeur"),
    setting("legal", "mediator", "Le médiateur de la consommation"),
    setting("legal", "mediatorUrl", "Le médiateur de la consommation"),
    setting("legal", "responsiblePerson", "La personne responsable des cosmétiques"),
    setting("legal", "eprNumber", "L’identifiant unique REP"),
    setting("legal", "guaranteeNotice", "L’avis officiel sur la garantie légale"),
    setting("contact", "phone", "Un numéro de téléphone"),
    setting("contact", "email", "Une adresse e-mail"),
    unproven("webhook", "Les notifications de PayPal", () => shop.paypal.webhook),
    unproven("mail", "Un message d’essai bien reçu", () => new URL(server.url).host),
    {
      title: "La connexion à PayPal",
      act: () => simulator.fault("token", "error", { times: 1 }),
      mend: () => simulator.clear(),
    },
    {
      title: "Aucun compte de démonstration",
      act: () =>
        shop.sql`INSERT INTO users (id, name, email) VALUES ('demo', 'Démo', 'admin@eclat.example')`,
      mend: () => shop.sql`DELETE FROM users WHERE id = 'demo'`,
    },
    {
      title: "Un premier produit",
      act: () => shop.sql`DELETE FROM products`,
      mend: () => insertProduct(shop.db, { name: "savon noir", price: 12 }),
    },
  ];

  test.each(BREAKS)(
    "$title, left out, keeps the shop closed, by a forged request too",
    async (one) => {
      await one.act();
      const { status, text } = await open(admin);
      expect(status).toBe(409);
      expect(text).toContain(`La boutique reste fermée : il manque ${one.title}`);
      await shop.settings.load();
      expect(shop.settings.current().isOpen).toBe(false);
      expect(await admin.read("/admin/ouverture?ouvrir")).not.toContain('value="open"');
      await one.mend();
    },
  );

  test("of a public shop also asks for a provider, a mail server and https", async () => {
    const owner = await makeOwner(reached);
    const answer = await owner.post("/admin/ouverture", { intent: "open" });
    expect(answer.status).toBe(409);
    const text = textOf(await answer.text());
    for (const title of [
      "Les paiements en ligne",
      "Le serveur d’envoi des e-mails",
      "Une adresse en https",
    ])
      expect(text).toContain(title);
  });

  test("names what a mail server needs; without one no trial mail seems to leave", async () => {
    const owner = await signIn(reached, OWNER);
    const page = textOf(await owner.read("/admin/ouverture"));
    for (const words of ["SMTP_URL", "MAIL_FROM", "README"]) expect(page).toContain(words);
    const answer = await owner.post("/admin/ouverture", { intent: "trial-mail" });
    expect(answer.status).toBe(409);
    expect(textOf(await answer.text())).toContain("Le message d’essai n’est pas parti");
    expect(await reached.sql`SELECT FROM mails WHERE template = 'trial'`).toHaveLength(0);
  });

  test("opens the shop, with an audit entry, once; closing asks for nothing more", async () => {
    expect((await shop.visitor().get("/boutique")).status).toBe(503);
    // The page asks before it opens, without scripts too.
    const page = await admin.read("/admin/ouverture");
    expect(page).not.toContain('value="open"');
    expect(page).toMatch(/href="\/admin\/ouverture\?ouvrir"[^>]*>Ouvrir la boutique…</);
    const asked = await admin.read("/admin/ouverture?ouvrir");
    expect(asked).toContain('<input type="hidden" name="intent" value="open"/>');
    const question = textOf(asked.slice(asked.indexOf("<noscript>", asked.indexOf("<main"))));
    expect(question).toContain("Ouvrir la boutique au public ?");
    expect(question).toContain("les commandes, les paiements et les factures sont vrais");
    expect((await open(admin)).status).toBe(200);
    expect((await open(admin)).status).toBe(200);
    expect((await shop.visitor().get("/boutique")).status).toBe(200);
    expect(await admin.read("/")).not.toContain("Boutique fermée au public");
    const customer = await shop.customer();
    const [product] = await shop.sql<{ id: string }[]>`SELECT id FROM products`;
    const order = await customer.post("/panier", orderForm([{ id: product!.id, qty: 1 }], 1200));
    expect(order.status).toBe(302);

    // A shop that was opened by an earlier version has no official notice: it stays open, and the list says so.
    const notice = setting("legal", "guaranteeNotice", "L’avis officiel sur la garantie légale");
    await notice.act();
    await shop.settings.load();
    expect((await shop.visitor().get("/boutique")).status).toBe(200);
    const list = textOf(await admin.read("/admin/ouverture"));
    expect(list).toContain("Ouverte au public");
    expect(list).toContain(`Il manque 1 ligne obligatoire ${notice.title}`);
    await notice.mend();
    await shop.settings.load();

    for (const browser of [customer, shop.visitor()])
      expect((await browser.post("/admin/ouverture", { intent: "close" })).status).toBe(302);
    expect(shop.settings.current().isOpen).toBe(true);
    expect((await admin.post("/admin/ouverture", { intent: "close" })).status).toBe(200);
    expect((await shop.visitor().get("/boutique")).status).toBe(503);
    const acts = await shop.sql<{ act: string; name: string }[]>`
      SELECT act, actor_name AS name FROM audit_events WHERE subject_id = 'opening' ORDER BY id`;
    expect(acts).toEqual([
      { act: "shop-opened", name: "Zoé Brune" },
      { act: "shop-closed", name: "Zoé Brune" },
    ]);
    expect(await admin.read("/admin/historique")).toContain("Boutique ouverte au public");
  });
});

const OWNER = { email: "propriete@exemple.fr", password: "Trois-moineaux-7" };
/** An administrator of a shop whose link is limited: promoted in the database. */
async function makeOwner(of: typeof shop): Promise<Browser> {
  const { auth, sql } = of;
  const { user } = await auth.api.signUpEmail({ body: { name: "Zoé Brune", ...OWNER } });
  await sql`UPDATE profiles SET is_admin = true WHERE user_id = ${user.id}`;
  return signIn(of, OWNER);
}

async function signIn(of: typeof shop, who: { email: string; password: string }): Promise<Browser> {
  const browser = of.visitor();
  const fields = { mode: "connexion", ...who };
  expect((await browser.post("/connexion", fields)).status).toBe(302);
  return browser;
}
