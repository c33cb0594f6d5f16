import { requireAdmin } from "#app/accounts/access.ts";
import { csvResponse } from "#app/platform/csv.server.ts";
import { requestContext } from "#app/request-context.ts";
import type { Route } from "./+types/journal-endpoint.ts";
import { readJournal } from "./fiscal-journal.server.ts";
import { KIND_NAMES, ORIGIN_NAMES } from "./fiscal-names.ts";

const HEAD = ["écriture", "nature", "origine", "pièce", "contenu", "empreinte"];

/**
 * GET /admin/fiscal/journal.csv: the whole journal as an archive. Each « empreinte » is the SHA-256 of the previous one followed
 * by « contenu », so the chain can be checked without the shop.
 */
export async function loader({ context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db } = context.get(requestContext).services;
  return csvResponse("journal-fiscal.csv", HEAD, linesOf(readJournal(db)));
}

async function* linesOf(batches: ReturnType<typeof readJournal>): AsyncGenerator<string[][]> {
  for await (const entries of batches)
    yield entries.map(({ sequence, kind, origin, document, content, hash }) => [
      String(sequence),
      KIND_NAMES[kind],
      ORIGIN_NAMES[origin] || "Boutique",
      document ?? "",
      content,
      hash,
    ]);
}
