import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponse } from "#app/csv/csv.server.ts";
import { requestContext } from "#app/request-context.ts";
import { parsePeriod } from "#app/ui/areas/list-filters.ts";
import type { Route } from "./+types/days-endpoint.ts";
import { euroCell } from "./euro-cell.ts";
import { readDays, type FiscalDay } from "./fiscal-journal.server.ts";
import { ORIGIN_NAMES } from "./fiscal-names.ts";

/** The columns. Refunds have columns of their own, so that no amount is negative: `csvResponse` would guard its sign. */
const CELLS: Record<string, (day: FiscalDay) => string> = {
  jour: ({ day }) => day.split("-").toReversed().join("/"),
  origine: ({ origin }) => ORIGIN_NAMES[origin] || "Boutique",
  devise: () => "EUR",
  "taux de TVA (%)": ({ vatPercent }) =>
    vatPercent === null ? "inconnu" : String(Number(vatPercent)).replace(".", ","),
  encaissements: ({ settled }) => String(settled),
  "base encaissée": ({ settledCents, settledVatCents }) => euroCell(settledCents - settledVatCents),
  "TVA encaissée": ({ settledVatCents }) => euroCell(settledVatCents),
  "encaissé TTC": ({ settledCents }) => euroCell(settledCents),
  remboursements: ({ refunded }) => String(refunded),
  "base remboursée": ({ refundedCents, refundedVatCents }) =>
    euroCell(refundedCents - refundedVatCents),
  "TVA remboursée": ({ refundedVatCents }) => euroCell(refundedVatCents),
  "remboursé TTC": ({ refundedCents }) => euroCell(refundedCents),
};

/** GET /admin/fiscal/jours.csv?du=…&au=…: sums by day and VAT rate, as e-reporting asks for them (CGI, art. 290). */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const days = await readDays(db, parsePeriod(new URL(request.url).searchParams));
  return csvResponse("journal-fiscal-jours.csv", CELLS, [days]);
}
