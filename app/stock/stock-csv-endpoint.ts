import { requireAdmin } from "#app/accounts/access.ts";
import { displayName } from "#app/catalogue/product-name.ts";
import { csvResponseOf } from "#app/csv/csv.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/stock-csv-endpoint.ts";
import { STOCK_COLUMNS } from "./stock-csv.ts";
import { exportStock, type ExportedStock } from "./stock-list.server.ts";
import { stockAddress } from "./stock-query.ts";

/** GET /admin/stock.csv: the products that match the list's filters, as a CSV file that the import reads. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const query = stockAddress.parse(new URL(request.url).searchParams);
  return csvResponseOf("stock.csv", STOCK_COLUMNS, exportStock(db, query), cellsOf);
}

/** The figures of a product that isn't counted are empty. */
function cellsOf(product: ExportedStock) {
  const { reference, ean, name, onHand, held, available, alertLevel, state } = product;
  const figures = state === "uncounted" ? ["", "", ""] : [onHand, held, available].map(String);
  return [reference, ean, displayName(name), ...figures, String(alertLevel), "", ""];
}
