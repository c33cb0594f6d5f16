import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ulid } from "ulid";
import { diskStorage } from "#app/media/storage.server.ts";
import { connect } from "#app/platform/db.server.ts";
import type { Sql } from "#app/platform/postgres.server.ts";
import manifest from "../../package.json" with { type: "json" };
import { writeBackup } from "../../server/backup/write-backup.ts";
import { runningUrl } from "../../server/postgres.ts";
import { Browser } from "./browser.ts";
import { addOrders, must } from "./fixture-orders.ts";
import { startShop, stopShop } from "./production-shop.ts";
import { createUpload, sendPicture } from "./tus.ts";

/*
 * node tests/support/make-backup-fixture.ts [port]
 * Writes tests/fixtures/<version>.backup: a small shop with rows in every table, made by the built shop of this version.
 * Every later version restores and migrates it (tests/requests/former-backups.test.ts). Run it once per release, after
 * `npm run build`.
 */
const PORT = Number(process.argv[2] ?? 3918);
const PASSWORD = "Mot-de-passe-1";
const PICTURE = readFileSync("db/demo/images/spray-demelant-fleur-de-coton/1.jpg");
const file = `tests/fixtures/${manifest.version}.backup`;
const folder = mkdtempSync(join(tmpdir(), "eclat-fixture-"));

const env = { DEMO: "0", RELAY_SIMULATOR: "1" };
const { shop, url } = await startShop({ port: PORT, folder, env });
const databaseUrl = runningUrl(folder)!;
const { sql } = connect(databaseUrl, { max: 1 });
try {
  await fill(sql);
  // Mails are sent, and pictures have their renditions.
  await until(async () => {
    const waiting = await sql`
      SELECT FROM mails WHERE sent_at IS NULL UNION ALL SELECT FROM pictures WHERE NOT has_renditions`;
    return waiting.length === 0;
  });
  rmSync(file, { force: true });
  const storage = diskStorage(join(folder, "files"));
  const written = await writeBackup({ url: databaseUrl, storage }, file);
  console.log(written);
  const rows = written.kind === "written" ? Object.entries(written.rows) : [];
  const empty = rows.filter(([, count]) => count === 0).map(([table]) => table);
  if (empty.length > 0) throw new Error(`these tables have no row: ${empty.join(", ")}`);
} finally {
  await sql.end();
  await stopShop(shop);
  rmSync(folder, { recursive: true, force: true });
}

