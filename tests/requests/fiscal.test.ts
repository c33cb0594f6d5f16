import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { findFault } from "#app/fiscal/fiscal-journal.server.ts";
import { paragraphs, readMigration } from "#db/migrate.ts";
import { brokenInvariants } from "../support/money-invariants.ts";
import { payOrder, placeOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { textOf } from "../support/text-of.ts";

/* The journal of payments (docs/decisions/0062-fiscal-journal.md). */
const shop = await openShop();
const { db, sql } = shop;
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true });
const ON_DELIVERY = { paymentMethod: "Paiement à la livraison" };

type Row = { sequence: number; kind: string; origin: string; order_id: string; hash: string };
const entries = () => sql<Row[]>`SELECT * FROM fiscal_entries ORDER BY sequence`;
const page = async () => textOf(await admin.read("/admin/fiscal"));
const deliver = (id: string) => admin.post("/admin/commandes", { intent: "deliver", id });
const refund = (id: string, fields: Record<string, string>) =>
  admin.post(`/admin/commandes/${id}/remboursement`, {
    reason: "Flacon fendu",
    seen: "0",
    confirmed: "1",
    ...fields,
  });
/** Runs statements as somebody with full access to the database, past the triggers. */
const tamper = (statements: string) =>
  sql.unsafe(`BEGIN; SET LOCAL session_replication_role = replica; ${statements}; COMMIT`);

test("settled online, cash delivered and refunded make one entry each; the journal equals the invoices", async () => {
  expect(await page()).toContain("Le journal est vide.");
  const { orderId: paid } = await payOrder(shop, customer, { price: 34 });
  const cash = await placeOrder(shop, customer, ON_DELIVERY);
  expect(await entries()).toHaveLength(1);
  await deliver(paid);
  await deliver(cash);
  await deliver(cash);
  await refund(paid, { intent: "rest" });
  expect(await entries()).toMatchObject([
    { kind: "online", origin: "shop", order_id: paid, amount_cents: 3400, vat_cents: 567 },
    { kind: "cash", origin: "shop", order_id: cash, amount_cents: 3400, vat_cents: 567 },
    { kind: "refund", origin: "shop", order_id: paid, amount_cents: -3400, vat_cents: -567 },
  ]);
  expect(await brokenInvariants(sql)).toEqual({});
  const shown = await page();
  for (const text of [
    "Chaîne intacte",
    "3 écritures",
    "Encaissement à la livraison",
    "F-20",
    "Un paiement reçu avec un écart (second encaissement, autre montant) n’y est pas : il attend",
  ])
    expect(shown).toContain(text);
  expect(shown).not.toContain("rompue");
});

test("entries are never changed, removed or emptied by ordinary statements", async () => {
  for (const table of ["fiscal_entries", "fiscal_closures"])
    for (const statement of [
      `UPDATE ${table} SET hash = 'x'`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ])
      await expect(sql.unsafe(statement), statement).rejects.toThrow(/never altered/);
});

test("an altered column of any entry, past the triggers, is found and its entry is named", async () => {
  const changes = [
    "amount_cents = amount_cents + sign(amount_cents)::integer",
    "vat_cents = vat_cents + 1",
    "vat_percent = 5.5",
    "happened_at = happened_at + interval '1 microsecond'",
    "recorded_at = recorded_at - interval '1 microsecond'",
    "order_id = order_id || ' '",
    "document = 'F-2000-000001'",
    "origin = 'import'",
    "hash = overlay(hash PLACING CASE right(hash, 1) WHEN '0' THEN '1' ELSE '0' END FROM 64)",
  ];
  for (const change of changes)
    for (const sequence of [1, 2, 3]) {
      await sql.unsafe(
        "DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT * FROM fiscal_entries",
      );
      await tamper(`UPDATE fiscal_entries SET ${change} WHERE sequence = ${sequence}`);
      expect(await findFault(db), change).toMatchObject({ kind: "entry", sequence });
      if (sequence === 2) expect(await page()).toContain("Chaîne rompue à l’écriture n° 2");
      await tamper("TRUNCATE fiscal_entries; INSERT INTO fiscal_entries SELECT * FROM kept");
      expect(await findFault(db)).toBeNull();
    }
});

/** Recomputes the chain of hashes from this row on, as somebody with full access to the database. */
const rehash = (table: "fiscal_entries" | "fiscal_closures", from: number) => `
  DO $$ DECLARE one ${table}; previous text; BEGIN
    FOR one IN SELECT * FROM ${table} WHERE sequence >= ${from} ORDER BY sequence LOOP
      SELECT hash INTO previous FROM ${table} WHERE sequence = one.sequence - 1;
      UPDATE ${table} SET hash = fiscal_hash(previous, fiscal_content(one)) WHERE sequence = one.sequence;
    END LOOP;
  END $$`;

