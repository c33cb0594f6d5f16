import { parse } from "csv-parse/sync";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { netOf } from "#app/payouts/month-sums.ts";
import { readTransactions } from "#app/payouts/read-transactions.server.ts";
import { readMonths } from "#app/payouts/reconciliation.server.ts";
import { parisDay } from "#app/ui/french-date.ts";
import { fecFaults, parseFec } from "../support/fec.ts";
import { payOrder } from "../support/paying.ts";
import { openShop } from "../support/shop.ts";
import { openSimulator } from "../support/simulator.ts";
import { textOf } from "../support/text-of.ts";

/* PayPal's own transactions against the shop's payments (docs/decisions/0081-payouts.md). */
const shop = await openShop();
const { sql } = shop;
const simulator = openSimulator(shop.url);
const customer = await shop.customer();
const admin = await shop.customer({ isAdmin: true });
const PATH = "/admin/paiements/rapprochement";
const page = async (search = "") => textOf(await admin.read(`${PATH}${search}`));
const refresh = () => admin.post(PATH, {});
const euros = (value: string) => ({ currency_code: "EUR", value });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const rows = () => sql<Record<string, unknown>[]>`
  SELECT id, kind, amount_cents, fee_cents, status, year, number FROM provider_transactions ORDER BY moved_at, id`;
/** As if the readings had come this far. */
const readUntil = (moment: string) =>
  sql.unsafe(`UPDATE provider_readings SET read_until = ${moment}`);
const captureOf = async (orderId: string) =>
  (
    await sql<{ id: string }[]>`SELECT capture_id AS id FROM payments WHERE order_id = ${orderId}`
  )[0]!.id;
afterEach(() => simulator.clear());

test("nothing is read until an administrator asks for it", async () => {
  expect(await page()).toContain("Lire les mouvements PayPal");
  expect(await readTransactions(shop)).toEqual({ kind: "not-started" });
  expect((await customer.get(PATH)).status).not.toBe(200);
  expect(await rows()).toEqual([]);
});

test("a missing permission and a failure are sentences, and the next reading goes on", async () => {
  await simulator.fault("report", "forbidden");
  await refresh();
  expect(await page()).toContain("PayPal n’autorise pas cette lecture");
  await simulator.fault("report", "error");
  await refresh();
  expect(await page()).toContain("PayPal n’a pas donné ses mouvements");
  expect(await readTransactions(shop)).toEqual({ kind: "read", isComplete: true });
  expect(await page()).toContain("Lu jusqu’au");
  expect(await sql`SELECT actor_name FROM audit_events WHERE act = 'payouts-started'`).toHaveLength(
    1,
  );
});

