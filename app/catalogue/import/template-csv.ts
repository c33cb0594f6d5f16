import type { Route } from "./+types/template-csv.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponse } from "#app/platform/csv.server.ts";
import { PRODUCT_COLUMNS } from "../product-csv.ts";

/** GET: the line of column names, to begin a file with. */
export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  return csvResponse("modele-produits.csv", PRODUCT_COLUMNS, nothing());
}

async function* nothing(): AsyncGenerator<never> {}