test("an entry that isn't its document's is found, also when its hash was recomputed", async () => {
  await sql.unsafe("DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT * FROM fiscal_entries");
  for (const change of [
    "amount_cents = amount_cents - sign(amount_cents)::integer",
    "vat_cents = vat_cents + 1",
    "vat_percent = 5.5",
    "order_id = order_id || ' '",
    "document = NULL",
    "document = 'F-2000-000001'",
  ])
    for (const sequence of [1, 2, 3]) {
      await tamper(`UPDATE fiscal_entries SET ${change} WHERE sequence = ${sequence};
        ${rehash("fiscal_entries", sequence)}`);
      expect(await findFault(db), change).toMatchObject({ kind: "paper", sequence });
      if (sequence === 3) expect(await page()).toContain("Chaîne rompue à l’écriture n° 3");
      await tamper("TRUNCATE fiscal_entries; INSERT INTO fiscal_entries SELECT * FROM kept");
      expect(await findFault(db)).toBeNull();
    }
  await tamper(`INSERT INTO fiscal_entries SELECT 4, 'online', 'shop', 'FANTOME', NULL, NULL, 9999, 20, 1666, now(), now(), '';
    ${rehash("fiscal_entries", 4)}`);
  expect(await findFault(db)).toMatchObject({ kind: "paper", sequence: 4, document: null });
  expect(await page()).toContain("elle n’a ni facture ni avoir");
  await tamper("TRUNCATE fiscal_entries; INSERT INTO fiscal_entries SELECT * FROM kept");
});

test("a removed entry is found: in the middle the next one is named, at the end its invoice", async () => {
  await sql.unsafe("DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT * FROM fiscal_entries");
  await tamper("DELETE FROM fiscal_entries WHERE sequence = 2");
  expect(await findFault(db)).toMatchObject({ kind: "entry", sequence: 3 });
  await tamper("DELETE FROM fiscal_entries WHERE sequence = 3");
  const [cash] = await sql`SELECT number FROM invoices WHERE kind = 'invoice' ORDER BY number DESC`;
  expect(await findFault(db)).toEqual({ kind: "missing", document: cash!["number"] });
  expect(await page()).toContain(`Chaîne rompue à la pièce ${cash!["number"]}`);
  await tamper("TRUNCATE fiscal_entries; INSERT INTO fiscal_entries SELECT * FROM kept");
  expect(await findFault(db)).toBeNull();
});

test("concurrent settlements make one chain without a gap", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 24; count++) ids.push(await placeOrder(shop, customer, ON_DELIVERY));
  const before = (await entries()).length;
  await Promise.all(ids.map(deliver));
  const all = await entries();
  expect(all.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: before + 24 }, (_, index) => index + 1),
  );
  expect(await findFault(db)).toBeNull();
  expect(await brokenInvariants(sql)).toEqual({});
});

test("the archive's hashes are the SHA-256 of the previous one and the content", async () => {
  const answer = await admin.get("/admin/fiscal/journal.csv");
  const rows = parse(await answer.text(), { delimiter: ";", bom: true, columns: true }) as Record<
    string,
    string
  >[];
  expect(rows).toHaveLength((await entries()).length);
  let previous = "";
  for (const row of rows) {
    const hash = createHash("sha256")
      .update(previous + row["contenu"])
      .digest("hex");
    expect(row["empreinte"]).toBe(hash);
    previous = hash;
  }
});

test("sums by day and VAT rate: count, base, VAT and total, within the asked days", async () => {
  const read = async (search: string) =>
    parse(await (await admin.get(`/admin/fiscal/jours.csv${search}`)).text(), {
      delimiter: ";",
      bom: true,
      columns: true,
    }) as Record<string, string>[];
  const [day, ...others] = await read("");
  expect(others).toEqual([]);
  const [sum] = await sql`SELECT count(*) FILTER (WHERE kind = 'invoice')::text AS count,
    (sum(total_cents) FILTER (WHERE kind = 'invoice') / 100)::text AS total FROM invoices`;
  expect(day).toMatchObject({
    devise: "EUR",
    "taux de TVA (%)": "20",
    encaissements: sum!["count"],
    "encaissé TTC": `${sum!["total"]},00`,
    remboursements: "1",
    "base remboursée": "28,33",
    "TVA remboursée": "5,67",
    "remboursé TTC": "34,00",
  });
  expect(await read("?au=2020-01-01")).toEqual([]);
});

test("the attestation can be printed; no page claims a certification", async () => {
  expect(await page()).toMatch(
    /Factures électroniques Depuis le 1er septembre 2026, toute entreprise reçoit .*À partir du 1er septembre 2027/,
  );
  const attestation = textOf(await admin.read("/admin/fiscal/attestation"));
  expect(attestation).toContain("3° bis du I de l’article 286");
  for (const text of [attestation, await page()]) expect(text).not.toMatch(/certifi/i);
});

