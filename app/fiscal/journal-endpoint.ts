import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponse } from "#app/csv/csv.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/journal-endpoint.ts";
import { readJournal, type JournalEntry } from "./fiscal-journal.server.ts";
import { KIND_NAMES, ORIGIN_NAMES } from "./fiscal-names.ts";

const CELLS: Record<string, (entry: JournalEntry) => string | null> = {
  écriture: ({ sequence }) => String(sequence),
  nature: ({ kind }) => KIND_NAMES[kind],
  origine: ({ origin }) => ORIGIN_NAMES[origin] || "Boutique",
  pièce: ({ document }) => document,
  contenu: ({ content }) => content,
  empreinte: ({ hash }) => hash,
};

/**
 * GET /admin/fiscal/journal.csv: the whole journal as an archive. Each « empreinte » is the SHA-256 of the previous one followed
 * by « contenu », so the chain can be checked without the shop.
 */
export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  return csvResponse("journal-fiscal.csv", CELLS, readJournal(db));
}