async function fill(database: Sql): Promise<void> {
  await database`INSERT INTO shop_state (is_open) VALUES (true)`;
  await database`INSERT INTO shop_proofs (name) VALUES ('webhook')`;
  await until(async () => (await fetch(`${url}/boutique`)).status === 200);
  const admin = await signUp("Nora Lefèvre", "admin@exemple.fr");
  await database`UPDATE profiles SET is_admin = true WHERE email = 'admin@exemple.fr'`;
  const claire = await signUp("Claire Aubry", "claire@exemple.fr");

  const contact = { version: "0", email: "bonjour@exemple.fr", phone: "01 99 00 38 12" };
  await must(admin.post("/admin/reglages/contact", contact));

  const products = await addProducts(database, admin);
  const [cream = "", scent = ""] = products;
  await must(claire.post(`/produit/${cream}`, { rate: "5", text: "Texture qui fond." }));
  const [review] = await database<{ id: string }[]>`SELECT id FROM comments`;
  await must(
    claire.post(`/signaler-avis/${review!.id}`, {
      reason: "other",
      explanation: "Ce n’est pas ce produit.",
      name: "Claire Aubry",
      email: "claire@exemple.fr",
      faith: "1",
    }),
  );
  await must(claire.post(`/produit/${scent}`, { rate: "3", text: "Trop légère." }));
  const [other] = await database<{ id: string }[]>`
    SELECT id FROM comments WHERE product_id = ${scent}`;
  await must(claire.post(`/produit/${scent}`, { intent: "supprimer", avis: other!.id }));
  await must(
    admin.post("/admin/produits/prix/nouveau", {
      cle: ulid(),
      genre: "percent",
      valeur: "20",
      debut: "",
      fin: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T08:00`,
      produits: scent,
    }),
  );
  await must(claire.post(`/favoris/${scent}`, { voulu: "1" }));
  await must(
    claire.post("/admin/mes-adresses", {
      kind: "delivery",
      name: "Claire Aubry",
      street: "14 rue des Lilas",
      postalCode: "69003",
      town: "Lyon",
      country: "FR",
    }),
  );
  await addStock(database, admin, cream);
  await addOrders(claire, admin, products);
  // The payments as the provider lists them.
  await must(admin.post("/admin/paiements/rapprochement", {}));
  await must(
    claire.post("/contact", {
      title: "Livraison",
      message: "Livrez-vous en Corse ?",
      email: "claire@exemple.fr",
      company: "Institut Alba",
      name: "Claire Aubry",
      phoneNumber: "01 99 00 38 11",
    }),
  );
  const avatar = await sendPicture(claire, "avatar", PICTURE);
  await must(claire.post("/admin/parametre-compte", { intent: "photo", upload: avatar.id }));
  await must(
    claire.post("/admin/parametre-compte", {
      name: "Claire Aubry",
      dateOfBirth: "1990-02-28",
      phone: "06 12 34 56 78",
      email: "claire.aubry@exemple.fr",
    }),
  );
  // An upload that no form has claimed.
  await must(createUpload(claire, { kind: "avatar", body: PICTURE }));
  // Rows of rare events.
  await database`SELECT close_fiscal_periods(now() + interval '32 days')`;
  await database`INSERT INTO former_addresses (token_hash, user_id, email)
    SELECT 'fixture', id, 'c.aubry@exemple.fr' FROM users WHERE email = 'claire@exemple.fr'`;
  await database`INSERT INTO safety_contacts (order_id, email, keep_until)
    SELECT id, 'ancienne@exemple.fr', '2029-11-25' FROM orders LIMIT 1`;
  await database`INSERT INTO archived_contracts (order_id, contract, keep_until)
    SELECT id, '{"number": "X"}', '2036-11-25' FROM orders LIMIT 1`;
  await database`INSERT INTO withdrawal_endings (withdrawal_id, reason)
    SELECT id, 'Les produits ne sont jamais revenus.' FROM withdrawals`;
  await database`INSERT INTO imported_fields VALUES ('products', ${cream}, '{"surnom": "la douce"}')`;
  await database`INSERT INTO stock_waiters (id, product_id, email, token_hash)
    VALUES ('01KAWAITERWAITERWAITERWA00', ${cream}, 'marie@exemple.fr', 'fixture')`;
  await database`INSERT INTO reminder_refusals (address_hash) VALUES (encode(sha256('paul@exemple.fr'), 'hex'))`;
  await database`INSERT INTO payment_breaks (id, order_id, payment_id, kind, detail)
    SELECT id, order_id, id, 'amount', '12,00 €' FROM payments WHERE state = 'created'`;
}

/** Counts a product, has it cross its alert level, and applies a file of movements. */
async function addStock(database: Sql, admin: Browser, id: string): Promise<void> {
  const path = `/admin/stock/${id}`;
  await must(admin.post(path, { intent: "start", key: "FIXTURE".padEnd(26, "0"), pieces: "20" }));
  await must(admin.post(path, { intent: "level", level: "15" }));
  const loss = { intent: "loss", key: "FIXTURE".padEnd(26, "1"), pieces: "6", note: "Casse" };
  await must(admin.post(path, loss));
  const body = new FormData();
  body.set("intent", "check");
  body.set("file", new File([`reference;mouvement\n${id};+2\n`], "stock.csv"));
  const headers = { origin: admin.origin };
  await must(admin.fetch("/admin/stock/import", { method: "POST", body, headers }));
  const [file] = await database<{ id: string }[]>`SELECT id FROM stock_imports`;
  await must(admin.post("/admin/stock/import", { intent: "apply", import: file!.id }));
}

/** Adds two products by the form; imports a CSV file that changes one, adds one and has a faulty line. Returns the two ids. */
async function addProducts(database: Sql, admin: Browser): Promise<string[]> {
  const texts = { description: "Onctueuse.", composition: "Aqua", category: "Soins de la peau" };
  const facts = {
    netQuantity: "50 ml",
    paoMonths: "12",
    precautions: "Usage externe.",
    responsiblePerson: "Labo Vert, 3 rue du Port, 29200 Brest",
    origin: "Fabriqué en France",
    ean: "96385074",
    sorting: "Pot : conteneur à verre.",
  };
  for (const [name, reference] of [
    ["crème au lin", "ECL-001"],
    ["eau de figue", "ECL-002"],
  ] as const) {
    const { id } = await sendPicture(admin, "product", PICTURE);
    const form = {
      ...texts,
      ...facts,
      name,
      reference,
      price: "34",
      sellingType: "en Vedette",
      upload: id,
    };
    await must(admin.post("/admin/new/product", form));
  }
  const rows = await database<{ id: string }[]>`SELECT id FROM products ORDER BY id`;
  const ids = rows.map(({ id }) => id);

  const body = new FormData();
  body.set("intent", "check");
  const lines = ["id;nom;prix;catégorie;description", `${ids[1]};Eau de figue;40;Parfums;`];
  lines.push(";Savon d’Alep;8;Autres;", ";Faute;12€;Jardin;");
  body.set("file", new File([lines.join("\n")], "catalogue.csv", { type: "text/csv" }));
  const path = "/admin/produits/importer";
  const headers = { origin: admin.origin };
  const checked = await must(admin.fetch(path, { method: "POST", body, headers }));
  const importId = new URL(checked.headers.get("location")!, url).searchParams.get("import")!;
  await must(admin.post(path, { intent: "start", import: importId, vider: "oui" }));
  await until(async () => {
    const [found] = await database`SELECT state FROM product_imports WHERE id = ${importId}`;
    return found?.["state"] === "done";
  });
  const member = (id: string | undefined, label: string) => ({ id, label, colour: "#C08080" });
  await must(
    admin.post("/admin/familles/nouvelle", {
      intent: "save",
      id: ulid(),
      version: "0",
      name: "Famille d’essai",
      kind: "teinte",
      members: JSON.stringify([member(ids[0], "Rose nude"), member(ids[1], "Corail")]),
    }),
  );
  return ids;
}

async function signUp(name: string, email: string): Promise<Browser> {
  const browser = new Browser(url);
  const form = { name, email, password: PASSWORD, confirmation: PASSWORD, mode: "inscription" };
  await must(browser.post("/connexion?mode=inscription", form));
  return browser;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 200) {
    if (waited > 60_000) throw new Error("waited for a minute in vain");
    await sleep(200);
  }
}