test("an order inserted settled is an import's; what preceded the journal is added by the migration, and marked", async () => {
  await sql.unsafe("DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT * FROM fiscal_entries");
  const history = paragraphs(await readMigration("0016_fiscal_history.sql"));
  await tamper("TRUNCATE fiscal_entries");
  // Twice: an interrupted migration runs again.
  for (const statement of [...history, ...history]) await sql.unsafe(statement);
  const added = await entries();
  const kept = await sql<Row[]>`SELECT * FROM kept ORDER BY sequence`;
  expect(added.map(({ order_id, kind }) => `${kind} ${order_id}`).sort()).toEqual(
    kept.map(({ order_id, kind }) => `${kind} ${order_id}`).sort(),
  );
  expect(new Set(added.map(({ origin }) => origin))).toEqual(new Set(["migration"]));
  expect(await findFault(db)).toBeNull();
  expect(await brokenInvariants(sql)).toEqual({});
  expect(await page()).toContain("Repris à la mise à jour");

  await sql`WITH source AS (SELECT * FROM orders LIMIT 1), copy AS (
      INSERT INTO orders (id, idempotency_key, total_cents, shipping_method, payment_method, shipping_address, phone_number,
        customer_name, shipping_from, shipping_until, terms_version, is_paid, paid_at)
      SELECT '0123456789ABCDEFGHJKMNPQRS', 'x', total_cents, shipping_method, 'Paiement securisé en ligne', shipping_address,
        phone_number, customer_name, shipping_from, shipping_until, terms_version, true, '2025-03-02T10:00:00Z' FROM source
      RETURNING id, total_cents)
    INSERT INTO order_lines (order_id, position, product_id, name, unit_price_cents, quantity)
    SELECT id, 0, 'p', 'x', total_cents, 1 FROM copy`;
  expect((await entries()).at(-1)).toMatchObject({
    origin: "import",
    document: null,
    happened_at: expect.stringContaining("2025-03-02 10:00:00"),
  });
  await sql.unsafe(`BEGIN; DELETE FROM orders WHERE id = '0123456789ABCDEFGHJKMNPQRS'; COMMIT`);
  await tamper("TRUNCATE fiscal_entries; INSERT INTO fiscal_entries SELECT * FROM kept");
});

test("months and years are closed in Paris time, in a chain of their own; no entry is added to a closed month", async () => {
  const [{ closed: none } = {}] = await sql`SELECT close_fiscal_periods() AS closed`;
  expect(none).toBe(0);
  // The months up to the next January and the year: time is an argument.
  await sql`SELECT close_fiscal_periods(
    date_trunc('year', now() AT TIME ZONE 'Europe/Paris') AT TIME ZONE 'Europe/Paris' + interval '1 year 12 hours')`;
  const closures = await sql<
    { period: string; settled_cents: string; perpetual_cents: string; ends_at: string }[]
  >`SELECT * FROM fiscal_closures ORDER BY sequence`;
  const [sum] = await sql`
    SELECT sum(amount_cents)::text AS all, (sum(amount_cents) FILTER (WHERE kind <> 'refund'))::text AS settled
    FROM fiscal_entries`;
  const [year] = closures.at(-1)!.period.split("-");
  expect(closures.at(-2)!.period).toBe(`${year}-12`);
  expect(closures.at(-1)).toMatchObject({
    period: year,
    settled_cents: sum!["settled"],
    perpetual_cents: sum!["all"],
  });
  expect(closures[0]).toMatchObject({ settled_cents: sum!["settled"] });
  expect(await page()).toContain(`Année ${year}`);

  await payOrder(shop, customer);
  const [last] = await sql`SELECT recorded_at FROM fiscal_entries ORDER BY sequence DESC LIMIT 1`;
  expect(new Date(last!["recorded_at"] as string).getTime()).toBeGreaterThanOrEqual(
    new Date(closures.at(-1)!.ends_at).getTime(),
  );
  expect(await findFault(db)).toBeNull();

  const { period } = closures[0]!;
  for (const change of ["settled_cents = settled_cents + 1", "perpetual_cents = 0"]) {
    await sql.unsafe(
      "DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT * FROM fiscal_closures",
    );
    await tamper(`UPDATE fiscal_closures SET ${change} WHERE sequence = 1`);
    expect(await findFault(db)).toEqual({ kind: "closure", period });
    expect(await page()).toContain("Chaîne rompue à la clôture");
    await tamper("TRUNCATE fiscal_closures; INSERT INTO fiscal_closures SELECT * FROM kept");
  }

  // Also when the hashes of the closures were recomputed.
  const count = closures.length;
  for (const [change, sequence] of [
    ["perpetual_cents = perpetual_cents + 1", count - 1],
    ["perpetual_cents = perpetual_cents + 1", count],
    ["first_entry = first_entry + 1", count - 1],
    [
      "last_entry = last_entry - 1, last_hash = (SELECT hash FROM fiscal_entries WHERE sequence = last_entry - 1)",
      count - 1,
    ],
  ] as const) {
    await sql.unsafe(
      "DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT * FROM fiscal_closures",
    );
    await tamper(
      `UPDATE fiscal_closures SET ${change} WHERE sequence = ${sequence}; ${rehash("fiscal_closures", sequence)}`,
    );
    expect(await findFault(db), change).toMatchObject({ kind: "closure" });
    await tamper("TRUNCATE fiscal_closures; INSERT INTO fiscal_closures SELECT * FROM kept");
    expect(await findFault(db)).toBeNull();
  }
});
