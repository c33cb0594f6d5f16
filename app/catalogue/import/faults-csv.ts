import { data } from "react-router";
import type { Route } from "./+types/faults-csv.ts";
import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponse } from "#app/platform/csv.server.ts";
import { requestContext } from "#app/platform/request-context.ts";
import { allFaults, getImport, type NumberedFault } from "./import-reading.server.ts";

const HEAD = ["ligne", "colonne", "valeur lue", "à corriger"];

/** GET: everything that is wrong with an import's lines. */
export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const found = /^\w{26}$/.test(params.id) ? await getImport(db, params.id) : null;
  if (!found) throw data("Document not found", { status: 404 });
  return csvResponse("lignes-fautives.csv", HEAD, cellsOf(allFaults(db, found.id)));
}

async function* cellsOf(parts: AsyncIterable<NumberedFault[]>): AsyncGenerator<string[][]> {
  for await (const faults of parts)
    yield faults.map(({ line, column, value, reason }) => [String(line), column, value, reason]);
}
