import { data } from "react-router";
import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponseOf } from "#app/csv/csv.server.ts";
import { requestContext } from "#app/request-context.ts";
import {
  familyCells,
  planCells,
  FAULT_COLUMN,
  PRODUCT_COLUMNS,
  productCells,
} from "../csv-columns.ts";
import type { Route } from "./+types/faulty-lines-endpoint.ts";
import { faultyLines, getImport, type FaultyLine } from "./import-reading.server.ts";
import { DEFAULT_FIELDS } from "./resolve-lines.server.ts";

/**
 * GET: the faulty lines of an import as CSV, with their original cells and errors, to be corrected and imported again. 404
 * without such an import.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  const found = /^\w{26}$/.test(params.id) ? await getImport(db, params.id) : null;
  if (!found) throw data("Document not found", { status: 404 });
  const columns = found.columns.length > 0 ? found.columns : PRODUCT_COLUMNS;
  const lines = faultyLines(db, found.id);
  return csvResponseOf("lignes-fautives.csv", [...columns, FAULT_COLUMN], lines, (line) => [
    ...cellsOf(columns, line),
    advice(line),
  ]);
}

/** The cells of a faulty line, one per column. Surplus cells are joined into the last one. */
function cellsOf(columns: readonly string[], line: FaultyLine): string[] {
  const { cells } = line;
  const last = columns.length - 1;
  if (cells)
    return columns.map((_, index) =>
      cells
        .slice(index, index < last ? index + 1 : undefined)
        .join(" ")
        .trim(),
    );
  const known: Record<string, string | null> = line.product
    ? {
        ...productCells({ ...DEFAULT_FIELDS, ...line.product }),
        ...familyCells(line.product.family),
        ...planCells(line.product.plan),
        id: line.product.id,
      }
    : {};
  return columns.map(
    (column) => known[column] ?? line.faults.find((fault) => fault.column === column)?.value ?? "",
  );
}

/** The errors of a line as one text: « prix : Chiffres seulement : écrivez 12 ou 13. » */
function advice({ faults }: FaultyLine): string {
  return faults
    .map(({ column, reason }) => (column ? `${column}\u00a0: ${reason}` : reason))
    .join(" ");
}
