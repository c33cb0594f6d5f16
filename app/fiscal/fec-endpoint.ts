import { requireAdmin } from "#app/accounts/access.ts";
import { parisToday } from "#app/platform/paris-time.server.ts";
import { streamText } from "#app/platform/stream-text.server.ts";
import { requestContext } from "#app/request-context.ts";
import { parsePeriod } from "#app/ui/areas/list-filters.ts";
import type { Route } from "./+types/fec-endpoint.ts";
import { FEC_COLUMNS, readFec } from "./accounting.server.ts";

/**
 * GET /admin/fiscal/fec.txt?du=…&au=…: the sales and payments as a FEC (arrêté of 29 July 2013, LPF article A47 A-1), to import into
 * an accounting program. Fields are separated by tabs, the character set is ISO 8859-15, one of those that article allows. It is named
 * after the end of the period, as that of a financial year is.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(context);
  const { db, settings } = context.get(requestContext).services;
  const days = parsePeriod(new URL(request.url).searchParams);
  const { shop, groups } = settings.current();
  const siren = shop.siren.replaceAll(/\D/g, "") || "SIREN";
  const end = (days.until ?? parisToday()).replaceAll("-", "");
  return new Response(streamText(linesOf(readFec(db, days, groups.accounts)), iso8859), {
    headers: {
      "content-type": "text/plain; charset=iso-8859-15",
      "content-disposition": `attachment; filename="${siren}FEC${end}.txt"`,
    },
  });
}

async function* linesOf(parts: AsyncIterable<string[][]>): AsyncGenerator<string, void, undefined> {
  yield textOf([FEC_COLUMNS]);
  for await (const rows of parts) if (rows.length > 0) yield textOf(rows);
}

/** Encodes text as ISO 8859-1; characters outside it become question marks. */
const iso8859 = (text: string): Uint8Array =>
  Buffer.from(text.replaceAll(/[^\t\r\n -ÿ]/g, "?"), "latin1");

const textOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.join("\t")}\r\n`).join("");
