import { sql, type SQL } from "drizzle-orm";
import type { Queryable } from "#app/platform/db.server.ts";
import { isOnDays } from "#app/platform/paris-time.server.ts";
import type { Period } from "#app/ui/areas/list-filters.ts";

/** Documents of a country of delivery and VAT rate: counts, and sums in cents, VAT included; those of credit notes are positive. */
export type CountrySales = {
  /** ISO 3166 code. */
  country: string;
  vatPercent: number;
  invoices: number;
  invoicedCents: number;
  invoicedVatCents: number;
  creditNotes: number;
  creditedCents: number;
  creditedVatCents: number;
};

/** Sales by country of delivery and VAT rate of the documents issued in these days. */
export async function readSalesByCountry(db: Queryable, days: Period): Promise<CountrySales[]> {
  const vat = sql`(snapshot ->> 'vatCents')::integer`;
  const of = (kind: string, what: SQL) =>
    sql`coalesce(abs(sum(${what}) FILTER (WHERE kind = ${kind})), 0)::float8`;
  const { rows } = await db.execute<CountrySales>(sql`
    SELECT coalesce(orders.shipping_country, 'FR') AS country, (snapshot ->> 'vatPercent')::float8 AS "vatPercent",
      ${of("invoice", sql`1`)} AS invoices, ${of("invoice", sql`invoices.total_cents`)} AS "invoicedCents",
      ${of("invoice", vat)} AS "invoicedVatCents", ${of("credit-note", sql`1`)} AS "creditNotes",
      ${of("credit-note", sql`invoices.total_cents`)} AS "creditedCents", ${of("credit-note", vat)} AS "creditedVatCents"
    FROM invoices LEFT JOIN orders ON orders.id = invoices.order_id
    WHERE ${isOnDays(sql`issued_at`, days)} GROUP BY 1, 2 ORDER BY 1, 2`);
  return rows;
}