describe("a day of movements", () => {
  let paid: string;
  let capture: string;
  beforeAll(async () => {
    paid = (await payOrder(shop, customer, { price: 34, quantity: 2 })).orderId;
    capture = await captureOf(paid);
    await admin.post(`/admin/commandes/${paid}/remboursement`, {
      intent: "lines",
      reason: "Flacon fendu",
      seen: "0",
      confirmed: "1",
      "quantity-0": "1",
    });
    await simulator.addTransactions([
      { id: "VIREMENT1", code: "T0400", amount: euros("-50.00"), at: hoursAgo(9) },
      { id: "FRAIS1", code: "T0106", amount: euros("-16.00"), at: hoursAgo(8) },
      { id: "RETENUE1", code: "T2107", amount: euros("-20.00"), at: hoursAgo(7) },
      {
        id: "LITIGE1",
        code: "T1201",
        amount: euros("-12.00"),
        referenceId: capture,
        at: hoursAgo(6),
      },
      {
        id: "AILLEURS1",
        code: "T0006",
        amount: euros("8.00"),
        fee: euros("-0.58"),
        at: hoursAgo(5),
      },
      { id: "REFUSE1", code: "T0006", amount: euros("9.00"), status: "D", at: hoursAgo(5) },
    ]);
    await readUntil("now() - interval '22 hours'");
    await refresh();
  });

  test("captures and refunds match by their ids; the rest is listed with what to do", async () => {
    const text = await page();
    expect(text).toContain("2 mouvements sans écart");
    expect(text).toContain("2 écarts");
    expect(text).toMatch(/Litige À expliquer LITIGE1 \(T1201\)/);
    expect(text).toMatch(/Encaissement Seulement chez PayPal AILLEURS1 \(T0006\)/);
    expect(text).toContain("une vente faite ailleurs avec ce compte PayPal");
    expect(text).not.toContain("REFUSE1");
    // 68 + 8 taken, 34 given back, 2,32 + 0,58 + 16 of fees; the hold stays in the balance.
    const months = await readMonths(shop.db, { from: null, until: null });
    expect(months.reduce((sum, month) => sum + netOf(month), 0)).toBe(-3_890);
    expect(months.reduce((sum, { feeCents }) => sum + feeCents, 0)).toBe(-1_890);
  });

  test("reading again changes nothing, also twice at once; while a node reads, others don't", async () => {
    const before = await rows();
    await Promise.all([refresh(), readTransactions(shop), readTransactions(shop)]);
    expect(await rows()).toEqual(before);
    await sql`UPDATE provider_readings SET lease = 'other', leased_until = now() + interval '1 minute'`;
    expect(await readTransactions(shop)).toEqual({ kind: "busy" });
    expect(textOf(await (await refresh()).text())).toContain("Une lecture est en cours");
    // That node died.
    await sql`UPDATE provider_readings SET leased_until = now() - interval '1 second'`;
    expect(await readTransactions(shop)).toEqual({ kind: "read", isComplete: true });
    // A node that was too slow stores nothing.
    const slow = {
      ...shop.paypal,
      listTransactions: async (period: Parameters<typeof shop.paypal.listTransactions>[0]) => {
        await sql`UPDATE provider_readings SET lease = 'other', read_until = now() - interval '4 hours'`;
        return shop.paypal.listTransactions(period);
      },
    };
    expect(await readTransactions({ db: shop.db, paypal: slow })).toEqual({ kind: "busy" });
    expect(
      await sql`SELECT read_until < now() - interval '4 hours' + interval '1 minute' AS same
      FROM provider_readings`,
    ).toEqual([{ same: true }]);
    await sql`UPDATE provider_readings SET lease = NULL, leased_until = NULL`;
  });

  test("the FEC has fees, transfers and disputes, numbered, and not the last hours", async () => {
    const today = parisDay(new Date());
    const bytes = new Uint8Array(
      await (await admin.get(`/admin/fiscal/fec.txt?au=${today}`)).arrayBuffer(),
    );
    const fec = parseFec(bytes);
    expect(fecFaults(fec)).toEqual([]);
    const provider = fec.lines.filter(({ JournalCode }) => JournalCode === "PP");
    expect(
      provider.map(({ CompteNum, Debit, Credit, PieceRef }) => [
        PieceRef,
        CompteNum,
        Debit,
        Credit,
      ]),
    ).toEqual([
      ["VIREMENT1", "517000", "0,00", "50,00"],
      ["VIREMENT1", "512000", "50,00", "0,00"],
      ["FRAIS1", "517000", "0,00", "16,00"],
      ["FRAIS1", "627000", "16,00", "0,00"],
      ["LITIGE1", "517000", "0,00", "12,00"],
      ["LITIGE1", "467000", "12,00", "0,00"],
      ["AILLEURS1", "517000", "0,00", "0,58"],
      ["AILLEURS1", "627000", "0,58", "0,00"],
    ]);
    expect(provider[4]!.EcritureLib).toBe(
      `Litige PayPal, commande ${paid.slice(10).toUpperCase()}`,
    );
  });

  test("the CSV has every movement", async () => {
    const csv = parse(await (await admin.get(`${PATH}.csv`)).text(), {
      bom: true,
      columns: true,
      delimiter: ";",
    }) as Record<string, string>[];
    expect(csv.slice(0, 5).map((row) => [row["nature"], row["rapprochement"]])).toEqual([
      ["Virement", "Propre à PayPal"],
      ["Commission", "Propre à PayPal"],
      ["Retenue", "Propre à PayPal"],
      ["Litige", "À expliquer"],
      ["Encaissement", "Seulement chez PayPal"],
    ]);
    expect(csv).toHaveLength(7);
    expect(csv.find((row) => row["transaction PayPal"] === capture)).toMatchObject({
      rapprochement: "Rapproché",
      "entré chez PayPal": "68,00",
      commission: "2,32",
      "encaissé boutique": "68,00",
    });
  });

  test("planted faults are found: gone at the provider, another amount, unknown to the shop", async () => {
    const [gone, other, unknown] = [
      await payOrder(shop, customer),
      await payOrder(shop, customer),
      await payOrder(shop, customer),
    ];
    const [goneId, otherId, unknownId] = await Promise.all(
      [gone, other, unknown].map(({ orderId }) => captureOf(orderId)),
    );
    await sql`DELETE FROM paypal_simulator.transactions WHERE id = ${goneId!}`;
    await sql`UPDATE paypal_simulator.transactions SET body = jsonb_set(body, '{amount,value}', '"33.00"') WHERE id = ${otherId!}`;
    await sql`UPDATE payments SET state = 'unknown' WHERE capture_id = ${unknownId!}`;
    await refresh();
    // Too recent to be missed.
    expect(await page()).toContain("et 1 autre trop récent");
    await readUntil("now() + interval '1 hour'");
    const text = await page();
    expect(text).toContain("5 écarts");
    expect(text).toMatch(new RegExp(`Seulement dans la boutique ${goneId} .* 34 € Absent`));
    expect(text).toMatch(new RegExp(`Montants différents ${otherId} \\(T0006\\) .* 34 € 33 €`));
    expect(text).toMatch(
      new RegExp(`Seulement chez PayPal ${unknownId} \\(T0006\\) .* Vérifier maintenant`),
    );
    await sql`UPDATE payments SET state = 'captured' WHERE capture_id = ${unknownId!}`;
    await readUntil("now() - interval '3 hours'");
  });

  test("a pending transaction is read again until its money moves; a moved one never changes", async () => {
    await simulator.addTransactions([
      { id: "ATTENTE1", code: "T0400", amount: euros("-7.00"), status: "P", at: hoursAgo(20) },
    ]);
    await readUntil("now() - interval '22 hours'");
    await refresh();
    await simulator.addTransactions([{ id: "ATTENTE1", code: "T0400", amount: euros("-7.50") }]);
    await refresh();
    expect(
      await sql`SELECT status, amount_cents, moved_at > now() - interval '1 hour' AS fresh
      FROM provider_transactions WHERE id = 'ATTENTE1'`,
    ).toEqual([{ status: "S", amount_cents: -750, fresh: true }]);
    await simulator.addTransactions([{ id: "VIREMENT1", code: "T0400", amount: euros("-99.00") }]);
    await readUntil("now() - interval '22 hours'");
    await refresh();
    expect(
      await sql`SELECT amount_cents FROM provider_transactions WHERE id = 'VIREMENT1'`,
    ).toEqual([{ amount_cents: -5_000 }]);
    await expect(
      sql`UPDATE provider_transactions SET amount_cents = 1 WHERE id = 'VIREMENT1'`,
    ).rejects.toThrow(/never changes/);
    await expect(sql`DELETE FROM provider_transactions WHERE id = 'VIREMENT1'`).rejects.toThrow(
      /never changes/,
    );
  });
});
