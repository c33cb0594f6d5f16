import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponse } from "#app/csv/csv.server.ts";
import { requestContext } from "#app/request-context.ts";
import { EU_COUNTRIES } from "#app/settings/country-schema.ts";
import { parsePeriod } from "#app/ui/areas/list-filters.ts";
import type { Route } from "./+types/sales-endpoint.ts";
import { euroCell } from "./euro-cell.ts";
import { readSalesByCountry, type CountrySales } from "./sales-by-country.server.ts";

/** The columns. Credit notes have columns of their own, so that no amount is negative: `csvResponse` would guard its sign. */
const CELLS: Record<string, (sales: CountrySales) => string> = {
  pays: ({ country }) => EU_COUNTRIES.find(({ code }) => code === country)?.name ?? country,
  "taux de TVA (%)": ({ vatPercent }) => String(vatPercent).replace(".", ","),
  factures: ({ invoices }) => String(invoices),
  "facturé HT": ({ invoicedCents, invoicedVatCents }) => euroCell(invoicedCents - invoicedVatCents),
  "TVA facturée": ({ invoicedVatCents }) => euroCell(invoicedVatCents),
  "facturé TTC": ({ invoicedCents }) => euroCell(invoicedCents),
  avoirs: ({ creditNotes }) => String(creditNotes),
  "avoirs HT": ({ creditedCents, creditedVatCents }) => euroCell(creditedCents - creditedVatCents),
  "TVA des avoirs": ({ creditedVatCents }) => euroCell(creditedVatCents),
  "avoirs TTC": ({ creditedCents }) => euroCell(creditedCents),
};

/** GET /admin/fiscal/ventes.csv?du=…&au=…: invoices and credit notes by country of delivery and VAT rate. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const sales = await readSalesByCountry(db, parsePeriod(new URL(request.url).searchParams));
  return csvResponse("ventes-par-pays.csv", CELLS, [sales]);
}
