import { existsSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { beforeAll, describe, expect, test } from "vitest";
import routes from "#app/routes.ts";
import { orders } from "#db/schema/index.ts";
import { orderForm, insertProduct } from "../support/catalogue.ts";
import { invoiceFor } from "../support/invoice-for.ts";
import { openShop } from "../support/shop.ts";
import { createUpload, tusRequest } from "../support/tus.ts";

/*
 * Every route of app/routes.ts × GET and POST × page and .data × four people, against specification §2 and §6.
 * The routes are read from the shop: a route without a rule here fails.
 */
const shop = await openShop();
const customer = await shop.customer({ name: "Maud Léger" });
const people = {
  visitor: shop.visitor(),
  /** The customer of the order `:id`. */
  customer,
  "other customer": await shop.customer({ name: "Inès Moreau" }),
  administrator: await shop.customer({ name: "Claire Aubry", isAdmin: true }),
};
type Person = keyof typeof people;

/** A status, or the path of a redirect. */
type Answer = number | string;
type Rule = Record<Person, Answer>;
const all = (answer: Answer): Rule => ({
  visitor: answer,
  customer: answer,
  "other customer": answer,
  administrator: answer,
});
const NO_ACTION = all(405);
const anybody = all(200);
const signedIn = (answer: Answer): Rule => ({ ...all(answer), visitor: "/connexion" });
const adminOnly = (answer: Answer): Rule => ({ ...all("/"), administrator: answer });
/** One customer's data: 404 for all others, administrators included. */
const own = (answer: Answer): Rule => ({ ...signedIn(404), customer: answer });
const signedOut = (answer: Answer): Rule => ({ ...all("/"), visitor: answer });

/** `read` is GET; `write` is POST of an empty form: a person with access gets 400…, the others are refused. */
const RULES: Record<
  string,
  {
    read: Rule;
    write: Rule;
    /** GET of the .data URL, where the rule differs from `read`. */ readTwin?: Rule;
  }
> = {
  "": { read: anybody, write: NO_ACTION },
  boutique: { read: anybody, write: NO_ACTION },
  "produit/:id": { read: anybody, write: signedIn(200) },
  "produit/:id/prevenir": { read: anybody, write: all(400) },
  // The requests lack the token of the mailed link.
  "me-prevenir": { read: all(410), write: all(400) },
  "sans-rappel": { read: all(410), write: all(410) },
  recherche: { read: anybody, write: NO_ACTION },
  "recherche/suggestions": { read: anybody, write: NO_ACTION },
  "favoris/:id": { read: all("/produit/:id"), write: signedIn(200) },
  panier: { read: anybody, write: signedIn(400) },
  "panier/sommes": { read: anybody, write: NO_ACTION },
  // This shop has no provider of relay points.
  "panier/relais": { read: all(404), write: NO_ACTION },
  "panier/prix": { read: anybody, write: NO_ACTION },
  connexion: { read: signedOut(200), write: signedOut(400) },
  "mot-de-passe-oublie": { read: anybody, write: all(400) },
  // The requests lack the token of the mailed link.
  "nouveau-mot-de-passe": { read: all(410), write: all(400) },
  deconnexion: { read: all("/"), write: all("/") },
  // The requests lack the token of a mail.
  commande: { read: all(410), write: NO_ACTION },
  "payement/:id": { read: own(200), write: own(200) },
  // A route without a loader has no data.
  "payement/:id/paypal": { read: all(400), write: signedIn(400), readTwin: all(200) },
  "confirmer-adresse": { read: all(410), write: all(400) },
  "ce-n-est-pas-moi": { read: all(410), write: all(410) },
  "premiere-administratrice": { read: all(410), write: all(400) },
  "courriel-recu": { read: all(410), write: all(410) },
  "factures/:number/:format?": { read: { ...own(200), administrator: 200 }, write: NO_ACTION },
  "admin/mes-adresses": { read: signedIn(200), write: signedIn(400) },
  // The id is no postal code: it has no towns.
  "villes/:code": { read: anybody, write: NO_ACTION },
  "admin/account": { read: signedIn(200), write: NO_ACTION },
  "admin/parametre-compte": { read: signedIn(200), write: signedIn(400) },
  "admin/parametre-compte/supprimer": { read: signedIn(200), write: signedIn(400) },
  "admin/parametre-compte/mes-donnees": { read: signedIn(200), write: NO_ACTION },
  "compte-supprime": { read: anybody, write: NO_ACTION },
  "admin/my-orders": { read: signedIn(200), write: NO_ACTION },
  "admin/my-orders/:id": { read: own(200), write: own(400) },
  "admin/my-orders/:id/annuler": { read: own(200), write: own(400) },
  "admin/my-orders/:id/retard": { read: own(200), write: own(400) },
  "admin/tableau-de-bord": { read: adminOnly(200), write: NO_ACTION },
  "admin/produits": { read: adminOnly(200), write: adminOnly(400) },
  "admin/produits/importer": { read: adminOnly(200), write: adminOnly(400) },
  "admin/produits/prix": { read: adminOnly(200), write: adminOnly(400) },
  "admin/produits/prix/nouveau": { read: adminOnly(200), write: adminOnly(400) },
  "admin/new/product": { read: adminOnly(200), write: adminOnly(400) },
  "admin/edict-product/:id": { read: adminOnly(200), write: adminOnly(400) },
  "admin/notifications": { read: adminOnly(200), write: adminOnly(200) },
  "admin/verifications": { read: adminOnly(200), write: adminOnly(400) },
  "admin/avis": { read: adminOnly(200), write: adminOnly(400) },
  // The id is a product's: no review has it.
  "signaler-avis/:id": { read: all(404), write: all(404) },
  "gestion-des-avis": { read: anybody, write: NO_ACTION },
  "admin/commandes": { read: adminOnly(200), write: adminOnly(400) },
  "admin/commandes/remise": { read: adminOnly(200), write: adminOnly(400) },
  "admin/commandes/bons": { read: adminOnly(200), write: NO_ACTION },
  "admin/commandes/:id/sans-compte": { read: adminOnly(200), write: adminOnly(400) },
  // The order has no label.
  "admin/commandes/:id/colis.pdf": { read: adminOnly(404), write: NO_ACTION },
  "admin/commandes/:id/colis": { read: adminOnly(200), write: adminOnly(400) },
  // Redirects to the oldest order.
  "admin/preparation": { read: adminOnly("/admin/preparation"), write: adminOnly(400) },
  "admin/preparation/numeros": { read: adminOnly(200), write: adminOnly(400) },
  "admin/commandes/:id/remboursement": { read: adminOnly(200), write: adminOnly(400) },
  "admin/paiements": { read: adminOnly(200), write: adminOnly(400) },
  "admin/paiements/rapprochement": { read: adminOnly(200), write: adminOnly(200) },
  "admin/paiements/rapprochement.csv": { read: adminOnly(200), write: NO_ACTION },
  "admin/fiscal": { read: adminOnly(200), write: NO_ACTION },
  "admin/fiscal/jours.csv": { read: adminOnly(200), write: NO_ACTION },
  "admin/fiscal/journal.csv": { read: adminOnly(200), write: NO_ACTION },
  "admin/fiscal/fec.txt": { read: adminOnly(200), write: NO_ACTION },
  "admin/fiscal/ventes.csv": { read: adminOnly(200), write: NO_ACTION },
  "admin/fiscal/attestation": { read: adminOnly(200), write: NO_ACTION },
  "admin/commandes/:id/lots": { read: adminOnly(200), write: adminOnly(400) },
  "admin/commandes/:id/retour": { read: adminOnly(200), write: adminOnly(400) },
  "admin/retours": { read: adminOnly(200), write: NO_ACTION },
  "admin/retours/:id": { read: adminOnly(404), write: adminOnly(400) },
  "admin/rappels": { read: adminOnly(200), write: NO_ACTION },
  "admin/rappels/nouveau": { read: adminOnly(200), write: adminOnly(400) },
  // The id is an order's: no recall has it.
  "admin/rappels/:id": { read: adminOnly(404), write: adminOnly(400) },
  "admin/effets-indesirables": { read: adminOnly(200), write: adminOnly(400) },
  "effet-indesirable": { read: anybody, write: all(400) },
  rappels: { read: anybody, write: NO_ACTION },
  "rappels/:id": { read: all(404), write: NO_ACTION },
  "admin/stock": { read: adminOnly(200), write: NO_ACTION },
  "admin/stock/import": { read: adminOnly(200), write: adminOnly(400) },
  "admin/stock/:id": { read: adminOnly(200), write: adminOnly(400) },
  "admin/stock.csv": { read: adminOnly(200), write: NO_ACTION },
  "admin/retractations": { read: adminOnly(200), write: adminOnly(400) },
  "admin/historique": { read: adminOnly(200), write: NO_ACTION },
  "admin/courriels": { read: adminOnly(200), write: adminOnly(400) },
  "admin/courriels/:key": { read: adminOnly(404), write: NO_ACTION },
  "admin/mot-de-passe": { read: adminOnly(200), write: adminOnly(403) },
  "admin/ouverture": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages": { read: adminOnly(200), write: NO_ACTION },
  "admin/reglages/identite": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages/apparence": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages/accueil": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages/accueil/apercu": { read: adminOnly(200), write: adminOnly(200) },
  "admin/reglages/pages": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages/pages/apercu": { read: adminOnly(200), write: adminOnly(200) },
  "admin/reglages/contact": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages/mentions-legales": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages/livraison": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages/reductions": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages/comptes": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages/vente": { read: adminOnly(200), write: adminOnly(400) },
  "admin/reglages/courriels": { read: adminOnly(200), write: adminOnly(400) },
  favorite: { read: signedIn(200), write: NO_ACTION },
  "admin/familles": { read: adminOnly(200), write: NO_ACTION },
  // The id is a product's: no family has it.
  "admin/familles/:id": { read: adminOnly(404), write: adminOnly(400) },
  "admin/commandes/:id/bon-de-livraison": { read: adminOnly(200), write: NO_ACTION },
  // Its customer still has the account: nothing is archived.
  "admin/commandes/:id/contrat": { read: adminOnly(404), write: NO_ACTION },
  "admin/produits.csv": { read: adminOnly(200), write: NO_ACTION },
  "admin/commandes.csv": { read: adminOnly(200), write: NO_ACTION },
  "admin/produits/importer/modele.csv": { read: adminOnly(200), write: NO_ACTION },
  "admin/produits/importer/:id/lignes-fautives.csv": { read: adminOnly(404), write: NO_ACTION },
  contact: { read: anybody, write: all(400) },
  retractation: { read: anybody, write: all(400) },
  faqs: { read: anybody, write: NO_ACTION },
  "apropos-de-nous": { read: anybody, write: NO_ACTION },
  "plitique-de-confidentialite": { read: anybody, write: NO_ACTION },
  "condition-generale-de-vente": { read: anybody, write: NO_ACTION },
  "condition-generale-de-vente/:hash": { read: all(404), write: NO_ACTION },
  accessibilite: { read: anybody, write: NO_ACTION },
  "mentions-legales": { read: anybody, write: NO_ACTION },
  "perturbateurs-endocriniens.json": { read: anybody, write: NO_ACTION },
  "sitemap.xml": { read: anybody, write: NO_ACTION },
  "robots.txt": { read: anybody, write: NO_ACTION },
  "manifest.webmanifest": { read: anybody, write: NO_ACTION },
  // « * » is the route of unknown paths.
  "*": { read: all(404), write: all(404) },
};

type Listed = { path: string; file: string };
function list(entries: readonly RouteConfigEntry[]): Listed[] {
  return entries.flatMap(({ path, index, file, children }) => [
    ...(path !== undefined || index ? [{ path: path ?? "", file }] : []),
    ...list(children ?? []),
  ]);
}
const listed = list(routes);

let productId = "";
let orderId = "";
let invoice = "";
beforeAll(async () => {
  productId = await insertProduct(shop.db, { name: "crème au lin", price: 34 });
  await customer.post("/panier", orderForm([{ id: productId, qty: 1 }], 3400));
  orderId = (await shop.db.select({ id: orders.id }).from(orders))[0]!.id;
  await shop.db.update(orders).set({ isPaid: true, paidAt: new Date() });
  invoice = await shop.db.transaction(
    async (tx) => (await invoiceFor(tx, orderId, shop.settings.current().shop)).number,
  );
});

/** The URL with `:id` and `:number` filled in, and its .data URL. */
function addresses(path: string): { page: string; twin: string } {
  const isOrder = /payement|my-orders|commandes/.test(path);
  const name = path
    .replace(":id", isOrder ? orderId : productId)
    .replace(":number", invoice)
    .replace("/:format?", "")
    .replace(":key", "rien")
    .replace("*", "nulle/part");
  return { page: `/${name}`, twin: `/${name || "_"}.data` };
}

/** A status, or the path of a redirect, which a .data response contains in its body. */
async function outcomeOf(answer: Response): Promise<Answer> {
  if (answer.status === 202)
    return /"(\/[^"?#]*)/.exec(await answer.text())?.[1] ?? "a redirect to nowhere";
  await answer.body?.cancel().catch(() => undefined);
  if (answer.status !== 302) return answer.status;
  return new URL(answer.headers.get("location") ?? "", shop.url).pathname;
}

const expected = (answer: Answer) =>
  typeof answer === "string" ? answer.replace(":id", productId) : answer;

test("every route has a rule, and every rule has a route", () => {
  expect(listed.map(({ path }) => path).sort()).toEqual(Object.keys(RULES).sort());
});

describe.each(listed)("/$path", ({ path, file }) => {
  const rule = RULES[path] ?? { read: all(500), write: all(500), readTwin: undefined };
  const source = readFileSync(`app/${file}`, "utf8");
  const hasAction = /^export .*\baction\b/m.test(source);
  const isResource = !/^export default/m.test(source);

  test("its file exists, and has an action exactly if the rule expects one", () => {
    expect(existsSync(`app/${file}`)).toBe(true);
    expect(rule.write === NO_ACTION).toBe(!hasAction);
  });

  for (const person of Object.keys(people) as Person[]) {
    test(`read by ${person}`, async () => {
      const { page, twin } = addresses(path);
      expect(await outcomeOf(await people[person].get(page))).toBe(expected(rule.read[person]));
      const readTwin = (rule.readTwin ?? rule.read)[person];
      expect(await outcomeOf(await people[person].get(twin))).toBe(expected(readTwin));
    });

    test(`written to by ${person}`, async () => {
      const { page, twin } = addresses(path);
      // Signing out would end the session that other tests use: a new customer each time.
      const who =
        path !== "deconnexion" || person === "visitor" ? people[person] : await shop.customer();
      expect(await outcomeOf(await who.post(page, {}))).toBe(expected(rule.write[person]));
      const again = path === "deconnexion" && person !== "visitor" ? await shop.customer() : who;
      if (!isResource || hasAction)
        expect(await outcomeOf(await again.post(twin, {}))).toBe(expected(rule.write[person]));
    });
  }
});

describe("endpoints other than routes", () => {
  const body = Buffer.from("une image");
  const endpoints: [string, (person: Person) => Promise<Response>, Rule][] = [
    ["GET /healthz", (who) => people[who].get("/healthz"), anybody],
    ["GET /readyz", (who) => people[who].get("/readyz"), anybody],
    ["GET /media/…", (who) => people[who].get("/media/images/rien/rien.jpg"), all(404)],
    [
      "GET /televersements",
      (who) => people[who].get("/televersements"),
      { ...all(404), visitor: 401 },
    ],
    [
      "create a product upload",
      (who) => createUpload(people[who], { kind: "product", body }),
      { ...all(403), visitor: 401, administrator: 201 },
    ],
    [
      "create an avatar upload",
      (who) => createUpload(people[who], { kind: "avatar", body }),
      { ...all(201), visitor: 401 },
    ],
    [
      "HEAD of the customer's upload",
      async (who) => {
        const opened = await createUpload(customer, { kind: "avatar", size: body.length });
        return tusRequest(people[who], "HEAD", opened.headers.get("location")!);
      },
      { ...all(404), visitor: 401, customer: 200 },
    ],
  ];
  for (const [name, open, rule] of endpoints)
    for (const person of Object.keys(people) as Person[])
      test(`${name} by ${person}`, async () => {
        expect(await outcomeOf(await open(person))).toBe(rule[person]);
      });
});
